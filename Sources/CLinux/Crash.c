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
} usual;
static struct sigaction former[crash_count];
static int is_set;

static void give_back(int number) {
    ssize_t ignored = write(usual.terminal, usual.bytes, usual.count);
    (void)ignored;
    tcsetattr(usual.terminal, TCSANOW, &usual.mode);
    for (int index = 0; index < crash_count; index++) {
        sigaction(crashes[index], &former[index], NULL);
    }
    // The previous handler, or the default action, gets the signal when this handler returns.
    raise(number);
}

void jokesd_restore_on_crash(int terminal, const struct termios *mode, const char *bytes, size_t count) {
    struct sigaction action = {.sa_handler = give_back};
    if (is_set) {
        for (int index = 0; index < crash_count; index++) {
            sigaction(crashes[index], &former[index], NULL);
        }
        is_set = 0;
    }
    if (mode == NULL) {
        return;
    }
    usual.terminal = terminal;
    usual.mode = *mode;
    usual.count = count < sizeof usual.bytes ? count : sizeof usual.bytes;
    memcpy(usual.bytes, bytes, usual.count);
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < crash_count; index++) {
        sigaction(crashes[index], &action, &former[index]);
    }
    is_set = 1;
}
