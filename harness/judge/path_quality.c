#include "harness/judge/path_quality.h"

#include <string.h>

bool fr_looks_fail(const struct fr_path_quality *looks)
{
    return looks && strcmp(looks->outcome_back, "ok") != 0;
}
