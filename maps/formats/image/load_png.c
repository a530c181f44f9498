#include <spng.h>
#include <string.h>

#include "maps/formats/image/image.h"

/* IHDR comes right after the signature; width and height after the chunk's own header. */
#define HEADER_AT 8
#define SIZE_OFFSET 16
#define HEADER_SIZE 33

/* Deflate never compresses better than this: a header that claims more pixels than the file can
 * hold is refused before allocating. */
#define MOST_DEFLATED 1032

/* Profiles and texts, which are skipped, may be this large. */
#define LARGEST_CHUNK ((size_t)16 << 20)

/* The pixels of the seven passes of an interlaced image. */
static const struct {
    uint8_t x, step;
} passes[7] = {{0, 8}, {4, 8}, {0, 4}, {2, 4}, {0, 2}, {1, 2}, {0, 1}};

static uint32_t big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static enum fr_status refuse_at(const struct fr_file *file, const char *place, int code)
{
    if (code == SPNG_EMEM)
        return fr_refuse_memory(file, "to decode it");
    if (code == SPNG_EOF || code == SPNG_IO_EOF || code == SPNG_EIDAT_TOO_SHORT)
        return fr_refuse(file, "%s: the file ends here, expected more PNG data", place);
    return fr_refuse(file, "%s: %s found, expected valid PNG data", place, spng_strerror(code));
}

/* libspng looks one row ahead. */
static enum fr_status refuse_row(const struct fr_file *file, const struct spng_row_info *row,
                                 int code)
{
    char place[32];
    snprintf(place, sizeof place, "row %u or the next", (unsigned)row->row_num);
    return refuse_at(file, place, code);
}

static enum fr_status read_palette(spng_ctx *context, const struct spng_trns *transparent,
                                   struct fr_image *image)
{
    struct spng_plte colours;
    const int code = spng_get_plte(context, &colours);
    if (code != 0)
        return refuse_at(image->file, "palette", code);
    image->indexed = true;
    image->palette_size = (int)colours.n_entries;
    for (uint32_t i = 0; i < colours.n_entries; i++) {
        const struct spng_plte_entry entry = colours.entries[i];
        const bool listed = i < transparent->n_type3_entries;
        image->palette[i] = (struct fr_rgba){entry.red, entry.green, entry.blue,
                                             listed ? transparent->type3_alpha[i] : 255};
    }
    return FR_OK;
}

/* Samples of 16 bits have their high byte first. */
static void read_layout(const struct spng_ihdr *header, const struct spng_trns *transparent,
                        struct fr_pixel_layout *layout)
{
    const bool grey = !(header->color_type & SPNG_COLOR_TYPE_TRUECOLOR);
    const bool alpha = header->color_type & SPNG_COLOR_TYPE_GRAYSCALE_ALPHA;
    const uint8_t bytes = header->bit_depth / 8, channels = grey ? 1 : 3;
    const uint16_t clear[] = {grey ? transparent->gray : transparent->red, transparent->green,
                              transparent->blue};
    layout->size = (uint8_t)((channels + alpha) * bytes);
    layout->green = grey ? 0 : bytes;
    layout->blue = (uint8_t)(2 * layout->green);
    layout->alpha = alpha ? (uint8_t)(channels * bytes) : FR_NO_ALPHA;
    for (int i = 0; i < channels; i++) {
        layout->clear[i * bytes] = (uint8_t)(bytes == 1 ? clear[i] : clear[i] >> 8);
        layout->clear[(i + 1) * bytes - 1] = (uint8_t)clear[i];
    }
}

/* What a pixel of the file is: a grey level, an index, or a colour. */
static enum fr_status read_colours(spng_ctx *context, const struct spng_ihdr *header,
                                   struct fr_image *image)
{
    struct spng_trns transparent = {0};
    const bool has_transparent = spng_get_trns(context, &transparent) == 0;
    if (header->color_type == SPNG_COLOR_TYPE_INDEXED) {
        image->bits = header->bit_depth;
        return read_palette(context, &transparent, image);
    }
    if (header->color_type == SPNG_COLOR_TYPE_GRAYSCALE && header->bit_depth <= 8) {
        fr_image_grey_ramp(image, header->bit_depth);
        if (has_transparent)
            image->palette[transparent.gray & (image->palette_size - 1)].alpha = 0;
        return FR_OK;
    }
    read_layout(header, &transparent, &image->layout);
    image->layout.has_clear = has_transparent;
    return FR_OK;
}

/* Whether the file can hold the pixels that its header claims. */
static bool plausible(const struct fr_file *file, const struct spng_ihdr *header)
{
    static const uint8_t channels[] = {1, 0, 3, 1, 2, 0, 4};
    const uint64_t bits =
        (uint64_t)header->width * header->bit_depth * channels[header->color_type];
    return (bits / 8 + 1) * header->height / MOST_DEFLATED <= file->size;
}

/* libspng accepts a last chunk without its checksum; all earlier chunks are complete at this
 * point. */
static enum fr_status check_end(const struct fr_file *file)
{
    size_t at = HEADER_AT;
    while (at + 12 <= file->size && memcmp(file->bytes + at + 4, "IEND", 4) != 0)
        at += 12 + (size_t)big_endian(file->bytes + at);
    return at + 12 <= file->size ? FR_OK : refuse_at(file, "after the last row", SPNG_EOF);
}

static enum fr_status decode_rows(spng_ctx *context, const struct spng_ihdr *header,
                                  struct fr_image *image, uint8_t *row, size_t row_size)
{
    struct spng_row_info info = {0};
    const int32_t width = image->map->width;
    int code = 0;
    while (code == 0 && (code = spng_get_row_info(context, &info)) == 0) {
        code = spng_decode_scanline(context, row, row_size);
        if (code != 0 && code != SPNG_EOI)
            break;
        struct fr_image_span span = {0, (int32_t)info.row_num, 1, width};
        if (header->interlace_method) {
            span.x = passes[info.pass].x;
            span.step = passes[info.pass].step;
            span.count = (width - span.x + span.step - 1) / span.step;
        }
        if (image->bits > 0)
            fr_image_put_indices(image, span, row);
        else
            fr_image_put_colours(image, span, row);
    }
    if (code != SPNG_EOI)
        return refuse_row(image->file, &info, code);
    code = spng_decode_chunks(context);
    return code == 0 ? check_end(image->file) : refuse_at(image->file, "after the last row", code);
}

static enum fr_status decode(spng_ctx *context, const struct spng_ihdr *header,
                             struct fr_image *image)
{
    const struct fr_allocator *allocator = image->file->allocator;
    const size_t row_size =
        (size_t)header->width * (image->bits > 0 ? 1 : (size_t)image->layout.size);
    const int code = spng_decode_image(context, NULL, 0, SPNG_FMT_RAW, SPNG_DECODE_PROGRESSIVE);
    if (code != 0)
        return refuse_at(image->file, "row 0", code);
    uint8_t *row = fr_allocate(allocator, row_size, 1);
    if (!row)
        return refuse_at(image->file, "row 0", SPNG_EMEM);
    const enum fr_status status = decode_rows(context, header, image, row, row_size);
    fr_deallocate(allocator, row, row_size, 1);
    return status;
}

static enum fr_status load(spng_ctx *context, struct fr_image *image, struct fr_loading *loading)
{
    const struct fr_file *file = image->file;
    struct spng_ihdr header;
    spng_set_chunk_limits(context, LARGEST_CHUNK, LARGEST_CHUNK);
    int code = spng_set_png_buffer(context, file->bytes, file->size);
    if (code == 0)
        code = spng_get_ihdr(context, &header);
    if (code == 0)
        code = spng_decode_chunks(context);
    if (code != 0)
        return refuse_at(file, "header", code);
    enum fr_status status = read_colours(context, &header, image);
    if (status != FR_OK)
        return status;
    if (!plausible(file, &header))
        return fr_image_refuse_promise(file, header.width, header.height);
    status = fr_image_begin(image, header.width, header.height);
    if (status != FR_OK)
        return status;
    status = decode(context, &header, image);
    return fr_image_finish(image, status, loading);
}

enum fr_status fr_load_png(struct fr_loading *loading)
{
    const struct fr_file *file = loading->file;
    struct fr_image image = {.file = file, .options = loading->options};
    if (file->size < HEADER_SIZE)
        return refuse_at(file, "header", SPNG_EOF);
    if (memcmp(file->bytes + HEADER_AT, "\0\0\0\rIHDR", 8) != 0)
        return fr_refuse(file, "byte %d: a different chunk found, expected an IHDR of 13 bytes",
                         HEADER_AT);
    enum fr_status status = fr_image_check_size(file, big_endian(file->bytes + SIZE_OFFSET),
                                                big_endian(file->bytes + SIZE_OFFSET + 4));
    if (status != FR_OK)
        return status;
    /* The checksum of each chunk is verified; that of deflate covers the same bytes. */
    spng_ctx *context = spng_ctx_new(SPNG_CTX_IGNORE_ADLER32);
    if (!context)
        return refuse_at(file, "header", SPNG_EMEM);
    strcpy(loading->report->format, "png");
    status = load(context, &image, loading);
    spng_ctx_free(context);
    return status;
}
