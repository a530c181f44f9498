#include "maps/formats/base/dialect.h"

const char *fr_dialect_name(enum fr_dialect dialect)
{
    static const char *const names[] = {
        [FR_GPPC] = "gppc", [FR_WARTHOG] = "warthog", [FR_HOG2] = "hog2"};
    return names[dialect];
}
