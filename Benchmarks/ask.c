// SPDX-License-Identifier: MIT
// ask SOCKET REQUEST: sends one line, prints the line that answers it. The least that a client can be.
#include "peer.h"

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    int peer = connect_to(argv[1]);
    write_all(peer, argv[2], strlen(argv[2]));
    write_all(peer, "\n", 1);
    static char reply[1 << 20];
    size_t count = 0;
    do {
        count += read_some(peer, reply + count, sizeof reply - count);
    } while (reply[count - 1] != '\n');
    write_all(STDOUT_FILENO, reply, count);
    return 0;
}
