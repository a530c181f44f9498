#include "harness/judge/path_quality.h"

#include <string.h>

bool fr_path_quality_fails(const struct fr_path_quality *quality)
{
    return quality && strcmp(quality->outcome_back, "ok") != 0;
}
