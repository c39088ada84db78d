// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/rule.h"

#include <QDialog>

class QCheckBox;
class QLineEdit;

namespace ratewarden::ui {

/// What an investigation is to hold, before the file is asked for.
class InvestigationDialog final : public QDialog {
    Q_OBJECT

public:
    /// `rows` of all `known` tokens are recorded, and the charts of some. `isHashed`: the tokens are hashes
    /// already.
    InvestigationDialog(Units rows, Units known, Units charts, bool isHashed, QWidget* parent);

Q_SIGNALS:
    /// The dialog closes with it.
    void confirmed(const QString& note, bool hashed);

private:
    QLineEdit* m_note;
    QCheckBox* m_hashes;
};

} // namespace ratewarden::ui
