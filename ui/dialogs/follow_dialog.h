// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tokens/client_map.h"

#include <QDialog>

class QCheckBox;
class QLineEdit;
class QPlainTextEdit;

namespace ratewarden::ui {

/// Asks which tokens belong to the client of one: those that are proposed are not, until the operator says
/// so.
class FollowDialog final : public QDialog {
    Q_OBJECT

public:
    struct Proposal {
        std::string token;
        double likeness = 0; ///< see likeness()
    };

    FollowDialog(const std::string& token, const std::vector<Proposal>& proposals, QWidget* parent);

Q_SIGNALS:
    /// The dialog closes with it.
    void confirmed(const ratewarden::ui::ClientMap::Client& client);

private:
    std::string m_token;
    QLineEdit* m_name;
    std::vector<std::pair<std::string, QCheckBox*>> m_proposals;
    QPlainTextEdit* m_others;
};

} // namespace ratewarden::ui
