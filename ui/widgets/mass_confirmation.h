// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/breakdown.h"

#include <QWidget>

class QLineEdit;

namespace ratewarden::ui {

/// Shows which tokens a change of many is about, and asks to type how many they are: so that nobody changes
/// fifty thousand where he meant one.
class MassConfirmation final : public QWidget {
    Q_OBJECT

public:
    explicit MassConfirmation(const Breakdown& breakdown, QWidget* parent = nullptr);

    /// The number has been typed; separators in it do not matter.
    bool confirmed() const;

Q_SIGNALS:
    void changed();

private:
    Units m_tokens;
    QLineEdit* m_number;
};

} // namespace ratewarden::ui
