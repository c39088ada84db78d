// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window_test.h"
#include "ui/dialogs/rule_table.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/question_bar.h"

namespace ratewarden::ui::test {

/// A test with a window of its own for each function, on its page of policies, and what several of them do
/// there and in the editor.
class PoliciesTest : public WindowTest {
protected:
    PoliciesPage& page() { return m->window->policiesPage(); }
    PolicyDialog* dialog() { return page().dialog(); }
    QLineEdit* field(const char* name) { return dialog()->findChild<QLineEdit*>(name); }
    QPushButton* publishButton() { return dialog()->findChild<QPushButton*>("publish"); }
    QString text(const char* name) { return dialog()->findChild<PlainLabel*>(name)->text(); }

    void open(int versions = 1)
    {
        showWindow();
        m->turnTo(MainWindow::Page::Policies);
        QTRY_VERIFY(page().isVisible());
        QTRY_VERIFY(page().choose("api"));
        QTRY_COMPARE(page().history().size(), versions);
    }

    void edit()
    {
        QTRY_VERIFY(m->button("editPolicy")->isEnabled());
        QTest::keyClick(m->window.get(), Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY(dialog() && dialog()->isActiveWindow());
    }

    /// Opens the dialog that rolls the chosen policy back to that version.
    void rollBackTo(int version)
    {
        const QList<QPushButton*> buttons = page().findChildren<QPushButton*>();
        const auto button = std::ranges::find(buttons, QString("Roll back to version %1").arg(version),
                                              &QWidget::accessibleName);
        QVERIFY(button != buttons.end());
        m->click(*button);
        QTRY_VERIFY(page().rollBackDialog() && page().rollBackDialog()->isActiveWindow());
    }

    QString rollBackText(const char* name)
    {
        return page().rollBackDialog()->findChild<PlainLabel*>(name)->text();
    }

    /// The tokens for which the editor says that it makes a difference, as they stand.
    QStringList affected()
    {
        auto* const tokens = dialog()->findChild<QTreeWidget*>("affectedTokens");
        QStringList lines;
        for (int row = 0; row < tokens->topLevelItemCount(); ++row) {
            const QTreeWidgetItem* const item = tokens->topLevelItem(row);
            lines << item->text(0) + ' ' + item->text(1) + ' ' + item->text(2);
        }
        return lines;
    }

    /// As text, with a "?" for a row that is no rule.
    QString rules()
    {
        return QString::fromStdString(notation(table()->rules())) + (table()->problem().isEmpty() ? "" : "?");
    }
    RuleTable* table() { return dialog()->findChild<RuleTable*>("policyRules"); }

    /// Types into whatever has the focus, as people do.
    static void typeKeys(const QString& text)
    {
        for (const QChar key : text)
            QTest::keyClick(QApplication::focusWidget(), key.toLatin1());
    }

    void typeRules(const QString& what)
    {
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(table(), Qt::Key_Delete);
        typeRow(what);
    }

    /// Into the empty row that is the current one.
    void typeRow(const QString& what)
    {
        typeKeys(what);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(
            table()->hasFocus() && table()->currentItem() &&
            table()->currentItem()->text(0).isEmpty()); // on the next, and every rule in one of its own
    }

    void clickCell(int row, int column)
    {
        const QModelIndex cell = table()->model()->index(row, column);
        clickOn(table(), cell);
    }

    void openEditor(int row)
    {
        clickCell(row, 0);
        QTest::keyClick(table(), Qt::Key_Return);
        QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
    }

    void type(const char* name, const QString& what)
    {
        field(name)->selectAll();
        QTest::keyClicks(field(name), what);
    }

    /// Escape, and yes to the question.
    void discard()
    {
        QTest::keyClick(dialog(), Qt::Key_Escape);
        auto* const question = dialog()->findChild<QuestionBar*>("discard");
        QTRY_VERIFY(question->isVisible());
        m->click(question->findChild<QPushButton*>("yes"));
        waitUntilDialogIsClosed();
    }

    void waitUntilDialogIsClosed()
    {
        QTRY_VERIFY(!dialog() && !page().rollBackDialog());
        activateWindow();
    }
};

} // namespace ratewarden::ui::test
