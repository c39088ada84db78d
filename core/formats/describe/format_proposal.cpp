// SPDX-License-Identifier: MIT
// Proposals for keys that hold numbers: counters, pairs, TATs and buckets; and what all proposals share.
// Those for logs are in log_proposal.cpp.
#include "core/formats/describe/format_proposal.h"

#include "core/formats/describe/format_writer.h"
#include "core/formats/describe/name_proposal.h"
#include "core/formats/describe/proposal_parts.h"
#include "core/formats/describe/sample_check.h"
#include "core/formats/describe/value_numbers.h"
#include "core/formats/foreign/catalogue.h"
#include "core/formats/shapes/numbered_window.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ratewarden {

using namespace proposals;
using namespace std::chrono_literals;

namespace proposals {

std::optional<Nanos> expiryOf(const KeyLook& look)
{
    constexpr std::int64_t most = 200LL * 365 * 86'400'000; // beyond the range of moments
    const std::int64_t pttl = look.raw.content.pttl;
    return pttl >= 0 && pttl < most ? std::optional(look.at + std::chrono::milliseconds(pttl)) : std::nullopt;
}

Basis::Basis(const KeyLooks& all) : looks(all), look(all.latest()), expires(expiryOf(look))
{
    const SampleKey& content = look.raw.content;
    std::vector<std::string> names;
    for (const KeySibling& sibling : looks.siblings)
        if (sibling.type == content.type)
            names.push_back(sibling.key);
    if (auto found = proposeName(look.raw.key, names, look.at))
        name = std::move(*found);
}

void Basis::describeName(Proposal& proposal) const
{
    proposal.token = name.token;
    const std::size_t others = name.tokenVaries ? name.siblings : 0;
    proposal.reasons.push_back(
        {.code = others > 0 ? ProposalReason::TokenVaries : ProposalReason::TokenGuessed, .number = others});
    if (name.number != ProposedName::Number::None && name.window) {
        const bool isStart = name.number == ProposedName::Number::Start;
        proposal.reasons.push_back(
            {.code = isStart ? ProposalReason::WindowStart : ProposalReason::NumberedWindow,
             .time = *name.window});
    }
}

std::optional<std::string> Basis::companionPattern(std::string_view key) const
{
    const std::string& own = look.raw.key;
    std::size_t same = 0;
    while (same < key.size() && same < own.size() && key[same] == own[same])
        ++same;
    const std::string ownEnd = patternText(std::string_view(own).substr(same));
    if (!name.pattern.ends_with(ownEnd))
        return std::nullopt;
    const std::string stem = name.pattern.substr(0, name.pattern.size() - ownEnd.size());
    Record record;
    std::string pattern = stem + patternText(key.substr(same));
    try {
        if (!Pattern(pattern).match(key, record) || *record.text("token") != name.token)
            return std::nullopt;
    } catch (const BadNotation&) {
        return std::nullopt;
    }
    return pattern;
}

std::optional<Nanos> usualWindowFor(Nanos life)
{
    constexpr Nanos slack = 1100ms; // a life in whole seconds, or with one added
    for (const Nanos window : usualWindows())
        if (window >= life - std::min(slack, life / 20))
            return window;
    return std::nullopt;
}

KeyRole newMainRole(const Basis& basis, ValueType type)
{
    KeyRole role;
    role.role = "main";
    role.names.emplace_back(basis.name.pattern);
    role.type = type;
    return role;
}

namespace {

// A few words of the key's literal part: "my:limits:{token}" is "my-limits".
std::string idFor(const std::string& pattern)
{
    std::string id;
    int depth = 0;
    for (const char c : pattern) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (depth == 0 && isLetterOrDigit(c))
            id += lower(c);
        else if (!id.empty() && id.back() != '-')
            id += '-';
    }
    id = id.substr(0, 40);
    while (id.ends_with('-'))
        id.pop_back();
    if (id.empty())
        id = "own-limiter";
    return builtInCatalogue().find(id) ? id + "-own" : id;
}

// A key beside the state that says that the token is blocked, and does not last longer than that.
void addBlock(const Basis& basis, Proposal& proposal)
{
    if (proposal.file.role("block"))
        return;
    for (const KeyLook& companion : basis.looks.companions) {
        const std::string& key = companion.raw.key;
        const auto pattern = basis.companionPattern(key);
        const std::string& value = companion.raw.content.value;
        if (!pattern || companion.raw.content.type != typeName(ValueType::String) ||
            companion.raw.content.pttl < 0 || value.empty() ||
            hintIn(std::string_view(key).substr(key.find_last_of(keyDelimiters) + 1), true) !=
                NumberHint::Until)
            continue;
        KeyRole role;
        role.role = "block";
        role.names.emplace_back(*pattern);
        // A client may ask for just this text; another that it writes is likely to be a reason.
        constexpr std::size_t longestMark = 7; // "blocked"
        const bool isMark = value.size() <= longestMark && value.find_first_of("{} ") == std::string::npos;
        role.values.emplace_back(isMark ? "{blocked=" + value + "}" : std::string("{blocked}"));
        proposal.file.keys.push_back(std::move(role));
        proposal.reasons.push_back({ProposalReason::OtherKey, key});
        return;
    }
}

} // namespace

void describe(const Basis& basis, FormatFile& file)
{
    file.name = idFor(basis.name.pattern);
    file.title = file.name + " (described from a key)";
    file.versions = "as found on a server";
    file.source = "described from a key";
    file.tier = Tier::Care;
}

bool complete(const Basis& basis, Proposal& proposal)
{
    FormatFile& file = proposal.file;
    addBlock(basis, proposal);
    describe(basis, file);
    if (readLook(file, basis.looks, {}).misfit != LookMisfit::None)
        return false;
    try {
        static_cast<void>(parseFormatFile("proposal", formatFileText(withSample(file, basis.looks, {}))));
    } catch (const InvalidArgument&) {
        return false;
    }
    return true;
}

} // namespace proposals

std::vector<Proposal> proposeFormats(const KeyLooks& looks)
{
    std::vector<Proposal> proposals;
    if (!looks.latest().raw.exists())
        return proposals;
    const Basis basis(looks);
    if (basis.name.pattern.empty())
        return proposals;
    const std::string& type = looks.latest().raw.content.type;
    if (type == typeName(ValueType::String) || type == typeName(ValueType::Hash))
        proposeNumbers(basis, proposals);
    else
        proposeLogs(basis, proposals);
    std::erase_if(proposals, [&](Proposal& proposal) { return !complete(basis, proposal); });
    for (Proposal& proposal : proposals)
        proposal.confidence = std::clamp(proposal.confidence, 0.05, 0.95);
    std::ranges::stable_sort(proposals, std::greater(), &Proposal::confidence);
    return proposals;
}

FormatFile blankFormat(const KeyLooks& looks)
{
    const Basis basis(looks);
    FormatFile file;
    file.tier = Tier::Care;
    file.shape = Shape::Counter;
    KeyRole main;
    main.role = "main";
    main.names.emplace_back(basis.name.pattern.empty() ? patternText(looks.first.raw.key)
                                                       : basis.name.pattern);
    main.type = valueTypeNamed(looks.latest().raw.content.type);
    file.keys = {std::move(main)};
    describe(basis, file);
    return file;
}

namespace {

// What was seen of the keys that the format knows, the one that was asked about first.
FormatSample seen(const FormatFile& file, const KeyLooks& looks, std::span<const Rule> rules)
{
    FormatSample sample;
    sample.at = looks.latest().at;
    const std::string& key = looks.latest().raw.key;
    sample.keys.emplace_back(key, looks.latest().raw.content);
    const auto own = matchName(file, key);
    const auto isOthers = [&](const NameMatch& match) { // the same key of another token
        const std::string* const token = match.names.text("token");
        const std::string* const mine = own ? own->names.text("token") : nullptr;
        return match.role == &file.keys.front() && token && mine && *token != *mine;
    };
    for (const KeyLook& companion : looks.companions)
        if (const auto match = matchName(file, companion.raw.key);
            match && typeName(match->role->type) == companion.raw.content.type && !isOthers(*match))
            sample.keys.emplace_back(companion.raw.key, companion.raw.content);
    sample.rules.assign(rules.begin(), rules.end());
    sample.origin = "recorded";
    return sample;
}

FormatSample sampleOf(const FormatFile& file, const KeyLooks& looks, std::span<const Rule> rules)
{
    FormatSample sample = seen(file, looks, rules);
    const ForeignState state = readSample(CatalogueFormat(file), sample);
    if (state.decoded.mismatch)
        throw InvalidArgument(state.decoded.mismatch);
    FormatSample::Means& means = sample.means;
    for (const ShapeUsage& usage : state.reading.rules) {
        if (usage.used)
            means.used.push_back(*usage.used);
        if (usage.window)
            means.window.push_back(std::chrono::duration<double>(*usage.window).count());
    }
    // A list of which one is missing would say something about another rule.
    if (means.used.size() != state.reading.rules.size())
        means.used.clear();
    if (means.window.size() != state.reading.rules.size())
        means.window.clear();
    if (!rules.empty())
        means.state = std::string(nameOf(state.reading.state));
    if (const std::string* const token = state.decoded.state.record.text("token"))
        means.token = *token;
    return sample;
}

} // namespace

FormatFile withSample(FormatFile file, const KeyLooks& looks, std::span<const Rule> rules)
{
    const auto passes = [&] { // with what it reads under this expiry
        file.samples = {sampleOf(file, looks, rules)};
        return checkSamples(CatalogueFormat(file)).empty();
    };
    for (const double windows : {file.expiry.windows, 1.0, 2.0, 3.0}) {
        file.expiry.windows = windows;
        if (passes())
            return file;
    }
    file.expiry = {};
    file.expiry.from = ExpiryRule::From::Other;
    passes();
    return file;
}

LookReading readLook(const FormatFile& file, const KeyLooks& looks, std::span<const Rule> rules)
{
    LookReading reading;
    const KeyLook& look = looks.latest();
    const CatalogueFormat format(file);
    // By the file that the format has: which role matched is told by its place in that.
    const auto match = matchName(format.file(), look.raw.key);
    if (!match) {
        reading.misfit = LookMisfit::Name;
        return reading;
    }
    if (const std::string* const token = match->names.text("token"))
        reading.token = *token;
    try {
        reading.state = readSample(format, seen(file, looks, rules));
        reading.mismatch = reading.state.decoded.mismatch;
    } catch (const InvalidArgument& error) {
        reading.mismatch = error.problem();
    }
    RawKey raw = look.raw;
    raw.role = match->role->role;
    if (const auto found = format.recogniseKey(*match, std::move(raw), look.at)) {
        reading.group = found->subject.policy;
        reading.confidence = found->fit.confidence;
    }
    if (reading.mismatch)
        reading.misfit = LookMisfit::Value;
    else if (reading.group.empty())
        reading.misfit = LookMisfit::Unrecognised;
    return reading;
}

} // namespace ratewarden
