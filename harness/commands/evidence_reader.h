/* Reads result files as the answer needs them: races, one after the other, become one evidence. */
#ifndef FOOTRACE_HARNESS_COMMANDS_EVIDENCE_READER_H
#define FOOTRACE_HARNESS_COMMANDS_EVIDENCE_READER_H

#include "harness/answer/evidence.h"
#include "maps/formats/base/error.h"

/* Reads result files; pathfinders ends with NULL. FR_OK and evidence for the caller to release; or
 * FR_NO_MEMORY, or FR_BAD_INPUT, with error filled: if a file breaks the schema, two files disagree
 * about a click or a racer, or the same clicks were raced twice. */
FR_MUST_USE enum fr_status fr_evidence_read(const char *const *files, int count,
                                            const struct fr_pathfinder *const *pathfinders,
                                            struct fr_evidence *evidence, struct fr_error *error);

#endif
