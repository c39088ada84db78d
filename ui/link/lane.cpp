// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/lane.h"

#include "core/model/errors.h"
#include "ui/text/problem_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

// A server that answers so is there, and can be read; of a cluster, the other nodes.
bool canBeRead(const Unavailable& unavailable)
{
    using Reason = Unavailable::Reason;
    const Reason reason = unavailable.reason();
    return reason == Reason::Replica || reason == Reason::OutOfMemory || reason == Reason::Misconfigured ||
           unavailable.isOfOneNode();
}

} // namespace

Lane::Lane(const QString& name, const Endpoint& endpoint, Timeouts timeouts, QObject* parent,
           std::shared_ptr<GuardState> guard)
    : QObject(parent)
    , m_worker(new QObject)
    , m_connection(openServer(endpoint, timeouts, "ratewarden-" + name.toStdString()))
    , m_server(m_counter, guard ? std::move(guard) : std::make_shared<GuardState>(GuardLevel::Free))
{
    m_thread.setObjectName(name);
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
}

Lane::~Lane()
{
    m_stopping = true;
    m_connection->cancel();
    m_thread.quit();
    m_thread.wait();
}

void Lane::retire(std::unique_ptr<Lane> lane)
{
    if (!lane)
        return;
    Lane* const old = lane.release();
    old->setParent(qApp);
    old->post(
        old, [](Server&) { return true; }, [old](const Outcome<bool>&) { old->deleteLater(); });
}

void Lane::start(QObject* asker, Job job, Then then)
{
    const quint64 id = ++m_lastId;
    m_waiting.emplace(id, Waiting{asker, std::move(then)});
    QMetaObject::invokeMethod(
        m_worker,
        [this, id, job = std::move(job)]() mutable {
            if (m_stopping)
                return;
            auto outcome = job(m_server);
            QMetaObject::invokeMethod(
                this, [this, id, outcome = std::move(outcome)] { finish(id, outcome); },
                Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
}

void Lane::finish(quint64 id, const std::shared_ptr<const void>& outcome)
{
    const auto node = m_waiting.extract(id);
    if (node && node.mapped().asker)
        node.mapped().then(outcome.get());
}

Failure failureOf(const std::exception_ptr& error)
{
    try {
        std::rethrow_exception(error);
    } catch (const Unavailable& unavailable) {
        return {canBeRead(unavailable) ? Failure::Kind::Other : Failure::Kind::Unavailable,
                problemText(unavailable), unavailable.effect() == Unavailable::Effect::Uncertain};
    } catch (const Refused& refused) {
        const bool password = refused.reason() == Refused::Reason::NotAuthenticated ||
                              refused.reason() == Refused::Reason::WrongPassword;
        return {password ? Failure::Kind::Password : Failure::Kind::Refused, problemText(refused)};
    } catch (const std::exception& other) {
        return {Failure::Kind::Other, problemText(other)};
    } catch (...) {
        return {Failure::Kind::Other, Lane::tr("an unknown error")};
    }
}

} // namespace ratewarden::ui
