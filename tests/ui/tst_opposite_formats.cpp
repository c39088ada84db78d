// SPDX-License-Identifier: GPL-3.0-or-later
// Keys that fit two formats which mean opposite things by the same number: the window changes none of them
// without being told whose they are.
#include "core/formats/describe/prefix_file.h"
#include "core/formats/describe/user_formats.h"
#include "tests/support/files.h"
#include "tests/support/format_texts.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/tokens/compare_page.h"

#include <QComboBox>
#include <QDialog>
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
    /// Whether both tokens are listed, each once, as those of that format.
    bool areBoth(const std::string& format)
    {
        const TokenStore& tokens = m->window->session().tokens();
        int its = 0;
        int others = 0;
        for (int place = 0; place < tokens.size(); ++place)
            if (!tokens.row(place).dropped)
                ++(tokens.name(place).format->name() == format ? its : others);
        return its == 2 && others == 0;
    }
    bool areOneOfBoth() { return areBoth("twin-count") || areBoth("twin-left"); }
    void clickToken(const QString& token)
    {
        QTRY_VERIFY(rowOf(token) >= 0);
        clickOn(m->table(), m->page().model().index(rowOf(token), TokenTableModel::Token));
        QTRY_VERIFY(m->page().details().reading());
    }
    /// In the menu of the details.
    void chooseFormat(const QString& text)
    {
        auto* const menu = m->page().details().findChild<QMenu*>("formatMenu");
        QVERIFY(menu && menu->menuAction()->isEnabled());
        Q_EMIT menu->aboutToShow();
        const QList<QAction*> actions = menu->actions();
        const auto found = std::ranges::find(actions, text, &QAction::text);
        QVERIFY2(found != actions.end() && (*found)->isEnabled(), qPrintable(text));
        (*found)->trigger();
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
        QTRY_VERIFY(areBoth("twin-left"));
        RATEWARDEN_STEP(openBlock({"b"}));
        QVERIFY(!formats());
    }

    // Wherever the token is open it is a tie again, and it is not changed until somebody has chosen again.
    void whatWasChosenIsSeenAndTakenBack()
    {
        RATEWARDEN_STEP(clickToken("a"));
        const TokenDetails& details = m->page().details();
        ComparePage& compared = m->window->comparePage();
        compared.open({*details.chosen()});
        int most = 0; // rows at any time
        const QObject context;
        const auto count = [this, &most] {
            const TokenStore& tokens = m->window->session().tokens();
            int rows = 0;
            for (int place = 0; place < tokens.size(); ++place)
                rows += tokens.row(place).dropped ? 0 : 1;
            most = std::max(most, rows);
        };
        connect(&m->window->session(), &Session::found, &context, count);
        connect(&m->window->session(), &Session::read, &context, count);
        for (const char* const format : {"twin-left", "twin-count"}) {
            RATEWARDEN_STEP(chooseFormat(format));
            QTRY_VERIFY(areBoth(format));
            QTRY_VERIFY(says(&details, "t (chosen for keys that begin with twin:)"));
            RATEWARDEN_STEP(openBlock({"b"}));
            QVERIFY(!formats());
            QTest::keyClick(m->dialog(), Qt::Key_Escape);
            waitUntilDialogIsClosed();

            RATEWARDEN_STEP(chooseFormat("Take the choice back"));
            QTRY_TEXT(m->window->statusText(),
                      contains("Keys that begin with twin: are recognized automatically again"));
            QTRY_VERIFY(says(&details, "t or t"));
            QTRY_VERIFY(areOneOfBoth());
            const auto isListed = [this](const Subject& subject) {
                return m->page().model().rowOf(subject) >= 0;
            };
            QTRY_VERIFY(details.chosen() && isListed(*details.chosen()));
            QTRY_VERIFY(compared.tokens().size() == 1 && isListed(compared.tokens().front()));
            RATEWARDEN_STEP(openBlock({"b"}));
            QVERIFY(formats());
            typeReason(m->dialog(), "scraping");
            QVERIFY(!m->confirmButton()->isEnabled());
            QTest::keyClick(m->dialog(), Qt::Key_Escape);
            waitUntilDialogIsClosed();
        }
        QCOMPARE(get("twin:b"), "4");
        QCOMPARE(most, 2);
    }

    // In place of rules that are silently not there.
    void aPolicyForTheOtherFormatIsNamed()
    {
        RATEWARDEN_STEP(clickToken("a"));
        const TokenDetails& details = m->page().details();
        RATEWARDEN_STEP(chooseFormat("twin-left"));
        QTRY_VERIFY(says(&details,
                         "The policy twin:* is for twin-count, but these keys were chosen to be those "
                         "of twin-left: its rules are not applied to them."));
        QVERIFY(says(&details, "If they are those of twin-count, choose that format."));
        QVERIFY(!details.reading()->reading.policy);

        details.findChild<QAction*>("chooseFormat")->trigger();
        auto* const menu = details.findChild<QMenu*>("formatMenu");
        QTRY_VERIFY(menu->isVisible());
        const QList<QAction*> actions = menu->actions();
        const auto other = std::ranges::find(actions, QString("twin-count"), &QAction::text);
        QVERIFY(other != actions.end());
        chooseFromMenu(menu, *other);
        QTRY_VERIFY(areBoth("twin-count"));
        QTRY_VERIFY(details.reading() && details.reading()->reading.policy);
        QVERIFY(!says(&details, "The policy twin:*"));
    }

    void allThatWasSaidIsListedAndTakenBack()
    {
        QVERIFY(
            writeWhole(m_data->filePath("prefixes.json"), R"({"twin:": "twin-left", "visits:": "none"})"));
        QTRY_VERIFY(areBoth("twin-left"));
        KeysPage& keys = m->window->keysPage();
        m->turnTo(MainWindow::Page::Keys);
        keys.showKey("twin:a");
        QTRY_VERIFY(says(&keys, "chosen for keys that begin with twin:"));
        m->window->findChild<QAction*>("chosenFormats")->trigger();
        auto* const dialog = m->window->findChild<QDialog*>("chosenFormatsDialog");
        QTRY_VERIFY(dialog && dialog->isVisible());
        for (const char* const words : {"twin:", "twin-left", "visits:", "no limiter"})
            QVERIFY2(says(dialog, words), words);
        const auto buttons = [dialog] {
            return dialog->findChildren<QPushButton*>("takeBack");
        };
        QCOMPARE(buttons().size(), 2);
        QCOMPARE(buttons().front()->accessibleName(), "Take back twin:");
        m->click(buttons().front());
        QTRY_COMPARE(buttons().size(), 1);
        QVERIFY(!says(dialog, "twin:"));
        QVERIFY(savedPrefixes().formats == (std::map<std::string, std::string>{{"visits:", "none"}}));
        QTRY_VERIFY(says(&keys, "fits as well") && !says(&keys, "chosen for keys"));
        m->click(buttons().front());
        QTRY_VERIFY(says(dialog, "You have chosen no format yet"));
        dialog->close();
        m->window->showPage(MainWindow::Page::Tokens);
        activateWindow();
        QTRY_VERIFY(areOneOfBoth());
        RATEWARDEN_STEP(openBlock({"b"}));
        QVERIFY(formats());
    }

    // Nothing that it says is in force, and so nothing is listed.
    void aRefusedFileIsNotOneThatSaysNothing()
    {
        QVERIFY(writeWhole(m_data->filePath("prefixes.json"), "{\n  \"twin:\": 7\n}"));
        const auto isRefused = [this] {
            const SharedFormats& loaded = m->window->session().formatFiles().loaded();
            return loaded && !loaded->refused.empty();
        };
        QTRY_VERIFY(isRefused());
        m->window->findChild<QAction*>("chosenFormats")->trigger();
        auto* const dialog = m->window->findChild<QDialog*>("chosenFormatsDialog");
        QTRY_VERIFY(dialog && dialog->isVisible());
        QVERIFY(says(dialog, "prefixes.json:2"));
        QVERIFY(!says(dialog, "stays in use") && !says(dialog, "You have chosen no format yet"));
        QVERIFY(writeWhole(m_data->filePath("prefixes.json"), R"({"twin:": "twin-left"})"));
        QTRY_VERIFY(says(dialog, "twin-left"));
        QVERIFY(!says(dialog, "prefixes.json:2"));
    }

    void aLongBeginningLeavesRoomForItsButton()
    {
        QVERIFY(
            writeWhole(m_data->filePath("prefixes.json"), R"({")" + QByteArray(300, 'x') + R"(:": "none"})"));
        m->window->findChild<QAction*>("chosenFormats")->trigger();
        auto* const dialog = m->window->findChild<QDialog*>("chosenFormatsDialog");
        QTRY_VERIFY(dialog && dialog->isVisible());
        QTRY_VERIFY(dialog->findChild<QPushButton*>("takeBack"));
        const QPushButton* const button = dialog->findChild<QPushButton*>("takeBack");
        QTRY_VERIFY(!button->visibleRegion().isEmpty());
        QTRY_COMPARE(button->visibleRegion().boundingRect(), button->rect());
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
