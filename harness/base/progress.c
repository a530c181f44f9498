#include "harness/base/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "harness/base/clock.h"

#define REDRAW_NS 200000000u
#define ERASE_LINE "\r\033[K"

void fr_progress_begin(struct fr_progress *progress, const char *command)
{
    *progress = (struct fr_progress){
        .command = command, .shown = isatty(STDERR_FILENO), .begin_ns = fr_clock_ns()};
}

/* The fraction done, from 0 to 1; 0: not known. */
static double share_done(const struct fr_progress *progress, uint64_t now)
{
    double done = 0;
    if (progress->due_ns > progress->begin_ns)
        done = (double)(now - progress->begin_ns) / (double)(progress->due_ns - progress->begin_ns);
    else if (progress->total > 0)
        done = (double)progress->done / (double)progress->total;
    return done < 1 ? done : 1;
}

void fr_progress_show(struct fr_progress *progress, const char *map, const char *what)
{
    const uint64_t now = fr_clock_ns();
    if (!progress->shown || now - progress->drawn_ns < REDRAW_NS)
        return;
    progress->drawn_ns = now;
    fprintf(stderr, ERASE_LINE "%.30s: %.40s", map, what);
    const double spent = (double)(now - progress->begin_ns) / 1e9;
    const double done = share_done(progress, now);
    if (done > 0) {
        const long left = (long)(spent / done - spent + 0.5);
        fprintf(stderr, "  %.0f %%, %ld:%02ld left", 100 * done, left / 60, left % 60);
    }
    fflush(stderr);
}

void fr_progress_clear(struct fr_progress *progress)
{
    if (progress->shown)
        fputs(ERASE_LINE, stderr);
    progress->drawn_ns = 0;
}

void fr_progress_note(struct fr_progress *progress, const char *format, ...)
{
    va_list arguments;
    if (progress->terse)
        return;
    fr_progress_clear(progress);
    va_start(arguments, format);
    fprintf(stderr, "footrace: %s: ", progress->command);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}
