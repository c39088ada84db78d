// SPDX-License-Identifier: GPL-3.0-or-later
// The operator's own commands for a token: their file, and that they run as they were shown.
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/ui/contrast.h"
#include "tests/ui/window_test.h"
#include "ui/dialogs/keys_dialog.h"
#include "ui/dialogs/plugin_dialog.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/tokens/plugin_file.h"
#include "ui/widgets/filter_line.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <map>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestTokenPlugins : public WindowTest {
    Q_OBJECT

    QTemporaryDir m_config;
    QByteArray m_configBefore;

    QString path() { return m_config.filePath("ratewarden/plugins.json"); }
    void write(const QByteArray& content)
    {
        QVERIFY(QDir(m_config.path()).mkpath("ratewarden"));
        QVERIFY(writeInto(path(), content));
    }
    QAction* plugin(const QString& name)
    {
        for (QAction* const action : m->page().findChildren<QAction*>("plugin"))
            if (action->text() == name)
                return action;
        return nullptr;
    }
    PluginDialog* dialog() { return m->window->findChild<PluginDialog*>(); }
    /// With a token of that name, selected, which has used up its limit.
    void openWindow(const std::string& token)
    {
        m = std::make_unique<WindowFixture>(WindowFixture::patient, "sliding-log-zset", "3/h + 100/day");
        for (int i = 0; i < 4; ++i)
            m->limiter.acquire(token);
        showWindow();
        QTRY_COMPARE(m->page().model().rowCount(), 1);
        m->clickRow(token);
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_configBefore = qgetenv("XDG_CONFIG_HOME");
        qputenv("XDG_CONFIG_HOME", m_config.path().toLocal8Bit());
    }
    void cleanupTestCase() { qputenv("XDG_CONFIG_HOME", m_configBefore); }
    void init() {} // the window reads what is there before it
    void cleanup()
    {
        m.reset();
        QFile::remove(path());
    }

    void theFile_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("problem");
        const auto add = [](const char* content, const char* problem) {
            QTest::newRow(problem) << QByteArray(content) << QString(problem);
        };
        const auto addOne = [&](const char* entry, const char* problem) {
            add(QByteArray("{\"plugins\": [" + QByteArray(entry) + "]}").constData(), problem);
        };
        add("{", "at byte");
        add("[]", "it has no list of plugins");
        addOne(R"({"command": ["true"]})", "number 1: it has no \"name\"");
        addOne(R"({"name": "a", "command": "true"})", "\"command\" must be a list of strings");
        addOne(R"({"name": "a", "command": ["true", 7]})", "\"command\" must be a list of strings");
        addOne(R"({"name": "b", "command": [""]})", "\"command\" must be a list of strings");
        addOne(R"({"name": "a", "key": "Strg+Q", "command": ["true"]})", "\"Strg+Q\" is no key");
        addOne(R"({"name": "a", "command": ["echo", "{tokn}"]})",
               "{tokn} is not known; there are token, policy");
        addOne(R"({"name": "a", "command": ["{token}"]})", "must not depend on the row");
        addOne(R"({"name": "a", "command": ["sh", "-c", "whois {token}"]})",
               "number 1: sh would run what {token} says: write \"$1\"");
        addOne(R"({"name": "a", "shell": true, "command": ["true"]})", "\"shell\" is not known");
    }
    void theFile()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, problem);
        write(content);
        const PluginFile read = readPlugins(path());
        QVERIFY_TEXT(read.problem, contains(problem));
        QVERIFY(read.plugins.empty());
    }

    // Whatever stands in a token is an argument, and no source.
    void fieldsAreNoSource_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("problem");
        const auto refused = [](const QStringList& command, const char* problem) {
            QTest::newRow(qPrintable(command.join(' '))) << command << QString(problem);
        };
        const auto taken = [&](const QStringList& command) {
            refused(command, "");
        };
        const char* const shell =
            "sh would run what {token} says: write \"$1\" in its place, and add \"sh\", "
            "\"{token}\" behind that argument";
        refused({"sh", "-c", "whois {token}"}, shell);
        refused({"/bin/sh", "-ec", "whois {token}", "sh", "x"}, shell);
        refused({"bash", "-o", "pipefail", "-c", "-x", "whois {policy}"},
                "bash would run what {policy} says");
        refused({"env", "-i", "LANG=C", "sh", "-c", "whois {token}"}, shell);
        refused({"env", "-S", "whois {token}"},
                "env would run what {token} says: add {token} as an argument");
        refused({"docker", "exec", "x", "sh", "-c", "whois {token}"}, shell);
        refused({"python3.11", "-Ic", "print('{token}')"}, "python would run what {token} says");
        refused({"perl", "-e", "1;", "-e", "print '{token}'"}, "perl would run what {token} says");
        refused({"perl", "-eprint('{token}')"}, "perl would run what {token} says");
        refused({"node", "--eval=f('{token}')"}, "node would run what {token} says");
        refused({"su", "ops", "-c", "whois {token}"}, "su would run what {token} says");
        refused({"ssh", "host", "whois", "--", "{token}"}, "ssh hands its arguments to a shell");
        refused({"timeout", "5", "ssh", "host", "whois {token}"}, "ssh hands its arguments to a shell");
        refused({"sh", "{token}"}, "which program runs must not depend on the row");
        taken({"sh", "-c", "whois -- \"$1\"", "sh", "{token}"});
        taken({"env", "TOKEN={token}", "sh", "-c", "whois -- \"$TOKEN\""});
        taken({"sh", "whois.sh", "-c", "{token}"});
        taken({"python3", "-c", "import sys; print(sys.argv[1])", "{token}"});
        taken({"perl", "-e", "print shift", "{token}"});
        taken({"ratewarden-ctl", "watch", "--filter", "{token}"});
        taken({"grep", "bash", "{token}"});
    }
    void fieldsAreNoSource()
    {
        QFETCH(QStringList, command);
        QFETCH(QString, problem);
        const QJsonObject plugin{{"name", "Who"}, {"command", QJsonArray::fromStringList(command)}};
        write(QJsonDocument(QJsonObject{{"plugins", QJsonArray{plugin}}}).toJson());
        const PluginFile read = readPlugins(path());
        QVERIFY_TEXT(read.problem, contains(problem));
        QCOMPARE(read.problem.isEmpty(), problem.isEmpty());
        QCOMPARE(read.plugins.empty(), !problem.isEmpty());
    }

    void oneThatIsWrongLeavesTheOthers()
    {
        QVERIFY(readPlugins(path()).problem.isEmpty()); // there is no file
        write(
            R"({"plugins": [{"name": "a"}, {"name": "b", "key": "Ctrl+Alt+G", "command": ["echo", "{token}"]}]})");
        const PluginFile read = readPlugins(path());
        QVERIFY(read.problem.contains("number 1: \"command\" must"));
        QCOMPARE(read.plugins.size(), std::size_t(1));
        QCOMPARE(read.plugins[0].key, QKeySequence("Ctrl+Alt+G"));
    }

    void valuesAreNothingButText()
    {
        const QMap<QString, QString> values{{"token", "{policy} $(id) \"; rm"}, {"policy", "api"}};
        QCOMPARE(filledIn({"echo", "{token}", "u={token}&p={policy}", "{}", "{"}, values),
                 (QStringList{"echo", "{policy} $(id) \"; rm", "u={policy} $(id) \"; rm&p=api", "", "{"}));
    }

    void isShownFirstAndThenRuns()
    {
        write(R"({"plugins": [{"name": "Who", "key": "Ctrl+Alt+G",
                               "command": ["printf", "%s|%s|%s|", "{token}", "{policy}", "{format}"]}]})");
        const std::string token = "user:$(id) `x` {policy} \\ ;";
        openWindow(token);
        QSignalSpy done(&m->page(), &TokensPage::done);
        QTest::keyClick(m->window.get(), Qt::Key_G, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(dialog() && dialog()->isVisible());
        const QString shownCommand = dialog()->findChild<QPlainTextEdit*>("pluginCommand")->toPlainText();
        QVERIFY_TEXT(shownCommand, startsWith("printf\n%s|%s|%s|\nuser:$(id) `x` {policy}"));
        QVERIFY(done.isEmpty());
        m->click(dialog()->findChild<QPushButton*>("runPlugin"));
        QTRY_VERIFY(!done.isEmpty());
        QVERIFY2(done.takeFirst().front().toString().startsWith("Who: user:$(id) `x` {policy} "),
                 "as it was shown");
        QTRY_VERIFY(!dialog());
        activateWindow();
        QTest::keyClick(m->window.get(), Qt::Key_G, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(!done.isEmpty()); // it was confirmed
        QVERIFY(!dialog());
    }

    void receivesWhatTheRowSays()
    {
        write(R"({"plugins": [{"name": "R&D", "key": "Ctrl+Alt+G",
                               "command": ["echo", "{state}", "{rule}", "{used}", "{server}", "{database}"]}]})");
        openWindow("user:1");
        QTest::keyClick(m->window.get(), Qt::Key_F1);
        QTRY_VERIFY(m->window->findChild<KeysDialog*>());
        const QStringList keys = m->window->findChild<KeysDialog*>()->lines();
        QVERIFY2(keys.contains("Ctrl+Alt+G R&D"), qPrintable(keys.join('\n')));
        delete m->window->findChild<KeysDialog*>();
        activateWindow();
        QTRY_COMPARE(state("user:1"), "limited");
        QTest::keyClick(m->window.get(), Qt::Key_G, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(dialog() && dialog()->isVisible());
        QCOMPARE(dialog()->findChild<QPlainTextEdit*>("pluginCommand")->toPlainText().split('\n'),
                 (QStringList{"echo", "limited", "3/h", "3", m->window->session().link().where(), "0"}));
        QVERIFY(contrastInTheDark(dialog()->findChild<QPlainTextEdit*>("pluginCommand")) > 4.5);
    }

    void refusals()
    {
        write(R"({"plugins": [{"name": "Fails", "command": ["sh", "-c", "echo no such user; exit 3"]},
                              {"name": "Is not there", "command": ["/nowhere/program"]},
                              {"name": "Takes a key", "key": "Ctrl+B", "command": ["true"]},
                              {"name": "Takes a letter & no more", "key": "W", "command": ["true"]}]})");
        openWindow("user:1");
        QTRY_TEXT(bannerText(m->page()), contains("Ctrl+B is the key of \"Block…\""));
        QVERIFY(plugin("Takes a key")->shortcut().isEmpty());
        QVERIFY_TEXT(bannerText(m->page()),
                     contains("W is a key of the charts, not of the plugin \"Takes a letter & no more\""));
        QVERIFY(plugin("Takes a letter && no more")->shortcut().isEmpty());
        const auto fails = [this](const char* name, const char* problem) {
            plugin(name)->trigger();
            QTRY_VERIFY(dialog() && dialog()->isVisible());
            m->click(dialog()->findChild<QPushButton*>("runPlugin"));
            QTRY_TEXT(bannerText(m->page()), contains(problem));
            QTRY_VERIFY(!dialog());
        };
        fails("Fails", "Fails failed with 3: no such user");
        fails("Is not there", "Is not there cannot be run");
        m->window->session().guard().raise(GuardLevel::ReadOnly);
        QTRY_VERIFY(!plugin("Fails")->isEnabled());
        QVERIFY(plugin("Fails")->toolTip().contains("read-only"));
    }

    // On each page whose rows have its fields.
    void isOnThePagesThatHaveItsFields()
    {
        using Page = MainWindow::Page;
        write(R"({"plugins": [{"name": "Token", "key": "Ctrl+Alt+G", "command": ["echo", "{token}"]},
                              {"name": "Key", "command": ["echo", "{key}", "{type}"]},
                              {"name": "Policy", "command": ["echo", "{policy}", "{version}"]},
                              {"name": "Rule", "command": ["echo", "{rule}"]}]})");
        openWindow("user:1");
        const std::map<Page, QStringList> has{{Page::Tokens, {"Rule", "Token"}},
                                              {Page::Keys, {"Key"}},
                                              {Page::Blocks, {"Token"}},
                                              {Page::Overrides, {"Token"}},
                                              {Page::Policies, {"Policy"}},
                                              {Page::Audit, {"Token"}},
                                              {Page::Lab, {"Token"}}};
        for (const auto& [page, names] : has) {
            QStringList its;
            for (const QAction* const action : m->window->widgetOf(page)->findChildren<QAction*>("plugin"))
                its << action->text();
            its.sort();
            QVERIFY2(its == names, qPrintable(MainWindow::nameOf(page) + ": " + its.join(' ')));
        }
    }

    void runsForABlockAndAKey()
    {
        write(
            R"({"plugins": [{"name": "Whose", "key": "Ctrl+Alt+G", "command": ["printf", "%s|%s|", "{token}", "{reason}"]},
                              {"name": "Key", "key": "Ctrl+Alt+G", "command": ["printf", "%s|%s|", "{key}", "{type}"]}]})");
        openWindow("user:1");
        blockToken(m->connection, {"user:banned", 1h, "floods", "m.okafor"});
        m->connection.call({"SET", "onekey", "x"});
        m->window->session().refresh();
        const auto runs = [this](MainWindow::Page page, const char* list, const QString& line) {
            m->turnTo(page);
            PageWidget* const its = m->window->widgetOf(page);
            auto* const table = its->findChild<QTableView*>(list);
            QTRY_VERIFY(table->model()->rowCount() > 0);
            QSignalSpy done(its, &PageWidget::done);
            table->setFocus();
            auto* const action = its->findChild<QAction*>("plugin");
            QTRY_VERIFY((table->selectRow(0), action->isEnabled())); // once its row has been read
            QTest::keyClick(m->window.get(), Qt::Key_G, Qt::ControlModifier | Qt::AltModifier);
            QTRY_VERIFY(dialog() && dialog()->isVisible());
            m->click(dialog()->findChild<QPushButton*>("runPlugin"));
            QTRY_VERIFY(!done.isEmpty());
            const QString said = done.constLast().front().toString();
            QVERIFY_TEXT(said, contains(line));
            QTRY_VERIFY(!dialog());
            activateWindow();
        };
        runs(MainWindow::Page::Blocks, "blocks", "Whose: user:banned|floods|");
        m->window->keysPage().filterLine()->setText("onekey");
        runs(MainWindow::Page::Keys, "keyList", "Key: onekey|string|");
        m->window->session().guard().raise(GuardLevel::ReadOnly);
        auto* const action = m->window->keysPage().findChild<QAction*>("plugin");
        QTRY_VERIFY(!action->isEnabled() && action->toolTip().contains("read-only"));
    }

    // What a program would receive otherwise, or cut off, could be another token.
    void ofATokenThatIsNoText_data()
    {
        QTest::addColumn<QByteArray>("token");
        QTest::newRow("no UTF-8") << QByteArray("user:\xff");
        QTest::newRow("NUL") << QByteArray("user:1\0x", 8);
    }
    void ofATokenThatIsNoText()
    {
        QFETCH(QByteArray, token);
        write(R"({"plugins": [{"name": "Who", "command": ["echo", "{token}"]}]})");
        openWindow(token.toStdString());
        QTRY_VERIFY(plugin("Who")->toolTip().contains("it is not valid text"));
        QVERIFY(!plugin("Who")->isEnabled());
    }
};

RATEWARDEN_SUITE(TestTokenPlugins)
#include "tst_token_plugins.moc"
