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

#include <QContextMenuEvent>
#include <QListWidget>
#include <QTemporaryDir>
#include <QTimer>

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

/// A configuration with no names in it, for one test.
class NamedFilterFolder {
public:
    NamedFilterFolder() { qputenv("XDG_CONFIG_HOME", m_folder.path().toLocal8Bit()); }
    ~NamedFilterFolder() { qputenv("XDG_CONFIG_HOME", m_before); }
    Q_DISABLE_COPY_MOVE(NamedFilterFolder)

private:
    const QTemporaryDir m_folder;
    const QByteArray m_before = qgetenv("XDG_CONFIG_HOME");
};

} // namespace

class TestFilterLine : public WindowTest {
    Q_OBJECT

    FilterLine& line() { return *m->page().findChild<FilterLine*>("filter"); }
    const TokenTableModel& model() { return m->page().model(); }
    QString offered() { return line().offered().join(' '); }
    /// Below the offers.
    QString remark() { return m->window->findChild<PlainLabel*>("filterRemark")->text(); }
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

    /// Of the cursor in front of that character, in the line.
    QRect cursorRectAt(int character)
    {
        line().setCursorPosition(character);
        return line().inputMethodQuery(Qt::ImCursorRectangle).toRect();
    }
    int placeOf(int character)
    {
        constexpr int margin = 5; // that QLineEdit has before its cursor
        return cursorRectAt(character).x() + margin;
    }
    static bool isNear(const QColor& a, const QColor& b, int most)
    {
        return std::abs(a.red() - b.red()) <= most && std::abs(a.green() - b.green()) <= most &&
               std::abs(a.blue() - b.blue()) <= most;
    }
    /// Those of the words on whose ground there is the color of chips, as it is painted now. `gap`: between
    /// two words, where there is none.
    QStringList chips(const QStringList& words, int gap)
    {
        const QImage image = line().grab().toImage();
        const QRect height = cursorRectAt(0).adjusted(0, 3, 0, -3);
        const QColor ground = image.pixelColor(placeOf(gap), height.center().y());
        const auto mixed = [](int under, int over) {
            constexpr double alpha = 32.0 / 255;
            return int(under + (over - under) * alpha);
        };
        const QColor accent = colors().accent;
        const QColor tint(mixed(ground.red(), accent.red()), mixed(ground.green(), accent.green()),
                          mixed(ground.blue(), accent.blue()));
        QStringList found;
        for (const QString& word : words) {
            const auto at = int(line().text().indexOf(word));
            const int begin = placeOf(at);
            const int end = placeOf(at + int(word.size()));
            int tinted = 0;
            for (int x = begin; x < end; ++x)
                for (int y = height.top(); y <= height.bottom(); ++y)
                    tinted += isNear(image.pixelColor(x, y), tint, 4) ? 1 : 0;
            if (10 * tinted > 3 * (end - begin) * height.height()) // the others are the letters'
                found << word;
        }
        return found;
    }

    /// Chooses from the menu that the menu key opens, with the current cell there. What it offered about it.
    QStringList chooseByMenu(const char* token, int column, const QString& text)
    {
        m->table()->setFocus();
        m->table()->selectionModel()->setCurrentIndex(model().index(model().rowOf(m->key(token)), column),
                                                      QItemSelectionModel::ClearAndSelect |
                                                          QItemSelectionModel::Rows);
        QStringList texts;
        QTimer popped; // it has an event loop of its own
        connect(&popped, &QTimer::timeout, &popped, [&] {
            auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu)
                return;
            popped.stop();
            QAction* chosen = nullptr;
            for (QAction* const action : menu->actions()) {
                if (action->isEnabled() && (action->objectName() == QLatin1String("filterByValue") ||
                                            action->objectName() == QLatin1String("leaveValueOut")))
                    texts << action->text();
                if (action->isEnabled() && !text.isEmpty() && action->text() == text)
                    chosen = action;
            }
            if (chosen)
                chooseFromMenu(menu, chosen);
            else
                menu->close();
        });
        popped.start(0ms);
        const QPoint at = m->table()->rect().center();
        QContextMenuEvent event(QContextMenuEvent::Keyboard, at, m->table()->mapToGlobal(at));
        QApplication::sendEvent(m->table(), &event);
        return texts;
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
        // One that is nothing but blocked has a row of its own, one with a state has no other for its block.
        for (const char* const token : {"user:2", "user:9"})
            blockToken(m->connection, {token, 1h, "scrapes", "ops"});
        m->window->session().refresh();
        QTRY_COMPARE(model().rowCount(), 3);
        QTRY_COMPARE(inventoryOf(model().snapshot()).flags["blocked"], 2);
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

    void offersOfRulesTakeWhatTheySay()
    {
        for (const Policy& policy : {Policy{"bursts", "gcra", parseRules("20/min burst 5")},
                                     Policy{"evenly", "gcra", parseRules("20/min")}}) {
            announcePolicy(m->connection, policy);
            RedisRateLimiter(m->connection, policy).acquire("user:3");
        }
        showWindow();
        QTRY_COMPARE(model().rowCount(), 2);
        QTRY_VERIFY(model().at(0).knowsRules && model().at(1).knowsRules);
        const std::vector<FilterOffer> offers =
            filterOffers("rule:", TokenFilter::fields(), inventoryOf(model().snapshot()));
        QCOMPARE(textsOf(offers), (QStringList{"rule:20/min", "rule:\"20/min burst 5\""}));
        for (const FilterOffer& offer : offers) {
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
        QVERIFY_TEXT(remark(), contains("a number is missing"));
        QCOMPARE(line().accessibleDescription(), remark());
        press(Qt::Key_Backspace);
        type("1%");
        QVERIFY(line().faultText().isEmpty());
        QVERIFY(!line().offers());
    }

    // A name may look so: it is no fault.
    void aWordOfAnotherListIsSaid()
    {
        showTokens();
        type("since:14:00");
        QVERIFY_TEXT(remark(), startsWith("“since:” is a word of other lists"));
        QCOMPARE(line().accessibleDescription(), remark());
        QVERIFY(line().faultText().isEmpty());
        QCOMPARE(model().rowCount(), 0);
        line().clear();
        type("\"since:14:00\"");
        QVERIFY(!line().offers());
    }

    void whatIsWrongIsUnderlined_data()
    {
        QTest::addColumn<QString>("front");
        QTest::addColumn<QString>("wrong");
        QTest::addColumn<QString>("behind");
        const auto row = [](const char* front, const char* wrong, const char* behind) {
            QTest::addRow("%s%s%s", front, wrong, behind)
                << QString(front) << QString(wrong) << QString(behind);
        };
        row("limited used>", "xyz", "");
        row("", "policy:", " limited near");
        row("near warning:", "none", " limited");
        row("ü (limited or ", "policy:", "");
        row("ü limited ", "", "");
    }
    void whatIsWrongIsUnderlined()
    {
        QFETCH(QString, front);
        QFETCH(QString, wrong);
        QFETCH(QString, behind);
        showWindow();
        line().clearFocus();
        line().setText(front + wrong + behind);
        QCOMPARE(line().faultText().isEmpty(), wrong.isEmpty());
        const QImage image = line().grab().toImage();
        const int bottom = cursorRectAt(0).bottom();
        QList<int> painted; // where, from the left
        for (int x = 0; x < image.width(); ++x)
            for (int y = bottom - 2; y <= std::min(bottom + 2, image.height() - 1); ++y)
                if (isNear(image.pixelColor(x, y), colors().limited, 30)) {
                    painted << x;
                    break;
                }
        QCOMPARE(painted.isEmpty(), wrong.isEmpty());
        if (wrong.isEmpty())
            return;
        constexpr int nearby = 8; // pixels: a dot, and the space behind it
        const int begin = placeOf(int(front.size()));
        const int end = placeOf(int(front.size() + wrong.size()));
        QVERIFY(painted.size() > (end - begin) / 4);
        QVERIFY2(std::abs(painted.first() - begin) <= nearby && std::abs(painted.last() - end) <= nearby,
                 qPrintable(QStringLiteral("%1 to %2, not %3 to %4")
                                .arg(painted.first())
                                .arg(painted.last())
                                .arg(begin)
                                .arg(end)));
    }

    void wordsLookLikeChips()
    {
        showWindow();
        line().setText("limited          ü or near used>x");
        line().clearFocus();
        const QStringList words{"limited", "ü", "or", "near", "used>x"};
        constexpr int gap = 12;
        QCOMPARE(chips(words, gap), (QStringList{"limited", "ü", "near"})); // what is wrong is none
        line().setFocus();
        line().setCursorPosition(3);
        QCOMPARE(chips(words, gap), (QStringList{"ü", "near"})); // nor is what is being typed
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
        const std::initializer_list<std::pair<const char*, const char*>> lines{
            {"policy:\"a b\" ", ""}, // with its quotes
            {"token:\"a (b)\" ", ""},
            {"near a(b) ", "near "}, // no bracket of words
            {"near a) ", "near "},
            {"(near or user:2) ", ""}, // with its brackets
            {"limited (near or user:2) ", "limited "},
            {"limited -(near or (user:2 idle) ) ", "limited "},
            {"limited (near or -(user:2 (idle))) ", "limited "},
            {"(near or idle) (user:2) ", "(near or idle) "},
            {"(near or idle) user:2 ", "(near or idle) "},
            {"ü -(near -token:\"ö) (\") ", "ü "}};
        for (const auto& [before, after] : lines) {
            line().setText(before);
            press(Qt::Key_Backspace);
            QCOMPARE(line().text(), QString(after));
            QVERIFY2(line().faultText().isEmpty(), before);
        }
        line().clear();
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
        for (const auto column : {TokenTableModel::Left, TokenTableModel::Next})
            m->table()->setColumnHidden(column, false);
        line().clear();
        click("user:2", TokenTableModel::Left, Qt::AltModifier);
        QCOMPARE(line().text(), "left<5 ");
        QCOMPARE(model().rowCount(), 2);
        click("user:1", TokenTableModel::Left, Qt::AltModifier);
        QCOMPARE(line().text(), "left<5 left<1 ");
        QCOMPARE(listed(), QStringList{"user:1"});
        line().clear();
        click("user:1", TokenTableModel::Next, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(line().text(), "-wait>0s ");
        QCOMPARE(listed(), QStringList{"user:2"});
        line().setText("near or user:2");
        click("user:2", TokenTableModel::TightestRule, Qt::AltModifier);
        QCOMPARE(line().text(), "(near or user:2) rule:5/min ");
        QCOMPARE(listed(), QStringList{"user:2"});
        // On one side of "or" it takes no row away from the other.
        line().setText("near or rule:5/min");
        click("user:2", TokenTableModel::TightestRule, Qt::AltModifier);
        QCOMPARE(line().text(), "(near or rule:5/min) rule:5/min ");
        // Behind a wrong word it would count for nothing.
        line().setText("user: used>> x");
        click("user:2", TokenTableModel::Token, Qt::AltModifier);
        QCOMPARE(line().text(), "user: token:user:2 used>> x");
        QCOMPARE(listed(), QStringList{"user:2"});
    }

    // Where nothing can be the same it is a click like any other.
    void aClickWithAltOnNoValueSelects()
    {
        showTokens();
        m->table()->setColumnHidden(TokenTableModel::Lately, false);
        m->clickRow("user:1");
        const QModelIndex cell = model().index(model().rowOf(m->key("user:2")), TokenTableModel::Lately);
        m->table()->scrollTo(cell);
        clickOn(m->table(), cell, Qt::AltModifier);
        QCOMPARE(line().text(), "");
        QTRY_COMPARE(chosenToken(), std::string("user:2"));
    }

    void theMenuFiltersByTheCurrentCell()
    {
        showTokens();
        QCOMPARE(chooseByMenu("user:1", TokenTableModel::State, "Leave limited out"),
                 (QStringList{"Filter by limited", "Leave limited out"}));
        QCOMPARE(line().text(), "-limited ");
        QCOMPARE(listed(), QStringList{"user:2"});
        line().clear();
        chooseByMenu("user:2", TokenTableModel::Token, "Filter by token:user:2");
        QCOMPARE(line().text(), "token:user:2 ");
        QCOMPARE(listed(), QStringList{"user:2"});
        QCOMPARE(chooseByMenu("user:2", TokenTableModel::Lately, {}), QStringList());
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
        const NamedFilterFolder folder;
        NamedFilters().keep("others", "size>10k"); // of the Keys page
        showTokens();
        type("limited filter:urgent");
        QCOMPARE(listed(), QStringList{"user:1"});
        QVERIFY_TEXT(remark(), contains("as the filter “urgent”"));
        press(Qt::Key_Return);
        QCOMPARE(line().text(), "limited ");
        QCOMPARE(NamedFilters().read().at("urgent"), std::string("limited"));

        line().setFocus();
        line().setText("user:2 ");
        type("filter:");
        QCOMPARE(line().offered(), QStringList{"filter:urgent"});
        press(Qt::Key_Tab);
        QCOMPARE(line().text(), "user:2 filter:urgent ");
        line().clear();
        press(Qt::Key_Space, Qt::ControlModifier);
        QVERIFY_TEXT(offered(), endsWith("denied> filter:urgent"));

        line().setText("user:2 ");
        type("filter:a=b");
        press(Qt::Key_Return);
        QVERIFY_TEXT(remark(), contains("cannot be called “a=b”"));
        QCOMPARE(line().text(), "user:2 filter:a=b");
    }

    // As in the terminal.
    void aNameStandsForItsWords()
    {
        const NamedFilterFolder folder;
        NamedFilters().keep("urgent", "limited or near");
        showTokens();
        const std::initializer_list<std::pair<const char*, QStringList>> lines{
            {"filter:urgent", {"user:1"}},
            {"-filter:urgent ", {"user:2"}},
            {"filter:urgent user:2 ", {}},
            {"(filter:urgent or user:2) ", {"user:1", "user:2"}}};
        for (const auto& [text, tokens] : lines) {
            line().setText(text);
            QVERIFY2(line().faultText().isEmpty(), text);
            QCOMPARE(listed(), tokens);
        }
        QCOMPARE(withoutNames("filter:urgent user:2"), "(limited or near) user:2"); // for others
        press(Qt::Key_Backspace);
        QCOMPARE(line().text(), "");
        line().setText("user:1 -filter:urgent ");
        press(Qt::Key_Backspace);
        QCOMPARE(line().text(), "user:1 ");
        line().setText("user:1 filter:urgent  ü");
        line().clearFocus();
        QCOMPARE(chips({"user:1", "filter:urgent", "ü"}, 21), (QStringList{"user:1", "filter:urgent", "ü"}));
        line().setText("filter:urgnet ");
        QVERIFY_TEXT(line().faultText(), startsWith("No filter is called “urgnet”"));
        QCOMPARE(NamedFilters().read().at("urgent"), std::string("limited or near"));
    }

    // Return alone leads into the list, or asks; only pressed again it replaces what is there.
    void aNamedFilterIsReplacedOnlyOnceAsked()
    {
        const NamedFilterFolder folder;
        const auto urgent = [] {
            return NamedFilters().read().at("urgent");
        };
        NamedFilters().keep("urgent", "limited");
        showTokens();
        type("filter:urgent"); // nothing is in front of it
        press(Qt::Key_Return);
        QVERIFY(m->table()->hasFocus());
        line().setFocus();
        line().setText("user ");
        type("filter:urg");
        press(Qt::Key_Tab); // which a space follows
        press(Qt::Key_Return);
        QVERIFY(m->table()->hasFocus());

        line().setFocus();
        line().setText("user:2 ");
        type("filter:urgent");
        press(Qt::Key_Return);
        QCOMPARE(urgent(), std::string("limited"));
        QVERIFY(line().hasFocus());
        QVERIFY_TEXT(remark(), startsWith("“urgent” is “limited”. Return once more replaces"));
        QVERIFY(line().faultText().isEmpty());
        press(Qt::Key_Left);
        press(Qt::Key_Return); // which asks anew
        QCOMPARE(urgent(), std::string("limited"));
        press(Qt::Key_Return);
        QCOMPARE(urgent(), std::string("user:2"));
        QCOMPARE(line().text(), "user:2 ");
    }

    void aNamedFilterIsRemovedAmongTheOffers()
    {
        const NamedFilterFolder folder;
        NamedFilters().keep("calm", "ok");
        NamedFilters().keep("urgent", "limited");
        showTokens();
        type("filter:");
        QCOMPARE(line().offered(), (QStringList{"filter:calm", "filter:urgent"}));
        press(Qt::Key_Down);
        press(Qt::Key_Down);
        press(Qt::Key_Delete);
        QVERIFY_TEXT(remark(), startsWith("Delete once more removes the filter “urgent”"));
        press(Qt::Key_Up); // no longer
        QVERIFY(!remark().contains("urgent"));
        press(Qt::Key_Down);
        press(Qt::Key_Delete);
        QCOMPARE(NamedFilters().read().size(), std::size_t(2));
        press(Qt::Key_Delete);
        QCOMPARE(NamedFilters().read(), (FilterNames{{"calm", "ok"}}));
        QCOMPARE(line().offered(), QStringList{"filter:calm"});
        QCOMPARE(line().text(), "filter:");
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
