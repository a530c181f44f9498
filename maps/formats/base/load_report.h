/* What a loader did, for one line to the user. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_LOAD_REPORT_H
#define FOOTRACE_MAPS_FORMATS_BASE_LOAD_REPORT_H

#include <stdint.h>

#include "maps/analysis/erode.h"
#include "maps/analysis/reduce.h"

struct fr_load_report {
    char format[16]; /* "png", "bmp", "movingai", ... */
    /* how pixels were converted to areas: "threshold 128 of 253 grey levels", ... */
    char reading[256];
    char choices[256];     /* values of the option floor: "'walls', 'water'"; "": none */
    int colours;           /* distinct colours or indices, at most 65536; 0: not an image */
    int64_t between;       /* pixels between the two main colours, which a threshold decides */
    char suggestion[256];  /* options that may fit the image better: "channel=alpha"; "": none */
    struct fr_agent agent; /* the agent that the floor is for; radius 0: a point */
    struct fr_reduction reduction; /* requested, but not applied */
};

#endif
