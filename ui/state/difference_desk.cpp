// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/difference_desk.h"

#include "core/admin/audit.h"
#include "core/lab/log_reader.h"
#include "core/model/errors.h"
#include "core/watch/history_decisions.h"
#include "ui/state/overview_feed.h"
#include "ui/state/session.h"
#include "ui/text/audit_text.h"
#include "ui/text/display_text.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

TimeRange overlapOf(const TimeRange& one, const TimeRange& other)
{
    return {std::max(one.from, other.from), std::min(one.to, other.to)};
}

/// What of a question the data cover. Throws InvalidArgument, with a sentence, where there is nothing.
DifferenceQuestion coveredQuestion(const DifferenceDesk::Question& asked, const TimeRange& known,
                                   std::vector<KnownChange> changes)
{
    const TimeRange area = overlapOf(asked.area, known);
    const TimeRange baseline = overlapOf(asked.baseline(), known);
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

/// The unbroken time in which both the area and its baseline were watched, or that part of them. Throws
/// InvalidArgument, with a sentence, where there is none.
TimeRange watchedAround(const DifferenceDesk::Question& asked, const std::vector<TimeRange>& watched,
                        const HistoryInfo& info)
{
    if (!info.first)
        throw InvalidArgument(DifferenceDesk::tr("The history is empty").toStdString());
    const Instant between =
        asked.against == DifferenceDesk::Against::Before ? asked.area.from : asked.area.to;
    for (const TimeRange& one : watched)
        if (one.from < between && between < one.to)
            return one;
    const bool isOutside = asked.area.to <= *info.first || asked.area.from > *info.last;
    throw InvalidArgument((isOutside ? DifferenceDesk::tr("Of that time nothing is known, only from %1 to %2")
                                           .arg(momentText(*info.first), momentText(*info.last))
                                     : DifferenceDesk::tr("What was denied just before and after %1 is not "
                                                          "known: nobody watched, or rounds are more than 20 "
                                                          "seconds apart")
                                           .arg(momentText(between)))
                              .toStdString());
}

} // namespace

struct DifferenceDesk::Kept {
    std::vector<KeptRequests> requests;
    PolicyVersions versions;
    std::vector<KnownChange> changes;
    Instant readAt{};
};

struct DifferenceDesk::Compared {
    Difference difference;
    std::set<std::string> unremembered;
    std::optional<Instant> rulesFrom;
};

TimeRange DifferenceDesk::Question::baseline() const
{
    const Micros length = baselineTimes * area.length();
    return against == Against::Before ? TimeRange{area.from - length, area.from}
                                      : TimeRange{area.to, area.to + length};
}

DifferenceDesk::DifferenceDesk(Session& session) : m_session(session) {}

void DifferenceDesk::ask(const Question& question)
{
    m_asked = std::make_shared<const int>();
    m_comparison.stop();
    m_answer = {question, {}, {}, {}, {}, {}, false};
    m_isBusy = true;
    if (question.source == Source::Server)
        askServer();
    else if (question.source == Source::History)
        askVersions();
    else
        computeOfFile({});
    Q_EMIT changed();
}

// What happened to the server, and what the operator has named.
std::vector<KnownChange> DifferenceDesk::ownChanges() const
{
    std::vector<KnownChange> changes;
    for (const auto* const marks :
         {&m_session.histories().serverMarks(), &m_session.histories().moments().all()})
        for (const TimeMark& mark : *marks) {
            const QString said = detailsOf(mark).section(QLatin1Char('\n'), 0, 0);
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
        [tokens = m_session.counts().active(), policies = m_session.policies(), since,
         asked = std::weak_ptr(m_asked)](Server& server) {
            auto kept = std::make_shared<Kept>();
            // Until something newer is asked.
            kept->requests = readKept(server, *policies, tokens, [&asked] { return !asked.expired(); });
            if (asked.expired())
                return SharedKept(std::move(kept));
            kept->versions = versionsOf(server, policiesOf(kept->requests), since);
            try {
                const std::vector<AuditEntry> entries = readAudit(server, {.since = since}).entries;
                noteOverrides(kept->requests, entries);
                for (const AuditEntry& entry : entries)
                    if (entry.changed > 0 || entry.isMark())
                        kept->changes.push_back(changeOf(entry));
            } catch (const Refused&) { // this user may not read the trail: then no change is named
            }
            kept->readAt = readTime(server.call({"TIME"}).view());
            return SharedKept(std::move(kept));
        },
        [this, asked = std::weak_ptr(m_asked)](const Outcome<SharedKept>& outcome) {
            if (asked.expired())
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

// Which rules the policies had then. Where the server does not tell, they are numbered.
void DifferenceDesk::askVersions()
{
    m_session.search(
        this,
        [question = m_answer.question](Server& server) {
            const Instant since = std::min(question.area.from, question.baseline().from);
            try {
                return versionsOf(server, limitingPolicies(HistoryReader(question.file)), since);
            } catch (const Refused&) { // this user may not read them
                return PolicyVersions();
            } catch (const InvalidArgument&) { // of the file: that is said when it is read
                return PolicyVersions();
            }
        },
        [this, asked = std::weak_ptr(m_asked)](const Outcome<PolicyVersions>& outcome) {
            if (!asked.expired())
                computeOfFile(outcome.result() ? *outcome.result() : PolicyVersions());
        });
}

template <class Compare>
void DifferenceDesk::compare(Compare compare)
{
    m_comparison.ask([question = m_answer.question, compare = std::move(compare)](
                         Computation& computation) { return Compared(compare(question, computation)); },
                     [this](const Outcome<Compared>& outcome) {
                         m_isBusy = false;
                         if (const Failure* const failure = outcome.failure()) {
                             m_answer.problem = failure->message;
                         } else {
                             m_answer.difference = outcome.result()->difference;
                             m_answer.unremembered = outcome.result()->unremembered;
                             m_answer.rulesFrom = outcome.result()->rulesFrom;
                         }
                         Q_EMIT changed();
                     });
}

void DifferenceDesk::compute(SharedKept kept)
{
    compare([kept = std::move(kept), own = ownChanges()](const Question& question, Computation&) {
        std::vector<KnownChange> changes = own;
        changes.insert(changes.end(), kept->changes.begin(), kept->changes.end());
        // Of fewer windows some phases may have more time than others.
        constexpr int leastWindows = 5;
        const KeptDecisions decisions =
            decisionsOf(kept->requests, kept->versions, question.area.length() / leastWindows);
        const TimeRange known{std::max(kept->readAt - countsReach + countSpan, decisions.countedFrom),
                              kept->readAt};
        const Difference difference =
            differenceOf(decisions.log, coveredQuestion(question, known, std::move(changes)));
        const Instant first = std::min(difference.area.from, difference.baseline.from);
        return Compared{difference, decisions.unremembered,
                        decisions.rulesFrom > first ? std::optional(decisions.rulesFrom) : std::nullopt};
    });
}

void DifferenceDesk::computeOfFile(const PolicyVersions& versions)
{
    compare([own = ownChanges(), versions](const Question& question, Computation& computation) {
        std::vector<KnownChange> changes = own;
        DecisionLog log;
        TimeRange known;
        if (question.source == Source::History) {
            const HistoryReader history(question.file, computation.stopToken());
            const Micros reach = 2 * baselineTimes * question.area.length();
            const TimeRange around{question.area.from - reach, question.area.to + reach};
            HistoryDecisions decisions = decisionsOf(history, around, versions);
            known = watchedAround(question, decisions.watched, history.info());
            log = std::move(decisions.log);
            for (KnownChange& one : changesIn(history, around))
                changes.push_back(std::move(one));
        } else {
            DecisionCollector collector(tellingFields(question.file));
            ReadOptions options;
            options.stop = computation.stopToken();
            collector.attachTo(options);
            log = collector.finish(readTrafficFile(question.file, options));
            known = rangeOf(log);
        }
        return Compared{differenceOf(log, coveredQuestion(question, known, std::move(changes))), {}, {}};
    });
}

} // namespace ratewarden::ui
