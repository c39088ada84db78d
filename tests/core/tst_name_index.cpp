// SPDX-License-Identifier: GPL-3.0-or-later
// Which formats a key may belong to by its name: the quick way finds what the plain one finds.
#include "core/formats/foreign/catalogue.h"
#include "tests/support/format_texts.h"
#include "tests/support/printing.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"

#include <QTest>

#include <random>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::string_literals;

namespace {

std::mt19937 randomness(20261122);

int below(int end)
{
    return std::uniform_int_distribution(0, end - 1)(randomness);
}

/// Bytes from `first` on, `kinds` of them.
std::string randomText(int length, int first, int kinds)
{
    std::string text;
    for (int i = 0; i < length; ++i)
        text += char(first + below(kinds));
    return text;
}

std::vector<std::uint32_t> plainSearch(const std::vector<std::string>& anchors, const std::string& text)
{
    std::vector<std::uint32_t> found;
    for (std::size_t i = 0; i < anchors.size(); ++i)
        if (text.find(anchors[i]) != std::string::npos)
            found.push_back(std::uint32_t(i));
    return found;
}

using Formats = std::vector<std::shared_ptr<const CatalogueFormat>>;

/// "format role alternative names…" of each.
QStringList described(const std::vector<FormatCandidate>& candidates)
{
    QStringList all;
    for (const auto& [format, match] : candidates) {
        QString text = QString::fromStdString(std::string(format->name()) + ' ' + match.role->role) + ' ' +
                       QString::number(match.alternative);
        for (const auto& [name, value] : match.names.all()) {
            text += ' ' + QString::fromStdString(name) + '=';
            if (const auto* const bytes = std::get_if<std::string>(&value))
                text += QString::fromLatin1(QByteArray::fromStdString(*bytes).toHex());
        }
        all << text;
    }
    return all;
}

std::vector<FormatCandidate> plainCandidates(const Formats& formats, std::string_view key)
{
    std::vector<FormatCandidate> found;
    for (const auto& format : formats)
        if (auto match = matchName(format->file(), key))
            found.push_back({format.get(), std::move(*match)});
    return found;
}

} // namespace

class TestNameIndex : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSearchFindsWhatAPlainOneFinds_data()
    {
        addColumns<int, int, int, int>({"count", "longest", "first", "kinds"});
        QTest::newRow("none") << 0 << 1 << int('a') << 2;
        QTest::newRow("one letter") << 3 << 5 << int('a') << 1;
        QTest::newRow("two letters") << 40 << 6 << int('a') << 2;
        QTest::newRow("every byte") << 300 << 3 << 0 << 256;
        QTest::newRow("longer than what is kept of them") << 30 << 70 << int('a') << 1;
        QTest::newRow("more than there is room for") << 6000 << 40 << 0 << 256;
    }

    void theSearchFindsWhatAPlainOneFinds()
    {
        QFETCH(int, count);
        QFETCH(int, longest);
        QFETCH(int, first);
        QFETCH(int, kinds);
        std::vector<std::string> anchors;
        for (int i = 0; i < count; ++i)
            anchors.push_back(randomText(1 + below(longest), first, kinds));
        const AnchorSearch search(anchors);
        std::size_t hits = 0;
        for (int i = 0; i < 300; ++i) {
            std::string text = randomText(below(60), first, kinds);
            if (!anchors.empty() && i % 2 == 0) // with one of them, or most of it, in the middle
                text += anchors[std::size_t(below(count))].substr(std::size_t(below(2))) + text;
            std::vector<std::uint32_t> found;
            search.find(text, found);
            hits += found.size();
            QCOMPARE(found, plainSearch(anchors, text));
        }
        QVERIFY(count == 0 || hits > 0);
    }

    void aKeyThatRepeatsAnAnchorWithoutEndCostsNoMemory()
    {
        const std::vector<std::string> anchors{"a", "aa", "aaa", "aaaa"};
        std::vector<std::uint32_t> found{7};
        AnchorSearch(anchors).find(std::string(1 << 20, 'a'), found);
        QCOMPARE(found, (std::vector<std::uint32_t>{7, 0, 1, 2, 3}));
        QVERIFY(found.capacity() < 1000);
    }

    void theIndexFindsWhatEachFormatFinds()
    {
        Formats formats(builtInCatalogue().formats().begin(), builtInCatalogue().formats().end());
        for (int i = 0; i < 200; ++i) {
            const QByteArray name = "own-" + QByteArray::number(i);
            formats.push_back(std::make_shared<const CatalogueFormat>(
                parseFormatFile("own.json", counterFormat(name, name).toStdString())));
        }
        std::ranges::shuffle(formats, randomness);
        const NameIndex index(formats);
        std::vector<std::string> keys{"",
                                      "own-7:x",
                                      "own-77:x",
                                      "team:own-7:x",
                                      std::string(70'000, 'x'),
                                      std::string(65'536, 'x'),
                                      "limit:"s + '\0' + "\xff"};
        for (const auto& format : formats)
            for (const FormatSample& sample : format->file().samples)
                for (const auto& [key, content] : sample.keys) {
                    keys.push_back(key);
                    keys.push_back("app:" + key);
                    std::string other = key;
                    other[std::size_t(below(int(other.size())))] = char(below(256));
                    keys.push_back(other);
                }
        for (int i = 0; i < 500; ++i)
            keys.push_back(randomText(below(60), '-', 'z' - '-'));
        std::size_t anchored = 0;
        for (const std::string& key : keys) {
            const std::vector<FormatCandidate> plain = plainCandidates(formats, key);
            QCOMPARE(described(index.candidates(key)), described(plain));
            for (const char* const type : {"string", "hash", "zset", "ReJSON-RL"}) {
                std::vector<FormatCandidate> ofType;
                for (const FormatCandidate& one : plain)
                    if (one.match.role->type == ValueType::Any || typeName(one.match.role->type) == type)
                        ofType.push_back(one);
                QCOMPARE(described(index.candidates(key, type)), described(ofType));
            }
            anchored += plain.size() > 12;
        }
        QVERIFY(anchored > 200);
    }
};

RATEWARDEN_SUITE(TestNameIndex)
#include "tst_name_index.moc"
