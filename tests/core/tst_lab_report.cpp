// SPDX-License-Identifier: GPL-3.0-or-later
// Reports: their numbers against an independent count, and that nothing of the traffic gets into them as
// markup.
#include "core/lab/report.h"
#include "core/lab/time_line.h"
#include "tests/support/random_trace.h"

#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

const Candidate enforced = parseCandidate("now=fixed-window: 3/s + 6/7s");
const Candidate candidate = parseCandidate("next=gcra: 4/s + 5/7s");

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
    return QString::fromStdString(
        htmlReport(whatIf(traffic, enforced, candidate), traffic, summaryOf(trace)));
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
            const auto other = verdictsOf(traffic, token, candidate);
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
            QString::fromStdString(csvReport(compare(traffic, enforced, candidate), trace.names))
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

    void formulasAreText()
    {
        TraceBuilder builder;
        for (int i = 0; i < 40; ++i)
            builder.add(Instant(1'795'000'000s) + i * 10ms, "=HYPERLINK(\"x\")");
        const Trace trace = builder.take();
        const std::string csv = csvReport(compare(GroupedTrace(trace), enforced, candidate), trace.names);
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

QTEST_GUILESS_MAIN(TestLabReport)
#include "tst_lab_report.moc"
