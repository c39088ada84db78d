// SPDX-License-Identifier: GPL-3.0-or-later
// The documentation's table of formats says of each what the library does with it.
#include "core/formats/describe/sample_check.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"

#include <fmt/format.h>

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <set>
#include <string>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestFormatTable : public QObject {
    Q_OBJECT

private:
    /// Who wrote the samples, with the version, without how to repeat it; else what they were made from.
    static std::string samplesFrom(const FormatFile& file)
    {
        if (!file.recorded.empty())
            return file.recorded.substr(0, file.recorded.find(';'));
        return file.title.find("(article") == std::string::npos ? "source" : "article";
    }

    /// The formats whose limiters tests/clients runs: what a client there says that its format is. That keys
    /// of a format fit another one, too (a "twin"), drives nobody of the other.
    static std::set<std::string> drivenFormats()
    {
        static const QRegularExpression trait("format['\"]?\\]?\\s*(?:=>|[:=])\\s*['\"]([^'\"]+)['\"]");
        std::set<std::string> names;
        const QString folder = QStringLiteral("tests/clients");
        for (const QString& name :
             QDir(QStringLiteral(RATEWARDEN_SOURCES "/") + folder).entryList({"peers.*"})) {
            const QString text = QString::fromUtf8(sourceFile(folder + "/" + name));
            for (auto match = trait.globalMatch(text); match.hasNext();)
                names.insert(match.next().captured(1).toStdString());
        }
        return names;
    }

    static std::string phrase(const FormatFile& file, Caution caution)
    {
        switch (caution) {
        case Caution::CachedByClients:
            return fmt::format("clients with `{}` answer from memory for a while", file.cached);
        case Caution::DeniedCutsBlock:
            return "a refused request may cut the block to one window";
        case Caution::EndsEarlyWhenSilent:
            return "without requests the block ends early";
        case Caution::LastsToWindowEnd:
            return "the block may last to the end of its last window";
        case Caution::WholeSeconds:
            return "whole seconds only";
        case Caution::ForGood: // of blocks that are asked for so
        case Caution::ListMayBeOff:
        case Caution::LongerThanAsked:    // of tokens that are denied
        case Caution::MayMeanTheOpposite: // of keys that fit another one, too
        case Caution::QuotaIsWholeAfter:  // these follow from the shape
        case Caution::QuotaRefillsAfter:
        case Caution::StillRunning: // of refunds and resets
            break;
        case Caution::SharedKey:
            return "writes a key that other tokens share";
        case Caution::WriteWithCare:
            return file.recorded.empty()
                       ? fmt::format("known from its {}: check the preview", samplesFrom(file))
                       : "values are easily misread: check the preview";
        }
        return {};
    }

    /// What blocks, short and long, of what the samples show cannot promise where nothing is blocked yet.
    static std::set<Caution> cautions(const CatalogueFormat& format)
    {
        std::set<Caution> found;
        if (format.file().tier == Tier::Care)
            found.insert(Caution::WriteWithCare);
        for (const FormatSample& sample : format.file().samples)
            for (const Nanos duration : {Nanos(5s), Nanos(1h)}) {
                std::vector<Rule> rules = sample.rules;
                if (rules.empty())
                    rules = {Rule{10, 1min}};
                const ForeignState state = readSample(format, sample);
                if (state.reading.state == SubjectState::Blocked)
                    continue; // by what is changed then
                BlockFor block{duration, "abuse"};
                if (hasNoWindow(format.file()))
                    block.duration.reset();
                const ShapePlan plan = planShape(format.file(), state.decoded.state, rules, block);
                found.insert(plan.cautions.begin(), plan.cautions.end());
            }
        return found;
    }

    static std::string row(const CatalogueFormat& format, const std::set<std::string>& driven)
    {
        const FormatFile& file = format.file();
        if (file.tier == Tier::Label)
            return fmt::format("| {} | {} | {} | | | only shown, {} |\n", file.title,
                               file.shape == Shape::None ? "named" : "read", samplesFrom(file),
                               format.freesSlots() ? "and its slots freed" : "never written");
        std::string promises = hasNoWindow(file) ? "an end of a block" : "";
        for (const Caution caution : cautions(format))
            if (const std::string one = phrase(file, caution); !one.empty())
                promises += (promises.empty() ? "" : "; ") + one;
        return fmt::format("| {} | read | {} | {} | {} | {} |\n", file.title, samplesFrom(file),
                           format.hasLog() ? "yes" : "",
                           driven.contains(file.name) ? "tested" : "from source", promises);
    }

private Q_SLOTS:
    void theTableOfFormatsIsTrue()
    {
        const std::set<std::string> driven = drivenFormats();
        std::set<std::string> rows;
        for (const auto& format : builtInCatalogue().formats())
            rows.insert(row(*format, driven));
        std::string table = "| limiter | state | samples from | live window | block obeyed | not promised |\n"
                            "|---|---|---|---|---|---|\n";
        for (const std::string& each : rows)
            table += each;
        const std::string readme = sourceFile("resources/docs/formats.md").toStdString();
        if (readme.find("\n\n" + table + "\n") != std::string::npos)
            return;
        QFile current(test::foundFile("formats.md"));
        QVERIFY(current.open(QIODevice::WriteOnly));
        current.write(table.data(), qint64(table.size()));
        QFAIL(qPrintable("the table of resources/docs/formats.md is not this one: " + current.fileName()));
    }

    void theNumberOfFormatsIsTrue_data()
    {
        addColumns<QString, QString>({"page", "sentence"});
        addRow("README", QString("README.md"), QString("[%1 formats](resources/docs/formats.md)"));
        addRow("formats", QString("resources/docs/formats.md"), QString("<summary>The %1 formats:"));
    }
    void theNumberOfFormatsIsTrue()
    {
        QFETCH(QString, page);
        QFETCH(QString, sentence);
        const QString said = sentence.arg(builtInCatalogue().formats().size());
        QVERIFY2(QString(sourceFile(page)).contains(said), qPrintable(page + " should say: " + said));
    }

    // What tests/clients runs, it can record again, and nothing else.
    void recordingsAreRepeatedByTheirClients()
    {
        const std::set<std::string> driven = drivenFormats();
        QVERIFY(driven.size() > 30);
        for (const std::string& name : driven)
            QVERIFY2(builtInCatalogue().find(name), name.c_str());
        for (const auto& format : builtInCatalogue().formats())
            if (const FormatFile& file = format->file(); !file.recorded.empty())
                QVERIFY2((file.recorded.find("; tests/clients") != std::string::npos) ==
                             driven.contains(file.name),
                         file.name.c_str());
    }

    // The versions that wrote samples are those that tests/clients fetches. Of Debian 12 it runs what is
    // installed.
    void recordingsAreOfVersionsThatAreFetched()
    {
        static const QRegularExpression version("(\\d[\\d.]*) \\(([^()]+)\\)");
        const QByteArray npm = sourceFile("tests/clients/package.json");
        const QString debian = QString::fromUtf8(sourceFile("tests/clients/prove.py"));
        for (const auto& format : builtInCatalogue().formats()) {
            const QString recorded = QString::fromStdString(samplesFrom(format->file()));
            if (format->file().recorded.empty())
                continue;
            const QString name = recorded.section(' ', 0, 0);
            auto match = version.globalMatch(recorded);
            QVERIFY2(match.hasNext(), qPrintable(recorded));
            while (match.hasNext()) {
                const auto one = match.next();
                const QString number = one.captured(1);
                const QString from = one.captured(2);
                bool isFetched = false;
                if (from == "npm")
                    isFetched = npm.contains(QString("\"%1\": \"%2\"").arg(name, number).toUtf8()) ||
                                npm.contains(QString("\"npm:%1@%2\"").arg(name, number).toUtf8());
                else if (from == "Debian 12")
                    isFetched = true;
                else if (from.startsWith("Debian "))
                    isFetched = debian.contains(QRegularExpression(
                        QString("=(\\d+:)?%1[-+*]").arg(QRegularExpression::escape(number))));
                QVERIFY2(isFetched, qPrintable(recorded));
            }
        }
    }
};

RATEWARDEN_SUITE(TestFormatTable)
#include "tst_format_table.moc"
