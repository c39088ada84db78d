// SPDX-License-Identifier: GPL-3.0-or-later
// The models of the browser of keys, of a source that answers page by page.
#include "tests/support/suites.h"
#include "ui/models/key_list_model.h"
#include "ui/models/key_tree_model.h"
#include "ui/models/key_value_model.h"
#include "ui/text/display_text.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <utility>

using namespace ratewarden;
using namespace ratewarden::ui;

namespace {

KeyNode folder(const std::string& above, const std::string& label, std::size_t keys)
{
    KeyNode node;
    node.path = above + label;
    node.label = label;
    node.folder = node.holdsFolders = true;
    node.totals.keys = keys;
    node.totals.memory = double(keys) * 100;
    node.totals.shares = {{KeyKind::NotLimiter, nullptr, keys}};
    return node;
}

struct Asked {
    std::string folder;
    std::size_t from = 0;
    std::size_t count = 0;
};

} // namespace

class TestKeyModels : public QObject {
    Q_OBJECT

private:
    std::vector<Asked> m_asked;

    template <class Model>
    void listen(Model& model)
    {
        m_asked.clear();
        connect(&model, &Model::wanted, this,
                [this](const std::string& of, std::size_t from, std::size_t count) {
                    m_asked.push_back({of, from, count});
                });
    }

    static KeyLevel level(const std::string& of, std::size_t from, std::size_t count, std::size_t total)
    {
        KeyLevel page{.folder = of, .from = from, .rows = {}, .total = total, .most = 1000};
        for (std::size_t i = from; i < std::min(from + count, total); ++i)
            page.rows.push_back(folder(of, std::to_string(i) + ":", 2 + i));
        return page;
    }

    static QStringList labels(const KeyTreeModel& model, const QModelIndex& parent = {})
    {
        QStringList all;
        for (int row = 0; row < model.rowCount(parent); ++row)
            all << model.index(row, 0, parent).data().toString();
        return all;
    }

private Q_SLOTS:
    void aLevelIsReadInPages()
    {
        KeyTreeModel model;
        listen(model);
        model.readAgain();
        QCOMPARE(m_asked.size(), 1U);
        QCOMPARE(m_asked[0].count, KeyTreeModel::pageSize);
        constexpr std::size_t many = 1'000'000;
        model.put(level({}, 0, KeyTreeModel::pageSize, many));
        QCOMPARE(model.rowCount(), int(KeyTreeModel::pageSize) + 1);
        const QModelIndex rest = model.index(model.rowCount() - 1, 0);
        QVERIFY(rest.data(KeyTreeModel::MoreRole).toBool());
        QCOMPARE(rest.data().toString(), "… and 999,800 more");
        QVERIFY(model.at(rest) == nullptr);

        model.readMore({});
        model.readMore({}); // it is under way
        QCOMPARE(m_asked.size(), 2U);
        QCOMPARE(m_asked[1].from, KeyTreeModel::pageSize);
        model.put(level({}, KeyTreeModel::pageSize, KeyTreeModel::pageSize, many));
        QCOMPARE(model.rowCount(), 2 * int(KeyTreeModel::pageSize) + 1);
        QCOMPARE(model.at(model.index(399, 0))->label, "399:");
    }

    void pagesComeAndGoAsViewsExpect()
    {
        KeyTreeModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.put(level({}, 0, 200, 1000));
        model.put(level({}, 200, 200, 1000));
        model.put(level("3:", 0, 5, 9));
        model.put(level("3:", 5, 5, 9));
        model.put(level({}, 0, 3, 3));
        model.put(level({}, 0, 2, 7));
        model.put({.folder = {}, .from = 0, .rows = {}, .total = 0, .most = 0});
        QCOMPARE(model.rowCount(), 0);
    }

    void theRowOfTheRestGoesWithTheLastPage()
    {
        KeyTreeModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.put(level({}, 0, 200, 250));
        QCOMPARE(model.rowCount(), 201);
        model.put(level({}, 200, 200, 250));
        QCOMPARE(model.rowCount(), 250);
        QCOMPARE(labels(model).last(), "249:");
    }

    void whatIsBelowIsReadWhenItIsOpened()
    {
        KeyTreeModel model;
        listen(model);
        model.put(level({}, 0, 3, 3));
        const QModelIndex second = model.index(1, 0);
        QVERIFY(model.hasChildren(second));
        m_asked.clear();
        model.fetchMore(second);
        QCOMPARE(m_asked.size(), 1U);
        QCOMPARE(m_asked[0].folder, "1:");
        model.put(level("1:", 0, 2, 2));
        QCOMPARE(labels(model, second), QStringList({"0:", "1:"}));
        QCOMPARE(model.find("1:1:"), model.index(1, 0, second));
        QCOMPARE(model.index(0, 0, second).parent(), second);
        model.fetchMore(model.index(0, 0));
        model.put({.folder = "0:", .from = 0, .rows = {}, .total = 0, .most = 0});
        QVERIFY2(!model.hasChildren(model.index(0, 0)), "it has no folders in it");
        KeyNode ofKeys = folder({}, "keys:", 5);
        ofKeys.holdsFolders = false;
        model.put({.folder = {}, .from = 0, .rows = {ofKeys}, .total = 1, .most = 0});
        QVERIFY2(!model.hasChildren(model.index(0, 0)), "known before it is opened");
    }

    // Numbers and order change while a scan is under way.
    void aLevelThatIsReadAgainKeepsItsRows()
    {
        KeyTreeModel model;
        listen(model);
        model.put(level({}, 0, 4, 4));
        model.fetchMore(model.index(2, 0));
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.put(level("2:", 0, 2, 2));
        const QPersistentModelIndex third(model.index(2, 0));
        const QPersistentModelIndex below(model.index(1, 0, third));
        const QPersistentModelIndex gone(model.index(1, 0));
        const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        m_asked.clear();
        model.readAgain();
        const auto asksFor = [this](const std::string& of) {
            return std::ranges::count(m_asked, of, &Asked::folder);
        };
        QCOMPARE(asksFor(""), 1);
        QCOMPARE(asksFor("2:"), 1); // which is open

        model.put(
            {.folder = {},
             .from = 0,
             .rows = {folder({}, "2:", 90), folder({}, "new:", 50), folder({}, "3:", 5), folder({}, "0:", 2)},
             .total = 4,
             .most = 9000});
        QCOMPARE(labels(model), QStringList({"2:", "new:", "3:", "0:"}));
        QCOMPARE(third.row(), 0);
        QCOMPARE(third.sibling(0, KeyTreeModel::Keys).data().toString(), "90");
        QVERIFY2(below.isValid() && below.data().toString() == "1:", "what is below it was lost");
        QCOMPARE(below.parent(), QModelIndex(third));
        QVERIFY(!gone.isValid());
        QCOMPARE(reset.size(), 0);
        QCOMPARE(third.data(KeyTreeModel::ShareRole).toDouble(), 1.0);
    }

    void unknownKeysThatNeverExpireAreAnAlarm()
    {
        KeyTreeModel model;
        KeyNode quota = folder({}, "quota:", 40);
        quota.totals.shares = {{KeyKind::Unknown, nullptr, 40}};
        quota.totals.withoutTtl = 40;
        KeyNode half = quota;
        half.path = half.label = "half:";
        half.totals.withoutTtl = 20;
        model.put({.folder = {}, .from = 0, .rows = {quota, half}, .total = 2, .most = 1});
        QCOMPARE(model.index(0, 0).data(KeyTreeModel::AboutRole).toString(), "unknown");
        QVERIFY(model.index(0, 0).data(KeyTreeModel::UnknownRole).toBool());
        QCOMPARE(model.index(0, KeyTreeModel::NoExpiry).data().toString(), "100 %");
        QVERIFY(model.index(0, KeyTreeModel::NoExpiry).data(KeyTreeModel::AlarmRole).toBool());
        QCOMPARE(model.index(1, KeyTreeModel::NoExpiry).data().toString(), "50 %");
        QVERIFY(!model.index(1, KeyTreeModel::NoExpiry).data(KeyTreeModel::AlarmRole).toBool());
    }

    void namesAreShownAsPlainText()
    {
        KeyTreeModel model;
        model.put({.folder = {}, .from = 0, .rows = {folder({}, "\xff<b>\n:", 2)}, .total = 1, .most = 1});
        QCOMPARE(model.index(0, 0).data().toString(), "\\xff<b>\\x0a:");
        QVERIFY(!model.index(0, 0).data(Qt::ToolTipRole).toString().contains("<b>"));
    }

    void aListOfAMillionHoldsOnlyWhatIsLookedAt()
    {
        KeyListModel model; // a tester would look at every row each time
        listen(model);
        constexpr std::size_t many = 1'000'000;
        const auto page = [](const Asked& asked) {
            KeyListing listing{.folder = asked.folder, .from = asked.from, .rows = {}, .total = many};
            for (std::size_t i = 0; i < asked.count && asked.from + i < many; ++i)
                listing.rows.push_back({.name = asked.folder + std::to_string(asked.from + i)});
            return listing;
        };
        model.show("user:");
        QCOMPARE(m_asked.size(), 1U);
        model.put(page(m_asked.front()));
        QCOMPARE(model.rowCount(), int(many));
        QCOMPARE(model.index(7, 0).data().toString(), "7"); // without the folder
        QCOMPARE(model.index(int(many) - 1, 0).data().toString(), "…");

        m_asked.clear();
        model.look(int(many) - 20, int(many) - 1);
        QCOMPARE(m_asked.size(), 1U);
        model.look(int(many) - 20, int(many) - 1); // it is under way
        QCOMPARE(m_asked.size(), 1U);
        model.put(page(m_asked.front()));
        QCOMPARE(model.index(int(many) - 1, 0).data().toString(), "999999");

        for (std::size_t row = 0; row < many; row += 10'000) {
            m_asked.clear();
            model.look(int(row), int(row) + 30);
            for (const Asked& asked : std::exchange(m_asked, {}))
                model.put(page(asked));
        }
        int kept = 0;
        for (std::size_t row = 0; row < many; row += KeyListModel::pageSize)
            kept += model.at(int(row)) ? 1 : 0;
        QVERIFY2(kept <= int(KeyListModel::mostPages), qPrintable(QString::number(kept)));
    }

    void fewerRowsThanBefore()
    {
        KeyListModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.show("a:");
        KeyListing listing{.folder = "a:", .from = 0, .rows = std::vector<KeyRow>(5), .total = 5};
        model.put(listing);
        QCOMPARE(model.rowCount(), 5);
        listing.rows.resize(2);
        listing.total = 2;
        model.put(listing);
        QCOMPARE(model.rowCount(), 2);
        listing = {.folder = "b:", .from = 0, .rows = std::vector<KeyRow>(9), .total = 9};
        model.put(listing); // of a folder that is shown no more
        QCOMPARE(model.rowCount(), 2);
    }

    // The row stays until the next scan.
    void aKeyExpires()
    {
        using namespace std::chrono_literals;
        KeyListModel model;
        model.show("a:");
        KeyListing listing{.folder = "a:", .from = 0, .rows = std::vector<KeyRow>(2), .total = 2};
        listing.rows[0].expires = 100'000; // milliseconds
        listing.rows[1].expires = FoundKeyFacts::never;
        model.put(listing);
        const QModelIndex ends = model.index(0, KeyListModel::Ends);
        model.setNow(Instant(70s));
        QCOMPARE(ends.data().toString(), countdownText(30s));
        QVERIFY(!ends.data(KeyListModel::ExpiredRole).toBool());
        model.setNow(Instant(100s));
        QCOMPARE(ends.data().toString(), "expired");
        QVERIFY(ends.data(KeyListModel::ExpiredRole).toBool());
        QVERIFY(!model.index(1, KeyListModel::Ends).data(KeyListModel::ExpiredRole).toBool());
    }

    void bytesStandBesideTheirMeaning()
    {
        KeyValueModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        ValuePage page;
        page.type = KeyType::String;
        page.total = 3;
        page.elements = {{.position = 0, .name = {}, .value = {"104", 3}}};
        Meaning count;
        count.length = 3;
        count.code = MeaningCode::Count;
        count.number = 104;
        model.put(page, {count});
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, KeyValueModel::Bytes).data().toString(), "31 30 34");
        QCOMPARE(model.index(0, KeyValueModel::Text).data().toString(), "104");
        QCOMPARE(model.index(0, KeyValueModel::Means).data().toString(), "used units · 104");
        model.mark("used units");
        QVERIFY(model.index(0, 0).data(KeyValueModel::MarkedRole).toBool());
    }

    void aScoreIsANumberAndATime()
    {
        KeyValueModel model;
        ValuePage page;
        page.type = KeyType::SortedSet;
        page.total = 2;
        page.newestFirst = true;
        page.elements = {{.position = 1, .name = {"b", 1}, .value = {"1795229600.25", 13}},
                         {.position = 0, .name = {"a", 1}, .value = {"1795229599", 10}}};
        Meaning newest;
        newest.code = MeaningCode::NewestEntry;
        newest.moment = std::chrono::milliseconds(1'795'229'600'250);
        Meaning older;
        older.element = 1;
        older.code = MeaningCode::EntryTime;
        model.put(page, {newest, older});
        QCOMPARE(model.index(0, KeyValueModel::Score).data().toString(), "1795229600.25");
        const QString means = model.index(0, KeyValueModel::Means).data().toString();
        QVERIFY2(means.startsWith("newest entry · 2026-11-21 ") && means.endsWith(":20.250"),
                 qPrintable(means));
        QCOMPARE(model.meanings(), QStringList("newest entry"));
        QCOMPARE(model.rowOf("newest entry"), 0);
    }

    void aLongStringIsCutIntoRows()
    {
        KeyValueModel model;
        ValuePage page;
        page.type = KeyType::String;
        std::string bytes(40, 'x');
        bytes[16] = '\0';
        page.total = 40;
        page.elements = {{.position = 0, .name = {}, .value = {bytes, 40}}};
        model.put(page, {});
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(1, KeyValueModel::Name).data().toString(), "16");
        QVERIFY(model.index(1, KeyValueModel::Bytes).data().toString().startsWith("00 78 78"));
        QCOMPARE(model.bytesAt(1), bytes); // all of it is copied
    }
};

RATEWARDEN_SUITE(TestKeyModels)
#include "tst_key_models.moc"
