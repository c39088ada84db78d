// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/lab_runner.h"

#include <algorithm>

namespace ratewarden::ui {

using namespace std::chrono_literals;

namespace {

// Answered while a slider or the cursor is moved: never behind trials and other long ones.
bool followsTheHand(LabRunner::Question question)
{
    using Question = LabRunner::Question;
    return question == Question::Effect || question == Question::Explanation ||
           question == Question::TokenLines || question == Question::Bars || question == Question::Ask;
}

// Answered while a filter is typed: never behind those either, and nothing that follows the hand behind them.
bool isOfLists(LabRunner::Question question)
{
    return question == LabRunner::Question::Sufferers || question == LabRunner::Question::Inventory;
}

} // namespace

LabRunner::LabRunner(QObject* parent) : QObject(parent)
{
    m_threads.setMaxThreadCount(2);
    m_quick.setMaxThreadCount(1);
    m_lists.setMaxThreadCount(2);
    m_watch.setInterval(100ms);
    connect(&m_watch, &QTimer::timeout, this, &LabRunner::progressed);
    for (std::size_t i = 0; i < questionCount; ++i) {
        const auto question = Question(i);
        QThreadPool& threads = followsTheHand(question) ? m_quick : isOfLists(question) ? m_lists : m_threads;
        NewestAnswer& answer = m_answers.try_emplace(question, &threads).first->second;
        connect(&answer, &NewestAnswer::changed, this, &LabRunner::watch);
    }
}

LabRunner::~LabRunner()
{
    for (auto& [question, answer] : m_answers) { // all of them before the first is waited for
        answer.disconnect(this);
        answer.stop();
    }
}

void LabRunner::watch()
{
    const bool busy = std::ranges::any_of(m_answers, [](const auto& one) { return one.second.isRunning(); });
    if (busy && !m_watch.isActive())
        m_watch.start();
    else if (!busy)
        m_watch.stop();
    Q_EMIT progressed();
}

} // namespace ratewarden::ui
