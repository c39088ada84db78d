// SPDX-License-Identifier: GPL-3.0-or-later
// Reports: their numbers against an independent count, and that nothing of the traffic gets into them as
// markup.
#include "core/lab/report.h"
#include "core/lab/request_steps.h"
#include "tests/support/random_trace.h"
#include "tests/support/suites.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QTest>
#include <QTimeZone>
#include <QXmlStreamReader>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

const Candidate enforced = parseCandidate("now=fixed-window: 3/s + 6/7s");
const Candidate reported = parseCandidate("next=gcra: 4/s + 5/7s");

TrafficSummary summaryOf(const Trace& trace)
{
    TrafficSummary summary;
    summary.source = "a & b.log";
    summary.requests = trace.size();
    summary.tokens = trace.names.size();
    summary.from = trace.times.front();
    summary.to = trace.times.back();
    summary.lines = trace.size() + 1;
    summary.rejected = 1;
    summary.firstRejected = {{7, LineFault::BadTime}};
    return summary;
}

QString html(const Trace& trace)
{
    const GroupedTrace traffic(trace);
    return QString::fromStdString(htmlReport(whatIf(traffic, enforced, reported), traffic, summaryOf(trace)));
}

} // namespace

class TestLabReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersAreRight()
    {
        const Trace trace = randomTrace(5, 4000, 9, false);
        const GroupedTrace traffic(trace);
        std::uint64_t newly = 0;
        std::uint64_t freed = 0;
        QMap<QString, QList<int>> rows;
        for (TokenId token = 0; token < traffic.tokens(); ++token) {
            const auto one = verdictsOf(traffic, token, enforced);
            const auto other = verdictsOf(traffic, token, reported);
            QList<int> row(6); // as the columns of CSV
            for (std::size_t i = 0; i < one.size(); ++i) {
                ++row[0];
                row[1] += !one[i].allowed();
                row[2] += !other[i].allowed();
                row[3] += one[i].allowed() && !other[i].allowed();
                row[4] += !one[i].allowed() && other[i].allowed();
                row[5] += one[i].allowed() == other[i].allowed();
            }
            newly += std::uint64_t(row[3]);
            freed += std::uint64_t(row[4]);
            if (row[5] < row[0])
                rows[QString::fromStdString(std::string(trace.names[token]))] = row;
        }
        QVERIFY(newly > 0 && freed > 0 && rows.size() > 3);
        const QString page = html(trace);
        QVERIFY(page.contains(QString("%1 of 4,000 requests newly denied, %2 freed").arg(newly).arg(freed)));
        QVERIFY(page.contains("a &amp; b.log: 4,000 requests of 9 tokens"));
        QVERIFY(page.contains("line 7"));

        const QStringList lines =
            QString::fromStdString(csvReport(compare(traffic, enforced, reported), trace.names))
                .split("\r\n", Qt::SkipEmptyParts);
        QCOMPARE(lines.size() - 1, rows.size());
        for (const QString& line : lines.mid(1)) {
            QStringList fields = line.split(',');
            const QList<int> row = rows.value(fields.takeFirst().remove('"'));
            QCOMPARE(fields.size(), row.size());
            for (int i = 0; i < row.size(); ++i)
                QCOMPARE(fields[i].toInt(), row[i]);
        }
    }

    void tokensAreNoMarkup()
    {
        TraceBuilder builder;
        const std::string hostile = "<script>alert(\"1\")</script>&\x01'\xFF";
        for (int i = 0; i < 40; ++i)
            builder.add(Instant(1'795'000'000s) + i * 10ms, hostile);
        const QString page = html(builder.take());
        QVERIFY(!page.contains("<script"));
        QVERIFY2(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;\\x01&#39;\\xff"),
                 qPrintable(page));
        // Well-formed between <body> and </body>.
        const QString body = page.mid(page.indexOf("<body>"));
        QXmlStreamReader xml(
            body.left(body.indexOf("</body>") + 7).replace("&thinsp;", " ").replace("<br>", "<br/>"));
        while (!xml.atEnd())
            xml.readNext();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    }

    // A difference of some seconds in a trace of a day fills its time line.
    void timeLinesCoverTheDifferences()
    {
        TraceBuilder builder;
        const Instant noon(1'795'000'000s);
        for (int i = 0; i < 24 * 60; ++i)
            builder.add(noon - 12h + i * 1min, "a");
        for (int i = 0; i < 12; ++i)
            builder.add(noon + i * 300ms, "a"); // 4 a second are too many for one of them
        const QString page = html(builder.take());
        const QString lines = page.mid(page.indexOf("Their time lines"));
        const QString from =
            QDateTime::fromSecsSinceEpoch(1'795'000'000, QTimeZone::utc()).toString("yyyy-MM-dd HH:");
        const QString axis = lines.mid(lines.indexOf("axis ends"), 200);
        QCOMPARE(axis.count(from.left(11)), 2);
        QVERIFY2(!axis.contains(QDateTime::fromSecsSinceEpoch(1'795'000'000 - 12 * 3600, QTimeZone::utc())
                                    .toString("HH:mm:ss")),
                 qPrintable(axis));
    }

    void whatWasRefusedAndCapturedIsSaid()
    {
        const Trace trace = randomTrace(5, 400, 9, false);
        const GroupedTrace traffic(trace);
        TrafficSummary summary = summaryOf(trace);
        const auto page = [&] {
            return QString::fromStdString(htmlReport(whatIf(traffic, enforced, reported), traffic, summary));
        };
        QVERIFY(!page().contains("had been refused"));
        summary.refusals = RecordedRefusals{1200, 34, 5, 2, 1000, 7};
        summary.kind = TrafficKind::Captured;
        summary.capture = CaptureBounds{60, 321, 1100ms, 8, 9, 10, true};
        const QString said = page();
        QVERIFY2(
            said.contains("1,200 of the requests had been refused when they were recorded, 1,000 of them of "
                          "<code>" +
                          QString::fromStdString(std::string(trace.names[2])) + "</code>"),
            qPrintable(said.right(3000)));
        QVERIFY(said.contains("34 requests followed a refusal"));
        QVERIFY(said.contains("7 lines were left out"));
        QVERIFY(said.contains("321 requests are known by counts alone: their times are right to 1.1 s."));
        QVERIFY(said.contains("Up to 8 log entries came and went"));
        QVERIFY(said.contains("9 readings may have missed requests"));
        QVERIFY(said.contains("10 tokens could not be counted"));
        QVERIFY(!said.contains("Denied requests were not counted"));
    }

    void severalPoliciesAreSummedUp()
    {
        const Trace one = randomTrace(5, 2000, 9, false);
        const Trace other = randomTrace(6, 1000, 5, false);
        const GroupedTrace oneTraffic(one);
        const GroupedTrace otherTraffic(other);
        const TrafficSummary oneSummary = summaryOf(one);
        const TrafficSummary otherSummary = summaryOf(other);
        const std::vector<PolicyWhatIf> policies{
            {"api", whatIf(oneTraffic, enforced, reported), &oneTraffic, &oneSummary},
            {"<pay>", whatIf(otherTraffic, enforced, reported), &otherTraffic, &otherSummary}};
        const std::uint64_t newly =
            policies[0].result.comparison.sums.newlyDenied + policies[1].result.comparison.sums.newlyDenied;
        QVERIFY(policies[1].result.comparison.sums.newlyDenied > 0);
        QCOMPARE(sumOf(policies).newlyDenied, newly);
        const QString page = QString::fromStdString(htmlReport(policies));
        QVERIFY(page.contains(QString("<tr><td>All</td><td>3,000</td><td>%1</td>").arg(newly)));
        QVERIFY(page.contains("<h1>&lt;pay&gt;</h1>"));
        QCOMPARE(page.count("What would change"), 2);
        const QStringList lines =
            QString::fromStdString(csvReport(policies)).split("\r\n", Qt::SkipEmptyParts);
        QVERIFY(lines[0].startsWith("policy,token,requests"));
        std::uint64_t counted = 0;
        for (const QString& line : lines.mid(1)) {
            QVERIFY(line.startsWith("\"api\",\"token") || line.startsWith("\"<pay>\",\"token"));
            counted += line.split(',')[5].toULongLong();
        }
        QCOMPARE(counted, newly);
    }

    void formulasAreText()
    {
        TraceBuilder builder;
        for (int i = 0; i < 40; ++i)
            builder.add(Instant(1'795'000'000s) + i * 10ms, "=HYPERLINK(\"x\")");
        const Trace trace = builder.take();
        const std::string csv = csvReport(compare(GroupedTrace(trace), enforced, reported), trace.names);
        QVERIFY2(csv.find("\r\n\"'=HYPERLINK(\"\"x\"\")\",40,") != std::string::npos, csv.c_str());
    }

    // 30 in each second: at once they break the limit, spread evenly they do not.
    void wholeSecondsAreARange()
    {
        TraceBuilder builder;
        for (int i = 0; i < 90; ++i)
            builder.add(Instant(1'795'000'000s) + (i / 30) * 1s, "a");
        const Trace trace = builder.take();
        const GroupedTrace traffic(trace);
        const WhatIf result =
            whatIf(traffic, parseCandidate("a=gcra: 100/s"), parseCandidate("b=gcra: 30/s burst 5"));
        QCOMPARE(result.comparison.sums.newlyDenied, std::uint64_t(75));
        QVERIFY(result.spread);
        QCOMPARE(result.spread->sums.newlyDenied, std::uint64_t(0));
        const std::string page = htmlReport(result, traffic, summaryOf(trace));
        QVERIFY(page.find("0&thinsp;–&thinsp;75 of 90 requests newly denied") != std::string::npos);
        QVERIFY(page.find("Times are in whole seconds") != std::string::npos);
    }

    void nothingDiffers()
    {
        TraceBuilder builder;
        builder.add(Instant(1'795'000'000s) + 1us, "a");
        QVERIFY(html(builder.take()).contains("Both decide the same on every request."));
    }
};

RATEWARDEN_SUITE(TestLabReport)
#include "tst_lab_report.moc"
