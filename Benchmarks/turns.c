// SPDX-License-Identifier: MIT
// turns exit|ready N COMMAND… -- COMMAND… -- …
// Runs the commands in turns, N times each, and prints for each its median in seconds: with `exit` from spawning it to
// its end, with `ready` to its READY=1 (sd_notify(3)), whereupon it is ended. What they print goes nowhere.
#define _GNU_SOURCE
#include "peer.h"
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

enum { most_commands = 8 };
extern char **environ;

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/// The socket that a service manager would have; unnamed where nobody is asked to be ready.
static int manager(const char *directory) {
    char path[100];
    snprintf(path, sizeof path, "%.80s/notify", directory);
    struct sockaddr_un address = address_of(path);
    int listener = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0) fail(path);
    setenv("NOTIFY_SOCKET", path, 1);
    return listener;
}

static void await_ready(int listener) {
    for (;;) {
        char message[4096];
        ssize_t count = recv(listener, message, sizeof message - 1, 0);
        if (count < 0) fail("recv");
        message[count] = 0;
        if (strstr(message, "READY=1") != NULL) return;
    }
}

static void reap(pid_t child, const char *name, int mayFail) {
    int status = 0;
    if (waitpid(child, &status, 0) != child) fail("waitpid");
    if (mayFail || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) return;
    fprintf(stderr, "%s ended with the status %d\n", name, status);
    exit(1);
}

int main(int argc, char **argv) {
    if (argc < 4) return 64;
    int listener = strcmp(argv[1], "ready") == 0 ? manager(getenv("HOME")) : -1;
    int rounds = atoi(argv[2]), count = 0;
    char **commands[most_commands];
    commands[count++] = argv + 3;
    for (char **word = argv + 3; *word != NULL; word++) {
        if (strcmp(*word, "--") != 0) continue;
        if (count == most_commands) return 64;
        *word = NULL;
        commands[count++] = word + 1;
    }
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);

    double *times = calloc((size_t)(count * rounds), sizeof *times);
    if (times == NULL) fail("calloc");
    for (int round = 0; round < rounds; round++) {
        for (int index = 0; index < count; index++) {
            char **command = commands[index];
            pid_t child;
            double start = now();
            if (posix_spawnp(&child, command[0], &quiet, NULL, command, environ) != 0) fail(command[0]);
            if (listener >= 0) {
                await_ready(listener);
            } else {
                reap(child, command[0], 0);
            }
            times[index * rounds + round] = now() - start;
            if (listener < 0) continue;
            kill(child, SIGTERM);
            reap(child, command[0], 1);
        }
    }
    for (int index = 0; index < count; index++) {
        qsort(times + index * rounds, (size_t)rounds, sizeof *times, by_size);
        printf("%.9f\n", times[index * rounds + rounds / 2]);
    }
    return 0;
}
