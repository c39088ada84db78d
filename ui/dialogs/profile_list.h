// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/profiles/profile_store.h"

#include <QWidget>

class QListWidget;
class QPushButton;

namespace ratewarden::ui {

/// The profiles, and the addresses that were opened lately without one, with what can be done to them.
class ProfileList final : public QWidget {
    Q_OBJECT

public:
    explicit ProfileList(const ProfileStore& store, QWidget* parent = nullptr);

    /// By the profile's key(); an unknown one chooses nothing. Tells nobody.
    void choose(const QString& key);
    /// Chooses the one that stands so many rows below, or above; none: nothing changes. Tells nobody.
    void move(int by);
    /// Empty: nothing is chosen.
    QString chosen() const;
    /// Shows what the store has now; what was chosen stays so.
    void refresh();

Q_SIGNALS:
    /// The operator has chosen another one.
    void chosenChanged(const QString& key);
    /// He wants to open the chosen one.
    void activated();
    void newWanted();
    void duplicateWanted();
    void deletionWanted();
    void importWanted();

private:
    void addRow(const ServerProfile& profile);
    void updateButtons();

    const ProfileStore& m_store;
    QListWidget* m_list;
    QPushButton* m_duplicate;
    QPushButton* m_delete;
};

} // namespace ratewarden::ui
