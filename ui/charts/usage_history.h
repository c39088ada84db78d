// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reading.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ratewarden::ui {

/// What one reading said, kept for the charts.
struct UsageSample {
    Instant at{};
    std::vector<double> shares;          ///< used of each rule's limit
    std::optional<std::size_t> deniedBy; ///< the rule that would have denied a request then
};

/// The samples of one token under one policy, oldest first, as far back as the charts look.
class UsageHistory {
public:
    static constexpr Micros keptFor = std::chrono::minutes(15);

    /// Readings without a decision, or not newer than the last, are passed over. New rules begin a new
    /// history.
    void add(const Reading& reading);
    const std::deque<UsageSample>& samples() const { return m_samples; }

private:
    std::deque<UsageSample> m_samples;
    std::vector<Rule> m_rules;
};

/// Histories of the tokens that were on screen of late. It forgets those that have not been there the
/// longest.
class HistoryBook {
public:
    void add(const Reading& reading);
    /// Null when the token has not been read. Who holds it keeps it, also when the book forgets it.
    std::shared_ptr<const UsageHistory> find(const Subject& key) const;

private:
    struct Kept {
        std::shared_ptr<UsageHistory> history = std::make_shared<UsageHistory>();
        std::uint64_t lastUse = 0;
    };
    std::unordered_map<std::string, Kept> m_histories;
    std::uint64_t m_uses = 0;
};

/// One moment of a rule's usage.
struct UsagePoint {
    Instant at{};
    double share = 0;
};

/// How each rule was used over the last `span`, at most `most` points each, oldest first. Where the window
/// has a log, its past is counted from it, exactly, as far back as the log shows a whole window of the rule;
/// the rest comes from the samples.
std::vector<std::vector<UsagePoint>> usageOverTime(const TokenDetail& window, const UsageHistory* history,
                                                   Micros span, int most);

/// How many units of the rule were used at the moment: counted from the log, or else by the last sample until
/// then. Empty when neither goes so far back.
std::optional<Units> usedAt(const TokenDetail& window, const UsageHistory* history, std::size_t rule,
                            Instant moment);

} // namespace ratewarden::ui
