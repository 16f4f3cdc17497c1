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

/// A program to start, with what it gets. UINT64_MAX is no limit.
struct jokesd_program {
    const char *path;
    char *const *arguments;
    char *const *environment;
    /// The descriptors for its three standard streams. It gets no other descriptor.
    int input;
    int output;
    int errors;
    /// Whether it leads a process group of its own.
    int leads_group;
    /// Whether SIGTERM comes to it when the calling thread ends.
    int ends_with_parent;
    /// Whether the limits below apply, and RLIMIT_CORE is 0.
    int is_limited;
    /// RLIMIT_DATA, in bytes: private memory that can be written to.
    uint64_t memory;
    /// RLIMIT_CPU, in seconds.
    uint64_t processor_seconds;
    /// RLIMIT_FSIZE, in bytes.
    uint64_t file_size;
};

/// Starts a program with no signal blocked or ignored. Returns its pid, or -1 with the errno of the call that failed,
/// execve(2) included.
pid_t jokesd_start(const struct jokesd_program *program);

/// pipe2(2): both ends close on exec. -1 with errno.
int jokesd_pipe(int ends[2]);

/// pidfd_open(2): readable once the process has ended; close-on-exec. -1 with errno.
int jokesd_process_handle(pid_t pid);

/// From now on a crash first gives the terminal back: to this mode, and with these bytes, of which a kilobyte is kept. With
/// a null mode, no longer.
void jokesd_restore_on_crash(int terminal, const struct termios *mode, const char *bytes, size_t count);

/// strerrordesc_np(3): a constant, untranslated text, or null for a number that is no error.
const char *jokesd_error_text(int code);

#endif
