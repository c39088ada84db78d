// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/lab_runner.h"

#include <algorithm>

namespace ratewarden::ui {

using namespace std::chrono_literals;

LabRunner::LabRunner(QObject* parent) : QObject(parent)
{
    m_threads.setMaxThreadCount(2); // a short answer does not wait behind a long one
    m_watch.setInterval(100ms);
    connect(&m_watch, &QTimer::timeout, this, &LabRunner::progressed);
}

LabRunner::~LabRunner()
{
    for (Slot& each : m_slots) {
        each.next.reset();
        if (each.running)
            each.running->stop();
    }
    m_threads.waitForDone();
}

void LabRunner::start(Question question, Job job, Then then)
{
    Slot& place = slot(question);
    Asked asked{std::move(job), std::move(then)};
    if (!place.running) {
        run(question, std::move(asked));
    } else {
        place.running->stop();
        place.then = {};
        place.next = std::move(asked);
    }
    watch();
}

void LabRunner::run(Question question, Asked asked)
{
    Slot& place = slot(question);
    place.running = std::make_shared<LabJob>();
    place.then = std::move(asked.then);
    // The destructor waits for the threads, so that this outlives them.
    m_threads.start([this, question, job = std::move(asked.job), shared = place.running]() mutable {
        std::shared_ptr<const void> outcome = job(*shared);
        QMetaObject::invokeMethod(
            this, [this, question, outcome = std::move(outcome)] { finish(question, outcome); },
            Qt::QueuedConnection);
    });
}

void LabRunner::finish(Question question, const std::shared_ptr<const void>& outcome)
{
    Slot& place = slot(question);
    place.running.reset();
    const Then then = std::exchange(place.then, {});
    if (std::optional<Asked> next = std::exchange(place.next, std::nullopt))
        run(question, std::move(*next));
    watch();
    if (then)
        then(outcome.get());
}

void LabRunner::stop(Question question)
{
    Slot& place = slot(question);
    place.next.reset();
    place.then = {};
    if (place.running)
        place.running->stop();
    watch();
}

bool LabRunner::isBusy(Question question) const
{
    const Slot& place = slot(question);
    return place.then || place.next;
}

double LabRunner::share(Question question) const
{
    const Slot& place = slot(question);
    return place.then && place.running ? place.running->share() : -1;
}

void LabRunner::watch()
{
    const bool busy = std::ranges::any_of(m_slots, [](const Slot& each) { return bool(each.running); });
    if (busy && !m_watch.isActive())
        m_watch.start();
    else if (!busy)
        m_watch.stop();
    Q_EMIT progressed();
}

} // namespace ratewarden::ui
