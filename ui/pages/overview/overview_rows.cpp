// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/overview_rows.h"

#include "ui/link/link.h"
#include "ui/text/audit_text.h"
#include "ui/text/display_text.h"
#include "ui/text/nodes_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace ratewarden::ui {
namespace {

struct OverviewText {
    Q_DECLARE_TR_FUNCTIONS(OverviewText)
};

// Also where another policy has a token of the same name.
QString idOf(const Subject& subject)
{
    return QString::fromLatin1(QByteArray::fromStdString(subject.token + '\0' + subject.policy));
}

// What else a token is of.
QString ofText(const Subject& subject)
{
    return subject.policy.empty() ? QString() : shown(subject.policy);
}

// As it was when it became limited.
QString limitedText(const LimitedWatch::Entry& entry)
{
    return entry.knowsRules
               ? OverviewText::tr("%1 of %2").arg(numberText(entry.usage.used), ruleText(entry.usage.rule))
           : entry.deniedLately ? OverviewText::tr("denied lately")
                                : ofText(entry.subject);
}

} // namespace

std::vector<OverviewRow> deniedRows(const OverviewNumbers& numbers)
{
    std::vector<OverviewRow> rows;
    for (const OverviewNumbers::Token& token : numbers.topDenied)
        rows.push_back({.name = shown(token.subject.token),
                        .about = ofText(token.subject),
                        .value = perSecondText(token.perSecond),
                        .share = token.perSecond / numbers.topDenied.front().perSecond,
                        .id = idOf(token.subject)});
    return rows;
}

std::vector<OverviewRow> allowedRows(const OverviewNumbers& numbers)
{
    std::vector<OverviewRow> rows;
    for (const OverviewNumbers::Token& token : numbers.topAllowed)
        rows.push_back({.name = shown(token.subject.token),
                        .about = percentText(token.perSecond / numbers.allowed),
                        .value = perSecondText(token.perSecond),
                        .share = token.perSecond / numbers.topAllowed.front().perSecond,
                        .toolTip = OverviewText::tr("%1\n%2\n%3 allowed, %4 of all")
                                       .arg(shown(token.subject.token), ofText(token.subject),
                                            perSecondText(token.perSecond),
                                            percentText(token.perSecond / numbers.allowed)),
                        .id = idOf(token.subject)});
    return rows;
}

std::vector<OverviewRow> newlyLimitedRows(const std::vector<LimitedWatch::Entry>& entries)
{
    std::vector<OverviewRow> rows;
    for (const LimitedWatch::Entry& entry : entries)
        rows.push_back({.name = shown(entry.subject.token),
                        .about = entry.isLimited ? limitedText(entry) : OverviewText::tr("ok again"),
                        .value = briefMomentText(entry.since),
                        .aboutInk = entry.isLimited ? OverviewRow::Ink::Limited : OverviewRow::Ink::Muted,
                        .valueInk = OverviewRow::Ink::Muted,
                        .toolTip = QStringLiteral("%1\n%2\n%3")
                                       .arg(shown(entry.subject.token), limitedText(entry),
                                            briefMomentText(entry.since)),
                        .id = idOf(entry.subject)});
    return rows;
}

std::vector<OverviewRow> endingRows(const OverviewNumbers& numbers, Instant now,
                                    const std::function<std::string(const Subject&)>& reasonOf)
{
    std::vector<OverviewRow> rows;
    for (const OverviewNumbers::Ending& block : numbers.endingBlocks) {
        OverviewRow row{.name = shown(block.subject.token),
                        .about = shown(reasonOf(block.subject)),
                        .value = OverviewText::tr("in %1").arg(briefCountdownText(block.ends - now)),
                        .valueInk = OverviewRow::Ink::Blocked,
                        .id = idOf(block.subject)};
        if (block.denied > 0) {
            row.toolTip = QStringLiteral("%1\n%2\n%3").arg(row.name, row.about, row.value);
            row.about = OverviewText::tr("still %1 denied").arg(perSecondText(block.denied));
            row.toolTip += QStringLiteral("\n") + row.about;
            row.aboutInk = OverviewRow::Ink::Limited;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<OverviewRow> changeRows(const std::vector<AuditEntry>& entries, std::size_t most)
{
    std::vector<OverviewRow> rows;
    for (const AuditEntry& entry : entries) {
        if (rows.size() == most)
            break;
        QStringList note{shown(entry.by)};
        if (!entry.reason.empty())
            note << shown(entry.reason);
        if (!entry.undoneBy.empty() || !entry.partlyBy.empty() || entry.result != AuditEntry::Result::Made)
            note << resultText(entry);
        rows.push_back({.name = QStringLiteral("%1 %2").arg(actText(entry), whoseText(entry)),
                        .note = note.join(QStringLiteral(" · ")),
                        .value = briefMomentText(entry.at),
                        .valueInk = OverviewRow::Ink::Muted,
                        .monospace = false,
                        .id = shown(entry.id)});
    }
    return rows;
}

QString causeText(const OverviewNumbers::RuleShare& cause, bool withPolicy)
{
    constexpr int longest = 16;
    const QString rule = !cause.rule  ? OverviewText::tr("blocks")
                         : withPolicy ? QStringLiteral("%1 %2").arg(shortened(shown(cause.policy), longest),
                                                                    ruleText(*cause.rule))
                                      : ruleText(*cause.rule);
    return OverviewText::tr("by %1 %2").arg(rule, percentText(cause.share));
}

std::vector<ServerRow> serverRows(const Link& link, std::optional<double> cost,
                                  const RoundTrips::Summary& roundTrips)
{
    const ServerInfo& info = link.info();
    std::vector<ServerRow> rows;
    const auto add = [&rows](ServerFact fact, const QString& name, const QString& about,
                             const QString& value) {
        rows.push_back({fact, {.name = name, .about = about, .value = value, .monospace = false}});
    };
    const auto number = [](const std::optional<std::int64_t>& value) {
        return value ? numberText(*value) : noValue();
    };
    if (link.infoIsMissing()) {
        add(ServerFact::Operations, OverviewText::tr("INFO"), OverviewText::tr("needs the right +info"),
            noValue());
    } else {
        add(ServerFact::Operations, OverviewText::tr("operations"),
            cost ? OverviewText::tr("console %1").arg(costText(*cost)) : QString(),
            info.operations ? OverviewText::tr("%1/s").arg(numberText(*info.operations)) : noValue());
        QStringList eviction;
        if (info.evictedKeys)
            eviction << OverviewText::tr("evicted %1").arg(numberText(*info.evictedKeys));
        if (info.maxmemoryPolicy)
            eviction << shown(*info.maxmemoryPolicy);
        add(ServerFact::Memory, OverviewText::tr("memory"), eviction.join(QStringLiteral(" · ")),
            memoryText(info));
    }
    add(ServerFact::Latency, OverviewText::tr("latency"),
        roundTrips.p99         ? OverviewText::tr("round trips p99 %1").arg(waitText(*roundTrips.p99))
        : roundTrips.count > 0 ? OverviewText::tr("longest %1").arg(waitText(roundTrips.longest))
                               : QString(),
        link.latency() ? waitText(*link.latency()) : noValue());
    const bool isOfOneNode = !link.nodes().empty(); // what INFO says
    if (!link.infoIsMissing())
        add(ServerFact::Clients, OverviewText::tr("clients"),
            info.blockedClients ? OverviewText::tr("blocked %1").arg(numberText(*info.blockedClients))
                                : QString(),
            number(info.clients));
    if (!link.infoIsMissing() && !isOfOneNode) {
        QStringList behind;
        if (info.role == Role::Replica)
            behind << OverviewText::tr("this one is a replica");
        if (info.replicaLag)
            behind << OverviewText::tr("lag %1 s").arg(numberText(*info.replicaLag));
        add(ServerFact::Replicas, OverviewText::tr("replicas"), behind.join(QStringLiteral(" · ")),
            number(info.replicas));
    }
    if (isOfOneNode)
        add(ServerFact::Replicas, OverviewText::tr("nodes"),
            link.infoIsMissing() ? QString() : OverviewText::tr("the above is of one node"),
            nodesText(link.nodes()));
    const auto& step = link.clockStep();
    add(ServerFact::Clock, OverviewText::tr("clock"),
        step ? (step->step < Micros() ? OverviewText::tr("▲ went back %1")
                                      : OverviewText::tr("▲ went forward %1"))
                   .arg(waitText(std::chrono::abs(step->step)))
        : link.clockOffset() ? OverviewText::tr("steady")
                             : QString(),
        clockOffsetText(link.clockOffset()));
    return rows;
}

} // namespace ratewarden::ui
