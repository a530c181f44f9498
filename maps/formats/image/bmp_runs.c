/* Run-length encoded BMP. Of each two bytes, the first is a count and the second the pixel. After a
 * 0 comes an escape: the end of the row, the end of the image, an offset to the right and up, or
 * single pixels. */
#include <string.h>

#include "maps/formats/image/bmp.h"

enum { ROW_ENDS = 0, IMAGE_ENDS = 1, STEP = 2 };

struct runs {
    const struct fr_bmp *bmp;
    struct fr_image *image;
    uint8_t *row; /* the indices of row y, packed as the file's */
    size_t row_size;
    int64_t x, y; /* the next pixel; rows count from the bottom */
    size_t at;    /* the next byte */
};

/* Takes two bytes; NULL, with error filled, at the end of the file. */
static const uint8_t *take_pair(struct runs *runs)
{
    const struct fr_file *file = runs->bmp->file;
    const size_t at = runs->at;
    if (file->size - at < 2 && fr_bmp_refuse_short(file, at + 2, "next run") != FR_OK)
        return NULL;
    runs->at += 2;
    return file->bytes + at;
}

/* Puts the current row and empty ones, up to row y. */
static void finish_rows(struct runs *runs, int64_t y)
{
    for (; runs->y < y && runs->y < runs->bmp->height; runs->y++) {
        const struct fr_image_span span = {0, (int32_t)(runs->bmp->height - 1 - runs->y), 1,
                                           (int32_t)runs->bmp->width};
        fr_image_put_indices(runs->image, span, runs->row);
        memset(runs->row, 0, runs->row_size);
    }
    runs->y = y;
}

/* Checks that the pixels of the last pair fit into the image. */
static enum fr_status check_room(const struct runs *runs, int64_t count)
{
    const struct fr_bmp *bmp = runs->bmp;
    const size_t at = runs->at - 2;
    if (runs->y >= bmp->height)
        return fr_refuse(bmp->file,
                         "byte %zu: pixels above the top row found, expected the end of the image",
                         at);
    if (runs->x + count > bmp->width)
        return fr_refuse(bmp->file,
                         "byte %zu: %lld pixels from column %lld found, expected at most %lld to "
                         "the end of the row",
                         at, (long long)count, (long long)runs->x,
                         (long long)(bmp->width - runs->x));
    return FR_OK;
}

static void put(struct runs *runs, uint8_t index)
{
    if (runs->bmp->bits == 8)
        runs->row[runs->x] = index;
    else
        runs->row[runs->x / 2] |= (uint8_t)(runs->x % 2 ? index : index << 4);
    runs->x++;
}

/* Pixel i of 4-bit ones is the high half of a byte where i is even. */
static uint8_t half(uint8_t byte, int i)
{
    return i % 2 ? byte & 15 : byte >> 4;
}

static enum fr_status put_run(struct runs *runs, int count, uint8_t value)
{
    const enum fr_status status = check_room(runs, count);
    for (int i = 0; i < count && status == FR_OK; i++)
        put(runs, runs->bmp->bits == 8 ? value : half(value, i));
    return status;
}

/* Single pixels occupy an even number of bytes. */
static enum fr_status put_pixels(struct runs *runs, int count)
{
    const struct fr_file *file = runs->bmp->file;
    const size_t bytes = ((size_t)count * runs->bmp->bits + 15) / 16 * 2;
    const enum fr_status status = check_room(runs, count);
    if (status != FR_OK)
        return status;
    if (file->size - runs->at < bytes)
        return fr_bmp_refuse_short(file, runs->at + bytes, "pixels");
    const uint8_t *from = file->bytes + runs->at;
    for (int i = 0; i < count; i++)
        put(runs, runs->bmp->bits == 8 ? from[i] : half(from[i / 2], i));
    runs->at += bytes;
    return FR_OK;
}

static enum fr_status step(struct runs *runs)
{
    const uint8_t *by = take_pair(runs);
    if (!by)
        return FR_BAD_INPUT;
    const int64_t x = runs->x + by[0], y = runs->y + by[1];
    if (x > runs->bmp->width || y >= runs->bmp->height)
        return fr_refuse(runs->bmp->file,
                         "byte %zu: a step to column %lld of row %lld from the bottom found, "
                         "expected one inside the image",
                         runs->at - 2, (long long)x, (long long)y);
    runs->x = x;
    finish_rows(runs, y);
    return FR_OK;
}

/* Takes one pair and its data. */
static enum fr_status take_run(struct runs *runs, bool *ends)
{
    const uint8_t *pair = take_pair(runs);
    if (!pair)
        return FR_BAD_INPUT;
    if (pair[0] > 0)
        return put_run(runs, pair[0], pair[1]);
    if (pair[1] > STEP)
        return put_pixels(runs, pair[1]);
    if (pair[1] == STEP)
        return step(runs);
    *ends = pair[1] == IMAGE_ENDS;
    finish_rows(runs, *ends ? runs->bmp->height : runs->y + 1);
    runs->x = 0;
    return FR_OK;
}

enum fr_status fr_bmp_read_runs(const struct fr_bmp *bmp, struct fr_image *image)
{
    const struct fr_allocator *allocator = bmp->file->allocator;
    struct runs runs = {.bmp = bmp, .image = image, .at = bmp->pixels_at};
    runs.row_size = ((size_t)bmp->width * bmp->bits + 7) / 8;
    runs.row = fr_allocate_zeroed(allocator, runs.row_size, 1);
    if (!runs.row)
        return fr_refuse_memory(bmp->file, "for a row");
    enum fr_status status = FR_OK;
    for (bool ends = false; !ends && status == FR_OK;)
        status = take_run(&runs, &ends);
    fr_deallocate(allocator, runs.row, runs.row_size, 1);
    return status;
}
