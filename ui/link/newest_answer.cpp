// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/newest_answer.h"

#include <utility>

namespace ratewarden::ui {

NewestAnswer::NewestAnswer(QThreadPool* threads) : m_threads(threads ? threads : &m_own)
{
    m_own.setMaxThreadCount(1);
}

NewestAnswer::~NewestAnswer()
{
    m_next.reset();
    if (m_running)
        m_running->stop();
    m_threads->waitForDone();
}

void NewestAnswer::start(Asked asked)
{
    if (m_running) {
        m_running->stop();
        m_then = {};
        m_next = std::move(asked);
    } else {
        run(std::move(asked));
    }
    Q_EMIT changed();
}

void NewestAnswer::run(Asked asked)
{
    m_running = std::make_shared<Computation>();
    m_then = std::move(asked.then);
    // The destructor waits for the threads, so that this outlives them.
    m_threads->start([this, compute = std::move(asked.compute), shared = m_running]() mutable {
        std::shared_ptr<const void> outcome = compute(*shared);
        compute = {}; // what it brought along may be large, or shared
        QMetaObject::invokeMethod(
            this, [this, outcome = std::move(outcome)] { finish(outcome.get()); }, Qt::QueuedConnection);
    });
}

void NewestAnswer::finish(const void* outcome)
{
    m_running.reset();
    const Then then = std::exchange(m_then, {});
    if (std::optional<Asked> next = std::exchange(m_next, std::nullopt))
        run(std::move(*next));
    Q_EMIT changed();
    if (then)
        then(outcome);
}

void NewestAnswer::stop()
{
    m_next.reset();
    m_then = {};
    if (m_running)
        m_running->stop();
    Q_EMIT changed();
}

} // namespace ratewarden::ui
