/* The progress line of a race: on stderr, when that is a terminal, with the time that is left. */
#ifndef FOOTRACE_HARNESS_BASE_PROGRESS_H
#define FOOTRACE_HARNESS_BASE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fr_progress {
    const char *command; /* whose notes these are */
    bool shown;          /* stderr is a terminal */
    size_t done, total;  /* steps; total 0: not known yet */
    uint64_t begin_ns, drawn_ns;
};

void fr_progress_begin(struct fr_progress *progress, const char *command);

/* Says what is going on now; drawn at most a few times a second. */
void fr_progress_show(struct fr_progress *progress, const char *map, const char *what);

/* Takes the line away. */
void fr_progress_clear(struct fr_progress *progress);

/* Prints a line on stderr that stays, terminal or not, in the name of the command. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void fr_progress_note(struct fr_progress *progress, const char *format, ...);

#endif
