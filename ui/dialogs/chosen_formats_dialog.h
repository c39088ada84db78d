// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace ratewarden::ui {

class Banner;
class FormatFiles;
class PlainLabel;

/// Whose keys are by what they begin with, as the operator said it anywhere; each can be taken back. It
/// follows the file while it is open.
class ChosenFormatsDialog final : public QDialog {
    Q_OBJECT

public:
    /// The files must outlive it.
    explicit ChosenFormatsDialog(FormatFiles& files, QWidget* parent = nullptr);

private:
    void present();

    FormatFiles& m_files;
    Banner* m_banner; // what could not be read or written
    PlainLabel* m_about;
    QWidget* m_table;
};

} // namespace ratewarden::ui
