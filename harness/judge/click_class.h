/* The class of a click: a property of the click, decided by the judge and independent of all
 * racers. Rankings use detours; the other classes say little about a search. */
#ifndef FOOTRACE_HARNESS_JUDGE_CLICK_CLASS_H
#define FOOTRACE_HARNESS_JUDGE_CLICK_CLASS_H

#include "harness/judge/validator.h"

enum fr_click_class {
    FR_CLASS_SAME,        /* start and goal are one pixel */
    FR_CLASS_DIRECT,      /* the segment between the centres is legal at any angle */
    FR_CLASS_UNREACHABLE, /* the ends are not 4-connected; with edge walls grid8 decides */
    FR_CLASS_DETOUR,      /* everything else */
    FR_CLASSES
};

/* "same", "direct", "unreachable", "detour". */
const char *fr_click_class_name(enum fr_click_class class);

/* The class with this name, which must be one of the four. */
enum fr_click_class fr_click_class_named(const char *name);

/* Both points must be centres of pixels of the validator's map. */
enum fr_click_class fr_click_class(const struct fr_validator *validator, struct fr_point start,
                                   struct fr_point goal);

#endif
