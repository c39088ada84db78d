// SPDX-License-Identifier: MIT
#include "core/keys/likely_moment.h"

#include "core/formats/files/capture_types.h"

#include <array>
#include <chrono>

namespace ratewarden {

std::optional<LikelyMoment> likelyMoment(std::string_view text, Nanos now)
{
    constexpr std::size_t longest = 32;
    constexpr Nanos near = std::chrono::days(5 * 365);
    struct Unit {
        CaptureType::Kind kind;
        Nanos length;
    };
    constexpr std::array units{Unit{CaptureType::Kind::Seconds, std::chrono::seconds(1)},
                               Unit{CaptureType::Kind::Milliseconds, std::chrono::milliseconds(1)},
                               Unit{CaptureType::Kind::Microseconds, std::chrono::microseconds(1)},
                               Unit{CaptureType::Kind::Nanoseconds, Nanos(1)}};
    if (text.empty() || text.size() > longest)
        return std::nullopt;
    for (const auto& [kind, length] : units) {
        const auto value = readCapture({.kind = kind}, "time", text, Nanos::zero());
        const Nanos* const moment = value ? std::get_if<Nanos>(&*value) : nullptr;
        if (moment && *moment > now - near && *moment < now + near)
            return LikelyMoment{*moment, length};
    }
    return std::nullopt;
}

} // namespace ratewarden
