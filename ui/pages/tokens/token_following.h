// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/session.h"
#include "ui/tokens/client_map.h"

namespace ratewarden::ui {

/// Follow: all tokens of one client side by side, by what operators have said belongs together. Part of its
/// page.
class TokenFollowing final : public QObject {
    Q_OBJECT

public:
    TokenFollowing(Session& session, QWidget* page);

    /// Compares the token with those of its client; of one that no client has it asks first.
    void follow(const std::string& token);

Q_SIGNALS:
    /// The operator wants to see these, and no others, side by side: all that are the client's.
    void clientWanted(const QString& client, const std::vector<ratewarden::Subject>& subjects);
    /// How many of the client's tokens there are, or why it was not kept; for the status line.
    void done(const QString& sentence);

private:
    void ask(const std::string& token);
    void show(const ClientMap::Client& client);

    Session& m_session;
    QWidget* m_page;
};

} // namespace ratewarden::ui
