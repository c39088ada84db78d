// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"

#include <QDialog>
#include <QString>

#include <functional>
#include <optional>

class QLineEdit;
class QPushButton;

namespace ratewarden::ui {

class EndTimeEdit;

/// Asks why something is not to be told, and until when. Nothing on the server changes.
class DismissDialog final : public QDialog {
    Q_OBJECT

public:
    struct Texts {
        QString title;
        QString what; ///< as it is listed
        QString meaning;
        QString confirm;
        bool isForGood = true; ///< it may be without an end
    };
    /// `clock` is the server's.
    DismissDialog(const Texts& texts, std::function<Instant()> clock, QWidget* parent);
    static Texts ofFinding(const QString& what);
    static Texts ofAlert(const QString& what);

Q_SIGNALS:
    /// `until`: empty: for good.
    void confirmed(const QString& reason, std::optional<ratewarden::Instant> until);

private:
    void update();

    const bool m_isForGood;
    std::function<Instant()> m_clock;
    QLineEdit* m_reason;
    EndTimeEdit* m_end;
    QPushButton* m_dismiss;
};

} // namespace ratewarden::ui
