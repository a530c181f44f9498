#include "harness/experiments/sample_drawing.h"

#include <math.h>

enum { NOTCHES = 12, DECAGON = 10, LEFT = 200, TOP = 200, ACROSS = 1520, DOWN = 680 };

#define TURN 6.283185307179586

static int whole(double value)
{
    return (int)lround(value);
}

/* A floor as a star: every other vertex points inwards. */
static void write_floor(FILE *file)
{
    fputs("    {\"add\": [", file);
    for (int i = 0; i < 2 * NOTCHES; i++) {
        const double angle = TURN * i / (2 * NOTCHES), far = i % 2 ? 0.86 : 1.0;
        fprintf(file, "%s[%d, %d]", i ? ", " : "", whole(960 + 955 * far * cos(angle)),
                whole(540 + 535 * far * sin(angle)));
    }
    fputs("]}", file);
}

static void write_hole(FILE *file, double x, double y, double radius, int vertices)
{
    fputs(",\n    {\"subtract\": [", file);
    for (int i = 0; i < vertices; i++) {
        const double angle = TURN * (i + 0.25) / vertices;
        fprintf(file, "%s[%d, %d]", i ? ", " : "", whole(x + radius * cos(angle)),
                whole(y + radius * sin(angle)));
    }
    fputs("]}", file);
}

/* The last two share what is left, so that none has fewer than three vertices. */
static int vertices_of(int left)
{
    return left >= DECAGON + 3 || left <= DECAGON ? (left < DECAGON ? left : DECAGON) : left - 3;
}

bool fr_sample_drawing(FILE *file, int corners)
{
    const int holes = (corners - NOTCHES + DECAGON - 1) / DECAGON;
    const int columns = whole(ceil(sqrt(holes * (double)ACROSS / DOWN)));
    const int rows = (holes + columns - 1) / columns;
    const double wide = (double)ACROSS / columns, high = (double)DOWN / rows;
    const double radius = 0.36 * fmin(wide, high);
    int left = corners - NOTCHES;
    fputs("{\n  \"format\": \"footrace-polygon/1\",\n  \"size\": [1920, 1080],\n"
          "  \"shapes\": [\n",
          file);
    write_floor(file);
    for (int i = 0; left > 0; i++) {
        const int vertices = vertices_of(left);
        const double shift = (i / columns % 2 ? 0.58 : 0.42) * wide;
        write_hole(file, LEFT + i % columns * wide + shift, TOP + (i / columns + 0.5) * high,
                   radius, vertices);
        left -= vertices;
    }
    fputs("\n  ]\n}\n", file);
    return !ferror(file);
}
