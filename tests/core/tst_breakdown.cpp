// SPDX-License-Identifier: GPL-3.0-or-later
// Which tokens a change of many is about.
#include "core/admin/breakdown.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

#include <QTest>

#include <algorithm>

using namespace ratewarden;
using Group = Breakdown::Group;

class TestBreakdown : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupsAndNamesTokens()
    {
        std::vector<std::string> names;
        for (int i = 0; i < 25; ++i)
            names.push_back((i < 15 ? "user:" : "ip:") + std::to_string(i));
        names.push_back("alice");
        std::vector<ChangedToken> tokens;
        for (const std::string& name : names)
            tokens.push_back({name, name.size() > 6 ? "mail" : "api"});
        const Breakdown breakdown = breakDown(tokens);
        QCOMPARE(breakdown.tokens, 26);
        QCOMPARE(breakdown.byPrefix.largest, (std::vector<Group>{{"user:", 15}, {"ip:", 10}, {"", 1}}));
        QCOMPARE(breakdown.byPolicy.largest, (std::vector<Group>{{"api", 21}, {"mail", 5}}));
        QCOMPARE(breakdown.byPrefix.others, 0);
        QCOMPARE(breakdown.first, (std::vector(names.begin(), names.begin() + 10)));
        QCOMPARE(breakdown.last, (std::vector(names.end() - 10, names.end())));
    }

    void namesNobodyTwice()
    {
        const std::vector<std::string> names{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};
        std::vector<ChangedToken> tokens;
        for (const std::string& name : names)
            tokens.push_back({name, {}});
        QCOMPARE(breakDown(tokens).last, (std::vector<std::string>{"11", "12"}));
        QVERIFY(breakDown(tokens).byPolicy.largest.empty());
        tokens.resize(4);
        QCOMPARE(breakDown(tokens).first.size(), 4U);
        QVERIFY(breakDown(tokens).last.empty());
        tokens.front().policy = "api"; // as of a change of other limiters' tokens, too
        const auto policies = breakDown(tokens).byPolicy.largest;
        QCOMPARE(policies.size(), 2U);
        QCOMPARE(policies.front().name, std::string());
        QCOMPARE(policies.front().tokens, Units(3));
        QCOMPARE(breakDown({}).tokens, 0);
    }

    void ofManyGroupsTheLargestAreNamed()
    {
        std::vector<std::string> names;
        for (int group = 0; group < 9; ++group)
            for (int i = 0; i <= group; ++i)
                names.push_back("g" + std::to_string(group) + ":" + std::to_string(i));
        std::vector<ChangedToken> tokens;
        for (const std::string& name : names)
            tokens.push_back({name, {}});
        const Breakdown::Groups groups = breakDown(tokens).byPrefix;
        QCOMPARE(groups.largest.size(), Breakdown::maxGroups);
        QCOMPARE(groups.largest.front(), (Group{"g8:", 9}));
        QCOMPARE(groups.largest.back(), (Group{"g3:", 4}));
        QCOMPARE(groups.others, 3);
        QCOMPARE(groups.tokensOfTheOthers, 1 + 2 + 3);
    }

    void prefixes()
    {
        QCOMPARE(tokenPrefix("user:42"), "user:");
        QCOMPARE(tokenPrefix("203.0.113.7"), "203.");
        QCOMPARE(tokenPrefix("a/b:c"), "a/");
        QCOMPARE(tokenPrefix(":x"), ":");
        QCOMPARE(tokenPrefix("alice"), "");
        QCOMPARE(tokenPrefix(""), "");
    }

    void whatIsMany()
    {
        QVERIFY(!isMassChange(1, 1)); // one is named
        QVERIFY(isMassChange(2, 2));
        QVERIFY(!isMassChange(2, 20));
        QVERIFY(isMassChange(2, 19));
        QVERIFY(isMassChange(3, 20));
        QVERIFY(!isMassChange(100, 1'000));
        QVERIFY(isMassChange(101, 1'000'000));
        QVERIFY(!isMassChange(0, 0));
    }
};

RATEWARDEN_SUITE(TestBreakdown)
#include "tst_breakdown.moc"
