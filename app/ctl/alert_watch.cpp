// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/alert_watch.h"

#include "app/ctl/alert_output.h"
#include "app/ctl/finding_text.h"
#include "app/ctl/policy_files.h"
#include "app/ctl/prometheus_text.h"
#include "app/ctl/row_walk.h"
#include "core/admin/policy_of.h"
#include "core/admin/server_warnings.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/watch/finding_book.h"
#include "core/watch/finding_round.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace ratewarden::ctl {
namespace {

using namespace std::chrono_literals;

/// A walk over the tokens takes at most one part of the time in so many and one.
constexpr int roundPause = 40;

/// A round that is not worth going on with.
struct RoundEnded {};

AlertFigure unknownFigure()
{
    AlertFigure figure;
    figure.doubt = FigureDoubt::ServerLost;
    return figure;
}

/// It can be read all the same.
bool onlyRefusesWrites(const Unavailable& error)
{
    using Reason = UnavailableReason;
    return error.isOfOneNode() || error.reason() == Reason::OutOfMemory ||
           error.reason() == Reason::Replica || error.reason() == Reason::Misconfigured;
}

/// What a step is called in lines and events; empty: nothing happened.
std::string_view eventOf(const AlertState::Step& step)
{
    if (step.from == step.to)
        return {};
    if (step.hasFired())
        return "fires";
    if (step.hasRecovered())
        return "recovered";
    switch (step.to) {
    case AlertPhase::Pending:
        return "pending";
    case AlertPhase::Recovering:
        return "recovering";
    case AlertPhase::Firing:
        return "fires again";
    case AlertPhase::Quiet:
        return "quiet";
    }
    return {};
}

} // namespace

std::optional<RoundResult> AlertMeter::measure(Server& server, const std::vector<Alert>& alerts, bool isAlone,
                                               bool keeps, bool finds)
{
    const PolicyBook policies = policiesIfAllowed(server); // connects first, where that is due
    const auto start = std::chrono::steady_clock::now();
    RowWalk walk(server, policies, false, m_prefixes);
    AlertRound round(alerts);
    FindingRound findings;
    const bool asksForFindings =
        finds || std::ranges::any_of(alerts, [](const Alert& alert) { return isOfFindings(alert.measure); });
    HistoryCollector history;
    RoundResult result;
    try {
        walk.visitReadings([&](const Reading& reading) {
            if (Wakeup::isEnding())
                throw RoundEnded();
            const WarningSet warnings = m_locks.sureWarnings(reading);
            round.take(reading, warnings);
            if (asksForFindings)
                findings.take(reading, warnings, m_locks.growthOf(reading.subject));
            if (keeps)
                history.take(reading, warnings);
        });
    } catch (const RoundEnded&) {
        return std::nullopt;
    }
    const FigureDoubt missing =
        walk.tokenWalk().lostNodes().empty() ? FigureDoubt::None : FigureDoubt::NodesLost;
    const bool asksServer =
        !isAlone || std::ranges::any_of(alerts, [](const Alert& alert) { return isOfServer(alert.measure); });
    std::vector<Finding> found;
    FigureDoubt mayBeMore = missing;
    if (asksForFindings) {
        const bool sawAll =
            missing == FigureDoubt::None && walk.unread() == 0 && walk.tokenWalk().unread() == 0;
        const ServerCheck check = checkServer(server);
        if (missing == FigureDoubt::None)
            mayBeMore = !sawAll              ? FigureDoubt::TokensUnread
                        : !check.knowsMemory ? FigureDoubt::NoInfo
                                             : FigureDoubt::None;
        const Instant now = clockOf(server);
        FindingBook book; // orders them
        book.setDismissals(m_dismissals.read(m_endpoint));
        book.take(findings.finish(server, check, policies, sawAll, now, &m_followed), now);
        std::ranges::copy_if(*book.findings(), std::back_inserter(found),
                             [](const Finding& finding) { return !finding.dismissed; });
    }
    // Behind all else that is asked: what a round that fails has seen would be missing in the next one.
    ServerFigures ofServer = asksServer ? m_server.read(server, isAlone) : ServerFigures();
    if (asksForFindings)
        ofServer.take(found, mayBeMore);
    if (finds) {
        result.found = std::move(found);
        result.hasFoundAll = mayBeMore == FigureDoubt::None;
    }
    result.isUnsure = m_locks.isUnsure();
    m_locks.endRound();
    const AlertRound::Walked walked{walk.tokenWalk().unread(), missing};
    result.figures = round.finish(walked, ofServer);
    if (keeps) {
        result.kept = history.finish(walked, {});
        result.kept->figures = keptFigures(alerts, result.figures, ofServer);
    }
    result.walk = std::chrono::steady_clock::now() - start;
    return result;
}

AlertWatch::AlertWatch(Terminal& terminal, Settings settings)
    : m_terminal(terminal)
    , m_settings(std::move(settings))
    , m_startTime(std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now()))
    , m_where(terminal.endpoint().text())
    , m_stamp(stampOf())
    , m_meter(terminal.endpoint())
    , m_history(terminal)
{
    take(parseAlertFile(titleOf(m_settings.path), readText(m_settings.path)));
}

/// This machine's clock as it was at the start: setting it later shortens and prolongs no alert.
Instant AlertWatch::now() const
{
    return m_startTime + std::chrono::duration_cast<Micros>(Clock::now() - m_start);
}

AlertWatch::FileStamp AlertWatch::stampOf() const
{
    struct stat info {};
    if (::stat(m_settings.path.c_str(), &info) != 0)
        return {};
    return {std::int64_t(info.st_mtim.tv_sec) * 1'000'000'000 + info.st_mtim.tv_nsec,
            std::uint64_t(info.st_size), std::uint64_t(info.st_ino)};
}

/// Throws before anything is changed.
void AlertWatch::take(AlertFile file)
{
    const auto start = [this](const std::vector<AlertTeller>& tellers) {
        Tellings started;
        for (const AlertTeller& teller : tellers)
            started.push_back(std::make_unique<Telling>(teller, [this] { m_wakeup.wake(); }));
        return started;
    };
    Tellings tellings = start(file.tell);
    Tellings aliveTellings = start(file.alive ? file.alive->tell : std::vector<AlertTeller>());
    m_history.use(file.history, now());
    std::vector<Watched> alerts;
    for (Alert& alert : file.alerts) {
        const auto before = std::ranges::find_if(
            m_alerts, [&alert](const Watched& one) { return one.alert.measuresAs(alert); });
        if (before != m_alerts.end()) {
            before->alert = std::move(alert);
            alerts.push_back(std::move(*before));
            m_alerts.erase(before);
        } else {
            alerts.push_back({std::move(alert)});
        }
    }
    // Whoever was told that it fires waits for its end.
    for (const Watched& gone : m_alerts)
        if (m_told.erase(gone.alert.name) > 0 && m_tells)
            tell("removed", gone, now());
    if (file.share != (m_lease ? m_lease->name() : "")) {
        giveBackLease();
        m_lease.reset();
        if (!file.share.empty())
            m_lease.emplace(file.share);
        m_terminal.permit(m_lease ? &WatchLease::script() : nullptr); // which the file asks for
        m_tells = !m_lease;
        m_hasShared = m_hasLeaseFault = false;
    }
    m_alerts = std::move(alerts);
    m_file = std::move(file);
    m_tellings.swap(tellings);
    m_aliveTellings.swap(aliveTellings);
    finishTelling(tellings);
}

void AlertWatch::readAgainIfChanged()
{
    const FileStamp stamp = stampOf();
    if (stamp == m_stamp)
        return;
    m_stamp = stamp;
    try {
        take(parseAlertFile(titleOf(m_settings.path), readText(m_settings.path)));
        say("file", fmt::format("{} was read again: {}", printable(m_settings.path),
                                counted(m_alerts.size(), "alert", "alerts")));
    } catch (const Error& error) {
        m_terminal.complain("invalid_argument",
                            joinSentences(error.what(), "The alerts that were read before stay in force"),
                            WrongUsage);
    }
}

void AlertWatch::run()
{
    Terminal::note(fmt::format("watching {} on {}", counted(m_alerts.size(), "alert", "alerts"), m_where));
    while (!Wakeup::isEnding()) {
        const Clock::time_point start = Clock::now();
        const bool hasRead = round();
        const Clock::time_point end = Clock::now();
        m_roundSeconds = std::chrono::duration<double>(end - start).count();
        writeMetrics();
        tellAlive();
        const Micros every = m_settings.every.value_or(m_file.every);
        // The pause spares the server, to which waiting for a connection or an answer costs nothing.
        const Clock::time_point next =
            hasRead ? std::max<Clock::time_point>(start + every, end + roundPause * m_walk) : end + every;
        while (!Wakeup::isEnding() && Clock::now() < next) {
            printReports(m_tellings);
            printReports(m_aliveTellings);
            recordTold();
            if (std::fflush(stdout) != 0)
                return; // main() says that the output cannot be written
            m_wakeup.waitUntil(next);
        }
        readAgainIfChanged();
    }
    finishTelling(m_tellings);
    giveBackLease();
}

void AlertWatch::finishTelling(const Tellings& tellings)
{
    constexpr auto grace = 5s; // for all of them
    const Clock::time_point end = Clock::now() + grace;
    for (const auto& telling : tellings)
        if (!telling->awaitAll(end))
            m_terminal.complain(
                "telling", fmt::format("telling {}: not all was told before the end", telling->name()), Done);
    printReports(tellings);
}

/// Whether it succeeded.
bool AlertWatch::round()
{
    try {
        std::vector<Alert> alerts;
        for (const Watched& one : m_alerts)
            alerts.push_back(one.alert);
        std::optional<RoundResult> result =
            m_meter.measure(m_terminal.server(), alerts, false, m_history.isKept(), m_file.findings);
        if (!result)
            return false;
        m_hasRead = true;
        findServer();
        m_walk = result->walk;
        askForLease();
        takeFigures(std::move(*result));
        m_history.keepChanges(m_terminal.server());
        return true;
    } catch (const Unavailable& error) {
        loseServer(error.what());
    } catch (const Error& error) { // a right that was taken away
        if (!m_hasRead)
            throw; // what is wrong from the beginning is said as by any command
        loseServer(error.what());
    }
    return false;
}

void AlertWatch::takeFigures(RoundResult result)
{
    const Instant at = now();
    m_lastRound = at;
    if (result.kept) {
        result.kept->at = at;
        m_history.keep(*result.kept);
    }
    // About the server: a change, other than what the watch says of itself.
    for (const ServerEvent& event : m_meter.takeEvents(at))
        say(nameOf(event.kind), textOf(event), m_where);
    takeFindings(result);
    for (std::size_t i = 0; i < result.figures.size(); ++i) {
        Watched& one = m_alerts[i];
        one.figure = std::move(result.figures[i]);
        takeStep(one, one.state.take(one.alert.bound, one.alert.wait, one.figure, at), at);
    }
}

void AlertWatch::takeFindings(const RoundResult& result)
{
    if (!result.found) { // nobody wants them
        m_findings = {};
        return;
    }
    for (const FindingEvents::Event& event : m_findings.take(*result.found, result.hasFoundAll))
        say(event);
}

void AlertWatch::takeStep(Watched& one, const AlertState::Step& step, Instant at)
{
    if (const std::string_view event = eventOf(step); !event.empty())
        say(event, one, at);
    const bool isUnknown = !step.isKnown && one.figure.doubt != FigureDoubt::FirstRound;
    if (isUnknown != one.isSaidUnknown)
        say(isUnknown ? "not known" : "known again", one, at);
    one.isSaidUnknown = isUnknown;
    tellIfDue(one, at);
}

void AlertWatch::tellIfDue(const Watched& one, Instant at)
{
    if (!m_tells)
        return;
    const bool isTold = m_told.contains(one.alert.name);
    if (isRaised(one.state.phase()) && !isTold && !one.alert.isSilenced(at)) {
        m_told.emplace(one.alert.name, one.state.firedAt());
        tell("fires", one, at);
    } else if (!isRaised(one.state.phase()) && isTold) {
        m_told.erase(one.alert.name);
        tell("recovered", one, at);
    }
}

/// Right before something is told, so that no two tell it. Throws Unavailable when the server is lost.
void AlertWatch::askForLease()
{
    if (!m_lease)
        return;
    if (hasToldAll())
        m_recorded = m_told;
    std::string fault;
    try {
        const auto walk = std::chrono::duration_cast<Micros>(m_walk);
        const Micros every = std::max(m_settings.every.value_or(m_file.every), (roundPause + 1) * walk);
        takeLease(m_lease->renew(m_terminal.server(), leaseSpan(every), m_recorded));
    } catch (const Unavailable& error) {
        if (!onlyRefusesWrites(error))
            throw;
        fault = error.what();
    } catch (const Error& error) {
        fault = error.what();
    }
    if (!fault.empty())
        m_tells = true; // twice is better than not at all
    if (!fault.empty() && !m_hasLeaseFault)
        m_terminal.complain("share", joinSentences(fault, "This watcher tells as if it shared with nobody"),
                            Done);
    m_hasLeaseFault = !fault.empty();
}

void AlertWatch::takeLease(const WatchLease::Answer& answer)
{
    const bool tells = answer.holder != WatchLease::Holder::Other;
    if (!m_hasShared || tells != m_tells)
        say(tells ? "tells" : "rests",
            tells ? fmt::format("of those that share \"{}\" this watcher tells", printable(m_lease->name()))
                  : fmt::format("another watcher that shares \"{}\" tells", printable(m_lease->name())));
    m_hasShared = true;
    m_tells = tells;
    // Where Redis has lost it, what was seen of it last is as good.
    if (answer.told && answer.holder != WatchLease::Holder::Kept)
        m_told = m_recorded = *answer.told;
    if (answer.holder == WatchLease::Holder::Taken)
        adoptTold();
}

/// What others have told fires here, too, until it has recovered here.
void AlertWatch::adoptTold()
{
    for (auto told = m_told.begin(); told != m_told.end();) {
        const auto& [name, since] = *told;
        const auto one = std::ranges::find_if(
            m_alerts, [&name = name](const Watched& each) { return each.alert.name == name; });
        if (one == m_alerts.end()) {
            tell(Json{{"event", "removed"},
                      {"at_us", now().time_since_epoch().count()},
                      {"server", m_where},
                      {"text", printable(name) + " removed: the file of alerts does not name it"},
                      {"alert", printable(name)}});
            told = m_told.erase(told);
            continue;
        }
        if (!isRaised(one->state.phase()))
            one->state.adopt(since);
        ++told;
    }
}

/// As soon as all have been told, so that nobody who takes over tells it again.
void AlertWatch::recordTold()
{
    if (!m_lease || !m_tells || m_lostAt || m_recorded == m_told || !hasToldAll())
        return;
    try {
        askForLease();
    } catch (const Unavailable&) { // the next round says so
    }
}

void AlertWatch::giveBackLease()
{
    if (!m_lease || !m_tells || m_lostAt)
        return;
    try {
        m_lease->giveBack(m_terminal.server(), hasToldAll() ? m_told : m_recorded);
    } catch (const Error&) { // it expires by itself
    }
}

bool AlertWatch::hasToldAll() const
{
    return std::ranges::all_of(m_tellings, [](const auto& telling) { return telling->awaitAll({}); });
}

void AlertWatch::loseServer(const std::string& why)
{
    const Instant at = now();
    m_history.keep(HistoryRound::without(FigureDoubt::ServerLost, at));
    for (Watched& one : m_alerts) // they stay as they are
        one.state.take(one.alert.bound, one.alert.wait, one.figure = unknownFigure(), at);
    if (m_lostAt)
        return;
    m_lostAt = at;
    say("lost", joinSentences(why, "Every alert stays as it is until the server can be read again"));
}

void AlertWatch::findServer()
{
    if (!m_lostAt)
        return;
    say("back", fmt::format("{} can be read again, after {}", m_where, durationText(now() - *m_lostAt)));
    m_lostAt.reset();
}

void AlertWatch::say(std::string_view event, const Watched& one, Instant at)
{
    const Json json = eventJson({event, one.alert, one.state, one.figure, at, m_where});
    m_history.keep(HistoryEvent{at, std::string(event), one.alert.name, json["text"].get<std::string>()});
    if (m_terminal.isJson()) {
        fmt::print("{}\n", json.dump());
        return;
    }
    const std::string doubt = doubtText(one.figure.doubt);
    const std::string samples = samplesText(one.figure);
    const bool isRaisedNow = event == "fires" || event == "fires again";
    fmt::print("{}  {}: {}{}; {} is {}, {}{}{}\n", localTime(at), printable(one.alert.name),
               inTone(event,
                      isRaisedNow            ? Tone::Bad
                      : event == "recovered" ? Tone::Good
                                             : Tone::Warning,
                      m_terminal.screen()),
               isRaisedNow ? fmt::format(" ({}{})", nameOf(one.alert.severity),
                                         one.alert.isSilenced(at) ? ", silenced" : "")
                           : "",
               nameOf(one.alert.measure), figureText(one.alert.measure, one.figure), boundText(one.alert),
               doubt.empty() ? "" : ": " + doubt,
               samples.empty() || !isRaisedNow ? "" : ", such as " + samples);
}

void AlertWatch::say(const FindingEvents::Event& event)
{
    const Instant at = now();
    const std::string text = textOf(event);
    m_history.keep(historyEventOf(event, at));
    Json json{{"event", nameOf(event)}, {"at_us", at.time_since_epoch().count()}, {"server", m_where}};
    json["text"] = text;
    json.update(findingJson(event.finding));
    m_terminal.print(json, fmt::format("{}  {}: {}", localTime(at), nameOf(event), text));
}

/// `about`: as HistoryEvent::about.
void AlertWatch::say(std::string_view event, const std::string& text, const std::string& about)
{
    const Instant at = now();
    m_history.keep(HistoryEvent{at, std::string(event), about, text});
    m_terminal.print({{"event", event}, {"at_us", at.time_since_epoch().count()}, {"text", text}},
                     fmt::format("{}  {}: {}", localTime(at), event, text));
}

void AlertWatch::tell(const Json& json) const
{
    for (const auto& telling : m_tellings)
        telling->tell(json.dump());
}

void AlertWatch::tell(std::string_view event, const Watched& one, Instant at) const
{
    tell(eventJson({event, one.alert, one.state, one.figure, at, m_where}));
}

/// Only after a round that succeeded: what is to be noticed is that nobody watches.
void AlertWatch::tellAlive()
{
    if (!m_file.alive || m_lostAt || !m_lastRound || Clock::now() < m_nextAlive)
        return;
    m_nextAlive = Clock::now() + m_file.alive->every;
    const auto firing =
        std::ranges::count_if(m_alerts, [](const Watched& one) { return isRaised(one.state.phase()); });
    const Json json{{"event", "alive"},
                    {"at_us", now().time_since_epoch().count()},
                    {"server", m_where},
                    {"alerts", m_alerts.size()},
                    {"firing", firing}};
    for (const auto& telling : m_aliveTellings)
        telling->tell(json.dump());
}

void AlertWatch::writeMetrics()
{
    if (m_settings.metrics.empty())
        return;
    prometheus::MetricFamily states =
        gauge("ratewarden_alert_state", "0: quiet, 1: pending, 2: firing, 3: recovering.");
    prometheus::MetricFamily figures =
        gauge("ratewarden_alert_figure", "What the alert measures; NaN: it is not known.");
    for (const Watched& one : m_alerts) {
        const MetricLabels labels{{"alert", printable(one.alert.name)},
                                  {"severity", std::string(nameOf(one.alert.severity))}};
        addSample(states, double(one.state.phase()), labels);
        addSample(figures, one.figure.isExact() ? one.figure.low : std::nan(""), labels);
    }
    MetricFamilies families{states, figures};
    if (m_file.findings && m_hasRead) {
        std::map<std::pair<std::string, std::string>, int> counts;
        for (const auto& [name, finding] : m_findings.there())
            ++counts[{std::string(nameOf(finding.kind)), std::string(nameOf(severityOf(finding.kind)))}];
        prometheus::MetricFamily found =
            gauge("ratewarden_findings", "How many findings there are; one that is not there has no sample.");
        for (const auto& [kind, count] : counts)
            addSample(found, count, {{"code", kind.first}, {"severity", kind.second}});
        families.push_back(found);
    }
    const auto seconds = [](Micros span) {
        return std::chrono::duration<double>(span).count();
    };
    if (m_lastRound) {
        families.push_back(single("ratewarden_watch_last_round_timestamp_seconds",
                                  "When the server was last read completely.",
                                  seconds(m_lastRound->time_since_epoch())));
        families.push_back(single("ratewarden_watch_last_round_age_seconds",
                                  "How long ago that was when this file was written.",
                                  seconds(now() - *m_lastRound)));
    }
    families.push_back(
        single("ratewarden_watch_round_seconds", "How long the last round took.", m_roundSeconds));
    std::string problem;
    try {
        replaceFile(m_settings.metrics, prometheusText(families));
    } catch (const InvalidArgument& error) {
        problem = error.what();
    }
    if (problem != m_metricsProblem && !problem.empty()) // once
        m_terminal.complain("metrics", problem, WrongUsage);
    m_metricsProblem = problem;
}

/// Of alerts they are kept, too, for the window: signs of life would hide everything else.
void AlertWatch::printReports(const Tellings& tellings)
{
    for (const auto& telling : tellings)
        for (const Telling::Report& report : telling->takeReports()) {
            if (&tellings != &m_aliveTellings)
                m_history.keep(HistoryEvent{now(), std::string(report.event), telling->name(), report.text});
            if (report.isUsual)
                continue;
            const std::string text = fmt::format("telling {}: {}", telling->name(), report.text);
            if (report.isFailure())
                m_terminal.complain("telling", text, Done);
            else
                Terminal::note(text);
        }
}

} // namespace ratewarden::ctl
