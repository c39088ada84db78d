// SPDX-License-Identifier: GPL-3.0-or-later
// The newest requests of many tokens: what pages say of them is the truth, or says how much of it was read.
#include "core/policies/following_rate_limiter.h"
#include "tests/support/suites.h"
#include "tests/ui/overview_test.h"
#include "ui/pages/age_label.h"
#include "ui/pages/policies/candidate_card.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/text/key_text.h"
#include "ui/widgets/filter_line.h"

#include <QScrollArea>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestCountsRound : public OverviewTest {
    Q_OBJECT

private:
    Session& session() { return m->window->session(); }
    PoliciesPage& policies() { return m->window->policiesPage(); }
    static std::string tokenOf(int number) { return "user:" + std::to_string(number); }

    /// So many tokens with a state under the policy, that had no request that was counted.
    void fill(int tokens)
    {
        RedisRateLimiter limiter(m->connection, m->policy, Detail::Verdict);
        std::vector<std::string> names;
        std::vector<TokenRequest> requests;
        for (int i = 0; i < tokens; ++i)
            names.push_back(tokenOf(i));
        for (const std::string& name : names)
            requests.push_back({name, 1});
        limiter.acquireMany(requests);
    }

    void showAt(MainWindow::Page page)
    {
        m->window->showPage(page);
        showWindow();
        QTRY_VERIFY(session().everScanned());
    }

    /// No pass and no round reads anything from now on, as on a server where these take very long.
    void stopTheBackground()
    {
        session().load().setBudget(1e-7);
        QTRY_VERIFY(session().load().wait() > 1min && session().link().scanLane().outstanding() == 0);
    }

    void publishCandidate(const char* rules)
    {
        PublishedPolicy policy = *findPublished(m->connection, "api");
        policy.policy.counters = true;
        policy.candidate = CandidateRules{"gcra", parseRules(rules)};
        QVERIFY(publishPolicy(m->connection, policy, {"test", "to try"}).published);
        m->policy.counters = true;
    }

    void request(int firstToken, int tokens, int times)
    {
        const PolicyWatch watch(m->server.endpoint());
        QTRY_VERIFY(watch.hasRead());
        FollowingRateLimiter service(m->connection, watch, "api");
        for (int i = firstToken; i < firstToken + tokens; ++i)
            for (int n = 0; n < times; ++n)
                service.acquire(tokenOf(i));
    }

    AgeLabel* age()
    {
        for (AgeLabel* const label : m->window->findChildren<AgeLabel*>())
            if (label->isVisible())
                return label;
        return nullptr;
    }

private Q_SLOTS:
    // 5,000 tokens, of which 200 have requests: each of 3 is allowed by 5/min and by 100/h, 2 by the
    // candidate.
    void aCandidatesCountsAreRight()
    {
        fill(5000);
        showAt(MainWindow::Page::Tokens);
        QTRY_COMPARE(m->page().model().tokenCount(), 5000);
        stopTheBackground();
        publishCandidate("2/h");
        request(0, 200, 3);
        const Instant at = serverNow(); // a span that a round has not read to its end is left out
        QTRY_VERIFY(serverNow().time_since_epoch() / countSpan > at.time_since_epoch() / countSpan);
        m->turnTo(MainWindow::Page::Policies);
        QTRY_VERIFY(policies().choose("api"));
        const auto sayNoMore = [this](const QStringList& truth) {
            for (const QString& text : policies().requests())
                if (!truth.contains(text) && !text.contains("so far") && !text.contains("no requests") &&
                    !text.contains("not counted"))
                    return false;
            return true;
        };
        const QStringList truth{"Enforced rules: 600 allowed, 0 denied",
                                "Candidate: 400 would be allowed, 200 would be denied"};
        QTRY_VERIFY(!sayNoMore(truth) || policies().requests() == truth);
        QCOMPARE(policies().requests(), truth);
        QVERIFY(session().totals().knownUntil() < session().totals().knownUntil("api~next"));

        // And they stay right, as often as they are read.
        session().load().setBudget(0);
        request(100, 150, 1);
        const QStringList later{"Enforced rules: 750 allowed, 0 denied",
                                "Candidate: 450 would be allowed, 300 would be denied"};
        QTRY_COMPARE(policies().requests(), later);
    }

    // What is published while one looks at the policy is counted from its first request on.
    void aCandidateThatIsPublishedUnderOnesEyes()
    {
        fill(300);
        showAt(MainWindow::Page::Policies);
        QTRY_VERIFY(policies().choose("api"));
        stopTheBackground();
        publishCandidate("1/h");
        QTRY_COMPARE(policies().requests().size(), 2);
        request(0, 100, 2);
        session().load().setBudget(0);
        QTRY_COMPARE(policies().requests().value(1),
                     QString("Candidate: 100 would be allowed, 100 would be denied"));
        for (const QSize size : {QSize(1100, 700), QSize(1280, 800)}) { // and nothing is cut off
            m->window->resize(size);
            QTRY_COMPARE(m->window->size(), size);
            const auto* const area = policies().findChild<QScrollArea*>();
            QTRY_VERIFY(area->widget()->width() <= area->viewport()->width());
        }
    }

    void aPartSaysThatItIsOne()
    {
        PublishedPolicy policy;
        policy.policy = {"api", "gcra", parseRules("5/min")};
        policy.policy.counters = true;
        policy.candidate = CandidateRules{"gcra", parseRules("2/h")};
        CandidateCard card;
        const Instant now = serverNow();
        card.present(policy, {{{{now, 72, 36}}, 1}, {{{now, 78, 0}}, 0.4}, now});
        QCOMPARE(card.texts(), (QStringList{"Enforced rules: 72 allowed, 36 denied",
                                            "Candidate: 78 would be allowed, 0 would be denied · read 40 % "
                                            "so far"}));
        card.present(policy, {{{{now, 72, 36}}, 1}, {{}, 0}, now});
        QCOMPARE(card.texts().last(), QString("Candidate: no requests yet · read 0 % so far"));
    }

    // Whoever promotes it reads the same, with how much of it was read.
    void promotingSaysWhatTheCandidateDid()
    {
        fill(30);
        publishCandidate("1/h");
        request(0, 30, 2);
        showAt(MainWindow::Page::Policies);
        QTRY_VERIFY(policies().choose("api"));
        QTRY_COMPARE(policies().requests().value(1),
                     QString("Candidate: 30 would be allowed, 30 would be denied"));
        QTRY_VERIFY(m->button("promoteCandidate")->isEnabled());
        m->click(m->button("promoteCandidate"));
        QTRY_VERIFY(policies().dialog() && policies().dialog()->isVisible());
        auto* const seen = policies().dialog()->findChild<PlainLabel*>("candidateSeen");
        QTRY_TEXT(seen->text(), contains("Candidate: 30 would be allowed, 30 would be denied"));
        QVERIFY(seen->isVisible());
        QTest::keyClick(policies().dialog(), Qt::Key_Escape);
    }

    // 20 busy tokens among 5,000 idle ones, on a server that is too large to be read again soon.
    void theNewestMinuteIsThere()
    {
        Policy web{"web", "sliding-log", parseRules("30/h")};
        web.counters = true;
        announcePolicy(m->connection, web);
        fill(5000);
        const auto requestEach = [&](int times, Instant at) {
            for (int i = 0; i < 20; ++i)
                OverviewTest::request(web, tokenOf(i).c_str(), times, at);
        };
        requestEach(1, serverNow() - 40s);
        open();
        QTRY_COMPARE(chart()->data().series.size(), std::size_t(1));
        stopTheBackground();
        m->turnTo(MainWindow::Page::Tokens);
        const Instant at = serverNow();
        requestEach(35, at);
        // Until these ten seconds are over, as the chart leaves out those that are under way.
        QTRY_VERIFY(serverNow().time_since_epoch() / countSpan > at.time_since_epoch() / countSpan);
        const Instant after = serverNow();
        QVERIFY(session().totals().knownUntil() < at);
        m->turnTo(MainWindow::Page::Overview);
        QTRY_VERIFY(session().totals().knownUntil() > after);
        QVERIFY(session().totals().wholeUntil() < at); // no pass has come by
        const auto place = [&] {
            return std::size_t((at - chart()->data().from) / countSpan);
        };
        QTRY_VERIFY(place() < chart()->data().size() && chart()->data().known[place()]);
        const RequestCount sum = sumOf(session().totals().of("web"));
        QCOMPARE(sum.allowed, Units(20 * 30));
        QCOMPARE(sum.denied, Units(20 * 6));
        QCOMPARE(chart()->data().denied[place()], 20 * 6 / 10.0);
        QCOMPARE(chart()->data().series[0].allowed[place()], 20 * 29 / 10.0);
    }

    // The age on a page is that of what it shows, not of what another page has read a moment ago.
    void eachPageTellsItsOwnAge()
    {
        fill(30);
        publishCandidate("1/h");
        request(0, 30, 1);
        showAt(MainWindow::Page::Policies);
        QTRY_VERIFY(policies().choose("api"));
        QTRY_VERIFY(session().totals().knownUntil("api") > session().totals().wholeUntil());
        stopTheBackground();
        const Instant counted = session().totals().knownUntil("api");
        const auto says = [this](Instant at) {
            const AgeLabel* const label = age();
            return label && label->text() == "read " + agoText(session().link().serverNow() - at);
        };
        QTRY_VERIFY(session().link().serverNow() - counted > 2s);
        QTRY_VERIFY(says(counted));
        m->turnTo(MainWindow::Page::Tokens);
        QTRY_VERIFY(m->page().details().reading() && m->page().details().reading()->reading.at > counted);
        const auto saysOf = [&] {
            return says(m->page().details().reading()->reading.at);
        };
        QTRY_VERIFY(saysOf());
        m->turnTo(MainWindow::Page::Blocks);
        QTRY_VERIFY(says(session().progress().completedAt));
        m->turnTo(MainWindow::Page::Watch);
        QTRY_VERIFY(says(session().readSince()));
        session().setPaused(true);
        QTRY_VERIFY(age()->text().startsWith("paused at "));
        QVERIFY(!m->window->statusText().contains("old"));
    }

    void itsTokensAreOfferedWithoutACandidate()
    {
        fill(3);
        showAt(MainWindow::Page::Policies);
        QTRY_VERIFY(policies().choose("api"));
        m->click(m->window->findChild<QWidget*>("policyTokens"));
        QTRY_COMPARE(m->window->page(), MainWindow::Page::Tokens);
        QCOMPARE(m->page().findChild<FilterLine*>("filter")->text().trimmed(), QString("policy:api"));
        QTRY_COMPARE(m->page().model().rowCount(), 3);
    }
};

RATEWARDEN_SUITE(TestCountsRound)
#include "tst_counts_round.moc"
