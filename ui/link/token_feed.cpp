// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/token_feed.h"

#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

// Between two scans: off screen tokens are only read by them.
constexpr auto rescanPause = 5s;

struct Page {
    ScanPage page;
    std::size_t total = 0;
    std::shared_ptr<const PolicyBook> policies;
    Readings readings;
};

Page readPage(Connection& connection, const std::string& cursor, std::shared_ptr<const PolicyBook> policies)
{
    Page result;
    if (!policies)
        policies = std::make_shared<const PolicyBook>(readPolicies(connection));
    result.policies = std::move(policies);
    result.total = std::size_t(connection.call({"DBSIZE"}).view().integer());
    result.page = scanTokens(connection, cursor);
    result.readings = std::make_shared<const std::vector<TokenReading>>(
        readTokens(connection, result.page.keys, *result.policies));
    return result;
}

struct Poll {
    Readings readings;
    WindowReadings window; // null when no token is chosen
};

Poll readPoll(Connection& connection, const std::vector<TokenKey>& keys,
              const std::optional<TokenKey>& chosen, const PolicyBook& policies)
{
    Poll poll;
    poll.readings = std::make_shared<const std::vector<TokenReading>>(readTokens(connection, keys, policies));
    if (chosen)
        poll.window = std::make_shared<const WindowReading>(readWindow(connection, *chosen, policies));
    return poll;
}

} // namespace

TokenFeed::TokenFeed(Link& link, QObject* parent) : QObject(parent), m_link(link)
{
    m_poll.setInterval(1s);
    connect(&m_poll, &QTimer::timeout, this, [this] {
        if (!m_polling) // a slow server gets fewer polls, not a backlog of them
            poll();
    });
    m_rescan.setSingleShot(true);
    m_rescan.setInterval(rescanPause);
    connect(&m_rescan, &QTimer::timeout, this, &TokenFeed::startScan);
    connect(&m_link, &Link::stateChanged, this, &TokenFeed::linkChanged);
}

bool TokenFeed::running() const
{
    return !m_paused && m_link.state() == Link::State::Live;
}

void TokenFeed::linkChanged()
{
    if (!running()) {
        m_poll.stop();
        m_rescan.stop();
        return;
    }
    if (m_poll.isActive())
        return;
    m_poll.start();
    refresh();
}

void TokenFeed::setVisible(std::vector<TokenKey> keys)
{
    m_visible = std::move(keys);
}

void TokenFeed::setChosen(const std::optional<TokenKey>& key)
{
    if (key == m_chosen)
        return;
    m_chosen = key;
    if (m_chosen)
        poll();
}

void TokenFeed::setInterval(std::chrono::milliseconds interval)
{
    m_poll.setInterval(interval);
}

void TokenFeed::setPaused(bool paused)
{
    m_paused = paused;
    linkChanged();
}

void TokenFeed::refresh()
{
    m_scanAgain = m_scanning; // the one under way may have passed by what is asked for
    startScan();
    poll();
}

void TokenFeed::startScan()
{
    if (m_scanning || m_link.state() != Link::State::Live)
        return;
    m_scanning = true;
    m_rescan.stop();
    m_policies = nullptr; // announced ones may have come or changed
    m_progress = {.completedAt = m_progress.completedAt};
    nextPage("0");
}

void TokenFeed::nextPage(const std::string& cursor)
{
    m_link.scanLane().post(
        this,
        [cursor, policies = m_policies](Connection& connection) {
            return readPage(connection, cursor, policies);
        },
        [this](const Outcome<Page>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                m_scanning = false;
                m_link.report(*failure);
                if (failure->kind != Failure::Kind::Unavailable)
                    setProblem(failure->message);
                if (running())
                    m_rescan.start();
                return;
            }
            const Page& page = *outcome.result();
            m_policies = page.policies;
            m_progress.total = page.total;
            m_progress.looked = std::min(m_progress.looked + page.page.looked, page.total);
            m_progress.complete = page.page.cursor == "0";
            setProblem(page.policies->problems.empty()
                           ? QString()
                           : QString::fromStdString(page.policies->problems.front()));
            Q_EMIT found(page.readings);
            if (m_progress.complete) {
                m_scanning = false;
                m_progress.looked = m_progress.total;
                m_progress.completedAt = m_link.serverNow();
                Q_EMIT scanCompleted();
                poll();
                if (std::exchange(m_scanAgain, false))
                    startScan();
                else if (running())
                    m_rescan.start();
            } else {
                nextPage(page.page.cursor);
            }
            Q_EMIT progressed();
        });
}

void TokenFeed::poll()
{
    if (m_link.state() != Link::State::Live)
        return;
    if (m_polling) {
        m_pollAgain = true; // what is under way may have been read before the change that asks for this one
        return;
    }
    if (!m_policies || (m_visible.empty() && !m_chosen))
        return;
    m_polling = true;
    m_pollAgain = false;
    const std::optional<TokenKey> asked = m_chosen;
    m_link.watchLane().post(
        this,
        [keys = m_visible, asked, policies = m_policies](Connection& connection) {
            return readPoll(connection, keys, asked, *policies);
        },
        [this, asked](const Outcome<Poll>& outcome) {
            m_polling = false;
            if (const Failure* failure = outcome.failure()) {
                m_link.report(*failure);
                if (failure->kind != Failure::Kind::Unavailable)
                    setProblem(failure->message);
                return;
            }
            Q_EMIT read(outcome.result()->readings);
            if (outcome.result()->window && asked == m_chosen)
                Q_EMIT windowRead(outcome.result()->window);
            if (m_pollAgain)
                poll();
        });
}

void TokenFeed::setProblem(const QString& problem)
{
    if (problem == m_problem)
        return;
    m_problem = problem;
    Q_EMIT problemChanged(problem);
}

} // namespace ratewarden::ui
