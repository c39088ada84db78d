// SPDX-License-Identifier: GPL-3.0-or-later
// A limiter that no format knows, described in the window from one of its keys.
#include "core/formats/describe/format_saving.h"
#include "core/formats/describe/user_formats.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/dialogs/describe_dialog.h"
#include "ui/dialogs/policy_dialog.h"
#include "ui/dialogs/rule_table.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/widgets/plain_label.h"

#include <fmt/format.h>

#include <QComboBox>
#include <QDateTime>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestDescribeDialog : public WindowTest {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    static std::string now() { return std::to_string(QDateTime::currentMSecsSinceEpoch()); }
    static std::string key(const char* token) { return std::string("shop:gate:{") + token + "}:state"; }
    void setTokens(const char* token, const char* tokens)
    {
        m->connection.call({"HSET", key(token), "tokens", tokens, "refilled_at", now()});
    }
    DescribeDialog* describes() { return m->window->findChild<DescribeDialog*>(); }
    QString label(const char* name) { return describes()->findChild<PlainLabel*>(name)->text(); }
    QLineEdit* line(const char* name) { return describes()->findChild<QLineEdit*>(name); }
    QPlainTextEdit* value() { return describes()->findChild<QPlainTextEdit*>("describeValue"); }
    QPushButton* saveButton() { return describes()->findChild<QPushButton*>("saveFormat"); }

    /// By the keyboard, as for a key that was copied from elsewhere.
    void openWith(const QString& name)
    {
        QTest::keyClick(m->window.get(), Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(describes() && describes()->isActiveWindow());
        QTest::keyClicks(line("describeKey"), name);
        QTest::keyClick(line("describeKey"), Qt::Key_Return);
        QTRY_VERIFY(!label("describedValue").isEmpty() || !describes()->problem().isEmpty());
    }
    void openAlice()
    {
        RATEWARDEN_STEP(openWith(QString::fromStdString(key("alice"))));
        QTRY_COMPARE(line("describePattern")->text(), "shop:gate:{{{token}}}:state");
    }
    static void replaceText(QLineEdit* edit, const QString& text)
    {
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }
    QString cellOf(const QString& token, TokenTableModel::Column column)
    {
        const TokenTableModel& model = m->page().model();
        const qsizetype row = ui::test::column(model, TokenTableModel::Token).indexOf(token);
        return ui::test::column(model, column).value(row);
    }

    /// Seven tiers with ten tokens each, in a layout that nobody knows; it is described from one of them.
    void describeQuota(const QString& rules)
    {
        const std::string until = std::to_string(QDateTime::currentSecsSinceEpoch() + 3000);
        for (int i = 0; i < 70; ++i)
            m->connection.call(
                {"HSET", fmt::format("quota3/t{}/u{:03}", i % 7, i), "used", "70", "reset_at", until});
        RATEWARDEN_STEP(openWith("quota3/t0/u000"));
        QTRY_COMPARE(label("describedMatches"), "70 keys match");
        replaceText(line("describeRules"), rules);
        replaceText(line("describeName"), "quota3");
        QTRY_VERIFY(saveButton()->isEnabled());
        m->click(saveButton());
        QTRY_VERIFY(!describes());
    }
    void chooseFirstOfQuota()
    {
        QTRY_COMPARE(m->page().model().rowCount(), 70);
        QVERIFY(!m->window->findChild<PolicyDialog*>());
        clickOn(m->table(), m->table()->model()->index(0, 0));
    }
    QComboBox* shape() { return describes()->findChild<QComboBox*>("describeShape"); }
    /// A number and a time, which are a bucket's at first sight.
    void openPace()
    {
        m->connection.call(
            {"SET", "pace:alice", "4|" + std::to_string(QDateTime::currentSecsSinceEpoch() - 5)});
        m->connection.call({"EXPIRE", "pace:alice", "55"});
        RATEWARDEN_STEP(openWith("pace:alice"));
        QTRY_COMPARE(Shape(shape()->currentData().toInt()), Shape::Bucket);
    }
    /// What stands in the form that says another program's limits.
    void checkLimitsForm(const QString& keys, const QString& reach)
    {
        PolicyDialog* const policy = m->window->findChild<PolicyDialog*>();
        QCOMPARE(policy->findChild<QLineEdit*>("policyName")->text(), keys);
        for (const char* const field : {"policyCost", "policyAlgorithm", "policyMode", "policyCandidateRow",
                                        "policyFailureRow", "policyDescription"})
            QVERIFY2(!policy->findChild<QWidget*>(field)->isVisible(), field);
        QVERIFY(policy->findChild<QWidget*>("policyRules")->isVisible());
        QVERIFY(policy->findChild<QWidget*>("publishReason")->isVisible());
        const auto says = [policy] {
            return policy->findChild<PlainLabel*>("policyReach")->text();
        };
        QTRY_TEXT(says(), contains(reach));
        const PlainLabel* const label = policy->findChild<PlainLabel*>("policyReach");
        QTRY_VERIFY(label->height() >= label->heightForWidth(label->width())); // all of it is seen
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("RATEWARDEN_FORMATS", m_folder->filePath("formats").toUtf8());
        m = std::make_unique<WindowFixture>();
        m->window->session().formatFiles().setSettling(20ms);
        for (const char* const token : {"alice", "bob", "carol"})
            setTokens(token, "6");
        showWindow();
        QTRY_VERIFY(m->window->session().formatFiles().loaded());
    }
    void cleanup()
    {
        m.reset();
        m_folder.reset();
        reloadUserFormats();
    }

    // Open, type the key, give it a name and its rules, save, publish: then it is a token like any other.
    void aKeyIsDescribedAndItsTokensStandInTheTable()
    {
        RATEWARDEN_STEP(openAlice());
        QVERIFY(value()->toPlainText().contains("tokens = {left:"));
        QVERIFY(value()->toPlainText().contains("refilled_at = {stamp:ms}"));
        QTRY_COMPARE(label("describedMatches"), "3 keys match");
        QVERIFY(label("describedReasons").contains("2 other keys have the same pattern"));
        QTest::keyClicks(describes()->focusWidget(), "10/h"); // the rules have the focus
        QTRY_COMPARE(label("describedUsed"), "4 of 10");
        QCOMPARE(label("describedToken"), "alice");
        replaceText(line("describeName"), "shop-gate");
        QTRY_VERIFY(saveButton()->isEnabled());
        const QSignalSpy inForce(&m->window->session().formatFiles(), &FormatFiles::catalogueChanged);
        QTest::keyClick(line("describeName"), Qt::Key_Return);
        QTRY_VERIFY(!describes());
        QTRY_VERIFY(!inForce.isEmpty());
        QVERIFY_TEXT(m->window->statusText(), contains("shop-gate was added to your formats"));
        const std::string path = userFormatPath("shop-gate").string();
        const FormatFile written =
            parseFormatFile(path, readFile(QString::fromStdString(path)).toStdString());
        QCOMPARE(int(written.shape), int(Shape::Bucket));
        QCOMPARE(notation(written.samples.front().rules), "10/h");

        // Its rules wait for a reason.
        PolicyDialog* const policy = m->window->findChild<PolicyDialog*>();
        QVERIFY(policy);
        QCOMPARE(policy->findChild<QLineEdit*>("policyName")->text(), "shop:gate:{*}:state");
        QVERIFY(policy->entered());
        QCOMPARE(policy->entered()->policy.format, "shop-gate");
        QTest::keyClicks(policy->findChild<QLineEdit*>("publishReason"), "described");
        m->click(policy->findChild<QPushButton*>("publish"));
        QTRY_VERIFY(!m->window->findChild<PolicyDialog*>());
        m->window->showPage(MainWindow::Page::Tokens);
        QTRY_COMPARE(cellOf("bob", TokenTableModel::Format), "shop-gate");
        QTRY_COMPARE(cellOf("bob", TokenTableModel::TightestRule), "4 of 10/h");
        setTokens("bob", "0");
        QTRY_COMPARE(cellOf("bob", TokenTableModel::State), "limited");
    }

    // Keys that differ in more than their token have one policy, whichever was described.
    void sevenGroupsHaveOnePolicy()
    {
        RATEWARDEN_STEP(describeQuota("100/h"));
        QTRY_VERIFY(m->window->findChild<PolicyDialog*>());
        RATEWARDEN_STEP(checkLimitsForm("quota3/*/*", "70 of the 70"));
        PolicyDialog* const policy = m->window->findChild<PolicyDialog*>();
        QTest::keyClicks(policy->findChild<QLineEdit*>("publishReason"), "described");
        m->click(policy->findChild<QPushButton*>("publish"));
        QTRY_VERIFY(!m->window->findChild<PolicyDialog*>());
        m->window->showPage(MainWindow::Page::Tokens);
        QTRY_COMPARE(m->page().model().rowCount(), 70);
        for (const char* const token : {"u000", "u069"})
            QTRY_COMPARE(cellOf(token, TokenTableModel::TightestRule), "70 of 100/h");
    }

    // The same from one of its tokens.
    void rulesOfATokenAreForAllGroups()
    {
        RATEWARDEN_STEP(describeQuota(""));
        chooseFirstOfQuota();
        QAction* const publish = m->window->findChild<QAction*>("publishRules");
        QTRY_VERIFY(publish->isEnabled());
        publish->trigger();
        QTRY_VERIFY(m->window->findChild<PolicyDialog*>());
        PolicyDialog* const policy = m->window->findChild<PolicyDialog*>();
        QTRY_VERIFY(policy->isActiveWindow());
        auto* const table = policy->findChild<RuleTable*>("policyRules");
        table->setFocus();
        QTRY_VERIFY(table->hasFocus());
        for (const char letter : {'5', '/', 'h'})
            QTest::keyClick(QApplication::focusWidget(), letter);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(policy->entered());
        checkLimitsForm("quota3/*/*", "70 of the 70");
        replaceText(policy->findChild<QLineEdit*>("policyName"), "quota3/t0/*");
        QTRY_VERIFY(policy->findChild<PlainLabel*>("policyReach")->text().contains("10 of the 70"));
    }

    void aReadOnlyConnectionIsOfferedNoPolicy()
    {
        m->window->session().guard().raise(GuardLevel::ReadOnly);
        RATEWARDEN_STEP(describeQuota("100/h"));
        chooseFirstOfQuota();
        QTRY_VERIFY(m->page().details().reading());
        QAction* const publish = m->window->findChild<QAction*>("publishRules");
        QVERIFY2(!publish->isEnabled() && publish->toolTip().contains("read-only"),
                 qPrintable(publish->toolTip()));
    }

    void whatItSaysFollowsTheKeyAndTheFields()
    {
        RATEWARDEN_STEP(openAlice());
        describes()->setInterval(20ms);
        QTest::keyClicks(describes()->focusWidget(), "10/h");
        QTRY_COMPARE(label("describedUsed"), "4 of 10");
        setTokens("alice", "1");
        QTRY_COMPARE(label("describedUsed"), "9 of 10"); // read again by itself
        setTokens("alice", "0");
        QTRY_COMPARE(label("describedState"), "limited");

        // Edits ask nothing of the server.
        describes()->setInterval(1h);
        QTRY_COMPARE(m->window->link().actLane().outstanding(), 0U);
        const auto sent = m->window->link().actLane().sent();
        QString fields = value()->toPlainText();
        value()->selectAll();
        QTest::keyClicks(value(), fields.replace("{left:", "{count:").replace('\n', "\r"));
        QTRY_TEXT(label("describedUsed"), startsWith("0 of 10"));
        replaceText(line("describeRules"), "40/min");
        QTRY_VERIFY(label("describedUsed").endsWith("of 40"));
        QVERIFY(m->window->link().actLane().sent() == sent);
    }

    void whatIsWrongStandsBesideItsField()
    {
        RATEWARDEN_STEP(openAlice());
        describes()->setInterval(1h);
        QTRY_VERIFY(saveButton()->isEnabled());
        const QString pattern = line("describePattern")->text();
        const auto errorOf = [&](const char* name) {
            return label((std::string(name) + "Error").c_str());
        };
        replaceText(line("describePattern"), "shop:{token");
        QVERIFY(errorOf("describePattern").contains("At character"));
        QVERIFY(!saveButton()->isEnabled());
        replaceText(line("describePattern"), "other:{token}");
        QVERIFY(!errorOf("describePattern").isEmpty());
        replaceText(line("describePattern"), pattern);
        QVERIFY(errorOf("describePattern").isEmpty());
        replaceText(line("describeName"), "No Name");
        QVERIFY(errorOf("describeName").contains("a-z and 0-9"));
        QVERIFY(!saveButton()->isEnabled());
        QCOMPARE(label("describedToken"), "alice"); // what it reads does not depend on how it is called
        replaceText(line("describeName"), "redis-cell");
        QVERIFY(errorOf("describeName").contains("comes with Ratewarden"));
        replaceText(line("describeName"), "mine");
        replaceText(line("describeRules"), "many");
        QVERIFY(!errorOf("describeRules").isEmpty());
        QVERIFY(!saveButton()->isEnabled());
        replaceText(line("describeRules"), "7/s");
        replaceText(line("describeEpoch"), "soon");
        QVERIFY(!errorOf("describeTimes").isEmpty());
        replaceText(line("describeEpoch"), "2017-01-01"); // then the time is one of 2073
        QVERIFY(!errorOf("describeValue").isEmpty());
        replaceText(line("describeEpoch"), "0");
        QVERIFY(saveButton()->isEnabled());
        value()->selectAll();
        QTest::keyClicks(value(), "tokens = {left:nonsense}");
        QVERIFY(errorOf("describeValue").contains("At character"));
    }

    void anotherShapeOrUnitCanBeChosen()
    {
        RATEWARDEN_STEP(openPace());
        QTest::keyClick(shape(), Qt::Key_Home); // the counter is proposed as well
        QTRY_COMPARE(value()->toPlainText(), "{count:int}|{start:s0}");
        QTest::keyClicks(line("describeRules"), "9/min");
        QCOMPARE(label("describedUsed"), "4 of 9");
        auto* const unit = describes()->findChild<QComboBox*>("describeUnit");
        QTest::keyClicks(unit, "ms");
        QCOMPARE(value()->toPlainText(), "{count:int}|{start:ms}");
        QVERIFY(!label("describeValueError").isEmpty()); // that would be 1970
        QVERIFY(!saveButton()->isEnabled());
    }

    void anotherShapeKeepsWhatWasEntered()
    {
        RATEWARDEN_STEP(openPace());
        replaceText(line("describeName"), "my-pace");
        QTest::keyClick(shape(), Qt::Key_Home);
        QTRY_COMPARE(value()->toPlainText(), "{count:int}|{start:s0}"); // was not touched
        QCOMPARE(line("describeName")->text(), "my-pace");
    }

    void aKeyThatGoesIsStillShown()
    {
        RATEWARDEN_STEP(openAlice());
        describes()->setInterval(20ms);
        m->connection.call({"DEL", key("alice")});
        QTRY_VERIFY(label("describedExpiry").contains("gone"));
        QVERIFY(label("describedValue").contains("tokens = 6"));
        QVERIFY(saveButton()->isEnabled());
    }

    void cancelAsksOnlyIfSomethingWasEntered()
    {
        RATEWARDEN_STEP(openAlice());
        QTest::keyClick(describes(), Qt::Key_Escape);
        QTRY_VERIFY(!describes());
        activateWindow();
        RATEWARDEN_STEP(openAlice());
        QTest::keyClicks(line("describeRules"), "1/s");
        m->click(describes()->findChild<QPushButton*>("cancelDescription"));
        QVERIFY(describes()->findChild<QWidget*>("discardDescription")->isVisible());
        QTest::keyClick(describes(), Qt::Key_Escape);
        QVERIFY(!describes()->findChild<QWidget*>("discardDescription")->isVisible());
        QCOMPARE(line("describeRules")->text(), "1/s");
    }

    void anotherKeyTakesItsPlace()
    {
        RATEWARDEN_STEP(openAlice());
        const QString alice = QString::fromStdString(key("alice"));
        const QByteArray bob = QByteArray::fromStdString(key("bob"));
        DescribeDialog* const first = describes();
        Q_EMIT m->window->keysPage().describeKey(bob);
        QCOMPARE(describes(), first); // nothing was entered: no question
        QCOMPARE(label("describedHeading"), QString(bob));
        QTRY_COMPARE(line("describePattern")->text(), "shop:gate:{{{token}}}:state");
        QTRY_COMPARE(label("describedToken"), "bob");

        QTest::keyClicks(line("describeRules"), "1/s");
        Q_EMIT m->window->keysPage().describeKey(alice.toUtf8());
        auto* const question = describes()->findChild<QWidget*>("discardDescription");
        QVERIFY(question->isVisible());
        QCOMPARE(label("describedHeading"), QString(bob));
        QTest::keyClick(describes(), Qt::Key_Escape); // stay
        QVERIFY(!question->isVisible());
        QCOMPARE(line("describeRules")->text(), "1/s");
        Q_EMIT m->window->keysPage().describeKey(bob); // it is the one that is described
        QVERIFY(!question->isVisible());
        Q_EMIT m->window->keysPage().describeKey(alice.toUtf8());
        QVERIFY(question->isVisible());
        m->click(question->findChild<QPushButton*>("yes"));
        QCOMPARE(label("describedHeading"), alice);
        QTRY_COMPARE(label("describedToken"), "alice");
        QVERIFY(describes());
    }

    void keysThatCannotBeDescribed()
    {
        m->connection.call({"SET", "page:7", "<html>"});
        m->connection.call({"SET", "rl:9", "5", "PX", "60000"});
        RATEWARDEN_STEP(openWith("no:such:key"));
        QTRY_VERIFY(describes()->problem().contains("no such key"));
        QVERIFY(!saveButton()->isEnabled());
        replaceText(line("describeKey"), "page:7");
        QTest::keyClick(line("describeKey"), Qt::Key_Return);
        QTRY_VERIFY(label("describedReasons").contains("Nothing in the key"));
        QTRY_VERIFY(!label("describeValueError").isEmpty());
        QVERIFY(!saveButton()->isEnabled());
        replaceText(line("describeKey"), "rl:9");
        QTest::keyClick(line("describeKey"), Qt::Key_Return);
        QTRY_VERIFY(describes()->problem().contains("rate-limit-redis"));
        QTRY_COMPARE(line("describePattern")->text(), "rl:{token}");
    }

    void aNameThatIsTakenIsNotOverwritten()
    {
        RATEWARDEN_STEP(openAlice());
        QTRY_VERIFY(saveButton()->isEnabled());
        const std::filesystem::path path = userFormatPath("taken");
        const FormatFile other =
            parseFormatFile("x", R"({"format": "taken", "title": "t", "versions": "1", "source": "s",
            "tier": "label", "shape": "none", "keys": {"main": {"name": "zz:{token}", "type": "any"}},
            "clock": "server", "samples": [{"keys": {"zz:1": {"type": "string", "pttl": -1, "value": "x"}},
            "at": 1, "origin": "made"}]})");
        writeFormatFile(path, other);
        replaceText(line("describeName"), "taken");
        m->click(saveButton());
        QTRY_VERIFY(describes() && label("describeNameError").contains("choose another"));
        QVERIFY(readFile(QString::fromStdString(path.string())).contains("zz:1"));
        QVERIFY(!saveButton()->isEnabled());
        replaceText(line("describeName"), "free");
        QVERIFY(label("describeNameError").isEmpty() && saveButton()->isEnabled());
    }

    // For people, and with RATEWARDEN_PICTURES to look at.
    void itIsDrawnInBothThemes()
    {
        RATEWARDEN_STEP(openAlice());
        QTest::keyClicks(line("describeRules"), "10/min");
        QTRY_COMPARE(label("describedMatches"), "3 keys match");
        replaceText(line("describeName"), "Shop");
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
            applyTheme(*qApp, scheme);
            QTRY_COMPARE(describes()->grab().toImage().pixelColor(5, 5), colors().page);
            const QImage image = describes()->grab().toImage();
            if (const QString folder = qEnvironmentVariable("RATEWARDEN_PICTURES"); !folder.isEmpty())
                QVERIFY(image.save(folder +
                                   (scheme == Scheme::Dark ? "/describe-dark.png" : "/describe-light.png")));
        }
    }
};

RATEWARDEN_SUITE(TestDescribeDialog)
#include "tst_describe_dialog.moc"
