/* A database with one table for each kind of row and a column for each key; a pair of coordinates
 * takes two columns, a list is JSON. SQLite cannot write to a stream, so a temporary file is made
 * and copied. */
#include <errno.h>
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/results/export.h"

enum { STATEMENT_SIZE = 16384, BLOCK = 1 << 16 };

struct writing {
    sqlite3 *database;
    sqlite3_stmt *inserts[FR_ROW_KINDS]; /* NULL: no row of the kind yet */
    struct fr_error *error;
};

static enum fr_status complain(const struct writing *writing)
{
    return fr_fail(writing->error, FR_SYSTEM_ERROR, "--format sqlite: %s",
                   sqlite3_errmsg(writing->database));
}

static enum fr_status execute(const struct writing *writing, const char *statement)
{
    return sqlite3_exec(writing->database, statement, NULL, NULL, NULL) == SQLITE_OK
               ? FR_OK
               : complain(writing);
}

/* Creates the table of a kind and prepares the statement that fills it. */
static enum fr_status begin_table(struct writing *writing, enum fr_row_kind kind)
{
    const struct fr_row_layout *layout = &fr_row_layouts[kind];
    char create[STATEMENT_SIZE], insert[STATEMENT_SIZE];
    int made = snprintf(create, sizeof create, "CREATE TABLE \"%s\" (", layout->name);
    int filled = snprintf(insert, sizeof insert, "INSERT INTO \"%s\" VALUES (", layout->name);
    for (size_t i = 0; i < layout->count; i++) {
        const char *const comma = i > 0 ? ", " : "", *key = layout->fields[i].key;
        const bool pixel = layout->fields[i].type == FR_FIELD_PIXEL;
        made += snprintf(create + made, sizeof create - (size_t)made,
                         pixel ? "%s\"%s_x\", \"%s_y\"" : "%s\"%s\"", comma, key, key);
        filled += snprintf(insert + filled, sizeof insert - (size_t)filled, "%s%s", comma,
                           pixel ? "?, ?" : "?");
    }
    snprintf(create + made, sizeof create - (size_t)made, ")");
    snprintf(insert + filled, sizeof insert - (size_t)filled, ")");
    enum fr_status status = execute(writing, create);
    if (status == FR_OK &&
        sqlite3_prepare_v2(writing->database, insert, -1, &writing->inserts[kind], NULL))
        status = complain(writing);
    return status;
}

static int bind_text(sqlite3_stmt *insert, int column, const char *text)
{
    return text ? sqlite3_bind_text(insert, column, text, -1, SQLITE_TRANSIENT)
                : sqlite3_bind_null(insert, column);
}

static int bind_integer(sqlite3_stmt *insert, int column, int64_t value, bool null)
{
    return null && value < 0 ? sqlite3_bind_null(insert, column)
                             : sqlite3_bind_int64(insert, column, value);
}

static int bind_number(sqlite3_stmt *insert, int column, double value)
{
    if (isnan(value))
        return sqlite3_bind_null(insert, column);
    return fabs(value) < 0x1p63 && floor(value) == value
               ? sqlite3_bind_int64(insert, column, (sqlite3_int64)value)
               : sqlite3_bind_double(insert, column, value);
}

/* Binds a list as JSON. */
static int bind_list(sqlite3_stmt *insert, int column, const struct fr_row *row,
                     const struct fr_row_field *field)
{
    struct fr_text text = {.allocator = &fr_default_allocator};
    const struct fr_texts *list = fr_row_value(row, field);
    if ((field->null || field->rare) && !list->at)
        return sqlite3_bind_null(insert, column);
    fr_value_spell(&text, row, field);
    const int trouble = text.no_memory ? SQLITE_NOMEM
                                       : sqlite3_bind_text(insert, column, text.bytes,
                                                           (int)text.size, SQLITE_TRANSIENT);
    fr_text_release(&text);
    return trouble;
}

/* Binds a value; a pixel takes two columns. *column: the last column that was bound. */
static int bind(sqlite3_stmt *insert, int *column, const struct fr_row *row,
                const struct fr_row_field *field)
{
    const void *value = fr_row_value(row, field);
    const int at = ++*column;
    switch (field->type) {
    case FR_FIELD_TEXT:
    case FR_FIELD_WORD:
        return bind_text(insert, at, *(const char *const *)value);
    case FR_FIELD_INTEGER:
        return bind_integer(insert, at, *(const int64_t *)value, field->null);
    case FR_FIELD_NUMBER:
        return bind_number(insert, at, *(const double *)value);
    case FR_FIELD_FLAG:
        return bind_integer(insert, at, *(const int *)value, true);
    case FR_FIELD_PIXEL:
        if (sqlite3_bind_int(insert, at, ((const struct fr_pixel *)value)->x) != SQLITE_OK)
            return SQLITE_NOMEM;
        return sqlite3_bind_int(insert, ++*column, ((const struct fr_pixel *)value)->y);
    default:
        return bind_list(insert, at, row, field);
    }
}

static enum fr_status put_row(struct writing *writing, const struct fr_row *row)
{
    const struct fr_row_layout *layout = &fr_row_layouts[row->kind];
    int column = 0, trouble = SQLITE_OK;
    enum fr_status status = writing->inserts[row->kind] ? FR_OK : begin_table(writing, row->kind);
    sqlite3_stmt *insert = writing->inserts[row->kind];
    if (status != FR_OK)
        return status;
    for (size_t i = 0; i < layout->count && trouble == SQLITE_OK; i++)
        trouble = bind(insert, &column, row, &layout->fields[i]);
    if (trouble != SQLITE_OK || sqlite3_step(insert) != SQLITE_DONE ||
        sqlite3_reset(insert) != SQLITE_OK)
        return complain(writing);
    return FR_OK;
}

static enum fr_status fill(struct writing *writing, struct fr_results *results)
{
    enum fr_status status =
        execute(writing, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
    while (status == FR_OK && (status = fr_results_next(results, writing->error)) == FR_OK &&
           results->row.kind != FR_ROW_KINDS)
        status = put_row(writing, &results->row);
    return status == FR_OK ? execute(writing, "COMMIT") : status;
}

static enum fr_status make_database(const char *name, struct fr_results *results,
                                    struct fr_error *error)
{
    struct writing writing = {.error = error};
    enum fr_status status =
        sqlite3_open(name, &writing.database) == SQLITE_OK ? FR_OK : complain(&writing);
    if (status == FR_OK)
        status = fill(&writing, results);
    for (int i = 0; i < FR_ROW_KINDS; i++)
        sqlite3_finalize(writing.inserts[i]);
    if (sqlite3_close(writing.database) != SQLITE_OK && status == FR_OK)
        status = fr_fail(error, FR_SYSTEM_ERROR, "--format sqlite: %s: cannot be closed", name);
    return status;
}

/* The caller checks the file's error flag. */
static enum fr_status copy(int source, FILE *file, struct fr_error *error)
{
    static char block[BLOCK];
    ssize_t count;
    while ((count = read(source, block, sizeof block)) > 0)
        fwrite(block, 1, (size_t)count, file);
    return count == 0 ? FR_OK
                      : fr_fail(error, FR_SYSTEM_ERROR, "--format sqlite: %s", strerror(errno));
}

enum fr_status fr_export_sqlite(struct fr_results *results, FILE *file, struct fr_error *error)
{
    const char *folder = getenv("TMPDIR");
    char name[4096];
    snprintf(name, sizeof name, "%s/footrace-XXXXXX", folder && *folder ? folder : "/tmp");
    const int made = mkstemp(name);
    if (made < 0)
        return fr_fail(error, FR_SYSTEM_ERROR, "%s: %s; expected a folder for temporary files",
                       name, strerror(errno));
    enum fr_status status = make_database(name, results, error);
    if (status == FR_OK)
        status = copy(made, file, error);
    close(made);
    unlink(name);
    return status;
}
