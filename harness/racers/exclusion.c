#include "harness/racers/exclusion.h"

#include <string.h>

const char *fr_exclusion_name(enum fr_exclusion exclusion)
{
    static const char *const names[FR_EXCLUSIONS] = {[FR_EXCLUDED_NOT] = "",
                                                     [FR_EXCLUDED_THREADS] = "threads",
                                                     [FR_EXCLUDED_CACHES] = "caches",
                                                     [FR_EXCLUDED_KNOWN] = "known",
                                                     [FR_EXCLUDED_MEMORY] = "memory",
                                                     [FR_EXCLUDED_SUSPECTED] = "suspected"};
    return names[exclusion];
}

enum fr_exclusion fr_exclusion_of(const char *name)
{
    for (int i = FR_EXCLUDED_NOT + 1; name && i < FR_EXCLUSIONS; i++)
        if (strcmp(name, fr_exclusion_name((enum fr_exclusion)i)) == 0)
            return (enum fr_exclusion)i;
    return FR_EXCLUDED_NOT;
}
