// SPDX-License-Identifier: MIT
// A VFS that writes the frames of a transaction to the write-ahead log together.
//
// SQLite writes each frame with two calls of pwrite(2), for its header of 24 bytes and its page. A decision writes about
// ten pages, and a group of decisions sixty; one call for all of them takes a sixth of the time.
//
// The promise of a commit is kept: SQLite calls xWrite for all frames of a transaction, xSync if the commit is durable,
// and only then it changes the index of the log, by which readers find the frames. Bytes wait in the buffer only between
// the first frame of a transaction and its last one, whose header says that it is the last. The xWrite of that frame
// writes all that waits, and returns the error if that fails. Every other call about the log writes first what waits. So
// the writes keep their order, and if the process is killed, it is as if it was killed before them.
//
// A connection that writes more than once must have `PRAGMA cache_spill = OFF`. Otherwise SQLite writes frames before the
// commit, and after a rollback they would wait here until the next transaction.
//
// All other files are opened by SQLite's own VFS, without a detour.
#define _GNU_SOURCE
#include "include/CSQLiteLog.h"
#include <fcntl.h>
#include <sqlite3.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>

enum {
    frame_header_size = 24,
    /// The most bytes that wait. A larger transaction needs more than one write. SQLite's own VFS writes less than 128 KiB
    /// at once (`seekAndWriteFd`).
    buffer_size = 31 * (frame_header_size + 4096),
};

/// A write-ahead log. The file of SQLite's own VFS follows it in memory.
struct log_file {
    sqlite3_file base;
    /// The bytes that wait, and where they belong in the file.
    unsigned char *buffer;
    int count;
    sqlite3_int64 offset;
    /// The end of the last write.
    sqlite3_int64 end;
    /// Whether the header of a frame waits, and its page is written next.
    int expects_page;
    /// Whether that page ends a transaction.
    int is_last_page;
};

static sqlite3_file *file_of(struct log_file *log) { return (sqlite3_file *)(log + 1); }

/// Writes what waits. After an error it waits no more: SQLite rolls the transaction back.
static int flush(sqlite3_file *base) {
    struct log_file *log = (struct log_file *)base;
    sqlite3_file *file = file_of(log);
    int count = log->count;
    log->count = log->expects_page = 0;
    return count == 0 ? SQLITE_OK : file->pMethods->xWrite(file, log->buffer, count, log->offset);
}

/// Whether a frame ends a transaction: its second number, the size of the database after the commit, is not zero
/// (SQLite's manual, "WAL File Format").
static int is_last_frame(const unsigned char *header) {
    return (header[4] | header[5] | header[6] | header[7]) != 0;
}

/// Writes a frame's header or page into the buffer, and anything else into the file. Headers that SQLite writes again do
/// not follow the last write, and are no new frames.
static int log_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
    struct log_file *log = (struct log_file *)base;
    int follows = offset == log->end, is_header = count == frame_header_size && !log->expects_page;
    int is_page = count > frame_header_size && log->expects_page;
    log->end = offset + count;
    if (!follows || !(is_header || is_page) || count > buffer_size - log->count) {
        int result = flush(base);
        if (result != SQLITE_OK) return result;
        if (!follows || !is_header) {
            sqlite3_file *file = file_of(log);
            return file->pMethods->xWrite(file, bytes, count, offset);
        }
    }
    if (log->count == 0) log->offset = offset;
    memcpy(log->buffer + log->count, bytes, (size_t)count);
    log->count += count;
    log->expects_page = is_header;
    if (is_header) log->is_last_page = is_last_frame(bytes);
    return is_page && log->is_last_page ? flush(base) : SQLITE_OK;
}

static int log_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
    int result = flush(base);
    sqlite3_file *file = file_of((struct log_file *)base);
    return result != SQLITE_OK ? result : file->pMethods->xRead(file, bytes, count, offset);
}

static int log_truncate(sqlite3_file *base, sqlite3_int64 size) {
    int result = flush(base);
    sqlite3_file *file = file_of((struct log_file *)base);
    return result != SQLITE_OK ? result : file->pMethods->xTruncate(file, size);
}

static int log_sync(sqlite3_file *base, int flags) {
    int result = flush(base);
    sqlite3_file *file = file_of((struct log_file *)base);
    return result != SQLITE_OK ? result : file->pMethods->xSync(file, flags);
}

static int log_file_size(sqlite3_file *base, sqlite3_int64 *size) {
    int result = flush(base);
    sqlite3_file *file = file_of((struct log_file *)base);
    return result != SQLITE_OK ? result : file->pMethods->xFileSize(file, size);
}

static int log_close(sqlite3_file *base) {
    struct log_file *log = (struct log_file *)base;
    // What waits belongs to no commit.
    sqlite3_free(log->buffer);
    return file_of(log)->pMethods->xClose(file_of(log));
}

// The log is not locked. Its locks are those of the index of the log, which belongs to the file of the database.

static int log_lock(sqlite3_file *base, int level) {
    sqlite3_file *file = file_of((struct log_file *)base);
    return file->pMethods->xLock(file, level);
}

static int log_unlock(sqlite3_file *base, int level) {
    sqlite3_file *file = file_of((struct log_file *)base);
    return file->pMethods->xUnlock(file, level);
}

static int log_check_lock(sqlite3_file *base, int *is_reserved) {
    sqlite3_file *file = file_of((struct log_file *)base);
    return file->pMethods->xCheckReservedLock(file, is_reserved);
}

static int log_control(sqlite3_file *base, int operation, void *argument) {
    sqlite3_file *file = file_of((struct log_file *)base);
    return file->pMethods->xFileControl(file, operation, argument);
}

static int log_sector_size(sqlite3_file *base) {
    sqlite3_file *file = file_of((struct log_file *)base);
    return file->pMethods->xSectorSize(file);
}

static int log_characteristics(sqlite3_file *base) {
    sqlite3_file *file = file_of((struct log_file *)base);
    return file->pMethods->xDeviceCharacteristics(file);
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = log_close,
    .xRead = log_read,
    .xWrite = log_write,
    .xTruncate = log_truncate,
    .xSync = log_sync,
    .xFileSize = log_file_size,
    .xLock = log_lock,
    .xUnlock = log_unlock,
    .xCheckReservedLock = log_check_lock,
    .xFileControl = log_control,
    .xSectorSize = log_sector_size,
    .xDeviceCharacteristics = log_characteristics,
};

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *opened) {
    sqlite3_vfs *own = vfs->pAppData;
    if ((flags & SQLITE_OPEN_WAL) == 0) return own->xOpen(own, path, base, flags, opened);
    struct log_file *log = (struct log_file *)base;
    memset(log, 0, sizeof *log);
    log->buffer = sqlite3_malloc(buffer_size);
    if (log->buffer == NULL) return SQLITE_NOMEM;
    int result = own->xOpen(own, path, file_of(log), flags, opened);
    if (result == SQLITE_OK) {
        log->base.pMethods = &methods;
        return SQLITE_OK;
    }
    // SQLite closes the file after an error if it has methods.
    if (file_of(log)->pMethods != NULL) file_of(log)->pMethods->xClose(file_of(log));
    sqlite3_free(log->buffer);
    return result;
}

int jokesd_register_log_vfs(void) {
    static sqlite3_vfs vfs;
    sqlite3_vfs *own = sqlite3_vfs_find(NULL);
    if (own == NULL) return SQLITE_ERROR;
    // The functions of SQLite's VFS for Unix that are not about one file do not use the VFS that is passed to them.
    vfs = *own;
    vfs.zName = JOKESD_LOG_VFS;
    vfs.pAppData = own;
    vfs.szOsFile = (int)sizeof(struct log_file) + own->szOsFile;
    vfs.xOpen = open_file;
    return sqlite3_vfs_register(&vfs, 0);
}

int jokesd_log_facts(const char *path, uint64_t *inode, int64_t *size) {
    struct statx facts;
    if (statx(AT_FDCWD, path, 0, STATX_INO | STATX_SIZE, &facts) != 0) return -1;
    *inode = facts.stx_ino;
    *size = (int64_t)facts.stx_size;
    return 0;
}
