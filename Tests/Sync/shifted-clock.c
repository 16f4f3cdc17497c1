// SPDX-License-Identifier: MIT
// Shifts the wall clock of a program by SHIFTED_CLOCK seconds (LD_PRELOAD), so that daemons disagree about the time.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time)
{
    static long long shift;
    static int is_read;
    if (!is_read) {
        const char *text = getenv("SHIFTED_CLOCK");
        shift = text ? atoll(text) : 0;
        is_read = 1;
    }
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += shift;
    return result;
}
