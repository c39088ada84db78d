// SPDX-License-Identifier: GPL-3.0-or-later
// What the browser of all keys costs on a server with very many: the scan with formats and memory beside a
// bare client that asks for name, type and expiry, in the same run; the tree; and what a key takes of memory.
// A program, not a test. The number of keys may be given, and after it how many are looked at in one step.
#include "app/demo/private_redis.h"
#include "core/keys/key_scan.h"
#include "core/keys/key_tree.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/redis/connection.h"
#include "tests/benchmark/figures.h"

#include <fmt/format.h>
#include <hiredis/hiredis.h>
#include <malloc.h>

#include <QCoreApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

using namespace ratewarden;

namespace {

constexpr int rounds = 5;

template <class Work>
double seconds(Work work)
{
    QElapsedTimer time;
    time.start();
    work();
    return double(time.nsecsElapsed()) / 1e9;
}

// Keys of several limiters among others, as a shared server has them.
Command keyCommand(int i, std::int64_t nowSeconds)
{
    const int kind = i % 20;
    if (kind < 7)
        return {"SET", fmt::format("rlflx:user:{:07}", i), std::to_string(i % 100), "PX", "3600000"};
    if (kind < 11)
        return {"SET", fmt::format("rl:{}.{}.{}.{}", i & 255, (i >> 8) & 255, (i >> 16) & 255, i % 251),
                std::to_string(i % 60), "PX", "3600000"};
    if (kind < 13)
        return {"SET", fmt::format("LIMITS:LIMITER/user{}/100/1/hour", i), std::to_string(i % 100), "PX",
                "3600000"};
    if (kind < 14)
        return {"ZADD", fmt::format("feed:{:07}", i), std::to_string(nowSeconds), fmt::format("req-{}", i)};
    if (kind < 17)
        return {"SET", fmt::format("session:{:032x}", i), std::string(150, 'x'), "PX", "3600000"};
    if (kind < 18)
        return {"HSET", fmt::format("profile:{}", i), "name", "somebody", "mail", "somebody@example.org"};
    return {"SET", fmt::format("quota:{}:{}", i % 7, i), std::to_string(i)};
}

void fill(Connection& connection, int keys)
{
    const std::int64_t now =
        std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()).time_since_epoch().count();
    const Policy policy{"api", "gcra", parseRules("1000/h")};
    RedisRateLimiter limiter(connection, policy, Detail::Verdict);
    constexpr int batch = 1000;
    constexpr int own = 20; // one in so many is Ratewarden's own
    for (int first = 0; first < keys; first += batch) {
        std::vector<Command> commands;
        std::vector<std::string> names;
        for (int i = first; i < std::min(first + batch, keys); ++i) {
            if ((i / 20) % own == 0)
                names.push_back(fmt::format("user:{:07}", i));
            else
                commands.push_back(keyCommand(i, now));
        }
        for (const Reply& reply : connection.pipeline(commands))
            throwIfError(reply.view(), "fill", "here");
        std::vector<TokenRequest> requests;
        for (const std::string& name : names)
            requests.push_back({name, 1});
        limiter.acquireMany(requests);
    }
}

// A client that keeps nothing, on hiredis alone: the next SCAN goes with TYPE and PTTL of the page before.
class BareClient {
public:
    explicit BareClient(const std::string& socket) : m_context(redisConnectUnix(socket.c_str()), &redisFree)
    {
    }

    std::size_t scan(std::size_t count)
    {
        const std::string countText = std::to_string(count);
        std::string cursor = "0";
        std::vector<std::string> names;
        std::size_t bytes = 0;
        bool scanned = false;
        while (!scanned || !names.empty()) {
            if (!scanned)
                append({"SCAN", cursor, "COUNT", countText});
            for (const std::string& name : names) {
                append({"TYPE", name});
                append({"PTTL", name});
            }
            std::vector<std::string> next;
            if (!scanned) {
                const auto reply = receive();
                cursor = reply->element[0]->str;
                for (std::size_t i = 0; i < reply->element[1]->elements; ++i)
                    next.emplace_back(reply->element[1]->element[i]->str, reply->element[1]->element[i]->len);
                scanned = cursor == "0";
            }
            for (const std::string& name : names) {
                bytes += name.size() + receive()->len;
                bytes += std::size_t(receive()->integer > 0);
            }
            names = std::move(next);
        }
        return bytes;
    }

private:
    struct Free {
        void operator()(redisReply* reply) const { freeReplyObject(reply); }
    };

    void append(std::initializer_list<std::string_view> arguments)
    {
        std::array<const char*, 8> texts{};
        std::array<std::size_t, 8> sizes{};
        std::size_t count = 0;
        for (const std::string_view argument : arguments) {
            texts.at(count) = argument.data();
            sizes.at(count++) = argument.size();
        }
        redisAppendCommandArgv(m_context.get(), int(count), texts.data(), sizes.data());
    }

    std::unique_ptr<redisReply, Free> receive()
    {
        void* reply = nullptr;
        if (redisGetReply(m_context.get(), &reply) != REDIS_OK)
            throw std::runtime_error("the bare client lost its connection");
        return std::unique_ptr<redisReply, Free>(static_cast<redisReply*>(reply));
    }

    std::unique_ptr<redisContext, decltype(&redisFree)> m_context;
};

struct Scanned {
    KeyStore store;
    std::size_t steps = 0;
};

Scanned scan(Server& server, std::int64_t count)
{
    Scanned scanned;
    KeyScan keys(count);
    while (!keys.complete()) {
        for (const FoundKeyFacts& key : keys.step(server).keys)
            scanned.store.add(key);
        ++scanned.steps;
    }
    return scanned;
}

void report(const KeyTotals& totals)
{
    for (const KeyTotals::Share& share : totals.shares)
        fmt::print("| {} | {} |\n",
                   share.format                     ? share.format->name()
                   : share.kind == KeyKind::Unknown ? "unknown"
                                                    : "not a limiter",
                   share.keys);
}

void run(int keys, std::int64_t count)
{
    PrivateRedis redis;
    if (const QString problem = redis.start(); !problem.isEmpty())
        throw std::runtime_error(problem.toStdString());
    Connection connection(redis.endpoint());
    fmt::print("filling in {} keys...\n", keys);
    fill(connection, keys);
    BareClient bare(redis.endpoint().socketPath);

    std::vector<double> bareTimes;
    std::vector<double> scanTimes;
    std::vector<double> ratios;
    for (int i = 0; i < rounds; ++i) {
        bareTimes.push_back(seconds([&] { bare.scan(std::size_t(count)); }));
        scanTimes.push_back(seconds([&] { scan(connection, count); }));
        ratios.push_back(scanTimes.back() / bareTimes.back());
    }
    fmt::print("\n| scan of {} keys, COUNT {} | seconds |\n|---|---|\n", keys, count);
    fmt::print("| bare client: name, type, expiry | {:.2f} |\n", median(bareTimes));
    fmt::print("| with formats and memory, kept | {:.2f} |\n", median(scanTimes));
    fmt::print("| ratio, median of {} rounds ({:.2f} to {:.2f}) | {:.2f} |\n", rounds,
               std::ranges::min(ratios), std::ranges::max(ratios), median(ratios));

    malloc_trim(0);
    const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    Scanned scanned = scan(connection, count);
    KeyTree tree(scanned.store);
    const double update = seconds([&] { tree.update(); });
    const double root = seconds([&] { tree.children("", 0, 100); });
    const std::size_t used = mallinfo2().uordblks + mallinfo2().hblkhd - before;
    std::size_t names = 0;
    for (KeyStore::Index key = 0; key < scanned.store.size(); ++key)
        names += scanned.store.name(key).size();
    fmt::print("\n| memory of store and tree | bytes a key |\n|---|---|\n");
    fmt::print("| in all | {:.0f} |\n| of that the names | {:.0f} |\n", double(used) / scanned.store.size(),
               double(names) / scanned.store.size());

    fmt::print("\n| the tree | ms |\n|---|---|\n| sort all | {:.0f} |\n| first rows with totals | {:.0f} |\n",
               update * 1e3, root * 1e3);
    fmt::print("| a filter | {:.0f} |\n",
               1e3 * seconds([&] { tree.setFilter(KeyFilter("*77* type:string")); }));
    tree.setFilter({});
    tree.setDelimiters("");
    fmt::print("| all keys in one level | {:.0f} |\n", 1e3 * seconds([&] { tree.children("", 0, 100); }));
    tree.setOrder(KeyTree::Order::Memory);
    fmt::print("| the same by memory | {:.0f} |\n", 1e3 * seconds([&] { tree.children("", 0, 100); }));

    fmt::print("\n| {} keys found in {} steps | keys |\n|---|---|\n", scanned.store.size(), scanned.steps);
    report(tree.totals());
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    try {
        run(argc > 1 ? std::atoi(argv[1]) : 1'000'000, argc > 2 ? std::atoi(argv[2]) : 500);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
