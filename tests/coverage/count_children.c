/* Children of tests and of the command end by _exit, which forgets the lines that ran in them. Linked
 * with --wrap=_exit, this writes them down first. What a test allows a process, it does not allow to
 * counters: limits end before they are written, where this process may lift them. */
#include <sys/resource.h>

void __gcov_dump(void);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);

static void __attribute__((destructor)) lift_limits(void)
{
    static const int limited[] = {RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_AS};
    static const struct rlimit plenty[] = {
        {RLIM_INFINITY, RLIM_INFINITY}, {1024, 1024}, {RLIM_INFINITY, RLIM_INFINITY}};
    for (int i = 0; i < 3; i++) {
        struct rlimit now;
        if (getrlimit(limited[i], &now) == 0 && now.rlim_cur < plenty[i].rlim_cur)
            setrlimit(limited[i], &plenty[i]);
    }
}

void __wrap__exit(int status)
{
    lift_limits();
    __gcov_dump();
    __real__exit(status);
}
