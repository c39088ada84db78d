// SPDX-License-Identifier: GPL-3.0-or-later
// The filter of a page, that of Tokens: what it offers, what keys and the pointer do in it, and what it
// remembers.
#include "core/admin/named_filters.h"
#include "tests/support/suites.h"
#include "tests/ui/contrast.h"
#include "tests/ui/window_test.h"
#include "ui/text/display_text.h"
#include "ui/tokens/token_inventory.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/filter_popup.h"
#include "ui/widgets/plain_label.h"

#include <QListWidget>
#include <QScopeGuard>
#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

namespace {

QStringList textsOf(const std::vector<FilterOffer>& offers)
{
    QStringList texts;
    for (const FilterOffer& offer : offers)
        texts << offer.text;
    return texts;
}

FilterInventory someInventory()
{
    FilterInventory inventory;
    inventory.flags = {{"limited", 3}, {"idle", 1204}};
    inventory.values = {{"policy", {{"api", 31}, {"pay eu", 6}, {"payments", 40}}},
                        {"format", {{"redis-rate", 12}, {"ratewarden/gcra", 2}}},
                        {"warning", {{"no-ttl", 4}}}};
    inventory.recent = {"limited policy:api"};
    return inventory;
}

} // namespace

class TestFilterLine : public WindowTest {
    Q_OBJECT

    FilterLine& line() { return m->page().filterLine(); }
    const TokenTableModel& model() { return m->page().model(); }
    QString offered() { return line().offered().join(' '); }
    QString fault() { return m->window->findChild<PlainLabel*>("filterFault")->text(); }
    QStringList listed()
    {
        QStringList tokens;
        for (int row = 0; row < model().rowCount(); ++row)
            tokens << QString::fromStdString(model().keyAt(row).token);
        tokens.sort();
        return tokens;
    }

    /// user:1, which has used 5 of 5 a minute, and user:2.
    void showTokens()
    {
        for (int i = 0; i < 6; ++i)
            m->limiter.acquire("user:1");
        m->limiter.acquire("user:2");
        showWindow();
        QTRY_COMPARE(model().rowCount(), 2);
        line().setFocus();
        press(Qt::Key_Space, Qt::ControlModifier);
        QTRY_VERIFY(line().offers()); // from now on it knows what there is
        press(Qt::Key_Escape);
    }

    void type(const char* keys) { QTest::keyClicks(&line(), keys); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&line(), key, modifiers);
    }

private Q_SLOTS:
    void whatAWordCanBecome_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QStringList>("offers");
        const auto row = [](const char* word, const QStringList& offers) {
            QTest::addRow("\"%s\"", word) << QString(word) << offers;
        };
        row("li", {"limited"});
        row("-li", {"-limited"});
        row("limited", {});
        row("us", {"used>"});
        row("used>", {});
        row("xy", {});
        row("po", {"policy:"});
        row("policy:", {"policy:payments", "policy:api", "policy:\"pay eu\""}); // those with the most first
        row("-policy:", {"-policy:payments", "-policy:api", "-policy:\"pay eu\""});
        row("policy:PAY", {"policy:payments", "policy:\"pay eu\""});
        row("policy:\"pay e", {"policy:\"pay eu\""});
        row("policy:api", {});
        row("format:rate", {"format:redis-rate", "format:ratewarden/gcra"});
        row("warning:", {"warning:no-ttl"});
    }
    void whatAWordCanBecome()
    {
        QFETCH(QString, word);
        QTEST(textsOf(filterOffers(word, TokenFilter::fields(), someInventory())), "offers");
    }

    void anEmptyWordCanBecomeAnything()
    {
        const std::vector<FilterOffer> offers = filterOffers({}, TokenFilter::fields(), someInventory());
        const QStringList texts = textsOf(offers);
        QCOMPARE(texts.first(), "limited");
        QCOMPARE(offers.front().detail, "3");
        QVERIFY(texts.contains("idle") && texts.contains("policy:") && texts.contains("denied>"));
        QVERIFY2(!texts.contains("blocked"), "no token is");
        QCOMPARE(texts.last(), "limited policy:api");
        QVERIFY(offers.back().isWhole);
    }

    // Each of what is offered is a filter that takes so many tokens.
    void offersTakeWhatTheySay()
    {
        showTokens();
        m->connection.call({"SET", "rate_limit:10.0.0.1", "7", "PX", "600000"});
        for (const FilterOffer& offer :
             filterOffers({}, TokenFilter::fields(), inventoryOf(model().snapshot()))) {
            if (offer.needsValue)
                continue;
            line().setText(offer.text);
            QVERIFY2(line().faultText().isEmpty(), qPrintable(line().faultText()));
            QCOMPARE(numberText(model().rowCount()), offer.detail);
        }
    }

    void keysTakeOffers()
    {
        showTokens();
        type("li");
        QVERIFY(line().offers());
        QCOMPARE(offered(), "limited");
        press(Qt::Key_Tab);
        QCOMPARE(line().text(), "limited ");
        QVERIFY(line().hasFocus());
        QCOMPARE(listed(), QStringList{"user:1"});

        type("-pol");
        press(Qt::Key_Down);
        press(Qt::Key_Return);
        QCOMPARE(line().text(), "limited -policy:"); // and now its values
        QTRY_TEXT(offered(), contains("-policy:api"));
        press(Qt::Key_Down);
        press(Qt::Key_Return);
        QCOMPARE(line().text(), "limited -policy:api ");
        QCOMPARE(model().rowCount(), 0);
        QVERIFY(!line().offers());
    }

    // What there is to filter by is looked for once the rows of many are there.
    void offersFollowTheRowsOfMany()
    {
        for (int i = 0; i < 3200; ++i)
            m->limiter.acquire("user:" + std::to_string(i));
        showWindow();
        QTRY_COMPARE(model().rowCount(), 3200);
        QTRY_VERIFY(!model().ranking());
        line().setFocus();
        type("3199 pol");
        QTRY_TEXT(offered(), contains("policy:"));
        type("icy:");
        QTRY_TEXT(offered(), contains("policy:api"));
        QTRY_COMPARE(listed(), QStringList{"user:3199"});
    }

    void escapeClosesOffersAlone()
    {
        showTokens();
        type("li");
        QVERIFY(line().offers());
        press(Qt::Key_Escape);
        QVERIFY(!line().offers());
        QCOMPARE(line().text(), "li");
        type("m");
        QVERIFY(line().offers());
        line().clearFocus();
        QVERIFY(!line().offers());
    }

    // As before there were offers: a part of a name, and down into the list.
    void namesLeadIntoTheList()
    {
        showTokens();
        type("user:2");
        QVERIFY(!line().offers());
        QCOMPARE(listed(), QStringList{"user:2"});
        press(Qt::Key_Down);
        QVERIFY(m->table()->hasFocus());
    }

    void aWrongWordIsSaidAndTheOthersHold()
    {
        showTokens();
        type("limited used>x");
        QCOMPARE(listed(), QStringList{"user:1"});
        QVERIFY(line().offers());
        QVERIFY_TEXT(fault(), contains("“used” is compared with > or <, as in used>90%"));
        QCOMPARE(line().accessibleDescription(), fault());
        press(Qt::Key_Backspace);
        type("1%");
        QVERIFY(line().faultText().isEmpty());
        QVERIFY(!line().offers());
    }

    void backspaceTakesTheLastWordBack()
    {
        showTokens();
        type("user limited ");
        press(Qt::Key_Backspace);
        QCOMPARE(line().text(), "user ");
        press(Qt::Key_Backspace);
        QCOMPARE(line().text(), "");
        QTest::keyClick(&line(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!line().text().isEmpty());
        line().setText("policy:\"a b\" "); // with its quotes
        press(Qt::Key_Backspace);
        QCOMPARE(line().text(), "");
        type("use");
        press(Qt::Key_Backspace); // within a word a letter
        QCOMPARE(line().text(), "us");
    }

    void aClickWithAltFiltersByAValue()
    {
        showTokens();
        const auto click = [this](const char* token, int column, Qt::KeyboardModifiers modifiers) {
            const QModelIndex cell = model().index(model().rowOf(m->key(token)), column);
            m->table()->scrollTo(cell);
            clickOn(m->table(), cell, modifiers);
        };
        click("user:1", TokenTableModel::State, Qt::AltModifier);
        QCOMPARE(line().text(), "limited ");
        click("user:1", TokenTableModel::State, Qt::AltModifier); // is there
        QCOMPARE(line().text(), "limited ");
        click("user:1", TokenTableModel::Token, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(line().text(), "limited -token:user:1 ");
        QCOMPARE(model().rowCount(), 0);
        line().setText("near or user:2");
        click("user:2", TokenTableModel::TightestRule, Qt::AltModifier);
        QCOMPARE(line().text(), "(near or user:2) rule:5/min ");
        QCOMPARE(listed(), QStringList{"user:2"});
    }

    void aClickIntoTheEmptyLineOffers()
    {
        showTokens();
        line().clearFocus();
        line().setText("user ");
        m->click(&line());
        QVERIFY(!line().offers());
        line().clear();
        m->click(&line());
        QVERIFY(line().offers());
        QVERIFY_TEXT(offered(), startsWith("limited"));
        auto* const list = m->window->findChild<FilterPopup*>()->findChild<QListWidget*>();
        QVERIFY(contrastInTheDark(list) > 4.5);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(0)).center());
        QCOMPARE(line().text(), "limited ");
        QCOMPARE(listed(), QStringList{"user:1"});
    }

    void filtersHaveNames()
    {
        const QTemporaryDir folder;
        const QByteArray before = qgetenv("XDG_CONFIG_HOME");
        const auto restore = qScopeGuard([&] { qputenv("XDG_CONFIG_HOME", before); });
        qputenv("XDG_CONFIG_HOME", folder.path().toLocal8Bit());
        NamedFilters().keep("others", "size>10k"); // of the Keys page
        showTokens();
        type("limited filter:urgent");
        QCOMPARE(listed(), QStringList{"user:1"});
        QVERIFY_TEXT(fault(), contains("as the filter “urgent”"));
        press(Qt::Key_Return);
        QCOMPARE(line().text(), "limited ");
        QCOMPARE(NamedFilters().read().at("urgent"), std::string("limited"));

        line().setFocus();
        line().setText("user:2 ");
        type("filter:");
        QCOMPARE(line().offered(), QStringList{"limited"});
        press(Qt::Key_Tab);
        QCOMPARE(line().text(), "limited ");
        line().clear();
        press(Qt::Key_Space, Qt::ControlModifier);
        QVERIFY_TEXT(offered(), endsWith("denied> limited"));

        line().setText("user:2 ");
        type("filter:a=b");
        press(Qt::Key_Return);
        QVERIFY_TEXT(fault(), contains("cannot be called “a=b”"));
        QCOMPARE(line().text(), "user:2 filter:a=b");
    }

    void whatWasUsedIsOfferedAgain()
    {
        showTokens();
        type("user:1");
        press(Qt::Key_Return);
        line().setFocus();
        line().clear();
        type("limited used>"); // is wrong
        press(Qt::Key_Return);
        line().setFocus();
        line().clear();
        type("user:2");
        press(Qt::Key_Return);
        QCOMPARE(line().recent(), (QStringList{"user:2", "user:1"}));
        line().clear();
        press(Qt::Key_Space, Qt::ControlModifier);
        QVERIFY_TEXT(offered(), endsWith("user:2 user:1"));
    }
};

RATEWARDEN_SUITE(TestFilterLine)
#include "tst_filter_line.moc"
