// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demo.h"
#include "core/redis/connection.h"

#include <fmt/format.h>

#include <random>
#include <string>

using namespace ratewarden;

void writeOtherKeys(const Endpoint& endpoint)
{
    Connection server(endpoint, demoPatience);
    std::mt19937 random{11}; // the same each time, as pictures are made of it
    const auto number = [&random](int from, int to) {
        return std::uniform_int_distribution(from, to)(random);
    };
    for (int i = 0; i < 120; ++i)
        server.call(
            {"SET", fmt::format("session:{:08x}{:08x}", random(), random()),
             fmt::format(R"({{"user":{},"theme":"dark","csrf":"{:08x}"}})", number(1000, 9999), random()),
             "EX", std::to_string(number(300, 7200))});
    for (int i = 0; i < 48; ++i) // of a limiter whose author forgot the expiry
        server.call({"SET", fmt::format("quota:tenant-{}:{}", 100 + i, 494'000 + number(0, 90)),
                     std::to_string(number(1, 900))});
    for (int i = 0; i < 40; ++i)
        server.call({"RPUSH", "queue:mail", fmt::format(R"({{"to":"user{}@example.com"}})", number(1, 400))});
    for (int i = 0; i < 200; ++i)
        server.call({"ZADD", "ranking:week", std::to_string(number(10, 9000)), fmt::format("player:{}", i)});
    for (int i = 0; i < 60; ++i)
        server.call({"XADD", "events:orders", "*", "order", std::to_string(70'000 + i), "state",
                     i % 7 == 0 ? "failed" : "paid"});
    server.call({"XGROUP", "CREATE", "events:orders", "billing", "0"});
    server.call(
        {"XREADGROUP", "GROUP", "billing", "worker-1", "COUNT", "12", "STREAMS", "events:orders", ">"});
    for (int i = 0; i < 12; ++i)
        server.call({"HSET", fmt::format("user:{}:profile", 41870 + i), "name", fmt::format("User {}", i),
                     "plan", i % 3 == 0 ? "pro" : "free"});
}
