// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/lab/lab_examples.h"

#include <QWidget>

class QMenu;
class QPushButton;

namespace ratewarden::ui {

/// What stands on the lab's page while there is no traffic: why, how to get some, and the examples.
class LabStart final : public QWidget {
    Q_OBJECT

public:
    /// `redis`: the menu of what can be read from there.
    LabStart(const std::vector<LabExample>& examples, QMenu* redis, QWidget* parent = nullptr);

Q_SIGNALS:
    void openWanted();
    void generateWanted();
    void editingWanted();
    void exampleWanted(int number);

private:
    QPushButton* m_open;
};

} // namespace ratewarden::ui
