/* Our own BMP decoder: stb_image turns palette indices into colours, which would merge two
 * areas of equal colour, and it does not read run-length encoding. */
#ifndef FOOTRACE_MAPS_FORMATS_IMAGE_BMP_H
#define FOOTRACE_MAPS_FORMATS_IMAGE_BMP_H

#include "maps/formats/image/image.h"

enum fr_bmp_compression {
    FR_BMP_PLAIN = 0,
    FR_BMP_RUNS_8 = 1, /* run-length encoded 8-bit indices */
    FR_BMP_RUNS_4 = 2, /* run-length encoded 4-bit indices */
    FR_BMP_MASKS = 3,
    FR_BMP_ALPHA_MASKS = 6 /* a fourth mask after a header of 40 bytes */
};

struct fr_bmp {
    const struct fr_file *file;
    uint32_t header_size, pixels_at, bits, compression;
    int64_t width, height;
    bool top_down;
    uint32_t palette_at, palette_size, entry_size;
    uint32_t masks[4]; /* bits of a pixel for red, green, blue and alpha; 0: no alpha */
};

/* Reports a file that ends too early. */
FR_MUST_USE enum fr_status fr_bmp_refuse_short(const struct fr_file *file, uint64_t needed,
                                               const char *what);

/* Reads and checks the header: size, palette, masks. FR_OK, or FR_BAD_INPUT or FR_UNSUPPORTED with
 * error filled. */
FR_MUST_USE enum fr_status fr_bmp_read_header(const struct fr_file *file, struct fr_bmp *bmp);

/* Puts run-length encoded pixels into a begun image; skipped pixels have index 0. FR_OK; or
 * FR_BAD_INPUT or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_bmp_read_runs(const struct fr_bmp *bmp, struct fr_image *image);

#endif
