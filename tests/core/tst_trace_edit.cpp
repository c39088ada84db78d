// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/pasted_requests.h"
#include "core/lab/trace_edit.h"
#include "core/model/errors.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

#include <QTest>

#include <map>
#include <random>
#include <tuple>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

constexpr Instant dayStart = std::chrono::sys_days(std::chrono::year(2026) / 11 / 22);
const PasteDefaults noToken{dayStart, dayStart + 12h, {}, 1};

/// How often each request is in it: what an edit is judged by, whatever the order of equal times.
using Contents = std::map<std::tuple<Instant, std::string, TraceCost>, int>;

Contents contentsOf(const Trace& trace)
{
    Contents contents;
    for (std::size_t i = 0; i < trace.size(); ++i)
        ++contents[{trace.times[i], std::string(trace.names[trace.tokens[i]]), trace.cost(i)}];
    return contents;
}

Trace editedTrace(const std::vector<EditedRequest>& requests)
{
    TraceBuilder builder;
    for (const EditedRequest& request : requests)
        builder.add(request.time, request.token, request.cost);
    return builder.take();
}

PastedRequests paste(std::string_view text)
{
    PasteDefaults defaults = noToken;
    defaults.token = "client";
    return parsePasted(text, defaults);
}

/// Its only line.
EditedRequest line(std::string_view text)
{
    const PastedRequests pasted = paste(text);
    if (pasted.requests.size() != 1 || pasted.rejectedLines != 0)
        return {};
    return pasted.requests.front();
}

} // namespace

class TestTraceEdit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void requestsAreAddedMovedAndRemoved()
    {
        const Instant at = dayStart + 1h;
        const Trace before = editedTrace({{at, "a"}, {at + 1s, "b", 7}, {at + 2s, "a"}, {at + 2s, "a"}});
        const Trace after = edited(before, {{{}, {{at + 500ms, "c", 3}}},                    // added
                                            {{{at + 1s, "b", 7}}, {{at + 9s, "b", 7}}},      // moved
                                            {{{at + 2s, "a"}}, {}},                          // one of two
                                            {{{at + 500ms, "c", 3}}, {{at + 3s, "c", 3}}}}); // added above
        QVERIFY((contentsOf(after) == Contents{{{at, "a", 1}, 1},
                                               {{at + 2s, "a", 1}, 1},
                                               {{at + 3s, "c", 3}, 1},
                                               {{at + 9s, "b", 7}, 1}}));
        QVERIFY(std::ranges::is_sorted(after.times));
        // A token without requests is none.
        const Trace alone = edited(after, {{{{at + 9s, "b", 7}}, {}}});
        QCOMPARE(alone.names.find("b"), TokenId(alone.names.size()));
        QCOMPARE(alone.names.size(), 2U);
        // From nothing, and to nothing.
        const Trace first = edited(Trace(), {{{}, {{at, "a"}}}});
        QCOMPARE(first.size(), 1U);
        QVERIFY(edited(first, {{{{at, "a"}}, {}}}).empty());
    }

    void whatIsNotThereIsNotRemoved()
    {
        const Trace trace = editedTrace({{dayStart, "a", 2}});
        for (const EditedRequest& other : {EditedRequest{dayStart, "a", 1}, EditedRequest{dayStart, "b", 2},
                                           EditedRequest{dayStart + 1us, "a", 2}})
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, edited(trace, {{{other}, {}}}));
        const EditedRequest there{dayStart, "a", 2};
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, edited(trace, {{{there, there}, {}}}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, edited(trace, {{{}, {{dayStart, ""}}}}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, edited(trace, {{{}, {{Instant(-1us), "a"}}}}));
    }

    /// Random edits, undone and redone at random, give at every step what a naive list gives.
    void everyEditIsUndone()
    {
        std::mt19937 random(7); // NOLINT(cert-msc51-cpp): the same every time
        Trace trace;
        EditHistory history;
        std::vector<Contents> states{contentsOf(trace)};
        std::size_t state = 0;
        for (int step = 0; step < 600; ++step) {
            const auto what = unsigned(random() % 6);
            if (what == 0) {
                const std::optional<TraceEdit> edit = history.undo();
                QCOMPARE(edit.has_value(), state > 0);
                if (edit) {
                    trace = edited(trace, {*edit});
                    --state;
                }
            } else if (what == 1) {
                const std::optional<TraceEdit> edit = history.redo();
                QCOMPARE(edit.has_value(), state + 1 < states.size());
                if (edit) {
                    trace = edited(trace, {*edit});
                    ++state;
                }
            } else {
                TraceEdit edit;
                if (what > 2 || trace.empty())
                    edit.added.push_back({dayStart + std::chrono::seconds(random() % 20),
                                          std::string(1, char('a' + int(random() % 3))),
                                          TraceCost(1 + random() % 2)});
                if (what < 4 && !trace.empty()) {
                    const std::size_t i = random() % trace.size();
                    edit.removed.push_back(
                        {trace.times[i], std::string(trace.names[trace.tokens[i]]), trace.cost(i)});
                }
                trace = edited(trace, {edit});
                history.add(edit);
                states.resize(state + 1);
                states.push_back(contentsOf(trace));
                ++state;
            }
            QCOMPARE(history.canUndo(), state > 0);
            QCOMPARE(history.canRedo(), state + 1 < states.size());
            QVERIFY(contentsOf(trace) == states[state]);
        }
        QVERIFY(states.size() > 50);
    }

    void theOldestStepsAreForgotten()
    {
        EditHistory history;
        for (std::size_t i = 0; i < EditHistory::most + 5; ++i)
            history.add({{}, {{dayStart + std::chrono::seconds(i), "a"}}});
        std::optional<TraceEdit> last;
        for (std::size_t i = 0; i < EditHistory::most; ++i)
            last = history.undo();
        QVERIFY(last && last->removed.front().time == dayStart + 5s);
        QVERIFY(!history.undo());
    }

    void timesArePasted_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("micros"); // after midnight
        const auto add = [](const char* text, Micros after) {
            QTest::newRow(text) << QByteArray(text) << qint64(after.count());
        };
        add("2026-11-22T12:34:31Z", 12h + 34min + 31s);
        add("  2026-11-22 12:34:31 +01:00\r", 11h + 34min + 31s);
        add("22/Nov/2026:12:34:31 +0000", 12h + 34min + 31s);
        add("1795305601", 1s);
        add("1795305601.25", 1250ms);
        add("1795305601002", 1s + 2ms);
        add("1795305601002003", 1s + 2ms + 3us);
        add("12:34:31", 12h + 34min + 31s);
        add("12:34:31.0405067", 12h + 34min + 31s + 40506us);
        add("00:00", 0s);
        add("23:59:59", 24h - 1s);
        add("+5s", 12h + 5s);
        add("+250ms", 12h + 250ms);
        add("+1 min", 12h + 1min);
    }
    void timesArePasted()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, micros);
        QCOMPARE(line(text.toStdString()).time.time_since_epoch().count(),
                 (dayStart + Micros(micros)).time_since_epoch().count());
    }

    void columnsArePasted()
    {
        const Instant time = dayStart + 12h + 34min + 31s;
        for (const char* const same :
             {"12:34:31,5,user:42", "12:34:31 5 user:42", "12:34:31\tuser:42\t5", "12:34:31; user:42; 5",
              "2026-11-22 12:34:31 user:42 5", "2026-11-22 12:34:31 +0000,5,user:42", "1795350871 5 user:42"})
            QVERIFY2((line(same) == EditedRequest{time, "user:42", 5}), same);
        // Two numbers: the first one is the cost.
        QVERIFY((line("12:34:31 1 42") == EditedRequest{time, "42", 1}));
        // A comma ends the time: it begins no fraction here.
        QVERIFY((line("2026-11-22T12:34:31,500") == EditedRequest{time, "client", 500}));
        QVERIFY((line("12:34:31") == EditedRequest{time, "client", 1}));
    }

    void relativeTimesFollowEachOther()
    {
        const PastedRequests pasted = paste("12:34:31\n# a comment\n\n+5s\n+5s,2\nnonsense\n+1min\n");
        std::vector<Micros> after;
        for (const EditedRequest& request : pasted.requests)
            after.push_back(request.time - (dayStart + 12h + 34min + 31s));
        QCOMPARE(after, (std::vector<Micros>{0s, 5s, 10s, 70s})); // a rejected line moves nothing
        QCOMPARE(pasted.requests[2].cost, 2U);
        QCOMPARE(pasted.rejectedLines, 1U);
        QCOMPARE(pasted.rejected.front(), (RejectedLine{6, LineFault::BadTime}));
    }

    void badLinesAreNamed()
    {
        for (const char* const bad :
             {"yesterday", "12:34:61", "24:00:00", "12:3", "12:34.5", "+5", "+", "-5s", "5s", "12:34:31.",
              "2026-02-30 00:00:00", "12-34-31", "+200 years", ",5", "\xff\xfe"}) {
            const PastedRequests pasted = paste(bad);
            QVERIFY2(pasted.requests.empty() && pasted.rejected.size() == 1 &&
                         pasted.rejected.front() == RejectedLine({1, LineFault::BadTime}),
                     bad);
        }
        QVERIFY((paste("12:34:31 a b").rejected.front() == RejectedLine{1, LineFault::Syntax}));
        QVERIFY((paste("12:34:31 5 a 7").rejected.front() == RejectedLine{1, LineFault::Syntax}));
        QVERIFY((parsePasted("12:34:31\n12:35:00 a", noToken).rejected.front() ==
                 RejectedLine{1, LineFault::NoToken}));
        // Far into the future, relative to each other, is no overflow.
        std::string many;
        for (int i = 0; i < 400; ++i)
            many += "+5000 weeks\n";
        const PastedRequests late = paste(many);
        QVERIFY(late.rejectedLines > 0 && late.rejected.size() == maxRejectedNamed);
        QCOMPARE(late.requests.size() + late.rejectedLines, 400U);
    }
};

RATEWARDEN_SUITE(TestTraceEdit)
#include "tst_trace_edit.moc"
