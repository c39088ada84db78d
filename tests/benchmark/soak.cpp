// SPDX-License-Identifier: GPL-3.0-or-later
// Traffic for a long time, with what goes wrong in such a time: connections are killed, scripts are flushed,
// policies are published. The limiters are used from several threads, and the window looks on. Memory and
// handles have to stay flat: benchmark_soak [MINUTES] prints them once a minute, and exits with 1 if they
// grew.
#include "app/demo/private_redis.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/policies/following_rate_limiter.h"
#include "core/policies/policy_store.h"
#include "core/policies/policy_watch.h"
#include "core/redis/connection.h"
#include "core/redis/connection_pool.h"
#include "core/redis/pipelined_server.h"
#include "ui/main_window.h"
#include "ui/theme/theme.h"

#include <fmt/format.h>
#include <malloc.h>

#include <QApplication>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <semaphore>
#include <span>
#include <string>
#include <thread>
#include <vector>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

constexpr int tokens = 5000;

struct Sample {
    double heapMegabytes = 0;     ///< in use, as malloc counts
    double residentMegabytes = 0; ///< of the process
    std::size_t handles = 0;      ///< open files
    std::size_t threads = 0;
    double serverMegabytes = 0;
};

std::size_t entriesIn(const char* folder)
{
    return std::size_t(std::ranges::distance(std::filesystem::directory_iterator(folder),
                                             std::filesystem::directory_iterator()));
}

Sample sampleNow(Connection& connection)
{
    Sample sample;
    sample.heapMegabytes = double(mallinfo2().uordblks) / 1e6;
    std::ifstream statm("/proc/self/statm");
    long size = 0;
    long resident = 0;
    statm >> size >> resident;
    sample.residentMegabytes = double(resident) * 4096 / 1e6;
    sample.handles = entriesIn("/proc/self/fd");
    sample.threads = entriesIn("/proc/self/task");
    const Reply info = connection.call({"INFO", "memory"});
    const std::string text(info.view().string());
    sample.serverMegabytes = std::stod(text.substr(text.find("used_memory:") + 12)) / 1e6;
    return sample;
}

template <class Member>
double mean(std::span<const Sample> samples, Member Sample::*member)
{
    double sum = 0;
    for (const Sample& sample : samples)
        sum += double(sample.*member);
    return sum / double(samples.size());
}

void publish(Server& server, int round)
{
    PublishedPolicy published = findPublished(server, "api").value_or(PublishedPolicy{});
    published.policy.name = "api";
    published.policy.algorithm = "sliding-log";
    published.policy.rules = parseRules(round % 2 == 0 ? "5/s + 60/min" : "6/s + 70/min");
    published.policy.counters = true;
    publishPolicy(server, published, {"soak", "another limit"});
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    ui::applyTheme(application, ui::Scheme::Light);
    const int minutes = argc > 1 ? std::max(4, std::atoi(argv[1])) : 60;
    PrivateRedis redis;
    if (const QString problem = redis.start(); !problem.isEmpty()) {
        fmt::print(stderr, "{}\n", problem.toStdString());
        return 1;
    }
    const Endpoint endpoint = redis.endpoint();
    Connection admin(endpoint);
    publish(admin, 0);

    std::atomic<std::uint64_t> decided = 0;
    std::atomic<std::uint64_t> failed = 0;
    std::counting_semaphore<> over(0);
    PipelinedServer pipelined(endpoint);
    ConnectionPool pool([&] { return std::make_unique<Connection>(endpoint); }, {.most = 2});
    PolicyWatch watch(endpoint);
    std::vector<std::jthread> workers;
    workers.reserve(4);
    for (int i = 0; i < 4; ++i)
        workers.emplace_back([&, i] {
            Server& server = i % 2 == 0 ? static_cast<Server&>(pipelined) : pool;
            FollowingRateLimiter following(server, watch, "api");
            RedisRateLimiter log(server, {"zset", "sliding-log-zset", parseRules("10/min")});
            // With pauses: about what a service does, not as fast as it can be done.
            for (std::uint64_t n = std::uint64_t(i); n % 16 != 0 || !over.try_acquire_for(5ms); ++n) {
                try {
                    following.acquire(fmt::format("user:{}", n * 7919 % tokens));
                    log.acquire(fmt::format("ip:{}", n * 104729 % 500));
                    decided += 2;
                } catch (const Unavailable&) {
                    ++failed;
                }
            }
        });

    ui::MainWindow window({.endpoint = endpoint, .name = "soak", .badge = {}});
    window.resize(1440, 900);
    window.show();

    std::vector<Sample> samples;
    fmt::print(
        "| minute | decisions | uncertain or refused | heap MB | resident MB | handles | threads | server "
        "MB |\n|---|---|---|---|---|---|---|---|\n");
    QTimer trouble;
    int round = 0;
    QObject::connect(&trouble, &QTimer::timeout, &application, [&] {
        ++round;
        window.showPage(ui::MainWindow::Page(round % 5));
        if (round % 6 == 0)
            admin.pipeline({{"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}});
        if (round % 10 == 0)
            admin.call({"SCRIPT", "FLUSH"});
        if (round % 12 == 0)
            publish(admin, round / 12);
    });
    trouble.start(5s);
    QTimer clock;
    QObject::connect(&clock, &QTimer::timeout, &application, [&] {
        const Sample sample = sampleNow(admin);
        samples.push_back(sample);
        fmt::print("| {} | {} | {} | {:.1f} | {:.1f} | {} | {} | {:.1f} |\n", samples.size(), decided.load(),
                   failed.load(), sample.heapMegabytes, sample.residentMegabytes, sample.handles,
                   sample.threads, sample.serverMegabytes);
        std::fflush(stdout);
        if (int(samples.size()) >= minutes)
            QApplication::quit();
    });
    clock.start(60s);
    QApplication::exec();
    over.release(std::ptrdiff_t(workers.size()));
    workers.clear();

    // The second quarter beside the last: by then everything is as large as it gets.
    const std::size_t quarter = samples.size() / 4;
    const std::span all(samples);
    const auto early = all.subspan(quarter, quarter);
    const auto late = all.last(quarter);
    const double heap = mean(late, &Sample::heapMegabytes) / mean(early, &Sample::heapMegabytes);
    const double resident = mean(late, &Sample::residentMegabytes) / mean(early, &Sample::residentMegabytes);
    const double handles = mean(late, &Sample::handles) / mean(early, &Sample::handles);
    fmt::print("\nThe last quarter ÷ the second: heap {:.3f}, resident {:.3f}, handles {:.3f}\n", heap,
               resident, handles);
    return heap < 1.05 && resident < 1.05 && handles < 1.05 ? 0 : 1;
}
