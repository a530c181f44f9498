#include "harness/base/file_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "maps/formats/base/words.h"
#include "maps/formats/named_file.h"

/* One value on the command line, and its flag. */
struct value {
    const char *flag, *text; /* flag NULL: a word without a flag */
    bool written, formatted; /* formatted: the name's ending selects the format */
};

enum { LONGEST_NAME = 4096, LAST_ROW = 4096, STREAM_NAME = 32 };

static bool find_regular(const char *name, struct stat *facts)
{
    return stat(name, facts) == 0 && S_ISREG(facts->st_mode);
}

/* Whether a file is a result whose last complete row says that the race was not cut short. */
static bool is_finished_result(const char *name)
{
    char tail[LAST_ROW + 1];
    struct stat facts;
    FILE *stream = find_regular(name, &facts) ? fopen(name, "r") : NULL;
    if (!stream)
        return false;
    const off_t begin = facts.st_size > LAST_ROW ? facts.st_size - LAST_ROW : 0;
    size_t length = fseeko(stream, begin, SEEK_SET) == 0 ? fread(tail, 1, LAST_ROW, stream) : 0;
    fclose(stream);
    while (length > 0 && tail[length - 1] != '\n')
        length--; /* an incomplete last line */
    tail[length > 0 ? length - 1 : 0] = '\0';
    const char *last = strrchr(tail, '\n');
    last = last ? last + 1 : tail;
    return strncmp(last, "{\"kind\":\"end\",", 14) == 0 && strstr(last, "\"stopped\":null");
}

/* Finds the file that a value names. A map may have options after a colon, but file names may
 * contain colons too. */
static bool find_file(const char *text, char name[LONGEST_NAME], struct stat *facts)
{
    if (snprintf(name, LONGEST_NAME, "%s", text) >= LONGEST_NAME)
        return false;
    for (;;) {
        if (find_regular(name, facts))
            return true;
        char *colon = strrchr(name, ':');
        if (!colon)
            return false;
        *colon = '\0';
    }
}

static bool is_same(const struct stat *one, const struct stat *other)
{
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* Whether two names of files that do not exist yet are the same name in the same folder. */
static bool is_same_new(const char *one, const char *other)
{
    const char *names[2] = {one, other};
    char folders[2][LONGEST_NAME];
    struct stat facts[2];
    for (int i = 0; i < 2; i++) {
        const char *slash = strrchr(names[i], '/');
        const int length = snprintf(folders[i], LONGEST_NAME, "%.*s.",
                                    slash ? (int)(slash + 1 - names[i]) : 0, names[i]);
        if (length >= LONGEST_NAME || stat(folders[i], &facts[i]) != 0)
            return false;
        names[i] = slash ? slash + 1 : names[i];
    }
    return strcmp(names[0], names[1]) == 0 && is_same(&facts[0], &facts[1]);
}

static bool same_file(const struct value *one, const struct value *other)
{
    char name[LONGEST_NAME], named[FR_NAMED_FILE_SIZE];
    struct stat first, second;
    if (one->written && other->written && strcmp(one->text, other->text) == 0)
        return strcmp(one->text, "-") != 0 && strncmp(one->text, "/dev/", 5) != 0;
    if (stat(one->text, &first) != 0)
        return other->written && stat(other->text, &second) != 0 &&
               is_same_new(one->text, other->text);
    if (!S_ISREG(first.st_mode) || !find_file(other->text, name, &second))
        return false;
    if (is_same(&first, &second))
        return true;
    return !other->written && fr_file_names(name, named) && find_file(named, name, &second) &&
           is_same(&first, &second);
}

static enum fr_status check(const struct value *written, const struct value *other,
                            struct fr_error *error)
{
    const char *dashes = written->flag[1] ? "--" : "-";
    if (!same_file(written, other))
        return FR_OK;
    if (!other->flag)
        return fr_fail(error, FR_BAD_INPUT, "%s%s %s: is also the input %s; expected another file",
                       dashes, written->flag, written->text, other->text);
    return fr_fail(error, FR_BAD_INPUT, "%s%s %s: is also given for %s%s; expected another file",
                   dashes, written->flag, written->text, other->flag[1] ? "--" : "-", other->flag);
}

bool fr_flag_writes(const struct fr_flag *flag)
{
    return flag->value &&
           (strcmp(flag->value, FR_WRITES_FILE) == 0 || strcmp(flag->value, FR_WRITES_FORMAT) == 0);
}

static int list_values(const struct fr_arguments *arguments, struct value *values)
{
    int count = 0;
    for (int flag = 0; arguments->flags[flag].name; flag++) {
        const struct fr_flag *each = &arguments->flags[flag];
        for (int i = 0; each->value && i < arguments->counts[flag]; i++)
            values[count++] =
                (struct value){each->name, arguments->values[flag][i], fr_flag_writes(each),
                               strcmp(each->value, FR_WRITES_FORMAT) == 0};
    }
    for (int i = 0; i < arguments->word_count; i++)
        values[count++] = (struct value){NULL, arguments->words[i], false, false};
    return count;
}

static enum fr_status cannot_write(const struct value *written, const char *why,
                                   struct fr_error *error)
{
    return fr_fail(error, fr_status_of(errno), "%s%s %s: %s; expected a file that can be written",
                   written->flag[1] ? "--" : "-", written->flag, written->text, why);
}

static bool is_given(const struct fr_arguments *arguments, const char *name)
{
    for (int flag = 0; arguments->flags[flag].name; flag++)
        if (strcmp(arguments->flags[flag].name, name) == 0)
            return arguments->counts[flag] > 0;
    return false;
}

static enum fr_status keep_finished(const struct fr_arguments *arguments,
                                    const struct value *written, struct fr_error *error)
{
    const char *dashes = written->flag[1] ? "--" : "-";
    if (!is_finished_result(written->text) || is_given(arguments, "force") ||
        is_given(arguments, "resume") || is_given(arguments, "dry-run"))
        return FR_OK;
    return fr_fail(error, FR_BAD_INPUT,
                   "%s%s %s: holds a finished result; expected another file, or --force", dashes,
                   written->flag, written->text);
}

/* The name of an open pipe, valid while it is open. */
static enum fr_status open_stream(const struct value *written, char **target,
                                  struct fr_error *error)
{
    const int descriptor = open(written->text, O_WRONLY | O_CLOEXEC);
    if (descriptor < 0)
        return cannot_write(written, strerror(errno), error);
    *target = malloc(STREAM_NAME);
    if (!*target)
        return fr_fail(error, FR_NO_MEMORY, "not enough memory to start");
    snprintf(*target, STREAM_NAME, "/dev/fd/%d", descriptor);
    return FR_OK;
}

/* The name to write to instead of a link or a pipe, which replacing a file by its name would
 * destroy; NULL: the name itself. */
static enum fr_status find_target(const struct value *written, bool opens, char **target,
                                  struct fr_error *error)
{
    struct stat link, facts;
    *target = NULL;
    if (strncmp(written->text, "/dev/", 5) == 0 || lstat(written->text, &link) != 0)
        return FR_OK;
    if (stat(written->text, &facts) != 0)
        return cannot_write(written, "is a broken symbolic link", error);
    if (S_ISFIFO(facts.st_mode) || S_ISCHR(facts.st_mode))
        return opens ? open_stream(written, target, error) : FR_OK;
    if (!S_ISLNK(link.st_mode))
        return FR_OK;
    *target = realpath(written->text, NULL);
    return *target ? FR_OK : cannot_write(written, strerror(errno), error);
}

/* Pictures are PNG. */
static enum fr_status check_ending(const struct value *written, struct fr_error *error)
{
    if (!fr_name_ends(written->text, ".svg"))
        return FR_OK;
    return fr_fail(error, FR_BAD_INPUT, "%s%s %s: does not write SVG; expected another ending",
                   written->flag[1] ? "--" : "-", written->flag, written->text);
}

enum fr_status fr_guard_files(const struct fr_arguments *arguments, struct fr_error *error)
{
    struct value values[(FR_MAX_FLAGS + 1) * FR_MAX_VALUES];
    const int count = list_values(arguments, values);
    enum fr_status status = FR_OK;
    for (int i = 0; i < count; i++)
        for (int j = 0; values[i].written && j < count && status == FR_OK; j++)
            if (i != j)
                status = check(&values[i], &values[j], error);
    for (int i = 0; i < count && status == FR_OK; i++) {
        if (values[i].written && !values[i].formatted)
            status = check_ending(&values[i], error);
        if (values[i].written && status == FR_OK)
            status = keep_finished(arguments, &values[i], error);
    }
    return status;
}

enum fr_status fr_open_targets(struct fr_arguments *arguments, struct fr_targets *targets,
                               struct fr_error *error)
{
    const bool opens = !is_given(arguments, "resume") && !is_given(arguments, "dry-run");
    enum fr_status status = FR_OK;
    targets->count = 0;
    for (int flag = 0; arguments->flags[flag].name; flag++) {
        const struct fr_flag *each = &arguments->flags[flag];
        const bool written = fr_flag_writes(each);
        for (int i = 0; written && i < arguments->counts[flag] && status == FR_OK; i++) {
            const struct value value = {each->name, arguments->values[flag][i], true, false};
            char *target;
            status = find_target(&value, opens, &target, error);
            if (status != FR_OK || !target)
                continue;
            targets->names[targets->count++] = target;
            arguments->values[flag][i] = target;
        }
    }
    return status;
}

void fr_targets_release(struct fr_targets *targets)
{
    for (int i = 0; i < targets->count; i++)
        free(targets->names[i]);
    targets->count = 0;
}
