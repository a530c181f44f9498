/* What a loader did, for one line to the user. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_LOAD_REPORT_H
#define FOOTRACE_MAPS_FORMATS_BASE_LOAD_REPORT_H

#include <stdint.h>

#include "maps/analysis/erode.h"
#include "maps/analysis/reduce.h"

struct fr_load_report {
    char format[16];   /* "png", "bmp", "movingai", ... */
    char reading[256]; /* how pixels became areas: "threshold 128 of 253 grey levels", ... */
    char choices[256]; /* what the option floor may name: "'walls', 'water'"; "" for nothing */
    int colours;       /* distinct colours or indices seen, at most 65536; 0: not an image */
    int64_t between;   /* pixels that a threshold cut, of other colours than the two main ones */
    char advice[256];  /* options that may suit the image better: "channel=alpha"; "": none */
    struct fr_agent agent;         /* the agent for which the floor was made; radius 0: a point */
    struct fr_reduction reduction; /* asked for, and not carried out */
};

#endif
