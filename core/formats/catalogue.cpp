// SPDX-License-Identifier: MIT
#include "core/formats/catalogue.h"

#include "core/formats/catalogue_files.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

namespace ratewarden {
namespace {

// How well one format takes another's samples.
bool accepts(const CatalogueFormat& format, const FormatFile& other)
{
    return std::ranges::any_of(other.samples, [&](const FormatSample& sample) {
        const auto& [key, content] = sample.keys.front();
        const auto match = matchName(format.file(), key);
        return match &&
               format.recogniseKey(*match, {match->role->role, key, content, 0, true, {}}, sample.at);
    });
}

std::size_t literals(const CatalogueFormat& format)
{
    const std::vector<Pattern>& names = format.file().keys.front().names;
    return std::ranges::max(names, {}, &Pattern::literals).literals();
}

} // namespace

Catalogue::Catalogue(std::vector<std::shared_ptr<const CatalogueFormat>> formats)
    : m_formats(std::move(formats))
{
    order();
    for (const auto& format : m_formats) {
        std::set<std::string, std::less<>> anchors;
        for (const KeyRole& role : format->file().keys)
            for (const Pattern& name : role.names)
                anchors.emplace(name.anchor());
        if (anchors.contains(""))
            anchors = {""};
        for (const std::string& anchor : anchors)
            m_names.push_back({anchor, format.get()});
    }
}

// Of those that are left the first that takes no sample of another that is left, unless that takes its
// samples, too. The formats that come with the library have no cycle; one among others would cost nothing but
// a tie.
void Catalogue::order()
{
    std::ranges::stable_sort(m_formats, std::greater(), [](const auto& format) { return literals(*format); });
    const std::size_t count = m_formats.size();
    std::vector<std::vector<bool>> takes(count, std::vector<bool>(count));
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; k < count; ++k)
            takes[i][k] = i != k && accepts(*m_formats[i], m_formats[k]->file());
    std::vector<bool> placed(count);
    std::vector<std::shared_ptr<const CatalogueFormat>> ordered;
    while (ordered.size() < count) {
        const auto isNext = [&](std::size_t i) {
            if (placed[i])
                return false;
            for (std::size_t k = 0; k < count; ++k)
                if (!placed[k] && takes[i][k] && !takes[k][i])
                    return false; // it takes what belongs to one that was not asked yet
            return true;
        };
        std::size_t next = 0;
        while (next < count && !isNext(next))
            ++next;
        if (next == count) // a cycle
            next = std::size_t(std::ranges::find(placed, false) - placed.begin());
        placed[next] = true;
        ordered.push_back(std::move(m_formats[next]));
    }
    m_formats = std::move(ordered);
}

const CatalogueFormat* Catalogue::find(std::string_view name) const
{
    const auto found = std::ranges::find(m_formats, name, [](const auto& format) { return format->name(); });
    return found == m_formats.end() ? nullptr : found->get();
}

std::vector<Catalogue::Candidate> Catalogue::candidates(std::string_view key) const
{
    std::vector<Candidate> found;
    const CatalogueFormat* last = nullptr;
    for (const Name& name : m_names) {
        if (name.format == last || key.find(name.anchor) == std::string_view::npos)
            continue;
        if (auto match = matchName(name.format->file(), key)) {
            found.push_back({name.format, std::move(*match)});
            last = name.format;
        }
    }
    return found;
}

std::optional<Catalogue::Recognition> Catalogue::recognise(std::string_view key, const SampleKey& content,
                                                           Nanos now) const
{
    return recognise(candidates(key), key, content, now);
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
