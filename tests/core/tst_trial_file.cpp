// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/provider_profiles.h"
#include "core/lab/trial_file.h"
#include "core/model/errors.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

constexpr auto whole = R"({
  "traffic": "day.log",
  "token": "ip",
  "time": "ts",
  "candidates": ["now=sliding-log: 100/min", "strict=gcra: 2/min burst 3"],
  "tokens": {"abuser": "x", "good": ["y", "z"]},
  "expectations": ["strict: denied(abuser) >= 3", "denied(good) = 0", "tokens_denied(all)<=1"]
})";

/// Ten requests of x in ten seconds, one of y, z and w each.
Trace traffic()
{
    TraceBuilder builder;
    const Instant start(1'795'000'000s);
    for (int i = 0; i < 10; ++i)
        builder.add(start + i * 1s, "x");
    for (const char* token : {"y", "z", "w"})
        builder.add(start + 10s, token);
    return builder.take();
}

std::vector<ExpectationResult> check(const TrialFile& file)
{
    const Trace trace = traffic();
    const GroupedTrace grouped(trace);
    std::vector<Trial> trials;
    for (const Candidate& candidate : file.candidates)
        trials.push_back(tryOn(grouped, candidate));
    return checkExpectations(file, grouped, trials);
}

} // namespace

class TestTrialFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isReadAndWritten()
    {
        const TrialFile file = parseTrialFile("t.json", whole);
        QCOMPARE(file.traffic, "day.log");
        QCOMPARE(file.fields.token, "ip");
        QCOMPARE(file.fields.time, "ts");
        QCOMPARE(file.fields.cost, "");
        QCOMPARE(file.candidates.size(), std::size_t(2));
        QCOMPARE(file.candidates[1].policy.rules, parseRules("2/min burst 3"));
        QVERIFY((file.groups == std::vector<TokenGroup>{{"abuser", {"x"}}, {"good", {"y", "z"}}}));
        QVERIFY((file.expectations[0] ==
                 Expectation{"strict", Figure::Denied, "abuser", Relation::GreaterOrEqual, 3}));
        QVERIFY(
            (file.expectations[2] == Expectation{"", Figure::TokensDenied, "all", Relation::LessOrEqual, 1}));
        QVERIFY(parseTrialFile("again", trialFileText(file)) == file);
        TrialFile without = file;
        without.withoutStatus = {429, 503};
        QVERIFY(parseTrialFile("again", trialFileText(without)) == without);
        QVERIFY(without != file);
    }

    // A candidate's name may look like the rest of an expectation.
    void candidatesOfExpectations()
    {
        TrialFile file;
        file.traffic = "day.log";
        file.candidates = {parseCandidate("fixed-window: 3/min"), parseCandidate("new (2)=gcra: 2/min")};
        file.expectations = {parseExpectation("fixed-window: 3/min: denied(all) = 7"),
                             parseExpectation(" new (2) : allowed( others )=0")};
        QCOMPARE(file.expectations[0].candidate, "fixed-window: 3/min");
        QCOMPARE(file.expectations[1].candidate, "new (2)");
        QCOMPARE(file.expectations[1].group, "others");
        QVERIFY(parseTrialFile("again", trialFileText(file)) == file);
        TrialFile without = file;
        without.withoutStatus = {429, 503};
        QVERIFY(parseTrialFile("again", trialFileText(without)) == without);
        QVERIFY(without != file);
    }

    void expectationsAreChecked()
    {
        // Under "strict" x gets 3 at once, as its burst allows, and none in the other 7 seconds.
        const std::vector<ExpectationResult> results = check(parseTrialFile("t.json", whole));
        QCOMPARE(results.size(), std::size_t(5));
        QCOMPARE(results[0].candidate, "strict");
        QCOMPARE(results[0].number, std::uint64_t(7));
        QVERIFY(results[0].holds);
        QCOMPARE(results[1].candidate, "now");
        QCOMPARE(results[2].candidate, "strict");
        QVERIFY(results[1].holds && results[2].holds);
        QCOMPARE(results[3].number, std::uint64_t(0));
        QCOMPARE(results[4].number, std::uint64_t(1));
        QVERIFY(results[3].holds && results[4].holds);
    }

    void figuresAndRelations_data()
    {
        addColumns<QString, quint64, bool>({"text", "number", "holds"});
        QTest::newRow("requests") << "requests(all) = 13" << quint64(13) << true;
        QTest::newRow("allowed") << "allowed(bad) > 4" << quint64(4) << false;
        QTest::newRow("allowed, not less") << "allowed(bad) >= 4" << quint64(4) << true;
        QTest::newRow("denied") << "denied(bad) != 7" << quint64(7) << false;
        QTest::newRow("less") << "denied(bad) < 7" << quint64(7) << false;
        QTest::newRow("not more") << "denied(bad) <= 7" << quint64(7) << true;
        QTest::newRow("tokens") << "tokens(others) == 2" << quint64(2) << true;
        QTest::newRow("tokens denied") << "tokens_denied(bad)=1" << quint64(1) << true;
        QTest::newRow("others") << "denied(others) = 0" << quint64(0) << true;
    }
    void figuresAndRelations()
    {
        QFETCH(QString, text);
        QFETCH(quint64, number);
        QFETCH(bool, holds);
        TrialFile file;
        file.candidates = {parseCandidate("c=gcra: 2/min burst 3")};
        file.groups = {{"bad", {"x", "y"}}};
        file.expectations = {parseExpectation(text.toStdString())};
        const std::vector<ExpectationResult> results = check(file);
        QCOMPARE(results.size(), std::size_t(1));
        QCOMPARE(quint64(results[0].number), number);
        QCOMPARE(results[0].holds, holds);
        QVERIFY(parseExpectation(notation(results[0].expectation)) == results[0].expectation);
    }

    // A token that the traffic does not have must not make "nobody was denied" true.
    void unknownTokensAreNoProof()
    {
        TrialFile file;
        file.candidates = {parseCandidate("c=gcra: 2/min")};
        file.groups = {{"good", {"nobody"}}};
        file.expectations = {parseExpectation("denied(good) = 0")};
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, check(file));
    }

    void whatIsWrongIsSaid_data()
    {
        addColumns<QString, QString>({"from", "to"});
        QTest::addColumn<QString>("said"); // line, field, and a part of the reason
        addRow("syntax", "\"ip\",", "\"ip\"", "line 4");
        addRow("unknown field", "\"token\"", "\"tokn\"", "line 3, tokn");
        addRow("no traffic", "\"traffic\": \"day.log\",", "", "traffic");
        addRow("no status", "\"traffic\"", "\"without_status\": [29], \"traffic\"",
               "without_status[0]: a status is a number from 100 to 599");
        addRow("bad rules", "100/min", "100", "line 5, candidates[0]");
        addRow("unknown algorithm", "gcra", "grca", "line 5, candidates[1]");
        addRow("one name twice", "strict=", "now=", "line 5, candidates[1]");
        addRow("no candidates", R"("now=sliding-log: 100/min", "strict=gcra: 2/min burst 3")", "",
               "line 5, candidates");
        addRow("reserved group", "\"good\"", "\"all\"", "line 6, tokens.all");
        addRow("unknown group", "denied(good)", "denied(god)", "line 7, expectations[1]");
        addRow("unknown candidate", "strict: ", "stricter: ", "line 7, expectations[0]");
        addRow("unknown figure", "tokens_denied(", "tokens_dented(", "tokens_dented");
        addRow("no relation", ">= 3", "3", "line 7, expectations[0]");
        addRow("no number", ">= 3", ">= three", "whole number");
        addRow("negative", "= 0", "= -1", "whole number");
        addRow("no group", "(abuser)", "()", "group");
        addRow("no parenthesis", "(abuser)", " abuser", "line 7, expectations[0]");
    }
    void whatIsWrongIsSaid()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, said);
        QString text = whole;
        QVERIFY(text.contains(from));
        text.replace(from, to);
        try {
            parseTrialFile("t.json", text.toStdString());
            QFAIL("nothing was thrown");
        } catch (const InvalidArgument& error) {
            QVERIFY2(QString(error.what()).contains(said) && QString(error.what()).contains("t.json"),
                     error.what());
        }
    }

    // As --candidate takes them; written back they are rules, which a later profile does not change.
    void providersLimitsAreCandidates()
    {
        QString text = whole;
        text.replace("now=sliding-log: 100/min", "github-rest")
            .replace("strict: denied", "github-rest: denied");
        const TrialFile file = parseTrialFile("t.json", text.toStdString());
        QCOMPARE(file.candidates[0].name, "github-rest");
        QCOMPARE(file.candidates[0].policy.algorithm, "fixed-window");
        QCOMPARE(file.candidates[0].policy.rules, parseRules("5000/h"));
        QCOMPARE(file.expectations[0].candidate, "github-rest");
        QVERIFY(trialFileText(file).find("github-rest=fixed-window: 5000/h") != std::string::npos);
        QVERIFY(parseTrialFile("again", trialFileText(file)) == file);
        QVERIFY_THROWS_EXCEPTION(
            InvalidArgument,
            parseTrialFile("t.json", text.replace("\"github-rest\"", "\"github-best\"").toStdString()));
    }

    void isToldFromALog()
    {
        QVERIFY(isTrialFile(whole));
        QVERIFY(isTrialFile(trialFileText(parseTrialFile("t.json", whole))));
        for (const char* const other : {"", "[", R"({"ts":1795229576,"traffic":"in"})",
                                        R"([{"traffic":1,"candidates":[]}])", R"(candidates "traffic")"})
            QVERIFY2(!isTrialFile(other), other);
    }
};

RATEWARDEN_SUITE(TestTrialFile)
#include "tst_trial_file.moc"
