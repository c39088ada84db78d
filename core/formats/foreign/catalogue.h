// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/foreign/name_index.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// By what keys begin with: the name of their format, as somebody said it.
using SaidFormats = std::map<std::string, std::string>;

/// All formats of other limiters, in the order in which they are asked. Immutable, and used from any thread.
class Catalogue {
public:
    /// Orders them by each other's samples: a format that accepts samples of others, which do not accept its
    /// own, is asked after them.
    explicit Catalogue(std::vector<std::shared_ptr<const CatalogueFormat>> formats);

    /// The same formats, and besides those of `of` these under other prefixes. `others`: what more keys begin
    /// with that are no limiter's. `said`: more of what formatSaid() tells.
    Catalogue(const Catalogue& of, std::span<const std::shared_ptr<const CatalogueFormat>> prefixed,
              std::span<const std::string> others = {}, const SaidFormats& said = {});

    std::span<const std::shared_ptr<const CatalogueFormat>> formats() const { return m_formats; }
    /// Those and the same under other prefixes, which have the same names.
    std::span<const std::shared_ptr<const CatalogueFormat>> all() const { return m_all; }
    /// Null: there is none of that name.
    const CatalogueFormat* find(std::string_view name) const;
    /// That format under the prefix that the subject's keys have; null: there is none.
    const CatalogueFormat* find(std::string_view name, const Subject& subject) const;
    /// The formats that fit a sample of this one as well as it does, or it one of theirs: nothing in such a
    /// key tells them apart. Empty for a format that is not in the catalogue, too.
    std::vector<const CatalogueFormat*> tiesOf(const Format& format) const;
    /// Whether somebody said that such keys are no limiter's.
    bool isOthers(std::string_view key) const;
    struct Said {
        std::string_view beginning; ///< of the keys
        std::string_view format;    ///< its name; empty: nobody said
    };
    /// Which format somebody said that such keys have: of those that fit one as well as each other it is that
    /// one. The longest beginning counts.
    Said formatSaid(std::string_view key) const;
    /// The same of the token's first key.
    Said formatSaid(const Subject& subject) const;
    /// What keys begin with of which somebody said that they have the subject's own format; empty: nobody
    /// did.
    std::string_view chosenFor(const Subject& subject) const;
    const SaidFormats& said() const { return m_said; }

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
    /// By the key's name, type, expiry and value alone; empty: no format recognises it. What none does may be
    /// a format's, by its name, whose times are in a wrong unit. `said`: the format that formatSaid() tells
    /// of the key.
    std::optional<Recognition> recognise(std::string_view key, const SampleKey& content, Nanos now) const;
    static std::optional<Recognition> recognise(std::span<const Candidate> candidates, std::string_view key,
                                                const SampleKey& content, Nanos now, std::string_view said);

private:
    void order();

    std::vector<std::shared_ptr<const CatalogueFormat>> m_formats;
    std::vector<std::shared_ptr<const CatalogueFormat>> m_all;
    std::map<const Format*, std::set<const CatalogueFormat*>> m_ties;
    std::vector<std::string> m_others; ///< what keys begin with that are no limiter's
    SaidFormats m_said;
    NameIndex m_names;
};

/// The formats that come with the library.
const Catalogue& builtInCatalogue();

/// The catalogue by which keys are recognised now: the built-in one until another is put into force. Any
/// thread; who asks for several keys in one go takes it once.
std::shared_ptr<const Catalogue> currentCatalogue();

/// Format::ruleNames() of the format that the policy is for; empty for Ratewarden's own.
std::vector<std::string> ruleNamesOf(const Policy& policy);

/// Puts a catalogue into force, from any thread, and the prefixes that are in use. Its formats live as long
/// as the process from then on: subjects point to their format, and rows, changes that may be undone and
/// answers under way keep subjects for as long as they like. Few formats are ever replaced, and those that
/// were not changed are the same objects in the next catalogue.
void useCatalogue(std::shared_ptr<const Catalogue> catalogue);

/// What the user says of all servers, in place of what was said before: prefixes, what keys begin with that
/// are no limiter's, and what formatSaid() tells. Those of formats that are not in force wait for them.
void usePrefixes(std::vector<PrefixUse> uses, std::vector<std::string> others, SaidFormats said);

/// The format of the catalogue in force under another prefix. The same use gives the same object, which lives
/// as long as the process; there are at most 5,000. Null: too many, or there is no such format, or its keys
/// cannot have that prefix.
std::shared_ptr<const CatalogueFormat> formatUnder(const PrefixUse& use);

} // namespace ratewarden
