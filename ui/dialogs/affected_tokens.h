// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/policy_effect.h"

#include <QTreeWidget>

namespace ratewarden::ui {

/// The tokens for which other rules make a difference: sorted by what is clicked, opened by Return or a
/// double click, copied by Ctrl+C.
class AffectedTokens final : public QTreeWidget {
    Q_OBJECT

public:
    explicit AffectedTokens(QWidget* parent = nullptr);

    void put(const PolicyEffect& effect);

    QSize sizeHint() const override;

Q_SIGNALS:
    void tokenWanted(const std::string& token);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void addTokens(const std::vector<PolicyEffect::Changed>& tokens, const QString& becomes);
    void open();
    void copy() const;
};

} // namespace ratewarden::ui
