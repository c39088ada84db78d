// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/token_feed.h"

#include "core/admin/policy_of.h"
#include "core/formats/reader.h"
#include "core/model/errors.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

// Between two scans: off screen tokens are only read by them.
constexpr auto rescanPause = 5s;

struct Page {
    ScanPage page;
    std::chrono::milliseconds took{};
    std::size_t total = 0;
    std::shared_ptr<const PolicyBook> policies;
    QString policiesProblem; ///< why they are not new
    Readings readings;
};

// The policies as far as they can be read: rubbish in their place, or a right that is missing, hides no
// token.
void readPoliciesInto(Page& page, Server& server)
{
    try {
        page.policies = std::make_shared<const PolicyBook>(readPolicies(server));
        if (!page.policies->broken.empty())
            page.policiesProblem = QString::fromStdString(page.policies->broken.begin()->second);
    } catch (const Unavailable&) {
        throw;
    } catch (const Error& error) {
        page.policiesProblem = QString::fromUtf8(error.what());
        if (!page.policies)
            page.policies = std::make_shared<const PolicyBook>();
    }
}

// `policies` are those that were read before.
Page readPage(Server& server, const std::string& cursor, std::shared_ptr<const PolicyBook> policies,
              bool policiesAreOld)
{
    Page result;
    const auto start = std::chrono::steady_clock::now();
    result.policies = std::move(policies);
    if (policiesAreOld || !result.policies)
        readPoliciesInto(result, server);
    const std::vector<Reply> size = server.pipeline({Command{"DBSIZE"}});
    if (!size.front().view().isError()) // refused: then it is not known how far the scan is
        result.total = std::size_t(size.front().view().integer());
    result.page = scanSubjects(server, cursor);
    result.readings = std::make_shared<const std::vector<Reading>>(
        readSubjects(server, result.page.subjects, policyOf(*result.policies)));
    result.took = std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
    return result;
}

struct Poll {
    Readings readings;
    std::vector<SharedDetail> windows;
};

Poll readPoll(Server& server, const std::vector<Subject>& keys, const std::vector<Subject>& windows,
              const PolicyBook& policies)
{
    Poll poll;
    poll.readings =
        std::make_shared<const std::vector<Reading>>(readSubjects(server, keys, policyOf(policies)));
    poll.windows.reserve(windows.size());
    for (TokenDetail& detail : readDetails(server, windows, policyOf(policies)))
        poll.windows.push_back(std::make_shared<const TokenDetail>(std::move(detail)));
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
    connect(&m_rescan, &QTimer::timeout, this, &TokenFeed::startScan);
    m_nextPage.setSingleShot(true);
    connect(&m_nextPage, &QTimer::timeout, this, &TokenFeed::readNextPage);
    connect(&m_link, &Link::stateChanged, this, &TokenFeed::linkChanged);
}

bool TokenFeed::running() const
{
    return !m_paused && m_link.state() == Link::State::Live;
}

bool TokenFeed::scanGoesOn() const
{
    return m_link.state() == Link::State::Live && (!m_paused || m_refreshing);
}

void TokenFeed::linkChanged()
{
    if (m_link.state() != Link::State::Live)
        ++m_scanNumber; // what comes back may be another server: its scan begins anew
    if (!running()) {
        m_poll.stop();
        m_rescan.stop();
        m_nextPage.stop();
        if (m_link.state() != Link::State::Live && m_link.scanLane().outstanding() == 0)
            m_scanning = false;
        return;
    }
    if (m_poll.isActive())
        return;
    m_poll.start();
    if (m_scanning && m_link.scanLane().outstanding() == 0)
        m_nextPage.start(0); // paused on the way: go on there
    else
        refresh();
    poll();
}

void TokenFeed::setVisible(std::vector<Subject> keys)
{
    m_visible = std::move(keys);
}

void TokenFeed::setChosen(const std::optional<Subject>& key)
{
    if (key == m_chosen)
        return;
    m_chosen = key;
    if (m_chosen)
        poll();
}

void TokenFeed::setOpen(std::vector<Subject> keys)
{
    if (keys == m_open)
        return;
    m_open = std::move(keys);
    poll();
}

// Of a token that is both chosen and open only once.
std::vector<Subject> TokenFeed::windowsToRead() const
{
    std::vector<Subject> keys = m_open;
    if (m_chosen && std::ranges::find(keys, *m_chosen) == keys.end())
        keys.push_back(*m_chosen);
    return keys;
}

void TokenFeed::setInterval(std::chrono::milliseconds interval)
{
    m_poll.setInterval(interval);
}

void TokenFeed::setPaused(bool paused)
{
    m_paused = paused;
    m_refreshing = false;
    linkChanged();
}

const Policy* TokenFeed::policyNamed(std::string_view name) const
{
    return m_policies ? m_policies->find(name) : nullptr;
}

void TokenFeed::refresh()
{
    m_refreshing = true;
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
    m_scanTime.start();
    m_policiesAreOld = true; // announced ones may have come or changed
    m_progress = {.completedAt = m_progress.completedAt};
    m_cursor = "0";
    Q_EMIT scanStarted();
    readNextPage();
}

void TokenFeed::readNextPage()
{
    m_link.scanLane().post(
        this,
        [cursor = m_cursor, policies = m_policies, old = m_policiesAreOld](Server& server) {
            return readPage(server, cursor, policies, old);
        },
        [this, scan = m_scanNumber](const Outcome<Page>& outcome) {
            if (scan != m_scanNumber && !outcome.failure()) { // of before the link was lost
                m_scanning = false;
                startScan();
                return;
            }
            if (const Failure* failure = outcome.failure()) {
                m_scanning = false;
                m_link.report(*failure);
                if (failure->kind != Failure::Kind::Unavailable)
                    setProblem(failure->message);
                if (running())
                    m_rescan.start(rescanPause);
                return;
            }
            const Page& page = *outcome.result();
            m_policies = page.policies;
            if (std::exchange(m_policiesAreOld, false)) {
                m_policiesProblem = page.policiesProblem;
                Q_EMIT policiesRead(m_policies);
            }
            m_progress.total = page.total;
            setProblem(m_policiesProblem);
            m_cursor = page.page.cursor;
            m_progress.looked = std::min(m_progress.looked + page.page.looked, m_progress.total);
            const bool more = m_cursor != "0";
            const bool first = m_progress.completedAt == Instant{};
            if (more && first && scanGoesOn())
                readNextPage(); // while this one is taken in
            Q_EMIT found(page.readings);
            if (!more)
                endScan();
            else if (!first && scanGoesOn())
                m_nextPage.start(page.took);
            if (m_pollAgain)
                poll();
            Q_EMIT progressed();
        });
}

void TokenFeed::endScan()
{
    m_progress.complete = true;
    m_scanning = false;
    m_refreshing = false;
    m_progress.looked = m_progress.total;
    m_progress.completedAt = m_link.serverNow();
    Q_EMIT scanCompleted();
    poll();
    if (std::exchange(m_scanAgain, false))
        startScan();
    else if (running()) // a server with many keys is not gone through all the time
        m_rescan.start(std::max<std::chrono::milliseconds>(rescanPause,
                                                           std::chrono::milliseconds(m_scanTime.elapsed())));
}

void TokenFeed::poll()
{
    if (m_link.state() != Link::State::Live)
        return;
    if (m_polling || !m_policies) {
        // What is under way may have been read before the change that asks for this one; without policies
        // nothing can be read by them.
        m_pollAgain = true;
        return;
    }
    if (m_visible.empty() && !m_chosen && m_open.empty())
        return;
    m_polling = true;
    m_pollAgain = false;
    m_link.watchLane().post(
        this,
        [keys = m_visible, windows = windowsToRead(), policies = m_policies](Server& server) {
            return readPoll(server, keys, windows, *policies);
        },
        [this](const Outcome<Poll>& outcome) {
            m_polling = false;
            if (const Failure* failure = outcome.failure()) {
                m_link.report(*failure);
                if (failure->kind != Failure::Kind::Unavailable)
                    setProblem(failure->message);
                return;
            }
            Q_EMIT read(outcome.result()->readings);
            for (const SharedDetail& window : outcome.result()->windows)
                Q_EMIT windowRead(window);
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
