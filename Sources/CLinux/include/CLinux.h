// SPDX-License-Identifier: MIT
// What Swift's Glibc module does not show: functions behind _GNU_SOURCE, and macros.
#ifndef JOKESD_CLINUX_H
#define JOKESD_CLINUX_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <sys/socket.h>

int jokesd_accept(int listener);

#endif
