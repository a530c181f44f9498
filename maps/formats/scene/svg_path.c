#include "maps/formats/scene/svg_path.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define MOST_PIECES 1000.0 /* for one curve */

struct pen {
    struct fr_floor *floor;
    const struct fr_transform *transform;
    struct fr_place at, start, control; /* in the path's coordinates */
    char last;                          /* the previous command */
};

bool fr_svg_number(const char **text, double *number)
{
    char *end;
    const char *at = *text + strspn(*text, " \t\r\n,");
    if (!strchr("+-.0123456789", *at) || !*at || tolower((unsigned char)at[1]) == 'x')
        return false;
    *number = strtod(at, &end);
    *text = end;
    return end > at && isfinite(*number);
}

/* Makes one transform function from its numbers. */
static bool make_transform(const char *name, size_t length, const double *n, int count,
                           struct fr_transform *made)
{
    const struct fr_span word = {name, length};
    const double turned = count > 0 ? n[0] * PI / 180 : 0;
    *made = (struct fr_transform){{1, 0}, {0, 1}, {0, 0}};
    if (fr_span_is(word, "matrix") && count == 6) {
        *made = (struct fr_transform){{n[0], n[1]}, {n[2], n[3]}, {n[4], n[5]}};
    } else if (fr_span_is(word, "translate") && (count == 1 || count == 2)) {
        made->origin = (struct fr_place){n[0], count == 2 ? n[1] : 0};
    } else if (fr_span_is(word, "scale") && (count == 1 || count == 2)) {
        made->x.x = n[0];
        made->y.y = n[count - 1];
    } else if (fr_span_is(word, "rotate") && (count == 1 || count == 3)) {
        made->x = (struct fr_place){cos(turned), sin(turned)};
        made->y = (struct fr_place){-sin(turned), cos(turned)};
        if (count == 3) {
            const struct fr_place moved = fr_transform_apply(made, (struct fr_place){n[1], n[2]});
            made->origin = (struct fr_place){n[1] - moved.x, n[2] - moved.y};
        }
    } else if (fr_span_is(word, "skewX") && count == 1) {
        made->y.x = tan(turned);
    } else if (fr_span_is(word, "skewY") && count == 1) {
        made->x.y = tan(turned);
    } else {
        return false;
    }
    return true;
}

bool fr_svg_transform(const char *text, struct fr_transform *transform)
{
    for (text += strspn(text, " \t\r\n,"); *text; text += strspn(text, " \t\r\n,")) {
        struct fr_transform made;
        double numbers[6] = {0};
        int count = 0;
        const char *name = text;
        const size_t length = strspn(text, "matrixnslecokwXY");
        text += length + strspn(text + length, " ");
        if (*text++ != '(')
            return false;
        while (count < 6 && fr_svg_number(&text, &numbers[count]))
            count++;
        text += strspn(text, " \t\r\n");
        if (*text++ != ')' || !make_transform(name, length, numbers, count, &made))
            return false;
        *transform = fr_transform_inside(transform, &made);
    }
    return true;
}

static enum fr_status add(struct pen *pen, struct fr_place at)
{
    const struct fr_place placed = fr_transform_apply(pen->transform, at);
    return fr_floor_add(pen->floor, placed.x, placed.y);
}

static enum fr_status line_to(struct pen *pen, struct fr_place to)
{
    enum fr_status status = pen->floor->outline.count == 0 ? add(pen, pen->at) : FR_OK;
    pen->at = to;
    return status == FR_OK ? add(pen, to) : status;
}

/* How far three control points are from a straight, evenly spaced line, in pixels. */
static double bend(const struct pen *pen, struct fr_place a, struct fr_place b, struct fr_place c)
{
    struct fr_transform linear = *pen->transform;
    linear.origin = (struct fr_place){0, 0};
    const struct fr_place off =
        fr_transform_apply(&linear, (struct fr_place){a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y});
    return hypot(off.x, off.y);
}

static enum fr_status curve_to(struct pen *pen, struct fr_place b, struct fr_place c,
                               struct fr_place d)
{
    const struct fr_place a = pen->at;
    const double most = fmax(bend(pen, a, b, c), bend(pen, b, c, d));
    const int pieces = (int)fmax(1, fmin(MOST_PIECES, ceil(sqrt(6 * most))));
    enum fr_status status = FR_OK;
    for (int i = 1; i <= pieces && status == FR_OK; i++) {
        const double t = (double)i / pieces, s = 1 - t;
        const double k0 = s * s * s, k1 = 3 * s * s * t, k2 = 3 * s * t * t, k3 = t * t * t;
        status = line_to(pen, i == pieces
                                  ? d
                                  : (struct fr_place){k0 * a.x + k1 * b.x + k2 * c.x + k3 * d.x,
                                                      k0 * a.y + k1 * b.y + k2 * c.y + k3 * d.y});
    }
    pen->control = c;
    return status;
}

/* Converts the end points of an elliptical arc to its centre and angles, as in SVG's appendix on
 * arcs; n: radii, rotation, large, sweep. */
static enum fr_status arc_to(struct pen *pen, const double *n, struct fr_place to)
{
    const struct fr_place from = pen->at;
    const double turned = n[2] * PI / 180, c = cos(turned), s = sin(turned);
    const double dx = (from.x - to.x) / 2, dy = (from.y - to.y) / 2;
    const double x = c * dx + s * dy, y = -s * dx + c * dy;
    double rx = fabs(n[0]), ry = fabs(n[1]);
    if (!(rx > 0) || !(ry > 0) || (dx == 0 && dy == 0))
        return line_to(pen, to);
    const double over = (x * x) / (rx * rx) + (y * y) / (ry * ry);
    rx *= over > 1 ? sqrt(over) : 1;
    ry *= over > 1 ? sqrt(over) : 1;
    const double share = rx * rx * y * y + ry * ry * x * x;
    const double root = sqrt(fmax(0, (rx * rx * ry * ry - share) / share));
    const double side = (n[3] != 0) == (n[4] != 0) ? -root : root;
    const double cx = side * rx * y / ry, cy = -side * ry * x / rx;
    const double first = atan2((y - cy) / ry, (x - cx) / rx);
    double sweep = atan2((-y - cy) / ry, (-x - cx) / rx) - first;
    sweep += n[4] != 0 ? (sweep < 0 ? 2 * PI : 0) : (sweep > 0 ? -2 * PI : 0);
    const double scale = fmax(hypot(pen->transform->x.x, pen->transform->x.y),
                              hypot(pen->transform->y.x, pen->transform->y.y));
    const double wanted = fabs(sweep) * sqrt(fmax(rx, ry) * scale);
    const int pieces = (int)fmax(4, fmin(MOST_PIECES, ceil(wanted)));
    enum fr_status status = FR_OK;
    for (int i = 1; i <= pieces && status == FR_OK; i++) {
        const double angle = first + sweep * i / pieces;
        const double ex = rx * cos(angle) + cx, ey = ry * sin(angle) + cy;
        status =
            line_to(pen, i == pieces ? to
                                     : (struct fr_place){c * ex - s * ey + (from.x + to.x) / 2,
                                                         s * ex + c * ey + (from.y + to.y) / 2});
    }
    return status;
}

static int numbers_of(char command)
{
    static const char commands[] = "MLHVCSQTAZ";
    static const int counts[] = {2, 2, 1, 1, 6, 4, 4, 2, 7, 0};
    const char *found = command ? strchr(commands, toupper((unsigned char)command)) : NULL;
    return found ? counts[found - commands] : -1;
}

/* The control point of a smooth curve: the previous one, mirrored. */
static struct fr_place mirrored(const struct pen *pen, const char *kinds)
{
    if (!strchr(kinds, toupper((unsigned char)pen->last)))
        return pen->at;
    return (struct fr_place){2 * pen->at.x - pen->control.x, 2 * pen->at.y - pen->control.y};
}

static enum fr_status quadratic_to(struct pen *pen, struct fr_place q, struct fr_place to)
{
    const struct fr_place a = pen->at;
    const struct fr_place b = {a.x + 2 * (q.x - a.x) / 3, a.y + 2 * (q.y - a.y) / 3};
    const struct fr_place c = {to.x + 2 * (q.x - to.x) / 3, to.y + 2 * (q.y - to.y) / 3};
    const enum fr_status status = curve_to(pen, b, c, to);
    pen->control = q;
    return status;
}

/* A command with its numbers, made absolute. */
static enum fr_status draw(struct pen *pen, char command, const double *n)
{
    const bool relative = islower((unsigned char)command);
    const struct fr_place base = relative ? pen->at : (struct fr_place){0, 0};
    const int count = numbers_of(command);
    const char kind = (char)toupper((unsigned char)command);
    struct fr_place p[3] = {{0, 0}};
    for (int i = 0; i + 1 < count && kind != 'A'; i += 2)
        p[i / 2] = (struct fr_place){base.x + n[i], base.y + n[i + 1]};
    switch (kind) {
    case 'M':
        pen->at = pen->start = p[0];
        return fr_floor_draw(pen->floor);
    case 'L':
        return line_to(pen, p[0]);
    case 'H':
        return line_to(pen, (struct fr_place){base.x + n[0], pen->at.y});
    case 'V':
        return line_to(pen, (struct fr_place){pen->at.x, base.y + n[0]});
    case 'C':
        return curve_to(pen, p[0], p[1], p[2]);
    case 'S':
        return curve_to(pen, mirrored(pen, "CS"), p[0], p[1]);
    case 'Q':
        return quadratic_to(pen, p[0], p[1]);
    case 'T':
        return quadratic_to(pen, mirrored(pen, "QT"), p[0]);
    case 'A':
        return arc_to(pen, n, (struct fr_place){base.x + n[5], base.y + n[6]});
    default:
        pen->at = pen->start;
        return fr_floor_draw(pen->floor);
    }
}

/* A flag of an arc is one digit, which the next number may follow at once. */
static bool take_flag(const char **text, double *flag)
{
    const char *at = *text + strspn(*text, " \t\r\n,");
    if (*at != '0' && *at != '1')
        return false;
    *flag = *at - '0';
    *text = at + 1;
    return true;
}

static bool take_numbers(const char **text, char command, double *numbers)
{
    const bool arc = toupper((unsigned char)command) == 'A';
    for (int i = 0; i < numbers_of(command); i++)
        if (!(arc && (i == 3 || i == 4) ? take_flag(text, &numbers[i])
                                        : fr_svg_number(text, &numbers[i])))
            return false;
    return true;
}

enum fr_status fr_svg_path(struct fr_floor *floor, const struct fr_transform *transform,
                           const char *data)
{
    struct pen pen = {floor, transform, {0, 0}, {0, 0}, {0, 0}, '\0'};
    char command = '\0';
    enum fr_status status = FR_OK;
    for (data += strspn(data, " \t\r\n,"); *data && status == FR_OK;
         data += strspn(data, " \t\r\n,")) {
        double numbers[7] = {0};
        if (numbers_of(*data) >= 0)
            command = *data++;
        else if (command == 'M' || command == 'm')
            command = command == 'M' ? 'L' : 'l';
        else if (numbers_of(command) <= 0)
            command = '\0';
        if (!command || !take_numbers(&data, command, numbers) ||
            (!pen.last && toupper((unsigned char)command) != 'M'))
            return fr_refuse(floor->file, "%s: d: %s found, expected path data", floor->where,
                             fr_quote(fr_span_of(data)).text);
        status = draw(&pen, command, numbers);
        pen.last = command;
    }
    return status == FR_OK ? fr_floor_draw(floor) : status;
}
