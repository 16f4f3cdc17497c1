// SPDX-License-Identifier: MIT
// commit FILE N: N transactions of two rows each, in a database of its own with journal_mode=WAL and synchronous=FULL.
// The least that SQLite asks for a decision that is on the disk: one row of a joke, one of a session.
// Prints: the median seconds of a transaction, nanoseconds of CPU each.
#include "peer.h"
#include <sqlite3.h>

static sqlite3 *database;

static void check(int result) {
    if (result == SQLITE_OK || result == SQLITE_DONE || result == SQLITE_ROW) return;
    fprintf(stderr, "%s\n", sqlite3_errmsg(database));
    exit(1);
}

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v2(database, sql, -1, &statement, NULL));
    return statement;
}

static void run(sqlite3_stmt *statement) {
    check(sqlite3_step(statement));
    check(sqlite3_reset(statement));
}

static double cpu(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    long count = atol(argv[2]);
    double *times = calloc((size_t)count, sizeof *times);
    if (count == 0 || times == NULL) return 64;
    check(sqlite3_open(argv[1], &database));
    check(sqlite3_exec(
        database,
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "CREATE TABLE IF NOT EXISTS joke (number INTEGER PRIMARY KEY, saved_at INTEGER);"
        "CREATE TABLE IF NOT EXISTS session (only INTEGER PRIMARY KEY, sequence INTEGER);"
        "INSERT OR IGNORE INTO session VALUES (1, 0)",
        NULL, NULL, NULL));
    sqlite3_stmt *begin = prepared("BEGIN IMMEDIATE"), *end = prepared("COMMIT");
    sqlite3_stmt *joke = prepared("INSERT INTO joke (saved_at) VALUES (1763800000000)");
    sqlite3_stmt *session = prepared("UPDATE session SET sequence = sequence + 1");
    double before = cpu();
    for (long index = 0; index < count; index++) {
        double start = now();
        run(begin);
        run(joke);
        run(session);
        run(end);
        times[index] = now() - start;
    }
    double spent = cpu() - before;
    qsort(times, (size_t)count, sizeof *times, by_size);
    printf("%.9f %.0f\n", times[count / 2], spent / (double)count);
    return 0;
}
