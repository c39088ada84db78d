// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that is read from what a server answers: any bytes that are a reply at all are read or refused.
#include "core/formats/own/ratewarden_control.h"
#include "core/formats/own/ratewarden_log.h"
#include "core/limiter/decision_call.h"
#include "tests/fuzz/fuzz.h"

#include <hiredis/hiredis.h>

#include <cstdint>
#include <cstdlib>
#include <memory>

using namespace ratewarden;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // hiredis believes a server that announces millions of elements, and takes the memory; that is not ours
    // to find.
    std::size_t digits = 0;
    for (std::size_t i = 0; i < size; ++i) {
        digits = data[i] >= '0' && data[i] <= '9' ? digits + 1 : 0;
        if (digits == 5 && i >= 5 && data[i - 5] != ':')
            return 0;
    }
    const std::unique_ptr<redisReader, decltype(&redisReaderFree)> reader(redisReaderCreate(),
                                                                          redisReaderFree);
    redisReaderFeed(reader.get(), reinterpret_cast<const char*>(data), size);
    void* read = nullptr;
    std::vector<Reply> replies;
    while (replies.size() < 3 && redisReaderGetReply(reader.get(), &read) == REDIS_OK && read != nullptr)
        replies.emplace_back(static_cast<redisReply*>(read));
    if (replies.empty())
        return 0;
    const ReplyView first = replies.front().view();
    static const Policy twoRules{"fuzz", "gcra", parseRules("1/s + 20/min")};
    tryTo<Error>([&] {
        const Decision decision = readDecision(first, twoRules);
        if (decision.usage.empty() || (decision.rule && *decision.rule >= decision.usage.size()))
            std::abort();
    });
    tryTo<Error>([&] { readControl(first, "token", Instant(Micros(1))); });
    tryTo<Error>([&] { readTime(first); });
    tryTo<Error>([&] { throwIfError(first, "fuzzing", "here"); });
    std::vector<ReplyView> views;
    for (const Reply& reply : replies)
        views.push_back(reply.view());
    for (const Algorithm& algorithm : algorithms())
        if (const LogStorage* const storage = logStorageOf(algorithm)) {
            tryTo<Error>([&] { storage->readNewest(first, 10); });
            if (views.size() >= storage->ask("key", 10).size())
                tryTo<Error>([&] { storage->read(views); });
        }
    for (const Algorithm& algorithm : algorithms())
        if (first.isString() && algorithm.keeps != Keeps::Charges)
            tryTo<Error>([&] {
                TokenStateOf state(algorithm);
                state->load({first.string(), nullptr});
                state->decide(twoRules.rules, Instant(Micros(1'795'000'000'000'000)), 1, Mode::Peek);
            });
    return 0;
}
