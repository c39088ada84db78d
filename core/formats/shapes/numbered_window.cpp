// SPDX-License-Identifier: MIT
#include "core/formats/shapes/numbered_window.h"

#include "core/model/text.h"

#include <algorithm>
#include <cstdlib>

namespace ratewarden {

Nanos numberedWindowLength(const FormatFile& file, const Record& names, std::optional<Nanos> expires,
                           Nanos now)
{
    if (file.shape == Shape::Slices) { // which are as long whatever the window is
        const auto number = windowNumber(file, names, file.slice);
        const auto apart = number ? std::abs(now / file.slice - *number) : maxNumberedWindows + 1;
        return apart <= maxNumberedWindows ? file.slice : Nanos::zero();
    }
    FoundState state;
    state.now = now;
    state.record = names;
    state.keys[file.keys.front().role] = {true, expires, std::nullopt};
    const FoundRule rule = judgedRules(file, state, {}).front();
    return rule.windowKnown ? Nanos(rule.rule.window) : Nanos::zero();
}

Nanos windowShift(const FormatFile& file, const Record& names, Nanos window)
{
    const std::string* const token = file.shifted ? names.text("token") : nullptr;
    const auto seconds = token ? parsedNumber<std::uint64_t>(*token) : std::nullopt;
    const std::int64_t length = std::chrono::floor<std::chrono::seconds>(window).count();
    return seconds && length > 0 ? Nanos(std::chrono::seconds(*seconds % std::uint64_t(length)))
                                 : Nanos::zero();
}

Nanos numberedLength(const FormatFile& file, Nanos window)
{
    return file.shape == Shape::Slices ? file.slice : window;
}

double expiryMisfit(const FormatFile& file, std::int64_t number, Nanos window, Nanos expires)
{
    using Seconds = std::chrono::duration<double>;
    const ExpiryRule& rule = file.expiry;
    const Seconds length = numberedLength(file, window);
    const Seconds begins = length * double(number);
    // Counted from the first or the newest request, which may come at any moment of the window; or from its
    // end.
    const bool fromEnd = rule.from == ExpiryRule::From::End;
    const Seconds lasts = Seconds(window) * (fromEnd ? rule.windows - 1 : rule.windows);
    const Seconds earliest = begins + lasts + Seconds(rule.plusLow);
    const Seconds latest = begins + length + lasts + Seconds(rule.plusHigh);
    const Seconds at = expires;
    return std::max({0.0, (earliest - at).count(), (at - latest).count()});
}

} // namespace ratewarden
