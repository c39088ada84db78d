// SPDX-License-Identifier: MIT
#pragma once

#include "core/filters/filter.h"
#include "core/keys/key_store.h"

#include <span>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

namespace ratewarden {

/// Which keys are to be seen.
class KeyFilter : public Filter {
public:
    enum class Word { NoTtl, Type, Format, Address, Ttl, Size };

    /// - `no-ttl`: never expires;
    /// - `type:zset`, as nameOf(KeyType) has them;
    /// - `format:F`: a format by its name, or by the names of its keys, as in `format:*rlflx*`; or one of
    ///   `unknown`, `none` (not a limiter) and `unread`;
    /// - `ip:203.0.113.0/24`: an address of that network is in the name;
    /// - `ttl<1h`, of which a key that never expires has more than any; `size>10k`, as estimated;
    /// - names are those of the keys, and patterns as SCAN MATCH has them.
    ///
    /// What is not known of a key matches neither a word nor its negation.
    static FilterFields fields();
    /// What `format:` calls a key. `format`: of a limiter.
    static std::string_view formatName(KeyKind kind, const Format* format);

    KeyFilter() = default; ///< every key
    /// Throws BadNotation with the position of the fault.
    explicit KeyFilter(std::string_view text) : Filter(fields(), text) {}
    /// One of these fields.
    explicit KeyFilter(Filter filter) : Filter(std::move(filter)) {}

    /// `now`: by the server's clock.
    Answer ask(const KeyStore::Key& key, Instant now) const;
    /// Those of the keys that match, in their order. It stops with what it has when that is requested.
    std::vector<KeyStore::Index> matching(const KeyStore& store, std::span<const KeyStore::Index> keys,
                                          Instant now, const std::stop_token& stop = {}) const;
    bool asksFor(Word word) const;
};

} // namespace ratewarden
