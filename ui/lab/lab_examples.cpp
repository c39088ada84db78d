// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/lab_examples.h"

#include "ui/text/lab_text.h"

#include <fmt/format.h>

#include <QCoreApplication>

#include <cmath>
#include <random>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

struct LabExamples {
    Q_DECLARE_TR_FUNCTIONS(LabExamples)
};

/// Makes requests up, always the same ones.
class Maker {
public:
    explicit Maker(Instant midnight) : m_midnight(midnight) {}

    Instant at(Micros time) const { return m_midnight + time; }
    void add(Micros time, const std::string& token, TraceCost cost = 1)
    {
        m_builder.add(at(time), token, cost);
    }
    void many(Micros from, Micros every, int count, const std::string& token)
    {
        for (int i = 0; i < count; ++i)
            add(from + every * i, token);
    }
    /// Independently of each other, at a mean rate.
    void random(Micros from, Micros to, double perMinute, const std::string& token)
    {
        for (Micros time = from + gap(perMinute); time < to; time += gap(perMinute))
            add(time, token);
    }
    double uniform(double least, double most)
    {
        return least + (most - least) * double(m_random()) / double(std::mt19937::max());
    }
    Trace take() { return m_builder.take(); }

private:
    Micros gap(double perMinute)
    {
        return Micros(std::llround(-std::log(1 - uniform(0, 0.999999)) * 60e6 / perMinute)) + Micros(1);
    }

    Instant m_midnight;
    std::mt19937 m_random{20}; // NOLINT(cert-msc51-cpp): examples are always the same
    TraceBuilder m_builder;
};

Candidate candidate(const char* name, const char* algorithm, const char* rules)
{
    return {name, {"lab", algorithm, parseRules(rules)}};
}

LabSetup workedExample(Instant midnight)
{
    Maker made(midnight);
    const Micros start = 12h + 33min;
    for (const auto second : {35s, 37s, 74s, 86s, 88s, 91s, 100s})
        made.add(start + second, "client");
    return {.trace = made.take(),
            .candidates = {candidate("A", "sliding-log", "1/s + 5/min")},
            .token = "client",
            .cursor = made.at(start + 91s)};
}

LabSetup turnOfTheHour(Instant midnight)
{
    Maker made(midnight);
    made.many(11h + 59min, 500ms, 100, "client");
    made.many(12h + 1min, 500ms, 100, "client");
    return {.trace = made.take(),
            .enforced = candidate(enforcedName, "fixed-window", "100/h"),
            .candidates = {candidate("A", "sliding-log", "100/h"),
                           candidate("B", "sliding-window-counter", "100/h"),
                           candidate("C", "gcra", "100/h")},
            .token = "client",
            .cursor = made.at(12h + 1min)};
}

LabSetup abuserAmongMany(Instant midnight)
{
    Maker made(midnight);
    for (int i = 0; i < 1200; ++i)
        made.random(9h, 15h, std::exp(made.uniform(-3.5, 1.2)), fmt::format("user:{}", 88000 + i * 7));
    made.random(9h, 15h, 16, "partner:zendesk");
    made.random(9h, 15h, 12, "hook:stripe");
    made.random(12h + 40min, 14h + 5min, 310, "ip:203.0.113.77");
    return {.trace = made.take(),
            .enforced = candidate(enforcedName, "sliding-log", "400/min"),
            .candidates = {candidate("A", "sliding-log", "200/min")},
            .marked = {"ip:203.0.113.77"},
            .token = "ip:203.0.113.77"};
}

LabSetup slowScraper(Instant midnight)
{
    Maker made(midnight);
    for (int i = 0; i < 300; ++i) {
        const std::string user = fmt::format("user:{}", 1000 + i);
        made.random(8h, 18h, 0.12, user);
        const auto page = Micros(std::llround(made.uniform(8, 17.9) * 3600e6));
        made.many(page, 400ms, 25 + i % 30, user); // a page with many parts
    }
    made.many(8h, 4s, 9000, "ip:198.51.100.9");
    return {.trace = made.take(),
            .enforced = candidate(enforcedName, "sliding-log", "60/min"),
            .candidates = {candidate("A", "sliding-log", "60/min")},
            .marked = {"ip:198.51.100.9"},
            .token = "ip:198.51.100.9"};
}

LabSetup noLimitDoes(Instant midnight)
{
    Maker made(midnight);
    for (int office = 1; office <= 4; ++office)
        made.random(8h, 18h, 6 + office, fmt::format("office:{}", office));
    for (int i = 0; i < 60; ++i)
        made.random(8h, 18h, 0.3, fmt::format("user:{}", i));
    made.random(8h, 18h, 5, "ip:192.0.2.44");
    return {.trace = made.take(),
            .candidates = {candidate("A", "sliding-log", "30/min")},
            .marked = {"ip:192.0.2.44"},
            .token = "ip:192.0.2.44"};
}

// Clients that call every half minute, until a service of 10 minutes' outage: how they behave then.
template <class Retry>
LabSetup outage(Instant midnight, Retry retry)
{
    Maker made(midnight);
    constexpr Micros down = 12h + 10min;
    constexpr Micros up = 12h + 20min;
    for (int i = 0; i < 40; ++i) {
        const std::string client = fmt::format("client:{}", i);
        Micros time = 12h + Micros(std::llround(made.uniform(0, 30) * 1e6));
        int failures = 0;
        while (time < 12h + 30min) {
            made.add(time, client);
            const bool fails = time >= down && time < up;
            failures = fails ? failures + 1 : 0;
            time += fails ? retry(failures) + Micros(std::llround(made.uniform(0, 1) * 2e5)) : Micros(30s);
        }
    }
    return {.trace = made.take(),
            .candidates = {candidate("A", "sliding-log", "10/min"), candidate("B", "gcra", "10/min")},
            .token = "client:7"};
}

LabSetup retriesWithoutPause(Instant midnight)
{
    return outage(midnight, [](int) { return Micros(1s); });
}

LabSetup backOff(Instant midnight)
{
    return outage(midnight, [](int failures) { return Micros(1s) * (1 << std::min(failures - 1, 6)); });
}

LabSetup burstsOfABucket(Instant midnight)
{
    Maker made(midnight);
    for (int i = 0; i < 20; ++i)
        made.many(12h + 90s * i, 100ms, 40, "batch");
    return {.trace = made.take(),
            .candidates = {candidate("A", "gcra", "60/min"), candidate("B", "gcra", "60/min burst 10"),
                           candidate("C", "sliding-log", "60/min")},
            .token = "batch"};
}

LabSetup justAboveTheLimit(Instant midnight)
{
    Maker made(midnight);
    made.many(12h, 960ms, 1000, "poller");
    return {.trace = made.take(),
            .candidates = {candidate("A", "sliding-log", "60/min"), candidate("B", "gcra", "60/min burst 5"),
                           candidate("C", "fixed-window", "60/min")},
            .token = "poller"};
}

LabSetup estimates(Instant midnight)
{
    Maker made(midnight);
    for (int i = 0; i < 12; ++i) {
        made.many(12h + 66s * i, 80ms, 60, "batch every 66 s"); // the log has forgotten the one before
        made.many(12h + 45s * i, 80ms, 40, "batch every 45 s");
    }
    return {.trace = made.take(),
            .enforced = candidate(enforcedName, "sliding-log", "60/min"),
            .candidates = {candidate("A", "sliding-window-counter", "60/min")},
            .token = "batch every 66 s"};
}

LabSetup dayInAnHour(Instant midnight)
{
    Maker made(midnight);
    made.many(0h, 3s, 900, "importer");
    made.random(8h, 20h, 0.6, "importer");
    return {.trace = made.take(),
            .enforced = candidate(enforcedName, "sliding-log", "800/day"),
            .candidates = {candidate("A", "sliding-log", "1/s + 20/min + 200/h + 800/day")},
            .token = "importer"};
}

/// Answers of models that declare their longest answer, and come at 50 units a second.
MeteredTraffic metered(Trace trace)
{
    constexpr Units declared = 8192;
    MeteredTraffic traffic;
    const std::uint32_t chat = traffic.kinds.add("chat");
    const std::uint32_t agent = traffic.kinds.add("agent");
    for (std::size_t i = 0; i < trace.size(); ++i)
        traffic.requests.push_back({trace.times[i], Micros(20ms) * trace.cost(i), trace.tokens[i],
                                    trace.names[trace.tokens[i]].ends_with("agents") ? agent : chat, declared,
                                    trace.cost(i)});
    traffic.names = std::move(trace.names);
    return traffic;
}

LabSetup costs(Instant midnight)
{
    Maker made(midnight);
    for (int i = 0; i < 30; ++i) {
        const std::string team = fmt::format("team:{}", i);
        for (Micros time = 9h; time < 11h; time += Micros(std::llround(made.uniform(2, 40) * 1e6)))
            made.add(time, team, TraceCost(std::min(8000.0, 40 * std::pow(made.uniform(0.003, 1), -0.9))));
    }
    for (Micros time = 10h; time < 10h + 20min; time += 4s)
        made.add(time, "team:agents", TraceCost(made.uniform(2000, 8000)));
    return {.candidates = {candidate("A", "sliding-log", "30000/min"), candidate("B", "gcra", "30000/min")},
            .marked = {"team:agents"},
            .token = "team:agents",
            .metered = metered(made.take())};
}

LabSetup dayCurve(Instant midnight)
{
    Maker made(midnight);
    for (int i = 0; i < 250; ++i) {
        const std::string app = fmt::format("app:{}", i);
        const double share = 40.0 / (i + 1);
        for (int hour = 0; hour < 24; ++hour) {
            const double curve = 0.25 + 0.75 * std::pow(std::sin(M_PI * (hour + 2) / 24.0), 2);
            made.random(std::chrono::hours(hour), std::chrono::hours(hour + 1), share * curve, app);
        }
    }
    return {.trace = made.take(),
            .enforced = candidate(enforcedName, "sliding-log", "60/min"),
            .candidates = {candidate("A", "sliding-log", "30/min + 1500/h")},
            .token = "app:0"};
}

} // namespace

std::vector<LabExample> labExamples()
{
    return {
        {LabExamples::tr("Five requests, two rules"),
         LabExamples::tr(
             "1 per second and 5 per minute. The request at 12:34:31 is denied, as the 5th before "
             "it is 56 s old; the one at 12:34:40 is allowed."),
         workedExample},
        {LabExamples::tr("A burst at the turn of the hour"),
         LabExamples::tr("A fixed window of 100 per hour allows 100 at 11:59 and 100 more at 12:01: 200 "
                         "within three minutes. A sliding log does not."),
         turnOfTheHour},
        {LabExamples::tr("An abuser among 1,200 clients"),
         LabExamples::tr("One address sends 310 a minute for 85 minutes. Take the proposal: it is stopped, "
                         "and nobody else is."),
         abuserAmongMany},
        {LabExamples::tr("A slow scraper"),
         LabExamples::tr("It never exceeds 16 a minute, and pages load in bursts of more: only a limit per "
                         "hour or day tells them apart."),
         slowScraper},
        {LabExamples::tr("No limit does"),
         LabExamples::tr("The address to stop sends less than four offices behind one address each: no "
                         "single limit stops it alone. Block it instead."),
         noLimitDoes},
        {LabExamples::tr("A retry storm"),
         LabExamples::tr("For ten minutes every call fails, and 40 clients try again each second: a limit "
                         "per client keeps the storm away."),
         retriesWithoutPause},
        {LabExamples::tr("The same with back-off"),
         LabExamples::tr("The same outage, but the clients wait 1, 2, 4, … 64 s between tries: the same "
                         "limits deny next to nothing."),
         backOff},
        {LabExamples::tr("What a burst is"),
         LabExamples::tr("40 requests at once, every 90 s. GCRA with its whole limit as burst allows them, "
                         "with a burst of 10 it spreads them."),
         burstsOfABucket},
        {LabExamples::tr("Just above the limit"),
         LabExamples::tr("62.5 a minute against 60: GCRA denies single requests now and then, a fixed window "
                         "the last ones of each minute."),
         justAboveTheLimit},
        {LabExamples::tr("The counter's estimate"),
         LabExamples::tr("A sliding window counter takes the minute before as evenly spread. Where it was "
                         "not, it differs from the log."),
         estimates},
        {LabExamples::tr("A day's quota in an hour"),
         LabExamples::tr("800 a day alone are used up within 40 minutes. 1 a second, 20 a minute, 200 an "
                         "hour beside it spread them."),
         dayInAnHour},
        {LabExamples::tr("Requests that cost more"),
         LabExamples::tr("Costs such as those of language models: a few are a hundred times the others, and "
                         "each is known when the answer has ended. What is reserved until then decides who "
                         "is denied."),
         costs},
        {LabExamples::tr("A day with its night"),
         LabExamples::tr("250 applications, the busiest with most of the traffic: what a limit chosen at "
                         "night does at noon."),
         dayCurve},
    };
}

} // namespace ratewarden::ui
