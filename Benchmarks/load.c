// SPDX-License-Identifier: MIT
// The client of all servers, so that it costs the same for each of them.
//
// load ask SOCKET PID REQUEST SIZE CONNECTIONS DEPTH SECONDS
//   Each connection sends DEPTH requests at once, reads their replies (SIZE bytes each), and begins again.
//   Prints: requests, seconds, nanoseconds of the server's CPU.
// load fan SOCKET PID SUBSCRIBE GREETING EVENT N ROUNDS CHANGE CHANGE-BACK
//   N connections send SUBSCRIBE and read GREETING lines; another one sends CHANGE and CHANGE-BACK in turns. A round ends
//   when its reply and, on each of the N, EVENT lines have come.
//   Prints: the median seconds of a round, bytes of the last event, nanoseconds of the server's CPU a round.
// load each SOCKET PID CONNECTIONS
//   Each connection sends a line of standard input; a round ends when all are answered. An error ends the program.
//   Prints: the median seconds of a round, nanoseconds of the server's CPU a line.
#define _GNU_SOURCE
#include "peer.h"
#include <dirent.h>
#include <sys/epoll.h>
#include <sys/resource.h>

enum { most_ready = 256, buffer_size = 256 << 10 };

static char buffer[buffer_size];

/// What all threads of a process have run for, in nanoseconds (/proc/PID/task/TID/schedstat).
static double cpu_of(const char *pid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%.16s/task", pid);
    DIR *threads = opendir(path);
    if (threads == NULL) fail(path);
    double sum = 0;
    for (struct dirent *thread; (thread = readdir(threads)) != NULL;) {
        if (thread->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/%.16s/task/%.16s/schedstat", pid, thread->d_name);
        FILE *file = fopen(path, "r");
        double nanoseconds = 0;
        if (file == NULL || fscanf(file, "%lf", &nanoseconds) != 1) fail(path);
        fclose(file);
        sum += nanoseconds;
    }
    closedir(threads);
    return sum;
}

static int poller_of(const int *peers, int count) {
    int poller = epoll_create1(EPOLL_CLOEXEC);
    for (int index = 0; index < count; index++) {
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (unsigned)index};
        if (epoll_ctl(poller, EPOLL_CTL_ADD, peers[index], &event) != 0) fail("epoll_ctl");
    }
    return poller;
}

static void *room_for(size_t count, size_t size) {
    void *room = calloc(count, size);
    if (room == NULL) fail("calloc");
    return room;
}

// MARK: ask

/// What every connection sends at once, and how many bytes answer it.
struct burst {
    char *bytes;
    size_t size, answer;
};

static size_t take_answer(int peer, size_t missing) {
    size_t count = read_some(peer, buffer, sizeof buffer);
    if (count > missing || (count == missing && buffer[count - 1] != '\n')) {
        fprintf(stderr, "a reply has another size than the first one\n");
        exit(1);
    }
    return missing - count;
}

/// Without epoll: there is one to wait for.
static long ask_alone(int peer, struct burst burst, double until) {
    long bursts = 0;
    for (; now() < until; bursts++) {
        write_all(peer, burst.bytes, burst.size);
        for (size_t missing = burst.answer; missing > 0;) missing = take_answer(peer, missing);
    }
    return bursts;
}

static long ask_together(int poller, const int *peers, int count, struct burst burst, double until) {
    size_t *missing = room_for((size_t)count, sizeof *missing);
    for (int index = 0; index < count; index++) {
        write_all(peers[index], burst.bytes, burst.size);
        missing[index] = burst.answer;
    }
    long bursts = 0;
    for (int active = count, isOver = 0; active > 0;) {
        struct epoll_event ready[most_ready];
        int events = epoll_wait(poller, ready, most_ready, -1);
        isOver = isOver || now() >= until;
        for (int event = 0; event < events; event++) {
            unsigned index = ready[event].data.u32;
            missing[index] = take_answer(peers[index], missing[index]);
            if (missing[index] > 0) continue;
            bursts++;
            if (isOver) {
                active--;
            } else {
                write_all(peers[index], burst.bytes, burst.size);
                missing[index] = burst.answer;
            }
        }
    }
    free(missing);
    return bursts;
}

static int ask(char **arguments) {
    const char *path = arguments[0], *pid = arguments[1], *request = arguments[2];
    size_t length = strlen(request), depth = strtoul(arguments[5], NULL, 10);
    int count = atoi(arguments[4]);
    struct burst burst = {
        room_for(depth, length), depth * length, depth * strtoul(arguments[3], NULL, 10)};
    for (size_t index = 0; index < depth; index++) memcpy(burst.bytes + index * length, request, length);

    int *peers = room_for((size_t)count, sizeof *peers);
    for (int index = 0; index < count; index++) peers[index] = connect_to(path);
    int poller = poller_of(peers, count);
    double start = 0, cpu = 0;
    long bursts = 0;
    // The first time is to warm up.
    for (int isMeasured = 0; isMeasured < 2; isMeasured++) {
        double seconds = isMeasured ? atof(arguments[6]) : 0.03;
        cpu = cpu_of(pid);
        start = now();
        bursts = count == 1 ? ask_alone(peers[0], burst, start + seconds)
                            : ask_together(poller, peers, count, burst, start + seconds);
    }
    double seconds = now() - start;
    printf("%ld %.9f %.0f\n", bursts * (long)depth, seconds, cpu_of(pid) - cpu);
    return 0;
}

// MARK: fan

static int lines_in(const char *bytes, size_t count) {
    int lines = 0;
    for (const char *end = bytes + count; (bytes = memchr(bytes, '\n', (size_t)(end - bytes))) != NULL; lines++) {
        if (++bytes == end) return lines + 1;
    }
    return lines;
}

static void read_lines(int peer, int lines) {
    while (lines > 0) lines -= lines_in(buffer, read_some(peer, buffer, sizeof buffer));
}

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static int fan(char **arguments) {
    const char *path = arguments[0], *pid = arguments[1], *subscribe = arguments[2];
    int greeting = atoi(arguments[3]), lines = atoi(arguments[4]), count = atoi(arguments[5]);
    int rounds = atoi(arguments[6]), warmup = 4;
    const char *changes[] = {arguments[7], arguments[8]};

    // The last one is who changes something.
    int *peers = room_for((size_t)count + 1, sizeof *peers);
    int *missing = room_for((size_t)count + 1, sizeof *missing);
    for (int index = 0; index <= count; index++) {
        peers[index] = connect_to(path);
        if (index == count) break;
        write_all(peers[index], subscribe, strlen(subscribe));
        read_lines(peers[index], greeting);
    }
    int poller = poller_of(peers, count + 1);
    double *times = room_for((size_t)rounds, sizeof *times);
    double cpu = 0;
    size_t size = 0;
    for (int round = -warmup; round < rounds; round++) {
        if (round == 0) cpu = cpu_of(pid);
        for (int index = 0; index <= count; index++) missing[index] = index == count ? 1 : lines;
        size = 0;
        double start = now();
        const char *change = changes[round & 1];
        write_all(peers[count], change, strlen(change));
        for (int waiting = count + 1; waiting > 0;) {
            struct epoll_event ready[most_ready];
            int events = epoll_wait(poller, ready, most_ready, -1);
            for (int event = 0; event < events; event++) {
                unsigned index = ready[event].data.u32;
                size_t got = read_some(peers[index], buffer, sizeof buffer);
                if (index == 0) size += got;
                missing[index] -= lines_in(buffer, got);
                if (missing[index] < 0) {
                    fprintf(stderr, "more came than was waited for\n");
                    exit(1);
                }
                if (missing[index] == 0) waiting--;
            }
        }
        if (round >= 0) times[round] = now() - start;
    }
    cpu = cpu_of(pid) - cpu;
    qsort(times, (size_t)rounds, sizeof *times, by_size);
    printf("%.9f %zu %.0f\n", times[rounds / 2], size, cpu / rounds);
    return 0;
}

// MARK: each

/// Takes a part of a reply; true at its end.
static int take_line(int peer) {
    size_t count = read_some(peer, buffer, sizeof buffer - 1);
    buffer[count] = '\0';
    if (strstr(buffer, "\"error\":{\"code\"") != NULL) {
        fprintf(stderr, "%s", buffer);
        exit(1);
    }
    return buffer[count - 1] == '\n';
}

static int each(char **arguments) {
    int count = atoi(arguments[2]), *peers = room_for((size_t)count, sizeof *peers);
    for (int index = 0; index < count; index++) peers[index] = connect_to(arguments[0]);
    int poller = poller_of(peers, count);
    size_t rounds = 0, room = 1 << 16, lines = 0;
    double *times = room_for(room, sizeof *times);
    char **round = room_for((size_t)count, sizeof *round);
    double cpu = cpu_of(arguments[1]);
    while (rounds < room) {
        int waiting = 0;
        for (size_t size = 0; waiting < count && getline(&round[waiting], &size, stdin) > 0; size = 0) waiting++;
        if (waiting == 0) break;
        double start = now();
        for (int index = 0; index < waiting; index++) write_all(peers[index], round[index], strlen(round[index]));
        for (lines += (size_t)waiting; waiting > 0;) {
            struct epoll_event ready[most_ready];
            int events = epoll_wait(poller, ready, most_ready, -1);
            for (int event = 0; event < events; event++) waiting -= take_line(peers[ready[event].data.u32]);
        }
        times[rounds++] = now() - start;
    }
    cpu = cpu_of(arguments[1]) - cpu;
    if (rounds == 0) return 64;
    qsort(times, rounds, sizeof *times, by_size);
    printf("%.9f %.0f\n", times[rounds / 2], cpu / (double)lines);
    return 0;
}

int main(int argc, char **argv) {
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (argc == 9 && strcmp(argv[1], "ask") == 0) return ask(argv + 2);
    if (argc == 11 && strcmp(argv[1], "fan") == 0) return fan(argv + 2);
    if (argc == 5 && strcmp(argv[1], "each") == 0) return each(argv + 2);
    return 64;
}
