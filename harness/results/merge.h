/* Merges the shards of a race into the file that one machine would have written, with rows in the
 * same order. Each row names the run row of its machine. */
#ifndef FOOTRACE_HARNESS_RESULTS_MERGE_H
#define FOOTRACE_HARNESS_RESULTS_MERGE_H

#include <stdint.h>
#include <stdio.h>

#include "maps/formats/base/error.h"

/* Checks that the files are all the shards of one race, each complete and given once: with the same
 * command, seed, version, revision, fingerprint of maps and clicks, and groups of racers. `order`,
 * of `count` entries, gets the files' indices in the order of shards. FR_OK, or FR_BAD_INPUT or
 * FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_merge_check(const char *const *names, int count, int *order,
                                          struct fr_error *error);

/* Writes checked shards to `file`; check the file's error flag. `faults` gets the number of
 * unexpected failures. FR_OK, or FR_BAD_INPUT or FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_merge_write(const char *const *names, int count, const int *order,
                                          FILE *file, int64_t *faults, struct fr_error *error);

#endif
