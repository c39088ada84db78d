// SPDX-License-Identifier: GPL-3.0-or-later
// What the overview adds up, from rows and readings made by hand.
#include "core/formats/foreign/catalogue.h"
#include "tests/support/suites.h"
#include "tests/ui/readings.h"
#include "ui/charts/request_flow_chart.h"
#include "ui/link/round_trips.h"
#include "ui/pages/overview/overview_flow_card.h"
#include "ui/pages/overview/overview_rows.h"
#include "ui/state/overview_history.h"
#include "ui/theme/theme.h"
#include "ui/tokens/token_store.h"

#include <QApplication>
#include <QTest>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestOverviewNumbers : public QObject {
    Q_OBJECT

private:
    // A moment five seconds into the ten seconds that begin at `current`.
    static constexpr Instant current{Micros(1'795'000'000'000'000)};
    static constexpr Instant now = current + 5s;

    /// So many requests in the ten seconds before the present ones: 15 seconds in all are looked at.
    static Reading counted(const std::string& token, Units used, Units allowed, Units denied,
                           const std::string& policy = "web")
    {
        Reading one = reading(token, used, policy);
        one.at = now;
        one.counts = {{current - countSpan, allowed, denied}, {current, 0, 0}};
        return one;
    }
    static Reading blocked(const std::string& token, std::optional<Instant> until)
    {
        Reading one;
        one.subject = controlSubject(token);
        one.at = now;
        one.block = someBlock(token, until);
        return one;
    }
    static OverviewNumbers of(const std::vector<Reading>& readings,
                              const std::set<std::string, std::less<>>& counting = {"web"})
    {
        TokenStore store;
        for (const Reading& one : readings)
            store.put(one, TokenStore::Source::Scan);
        return overviewOf(store.snapshot(), counting, now, {});
    }

private Q_SLOTS:
    void statesAreCounted()
    {
        Reading waits = reading("waits", 100);
        waits.at = now - 2s; // and has to wait for 7 s from then on
        const OverviewNumbers numbers = of({reading("idle", 0), reading("some", 10), reading("near", 85),
                                            waits, reading("full", 100), reading("tried", 100, "api~next")});
        QCOMPARE(numbers.tokens, std::size_t(5)); // not what a candidate says
        QCOMPARE(numbers.active, std::size_t(4));
        QCOMPARE(numbers.near, std::size_t(1));
        QCOMPARE(numbers.limited, std::size_t(2));
        // That of `full` ends in 2 s.
        QCOMPARE(numbers.longestWait, std::optional<Micros>(5s));
        QCOMPARE(numbers.uncounted, std::set<std::string>{"api"});
        QCOMPARE(numbers.counting, std::size_t(0));
        QVERIFY(!numbers.hasRates());
        QVERIFY(of({reading("idle", 0)}, {"api"}).hasRates()); // it has had no request for long
        QCOMPARE(numbers.counted, std::size_t(0));
    }

    void whatIsAboveItsLimitAndInFlight()
    {
        Reading slots = reading("slots", 85); // of which that rule is not the tightest
        slots.decision->usage.push_back({parseRules("5 at once").front(), 3, 1min});
        const OverviewNumbers numbers =
            of({reading("full", 100), reading("above", 131), slots, reading("tried", 200, "api~next")});
        QCOMPARE(numbers.above, std::size_t(1));
        QCOMPARE(numbers.inFlight, Units(3));
    }

    void whatIsReservedAndLeased()
    {
        Reading first = reading("first", 64);
        first.decision->usage.push_back({parseRules("1000/h").front(), 80, 1h});
        first.reserved = {12, 30}; // of the rule that has most of them
        first.leased = 23;
        Reading second = reading("second", 10);
        second.reserved = {5};
        Reading tried = reading("tried", 10, "api~next");
        tried.reserved = {7};
        tried.leased = 7;
        const OverviewNumbers numbers = of({first, second, reading("third", 9), tried});
        QCOMPARE(numbers.reserved, Units(35));
        QCOMPARE(numbers.leased, Units(23));
    }

    void ratesAndWhoHasThem()
    {
        std::vector<Reading> readings{counted("abuser", 100, 30, 60), counted("calm", 10, 90, 0),
                                      counted("other", 100, 0, 15)};
        for (int i = 0; i < 10; ++i)
            readings.push_back(counted("small" + std::to_string(i), 1, 3, 0));
        const OverviewNumbers numbers = of(readings);
        QVERIFY(std::abs(numbers.allowed - 150 / 15.0) < 1e-5);
        QVERIFY(std::abs(numbers.denied - 5.0) < 1e-5);
        QCOMPARE(numbers.topDenied.size(), std::size_t(2));
        QCOMPARE(numbers.topDenied[0].subject.token, std::string("abuser"));
        QCOMPARE(numbers.topDenied[0].perSecond, 4.0);
        QCOMPARE(numbers.topDenied[1].subject.token, std::string("other"));
        QCOMPARE(numbers.topAllowed.size(), OverviewNumbers::most);
        QCOMPARE(numbers.topAllowed[0].subject.token, std::string("calm"));
        QCOMPARE(numbers.topAllowed[1].subject.token, std::string("abuser"));
        QVERIFY(numbers.uncounted.empty());
    }

    void theRuleThatDenies()
    {
        Reading hourly = counted("hourly", 100, 0, 45);
        hourly.decision->usage[0].rule = {100, 1h};
        Reading banned = counted("banned", 10, 0, 15);
        banned.block = someBlock("banned");
        const OverviewNumbers numbers = of({counted("abuser", 100, 0, 90), hourly, banned});
        QCOMPARE(numbers.denyingRules.size(), std::size_t(3));
        QVERIFY((numbers.denyingRules[0].rule == Rule{100, 1min}));
        QCOMPARE(numbers.denyingRules[0].share, 0.6);
        QVERIFY((numbers.denyingRules[1].rule == Rule{100, 1h}));
        QCOMPARE(numbers.denyingRules[1].share, 0.3);
        QVERIFY(!numbers.denyingRules[2].rule); // the block
    }

    void blocksAndTheirEnds()
    {
        Reading state = counted("hammers", 10, 0, 30);
        state.block = someBlock("hammers", now + 5min);
        const OverviewNumbers numbers =
            of({state, blocked("hammers", now + 5min), blocked("later", now + 2h),
                blocked("soon", now + 59min), blocked("for good", std::nullopt), blocked("over", now - 1s)});
        // The token's state is no block of its own, and what is over blocks nobody.
        QCOMPARE(numbers.blocked, std::size_t(4));
        QCOMPARE(numbers.known, std::size_t(5)); // as many tokens as the page of tokens lists
        QCOMPARE(numbers.ending, std::size_t(2));
        QCOMPARE(numbers.endingBlocks.size(), std::size_t(2));
        QCOMPARE(numbers.endingBlocks[0].subject.token, std::string("hammers"));
        QCOMPARE(numbers.endingBlocks[0].denied, 2.0);
        QCOMPARE(numbers.endingBlocks[1].subject.token, std::string("soon"));
        QVERIFY(numbers.endingBlocks[1].denied < 0); // it is not counted
    }

    void otherProgramsTokensAreCounted()
    {
        const auto format = currentCatalogue()->find("rate-limit-redis");
        QVERIFY(format);
        Reading one;
        one.subject = {"203.0.113.9", "rl:*", format};
        one.at = now;
        one.used = 12;
        Reading full = reading("198.51.100.4", 100);
        full.subject = {"198.51.100.4", "rl:*", format};
        const OverviewNumbers numbers = of({one, full});
        QCOMPARE(numbers.tokens, std::size_t(2));
        QCOMPARE(numbers.foreign, std::size_t(2));
        QCOMPARE(numbers.active, std::size_t(2)); // also where the rules are not known
        QCOMPARE(numbers.limited, std::size_t(1));
        QCOMPARE(numbers.counted, std::size_t(0));
        QVERIFY(numbers.uncounted.empty()); // no policy of ours
    }

    void theFlowIsByPolicy()
    {
        RequestTotals totals;
        CountsReading reading{now, {}};
        for (const auto& [policy, allowed] : std::initializer_list<std::pair<const char*, Units>>{
                 {"a", 600}, {"b", 500}, {"c", 400}, {"d", 300}, {"e", 200}, {"f", 100}, {"f~next", 900}})
            reading.tokens.push_back(
                {{"token", policy}, {{current - countSpan, allowed, 10}, {current, 0, 0}}});
        totals.add(reading);
        totals.endScan();
        PolicyRanks ranks;
        ranks.update(totals);
        const RequestFlow flow = flowOf(totals, now + 10s, ranks); // two of ten seconds are over by now
        QCOMPARE(flow.series.size(), PolicyRanks::most + 1);
        const std::size_t last = flow.size() - 1;
        QCOMPARE(flow.at(last), current);
        QCOMPARE(flow.series[0].policy, std::string("a"));
        QCOMPARE(flow.series[0].allowed[last - 1], 60.0);
        QCOMPARE(flow.series[4].policy, std::string()); // the others
        QCOMPARE(flow.series[4].allowed[last - 1], 30.0);
        QCOMPARE(flow.denied[last - 1], 6.0); // not the candidate's
        QCOMPARE(flow.allowedAt(last - 1), 210.0);
        QVERIFY(flow.known[last - 1]);
        QVERIFY(!flow.known[last]); // what came after the reading is not known
        QVERIFY(flow.known[0]);
    }

    // Redis keeps the counts of ten minutes: the first value is none that it has forgotten by now.
    void allOfThePastIsKnown()
    {
        CountsReading one{now, {{{"token", "web"}, {}}}};
        for (Instant from = current - 59 * countSpan; from <= current; from += countSpan)
            one.tokens[0].counts.push_back({from, 100, 50});
        RequestTotals totals;
        totals.add(one);
        totals.endScan();
        PolicyRanks ranks;
        ranks.update(totals);
        const RequestFlow flow = flowOf(totals, now, ranks);
        QCOMPARE(flow.size(), std::size_t(59)); // and the ten seconds under way
        QCOMPARE(flow.series[0].allowed, std::vector<double>(59, 10.0));
        QCOMPARE(flow.denied, std::vector<double>(59, 5.0));
        QCOMPARE(flow.known, std::vector<bool>(59, true));
    }

    // A marked time may begin before what is kept, and end after what is read: nobody is named for what the
    // sums leave out.
    void whatIsKnownOfAStretch()
    {
        RequestTotals totals;
        totals.add({now, {{{"token", "web"}, {{current - countSpan, 100, 50}, {current, 100, 50}}}}});
        totals.endScan();
        PolicyRanks ranks;
        ranks.update(totals);
        const RequestFlow flow = flowOf(totals, now + countSpan, ranks); // the present ones are over by then
        const auto known = [&flow](Instant from, Instant to) {
            return flow.knownIn({from, to});
        };
        QCOMPARE(known(current - countSpan, current), (TimeRange{current - countSpan, current}));
        QCOMPARE(known(current - countSpan, now + 1h), (TimeRange{current - countSpan, current}));
        QCOMPARE(known(now - 1h, current), (TimeRange{flow.from, current}));
        QCOMPARE(known(now - 2h, now - 1h).length(), Micros(0));
        QCOMPARE(known(current, current + countSpan).length(), Micros(0));
        QVERIFY(totals.mostIn(known(current, current + countSpan), &RequestCount::denied).empty());
        QCOMPARE(totals.mostIn(known(now - 1h, now + 1h), &RequestCount::denied).at(0).requests, Units(50));
    }

    // A history may begin late, and have gaps.
    void whatIsKnownOfAHistory()
    {
        RequestFlow flow;
        flow.from = current;
        flow.step = 1min;
        flow.known = {false, false, true, true, false, true};
        QCOMPARE(flow.knownIn({current, current + 2min}).length(), Micros(0));
        QCOMPARE(flow.knownIn({current, current + 1h}), (TimeRange{current + 2min, current + 6min}));
        QCOMPARE(flow.knownSteps({current, current + 1h}), (std::vector<std::size_t>{2, 3, 5}));
        QCOMPARE(flow.knownIn({current + 5min, current + 6min}), (TimeRange{current + 5min, current + 6min}));
    }

    void policiesKeepTheirPlaces()
    {
        PolicyRanks ranks;
        using Requests = std::vector<std::pair<std::string, Units>>;
        const auto update = [&ranks](const Requests& requests) {
            RequestTotals totals;
            CountsReading reading{now, {}};
            for (const auto& [policy, count] : requests)
                reading.tokens.push_back(
                    {{"token", policy}, {{current - countSpan, count, 0}, {current, 0, 0}}});
            totals.add(reading);
            totals.endScan();
            ranks.update(totals);
        };
        using Names = std::vector<std::string>;
        update({{"a", 100}, {"b", 90}, {"c", 80}, {"d", 70}, {"e", 60}, {"f", 50}});
        QCOMPARE(ranks.largest(), (Names{"a", "b", "c", "d"}));
        // Of about the same size: neither their order nor who is among them changes.
        update({{"a", 90}, {"b", 100}, {"c", 80}, {"d", 70}, {"e", 75}, {"f", 50}});
        QCOMPARE(ranks.largest(), (Names{"a", "b", "c", "d"}));
        // One that has grown takes the place of another.
        update({{"a", 90}, {"b", 10}, {"c", 80}, {"d", 70}, {"e", 200}, {"f", 50}});
        QCOMPARE(ranks.largest(), (Names{"a", "c", "d", "e"}));
        update({{"a", 90}, {"b", 90}, {"c", 80}, {"d", 70}, {"f", 50}});
        QCOMPARE(ranks.largest(), (Names{"a", "c", "d", "b", "f"})); // five: nobody is left over
    }

    // Whoever else is among the largest, in another window or a minute later.
    void aPolicyHasOneColourForEver()
    {
        applyTheme(*qApp, Scheme::Light);
        OverviewFlowCard card;
        const auto drawn = [&card](const std::vector<std::string>& policies) {
            RequestFlow flow;
            flow.from = current;
            flow.denied.resize(3);
            flow.known.assign(3, true);
            for (const std::string& policy : policies)
                flow.series.push_back({policy, std::vector<double>(3, 1.0)});
            card.present(flow, {}, Freshness::Live);
            std::map<std::string, std::pair<std::size_t, std::size_t>> looks;
            const auto& series = card.findChild<RequestFlowChart*>("requestFlow")->data().series;
            for (std::size_t i = 0; i < policies.size(); ++i)
                looks[policies[i]] = {series[i].color, series[i].same};
            return looks;
        };
        std::vector<std::string> names;
        for (int i = 0; i < 40; ++i)
            names.push_back("policy" + std::to_string(i));
        std::map<std::string, std::size_t> ever;
        std::set<std::size_t> all;
        for (std::size_t first = 0; first + 4 <= names.size(); ++first) {
            std::set<std::pair<std::size_t, std::size_t>> different;
            for (const auto& [policy, look] :
                 drawn({names.begin() + std::ptrdiff_t(first), names.begin() + std::ptrdiff_t(first) + 4})) {
                QCOMPARE(ever.try_emplace(policy, look.first).first->second, look.first);
                different.insert(look);
                all.insert(look.first);
            }
            QCOMPARE(different.size(), std::size_t(4)); // those of one colour by their patterns
        }
        QCOMPARE(all.size(), RequestFlowChart::seriesColors);
        QVERIFY(RequestFlowChart::patternOver(0).style() == Qt::NoBrush);
        QVERIFY(RequestFlowChart::patternOver(1).style() != RequestFlowChart::patternOver(2).style());
    }

    void whereNobodyLookedIsAGap()
    {
        OverviewHistory history;
        OverviewNumbers numbers;
        numbers.limited = 3;
        history.add(now - 30s, numbers);
        numbers.limited = 7;
        history.add(now, numbers);
        const auto looks = history.looks(now);
        QCOMPARE(looks.size(), std::size_t(60));
        QCOMPARE(looks[59]->limited, std::size_t(7));
        QVERIFY(!looks[58]);
        QVERIFY(!looks[57]);
        QCOMPARE(looks[56]->limited, std::size_t(3));
        QVERIFY(!looks[55]);
        QVERIFY(!history.looks(now + 11min)[59]);
    }

    void whoBecomesLimited()
    {
        LimitedWatch watch;
        Reading full = reading("full", 100);
        full.at = now;
        watch.add(full, true); // who knows since when
        QVERIFY(watch.entries(now, 9).empty());
        Reading again = reading("again", 10);
        watch.add(again, true);
        again = reading("again", 100);
        again.at = now + 3s;
        watch.add(again, false);
        watch.add(again, false); // it is so still
        QCOMPARE(watch.entries(now + 4s, 9).size(), std::size_t(1));
        QCOMPARE(watch.entries(now + 4s, 9)[0].since, now + 3s);
        QCOMPARE(watch.entries(now + 4s, 9)[0].usage.used, Units(100));
        QVERIFY(watch.entries(now + 4s, 9)[0].knowsRules && !watch.entries(now + 4s, 9)[0].deniedLately);
        QVERIFY(watch.entries(now + 11min, 9).empty());

        // Counts tell since when, also at the first look.
        Reading counts = counted("counted", 100, 0, 5);
        counts.counts = {{current - 3 * countSpan, 5, 0},
                         {current - 2 * countSpan, 5, 1},
                         {current - countSpan, 0, 9},
                         {current, 0, 0}};
        watch.add(counts, true);
        QCOMPARE(watch.entries(now + 4s, 9).size(), std::size_t(2));
        QCOMPARE(watch.entries(now + 4s, 9)[1].since, current - 2 * countSpan);

        // Of a stretch of time: its end is not in it.
        const auto of = [&watch](Instant from, Instant to) {
            return watch.entries(now + 4s, 9, {from, to}).size();
        };
        QCOMPARE(of(current - 2 * countSpan, current), std::size_t(1));
        QCOMPARE(of(current - 2 * countSpan, now + 4s), std::size_t(2));
        QCOMPARE(of(current - 3 * countSpan, current - 2 * countSpan), std::size_t(0));
    }

    // A marked time keeps its tokens, also when they are limited again since.
    void whoBecomesLimitedAgain()
    {
        LimitedWatch watch;
        const auto look = [&watch](const char* token, Units used, Instant at) {
            Reading one = reading(token, used);
            one.at = at;
            watch.add(one, false);
        };
        look("again", 100, now);
        look("again", 10, now + 20s);
        look("again", 100, now + 60s);
        look("other", 100, now + 70s);
        const auto sinceOf = [&watch](Instant from, Instant to) {
            std::vector<Instant> since;
            for (const LimitedWatch::Entry& entry : watch.entries(now + 80s, 9, {from, to}))
                since.push_back(entry.since);
            return since;
        };
        QCOMPARE(sinceOf(now - 1min, now + 30s), std::vector<Instant>{now});
        QCOMPARE(sinceOf(now + 30s, now + 65s), std::vector<Instant>{now + 60s});
        QCOMPARE(watch.entries(now + 80s, 9).size(), std::size_t(2)); // each once
        QCOMPARE(watch.entries(now + 80s, 9)[1].since, now + 60s);
    }

    // What denied has room again: no rule is named that denies nothing.
    void whoWasDeniedLately()
    {
        LimitedWatch watch;
        Reading lately = counted("lately", 31, 0, 5);
        lately.at = now;
        lately.counts = {{current - countSpan, 5, 9}, {current, 5, 0}};
        QVERIFY(lately.decision && !lately.decision->rule);
        watch.add(lately, false);
        const std::vector<LimitedWatch::Entry> entries = watch.entries(now, 9);
        QCOMPARE(entries.size(), std::size_t(1));
        QVERIFY(entries[0].deniedLately && !entries[0].knowsRules);
        QCOMPARE(newlyLimitedRows(entries)[0].about, QString("denied lately"));
    }

    void roundTripsOfTenMinutes()
    {
        const RoundTrips::Clock::time_point start{};
        RoundTrips trips;
        QCOMPARE(trips.summary().count, std::size_t(0));
        trips.add({5ms}, start);
        for (int i = 1; i <= 98; ++i)
            trips.add({Micros(i)}, start + 1min);
        QCOMPARE(trips.summary().count, std::size_t(99));
        QCOMPARE(trips.summary().longest, Micros(5ms));
        QVERIFY(!trips.summary().p99); // of so few it would be the longest
        trips.add({4ms}, start + 2min);
        QCOMPARE(trips.summary().p99, std::optional<Micros>(4ms));
        trips.add({}, start + 10min); // one is too old by now
        QCOMPARE(trips.summary().count, std::size_t(99));
        QCOMPARE(trips.summary().longest, Micros(4ms));
    }

    // Their rows were dropped before a round read them as gone.
    void limitedTokensThatVanish()
    {
        LimitedWatch watch;
        Reading back = reading("back", 100);
        back.at = now;
        watch.beginRound();
        watch.add(back, false);
        for (int i = 0; i < 20'000; ++i) {
            Reading one = reading("ip" + std::to_string(i), 100);
            one.at = now;
            watch.add(one, false);
        }
        watch.endRound();
        Reading last = reading("last", 100);
        last.at = now + 15s;
        watch.add(last, false);
        QVERIFY(watch.entries(now + 15s, 1)[0].subject.token != "last"); // so many are watched and no more

        watch.beginRound();
        Reading stays = reading("ip19000", 100);
        stays.at = now + 20s;
        watch.add(stays, false);
        watch.endRound();
        last.at = now + 25s;
        watch.add(last, false);
        QCOMPARE(watch.entries(now + 25s, 1)[0].subject.token, std::string("last"));
        back.at = now + 27s; // limited at once when it returns
        watch.add(back, false);
        QCOMPARE(watch.entries(now + 27s, 1)[0].subject.token, std::string("back"));
        QCOMPARE(watch.entries(now + 27s, 1)[0].since, now + 27s);
        stays.at = now + 28s; // has been all the time
        watch.add(stays, false);
        QCOMPARE(watch.entries(now + 28s, 1)[0].subject.token, std::string("back"));
    }
};

RATEWARDEN_SUITE(TestOverviewNumbers)
#include "tst_overview_numbers.moc"
