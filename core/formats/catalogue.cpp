// SPDX-License-Identifier: MIT
#include "core/formats/catalogue.h"

#include "core/formats/catalogue_files.h"

#include <algorithm>
#include <mutex>
#include <set>
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
                if (const auto found = format->recogniseKey(
                        match, {match.role->role, key, content, 0, true, {}}, sample.at)) {
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
    return std::ranges::max(names, {}, &Pattern::literals).literals();
}

} // namespace

Catalogue::Catalogue(std::vector<std::shared_ptr<const CatalogueFormat>> formats)
    : m_formats(std::move(formats))
{
    order();
    m_names = NameIndex(m_formats);
}

// Repeatedly picks the first remaining format that accepts no sample of another remaining one, unless that
// one accepts its samples as well. The formats that come with the library have no cycle; one among others
// would cost nothing but a tie.
void Catalogue::order()
{
    std::ranges::stable_sort(m_formats, std::greater(),
                             [](const auto& format) { return literalsIn(*format); });
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

std::vector<const CatalogueFormat*> Catalogue::tiesOf(const Format& format) const
{
    std::vector<const CatalogueFormat*> ties;
    if (const auto found = m_ties.find(&format); found != m_ties.end())
        ties.assign(found->second.begin(), found->second.end());
    std::ranges::sort(ties, {}, &CatalogueFormat::name);
    return ties;
}

std::optional<Catalogue::Recognition> Catalogue::recognise(std::string_view key, const SampleKey& content,
                                                           Nanos now) const
{
    return recognise(candidates(key, content.type), key, content, now);
}

std::optional<Catalogue::Recognition> Catalogue::recognise(std::span<const Candidate> candidates,
                                                           std::string_view key, const SampleKey& content,
                                                           Nanos now)
{
    std::optional<Recognition> best;
    for (const auto& [format, match] : candidates) {
        auto found =
            format->recogniseKey(match, {match.role->role, std::string(key), content, 0, true, {}}, now);
        if (!found)
            continue;
        if (!best || found->fit.weight > best->fit.weight)
            best = {std::move(found->subject), format, found->fit, {}};
        else if (found->fit.weight == best->fit.weight)
            best->ties.push_back(format);
    }
    return best;
}

namespace {

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

struct InForce {
    std::mutex mutex;
    std::shared_ptr<const Catalogue> catalogue = sharedBuiltIn();
    std::set<std::shared_ptr<const CatalogueFormat>> everUsed; ///< subjects may point to them
};

InForce& inForce()
{
    static InForce state;
    return state;
}

} // namespace

const Catalogue& builtInCatalogue()
{
    return *sharedBuiltIn();
}

std::shared_ptr<const Catalogue> currentCatalogue()
{
    InForce& state = inForce();
    const std::scoped_lock lock(state.mutex);
    return state.catalogue;
}

void useCatalogue(std::shared_ptr<const Catalogue> catalogue)
{
    InForce& state = inForce();
    const std::scoped_lock lock(state.mutex);
    state.everUsed.insert(catalogue->formats().begin(), catalogue->formats().end());
    state.catalogue = std::move(catalogue);
}

} // namespace ratewarden
