// SPDX-License-Identifier: MIT
// quick SOCKET MILLISECONDS REQUEST…: a client that asks now and then, while others do what they do.
// Each REQUEST has a connection of its own and is sent every MILLISECONDS, but not before the last reply is there. One
// of several lines is sent line by line, in turns. The requests are sent soon after one another, so that the last one
// has the rest of the time to itself. When standard input ends, the last replies are waited for, at most a minute.
// Prints for each REQUEST: how many replies, how many of them errors, and in seconds the median, the 99th percentile
// and the most. A reply that took longer than MILLISECONDS counts for those, too, that could not be sent meanwhile.
#define _GNU_SOURCE
#include "peer.h"
#include <sys/epoll.h>

enum { most_requests = 16, standard_input = most_requests, buffer_size = 64 << 10 };

static const double patience = 60;

struct asker {
    int peer;
    const char *first, *next;
    double due, sent;
    int isWaiting;
    /// The beginning of the reply, where an error would be.
    char reply[64];
    size_t got;
    long replies, errors;
    double *times;
    size_t count, room;
};

static void note(struct asker *asker, double time) {
    if (asker->count == asker->room) {
        asker->room = asker->room * 2 + 1024;
        asker->times = realloc(asker->times, asker->room * sizeof *asker->times);
        if (asker->times == NULL) fail("realloc");
    }
    asker->times[asker->count++] = time;
}

static void ask(struct asker *asker, double time) {
    const char *end = strchr(asker->next, '\n');
    asker->isWaiting = 1;
    asker->got = 0;
    asker->sent = time;
    write_all(asker->peer, asker->next, (size_t)(end - asker->next) + 1);
    asker->next = end[1] == '\0' ? asker->first : end + 1;
}

static void answered(struct asker *asker, double interval, double time) {
    asker->isWaiting = 0;
    while (asker->due < time) asker->due += interval;
    asker->replies++;
    for (double taken = time - asker->sent; taken > 0; taken -= interval) {
        note(asker, taken);
        if (taken <= interval) break;
    }
}

static void take(struct asker *asker, double interval) {
    static char buffer[buffer_size];
    size_t count = read_some(asker->peer, buffer, sizeof buffer);
    size_t space = sizeof asker->reply - 1 - asker->got, part = count < space ? count : space;
    memcpy(asker->reply + asker->got, buffer, part);
    asker->got += part;
    asker->reply[asker->got] = '\0';
    if (buffer[count - 1] != '\n') return;
    if (strstr(asker->reply, "\"error\":{\"code\"") != NULL) asker->errors++;
    answered(asker, interval, now());
}

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void watch(int poller, int descriptor, unsigned index) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) != 0) fail("epoll_ctl");
}

int main(int argc, char **argv) {
    int count = argc - 3;
    if (count < 1 || count > most_requests) return 64;
    double interval = atof(argv[2]) / 1e3;
    static struct asker askers[most_requests];
    int poller = epoll_create1(EPOLL_CLOEXEC);
    double end = 0, start = now();
    watch(poller, STDIN_FILENO, standard_input);
    for (int index = 0; index < count; index++) {
        struct asker *asker = &askers[index];
        asker->first = asker->next = argv[index + 3];
        asker->peer = connect_to(argv[1]);
        asker->due = start + interval * index / most_requests;
        watch(poller, asker->peer, (unsigned)index);
    }
    for (;;) {
        double time = now(), soonest = end > 0 ? end + patience : time + patience;
        int waiting = 0;
        for (int index = 0; index < count; index++) {
            struct asker *asker = &askers[index];
            if (!asker->isWaiting && end == 0) {
                if (asker->due <= time) ask(asker, time);
                else if (asker->due < soonest) soonest = asker->due;
            }
            waiting += asker->isWaiting;
        }
        if (end > 0 && (waiting == 0 || time >= end + patience)) break;
        struct timespec timeout = {.tv_sec = (time_t)(soonest - time)};
        timeout.tv_nsec = (long)((soonest - time - (double)timeout.tv_sec) * 1e9);
        struct epoll_event ready[most_requests + 1];
        int events = epoll_pwait2(poller, ready, most_requests + 1, &timeout, NULL);
        for (int event = 0; event < events; event++) {
            unsigned index = ready[event].data.u32;
            if (index != standard_input) {
                take(&askers[index], interval);
            } else {
                end = now();
                if (epoll_ctl(poller, EPOLL_CTL_DEL, STDIN_FILENO, NULL) != 0) fail("epoll_ctl");
            }
        }
    }
    for (int index = 0; index < count; index++) {
        struct asker *asker = &askers[index];
        if (asker->isWaiting) answered(asker, interval, now());
        if (asker->count == 0) note(asker, 0);
        qsort(asker->times, asker->count, sizeof *asker->times, by_size);
        printf("%ld %ld %.9f %.9f %.9f\n", asker->replies, asker->errors, asker->times[asker->count / 2],
               asker->times[asker->count * 99 / 100], asker->times[asker->count - 1]);
    }
    return 0;
}
