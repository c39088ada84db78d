// SPDX-License-Identifier: GPL-3.0-or-later
// The formats that come with the library: every sample means what it says, and is nobody else's.
#include "core/formats/sample_check.h"
#include "tests/support/printing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QTest>

#include <algorithm>

using namespace ratewarden;

class TestCatalogue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void samplesMeanWhatTheySay_data();
    void samplesMeanWhatTheySay();
    void everySampleIsRecognisedAsItsOwn();
    void whatARefusedRequestWritesIsChecked();
};

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
            if (!found || found->format != format.get())
                QFAIL(fmt::format("{} of {} is taken for {} ({})", key, format->name(),
                                  found ? found->format->name() : "nothing", found ? found->fit.weight : 0)
                          .c_str());
        }
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
            QVERIFY2(faults.size() == 1 && faults.front().find("then: denied is") != std::string::npos,
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

QTEST_APPLESS_MAIN(TestCatalogue)
#include "tst_catalogue.moc"
