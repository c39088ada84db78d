// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;

namespace ratewarden::ui {

class PlainLabel;

/// Asks to type a name, so that nobody confirms on one server what was meant for another. Hidden, and
/// confirmed, while no name is wanted.
class TypedName final : public QWidget {
    Q_OBJECT

public:
    explicit TypedName(const QString& name = {}, QWidget* parent = nullptr);

    /// What has to be typed; empty: nothing.
    void setName(const QString& name);
    bool isWanted() const { return !m_name.isEmpty(); }
    /// It has been typed; spaces around it do not matter.
    bool confirmed() const;
    /// For the button that it holds up: "Type the name of the server first"; empty: confirmed.
    QString lacks() const;

Q_SIGNALS:
    void changed();

private:
    QString m_name;
    PlainLabel* m_question;
    QLineEdit* m_line;
};

} // namespace ratewarden::ui
