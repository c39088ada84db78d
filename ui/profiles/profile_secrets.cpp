// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/profiles/profile_secrets.h"

#include <utility>

namespace ratewarden::ui {

using Status = SecretAnswer::Status;

ProfileSecrets::ProfileSecrets(SecretStore& store, QObject* parent) : QObject(parent), m_store(store) {}

std::optional<SecretAnswer> ProfileSecrets::known(const ServerProfile& profile) const
{
    const auto found = m_known.constFind(profile.key());
    if (found != m_known.constEnd())
        return SecretAnswer{Status::Done, *found};
    if (!profile.remembersPassword || profile.id.isEmpty())
        return SecretAnswer{Status::NotFound};
    return std::nullopt;
}

void ProfileSecrets::read(const ServerProfile& profile, QObject* asker, SecretStore::Then then)
{
    if (const auto stored = known(profile))
        QMetaObject::invokeMethod(
            asker, [then = std::move(then), stored] { then(*stored); }, Qt::QueuedConnection);
    else
        m_store.read(profile.key(), asker,
                     [this, key = profile.key(), then = std::move(then)](const SecretAnswer& answer) {
                         const bool isRefused =
                             answer.status == Status::Done && answer.secret == m_refused.value(key);
                         then(isRefused ? SecretAnswer{Status::NotFound} : answer);
                     });
}

void ProfileSecrets::keep(const ServerProfile& profile, const QString& password)
{
    const QString key = profile.key();
    if (password.isEmpty()) {
        m_known.remove(key);
        return;
    }
    m_known.insert(key, password);
    m_refused.remove(key);
    if (profile.id.isEmpty() || !profile.remembersPassword)
        return;
    m_store.write(key, password, this, [this, key, title = profile.title()](const SecretAnswer& answer) {
        Q_EMIT told(key, answer.status == Status::Done
                             ? QString()
                             : tr("The password of %1 is kept only until the program ends: %2.")
                                   .arg(title, secretProblemText(answer)));
    });
}

void ProfileSecrets::refuse(const ServerProfile& profile, const QString& password)
{
    if (password.isEmpty())
        return;
    m_refused.insert(profile.key(), password);
    if (m_known.value(profile.key()) == password)
        m_known.remove(profile.key());
}

void ProfileSecrets::forget(const ServerProfile& profile)
{
    const QString key = profile.key();
    m_known.remove(key);
    if (profile.id.isEmpty() || !profile.remembersPassword)
        return;
    m_store.remove(key, this, [this, key, title = profile.title()](const SecretAnswer& answer) {
        const bool gone =
            answer.status == Status::Done || answer.status == Status::NotFound ||
            answer.status == Status::Absent; // where there is no keychain, there is nothing in it
        Q_EMIT told(key, gone ? QString()
                              : tr("The password of %1 may still be in the keychain: %2.")
                                    .arg(title, secretProblemText(answer)));
    });
}

} // namespace ratewarden::ui
