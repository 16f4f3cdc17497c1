// SPDX-License-Identifier: MIT
// What Swift's Glibc module does not show: headers that it leaves out, and functions behind _GNU_SOURCE.
#ifndef JOKESD_CLINUX_H
#define JOKESD_CLINUX_H
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <termios.h>

/// accept4(2) with a close-on-exec, non-blocking descriptor.
int jokesd_accept(int listener);

/// SO_PEERCRED of unix(7): 0, or -1 with errno.
int jokesd_peer_credentials(int socket, pid_t *pid, uid_t *uid, gid_t *gid);

/// A program to be started, and what it may use. Of the limits, UINT64_MAX is none.
struct jokesd_program {
    const char *path;
    char *const *arguments;
    char *const *environment;
    /// What becomes its standard input and output, and its standard error. Nothing else of ours stays open in it.
    int conversation;
    int errors;
    /// RLIMIT_DATA, in bytes: private memory that can be written to.
    uint64_t memory;
    /// RLIMIT_CPU, in seconds.
    uint64_t processor_seconds;
    /// RLIMIT_FSIZE, in bytes.
    uint64_t file_size;
};

/// Starts it as the leader of a process group of its own, with no signal blocked or ignored; SIGTERM comes to it when
/// the calling thread ends. Its pid, or -1 with errno, that of execve(2) included.
pid_t jokesd_start(const struct jokesd_program *program);

/// pidfd_open(2): readable once the process has ended; close-on-exec. -1 with errno.
int jokesd_process_handle(pid_t pid);

/// From now on a crash first gives the terminal back: to this mode, and with these bytes, of which a kilobyte is kept. With
/// a null mode, no longer.
void jokesd_restore_on_crash(int terminal, const struct termios *mode, const char *bytes, size_t count);

/// strerrordesc_np(3): a constant, untranslated text, or null for a number that is no error.
const char *jokesd_error_text(int code);

#endif
