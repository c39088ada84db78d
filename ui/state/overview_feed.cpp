// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/overview_feed.h"

#include "core/formats/own/ratewarden_format.h"
#include "core/watch/history_flow.h"
#include "ui/state/alert_desk.h"
#include "ui/state/audit_desk.h"
#include "ui/text/alert_text.h"
#include "ui/text/display_text.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto shownInterval = 1s;  // between two sums of all rows
constexpr auto hiddenInterval = 5s; // the history has a look for each ten seconds
constexpr auto shownRound = 10s;    // what requests are counted by
constexpr int restAfterSum = 20;    // times what it took, so that a million rows take no twentieth of a core

} // namespace

OverviewFeed::OverviewFeed(Session& session) : m_session(session)
{
    connect(&m_ticks, &QTimer::timeout, this, [this] {
        noteRoundTrips();
        compute();
    });
    m_ticks.start(hiddenInterval);
    m_pastAgain.setSingleShot(true);
    connect(&m_pastAgain, &QTimer::timeout, this, &OverviewFeed::readPast);
    connect(&m_session, &Session::found, this, &OverviewFeed::add);
    connect(&m_session, &Session::read, this, &OverviewFeed::add);
    connect(&m_session, &Session::roundStarted, this, [this] {
        m_roundIsWhole = true;
        m_limited.beginRound();
    });
    connect(&m_session, &Session::paceChanged, this, [this] {
        noteGap();
        holdOrShow();
        if (m_shown && showsPast())
            readPast();
    });
    connect(&m_session, &Session::requestsCollected, this, &OverviewFeed::collect);
    connect(&m_session, &Session::roundCompleted, this, [this] {
        m_knowsBefore = m_knowsBefore || m_roundIsWhole;
        m_limited.endRound();
        compute();
    });
    connect(&m_session, &Session::requestsCounted, this, [this] {
        m_ranks.update(m_session.totals());
        compute();
    });
    connect(&m_session.link(), &Link::stateChanged, this, [this] {
        noteGap();
        m_marks.noteLink(m_session.live(), m_session.link().isUnreachable(), OverviewMarks::Clock::now());
        Q_EMIT changed();
    });
    connect(this, &OverviewFeed::changed, this, &OverviewFeed::tellMarks);
    connect(&m_session.audit(), &AuditDesk::changed, this, &OverviewFeed::tellMarks);
    connect(&m_session.alerts(), &AlertDesk::changed, this, [this] {
        tellMarks();
        if (m_shown && showsPast() && m_session.alerts().historyFile() != m_pastFile)
            readPast();
    });
}

void OverviewFeed::setShown(bool shown)
{
    if (std::exchange(m_shown, shown) == shown)
        return;
    m_session.wishRound(this, shown ? std::optional<std::chrono::milliseconds>(shownRound) : std::nullopt);
    if (shown)
        m_session.counts().look(this, {});
    else
        m_session.counts().leave(this);
    m_ticks.start(shown ? shownInterval : hiddenInterval);
    m_session.audit().setNewestShown(this, shown);
    if (!shown) {
        m_pastAgain.stop();
        m_onScreen.show({});
        return;
    }
    compute();
    look();
    if (showsPast())
        readPast();
}

// Who has no state any more is among them as well.
std::vector<OverviewNumbers::Token> OverviewFeed::mostIn(const TimeRange& known,
                                                         Units RequestCount::*requests) const
{
    const std::chrono::duration<double> seconds = known.length();
    std::vector<OverviewNumbers::Token> most;
    for (const RequestTotals::Token& one : shownTotals().mostIn(known, requests))
        if (const Policy* const policy = m_session.policyNamed(one.token.policy);
            policy && most.size() < OverviewNumbers::most)
            most.push_back({stateSubject(one.token.token, *policy), double(one.requests) / seconds.count()});
    return most;
}

OverviewNumbers OverviewFeed::numbersOfStretch() const
{
    OverviewNumbers numbers = m_numbers;
    if (!m_stretch)
        return numbers;
    const RequestFlow its = flow();
    if (showsPast()) { // a history does not keep whose requests they were
        numbers.topDenied.clear();
        numbers.topAllowed.clear();
    } else {
        const TimeRange known = its.knownIn(*m_stretch);
        numbers.topDenied = mostIn(known, &RequestCount::denied);
        numbers.topAllowed = mostIn(known, &RequestCount::allowed);
    }
    numbers.allowed = 0;
    numbers.denied = 0;
    const std::vector<std::size_t> steps = its.knownSteps(*m_stretch);
    for (const std::size_t i : steps) {
        numbers.allowed += its.allowedAt(i) / double(steps.size());
        numbers.denied += its.denied[i] / double(steps.size());
    }
    return numbers;
}

// What is named is on screen.
void OverviewFeed::look()
{
    const OverviewNumbers numbers = numbersOfStretch();
    std::vector<Subject> named;
    const auto add = [&named](const auto& ones) {
        for (const auto& one : ones)
            if (std::ranges::find(named, one.subject) == named.end())
                named.push_back(one.subject);
    };
    add(numbers.topDenied);
    add(numbers.topAllowed);
    add(newlyLimited());
    add(m_numbers.endingBlocks);
    m_onScreen.show(std::move(named));
}

void OverviewFeed::add(const Readings& readings)
{
    for (const Reading& reading : *readings)
        m_limited.add(reading, !m_knowsBefore);
}

// While nothing is read, tokens become limited unseen.
void OverviewFeed::noteGap()
{
    if (m_session.live() && !m_session.paused())
        return;
    m_knowsBefore = false;
    m_roundIsWhole = false;
}

void OverviewFeed::put(const OverviewHistory& history, const std::vector<LimitedWatch::Entry>& newlyLimited,
                       Micros reach)
{
    m_history = history;
    m_limited.put(newlyLimited);
    setReach(reach);
}

std::optional<Investigation::Past> OverviewFeed::recordedPast() const
{
    return showsPast() ? std::optional(Investigation::Past{m_reach, m_past, recordedEvents(m_pastChanges)})
                       : std::nullopt;
}

// One sum at a time; the next tick makes the next. What was recorded is added up once.
void OverviewFeed::compute()
{
    using Clock = std::chrono::steady_clock;
    const bool isDue = m_session.isRecorded() ? m_at == Instant{} : m_session.live() && !m_session.paused();
    if (m_sum.isBusy() || !isDue || Clock::now() < m_notBefore)
        return;
    std::set<std::string, std::less<>> counting;
    if (m_session.policies())
        for (const auto& [name, policy] : m_session.policies()->policies)
            if (policy.counters)
                counting.insert(name);
    const Instant now = m_session.link().serverNow();
    using Sum = std::pair<OverviewNumbers, Clock::duration>;
    m_sum.ask(
        [tokens = m_session.tokens().snapshot(), counting = std::move(counting),
         now](Computation& computation) {
            const Clock::time_point start = Clock::now();
            OverviewNumbers numbers = overviewOf(tokens, counting, now, computation.stopToken());
            return Sum(std::move(numbers), Clock::now() - start);
        },
        [this, now](const Outcome<Sum>& outcome) {
            if (const Sum* const sum = outcome.result())
                take(sum->first, now, sum->second);
        });
}

void OverviewFeed::take(OverviewNumbers numbers, Instant at, std::chrono::steady_clock::duration took)
{
    m_notBefore = std::chrono::steady_clock::now() + restAfterSum * took;
    m_numbers = std::move(numbers);
    // Those whose state has expired have no row any more, and were counted all the same.
    const RequestTotals& totals = m_session.totals();
    m_numbers.counted = std::max(m_numbers.counted, totals.tokens());
    m_numbers.allowed = std::max(m_numbers.allowed, totals.rates().allowed);
    m_numbers.denied = std::max(m_numbers.denied, totals.rates().denied);
    m_at = at;
    if (complete() && m_session.live() && !m_session.paused())
        m_history.add(at, m_numbers);
    if (m_shown)
        look();
    Q_EMIT changed();
}

const RequestTotals& OverviewFeed::shownTotals() const
{
    return m_heldTotals ? *m_heldTotals : m_session.totals();
}

void OverviewFeed::notePolicies(const PolicyBook& read)
{
    m_marks.notePolicies(read, m_session.link().serverNow(), OverviewMarks::Clock::now());
}

void OverviewFeed::holdOrShow()
{
    if (!m_session.paused()) {
        m_held.reset();
        m_heldTotals.reset();
        m_ranks.update(m_session.totals());
    } else if (!m_held) {
        m_held = recent();
        m_heldTotals = m_session.totals();
        m_collectedTo = m_held->from;
        for (std::size_t i = 0; i < m_held->size(); ++i)
            if (m_held->known[i])
                m_collectedTo = m_held->at(i) + countSpan;
        m_newer = 0;
    }
}

// Counts are kept for ten minutes, a pause may be longer: they are added up as they come.
void OverviewFeed::collect()
{
    const RequestFlow now = flowOf(m_session.totals(), m_session.link().serverNow(), m_ranks);
    constexpr double seconds = std::chrono::duration<double>(countSpan).count();
    Instant to = m_collectedTo;
    for (std::size_t i = 0; i < now.size(); ++i)
        if (now.known[i] && now.at(i) >= m_collectedTo) {
            m_newer += std::llround((now.allowedAt(i) + now.denied[i]) * seconds);
            to = now.at(i) + countSpan;
        }
    m_collectedTo = to;
}

std::optional<Units> OverviewFeed::newer() const
{
    return m_session.counts().tooMany() ? std::nullopt : std::optional(m_newer);
}

RequestFlow OverviewFeed::recent() const
{
    if (m_held)
        return *m_held;
    return flowOf(m_session.totals(),
                  m_session.live() && !m_session.paused() ? m_session.link().serverNow() : m_at, m_ranks);
}

// Its trail is the one that was read last.
OverviewMarks::Known OverviewFeed::knownMarks() const
{
    OverviewMarks::Known known{.others = m_session.histories().serverMarks()};
    if (const SharedAudit& newest = m_session.audit().newest().list)
        known.trail = newest->entries;
    return known;
}

// For the charts of all pages, as far back as they go. Which alerts have fired is another question.
void OverviewFeed::tellMarks()
{
    OverviewMarks::Known known = knownMarks();
    known.past = m_session.alerts().changes();
    std::vector<TimeMark> marks;
    for (OverviewMark& one : m_marks.since(Instant::min(), known))
        marks.push_back(std::move(one.mark));
    m_session.histories().moments().setKnown(std::move(marks));
}

// When alerts have begun to fire is known as far as the history has it.
std::vector<OverviewMark> OverviewFeed::marks() const
{
    const Instant recent = m_at - countsReach;
    const Instant oldest = showsPast() ? std::min(recent, m_past.from) : recent;
    OverviewMarks::Known known = knownMarks();
    known.close = m_reach / 60;
    if (showsPast())
        known.past = m_pastChanges;
    const AlertDesk& alerts = m_session.alerts();
    for (std::size_t i = 0; i < alerts.tested().size(); ++i) {
        const Alert& alert = alerts.file()->alerts[i];
        for (const BackTestFiring& firing : alerts.tested()[i].firings)
            if (firing.from >= oldest)
                known.others.push_back({firing.from,
                                        TimeMark::Kind::Fired,
                                        tr("%1, %2").arg(shown(alert.name), boundText(alert)),
                                        {}});
    }
    return m_marks.since(oldest, known);
}

std::vector<LimitedWatch::Entry> OverviewFeed::newlyLimited() const
{
    return m_limited.entries(m_at, OverviewNumbers::most, m_stretch.value_or(allTime));
}

void OverviewFeed::setStretch(const std::optional<TimeRange>& stretch)
{
    if (stretch == m_stretch)
        return;
    m_stretch = stretch;
    if (m_shown)
        look();
    Q_EMIT changed();
    m_session.audit().setStretch(m_stretch);
}

void OverviewFeed::setReach(Micros reach)
{
    if (std::exchange(m_reach, reach) == reach)
        return;
    forgetPast();
    if (showsPast())
        readPast();
    Q_EMIT changed();
}

void OverviewFeed::forgetPast()
{
    m_past = {};
    m_pastChanges.clear();
    m_pastProblem.clear();
    m_pastReading.stop();
    m_pastAgain.stop();
}

// A bar for each few pixels, and no more often than one of them becomes longer.
void OverviewFeed::readPast()
{
    constexpr int steps = 120;
    constexpr std::size_t mostEvents = 200;
    if (const SharedInvestigation& recorded = m_session.recorded())
        return showRecordedPast(*recorded);
    const std::string file = m_session.alerts().historyFile();
    if (file.empty())
        return setReach(countsReach);
    const bool isAnother = std::exchange(m_pastFile, file) != file;
    if (isAnother)
        forgetPast();
    else if (m_session.paused() && m_past.size() > 0)
        return; // held
    const Micros step = m_reach / steps;
    const Instant now = m_session.link().serverNow();
    using Past = std::pair<RequestFlow, std::vector<HistoryEvent>>;
    m_pastReading.ask(
        [file, range = TimeRange{now - m_reach, now}, step](Computation& computation) {
            const HistoryReader history(file, computation.stopToken());
            return Past{flowOf(flowIn(history, range, step)), history.changes(range, mostEvents)};
        },
        [this, step](const Outcome<Past>& outcome) {
            const Failure* const failure = outcome.failure();
            m_pastProblem = failure ? failure->message : QString();
            if (!failure)
                std::tie(m_past, m_pastChanges) = *outcome.result();
            if (m_shown)
                m_pastAgain.start(std::chrono::ceil<std::chrono::milliseconds>(step));
            Q_EMIT changed();
        });
}

void OverviewFeed::showRecordedPast(const Investigation& recorded)
{
    if (!recorded.past || recorded.past->reach != m_reach)
        return;
    m_past = recorded.past->flow;
    m_pastChanges = recorded.past->changes;
}

void OverviewFeed::noteRoundTrips()
{
    m_roundTrips.add(m_session.link().watchLane().takeRoundTrips(), RoundTrips::Clock::now());
}

} // namespace ratewarden::ui
