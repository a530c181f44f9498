/* Why a racer's figures win nothing: each reason is a word of a result file. */
#ifndef FOOTRACE_HARNESS_RACERS_EXCLUSION_H
#define FOOTRACE_HARNESS_RACERS_EXCLUSION_H

enum fr_exclusion {
    FR_EXCLUDED_NOT,
    FR_EXCLUDED_THREADS, /* keeps threads or processes: its times do not count */
    FR_EXCLUDED_CACHES,  /* caches answers */
    FR_EXCLUDED_KNOWN,   /* knew answers before it was asked */
    FR_EXCLUDED_MEMORY,  /* took more memory than was counted */
    FR_EXCLUSIONS
};

/* "threads", "caches", "known", "memory"; "" for none. */
const char *fr_exclusion_name(enum fr_exclusion exclusion);

/* Of a name; none for any other text, or NULL. */
enum fr_exclusion fr_exclusion_of(const char *name);

#endif
