// SPDX-License-Identifier: MIT
#include "core/admin/control_fields.h"

#include "core/model/errors.h"
#include "core/model/rule.h"

#include <fmt/format.h>

#include <charconv>

namespace ratewarden {
namespace {

constexpr Micros longest = std::chrono::days(36'600); // a century: longer is meant "for good"
constexpr std::size_t longestReason = 1000;
constexpr std::size_t longestName = 200;

void validateText(std::string_view what, std::string_view text, std::size_t most, std::string_view whatFor)
{
    if (text.empty() || text.size() > most)
        throw InvalidArgument(
            fmt::format("{} needs {} of 1 to {} bytes; this one has {}", what, whatFor, most, text.size()));
}

} // namespace

void validateControl(std::string_view what, const std::optional<Micros>& duration, std::string_view reason,
                     std::string_view by)
{
    validateText(what, reason, longestReason, "a reason");
    validateText(what, by, longestName, "an author");
    if (duration && (*duration <= Micros::zero() || *duration > longest))
        throw InvalidArgument(fmt::format("{} lasts from 1 microsecond to 100 years, or for good", what));
}

Instant momentIn(std::string_view text)
{
    std::int64_t micros = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), micros);
    const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return Instant(Micros(whole && micros >= 0 && micros <= maxUnits ? micros : 0));
}

std::optional<Instant> endOf(Instant moment)
{
    return moment == Instant{} ? std::nullopt : std::optional(moment);
}

} // namespace ratewarden
