// SPDX-License-Identifier: MIT
#include "core/formats/foreign/catalogue.h"

#include "core/formats/foreign/catalogue_files.h"
#include "core/formats/foreign/prefixes.h"
#include "core/model/errors.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <mutex>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace ratewarden {
namespace {

/// Of each format those that take a sample of it, as numbers.
struct Takers {
    std::vector<std::set<std::size_t>> all;
    std::vector<std::set<std::size_t>> ties; ///< as well as it does itself
};

// Only those are asked whose names a sample's key matches.
Takers takersOf(std::span<const std::shared_ptr<const CatalogueFormat>> formats)
{
    std::unordered_map<const CatalogueFormat*, std::size_t> numbers;
    for (const auto& format : formats)
        numbers.emplace(format.get(), numbers.size());
    const NameIndex names(formats);
    Takers takers{std::vector<std::set<std::size_t>>(formats.size()),
                  std::vector<std::set<std::size_t>>(formats.size())};
    for (std::size_t i = 0; i < formats.size(); ++i)
        for (const FormatSample& sample : formats[i]->file().samples) {
            const auto& [key, content] = sample.keys.front();
            std::vector<std::pair<std::size_t, double>> weights;
            double own = -1;
            for (const auto& [format, match] : names.candidates(key, content.type))
                if (const auto found =
                        format->recogniseKey(match, {match.role->role, key, content}, sample.at)) {
                    const std::size_t taker = numbers.at(format);
                    weights.emplace_back(taker, found->fit.weight);
                    if (taker == i)
                        own = found->fit.weight;
                }
            for (const auto& [taker, weight] : weights)
                if (taker != i) {
                    takers.all[i].insert(taker);
                    if (weight == own)
                        takers.ties[i].insert(taker);
                }
        }
    return takers;
}

std::size_t literalsIn(const CatalogueFormat& format)
{
    const std::vector<Pattern>& names = format.file().keys.front().names;
    return std::ranges::max_element(names, {}, &Pattern::literals)->literals();
}

// Whether its name alone tells that the key is the format's.
bool isToldByName(const FormatCandidate& one)
{
    constexpr std::size_t least = 12; // "semaphore:" and "rate-limit-" are anybody's words
    if (one.format->prefix() && one.format->prefix()->isGuess())
        return false;
    const Pattern& name = one.match.role->names[one.match.alternative];
    return std::max(name.lead().size(), name.literals()) >= least;
}

/// Of what all its keys begin with, if somebody said so; else 0.
std::size_t saidLength(const CatalogueFormat& format)
{
    const auto& prefix = format.prefix();
    return prefix && !prefix->isGuess() ? beginningOfKeys(format.file(), prefix->prefix).size() : 0;
}

/// The longest of these that is shorter than that; 0: nothing so short was said.
std::size_t longestSaid(std::span<const FormatCandidate> candidates,
                        std::size_t below = std::numeric_limits<std::size_t>::max())
{
    std::size_t longest = 0;
    for (const FormatCandidate& one : candidates)
        if (const std::size_t length = saidLength(*one.format); length < below)
            longest = std::max(longest, length);
    return longest;
}

const std::shared_ptr<const Catalogue>& sharedBuiltIn()
{
    static const std::shared_ptr<const Catalogue> catalogue = [] {
        std::vector<std::shared_ptr<const CatalogueFormat>> formats;
        for (const EmbeddedFile& file : catalogueFiles())
            formats.push_back(std::make_shared<const CatalogueFormat>(parseFormatFile(file.name, file.text)));
        return std::make_shared<const Catalogue>(std::move(formats));
    }();
    return catalogue;
}

using SharedFormat = std::shared_ptr<const CatalogueFormat>;

/// The built-in formats are read when a catalogue is first asked for: to read them takes as long as all else
/// that a command without tokens of other limiters does.
struct InForce {
    std::mutex mutex;
    std::shared_ptr<const Catalogue> plain;     ///< without prefixes; null: the built-in one
    std::shared_ptr<const Catalogue> catalogue; ///< null: to be combined
    std::vector<PrefixUse> uses;
    std::vector<std::string> others;
    SaidFormats said;
    using Under = std::tuple<const CatalogueFormat*, std::string, double, std::vector<std::string>>;
    /// Subjects hold plain pointers to their formats, and live anywhere: so none is ever freed. What stays
    /// is some kilobytes for each time that a format file was edited while the program ran, and for each
    /// prefix.
    std::map<Under, SharedFormat> everPrefixed;
    std::set<SharedFormat> everUsed;

    const std::shared_ptr<const Catalogue>& withoutPrefixes() const
    {
        return plain ? plain : sharedBuiltIn();
    }

    SharedFormat under(const PrefixUse& use)
    {
        constexpr std::size_t most = 5000;
        const CatalogueFormat* const format = withoutPrefixes()->find(use.format);
        if (!format || !takesPrefix(format->file()))
            return nullptr;
        const Under key{format, use.prefix, use.confidence, use.ties};
        if (const auto known = everPrefixed.find(key); known != everPrefixed.end())
            return known->second;
        if (everPrefixed.size() >= most)
            return nullptr;
        return everPrefixed.emplace(key, std::make_shared<const CatalogueFormat>(*format, use)).first->second;
    }

    const std::shared_ptr<const Catalogue>& combined()
    {
        if (catalogue)
            return catalogue;
        const std::shared_ptr<const Catalogue>& all = withoutPrefixes();
        everUsed.insert(all->formats().begin(), all->formats().end());
        std::vector<SharedFormat> prefixed;
        for (const PrefixUse& use : uses)
            if (SharedFormat one = under(use))
                prefixed.push_back(std::move(one));
        catalogue = prefixed.empty() && others.empty() && said.empty()
                        ? all
                        : std::make_shared<const Catalogue>(*all, prefixed, others, said);
        return catalogue;
    }
};

InForce& inForce()
{
    static InForce state;
    return state;
}

} // namespace

Catalogue::Catalogue(std::vector<std::shared_ptr<const CatalogueFormat>> formats)
    : m_formats(std::move(formats))
{
    order();
    m_all = m_formats;
    m_names = NameIndex(m_all);
}

Catalogue::Catalogue(const Catalogue& of, std::span<const std::shared_ptr<const CatalogueFormat>> prefixed,
                     std::span<const std::string> others, const SaidFormats& said)
    : m_formats(of.m_formats), m_ties(of.m_ties), m_others(of.m_others), m_said(of.m_said)
{
    m_said.insert(said.begin(), said.end());
    m_others.insert(m_others.end(), others.begin(), others.end());
    for (const auto& format : m_formats) {
        const auto isOne = [&](const auto& other) {
            return other->prefix() && other->name() == format->name();
        };
        m_all.push_back(format);
        std::ranges::copy_if(of.m_all, std::back_inserter(m_all), isOne);
        std::ranges::copy_if(prefixed, std::back_inserter(m_all), isOne);
    }
    m_names = NameIndex(m_all);
}

// Repeatedly picks the first remaining format that accepts no sample of another remaining one, unless that
// one accepts its samples as well. The formats that come with the library have no cycle; one among others
// would cost nothing but a tie.
void Catalogue::order()
{
    std::ranges::sort(m_formats, [](const auto& one, const auto& other) {
        const std::size_t literals = literalsIn(*one);
        const std::size_t others = literalsIn(*other);
        return literals != others ? literals > others
                                  : one->name() < other->name(); // "x" before "x-remaining"
    });
    const auto [takers, ties] = takersOf(m_formats);
    const std::size_t count = m_formats.size();
    for (std::size_t i = 0; i < count; ++i)
        for (const std::size_t tie : ties[i]) {
            m_ties[m_formats[i].get()].insert(m_formats[tie].get());
            m_ties[m_formats[tie].get()].insert(m_formats[i].get());
        }
    std::vector<std::size_t> before(count); // how many that are left have to be asked before it
    for (std::size_t i = 0; i < count; ++i)
        for (const std::size_t taker : takers[i])
            if (!takers[taker].contains(i))
                ++before[taker];
    std::set<std::size_t> left;
    std::set<std::size_t> ready;
    for (std::size_t i = 0; i < count; ++i) {
        left.insert(left.end(), i);
        if (before[i] == 0)
            ready.insert(ready.end(), i);
    }
    std::vector<std::shared_ptr<const CatalogueFormat>> ordered;
    while (!left.empty()) {
        const std::size_t next = *(ready.empty() ? left : ready).begin(); // none is ready in a cycle
        left.erase(next);
        ready.erase(next);
        ordered.push_back(m_formats[next]);
        for (const std::size_t taker : takers[next])
            if (left.contains(taker) && !takers[taker].contains(next) && --before[taker] == 0)
                ready.insert(taker);
    }
    m_formats = std::move(ordered);
}

const CatalogueFormat* Catalogue::find(std::string_view name) const
{
    const auto found = std::ranges::find(m_formats, name, [](const auto& format) { return format->name(); });
    return found == m_formats.end() ? nullptr : found->get();
}

const CatalogueFormat* Catalogue::find(std::string_view name, const Subject& subject) const
{
    const auto found = std::ranges::find_if(m_all, [&](const auto& format) {
        return format->name() == name && namesOf(format->file(), subject);
    });
    return found == m_all.end() ? nullptr : found->get();
}

std::vector<const CatalogueFormat*> Catalogue::tiesOf(const Format& format) const
{
    std::vector<const CatalogueFormat*> ties;
    if (const auto* const foreign = dynamic_cast<const CatalogueFormat*>(&format);
        foreign && foreign->prefix()) {
        for (const std::string& name : foreign->prefix()->ties)
            if (const CatalogueFormat* const tie = find(name))
                ties.push_back(tie);
    } else if (const auto found = m_ties.find(&format); found != m_ties.end()) {
        ties.assign(found->second.begin(), found->second.end());
    }
    std::ranges::sort(ties, {}, &CatalogueFormat::name);
    return ties;
}

bool Catalogue::isOthers(std::string_view key) const
{
    return std::ranges::any_of(m_others, [&](const std::string& other) { return key.starts_with(other); });
}

Catalogue::Said Catalogue::formatSaid(std::string_view key) const
{
    Said said;
    for (const auto& [beginning, format] : m_said)
        if (beginning.size() > said.beginning.size() && key.starts_with(beginning))
            said = {beginning, format};
    return said;
}

Catalogue::Said Catalogue::formatSaid(const Subject& subject) const
{
    if (m_said.empty() || subject.format->isOurs())
        return {};
    const std::vector<std::string> keys = subject.format->keys(subject);
    return keys.empty() ? Said() : formatSaid(keys.front());
}

std::string_view Catalogue::chosenFor(const Subject& subject) const
{
    const Said said = formatSaid(subject);
    return said.format == subject.format->name() ? said.beginning : std::string_view();
}

std::optional<Catalogue::Recognition> Catalogue::recognise(std::string_view key, const SampleKey& content,
                                                           Nanos now) const
{
    return recognise(candidates(key, content.type), key, content, now, formatSaid(key).format);
}

std::optional<Catalogue::Recognition> Catalogue::recognise(std::span<const Candidate> candidates,
                                                           std::string_view key, const SampleKey& content,
                                                           Nanos now, std::string_view said)
{
    std::optional<Recognition> best;
    const std::size_t longest = longestSaid(candidates);
    const auto askUnder = [&](std::size_t under, bool isWrongUnit) {
        for (const Candidate& one : candidates) {
            const auto& [format, match] = one;
            const std::size_t length = saidLength(*format);
            if (isPlainCounter(format->file()) ? length != longest : length > 0 && length != under)
                continue;
            if (isWrongUnit && !isToldByName(one))
                continue;
            auto found =
                format->recogniseKey(match, {match.role->role, std::string(key), content}, now, isWrongUnit);
            if (!found)
                continue;
            if (!best || found->fit.weight > best->fit.weight)
                best = {std::move(found->subject), format, found->fit, {}};
            else if (found->fit.weight == best->fit.weight)
                best->ties.push_back(format);
        }
    };
    // What was said of "shop:up:" is more precise than what was said of "shop:". A bare counter's format,
    // which reads any number, is not asked about a key of which something more precise was said.
    const auto ask = [&](bool isWrongUnit) {
        std::size_t under = longest;
        do
            askUnder(under, isWrongUnit);
        while (!best && (under = longestSaid(candidates, under)) > 0);
    };
    ask(false);
    if (!best) // whatever reads the key as it is said comes first
        ask(true);
    const auto isSaid = [&](const CatalogueFormat* format) {
        return format->name() == said;
    };
    if (!best || said.empty())
        return best;
    if (const auto tie = std::ranges::find_if(best->ties, isSaid);
        tie != best->ties.end() && !isSaid(best->format)) {
        const auto chosen = std::ranges::find(candidates, *tie, &Candidate::format);
        if (auto found = (*tie)->recogniseKey(chosen->match,
                                              {chosen->match.role->role, std::string(key), content}, now))
            best = {std::move(found->subject), *tie, found->fit, {}};
    }
    if (isSaid(best->format))
        best->ties.clear();
    return best;
}

const Catalogue& builtInCatalogue()
{
    return *sharedBuiltIn();
}

std::shared_ptr<const Catalogue> currentCatalogue()
{
    InForce& state = inForce();
    const std::scoped_lock lock(state.mutex);
    return state.combined();
}

void useCatalogue(std::shared_ptr<const Catalogue> catalogue)
{
    InForce& state = inForce();
    const std::scoped_lock lock(state.mutex);
    state.plain = std::move(catalogue);
    state.catalogue.reset();
}

void usePrefixes(std::vector<PrefixUse> uses, std::vector<std::string> others, SaidFormats said)
{
    InForce& state = inForce();
    const std::scoped_lock lock(state.mutex);
    if (uses == state.uses && others == state.others && said == state.said)
        return;
    state.uses = std::move(uses);
    state.others = std::move(others);
    state.said = std::move(said);
    state.catalogue.reset();
}

std::vector<std::string> ruleNamesOf(const Policy& policy)
{
    const CatalogueFormat* const format =
        policy.format.empty() ? nullptr : currentCatalogue()->find(policy.format);
    return format ? format->ruleNames() : std::vector<std::string>();
}

std::shared_ptr<const CatalogueFormat> formatUnder(const PrefixUse& use)
{
    InForce& state = inForce();
    const std::scoped_lock lock(state.mutex);
    try {
        return state.under(use);
    } catch (const InvalidArgument&) { // the prefix is empty
        return nullptr;
    }
}

} // namespace ratewarden
