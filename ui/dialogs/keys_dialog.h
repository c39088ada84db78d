// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <utility>
#include <vector>

namespace ratewarden::ui {

/// Which key does what: as large as that takes, up to the size of its window.
class KeysDialog final : public QDialog {
    Q_OBJECT

public:
    struct Group {
        QString title;
        std::vector<std::pair<QString, QString>> keys; ///< the key, and what it does
    };
    KeysDialog(const std::vector<Group>& groups, QWidget* parent);

    /// All that it says, line by line.
    QStringList lines() const { return m_lines; }

private:
    QStringList m_lines;
};

} // namespace ratewarden::ui
