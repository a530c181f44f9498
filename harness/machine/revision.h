/* The git revision of this build; the build writes it anew whenever it changes (revision.cmake). */
#ifndef FOOTRACE_HARNESS_MACHINE_REVISION_H
#define FOOTRACE_HARNESS_MACHINE_REVISION_H

extern const char fr_revision[]; /* "3aa8930c21d4", "-dirty" behind it for changed sources; or "" */

#endif
