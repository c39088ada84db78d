// SPDX-License-Identifier: GPL-3.0-or-later
// What an opened log tells of denials of which Redis knows nothing any more: that they were there, and which
// rule the log's requests had filled.
#include "core/algorithms/algorithm.h"
#include "core/explain/denial_log.h"
#include "core/explain/explanation_text.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/policies/policy_store.h"
#include "core/tokens/reader.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/files.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

#include <QDateTime>
#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

const QStringList threeLogs{"access log", "HAProxy", "JSON"};

struct LoggedLine {
    std::string token;
    Instant at;
    int status = 200;
};

QString clockText(Instant at, const char* format)
{
    return QLocale::c().toString(QDateTime::fromMSecsSinceEpoch(qint64(at.time_since_epoch() / 1ms), Qt::UTC),
                                 QString(format));
}

QString textIn(const QString& log, const LoggedLine& line)
{
    const QString token = QString::fromStdString(line.token);
    if (log == "access log")
        return QString("%1 - - [%2 +0000] \"GET /v1/items HTTP/1.1\" %3 162 \"-\" \"curl/7.88\"\n")
            .arg(token, clockText(line.at, "dd/MMM/yyyy:HH:mm:ss"))
            .arg(line.status);
    if (log == "HAProxy")
        return QString("%1:33317 [%2] http-in api/srv1 0/0/1/2/3 %3 212 - - ---- 1/1/0/0/0 0/0 "
                       "\"GET /v1/items HTTP/1.1\"\n")
            .arg(token, clockText(line.at, "dd/MMM/yyyy:HH:mm:ss.zzz"))
            .arg(line.status);
    return QString("{\"ts\":\"%1\",\"ip\":\"%2\",\"status\":%3,\"request_id\":\"req-%4\"}\n")
        .arg(clockText(line.at, "yyyy-MM-ddTHH:mm:ss.zzzZ"), token)
        .arg(line.status)
        .arg(qint64(line.at.time_since_epoch() / 1s));
}

std::string saidOf(const Explanation& it)
{
    std::string text;
    for (const ExplainedLine& line : linesOf(it))
        text += englishText(line, [](Instant at) { return std::to_string(at.time_since_epoch().count()); }) +
                '\n';
    return text;
}

} // namespace

class TestDenialLog : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    Instant m_begin; // yesterday, in the middle of an hour

    std::string write(const QString& text)
    {
        return fileIn(m_folder, "requests.log", text.toUtf8()).toStdString();
    }
    std::string written(const QString& log, std::vector<LoggedLine> lines)
    {
        std::ranges::stable_sort(lines, {}, &LoggedLine::at);
        QString text;
        for (const LoggedLine& line : lines)
            text += textIn(log, line);
        return write(text);
    }
    /// What is said of a denial that is known to a minute.
    Explanation explained(const std::string& file, const std::string& token, Instant minute)
    {
        DenialQuestion question{token, {minute, minute + 1min - 1us}};
        const TokenLog log = readTokenLog(file, question);
        question = asLogged(question, log.facts);
        Explanation it = explainDenials(m_connection, token, question.denial).front();
        tellByLog(it, log);
        return it;
    }
    void announce(const std::string& algorithm)
    {
        announcePolicy(m_connection, {"api", algorithm, parseRules("3/min + 5/h"), false, false});
    }

private Q_SLOTS:
    void init()
    {
        m_connection.call({"FLUSHALL"});
        m_begin = std::chrono::floor<std::chrono::days>(clockOf(m_connection)) - 14h + 10min;
    }

    void requestsFillRules_data()
    {
        QTest::addColumn<QString>("log");
        QTest::addColumn<QString>("algorithm");
        for (const QString& log : threeLogs)
            for (const Algorithm& algorithm : algorithms())
                QTest::addRow("%s, %s", qPrintable(log), std::string(algorithm.name).c_str())
                    << log << QString::fromStdString(std::string(algorithm.name));
    }
    // One token is denied by the minute, one by the hour, and one by what the log has not.
    void requestsFillRules()
    {
        QFETCH(QString, log);
        QFETCH(QString, algorithm);
        announce(algorithm.toStdString());
        const std::string minute = "203.0.113.1";
        const std::string hour = "203.0.113.2";
        const std::string other = "203.0.113.3";
        std::vector<LoggedLine> lines{{minute, m_begin + 15s, 429}, {hour, m_begin + 9min, 429},
                                      {other, m_begin, 200},        {other, m_begin + 5s, 429},
                                      {minute, m_begin + 40min},    {"198.51.100.7", m_begin + 3s, 429}};
        for (const Micros after : {0s, 5s, 10s})
            lines.push_back({minute, m_begin + after});
        for (const Micros after : {0min, 2min, 4min, 6min, 8min})
            lines.push_back({hour, m_begin + after});
        const std::string file = written(log, lines);

        const Explanation first = explained(file, minute, m_begin);
        const std::string said = saidOf(first);
        QVERIFY2(first.cause == DenialCause::Rule && first.certainty == Certainty::Estimate, said.c_str());
        QCOMPARE(notation(first.rules[*first.rule].rule), std::string("3/min"));
        QCOMPARE(first.log->deniedThen, std::uint64_t(1));
        QCOMPARE(first.log->denials.front().at, m_begin + 15s);
        QCOMPARE(first.denial.from, m_begin + 14s); // as exactly as the log tells
        QVERIFY2(
            said.starts_with("probably denied by 3/min: by the requests of " + file + ", 3 of 3 were used"),
            said.c_str());
        QVERIFY2(said.find("3 requests from ") != std::string::npos, said.c_str());

        const Explanation second = explained(file, hour, m_begin + 9min);
        QVERIFY2(second.certainty == Certainty::Estimate, saidOf(second).c_str());
        QCOMPARE(notation(second.rules[*second.rule].rule), std::string("5/h"));

        const Explanation third = explained(file, other, m_begin);
        QCOMPARE(third.cause, DenialCause::OneOf);
        QCOMPARE(third.certainty, Certainty::Open);
        QCOMPARE(third.log->deniedThen, std::uint64_t(1));
    }

    // What Redis tells is not an estimate.
    void redisComesFirst()
    {
        announce("sliding-log");
        RedisRateLimiter limiter(m_connection,
                                 {"api", "sliding-log", parseRules("3/min + 5/h"), false, false});
        Decision denial;
        while (denial.allowed())
            denial = limiter.acquire("203.0.113.1");
        const std::string file =
            written("JSON", {{"203.0.113.1", denial.now - 2s}, {"203.0.113.1", denial.now, 429}});
        DenialQuestion question{"203.0.113.1", {denial.now, denial.now}};
        const TokenLog log = readTokenLog(file, question);
        Explanation it = explainDenials(m_connection, question.token, question.denial).front();
        tellByLog(it, log);
        QCOMPARE(it.cause, DenialCause::Rule);
        QCOMPARE(it.certainty, Certainty::Exact);
        QCOMPARE(it.log->deniedThen, std::uint64_t(1));
    }

    // A proxy's own limiter: no policy has denied it, and the log says what did.
    void zonesOfNginx()
    {
        const QString line =
            "%1 [error] 31#31: *7 limiting requests, excess: 20.580 by zone \"perip\", client: "
            "203.0.113.1, server: api.example.com, request: \"GET / HTTP/1.1\", host: "
            "\"api.example.com\"\n";
        const std::string file = write(line.arg(clockText(m_begin + 15s, "yyyy/MM/dd HH:mm:ss")));
        const Explanation it = explained(file, "203.0.113.1", m_begin);
        QCOMPARE(it.cause, DenialCause::NoPolicy);
        QCOMPARE(it.log->denials.front().zone, std::string("perip"));
        QVERIFY2(saidOf(it).starts_with("denied by the proxy, in its zone perip\n"), saidOf(it).c_str());
        announce("gcra"); // which may have denied it, too
        QVERIFY(explained(file, "203.0.113.1", m_begin).cause != DenialCause::NoPolicy);
    }

    void idsAreFound()
    {
        const auto idOf = [](Instant at) {
            return "req-" + std::to_string(at.time_since_epoch() / 1s);
        };
        const std::string file = written(
            "JSON", {{"203.0.113.1", m_begin}, {"203.0.113.1", m_begin + 4s, 429}, {"b", m_begin + 6s, 503}});
        const auto found = findInLog(file, idOf(m_begin + 4s));
        QVERIFY(found);
        QCOMPARE(found->token, std::string("203.0.113.1"));
        QVERIFY(found->denial.from <= m_begin + 4s && found->denial.to >= m_begin + 4s);
        QCOMPARE(found->denial.note, idOf(m_begin + 4s));
        QVERIFY(!findInLog(file, "req-1"));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, findInLog(file, idOf(m_begin))); // it was allowed
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, findInLog(file + ".gone", "req-1"));
    }

    void whatALogDoesNotTellIsSaid()
    {
        announce("gcra");
        const std::string token = "203.0.113.1";
        const std::string file = written("JSON", {{token, m_begin}, {"b", m_begin + 1h, 429}});
        const auto said = [&](const std::string& whose, Instant minute) {
            return saidOf(explained(file, whose, minute));
        };
        QVERIFY(said(token, m_begin).find("has no denial of the token of that time, of 1 requests") !=
                std::string::npos);
        QVERIFY(said(token, m_begin - 5h).find("has nothing of that time: it goes from ") !=
                std::string::npos);
        QVERIFY(said("user:9", m_begin).find("has no request of this token among its 2") !=
                std::string::npos);
        const std::string without = write(QString("{\"ts\":\"%1\",\"ip\":\"203.0.113.1\"}\n")
                                              .arg(clockText(m_begin, "yyyy-MM-ddTHH:mm:ss.zzzZ")));
        const Explanation it = explained(without, token, m_begin);
        QVERIFY(saidOf(it).find("does not say which requests were denied") != std::string::npos);
        QVERIFY(!it.rules.front().logged); // denied ones would be among them
    }
};

RATEWARDEN_SUITE(TestDenialLog)

#include "tst_denial_log.moc"
