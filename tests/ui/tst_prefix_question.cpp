// SPDX-License-Identifier: GPL-3.0-or-later
// Keys whose format was guessed by what they hold: the window asks once whose they are.
#include "core/formats/describe/user_formats.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/dialogs/describe_dialog.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/tokens/prefix_question.h"
#include "ui/widgets/plain_label.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestPrefixQuestion : public WindowTest {
    Q_OBJECT

private:
    static constexpr int keys = 20;

    std::unique_ptr<QTemporaryDir> m_data;

    QString path() const { return m_data->filePath("ratewarden/formats/prefixes.json"); }
    QString fileText() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).simplified() : QString();
    }
    PrefixQuestion* question() { return m->window->findChild<PrefixQuestion*>("prefixQuestion"); }
    /// What was guessed is remembered by the process: each test has a prefix of its own.
    void fill(const std::string& prefix)
    {
        for (int i = 0; i < keys; ++i)
            m->connection.call(
                {"SET", prefix + "10.0.0." + std::to_string(i), std::to_string(i % 7 + 1), "PX", "600000"});
        m->window->session().refresh();
    }
    void openOn(const std::string& prefix)
    {
        fill(prefix);
        QTRY_VERIFY(question()->isVisible());
    }
    /// The formats of the rows whose group begins so, each once.
    QStringList formatsOf(const QString& prefix)
    {
        QStringList formats;
        const TokenTableModel& model = m->page().model();
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row, TokenTableModel::Policy).data().toString().startsWith(prefix))
                formats << model.index(row, TokenTableModel::Format).data().toString();
        formats.removeDuplicates();
        return formats;
    }
    int rowsOf(const QString& prefix)
    {
        int rows = 0;
        const TokenTableModel& model = m->page().model();
        for (int row = 0; row < model.rowCount(); ++row)
            rows += model.index(row, TokenTableModel::Policy).data().toString().startsWith(prefix) ? 1 : 0;
        return rows;
    }
    /// What the Keys page says of the folder.
    QString kindOnKeysPage(const char* folder)
    {
        const KeyTreeModel& tree = m->window->keysPage().tree();
        return tree.find(folder).data(KeyTreeModel::AboutRole).toString();
    }

private Q_SLOTS:
    void init()
    {
        m_data = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", m_data->path().toUtf8());
        m = std::make_unique<WindowFixture>();
        m->window->session().formatFiles().setSettling(20ms);
        m->window->show();
        QTRY_VERIFY(m->window->session().formatFiles().loaded());
    }
    void cleanup()
    {
        m.reset();
        m_data.reset();
        reloadUserFormats();
    }

    void aGuessIsShownAsOneAndAskedOf()
    {
        openOn("login_ip:");
        static const QRegularExpression asks(
            "^login_ip: looks like rate-limiter-flexible \\([1-9][0-9] %\\), 20 keys$");
        QTRY_VERIFY2(asks.match(question()->text()).hasMatch(), qPrintable(question()->text()));
        QCOMPARE(rowsOf("login_ip:"), keys);
        static const QRegularExpression looks("^looks like rate-limiter-flexible \\([1-9][0-9] %\\)$");
        QVERIFY2(looks.match(formatsOf("login_ip:").join(", ")).hasMatch(),
                 qPrintable(formatsOf("login_ip:").join(", ")));
        clickOn(m->table(), m->table()->model()->index(0, 0));
        QTRY_VERIFY(m->page().details().reading());
        const auto labels = m->page().details().findChildren<PlainLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const PlainLabel* label) {
            return label->text().contains("looks like rate-limiter-flexible");
        }));
        // On every page, as it is about all of them.
        m->window->showPage(MainWindow::Page::Policies);
        QVERIFY(question()->isVisible());
    }

    void yesIsRememberedAndInForceAtOnce()
    {
        openOn("signin_a:");
        m->click(m->button("prefixYes"));
        QTRY_COMPARE(fileText(), R"({ "signin_a:": "rate-limiter-flexible" })");
        QTRY_VERIFY(!question()->isVisible());
        QTRY_COMPARE(formatsOf("signin_a:"), QStringList{"rate-limiter-flexible"});
        QTRY_COMPARE(rowsOf("signin_a:"), keys);
        QVERIFY_TEXT(m->window->statusText(), contains("signin_a:"));
        // Nobody is asked again.
        m->window->session().refresh();
        QTRY_VERIFY(m->window->session().everScanned() && m->window->session().progress().complete);
        QVERIFY(!question()->isVisible());
    }

    void noLimiterTakesTheRowsAwayAtOnce()
    {
        m->turnTo(MainWindow::Page::Keys);
        openOn("signin_b:");
        m->window->session().keys().scan();
        QTRY_TEXT(kindOnKeysPage("signin_b:"), startsWith("rate-limiter-flexible"));
        QTRY_COMPARE(rowsOf("signin_b:"), keys);
        m->click(m->button("prefixNone"));
        QTRY_COMPARE(rowsOf("signin_b:"), 0);
        QTRY_COMPARE(kindOnKeysPage("signin_b:"), "unknown");
        QCOMPARE(fileText(), R"({ "signin_b:": "none" })");
        QVERIFY(!question()->isVisible());
        m->window->session().refresh();
        QTRY_VERIFY(m->window->session().progress().complete);
        QCOMPARE(rowsOf("signin_b:"), 0);
    }

    void anotherFormatThatFitsAsWell()
    {
        openOn("signin_c:");
        auto* const menu = m->button("prefixOther")->menu();
        QVERIFY(menu);
        Q_EMIT menu->aboutToShow();
        QStringList offered;
        for (const QAction* const action : menu->actions())
            offered << action->text();
        QVERIFY2(offered.size() > 2 && offered.last() == "Describe these keys…",
                 qPrintable(offered.join(", ")));
        const QString chosen = offered.first();
        menu->actions().first()->trigger();
        QTRY_COMPARE(formatsOf("signin_c:"), QStringList{chosen});
        QTRY_VERIFY(!question()->isVisible());
    }

    void itsKeysAreDescribedFromThere()
    {
        openOn("signin_d:");
        auto* const menu = m->button("prefixOther")->menu();
        Q_EMIT menu->aboutToShow();
        menu->actions().last()->trigger();
        QTRY_VERIFY(m->window->findChild<DescribeDialog*>());
    }

    // As "ratewarden-ctl format use" does, while the window is open.
    void anAnswerGivenElsewhereIsTaken()
    {
        openOn("signin_e:");
        QVERIFY(QDir(m_data->path()).mkpath("ratewarden/formats"));
        QVERIFY(writeInto(path(), R"({"signin_e:": "none"})"));
        QTRY_VERIFY(!question()->isVisible());
        QTRY_COMPARE(rowsOf("signin_e:"), 0);
    }

    void notNowAsksOfTheNext()
    {
        openOn("signin_f:");
        fill("signin_g:");
        m->connection.call({"SET", "signin_g:10.0.1.1", "3", "PX", "600000"}); // one more than the other
        m->window->session().refresh();
        QTRY_COMPARE(rowsOf("signin_g:"), keys + 1);
        QVERIFY_TEXT(question()->text(), startsWith("signin_f:"));
        m->click(m->button("prefixLater"));
        QTRY_TEXT(question()->text(), startsWith("signin_g:"));
        m->click(m->button("prefixLater"));
        QTRY_VERIFY(!question()->isVisible());
        QVERIFY(fileText().isEmpty());
        QCOMPARE(rowsOf("signin_f:"), keys); // still listed
    }

    void whyItCouldNotBeWritten()
    {
        openOn("signin_h:");
        QFile inTheWay(m_data->filePath("ratewarden"));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        inTheWay.close();
        m->click(m->button("prefixYes"));
        QTRY_TEXT(question()->text(), contains("prefixes.json"));
        QVERIFY(m->button("prefixYes")->isEnabled());
    }

    // Whoever publishes a policy with a format and a pattern tells everybody.
    void aPolicyThatSaysThePrefixMakesItsTokensAppear()
    {
        m->connection.call({"SET", "zq7:alice", "3", "PX", "600000"}); // nothing that would be guessed
        m->window->session().refresh();
        QTRY_VERIFY(m->window->session().everScanned());
        QCOMPARE(rowsOf("zq7:"), 0);
        announcePolicy(m->connection,
                       {"zq7:*", "fixed-window", parseRules("5/min"), false, false, "rate-limiter-flexible"});
        QTRY_COMPARE(formatsOf("zq7:"), QStringList{"rate-limiter-flexible"});
        QTRY_COMPARE(m->page().model().index(0, TokenTableModel::TightestRule).data().toString(),
                     "3 of 5/min");
        QVERIFY(!question()->isVisible());
    }
};

RATEWARDEN_SUITE(TestPrefixQuestion)
#include "tst_prefix_question.moc"
