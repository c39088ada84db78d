// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/units.h"

#include <QDialog>

#include <optional>

class QCheckBox;
class QLineEdit;

namespace ratewarden::ui {

class PlainLabel;

/// What an investigation is to hold, before the file is asked for.
class InvestigationDialog final : public QDialog {
    Q_OBJECT

public:
    /// Of how many tokens there is what.
    struct Content {
        Units known = 0;
        Units rows = 0;
        std::optional<Units> hashedRows; ///< if they are hashed; empty: being counted
        Units charts = 0;
    };

    /// `isHashed`: the tokens are hashes already.
    InvestigationDialog(const Content& content, bool isHashed, QWidget* parent);

    void setHashedRows(Units rows);

Q_SIGNALS:
    /// The dialog closes with it. `note`: empty where tokens are hashed.
    void confirmed(const QString& note, bool hashed);

private:
    void showContent();

    Content m_content;
    PlainLabel* m_about;
    QLineEdit* m_note;
    QCheckBox* m_hashes;
};

} // namespace ratewarden::ui
