// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tokens/token_scan.h"

#include <map>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// The overrides of all tokens, as scans and polls read them: a token that is overridden alone has no row of
/// its own. Used in the GUI thread.
class OverriddenTokens {
public:
    void note(const Readings& readings);
    /// A pass through all keys ends: what none has seen since the one before was lifted, or has ended.
    void endScan();
    /// Those that hold at that time, by token.
    std::vector<Override> all(Instant at) const;

private:
    struct Known {
        std::vector<Override> overrides;
        int scan = 0; ///< the last one that has seen it
    };

    std::map<std::string, Known> m_known;
    int m_scan = 0;
};

/// As readings of the keys that hold them, one of each token. Those of a token follow one another.
std::vector<Reading> readingsOf(const std::vector<Override>& overrides, Instant at);

} // namespace ratewarden::ui
