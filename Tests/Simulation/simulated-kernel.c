// SPDX-License-Identifier: MIT
// simulated-kernel.c: a library for LD_PRELOAD that makes a run of jokesd repeatable, and its disk unreliable.
//
// The program has one thread. pthread_create(3) only notes a thread, and the thread runs when the simulator says so,
// until it would wait. Time passes only when the simulator says so. Random numbers come from a seed. Calls that change
// files below SIMULATION_ROOT are written to a log, from which the simulator makes the disk after a power failure.
//
// The program asks the simulator for commands over the socket SIMULATION_CONTROL: when it starts ("start"), and
// whenever it would wait for events ("wait"). Each report ends with the milliseconds for which it would wait, and the
// number of noted threads. The commands, one per line:
//
//   clock WALL UPTIME       sets the clocks, in nanoseconds
//   tick N                  sets the nanoseconds that pass with each look at a clock; 1000 at the start
//   random SEED             sets the state of the random numbers
//   fail KINDS ERRNO N STEP lets the Nth file operation of these kinds (w: write, e: write beyond the end, s: sync,
//                           n: name) fail from now on, and each STEPth after it; N = 0 ends the failures
//   stop N                  asks for commands ("stop") before the Nth file operation from now on
//   die N                   ends the program within the Nth file operation from now on; 0 never
//   thread N                runs the Nth noted thread
//   go                      continues
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { most_files = 4096, most_threads = 64 };

static int control = -1, journal = -1, timer = -1;
static const char *root;
static size_t root_length;
static int64_t wall, uptime, deadline, tick = 1000;
static uint64_t random_state = 1;
static long operations, death, stop, failure_at, failure_step;
static int failure_errno;
static char failure_kinds[8];
// The inode of each open file below the root, or 0.
static uint64_t inodes[most_files];
static struct { void *(*start)(void *); void *argument; } threads[most_threads];
static int thread_count;

// The C library's syscall(2). Other libraries may call these functions before begin().
static long (*kernel_function(void))(long, ...) {
    static long (*found)(long, ...);
    if (!found) *(void **)&found = dlsym(RTLD_NEXT, "syscall");
    return found;
}
#define kernel kernel_function()

static void end(const char *message) {
    dprintf(2, "simulated-kernel: %s\n", message);
    abort();
}

// MARK: Commands

static void run_thread(int number) {
    if (number < 0 || number >= thread_count) end("no such thread");
    void *(*start)(void *) = threads[number].start;
    void *argument = threads[number].argument;
    memmove(threads + number, threads + number + 1, (size_t)(--thread_count - number) * sizeof threads[0]);
    start(argument);
}

static void read_line(char *line, size_t size) {
    for (size_t length = 0; length < size; length++) {
        ssize_t count = read(control, line + length, 1);
        // The simulator is gone.
        if (count <= 0) kernel(SYS_exit_group, 0);
        if (line[length] == '\n') {
            line[length] = 0;
            return;
        }
    }
    end("a command is too long");
}

// Reports what the program does, and obeys commands until `go`.
static void ask(const char *report, int timeout) {
    for (;;) {
        char line[160];
        int length = snprintf(line, sizeof line, "%s %d %d\n", report, timeout, thread_count);
        if (kernel(SYS_sendto, control, line, (size_t)length, MSG_NOSIGNAL, NULL, 0) != length) kernel(SYS_exit_group, 0);
        read_line(line, sizeof line);
        int number;
        if (!strcmp(line, "go")) return;
        if (sscanf(line, "clock %ld %ld", &wall, &uptime) == 2) continue;
        if (sscanf(line, "tick %ld", &tick) == 1) continue;
        if (sscanf(line, "random %lu", &random_state) == 1) continue;
        if (sscanf(line, "fail %7s %d %ld %ld", failure_kinds, &failure_errno, &failure_at, &failure_step) == 4) {
            if (failure_at) failure_at += operations;
            continue;
        }
        if (sscanf(line, "stop %ld", &stop) == 1) {
            stop += operations;
            continue;
        }
        if (sscanf(line, "die %ld", &death) == 1) {
            if (death) death += operations;
            continue;
        }
        if (sscanf(line, "thread %d", &number) == 1) {
            run_thread(number);
            continue;
        }
        end("unknown command");
    }
}

__attribute__((constructor)) static void begin(void) {
    // Programs that this one starts are not simulated.
    unsetenv("LD_PRELOAD");
    root = getenv("SIMULATION_ROOT");
    const char *path = getenv("SIMULATION_CONTROL"), *log = getenv("SIMULATION_LOG");
    if (!root || !path || !log) end("SIMULATION_ROOT, _CONTROL and _LOG must be set");
    root_length = strlen(root);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) end("SIMULATION_CONTROL is too long");
    strcpy(address.sun_path, path);
    int opened = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(opened, (struct sockaddr *)&address, sizeof address) != 0) end("no simulator");
    // High numbers, so that the program has the descriptors that it has alone.
    control = (int)kernel(SYS_fcntl, opened, F_DUPFD_CLOEXEC, 900);
    kernel(SYS_close, opened);
    opened = (int)kernel(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    journal = (int)kernel(SYS_fcntl, opened, F_DUPFD_CLOEXEC, 901);
    kernel(SYS_close, opened);
    ask("start", 0);
}

// MARK: Time, events and random numbers

int clock_gettime(clockid_t clock, struct timespec *time) {
    int64_t now;
    switch (clock) {
        case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: now = wall; break;
        case CLOCK_BOOTTIME: case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_COARSE: now = uptime; break;
        default: return (int)kernel(SYS_clock_gettime, clock, time);
    }
    // Work takes time: what is limited by time must end.
    wall += tick;
    uptime += tick;
    *time = (struct timespec){.tv_sec = now / 1000000000, .tv_nsec = now % 1000000000};
    return 0;
}

time_t time(time_t *out) {
    time_t now = wall / 1000000000;
    if (out) *out = now;
    return now;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    *time = (struct timeval){.tv_sec = wall / 1000000000, .tv_usec = wall % 1000000000 / 1000};
    return 0;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *value, struct itimerspec *old) {
    (void)old;
    if (!(flags & TFD_TIMER_ABSTIME)) end("a timer is not absolute");
    timer = fd;
    deadline = value->it_value.tv_sec * INT64_C(1000000000) + value->it_value.tv_nsec;
    struct itimerspec off = {0};
    return (int)kernel(SYS_timerfd_settime, fd, 0, &off, NULL);
}

int epoll_wait(int fd, struct epoll_event *events, int most, int timeout) {
    ask("wait", timeout);
    if (deadline && deadline <= uptime) {
        deadline = 0;
        struct itimerspec now = {.it_value = {.tv_nsec = 1}};
        kernel(SYS_timerfd_settime, timer, 0, &now, NULL);
        // It expires within a microsecond.
        int count;
        while ((count = (int)kernel(SYS_epoll_pwait, fd, events, most, 1000, NULL, 0)) == 0) {}
        return count;
    }
    return (int)kernel(SYS_epoll_pwait, fd, events, most, 0, NULL, 0);
}

static uint64_t random_number(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}

ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
    (void)flags;
    for (size_t place = 0; place < count; place++) ((uint8_t *)bytes)[place] = (uint8_t)(random_number() >> 24);
    return (ssize_t)count;
}

// Swift's library asks for random numbers in this way.
long syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long a[6];
    for (int place = 0; place < 6; place++) a[place] = va_arg(list, long);
    va_end(list);
    if (number == SYS_getrandom) return getrandom((void *)a[0], (size_t)a[1], 0);
    return kernel(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

// Replies contain it, and the lengths of replies are counted.
pid_t getpid(void) { return 4711; }

int getentropy(void *bytes, size_t count) {
    getrandom(bytes, count, 0);
    return 0;
}

// MARK: Threads

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*start)(void *), void *restrict argument) {
    (void)attributes;
    if (thread_count == most_threads) return EAGAIN;
    threads[thread_count].start = start;
    threads[thread_count++].argument = argument;
    *thread = 0;
    return 0;
}

// A thread that waits for work ends, and starts again when there is some.
int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict time) {
    (void)condition, (void)mutex, (void)time;
    return ETIMEDOUT;
}

// The program waits for a thread.
int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex) {
    (void)condition;
    if (!thread_count) end("all threads wait");
    pthread_mutex_unlock(mutex);
    run_thread(0);
    pthread_mutex_lock(mutex);
    return 0;
}

// MARK: Files

static int is_simulated(const char *path) {
    size_t length = strlen(path);
    // Nothing of the shared memory of SQLite has to survive.
    return root && !strncmp(path, root, root_length) && (length < 4 || strcmp(path + length - 4, "-shm"));
}

static uint64_t inode_of(int fd) { return fd >= 0 && fd < most_files ? inodes[fd] : 0; }

// Adds an entry to the log: its kind, the inode, the offset, the length of the data, and the data.
static void note(char kind, uint64_t inode, uint64_t offset, const void *data, size_t length) {
    struct __attribute__((packed)) { uint8_t kind; uint64_t inode, offset; uint32_t length; } head = {(uint8_t)kind, inode, offset, (uint32_t)length};
    kernel(SYS_write, journal, &head, sizeof head);
    if (length) kernel(SYS_write, journal, data, length);
}

static void note_path(char kind, uint64_t inode, const char *path, const char *other) {
    char both[8192];
    int length = snprintf(both, sizeof both, "%s%c%s", path, 0, other);
    note(kind, inode, 0, both, (size_t)length);
}

static void die(void) { kernel(SYS_kill, kernel(SYS_getpid), SIGKILL); }

// Counts a file operation of these kinds. Returns the error with which it has to fail, or 0; -1 if the program has to
// end within it.
static int operation(const char *kinds) {
    if (++operations == stop) ask("stop", 0);
    if (death && operations >= death) return -1;
    if (!failure_at || operations < failure_at || !strpbrk(kinds, failure_kinds)) return 0;
    if (failure_step > 1) failure_at = operations + failure_step;
    return failure_errno;
}

static int opened(const char *path, int flags, mode_t mode) {
    if (!strcmp(path, "/dev/urandom")) {
        uint8_t bytes[512];
        getrandom(bytes, sizeof bytes, 0);
        int fd = memfd_create("random", MFD_CLOEXEC);
        kernel(SYS_pwrite64, fd, bytes, sizeof bytes, 0);
        return fd;
    }
    int simulated = is_simulated(path), creates = 0;
    if (simulated && flags & O_CREAT) {
        creates = kernel(SYS_access, path, F_OK) != 0;
        int error = creates ? operation("n") : 0;
        if (error < 0) die();
        if (error) return errno = error, -1;
    }
    int fd = (int)kernel(SYS_openat, AT_FDCWD, path, flags, mode);
    if (fd < 0 || fd >= most_files) return fd;
    inodes[fd] = 0;
    if (!simulated) return fd;
    struct stat status;
    fstat(fd, &status);
    inodes[fd] = status.st_ino;
    if (creates) note_path('C', status.st_ino, path, "");
    if (flags & O_TRUNC) note('T', status.st_ino, 0, NULL, 0);
    return fd;
}

static int open_with(const char *path, int flags, va_list arguments) {
    return opened(path, flags, flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0);
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        va_list arguments; \
        va_start(arguments, flags); \
        int fd = open_with(path, flags, arguments); \
        va_end(arguments); \
        return fd; \
    }
OPEN(open)
OPEN(open64)

int close(int fd) {
    if (fd >= 0 && fd < most_files) inodes[fd] = 0;
    return (int)kernel(SYS_close, fd);
}

static ssize_t written(int fd, const void *data, size_t count, int64_t offset) {
    struct stat status;
    fstat(fd, &status);
    int error = operation(offset + (int64_t)count > status.st_size ? "we" : "w");
    // A part of a write that ends in a failure or a kill may be in the file.
    size_t part = error ? random_number() % (count + 1) : count;
    if (error > 0 && random_number() % 2) part = 0;
    if (part) note('W', inodes[fd], (uint64_t)offset, data, part);
    ssize_t result = part ? kernel(SYS_pwrite64, fd, data, part, offset) : 0;
    if (error < 0) die();
    if (error > 0) return errno = error, -1;
    return result;
}

ssize_t pwrite64(int fd, const void *data, size_t count, off64_t offset) {
    return inode_of(fd) ? written(fd, data, count, offset) : kernel(SYS_pwrite64, fd, data, count, offset);
}

ssize_t pwrite(int fd, const void *data, size_t count, off_t offset) { return pwrite64(fd, data, count, offset); }

ssize_t write(int fd, const void *data, size_t count) {
    if (!inode_of(fd)) return kernel(SYS_write, fd, data, count);
    int64_t offset = kernel(SYS_lseek, fd, 0, SEEK_CUR);
    ssize_t result = written(fd, data, count, offset);
    if (result > 0) kernel(SYS_lseek, fd, offset + result, SEEK_SET);
    return result;
}

int ftruncate64(int fd, off64_t size) {
    if (inode_of(fd)) {
        int error = operation("w");
        if (error < 0) die();
        if (error) return errno = error, -1;
        note('T', inodes[fd], (uint64_t)size, NULL, 0);
    }
    return (int)kernel(SYS_ftruncate, fd, size);
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int fsync(int fd) {
    if (!inode_of(fd)) return (int)kernel(SYS_fsync, fd);
    int error = operation("s");
    if (error < 0) die();
    if (error) return errno = error, -1;
    struct stat status;
    fstat(fd, &status);
    note(S_ISDIR(status.st_mode) ? 'D' : 'S', inodes[fd], 0, NULL, 0);
    return 0;
}

int fdatasync(int fd) { return fsync(fd); }

int futimens(int fd, const struct timespec times[2]) {
    struct timespec now = {.tv_sec = wall / 1000000000}, both[2] = {now, now};
    return (int)kernel(SYS_utimensat, fd, NULL, times ? times : both, 0);
}

int rename(const char *path, const char *target) {
    if (is_simulated(path)) {
        int error = operation("n");
        if (error < 0) die();
        if (error) return errno = error, -1;
    }
    int result = (int)kernel(SYS_rename, path, target);
    if (result == 0 && is_simulated(path)) note_path('R', 0, path, target);
    return result;
}

int unlink(const char *path) {
    if (is_simulated(path) && kernel(SYS_access, path, F_OK) == 0) {
        int error = operation("n");
        if (error < 0) die();
        if (error) return errno = error, -1;
    }
    int result = (int)kernel(SYS_unlink, path);
    if (result == 0 && is_simulated(path)) note_path('U', 0, path, "");
    return result;
}
