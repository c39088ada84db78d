// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/lab/lab_traffic_button.h"

#include <QWidget>

namespace ratewarden::ui {

/// What stands on the lab's page while there is no traffic: why, how to get some, and the examples.
class LabStart final : public QWidget {
    Q_OBJECT

public:
    /// `traffic` does what its menu does, too.
    LabStart(TrafficDesk& desk, LabTrafficButton& traffic, QWidget* parent = nullptr);
};

} // namespace ratewarden::ui
