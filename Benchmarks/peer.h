// SPDX-License-Identifier: MIT
// What the programs of this directory share: a Unix stream socket, a clock, and the end when something fails.
#ifndef JOKESD_BENCHMARKS_PEER_H
#define JOKESD_BENCHMARKS_PEER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

_Noreturn static inline void fail(const char *what) {
    perror(what);
    exit(1);
}

static inline struct sockaddr_un address_of(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        fprintf(stderr, "%s: too long for a socket\n", path);
        exit(1);
    }
    memcpy(address.sun_path, path, strlen(path));
    return address;
}

static inline int connect_to(const char *path) {
    struct sockaddr_un address = address_of(path);
    int peer = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (peer < 0 || connect(peer, (struct sockaddr *)&address, sizeof address) != 0) fail(path);
    return peer;
}

static inline void write_all(int peer, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(peer, bytes, count);
        if (written < 0) fail("write");
        bytes += written;
        count -= (size_t)written;
    }
}

static inline size_t read_some(int peer, char *buffer, size_t room) {
    ssize_t count = read(peer, buffer, room);
    if (count < 0) fail("read");
    if (count == 0) {
        fprintf(stderr, "the server closed the connection\n");
        exit(1);
    }
    return (size_t)count;
}

static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

#endif
