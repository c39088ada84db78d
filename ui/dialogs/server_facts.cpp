// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/server_facts.h"

#include "ui/state/session.h"
#include "ui/text/display_text.h"
#include "ui/text/translations.h"

#include <QCoreApplication>

#include <algorithm>

namespace ratewarden::ui {
namespace {

QString countText(const std::optional<std::int64_t>& count)
{
    return count ? numberText(*count) : noValue();
}

class Facts {
    Q_DECLARE_TR_FUNCTIONS(ServerFactText)

public:
    Facts(Session& session, const RoundTrips::Summary& roundTrips)
        : m_session(session), m_link(session.link()), m_info(m_link.info()), m_roundTrips(roundTrips)
    {
    }

    std::vector<ServerFactRow> rows()
    {
        addOperations();
        addMemory();
        addLatency();
        addClients();
        addReplicas();
        addClock();
        return std::move(m_rows);
    }

private:
    void add(ServerFact fact, const QString& name, const QString& value, const QString& about,
             const QString& meaning)
    {
        m_rows.push_back({fact, name, value, about, meaning});
    }

    void addOperations()
    {
        using enum ServerFact;
        add(Operations, tr("operations"),
            m_info.operations ? perSecondText(double(*m_info.operations)) : noValue(), {},
            tr("Commands that the server runs a second, of all clients: the average of the last second or "
               "two (INFO instantaneous_ops_per_sec)."));
        const std::optional<double> share = m_session.load().share();
        add(Operations, tr("this window"), share ? costText(*share) : noValue(), tr("of one core"),
            costMeaning());
        add(Operations, tr("commands"), countText(m_info.commandsProcessed), tr("since it started"),
            tr("Commands that the server has run since it started (INFO total_commands_processed)."));
        add(Operations, tr("CPU time"), m_info.usedCpu ? waitText(*m_info.usedCpu) : noValue(),
            tr("since it started"),
            tr("CPU time of the server's process since it started, user and system together (INFO "
               "used_cpu_user and used_cpu_sys)."));
    }

    // And which commands those are.
    QString costMeaning() const
    {
        constexpr std::size_t most = 5;
        const BackgroundLoad& load = m_session.load();
        QStringList lines{
            tr("What this window alone costs the server: the commands that it sends, times what each takes "
               "there by the server's own account (INFO commandstats and cpu)."),
            load.budget() > 0 ? tr("Reading in the background takes at most %L1 % of a core. The menu at the "
                                   "top of the window changes that.")
                                    .arg(load.budget() * 100)
                              : tr("Reading in the background has no limit. The menu at the top of the "
                                   "window changes that.")};
        const double seconds = std::chrono::duration<double>(load.sentLately().time).count();
        std::vector<std::pair<double, const CommandCounts::value_type*>> costs;
        for (const auto& one : load.sentLately().counts)
            costs.emplace_back(load.meter().costOf({one}), &one);
        std::ranges::sort(costs, std::ranges::greater(), [](const auto& one) { return one.first; });
        for (const auto& [cost, sent] : costs) {
            if (std::size_t(lines.size()) == most + 2) {
                lines << tr("and %Ln other command(s)", nullptr, pluralNumber(Units(costs.size() - most)));
                break;
            }
            lines << tr("%1: %2, %3 of a core")
                         .arg(shown(sent->first), perSecondText(double(sent->second) / seconds),
                              costText(cost / seconds / 1e6));
        }
        return lines.join(QLatin1Char('\n'));
    }

    void addMemory()
    {
        using enum ServerFact;
        const bool limited = m_info.maxmemory.value_or(0) > 0;
        add(Memory, tr("memory"), memoryText(m_info),
            limited && m_info.usedMemory ? percentText(*m_info.usedMemory, *m_info.maxmemory)
            : m_info.maxmemory           ? tr("no limit")
                                         : QString(),
            tr("Memory that the server has allocated (INFO used_memory), and its limit (maxmemory). Without "
               "a limit, it can use all available memory."));
        add(Memory, tr("at the memory limit"),
            m_info.maxmemoryPolicy ? shown(*m_info.maxmemoryPolicy) : noValue(), {},
            tr("What the server does when it reaches its memory limit (maxmemory-policy): noeviction refuses "
               "writes, all others evict keys. Evicting a key loses the state or block stored in it."));
        add(Memory, tr("evicted keys"), countText(m_info.evictedKeys), tr("since it started"),
            tr("Keys that the server has evicted since it started, because memory ran out (INFO "
               "evicted_keys). A token whose key was evicted starts again with its whole quota."));
    }

    void addLatency()
    {
        using enum ServerFact;
        add(Latency, tr("latency"), m_link.latency() ? waitText(*m_link.latency()) : noValue(),
            tr("last measured"),
            tr("The last round trip of TIME from this machine. It is measured every 10 s."));
        const QString whose =
            tr("These are the round trips in which this window reads what is on screen. Each carries one "
               "command or many, and takes the time of the network and of running them. The server's own "
               "figures are in LATENCY LATEST.");
        const QString of = tr("of %1 in 10 minutes").arg(numberText(Units(m_roundTrips.count)));
        add(Latency, tr("99 % of round trips"), m_roundTrips.p99 ? waitText(*m_roundTrips.p99) : noValue(),
            m_roundTrips.p99 ? of : tr("fewer than 100 yet"),
            tr("99 % of the round trips of the last ten minutes took at most that. %1").arg(whose));
        add(Latency, tr("longest round trip"),
            m_roundTrips.count > 0 ? waitText(m_roundTrips.longest) : noValue(), of,
            tr("The longest round trip of the last ten minutes. %1").arg(whose));
    }

    void addClients()
    {
        using enum ServerFact;
        add(Clients, tr("clients"), countText(m_info.clients), {},
            tr("Connections to the server, those of this window included (INFO connected_clients). CLIENT "
               "LIST names them."));
        add(Clients, tr("blocked clients"), countText(m_info.blockedClients), {},
            tr("Clients that wait in a blocking command, such as BLPOP or XREAD BLOCK (INFO "
               "blocked_clients). These are not blocked tokens. Each Ratewarden window waits so for new "
               "policies."));
    }

    void addReplicas()
    {
        using enum ServerFact;
        add(Replicas, tr("replicas"), countText(m_info.replicas), {},
            tr("Replicas that are connected to this server (INFO connected_slaves)."));
        add(Replicas, tr("replica lag"),
            m_info.replicaLag ? tr("%1 s").arg(numberText(*m_info.replicaLag)) : noValue(), {},
            tr("How long ago the replica that is furthest behind last acknowledged what it received (INFO, "
               "lag of slave0 and so on)."));
        add(Replicas, tr("role"),
            !m_info.role                    ? noValue()
            : *m_info.role == Role::Replica ? tr("replica")
                                            : tr("primary"),
            {}, tr("A primary takes writes. A replica only follows its primary (INFO role)."));
    }

    void addClock()
    {
        add(ServerFact::Clock, tr("clock"), clockOffsetText(m_link.clockOffset()),
            tr("ahead of this machine's"),
            tr("How far the server's clock is ahead of this machine's. Limiters decide by the server's "
               "clock, and the times in this window are by it, too."));
        if (const auto& step = m_link.clockStep())
            add(ServerFact::Clock, step->step < Micros() ? tr("▲ went back") : tr("▲ went forward"),
                waitText(std::chrono::abs(step->step)),
                ofNode(shown(step->node), tr("at %1").arg(momentText(step->at))),
                step->step < Micros()
                    ? tr("The server's clock went back, as after a failover to a host whose clock is "
                         "behind. What ends at a set time, such as a block, ends later by that much.")
                    : tr("The server's clock went forward, as after a failover to a host whose clock is "
                         "ahead. What was used is free again, and blocks end, sooner by that much."));
    }

    Session& m_session;
    const Link& m_link;
    const ServerInfo& m_info;
    const RoundTrips::Summary& m_roundTrips;
    std::vector<ServerFactRow> m_rows;
};

} // namespace

std::vector<ServerFactRow> serverFacts(Session& session, const RoundTrips::Summary& roundTrips)
{
    return Facts(session, roundTrips).rows();
}

QString memoryText(const ServerInfo& info)
{
    if (!info.usedMemory)
        return noValue();
    return info.maxmemory.value_or(0) > 0
               ? Facts::tr("%1 of %2").arg(bytesText(*info.usedMemory), bytesText(*info.maxmemory))
               : bytesText(*info.usedMemory);
}

} // namespace ratewarden::ui
