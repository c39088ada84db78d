// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/profiles/secret_store.h"

#include <QPointer>
#include <QTimer>

#include <utility>

#ifdef RATEWARDEN_KEYCHAIN
#include <qt6keychain/keychain.h>
#endif

namespace ratewarden::ui {
namespace {

using SecretStatus = SecretAnswer::Status;

/// One question; goes with its asker.
class Question final : public QObject {
public:
    Question(QObject* asker, SecretStore::Then then, std::chrono::milliseconds patience)
        : QObject(asker), m_then(std::move(then))
    {
        m_slow.setSingleShot(true);
        connect(&m_slow, &QTimer::timeout, this, [this] {
            const SecretStore::Then told = m_then; // the asker may go meanwhile, and this with it
            told(SecretAnswer{SecretStatus::Slow});
        });
        m_slow.start(patience);
    }

    void answer(const SecretAnswer& answer)
    {
        m_slow.stop();
        deleteLater();
        const SecretStore::Then told = std::exchange(m_then, {});
        told(answer);
    }

private:
    SecretStore::Then m_then;
    QTimer m_slow;
};

} // namespace

QString secretProblemText(const SecretAnswer& answer)
{
    const auto with = [&](const QString& sentence) {
        return answer.detail.isEmpty() ? sentence : QStringLiteral("%1 (%2)").arg(sentence, answer.detail);
    };
    switch (answer.status) {
    case SecretStatus::Done:
        break;
    case SecretStatus::NotFound:
        return SecretStore::tr("the system's keychain does not have it, or was not unlocked");
    case SecretStatus::Slow:
        return SecretStore::tr("the system's keychain does not answer");
    case SecretStatus::Locked:
        return with(SecretStore::tr("the system's keychain is locked"));
    case SecretStatus::Absent:
        return with(SecretStore::tr("there is no keychain"));
    case SecretStatus::Failed:
        return with(SecretStore::tr("the system's keychain failed"));
    }
    return {};
}

void SecretStore::begin(QObject* asker, Then then, const std::function<void(Then)>& job)
{
    const QPointer<Question> question(new Question(asker, std::move(then), m_patience));
    job([question](const SecretAnswer& answer) {
        if (question)
            QMetaObject::invokeMethod(
                question, [question, answer] { question->answer(answer); }, Qt::QueuedConnection);
    });
}

void SecretStore::read(const QString& key, QObject* asker, Then then)
{
    begin(asker, std::move(then), [&](Then answered) { doRead(key, std::move(answered)); });
}

void SecretStore::write(const QString& key, const QString& secret, QObject* asker, Then then)
{
    begin(asker, std::move(then), [&](Then answered) { doWrite(key, secret, std::move(answered)); });
}

void SecretStore::remove(const QString& key, QObject* asker, Then then)
{
    begin(asker, std::move(then), [&](Then answered) { doRemove(key, std::move(answered)); });
}

#ifdef RATEWARDEN_KEYCHAIN

namespace {

constexpr auto service = "Ratewarden";

SecretStatus statusOf(const QKeychain::Job& job)
{
    switch (job.error()) {
    case QKeychain::NoError:
        return SecretStatus::Done;
    case QKeychain::EntryNotFound:
        return SecretStatus::NotFound;
    case QKeychain::AccessDeniedByUser:
    case QKeychain::AccessDenied:
        return SecretStatus::Locked;
    case QKeychain::NoBackendAvailable:
    case QKeychain::NotImplemented:
        return SecretStatus::Absent;
    case QKeychain::CouldNotDeleteEntry:
    case QKeychain::OtherError:
        break;
    }
    // No bus, nobody on it who keeps secrets, no collection to keep them in, or (an unknown error) no
    // libsecret: the library has no code for these.
    const QString detail = job.errorString();
    for (const char* const absent : {"autolaunch", "was not provided by any .service files", "ServiceUnknown",
                                     "Could not connect", "Unknown error"})
        if (detail.contains(QLatin1String(absent)))
            return SecretStatus::Absent;
    return detail.contains(QLatin1String("locked"), Qt::CaseInsensitive) ||
                   detail.contains(QLatin1String("/collection/"))
               ? SecretStatus::Locked
               : SecretStatus::Failed;
}

// A job deletes itself when it has ended. Before that nobody may: the system's library still refers to it.
template <class Job>
void run(Job* job, const QString& key, SecretStore::Then then)
{
    job->setKey(key);
    QObject::connect(job, &QKeychain::Job::finished, job, [job, then = std::move(then)] {
        SecretAnswer answer{statusOf(*job)};
        if constexpr (std::is_same_v<Job, QKeychain::ReadPasswordJob>)
            answer.secret = job->textData();
        if (answer.status != SecretStatus::Done)
            answer.detail = job->errorString();
        then(answer);
    });
    job->start();
}

} // namespace

bool Keychain::available() const
{
    return true;
}

void Keychain::doRead(const QString& key, Then then)
{
    run(new QKeychain::ReadPasswordJob(service), key, std::move(then));
}

void Keychain::doWrite(const QString& key, const QString& secret, Then then)
{
    auto* const job = new QKeychain::WritePasswordJob(service);
    job->setTextData(secret);
    run(job, key, std::move(then));
}

void Keychain::doRemove(const QString& key, Then then)
{
    run(new QKeychain::DeletePasswordJob(service), key, std::move(then));
}

#else

namespace {

void answerAbsent(const SecretStore::Then& then)
{
    then(
        SecretAnswer{SecretStatus::Absent, {}, SecretStore::tr("this program was built without QtKeychain")});
}

} // namespace

bool Keychain::available() const
{
    return false;
}

void Keychain::doRead(const QString&, Then then)
{
    answerAbsent(then);
}

void Keychain::doWrite(const QString&, const QString&, Then then)
{
    answerAbsent(then);
}

void Keychain::doRemove(const QString&, Then then)
{
    answerAbsent(then);
}

#endif

} // namespace ratewarden::ui
