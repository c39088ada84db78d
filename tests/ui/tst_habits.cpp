// SPDX-License-Identifier: GPL-3.0-or-later
// What operators are used to from other programs: a window comes back as it was left, columns are chosen at
// their header, everything is found by the keyboard and under a menu.
#include "core/limiter/keyspace.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/ui/fake_secrets.h"
#include "tests/ui/window_test.h"
#include "ui/dialogs/keys_dialog.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/server_windows.h"
#include "ui/theme/theme.h"
#include "ui/theme/theme_switch.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/filter_keys.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/paint_bars.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/row_table.h"
#include "ui/window_header.h"
#include "ui/window_menus.h"

#include <QFile>
#include <QHeaderView>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSplitter>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTreeView>
#include <QWindow>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestHabits : public WindowTest {
    Q_OBJECT

private:
    /// The program with its settings, as often as it is started.
    struct Program {
        FakeSecrets keychain;
        ProfileStore store;
        QSettings settings{QSettings::IniFormat, QSettings::UserScope, "ratewarden", "ratewarden-habits"};
        ServerWindows windows{store, keychain, &settings};

        explicit Program(const QTemporaryDir& folder) : store(folder.filePath("profiles.json"))
        {
            windows.setTimes({{5s, 5s}, 20ms, 100ms});
        }
        MainWindow* open(const Endpoint& endpoint)
        {
            ServerProfile server;
            server.endpoint = endpoint;
            windows.open(server);
            MainWindow* const window = windows.windows().empty() ? nullptr : windows.windows().back();
            if (!window)
                return nullptr;
            window->activateWindow(); // a window manager would; the offscreen platform has none
            return QTest::qWaitForWindowActive(window, patienceMs) ? window : nullptr;
        }
    };
    QTemporaryDir m_folder;

    static QString settingsFile()
    {
        return QSettings(QSettings::IniFormat, QSettings::UserScope, "ratewarden", "ratewarden-habits")
            .fileName();
    }
    template <class Table = RowTable>
    static Table* tableOf(MainWindow* window, const char* name)
    {
        return window->findChild<Table*>(name);
    }
    static QPoint headerAt(const QTableView* table, int column)
    {
        const QHeaderView* const header = table->horizontalHeader();
        return {header->sectionViewportPosition(column) + header->sectionSize(column) / 2,
                header->height() / 2};
    }
    /// Chooses from a menu that has just popped up, by the keyboard's letters: its action of that text.
    static void chooseFrom(QMenu* menu, const QString& text)
    {
        for (QAction* const action : menu->actions())
            if (action->text().remove('&') == text) {
                chooseFromMenu(menu, action);
                return;
            }
        QFAIL(qPrintable("no \"" + text + "\" in the menu"));
    }
    /// The menu that a right click on a header opens.
    static QMenu* columnsMenu(RowTable* table)
    {
        QWidget* const area = table->horizontalHeader()->viewport();
        const QPoint at = headerAt(table, 0);
        QTest::mouseClick(area, Qt::RightButton, {}, at);
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, area->mapToGlobal(at));
        QApplication::sendEvent(area, &event); // which the platform makes of the click
        return table->findChild<QMenu*>("columns");
    }
    /// How many pixels of a widget look otherwise with the focus than without.
    static int differences(QWidget* widget)
    {
        widget->setFocus(Qt::TabFocusReason);
        const QImage with = widget->grab().toImage();
        widget->clearFocus();
        const QImage without = widget->grab().toImage();
        int count = 0;
        for (int y = 0; y < with.height(); ++y)
            for (int x = 0; x < with.width(); ++x)
                count += with.pixel(x, y) != without.pixel(x, y) ? 1 : 0;
        return count;
    }
    static void drag(QTableView* table, int column, int by)
    {
        QWidget* const area = table->horizontalHeader()->viewport();
        const QHeaderView* const header = table->horizontalHeader();
        const QPoint from(header->sectionViewportPosition(column) + header->sectionSize(column) - 1,
                          header->height() / 2);
        QTest::mousePress(area, Qt::LeftButton, {}, from);
        QTest::mouseMove(area, from + QPoint(by / 2, 0));
        QTest::mouseMove(area, from + QPoint(by, 0));
        QTest::mouseRelease(area, Qt::LeftButton, {}, from + QPoint(by, 0));
    }

private Q_SLOTS:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void init()
    {
        QFile::remove(settingsFile());
        m = std::make_unique<WindowFixture>();
    }
    void cleanup()
    {
        m.reset();
        themeSwitch().begin(ThemeChoice::Light);
    }

    void aWindowComesBackAsItWasLeft()
    {
        TestServer other;
        m->limiter.acquire("somebody@example.com");
        {
            Program program(m_folder);
            MainWindow* const window = program.open(m->server.endpoint());
            QVERIFY(window);
            window->resize(1280, 800);
            // By another column, at a click on its header; some filters; another interval; another page.
            QTest::keyClick(window, Qt::Key_2, Qt::AltModifier);
            auto* const tokens = tableOf(window, "tokens");
            QTest::mouseClick(tokens->horizontalHeader()->viewport(), Qt::LeftButton, {},
                              headerAt(tokens, TokenTableModel::Policy));
            QTest::keyClick(window, Qt::Key_F, Qt::ControlModifier);
            QTest::keyClicks(QApplication::focusWidget(), "somebody@");
            auto* const splitter = window->findChild<QSplitter*>("tokensSplitter");
            QWidget* const handle = splitter->handle(1);
            const QPoint grip = handle->rect().center();
            QTest::mousePress(handle, Qt::LeftButton, {}, grip);
            const QPoint to = grip + QPoint(-140, 0);
            QMouseEvent move(QEvent::MouseMove, to, handle->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                             {});
            QApplication::sendEvent(handle, &move);
            QTest::mouseRelease(handle, Qt::LeftButton, {}, to);
            QVERIFY2(splitter->sizes()[1] > splitter->sizes()[0], "the splitter was not moved");
            QTest::keyClick(window, Qt::Key_5, Qt::AltModifier);
            QTRY_VERIFY(tableOf(window, "blocks")->isVisible());
            auto* const blocks = tableOf(window, "blocks");
            QTest::mouseClick(blocks->horizontalHeader()->viewport(), Qt::LeftButton, {},
                              headerAt(blocks, ControlTableModel::Token));
            auto* const interval = window->findChild<QPushButton*>("interval");
            Q_EMIT interval->menu()->aboutToShow();
            for (QAction* const action : interval->menu()->actions())
                if (action->text() == "every 5 s" || action->text().contains("5 %"))
                    action->trigger();
            QTest::keyClick(window, Qt::Key_T, Qt::ControlModifier);
            QCOMPARE(currentScheme(), Scheme::Dark);
            QTest::keyClick(window, Qt::Key_W, Qt::ControlModifier);
            QTRY_VERIFY(program.windows.windows().empty());
        }
        applyTheme(*qApp, Scheme::Light);
        {
            Program program(m_folder);
            QCOMPARE(currentScheme(), Scheme::Dark);
            // Another server's window knows nothing of it, and the file tells only its user.
            MainWindow* const second = program.open(other.endpoint());
            QVERIFY(second);
            QCOMPARE(second->page(), MainWindow::Page::Overview);
            QCOMPARE(second->findChild<QLineEdit*>("filter")->text(), QString());
            QCOMPARE(second->session().interval(), 1000ms);

            MainWindow* const window = program.open(m->server.endpoint());
            QVERIFY(window && window != second);
            QCOMPARE(window->page(), MainWindow::Page::Blocks);
            QCOMPARE(window->findChild<QLineEdit*>("filter")->text(), QString("somebody@"));
            const QHeaderView* const tokens = tableOf(window, "tokens")->horizontalHeader();
            QCOMPARE(tokens->sortIndicatorSection(), int(TokenTableModel::Policy));
            const QHeaderView* const blocks = tableOf(window, "blocks")->horizontalHeader();
            QCOMPARE(blocks->sortIndicatorSection(), int(ControlTableModel::Token));
            // By name: another column in between does not change what tables are sorted by.
            const QByteArray text = readFile(settingsFile());
            QVERIFY2(text.contains("tokens\\sort=Policy\n") && text.contains("blocks\\sort=Token\n"), text);
            QVERIFY2(text.contains("\\page=blocks\n"), text);
            QCOMPARE(window->session().interval(), 5000ms);
            QCOMPARE(window->session().load().budget(), 0.05);
            QCOMPARE(window->findChild<QPushButton*>("interval")->text(), QString("every 5 s"));
            QTest::keyClick(window, Qt::Key_2, Qt::AltModifier);
            const QList<int> sizes = window->findChild<QSplitter*>("tokensSplitter")->sizes();
            QVERIFY2(sizes[1] > sizes[0], "the splitter stands where it usually does");
            // The row is there at once that the filter is about.
            QTRY_COMPARE(window->tokensPage().model().rowCount(), 1);
        }
        QFile file(settingsFile());
        QVERIFY(file.open(QFile::ReadOnly));
        const QByteArray kept = file.readAll();
        QVERIFY2(!kept.contains(m->server.endpoint().url().c_str()), kept.constData());
        QVERIFY2(!(file.permissions() & (QFile::ReadGroup | QFile::ReadOther)),
                 "others may read the filters");
    }

    // How one server's keys are cut says nothing of another's.
    void keysComeBackAsTheyWereCutAndOrdered()
    {
        TestServer other;
        const auto chosen = [](MainWindow* window, const char* button) {
            return window->findChild<QPushButton*>(button)->text();
        };
        {
            Program program(m_folder);
            MainWindow* const window = program.open(m->server.endpoint());
            QVERIFY(window);
            QTest::keyClick(window, Qt::Key_3, Qt::AltModifier);
            QCOMPARE(chosen(window, "keyOrder"), QString("by memory"));
            QCOMPARE(chosen(window, "keyDelimiter"), QString("auto"));
            for (const auto& [button, text] :
                 {std::pair("keyOrder", "by name"), std::pair("keyDelimiter", "Cut names at /")}) {
                auto* const menu = window->findChild<QPushButton*>(button)->menu();
                menu->popup({});
                chooseFrom(menu, text);
            }
            QCOMPARE(chosen(window, "keyOrder"), QString("by name"));
            window->close();
            QTRY_VERIFY(program.windows.windows().empty());
        }
        Program program(m_folder);
        MainWindow* const second = program.open(other.endpoint());
        QVERIFY(second);
        QCOMPARE(chosen(second, "keyOrder"), QString("by memory"));
        QCOMPARE(chosen(second, "keyDelimiter"), QString("auto"));
        m->connection.call({"SET", "a/1", "text"});
        m->connection.call({"SET", "a/2", "text"});
        MainWindow* const window = program.open(m->server.endpoint());
        QVERIFY(window);
        QCOMPARE(chosen(window, "keyOrder"), QString("by name"));
        QCOMPARE(chosen(window, "keyDelimiter"), QString("/"));
        for (const auto& [button, text] :
             {std::pair("keyOrder", "by name"), std::pair("keyDelimiter", "Cut names at /")})
            for (const QAction* const action : window->findChild<QPushButton*>(button)->menu()->actions())
                QCOMPARE(action->isChecked(), action->text() == text);
        // It is in force, not only said.
        QTRY_VERIFY(window->keysPage().tree().find("a/").isValid());
        QCOMPARE(window->session().keys().browser().view().order, KeyTree::Order::Name);
    }

    // Also of a policy that is gone by then: the page says so, and leads out of it.
    void thePolicyThatWasLookedAtComesBack()
    {
        TestServer other;
        {
            Program program(m_folder);
            MainWindow* const window = program.open(m->server.endpoint());
            QVERIFY(window);
            window->findChild<QLineEdit*>("filter")->setText("policy:\"api & more\"");
            window->close();
            QTRY_VERIFY(program.windows.windows().empty());
        }
        m->limiter.acquire("somebody");
        Program program(m_folder);
        MainWindow* const second = program.open(other.endpoint());
        QVERIFY(second && second->tokensPage().arrangement().filter.isEmpty());
        MainWindow* const window = program.open(m->server.endpoint());
        QVERIFY(window);
        QCOMPARE(window->findChild<QLineEdit*>("filter")->text(), QString("policy:\"api & more\""));
        QTest::keyClick(window, Qt::Key_2, Qt::AltModifier);
        const EmptyState& empty = tableOf(window, "tokens")->empty();
        QTRY_COMPARE(empty.text(), QString("No token matches the filter"));
        m->click(empty.findChild<QPushButton*>("emptyStep"));
        QTRY_COMPARE(window->tokensPage().model().rowCount(), 1);
        QVERIFY(window->tokensPage().arrangement().filter.isEmpty());
    }

    void whatIsDamagedIsNotThere()
    {
        {
            Program program(m_folder);
            MainWindow* const window = program.open(m->server.endpoint());
            QVERIFY(window);
            window->close();
            QTRY_VERIFY(program.windows.windows().empty());
        }
        QFile kept(settingsFile());
        QVERIFY(kept.open(QFile::ReadOnly));
        const QByteArray good = kept.readAll();
        kept.close();
        QVERIFY(good.contains("page=overview"));
        for (const char* const bad :
             {"-7", "999999999999999999999", "@Invalid()", "\xff\xfe", "@ByteArray(", "\"\""}) {
            QByteArray damaged;
            for (const QByteArray& line : good.split('\n')) {
                const auto at = line.indexOf('=');
                damaged += (at < 0 ? line : line.left(at + 1) + bad) + '\n';
            }
            damaged +=
                QByteArray("\n[columns]\ntokens=0 - Token, 9 9 Policy, 1 x y, 2, - 99999999 State, x\n");
            QFile file(settingsFile());
            QVERIFY(file.open(QFile::WriteOnly) && file.write(damaged) > 0);
            file.close();
            Program program(m_folder);
            MainWindow* const window = program.open(m->server.endpoint());
            QVERIFY(window);
            QCOMPARE(window->page(), MainWindow::Page::Overview);
            QCOMPARE(window->session().interval(), 1000ms);
            QCOMPARE(window->session().load().budget(), 0.01);
            window->showPage(MainWindow::Page::Tokens);
            const RowTable* const tokens = tableOf(window, "tokens");
            QVERIFY(!tokens->isColumnHidden(TokenTableModel::Token));
            QVERIFY(tokens->horizontalHeader()->sortIndicatorSection() < TokenTableModel::ColumnCount);
            const QList<int> sizes = window->findChild<QSplitter*>("tokensSplitter")->sizes();
            QVERIFY(sizes[0] > 200 && sizes[1] > 200);
        }
    }

    // Those of each page, with its server alone.
    void usedFiltersAreOfferedAfterARestart()
    {
        TestServer other;
        const auto filterOf = [](MainWindow* window, MainWindow::Page page) {
            return window->widgetOf(page)->findChild<FilterLine*>();
        };
        {
            Program program(m_folder);
            MainWindow* const window = program.open(m->server.endpoint());
            QVERIFY(window);
            for (const auto& [page, filter] : {std::pair(MainWindow::Page::Tokens, "limited"),
                                               std::pair(MainWindow::Page::Tokens, "near \"a, b\""),
                                               std::pair(MainWindow::Page::Blocks, "by:alice")}) {
                window->showPage(page);
                FilterLine* const line = filterOf(window, page);
                line->setText(filter);
                QTest::keyClick(line, Qt::Key_Return);
                line->clear();
            }
            window->close();
            QTRY_VERIFY(program.windows.windows().empty());
        }
        Program program(m_folder);
        MainWindow* const second = program.open(other.endpoint());
        QVERIFY(second);
        QCOMPARE(filterOf(second, MainWindow::Page::Tokens)->recent(), QStringList());
        MainWindow* const window = program.open(m->server.endpoint());
        QVERIFY(window && window != second);
        QCOMPARE(filterOf(window, MainWindow::Page::Tokens)->recent(),
                 (QStringList{"near \"a, b\"", "limited"}));
        QCOMPARE(filterOf(window, MainWindow::Page::Blocks)->recent(), QStringList{"by:alice"});
        QCOMPARE(filterOf(window, MainWindow::Page::Audit)->recent(), QStringList());
    }

    void theThemeFollowsTheSystemUntilOneIsChosen()
    {
        Scheme system = Scheme::Light;
        themeSwitch().setSystem([&system] { return system; });
        const auto asItWas = qScopeGuard([] { themeSwitch().setSystem(schemeOfDesktop); });
        showWindow();
        const auto systemTurns = [&](Scheme to) {
            system = to;
            QEvent event(QEvent::ThemeChange);
            QApplication::sendEvent(m->window->windowHandle(), &event); // as Qt does
        };
        themeSwitch().begin(ThemeChoice::System);
        systemTurns(Scheme::Dark);
        QCOMPARE(currentScheme(), Scheme::Dark);
        systemTurns(Scheme::Light);
        QCOMPARE(currentScheme(), Scheme::Light);
        QTest::keyClick(m->window.get(), Qt::Key_T, Qt::ControlModifier);
        QCOMPARE(currentScheme(), Scheme::Dark);
        systemTurns(Scheme::Dark);
        systemTurns(Scheme::Light);
        QCOMPARE(currentScheme(), Scheme::Dark);
    }

    void columnsAreChosenAtTheHeader()
    {
        {
            Program program(m_folder);
            MainWindow* const window = program.open(m->server.endpoint());
            QVERIFY(window);
            window->resize(1280, 800);
            QTest::keyClick(window, Qt::Key_2, Qt::AltModifier);
            RowTable* const table = tableOf(window, "tokens");
            QTRY_VERIFY(table->isVisible());
            QVERIFY(!table->isColumnHidden(TokenTableModel::Policy));
            QMenu* menu = columnsMenu(table);
            QVERIFY(menu && menu->isVisible());
            for (const QAction* const action : menu->actions())
                QVERIFY2(action->text() != "Token", "the first column can be hidden");
            chooseFrom(menu, "Policy");
            QVERIFY(table->isColumnHidden(TokenTableModel::Policy));
            QTRY_VERIFY(!table->findChild<QMenu*>("columns"));
            // One that is usually too much for this width; it stays whatever the width.
            QVERIFY(table->isColumnHidden(TokenTableModel::Allowed));
            chooseFrom(columnsMenu(table), "Allowed/s");
            QVERIFY(!table->isColumnHidden(TokenTableModel::Allowed));
            window->resize(1100, 800);
            QVERIFY(!table->isColumnHidden(TokenTableModel::Allowed));
            const int before = table->columnWidth(TokenTableModel::Denied);
            drag(table, TokenTableModel::Denied, 40);
            QCOMPARE(table->columnWidth(TokenTableModel::Denied), before + 40);
            window->close();
            QTRY_VERIFY(program.windows.windows().empty());
        }
        Program program(m_folder);
        MainWindow* const window = program.open(m->server.endpoint());
        QVERIFY(window);
        QTest::keyClick(window, Qt::Key_2, Qt::AltModifier);
        RowTable* const table = tableOf(window, "tokens");
        QVERIFY(table->isColumnHidden(TokenTableModel::Policy));
        QVERIFY(!table->isColumnHidden(TokenTableModel::Allowed));
        const int wide = table->columnWidth(TokenTableModel::Denied);
        QTRY_VERIFY(!table->findChild<QMenu*>("columns"));
        chooseFrom(columnsMenu(table), "Reset columns");
        QVERIFY(!table->isColumnHidden(TokenTableModel::Policy));
        QCOMPARE(table->columnWidth(TokenTableModel::Denied), wide - 40);
    }

    void thePaletteFindsAndOpensButNeverActs()
    {
        showAbuser();
        MainWindow* const window = m->window.get();
        m->clickRow("good");
        QTRY_VERIFY(m->button("block")->isEnabled());
        const QWidget* const before = QApplication::focusWidget();
        const auto field = [window] {
            return window->findChild<QLineEdit*>("paletteField");
        };
        const auto start = [&](const QString& words) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_K, Qt::ControlModifier);
            QVERIFY(field()->hasFocus());
            QTest::keyClicks(field(), words);
        };
        const auto row = [&](int place) {
            const auto* const list = window->findChild<QListWidget*>("paletteList");
            return place < list->count() ? list->item(place)->text() : QString();
        };
        // Esc gives back the focus, and what is typed reaches nothing behind.
        start("block");
        QTest::keyClick(field(), Qt::Key_B, Qt::ControlModifier);
        QTest::keyClick(field(), Qt::Key_Escape);
        QVERIFY(!field()->isVisible() && !m->dialog());
        QCOMPARE(QApplication::focusWidget(), before);

        // An action opens its dialog, filled with what is selected.
        start("action block");
        QTest::keyClick(field(), Qt::Key_Return);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        typeReason(m->dialog(), "scrapes");
        const QString preview = m->dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY_TEXT(preview, contains("rw:{good}:control"));
        QVERIFY(!findBlock(m->connection, "good"));
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
        waitUntilDialogIsClosed();

        // A token that is listed, and a policy, and a page.
        start("abus");
        QCOMPARE(row(0), QString("abuser"));
        QTest::keyClick(field(), Qt::Key_Return);
        QTRY_VERIFY(m->page().details().chosen() == m->key("abuser"));
        start("policy api");
        QCOMPARE(row(0), QString("api"));
        QTest::keyClick(field(), Qt::Key_Return);
        QCOMPARE(window->page(), MainWindow::Page::Policies);
        start("page blocks");
        QTest::keyClick(field(), Qt::Key_Return);
        QCOMPARE(window->page(), MainWindow::Page::Blocks);
    }

    void thePaletteLooksUpWhatIsNotListed()
    {
        showAbuser();
        MainWindow* const window = m->window.get();
        window->session().setPaused(true); // nothing is read by itself
        m->limiter.acquire("late&<b>comer");
        m->connection.call({"SET", "somebody:else", "1"});
        auto* const list = window->findChild<QListWidget*>("paletteList");
        const auto look = [&](const QString& typed) {
            QTest::keyClick(window, Qt::Key_K, Qt::ControlModifier);
            QTest::keyClicks(window->findChild<QLineEdit*>("paletteField"), typed);
            QTRY_VERIFY(list->count() > 0 && !list->item(0)->text().startsWith("Looking"));
        };
        look("late&<b>comer");
        QCOMPARE(list->item(0)->text(), QString("late&<b>comer"));
        QTest::keyClick(window->findChild<QLineEdit*>("paletteField"), Qt::Key_Return);
        QTRY_VERIFY(m->page().details().chosen() == m->key("late&<b>comer"));
        look("nobody");
        QVERIFY_TEXT(list->item(0)->text(), contains("is not in Redis"));
        QTest::keyClick(window->findChild<QLineEdit*>("paletteField"), Qt::Key_Escape);
        look("somebody:else");
        QCOMPARE(list->item(0)->text(), QString("somebody:else"));
        QTest::keyClick(window->findChild<QLineEdit*>("paletteField"), Qt::Key_Return);
        QCOMPARE(window->page(), MainWindow::Page::Keys);
    }

    void theMenusHoldWhatThePageCanDo()
    {
        showAbuser();
        MainWindow* const window = m->window.get();
        const auto titles = [window] {
            QStringList texts;
            for (const QAction* const menu : window->menuBar()->actions())
                if (menu->isVisible())
                    texts << menu->text().remove('&');
            return texts;
        };
        const auto menu = [window](int place) {
            return window->menuBar()->actions().at(place)->menu();
        };
        QCOMPARE(titles(), QStringList({"Server", "Edit", "View", "Token", "Go", "Help"}));
        // By the mouse: the action that the button has.
        m->clickRow("abuser");
        QTRY_VERIFY(m->button("block")->isEnabled());
        QTest::mouseClick(window->menuBar(), Qt::LeftButton, {},
                          window->menuBar()->actionGeometry(menu(3)->menuAction()).center());
        QTRY_VERIFY(menu(3)->isVisible());
        chooseFrom(menu(3), "Block…");
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
        waitUntilDialogIsClosed();
        // Each page has its own; no key is claimed twice.
        for (int page = 0; page < 10; ++page) {
            m->turnTo(MainWindow::Page(page));
            QCOMPARE(int(window->page()), page);
            QStringList keys;
            for (const auto& entry : window->menus().entries())
                for (const QKeySequence& key : entry.action->shortcuts())
                    if (entry.action->isVisible())
                        keys << key.toString();
            QStringList once = keys;
            once.removeDuplicates();
            QCOMPARE(keys, once);
        }
        QCOMPARE(titles().at(3), QString("Change"));
        // F1 and ? tell the keys of the page.
        m->turnTo(MainWindow::Page::Tokens);
        QTest::keyClick(window, Qt::Key_F1);
        QTRY_VERIFY(window->findChild<KeysDialog*>());
        QVERIFY(window->findChild<KeysDialog*>()->lines().contains("Ctrl+B Block…"));
        QTest::keyClick(window->findChild<KeysDialog*>(), Qt::Key_Escape);
        QTRY_VERIFY(!window->findChild<KeysDialog*>());
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window, patienceMs));
        m->turnTo(MainWindow::Page::Policies);
        QTest::keyClick(window, Qt::Key_Question);
        QTRY_VERIFY(window->findChild<KeysDialog*>());
        const QStringList lines = window->findChild<KeysDialog*>()->lines();
        QVERIFY2(lines.contains("Ctrl+N New policy…"), qPrintable(lines.join('\n')));
        QVERIFY(!lines.contains("Ctrl+B Block…"));
    }

    void theFilterLeadsIntoItsList()
    {
        showAbuser();
        MainWindow* const window = m->window.get();
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Return}) {
            QTest::keyClick(window, Qt::Key_F, Qt::ControlModifier);
            QTest::keyClicks(QApplication::focusWidget(), "good");
            QTRY_COMPARE(m->page().model().rowCount(), 1);
            QTest::keyClick(QApplication::focusWidget(), key);
            QVERIFY(m->table()->hasFocus());
            QTRY_VERIFY(m->page().details().chosen() == m->key("good"));
            window->findChild<QLineEdit*>("filter")->clear();
            QTRY_COMPARE(m->page().model().rowCount(), 2);
        }
        // The row that has the focus looks otherwise than one that is only selected.
        const QImage with = m->table()->viewport()->grab().toImage();
        window->findChild<QWidget*>("filter")->setFocus();
        window->session().setPaused(true);
        const int y = m->table()->rowViewportPosition(m->table()->currentIndex().row());
        const auto edge = [&](const QImage& image) {
            return image.pixelColor(image.width() / 2, y);
        };
        QCOMPARE(edge(with), colors().accent);
        QVERIFY(edge(m->table()->viewport()->grab().toImage()) != colors().accent);
    }

    void ctrlFFindsSomethingOnEveryPage()
    {
        showAbuser();
        MainWindow* const window = m->window.get();
        auto* const palette = window->findChild<QLineEdit*>("paletteField");
        QVERIFY(palette);
        using Page = MainWindow::Page;
        for (const Page page : {Page::Overview, Page::Tokens, Page::Keys, Page::Policies, Page::Blocks,
                                Page::Overrides, Page::Compare, Page::Lab, Page::Watch, Page::Audit}) {
            m->turnTo(page);
            QTest::keyClick(window, Qt::Key_F, Qt::ControlModifier);
            const QLineEdit* const filter = filterIn(window->widgetOf(page));
            const bool filters = page == Page::Tokens || page == Page::Keys || page == Page::Blocks ||
                                 page == Page::Overrides || page == Page::Audit;
            QCOMPARE(filter != nullptr, filters);
            if (filters) {
                QVERIFY(filter->hasFocus());
                continue;
            }
            QTRY_VERIFY(palette->hasFocus());
            QTest::keyClick(palette, Qt::Key_Escape);
            QTRY_VERIFY(!palette->isVisible());
        }
    }

    // The rows of many are ranked in a thread: whoever is fast enters the list before they are.
    void theFilterLeadsIntoItsListOfMany()
    {
        for (int i = 0; i < 3200; ++i)
            m->limiter.acquire("user:" + std::to_string(i));
        showAbuser();
        QTRY_COMPARE(m->page().model().tokenCount(), 3202);
        QTRY_VERIFY(!m->page().model().ranking());
        m->clickRow("abuser");
        QTRY_VERIFY(m->page().details().chosen() == m->key("abuser"));
        QTest::keyClick(m->window.get(), Qt::Key_F, Qt::ControlModifier);
        QTest::keyClicks(QApplication::focusWidget(), "user:3199");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QVERIFY(m->table()->hasFocus());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        typeReason(m->dialog(), "scrapes");
        const QString preview = m->dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY_TEXT(preview, contains("rw:{user:3199}:control"));
    }

    void theKeysOfEachPage()
    {
        showAbuser();
        const auto linesOf = [this](MainWindow::Page page) {
            m->turnTo(page);
            QTest::keyClick(m->window.get(), Qt::Key_F1);
            auto* const keys = m->window->findChild<KeysDialog*>();
            const QStringList lines = keys ? keys->lines() : QStringList();
            delete keys;
            m->window->activateWindow();
            return QTest::qWaitForWindowActive(m->window.get(), patienceMs) ? lines : QStringList();
        };
        const QStringList overview = linesOf(MainWindow::Page::Overview);
        QVERIFY2(overview.contains("Home, End The first, the last"), qPrintable(overview.join('\n')));
        for (const char* const line : {"Return Mark these ten seconds", "T The numbers as a table"})
            QVERIFY2(overview.contains(line), line);
        // Wherever there is a chart with a time axis, the same hands.
        for (const auto page : {MainWindow::Page::Overview, MainWindow::Page::Tokens,
                                MainWindow::Page::Compare, MainWindow::Page::Lab, MainWindow::Page::Watch}) {
            const QStringList lines = linesOf(page);
            for (const char* const keys :
                 {"Tab ", "W  S ", "A  D ", "←  → ", ",  . ", "Shift+←  → ", "F ", "M "})
                QVERIFY2(std::ranges::any_of(lines, [&](const QString& one) { return one.startsWith(keys); }),
                         keys);
        }
        const QStringList tokens = linesOf(MainWindow::Page::Tokens);
        QVERIFY(tokens.filter(QRegularExpression("^Return ")).isEmpty());
        QVERIFY(!tokens.filter("filter:…, Return Name the words").isEmpty());
        QVERIFY(!overview.filter("the wheel, with Ctrl if the page scrolls").isEmpty());
        // On Keys only a limiter's key has one.
        m->connection.call({"SET", "plain", "text"});
        m->turnTo(MainWindow::Page::Keys);
        KeysPage& keys = m->window->keysPage();
        keys.showKey("plain");
        QTRY_VERIFY(keys.details().detail() && keys.details().detail()->facts.exists);
        QVERIFY(!linesOf(MainWindow::Page::Keys).filter("Backspace").isEmpty());
        QVERIFY(linesOf(MainWindow::Page::Keys).filter("W  S ").isEmpty());
        keys.showKey("rw:{abuser}:api:zlog");
        QTRY_VERIFY(keys.hasCharts());
        QVERIFY(!linesOf(MainWindow::Page::Keys).filter("W  S ").isEmpty());
        const QStringList lab = linesOf(MainWindow::Page::Lab);
        for (const char* const keys :
             {"Esc ", "W  S ", "A  D ", "Alt+←  → ", "Page Up, Page Down ", "Backspace"})
            QVERIFY2(!lab.filter(keys).isEmpty(), keys);
        const QStringList watch = linesOf(MainWindow::Page::Watch);
        QVERIFY2(watch.contains("↑  ↓ Move the bound of the alert"), qPrintable(watch.join('\n')));
        QVERIFY(watch.filter(QRegularExpression("^T ")).isEmpty()); // an alert has no table
        QVERIFY(linesOf(MainWindow::Page::Policies).contains("Return Edit the policy"));
        QVERIFY(linesOf(MainWindow::Page::Audit).filter(QRegularExpression("^Return ")).isEmpty());
        for (const QString& line : overview + tokens)
            QVERIFY2(!line.contains("header"), qPrintable(line));
        // Return on a policy.
        m->turnTo(MainWindow::Page::Policies);
        QTRY_VERIFY(m->window->policiesPage().choose("api"));
        QTRY_VERIFY(m->button("editPolicy")->isEnabled());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(m->window->policiesPage().dialog());
        delete m->window->policiesPage().dialog();
    }

    void theKeysScrollOnlyInALowWindow()
    {
        showAbuser();
        const auto scrolls = [this](int height) {
            m->window->resize(1280, height);
            QTest::keyClick(m->window.get(), Qt::Key_F1);
            const std::unique_ptr<KeysDialog> keys(m->window->findChild<KeysDialog*>());
            if (!keys || !QTest::qWaitForWindowExposed(keys.get(), patienceMs))
                qFatal("the keys are not shown");
            QCoreApplication::processEvents(); // it is laid out
            const bool fits = keys->height() <= m->window->height() && keys->width() <= m->window->width();
            return fits ? std::optional(keys->findChild<QScrollArea*>()->verticalScrollBar()->maximum() > 0)
                        : std::nullopt;
        };
        for (const auto page : {MainWindow::Page::Overview, MainWindow::Page::Tokens, MainWindow::Page::Keys,
                                MainWindow::Page::Lab, MainWindow::Page::Watch}) {
            m->turnTo(page);
            QCOMPARE(scrolls(3000), std::optional(false));
            m->window->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(m->window.get(), patienceMs));
        }
        QCOMPARE(scrolls(480), std::optional(true));
    }

    void columnsAreChosenByTheKeyboard()
    {
        showAbuser();
        RowTable* const table = tableOf(m->window.get(), "tokens");
        auto* const choose = m->window->findChild<QAction*>("chooseColumns");
        QVERIFY(choose && choose->isEnabled());
        table->setFocus();
        choose->trigger();
        QMenu* const menu = table->findChild<QMenu*>("columns");
        QVERIFY(menu && menu->isVisible());
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        QVERIFY(table->isColumnHidden(TokenTableModel::Policy));
        m->turnTo(MainWindow::Page::Compare);
        QVERIFY(!choose->isEnabled());
    }

    void aHeadingThatGrowsIsNotCut()
    {
        QStandardItemModel model(1, 2);
        model.setHorizontalHeaderLabels({"Token", "Peak"});
        RowTable table(10);
        table.setModel(&model);
        table.setColumns({{0}, {40}});
        const QString longer = "Peak in any 15 min";
        model.setHeaderData(1, Qt::Horizontal, longer);
        QVERIFY(table.columnWidth(1) > table.fontMetrics().horizontalAdvance(longer));
    }

    // Before the table is laid out again there is no row where it was scrolled to.
    void onlyWhatFitsIsInSight()
    {
        QStandardItemModel model(5000, 1);
        RowTable table(10);
        table.resize(300, 400);
        table.setModel(&model);
        table.show();
        table.scrollToBottom();
        const auto inSight = [&table] {
            const auto [first, last] = table.visibleRows();
            return last - first + 1;
        };
        const int before = inSight();
        QCOMPARE(table.visibleRows().second, 4999);
        model.removeRows(1000, 4000);
        QVERIFY2(inSight() <= before + 1, qPrintable(QString::number(inSight())));
        QTRY_COMPARE(table.visibleRows().second, 999);
        QCOMPARE(inSight(), before);
        model.setRowCount(0);
        QCOMPARE(table.visibleRows(), std::pair(0, -1));
    }

    // By their names: what is chosen of one that is not there yet, or any more, waits for it.
    void columnsAreKeptByName()
    {
        QStandardItemModel model(1, 3);
        const QString hostile = "50 % & more: " + QString(100, 'w');
        model.setHorizontalHeaderLabels({"Time", "Allowed", hostile});
        RowTable table(10);
        table.resize(900, 300);
        table.setModel(&model);
        table.setColumnChoices({"0 - " + hostile, "- 150 Allowed", "1 - gone", "nonsense"});
        table.setColumns({{0}, {80}, {90}});
        table.show();
        QVERIFY(table.isColumnHidden(2));
        QCOMPARE(table.columnWidth(1), 150);
        // One that comes in between takes nobody's.
        model.insertColumn(1);
        model.setHorizontalHeaderLabels({"Time", "New", "Allowed", hostile});
        table.setColumns({{0}, {80}, {80}, {90}});
        QVERIFY(!table.isColumnHidden(1) && !table.isColumnHidden(2) && table.isColumnHidden(3));
        QCOMPARE(table.columnWidth(2), 150);
        QVERIFY(table.columnWidth(1) < 150);
        QCOMPARE(table.columnChoices(), (QStringList{"- 150 Allowed", "0 - " + hostile, "1 - gone"}));
        // A long name does not make the column as wide, and marks no key in the menu.
        QMenu* const menu = columnsMenu(&table);
        QVERIFY(menu);
        for (const QAction* const action : menu->actions())
            if (action->text().startsWith("50"))
                QVERIFY2(action->text().contains("&&") && action->text().size() < 60,
                         qPrintable(action->text()));
        menu->close();
        table.setColumnChoices({});
        QVERIFY2(table.columnWidth(3) <= 300, qPrintable(QString::number(table.columnWidth(3))));
        // Those of our models by the names in the sources, whatever their headings say.
        RowTable* const tokens = tableOf(m->window.get(), "tokens");
        tokens->setColumnChoices({"0 - Expires"});
        QVERIFY(tokens->isColumnHidden(TokenTableModel::Expires));
        QCOMPARE(tokens->columnChoices(), QStringList{"0 - Expires"});
    }

    void numbersOfTheHeaderAreOfTheLanguage()
    {
        const QLocale before;
        const auto restore = qScopeGuard([before] { QLocale::setDefault(before); });
        QLocale::setDefault(QLocale::German);
        m->window->session().setInterval(500ms);
        QCOMPARE(m->button("interval")->text(), QString("every 0,5 s"));
        const MainWindow window({m->server.endpoint(), "test", "", {}}); // whose menu is made now
        QStringList budgets;
        for (const QAction* const action : window.findChild<QPushButton*>("interval")->menu()->actions())
            budgets << action->text();
        QVERIFY2(budgets.contains("at most 0,2 % of a core of the server"), qPrintable(budgets.join('\n')));
    }

    // Also while nothing is read, so that nothing says them anew.
    void sentencesTakeTheThemesColour()
    {
        showAbuser();
        const auto isInked = [this](const char* sentence, Freshness freshness) {
            const auto edge = [](Pill& pill) {
                const QImage image = pill.grab().toImage();
                return image.pixelColor(image.width() / 2, 0);
            };
            Pill wanted(Pill::Shape::Sentence);
            wanted.set("limited", agedColor(statusColor(TokenStatus::Limited), freshness));
            return edge(*m->window->findChild<Pill*>(sentence)) == edge(wanted);
        };
        m->clickRow("abuser");
        QTRY_VERIFY(isInked("sentence", Freshness::Live));
        m->window->session().setPaused(true);
        QTRY_VERIFY(isInked("sentence", Freshness::Paused));
        applyTheme(*qApp, Scheme::Dark);
        QTRY_VERIFY(isInked("sentence", Freshness::Paused));

        m->window->session().setPaused(false);
        m->turnTo(MainWindow::Page::Keys);
        m->window->keysPage().showKey(
            stateKey(RedisToken("abuser"), "api", algorithmNamed(m->policy.algorithm)));
        QTRY_VERIFY(isInked("keySentence", Freshness::Live));
        m->window->session().setPaused(true);
        QTRY_VERIFY(isInked("keySentence", Freshness::Paused));
        applyTheme(*qApp, Scheme::Light);
        QTRY_VERIFY(isInked("keySentence", Freshness::Paused));
    }

    // What columns are called by one server's policies is none of another's business, nor of the file's.
    void columnsOfPoliciesAreNotKept()
    {
        Policy policy{"of-this-server", "sliding-log", parseRules("5/min")};
        policy.counters = true;
        announcePolicy(m->connection, policy);
        RedisRateLimiter(m->connection, policy).acquire("somebody");
        {
            Program program(m_folder);
            program.settings.setValue("columns/flowTable", QStringList{"1 120 of-this-server"}); // as once
            MainWindow* const window = program.open(m->server.endpoint());
            QVERIFY(window);
            RowTable* const table = tableOf(window, "flowTable");
            QTRY_COMPARE(table->model()->columnCount(), 4);
            m->click(window->findChild<QWidget*>("flowAsTable"));
            QMenu* const menu = columnsMenu(table);
            QVERIFY(menu);
            chooseFrom(menu, "of-this-server");
            QVERIFY(table->isColumnHidden(3));
            window->close();
            QTRY_VERIFY(program.windows.windows().empty());
        }
        const QByteArray kept = readFile(settingsFile());
        QVERIFY(kept.contains("page=overview"));
        QVERIFY2(!kept.contains("of-this-server"), kept.constData());
    }

    void theTreeOfKeysShowsWhereTheFocusIs()
    {
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
            applyTheme(*qApp, scheme);
            showAbuser();
            m->turnTo(MainWindow::Page::Keys);
            auto* const tree = m->window->findChild<QTreeView*>("keyTree");
            QTRY_VERIFY(tree->currentIndex().isValid());
            tree->setFocus();
            const auto edge = [&] {
                const QRect row = tree->visualRect(tree->currentIndex().siblingAtColumn(0));
                const QImage image = tree->viewport()->grab().toImage();
                return image.pixelColor(image.width() - 40, row.top());
            };
            QCOMPARE(edge(), colors().accent);
            m->window->findChild<QPushButton*>("keyOrder")->setFocus();
            QVERIFY(edge() != colors().accent);
        }
    }

    // Of each widget that the keys reach, on each page: it looks otherwise when it has the focus.
    void theFocusIsSeenEverywhere()
    {
        QApplication::setCursorFlashTime(0);
        showAbuser();
        QTRY_VERIFY(m->page().details().reading());
        QTest::keyClick(m->table(), Qt::Key_Return, Qt::ControlModifier); // one to compare
        m->window->labPage().desk().openExample(0);
        QTRY_VERIFY(m->window->labPage().traffic() && m->window->labPage().isIdle());
        QStringList unseen;
        int looked = 0;
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
            applyTheme(*qApp, scheme);
            m->window->session().setPaused(true);                // what moves by itself looks otherwise, too
            m->window->setAttribute(Qt::WA_KeyboardFocusChange); // as after the first Tab
            for (int page = 0; page < 10; ++page) {
                m->turnTo(MainWindow::Page(page));
                if (page == int(MainWindow::Page::Keys))
                    QTRY_VERIFY(m->window->session().keys().browser().state() == KeyBrowser::State::Complete);
                for (auto* const widget : m->window->findChildren<QWidget*>()) {
                    if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible() ||
                        !widget->isEnabled() || widget->focusProxy() || widget->visibleRegion().isEmpty() ||
                        qobject_cast<const QHeaderView*>(widget) ||
                        qobject_cast<const QScrollArea*>(widget) || qobject_cast<const QMenuBar*>(widget))
                        continue;
                    ++looked;
                    if (differences(widget) < 20)
                        unseen << QStringLiteral("page %1: %2 \"%3\" %4")
                                      .arg(QString::number(page), widget->metaObject()->className(),
                                           widget->objectName(), widget->accessibleName());
                }
            }
        }
        QVERIFY(looked > 200);
        unseen.removeDuplicates();
        QVERIFY2(unseen.isEmpty(), qPrintable(unseen.join('\n')));
    }

    void whatCanHaveTheFocusHasAName()
    {
        showAbuser();
        QStringList nameless;
        for (int page = 0; page < 10; ++page) {
            m->turnTo(MainWindow::Page(page));
            for (const QWidget* const widget : m->window->findChildren<QWidget*>()) {
                if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() || widget->focusProxy())
                    continue;
                const QVariant text = widget->property("text");
                const bool named =
                    !widget->accessibleName().isEmpty() ||
                    (qobject_cast<const QAbstractButton*>(widget) && !text.toString().isEmpty());
                // A header is part of its table, and what only scrolls is no place of its own.
                if (named || qobject_cast<const QHeaderView*>(widget) ||
                    qobject_cast<const QScrollArea*>(widget) ||
                    qobject_cast<const QSplitterHandle*>(widget) || qobject_cast<const QMenuBar*>(widget))
                    continue;
                nameless << QStringLiteral("page %1: %2 \"%3\" in %4")
                                .arg(QString::number(page), widget->metaObject()->className(),
                                     widget->objectName(), widget->parentWidget()->metaObject()->className());
            }
        }
        // With the number, where there is one.
        m->window->findChild<WindowHeader*>()->setFindings(3, FindingSeverity::Warning);
        QCOMPARE(m->button("showFindings")->accessibleName(), QString("3 findings"));
        nameless.removeDuplicates();
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join('\n')));
    }
};

RATEWARDEN_SUITE(TestHabits)
#include "tst_habits.moc"
