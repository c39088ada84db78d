// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/freed_memory.h"

#include <cstdlib> // for __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ratewarden::ui {

void keepFreedMemory()
{
#ifdef __GLIBC__
    constexpr int largestKept = 32 << 20; // of one allocation
    constexpr int mostKept = 256 << 20;
    mallopt(M_MMAP_THRESHOLD, largestKept);
    mallopt(M_TRIM_THRESHOLD, mostKept);
#endif
}

} // namespace ratewarden::ui
