// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace ratewarden::ui {

/// A dialog that is always high enough for all of its text at its width: it grows when a sentence appears in
/// it, and shrinks again when that goes, unless somebody has made it higher.
class FittedDialog : public QDialog {
    Q_OBJECT

public:
    using QDialog::QDialog;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    int m_fitted = 0; // the height that was needed last
};

} // namespace ratewarden::ui
