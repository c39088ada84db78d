// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/counts_round.h"

#include "ui/link/background_load.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t countsPageSize = 250; // tokens; Redis is held up for less than half a millisecond
constexpr std::size_t promptly = 20'000;    // so many are read at once when somebody asks
constexpr std::size_t mostActive = 50'000;  // are known; of more the passes of the scan tell
constexpr std::chrono::milliseconds countsInterval = countSpan / 1ms * 1ms;
constexpr auto afterSpan = 100ms; // so that requests that are under way when ten seconds end are counted

} // namespace

CountsReading readCountsUnder(const PolicyBook& policies, Server& server, std::vector<CountedToken> tokens)
{
    std::erase_if(tokens, [&](const CountedToken& one) {
        const Policy* const policy = policies.find(one.policy);
        return !policy || !policy->counters;
    });
    return readCounts(server, tokens); // if of nobody, when that was
}

CountsRound::CountsRound(Link& link, BackgroundLoad& load, const TokenStore& store, RequestTotals& totals,
                         QObject* parent)
    : QObject(parent)
    , m_link(link)
    , m_load(load)
    , m_store(store)
    , m_totals(totals)
    , m_interval(countsInterval)
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &CountsRound::goOn);
}

void CountsRound::setPolicies(SharedPolicies policies)
{
    m_policies = std::move(policies);
    if (m_running && m_who) // others may count by now
        begin();
}

void CountsRound::setInterval(std::chrono::milliseconds interval)
{
    m_interval = std::min(interval, countsInterval);
    if (m_running && m_who && !m_midRound)
        scheduleNext();
}

void CountsRound::look(const QObject* who, const RequestTotals::Policies& policies)
{
    if (m_who && m_wanted == policies) {
        m_who = who;
        return;
    }
    m_who = who;
    m_wanted = policies;
    m_first = true;
    if (m_running)
        begin();
}

void CountsRound::leave(const QObject* who)
{
    if (m_who != who)
        return;
    m_who = nullptr;
    m_next.stop();
    m_midRound = false;
    m_underWay = 0;
}

void CountsRound::start()
{
    if (std::exchange(m_running, true))
        return;
    m_totals.forgetRounds(); // it may be another server
    m_first = true;
    if (m_who)
        begin();
}

void CountsRound::stop()
{
    m_running = false;
    m_next.stop();
    m_midRound = false;
    m_underWay = 0;
}

void CountsRound::note(const std::string& policy, const std::string& token,
                       const std::vector<RequestCount>& counts)
{
    const auto last = std::find_if(counts.rbegin(), counts.rend(), [](const RequestCount& count) {
        return count.allowed > 0 || count.denied > 0;
    });
    if (last == counts.rend()) {
        if (const auto its = m_active.find(policy); its != m_active.end())
            m_activeCount -= its->second.erase(token);
        return;
    }
    auto& its = m_active[policy];
    if (const auto known = its.find(token); known != its.end()) {
        known->second = last->from;
    } else if (m_activeCount < mostActive) {
        its.emplace(token, last->from);
        ++m_activeCount;
    } else {
        m_leftOut = true;
        m_tooMany = true;
    }
}

void CountsRound::note(const CountsReading& reading)
{
    for (const CountsReading::Token& one : reading.tokens)
        note(one.token.policy, one.token.token, one.counts);
}

void CountsRound::note(const Readings& readings)
{
    for (const Reading& reading : *readings)
        if (!reading.counts.empty())
            note(reading.subject.policy, reading.subject.token, reading.counts);
}

// Those without a request for long have no counts any more that anything comes by.
void CountsRound::endPass()
{
    const Instant oldest = m_link.serverNow() - countsReach;
    for (auto& [policy, active] : m_active)
        m_activeCount -= std::erase_if(active, [&](const auto& one) { return one.second <= oldest; });
    m_tooMany = std::exchange(m_leftOut, false);
}

// When none is named those under all but candidates.
std::vector<CountedToken> CountsRound::activeUnder(const RequestTotals::Policies& policies) const
{
    const Instant oldest = m_link.serverNow() - countsReach;
    std::vector<CountedToken> tokens;
    for (const auto& [policy, active] : m_active)
        if (policies.empty() ? !isCandidate(policy) : std::ranges::find(policies, policy) != policies.end())
            for (const auto& [token, last] : active)
                if (last > oldest)
                    tokens.push_back({token, policy});
    return tokens;
}

// What the timer waited for: the next page, or the next round.
void CountsRound::goOn()
{
    if (const auto wait = m_first ? 0ms : m_load.wait(); wait > 0ms) { // somebody else has had the turn
        m_next.start(wait);
        return;
    }
    if (m_midRound)
        readPage();
    else
        begin();
}

void CountsRound::begin()
{
    m_next.stop();
    m_underWay = 0;
    m_midRound = false;
    m_began = std::chrono::steady_clock::now();
    if (!m_policies || (m_wanted.empty() && m_tooMany)) { // a part of them would look like all
        scheduleNext();
        return;
    }
    m_totals.beginRound(m_wanted);
    m_place = 0;
    m_midRound = true;
    m_list = activeUnder(m_wanted);
    if (m_wanted.empty())
        readPage();
    else
        listThose();
}

// Every token of these policies, under each of them: it may have its first request any moment.
void CountsRound::listThose()
{
    m_underWay = ++m_last;
    m_link.scanLane().post(
        this,
        [tokens = m_store.snapshot(), policies = m_wanted, active = m_list](Server&) {
            std::set<std::string_view> names;
            for (const CountedToken& one : active)
                names.insert(one.token);
            for (std::size_t place = 0; place < tokens.rows.size(); ++place)
                if (const TokenName name = tokens.names[place];
                    !tokens.rows[place].dropped && name.format->hasState() &&
                    std::ranges::find(policies, name.policy) != policies.end())
                    names.insert(name.token);
            std::vector<CountedToken> all;
            all.reserve(names.size() * policies.size());
            for (const std::string_view name : names)
                for (const std::string& policy : policies)
                    all.push_back({std::string(name), policy});
            return all;
        },
        [this, number = m_underWay](const Outcome<std::vector<CountedToken>>& outcome) {
            if (number != m_underWay || !outcome.result())
                return;
            m_underWay = 0;
            m_list = *outcome.result();
            readPage();
        });
}

void CountsRound::readPage()
{
    const std::size_t end = std::min(m_list.size(), m_place + countsPageSize);
    std::vector<CountedToken> tokens(m_list.begin() + std::ptrdiff_t(m_place),
                                     m_list.begin() + std::ptrdiff_t(end));
    m_place = end;
    const bool isPrompt = m_first && m_place <= promptly;
    m_underWay = ++m_last;
    m_link.scanLane().post(
        this,
        [tokens = std::move(tokens), policies = m_policies](Server& server) {
            return readCountsUnder(*policies, server, tokens);
        },
        [this, isPrompt, number = m_underWay](const Outcome<CountsReading>& outcome) {
            if (isPrompt)
                m_load.forgive();
            else
                m_load.charge();
            if (number != m_underWay)
                return; // another round has begun, or nobody looks any more
            m_underWay = 0;
            if (const Failure* failure = outcome.failure()) {
                m_midRound = false;
                m_next.start(BackgroundLoad::retryPause);
                Q_EMIT failed(*failure);
                return;
            }
            take(*outcome.result());
            Q_EMIT succeeded();
        });
}

void CountsRound::take(const CountsReading& reading)
{
    note(reading);
    m_totals.addToRound(reading, m_list.empty() ? 1.0 : double(m_place) / double(m_list.size()));
    if (m_place < m_list.size()) {
        if (m_first && m_place > promptly)
            m_first = false;
        m_next.start(m_first ? 0ms : std::max(m_load.wait(), 1ms));
        Q_EMIT progressed();
        return;
    }
    m_first = false;
    m_midRound = false;
    m_list = {};
    m_totals.endRound();
    scheduleNext(std::chrono::steady_clock::now() - m_began); // others have to read, too
    Q_EMIT completed();
}

// Just after ten seconds are over.
void CountsRound::scheduleNext(std::chrono::steady_clock::duration rest)
{
    const auto interval = std::chrono::duration_cast<Micros>(m_interval);
    const Micros left = interval - m_link.serverNow().time_since_epoch() % interval;
    auto next = std::chrono::ceil<std::chrono::milliseconds>(left);
    if (m_interval == countsInterval)
        next += afterSpan;
    m_next.start(std::max(next, std::chrono::ceil<std::chrono::milliseconds>(rest)));
}

} // namespace ratewarden::ui
