// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/rule_check.h"

#include <QTreeWidget>

namespace ratewarden::ui {

/// The rules of a policy, a row each: typed the way people write them, named, moved with the mouse or Alt and
/// the arrows, and beside each what is wrong with it. A last row is always empty, for one more. Several rules
/// typed into a row, or pasted in any notation, become rows of their own.
class RuleTable final : public QTreeWidget {
    Q_OBJECT

public:
    explicit RuleTable(QWidget* parent = nullptr);

    /// `names` is one for each rule, or none at all.
    void setRules(const std::vector<Rule>& rules, const std::vector<std::string>& names);
    const std::vector<Rule>& rules() const { return m_rules; }
    /// One for each rule, or none at all.
    std::vector<std::string> names() const;
    /// What stands in the rows, whether or not it is a rule.
    QStringList texts() const;
    /// Why not every row is a rule; empty: every one is.
    const QString& problem() const { return m_problem; }

    /// What is said of the rules, as they are now.
    void setFindings(const std::vector<RuleFinding>& findings);
    void setLimit(std::size_t rule, Units limit);
    /// What is said beside the rows, for those that have something.
    QStringList remarks() const;

    void paste();
    void removeChosen();
    /// Moves the current rule up, below zero, or down.
    void move(int rows);

    QSize sizeHint() const override;

Q_SIGNALS:
    /// The rules or their names, or what is wrong with them, are others than before.
    void changed();
    /// What there is to say of rules that were pasted; a sentence or several.
    void pasted(const QString& remarks);

protected:
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QTreeWidgetItem* insertRow(int row, const QString& rule, const QString& name = {});
    void insertRules(int row, const std::vector<Rule>& rules, const std::vector<std::string>& names = {});
    void tidy();
    void read();
    void fitRuleColumn();

    std::vector<Rule> m_rules;
    std::vector<int> m_rowOfRule;
    QString m_problem;
};

} // namespace ratewarden::ui
