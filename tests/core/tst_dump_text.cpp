// SPDX-License-Identifier: GPL-3.0-or-later
// What was in a key that is gone, as people read it in the audit trail.
#include "core/admin/audit.h"
#include "core/admin/change.h"
#include "core/admin/dump_text.h"
#include "core/redis/connection.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/suites.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;

class TestDumpText : public QObject, private LimiterFixture {
    Q_OBJECT

    std::string dumpOf(const Command& makes)
    {
        m_connection.call({"FLUSHALL"});
        m_connection.call(makes);
        return std::string(m_connection.call({"DUMP", "k"}).view().string());
    }
    std::string textOfKey(const Command& makes) { return dumpText(dumpOf(makes), 20).value_or("(none)"); }

private Q_SLOTS:
    void stringsAreShown_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("shown");
        for (const char* value : {"hello", "5", "-5", "127", "-128", "128", "-32768", "32768", "-2147483648",
                                  "9007199254740992", "1.5"})
            QTest::newRow(value) << QByteArray(value) << QByteArray("\"") + value + "\"";
        QTest::newRow("long") << QByteArray(
                                     "the quick brown fox jumps over the lazy dog, not once but twice!")
                              << QByteArray("\"the quick brown fox …\"");
        QTest::newRow("compressed") << QByteArray(500, 'x') << QByteArray("a string of");
        QTest::newRow("bytes") << QByteArray("a\0b", 3) << QByteArray("a string of 3 bytes");
        QTest::newRow("escape") << QByteArray("\x1b[31m") << QByteArray("a string of 5 bytes");
    }
    void stringsAreShown()
    {
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, shown);
        const std::string text = textOfKey({"SET", "k", value.toStdString()});
        QVERIFY2(text.starts_with(shown.toStdString()), text.c_str());
    }

    void othersHaveTheirType()
    {
        for (const auto& [makes, type] : {std::pair(Command{"ZADD", "k", "1", "a"}, "a sorted set of "),
                                          std::pair(Command{"HSET", "k", "a", "1"}, "a hash of "),
                                          std::pair(Command{"RPUSH", "k", "a"}, "a list of "),
                                          std::pair(Command{"SADD", "k", "a"}, "a set of "),
                                          std::pair(Command{"SADD", "k", "1"}, "a set of "),
                                          std::pair(Command{"XADD", "k", "*", "a", "1"}, "a stream of ")}) {
            const std::string text = textOfKey(makes);
            QVERIFY2(text.starts_with(type) && text.ends_with(" bytes"), text.c_str());
        }
    }

    void whatIsNoDumpIsNotShown()
    {
        std::string dump = dumpOf({"SET", "k", "hello"});
        QVERIFY(dumpText(dump, 20));
        for (std::size_t size = 0; size < dump.size(); ++size)
            QVERIFY(!dumpText(std::string_view(dump).substr(0, size), 20));
        dump[2] ^= 1;
        QVERIFY(!dumpText(dump, 20));
    }

    void theTrailShowsIt()
    {
        m_connection.call({"FLUSHALL"});
        m_connection.call({"SET", "k", "a\x1b z"});
        m_connection.call({"HSET", "h", "a", "1"});
        const AuditTrail trail({"me", "here", "test"});
        for (const char* key : {"k", "h"})
            apply(m_connection, {KeyIntent{{key}, DeleteKeys{}}, {}, {}, "me", "r"}, {&trail});
        const AuditList list = readAudit(m_connection, {});
        QCOMPARE(list.entries.size(), 2U);
        QCOMPARE(list.entries[1].beforeImages(1).at(0), std::string("k: no expiry, a string of 4 bytes"));
        const std::string hash = list.entries[0].beforeImages(1).at(0);
        QVERIFY2(hash.starts_with("h: no expiry, a hash of "), hash.c_str());
    }
};

RATEWARDEN_SUITE(TestDumpText)
#include "tst_dump_text.moc"
