#include "harness/results/row_verdict.h"

#include <string.h>

#include "harness/judge/optimum.h"

bool fr_work_is_fault(const char *outcome)
{
    static const char *const failed[] = {"limit", "timeout", "crash", "memory"};
    for (size_t i = 0; i < sizeof failed / sizeof *failed; i++)
        if (strcmp(outcome, failed[i]) == 0)
            return true;
    return false;
}

bool fr_click_row_is_fault(const struct fr_click_row *row)
{
    const char *back = row->outcome_back;
    const bool walks_back = !back || strcmp(back, "ok") == 0 || strcmp(back, "lost") == 0;
    return fr_work_is_fault(row->outcome) || (row->verdict && strcmp(row->verdict, "ok") != 0) ||
           !walks_back;
}

bool fr_click_row_beats_optimum(const struct fr_click_row *row)
{
    return fr_optimum_beaten(row->valid_any_angle == 1, row->length, row->optimum);
}
