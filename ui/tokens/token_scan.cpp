// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/token_scan.h"

#include "core/admin/policy_of.h"
#include "ui/link/background_load.h"
#include "ui/tokens/counts_round.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

// SCAN is what costs most; it must leave room in the budget for reading what is known.
constexpr double keysASecond = 5'000;

Readings readAll(Server& server, const std::vector<Subject>& subjects, const PolicyBook& policies)
{
    return std::make_shared<const std::vector<Reading>>(readSubjects(server, subjects, policyOf(policies)));
}

} // namespace

struct TokenScan::Page {
    ScanPage page;
    ScanCursor cursor; ///< behind it
    std::chrono::milliseconds took{};
    std::size_t total = 0;
    bool partial = false; ///< a node was unreachable
    CountsReading counts; ///< if this pass reads them
    Readings readings;    ///< null: they are not read yet
};

TokenScan::TokenScan(Link& link, BackgroundLoad& load, std::shared_ptr<ServerPrefixes> prefixes,
                     std::function<bool(const Subject&)> known, QObject* parent)
    : QObject(parent), m_link(link), m_load(load), m_prefixes(std::move(prefixes)), m_known(std::move(known))
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &TokenScan::goOn);
}

// Others may count by now.
void TokenScan::setPolicies(SharedPolicies policies)
{
    m_policies = std::move(policies);
    m_countsBegan = {};
}

void TokenScan::connected()
{
    if (m_state != State::Lost)
        return;
    m_midPass = false;
    m_state = m_paused ? State::Paused : State::Idle;
    if (!m_paused)
        begin(Pass::Whole);
}

void TokenScan::disconnected()
{
    m_next.stop();
    m_underWay = 0;
    m_midPass = false; // what comes back may be another server
    m_state = State::Lost;
}

void TokenScan::setPaused(bool paused)
{
    m_paused = paused;
    if (m_state == State::Lost)
        return;
    if (paused) {
        m_next.stop();
        m_state = State::Paused; // what is under way is still taken in
    } else if (m_state == State::Paused) {
        m_state = m_underWay ? State::Reading : State::Idle;
        if (!m_underWay)
            goOn();
    }
}

void TokenScan::startWhole()
{
    if (m_state != State::Lost)
        begin(Pass::Whole);
}

void TokenScan::begin(Pass pass)
{
    m_next.stop();
    m_pass = pass;
    m_cursor = {};
    m_midPass = true;
    m_progress = {.total = m_progress.total, .completedAt = m_progress.completedAt};
    const auto now = std::chrono::steady_clock::now();
    m_counts = pass == Pass::Whole || now - m_countsBegan >= m_countsRest;
    Q_EMIT started(pass);
    if (m_counts) {
        m_countsBegan = now;
        Q_EMIT countsStarted();
    }
    readPage();
}

// What the timer waited for: the next page, or the next pass.
void TokenScan::goOn()
{
    if (m_pass == Pass::NewOnly || !m_midPass)
        if (const auto wait = m_load.wait(); wait > 0ms) { // somebody else has had the turn
            m_state = m_midPass ? State::Waiting : State::Idle;
            m_next.start(wait);
            return;
        }
    if (m_midPass)
        readPage();
    else
        begin(m_progress.complete ? Pass::NewOnly : m_pass); // what has failed is begun again
}

void TokenScan::readPage()
{
    m_state = State::Reading;
    m_underWay = ++m_lastPage;
    m_link.scanLane().post(
        this,
        [cursor = m_cursor, prefixes = m_prefixes, policies = m_policies, pass = m_pass,
         counts = m_counts](Server& server) {
            Page page;
            page.cursor = cursor;
            const auto start = std::chrono::steady_clock::now();
            const std::vector<Reply> size = server.pipeline({Command{"DBSIZE"}});
            if (!size.front().view().isError()) // refused: then it is not known how far the scan is
                page.total = std::size_t(size.front().view().integer());
            page.page = scanSubjects(server, *prefixes, page.cursor);
            page.partial = std::ranges::any_of(
                server.nodes(), [](const NodeState& node) { return node.isPrimary && node.problem; });
            if (counts)
                page.counts = readCountsUnder(*policies, server, page.page.counted);
            if (pass == Pass::Whole)
                page.readings = readAll(server, page.page.subjects, *policies);
            page.took =
                std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
            return page;
        },
        [this, pass = m_pass, number = m_underWay](const Outcome<Page>& outcome) {
            if (pass == Pass::Whole)
                m_load.forgive();
            else
                m_load.charge();
            if (number != m_underWay)
                return; // another pass has begun, or the link was lost
            if (const Failure* failure = outcome.failure())
                fail(*failure);
            else
                takePage(*outcome.result());
        });
}

void TokenScan::takePage(const Page& page)
{
    Q_EMIT succeeded();
    m_progress.partial = m_progress.partial || page.partial;
    if (page.readings) {
        const bool first = m_progress.completedAt == Instant{};
        m_cursor = page.cursor;
        m_progress.total = page.total;
        m_progress.looked = std::min(m_progress.looked + page.page.looked, m_progress.total);
        m_underWay = 0;
        if (first && !m_cursor.isAtEnd() && m_state == State::Reading)
            readPage(); // while this one is taken in
        Q_EMIT found(page.readings);
        endPage(page);
        return;
    }
    std::vector<Subject> known;
    std::vector<Subject> others;
    for (const Subject& subject : page.page.subjects)
        (subject.format->hasState() && m_known(subject) ? known : others).push_back(subject);
    Q_EMIT seen(known);
    if (!others.empty()) {
        readFound(page, std::move(others));
        return;
    }
    m_cursor = page.cursor;
    m_progress.total = page.total;
    m_progress.looked = std::min(m_progress.looked + page.page.looked, m_progress.total);
    m_underWay = 0;
    endPage(page);
}

void TokenScan::readFound(const Page& page, std::vector<Subject> subjects)
{
    m_link.scanLane().post(
        this,
        [subjects = std::move(subjects), policies = m_policies](Server& server) {
            return readAll(server, subjects, *policies);
        },
        [this, number = m_underWay, page](const Outcome<Readings>& outcome) {
            m_load.charge();
            if (number != m_underWay)
                return;
            if (const Failure* failure = outcome.failure()) {
                fail(*failure);
                return;
            }
            Page read = page;
            read.readings = *outcome.result();
            takePage(read);
        });
}

void TokenScan::endPage(const Page& page)
{
    if (m_counts)
        Q_EMIT counted(page.counts);
    Q_EMIT progressed();
    if (m_underWay)
        return; // the next one has been asked for
    if (m_cursor.isAtEnd()) {
        endPass();
        return;
    }
    if (m_state == State::Paused)
        return;
    m_state = State::Waiting;
    m_next.start(m_pass == Pass::Whole ? page.took : m_load.wait());
}

void TokenScan::endPass()
{
    m_midPass = false;
    m_progress.complete = true;
    m_progress.looked = m_progress.total;
    m_progress.completedAt = m_link.serverNow();
    m_state = m_paused ? State::Paused : State::Idle;
    if (!m_paused) // a server with many keys is not gone through all the time
        m_next.start(restAfterPass());
    if (m_counts)
        Q_EMIT countsCompleted();
    Q_EMIT completed(m_pass);
}

std::chrono::milliseconds TokenScan::restAfterPass() const
{
    constexpr std::chrono::milliseconds shortest{2000};
    const std::chrono::duration<double> longer(double(m_progress.total) / keysASecond);
    return std::max(shortest, std::chrono::ceil<std::chrono::milliseconds>(longer));
}

void TokenScan::fail(const Failure& failure)
{
    m_underWay = 0;
    m_midPass = false;
    m_countsBegan = {}; // what was counted of this pass is not whole
    m_state = m_paused ? State::Paused : State::Idle;
    if (!m_paused)
        m_next.start(BackgroundLoad::retryPause);
    Q_EMIT failed(failure); // last: the link may be lost by that
}

} // namespace ratewarden::ui
