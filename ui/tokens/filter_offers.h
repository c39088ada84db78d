// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/warning.h"
#include "ui/tokens/token_ranking.h"

#include <QString>
#include <QStringList>

#include <array>
#include <map>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// What a word of a filter could be.
struct FilterOffer {
    QString text;            ///< what takes the place of the word, or of all words
    QString detail;          ///< how many tokens that are, or an example
    bool needsValue = false; ///< a value still has to follow
    bool isWhole = false;    ///< it takes the place of all words
};

/// What there is to filter by, with how many tokens each takes.
struct FilterInventory {
    std::array<int, tokenStatusCount> states{};
    std::map<std::string, int, std::less<>> policies;
    std::map<std::string, int, std::less<>> formats;
    std::map<std::string, int, std::less<>> warnings; ///< by the names of their codes
    QStringList recent;                               ///< whole filters, the last one first
};

/// Looks at all rows once.
FilterInventory inventoryOf(const TokenSnapshot& tokens);

/// What the word can become; nothing for one that is whole. Of an empty word everything that a filter can
/// begin with.
std::vector<FilterOffer> filterOffers(const QString& word, const FilterInventory& inventory);

/// "policy:api"; a policy for groups of other programs' tokens is a pattern, and stays one.
QString policyTerm(std::string_view policy);
/// "token:user:4711", "format:redis-rate", "rule:20/min"
QString exactTerm(std::string_view word, std::string_view value);
/// "warning:no-ttl"
QString warningTerm(WarningCode code);

/// The filter with one more term; as it is if it has it.
QString withTerm(const QString& filter, const QString& term);

} // namespace ratewarden::ui
