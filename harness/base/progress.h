/* The progress line of a race, with the remaining time: on stderr, if that is a terminal. */
#ifndef FOOTRACE_HARNESS_BASE_PROGRESS_H
#define FOOTRACE_HARNESS_BASE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fr_progress {
    const char *command; /* the prefix of notes */
    bool shown;          /* stderr is a terminal */
    bool terse;          /* notes are not printed */
    size_t done, total;  /* steps; total 0: not yet known */
    uint64_t begin_ns, drawn_ns;
    uint64_t due_ns; /* when everything should be done, instead of steps; 0: not known */
};

void fr_progress_begin(struct fr_progress *progress, const char *command);

/* Shows the current step; redraws at most a few times a second. */
void fr_progress_show(struct fr_progress *progress, const char *map, const char *what);

/* Erases the line. */
void fr_progress_clear(struct fr_progress *progress);

/* Prints "footrace: COMMAND: " and a message on stderr, as a line that the progress line never
 * erases; nothing if progress is terse. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void fr_progress_note(struct fr_progress *progress, const char *format, ...);

#endif
