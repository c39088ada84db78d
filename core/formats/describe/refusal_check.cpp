// SPDX-License-Identifier: MIT
#include "core/formats/describe/refusal_check.h"

#include "core/formats/describe/sample_check.h"
#include "core/formats/files/format_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace ratewarden {
namespace {

// How much is used, whatever the limit is: more after each request that counts.
double unitsOf(const FoundState& state)
{
    double units = double(state.entries.size());
    for (const NumberedWindow& window : state.windows)
        units += window.units;
    for (const Record& part : state.parts)
        units += part.number("count").value_or(0) - part.number("left").value_or(0);
    if (state.windows.empty())
        units += state.record.number("count").value_or(0) - state.record.number("left").value_or(0);
    return units;
}

bool isSameValue(const SampleKey& one, const SampleKey& other)
{
    return one.type == other.type && one.value == other.value && one.fields == other.fields &&
           one.elements == other.elements && one.scored == other.scored && one.stream == other.stream;
}

// A log may make room for a refused request by dropping its oldest entry.
bool countsMore(const FoundState& before, const FoundState& then)
{
    const bool newer =
        !then.entries.empty() && !before.entries.empty() && then.entries.back().at > before.entries.back().at;
    return newer || unitsOf(then) > unitsOf(before);
}

Denied observed(const CatalogueFormat& format, const FormatSample& sample)
{
    FormatSample later = sample;
    later.keys = sample.then;
    if (countsMore(readSample(format, sample).decoded.state, readSample(format, later).decoded.state))
        return Denied::Counts;
    const std::map<std::string, SampleKey, std::less<>> before(sample.keys.begin(), sample.keys.end());
    bool refreshed = false;
    for (const auto& [name, key] : sample.then) {
        const auto was = before.find(name);
        if (was == before.end() || !isSameValue(was->second, key))
            return Denied::Rewrites;
        // An expiry that nobody sets anew only comes nearer.
        refreshed = refreshed || key.pttl > was->second.pttl;
    }
    if (sample.then.size() != sample.keys.size())
        return Denied::Rewrites;
    return refreshed ? Denied::Refreshes : Denied::Nothing;
}

} // namespace

std::string refusalFault(const CatalogueFormat& format, const FormatSample& sample)
{
    if (sample.then.empty())
        return {};
    const SubjectState state = readSample(format, sample).reading.state;
    if (state != SubjectState::Limited && state != SubjectState::Blocked)
        return fmt::format("then: no request is refused of a token that reads {}", nameOf(state));
    const Denied found = observed(format, sample);
    const Denied said = format.file().denied;
    return found == said ? std::string()
                         : fmt::format("then: denied is {} instead of {}", nameOf(found), nameOf(said));
}

} // namespace ratewarden
