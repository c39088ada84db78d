// SPDX-License-Identifier: GPL-3.0-or-later
// Keys that fit two formats which mean opposite things by the same number: the window changes none of them
// without being told whose they are.
#include "core/formats/describe/user_formats.h"
#include "tests/support/format_texts.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"

#include <QComboBox>
#include <QDir>
#include <QPlainTextEdit>
#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestOppositeFormats : public WindowTest {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_data;

    QComboBox* formats() { return m->dialog()->findChild<QComboBox*>("formats"); }
    QString preview() { return m->dialog()->findChild<QPlainTextEdit*>()->toPlainText(); }
    int rowOf(const QString& token)
    {
        return int(column(m->page().model(), TokenTableModel::Token).indexOf(token));
    }
    /// Of these tokens.
    void openBlock(const QStringList& tokens)
    {
        for (const QString& token : tokens) {
            QTRY_VERIFY(rowOf(token) >= 0);
            const QModelIndex index = m->page().model().index(rowOf(token), TokenTableModel::Token);
            clickOn(m->table(), index, token == tokens.front() ? Qt::NoModifier : Qt::ControlModifier);
        }
        QTRY_VERIFY(m->page().details().reading());
        QTest::keyClick(m->window.get(), Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
    }

private Q_SLOTS:
    void init()
    {
        m_data = std::make_unique<QTemporaryDir>();
        qputenv("RATEWARDEN_FORMATS", m_data->path().toUtf8());
        for (const char* const what : {"count", "left"})
            QVERIFY(writeWhole(m_data->filePath(QString("twin-%1.json").arg(what)), twinFormat(what)));
        m = std::make_unique<WindowFixture>();
        m->connection.call({"SET", "twin:a", "3", "PX", "600000"});
        m->connection.call({"SET", "twin:b", "4", "PX", "600000"});
        Policy rules = m->policy;
        rules.name = "twin:*";
        rules.algorithm = "fixed-window";
        rules.rules = parseRules("10/min");
        rules.format = "twin-count";
        announcePolicy(m->connection, rules);
        showWindow();
        QTRY_VERIFY(m->window->session().formatFiles().loaded());
        m->window->session().refresh();
    }
    void cleanup()
    {
        m.reset();
        m_data.reset();
        qunsetenv("RATEWARDEN_FORMATS");
        reloadUserFormats();
    }

    void theFormatHasToBeChosen()
    {
        RATEWARDEN_STEP(openBlock({"a"}));
        QVERIFY(formats());
        QCOMPARE(formats()->currentIndex(), -1);
        QStringList offered{formats()->itemText(0), formats()->itemText(1)};
        offered.sort();
        QCOMPARE(offered, (QStringList{"twin-count", "twin-left"}));
        typeReason(m->dialog(), "scraping");
        QVERIFY(!m->confirmButton()->isEnabled());
        QVERIFY_TEXT(m->confirmButton()->toolTip(), contains("format"));
        QVERIFY2(!preview().contains("SET twin:a"), qPrintable(preview()));
        QTRY_VERIFY(
            m->dialog()->rect().contains(m->confirmButton()->geometry())); // it has grown with the question

        formats()->setCurrentText("twin-count");
        QTRY_VERIFY(m->confirmButton()->isEnabled());
        QVERIFY_TEXT(preview(), contains("SET twin:a 11 "));
        formats()->setCurrentText("twin-left");
        QVERIFY_TEXT(preview(), contains("SET twin:a 0 "));
        QCOMPARE(get("twin:a"), "3");
        m->click(m->confirmButton());
        QTRY_COMPARE(get("twin:a"), "0");
        waitUntilDialogIsClosed();
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(get("twin:a"), "3");
    }

    void whoeverHasChosenIsNotAskedAgain()
    {
        RATEWARDEN_STEP(openBlock({"a"}));
        typeReason(m->dialog(), "scraping");
        formats()->setCurrentText("twin-left");
        QTRY_VERIFY(m->confirmButton()->isEnabled());
        m->click(m->confirmButton());
        QTRY_COMPARE(get("twin:a"), "0");
        waitUntilDialogIsClosed();
        const auto isOfTheChosen = [this] {
            const TokenStore& tokens = m->window->session().tokens();
            int chosen = 0;
            int others = 0;
            for (int place = 0; place < tokens.size(); ++place)
                if (!tokens.row(place).dropped)
                    ++(tokens.name(place).format->name() == "twin-left" ? chosen : others);
            return chosen == 2 && others == 0;
        };
        QTRY_VERIFY(isOfTheChosen());
        RATEWARDEN_STEP(openBlock({"b"}));
        QVERIFY(!formats());
    }

    void ofSeveralOnceForAll()
    {
        RATEWARDEN_STEP(openBlock({"a", "b"}));
        QVERIFY(formats());
        typeReason(m->dialog(), "scraping");
        typeNumber(m->dialog(), "2");
        formats()->setCurrentText("twin-left");
        QTRY_VERIFY(m->confirmButton()->isEnabled());
        m->click(m->confirmButton());
        QTRY_COMPARE(get("twin:a"), "0");
        QTRY_COMPARE(get("twin:b"), "0");
    }

    void whereNothingMeansTheOppositeNobodyIsAsked()
    {
        m->connection.call({"SET", "rl:c", "3", "PX", "600000"});
        m->window->session().refresh();
        RATEWARDEN_STEP(openBlock({"c"}));
        QVERIFY(!formats());
    }

    // Not even where nothing else is asked.
    void atTheFreestLevelToo()
    {
        m->window->session().guard().lower(GuardLevel::Free, std::nullopt);
        RATEWARDEN_STEP(openBlock({"a"}));
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
        waitUntilDialogIsClosed();
        QTest::keyClick(m->window.get(), Qt::Key_Delete);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QVERIFY(formats());
        QCOMPARE(get("twin:a"), "3");
    }
};

RATEWARDEN_SUITE(TestOppositeFormats)
#include "tst_opposite_formats.moc"
