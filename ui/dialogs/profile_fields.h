// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/profiles/profile.h"

#include <QObject>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;

namespace ratewarden::ui {

/// What a profile says beside where the server is: its name, colour and environment, and whether it starts
/// read-only. Rows of a form.
class ProfileFields final : public QObject {
    Q_OBJECT

public:
    /// Adds its rows at the end of the form, whose first column holds labels. `dialog` owns them all.
    ProfileFields(QGridLayout* form, QWidget* dialog);

    /// Shows what the profile says; tells nobody.
    void show(const ServerProfile& profile);
    /// Writes what is shown into the profile.
    void applyTo(ServerProfile& profile) const;
    QString name() const;

Q_SIGNALS:
    /// The operator changed something.
    void edited();

private:
    void chooseEnvironment();

    QLineEdit* m_name;
    QComboBox* m_color;
    QComboBox* m_environment;
    QCheckBox* m_readOnly;
    bool m_colorChosen = false; // by the operator, and not for the environment
};

} // namespace ratewarden::ui
