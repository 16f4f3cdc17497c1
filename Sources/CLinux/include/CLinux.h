// SPDX-License-Identifier: MIT
// Headers that Swift's Glibc module does not include, and wrappers of functions that need _GNU_SOURCE.
#ifndef JOKESD_CLINUX_H
#define JOKESD_CLINUX_H
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/vfs.h>
#include <termios.h>

/// accept4(2) that returns a close-on-exec, non-blocking descriptor, or -1 with errno.
int jokesd_accept(int listener);

/// Gets the credentials of the peer (SO_PEERCRED, unix(7)). Returns 0, or -1 with errno.
int jokesd_peer_credentials(int socket, pid_t *pid, uid_t *uid, gid_t *gid);

/// A description of a program to start. The limit UINT64_MAX is no limit.
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
    /// Whether it leads a session of its own, which has no terminal (setsid(2)).
    int leads_session;
    /// Whether the kernel sends it SIGTERM when the calling thread ends.
    int ends_with_parent;
    /// Whether the limits below apply, RLIMIT_CORE is 0, and no set-user-id program gives it privileges
    /// (PR_SET_NO_NEW_PRIVS).
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

/// pipe2(2) with both ends close-on-exec. Returns 0, or -1 with errno.
int jokesd_pipe(int ends[2]);

/// memfd_create(2): a close-on-exec descriptor of an empty file in memory. Returns -1 with errno if it fails.
int jokesd_memory_file(void);

/// pidfd_open(2): a close-on-exec descriptor that is readable after the process has ended. Returns -1 with errno if it
/// fails.
int jokesd_process_handle(pid_t pid);

/// Makes a crash restore the terminal: it sets this mode and writes these bytes, of which at most 1024 are used. A null
/// mode switches this off.
void jokesd_restore_on_crash(int terminal, const struct termios *mode, const char *bytes, size_t count);

/// malloc_trim(3) of all that is not in use.
void jokesd_release_heap(void);

/// strerrordesc_np(3): a constant, untranslated text, or null if `code` is not an error number.
const char *jokesd_error_text(int code);

#endif
