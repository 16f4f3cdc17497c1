// SPDX-License-Identifier: MIT
// echo SOCKET SIZE: answers every line with SIZE bytes, the last one a newline. One epoll loop, nothing else: what a
// server costs that does nothing. It writes blocking, which is good enough for a client that reads its answers.
#define _GNU_SOURCE
#include "peer.h"
#include <sys/epoll.h>

enum { input_size = 64 << 10, most_ready = 256 };

/// Answers what one read brings; false at the end of the connection.
static int answer(int client, const char *reply, size_t size) {
    static char input[input_size];
    static char *output;
    static size_t room;
    ssize_t count = read(client, input, sizeof input);
    if (count <= 0) return 0;
    size_t used = 0;
    for (const char *place = input, *end = input + count; place < end; place++) {
        place = memchr(place, '\n', (size_t)(end - place));
        if (place == NULL) break;
        if (room - used < size) {
            room = 2 * room + size;
            output = realloc(output, room);
            if (output == NULL) fail("realloc");
        }
        memcpy(output + used, reply, size);
        used += size;
    }
    write_all(client, output, used);
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    size_t size = strtoul(argv[2], NULL, 10);
    char *reply = malloc(size);
    if (size == 0 || reply == NULL) return 64;
    memset(reply, 'x', size);
    reply[size - 1] = '\n';

    struct sockaddr_un address = address_of(argv[1]);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0) fail(argv[1]);
    if (listen(listener, 128) != 0) fail("listen");
    int poller = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event) != 0) fail("epoll_ctl");
    for (;;) {
        struct epoll_event ready[most_ready];
        int count = epoll_wait(poller, ready, most_ready, -1);
        for (int index = 0; index < count; index++) {
            int peer = ready[index].data.fd;
            if (peer == listener) {
                event.data.fd = accept(listener, NULL, NULL);
                if (event.data.fd < 0 || epoll_ctl(poller, EPOLL_CTL_ADD, event.data.fd, &event) != 0) fail("accept");
            } else if (!answer(peer, reply, size)) {
                close(peer);
            }
        }
    }
}
