// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/background_load.h"

#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto measureInterval = 10s;
constexpr auto firstMeasure = 1s;

ServerAccount askAccount(Server& server)
{
    std::string info;
    for (const Reply& reply : server.pipeline(
             {Command{"INFO", "server"}, Command{"INFO", "cpu"}, Command{"INFO", "commandstats"}}))
        if (!reply.view().isError()) // refused: then it is not known
            info += reply.view().string();
    return ServerAccount::read(info);
}

} // namespace

BackgroundLoad::BackgroundLoad(Link& link, QObject* parent) : QObject(parent), m_link(link)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &BackgroundLoad::measure);
    connect(&m_link, &Link::stateChanged, this, &BackgroundLoad::linkChanged);
}

void BackgroundLoad::setBudget(double share)
{
    m_pace.setBudget(share);
    m_pace.reset();
    Q_EMIT changed();
}

void BackgroundLoad::charge()
{
    CommandCounts sent = m_link.scanLane().sent();
    m_pace.charge(m_meter.costOf(difference(sent, m_charged)));
    m_charged = std::move(sent);
}

void BackgroundLoad::linkChanged()
{
    if (m_link.state() != Link::State::Live) {
        m_timer.stop();
        m_measuredAt = {};
        m_lately = {};
        if (std::exchange(m_share, std::nullopt))
            Q_EMIT changed();
    } else if (!m_timer.isActive() && !m_asking) {
        m_timer.start(firstMeasure);
    }
}

void BackgroundLoad::measure()
{
    m_asking = true;
    m_link.watchLane().post(this, askAccount, [this](const Outcome<ServerAccount>& outcome) {
        m_asking = false;
        if (const Failure* failure = outcome.failure()) {
            m_link.report(*failure);
            return;
        }
        take(*outcome.result());
        if (m_link.state() == Link::State::Live)
            m_timer.start(measureInterval);
    });
}

void BackgroundLoad::take(const ServerAccount& account)
{
    m_meter.measure(account);
    CommandCounts sent = sentByAll();
    const auto now = LoadPace::Clock::now();
    if (m_meter.measured() && account.usedCpu && m_measuredAt != LoadPace::Clock::time_point()) {
        m_lately = {difference(sent, m_measured), now - m_measuredAt};
        const std::chrono::duration<double, std::micro> time = m_lately.time;
        m_share = m_meter.costOf(m_lately.counts) / time.count();
    }
    m_measured = std::move(sent);
    m_measuredAt = now;
    Q_EMIT changed();
}

CommandCounts BackgroundLoad::sentByAll() const
{
    CommandCounts all = m_link.watchLane().sent();
    for (const Lane* lane : {&m_link.scanLane(), &m_link.actLane()})
        for (const auto& [name, count] : lane->sent())
            all[name] += count;
    return all;
}

} // namespace ratewarden::ui
