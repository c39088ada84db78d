// SPDX-License-Identifier: MIT
#include "core/model/time.h"

#include "core/model/notation_reader.h"
#include "core/model/rule_faults.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <array>

namespace ratewarden {

using namespace std::chrono_literals;

Micros parseDuration(std::string_view text)
{
    NotationReader reader(text);
    const Micros duration = reader.readDuration();
    if (!reader.atEnd())
        reader.fail(reader.position(), Fault::AfterDuration);
    return duration;
}

std::string durationNotation(Micros duration)
{
    struct Unit {
        Micros length;
        const char* name;
    };
    constexpr std::array units{Unit{24h, "day"}, Unit{1h, "h"},   Unit{1min, "min"},
                               Unit{1s, "s"},    Unit{1ms, "ms"}, Unit{1us, "us"}};
    if (duration == 0us)
        return "0s";
    for (const Unit& unit : units)
        if (duration % unit.length == 0us)
            return duration == unit.length ? unit.name
                                           : fmt::format("{}{}", duration / unit.length, unit.name);
    return {};
}

std::string spanNotation(Micros duration)
{
    const std::string notation = durationNotation(duration);
    return isDigit(notation.front()) || notation.front() == '-' ? notation : "1" + notation;
}

std::string durationText(Micros duration)
{
    if (duration <= 0us)
        return "0 s";
    if (duration < 1ms)
        return fmt::format("{} µs", duration.count());
    const auto tenths = std::chrono::ceil<std::chrono::duration<std::int64_t, std::deci>>(duration);
    if (duration < 100ms)
        return fmt::format("{} ms", std::chrono::ceil<std::chrono::milliseconds>(duration).count());
    if (tenths.count() < 600)
        return fmt::format("{}.{} s", tenths.count() / 10, tenths.count() % 10);

    const auto inTwoUnits = [](std::int64_t small, std::int64_t ratio, const char* big, const char* little) {
        return small % ratio == 0 ? fmt::format("{} {}", small / ratio, big)
                                  : fmt::format("{} {} {} {}", small / ratio, big, small % ratio, little);
    };
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(duration).count();
    if (seconds < 3600)
        return inTwoUnits(seconds, 60, "min", "s");
    const auto minutes = std::chrono::ceil<std::chrono::minutes>(duration).count();
    if (minutes < 24L * 60)
        return inTwoUnits(minutes, 60, "h", "min");
    const auto hours = std::chrono::ceil<std::chrono::hours>(duration).count();
    return inTwoUnits(hours, 24, hours < 48 ? "day" : "days", "h");
}

} // namespace ratewarden
