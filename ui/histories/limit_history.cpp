// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/histories/limit_history.h"

#include "core/formats/format.h"
#include "ui/histories/window_events.h"

#include <algorithm>

namespace ratewarden::ui {
namespace {

struct LimitSpan {
    Stretch time;
    std::shared_ptr<const Limits> limits;
};

// From the first to the last reading under the same limits.
std::vector<LimitSpan> spansRead(const TokenDetail& window, const UsageHistory* history)
{
    std::vector<LimitSpan> spans;
    if (history != nullptr)
        for (const UsageSample& sample : history->samples()) {
            if (spans.empty() || spans.back().limits != sample.limits)
                spans.push_back({{sample.at, sample.at}, sample.limits});
            spans.back().time.until = sample.at;
        }
    const Reading& reading = window.reading;
    const Limits present{reading.policy->rules, reading.decision && reading.decision->overridden};
    if (spans.empty() || (reading.at > spans.back().time.until && *spans.back().limits != present))
        spans.push_back({{reading.at, reading.at}, std::make_shared<const Limits>(present)});
    return spans;
}

std::optional<Instant> lastMark(const std::vector<TimeMark>& marks, TimeMark::Kind kind, Instant until)
{
    std::optional<Instant> last;
    for (const TimeMark& mark : marks)
        if (mark.kind == kind && mark.at <= until)
            last = mark.at;
    return last;
}

// What is known of the time before the first reading: an override says since when it is there, and before it
// there may have been anything; otherwise it was what was published, back to an override that was lifted.
void addEarlier(std::vector<LimitSpan>& spans, const UsageHistory* history,
                const std::vector<TimeMark>& marks, const Format& format)
{
    const Limits& first = *spans.front().limits;
    const Instant read = spans.front().time.from;
    if (first.overridden) {
        spans.front().time.from = lastMark(marks, TimeMark::Kind::OverrideSet, read).value_or(read);
        return;
    }
    const Instant lifted = lastMark(marks, TimeMark::Kind::OverrideLifted, read).value_or(Instant::min());
    if (history == nullptr || history->published() == nullptr) {
        spans.front().time.from =
            std::max(lifted, lastMark(marks, TimeMark::Kind::Published, read).value_or(Instant::min()));
        return;
    }
    const std::vector<PublishedRules>& published = *history->published();
    // Where another limiter has nothing but slots, rules mean these however they are written.
    const auto judged = [&format](std::vector<Rule> rules) {
        for (Rule& rule : rules)
            rule.atOnce = rule.atOnce || (!format.isOurs() && format.countsInFlight());
        return rules;
    };
    for (auto earlier = published.rbegin(); earlier != published.rend(); ++earlier) {
        const Stretch time{std::max(earlier->time.from, lifted), earlier->time.until};
        if (time.from > read || time.until <= time.from || earlier->rules.empty())
            continue;
        std::vector<Rule> rules = judged(earlier->rules);
        if (rules == spans.front().limits->rules)
            spans.front().time.from = time.from;
        else
            spans.insert(spans.begin(), {{time.from, std::min(time.until, spans.front().time.from)},
                                         std::make_shared<const Limits>(Limits{std::move(rules), false})});
    }
}

// A change lies between the last reading before it and the first one after it, or where its mark stands.
void meetAtMarks(LimitSpan& before, LimitSpan& after, const std::vector<TimeMark>& marks)
{
    const TimeMark::Kind kind = after.limits->overridden    ? TimeMark::Kind::OverrideSet
                                : before.limits->overridden ? TimeMark::Kind::OverrideLifted
                                                            : TimeMark::Kind::Published;
    std::optional<Instant> first;
    std::optional<Instant> last;
    for (const TimeMark& mark : marks)
        if (mark.kind == kind && !mark.after && mark.at + clocksDiffer >= before.time.until &&
            mark.at - clocksDiffer <= after.time.from) {
            first = first.value_or(mark.at);
            last = mark.at;
        }
    if (!first)
        return;
    before.time.until = std::clamp(*first, before.time.until, after.time.from);
    after.time.from = std::clamp(*last, before.time.until, after.time.from);
}

std::vector<LimitSpan> limitSpans(const TokenDetail& window, const UsageHistory* history)
{
    const std::vector<TimeMark> marks = marksOf(window, history);
    std::vector<LimitSpan> spans = spansRead(window, history);
    addEarlier(spans, history, marks, *window.reading.subject.format);
    for (std::size_t i = 1; i < spans.size(); ++i)
        meetAtMarks(spans[i - 1], spans[i], marks);
    spans.back().time.until = Instant::max();
    return spans;
}

} // namespace

const LimitStretch* LimitHistory::at(Instant moment) const
{
    const auto found = std::ranges::find_if(stretches, [&](const LimitStretch& stretch) {
        return stretch.time.from <= moment && moment < stretch.time.until;
    });
    return found == stretches.end() ? nullptr : &*found;
}

std::vector<LimitHistory> limitHistories(const TokenDetail& window, const UsageHistory* history, Instant from)
{
    std::vector<LimitHistory> bands;
    if (!window.reading.policy)
        return bands;
    for (const Rule& rule : window.reading.policy->rules)
        bands.push_back({rule, false, {}});
    const std::vector<LimitSpan> spans = limitSpans(window, history);
    for (auto span = spans.rbegin(); span != spans.rend(); ++span) {
        std::vector<bool> taken(bands.size());
        for (std::size_t i = 0; i < span->limits->rules.size(); ++i) {
            const Rule& rule = span->limits->rules[i];
            std::size_t band = 0;
            while (band < taken.size() && (taken[band] || bands[band].rule.window != rule.window ||
                                           bands[band].rule.atOnce != rule.atOnce))
                ++band;
            if (band < taken.size())
                taken[band] = true;
            else if (span->time.until > from)
                bands.push_back({rule, true, {}});
            else
                continue;
            const std::size_t its = band < taken.size() ? band : bands.size() - 1;
            bands[its].stretches.insert(bands[its].stretches.begin(), {span->time, rule, i, span->limits});
        }
    }
    return bands;
}

std::vector<Rule> rulesOf(const std::vector<LimitHistory>& bands)
{
    std::vector<Rule> rules;
    rules.reserve(bands.size());
    for (const LimitHistory& band : bands)
        rules.push_back(band.rule);
    return rules;
}

std::vector<Stretch> limitsKnown(const std::vector<LimitHistory>& bands)
{
    std::vector<Stretch> known;
    for (const LimitHistory& band : bands)
        for (const LimitStretch& stretch : band.stretches)
            known.push_back(stretch.time);
    return joined(std::move(known));
}

} // namespace ratewarden::ui
