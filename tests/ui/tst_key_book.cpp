// SPDX-License-Identifier: GPL-3.0-or-later
// All keys as their page has them, without a window: what is scanned when, where the operator stands, and
// which answers come too late.
#include "tests/support/suites.h"
#include "tests/ui/session_fixture.h"
#include "ui/state/key_book.h"

#include <QSignalSpy>

#include <atomic>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestKeyBook : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<SessionFixture> m;

    KeyBook& book() { return m->session.keys(); }
    KeyBrowser& browser() { return book().browser(); }
    QString chosen() { return QString::fromStdString(book().chosen().value_or("none")); }
    QString current() { return QString::fromStdString(book().current().value_or("none")); }
    std::string value()
    {
        return book().detail() ? book().detail()->page.elements.at(0).value.bytes : "not read";
    }

    /// What was asked of the tree has been answered.
    void settle() { QTRY_COMPARE(m->session.link().scanLane().outstanding(), 0U); }
    void show()
    {
        QTRY_VERIFY(m->session.live());
        book().setShown(true);
        QTRY_COMPARE(browser().state(), KeyBrowser::State::Complete);
        settle();
    }
    /// As the list of a page does.
    void list(const std::string& folder)
    {
        browser().readList(folder, 0, 100);
        settle();
    }
    void filter(const char* text)
    {
        book().setFilter(KeyFilter(text));
        settle();
    }
    void pick(const char* name, bool isFolder = false)
    {
        const KeyRow row{.name = name, .folder = isFolder};
        book().pick(&row);
    }
    void fillFlat(int count)
    {
        m->connection.call({"EVAL",
                            "for i = 1, tonumber(ARGV[1]) do "
                            "redis.call('SET', string.format('flat:%06d', i), 'text') end",
                            "0", std::to_string(count)});
    }
    static std::shared_ptr<const Investigation> recordedOf(Investigation::Keys keys)
    {
        auto its = std::make_shared<Investigation>();
        its->at = keys.at = Instant(1'795'000'000s);
        its->keys = std::move(keys);
        return its;
    }

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<SessionFixture>();
        for (const char* const key :
             {"many:a:x:1", "many:a:x:2", "many:a:x:3", "many:a:y:1", "many:a:y:2", "many:a:z", "many:b",
              "quota:1", "quota:2", "quota:3", "session:1", "session:2"})
            m->connection.call({"SET", key, "403"});
    }
    void cleanup() { m.reset(); }

    void nothingIsScannedBeforeItIsShown()
    {
        QTRY_VERIFY(m->session.live());
        settle();
        QCOMPARE(browser().state(), KeyBrowser::State::NotStarted);
        QVERIFY(!book().summary());
        const QSignalSpy changed(&book(), &KeyBook::changed);
        const int edition = book().edition();
        RATEWARDEN_STEP(show());
        QVERIFY(!changed.isEmpty() && book().edition() != edition);
        QCOMPARE(std::int64_t(book().summary()->all), m->connection.call({"DBSIZE"}).view().integer());
    }

    // What comes of another one, or of the visit before, is not told of it.
    void aFolderIsEntered()
    {
        RATEWARDEN_STEP(show());
        book().enter("many:a:");
        QCOMPARE(book().place().folder, "many:a:");
        RATEWARDEN_STEP(list("many:"));
        QVERIFY(!book().place().above);
        RATEWARDEN_STEP(list("many:a:"));
        QCOMPARE(book().place().above.value(), "many:");
        QCOMPARE(book().place().keys, 6U); // at any depth
        const int visit = book().place().visit;
        book().enter("many:a:");
        QVERIFY(book().place().visit != visit);
        QVERIFY(!book().place().above && book().place().keys == 0);
    }

    void aFolderWithoutMatchesIsADeadEnd()
    {
        RATEWARDEN_STEP(show());
        book().enter("many:a:");
        RATEWARDEN_STEP(list("many:a:"));
        QVERIFY(!book().isDeadEnd());
        RATEWARDEN_STEP(filter("many:b"));
        RATEWARDEN_STEP(list("many:a:"));
        QVERIFY(book().isDeadEnd());
        RATEWARDEN_STEP(filter("nobody"));
        QVERIFY(!book().isDeadEnd()); // there are none elsewhere
    }

    void aRowIsChosenIfItIsAKey()
    {
        RATEWARDEN_STEP(show());
        pick("many:b");
        QVERIFY(book().isListed() && !book().detail());
        QTRY_COMPARE(value(), "403");
        book().rename("many:c");
        QCOMPARE(chosen(), "many:c");
        QVERIFY(book().isListed() && !book().detail());
        pick("many:a:", true);
        QCOMPARE(current(), "many:a:");
        QCOMPARE(chosen(), "none");
        QVERIFY(!book().isListed());
        book().pick(nullptr);
        QCOMPARE(current(), "none");
    }

    void theChosenKeyIsReadAgain()
    {
        m->connection.call({"RPUSH", "ranking", "one", "two"});
        RATEWARDEN_STEP(show());
        pick("quota:3");
        QTRY_COMPARE(value(), "403");
        m->connection.call({"SET", "quota:3", "777"});
        QTRY_COMPARE(value(), "777");
        // During a pause, another one is read once.
        m->session.setPaused(true);
        pick("ranking");
        QVERIFY(!book().detail());
        QTRY_COMPARE(value(), "one");
        QCOMPARE(book().detail()->page.elements.size(), std::size_t(2));
    }

    void aKeyIsFound()
    {
        RATEWARDEN_STEP(show());
        book().show("many:a:x:2");
        QCOMPARE(chosen(), "many:a:x:2");
        RATEWARDEN_STEP(settle());
        QVERIFY(book().found());
        QCOMPARE(book().found()->folders, (std::vector<std::string>{"many:", "many:a:", "many:a:x:"}));
        QCOMPARE(book().place().folder, "many:a:x:");
        QVERIFY(!book().current() && !book().isListed());
        book().setCurrent(book().chosen()); // as its row has come
        QVERIFY(book().isListed());
        // One that there will be.
        book().show("many:a:new");
        RATEWARDEN_STEP(settle());
        QVERIFY(!book().found());
        m->connection.call({"SET", "many:a:new", "403"});
        book().scan();
        QTRY_VERIFY(book().found());
        QCOMPARE(book().place().folder, "many:a:");
    }

    void whoLooksElsewhereIsNotLedBack()
    {
        RATEWARDEN_STEP(show());
        book().show("many:a:x:2");
        book().enter("quota:");
        RATEWARDEN_STEP(settle());
        QCOMPARE(book().place().folder, "quota:");
        QVERIFY(!book().found() && !book().chosen());
        book().show("many:a:x:2");
        const int visit = book().place().visit;
        book().show("session:1");
        RATEWARDEN_STEP(settle());
        QCOMPARE(book().place().folder, "session:");
        QCOMPARE(book().place().visit, visit + 1);
        pick("session:2");
        QVERIFY(!book().found());
    }

    void theChosenKeyStaysItIfItMatches()
    {
        RATEWARDEN_STEP(show());
        book().enter("quota:");
        pick("quota:3");
        book().setFilter(KeyFilter("quota:"));
        QVERIFY(book().isSettling() && !book().isListed());
        RATEWARDEN_STEP(settle());
        QVERIFY(!book().isSettling() && book().found());
        QCOMPARE(chosen(), "quota:3");
        RATEWARDEN_STEP(filter("session:"));
        QVERIFY(!book().isSettling());
        QCOMPARE(chosen(), "none");
        // Not if another one has been chosen meanwhile.
        pick("session:1");
        book().setFilter(KeyFilter("quota:"));
        pick("quota:1");
        QVERIFY(book().isListed());
        RATEWARDEN_STEP(settle());
        QCOMPARE(chosen(), "quota:1");
    }

    // At once, without a pause; what was asked for the key stroke before is given up.
    void onlyTheLastFilterIsAnswered()
    {
        RATEWARDEN_STEP(show());
        std::vector<std::size_t> seen;
        QObject here;
        connect(&browser(), &KeyBrowser::summaryRead, &here,
                [&seen](const SharedKeySummary& summary) { seen.push_back(summary->totals.keys); });
        book().setFilter(KeyFilter("quota:"));
        RATEWARDEN_STEP(filter("session:"));
        QCOMPARE(seen, std::vector<std::size_t>{2});
        book().setFilter(KeyFilter("quota:"));
        RATEWARDEN_STEP(filter("session:")); // as it was
        QCOMPARE(seen, (std::vector<std::size_t>{2, 2}));
    }

    void someOfTheKeysThatMatchAreTaken()
    {
        SharedKeyExcerpt taken;
        const auto take = [&](const std::string& wanted) {
            browser().takeKeys(this, 2, wanted, [&taken](const SharedKeyExcerpt& keys) { taken = keys; });
            settle();
        };
        RATEWARDEN_STEP(take({}));
        QVERIFY(!taken); // nothing is known
        RATEWARDEN_STEP(show());
        RATEWARDEN_STEP(filter("quota:"));
        RATEWARDEN_STEP(take("quota:3"));
        QCOMPARE(taken->all, book().summary()->all);
        QCOMPARE(taken->keys.size(), std::size_t(2));
        QCOMPARE(taken->keys.front().name, "quota:3");
        QVERIFY(taken->keys.back().name.starts_with("quota:"));
        QVERIFY(taken->keys.back().type == KeyType::String);
        RATEWARDEN_STEP(take("many:b")); // which does not match
        QVERIFY(taken->keys.front().name.starts_with("quota:"));
    }

    // Its cursor means nothing to the server that is there then: it would leave keys out. What the scan
    // before has found stays until then.
    void aScanBeginsAnewOnAnotherServer_data()
    {
        QTest::addColumn<bool>("stopped");
        QTest::newRow("under way") << false;
        QTest::newRow("stopped by the operator") << true;
    }
    void aScanBeginsAnewOnAnotherServer()
    {
        QFETCH(bool, stopped);
        RATEWARDEN_STEP(show());
        const std::size_t before = book().summary()->all;
        fillFlat(100'000); // more than are read before it can be stopped
        QObject watch;
        bool isUnderWay = false;
        connect(&browser(), &KeyBrowser::progressed, &watch, [this, stopped, &isUnderWay] {
            if (isUnderWay || browser().progress().named == 0)
                return;
            isUnderWay = true;
            m->server.freeze();
            if (stopped)
                book().toggleScan();
        });
        book().scan();
        QTRY_VERIFY(isUnderWay);
        m->server.kill();
        QTRY_VERIFY(m->session.link().isUnreachable());
        QTRY_COMPARE(browser().state(), KeyBrowser::State::Stopped);
        QCOMPARE(book().summary()->all, before);
        QCOMPARE(m->server.start(), QString());
        fillFlat(700);
        QTRY_VERIFY(m->session.live());
        if (stopped)
            book().toggleScan();
        QTRY_COMPARE(browser().state(), KeyBrowser::State::Complete);
        QCOMPARE(browser().progress().named, 700U);
        QVERIFY(book().problems().scan.isEmpty());
        QTRY_COMPARE(book().summary()->all, 700U);
    }

    void anInvestigationHasWhatWasRecorded()
    {
        Investigation::Keys keys;
        FoundKeyFacts row;
        row.name = "quota:1";
        keys.rows = {row};
        KeyDetail detail;
        detail.facts.key = row.name;
        detail.facts.exists = true;
        keys.chosen = detail;
        Session recorded(recordedOf(std::move(keys)));
        recorded.open();
        KeyBook& its = recorded.keys();
        its.show("quota:1");
        QTRY_VERIFY(its.detail() && its.found());
        QTRY_VERIFY(its.summary() && its.summary()->all == 1);
        its.setShown(true);
        its.scan(); // there is nothing to scan
        QCOMPARE(its.browser().state(), KeyBrowser::State::Complete);
        its.show("quota:2");
        QVERIFY(!its.detail());
    }

    // Of a view that was left while it was counted, and is in force again: all keys, or no answer.
    void halfAnInventoryIsNotTaken()
    {
        constexpr int many = 100'000;
        Investigation::Keys keys;
        FoundKeyFacts key;
        key.expires = FoundKeyFacts::never;
        for (int i = 0; i < many; ++i) {
            key.name = "key:" + std::to_string(i);
            keys.rows.push_back(key);
        }
        Session recorded(recordedOf(std::move(keys)));
        recorded.open();
        KeyBrowser& browser = recorded.keys().browser();
        QTRY_COMPARE(browser.state(), KeyBrowser::State::Complete);
        const KeyView usual = browser.view();
        KeyView other = usual;
        other.order = KeyTree::Order::Keys;
        Lane& lane = recorded.link().scanLane();
        QTRY_COMPARE(lane.outstanding(), 0U);
        constexpr int attempts = 20;
        for (int i = 0; i < attempts; ++i) {
            const auto begun = std::make_shared<std::atomic<bool>>(false);
            const auto had = std::make_shared<std::optional<int>>();
            lane.compute(
                this, [begun] { return begun->exchange(true); }, [](const Outcome<bool>&) {});
            browser.takeStock(
                this, [had](const FilterInventory& inventory) { *had = inventory.flags.at("no-ttl"); });
            while (!*begun)
                std::this_thread::yield();
            for (int turn = 0; turn < 10 * i; ++turn) // each time it has come a little further
                std::this_thread::yield();
            browser.setView(other);
            browser.setView(usual);
            QTRY_COMPARE(lane.outstanding(), 0U);
            QVERIFY2(!*had || **had == many, qPrintable(QString::number(had->value_or(0))));
        }
    }
};

RATEWARDEN_SUITE(TestKeyBook)
#include "tst_key_book.moc"
