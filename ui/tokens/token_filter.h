// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/warning.h"

#include <QString>

#include <string>
#include <string_view>

namespace ratewarden::ui {

/// What is typed to filter tokens: a part of the token or the policy, and terms before, behind or in the
/// midst of it, each between spaces. A term whose value means nothing is a part of the text.
///
///     warning:no-ttl       with that warning; the beginning of a name is enough, "warning:" means any
///     format:ramp-gcra     of that format
///     state:active         that has used something of its limits, or is blocked
struct TokenFilter {
    QString text;
    WarningSet warnings; ///< at least one of these; empty: whatever
    std::string format;  ///< its name; empty: any
    bool active = false; ///< only those that are not idle

    friend bool operator==(const TokenFilter&, const TokenFilter&) = default;
    bool hasTerms() const { return !warnings.empty() || !format.empty() || active; }
};

TokenFilter parseTokenFilter(const QString& typed);

/// "warning:no-ttl"
QString warningTerm(WarningCode code);
/// "format:ramp-gcra"
QString formatTerm(std::string_view format);
/// "state:active"
QString activeTerm();

} // namespace ratewarden::ui
