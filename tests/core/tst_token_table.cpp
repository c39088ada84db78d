// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limiter/token_table.h"
#include "tests/support/suites.h"

#include <QRandomGenerator>
#include <QTest>

#include <map>
#include <random>
#include <set>
#include <utility>

using namespace ratewarden;

class TestTokenTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // With few hashes tokens stand far from home, and their runs go over the end of the slots.
    void isAMap_data()
    {
        QTest::addColumn<quint64>("hashes");
        QTest::newRow("good hashes") << ~quint64(0);
        QTest::newRow("seven of them") << quint64(7);
        QTest::newRow("one for all") << quint64(1);
    }
    void isAMap()
    {
        QFETCH(quint64, hashes);
        const quint32 seed = QRandomGenerator::global()->generate();
        std::mt19937 random(seed);
        const auto hashOf = [&](const std::string& token) {
            return (std::uint64_t(std::hash<std::string>()(token)) % hashes) * 0x9E3779B97F4A7C15U;
        };
        TokenTable<int> table;
        std::map<std::string, int> model;
        for (int i = 0; i < 20'000; ++i) {
            const std::string token = std::to_string(random() % 300);
            const std::uint64_t hash = hashOf(token);
            int* const found = table.find(token, hash);
            const auto expected = model.find(token);
            QVERIFY2((found != nullptr) == (expected != model.end()), qPrintable(QString::number(seed)));
            if (found)
                QCOMPARE(*found, expected->second);
            switch (random() % 4) {
            case 0:
                QCOMPARE(table.erase(token, hash), model.erase(token) > 0);
                break;
            case 1: {
                table.advanceHand([&](int value) {
                    const bool goes = value % 3 == 0;
                    if (goes)
                        std::erase_if(model, [&](const auto& kept) { return kept.second == value; });
                    return goes;
                });
                break;
            }
            default:
                if (!found) {
                    QCOMPARE(table.emplace(token, hash, i), i);
                    model.emplace(token, i);
                }
            }
            QCOMPARE(table.size(), model.size());
        }
    }

    void theHandComesByEveryOne()
    {
        TokenTable<int> table;
        table.advanceHand([](int) { return true; }); // there is nothing yet
        std::set<int> expected;
        for (int i = 0; i < 1000; ++i) {
            table.emplace(std::to_string(i), std::hash<int>()(i * 7919), i);
            expected.insert(i);
        }
        std::set<int> seen;
        for (int i = 0; i < 2048; ++i)
            table.advanceHand([&](int value) {
                seen.insert(value);
                return false;
            });
        QCOMPARE(seen, expected);
    }

    // All stand in one run, so that with each that goes another one moves up to the hand.
    void theHandPassesOverNone()
    {
        TokenTable<int> table;
        for (int i = 0; i < 500; ++i)
            table.emplace(std::to_string(i), 0, i);
        for (int i = 0; i < 1024; ++i)
            table.advanceHand([](int) { return true; });
        QCOMPARE(table.size(), 0U);
    }

    // Whatever the hashes are: an entry that is not used any more is gone after two rounds of the hand.
    void unusedEntriesAreEvictedFirst()
    {
        struct Entry {
            bool used = true;
        };
        constexpr std::size_t most = 100;
        for (std::uint64_t seed = 1; seed <= 500; ++seed) {
            std::mt19937_64 random(seed);
            std::map<int, std::uint64_t> hashes;
            TokenTable<Entry> table;
            for (int i = 0; i < 260; ++i) {
                table.dropIdle([](const Entry&) { return false; });
                table.makeRoom(
                    most, [](Entry& entry) { return std::exchange(entry.used, false); },
                    [](const Entry&) { return false; });
                hashes[i] = random();
                table.emplace(std::to_string(i), hashes[i]);
                QVERIFY(table.size() <= most);
            }
            QVERIFY2(!table.find("0", hashes[0]), qPrintable(QString::number(seed)));
        }
    }

    void valuesStayWhereTheyAre()
    {
        TokenTable<int> table;
        const int* const first = &table.emplace("first", 0, 1);
        for (int i = 0; i < 1000; ++i)
            table.emplace(std::to_string(i), 0, i);
        for (int i = 0; i < 1000; i += 2)
            QVERIFY(table.erase(std::to_string(i), 0));
        QCOMPARE(table.find("first", 0), first);
        QVERIFY(!table.find("first", 1));
    }
};

RATEWARDEN_SUITE(TestTokenTable)
#include "tst_token_table.moc"
