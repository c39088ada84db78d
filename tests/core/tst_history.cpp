// SPDX-License-Identifier: GPL-3.0-or-later
// The history of a watcher: what it keeps and for how long, which files it refuses, and what a back-test says
// of it.
#include "core/formats/own/ratewarden_format.h"
#include "core/model/rule_faults.h"
#include "core/watch/back_test.h"
#include "core/watch/history.h"
#include "core/watch/history_decisions.h"
#include "core/watch/history_then.h"
#include "tests/support/child.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"
#include "tests/support/thrown.h"

#include <sys/resource.h>
#include <unistd.h>

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <random>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

const Instant historyStart{std::chrono::sys_days(std::chrono::year(2026) / 11 / 20)};
constexpr qint64 noRound = std::numeric_limits<qint64>::max();

/// A token that has used so much of 10 a second and 100 an hour, and was denied so much a second.
Reading keptReading(const std::string& token, const std::string& policy, Units used,
                    std::optional<double> denied = {})
{
    Reading reading;
    reading.subject = stateSubject(token, policy, algorithmNamed("sliding-log"));
    reading.at = historyStart + 5s;
    reading.policy = Policy{policy, "sliding-log", parseRules("10/s + 100/h"), false, denied.has_value()};
    Decision& decision = reading.decision.emplace();
    decision.usage.push_back({reading.policy->rules[0], 0, 0s});
    decision.usage.push_back({reading.policy->rules[1], used, 1h});
    if (used >= 100) {
        decision.verdict = Verdict::DeniedByRule;
        decision.rule = 1;
        decision.retryAfter = 2min;
    }
    if (denied)
        reading.counts = {{historyStart - 10s, 30, 0}, {historyStart, 0, Units(*denied * 15)}};
    return reading;
}

Reading unreadToken(const std::string& token, const std::string& policy)
{
    Reading reading = keptReading(token, policy, 0);
    reading.decision.reset();
    reading.problem = Problem(Fault::NotOurState);
    return reading;
}

Alert testedAlert(const char* filter, AlertMeasure measure, AlertBound bound, Micros wait = 0s)
{
    Alert alert;
    alert.name = filter;
    alert.filter = TokenFilter(filter);
    alert.measure = measure;
    alert.bound = bound;
    alert.wait = wait;
    return alert;
}

HistoryRound roundOf(const std::vector<Reading>& readings, Instant at, AlertRound::Walked walked = {})
{
    HistoryCollector collector;
    for (const Reading& reading : readings)
        collector.take(reading, WarningSet(reading.warnings));
    return collector.finish(walked, at);
}

/// A round whose limited tokens of "pay" are so many.
HistoryRound limitedRound(int limited, Instant at)
{
    std::vector<Reading> readings{keptReading("calm", "pay", 1, 0)};
    for (int i = 0; i < limited; ++i)
        readings.push_back(keptReading("user:" + std::to_string(i), "pay", 100, 1));
    return roundOf(readings, at);
}

std::vector<Instant> momentsOf(const HistoryReader& history)
{
    std::vector<Instant> moments;
    history.visitRounds({}, [&](StoredRound& round) {
        round.cohorts();
        round.figures();
        round.tokens();
        moments.push_back(round.at());
        return true;
    });
    return moments;
}

/// A round of many policies, which takes some thousand bytes.
HistoryRound largeRound(Instant at)
{
    HistoryRound round;
    round.at = at;
    for (int i = 0; i < 300; ++i) {
        HistoryRound::Sums& one = round.cohorts.emplace_back();
        one.cohort.format = "ratewarden/gcra";
        one.cohort.policy = "policy " + std::to_string(i);
        one.sums = {1000, 0, 0, 1000, 123456789, 98765432, 1000, 0.123456789};
    }
    return round;
}

} // namespace

class TestHistory : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    int m_files = 0;

    std::string newPath() { return m_folder.filePath(QString("history-%1").arg(++m_files)).toStdString(); }

    static QByteArray contentOf(const std::string& path) { return readFile(QString::fromStdString(path)); }
    static bool write(const std::string& path, const QByteArray& content)
    {
        return writeInto(QString::fromStdString(path), content);
    }
    static std::int64_t bytesOf(const std::string& path)
    {
        std::int64_t bytes = 0;
        for (const char* const part : {"", "-wal"})
            bytes += QFileInfo(QString::fromStdString(path + part)).size();
        return bytes;
    }

private Q_SLOTS:
    void readingEndsWhenItIsStopped()
    {
        const std::string path = newPath();
        HistoryWriter writer(path, {});
        for (int i = 0; i < 3; ++i)
            writer.add(limitedRound(1, historyStart + i * 20s));
        std::stop_source stop;
        const HistoryReader history(path, stop.get_token());
        QCOMPARE(momentsOf(history).size(), std::size_t(3));
        stop.request_stop();
        QVERIFY(momentsOf(history).empty());
    }

    void whatIsAddedIsReadAgain()
    {
        const std::string path = newPath();
        std::vector<Reading> readings{keptReading("a\n1", "pay", 100, 4),
                                      keptReading("b", "pay", 100, 2),
                                      keptReading("c", "pay", 40, 0),
                                      keptReading("d", "web", 90),
                                      unreadToken("e", "web"),
                                      keptReading("f", "web@x", 1)};
        readings[2].warnings = {{WarningCode::NoExpiry}, {WarningCode::Negative}};
        HistoryRound round = roundOf(readings, historyStart, {7, FigureDoubt::NodesLost});
        round.figures.push_back({AlertMeasure::Tokens, "limited", {3, 5, FigureDoubt::TokensUnread, {}}});
        round.figures.push_back({AlertMeasure::MemoryUsed, "", {0, 0, FigureDoubt::None, {}}});
        round.figures.push_back({AlertMeasure::DeniedRate, "pay", AlertFigure()});
        {
            HistoryWriter writer(path, {});
            writer.add(round);
            writer.add(HistoryEvent{historyStart, "fires", "many\n", "many fires"});
        }
        const HistoryReader history(path);
        int rounds = 0;
        history.visitRounds({}, [&](StoredRound& stored) {
            ++rounds;
            [&] {
                QCOMPARE(stored.at(), historyStart);
                QCOMPARE(stored.walked().unreadKeys, 7U);
                QCOMPARE(stored.walked().missing, FigureDoubt::NodesLost);
                QCOMPARE(stored.cohorts().size(), round.cohorts.size());
                for (const HistoryRound::Sums& one : round.cohorts) {
                    const auto found = std::ranges::find_if(stored.cohorts(), [&](const auto& each) {
                        return history.cohorts()[each.cohort] == one.cohort;
                    });
                    QVERIFY(found != stored.cohorts().end());
                    QCOMPARE(found->sums, one.sums);
                }
                QCOMPARE(stored.figures().size(), 3U);
                for (std::size_t i = 0; i < 3; ++i) {
                    const auto& [place, figure] = stored.figures()[i];
                    QCOMPARE(history.series()[place].measure, round.figures[i].measure);
                    QCOMPARE(history.series()[place].filter.text(), round.figures[i].filter);
                    QCOMPARE(figure.low, round.figures[i].figure.low);
                    QCOMPARE(figure.high, round.figures[i].figure.high);
                    QCOMPARE(figure.doubt, round.figures[i].figure.doubt);
                }
                const std::vector<TopToken> tokens = stored.tokens();
                QCOMPARE(tokens.size(), 6U);
                QCOMPARE(tokens[0].token, "a\n1");
                QCOMPARE(tokens[0].policy, "pay");
                QCOMPARE(tokens[0].rule, std::optional<std::size_t>(1));
                QCOMPARE(tokens[0].share, std::optional(1.0));
                QCOMPARE(tokens[0].rates->denied, 4.0);
                QVERIFY(!tokens[2].rates); // d, which is near its limit
            }();
            return true;
        });
        QCOMPARE(rounds, 1);
        QCOMPARE(history.events({}, 10),
                 (std::vector<HistoryEvent>{{historyStart, "fires", "many\n", "many fires"}}));
        QCOMPARE(history.info().first, std::optional(historyStart));
    }

    void tokensThatStandAlikeAreOneCohort()
    {
        std::vector<Reading> readings;
        for (int i = 0; i < 100; ++i)
            readings.push_back(keptReading("user:" + std::to_string(i), "pay", i < 30 ? 100 : 5, 0.2));
        readings.push_back(keptReading("x", "pay~next", 5)); // a candidate denies nobody
        const HistoryRound round = roundOf(readings, historyStart);
        QCOMPARE(round.cohorts.size(), 2U);
        QCOMPARE(round.tokens.size(), HistoryCollector::mostTokens);
        for (const auto& [cohort, sums] : round.cohorts) {
            const bool isLimited = cohort.status == TokenStatus::Limited;
            QCOMPARE(sums.tokens, isLimited ? 30U : 70U);
            QCOMPARE(cohort.rule.has_value(), isLimited);
        }
    }

    // An override's rules are numbered like the policy's, and are others.
    void rulesOfAnOverrideAreNotThePolicys()
    {
        Reading reading = keptReading("user:1", "pay", 100, 0.2);
        reading.decision->overridden = true;
        const HistoryRound round = roundOf({reading, keptReading("user:2", "pay", 100, 0.2)}, historyStart);
        QCOMPARE(round.cohorts.size(), 2U);
        for (const auto& [cohort, sums] : round.cohorts)
            QCOMPARE(sums.tokens, 1U);
        QVERIFY(round.cohorts[0].cohort.rule.has_value() != round.cohorts[1].cohort.rule.has_value());
        QVERIFY(std::ranges::all_of(round.tokens, [](const TopToken& top) { return top.rule.has_value(); }));
    }

    void manyPoliciesAreBounded()
    {
        std::vector<Reading> readings;
        for (int i = 0; i < 2000; ++i)
            readings.push_back(keptReading("user", "policy " + std::to_string(i), 5, i == 1999 ? 9 : 0));
        const HistoryRound round = roundOf(readings, historyStart);
        QCOMPARE(round.cohorts.size(), HistoryCollector::mostCohorts + 1);
        TokenSums all;
        bool hasDenied = false;
        for (const auto& [cohort, sums] : round.cohorts) {
            all += sums;
            hasDenied = hasDenied || cohort.policy == "policy 1999";
        }
        QCOMPARE(all.tokens, 2000U);
        QVERIFY(hasDenied); // those that matter most are kept apart
    }

    void oldRoundsGo()
    {
        const std::string path = newPath();
        HistoryWriter writer(path, {24h, smallestHistory});
        for (int hour = 0; hour < 90; ++hour) {
            HistoryRound round = limitedRound(1, historyStart + std::chrono::hours(hour));
            round.cohorts[0].cohort.policy = "of hour " + std::to_string(hour);
            round.tokens[0].token = round.cohorts[0].cohort.policy.value();
            writer.add(round);
            writer.add(HistoryEvent{round.at, "mark", "ci", std::to_string(hour)});
        }
        const HistoryReader history(path);
        const std::vector<Instant> moments = momentsOf(history);
        QCOMPARE(moments.front(), historyStart + 65h);
        QCOMPARE(moments.back(), historyStart + 89h);
        QCOMPARE(moments.size(), 25U);
        QCOMPARE(history.events({}, 1000).front().text, "65");
        QCOMPARE(history.info().limits.keep, Micros(24h));
        // So do names that no round has any more, a little later.
        QVERIFY(history.cohorts().size() < 40);
    }

    void theFileStaysBelowItsBound()
    {
        const std::string path = newPath();
        HistoryWriter writer(path, {std::chrono::days(1000), smallestHistory});
        std::int64_t largest = 0;
        Instant at = historyStart;
        for (int i = 0; i < 1000; ++i) {
            writer.add(largeRound(at += 10s));
            largest = std::max(largest, bytesOf(path));
        }
        QVERIFY(largest <= smallestHistory);
        QVERIFY(largest > smallestHistory / 2); // of which some use is made
        const HistoryReader history(path);
        const std::vector<Instant> moments = momentsOf(history);
        QCOMPARE(moments.back(), at);
        QVERIFY(moments.size() > 100 && moments.size() < 1000);
        QVERIFY(history.info().bytes <= smallestHistory);
    }

    void aSmallerBoundShrinksTheFile()
    {
        const std::string path = newPath();
        HistoryWriter writer(path, {std::chrono::days(1000), 4 * smallestHistory});
        Instant at = historyStart;
        for (int i = 0; i < 1000; ++i)
            writer.add(largeRound(at += 10s));
        QVERIFY(bytesOf(path) > smallestHistory);
        writer.setLimits({std::chrono::days(1000), smallestHistory});
        writer.add(largeRound(at += 10s));
        writer.add(largeRound(at += 10s)); // the log was taken over
        QVERIFY(bytesOf(path) <= smallestHistory);
        QCOMPARE(momentsOf(HistoryReader(path)).back(), at);
    }

    void otherFilesAreLeftAlone_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("says");
        QTest::newRow("a text") << QByteArray("{\"alerts\": []}\n") << "is no history";
        QTest::newRow("a long text") << QByteArray("line\n").repeated(10'000) << "is no history";
        const std::string path = newPath();
        HistoryWriter(path, {}).add(limitedRound(1, historyStart));
        const QByteArray whole = contentOf(path);
        QByteArray newer = whole;
        newer[63] = 9; // the last byte of user_version
        QTest::newRow("a newer version") << newer << "schema 9";
        QByteArray other = whole;
        other[71] = 1; // of application_id
        QTest::newRow("a database of another program") << other << "is no history";
        QTest::newRow("only its first page") << whole.left(16384) << "is damaged";
    }
    void otherFilesAreLeftAlone()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, says);
        const std::string path = newPath();
        QVERIFY(write(path, content));
        const QString whenWritten = QString::fromStdString(messageOf([&] { HistoryWriter(path, {}); }));
        const QString whenRead = QString::fromStdString(messageOf([&] { HistoryReader reader(path); }));
        QVERIFY2(whenWritten.contains(says), qPrintable(whenWritten));
        QVERIFY2(whenRead.contains(says), qPrintable(whenRead));
        QVERIFY(whenWritten.contains(QString::fromStdString(path)));
        QCOMPARE(contentOf(path), content);
    }

    void whatIsNoFileIsRefused()
    {
        const std::string folder = m_folder.path().toStdString();
        QVERIFY(messageOf([&] { HistoryWriter(folder, {}); }).find("is no history") != std::string::npos);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, HistoryWriter(folder + "/none/history", {}));
        const std::string missing = newPath();
        QVERIFY(messageOf([&] { HistoryReader reader(missing); }).find("no history yet") !=
                std::string::npos);
        QVERIFY(!QFile::exists(QString::fromStdString(missing)));
    }

    void damageIsNoticed()
    {
        const std::string path = newPath();
        {
            HistoryWriter writer(path, {});
            Instant at = historyStart;
            for (int i = 0; i < 100; ++i)
                writer.add(largeRound(at += 10s));
        }
        const QByteArray whole = contentOf(path);
        std::mt19937 random(testSeed());
        int noticed = 0;
        for (int i = 0; i < 100 || (noticed <= 10 && i < 200); ++i) { // the header is another test's
            QByteArray damaged = whole;
            const int from = std::uniform_int_distribution(100, int(damaged.size()) - 200)(random);
            for (int k = 0; k < 100; ++k)
                damaged[from + k] = char(random());
            QVERIFY(write(path, damaged));
            try {
                momentsOf(HistoryReader(path));
            } catch (const Error&) {
                ++noticed;
            }
        }
        QVERIFY(noticed > 10); // a figure that is another one is no damage that can be seen
    }

    void oneWritesAtATime()
    {
        const std::string path = newPath();
        std::optional<HistoryWriter> first(std::in_place, path, HistoryLimits());
        QVERIFY(messageOf([&] { HistoryWriter(path, {}); }).find("another watcher") != std::string::npos);
        first->add(limitedRound(1, historyStart));
        const HistoryReader reader(path); // which hinders neither
        first->add(limitedRound(1, historyStart + 10s));
        QCOMPARE(momentsOf(reader).size(), 1U); // as it was
        QCOMPARE(momentsOf(HistoryReader(path)).size(), 2U);
        first.reset();
        HistoryWriter(path, {}).add(limitedRound(1, historyStart + 20s));
        QCOMPARE(momentsOf(HistoryReader(path)).size(), 3U);
    }

    void itsOwnerAloneMayReadIt()
    {
        const std::string path = newPath();
        HistoryWriter writer(path, {});
        writer.add(limitedRound(1, historyStart));
        for (const char* const part : {"", "-wal"})
            QCOMPARE(QFile::permissions(QString::fromStdString(path + part)) &
                         (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
                     QFile::Permissions());
    }

    void aReaderNeverFailsBesideAWriter()
    {
        const std::string path = newPath();
        HistoryWriter(path, {std::chrono::days(1000), smallestHistory}).add(largeRound(historyStart));
        const pid_t child = startChild([&] {
            HistoryWriter writer(path, {std::chrono::days(1000), smallestHistory});
            for (Instant at = historyStart + 10s;; at += 10s)
                try {
                    writer.add(largeRound(at));
                } catch (const Error&) { // the reader was slow, and the next round tells that one is missing
                }
            return true;
        });
        QVERIFY(child > 0);
        Instant last = historyStart;
        for (int i = 0; i < 200 || last < historyStart + 100s; ++i) {
            try {
                last = HistoryReader(path).info().last.value_or(last);
            } catch (const Error& error) {
                kill(child, SIGKILL);
                wasTrueIn(child);
                QFAIL(error.what());
            }
        }
        kill(child, SIGKILL);
        QVERIFY(!wasTrueIn(child));
    }

    void aWriterThatIsKilledLeavesAReadableFile()
    {
        const std::string path = newPath();
        std::size_t before = 0;
        for (int i = 0; i < 20; ++i) {
            const Instant from = historyStart + std::chrono::hours(i);
            std::array<int, 2> written{}; // a byte for each round
            QCOMPARE(::pipe(written.data()), 0);
            const pid_t child = startChild([&] {
                ::close(written[0]);
                HistoryWriter writer(path, {std::chrono::days(1000), smallestHistory});
                for (Instant at = from;; at += 10s) {
                    writer.add(largeRound(at));
                    if (::write(written[1], "", 1) != 1)
                        return false;
                }
            });
            QVERIFY(child > 0);
            ::close(written[1]);
            // It is in the middle of its work, at another place each time.
            for (int k = 0; k < 2 + 3 * i; ++k) {
                char one = 0;
                QCOMPARE(::read(written[0], &one, 1), 1);
            }
            kill(child, SIGKILL);
            ::close(written[0]);
            QVERIFY(!wasTrueIn(child));
            const std::vector<Instant> moments = momentsOf(HistoryReader(path));
            QVERIFY(moments.size() > 1);
            for (std::size_t k = 1; k < moments.size(); ++k)
                QVERIFY(moments[k - 1] < from || moments[k] - moments[k - 1] == Micros(10s));
            before += moments.size();
        }
        QVERIFY(before > 0);
        HistoryWriter(path, {}).add(limitedRound(1, historyStart + 100h));
        QCOMPARE(momentsOf(HistoryReader(path)).back(), historyStart + 100h);
    }

    void aFullDiskIsSaidAndNoMore()
    {
        const std::string path = newPath();
        QVERIFY(isTrueInChild([&] {
            std::signal(SIGXFSZ, SIG_IGN);
            HistoryWriter writer(path, {});
            Instant at = historyStart;
            writer.add(largeRound(at));
            rlimit limit{};
            getrlimit(RLIMIT_FSIZE, &limit);
            const rlimit before = limit;
            limit.rlim_cur = 1 << 20; // as if the disk had no more
            setrlimit(RLIMIT_FSIZE, &limit);
            std::string said;
            for (int i = 0; i < 1000 && said.empty(); ++i) {
                try {
                    writer.add(largeRound(at += 10s));
                } catch (const InvalidArgument&) {
                    return false;
                } catch (const Error& error) {
                    said = error.what();
                }
            }
            setrlimit(RLIMIT_FSIZE, &before);
            writer.add(largeRound(at += 10s));
            return said.find(path) != std::string::npos;
        }));
        const HistoryReader history(path);
        const std::vector<Instant> moments = momentsOf(history);
        QVERIFY(moments.size() > 10);
        // Only the one that found no room is missing, and that is said.
        QCOMPARE(moments.back() - moments[moments.size() - 2], Micros(10s));
        std::vector<Instant> missing;
        history.visitRounds({}, [&](StoredRound& round) {
            if (!round.hasSeenTokens())
                missing.push_back(round.at());
            return true;
        });
        QCOMPARE(missing, std::vector{moments[moments.size() - 2]});
    }

    /// What no room was found for is no time in which an alert was seen to hold.
    void roundsThatWereNotWrittenAreNotKnown()
    {
        const std::string path = newPath();
        HistoryWriter writer(path, {std::chrono::days(1000), smallestHistory});
        writer.add(limitedRound(3, historyStart));
        std::optional<HistoryReader> reader(std::in_place, path);
        // Until the log, which nothing may be taken out of meanwhile, is full.
        Instant at = historyStart;
        Instant lost{};
        for (int i = 0; i < 2000 && lost == Instant{}; ++i) {
            at += 1ms;
            try {
                writer.add(largeRound(at));
            } catch (const Error&) {
                lost = at;
            }
        }
        QVERIFY(lost != Instant{});
        for (int i = 0; i < 3; ++i)
            QVERIFY_THROWS_EXCEPTION(Error, writer.add(limitedRound(0, at += 10s)));
        reader.reset();
        writer.add(limitedRound(3, at += 10s));
        writer.add(limitedRound(3, at += 10s));
        writer.add(limitedRound(3, at += 10s));
        const Alert alert = testedAlert("limited", AlertMeasure::Tokens, {true, 2, {}}, 20s);
        const BackTest test = backTest(HistoryReader(path), {&alert, 1}, lost - 1ms);
        QCOMPARE(test.alerts[0].unknown, Micros(1ms + 40s)); // from the last that was written to the next
        QCOMPARE(test.alerts[0].doubt, FigureDoubt::NotWritten);
        QCOMPARE(test.alerts[0].fired, 1U);
        QCOMPARE(test.alerts[0].firings[0].from, at);
    }

    void whoReadsForLongDoesNotMakeItGrow()
    {
        const std::string path = newPath();
        HistoryWriter writer(path, {std::chrono::days(1000), smallestHistory});
        Instant at = historyStart;
        writer.add(largeRound(at));
        std::optional<HistoryReader> reader(std::in_place, path);
        std::string said;
        for (int i = 0; i < 2000 && said.empty(); ++i) {
            try {
                writer.add(largeRound(at += 10s));
            } catch (const Error& error) {
                said = error.what();
            }
        }
        QVERIFY2(said.find("reading this history") != std::string::npos, said.c_str());
        QVERIFY(bytesOf(path) <= smallestHistory);
        reader.reset();
        writer.add(largeRound(at += 10s));
        QCOMPARE(momentsOf(HistoryReader(path)).back(), at);
    }

    void aBackTestIsWhatAWatcherWouldHaveDone_data()
    {
        QTest::addColumn<bool>("isMeasured");
        QTest::newRow("of cohorts") << false;
        QTest::newRow("of what was measured") << true;
    }
    /// The same rounds, through a watcher's own objects, and through a file.
    void aBackTestIsWhatAWatcherWouldHaveDone()
    {
        QFETCH(bool, isMeasured);
        std::mt19937 random(testSeed());
        const auto pick = [&random](int from, int to) {
            return std::uniform_int_distribution(from, to)(random);
        };
        using enum AlertMeasure;
        std::vector<Alert> alerts{
            testedAlert("limited", Tokens, {true, 4, 3}, 10s),
            testedAlert("policy:pay -limited", Tokens, {false, 3, 5}, 10s),
            testedAlert("policy:pay", DeniedRate, {true, 2, 1.5}, 10s),
            testedAlert("", DeniedShare, {true, 20, 10}),
            testedAlert("format:ratewarden/*", AllowedRate, {true, 10, {}}),
            testedAlert("warning:no-ttl", Tokens, {true, 0, {}}, 10s),
            testedAlert("policy:w*", MostUsed, {true, 90, 85}),
            testedAlert("", UnreadTokens, {true, 2, {}}),
            testedAlert("near policy:pay", Tokens, {true, 1, {}}),
            testedAlert("active (policy:web or limited)", Tokens, {true, 5, 3}),
        };
        if (isMeasured) {
            alerts.push_back(testedAlert("token:user:1*", Tokens, {true, 3, {}}, 10s));
            alerts.push_back(testedAlert("used>50% denied>0.1/s", DeniedRate, {true, 1, 0.5}, 10s));
            alerts.push_back(testedAlert("\"er:2\"", MostUsed, {true, 80, 60}));
            alerts.push_back(testedAlert("", EvictedKeys, {true, 6, 4}, 10s));
        }
        const std::string path = newPath();
        HistoryWriter writer(path, {});
        std::vector<AlertState> states(alerts.size());
        std::vector<std::vector<BackTestFiring>> live(alerts.size());
        Instant at = historyStart;
        for (int i = 0; i < 500; ++i) {
            at += Micros(pick(8'000'000, 12'000'000));
            std::vector<AlertFigure> figures;
            if (pick(0, 30) == 0) {
                AlertFigure lost;
                lost.doubt = FigureDoubt::ServerLost;
                figures.assign(alerts.size(), lost);
                writer.add(HistoryRound::without(FigureDoubt::ServerLost, at));
            } else {
                AlertRound round(alerts);
                HistoryCollector collector;
                const int mood = pick(0, 3);
                for (int token = 0, tokens = pick(0, 25); token < tokens; ++token) {
                    const std::string name = "user:" + std::to_string(token);
                    const std::string policy = pick(0, 1) == 0 ? "pay" : pick(0, 1) == 0 ? "web" : "web eu";
                    Reading reading =
                        pick(0, 60) == 0
                            ? unreadToken(name, policy)
                            : keptReading(name, policy, pick(0, 3) < mood ? 100 : pick(0, 99),
                                          pick(0, 2) > 0 ? std::optional(pick(0, 9) * 0.1) : std::nullopt);
                    if (pick(0, 12) == 0)
                        reading.warnings.push_back({WarningCode::NoExpiry});
                    round.take(reading, WarningSet(reading.warnings));
                    collector.take(reading, WarningSet(reading.warnings));
                }
                AlertRound::Walked walked;
                walked.unreadKeys = std::size_t(pick(0, 3));
                if (pick(0, 20) == 0)
                    walked.missing = FigureDoubt::NodesLost;
                ServerFigures server;
                server.evictedKeys.low = server.evictedKeys.high = pick(0, 9);
                figures = round.finish(walked, server);
                HistoryRound kept = collector.finish(walked, at);
                for (std::size_t k = 0; isMeasured && k < alerts.size(); ++k)
                    kept.figures.push_back({alerts[k].measure, alerts[k].filter.text(), figures[k]});
                writer.add(kept);
            }
            for (std::size_t k = 0; k < alerts.size(); ++k) {
                const AlertState::Step step = states[k].take(alerts[k].bound, alerts[k].wait, figures[k], at);
                if (step.hasFired())
                    live[k].push_back({at, {}, {}});
                if (step.hasRecovered())
                    live[k].back().to = at;
            }
        }
        const BackTest test = backTest(HistoryReader(path), alerts, {});
        QCOMPARE(test.rounds, 500U);
        QCOMPARE(test.last, std::optional(at));
        // Chance may leave one or two alone; otherwise nothing was tested.
        QVERIFY(std::ranges::count_if(live, [](const auto& firings) { return firings.size() > 1; }) + 2 >=
                std::ptrdiff_t(alerts.size()));
        for (std::size_t k = 0; k < alerts.size(); ++k) {
            QCOMPARE(test.alerts[k].fired, live[k].size());
            QCOMPARE(test.alerts[k].phase, states[k].phase());
            for (std::size_t i = 0; i < live[k].size(); ++i) {
                QCOMPARE(test.alerts[k].firings[i].from, live[k][i].from);
                QCOMPARE(test.alerts[k].firings[i].to, live[k][i].to);
            }
        }
    }

    /// What is said of a filter that cohorts do not tell is never more than what was.
    void whatWasNotKeptIsNotGuessed()
    {
        std::mt19937 random(testSeed());
        const auto pick = [&random](int from, int to) {
            return std::uniform_int_distribution(from, to)(random);
        };
        using enum AlertMeasure;
        std::vector<Alert> alerts;
        for (const char* const filter :
             {"token:user:1*", "-token:user:2", "used>50%", "\"er:2\"", "left<50 limited",
              "denied>0.3/s policy:pay", "-\"web\"", "wait>1min", "rule:100/h", "limited or token:user:3",
              "-(active policy:pay) used>20%"})
            for (const AlertMeasure measure :
                 {Tokens, DeniedRate, AllowedRate, DeniedShare, MostUsed, UnreadTokens})
                alerts.push_back(testedAlert(filter, measure, {true, 1, {}}));
        for (int i = 0; i < 40; ++i) {
            AlertRound round(alerts);
            HistoryCollector collector;
            for (int token = 0, tokens = pick(0, 8); token < tokens; ++token) {
                const std::string name = "user:" + std::to_string(pick(0, 30));
                const Reading reading =
                    pick(0, 5) == 0
                        ? unreadToken(name, "pay")
                        : keptReading(name, pick(0, 1) == 0 ? "pay" : "web", pick(0, 110),
                                      pick(0, 1) == 0 ? std::optional(pick(0, 9) * 0.2) : std::nullopt);
                round.take(reading, {});
                collector.take(reading, {});
            }
            const std::vector<AlertFigure> figures = round.finish({}, {});
            const std::string path = newPath();
            HistoryWriter(path, {}).add(collector.finish({}, historyStart));
            // An alert that fires at once where the figure is certainly above the bound.
            std::vector<Alert> bounded;
            std::vector<bool> mayFire;
            for (std::size_t k = 0; k < alerts.size(); ++k)
                for (const double bound : {figures[k].low, figures[k].high, 0.0, 1.0, 50.0}) {
                    bounded.push_back(alerts[k]);
                    bounded.back().bound = {true, bound, {}};
                    mayFire.push_back(bounded.back().bound.holds(figures[k]).value_or(false));
                }
            const BackTest test = backTest(HistoryReader(path), bounded, {});
            for (std::size_t k = 0; k < bounded.size(); ++k)
                QVERIFY2(mayFire[k] || test.alerts[k].fired == 0, bounded[k].name.c_str());
        }
    }

    void whatWasNotKeptIsSaid()
    {
        const std::string path = newPath();
        {
            HistoryWriter writer(path, {});
            for (int i = 0; i < 10; ++i)
                writer.add(limitedRound(i < 5 ? 3 : 0, historyStart + 10s * i));
        }
        using enum AlertMeasure;
        const std::vector<Alert> alerts{
            testedAlert("limited", Tokens, {true, 2, {}}), testedAlert("token:user:1", Tokens, {true, 0, {}}),
            testedAlert("policy:web token:user:1", Tokens, {true, 0, {}}), // there was no such policy
            testedAlert("", EvictedKeys, {true, 0, {}}), testedAlert("used>10%", Tokens, {true, 9, {}})};
        const BackTest test = backTest(HistoryReader(path), alerts, {});
        QCOMPARE(test.alerts[0].fired, 1U);
        QCOMPARE(test.alerts[0].longest, Micros(50s));
        QCOMPARE(test.alerts[0].unknown, Micros(0));
        for (const std::size_t i : {1U, 3U}) {
            QCOMPARE(test.alerts[i].fired, 0U);
            QCOMPARE(test.alerts[i].unknown, Micros(90s));
            QCOMPARE(test.alerts[i].doubt, FigureDoubt::NotKept);
        }
        QCOMPARE(test.alerts[2].unknown, Micros(0));
        QCOMPARE(test.alerts[4].unknown, Micros(0)); // there were never more than nine tokens
    }

    void roundsAreTestedUnderOtherBounds()
    {
        const std::string path = newPath();
        {
            HistoryWriter writer(path, {});
            for (int i = 0; i < 60; ++i) // humps of 5 and 9, five minutes apart
                writer.add(limitedRound(i % 30 < 10 ? (i < 30 ? 5 : 9) : 0, historyStart + 10s * i));
            writer.add(HistoryRound::without(FigureDoubt::NotWatched, historyStart + 11min));
        }
        const HistoryReader history(path);
        Alert alert = testedAlert("limited", AlertMeasure::Tokens, {true, 2, {}}, 20s);
        const std::vector<MeasuredRound> rounds = measuredRounds(history, alert, {});
        QCOMPARE(rounds.size(), 61U);
        QCOMPARE(rounds[3].figure.low, 5.0);
        QCOMPARE(rounds[3].figure.high, 5.0);
        QCOMPARE(rounds.back().figure.doubt, FigureDoubt::NotWatched);
        for (const auto& [bound, fired] : {std::pair(2.0, 2U), std::pair(6.0, 1U), std::pair(9.0, 0U)}) {
            alert.bound.at = bound;
            const BackTestedAlert again = backTest(alert, rounds);
            const BackTestedAlert whole = backTest(history, {&alert, 1}, {}).alerts[0];
            QCOMPARE(again.fired, fired);
            QCOMPARE(again.firings, whole.firings);
            QCOMPARE(again.longest, whole.longest);
            QCOMPARE(again.unknown, whole.unknown);
            QCOMPARE(again.phase, AlertPhase::Quiet);
        }
        QCOMPARE(measuredRounds(history, alert, historyStart + 5min).size(), 31U);
    }

    /// In the same read.
    void otherBoundsAreTestedBeside()
    {
        const std::string path = newPath();
        {
            HistoryWriter writer(path, {});
            int next = 0;
            for (const int limited : {0, 5, 3, 5, 3, 5, 0, 9, 0})
                writer.add(limitedRound(limited, historyStart + 10s * next++));
        }
        using Other = BackTestedAlert::Other;
        Alert alert = testedAlert("limited", AlertMeasure::Tokens, {true, 4, 1}, 0s);
        const HistoryReader history(path);
        const BackTestedAlert its = backTest(history, {&alert, 1}, {}).alerts[0];
        QCOMPARE(its.fired, std::size_t(2));
        QVERIFY(its.withoutBack == Other({4, 4}));
        QVERIFY(its.stricter == Other({5, 1}));
        alert.bound.back.reset();
        const BackTestedAlert bare = backTest(alert, measuredRounds(history, alert, {}));
        QCOMPARE(bare.fired, std::size_t(4));
        QVERIFY(!bare.withoutBack);
        QVERIFY(bare.stricter == Other({5, 1}));
    }

    /// Neither as beyond the bound nor as back.
    void roundsThatWereLostDoNotCount()
    {
        const std::string path = newPath();
        const auto at = [](int round) {
            return historyStart + 10s * round;
        };
        {
            HistoryWriter writer(path, {});
            int next = 0;
            for (const int limited : {0, 3, -1, -1, 3, 3, -1, 0, 0, 3, 3, -1}) {
                writer.add(limited < 0 ? HistoryRound::without(FigureDoubt::ServerLost, at(next))
                                       : limitedRound(limited, at(next)));
                ++next;
            }
        }
        const Alert alert = testedAlert("limited", AlertMeasure::Tokens, {true, 2, {}}, 10s);
        const HistoryReader history(path);
        const BackTest test = backTest(history, {&alert, 1}, {});
        QCOMPARE(test.first, std::optional(at(0)));
        QCOMPARE(test.last, std::optional(at(11)));
        QCOMPARE(test.rounds, 12U);
        const BackTestedAlert& its = test.alerts[0];
        // At 2 it was not known to hold, and at 4 it had to begin again; likewise on the way back.
        QCOMPARE(its.firings, (std::vector<BackTestFiring>{{at(5), at(8), 20s}, {at(10), {}, 10s}}));
        QCOMPARE(its.fired, 2U);
        QCOMPARE(its.longest, Micros(30s));
        QCOMPARE(its.unknown, Micros(60s));
        QCOMPARE(its.doubt, FigureDoubt::ServerLost);
        QCOMPARE(its.figure.doubt, FigureDoubt::ServerLost); // of the last round, which tells nothing
        QCOMPARE(its.phase, AlertPhase::Firing);
        QCOMPARE(its.since, at(10));

        const std::vector<MeasuredRound> rounds = measuredRounds(history, alert, {});
        QCOMPARE(rounds.size(), 12U);
        for (const std::size_t lost : {2U, 3U, 6U, 11U})
            QVERIFY(!rounds[lost].figure.isExact());
        QCOMPARE(backTest(alert, rounds).firings, its.firings);
        // From within: what was before is not asked for.
        const BackTest later = backTest(history, {&alert, 1}, at(10));
        QCOMPARE(later.first, std::optional(at(10)));
        QCOMPARE(later.alerts[0].fired, 0U);
        QCOMPARE(later.alerts[0].unknown, Micros(10s));
        QCOMPARE(backTest(history, {&alert, 1}, at(10) + 1us).first, std::optional(at(11)));
        const BackTest none = backTest(history, {&alert, 1}, at(11) + 1us);
        QVERIFY(!none.first);
        QCOMPARE(none.rounds, 0U);
        QCOMPARE(none.alerts[0].since, Instant{});
    }

    /// The reason that took the longest is said.
    void theLongestDoubtIsSaid()
    {
        const std::string path = newPath();
        {
            HistoryWriter writer(path, {});
            writer.add(limitedRound(0, historyStart));
            writer.add(HistoryRound::without(FigureDoubt::NotWatched, historyStart + 10s));
            writer.add(HistoryRound::without(FigureDoubt::ServerLost, historyStart + 40s));
            writer.add(HistoryRound::without(FigureDoubt::ServerLost, historyStart + 55s));
            writer.add(limitedRound(0, historyStart + 56s));
        }
        const Alert alert = testedAlert("limited", AlertMeasure::Tokens, {true, 2, {}});
        const BackTestedAlert its = backTest(HistoryReader(path), {&alert, 1}, {}).alerts[0];
        QCOMPARE(its.unknown, Micros(56s));
        QCOMPARE(its.doubt, FigureDoubt::ServerLost); // 30, 15 and 1 s; without a watcher 10 s
    }

    void aHistoryTellsOfDenials_data()
    {
        QTest::addColumn<QList<qint64>>("seen"); // rounds, microseconds from the denial
        QTest::addColumn<QList<qint64>>("lost"); // those that saw no tokens
        QTest::addColumn<qint64>("until");       // the denial may have been so much later
        QTest::addColumn<qint64>("told");        // which round tells; `none`: none does
        constexpr qint64 second = 1'000'000;
        constexpr qint64 hour = 3600 * second;
        using Rounds = QList<qint64>;
        const auto row = [](const char* name, const Rounds& seen, const Rounds& lost, qint64 until,
                            qint64 told) {
            QTest::newRow(name) << seen << lost << until << told;
        };
        row("the nearer one, before", {-20 * second, 30 * second}, {}, 0, -20 * second);
        row("the nearer one, behind", {-40 * second, 30 * second}, {}, 0, 30 * second);
        row("as near", {-30 * second, 30 * second}, {}, 0, -30 * second);
        row("that very moment", {-second, 0, 1}, {}, 0, 0);
        row("of several", {-90 * second, -60 * second, -50 * second, 60 * second, 70 * second}, {}, 0,
            -50 * second);
        row("of several behind", {-90 * second, -80 * second, 60 * second, 70 * second}, {}, 0, 60 * second);
        row("the end of the history", {-3 * hour, -2 * second}, {}, 0, -2 * second);
        row("its end, as far as it reaches", {-2 * hour, -hour}, {}, 0, -hour);
        row("behind its end", {-2 * hour, -hour - 1}, {}, 0, noRound);
        row("its beginning, as far as it reaches", {hour, 2 * hour}, {}, 0, hour);
        row("before its beginning", {hour + 1, 2 * hour}, {}, 0, noRound);
        row("in a gap", {-2 * hour, 2 * hour}, {}, 0, noRound);
        row("lost rounds are passed over", {-50 * second, 60 * second}, {-10 * second, 5 * second}, 0,
            -50 * second);
        row("nothing but lost rounds", {-2 * hour, 2 * hour}, {-10 * second, 5 * second}, 0, noRound);
        row("while it may have been", {-second, 5 * second, 8 * second, 11 * second}, {}, 10 * second,
            8 * second);
        row("nearer to its end", {-5 * second, 12 * second}, {}, 10 * second, 12 * second);
        row("its reach from the end", {10 * second + hour}, {}, 10 * second, 10 * second + hour);
        row("beyond it", {10 * second + hour + 1}, {}, 10 * second, noRound);
        row("an empty one", {}, {}, 0, noRound);
    }
    void aHistoryTellsOfDenials()
    {
        QFETCH(QList<qint64>, seen);
        QFETCH(QList<qint64>, lost);
        QFETCH(qint64, until);
        QFETCH(qint64, told);
        const Instant denied = historyStart + 24h;
        std::map<qint64, HistoryRound> rounds;
        for (const qint64 moment : lost)
            rounds[moment] = HistoryRound::without(FigureDoubt::ServerLost, denied + Micros(moment));
        int limited = 0; // of each round another number
        std::map<qint64, int> limitedAt;
        for (const qint64 moment : seen) {
            limitedAt[moment] = ++limited;
            rounds[moment] = limitedRound(limited, denied + Micros(moment));
        }
        const std::string path = newPath();
        {
            HistoryWriter writer(path, {});
            for (const auto& [moment, round] : rounds)
                writer.add(round);
        }
        const Denial denial{denied, denied + Micros(until), 1};
        const HistoryThen then = historyAt(HistoryReader(path), "calm", "pay", denial);
        QCOMPARE(then.round.has_value(), told != noRound);
        if (then.round) {
            QCOMPARE(qint64((*then.round - denied).count()), told);
            QCOMPARE(then.limited, std::uint64_t(limitedAt[told]));
            QCOMPARE(then.tokens, std::uint64_t(limitedAt[told]) + 1);
            QCOMPARE(then.limitedBy, (std::map<std::size_t, std::uint64_t>{{1, then.limited}}));
        } else {
            QCOMPARE(then.tokens, std::uint64_t(0));
            QVERIFY(!then.token);
            QVERIFY(!then.deniedRate);
        }
        // How far it goes is said in any case.
        QCOMPARE(then.info.first.has_value(), !rounds.empty());
        if (!rounds.empty()) {
            QCOMPARE(qint64((*then.info.first - denied).count()), rounds.begin()->first);
            QCOMPARE(qint64((*then.info.last - denied).count()), rounds.rbegin()->first);
        }
    }

    /// Pauses, and one round that took longer, do not count.
    void howFarRoundsAreApart()
    {
        const std::string path = newPath();
        HistoryWriter writer(path, {});
        QCOMPARE(HistoryReader(path).info().between, Micros());
        writer.add(limitedRound(1, historyStart));
        QCOMPARE(HistoryReader(path).info().between, Micros());
        for (const Micros after : {5min, 10min, 15min, 40min, 45min})
            writer.add(limitedRound(1, historyStart + after));
        writer.add(HistoryRound::without(FigureDoubt::NotWatched, historyStart + 46min));
        writer.add(limitedRound(1, historyStart + 3h));
        QCOMPARE(HistoryReader(path).info().between, Micros(5min));
    }

    /// Of a cluster of each node.
    void whatHappenedToNodesPrecedes()
    {
        const std::string path = newPath();
        const Instant denied = historyStart + 24h;
        HistoryWriter writer(path, {});
        writer.add(limitedRound(1, denied));
        writer.add(HistoryEvent{denied - 3min, "evicted", "cluster", "a:1: 1 key was evicted"});
        writer.add(HistoryEvent{denied - 2min, "evicted", "cluster", "b:2: 1 key was evicted"});
        writer.add(HistoryEvent{denied - 1min, "evicted", "cluster", "a:1: 2 keys were evicted"});
        const HistoryReader reader(path);
        const HistoryThen then = historyAt(reader, "calm", "pay", {denied, denied, 1});
        QCOMPARE(then.server.size(), 2U);
        QCOMPARE(then.server[0].text, std::string("b:2: 1 key was evicted"));
        const auto said = historySentences(Explanation(), then, "file",
                                           englishWriter([](Instant) { return std::string("9:54"); }));
        QCOMPARE(said.back(),
                 std::string("by the history file: at 9:54, on a:1, keys were evicted, as memory "
                             "ran out"));
        QVERIFY(changesIn(reader, {denied - 1h, denied}).empty()); // the rounds count what was evicted
    }

    /// Of each kind the last, if it came before the denial and not long ago.
    void whatHappenedToTheServerPrecedes()
    {
        const std::string path = newPath();
        const Instant denied = historyStart + 24h;
        HistoryWriter writer(path, {});
        writer.add(limitedRound(1, denied));
        const auto add = [&](Instant at, const char* event, const char* about) {
            writer.add(HistoryEvent{at, event, about, "text"});
        };
        add(denied - 2h, "clock", "server");
        add(denied - 9min, "restarted", "server");
        add(denied - 8min, "evicted", "server");
        add(denied - 7min, "mark", "ops");
        add(denied - 6min, "restarted", "server");
        add(denied - 5min, "fires", "evicted");
        add(denied + 1min, "scripts flushed", "server");
        const HistoryThen then = historyAt(HistoryReader(path), "calm", "pay", {denied, denied, 1});
        QCOMPARE(then.server.size(), 2U);
        QCOMPARE(then.server[0].event, std::string("evicted"));
        QCOMPARE(then.server[1].event, std::string("restarted"));
        QVERIFY(then.server[1].at == denied - 6min);
        const auto said = historySentences(Explanation(), then, "file",
                                           englishWriter([](Instant) { return std::string("9:54"); }));
        QCOMPARE(said.size(), 4U);
        QCOMPARE(said[3],
                 std::string("by the history file: at 9:54 another process answered, after a restart "
                             "or a failover"));
    }

    /// Of a token that is not among the most urgent of the nearest round the one on the other side may tell.
    void aTokenIsFoundNextToADenial()
    {
        const std::string path = newPath();
        const Instant denied = historyStart + 24h;
        {
            HistoryWriter writer(path, {});
            writer.add(roundOf({keptReading("a", "pay", 100, 1), keptReading("a", "web", 50)}, denied - 30s));
            writer.add(roundOf({keptReading("b", "pay", 100, 1)}, denied - 10s));
            writer.add(roundOf({keptReading("c", "pay", 100, 1)}, denied + 20s));
            writer.add(roundOf({keptReading("d", "pay", 100, 1)}, denied + 30s));
        }
        const HistoryReader history(path);
        const auto seen = [&](const char* token, const char* policy) {
            const HistoryThen then = historyAt(history, token, policy, {denied, denied, 1});
            return then.token ? then.tokenSeen : std::nullopt;
        };
        QCOMPARE(seen("b", "pay"), std::optional(denied - 10s));
        QCOMPARE(seen("c", "pay"), std::optional(denied + 20s));
        QVERIFY(!seen("b", "web")); // another policy's
        QVERIFY(!seen("a", "pay")); // a round too early
        QVERIFY(!seen("d", "pay")); // and one too late
    }

    /// Where only the minute of a denial is known, the round that has seen it counts, not the minute's last
    /// one.
    void aDenialOfAMinuteIsFoundInIt()
    {
        const std::string path = newPath();
        const Instant minute = historyStart + 24h;
        {
            HistoryWriter writer(path, {});
            writer.add(roundOf({keptReading("a", "pay", 1, 0)}, minute + 5s));
            writer.add(roundOf({keptReading("a", "pay", 100, 1)}, minute + 10s));
            writer.add(roundOf({keptReading("a", "pay", 1, 0)}, minute + 40s));
        }
        const HistoryThen then = historyAt(HistoryReader(path), "a", "pay", {minute, minute + 59s, 1});
        QCOMPARE(then.tokenSeen, std::optional(minute + 10s));
        QCOMPARE(then.limited, std::uint64_t(1));
    }

    /// An alert's text begins with its name.
    void whomAnEventIsAboutIsSaidOnce()
    {
        QCOMPARE(textOf(HistoryEvent{{}, "block", "alice", "Block user:42"}),
                 std::string("alice: Block user:42"));
        QCOMPARE(textOf(HistoryEvent{{}, "fires", "slow", "slow fires"}), std::string("slow fires"));
        QCOMPARE(textOf(HistoryEvent{{}, "mark", "", "deploy"}), std::string("deploy"));
        QCOMPARE(textOf(HistoryEvent{{}, "mark", "b", "blue is live"}), std::string("b: blue is live"));
    }

    void timeWithoutAWatcherDoesNotCount()
    {
        const std::string path = newPath();
        {
            HistoryWriter writer(path, {});
            writer.add(limitedRound(3, historyStart));
            writer.add(HistoryRound::without(FigureDoubt::NotWatched, historyStart + 1h));
            writer.add(limitedRound(3, historyStart + 1h + 10s));
            writer.add(limitedRound(3, historyStart + 1h + 70s));
            writer.add(limitedRound(0, historyStart + 1h + 80s));
        }
        const Alert alert = testedAlert("limited", AlertMeasure::Tokens, {true, 2, {}}, 1min);
        const BackTest test = backTest(HistoryReader(path), {&alert, 1}, {});
        QCOMPARE(test.alerts[0].fired, 1U);
        QCOMPARE(test.alerts[0].firings[0].from, historyStart + 1h + 70s);
        QCOMPARE(test.alerts[0].unknown, Micros(1h + 10s));
        QCOMPARE(test.alerts[0].doubt, FigureDoubt::NotWatched);
        QCOMPARE(test.alerts[0].phase, AlertPhase::Recovering);
        const BackTest later = backTest(HistoryReader(path), {&alert, 1}, historyStart + 1h + 70s);
        QCOMPARE(later.rounds, 2U);
        QCOMPARE(later.alerts[0].fired, 0U);
    }
};

RATEWARDEN_SUITE(TestHistory)

#include "tst_history.moc"
