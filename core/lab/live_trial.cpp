// SPDX-License-Identifier: MIT
#include "core/lab/live_trial.h"

#include "core/lab/scratch_keys.h"
#include "core/limiter/decision_call.h"
#include "core/redis/pipelined_connection.h"
#include "core/redis/sentinel_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <unordered_map>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;
using nanoseconds = std::chrono::nanoseconds;
using Clock = Stream::Clock;

constexpr nanoseconds punctual = 1ms;
constexpr auto reportPause = 100ms;
constexpr auto renewEvery = 1s;
constexpr auto beforeStart = 5ms;
constexpr std::int64_t mostIntervals = 240;
constexpr Micros shortestTrialInterval = 250ms;
constexpr std::size_t addedAtOnce = 256; // before replies are looked at again
constexpr std::size_t mostKinds = 16;
constexpr std::size_t mostPacked = 10'000;

Micros toMicros(nanoseconds span)
{
    return std::chrono::duration_cast<Micros>(span);
}

/// The commands of the requests.
class Requests {
public:
    Requests(const ScratchRun& run, const Trace& trace, const Policy& policy)
        : m_run(run), m_trace(trace), m_resolved(policy)
    {
    }

    const ResolvedPolicy& resolved() const { return m_resolved; }

    const Command& command(std::size_t request)
    {
        m_command.restart(m_resolved.script, m_run.counts ? 3 : 2);
        addScratchKeys(m_command, m_run, m_trace.tokens[request]);
        m_command.add(packed(m_trace.cost(request)));
        return m_command;
    }

    /// Charges nothing; a server that does not have the script gets it.
    Command peek() const
    {
        Command command(m_resolved.script, 2);
        ScratchRun withoutCounts = m_run;
        withoutCounts.counts = false;
        addScratchKeys(command, withoutCounts, 0);
        return command.add(argument(0, Mode::Peek));
    }

private:
    // What is asked does not depend on the token.
    std::string argument(TraceCost cost, Mode mode) const
    {
        const Command whole =
            decisionCommand(m_resolved, RedisToken("any"), cost, mode, {.detail = Detail::Verdict});
        return std::string(whole.arguments().back());
    }

    const std::string& packed(TraceCost cost)
    {
        if (m_packed.size() > mostPacked)
            m_packed.clear();
        std::string& text = m_packed[cost];
        if (text.empty())
            text = argument(cost, Mode::Acquire);
        return text;
    }

    const ScratchRun& m_run;
    const Trace& m_trace;
    const ResolvedPolicy m_resolved;
    std::unordered_map<TraceCost, std::string> m_packed; // by cost
    Command m_command;
};

/// A connection, and what waits on it.
struct Channel {
    struct Waiting {
        nanoseconds planned{};
        TokenId token = 0;
        bool isRequest = true; ///< else it says that the trial is in progress
    };

    explicit Channel(const Endpoint& endpoint) : pipe(endpoint, {}, "ratewarden-lab") {}

    PipelinedConnection pipe;
    std::deque<Waiting> waiting; ///< for answers; the last pipe.unsent() of them have not left
};

/// Sends, reads and counts; the keys are its owner's business.
class TrialRun {
public:
    TrialRun(const ScratchRun& scratch, const Trace& trace, const Candidate& candidate,
             const LiveTrialOptions& options, const ArrivalSums& sums, const LiveReport& report)
        : m_scratch(scratch)
        , m_trace(trace)
        , m_options(options)
        , m_report(report)
        , m_requests(scratch, trace, candidate.policy)
        , m_arrivals(trace, options.pace)
        , m_length(toMicros(sums.length))
        , m_intervalLength(std::max(shortestTrialInterval, m_length / mostIntervals))
        , m_used(trace.names.size())
    {
        m_trial.candidate = candidate;
        m_trial.deniedByToken.resize(trace.names.size());
    }

    void connect(const Endpoint& endpoint)
    {
        const Endpoint node = endpoint.deployment == Deployment::Sentinel
                                  ? endpoint.node(askSentinels(endpoint, {}).primary)
                                  : endpoint;
        for (int i = 0; i < m_options.connections; ++i)
            m_channels.push_back(std::make_unique<Channel>(node));
    }

    void go(const std::stop_token& stop);
    void report(bool removing);

    const Requests& requests() const { return m_requests; }
    LiveTrial& trial() { return m_trial; }
    bool used(std::uint64_t token) const { return m_used[token]; }

private:
    nanoseconds elapsed() const { return Clock::now() - m_start; }
    void planDue();
    void begin(const Arrivals::Arrival& arrival);
    void send();
    void receive();
    void take(const Channel::Waiting& waiting, ReplyView reply);
    void takeError(std::string_view text);
    void endInterval();
    void keepAlive();
    void wait(nanoseconds until);
    void finish();

    const ScratchRun& m_scratch;
    const Trace& m_trace;
    const LiveTrialOptions& m_options;
    const LiveReport& m_report;
    Requests m_requests;
    Arrivals m_arrivals;
    const Micros m_length;
    const Micros m_intervalLength;
    std::vector<bool> m_used; // by token: it may have keys
    std::vector<std::unique_ptr<Channel>> m_channels;
    std::size_t m_turn = 0; // of the channels

    Clock::time_point m_start;
    std::optional<Arrivals::Arrival> m_next;
    std::size_t m_outstanding = 0;
    nanoseconds m_now{}; // of the answers that are being read
    nanoseconds m_lastAnswer{};
    nanoseconds m_nextReport{};
    nanoseconds m_nextRenewal = renewEvery;
    bool m_sendsText = false; // of the script, which the server has lost

    LiveTrial m_trial;
    nanoseconds m_lateness{}; // of all that were late
    LiveCounts m_before;      // when the interval began
    Micros m_intervalEnd{};
    LatencyHistogram m_ofInterval;
};

void TrialRun::go(const std::stop_token& stop)
{
    m_start = Clock::now() + beforeStart;
    m_intervalEnd = m_intervalLength;
    m_next = m_arrivals.next();
    std::optional<nanoseconds> deadline; // for answers, once no more is planned
    try {
        while (true) {
            if (m_next && stop.stop_requested()) {
                m_next.reset();
                m_trial.end = LiveTrial::End::Stopped;
            }
            planDue();
            send();
            receive();
            keepAlive();
            const nanoseconds now = elapsed();
            while (now >= m_intervalEnd)
                endInterval();
            if (now >= m_nextReport)
                report(false);
            if (!m_next) {
                if (!deadline)
                    deadline = now + m_options.patience;
                if (m_outstanding == 0 || now >= *deadline)
                    break;
            }
            wait(m_next ? m_next->at : *deadline);
        }
    } catch (const Unavailable& error) {
        m_trial.end = LiveTrial::End::ConnectionLost;
        m_trial.problem = error.problem();
    }
    finish();
}

void TrialRun::planDue()
{
    for (std::size_t added = 0; m_next && m_next->at <= elapsed() && added < addedAtOnce; ++added) {
        begin(*m_next);
        m_next = m_arrivals.next();
    }
}

void TrialRun::begin(const Arrivals::Arrival& arrival)
{
    ++m_trial.counts.planned;
    if (m_outstanding >= m_options.mostOutstanding) {
        ++m_trial.counts.dropped;
        return;
    }
    const TokenId token = m_trace.tokens[arrival.request];
    const Command& command = m_requests.command(arrival.request);
    Channel& channel = *m_channels[m_turn++ % m_channels.size()];
    channel.pipe.add(std::exchange(m_sendsText, false) ? command.withScriptText() : command);
    channel.waiting.push_back({arrival.at, token});
    m_used[token] = true;
    ++m_outstanding;
}

void TrialRun::send()
{
    for (const auto& channel : m_channels) {
        const std::size_t first = channel->waiting.size() - channel->pipe.unsent();
        const std::size_t sent = channel->pipe.unsent() == 0 ? 0 : channel->pipe.send();
        if (sent == 0)
            continue;
        const nanoseconds now = elapsed();
        for (std::size_t i = first; i < first + sent; ++i) {
            const Channel::Waiting& one = channel->waiting[i];
            if (!one.isRequest)
                continue;
            ++m_trial.counts.sent;
            const nanoseconds late = now - one.planned;
            if (late <= punctual)
                continue;
            ++m_trial.counts.late;
            m_lateness += late;
            m_trial.latest = std::max(m_trial.latest, toMicros(late));
        }
    }
}

void TrialRun::receive()
{
    for (const auto& channel : m_channels) {
        if (channel->waiting.size() == channel->pipe.unsent())
            continue;
        m_now = {};
        channel->pipe.receive([&](const Reply& reply) {
            if (m_now == nanoseconds())
                m_now = elapsed(); // the same for all that came with one look
            if (channel->waiting.empty())
                throw Unavailable("the server answered what was not asked", Unavailable::Effect::Uncertain);
            const Channel::Waiting waiting = channel->waiting.front();
            channel->waiting.pop_front();
            if (waiting.isRequest)
                take(waiting, reply.view());
        });
    }
}

void TrialRun::take(const Channel::Waiting& waiting, ReplyView reply)
{
    --m_outstanding;
    ++m_trial.counts.answered;
    m_lastAnswer = m_now;
    const Micros latency = toMicros(m_now - waiting.planned);
    m_trial.latency.add(latency);
    m_ofInterval.add(latency);
    if (reply.isError()) {
        takeError(reply.errorText());
        return;
    }
    try {
        const Decision decision = readDecision(reply, m_requests.resolved(), Detail::Verdict);
        if (decision.allowed())
            return;
        ++m_trial.counts.denied;
        ++m_trial.deniedByToken[waiting.token];
        if (decision.verdict == Verdict::NeverFits)
            ++m_trial.neverFits;
    } catch (const BadReply& error) {
        takeError(error.what());
    }
}

void TrialRun::takeError(std::string_view text)
{
    ++m_trial.counts.errors;
    const std::string_view kind = text.substr(0, text.find(' '));
    m_sendsText = m_sendsText || kind == "NOSCRIPT";
    const auto found = std::ranges::find(m_trial.errors, kind, &LiveErrors::kind);
    if (found != m_trial.errors.end())
        ++found->count;
    else if (m_trial.errors.size() < mostKinds)
        m_trial.errors.push_back({std::string(kind), 1, std::string(text)});
}

void TrialRun::endInterval()
{
    const LiveCounts& all = m_trial.counts;
    const LiveCounts& before = m_before;
    m_trial.intervals.push_back(
        {m_intervalEnd,
         {all.planned - before.planned, all.sent - before.sent, all.dropped - before.dropped,
          all.late - before.late, all.answered - before.answered, all.denied - before.denied,
          all.errors - before.errors, 0},
         m_ofInterval.quantile(0.5),
         m_ofInterval.quantile(0.99),
         m_ofInterval.max()});
    m_before = all;
    m_ofInterval.clear();
    m_intervalEnd += m_intervalLength;
}

// Goes the way of the requests, as waiting for an answer would hold them up.
void TrialRun::keepAlive()
{
    const nanoseconds now = elapsed();
    if (now < m_nextRenewal)
        return;
    m_nextRenewal = now + renewEvery;
    Channel& channel = *m_channels.front();
    channel.pipe.add(renewalOf(m_scratch, m_scratch.aliveUntil + toMicros(now)));
    channel.waiting.push_back({now, 0, false});
}

void TrialRun::wait(nanoseconds until)
{
    if (m_next && m_next->at <= elapsed())
        return;
    std::vector<Awaited> streams;
    for (const auto& channel : m_channels)
        streams.push_back(channel->pipe.awaited());
    const nanoseconds next = std::min({until, m_nextReport, m_nextRenewal, nanoseconds(m_intervalEnd)});
    waitForAny(streams, m_start + next);
}

void TrialRun::report(bool removing)
{
    const nanoseconds now = elapsed();
    m_nextReport = now + reportPause;
    if (!m_report)
        return;
    const LatencyHistogram& latency = m_trial.latency;
    m_report({std::max(Micros(), toMicros(now)), m_length, m_trial.counts, m_outstanding,
              latency.quantile(0.5), latency.quantile(0.99), latency.max(), &m_trial.intervals, removing});
}

void TrialRun::finish()
{
    if (m_trial.counts != m_before)
        endInterval();
    m_trial.counts.lost = m_outstanding;
    m_trial.length = toMicros(std::max(m_lastAnswer, nanoseconds(0)));
    if (m_trial.counts.late > 0)
        m_trial.meanLateness = toMicros(m_lateness / std::int64_t(m_trial.counts.late));
    m_trial.rounds = m_arrivals.rounds();
    m_trial.tokensDenied = std::size_t(
        std::ranges::count_if(m_trial.deniedByToken, [](std::uint32_t denied) { return denied > 0; }));
    m_channels.clear();
}

/// Removes what the run has written; why something may be left stands in the trial.
void removeWritten(Server& server, const ScratchRun& scratch, TrialRun& run)
{
    LiveTrial& trial = run.trial();
    constexpr auto left =
        "some keys of the trial may be left: {}. They expire by themselves, and `ratewarden-ctl "
        "lab clean` removes them";
    try {
        trial.keysRemoved =
            removeScratchKeys(server, scratch, [&](std::uint64_t token) { return run.used(token); });
        // What was never answered may run yet, and write again what has just been removed.
        if (trial.counts.lost > 0)
            trial.leftOver = fmt::format(left, "the server has not answered all requests");
        else
            forgetScratchRun(server, scratch);
    } catch (const Error& error) {
        trial.leftOver = fmt::format(left, error.what());
    }
}

} // namespace

double LiveTrial::answeredPerSecond() const
{
    return length > 0us ? double(counts.answered) / std::chrono::duration<double>(length).count() : 0;
}

LiveTrial runLiveTrial(Server& server, const Endpoint& endpoint, const Trace& trace,
                       const Candidate& candidate, const LiveTrialOptions& options,
                       const std::stop_token& stop, const LiveReport& report)
{
    const LiveTrialEstimate estimate = estimateLiveTrial(server, trace, candidate, options);
    if (!estimate.concerns.empty() && !options.force)
        throw LiveTrialRefused(estimate.concerns);
    cleanScratch(server);
    ScratchRun scratch =
        newScratchRun(validatedAlgorithm(candidate.policy), candidate.policy.counters, trace.names.size());
    TrialRun run(scratch, trace, candidate, options, estimate.arrivals, report);
    run.connect(endpoint);
    enterScratchRun(server, scratch);
    try {
        server.call(run.requests().peek());
        run.go(stop);
    } catch (...) {
        removeWritten(server, scratch, run);
        throw;
    }
    run.report(true);
    removeWritten(server, scratch, run);
    return std::move(run.trial());
}

} // namespace ratewarden
