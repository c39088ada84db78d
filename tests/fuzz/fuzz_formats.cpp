// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as key, type, expiry and value, before every format: recognised or not, read and planned on,
// nothing breaks.
#include "core/formats/catalogue.h"
#include "core/formats/reader.h"
#include "core/model/errors.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace ratewarden;

namespace {

constexpr std::array<std::string_view, 6> types{"string", "hash", "list", "set", "zset", "stream"};
constexpr Nanos now = std::chrono::seconds(1'795'229'600);

// What stands up to the next line end.
std::string_view line(std::string_view& rest)
{
    const std::size_t end = rest.find('\n');
    const std::string_view text = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return text;
}

SampleKey contentOf(std::string_view type, std::string_view rest)
{
    SampleKey content;
    content.type = type;
    if (type == "string") {
        content.value = rest;
        return content;
    }
    while (!rest.empty()) {
        const std::string first(line(rest));
        const std::string second(line(rest));
        if (type == "hash")
            content.fields.emplace_back(first, second);
        else if (type == "zset")
            content.scored.emplace_back(first, second);
        else if (type == "stream")
            content.stream.push_back({first, {{"count", second}}});
        else
            content.elements.push_back(first);
    }
    return content;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 3)
        return 0;
    const std::string_view type = types[data[0] % types.size()];
    std::string_view rest(reinterpret_cast<const char*>(data) + 3, size - 3);
    const std::string key(line(rest));
    SampleKey content = contentOf(type, rest);
    content.pttl = (data[1] * 256 + data[2]) * 100 - 1;
    static const std::vector<Rule> rules = parseRules("5/min");
    for (const Catalogue::Candidate& candidate : builtInCatalogue().candidates(key)) {
        const CatalogueFormat& format = *candidate.format;
        const RawKey raw{candidate.match.role->role, key, content, 0, true, {}};
        const auto found = format.recogniseKey(candidate.match, raw, now);
        if (!found)
            continue;
        // What is changed later is the key that was seen, and no other.
        if (candidate.match.role == &format.file().keys.front() && windowCapture(format.file()).empty() &&
            format.keys(found->subject).front() != key)
            std::abort();
        const ForeignState state = format.understand(candidate.match.names, {raw}, {}, now, rules);
        for (const ShapeIntent& intent : std::initializer_list<ShapeIntent>{
                 BlockFor{std::chrono::minutes(1), "r"}, Unblock{}, Reset{}, ChargeUnits{2}})
            try {
                planShape(format.file(), state.decoded.state, rules, intent);
            } catch (const InvalidArgument&) { // refused, as it may be
            }
    }
    return 0;
}
