// SPDX-License-Identifier: GPL-3.0-or-later
// What it costs to ask by its name which formats a key may belong to, with the formats of the library and
// with a thousand more, beside what it costs to look at the key at all: a copy and a hash, as for any table
// of keys.
#include "core/formats/describe/user_formats.h"
#include "core/formats/foreign/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

using namespace ratewarden;

namespace {

using Clock = std::chrono::steady_clock;
using Formats = std::vector<std::shared_ptr<const CatalogueFormat>>;

double milliseconds(Clock::duration span)
{
    return std::chrono::duration<double, std::milli>(span).count();
}

std::string ownFormat(int number)
{
    return fmt::format(R"({{"format": "own-{0}", "title": "t", "versions": "1", "source": "s", "tier": "safe",
"shape": "counter", "keys": {{"main": {{"name": "team{0}:api:{{token}}", "type": "string", "value": "{{count:int}}"}}}},
"clock": "server", "denied": "counts", "samples": [{{"keys": {{"team{0}:api:7": {{"type": "string", "pttl": 59881,
"value": "3"}}}}, "at": 1795229520.0, "rules": "5/60s", "means": {{"used": 3}}, "origin": "made"}}]}})",
                       number);
}

std::vector<std::string> someKeys()
{
    std::vector<std::string> keys;
    for (int i = 0; i < 1000; ++i) {
        keys.push_back(fmt::format("session:{:016x}", i * 2654435761U));
        keys.push_back(fmt::format("user:{}:profile", i));
        keys.push_back(fmt::format("cache:/api/v1/items/{}?page=2", i));
        keys.push_back(fmt::format("queue.jobs.{}", i));
    }
    return keys;
}

/// The best of several runs, in nanoseconds a key.
double perKey(const std::vector<std::string>& keys, const std::function<std::size_t(const std::string&)>& ask)
{
    double best = 1e12;
    std::size_t sum = 0;
    for (int run = 0; run < 15; ++run) {
        const auto start = Clock::now();
        for (const std::string& key : keys)
            sum += ask(key);
        best = std::min(best, 1e6 * milliseconds(Clock::now() - start) / double(keys.size()));
    }
    return sum == 1 ? 0 : best; // so that nothing is left out
}

std::size_t plain(const Formats& formats, const std::string& key)
{
    std::size_t found = 0;
    for (const auto& format : formats)
        found += matchName(format->file(), key).has_value();
    return found;
}

} // namespace

int main()
{
    const std::vector<std::string> keys = someKeys();
    const double floor = perKey(keys, [](const std::string& key) {
        const std::string copy = key;
        return std::hash<std::string>()(copy);
    });
    fmt::print("floor, a copy and a hash: {:.0f} ns a key\n", floor);
    Formats formats(builtInCatalogue().formats().begin(), builtInCatalogue().formats().end());
    const std::size_t builtIn = formats.size();
    for (const int more : {0, 1000}) {
        const auto start = Clock::now();
        for (int i = int(formats.size() - builtIn); i < more; ++i)
            formats.push_back(
                std::make_shared<const CatalogueFormat>(parseFormatFile("own.json", ownFormat(i))));
        const auto read = Clock::now();
        const Catalogue catalogue(formats);
        const auto ordered = Clock::now();
        fmt::print("{} formats: {:.0f} ms to read {}, {:.0f} ms to order and index\n", formats.size(),
                   milliseconds(read - start), more, milliseconds(ordered - read));
        const auto line = [&](std::string_view what, double nanos) {
            fmt::print("  {:<34} {:>7.0f} ns a key, {:>6.1f} of the floor\n", what, nanos, nanos / floor);
        };
        // No format takes a list of any name, many take a string.
        line("of a list, which none takes",
             perKey(keys, [&](const std::string& key) { return catalogue.candidates(key, "list").size(); }));
        line("of a string", perKey(keys, [&](const std::string& key) {
                 return catalogue.candidates(key, "string").size();
             }));
        line("of a type that is not known",
             perKey(keys, [&](const std::string& key) { return catalogue.candidates(key).size(); }));
        line("one format after the other",
             perKey({keys.begin(), keys.begin() + 100},
                    [&](const std::string& key) { return plain(formats, key); }));
    }
}
