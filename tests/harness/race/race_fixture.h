/* Shared by tests of races: a small map and click set in a new folder, `footrace run` on them with
 * the test doubles, and the resulting rows.
 *
 *     ............
 *     ............
 *     .....@@.....
 *     .....@@.....
 *     ...........@
 *     ..........@.     the last pixel is an island */
#ifndef FOOTRACE_TESTS_HARNESS_RACE_RACE_FIXTURE_H
#define FOOTRACE_TESTS_HARNESS_RACE_RACE_FIXTURE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "harness/commands/command.h"

#define FR_FIXTURE_CLICKS 7 /* without the event, which is entry 5 */

struct fr_race_fixture {
    char folder[256];
    char map[320], clicks[320], result[320];
};

/* Writes the map and the click set; fails the test if that is impossible. */
void fr_fixture_create(struct fr_race_fixture *fixture);

/* Runs `footrace run` with map, clicks, result, and further arguments up to NULL; with a small
 * frame unless they give another. */
enum fr_exit fr_fixture_run(const struct fr_race_fixture *fixture, const char *const *arguments);

/* The same with exactly these arguments. */
enum fr_exit fr_fixture_run_only(const char *const *arguments);

/* All rows of the result file, as a JSON array that the caller deletes. */
cJSON *fr_fixture_rows(const struct fr_race_fixture *fixture);

/* A key of a row; "" and NAN for null. */
bool fr_fixture_is(const cJSON *row, const char *kind);
const char *fr_fixture_text(const cJSON *row, const char *key);
double fr_fixture_number(const cJSON *row, const char *key);

/* The whole text of a file, which the caller frees; NULL if there is none. */
char *fr_fixture_read(const char *file);

/* Fails the test unless `footrace check` accepts the result file. */
void fr_fixture_check(const struct fr_race_fixture *fixture);

void fr_fixture_write(const char *file, const char *text);

/* Removes the files and the folder. */
void fr_fixture_remove(const struct fr_race_fixture *fixture);

#endif
