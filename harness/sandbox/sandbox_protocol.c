#include "harness/sandbox/sandbox_protocol.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

bool fr_message_receive(int socket, void *buffer, size_t size)
{
    char *at = buffer;
    while (size > 0) {
        const ssize_t got = read(socket, at, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

bool fr_message_send(int socket, const void *buffer, size_t size)
{
    const char *at = buffer;
    while (size > 0) {
        const ssize_t put = send(socket, at, size, MSG_NOSIGNAL);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        at += put;
        size -= (size_t)put;
    }
    return true;
}
