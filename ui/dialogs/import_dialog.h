// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/profiles/profile_import.h"

#include <QDialog>

class QCheckBox;
class QPlainTextEdit;
class QPushButton;

namespace ratewarden::ui {

class Banner;
class PlainLabel;
class ProfileSecrets;
class ProfileStore;

/// Takes over servers that other programs know: what was pasted, or a file. Shows what would become of it
/// before anything is stored, and asks whether the passwords in it go to the keychain.
class ImportDialog final : public QDialog {
    Q_OBJECT

public:
    ImportDialog(ProfileStore& store, ProfileSecrets& secrets, QWidget* parent = nullptr);

    /// What a file holds is not shown: there are passwords in it.
    void openFile(const QString& path);
    /// What would be imported, and what not.
    QString preview() const;

Q_SIGNALS:
    /// The first of those that were imported.
    void imported(const QString& key);

private:
    void chooseFile();
    void show(const QByteArray& text);
    void import();
    bool isKnown(const ServerProfile& profile) const;

    ProfileStore& m_store;
    ProfileSecrets& m_secrets;
    ProfileImport m_found;
    QPlainTextEdit* m_text;
    QPlainTextEdit* m_preview;
    QCheckBox* m_keep;
    Banner* m_banner;
    QPushButton* m_import;
};

} // namespace ratewarden::ui
