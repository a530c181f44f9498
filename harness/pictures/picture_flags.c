#include "harness/pictures/picture_flags.h"

#include <string.h>
#include <strings.h>

static const char *const flags[FR_PICTURE_FORMATS] = {
    [FR_PICTURE_PNG] = "png", [FR_PICTURE_SVG] = "svg"};

const char *fr_picture_file(const struct fr_arguments *arguments, enum fr_picture_format format)
{
    return fr_argument(arguments, flags[format], 0);
}

int fr_picture_count(const struct fr_arguments *arguments)
{
    int count = 0;
    for (int format = 0; format < FR_PICTURE_FORMATS; format++)
        count += fr_argument_count(arguments, flags[format]);
    return count;
}

enum fr_status fr_picture_check(const struct fr_arguments *arguments, struct fr_error *error)
{
    for (int format = 0; format < FR_PICTURE_FORMATS; format++) {
        const char *file = fr_argument(arguments, flags[format], 0);
        const char *ending = file ? strrchr(file, '.') : NULL;
        for (int other = 0; other < FR_PICTURE_FORMATS && ending; other++)
            if (other != format && strcasecmp(ending + 1, flags[other]) == 0)
                return fr_fail(error, FR_BAD_INPUT, "--%s %s: expected --%s for such a name",
                               flags[format], file, flags[other]);
    }
    return FR_OK;
}
