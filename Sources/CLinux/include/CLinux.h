// SPDX-License-Identifier: MIT
// What Swift's Glibc module does not show: headers that it leaves out, and functions behind _GNU_SOURCE.
#ifndef JOKESD_CLINUX_H
#define JOKESD_CLINUX_H
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>

/// accept4(2) with a close-on-exec, non-blocking descriptor.
int jokesd_accept(int listener);

/// SO_PEERCRED of unix(7): 0, or -1 with errno.
int jokesd_peer_credentials(int socket, pid_t *pid, uid_t *uid, gid_t *gid);

/// strerrordesc_np(3): a constant, untranslated text, or null for a number that is no error.
const char *jokesd_error_text(int code);

#endif
