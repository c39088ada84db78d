// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filters/filter.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden::ui {

/// What a word of a filter could be.
struct FilterOffer {
    QString text;            ///< what takes the place of the word, or of all words
    QString detail;          ///< how many rows that are, or an example
    bool needsValue = false; ///< a value still has to follow
    bool isWhole = false;    ///< it takes the place of all words
    std::string name{};      ///< of a filter, for which it stands
};

/// What there is to filter by, with how many rows each takes.
struct FilterInventory {
    using Counts = std::map<std::string, int, std::less<>>;

    Counts flags;                                      ///< of words that stand alone
    std::map<std::string, Counts, std::less<>> values; ///< by the word
    QStringList recent;                                ///< whole filters, the last one first
    FilterNames named;                                 ///< whole filters

    /// One row more. An empty value is none.
    void add(std::string_view word, std::string_view value);
    /// So many rows more with that rule. Without its burst it takes them, too, whatever that is.
    void addRule(const Rule& rule, int rows = 1);
};

/// What the word can become; nothing for one that is whole. Of an empty word everything that a filter can
/// begin with.
std::vector<FilterOffer> filterOffers(const QString& word, FilterFields fields,
                                      const FilterInventory& inventory);

/// What core says of filters, as it is typed.
QString inFilters(std::string_view bytes);

/// "token:user:4711", "format:redis-rate", "rule:20/min": what takes rows with that value. A policy for
/// groups of other programs' tokens is a pattern, and stays one. Empty for an empty value.
QString filterTerm(std::string_view word, std::string_view value);

/// "since:2026-11-25T14:00:05", by this machine's time zone.
QString momentTerm(const char* word, std::chrono::sys_seconds moment);
/// "ttl<1h": what lasts no longer than about that; "ttl>30d": what lasts longer than all of that.
QString spanTerm(const char* word, Micros span);

/// The filter with one more term; as it is if it has it.
QString withTerm(const QString& filter, const QString& term);

} // namespace ratewarden::ui
