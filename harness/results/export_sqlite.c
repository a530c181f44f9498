/* A database with a table for each kind of row, its columns those of the rows; pairs of coordinates are
 * two columns, lists are JSON. It is made in a temporary file, as SQLite writes to no stream. */
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/results/export.h"

enum { MOST_KINDS = 16, STATEMENT_SIZE = 16384, BLOCK = 1 << 16 };

struct table {
    char kind[32];
    sqlite3_stmt *insert;
};

struct writing {
    sqlite3 *database;
    struct table tables[MOST_KINDS];
    int count;
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

static bool is_pixel(const cJSON *value)
{
    return strcmp(value->string, "start") == 0 || strcmp(value->string, "goal") == 0;
}

/* The statements that make a table and fill it; names are the schema's, which hold no quotes. */
static enum fr_status begin_table(struct writing *writing, const char *kind, const cJSON *row)
{
    struct table *table = &writing->tables[writing->count++];
    char create[STATEMENT_SIZE], insert[STATEMENT_SIZE];
    const cJSON *value;
    snprintf(table->kind, sizeof table->kind, "%s", kind);
    int made = snprintf(create, sizeof create, "CREATE TABLE \"%s\" (", kind);
    int filled = snprintf(insert, sizeof insert, "INSERT INTO \"%s\" VALUES (", kind);
    cJSON_ArrayForEach(value, row)
    {
        const char *const comma = value == row->child ? "" : ", ";
        const bool pixel = is_pixel(value);
        made += snprintf(create + made, sizeof create - (size_t)made,
                         pixel ? "%s\"%s_x\", \"%s_y\"" : "%s\"%s\"", comma, value->string,
                         value->string);
        filled += snprintf(insert + filled, sizeof insert - (size_t)filled, "%s%s", comma,
                           pixel ? "?, ?" : "?");
    }
    snprintf(create + made, sizeof create - (size_t)made, ")");
    snprintf(insert + filled, sizeof insert - (size_t)filled, ")");
    enum fr_status status = execute(writing, create);
    if (status == FR_OK && sqlite3_prepare_v2(writing->database, insert, -1, &table->insert, NULL))
        status = complain(writing);
    return status;
}

/* The table of a kind of rows, which is made with the first of them. */
static enum fr_status find_table(struct writing *writing, const char *kind, const cJSON *row,
                                 struct table **table)
{
    enum fr_status status = FR_OK;
    int i = 0;
    while (i < writing->count && strcmp(writing->tables[i].kind, kind) != 0)
        i++;
    if (i == writing->count)
        status = begin_table(writing, kind, row);
    *table = &writing->tables[i];
    return status;
}

static int bind(sqlite3_stmt *insert, int column, const cJSON *value)
{
    if (cJSON_IsString(value))
        return sqlite3_bind_text(insert, column, value->valuestring, -1, SQLITE_TRANSIENT);
    if (cJSON_IsBool(value))
        return sqlite3_bind_int(insert, column, cJSON_IsTrue(value));
    if (cJSON_IsNumber(value)) {
        const sqlite3_int64 whole = (sqlite3_int64)value->valuedouble;
        return (double)whole == value->valuedouble
                   ? sqlite3_bind_int64(insert, column, whole)
                   : sqlite3_bind_double(insert, column, value->valuedouble);
    }
    if (!value || cJSON_IsNull(value))
        return sqlite3_bind_null(insert, column);
    char *list = cJSON_PrintUnformatted(value);
    return list ? sqlite3_bind_text(insert, column, list, -1, cJSON_free) : SQLITE_NOMEM;
}

static enum fr_status put_row(struct writing *writing, cJSON *row)
{
    cJSON *kind = cJSON_DetachItemFromObjectCaseSensitive(row, "kind");
    struct table *table;
    const cJSON *value;
    int column = 0, trouble = SQLITE_OK;
    enum fr_status status = find_table(writing, kind->valuestring, row, &table);
    cJSON_Delete(kind);
    if (status != FR_OK)
        return status;
    cJSON_ArrayForEach(value, row)
    {
        const bool pixel = is_pixel(value);
        for (int i = 0; i < (pixel ? 2 : 1) && trouble == SQLITE_OK; i++)
            trouble = bind(table->insert, ++column, pixel ? cJSON_GetArrayItem(value, i) : value);
    }
    if (trouble != SQLITE_OK || sqlite3_step(table->insert) != SQLITE_DONE ||
        sqlite3_reset(table->insert) != SQLITE_OK)
        return complain(writing);
    return FR_OK;
}

static enum fr_status fill(struct writing *writing, struct fr_results *results)
{
    enum fr_status status =
        execute(writing, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
    while (status == FR_OK && (status = fr_results_next(results, writing->error)) == FR_OK &&
           results->row)
        status = put_row(writing, results->row);
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
    for (int i = 0; i < writing.count; i++)
        sqlite3_finalize(writing.tables[i].insert);
    if (sqlite3_close(writing.database) != SQLITE_OK && status == FR_OK)
        status = fr_fail(error, FR_SYSTEM_ERROR, "--format sqlite: %s: not closed", name);
    return status;
}

/* What is written is the caller's to check, by the file's error flag. */
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
