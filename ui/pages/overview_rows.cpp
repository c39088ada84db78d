// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview_rows.h"

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

QString tr(const char* text)
{
    return OverviewText::tr(text);
}

QString perSecondText(double rate)
{
    return QStringLiteral("%1/s").arg(rateText(rate));
}

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

QString usedText(const RuleUsage& usage)
{
    return usage.rule.capacity() == usage.rule.limit
               ? tr("%1 of %2").arg(numberText(usage.used), ruleText(usage.rule))
               : tr("%1 of %2 burst").arg(numberText(usage.used), numberText(usage.rule.capacity()));
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
                        .toolTip = tr("%1\n%2\n%3 allowed, %4 of all")
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
                        .about = entry.denies       ? usedText(entry.usage)
                                 : entry.knowsRules ? ruleText(entry.usage.rule) // used less by now
                                                    : ofText(entry.subject),
                        .value = briefMomentText(entry.since),
                        .valueInk = OverviewRow::Ink::Muted,
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
                        .value = tr("in %1").arg(briefCountdownText(block.ends - now)),
                        .valueInk = OverviewRow::Ink::Blocked,
                        .id = idOf(block.subject)};
        if (block.denied > 0) {
            row.toolTip = QStringLiteral("%1\n%2\n%3").arg(row.name, row.about, row.value);
            row.about = tr("still %1 denied").arg(perSecondText(block.denied));
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
    const QString rule = !cause.rule  ? tr("blocks")
                         : withPolicy ? QStringLiteral("%1 %2").arg(shortened(shown(cause.policy), longest),
                                                                    ruleText(*cause.rule))
                                      : ruleText(*cause.rule);
    return tr("by %1 %2").arg(rule, percentText(cause.share));
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
        return value ? numberText(*value) : QStringLiteral("–");
    };
    if (link.infoIsMissing()) {
        add(ServerFact::Operations, tr("INFO"), tr("needs the right +info"), QStringLiteral("–"));
    } else {
        add(ServerFact::Operations, tr("operations"),
            cost ? tr("console %1").arg(costText(*cost)) : QString(),
            info.operations ? tr("%1/s").arg(numberText(*info.operations)) : QStringLiteral("–"));
        QStringList eviction;
        if (info.evictedKeys)
            eviction << tr("evicted %1").arg(numberText(*info.evictedKeys));
        if (info.maxmemoryPolicy)
            eviction << shown(*info.maxmemoryPolicy);
        add(ServerFact::Memory, tr("memory"), eviction.join(QStringLiteral(" · ")), memoryText(info));
    }
    add(ServerFact::Latency, tr("latency"),
        roundTrips.p99         ? tr("round trips p99 %1").arg(waitText(*roundTrips.p99))
        : roundTrips.count > 0 ? tr("longest %1").arg(waitText(roundTrips.longest))
                               : QString(),
        link.latency() ? waitText(*link.latency()) : QStringLiteral("–"));
    const bool isOfOneNode = !link.nodes().empty(); // what INFO says
    if (!link.infoIsMissing())
        add(ServerFact::Clients, tr("clients"),
            info.blockedClients ? tr("blocked %1").arg(numberText(*info.blockedClients)) : QString(),
            number(info.clients));
    if (!link.infoIsMissing() && !isOfOneNode) {
        QStringList behind;
        if (info.role == Role::Replica)
            behind << tr("this one is a replica");
        if (info.replicaLag)
            behind << tr("lag %1 s").arg(numberText(*info.replicaLag));
        add(ServerFact::Replicas, tr("replicas"), behind.join(QStringLiteral(" · ")), number(info.replicas));
    }
    if (isOfOneNode)
        add(ServerFact::Replicas, tr("nodes"),
            link.infoIsMissing() ? QString() : tr("the above is of one node"), nodesText(link.nodes()));
    add(ServerFact::Clock, tr("clock"),
        link.clockStep()     ? tr("▲ went back %1").arg(waitText(link.clockStep()->by))
        : link.clockOffset() ? tr("steady")
                             : QString(),
        clockOffsetText(link.clockOffset()));
    return rows;
}

} // namespace ratewarden::ui
