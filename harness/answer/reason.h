/* Why a racer was not chosen, in a line. */
#ifndef FOOTRACE_HARNESS_ANSWER_REASON_H
#define FOOTRACE_HARNESS_ANSWER_REASON_H

#include "harness/answer/recommend_choice.h"
#include "harness/answer/situation.h"

struct fr_reason_grounds {
    const struct fr_choice *choice;
    const struct fr_standings *standings;
    const struct fr_situation *situation;
    const double *load_ns;     /* by racer: preparing on the map where it takes longest */
    const int64_t *held_bytes; /* by racer: on the map where it holds most */
};

/* "" for the chosen one, or if there is no reason. */
void fr_reason(const struct fr_reason_grounds *grounds, int racer, char *text, size_t size);

/* "12x", "1.4x", "1.03x"; text has FR_UNIT_SIZE bytes. */
const char *fr_format_times(double ratio, char *text);

#endif
