// SPDX-License-Identifier: MIT
#include "core/redis/home_process.h"

#include "core/model/errors.h"

#include <fmt/format.h>
#include <pthread.h>

#include <atomic>

namespace ratewarden {
namespace {

std::atomic<unsigned> forksSeen = 0; // of this process and its parents

unsigned forksSoFar()
{
    [[maybe_unused]] static const int registered =
        pthread_atfork(nullptr, nullptr, [] { forksSeen.fetch_add(1, std::memory_order_relaxed); });
    return forksSeen.load(std::memory_order_relaxed);
}

} // namespace

HomeProcess::HomeProcess() : m_forks(forksSoFar()) {}

bool HomeProcess::isLeft() const
{
    return m_forks != forksSeen.load(std::memory_order_relaxed);
}

void HomeProcess::require(const char* what) const
{
    if (isLeft())
        throw InvalidArgument(fmt::format(
            "{} was made before fork(), and what it holds is the parent's: make one in each process", what));
}

} // namespace ratewarden
