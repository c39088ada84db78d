// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/guard_level.h"

#include <QDialog>

#include <chrono>
#include <optional>

class QComboBox;

namespace ratewarden::ui {

/// Asks before a server is guarded less strictly: which server it is, what becomes possible, and for how
/// long.
class LevelDialog final : public QDialog {
    Q_OBJECT

public:
    /// `name` and `where`: of the server.
    LevelDialog(const QString& name, const QString& where, GuardLevel from, GuardLevel to, QWidget* parent);

    static constexpr std::chrono::minutes usualTime{15};

Q_SIGNALS:
    /// `lasts`: after that time the stricter level is to be back; nothing: not before the window is closed.
    void confirmed(ratewarden::GuardLevel to, std::optional<std::chrono::milliseconds> lasts);

private:
    QComboBox* m_time;
};

} // namespace ratewarden::ui
