// SPDX-License-Identifier: MIT
#pragma once

#include "core/keys/key_store.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// Which keys are to be seen. All conditions have to hold.
///
/// Its text is a list of words with spaces between: `type:zset`, `format:redis-rate`, `format:unknown`,
/// `format:none` (not a limiter), `no-ttl`, and patterns. A format is meant by a part of its name, of its
/// title or of the names of its keys ("rlflx"), in any case. A pattern is a glob as SCAN MATCH has it (`*`,
/// `?`,
/// `[a-z]`, `\` before what stands for itself) over the bytes of the whole name; without one of `*?[` it
/// matches names that contain it. To search for a word of the list, or a space, put `\` before it.
class KeyFilter {
public:
    KeyFilter() = default; ///< every key
    /// Throws BadNotation for a type that Redis does not have, and for an empty type or format.
    explicit KeyFilter(std::string_view text);

    bool empty() const { return !m_type && m_format.empty() && !m_noTtl && m_patterns.empty(); }
    /// Those of the keys that match, in their order.
    std::vector<KeyStore::Index> matching(const KeyStore& store, std::span<const KeyStore::Index> keys) const;

private:
    void add(std::string_view word, std::string_view text);
    bool fits(KeyKind kind, const Format* format) const;

    std::optional<KeyType> m_type;
    std::string m_format; // in lower case; empty: any
    bool m_noTtl = false;
    std::vector<std::string> m_patterns; // globs of the whole name
};

} // namespace ratewarden
