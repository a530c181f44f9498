#include "harness/base/file_guard.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* One value on the command line, and where it stands there. */
struct value {
    const char *flag, *text; /* flag NULL: a word without one */
    bool written;
};

enum { LONGEST_NAME = 4096 };

static bool find_regular(const char *name, struct stat *facts)
{
    return stat(name, facts) == 0 && S_ISREG(facts->st_mode);
}

/* The file that a value names: a map may have options behind a colon, and a file name colons. */
static bool find_file(const char *text, struct stat *facts)
{
    char name[LONGEST_NAME];
    if ((size_t)snprintf(name, sizeof name, "%s", text) >= sizeof name)
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

static bool same_file(const struct value *one, const struct value *other)
{
    struct stat first, second;
    if (one->written && other->written && strcmp(one->text, other->text) == 0)
        return strcmp(one->text, "-") != 0 && strncmp(one->text, "/dev/", 5) != 0;
    return find_regular(one->text, &first) && find_file(other->text, &second) &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

static enum fr_status check(const struct value *written, const struct value *other,
                            struct fr_error *error)
{
    const char *dashes = written->flag[1] ? "--" : "-";
    if (!same_file(written, other))
        return FR_OK;
    if (!other->flag)
        return fr_fail(error, FR_BAD_INPUT, "%s%s %s: is %s, which is read; expected another file",
                       dashes, written->flag, written->text, other->text);
    return fr_fail(error, FR_BAD_INPUT, "%s%s %s: is the file of %s%s; expected another file",
                   dashes, written->flag, written->text, other->flag[1] ? "--" : "-", other->flag);
}

static int list_values(const struct fr_arguments *arguments, struct value *values)
{
    int count = 0;
    for (int flag = 0; arguments->flags[flag].name; flag++) {
        const struct fr_flag *each = &arguments->flags[flag];
        for (int i = 0; each->value && i < arguments->counts[flag]; i++)
            values[count++] = (struct value){each->name, arguments->values[flag][i],
                                             strcmp(each->value, FR_WRITES_FILE) == 0};
    }
    for (int i = 0; i < arguments->word_count; i++)
        values[count++] = (struct value){NULL, arguments->words[i], false};
    return count;
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
    return status;
}
