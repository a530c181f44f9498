/* A Markdown row for each mask, with the measures of its outline. */
#ifndef FOOTRACE_HARNESS_INSPECT_OUTLINE_TABLE_H
#define FOOTRACE_HARNESS_INSPECT_OUTLINE_TABLE_H

#include "harness/inspect/inspection.h"

void fr_outline_table_head(void);

/* FR_OK; or FR_NO_MEMORY or FR_UNSUPPORTED (edge walls) with error filled. */
FR_MUST_USE enum fr_status fr_outline_table_row(const struct fr_inspection *inspection,
                                                const struct fr_allocator *allocator,
                                                struct fr_error *error);

#endif
