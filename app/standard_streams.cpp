// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace ratewarden {

void keepStandardStreams()
{
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) >= 0 || errno != EBADF)
            continue;
        // It gets the lowest number, which is this one.
        if (open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY) != stream)
            std::abort();
    }
}

} // namespace ratewarden
