/* Which pixels of a Moving AI map are walkable differs from program to program (terrain.h). */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_DIALECT_H
#define FOOTRACE_MAPS_FORMATS_BASE_DIALECT_H

enum fr_dialect { FR_GPPC, FR_WARTHOG, FR_HOG2, FR_DIALECTS };

/* "gppc", "warthog", "hog2". */
const char *fr_dialect_name(enum fr_dialect dialect);

#endif
