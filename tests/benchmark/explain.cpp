// SPDX-License-Identifier: GPL-3.0-or-later
// How long it takes to say why a request was denied, on a server with very many keys: by its token and time,
// for which the token's keys are read, and by its note, for which all keys are walked over. A program, not a
// test: benchmark_explain [tokens] Each token has a state and counts, and each twentieth of them a denial
// that is remembered; so many tokens as are there by default come to a million keys. Likewise with a log of a
// million requests, in which the denial stands in the middle.
#include "app/demo/private_redis.h"
#include "core/explain/denial_log.h"
#include "core/explain/explanation.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/policies/policy_store.h"
#include "core/redis/connection.h"

#include <fmt/format.h>

#include <QCoreApplication>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ratewarden;

namespace {

using Clock = std::chrono::steady_clock;

constexpr int rounds = 5;
constexpr int batch = 1000;
constexpr int deniedEach = 20;

struct Known {
    std::string token;
    std::string note;
    Denial denial;
};

/// One of the denials, from the middle.
Known fill(Connection& connection, const Policy& policy, int tokens)
{
    RedisRateLimiter limiter(connection, policy);
    Known known;
    for (int first = 0; first < tokens; first += batch) {
        std::vector<std::string> names;
        std::vector<std::string> notes;
        for (int i = first; i < std::min(first + batch, tokens); ++i) {
            names.push_back(fmt::format("user:{:07}", i));
            notes.push_back(fmt::format("req-{:07}", i));
        }
        std::vector<TokenRequest> requests;
        for (const std::string& name : names)
            requests.push_back({name, 1});
        limiter.acquireMany(requests); // all that the policy allows
        requests.clear();
        for (std::size_t i = 0; i < names.size(); i += deniedEach)
            requests.push_back({names[i], 1, notes[i]});
        const std::vector<Decision> decisions = limiter.acquireMany(requests);
        if (std::ranges::any_of(decisions, &Decision::allowed))
            throw std::runtime_error("a request was to be denied");
        if (known.token.empty() && first + batch > tokens / 2)
            known = {names.front(), notes.front(), {decisions.front().now, decisions.front().now, 1}};
    }
    return known;
}

template <class Explain>
void report(const char* what, Explain explain)
{
    std::array<double, rounds> millis{};
    for (double& one : millis) {
        const Clock::time_point began = Clock::now();
        const std::vector<Explanation> all = explain();
        one = std::chrono::duration<double, std::milli>(Clock::now() - began).count();
        if (all.size() != 1 || all.front().cause != DenialCause::Rule ||
            all.front().certainty != Certainty::Exact)
            throw std::runtime_error(fmt::format("{}: not the rule, for sure", what));
    }
    std::ranges::sort(millis);
    fmt::print("| {} | {:.1f} | {:.1f} |\n", what, millis[rounds / 2], millis.back());
}

void writeLog(const std::string& path, const Known& known)
{
    constexpr int requests = 1'000'000;
    constexpr Micros apart = std::chrono::milliseconds(10);
    std::ofstream log(path, std::ios::binary);
    for (int i = 0; i < requests; ++i) {
        const bool isIt = i == requests / 2;
        const Instant at = known.denial.from + (i - requests / 2) * apart;
        log << fmt::format("{{\"ts\":{}.{:06},\"user\":\"{}\",\"status\":{},\"request_id\":\"{}\"}}\n",
                           at.time_since_epoch() / std::chrono::seconds(1),
                           (at.time_since_epoch() % std::chrono::seconds(1)).count(),
                           isIt ? known.token : fmt::format("other:{}", i % 5000), isIt ? 429 : 200,
                           isIt ? known.note : fmt::format("{:012x}", i));
    }
}

/// With what a log tells of it, as the terminal does.
std::vector<Explanation> explainLogged(Connection& connection, const std::string& path,
                                       const DenialQuestion& asked)
{
    const TokenLog log = readTokenLog(path, asked);
    const DenialQuestion question = asLogged(asked, log.facts);
    std::vector<Explanation> all = explainDenials(connection, question.token, question.denial);
    for (Explanation& one : all)
        tellByLog(one, log);
    return all;
}

void run(int tokens)
{
    PrivateRedis redis;
    if (const QString problem = redis.start(); !problem.isEmpty())
        throw std::runtime_error(problem.toStdString());
    Connection connection(redis.endpoint());
    Policy policy{"api", "sliding-log", parseRules("1/h + 100/day"), false, true};
    policy.denials = 100;
    announcePolicy(connection, policy);
    fmt::print("filling in {} tokens...\n", tokens);
    const Known known = fill(connection, policy, tokens);
    const Reply keys = connection.call({"DBSIZE"});
    fmt::print("\n| among {} keys, ms | median of {} | longest |\n|---|---|---|\n", keys.view().integer(),
               rounds);
    report("by token and time", [&] { return explainDenials(connection, known.token, known.denial); });
    report("by a note", [&] { return explainNoted(connection, known.note); });
    const QTemporaryDir folder;
    const std::string log = folder.filePath("requests.log").toStdString();
    writeLog(log, known);
    report("by token and time, with a log", [&] {
        return explainLogged(connection, log, {known.token, known.denial});
    });
    report("by an id, in a log",
           [&] { return explainLogged(connection, log, findInLog(log, known.note).value()); });
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    try {
        run(argc > 1 ? std::atoi(argv[1]) : 488'000);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
