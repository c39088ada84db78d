// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/profiles/secret_store.h"

#include <QHash>

#include <vector>

namespace ratewarden::ui::test {

/// A keychain that does as the test says: that answers at once, never, or later, or not as one would like.
class FakeSecrets final : public SecretStore {
public:
    QHash<QString, QString> kept;
    SecretAnswer::Status trouble = SecretAnswer::Status::Done; ///< what it answers to everything, unless Done
    bool hangs = false;
    int reads = 0;

    bool available() const override { return true; }

    /// Answers what was asked while it hung.
    void wakeUp()
    {
        hangs = false;
        for (const auto& answer : std::exchange(m_waiting, {}))
            answer();
    }

protected:
    void doRead(const QString& key, Then then) override
    {
        ++reads;
        settle([this, key, then] {
            const auto found = kept.constFind(key);
            then(trouble != SecretAnswer::Status::Done ? SecretAnswer{trouble, {}, "as the test says"}
                 : found == kept.constEnd()            ? SecretAnswer{SecretAnswer::Status::NotFound}
                                                       : SecretAnswer{SecretAnswer::Status::Done, *found});
        });
    }
    void doWrite(const QString& key, const QString& secret, Then then) override
    {
        settle([this, key, secret, then] {
            if (trouble == SecretAnswer::Status::Done)
                kept.insert(key, secret);
            then(SecretAnswer{trouble, {}, "as the test says"});
        });
    }
    void doRemove(const QString& key, Then then) override
    {
        settle([this, key, then] {
            if (trouble == SecretAnswer::Status::Done)
                kept.remove(key);
            then(SecretAnswer{trouble});
        });
    }

private:
    void settle(std::function<void()> answer)
    {
        if (hangs)
            m_waiting.push_back(std::move(answer));
        else
            answer();
    }

    std::vector<std::function<void()>> m_waiting;
};

} // namespace ratewarden::ui::test
