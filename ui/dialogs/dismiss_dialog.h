// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"

#include <QDialog>

#include <functional>
#include <optional>

class QLineEdit;
class QPushButton;

namespace ratewarden::ui {

class EndTimeEdit;

/// Asks why a finding is not to be told, and until when. Nothing on the server changes.
class DismissDialog final : public QDialog {
    Q_OBJECT

public:
    /// `what`: the finding, as it is listed. `clock` is the server's.
    DismissDialog(const QString& what, std::function<Instant()> clock, QWidget* parent);

Q_SIGNALS:
    /// `until`: empty: for good.
    void confirmed(const QString& reason, std::optional<ratewarden::Instant> until);

private:
    void update();

    std::function<Instant()> m_clock;
    QLineEdit* m_reason;
    EndTimeEdit* m_end;
    QPushButton* m_dismiss;
};

} // namespace ratewarden::ui
