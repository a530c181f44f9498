/* The git revision of this build, which revision.cmake writes whenever the revision changes. */
#ifndef FOOTRACE_HARNESS_MACHINE_REVISION_H
#define FOOTRACE_HARNESS_MACHINE_REVISION_H

extern const char fr_revision[]; /* "3aa8930c21d4"; "3aa8930c21d4-dirty": changed sources; or "" */

#endif
