// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAction;
class QWidget;

namespace ratewarden::ui {

class Session;

/// What an EmptyState says.
struct EmptyReason {
    QString text;
    QAction* step = nullptr;
};

/// An action of the window that the widget is in ("openServerAction", "describeKey", …); null before it is in
/// one.
QAction* windowAction(const QWidget& widget, const char* name);

/// Why a page has no rows as long as nothing could be read: the connection, a password, a right of the user.
/// `unread`: what kept the page from reading what it shows; empty: nothing did. Empty text: there is another
/// reason.
EmptyReason whyUnread(const QWidget& page, const Session& session, const QString& unread);

} // namespace ratewarden::ui
