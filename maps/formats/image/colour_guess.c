
#include <stdio.h>
#include <stdlib.h>

#include "maps/formats/image/colour_area.h"

enum {
    MAIN_PART = 200,  /* a main colour has at least 1/200 of the pixels */
    MOST_MAIN = 12,   /* more main colours mean a picture, not a mask */
    COVERED = 90,     /* the main colours cover this percentage of painted pixels */
    CHROMA = 48,      /* largest minus smallest channel: not grey */
    DARK = 64,        /* a wall has less luminance */
    CLEAR_PART = 100, /* a layer has at least 1/100 transparent pixels */
    OPAQUE = 128
};

static uint32_t key_of(struct fr_rgba colour)
{
    return (uint32_t)colour.red << 24 | (uint32_t)colour.green << 16 | (uint32_t)colour.blue << 8 |
           colour.alpha;
}

/* Most frequent first; ties go to the smaller channels. */
static int by_pixels(const void *a, const void *b)
{
    const struct fr_colour_share *left = a, *right = b;
    const uint32_t one = key_of(left->colour), other = key_of(right->colour);
    if (left->pixels != right->pixels)
        return left->pixels < right->pixels ? 1 : -1;
    return (one > other) - (one < other);
}

static int luminance(struct fr_rgba colour)
{
    return (299 * colour.red + 587 * colour.green + 114 * colour.blue) / 1000;
}

static int chroma(struct fr_rgba colour)
{
    int least = colour.red, most = colour.red;
    const int others[] = {colour.green, colour.blue};
    for (int i = 0; i < 2; i++) {
        least = others[i] < least ? others[i] : least;
        most = others[i] > most ? others[i] : most;
    }
    return most - least;
}

/* Proposes a legend of the main colours: dark colours are walls, the others areas, the largest
 * first. "" if they are grey, or too many. */
static void propose_legend(const struct fr_colour_share *shares, size_t count, int64_t pixels,
                           struct fr_load_report *report)
{
    int64_t covered = 0, painted = 0;
    size_t used = 0;
    int mains = 0, area = 1;
    bool coloured = false;
    for (size_t i = 0; i < count; i++) {
        const struct fr_rgba colour = shares[i].colour;
        if (colour.alpha < OPAQUE)
            continue;
        painted += shares[i].pixels;
        if (shares[i].pixels * MAIN_PART < pixels || mains++ >= MOST_MAIN)
            continue;
        covered += shares[i].pixels;
        coloured = coloured || chroma(colour) >= CHROMA;
        used += (size_t)snprintf(report->suggestion + used, sizeof report->suggestion - used,
                                 "%s%02x%02x%02x=%d", used > 0 ? "/" : "legend=", colour.red,
                                 colour.green, colour.blue, luminance(colour) < DARK ? 0 : area++);
    }
    if (!coloured || mains < 2 || mains > MOST_MAIN || covered * 100 < painted * COVERED)
        *report->suggestion = '\0';
}

/* Whether the image is a transparent layer on which everything painted is too dark to be floor. */
static bool is_dark_layer(const struct fr_load_options *options,
                          const struct fr_colour_share *shares, size_t count, int64_t pixels)
{
    int64_t clear = 0, painted = 0;
    for (size_t i = 0; i < count; i++) {
        if (fr_colour_area(options, shares[i].colour) != 0)
            return false;
        if (shares[i].colour.alpha < OPAQUE)
            clear += shares[i].pixels;
        else
            painted += shares[i].pixels;
    }
    return painted > 0 && clear * CLEAR_PART >= pixels;
}

void fr_colour_sort(struct fr_colour_share *shares, size_t count)
{
    if (count > 0)
        qsort(shares, count, sizeof *shares, by_pixels);
}

/* Returns the number of colours that are left. */
static size_t remove_gates(const struct fr_load_options *options, struct fr_colour_share *shares,
                           size_t count, int64_t *pixels)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (fr_colour_gate(options, shares[i].colour))
            *pixels -= shares[i].pixels;
        else
            shares[kept++] = shares[i];
    return kept;
}

void fr_colour_guess(const struct fr_load_options *options, struct fr_colour_share *shares,
                     size_t count, int64_t pixels, struct fr_load_report *report)
{
    int64_t main_two = 0;
    count = remove_gates(options, shares, count, &pixels);
    for (size_t i = 0; i < count && i < 2; i++)
        main_two += shares[i].pixels;
    report->between = pixels - main_two;
    if (options->levels)
        return;
    if (is_dark_layer(options, shares, count, pixels))
        snprintf(report->suggestion, sizeof report->suggestion, "channel=alpha");
    else
        propose_legend(shares, count, pixels, report);
}
