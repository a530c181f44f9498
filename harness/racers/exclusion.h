/* Why a racer is excluded from rankings: each reason is a word in result files. */
#ifndef FOOTRACE_HARNESS_RACERS_EXCLUSION_H
#define FOOTRACE_HARNESS_RACERS_EXCLUSION_H

enum fr_exclusion {
    FR_EXCLUDED_NOT,
    FR_EXCLUDED_THREADS,   /* keeps threads or processes: its times are not comparable */
    FR_EXCLUDED_CACHES,    /* caches answers */
    FR_EXCLUDED_KNOWN,     /* knew answers in advance */
    FR_EXCLUDED_MEMORY,    /* took memory outside its allocator */
    FR_EXCLUDED_SUSPECTED, /* a plugin that may cache answers: no instructions could be counted */
    FR_EXCLUSIONS
};

/* "threads", "caches", "known", "memory", "suspected"; "" for none. */
const char *fr_exclusion_name(enum fr_exclusion exclusion);

/* The reason with this name; FR_EXCLUDED_NONE for other text or NULL. */
enum fr_exclusion fr_exclusion_of(const char *name);

#endif
