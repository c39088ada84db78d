// SPDX-License-Identifier: GPL-3.0-or-later
// Qt starts processes by clone() with CLONE_VM: until the child executes its program, it lives in our memory.
// ThreadSanitizer, at least GCC 12's, tells the child to look away for the rest of its short life, and so
// tells the thread that started it, which then looks away for good: it misses races, and sees some where a
// lock was held. Here the child gets memory of its own.
#include <dlfcn.h>
#include <sched.h>
#include <sys/types.h>

#include <cstdarg>

extern "C" int clone(int (*run)(void*), void* stack, int flags, void* argument, ...) noexcept
{
    va_list rest;
    va_start(rest, argument);
    auto* const parentTidOrPidFd = va_arg(rest, pid_t*);
    va_end(rest);
    static const auto sanitizersClone = reinterpret_cast<decltype(&clone)>(dlsym(RTLD_NEXT, "clone"));
    return sanitizersClone(run, stack, flags & ~(CLONE_VM | CLONE_VFORK), argument, parentTidOrPidFd, nullptr,
                           nullptr);
}
