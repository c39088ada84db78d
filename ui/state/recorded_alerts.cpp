// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/recorded_alerts.h"

#include "core/model/errors.h"
#include "ui/state/alert_desk.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ratewarden::ui {
namespace {

using WatchedAlert = Investigation::WatchedAlert;

void keepNewest(std::vector<MeasuredRound>& rounds)
{
    if (rounds.size() > WatchedAlert::mostRounds)
        rounds.erase(rounds.begin(), rounds.end() - std::ptrdiff_t(WatchedAlert::mostRounds));
    for (MeasuredRound& round : rounds)
        round.figure = {round.figure.low, round.figure.high, round.figure.doubt, {}};
}

// What its writer means to keep to: see AlertDesk::overdueSince().
Micros everyOf(const AlertDesk& desk)
{
    return desk.readsOwn() ? Micros(std::chrono::minutes(1)) : desk.file()->every;
}

} // namespace

void recordAlerts(const AlertDesk& desk, Investigation& investigation)
{
    constexpr std::size_t mostFirings = 100; // of each
    if (!desk.file())
        return;
    for (std::size_t i = 0; i < desk.file()->alerts.size(); ++i) {
        WatchedAlert& its = investigation.alerts.emplace_back();
        its.alert = desk.file()->alerts[i];
        if (i < desk.tested().size()) {
            std::vector<BackTestFiring>& firings = its.stands.emplace(desk.tested()[i]).firings;
            firings.erase(firings.begin(),
                          firings.end() - std::ptrdiff_t(std::min(firings.size(), mostFirings)));
            its.stands->figure.findings.clear();
        }
        if (its.alert.name == desk.chosen() && desk.rounds()) {
            its.rounds = *desk.rounds();
            keepNewest(its.rounds);
        }
    }
    if (const auto& history = desk.history(); history && history->first && history->last)
        investigation.watched = {*history->first, *history->last, history->between, everyOf(desk),
                                 recordedEvents(desk.changes())};
}

void recordRounds(const std::string& history, Investigation& investigation)
{
    if (history.empty() || !investigation.watched)
        return;
    const Investigation::Watched& all = *investigation.watched;
    constexpr std::int64_t most = 2 * WatchedAlert::mostRounds; // some may be closer together
    const Instant since =
        all.between > Micros::zero() ? std::max(all.first, all.last - most * all.between) : all.first;
    try {
        const HistoryReader reader(history);
        for (WatchedAlert& its : investigation.alerts) {
            if (!its.stands || !its.rounds.empty())
                continue;
            its.rounds = measuredRounds(reader, its.alert, since);
            std::erase_if(its.rounds, [&](const MeasuredRound& round) { return round.at > all.last; });
            keepNewest(its.rounds);
        }
    } catch (const Error&) { // whoever opens it is told which are missing
    }
}

void showAlerts(const Investigation& recorded, AlertDesk& desk)
{
    if (recorded.alerts.empty())
        return;
    AlertDesk::Recorded its;
    its.chosen = recorded.screen.alert;
    for (const WatchedAlert& one : recorded.alerts) {
        its.alerts.push_back(one.alert);
        if (one.stands && its.tested.size() + 1 == its.alerts.size()) // all of them were known, or none
            its.tested.push_back(*one.stands);
        if (!one.rounds.empty())
            its.rounds[one.alert.name] = one.rounds;
    }
    if (const auto& watched = recorded.watched) {
        HistoryInfo& info = its.history.emplace();
        info.first = watched->first;
        info.last = watched->last;
        info.between = watched->between;
        its.every = watched->every;
        its.changes = watched->changes;
    }
    desk.put(std::move(its));
}

} // namespace ratewarden::ui
