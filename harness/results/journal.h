/* The journal of a running race: the data of its click rows, written after each answer, so that a
 * killed race loses at most the answer in progress.
 *
 * A click's row is complete only after the last round. Until then its draft and samples are kept in
 * FILE.samples next to the result file, for one course and one group of racers at a time. The
 * journal is emptied when the rows are written, and removed when the race is over. A race that
 * writes to standard output has no journal. A journal is used only if it names the same race with
 * the same start time; an incomplete last line is ignored. */
#ifndef FOOTRACE_HARNESS_RESULTS_JOURNAL_H
#define FOOTRACE_HARNESS_RESULTS_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "maps/formats/base/error.h"

struct fr_journal {
    FILE *file; /* NULL: no journal */
    char *name;
    char race[32]; /* identifies the race */
    int error;     /* errno of the first failed write; or 0 */
};

/* The kind of a line. */
enum fr_entry_kind {
    FR_ENTRY_PATH,    /* text: the path row of the answer that is judged next */
    FR_ENTRY_JUDGED,  /* text: the draft; hash: of the answer; value: peak bytes */
    FR_ENTRY_REVISED, /* text: the draft after a later query failed or contradicted it */
    FR_ENTRY_PLAYED,  /* round, pass; value: ns; count: page faults */
    FR_ENTRY_WAITED,  /* round, pass; value: ns in which the system ran other programs */
    FR_ENTRY_STEADY,  /* round, pass; value: ns */
    FR_ENTRY_EVENT,   /* round; value: ns of the first query after an event */
    FR_ENTRY_PROBED,  /* text: phases and counts, in the caller's format */
    FR_ENTRY_MEMORY,  /* per racer; value: time ratio of a pair of queries */
    FR_ENTRIES
};

struct fr_journal_entry {
    enum fr_entry_kind kind;
    int racer; /* index of the racer in the race */
    size_t click;
    int round, pass;
    double value; /* NAN: the system interrupted the call */
    int64_t count;
    uint64_t hash;
    const char *text; /* one line; "" if none */
};

/* Opens the journal of a result file. resume: keeps what it contains. FR_OK; or FR_NO_MEMORY, or
 * FR_BAD_INPUT (also if that file is not a journal, or is a link), with `error` filled. */
FR_MUST_USE enum fr_status fr_journal_open(const char *result, bool resume,
                                           struct fr_journal *journal, struct fr_error *error);

/* All functions below accept NULL and a journal without a file. */

/* Begins the part of the race that `title`, a line, names. If the journal already holds this part,
 * passes its entries to `take` in order; otherwise empties it. FR_OK, or the failure of `take`. */
FR_MUST_USE enum fr_status
fr_journal_begin(struct fr_journal *journal, const char *title,
                 enum fr_status (*take)(void *context, const struct fr_journal_entry *entry),
                 void *context);

void fr_journal_write(struct fr_journal *journal, const struct fr_journal_entry *entry);

/* Flushes all entries; call it before anything that may fail. */
void fr_journal_flush(struct fr_journal *journal);

/* Empties the journal, as the rows of this part are in the result file. */
void fr_journal_empty(struct fr_journal *journal);

/* Closes the journal, and removes it if the race is over. */
void fr_journal_close(struct fr_journal *journal, bool over);

#endif
