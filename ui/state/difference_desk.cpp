// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/difference_desk.h"

#include "core/admin/audit.h"
#include "core/explain/kept_decisions.h"
#include "core/lab/log_reader.h"
#include "core/model/errors.h"
#include "core/watch/history_decisions.h"
#include "ui/state/overview_feed.h"
#include "ui/state/session.h"
#include "ui/text/audit_text.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr int baselineTimes = 3; // as long as the area, at most

TimeRange overlapOf(const TimeRange& one, const TimeRange& other)
{
    return {std::max(one.from, other.from), std::min(one.to, other.to)};
}

/// What of a question the data cover. Throws InvalidArgument, with a sentence, where there is nothing.
DifferenceQuestion coveredQuestion(const DifferenceDesk::Question& asked, const TimeRange& known,
                                   std::vector<KnownChange> changes)
{
    const Micros length = baselineTimes * asked.area.length();
    const TimeRange area = overlapOf(asked.area, known);
    const TimeRange baseline = overlapOf(asked.against == DifferenceDesk::Against::Before
                                             ? TimeRange{asked.area.from - length, asked.area.from}
                                             : TimeRange{asked.area.to, asked.area.to + length},
                                         known);
    if (area.length() <= Micros())
        throw InvalidArgument(DifferenceDesk::tr("Of that time nothing is known, only from %1 to %2")
                                  .arg(momentText(known.from), momentText(known.to))
                                  .toStdString());
    if (baseline.length() <= Micros())
        throw InvalidArgument((asked.against == DifferenceDesk::Against::Before
                                   ? DifferenceDesk::tr("Nothing is known of the time before %1: compare "
                                                        "with the time after, or mark less")
                                         .arg(momentText(asked.area.from))
                                   : DifferenceDesk::tr("Nothing is known of the time after %1 yet")
                                         .arg(momentText(asked.area.to)))
                                  .toStdString());
    return {area, baseline, std::move(changes), {}};
}

TimeRange rangeOf(const DecisionLog& log)
{
    return log.trace.empty() ? TimeRange()
                             : TimeRange{log.trace.times.front(), log.trace.times.back() + Micros(1)};
}

KnownChange changeOf(const AuditEntry& entry)
{
    const QString what = entry.isMark()
                             ? shown(entry.reason)
                             : QStringLiteral("%1 %2").arg(actText(entry), whoseText(entry)).trimmed();
    return {entry.at, what.toStdString()};
}

/// The rules of policies as they are now.
PolicyVersions versionsNow(const SharedPolicies& policies)
{
    PolicyVersions versions;
    if (policies)
        for (const auto& [name, published] : policies->published)
            versions[name].push_back({published.version, {}, {}, {}, {}, published});
    return versions;
}

} // namespace

struct DifferenceDesk::Kept {
    std::vector<KeptRequests> requests;
    PolicyVersions versions;
    std::vector<KnownChange> changes;
    Instant readAt{};
};

DifferenceDesk::DifferenceDesk(Session& session) : m_session(session) {}

void DifferenceDesk::ask(const Question& question)
{
    ++m_asked;
    m_comparison.stop();
    m_answer = {question, {}, {}, {}, {}, false};
    m_isBusy = true;
    if (question.source == Source::Server)
        askServer();
    else
        computeOfFile();
    Q_EMIT changed();
}

// What happened to the server, and what the operator has named.
std::vector<KnownChange> DifferenceDesk::ownChanges() const
{
    std::vector<KnownChange> changes;
    for (const auto* const marks :
         {&m_session.histories().serverMarks(), &m_session.histories().moments().all()})
        for (const TimeMark& mark : *marks) {
            const QString said = mark.text.section(QLatin1Char('\n'), 0, 0);
            changes.push_back({mark.at, (said.isEmpty() ? markName(mark.kind) : said).toStdString()});
        }
    return changes;
}

void DifferenceDesk::askServer()
{
    const Instant since = m_session.link().serverNow() - countsReach;
    m_answer.uncounted = m_session.overview().numbers().uncounted;
    m_answer.isPart = m_session.counts().tooMany();
    if (!m_session.policies()) {
        m_isBusy = false;
        m_answer.problem = tr("The policies of this server are not read yet");
        return;
    }
    m_session.search(
        this,
        [tokens = m_session.counts().active(), policies = m_session.policies(), since](Server& server) {
            Kept kept;
            kept.requests = readKept(server, *policies, tokens);
            kept.versions = versionsOf(server, kept.requests, since);
            try {
                for (const AuditEntry& entry : readAudit(server, {.since = since}).entries)
                    if (entry.changed > 0 || entry.isMark())
                        kept.changes.push_back(changeOf(entry));
            } catch (const Refused&) { // this user may not read the trail: then no change is named
            }
            kept.readAt = readTime(server.call({"TIME"}).view());
            return kept;
        },
        [this, asked = m_asked](const Outcome<Kept>& outcome) {
            if (asked != m_asked)
                return;
            if (const Failure* const failure = outcome.failure()) {
                m_isBusy = false;
                m_answer.problem = failure->message;
                Q_EMIT changed();
                return;
            }
            compute(*outcome.result());
        });
}

template <class Compare>
void DifferenceDesk::compare(Compare compare)
{
    using Compared = std::pair<Difference, std::set<std::string>>;
    m_comparison.ask([question = m_answer.question, compare = std::move(compare)](
                         Computation& computation) { return Compared(compare(question, computation)); },
                     [this](const Outcome<Compared>& outcome) {
                         m_isBusy = false;
                         if (const Failure* const failure = outcome.failure())
                             m_answer.problem = failure->message;
                         else
                             std::tie(m_answer.difference, m_answer.unremembered) = *outcome.result();
                         Q_EMIT changed();
                     });
}

void DifferenceDesk::compute(Kept kept)
{
    for (KnownChange& one : ownChanges())
        kept.changes.push_back(std::move(one));
    compare([kept = std::move(kept)](const Question& question, Computation&) {
        const KeptDecisions decisions = decisionsOf(kept.requests, kept.versions);
        const TimeRange known{kept.readAt - countsReach + countSpan, kept.readAt};
        return std::pair(differenceOf(decisions.log, coveredQuestion(question, known, kept.changes)),
                         decisions.unremembered);
    });
}

void DifferenceDesk::computeOfFile()
{
    compare([own = ownChanges(), versions = versionsNow(m_session.policies())](const Question& question,
                                                                               Computation& computation) {
        std::vector<KnownChange> changes = own;
        DecisionLog log;
        TimeRange known;
        if (question.source == Source::History) {
            const HistoryReader history(question.file);
            const Micros reach = 2 * baselineTimes * question.area.length();
            const TimeRange around{question.area.from - reach, question.area.to + reach};
            log = decisionsOf(history, around, versions);
            for (KnownChange& one : changesIn(history, around))
                changes.push_back(std::move(one));
            const HistoryInfo info = history.info();
            known = {info.first.value_or(Instant()), info.last.value_or(Instant()) + Micros(1)};
        } else {
            DecisionCollector collector;
            ReadOptions options;
            options.stop = computation.stopToken();
            collector.attachTo(options);
            log = collector.finish(readTrafficFile(question.file, options));
            known = rangeOf(log);
        }
        return std::pair(differenceOf(log, coveredQuestion(question, known, std::move(changes))),
                         std::set<std::string>());
    });
}

} // namespace ratewarden::ui
