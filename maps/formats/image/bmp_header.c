/* BMP headers of all versions: OS/2 with 12, 16 or 64 bytes, and Windows with 40 to 124. */
#include <string.h>

#include "maps/formats/image/bmp.h"

#define FILE_HEADER 14
#define CORE_HEADER 12  /* OS/2 1: 16-bit sizes, three bytes for each palette entry */
#define SHORT_HEADER 16 /* OS/2 2 without the fields after bits for each pixel */
#define INFO_HEADER 40
#define OS2_HEADER 64
#define MASKS_AT (FILE_HEADER + INFO_HEADER) /* after the header, or in a longer one */
#define WITH_MASKS 52                        /* headers of this size have three masks */
#define WITH_ALPHA_MASK 56                   /* from this size on, four */

static uint32_t word_at(const struct fr_file *file, size_t at)
{
    return file->bytes[at] | (uint32_t)file->bytes[at + 1] << 8;
}

static uint32_t long_at(const struct fr_file *file, size_t at)
{
    return word_at(file, at) | word_at(file, at + 2) << 16;
}

static int64_t signed_at(const struct fr_file *file, size_t at)
{
    const uint32_t value = long_at(file, at);
    return value < 0x80000000u ? (int64_t)value : (int64_t)value - 0x100000000;
}

enum fr_status fr_bmp_refuse_short(const struct fr_file *file, uint64_t needed, const char *what)
{
    return fr_refuse(file, "byte %zu: the file ends here, expected %llu more bytes of the %s",
                     file->size, (unsigned long long)needed, what);
}

static bool is_header_size(uint32_t size)
{
    static const uint8_t known[] = {CORE_HEADER, SHORT_HEADER,    INFO_HEADER, WITH_MASKS,
                                    OS2_HEADER,  WITH_ALPHA_MASK, 108,         124};
    return size <= UINT8_MAX && memchr(known, (int)size, sizeof known) != NULL;
}

/* Reads the size from a header of any version. */
static enum fr_status read_size(struct fr_bmp *bmp)
{
    const struct fr_file *file = bmp->file;
    if (file->size < FILE_HEADER + 4)
        return fr_bmp_refuse_short(file, FILE_HEADER + INFO_HEADER, "header");
    bmp->pixels_at = long_at(file, 10);
    bmp->header_size = long_at(file, 14);
    const bool core = bmp->header_size == CORE_HEADER;
    if (!is_header_size(bmp->header_size))
        return fr_refuse(
            file,
            "byte 14: a header of %u bytes found, expected 12, 16, 40, 52, 56, 64, 108 or 124",
            (unsigned)bmp->header_size);
    if (file->size < FILE_HEADER + bmp->header_size)
        return fr_bmp_refuse_short(file, FILE_HEADER + bmp->header_size, "header");
    bmp->width = core ? word_at(file, 18) : signed_at(file, 18);
    bmp->height = core ? word_at(file, 20) : signed_at(file, 22);
    bmp->bits = word_at(file, core ? 24 : 28);
    bmp->compression = bmp->header_size < INFO_HEADER ? FR_BMP_PLAIN : long_at(file, 30);
    bmp->entry_size = core ? 3 : 4;
    bmp->top_down = bmp->height < 0;
    bmp->height = bmp->top_down ? -bmp->height : bmp->height;
    return fr_image_check_size(file, bmp->width, bmp->height);
}

/* Runs and masks are legal at some depths only. OS/2 uses the numbers of masks for other
 * methods. */
static bool is_read(const struct fr_bmp *bmp)
{
    switch (bmp->compression) {
    case FR_BMP_PLAIN:
        return true;
    case FR_BMP_RUNS_8:
        return bmp->bits == 8;
    case FR_BMP_RUNS_4:
        return bmp->bits == 4;
    case FR_BMP_MASKS:
    case FR_BMP_ALPHA_MASKS:
        return (bmp->bits == 16 || bmp->bits == 32) && bmp->header_size != OS2_HEADER;
    default:
        return false;
    }
}

static enum fr_status check_layout(const struct fr_bmp *bmp)
{
    static const uint8_t known[] = {1, 2, 4, 8, 16, 24, 32};
    if (bmp->bits > 32 || !memchr(known, (int)bmp->bits, sizeof known))
        return fr_refuse(bmp->file,
                         "byte %d: %u bits per pixel found, expected 1, 2, 4, 8, 16, 24 or 32",
                         bmp->header_size == CORE_HEADER ? 24 : 28, (unsigned)bmp->bits);
    if (!is_read(bmp))
        return fr_refuse_as(bmp->file, FR_UNSUPPORTED,
                            "byte 30: compression %u with %u bits per pixel found, expected none, "
                            "run-length encoding with 4 or 8 bits, or colour masks with 16 or 32",
                            (unsigned)bmp->compression, (unsigned)bmp->bits);
    if (bmp->top_down && (bmp->compression == FR_BMP_RUNS_8 || bmp->compression == FR_BMP_RUNS_4))
        return fr_refuse(bmp->file,
                         "byte 22: a negative height with run-length encoding found, expected a "
                         "positive height");
    return FR_OK;
}

/* The default masks, for pixels without masks: 5 or 8 bits for each channel. */
static void usual_masks(struct fr_bmp *bmp)
{
    const int depth = bmp->bits == 16 ? 5 : 8;
    for (int i = 0; i < 3; i++)
        bmp->masks[i] = ((1u << depth) - 1) << depth * (2 - i);
}

/* A mask is a run of adjacent bits in the pixel; the alpha mask may be empty. */
static bool is_mask(uint32_t mask, uint32_t bits, bool alpha)
{
    const uint32_t lowest = mask & (0 - mask), run = mask + lowest;
    return mask == 0 ? alpha : (run & (run - 1)) == 0 && (bits == 32 || mask >> bits == 0);
}

/* Returns the end of the masks in *end. */
static enum fr_status read_masks(struct fr_bmp *bmp, uint32_t *end)
{
    const struct fr_file *file = bmp->file;
    const bool four = bmp->header_size >= WITH_ALPHA_MASK || bmp->compression == FR_BMP_ALPHA_MASKS;
    *end = FILE_HEADER + bmp->header_size;
    usual_masks(bmp);
    if (bmp->compression != FR_BMP_MASKS && bmp->compression != FR_BMP_ALPHA_MASKS)
        return FR_OK;
    const uint32_t masks_end = MASKS_AT + (four ? 16 : 12);
    *end = *end < masks_end ? masks_end : *end;
    if (file->size < masks_end)
        return fr_bmp_refuse_short(file, masks_end, "colour masks");
    for (uint32_t i = 0; i < (four ? 4 : 3); i++) {
        bmp->masks[i] = long_at(file, MASKS_AT + 4 * i);
        if (!is_mask(bmp->masks[i], bmp->bits, i == 3))
            return fr_refuse(
                file, "byte %u: colour mask %08x found, expected consecutive bits among %u",
                (unsigned)(MASKS_AT + 4 * i), (unsigned)bmp->masks[i], (unsigned)bmp->bits);
    }
    return FR_OK;
}

/* Locates the palette, before the pixels. The oldest OS/2 header does not give its length: it ends
 * at the pixels at the latest. */
static enum fr_status locate_palette(struct fr_bmp *bmp)
{
    const struct fr_file *file = bmp->file;
    const bool silent = bmp->header_size < INFO_HEADER;
    const uint32_t most = bmp->bits <= 8 ? 1u << bmp->bits : 0;
    const uint32_t stated = silent || most == 0 ? 0 : long_at(file, 46);
    if (stated > most)
        return fr_refuse(file, "byte 46: %u palette colours found, expected at most %u",
                         (unsigned)stated, (unsigned)most);
    bmp->palette_size = stated != 0 ? stated : most;
    if (silent && most > 0 && bmp->pixels_at > bmp->palette_at) {
        const uint32_t room = (bmp->pixels_at - bmp->palette_at) / bmp->entry_size;
        bmp->palette_size = room < most && room > 0 ? room : most;
    }
    const uint32_t end = bmp->palette_at + bmp->palette_size * bmp->entry_size;
    if (end > file->size)
        return fr_bmp_refuse_short(file, end, "palette");
    if (bmp->pixels_at < end)
        return fr_refuse(file, "byte 10: pixels at byte %u found, expected %u or more",
                         (unsigned)bmp->pixels_at, (unsigned)end);
    return FR_OK;
}

enum fr_status fr_bmp_read_header(const struct fr_file *file, struct fr_bmp *bmp)
{
    *bmp = (struct fr_bmp){.file = file};
    enum fr_status status = read_size(bmp);
    if (status == FR_OK)
        status = check_layout(bmp);
    if (status == FR_OK)
        status = read_masks(bmp, &bmp->palette_at);
    if (status == FR_OK)
        status = locate_palette(bmp);
    return status;
}
