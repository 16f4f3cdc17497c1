// SPDX-License-Identifier: MIT
#ifndef JOKESD_CSQLITELOG_H
#define JOKESD_CSQLITELOG_H

/// The name of the VFS of `jokesd_register_log_vfs`.
#define JOKESD_LOG_VFS "jokesd-log"

/// Registers a VFS that writes the frames of a transaction to the write-ahead log together. Returns SQLite's result code.
int jokesd_register_log_vfs(void);

#endif
