// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as key, type, expiry and value, before every format: recognised or not, read and planned on,
// nothing breaks. And samples of the catalogue with some of their bytes changed: no other format takes one
// with full confidence.
#include "core/formats/foreign/catalogue.h"
#include "core/model/errors.h"
#include "core/tokens/reader.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

using namespace ratewarden;

namespace {

constexpr std::array<std::string_view, 6> types{"string", "hash", "list", "set", "zset", "stream"};
constexpr double fullConfidence = 0.95; // the most that recognition says
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

struct Recorded {
    const CatalogueFormat* format;
    const FormatSample* sample;
};

const std::vector<Recorded>& recorded()
{
    static const std::vector<Recorded> all = [] {
        std::vector<Recorded> found;
        for (const auto& format : builtInCatalogue().formats())
            for (const FormatSample& sample : format->file().samples)
                found.push_back({format.get(), &sample});
        return found;
    }();
    return all;
}

// Takes the changes from the bytes: each three are a text, a place in it and what stands there.
void mutate(SampleKey& content, std::string_view changes)
{
    std::vector<std::string*> texts{&content.value};
    for (auto& [name, value] : content.fields)
        texts.push_back(&value);
    for (std::string& element : content.elements)
        texts.push_back(&element);
    for (auto& [member, score] : content.scored)
        texts.push_back(&member);
    for (auto& [id, fields] : content.stream)
        for (auto& [name, value] : fields)
            texts.push_back(&value);
    for (; changes.size() >= 3; changes.remove_prefix(3)) {
        std::string& text = *texts[std::uint8_t(changes[0]) % texts.size()];
        if (!text.empty())
            text[std::uint8_t(changes[1]) % text.size()] = changes[2];
    }
}

bool takes(const Catalogue::Candidate& candidate, const std::string& key, const SampleKey& content, Nanos at,
           double least)
{
    const RawKey raw{candidate.match.role->role, key, content, 0, true, {}};
    const auto found = candidate.format->recogniseKey(candidate.match, raw, at);
    return found && found->fit.confidence >= least;
}

// Otherwise there is nothing to be found below.
bool anyIsTakenFullyByItsOwn()
{
    for (const Recorded& one : recorded()) {
        const auto& [key, content] = one.sample->keys.front();
        for (const Catalogue::Candidate& candidate : builtInCatalogue().candidates(key))
            if (candidate.format == one.format &&
                takes(candidate, key, content, one.sample->at, fullConfidence))
                return true;
    }
    return false;
}

// A name may belong to several formats, and then a value can be what another one writes: full confidence says
// that nothing else is possible.
void checkMutated(std::string_view input)
{
    static const bool reached = anyIsTakenFullyByItsOwn();
    if (!reached)
        std::abort();
    const auto number = std::size_t(std::uint8_t(input[0]) * 256 + std::uint8_t(input[1]));
    const Recorded& its = recorded()[number % recorded().size()];
    const auto& [key, content] = its.sample->keys.front();
    SampleKey changed = content;
    mutate(changed, input.substr(2));
    for (const Catalogue::Candidate& candidate : builtInCatalogue().candidates(key))
        // One that takes the sample itself is known: tests/core/confusions.txt.
        if (candidate.format != its.format && !takes(candidate, key, content, its.sample->at, 0) &&
            takes(candidate, key, changed, its.sample->at, fullConfidence)) {
            std::fprintf(stderr, "a sample of %s is taken for %s's: %s\n", its.format->file().name.c_str(),
                         candidate.format->file().name.c_str(), key.c_str());
            std::abort();
        }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 3)
        return 0;
    checkMutated({reinterpret_cast<const char*>(data), size});
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
