// SPDX-License-Identifier: GPL-3.0-or-later
// The formats that come with the library: every sample means what it says, and is nobody else's.
#include "core/formats/sample_check.h"
#include "tests/support/printing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QTest>

using namespace ratewarden;

class TestCatalogue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void samplesMeanWhatTheySay_data();
    void samplesMeanWhatTheySay();
    void everySampleIsRecognisedAsItsOwn();
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

QTEST_APPLESS_MAIN(TestCatalogue)
#include "tst_catalogue.moc"
