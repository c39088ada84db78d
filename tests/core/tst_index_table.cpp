// SPDX-License-Identifier: GPL-3.0-or-later
// The hash table that finds indexes by name.
#include "core/model/index_table.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"

#include <QTest>

#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ratewarden;

class TestIndexTable : public QObject {
    Q_OBJECT

private:
    std::vector<std::string> m_names; // by index

    auto is(const std::string& name) const
    {
        return [this, name](IndexTable::Index index) {
            return m_names[index] == name;
        };
    }

private Q_SLOTS:
    void init() { m_names.clear(); }

    // Against a map. Few hashes, those at the end of the table among them: names share their slots, and runs
    // of them go over the end to the beginning.
    void findsWhatIsThere_data()
    {
        QTest::addColumn<quint32>("hashes");
        QTest::newRow("one hash") << 1U;
        QTest::newRow("a few") << 7U;
        QTest::newRow("many") << 1'000'003U;
    }
    void findsWhatIsThere()
    {
        QFETCH(quint32, hashes);
        std::mt19937 random(test::testSeed());
        const auto hashOf = [&](const std::string& name) {
            return ~std::uint32_t(std::hash<std::string>()(name) % hashes);
        };
        IndexTable table;
        std::map<std::string, IndexTable::Index> expected;
        for (int i = 0; i < 4000; ++i) {
            const std::string name = std::to_string(random() % 60);
            const auto known = expected.find(name);
            QCOMPARE(table.find(hashOf(name), is(name)),
                     known == expected.end() ? IndexTable::none : known->second);
            if (known != expected.end()) {
                if (random() % 2 == 0) {
                    table.remove(hashOf(name), is(name));
                    expected.erase(known);
                }
                continue;
            }
            if (table.slotCount() < expected.size() + 2)
                table.resize(table.slotCount() == 0 ? 2 : 2 * table.slotCount());
            const auto index = IndexTable::Index(m_names.size());
            m_names.push_back(name);
            if (random() % 2 == 0)
                table.add(hashOf(name), index);
            else
                QCOMPARE(table.findOrAdd(hashOf(name), is(name), [&] { return index; }), index);
            expected.emplace(name, index);
        }
        QVERIFY(table.memory() >= table.slotCount() * 2 * sizeof(IndexTable::Index));
        for (int name = 0; name < 60; ++name) {
            const std::string text = std::to_string(name);
            const auto known = expected.find(text);
            QCOMPARE(table.find(hashOf(text), is(text)),
                     known == expected.end() ? IndexTable::none : known->second);
        }
    }

    void addsOnce()
    {
        IndexTable table;
        QCOMPARE(table.find(5, is("a")), IndexTable::none);
        table.resize(4);
        QCOMPARE(table.guess(5), IndexTable::none);
        const auto fails = []() -> IndexTable::Index {
            throw std::runtime_error("no memory");
        };
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, table.findOrAdd(5, is("a"), fails));
        QCOMPARE(table.find(5, is("a")), IndexTable::none); // its slot is free still
        m_names = {"a"};
        QCOMPARE(table.findOrAdd(5, is("a"), [] { return IndexTable::Index(0); }), IndexTable::Index(0));
        QCOMPARE(table.findOrAdd(5, is("a"), fails), IndexTable::Index(0));
        QCOMPARE(table.guess(5), IndexTable::Index(0));
        table.resize(2); // never fewer
        QCOMPARE(table.slotCount(), std::size_t(4));
    }
};

RATEWARDEN_SUITE(TestIndexTable)
#include "tst_index_table.moc"
