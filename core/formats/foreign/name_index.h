// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/foreign/anchor_search.h"
#include "core/formats/foreign/catalogue_format.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ratewarden {

/// A format that a key may belong to by its name.
struct FormatCandidate {
    const CatalogueFormat* format = nullptr;
    NameMatch match;
};

/// Which of many formats a key may belong to by its name, in a time that hardly depends on their number: most
/// names hold a literal, and all literals are sought in one pass. Immutable, and used from any thread.
class NameIndex {
public:
    NameIndex() = default;
    /// The formats must outlive it, at the same addresses.
    explicit NameIndex(std::span<const std::shared_ptr<const CatalogueFormat>> formats);

    /// In the order of the formats. `type`: the key's, as TYPE names it, where it is known: only of formats
    /// whose key has that type.
    std::vector<FormatCandidate> candidates(std::string_view key,
                                            std::optional<std::string_view> type = std::nullopt) const;

    /// Which literals of formats a name holds; cheap to find.
    struct Literals {
        std::array<std::uint64_t, 2> bits{}; ///< names with the same literals have the same
    };
    /// Of names that hold the same literals much the same formats are candidates. `scratch` saves memory from
    /// being allocated for each of many names.
    Literals literals(std::string_view key, std::vector<std::uint32_t>& scratch) const;

private:
    using Number = std::uint32_t; ///< of a format

    /// A name that any key has: no search can tell.
    struct Whole {
        Number format = 0;
        const KeyRole* role = nullptr;
        std::size_t alternative = 0;
        std::string_view capture; ///< its only one
    };
    /// A format whose other names may match.
    struct Named {
        Number format = 0;
        std::size_t leastLength = 0; ///< of a key
    };
    struct Indexed {
        const CatalogueFormat* format = nullptr;
        std::vector<ValueType> types; ///< that its keys have; Any stands alone

        bool hasType(std::optional<std::string_view> type) const;
    };

    std::vector<Number> toMatch(std::string_view key, std::optional<std::string_view> type) const;

    std::vector<Indexed> m_formats;
    AnchorSearch m_search;
    std::vector<std::vector<Named>> m_byAnchor;
    std::vector<Named> m_unanchored;
    std::vector<Whole> m_wholes; ///< one of a format at most; in the order of the formats
};

} // namespace ratewarden
