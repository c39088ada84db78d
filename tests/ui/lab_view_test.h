// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/lab_test.h"
#include "ui/charts/decision_strips.h"
#include "ui/charts/request_histogram.h"

namespace ratewarden::ui::test {

/// A test of what the lab's page answers.
class LabViewTest : public LabTest {
protected:
    DecisionStrips& strips() { return *lab().findChild<DecisionStrips*>(); }
    void click(const char* button) { QTest::mouseClick(find<QWidget>(button), Qt::LeftButton); }
    void clickCell(const char* table, int row, int column, Qt::KeyboardModifiers held = {})
    {
        auto* const view = find<QTableView>(table);
        view->scrollTo(view->model()->index(row, column));
        clickOn(view, view->model()->index(row, column), held);
    }
    void waitUntilIdle() { QTRY_VERIFY(isReady()); }
    void read(const QString& file)
    {
        lab().desk().openFile(file);
        waitUntilIdle();
    }
};

} // namespace ratewarden::ui::test
