// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/units.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// A token of a change; the texts are the caller's.
struct ChangedToken {
    std::string_view token;
    std::string_view policy; ///< empty: the change is under every policy
};

/// A summary of the tokens of a change, to check that they are the intended ones.
struct Breakdown {
    struct Group {
        std::string name; ///< a policy, or a prefix with its separator; empty: tokens without one
        Units tokens = 0;

        friend bool operator==(const Group&, const Group&) = default;
    };
    struct Groups {
        std::vector<Group> largest; ///< the one with most tokens first, at most maxGroups
        Units others = 0;           ///< groups that are not among these
        Units tokensOfTheOthers = 0;
    };

    static constexpr std::size_t maxGroups = 6;
    static constexpr std::size_t maxNamed = 10;

    Units tokens = 0;
    Groups byPolicy; ///< "": under every policy; none when all of the change is
    Groups byPrefix;
    std::vector<std::string> first; ///< at most maxNamed, in the order given
    std::vector<std::string> last;  ///< likewise, none of which is among the first
};

/// Takes about 0.1 µs for a token.
Breakdown breakDown(std::span<const ChangedToken> tokens);

/// The token up to its first ":", "/", "|", "@", "#", ".", "-" or "_", and with it: "user:" of "user:42".
/// Empty when there is none.
std::string_view tokenPrefix(std::string_view token);

/// Whether a change of so many tokens, of so many that are listed, has to be confirmed by typing how many:
/// more than 100, or several that are more than a tenth of those listed.
bool isMassChange(Units tokens, Units listed);

} // namespace ratewarden
