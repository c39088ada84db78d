// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/server_mark.h"

#include <QDialog>

#include <vector>

class QLineEdit;
class QListWidget;

namespace ratewarden::ui {

/// A short list of servers to go to: a digit goes to one at once, letters narrow the list down, Return goes
/// to the one that is marked.
class ServerSwitcher final : public QDialog {
    Q_OBJECT

public:
    struct Row {
        QString key; ///< what chosen() says
        ServerMark mark{};
        QString note{}; ///< "open", or its address
    };
    explicit ServerSwitcher(std::vector<Row> rows, QWidget* parent = nullptr);

    /// Those that are listed now, as they read.
    QStringList listed() const;

Q_SIGNALS:
    void chosen(const QString& key);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void list();
    void choose(int row);

    std::vector<Row> m_rows;
    QLineEdit* m_filter;
    QListWidget* m_list;
};

} // namespace ratewarden::ui
