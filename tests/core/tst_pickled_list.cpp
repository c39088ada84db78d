// SPDX-License-Identifier: GPL-3.0-or-later
// Lists that Python's own pickle wrote are read as data, and nothing else is.
#include "core/formats/files/pickled_list.h"
#include "tests/support/suites.h"

#include <QByteArray>
#include <QTest>

using namespace ratewarden;

namespace {

std::string bytesOf(const char* hex)
{
    return QByteArray::fromHex(hex).toStdString();
}

using Numbers = std::vector<std::string>;

std::optional<Numbers> textsOf(std::string_view bytes, bool whole = true)
{
    const auto read = readPickledList(bytes, whole);
    if (!read)
        return std::nullopt;
    Numbers texts;
    for (const PickledNumber& one : *read)
        texts.push_back(one.text);
    return texts;
}

// pickle.dumps([1795675580.25, 1795675580, 7, 300, -5], 4)
constexpr const char* mixed =
    "8004951d000000000000005d94284741dac1f56f1000004abcd5076b4b074d2c014afbffffff652e";

} // namespace

class TestPickledList : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatPythonWroteIsRead_data()
    {
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<Numbers>("numbers");
        const Numbers one{"1795675580.25"};
        QTest::newRow("protocol 2, empty") << QByteArray("80025d71002e") << Numbers();
        QTest::newRow("protocol 2") << QByteArray("80025d71004741dac1f56f100000612e") << one;
        QTest::newRow("protocol 3") << QByteArray("80035d71004741dac1f56f100000612e") << one;
        QTest::newRow("protocol 4, empty") << QByteArray("80045d942e") << Numbers();
        QTest::newRow("protocol 4") << QByteArray("8004950d000000000000005d944741dac1f56f100000612e") << one;
        QTest::newRow("protocol 5") << QByteArray("8005950d000000000000005d944741dac1f56f100000612e") << one;
        QTest::newRow("floats and integers")
            << QByteArray(mixed) << Numbers{"1795675580.25", "1795675580", "7", "300", "-5"};
    }
    void whatPythonWroteIsRead()
    {
        QFETCH(const QByteArray, hex);
        QFETCH(const Numbers, numbers);
        QVERIFY(textsOf(bytesOf(hex)) == numbers);
    }

    void otherPicklesAreNotRead_data()
    {
        QTest::addColumn<QByteArray>("hex");
        QTest::newRow("nothing") << QByteArray("");
        QTest::newRow("protocol 0, as text") << QByteArray("286c70300a2e");
        QTest::newRow("protocol 1") << QByteArray("5d71002e");
        QTest::newRow("a number of 40 bits") << QByteArray("80025d71008a06000000000001612e");
        QTest::newRow("True") << QByteArray("80049505000000000000005d9488612e");
        QTest::newRow("a text") << QByteArray("80049508000000000000005d948c016194612e");
        QTest::newRow("a tuple") << QByteArray("8004950c00000000000000473ff800000000000085942e");
        QTest::newRow("a call of os.system")
            << QByteArray("80025d710063706f7369780a73797374656d0a71015804000000747275657102857103527104612e");
        QTest::newRow("no number") << QByteArray("80025d7100477ff8000000000000612e");
        QTest::newRow("frame of another length")
            << QByteArray("8004950e000000000000005d944741dac1f56f100000612e");
    }
    void otherPicklesAreNotRead()
    {
        QFETCH(const QByteArray, hex);
        QVERIFY(!readPickledList(bytesOf(hex)));
    }

    void aPartIsReadOnlyWhereThatIsAsked()
    {
        const std::string whole = bytesOf(mixed);
        const Numbers all = textsOf(whole).value();
        for (std::size_t size = 0; size < whole.size(); ++size)
            QVERIFY(!readPickledList(std::string_view(whole).substr(0, size)));
        QVERIFY(!readPickledList(whole + '\0'));
        const auto part = textsOf(std::string_view(whole).substr(0, whole.size() - 4), false);
        QVERIFY(part == Numbers(all.begin(), all.end() - 1));
        QVERIFY(!readPickledList(bytesOf("80049508000000000000005d948c01619461"), false));
        // Of one number, cut after it and before the operation that appends it.
        QVERIFY(textsOf(bytesOf("80025d71004741dac1f56f100000"), false) == Numbers{"1795675580.25"});
    }

    void itIsKnownWhereTheNumbersStand()
    {
        const std::string bytes = bytesOf(mixed);
        const auto numbers = readPickledList(bytes).value();
        const auto bytesAt = [&](std::size_t i) {
            return QByteArray::fromStdString(bytes.substr(numbers[i].begin, numbers[i].length)).toHex();
        };
        QCOMPARE(bytesAt(0), QByteArray("41dac1f56f100000"));
        QCOMPARE(bytesAt(1), QByteArray("bcd5076b"));
        QCOMPARE(bytesAt(2), QByteArray("07"));
        QCOMPARE(bytesAt(3), QByteArray("2c01"));
    }

    void whatIsWrittenIsWhatPythonReads()
    {
        // pickle.loads() of these bytes is [1795675580.25, 7.0].
        const Numbers numbers{"1795675580.25", "7"};
        QCOMPARE(QByteArray::fromStdString(pickledList(numbers).value()).toHex(),
                 QByteArray("80025d284741dac1f56f10000047401c000000000000652e"));
        QCOMPARE(QByteArray::fromStdString(pickledList({}).value()).toHex(), QByteArray("80025d2e"));
        QVERIFY(!pickledList(Numbers{"soon"}));
    }
};

RATEWARDEN_SUITE(TestPickledList)
#include "tst_pickled_list.moc"
