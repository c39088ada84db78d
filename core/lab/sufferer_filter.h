// SPDX-License-Identifier: MIT
#pragma once

#include "core/filters/filter.h"
#include "core/lab/lab_what_if.h"

#include <string_view>
#include <utility>

namespace ratewarden {

/// A token of the lab's traffic, as far as filters ask for it. Refers to that of which it was made.
struct SuffererFacts {
    std::string_view token;
    TokenId id = 0;
    bool isMarked = false;             ///< as one to stop
    Units peak = 0;                    ///< units in the window that is shown
    const Trial* trial = nullptr;      ///< of the candidate; null: not known yet
    const LabWhatIf* whatIf = nullptr; ///< null: not known yet
};

/// Which of these tokens are meant.
class SuffererFilter : public Filter {
public:
    enum class Word { NewlyDenied, Freed, Unchanged, Denied, Marked, Requests, Peak, Token, Address };

    /// - `newly-denied>0`, `freed>0`, `denied>0`, `requests>100`: requests in the time that is counted;
    /// - `peak>20`: most units in the window that is shown;
    /// - `unchanged`: has requests, and both decide the same on each of them;
    /// - `marked`: as one to stop;
    /// - `token:user:*`;
    /// - `ip:203.0.113.0/24`: an address of that network is in the token;
    /// - names are those of the tokens.
    static FilterFields fields();

    SuffererFilter() = default;
    /// One of these fields.
    explicit SuffererFilter(Filter filter) : Filter(std::move(filter)) {}

    bool takes(const SuffererFacts& facts) const;
};

} // namespace ratewarden
