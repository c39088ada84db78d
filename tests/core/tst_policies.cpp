// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads
// Policies as they are published: their documents, versions, and races.
#include "core/limiter/keyspace.h"
#include "core/model/document_faults.h"
#include "core/model/errors.h"
#include "core/policies/policy_file.h"
#include "core/redis/connection.h"
#include "tests/support/acts.h"
#include "tests/support/faulty_proxy.h"
#include "tests/support/printing.h"
#include "tests/support/publishing_test.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/threads.h"

#include <fmt/format.h>

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

using Fields = std::vector<PolicyField>;

class TestPolicies : public PublishingTest {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { m_connection.call({"FLUSHALL"}); }

    void announcesOnce()
    {
        const Policy policy{"api <b>", "gcra", parseRules("1/s + 20/min")};
        QVERIFY(!announcePolicy(m_connection, policy));
        QVERIFY(!announcePolicy(m_connection, policy));
        Policy changed = policy;
        changed.rules = parseRules("2/s");
        QVERIFY(*announcePolicy(m_connection, changed) == policy);
        const PolicyBook book = readPolicies(m_connection);
        QVERIFY(*book.find("api <b>") == policy);
        QVERIFY(!book.find("api"));
        QVERIFY(book.broken.empty());
    }

    void passesOverUnreadablePolicies_data()
    {
        addColumns<QString, QString>({"document", "reason"});
        addRow("empty", "", "parse error");
        addRow("not an object", "[]", "an object, {…}, is expected");
        addRow("no rules", R"({"schema":1,"algorithm":"gcra"})", "rules");
        addRow("rules", R"({"schema":1,"algorithm":"gcra","rules":"1/fortnight"})", "fortnight");
        addRow("type", R"({"schema":1,"algorithm":"gcra","rules":7})", "\"rules\" must be a text");
        addRow("algorithm", R"({"schema":1,"algorithm":"magic","rules":"1/s"})", "magic");
        addRow("the future", R"({"schema":2,"algorithm":"gcra","rules":"1/s"})", "schema 2");
    }
    void passesOverUnreadablePolicies()
    {
        QFETCH(QString, document);
        QFETCH(QString, reason);
        announcePolicy(m_connection, {"good", "gcra", parseRules("1/s")});
        m_connection.call({"HSET", policiesKey, "bad", document.toStdString()});
        const PolicyBook book = readPolicies(m_connection);
        QVERIFY(book.find("good"));
        QVERIFY(!book.find("bad"));
        QCOMPARE(book.broken.size(), 1U);
        const Problem& why = book.broken.begin()->second;
        QCOMPARE(why.code, Problem::Code(Fault::PolicyUnreadable));
        QVERIFY2(QString::fromStdString(englishText(why)).contains(reason), englishText(why).c_str());
        QVERIFY_THROWS_EXCEPTION(BadPolicy, announcePolicy(m_connection, {"bad", "gcra", parseRules("1/s")}));
    }

    void aPatternIsForManyGroups_data()
    {
        addColumns<std::string, std::string, bool>({"policy", "group", "isFor"});
        const auto row = [](const char* name, const char* policy, const char* group, bool isFor) {
            QTest::newRow(name) << std::string(policy) << std::string(group) << isFor;
        };
        row("its own group", "rl:*", "rl:*", true);
        row("one star is the token's", "*", "rl:*", false);
        row("one star, longer", "quota3/*", "quota3/t0/*", false);
        row("two stars", "quota3/*/*", "quota3/t0/*", true);
        row("another prefix", "quota3/*/*", "quota2/t0/*", false);
        row("too short", "quota3/*/*", "quota3/*", false);
        row("more than one part", "quota3/*/*", "quota3/t0/x/*", true);
        row("in the middle", "a:*:b:*", "a:x:b:b:*", true);
        row("the end differs", "a:*:*:end", "a:x:*:fin", false);
        row("literal stars", "a\\*:*:*", "a\\*:x:*", true);
        row("an escaped one", "a:*:*", "a:x:\\*", true);
    }
    void aPatternIsForManyGroups()
    {
        QFETCH(std::string, policy);
        QFETCH(std::string, group);
        QFETCH(bool, isFor);
        QCOMPARE(isPolicyFor(policy, group), isFor);
        PolicyBook book;
        book.policies.emplace(policy, Policy{policy, "gcra", parseRules("5/min"), false, false, "theirs"});
        QCOMPARE(book.find(group) != nullptr, isFor);
        // A longer pattern is nearer, and the group's own policy is the nearest.
        book.policies.emplace("quota3/t*/*",
                              Policy{"quota3/t*/*", "gcra", parseRules("6/min"), false, false, "theirs"});
        if (group == "quota3/t0/*")
            QCOMPARE(book.find(group)->name, "quota3/t*/*");
        // Policies of our own are never patterns.
        PolicyBook own;
        own.policies.emplace(policy, Policy{policy, "gcra", parseRules("5/min")});
        QCOMPARE(own.find(group) != nullptr, policy == group);
    }

    void documentsSayEverything()
    {
        PublishedPolicy full = newPolicy("2/s + 20/min burst 30");
        full.policy.algorithm = "gcra"; // which knows bursts
        full.version = 7;
        full.description = "Everything <b>bold</b> \"quoted\"";
        full.ruleNames = {"at once", ""};
        full.policy.hashTokens = true;
        full.policy.counters = true;
        full.policy.lease = 150ms;
        full.mode = PolicyMode::Shadow;
        full.onFailure = OnFailure::Local;
        full.share = 0.25;
        full.candidate = CandidateRules{"sliding-log", parseRules("2/s + 30/min")};
        QVERIFY(parsePolicyDocument("api", policyDocument(full)) == full);
        QVERIFY(parsePolicyFile(policyFile(full)) == std::vector{full});
        QVERIFY(differences(full, full).empty());

        PublishedPolicy other = full;
        other.policy.rules = parseRules("3/s + 20/min burst 30");
        other.version = 8;
        other.candidate.reset();
        QCOMPARE(differences(full, other), (Fields{PolicyField::Rules, PolicyField::Candidate}));
        QCOMPARE(differences(full, newPolicy("1/s")),
                 (Fields{PolicyField::Description, PolicyField::Algorithm, PolicyField::Rules,
                         PolicyField::RuleNames, PolicyField::HashTokens, PolicyField::Counters,
                         PolicyField::Lease, PolicyField::Mode, PolicyField::OnFailure, PolicyField::Share,
                         PolicyField::Candidate}));
        // A share has a meaning for the local fallback only.
        full.onFailure = OnFailure::Deny;
        other = full;
        other.share = 0.5;
        QVERIFY(differences(full, other).empty());
        // Documents have each under its name.
        for (const PolicyField field : differences(full, newPolicy("1/s")))
            QVERIFY(policyDocument(full).find(fmt::format("\"{}\":", nameOf(field))) != std::string::npos);
    }

    void refusesDocuments_data()
    {
        addColumns<QString, QString>({"more", "reason"});
        addRow("mode", R"("mode":"maybe")", "use one of: enforced, shadow, off");
        addRow("when away", R"("whenAway":"panic")", "allow, deny, local");
        addRow("share", R"("share":1.5)", "share is 1.5");
        addRow("names", R"("ruleNames":["a","b"])", "it has 2 rule names for 1 rules");
        addRow("unknown", R"("bursts":3)", "\"bursts\", which this program does not know");
        addRow("candidate", R"("candidate":{"algorithm":"magic","rules":"1/s"})", "magic");
        addRow("version", R"("version":-1)", "version is -1");
        addRow("broken version", R"("version":1.5)", "\"version\" must be a whole number");
        addRow("twice", R"("counters":false,"rules":"2/s")", "it has the key \"rules\" twice");
        addRow("twice inside", R"("candidate":{"rules":"1/s","algorithm":"gcra","rules":"2/s"})",
               "it has the key \"rules\" twice");
        addRow("lease", R"("lease":"2min")", "the lease life 2min is out of range; it goes from 1ms to 1min");
        addRow("no room for a lease", R"("lease":"1s")", "a lease life of 1s takes all of the burst of 1/s");
        addRow("flag", R"("counters":1)", "\"counters\" must be true or false");
        addRow("text", R"("description":["a"])", "\"description\" must be a text");
        addRow("list", R"("ruleNames":[1])", "\"ruleNames\" must be a list of texts");
        addRow("no object", R"("candidate":"1/s")", "an object, {…}, is expected");
        addRow("incomplete", R"("candidate":{"rules":"1/s"})", "\"algorithm\" is missing");
        addRow("no JSON", R"("share":,)", "cannot be read: not well-formed: parse error at line 1");
    }
    void refusesDocuments()
    {
        QFETCH(QString, more);
        QFETCH(QString, reason);
        const std::string document =
            R"({"schema":1,"algorithm":"gcra","rules":"1/s",)" + more.toStdString() + "}";
        try {
            parsePolicyDocument("p", document);
            QFAIL("it was read");
        } catch (const BadPolicy& error) {
            QVERIFY2(QString::fromUtf8(error.what()).contains(reason), error.what());
        }
    }

    void textsAreUtf8()
    {
        PublishedPolicy policy = newPolicy("5/h", "\xff");
        QCOMPARE(publish(policy), 1); // a name is bytes, as a token is
        QVERIFY_THROWS_EXCEPTION(BadPolicy, policyFile(policy));
        policy.description = "\xff";
        QVERIFY_THROWS_EXCEPTION(BadPolicy, publishPolicy(m_connection, policy, {"bob", "why"}));
    }

    void keepsEveryVersion()
    {
        QCOMPARE(publish(newPolicy("5/h")), 1);
        PublishedPolicy second = newPolicy("7/h");
        second.description = "more";
        QCOMPARE(publish(second), 2);
        QCOMPARE(publish(newPolicy("9/h", "other")), 1);
        QCOMPARE(findPublished(m_connection, "api")->version, 2);
        const std::vector<PolicyVersion> history = policyHistory(m_connection, "api");
        QCOMPARE(history.size(), 2U);
        QCOMPARE(history[0].version, 2);
        QCOMPARE(history[0].by, std::string("alice"));
        QCOMPARE(history[0].reason, std::string("because"));
        QVERIFY(history[0].at > history[1].at);
        QVERIFY(history[1].policy->policy == newPolicy("5/h").policy);
        // Readable by a person, and by any program.
        const Reply document = m_connection.call({"HGET", "rw:policies", "api"});
        QCOMPARE(
            std::string(document.view().string()),
            std::string(
                R"({"schema":1,"version":2,"description":"more","algorithm":"sliding-log","rules":"7/h"})"));
    }

    void whatAProgramAnnouncedIsTheFirstVersion()
    {
        const Policy announced{"api", "gcra", parseRules("1/s")};
        announcePolicy(m_connection, announced);
        QCOMPARE(policyHistory(m_connection, "api").size(), 1U);
        QCOMPARE(publish(newPolicy()), 2);
        const std::vector<PolicyVersion> history = policyHistory(m_connection, "api");
        QCOMPARE(history.size(), 2U);
        QVERIFY(history[1].policy->policy == announced);
        // One that was removed goes on with its numbers.
        m_connection.call({"HDEL", policiesKey, "api"});
        PublishedPolicy again = newPolicy();
        again.version = 1; // of a document that is gone, and not the last one
        QVERIFY(!publishPolicy(m_connection, again, {"bob", "anew"}).published);
        again.version = 0;
        QCOMPARE(publishPolicy(m_connection, again, {"bob", "anew"}).version, 3);
    }

    void whatWasWrittenByHandIsKeptAndStoodOn()
    {
        publish(newPolicy("5/h"));
        publish(newPolicy("6/h"));
        m_connection.call({"HSET", policiesKey, "api", R"({"schema":1,"algorithm":"gcra","rules":"7/s"})"});
        PublishedPolicy next = *findPublished(m_connection, "api"); // of version 1, as it does not say
        QCOMPARE(policyHistory(m_connection, "api").front().policy->policy.rules, parseRules("7/s"));
        next.policy.rules = parseRules("8/s");
        QCOMPARE(publishPolicy(m_connection, next, {"bob", "why"}).version, 3);
        QCOMPARE(findPublished(m_connection, "api")->version, 3);
        const std::vector<PolicyVersion> history = policyHistory(m_connection, "api");
        QCOMPARE(history.size(), 4U);
        QCOMPARE(history[1].policy->policy.rules, parseRules("7/s"));
        QVERIFY(history[1].by.empty());
    }

    void saysAllThatIsWrongInAFile_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("problems"); // line, place, field, words
        const auto row = [](const char* name, const char* text, const QStringList& problems) {
            QTest::newRow(name) << text << problems;
        };
        row("good", R"({"schema":1,"name":"a","algorithm":"gcra","rules":"1/s"})", {});
        row("empty", "", {"1 0  "}); // the words are those of the library that reads JSON
        row("blank", " ", {"1 0  not well-formed: it ends too early; a value is expected"});
        row("none", "[]", {});
        row("a number", "7", {"1 0  an object, {…}, is expected"});
        row("numbers", "[\n7,\n 8]",
            {"2 1  an object, {…}, is expected", "3 2  an object, {…}, is expected"});
        row("all at once",
            "{\n\"name\": \"a\",\n\"rules\":\n[\"1/s\"],\n\"share\": 7,\n\"mode\": \"maybe\",\n"
            "\"candidate\": {\n\"rules\": \"1/fortnight\"},\n\"x\": {\"share\": 1}}",
            {"1 0 schema \"schema\" is missing", "1 0 algorithm \"algorithm\" is missing",
             "3 0 rules \"rules\" must be a text", "5 0 share its share is 7",
             "6 0 mode \"mode\" is \"maybe\"; use one of: enforced, shadow, off",
             "7 0 candidate.algorithm \"algorithm\" is missing", "8 0 candidate.rules ",
             "9 0 x it has the key \"x\", which this program does not know"});
        row("of several",
            "[{\"schema\":1,\"name\":\"a\",\"algorithm\":\"gcra\",\"rules\":\"1/s\"},\n"
            "{\"schema\":2,\"name\":\"b\",\"algorithm\":\"gcra\",\n\"rules\":\"\"},\n{}]",
            {"2 2 schema it has schema 2", "3 2 rules ", "4 3 schema \"schema\" is missing",
             "4 3 name \"name\" is missing", "4 3 algorithm ", "4 3 rules "});
        row("twice, spelled otherwise",
            "{\"schema\":1,\"name\":\"a\",\"algorithm\":\"gcra\",\n\"rules\":\"1/s\",\n\"\\u0072ules\":\"2/"
            "s\",\n"
            "\"description\":\"\\\"rules\\\":\"}",
            {"3 0 rules it has the key \"rules\" twice"});
        row("a name that is a key", R"({"schema":1,"name":"schema","algorithm":"gcra","rules":"1/s"})", {});
        row("a huge number", R"({"schema":1e999,"name":"a"})", {"1 0  not well-formed: number overflow"});
    }
    void saysAllThatIsWrongInAFile()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, problems);
        const PolicyFile file = readPolicyFile(text.toStdString());
        QStringList found;
        for (const PolicyFileProblem& problem : file.problems)
            found << QString::fromStdString(fmt::format("{} {} {} {}", problem.line, problem.place,
                                                        problem.field, englishText(problem.problem)));
        QVERIFY2(found.size() == problems.size(), qPrintable(found.join('\n')));
        for (qsizetype i = 0; i < found.size(); ++i)
            QVERIFY2(found[i].startsWith(problems[i]), qPrintable(found.join('\n')));
    }

    void deepFilesEndSoon()
    {
        const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
        QVERIFY(!readPolicyFile(deep).problems.empty());
    }

    // Of servers that were written to by programs that do not know the index.
    void aLongHistoryIsIndexedInParts()
    {
        std::vector<Command> entries;
        for (int i = 1; i <= 5000; ++i)
            entries.push_back({"XADD", policyHistoryKey, "*", "policy", i % 2 ? "odd" : "even", "version",
                               std::to_string((i + 1) / 2), "document", "{}", "by", "x", "reason", "y", "at",
                               "1"});
        m_connection.pipeline(entries);
        QCOMPARE(publish(newPolicy("5/h", "odd")), 2501);
        QCOMPARE(publish(newPolicy("5/h", "new")), 1);
        // And by one of them since.
        m_connection.call({"XADD", policyHistoryKey, "*", "policy", "odd", "version", "2502", "document",
                           R"({"schema":1,"version":2502,"algorithm":"gcra","rules":"9/s"})", "by", "x",
                           "reason", "y", "at", "1"});
        m_connection.call(
            {"HSET", policiesKey, "odd", R"({"schema":1,"version":2502,"algorithm":"gcra","rules":"9/s"})"});
        QCOMPARE(publish(newPolicy("6/h", "odd")), 2503);
        const std::vector<PolicyVersion> history = policyHistory(m_connection, "odd");
        QCOMPARE(history.size(), 2503U); // nothing was taken for written by hand
        // An index that is gone is made anew.
        m_connection.call({"DEL", policyNewestKey});
        QCOMPARE(publish(newPolicy("6/h", "even")), 2501);
        QCOMPARE(publish(newPolicy("7/h", "odd")), 2504);
    }

    void versionsThatNobodyCouldReadAreNotWritten()
    {
        PublishedPolicy last = newPolicy();
        last.version = maxUnits - 1;
        QVERIFY_THROWS_EXCEPTION(BadPolicy, publishPolicy(m_connection, last, {"bob", "why"}));
        QVERIFY_THROWS_EXCEPTION(BadPolicy, publishCommand(last, {"bob", "why"}));
        // Written by hand, it is in nobody's way.
        m_connection.call({"HSET", policiesKey, "api",
                           R"({"schema":1,"version":9007199254740991,"algorithm":"gcra","rules":"9/s"})"});
        QVERIFY_THROWS_EXCEPTION(BadPolicy, findPublished(m_connection, "api"));
        const Publishing refused = publishPolicy(m_connection, newPolicy(), {"bob", "why"});
        QVERIFY(!refused.published && refused.occupied);
        PublishedPolicy again = newPolicy();
        again.version = refused.version;
        QVERIFY(publishPolicy(m_connection, again, {"bob", "why"}).published);
        QCOMPARE(findPublished(m_connection, "api")->version, refused.version + 1);
    }

    void refusesToOverwrite()
    {
        publish(newPolicy("5/h"));
        const PublishedPolicy seen = *findPublished(m_connection, "api");
        publish(newPolicy("6/h")); // somebody else, meanwhile
        PublishedPolicy mine = seen;
        mine.policy.rules = parseRules("7/h");
        const Publishing refused = publishPolicy(m_connection, mine, {"bob", "more for all"});
        QVERIFY(!refused.published);
        QCOMPARE(refused.version, 2);
        QCOMPARE(refused.other->policy.rules, parseRules("6/h"));
        QCOMPARE(differences(*refused.other, mine), Fields{PolicyField::Rules});
        QCOMPARE(policyHistory(m_connection, "api").size(), 2U);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, publishPolicy(m_connection, mine, {"bob", ""}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, publishPolicy(m_connection, mine, {"", "why"}));
        mine.policy.algorithm = "magic";
        QVERIFY_THROWS_EXCEPTION(BadPolicy, publishPolicy(m_connection, mine, {"bob", "why"}));
    }

    void theLastVersionIsNotPassed()
    {
        PublishedPolicy last;
        last.policy = {"last", "gcra", parseRules("5/min")};
        last.version = maxUnits - 1; // the next one could not be read
        m_connection.call({"HSET", policiesKey, "last", policyDocument(last)});
        QVERIFY_THROWS_EXCEPTION(BadPolicy, publishPolicy(m_connection, last, {"me", "one more"}));
        QCOMPARE(findPublished(m_connection, "last").value().version, maxUnits - 1);
    }

    void racingEditorsNeverLoseAVersion()
    {
        constexpr int editors = 4;
        constexpr int each = 25;
        inThreads(editors, [this](int editor) {
            Connection connection(m_server.endpoint(), unhurried);
            for (int done = 0; done < each;) {
                PublishedPolicy mine = findPublished(connection, "api").value_or(newPolicy());
                mine.description += char('a' + editor);
                done += publishPolicy(connection, mine, {"editor", "one more"}).published ? 1 : 0;
            }
        });
        const std::vector<PolicyVersion> history = policyHistory(m_connection, "api");
        QCOMPARE(history.size(), std::size_t(editors * each));
        for (std::size_t i = 0; i < history.size(); ++i) {
            QCOMPARE(history[i].version, std::int64_t(history.size() - i));
            // Each one stands on the one before it.
            QCOMPARE(history[i].policy->description.size(), history.size() - i);
            if (i > 0)
                QVERIFY(history[i - 1].policy->description.starts_with(history[i].policy->description));
        }
    }

    void aPublishThatIsCutOffIsWholeOrNothing_data()
    {
        addColumns<int, std::int64_t>({"fault", "version"});
        QTest::newRow("before it arrives") << int(FaultyProxy::Fault::CutBeforeCommand) << std::int64_t(1);
        QTest::newRow("before the answer") << int(FaultyProxy::Fault::CutBeforeReply) << std::int64_t(2);
        QTest::newRow("in the answer") << int(FaultyProxy::Fault::CutInReply) << std::int64_t(2);
    }
    void aPublishThatIsCutOffIsWholeOrNothing()
    {
        QFETCH(int, fault);
        QFETCH(std::int64_t, version);
        FaultyProxy proxy(m_server.endpoint().socketPath);
        Endpoint endpoint;
        endpoint.socketPath = proxy.socketPath();
        Connection connection(endpoint, unhurried);
        publish(newPolicy("5/h"));
        PublishedPolicy next = *findPublished(connection, "api");
        // The server knows the script, so that it is one command that is cut off.
        QVERIFY(!publishPolicy(connection, newPolicy(), {"bob", "of another version"}).published);
        next.policy.rules = parseRules("6/h");
        proxy.setFault(FaultyProxy::Fault(fault));
        QVERIFY_THROWS_EXCEPTION(Unavailable, publishPolicy(connection, next, {"bob", "why"}));
        const std::vector<PolicyVersion> history = policyHistory(m_connection, "api");
        QCOMPARE(history.front().version, version);
        QCOMPARE(findPublished(m_connection, "api")->version, version);
        QCOMPARE(history.size(), std::size_t(version));
    }
};

RATEWARDEN_SUITE(TestPolicies)
#include "tst_policies.moc"
