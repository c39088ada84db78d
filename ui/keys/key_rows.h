// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/key_scan.h"
#include "core/keys/key_tree.h"
#include "core/model/units.h"
#include "ui/text/status_text.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// What the browser of keys reads by: which keys count, where names are cut, and what comes first.
struct KeyView {
    KeyFilter filter{};
    std::string delimiters{KeyTree::delimiterOfEach};
    KeyTree::Order order = KeyTree::Order::Memory;

    friend bool operator==(const KeyView&, const KeyView&) = default;
};

/// A page of the folders in one folder.
struct KeyLevel {
    std::string folder; ///< "": the first level
    std::size_t from = 0;
    std::vector<KeyNode> rows{};
    std::size_t total = 0; ///< folders of the level
    double most = 0;       ///< bytes of the largest folder of the first level
};

/// One key, or a folder of keys.
struct KeyRow {
    std::string name; ///< the key; of a folder the beginning of its keys
    bool folder = false;
    std::size_t keys = 1;
    KeyType type = KeyType::Unknown;
    KeyKind kind = KeyKind::Unknown;
    const Format* format = nullptr;                ///< null: no format recognises it
    double memory = 0;                             ///< bytes, an estimate; 0: not known
    std::int64_t expires = FoundKeyFacts::unknown; ///< as FoundKeyFacts has it
};

/// A page of what is in one folder: its folders, then its keys.
struct KeyListing {
    std::string folder;
    std::size_t from = 0;
    std::vector<KeyRow> rows{};
    std::size_t total = 0;
    std::size_t keys = 0; ///< below the folder, at any depth
    std::string above{};  ///< the folder in which this one is a row, or would be
};

/// The keys of a folder that no format recognises, though they could be a limiter's.
struct UnknownKeys {
    std::string folder;
    std::size_t keys = 0;     ///< 0: there are none
    bool neverExpire = false; ///< all of the folder
    std::string first{};      ///< one of them
};

/// Keys that match the filter.
struct KeyExcerpt {
    std::vector<FoundKeyFacts> keys{};
    std::size_t all = 0;  ///< that were found, also those that do not match
    std::string filter{}; ///< by which they were chosen
};

/// What all keys come to.
struct KeySummary {
    KeyTotals totals;        ///< of those that match the filter
    std::size_t all = 0;     ///< without it
    std::size_t leftOut = 0; ///< keys that there was no room for
    UnknownKeys unknown{};   ///< of the folder that has the most of them
};

/// How the token of a key stands.
struct KeyUsage {
    std::string key;
    Instant at{}; ///< when it was read, by the server's clock
    TokenStatus status = TokenStatus::Unknown;
    Verdicts verdicts = Verdicts::Enforced;
    std::optional<Units> used{};
    std::optional<Units> capacity{}; ///< of the tightest rule
    std::optional<Micros> resets{};  ///< from `at` until nothing is used
    double share = -1;               ///< used of the capacity; below 0: not known
};

/// What the format is called where there is little room: of all of Ratewarden's own the same; of a guess with
/// "?".
QString briefTitle(const Format& format);
/// What the keys are: "rate-limiter-flexible", "unknown", "python limits and 2 more".
QString kindsText(const KeyTotals& totals);
/// Of this kind.
std::size_t keysOfKind(const KeyTotals& totals, KeyKind kind);
/// Whether most of the keys could be a limiter's, and no format recognises them.
bool mostlyUnknown(const KeyTotals& totals);

} // namespace ratewarden::ui
