// SPDX-License-Identifier: MIT
#ifndef JOKESD_CSQLITE_H
#define JOKESD_CSQLITE_H
#include <sqlite3.h>
#include <stddef.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import. For an empty text Swift may pass
// a null pointer, which would bind NULL instead of an empty text.
static inline int jokesd_bind_text(sqlite3_stmt *statement, int index, const char *text, int bytes) {
    return sqlite3_bind_text(statement, index, text ? text : "", bytes, SQLITE_TRANSIENT);
}

// Binds bytes in the same way.
static inline int jokesd_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

// sqlite3_db_config is variadic, which Swift does not import. This is the form for options that are on or off.
static inline int jokesd_set_flag(sqlite3 *database, int flag, int on) {
    return sqlite3_db_config(database, flag, on, (int *)0);
}

// sqlite3_config is variadic, too. Turns the statistics of memory off, whose lock each allocation takes. Call this before
// any other function of SQLite.
static inline int jokesd_turn_memory_statistics_off(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// memmem(3), which glibc's header declares only for _GNU_SOURCE.
void *memmem(const void *text, size_t count, const void *part, size_t length);

#endif
