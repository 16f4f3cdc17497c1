// SPDX-License-Identifier: MIT
// Without this, a program that crashes would leave the terminal without echo and on the alternate screen. Only
// functions that are safe in a signal handler may restore it: tcsetattr(3) and write(2) are (signal-safety(7)), Swift
// code is not.
#define _GNU_SOURCE
#include "CLinux.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
enum { crash_count = sizeof crashes / sizeof *crashes };

static struct {
    int terminal;
    struct termios mode;
    char bytes[1024];
    size_t count;
} saved;
static struct sigaction previous[crash_count];
static int is_set;

static void restore_terminal(int number) {
    ssize_t ignored = write(saved.terminal, saved.bytes, saved.count);
    (void)ignored;
    tcsetattr(saved.terminal, TCSANOW, &saved.mode);
    for (int index = 0; index < crash_count; index++) {
        sigaction(crashes[index], &previous[index], NULL);
    }
    // The previous handler, or the default action, gets the signal when this handler returns.
    raise(number);
}

void jokesd_restore_on_crash(int terminal, const struct termios *mode, const char *bytes, size_t count) {
    struct sigaction action = {.sa_handler = restore_terminal};
    if (is_set) {
        for (int index = 0; index < crash_count; index++) {
            sigaction(crashes[index], &previous[index], NULL);
        }
        is_set = 0;
    }
    if (mode == NULL) {
        return;
    }
    saved.terminal = terminal;
    saved.mode = *mode;
    saved.count = count < sizeof saved.bytes ? count : sizeof saved.bytes;
    memcpy(saved.bytes, bytes, saved.count);
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < crash_count; index++) {
        sigaction(crashes[index], &action, &previous[index]);
    }
    is_set = 1;
}
