// SPDX-License-Identifier: MIT
#ifndef JOKESD_CSQLITELOG_H
#define JOKESD_CSQLITELOG_H
#include <stdint.h>

/// The name of the VFS of `jokesd_register_log_vfs`.
#define JOKESD_LOG_VFS "jokesd-log"

/// Registers a VFS that writes the frames of a transaction to the write-ahead log together. Returns SQLite's result code.
int jokesd_register_log_vfs(void);

/// Gets the inode and the size of a file, without its times. Returns 0, or -1 with errno.
///
/// After a program has asked for the times of a file, Linux (6.13) gives the next write a time of its own. On some file
/// systems fdatasync(2) then writes the inode, too. So stat(2) after each commit makes the next commit slower.
int jokesd_log_facts(const char *path, uint64_t *inode, int64_t *size);

#endif
