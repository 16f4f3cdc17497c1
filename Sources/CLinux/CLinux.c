// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <malloc.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int jokesd_accept(int listener) {
    return accept4(listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int jokesd_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

int jokesd_peer_credentials(int socket, pid_t *pid, uid_t *uid, gid_t *gid) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
        return -1;
    }
    *pid = peer.pid;
    *uid = peer.uid;
    *gid = peer.gid;
    return 0;
}

const char *jokesd_error_text(int code) {
    return strerrordesc_np(code);
}

void jokesd_release_heap(void) {
    malloc_trim(0);
}
