// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// What other projects' own tests and documents expect of a limiter, and of texts of rules, holds for ours,
// but for what resources/docs/compatibility.md says.
#include "core/algorithms/algorithm.h"
#include "core/limiter/decision_call.h"
#include "core/model/errors.h"
#include "core/notations/notation.h"
#include "core/redis/connection.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"

#include <fmt/format.h>

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;

namespace {

// A history or a list of texts, and its lines.
struct Section {
    QString source;
    QString subject; // "gcra 1/s burst 5", "rules"
    QStringList lines;
};

QList<Section> sections()
{
    QList<Section> all;
    for (const QString& line :
         QString(sourceFile("tests/core/compatibility.txt")).split('\n', Qt::SkipEmptyParts))
        if (line.startsWith("= ")) {
            const qsizetype colon = line.lastIndexOf(": ");
            all.push_back({line.mid(2, colon - 2), line.mid(colon + 2), {}});
        } else if (!line.startsWith('#')) {
            all.back().lines << line;
        }
    return all;
}

Micros micros(const QString& seconds)
{
    return Micros(qRound64(seconds.toDouble() * 1e6));
}

QString outcomeOf(const Decision& decision)
{
    return decision.allowed() ? "ok" : decision.verdict == Verdict::NeverFits ? "never" : "denied";
}

// What ours says in the words of the line; "" where there is nothing.
QString saidAs(const QString& word, const Decision& decision)
{
    const RuleUsage& usage = decision.usage[0];
    if (word == "left")
        return QString::number(usage.remaining());
    const std::optional<Micros> time =
        word == "reset" ? std::optional(usage.resetAfter) : decision.retryAfter;
    return time ? QString::number(double(time->count()) / 1e6) : QString();
}

QString rulesOf(const QString& text)
{
    try {
        QStringList rules;
        for (const Rule& rule : readRulesInAnyNotation(text.toStdString()).rules)
            rules << QString("%1/%2").arg(rule.limit).arg(rule.window / std::chrono::seconds(1));
        return rules.join(" + ");
    } catch (const InvalidArgument&) {
        return "refused";
    }
}

} // namespace

class TestCompatibility : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // In memory and by the scripts.
    void histories()
    {
        int cases = 0;
        int histories = 0;
        for (const Section& section : sections()) {
            if (section.subject == "rules")
                continue;
            const Algorithm& algorithm = algorithmNamed(section.subject.section(' ', 0, 0).toStdString());
            const std::vector<Rule> rules = parseRules(section.subject.section(' ', 1).toStdString());
            TokenStateOf state(algorithm);
            const Policy policy{"theirs", std::string(algorithm.name), rules};
            const std::string token = "t" + std::to_string(++histories);
            for (const QString& line : section.lines) {
                const QString expected = line.section(" | ", 0, 0);
                const QStringList words = expected.split(' ');
                const Instant now = Instant(std::chrono::hours(24)) + micros(words[0]);
                const Mode mode = words[1][0] == '+'   ? Mode::Acquire
                                  : words[1][0] == '?' ? Mode::Peek
                                                       : Mode::GiveBack;
                const Units cost = words[1].mid(1).section('x', 0, 0).toLongLong();
                const int times = words[1].contains('x') ? words[1].section('x', 1).toInt() : 1;
                QStringList ours{words[0], words[1]};
                for (int i = 0; i < times; ++i) {
                    const Decision decision = state->decide(rules, now, cost, mode);
                    const Reply reply = m_connection.call(
                        decisionCommand(policy, RedisToken(token), cost, mode, {.now = now}));
                    const Decision scripts = readDecision(reply.view(), policy);
                    QVERIFY2(scripts == decision,
                             qPrintable(QString("%1\n   memory: %2\n   script: %3")
                                            .arg(line, QString::fromStdString(text(decision)),
                                                 QString::fromStdString(text(scripts)))));
                    const QString outcome = outcomeOf(decision);
                    if (i + 1 < times) {
                        QCOMPARE(outcome, words[2]);
                        continue;
                    }
                    ours << outcome;
                    for (qsizetype k = 3; k + 1 < words.size(); k += 2)
                        ours << words[k] << saidAs(words[k], decision);
                }
                check(section, line, ours.join(' ') == expected, ours.join(' '));
                ++cases;
            }
        }
        m_cases += cases;
    }

    void texts()
    {
        for (const Section& section : sections())
            for (const QString& line : section.subject == "rules" ? section.lines : QStringList()) {
                const QString text = line.section(" -> ", 0, 0);
                const QString expected = line.section(" -> ", 1).section(" | ", 0, 0);
                check(section, line, rulesOf(text) == expected, rulesOf(text));
                ++m_cases;
            }
    }

    void thereAreEnough()
    {
        QVERIFY2(m_cases >= 150, qPrintable(QString::number(m_cases)));
        const QString said = QString("%1 cases").arg(m_cases);
        QVERIFY2(m_page.contains(said), qPrintable("compatibility.md does not say: " + said));
    }

    void everyDeviationHasItsReason()
    {
        int rows = 0;
        for (const QString& line : m_page.split('\n')) {
            if (!line.startsWith("| "))
                continue;
            const QStringList cells = line.split(" |");
            ++rows;
            QCOMPARE(cells.size(), 5);
            for (const QString& cell : cells.first(4))
                QVERIFY2(cell.simplified().size() > 1, qPrintable(line));
        }
        QVERIFY(rows > 5);
    }

private:
    // A deviation is one, and stands in the page.
    void check(const Section& section, const QString& line, bool agrees, const QString& ours)
    {
        const QString reason = line.section(" | ", 1);
        if (agrees == reason.isEmpty() && (reason.isEmpty() || m_page.contains(reason)))
            return;
        QFAIL(qPrintable(QString("%1\n   theirs: %2\n   ours:   %3").arg(section.source, line, ours)));
    }

    const QString m_page = sourceFile("resources/docs/compatibility.md");
    int m_cases = 0;
    TestServer m_server;
    Connection m_connection{m_server.endpoint(), unhurried};
};

RATEWARDEN_SUITE(TestCompatibility)
#include "tst_compatibility.moc"
