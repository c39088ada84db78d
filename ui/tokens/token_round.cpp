// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/token_round.h"

#include "core/admin/policy_of.h"
#include "core/tokens/reader.h"
#include "ui/link/background_load.h"

#include <algorithm>
#include <numeric>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int roundPageSize = 250; // tokens; Redis is held up for about half a millisecond
// The window has work with each token as well, more than the server has.
constexpr std::chrono::microseconds ownWork{800};

} // namespace

TokenRound::TokenRound(Link& link, BackgroundLoad& load, const TokenStore& store, QObject* parent)
    : QObject(parent), m_link(link), m_load(load), m_store(store)
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &TokenRound::goOn);
}

void TokenRound::start()
{
    if (m_state != State::Stopped)
        return;
    if (m_underWay) {
        m_state = State::Reading;
    } else if (m_midRound) {
        m_state = State::Waiting;
        m_next.start(m_load.wait());
    } else {
        m_state = State::Idle;
        m_next.start(m_shortest);
    }
}

void TokenRound::stop()
{
    m_next.stop();
    m_state = State::Stopped; // what is under way is still taken in
}

void TokenRound::restart()
{
    m_midRound = false;
    m_underWay = 0;
    if (m_state != State::Stopped)
        begin();
}

// It goes on with the first one that is still there of those that would have come.
void TokenRound::moved(const std::vector<int>& newPlaces)
{
    const auto kept = [&](int places) {
        const auto end = newPlaces.begin() + std::min<std::ptrdiff_t>(places, std::ssize(newPlaces));
        return 1 + std::accumulate(newPlaces.begin(), end, -1, [](int a, int b) { return std::max(a, b); });
    };
    m_place = kept(m_place);
    m_end = kept(m_end);
}

// What the timer waited for: the next page, or the next round.
void TokenRound::goOn()
{
    if (const auto wait = m_load.wait(); wait > 0ms) { // somebody else has had the turn
        m_next.start(wait);
        return;
    }
    if (m_midRound)
        readPage();
    else
        begin();
}

void TokenRound::begin()
{
    m_midRound = true;
    m_place = 0;
    m_end = m_store.size();
    m_began = std::chrono::steady_clock::now();
    Q_EMIT started();
    readPage();
}

void TokenRound::readPage()
{
    std::vector<Subject> subjects;
    for (; m_place < m_end && int(subjects.size()) < roundPageSize; ++m_place)
        // What operators have set by hand is read with each pass of the scan.
        if (const TokenName name = m_store.name(m_place);
            !m_store.row(m_place).dropped && name.format->hasState())
            subjects.push_back(name.key());
    if (subjects.empty()) {
        end();
        return;
    }
    m_state = State::Reading;
    m_underWay = ++m_lastPage;
    m_link.scanLane().post(
        this,
        [subjects = std::move(subjects), policies = m_policies](Server& server) {
            return std::make_shared<const std::vector<Reading>>(
                readSubjects(server, subjects, policyOf(*policies)));
        },
        [this, number = m_underWay](const Outcome<Readings>& outcome) {
            m_load.charge();
            if (number != m_underWay)
                return; // another round has begun
            m_underWay = 0;
            if (const Failure* failure = outcome.failure()) {
                if (m_state == State::Reading) {
                    m_state = State::Waiting;
                    m_next.start(BackgroundLoad::retryPause);
                }
                Q_EMIT failed(*failure);
                return;
            }
            Q_EMIT read(*outcome.result());
            Q_EMIT succeeded();
            if (m_state != State::Reading)
                return;
            if (m_place >= m_end) {
                end();
            } else {
                m_state = State::Waiting;
                waitForNext(int((*outcome.result())->size()));
            }
        });
}

void TokenRound::end()
{
    m_midRound = false;
    m_state = State::Idle;
    const auto rest = m_began + m_shortest - std::chrono::steady_clock::now();
    m_next.start(std::max(std::chrono::ceil<std::chrono::milliseconds>(rest), 1ms));
    Q_EMIT completed();
}

// As many at a time take their part of the shortest round. With a budget the window, too, keeps to one: about
// as many tokens a second as cost it two hundredths of a core.
void TokenRound::waitForNext(int count)
{
    const auto part = m_shortest * count / std::max(m_end, 1);
    const auto own =
        m_load.budget() > 0 ? std::chrono::ceil<std::chrono::milliseconds>(ownWork * count) : 0ms;
    m_next.start(std::max({m_load.wait(), part, own}));
}

} // namespace ratewarden::ui
