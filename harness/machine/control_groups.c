#include "harness/machine/control_groups.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096, LINE_SIZE = 3 * PATH_SIZE };

/* A mounted hierarchy of control groups. */
struct mount {
    bool v2;
    char root[PATH_SIZE];  /* path of the mounted group within the hierarchy */
    char point[PATH_SIZE]; /* the folder where it is mounted */
};

static FILE *open_file(const char *folder, const char *name)
{
    char path[2 * PATH_SIZE];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    return length < (int)sizeof path ? fopen(path, "r") : NULL;
}

double fr_control_group_number(const struct fr_control_group *group, const char *name)
{
    double number;
    FILE *file = open_file(group->folder, name);
    if (!file)
        return (double)NAN;
    if (fscanf(file, "%lf", &number) != 1)
        number = (double)NAN;
    fclose(file);
    return number;
}

double fr_control_group_entry(const struct fr_control_group *group, const char *name,
                              const char *word)
{
    char key[64];
    double value, found = (double)NAN;
    FILE *file = open_file(group->folder, name);
    if (!file)
        return (double)NAN;
    while (fscanf(file, "%63s %lf", key, &value) == 2)
        if (strcmp(key, word) == 0)
            found = value;
    fclose(file);
    return found;
}

/* Blanks and some other characters are escaped as a backslash and three octal digits. */
static void unescape(char *text)
{
    char *to = text;
    for (const char *at = text; *at; to++) {
        if (at[0] == '\\' && strspn(at + 1, "01234567") >= 3) {
            const char digits[] = {at[1], at[2], at[3], '\0'};
            *to = (char)strtol(digits, NULL, 8);
            at += 4;
        } else {
            *to = *at++;
        }
    }
    *to = '\0';
}

/* Whether a comma-separated list contains the word. */
static bool lists(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (; *list; list += *list == ',') {
        const size_t size = strcspn(list, ",\n");
        if (size == length && strncmp(list, word, length) == 0)
            return true;
        list += size;
        if (*list == '\n')
            break;
    }
    return false;
}

/* A line of mountinfo: "36 35 0:31 ROOT POINT OPTIONS... - TYPE SOURCE OPTIONS". */
static bool read_mount(char *line, const char *system, const char *controller, struct mount *mount)
{
    char type[32], options[512], point[PATH_SIZE];
    const char *behind = strstr(line, " - ");
    if (!behind || sscanf(line, "%*d %*d %*s %4095s %4095s", mount->root, point) != 2 ||
        sscanf(behind, " - %31s %*s %511s", type, options) != 2)
        return false;
    mount->v2 = strcmp(type, "cgroup2") == 0;
    if (!mount->v2 && (strcmp(type, "cgroup") != 0 || !lists(options, controller)))
        return false;
    unescape(mount->root);
    unescape(point);
    const int length = snprintf(mount->point, sizeof mount->point, "%s%s", system, point);
    return length < (int)sizeof mount->point;
}

/* This process's group in a hierarchy, from lines "ID:CONTROLLERS:GROUP"; v2 lists no
 * controllers. */
static bool find_group(const char *system, const char *controller, bool v2, char *group,
                       size_t size)
{
    char line[LINE_SIZE];
    bool found = false;
    FILE *file = open_file(system, "proc/self/cgroup");
    while (file && !found && fgets(line, sizeof line, file)) {
        char *controllers = strchr(line, ':');
        char *path = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!path)
            continue;
        *path++ = '\0';
        path[strcspn(path, "\n")] = '\0';
        found = v2 ? controllers[1] == '\0' : lists(controllers + 1, controller);
        if (found)
            snprintf(group, size, "%s", path);
    }
    if (file)
        fclose(file);
    return found;
}

/* The path of a group relative to the mount point; "" for the mounted group, or a group outside
 * it. */
static const char *below(const struct mount *mount, const char *group)
{
    const size_t front = strcmp(mount->root, "/") == 0 ? 0 : strlen(mount->root);
    if (strncmp(group, mount->root, front) != 0 || (group[front] && group[front] != '/'))
        return "";
    group += front;
    return strncmp(group, "/..", 3) == 0 || strcmp(group, "/") == 0 ? "" : group;
}

static void visit_hierarchy(const char *system, const char *controller, const struct mount *mount,
                            fr_control_group_visit *visit, void *context)
{
    char group[PATH_SIZE], folder[2 * PATH_SIZE];
    if (!find_group(system, controller, mount->v2, group, sizeof group))
        return;
    const size_t top = strlen(mount->point);
    snprintf(folder, sizeof folder, "%s%s", mount->point, below(mount, group));
    for (bool own = true;; own = false) {
        visit(context, &(struct fr_control_group){folder, mount->v2, own});
        char *last = strrchr(folder, '/');
        if (strlen(folder) <= top || !last)
            return;
        *last = '\0';
    }
}

void fr_control_groups_visit(const char *root, const char *controller,
                             fr_control_group_visit *visit, void *context)
{
    char line[LINE_SIZE];
    FILE *file = open_file(root, "proc/self/mountinfo");
    while (file && fgets(line, sizeof line, file)) {
        struct mount mount;
        if (read_mount(line, root, controller, &mount))
            visit_hierarchy(root, controller, &mount, visit, context);
    }
    if (file)
        fclose(file);
}
