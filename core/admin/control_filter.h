// SPDX-License-Identifier: MIT
#pragma once

#include "core/filters/filter.h"
#include "core/formats/format.h"

#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace ratewarden {

/// A block or an override, as far as filters ask for it. Refers to that of which it was made.
struct ControlFacts {
    std::string_view token;
    std::string_view policy;       ///< empty: every one
    std::span<const Rule> rules{}; ///< of an override
    std::string_view reason{};
    std::string_view by{};
    const Format* format = nullptr; ///< null: Ratewarden's own
    Instant since{};                ///< the moment 0: not known
    std::optional<Instant> until{}; ///< empty: for good
};

/// Which blocks, or overrides, are meant.
class ControlFilter : public Filter {
public:
    enum class Word { Token, Policy, Rule, Format, Reason, By, Since, Until, Address };

    /// - `token:T`, `policy:P` (a block of Ratewarden's own is of every policy), `format:F`, `by:A`,
    /// `reason:R`;
    /// - `rule:20/min`: one of an override's rules;
    /// - `since:2h`: begun since then;
    /// - `until<1h`: from now until its end, which is later than any time if it is for good;
    /// - `ip:203.0.113.0/24`: an address of that network is in the token;
    /// - names are those of the token, the policy and the author, and parts of the reason.
    static FilterFields ofOverrides();
    static FilterFields ofBlocks(); ///< which have no rules

    ControlFilter() = default;
    /// One of these fields.
    explicit ControlFilter(Filter filter) : Filter(std::move(filter)) {}

    /// `now`: by the server's clock.
    bool takes(const ControlFacts& facts, Instant now) const;
};

} // namespace ratewarden
