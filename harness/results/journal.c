#include "harness/results/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENDING ".samples"
#define FORMAT "footrace-samples/1"

static const char *const words[FR_ENTRIES] = {
    [FR_ENTRY_PATH] = "path",     [FR_ENTRY_JUDGED] = "judged", [FR_ENTRY_REVISED] = "revised",
    [FR_ENTRY_PLAYED] = "played", [FR_ENTRY_STEADY] = "steady", [FR_ENTRY_EVENT] = "event",
    [FR_ENTRY_PROBED] = "probed", [FR_ENTRY_MEMORY] = "memory", [FR_ENTRY_WAITED] = "waited"};

static enum fr_status cannot_open(const char *name, struct fr_error *error)
{
    return fr_fail(error, fr_status_of(errno),
                   "%s: %s; expected a file that can be written, next to -o", name,
                   strerror(errno));
}

static void note_error(struct fr_journal *journal)
{
    if (!journal->error)
        journal->error = errno ? errno : EIO;
}

/* Truncates the file to this length. */
static void cut(struct fr_journal *journal, long bytes)
{
    errno = 0;
    fflush(journal->file);
    if (ftruncate(fileno(journal->file), bytes) != 0 || fseek(journal->file, bytes, SEEK_SET) != 0)
        note_error(journal);
}

/* Opens or creates the file; never follows a link, which somebody else may have placed there. */
static FILE *open_own(const char *name)
{
    const int descriptor = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "r+");
    if (!file && descriptor >= 0)
        close(descriptor);
    return file;
}

/* True if the file is empty, or a journal, or the incomplete beginning of one. */
static bool is_journal(FILE *file)
{
    char begin[sizeof FORMAT];
    const size_t length = fread(begin, 1, sizeof begin - 1, file);
    rewind(file);
    return memcmp(begin, FORMAT, length) == 0;
}

enum fr_status fr_journal_open(const char *result, bool resume, struct fr_journal *journal,
                               struct fr_error *error)
{
    const size_t size = strlen(result) + sizeof ENDING;
    *journal = (struct fr_journal){.name = malloc(size)};
    if (!journal->name) {
        fr_journal_close(journal, false);
        return fr_fail(error, FR_NO_MEMORY, "not enough memory to start");
    }
    snprintf(journal->name, size, "%s%s", result, ENDING);
    journal->file = open_own(journal->name);
    enum fr_status status = FR_OK;
    if (!journal->file)
        status = cannot_open(journal->name, error);
    else if (!is_journal(journal->file))
        status =
            fr_fail(error, FR_BAD_INPUT,
                    "%s: not a journal of a race; expected a journal or no file", journal->name);
    else if (!resume)
        cut(journal, 0);
    if (status != FR_OK)
        fr_journal_close(journal, false);
    return status;
}

static bool is_kept(const struct fr_journal *journal)
{
    return journal && journal->file;
}

/* The next line, without its end; false after the last complete one. */
static bool read_line(FILE *file, char **line, size_t *size)
{
    const ssize_t length = getline(line, size, file);
    if (length <= 0 || (*line)[length - 1] != '\n')
        return false;
    (*line)[length - 1] = '\0';
    return true;
}

static bool read_entry(char *line, struct fr_journal_entry *entry)
{
    char word[16], value[40];
    int text = 0;
    *entry = (struct fr_journal_entry){.kind = FR_ENTRIES};
    if (sscanf(line, "%15s %d %zu %d %d %39s %" SCNd64 " %" SCNx64 " %n", word, &entry->racer,
               &entry->click, &entry->round, &entry->pass, value, &entry->count, &entry->hash,
               &text) != 8 ||
        text == 0)
        return false;
    for (int kind = 0; kind < FR_ENTRIES; kind++)
        if (strcmp(word, words[kind]) == 0)
            entry->kind = (enum fr_entry_kind)kind;
    entry->value = strtod(value, NULL);
    entry->text = line + text;
    return entry->kind != FR_ENTRIES && entry->racer >= 0 && entry->round >= 0 && entry->pass >= 0;
}

/* Whether the next line equals this one. */
static bool is_next(FILE *file, char **line, size_t *size, const char *expected)
{
    return read_line(file, line, size) && strcmp(*line, expected) == 0;
}

enum fr_status fr_journal_begin(struct fr_journal *journal, const char *title,
                                enum fr_status (*take)(void *context,
                                                       const struct fr_journal_entry *entry),
                                void *context)
{
    enum fr_status status = FR_OK;
    char *line = NULL;
    size_t size = 0;
    long bytes = 0;
    struct fr_journal_entry entry;
    if (!is_kept(journal))
        return FR_OK;
    rewind(journal->file);
    if (is_next(journal->file, &line, &size, FORMAT) &&
        is_next(journal->file, &line, &size, journal->race) &&
        is_next(journal->file, &line, &size, title)) {
        bytes = ftell(journal->file);
        while (status == FR_OK && read_line(journal->file, &line, &size) &&
               read_entry(line, &entry)) {
            bytes = ftell(journal->file);
            status = take(context, &entry);
        }
    }
    free(line);
    clearerr(journal->file);
    cut(journal, bytes);
    if (bytes == 0 && fprintf(journal->file, "%s\n%s\n%s\n", FORMAT, journal->race, title) < 0)
        note_error(journal);
    fr_journal_flush(journal);
    return status;
}

void fr_journal_write(struct fr_journal *journal, const struct fr_journal_entry *entry)
{
    if (!is_kept(journal) || journal->error)
        return;
    errno = 0;
    if (fprintf(journal->file, "%s %d %zu %d %d %.17g %" PRId64 " %" PRIx64 " %s\n",
                words[entry->kind], entry->racer, entry->click, entry->round, entry->pass,
                entry->value, entry->count, entry->hash, entry->text ? entry->text : "") < 0)
        note_error(journal);
}

void fr_journal_flush(struct fr_journal *journal)
{
    if (!is_kept(journal) || journal->error)
        return;
    errno = 0;
    if (fflush(journal->file) != 0)
        note_error(journal);
}

void fr_journal_empty(struct fr_journal *journal)
{
    if (is_kept(journal))
        cut(journal, 0);
}

void fr_journal_close(struct fr_journal *journal, bool over)
{
    if (journal->file)
        fclose(journal->file);
    if (journal->name && over)
        unlink(journal->name);
    free(journal->name);
    *journal = (struct fr_journal){.file = NULL};
}
