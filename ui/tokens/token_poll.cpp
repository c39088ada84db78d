// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/token_poll.h"

#include "core/admin/policy_of.h"
#include "core/tokens/reader.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t mostAtOnce = 1000; // of those that are wanted once

} // namespace

TokenPoll::TokenPoll(Link& link, QObject* parent) : QObject(parent), m_link(link)
{
    m_timer.setInterval(1s);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_state == State::Idle || m_state == State::Paused)
            post(m_state == State::Idle);
    });
}

void TokenPoll::setOnScreen(const void* owner, std::vector<Subject> subjects)
{
    if (subjects.empty())
        m_onScreen.erase(owner);
    else
        m_onScreen.insert_or_assign(owner, std::move(subjects));
}

void TokenPoll::setChosen(const std::optional<Subject>& subject)
{
    if (subject == m_chosen)
        return;
    m_chosen = subject;
    if (m_chosen)
        now();
}

void TokenPoll::setOpen(std::vector<Subject> subjects)
{
    if (subjects == m_open)
        return;
    m_open = std::move(subjects);
    now();
}

void TokenPoll::setPaused(bool paused)
{
    m_paused = paused;
    if (m_state == State::Idle && paused)
        m_state = State::Paused;
    else if (!paused)
        now(); // what is under way may be only collected
}

void TokenPoll::connected()
{
    if (m_state != State::Lost)
        return;
    m_state = m_paused ? State::Paused : State::Idle;
    m_timer.start();
    const bool missed = std::exchange(m_missed, false);
    if (m_paused && m_hasShown && !missed)
        post(false);
    else
        now();
}

void TokenPoll::disconnected()
{
    m_timer.stop();
    m_underWay = 0;
    m_state = State::Lost;
}

void TokenPoll::now()
{
    if (m_state == State::Lost)
        m_missed = true;
    else if (m_state == State::Reading)
        m_state = State::ReadingStale; // it may have been read before what asks for this
    else if (m_state == State::Idle || m_state == State::Paused)
        post();
}

void TokenPoll::reread(const std::vector<Subject>& subjects)
{
    m_wanted.insert(m_wanted.end(), subjects.begin(), subjects.end());
    now();
}

// Of a token that is both chosen and open only once.
std::vector<Subject> TokenPoll::detailed() const
{
    std::vector<Subject> subjects = m_open;
    if (m_chosen && std::ranges::find(subjects, *m_chosen) == subjects.end())
        subjects.push_back(*m_chosen);
    return subjects;
}

void TokenPoll::post(bool isToBeShown)
{
    const auto wanted = m_wanted.begin() + std::ptrdiff_t(std::min(m_wanted.size(), mostAtOnce));
    std::vector<Subject> rows(m_wanted.begin(), wanted);
    m_wanted.erase(m_wanted.begin(), wanted);
    if (isToBeShown)
        for (const auto& [owner, subjects] : m_onScreen)
            rows.insert(rows.end(), subjects.begin(), subjects.end());
    std::vector<Subject> open = detailed();
    if (!m_policies || (rows.empty() && open.empty()))
        return;
    // Their details tell as much as a row does.
    std::erase_if(rows, [&](const Subject& row) { return std::ranges::find(open, row) != open.end(); });
    m_state = State::Reading;
    m_underWay = ++m_last;
    m_link.watchLane().post(
        this,
        [rows = std::move(rows), open = std::move(open), policies = m_policies](Server& server) {
            std::vector<Reading> readings;
            if (!rows.empty())
                readings = readSubjects(server, rows, policyOf(*policies));
            Answer answer;
            if (!open.empty())
                for (TokenDetail& detail : readDetails(server, open, policyOf(*policies))) {
                    readings.push_back(detail.reading);
                    answer.details.push_back(std::make_shared<const TokenDetail>(std::move(detail)));
                }
            answer.readings = std::make_shared<const std::vector<Reading>>(std::move(readings));
            return answer;
        },
        [this, isToBeShown, number = m_underWay](const Outcome<Answer>& outcome) {
            if (number != m_underWay)
                return; // of before the link was lost
            m_underWay = 0;
            if (const Failure* failure = outcome.failure()) {
                m_wanted.clear();
                end();
                Q_EMIT failed(*failure);
                return;
            }
            m_hasShown = m_hasShown || isToBeShown;
            if (isToBeShown)
                Q_EMIT read(outcome.result()->readings, outcome.result()->details);
            else
                Q_EMIT collected(outcome.result()->readings, outcome.result()->details);
            Q_EMIT succeeded();
            end();
        });
}

void TokenPoll::end()
{
    if (m_state == State::Lost)
        return;
    const bool again = m_state == State::ReadingStale || !m_wanted.empty();
    m_state = m_paused ? State::Paused : State::Idle;
    if (again)
        post();
}

} // namespace ratewarden::ui
