// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/server_mark.h"

#include <QWidget>

#include <optional>

class QDialog;

namespace ratewarden::ui {

/// Says which server a window is onto. Dialogs over it, and what stands in them, find it there.
void setServerMark(QWidget* window, const ServerMark& mark);
/// Of the nearest window around that has one.
std::optional<ServerMark> serverMarkOf(const QWidget* widget);

/// A bar in the colour of a server, with its name and environment.
class ServerStripe final : public QWidget {
    Q_OBJECT

public:
    explicit ServerStripe(ServerMark mark, QWidget* parent = nullptr);

    /// Puts one across the top of the dialog, which has its layout and its parent: that of the server onto
    /// which the parent's window is. Nothing where that is onto none. Every dialog that changes something
    /// calls this.
    static void addTo(QDialog* dialog);

    QString text() const;

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ServerMark m_mark;
};

} // namespace ratewarden::ui
