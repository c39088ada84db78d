// SPDX-License-Identifier: MIT
#pragma once

#include "core/filters/filter.h"

#include <string_view>
#include <utility>

namespace ratewarden {

struct AuditEntry;

/// Which changes of the audit trail are meant, as an operator words it.
class EntryFilter : public Filter {
public:
    enum class Word { Undone, Token, Policy, By, Action, Reason, Format, Result, Since, Before, Address };

    /// - `undone`: undone, also in part;
    /// - `token:T`: one of its tokens, or, of plain keys, of its keys; what is marked concerns every one;
    /// - `policy:P`, `format:F`: one of its policies, or formats;
    /// - `by:A`: the author, also with the host, as in `by:m.okafor@db1`;
    /// - `action:block`, `result:failed`: as AuditEntry has them; `reason:R`;
    /// - `since:14:00`, `before:2h`: made since then, or before;
    /// - `ip:203.0.113.0/24`: an address of that network is in one of its tokens or keys;
    /// - names are those of tokens, keys, policies and the author, the action, and parts of the reason.
    static FilterFields fields();

    EntryFilter() = default;
    /// Throws BadNotation with the position of the fault.
    explicit EntryFilter(std::string_view text) : Filter(fields(), text) {}
    /// One of these fields.
    explicit EntryFilter(Filter filter) : Filter(std::move(filter)) {}

    /// `now`: by the server's clock. Varies: the entry names some of its tokens only.
    Answer ask(const AuditEntry& entry, Instant now) const;
};

} // namespace ratewarden
