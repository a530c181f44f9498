/* Merges the shards of a race: the rows that one machine would have written, in the same order,
 * each with the number of the run row of its machine. */
#ifndef FOOTRACE_HARNESS_RESULTS_MERGE_H
#define FOOTRACE_HARNESS_RESULTS_MERGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "maps/formats/base/error.h"

/* Checks that the files are all the shards of one race, complete and each once: with the same
 * command, seed, version and revision, the same fingerprint of the question and the same groups of
 * racers. order, of count entries, gets their indices from the first shard to the last. FR_OK, or
 * FR_BAD_INPUT or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_merge_check(const char *const *names, int count, int *order,
                                          struct fr_error *error);

/* Writes checked shards to file; check the file's error flag. faults gets the number of unexpected
 * failures. FR_OK, or FR_BAD_INPUT or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_merge_write(const char *const *names, int count, const int *order,
                                          FILE *file, int64_t *faults, struct fr_error *error);

/* How far a shard has come. */
struct fr_shard_state {
    int shard, shards; /* 0: its file holds no row yet */
    int64_t clicks;    /* rows of clicks */
    bool whole;
};

/* Reads a shard's file, whole or cut short. FR_OK; FR_BAD_INPUT (no result file, or merged before), or
 * FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_shard_state_read(const char *name, struct fr_shard_state *state,
                                               struct fr_error *error);

#endif
