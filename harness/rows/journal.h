/* The journal of a race under way: what its click rows will be made of, answer by answer, so that a
 * race that is killed loses at most the one in flight.
 *
 * A click's row is whole only after the last round. Until then its draft and its samples are kept
 * beside the result file, in FILE.samples, for one course and one group of racers at a time; the
 * journal is emptied when their rows are written, and removed when the race is over. A race to
 * standard output keeps none. A journal is believed only where it says that it belongs to the same
 * race, begun at the same moment; a line without an end, torn by a kill, counts as not there. */
#ifndef FOOTRACE_HARNESS_ROWS_JOURNAL_H
#define FOOTRACE_HARNESS_ROWS_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "maps/formats/base/error.h"

struct fr_journal {
    FILE *file; /* NULL: none is kept */
    char *name, *race;
    int error; /* errno of the first line that could not be written; or 0 */
};

/* What a line tells of. */
enum fr_entry_kind {
    FR_ENTRY_PATH,      /* text: the row of the path that is judged next */
    FR_ENTRY_JUDGED,    /* text: the draft; hash: of the answer; value: peak bytes */
    FR_ENTRY_REVISED,   /* text: the draft after a later call failed or contradicted it */
    FR_ENTRY_PLAYED,    /* round, pass; value: ns; count: page faults */
    FR_ENTRY_STEADY,    /* round, pass; value: ns */
    FR_ENTRY_COLD,      /* round; value: ns */
    FR_ENTRY_EVENT,     /* round; value: ns of the first call after an event */
    FR_ENTRY_REHEARSED, /* value: ns */
    FR_ENTRY_PROBED,    /* text: phases and counts, as the caller spells them */
    FR_ENTRY_MEMORY,    /* of the racer; value: ratio of a pair of questions */
    FR_ENTRIES
};

struct fr_entry {
    enum fr_entry_kind kind;
    int racer; /* index in the race */
    size_t click;
    int round, pass;
    double value; /* NAN: the system took it */
    int64_t count;
    uint64_t hash;
    const char *text; /* one line; "" where there is none */
};

/* Opens the journal of a result file; race tells it from others, as one line. resume: what it holds
 * is kept. FR_OK; or FR_BAD_INPUT or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_journal_open(const char *result, const char *race, bool resume,
                                           struct fr_journal *journal, struct fr_error *error);

/* What follows accepts a journal of NULL, or one that keeps nothing. */

/* Begins the part of a race that title names, as one line. Where the journal tells of this part
 * already, each of its entries goes to take, in order; else it is emptied. FR_OK, or what take gave
 * last. */
FR_MUST_USE enum fr_status fr_journal_begin(struct fr_journal *journal, const char *title,
                                            enum fr_status (*take)(void *context,
                                                                   const struct fr_entry *entry),
                                            void *context);

void fr_journal_write(struct fr_journal *journal, const struct fr_entry *entry);

/* Sends what was written on its way; to be called before anything else can go wrong. */
void fr_journal_flush(struct fr_journal *journal);

/* The rows of this part are in the result file. */
void fr_journal_empty(struct fr_journal *journal);

/* Removes it where the race is over. */
void fr_journal_close(struct fr_journal *journal, bool over);

#endif
