// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <thread>
#include <vector>

namespace ratewarden::test {

/// Calls `work(0)` to `work(count - 1)` at once, each in a thread of its own, and waits for all of them. What
/// it throws ends the program.
template <class Work>
void inThreads(int count, const Work& work)
{
    std::vector<std::jthread> threads;
    threads.reserve(std::size_t(count));
    for (int i = 0; i < count; ++i)
        threads.emplace_back([&work, i] { work(i); });
}

} // namespace ratewarden::test
