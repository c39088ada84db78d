// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/wakeup.h"

#include "app/ctl/signals.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

namespace ratewarden::ctl {
namespace {

// A handler has nothing else.
std::array<int, 2> wakeupEnds{-1, -1};
std::atomic<bool> hasEndingSignal = false;

void writeWakeup()
{
    const int error = errno;
    const char byte = 0;
    [[maybe_unused]] const ssize_t written = ::write(wakeupEnds[1], &byte, 1); // a full pipe wakes, too
    errno = error;
}

} // namespace

Wakeup::Wakeup()
{
    if (::pipe2(wakeupEnds.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        throw std::system_error(errno, std::generic_category());
    for (const int signal : {SIGINT, SIGTERM})
        handle(signal, [](int) {
            hasEndingSignal = true;
            writeWakeup();
        });
}

Wakeup::~Wakeup()
{
    for (const int signal : {SIGINT, SIGTERM})
        handle(signal, SIG_DFL);
    for (int& end : wakeupEnds)
        ::close(std::exchange(end, -1));
}

void Wakeup::wake() const
{
    writeWakeup();
}

void Wakeup::waitUntil(std::chrono::steady_clock::time_point end) const
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    constexpr std::chrono::milliseconds longest = std::chrono::hours(1);
    pollfd wanted{wakeupEnds[0], POLLIN, 0};
    if (::poll(&wanted, 1, int(std::clamp(left, std::chrono::milliseconds::zero(), longest).count())) <= 0)
        return;
    std::array<char, 100> buffer{};
    while (::read(wakeupEnds[0], buffer.data(), buffer.size()) > 0)
        continue;
}

bool Wakeup::isEnding()
{
    return hasEndingSignal;
}

} // namespace ratewarden::ctl
