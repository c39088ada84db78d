// SPDX-License-Identifier: MIT
#include "core/keys/limiter_look.h"

#include "core/keys/likely_moment.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ratewarden {
namespace {

constexpr std::size_t longestNumeric = 32;
constexpr std::size_t longestDocument = 512;
constexpr std::int64_t mostLimiterFields = 8;
constexpr std::string_view numeric = "0123456789.+-eE";

bool isNumber(std::string_view text)
{
    return !text.empty() && text.size() <= longestNumeric &&
           text.find_first_not_of(numeric) == std::string_view::npos &&
           text.find_first_of("0123456789") != std::string_view::npos;
}

// Whether a number in the text, of whatever form it is, would be a moment.
bool holdsMoment(std::string_view text, Nanos now)
{
    for (std::size_t at = 0; (at = text.find_first_of("0123456789", at)) != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_not_of("0123456789.", at), text.size());
        if (likelyMoment(text.substr(at, end - at), now))
            return true;
        at = end;
    }
    return false;
}

bool holdsNumbersAlone(const nlohmann::json& json)
{
    if (json.is_structured())
        return std::ranges::all_of(json, holdsNumbersAlone);
    return json.is_number() || json.is_boolean() || json.is_null() ||
           (json.is_string() && isNumber(json.get_ref<const std::string&>()));
}

// A document that names things is a session, a cart or a job: those hold moments, too.
bool couldBeState(std::string_view text, Nanos now)
{
    if (isNumber(text))
        return true;
    if (text.size() > longestDocument || !holdsMoment(text, now))
        return false;
    const bool isDocument = text.starts_with('{') || text.starts_with('[');
    if (!isDocument)
        return true;
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    return !json.is_discarded() && holdsNumbersAlone(json);
}

} // namespace

bool couldBeLimiter(const RawKey& raw, Nanos now)
{
    const SampleKey& content = raw.content;
    const auto isMoment = [now](std::string_view text) {
        return holdsMoment(text, now);
    };
    if (content.type == "string")
        return couldBeState(content.value, now);
    if (content.type == "list")
        return !content.elements.empty() && std::ranges::all_of(content.elements, isMoment);
    if (content.type == "zset")
        return !content.scored.empty() &&
               std::ranges::all_of(content.scored, [&](const auto& one) { return isMoment(one.second); });
    if (content.type == "hash")
        return raw.length <= mostLimiterFields &&
               std::ranges::all_of(content.fields, [](const auto& field) { return isNumber(field.second); });
    if (content.type == "stream")
        return !content.stream.empty() && std::ranges::all_of(content.stream, [](const auto& entry) {
            return entry.second.size() <= 2 && std::ranges::all_of(entry.second, [](const auto& field) {
                       return isNumber(field.second);
                   });
        });
    return false;
}

} // namespace ratewarden
