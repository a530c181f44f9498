#include "harness/base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOCK_TRIES = 50, LOCK_PAUSE_MS = 10, MOST_LOCKED = 4, PATH_SIZE = 4096 };

/* Descriptors of the files that this process has locked; -1: none. */
static int locked[MOST_LOCKED] = {-1, -1, -1, -1};

static enum fr_status cannot_write(const char *name, struct fr_error *error)
{
    return fr_fail(error, fr_status_of(errno), "-o %s: %s; expected a file that can be written",
                   name, strerror(errno));
}

static void replace_locked(int before, int after)
{
    for (int i = 0; i < MOST_LOCKED; i++)
        if (locked[i] == before) {
            locked[i] = after;
            return;
        }
}

/* Runs in a child: closes files that the parent has locked, so that their locks end with the
 * parent, however it ends. */
static void leave_locked(void)
{
    for (int i = 0; i < MOST_LOCKED; i++) {
        if (locked[i] >= 0)
            close(locked[i]);
        locked[i] = -1;
    }
}

/* Waits a moment, as a killed process may hold its lock slightly longer. False if another process
 * holds the lock. A file system without locks counts as success. */
static bool lock(int descriptor)
{
    static bool prepared;
    if (!prepared)
        prepared = pthread_atfork(NULL, NULL, leave_locked) == 0;
    for (int tries = 0; tries < LOCK_TRIES; tries++) {
        if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
            replace_locked(-1, descriptor);
            return true;
        }
        poll(NULL, 0, LOCK_PAUSE_MS);
    }
    return false;
}

enum fr_status fr_output_open(const char *name, struct fr_output *output, struct fr_error *error)
{
    *output = (struct fr_output){.name = name, .descriptor = -1};
    output->standard = strcmp(name, "-") == 0;
    if (output->standard)
        return FR_OK;
    output->descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    output->created = output->descriptor >= 0;
    if (!output->created)
        output->descriptor = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (output->descriptor < 0)
        return cannot_write(name, error);
    if (lock(output->descriptor))
        return FR_OK;
    close(output->descriptor);
    output->descriptor = -1;
    output->created = false;
    return fr_fail(error, FR_BAD_INPUT,
                   "-o %s: another footrace is writing to it; expected another file", name);
}

enum fr_status fr_output_begin(struct fr_output *output, struct fr_error *error)
{
    return fr_output_continue(output, 0, error);
}

enum fr_status fr_output_continue(struct fr_output *output, int64_t bytes, struct fr_error *error)
{
    struct stat facts;
    if (output->standard) {
        output->file = stdout;
        return FR_OK;
    }
    /* A pipe or a device cannot be truncated. */
    if (fstat(output->descriptor, &facts) != 0 ||
        (S_ISREG(facts.st_mode) &&
         (ftruncate(output->descriptor, bytes) != 0 ||
          lseek(output->descriptor, (off_t)bytes, SEEK_SET) != (off_t)bytes)))
        return cannot_write(output->name, error);
    output->file = fdopen(output->descriptor, "w");
    return output->file ? FR_OK : cannot_write(output->name, error);
}

const char *fr_output_lost(FILE *file)
{
    struct stat facts;
    if (fstat(fileno(file), &facts) != 0 || !S_ISREG(facts.st_mode))
        return NULL;
    if (facts.st_nlink == 0)
        return "was removed during the race";
    return facts.st_size < lseek(fileno(file), 0, SEEK_CUR) ? "was truncated during the race"
                                                            : NULL;
}

/* Pipes and some file systems do not support syncing, and need none. */
static bool sync_bytes(int descriptor)
{
    return fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS || errno == ENOSYS;
}

/* The folder must be synced too, as it holds the name of a new file. */
static void sync_folder(const char *name)
{
    char folder[PATH_SIZE];
    const char *last = strrchr(name, '/');
    const size_t length = last ? (size_t)(last - name) + 1 : 1;
    if (length >= sizeof folder)
        return;
    memcpy(folder, last ? name : ".", length);
    folder[length] = '\0';
    const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    fsync(descriptor);
    close(descriptor);
}

static int close_file(struct fr_output *output)
{
    int error = 0;
    errno = 0;
    if (fflush(output->file) != 0 || !sync_bytes(output->descriptor))
        error = errno ? errno : EIO;
    if (fclose(output->file) != 0 && !error)
        error = errno ? errno : EIO;
    if (!error && output->created)
        sync_folder(output->name);
    return error;
}

static int close_output(struct fr_output *output, bool keeps_half)
{
    int error = 0;
    errno = 0;
    if (output->descriptor >= 0)
        replace_locked(output->descriptor, -1);
    if (output->standard)
        error = output->file && fflush(stdout) != 0 ? errno : 0;
    else if (output->file)
        error = close_file(output);
    else if (output->descriptor >= 0)
        close(output->descriptor);
    if (output->created && (!output->file || (!keeps_half && error)))
        unlink(output->name);
    output->file = NULL;
    output->descriptor = -1;
    output->created = false;
    return error;
}

int fr_output_close(struct fr_output *output)
{
    return close_output(output, true);
}

enum fr_status fr_output_finish(struct fr_output *output, const char *flag, enum fr_status status,
                                struct fr_error *error)
{
    const bool torn = output->file && ferror(output->file);
    if ((status != FR_OK || torn) && output->created) {
        unlink(output->name);
        output->created = false;
    }
    const int lost = close_output(output, false);
    if (status != FR_OK || (!torn && !lost))
        return status;
    return fr_fail(error, FR_SYSTEM_ERROR, "%s %s: %s", flag, output->name,
                   strerror(lost ? lost : EIO));
}
