// SPDX-License-Identifier: GPL-3.0-or-later
// All keys as their page has them, without a window: what is scanned when, where the operator stands, and
// which answers come too late.
#include "tests/support/suites.h"
#include "tests/ui/session_fixture.h"
#include "ui/state/key_book.h"

#include <atomic>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestKeyBook : public QObject {
    Q_OBJECT

private Q_SLOTS:
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
        Investigation its;
        its.at = keys.at = Instant(1'795'000'000s);
        its.keys = std::move(keys);
        Session recorded(std::make_shared<const Investigation>(std::move(its)));
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
