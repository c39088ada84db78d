// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/name_index.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// All formats of other limiters, in the order in which they are asked. Immutable, and used from any thread.
class Catalogue {
public:
    /// Orders them by each other's samples: a format that accepts samples of others, which do not accept its
    /// own, is asked after them.
    explicit Catalogue(std::vector<std::shared_ptr<const CatalogueFormat>> formats);

    std::span<const std::shared_ptr<const CatalogueFormat>> formats() const { return m_formats; }
    /// Null: there is none of that name.
    const CatalogueFormat* find(std::string_view name) const;
    /// The formats that fit a sample of this one as well as it does, or it one of theirs: nothing in such a
    /// key tells them apart. Empty for a format that is not in the catalogue, too.
    std::vector<const CatalogueFormat*> tiesOf(const Format& format) const;

    using Candidate = FormatCandidate;
    /// In the order in which the formats are asked. `type`: as TYPE names it, where it is known; then there
    /// are fewer, found in less time.
    std::vector<Candidate> candidates(std::string_view key,
                                      std::optional<std::string_view> type = std::nullopt) const
    {
        return m_names.candidates(key, type);
    }

    /// All patterns of names, in one index.
    const NameIndex& names() const { return m_names; }

    struct Recognition {
        Subject subject;
        const CatalogueFormat* format = nullptr;
        Fit fit;
        std::vector<const CatalogueFormat*> ties; ///< others that fit as well
    };
    /// By the key's name, type, expiry and value alone; empty: no format recognises it.
    std::optional<Recognition> recognise(std::string_view key, const SampleKey& content, Nanos now) const;
    static std::optional<Recognition> recognise(std::span<const Candidate> candidates, std::string_view key,
                                                const SampleKey& content, Nanos now);

private:
    void order();

    std::vector<std::shared_ptr<const CatalogueFormat>> m_formats;
    std::map<const Format*, std::set<const CatalogueFormat*>> m_ties;
    NameIndex m_names;
};

/// The formats that come with the library.
const Catalogue& builtInCatalogue();

/// The catalogue by which keys are recognised now: the built-in one until another is put into force. Any
/// thread; who asks for several keys in one go takes it once.
std::shared_ptr<const Catalogue> currentCatalogue();

/// Puts a catalogue into force, from any thread. Its formats live as long as the process from then on:
/// subjects point to their format, and rows, changes that may be undone and answers under way keep subjects
/// for as long as they like. Few formats are ever replaced, and those that were not changed are the same
/// objects in the next catalogue.
void useCatalogue(std::shared_ptr<const Catalogue> catalogue);

} // namespace ratewarden
