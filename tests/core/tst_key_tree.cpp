// SPDX-License-Identifier: GPL-3.0-or-later
// The store of all keys, the tree over it and its filter.
#include "core/formats/foreign/catalogue.h"
#include "core/keys/key_tree.h"
#include "core/model/errors.h"
#include "core/model/glob.h"
#include "tests/support/printing.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

FoundKeyFacts key(std::string name, KeyType type = KeyType::String, double memory = 100,
                  std::int64_t expires = 1'800'000'000'000)
{
    return {.name = std::move(name),
            .type = type,
            .kind = KeyKind::NotLimiter,
            .format = nullptr,
            .memory = memory,
            .expires = expires};
}

FoundKeyFacts limiter(std::string name, std::string_view format)
{
    FoundKeyFacts facts = key(std::move(name));
    facts.kind = KeyKind::Limiter;
    facts.format = builtInCatalogue().find(format);
    return facts;
}

KeyStore storeOf(const std::vector<FoundKeyFacts>& keys)
{
    KeyStore store;
    for (const FoundKeyFacts& one : keys)
        store.add(one);
    return store;
}

std::vector<std::string> labels(const KeyTree& tree, std::string_view folder = {})
{
    std::vector<std::string> found;
    for (const KeyNode& node : tree.children(folder, 0, 1000))
        found.push_back(node.label + (node.folder ? fmt::format(" {}", node.totals.keys) : std::string()));
    return found;
}

using Labels = std::vector<std::string>;

// The tree as it would be made without any care for speed: the path of each folder, and its keys' names.
class NaiveTree {
public:
    NaiveTree(std::set<std::string> names, std::string delimiters)
        : m_names(std::move(names)), m_delimiters(std::move(delimiters))
    {
    }

    std::set<std::string> below(const std::string& folder) const
    {
        std::set<std::string> found;
        std::ranges::copy_if(m_names, std::inserter(found, found.end()), [&](const std::string& name) {
            return name.starts_with(folder) && (folder.empty() || delimiters(name) == delimiters(folder));
        });
        return found;
    }
    std::string delimiters(const std::string& name) const
    {
        if (m_delimiters != KeyTree::delimiterOfEach)
            return m_delimiters;
        for (const char sure : {':', '/', '|'})
            if (name.find(sure) != std::string::npos)
                return {sure};
        const std::size_t first = name.find_first_of(".-_");
        return first != std::string::npos && name.substr(0, first).find_first_of("ab") != std::string::npos
                   ? std::string(1, name[first])
                   : std::string();
    }

    // Path of each row, and how many keys it stands for.
    std::map<std::string, std::size_t> rows(const std::string& folder) const
    {
        std::map<std::string, std::set<std::string>> groups;
        std::map<std::string, std::size_t> rows;
        for (const std::string& name : below(folder)) {
            const std::size_t cut = name.find_first_of(delimiters(name), folder.size());
            if (cut == std::string::npos)
                rows[name] = 1;
            else
                groups[name.substr(0, cut + 1)].insert(name);
        }
        for (const auto& [path, names] : groups) {
            if (names.size() == 1) {
                rows[*names.begin()] = 1;
                continue;
            }
            const auto deeper = this->rows(path); // put together with its own only folder already
            const bool only = deeper.size() == 1 && deeper.begin()->second > 1;
            rows[only ? deeper.begin()->first : path] = names.size();
        }
        return rows;
    }

private:
    std::set<std::string> m_names;
    std::string m_delimiters;
};

} // namespace

class TestKeyTree : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsEachKeyOnce()
    {
        KeyStore store;
        const std::string withZero("a\0b", 3);
        QVERIFY(store.add(key("a", KeyType::Hash, 70, FoundKeyFacts::never)));
        QVERIFY(store.add(key(withZero)));
        QVERIFY(!store.add(key("a")));
        QVERIFY(store.add(key("")));
        for (int i = 0; i < 20'000; ++i)
            QVERIFY(store.add(key(fmt::format("k{}", i))));
        for (int i = 0; i < 20'000; ++i)
            QVERIFY(!store.add(key(fmt::format("k{}", i))));
        QCOMPARE(store.size(), 20'003U);
        QCOMPARE(store[0].name, std::string_view("a"));
        QCOMPARE(store[0].type, KeyType::Hash);
        QCOMPARE(store[0].memory, 70.0);
        QCOMPARE(store[0].expires, FoundKeyFacts::never);
        QCOMPARE(store[1].name, std::string_view(withZero));
        QCOMPARE(store[20'002].name, std::string_view("k19999"));
        const std::string huge(1 << 20, 'h');
        QVERIFY(store.add(key(huge)));
        QVERIFY(store.add(key("after it")));
        QCOMPARE(store.name(20'003), std::string_view(huge));
        QCOMPARE(store.name(20'004), std::string_view("after it"));
    }

    void keepsNoMoreThanFits()
    {
        KeyStore store(std::size_t(1) << 20);
        for (int i = 0; i < 100'000; ++i)
            store.add(key(fmt::format("session:{:030}", i)));
        QVERIFY(store.size() > 5'000);
        QVERIFY(store.bytes() < (std::size_t(3) << 19));
        QCOMPARE(std::size_t(store.size()) + store.leftOut(), std::size_t(100'000));
    }

    void aMillionKeysTakeLittle()
    {
        KeyStore store;
        std::size_t nameBytes = 0;
        for (int i = 0; i < 1'000'000; ++i) {
            const std::string name = fmt::format("rlflx:user:{:08}", i * 7 % 1'000'000);
            nameBytes += name.size();
            store.add(key(name));
        }
        KeyTree tree(store);
        tree.update();
        QCOMPARE(tree.childCount("rlflx:user:"), std::size_t(1'000'000));
        const std::vector<KeyNode> page = tree.children("rlflx:user:", 999'990, 100);
        QCOMPARE(page.size(), std::size_t(10));
        QCOMPARE(page.back().label, std::string("00999999"));
        const double perKey = double(store.bytes() - nameBytes) / 1e6 + sizeof(KeyStore::Index);
        QVERIFY2(perKey < 80, fmt::format("{} bytes beside the name", perKey).c_str());
    }

    void cutsNamesBehindDelimiters()
    {
        const KeyStore store =
            storeOf({key("rack::attack:1:a"), key("rack::attack:1:b"), key("rack::attack:2:c"), key("user:1"),
                     key("user:2"), key("user"), key("user:"), key("session:7:data"), key("LIMITER/a"),
                     key("LIMITER/b"), key("rw:{a}:x"), key("rw:{b}:x")});
        KeyTree tree(store);
        tree.update();
        QCOMPARE(labels(tree), (Labels{"rack::attack: 3", "rw: 2", "user: 3", "LIMITER/a", "LIMITER/b",
                                       "session:7:data", "user"}));
        QCOMPARE(labels(tree, "rack::attack:"), (Labels{"1: 2", "2:c"}));
        QCOMPARE(labels(tree, "user:"), (Labels{"", "1", "2"}));
        QCOMPARE(tree.children("user:", 1, 1).front().path, std::string("user:1"));
        tree.setDelimiters(":/{");
        QCOMPARE(labels(tree),
                 (Labels{"LIMITER/ 2", "rack::attack: 3", "rw:{ 2", "user: 3", "session:7:data", "user"}));
        tree.setDelimiters("");
        QCOMPARE(tree.childCount(""), std::size_t(12));
    }

    void addsUpWhatIsBelow()
    {
        KeyStore store;
        store.add(key("a:1", KeyType::String, 10, FoundKeyFacts::never));
        store.add(key("a:2", KeyType::String, 20, FoundKeyFacts::unknown));
        store.add(limiter("a:b:1", "redis-rate"));
        store.add(limiter("a:b:2", "redis-rate"));
        store.add(limiter("a:b:3", "rate-limiter-flexible"));
        FoundKeyFacts unknown = key("a:c", KeyType::String, 0);
        unknown.kind = KeyKind::Unknown;
        store.add(unknown);
        store.add(key("b"));
        KeyTree tree(store);
        tree.update();
        const KeyTotals totals = tree.children("", 0, 1).front().totals;
        QCOMPARE(totals.keys, std::size_t(6));
        QCOMPARE(totals.memory, 330.0);
        QCOMPARE(totals.withoutTtl, std::size_t(1));
        QCOMPARE(totals.ttlUnknown, std::size_t(1));
        QCOMPARE(totals.memoryUnknown, std::size_t(1));
        QCOMPARE(totals.shares.size(), std::size_t(4));
        std::size_t sum = 0;
        for (const KeyTotals::Share& share : totals.shares)
            sum += share.keys;
        QCOMPARE(sum, std::size_t(6));
        QVERIFY(std::ranges::is_sorted(totals.shares, std::greater(), &KeyTotals::Share::keys));
        QCOMPARE(tree.totals("a:b:").shares.front().format->name(), std::string_view("redis-rate"));
        QCOMPARE(tree.totals().keys, std::size_t(7));
    }

    void sortsByKeysAndByMemory()
    {
        const KeyStore store = storeOf({key("a:1", KeyType::List, 5000), key("a:2"), key("b:1"), key("b:2"),
                                        key("b:3"), key("large", KeyType::List, 5000), key("empty")});
        KeyTree tree(store);
        tree.update();
        tree.setOrder(KeyTree::Order::Keys);
        QCOMPARE(labels(tree), (Labels{"b: 3", "a: 2", "empty", "large"}));
        tree.setOrder(KeyTree::Order::Memory);
        QCOMPARE(labels(tree), (Labels{"a: 2", "b: 3", "empty", "large"})); // keys stay sorted by name
        tree.setOrder(KeyTree::Order::Name);
        QCOMPARE(labels(tree), (Labels{"a: 2", "b: 3", "empty", "large"}));
    }

    void pagesALevel()
    {
        std::vector<FoundKeyFacts> keys;
        for (int i = 0; i < 100; ++i)
            keys.push_back(key(fmt::format("k{:02}", i)));
        const KeyStore store = storeOf(keys);
        KeyTree tree(store);
        tree.update();
        QCOMPARE(tree.childCount(""), std::size_t(100));
        const std::vector<KeyNode> page = tree.children("", 95, 50);
        QCOMPARE(page.size(), std::size_t(5));
        QCOMPARE(page.front().label, std::string("k95"));
        QCOMPARE(store.name(page.front().key), std::string_view("k95"));
        QVERIFY(tree.children("", 100, 50).empty());
    }

    void growsWithTheStore()
    {
        KeyStore store = storeOf({key("b:1"), key("d:1")});
        KeyTree tree(store);
        tree.update();
        QCOMPARE(labels(tree), (Labels{"b:1", "d:1"}));
        for (const char* const name : {"a:1", "b:2", "c", "e:1", "b:0"})
            store.add(key(name));
        QCOMPARE(labels(tree), (Labels{"b:1", "d:1"})); // as it was
        tree.update();
        QCOMPARE(labels(tree), (Labels{"b: 3", "a:1", "c", "d:1", "e:1"}));
        QCOMPARE(labels(tree, "b:"), (Labels{"0", "1", "2"}));
    }

    void findsTheDelimiterOfEachName()
    {
        const KeyStore store =
            storeOf({key("user:a/b"), key("user:a/c"), key("quota3/t0/u000"), key("quota3/t0/u001"),
                     key("quota3/t1/u000"), key("quota3/t1/u001"), key("com.acme.users:1"),
                     key("com.acme.users:2"), key("login_10.0.0.1"), key("login_10.0.0.2"), key("10.0.0.1"),
                     key("10.0.0.2"), key("2024-01-01"), key("2024-01-02"), key("pipe|1"), key("pipe|2"),
                     key("quota3/t0:odd"), key("quota3/t0:even")});
        KeyTree tree(store, KeyTree::delimiterOfEach);
        tree.update();
        QCOMPARE(labels(tree),
                 (Labels{"com.acme.users: 2", "login_ 2", "pipe| 2", "quota3/ 4", "quota3/t0: 2", "user: 2",
                         "10.0.0.1", "10.0.0.2", "2024-01-01", "2024-01-02"}));
        QCOMPARE(labels(tree, "quota3/"), (Labels{"t0/ 2", "t1/ 2"}));
        QCOMPARE(labels(tree, "user:"), (Labels{"a/b", "a/c"}));
        QCOMPARE(tree.foldersOf("quota3/t1/u001"), (Labels{"quota3/", "quota3/t1/"}));
        QCOMPARE(tree.folderAbove("quota3/t1/"), std::string("quota3/"));
        QCOMPARE(tree.keyCount("quota3/"), std::size_t(4)); // that with ":" is in a folder of its own
        tree.setFilter(KeyFilter("quota3*"));
        QCOMPARE(labels(tree), (Labels{"quota3/ 4", "quota3/t0: 2"}));
        tree.remove(std::vector<std::string>{"quota3/t0:odd"});
        QCOMPARE(labels(tree), (Labels{"quota3/ 4", "quota3/t0:even"}));
    }

    // Rows that are folders come to all keys.
    void keysOfTheFirstLevelAreAFolder()
    {
        KeyStore store = storeOf({key("a:1"), key("a:2"), key("b:1"), key("ranking", KeyType::List, 50),
                                  key("lock", KeyType::String, 20, FoundKeyFacts::never)});
        KeyTree tree(store);
        tree.update();
        const std::optional<KeyNode> loose = tree.looseKeys();
        QVERIFY(loose && loose->folder && !loose->holdsFolders);
        QCOMPARE(loose->totals.keys, std::size_t(3));
        QCOMPARE(loose->totals.memory, 170.0);
        QCOMPARE(loose->totals.withoutTtl, std::size_t(1));
        QCOMPARE(tree.totals("a:").keys + loose->totals.keys, tree.totals().keys);
        QCOMPARE(labels(tree, loose->path), (Labels{"b:1", "lock", "ranking"}));
        QCOMPARE(tree.childCount(loose->path), std::size_t(3));
        QCOMPARE(tree.folderCount(loose->path), std::size_t(0));
        QCOMPARE(tree.keyCount(loose->path), std::size_t(3));
        QCOMPARE(tree.totals(loose->path).keys, std::size_t(3));
        QCOMPARE(tree.rowOf(loose->path, "lock"), std::size_t(1));
        QCOMPARE(tree.folderAbove(loose->path), std::string());
        tree.setFilter(KeyFilter("a:*"));
        QVERIFY(!tree.looseKeys());
        tree.setFilter({});
        tree.setDelimiters(""); // there is no other folder: the list has them all
        QVERIFY(!tree.looseKeys());
    }

    void isTheNaiveTree_data()
    {
        QTest::addColumn<QByteArray>("delimiters");
        QTest::newRow("one") << QByteArray(":");
        QTest::newRow("several") << QByteArray(":/{");
        QTest::newRow("none") << QByteArray();
        QTest::newRow("of each") << QByteArray("auto");
    }

    void isTheNaiveTree()
    {
        QFETCH(QByteArray, delimiters);
        std::mt19937 random(20'261'122);
        for (int round = 0; round < 60; ++round) {
            using namespace std::string_view_literals;
            constexpr std::string_view alphabet = "ab:/{\0\xff.-"sv;
            std::set<std::string> names;
            std::set<std::string> gone;
            KeyStore store;
            KeyTree tree(store, delimiters.toStdString());
            for (int i = 0; i < 200; ++i) {
                std::string name;
                for (auto left = random() % 24; left > 0; --left)
                    name += alphabet[random() % alphabet.size()];
                QCOMPARE(store.add(key(name)), names.insert(name).second);
                if (random() % 50 == 0)
                    tree.update();
                // Some go, some come back, some stay away.
                if (random() % 20 == 0) {
                    const std::vector<std::string> some{*names.begin(), *names.rbegin(), "none of them"};
                    tree.update();
                    tree.remove(some);
                    if (random() % 2 == 0) {
                        tree.putBack(some);
                        for (const std::string& one : some)
                            gone.erase(one);
                    } else {
                        gone.insert(some.begin(), some.begin() + 2);
                    }
                }
            }
            tree.update();
            for (const std::string& name : gone)
                names.erase(name);
            QCOMPARE(tree.allKeys(), names.size());
            const NaiveTree naive(names, delimiters.toStdString());
            std::vector<std::string> folders{""};
            std::size_t keys = 0;
            while (!folders.empty()) {
                const std::string folder = folders.back();
                folders.pop_back();
                std::map<std::string, std::size_t> rows;
                for (const KeyNode& node : tree.children(folder, 0, 1000)) {
                    QVERIFY(rows.emplace(node.path, node.totals.keys).second);
                    QCOMPARE(node.path, folder + node.label);
                    QCOMPARE(node.folder, node.totals.keys > 1);
                    if (node.folder)
                        folders.push_back(node.path);
                    else
                        ++keys;
                    QCOMPARE(tree.rowOf(folder, node.path), rows.size() - 1);
                }
                QVERIFY2(rows == naive.rows(folder), folder.c_str());
            }
            QCOMPARE(keys, names.size());
        }
    }

    void findsTheRowOfAKey()
    {
        const KeyStore store = storeOf({key("a:b:c:1"), key("a:b:c:2"), key("a:x"), key("top")});
        KeyTree tree(store);
        tree.update();
        QCOMPARE(tree.foldersOf("a:b:c:2"), (Labels{"a:", "a:b:c:"}));
        QCOMPARE(tree.foldersOf("top"), Labels());
        QCOMPARE(tree.foldersOf("a:b:c"), Labels()); // there is no such key
        QCOMPARE(tree.rowOf("a:b:c:", "a:b:c:2"), std::size_t(1));
        QCOMPARE(tree.rowOf("", "top"), std::size_t(1));
        QCOMPARE(tree.rowOf("", "a:x"), KeyTree::npos);
        tree.setOrder(KeyTree::Order::Memory);
        QCOMPARE(tree.rowOf("", "top"), std::size_t(1));
    }

    void leadsUp()
    {
        const KeyStore store = storeOf(
            {key("a:b:c:1"), key("a:b:c:2"), key("a:b:d"), key("a:x"), key("rack::1"), key("rack::2")});
        KeyTree tree(store);
        tree.update();
        QCOMPARE(tree.folderAbove("a:b:c:"), std::string("a:b:"));
        QCOMPARE(tree.folderAbove("a:b:"), std::string("a:"));
        QCOMPARE(tree.folderAbove("a:"), std::string());
        QCOMPARE(tree.folderAbove("rack::"), std::string()); // is one row
        QCOMPARE(tree.folderAbove("a:b:gone:"), std::string("a:b:"));
        QCOMPARE(tree.keyCount("a:b:"), std::size_t(3));
        QCOMPARE(tree.keyCount(""), std::size_t(6));
        const std::vector<KeyNode> rows = tree.children("", 0, 2);
        QVERIFY(rows[0].holdsFolders);
        QVERIFY2(!rows[1].holdsFolders, "it holds keys alone");
        tree.setFilter(KeyFilter("a:x"));
        QCOMPARE(tree.folderAbove("a:b:c:"), std::string()); // that is all there is
    }

    void namesUnknownFolders()
    {
        KeyStore store;
        for (int i = 0; i < 30; ++i) {
            FoundKeyFacts quota = key(fmt::format("quota:{}", i));
            quota.kind = KeyKind::Unknown;
            store.add(quota);
            store.add(key(fmt::format("app:session:{}", i)));
            store.add(limiter(fmt::format("rl:{}", i), "rate-limit-redis"));
        }
        for (int i = 0; i < 10; ++i) {
            FoundKeyFacts hits = key(fmt::format("app:hits:{}", i));
            hits.kind = KeyKind::Unknown;
            store.add(hits);
        }
        KeyTree tree(store);
        tree.update();
        const std::vector<KeyNode> found = tree.unknownFolders();
        QCOMPARE(found.size(), std::size_t(2));
        QCOMPARE(found[0].path, std::string("quota:"));
        QCOMPARE(found[0].totals.keys, std::size_t(30));
        QCOMPARE(found[1].path, std::string("app:hits:"));
        QCOMPARE(tree.unknownFolders(1).size(), std::size_t(1));
    }

    void filters_data()
    {
        addColumns<QString, QStringList>({"filter", "names"});
        const QStringList all{"Cart 7",  "a\\b", "cart:1",  "cart:2", "no-ttl",
                              "quota:1", "rl:a", "rlflx:b", "type:x"};
        addRow("nothing", "", all);
        addRow("blanks", "   ", all);
        addRow("a part", "art:", QStringList{"cart:1", "cart:2"});
        addRow("a glob", "cart*", QStringList{"cart:1", "cart:2"});
        addRow("one byte", "cart:?", QStringList{"cart:1", "cart:2"});
        addRow("a set", "[cC]art[:x][1-37]", QStringList{"cart:1", "cart:2"});
        addRow("a blank", "\"Cart 7\"", QStringList{"Cart 7"});
        addRow("type", "type:zset", QStringList{"cart:2"});
        addRow("type and part", "type:string rl", QStringList{"rl:a", "rlflx:b"});
        addRow("format by its name", "format:rate-limit-redis", QStringList{"rl:a"});
        addRow("format by its keys", "format:*rlflx*", QStringList{"rlflx:b"});
        addRow("unknown", "format:unknown", QStringList{"quota:1"});
        addRow("none", "format:none cart:", QStringList{"cart:1", "cart:2"});
        addRow("none or unknown", "format:none cart:1 or format:unknown", QStringList{"cart:1", "quota:1"});
        addRow("no format", "-format:r* l", QStringList{"no-ttl"});
        addRow("a backslash at the end", "a\\", QStringList{"a\\b"});
        addRow("without TTL", "no-ttl", QStringList{"cart:1", "quota:1"});
        addRow("several", "no-ttl cart", QStringList{"cart:1"});
        addRow("a word as it is", "\"no-ttl\"", QStringList{"no-ttl"});
        addRow("another word as it is", "\"type:x\"", QStringList{"type:x"});
        addRow("any case", "CART:", QStringList{"cart:1", "cart:2"});
        addRow("TTL", "ttl<1min", QStringList{"rl:a"});
        addRow("TTL of what never expires", "ttl>1h", QStringList{"cart:1", "quota:1"});
        addRow("size", "size>1k", QStringList{"cart:1"});
        addRow("small", "size<50", QStringList{"quota:1"});
        addRow("types", "type:*set or type:hash", QStringList{"cart:1", "cart:2"});
    }

    void filters()
    {
        QFETCH(QString, filter);
        QFETCH(QStringList, names);
        KeyStore store;
        store.add(key("cart:1", KeyType::Hash, 2000, FoundKeyFacts::never));
        store.add(key("cart:2", KeyType::SortedSet));
        store.add(key("Cart 7"));
        store.add(key("a\\b"));
        constexpr std::chrono::milliseconds now(
            1'799'999'000'000); // others expire a quarter of an hour later
        FoundKeyFacts soon = limiter("rl:a", "rate-limit-redis");
        soon.expires = (now + 30s).count();
        store.add(soon);
        store.add(limiter("rlflx:b", "rate-limiter-flexible"));
        FoundKeyFacts quota = key("quota:1", KeyType::String, 10, FoundKeyFacts::never);
        quota.kind = KeyKind::Unknown;
        store.add(quota);
        store.add(key("no-ttl"));
        store.add(key("type:x"));
        KeyTree tree(store, "");
        tree.update();
        tree.setFilter(KeyFilter(filter.toStdString()), Instant(now));
        QStringList found;
        for (const std::string& label : labels(tree))
            found.push_back(QString::fromStdString(label));
        QCOMPARE(found, names);
    }

    void namesAsWords_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("isBeginning");
        QTest::addColumn<QByteArray>("word");
        const auto row = [](const char* name, bool isBeginning, const char* word) {
            QTest::addRow("%s%s", name, isBeginning ? " …" : "")
                << QByteArray(name) << isBeginning << QByteArray(word);
        };
        row("user:", true, "user:*");
        row("user:7", false, "[u]ser:7");
        for (const char* const field : {"type:", "tipe:", "filter:", "size:"}) // or almost
            QTest::addRow("%s", field) << QByteArray(field) << true
                                       << '[' + QByteArray(field, 1) + ']' + QByteArray(field + 1) + '*';
        row("no-ttl", false, "[n]o-ttl");
        row("or", false, "[o]r");
        row("-a", false, "?a");
        row("(a)", true, "?a?*");
        row("\"a\"", true, "?a?*");
        row("a b", false, "a?b");
        row("a=b>c", false, "a?b?c");
        row("a*", false, "[a]\\*");
        row("[a]:", true, "\\[a\\]:*");
        row("a\\b", false, "[a]\\\\b");
        row("\xff\xfe", false, "??");
        row("::", false, ""); // no word can say it
        row("", false, "");
        row("", true, "");
    }
    void namesAsWords()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, isBeginning);
        QFETCH(QByteArray, word);
        QCOMPARE(QByteArray::fromStdString(nameWord(KeyFilter::fields(), name.toStdString(), isBeginning)),
                 word);
        if (word.isEmpty())
            return;
        KeyStore store;
        store.add(key(name.toStdString()));
        store.add(key(name.toStdString() + "x"));
        store.add(key("x" + name.toStdString()));
        const KeyFilter filter(word.toStdString());
        QCOMPARE(filter.ask(store[0], {}), FilterAnswer::Yes);
        QCOMPARE(filter.ask(store[1], {}), isBeginning ? FilterAnswer::Yes : FilterAnswer::No);
        QCOMPARE(filter.ask(store[2], {}), FilterAnswer::No);
    }

    void aStoppedFilterLeavesTheTreeAsItIs()
    {
        KeyStore store;
        for (const char* const name : {"a:1", "a:2", "b:1"})
            store.add(key(name));
        KeyTree tree(store, "");
        tree.update();
        QVERIFY(tree.setFilter(KeyFilter("a:*")));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!tree.setFilter(KeyFilter("b:*"), {}, stop.get_token()));
        QVERIFY(!tree.setFilter(KeyFilter(), {}, stop.get_token()));
        QCOMPARE(tree.totals().keys, std::size_t(2));
        store.add(key("a:3"));
        tree.update();
        QCOMPARE(tree.totals().keys, std::size_t(3));
    }

    void refusesFilters()
    {
        QVERIFY_THROWS_EXCEPTION(BadNotation, KeyFilter("type:"));
        QVERIFY_THROWS_EXCEPTION(BadNotation, KeyFilter("a format:"));
        QVERIFY_THROWS_EXCEPTION(BadNotation, KeyFilter("size>1x"));
        QVERIFY_THROWS_EXCEPTION(BadNotation, KeyFilter("ttl<soon"));
        QVERIFY_THROWS_EXCEPTION(BadNotation, KeyFilter("format:rlflx"));
        try {
            KeyFilter("cart type:sorted");
            QFAIL("there is no such type");
        } catch (const BadNotation& error) {
            QCOMPARE(error.position(), std::size_t(10));
        }
    }

    void matchesGlobs_data()
    {
        addColumns<QByteArray, QByteArray, bool>({"glob", "text", "matches"});
        const auto row = [](const char* glob, const char* text, bool matches) {
            QTest::newRow(fmt::format("{} {}", glob, text).c_str())
                << QByteArray(glob) << QByteArray(text) << matches;
        };
        row("", "", true);
        row("", "a", false);
        row("*", "", true);
        row("a*b*c", "a-b-b-c", true);
        row("a*b*c", "a-b-b-", false);
        row("?", "", false);
        row("[^a]", "b", true);
        row("[^a]", "a", false);
        row("[b-a]", "a", true);
        row("[\\]]", "]", true);
        row("[ab", "a", true);
        row("\\*", "*", true);
        row("\\*", "a", false);
        row("a\\", "a\\", true);
        row("*a", "bbba", true);
        row("**", "x", true);
        row("\xff*", "\xff\xfe", true);
        QTest::newRow("takes no time")
            << QByteArray("*a").repeated(500) + "b" << QByteArray(5000, 'a') << false;
    }

    void matchesGlobs()
    {
        QFETCH(QByteArray, glob);
        QFETCH(QByteArray, text);
        QTEST(matchesGlob(glob.toStdString(), text.toStdString()), "matches");
    }

    void aFilteredTreeKeepsCounts()
    {
        KeyStore store = storeOf({key("a:1"), key("a:2", KeyType::List), key("a:3", KeyType::List),
                                  key("b:1", KeyType::List), key("c:1")});
        KeyTree tree(store);
        tree.update();
        tree.setFilter(KeyFilter("type:list"));
        QCOMPARE(labels(tree), (Labels{"a: 2", "b:1"}));
        QCOMPARE(tree.totals().keys, std::size_t(3));
        QCOMPARE(tree.allKeys(), std::size_t(5));
        store.add(key("b:2", KeyType::List));
        tree.update();
        QCOMPARE(labels(tree), (Labels{"a: 2", "b: 2"}));
        tree.setFilter({});
        QCOMPARE(labels(tree), (Labels{"a: 3", "b: 2", "c:1"}));
    }
};

RATEWARDEN_SUITE(TestKeyTree)
#include "tst_key_tree.moc"
