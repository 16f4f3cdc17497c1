// SPDX-License-Identifier: MIT
// hurry.c: LD_PRELOAD for programs whose time is to run faster, so that a test sees a whole day of them.
//
// HURRY="RATE REALTIME BOOTTIME MONOTONIC FROM": since those moments of the machine's clocks (ns) time runs RATE times as fast, and what
// was REALTIME then is FROM (ns since 1970). All processes that have the same HURRY agree on the time. Of the monotonic clock and of
// poll(2)'s time-outs only HURRY_ALL=1 is hurried: who waits for a condition until a monotonic time would wait too long.
//
// Why not libfaketime: 0.9.10 takes CLOCK_BOOTTIME for CLOCK_REALTIME, and a timerfd of that clock never fires.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static int64_t rate = 1, realtime, boottime, monotonic, from;
static int all;

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("HURRY");
    if (!text || sscanf(text, "%ld %ld %ld %ld %ld", &rate, &realtime, &boottime, &monotonic, &from) != 5 || rate < 1) {
        fputs("hurry: HURRY is to be RATE REALTIME BOOTTIME MONOTONIC FROM\n", stderr);
        _exit(64);
    }
    all = getenv("HURRY_ALL") != NULL;
}

static int64_t nanoseconds(const struct timespec *time) { return time->tv_sec * INT64_C(1000000000) + time->tv_nsec; }

static struct timespec timespec_of(int64_t time) {
    return (struct timespec){.tv_sec = time / 1000000000, .tv_nsec = time % 1000000000};
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (syscall(SYS_clock_gettime, clock, time) != 0) return -1;
    int64_t now = nanoseconds(time);
    switch (clock) {
        case CLOCK_REALTIME: now = from + (now - realtime) * rate; break;
        case CLOCK_BOOTTIME: now = boottime + (now - boottime) * rate; break;
        case CLOCK_MONOTONIC:
            if (!all) return 0;
            now = monotonic + (now - monotonic) * rate;
            break;
        default: return 0;
    }
    *time = timespec_of(now);
    return 0;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}

// jokesd's timers are absolute times of CLOCK_BOOTTIME.
int timerfd_settime(int fd, int flags, const struct itimerspec *value, struct itimerspec *old) {
    struct itimerspec hurried = *value;
    int64_t end = nanoseconds(&value->it_value);
    if (end != 0 && flags & TFD_TIMER_ABSTIME) hurried.it_value = timespec_of(boottime + (end - boottime) / rate);
    return (int)syscall(SYS_timerfd_settime, fd, flags, &hurried, old);
}

int poll(struct pollfd *entries, nfds_t count, int timeout) {
    if (!all || timeout <= 0) return (int)syscall(SYS_poll, entries, count, timeout);
    struct timespec wait = timespec_of(timeout * INT64_C(1000000) / rate);
    return (int)syscall(SYS_ppoll, entries, count, &wait, NULL, 0);
}
