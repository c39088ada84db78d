// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reading.h"

#include <map>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// The requests of all tokens under each policy that keeps counts, added up as scans and background
/// rounds read them: they are as new as the last one that is complete. A token that one reads twice counts
/// twice.
class RequestTotals {
public:
    /// A scan or round begins, also anew after one that was broken off.
    void beginScan();
    void add(const std::vector<Reading>& readings);
    /// It has read every known token.
    void endScan();
    /// The last ten minutes, oldest first, up to the time of the newest reading; none when nothing was
    /// counted.
    std::vector<RequestCount> of(std::string_view policy) const;
    /// Under which anything was counted.
    std::vector<std::string> policies() const;
    /// Every token has been read since then, so that what was counted before is whole; the moment 0: nothing
    /// has been read.
    Instant wholeUntil() const { return m_wholeUntil; }

private:
    using Counts = std::map<Instant, RequestCount>;
    using Totals = std::map<std::string, Counts, std::less<>>;

    Totals m_complete;
    Totals m_counting; // by the scan under way
    Instant m_wholeUntil{};
    Instant m_first{}; // reading of the scan under way
};

/// All of them together.
RequestCount sumOf(const std::vector<RequestCount>& counts);

} // namespace ratewarden::ui
