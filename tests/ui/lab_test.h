// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window_test.h"
#include "ui/charts/decision_strips.h"
#include "ui/charts/request_histogram.h"
#include "ui/pages/lab_page.h"
#include "ui/widgets/plain_label.h"

#include <QFile>
#include <QTemporaryDir>

namespace ratewarden::ui::test {

/// A test of the lab's page, and what several of them do with it.
class LabTest : public WindowTest {
protected:
    QTemporaryDir m_folder;

    LabPage& lab() { return m->window->labPage(); }
    template <class Widget>
    Widget* find(const char* name)
    {
        return lab().findChild<Widget*>(name);
    }
    QString label(const char* name) { return find<PlainLabel>(name)->text(); }
    DecisionStrips& strips() { return *lab().findChild<DecisionStrips*>(); }
    void click(const char* button) { QTest::mouseClick(find<QWidget>(button), Qt::LeftButton); }

    /// "abuser|60|–|…": the rows of a table as they are read.
    QStringList rows(const char* table)
    {
        const QAbstractItemModel* const model = find<QTableView>(table)->model();
        QStringList all;
        for (int row = 0; row < model->rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < model->columnCount(); ++column)
                cells << model->index(row, column).data().toString();
            all << cells.join('|');
        }
        return all;
    }
    void clickCell(const char* table, int row, int column)
    {
        auto* const view = find<QTableView>(table);
        view->scrollTo(view->model()->index(row, column));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                          view->visualRect(view->model()->index(row, column)).center());
    }

    void open()
    {
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        m->turnTo(MainWindow::Page::Lab);
        QTRY_VERIFY(lab().isVisible());
    }
    void waitUntilIdle() { QTRY_VERIFY_WITH_TIMEOUT(lab().traffic() && lab().isIdle(), 20000); }
    void openExample(int number)
    {
        open();
        lab().openExample(number);
        waitUntilIdle();
    }
    QString write(const QString& name, const QByteArray& content)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write a file");
        return file.fileName();
    }
    void read(const QString& path)
    {
        lab().openFile(path);
        waitUntilIdle();
    }
};

} // namespace ratewarden::ui::test
