#include "harness/base/terminal.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PLAIN_WIDTH = 80, WIDEST = 100 };

int fr_terminal_width(void)
{
    struct winsize size;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return PLAIN_WIDTH;
    return size.ws_col < WIDEST ? size.ws_col : WIDEST;
}

bool fr_terminal_bold(void)
{
    return isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
}
