// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CLinux.h"

/// accept4(2) with a close-on-exec, non-blocking descriptor.
int jokesd_accept(int listener) {
    return accept4(listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
