// SPDX-License-Identifier: GPL-3.0-or-later
// The formats that come with the library: every sample means what it says, and is nobody else's.
#include "core/formats/describe/format_mutations.h"
#include "core/formats/describe/sample_check.h"
#include "core/formats/foreign/catalogue_files.h"
#include "core/formats/shapes/decode.h"
#include "core/model/text.h"
#include "tests/support/known_lines.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <set>
#include <utility>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestCatalogue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void samplesMeanWhatTheySay_data();
    void samplesMeanWhatTheySay();
    void everySampleIsRecognisedAsItsOwn();
    void noSampleIsInAWrongUnit();
    void everyFormatTellsAnotherUnit();
    void theTableOfConfusionsIsKnown();
    void whatNoSampleNoticesIsKnown();
    void whatARefusedRequestWritesIsChecked();
    void onlyRecordedFormatsAreSafe();
    void filesNameTheirSchema();
};

// What no program was seen to write may be misread: a change of it says so first. Who wrote the other samples
// is said with the version, where that is from, and how to repeat it.
void TestCatalogue::onlyRecordedFormatsAreSafe()
{
    static const QRegularExpression whoAndHow(
        R"(^\S+ \d[\d.]*( over \S+ \d[\d.]*)? \([^()]+\)(, \d[\d.]* \([^()]+\))*; \S.*$)");
    for (const auto& format : builtInCatalogue().formats()) {
        const FormatFile& file = format->file();
        const bool isRecorded = std::ranges::any_of(
            file.samples, [](const FormatSample& sample) { return sample.origin == "recorded"; });
        QVERIFY2(isRecorded == !file.recorded.empty(), file.name.c_str());
        QVERIFY2(!isRecorded || whoAndHow.match(QString::fromStdString(file.recorded)).hasMatch(),
                 file.recorded.c_str());
        QVERIFY2(isRecorded || file.tier != Tier::Safe, file.name.c_str());
        for (const FormatSample& sample : file.samples)
            QVERIFY2(sample.origin != "renamed" || isRecorded, file.name.c_str());
    }
}

// So that an editor explains their fields.
void TestCatalogue::filesNameTheirSchema()
{
    for (const auto& format : builtInCatalogue().formats())
        QCOMPARE(format->file().schema, std::string("../../../resources/formats.schema.json"));
    QVERIFY(QFile::exists(QStringLiteral(RATEWARDEN_SOURCES "/resources/formats.schema.json")));
}

void TestCatalogue::samplesMeanWhatTheySay_data()
{
    QTest::addColumn<QString>("name");
    for (const auto& format : builtInCatalogue().formats())
        QTest::newRow(std::string(format->name()).c_str())
            << QString::fromStdString(std::string(format->name()));
}

void TestCatalogue::samplesMeanWhatTheySay()
{
    QFETCH(QString, name);
    const CatalogueFormat* const format = builtInCatalogue().find(name.toStdString());
    QVERIFY(format);
    const std::vector<std::string> faults = checkSamples(*format);
    QVERIFY2(faults.empty(), fmt::format("{}", fmt::join(faults, "\n")).c_str());
}

void TestCatalogue::everySampleIsRecognisedAsItsOwn()
{
    for (const auto& format : builtInCatalogue().formats())
        for (const FormatSample& sample : format->file().samples) {
            const auto& [key, content] = sample.keys.front();
            const auto found = builtInCatalogue().recognise(key, content, sample.at);
            const bool isTie = found && std::ranges::find(found->ties, format.get()) != found->ties.end();
            if (!found || (found->format != format.get() && !isTie)) // which ties there are: confusions.txt
                QFAIL(fmt::format("{} of {} is taken for {} ({})", key, format->name(),
                                  found ? found->format->name() : "nothing", found ? found->fit.weight : 0)
                          .c_str());
        }
}

// Neither as it is, nor when it has become old.
void TestCatalogue::noSampleIsInAWrongUnit()
{
    for (const auto& format : builtInCatalogue().formats())
        for (const FormatSample& sample : format->file().samples) {
            const auto& [key, content] = sample.keys.front();
            const auto match = matchName(format->file(), key);
            if (!match)
                continue;
            const ForeignState state = readSample(*format, sample);
            for (const Nanos later : {0h, 30h, 24h * 400, 24h * 4000}) {
                const Nanos at = sample.at + later;
                QVERIFY2(!decodeWrongUnit(format->file(), match->names, state.keys, state.windows, at),
                         key.c_str());
                QVERIFY2(
                    !format->recogniseKey(*match, {match->role->role, key, content, 0, true, {}}, at, true),
                    key.c_str());
            }
        }
}

// Its samples are in a wrong unit for the same format that reads another one.
void TestCatalogue::everyFormatTellsAnotherUnit()
{
    static const QRegularExpression moments(R"(\{(tat|stamp|time|end|reset|score):(s\d?|ms|us|ns)\})");
    const QStringList units{"s", "ms", "us", "ns"};
    const auto decimalsOf = [&](const QString& unit) {
        return 3 * int(units.indexOf(unit.startsWith(QLatin1Char('s')) ? QString("s") : unit));
    };
    std::set<std::pair<int, int>> seen; // written, read
    int told = 0;
    for (const EmbeddedFile& embedded : catalogueFiles()) {
        const QString text = QString::fromUtf8(embedded.text.data(), qsizetype(embedded.text.size()));
        const QRegularExpressionMatch first = moments.match(text);
        const FormatFile right = parseFormatFile(embedded.name, embedded.text);
        if (!first.hasMatch() || right.keys.front().isNamedBy("start"))
            continue;
        const int written = decimalsOf(first.captured(2));
        for (const QString& unit : units) {
            const int read = decimalsOf(unit);
            QString changed = text;
            changed.replace(moments, QString("{\\1:%1}").arg(unit));
            const FormatFile wrong = parseFormatFile(embedded.name, changed.toStdString());
            for (const FormatSample& sample : right.samples) {
                const auto& [key, content] = sample.keys.front();
                const auto match = matchName(wrong, key);
                if (!match || read == written)
                    continue;
                const RawKey raw{match->role->role, key, content, 0, true, {}};
                const auto found = decodeWrongUnit(wrong, match->names, {&raw, 1}, {}, sample.at);
                if (!found) // without a moment in its first key, say
                    continue;
                QVERIFY2(found->state.wrongUnit == (MistakenUnit{.written = written, .read = read}),
                         key.c_str());
                seen.emplace(written, read);
                ++told;
            }
        }
    }
    QCOMPARE(seen.size(), 12U); // each unit for each other
    QVERIFY2(told > 60, fmt::format("{}", told).c_str());
}

// Each sample that another format takes, too, and what settles it.
void TestCatalogue::theTableOfConfusionsIsKnown()
{
    QStringList found;
    const Catalogue& catalogue = builtInCatalogue();
    for (const auto& own : catalogue.formats())
        for (std::size_t i = 0; i < own->file().samples.size(); ++i)
            for (const auto& other : catalogue.formats()) {
                const FormatSample& sample = own->file().samples[i];
                const std::optional<double> taken = other == own ? std::nullopt : weightOf(*other, sample);
                if (!taken)
                    continue;
                const double weight = weightOf(*own, sample).value_or(-1);
                QVERIFY2(*taken <= weight, own->file().name.c_str());
                const bool isTie = *taken == weight;
                found << QString::fromStdString(fmt::format("{} {}: {} {}", own->file().name, i,
                                                            other->file().name,
                                                            isTie ? "fits as well" : "fits less"));
                if (!isTie)
                    continue;
                // Whoever asks what the key is hears of both, of "x" before "x-remaining".
                const auto& [key, content] = sample.keys.front();
                const auto recognised = catalogue.recognise(key, content, sample.at);
                QVERIFY(recognised);
                QCOMPARE(recognised->ties.size(), 1u);
                const CatalogueFormat* const tie = recognised->ties.front();
                QVERIFY((std::set{recognised->format, tie} == std::set{own.get(), other.get()}));
                QVERIFY(recognised->format->name() < tie->name());
                QCOMPARE(catalogue.tiesOf(*recognised->format), std::vector{tie});
                QCOMPARE(catalogue.tiesOf(*tie), std::vector{recognised->format});
            }
    compareWithFile("confusions.txt", found);
}

// The fields of the format files for which no sample stands: to be fewer, never more.
void TestCatalogue::whatNoSampleNoticesIsKnown()
{
    QStringList found;
    std::size_t changes = 0;
    for (const EmbeddedFile& file : catalogueFiles()) {
        const FieldCheck check = checkFields(file.name, file.text, builtInCatalogue());
        changes += check.changes;
        for (const UnnoticedField& one : check.unnoticed)
            found << QString::fromStdString(fmt::format("{} {}: {}",
                                                        file.name.substr(0, file.name.rfind('.')),
                                                        printable(one.field), printable(one.changes)));
    }
    QVERIFY2(changes > 1500, fmt::format("{}", changes).c_str());
    compareWithFile("unnoticed_fields.txt", found);
}

// Recorded with the real clients, where they run here: a file that says another thing of them is wrong.
void TestCatalogue::whatARefusedRequestWritesIsChecked()
{
    int recorded = 0;
    for (const auto& format : builtInCatalogue().formats()) {
        const auto isRecorded = [](const FormatSample& one) {
            return !one.then.empty();
        };
        if (std::ranges::none_of(format->file().samples, isRecorded))
            continue;
        ++recorded;
        for (const Denied other : {Denied::Nothing, Denied::Counts, Denied::Refreshes, Denied::Rewrites}) {
            if (other == format->file().denied)
                continue;
            FormatFile wrong = format->file();
            wrong.denied = other;
            const std::vector<std::string> faults = checkSamples(CatalogueFormat(std::move(wrong)));
            const auto saysSo = [](const std::string& fault) {
                return fault.find("then: denied is") != std::string::npos;
            };
            QVERIFY2(!faults.empty() && std::ranges::all_of(faults, saysSo),
                     fmt::format("{}: {}", format->name(), fmt::join(faults, "\n")).c_str());
        }
    }
    QVERIFY2(recorded >= 25, fmt::format("{} formats", recorded).c_str());

    // Nor is it what a served one writes.
    const CatalogueFormat& some = *builtInCatalogue().find("rate-limit-redis");
    FormatFile served = some.file();
    const auto sample =
        std::ranges::find_if(served.samples, [](const FormatSample& one) { return !one.then.empty(); });
    sample->rules = parseRules("50/60s");
    sample->means = {};
    const std::vector<std::string> faults = checkSamples(CatalogueFormat(served));
    QVERIFY(faults.size() == 1 && faults.front().find("no request is refused") != std::string::npos);
}

RATEWARDEN_SUITE(TestCatalogue)
#include "tst_catalogue.moc"
