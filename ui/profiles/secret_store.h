// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <chrono>
#include <functional>
#include <memory>

namespace ratewarden::ui {

/// What came of asking for a secret, or of storing one.
struct SecretAnswer {
    enum class Status {
        Done,
        NotFound, ///< there is none, or none in what is unlocked
        Slow,     ///< no answer yet; another one may follow
        Locked,   ///< the keychain is locked, or the user did not allow it
        Absent,   ///< there is no keychain on this desktop, or none in this build
        Failed
    };
    Status status = Status::Done;
    QString secret{}; ///< that was asked for
    QString detail{}; ///< of the system, for people; may be empty
};

/// Why there is no secret, or why it is not stored, as a sentence without a full stop; empty when nothing
/// went wrong.
QString secretProblemText(const SecretAnswer& answer);

/// Where passwords are kept beyond the program's end: the system's keychain, never a file of ours. Nothing
/// waits for it: it may ask the user to unlock it, or hang.
class SecretStore : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    /// Called in the GUI thread, unless the asker is gone: once, or first with Slow and then with the answer.
    using Then = std::function<void(const SecretAnswer&)>;

    /// False: every answer will be Absent.
    virtual bool available() const = 0;
    void read(const QString& key, QObject* asker, Then then);
    void write(const QString& key, const QString& secret, QObject* asker, Then then);
    void remove(const QString& key, QObject* asker, Then then);

    /// After what time it is slow.
    void setPatience(std::chrono::milliseconds patience) { m_patience = patience; }

protected:
    virtual void doRead(const QString& key, Then then) = 0;
    virtual void doWrite(const QString& key, const QString& secret, Then then) = 0;
    virtual void doRemove(const QString& key, Then then) = 0;

private:
    void begin(QObject* asker, Then then, const std::function<void(Then)>& job);

    std::chrono::milliseconds m_patience{3000};
};

/// The keychain of the desktop: Secret Service or KWallet on Linux. Where the program was built without
/// QtKeychain it is absent.
class Keychain final : public SecretStore {
    Q_OBJECT

public:
    using SecretStore::SecretStore;
    bool available() const override;

protected:
    void doRead(const QString& key, Then then) override;
    void doWrite(const QString& key, const QString& secret, Then then) override;
    void doRemove(const QString& key, Then then) override;
};

} // namespace ratewarden::ui
