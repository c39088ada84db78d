// SPDX-License-Identifier: GPL-3.0-or-later
// labels: long
// The strip on top of a window: nothing that can be clicked ever moves, and the search is always there.
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/pages/level_button.h"
#include "ui/widgets/plain_label.h"
#include "ui/window_header.h"

#include <QAbstractButton>
#include <QLayout>
#include <QMap>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestWindowHeader : public WindowTest {
    Q_OBJECT

private:
    WindowHeader* header() { return m->window->findChild<WindowHeader*>(); }

    /// Where each button stands, by its name.
    QMap<QString, QRect> places()
    {
        QMap<QString, QRect> all;
        header()->layout()->activate();
        for (const QAbstractButton* const button : header()->findChildren<QAbstractButton*>())
            if (button->isVisible() && button->objectName() != "guardLevel") // whose own text changes
                all[button->objectName()] = button->geometry();
        return all;
    }

private Q_SLOTS:
    void nothingMoves_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {1100, 1280, 1400, 1600, 1920})
            QTest::addRow("%d", width) << width;
    }
    void nothingMoves()
    {
        QFETCH(int, width);
        m->open({m->server.endpoint(), "redis-cache-1.eu.example", "PRODUCTION", WindowFixture::quick()});
        m->window->resize(width, 800);
        showWindow();
        QCOMPARE(m->window->width(), width);
        QMap<QString, QRect> before = places();
        QVERIFY(before.contains("findAnything"));
        QTRY_COMPARE(m->window->link().state(), Link::State::Live);
        QTRY_VERIFY(!m->window->findChild<PlainLabel*>("cost")->text().isEmpty());
        header()->setFindings(3, FindingSeverity::Warning);
        before["showFindings"] = places()["showFindings"];
        QCOMPARE(places(), before);
        m->window->session().setPaused(true);
        header()->updateState();
        QCOMPARE(places(), before);
        m->window->session().setPaused(false);
        m->window->session().guard().raise(GuardLevel::TypeName);
        m->window->session().guard().lower(GuardLevel::Free, 15min);
        QCOMPARE(places(), before);
        m->server.freeze();
        m->window->link().report({Failure::Kind::Unavailable, "gone"});
        QCOMPARE(m->window->link().state(), Link::State::Lost);
        QCOMPARE(places(), before);
        // All of it has its room.
        QVERIFY(header()->layout()->minimumSize().width() <= width);
        for (const QAbstractButton* const button : header()->findChildren<QAbstractButton*>())
            if (button->isVisible())
                QVERIFY2(button->width() >= qMin(button->minimumSizeHint().width(), button->maximumWidth()) &&
                             button->geometry().right() < header()->width(),
                         qPrintable(button->objectName()));
        for (const QAbstractButton* const a : header()->findChildren<QAbstractButton*>())
            for (const QAbstractButton* const b : header()->findChildren<QAbstractButton*>())
                if (a != b && a->isVisible() && b->isVisible())
                    QVERIFY2(!a->geometry().intersects(b->geometry()), qPrintable(a->objectName()));
    }
};

RATEWARDEN_SUITE(TestWindowHeader)
#include "tst_window_header.moc"
