// SPDX-License-Identifier: MIT
// accelerated-clock.c: a library for LD_PRELOAD that makes the clocks of a program run faster, so that a test can run a
// whole day of it.
//
// ACCELERATED_CLOCK="RATE REALTIME BOOTTIME MONOTONIC FROM": after the given values of the clocks (in ns), time runs
// RATE times as fast. The real time at that moment is FROM (in ns since 1970). All processes with the same value agree
// on the time. The monotonic clock and the timeouts of poll(2) are accelerated only with ACCELERATED_CLOCK_ALL=1,
// because a condition variable that waits until a monotonic time would wait too long.
//
// libfaketime 0.9.10 is not suitable: it treats CLOCK_BOOTTIME as CLOCK_REALTIME, and a timerfd of that clock never
// fires.
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
    const char *text = getenv("ACCELERATED_CLOCK");
    if (!text || sscanf(text, "%ld %ld %ld %ld %ld", &rate, &realtime, &boottime, &monotonic, &from) != 5 || rate < 1) {
        fputs("ACCELERATED_CLOCK must be: RATE REALTIME BOOTTIME MONOTONIC FROM\n", stderr);
        _exit(64);
    }
    all = getenv("ACCELERATED_CLOCK_ALL") != NULL;
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
    struct itimerspec accelerated = *value;
    int64_t end = nanoseconds(&value->it_value);
    if (end != 0 && flags & TFD_TIMER_ABSTIME) accelerated.it_value = timespec_of(boottime + (end - boottime) / rate);
    return (int)syscall(SYS_timerfd_settime, fd, flags, &accelerated, old);
}

int poll(struct pollfd *entries, nfds_t count, int timeout) {
    if (!all || timeout <= 0) return (int)syscall(SYS_poll, entries, count, timeout);
    struct timespec wait = timespec_of(timeout * INT64_C(1000000) / rate);
    return (int)syscall(SYS_ppoll, entries, count, &wait, NULL, 0);
}
