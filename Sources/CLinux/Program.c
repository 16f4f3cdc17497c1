// SPDX-License-Identifier: MIT
// posix_spawn(3) has neither limits nor a parent-death signal, and fork(2) would copy the page tables of the daemon. So
// this uses vfork(2). Between it and execve(2) the child only makes system calls.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int limit(__rlimit_resource_t resource, uint64_t value) {
    struct rlimit limit;
    if (value == UINT64_MAX) {
        return 0;
    }
    if (getrlimit(resource, &limit) != 0) {
        return -1;
    }
    // A stricter limit that exists already stays. RLIM_INFINITY is the largest number.
    limit.rlim_max = value < limit.rlim_max ? value : limit.rlim_max;
    limit.rlim_cur = value < limit.rlim_cur ? value : limit.rlim_cur;
    return setrlimit(resource, &limit);
}

static void reset_signals(void) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t none;
    // The call fails for SIGKILL, SIGSTOP and two signals of glibc, which have the default action anyway.
    for (int number = 1; number < NSIG; number++) {
        sigaction(number, &action, NULL);
    }
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static int set_limits(const struct jokesd_program *program) {
    if (!program->is_limited) {
        return 0;
    }
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || limit(RLIMIT_CORE, 0) != 0 ||
                   limit(RLIMIT_DATA, program->memory) != 0 ||
                   limit(RLIMIT_CPU, program->processor_seconds) != 0 ||
                   limit(RLIMIT_FSIZE, program->file_size) != 0
               ? -1
               : 0;
}

static int end_with_parent(pid_t parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0) {
        return -1;
    }
    if (getppid() != parent) {
        errno = ECHILD;
        return -1;
    }
    return 0;
}

/// Becomes the program. Returns only after an error, which is in errno.
static void replace_process(const struct jokesd_program *program, pid_t parent) {
    // Duplicate the descriptors above 2 first: in a daemon without standard streams they may have the numbers 0 to 2.
    int input = fcntl(program->input, F_DUPFD_CLOEXEC, 3);
    int output = fcntl(program->output, F_DUPFD_CLOEXEC, 3);
    int errors = fcntl(program->errors, F_DUPFD_CLOEXEC, 3);
    if (input < 0 || output < 0 || errors < 0 || dup2(input, 0) < 0 || dup2(output, 1) < 0 ||
        dup2(errors, 2) < 0) {
        return;
    }
    // Close descriptors of libraries that are not close-on-exec. An old kernel (ENOSYS) leaves them open.
    syscall(SYS_close_range, 3U, ~0U, 0U);
    if ((program->leads_group && setpgid(0, 0) != 0) || (program->leads_session && setsid() < 0) || set_limits(program) != 0 ||
        (program->ends_with_parent && end_with_parent(parent) != 0)) {
        return;
    }
    reset_signals();
    execve(program->path, program->arguments, program->environment);
}

pid_t jokesd_start(const struct jokesd_program *program) {
    // The child writes its errno here: it shares the memory of this process until execve(2).
    volatile int failure = 0;
    sigset_t all, before;
    pid_t parent = getpid();
    // Block signals, so that no handler of this process runs in the child.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = vfork();
    if (pid == 0) {
        replace_process(program, parent);
        failure = errno;
        _exit(127);
    }
    int error = pid < 0 ? errno : failure;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (pid > 0 && error != 0) {
        // The child has ended already.
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    errno = error;
    return error == 0 ? pid : -1;
}

int jokesd_memory_file(void) {
    return memfd_create("jokesd", MFD_CLOEXEC);
}

int jokesd_process_handle(pid_t pid) {
    return (int)syscall(SYS_pidfd_open, pid, 0U);
}
