/* WebP, still images, with libwebp. */
#include <stdio.h>
#include <string.h>
#include <webp/decode.h>

#include "maps/formats/image/image.h"

bool fr_webp_knows(const struct fr_file *file)
{
    return file->size >= 12 && memcmp(file->bytes, "RIFF", 4) == 0 &&
           memcmp(file->bytes + 8, "WEBP", 4) == 0;
}

static enum fr_status refuse(const struct fr_file *file, const char *place, VP8StatusCode code)
{
    if (code == VP8_STATUS_OUT_OF_MEMORY)
        return fr_refuse_memory(file, "for its pixels");
    if (code == VP8_STATUS_NOT_ENOUGH_DATA)
        return fr_refuse(file, "%s: the file ends after %zu bytes, expected more webp data", place,
                         file->size);
    return fr_refuse(file, "%s: damaged, expected valid webp data", place);
}

/* Decodes the pixels into memory from the allocator, which may refuse: a few bytes can describe a
 * huge image of one colour. */
static enum fr_status decode(struct fr_image *image, WebPDecoderConfig *config, uint8_t *pixels,
                             size_t size)
{
    const struct fr_file *file = image->file;
    const int width = config->input.width, height = config->input.height;
    config->output.colorspace = MODE_RGBA;
    config->output.is_external_memory = 1;
    config->output.u.RGBA = (WebPRGBABuffer){pixels, 4 * width, size};
    const VP8StatusCode code = WebPDecode(file->bytes, file->size, config);
    if (code != VP8_STATUS_OK)
        return refuse(file, "pixels", code);
    for (int32_t y = 0; y < height; y++)
        fr_image_put_colours(image, (struct fr_image_span){0, y, 1, width},
                             pixels + (size_t)y * 4 * (size_t)width);
    return FR_OK;
}

static enum fr_status load(struct fr_image *image, WebPDecoderConfig *config)
{
    const struct fr_file *file = image->file;
    if (!WebPInitDecoderConfig(config))
        return fr_refuse_as(
            file, FR_UNSUPPORTED,
            "another version of libwebp found, expected the one that footrace was built with");
    const VP8StatusCode code = WebPGetFeatures(file->bytes, file->size, &config->input);
    if (code != VP8_STATUS_OK)
        return refuse(file, "header", code);
    if (config->input.has_animation)
        return fr_refuse_as(file, FR_UNSUPPORTED,
                            "header: an animation found, expected a still image");
    image->layout = (struct fr_pixel_layout){
        .size = 4, .green = 1, .blue = 2, .alpha = config->input.has_alpha ? 3 : FR_NO_ALPHA};
    enum fr_status status = fr_image_begin(image, config->input.width, config->input.height);
    if (status != FR_OK)
        return status;
    const size_t size = (size_t)config->input.width * (size_t)config->input.height * 4;
    uint8_t *pixels = fr_allocate(file->allocator, size, 1);
    status = pixels ? decode(image, config, pixels, size)
                    : refuse(file, "pixels", VP8_STATUS_OUT_OF_MEMORY);
    fr_deallocate(file->allocator, pixels, size, 1);
    return status;
}

enum fr_status fr_load_webp(struct fr_loading *loading)
{
    enum { LOSSY = 1 };
    struct fr_image image = {.file = loading->file, .options = loading->options};
    WebPDecoderConfig config;
    const enum fr_status status = fr_image_finish(&image, load(&image, &config), loading);
    strcpy(loading->report->format, "webp");
    if (status == FR_OK && config.input.format == LOSSY)
        fr_image_note_loss(loading->report);
    return status;
}
