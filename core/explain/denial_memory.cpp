// SPDX-License-Identifier: MIT
#include "core/explain/denial_memory.h"

#include "core/formats/format.h"
#include "core/formats/own/ratewarden_keys.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/rate_limiter.h"
#include "core/model/errors.h"
#include "core/redis/scan_cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

namespace ratewarden {
namespace {

/// A clock of a log is off by less.
constexpr Micros logClockSlack = std::chrono::minutes(1);

/// 0 or less: it is of that time.
Micros distance(Instant moment, const Denial& denial)
{
    return moment < denial.from ? denial.from - moment : moment - denial.to;
}

std::vector<RememberedDenial> thoseNoted(const std::vector<RememberedDenial>& all, std::string_view note,
                                         const Denial& denial)
{
    std::vector<RememberedDenial> noted;
    for (const RememberedDenial& one : all)
        if (!note.empty() &&
            std::string_view(one.note).substr(0, longestNote) == note && // scripts keep all of it
            distance(one.at, denial) <= logClockSlack)
            noted.push_back(one);
    const auto isElsewhere = [&](const RememberedDenial& one) {
        return distance(one.at, denial) > Micros::zero();
    };
    if (noted.size() > 1 && std::ranges::all_of(noted, isElsewhere))
        return {*std::ranges::min_element(
            noted, {}, [&](const RememberedDenial& one) { return distance(one.at, denial); })};
    if (noted.size() > 1)
        std::erase_if(noted, isElsewhere);
    return noted;
}

/// Goes through a page of keys, as scanBlocks() does, and returns the denials that are wanted.
std::vector<TokenDenial> scanDenials(Server& server, ScanCursor& cursor, const DenialFilter& isWanted)
{
    const Reply page = cursor.read(server, 1000, denialKeysPattern);
    std::vector<CountedToken> tokens;
    for (std::size_t i = 0; i < page.view()[1].size(); ++i)
        if (auto token = parseDenialsKey(page.view()[1][i].string()))
            tokens.push_back(std::move(*token));
    std::vector<std::vector<RememberedDenial>> denials = rememberedDenials(server, tokens);
    std::vector<TokenDenial> found;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        for (RememberedDenial& one : denials[i])
            if (TokenDenial denial{tokens[i], std::move(one)}; isWanted(denial))
                found.push_back(std::move(denial));
    return found;
}

void keepNewest(std::vector<TokenDenial>& denials, std::size_t most)
{
    std::ranges::sort(denials, [](const TokenDenial& one, const TokenDenial& other) {
        return std::tie(one.denial.at, one.of.token, one.of.policy) >
               std::tie(other.denial.at, other.of.token, other.of.policy);
    });
    // A scan may come by a key twice.
    const auto isSame = [](const TokenDenial& one, const TokenDenial& other) {
        return one.of == other.of && one.denial == other.denial;
    };
    denials.erase(std::unique(denials.begin(), denials.end(), isSame), denials.end());
    if (denials.size() > most)
        denials.resize(most);
}

std::vector<SampledDenial> readSample(std::string_view policy, ReplyView reply)
{
    try {
        return readSampledDenials(reply);
    } catch (const BadState& error) {
        const std::string key = policySampleKey(policy);
        throw BadState(Problem(Fault::Other, fmt::format("{}: {}", key, error.what())), key);
    }
}

} // namespace

DenialMemory denialMemory(Server& server, std::string_view token, std::string_view policy,
                          const Denial& denial)
{
    const std::array asked{CountedToken{std::string(token), std::string(policy)}};
    std::vector<std::vector<RememberedDenial>> remembered = rememberedDenials(server, asked);
    const std::string_view note = std::string_view(denial.note).substr(0, longestNote); // as it was kept
    DenialMemory memory;
    memory.all = remembered.front().size();
    memory.matching = thoseNoted(remembered.front(), note, denial);
    if (!memory.matching.empty())
        return memory;
    for (RememberedDenial& one : remembered.front()) {
        if (distance(one.at, denial) <= Micros::zero())
            memory.matching.push_back(std::move(one));
        else if (!memory.nearest || distance(one.at, denial) < distance(*memory.nearest, denial))
            memory.nearest = one.at;
    }
    if (!memory.matching.empty())
        memory.nearest.reset();
    memory.isOfOthers =
        !note.empty() && !memory.matching.empty() &&
        std::ranges::none_of(memory.matching, [](const auto& one) { return one.note.empty(); });
    return memory;
}

std::vector<std::vector<RememberedDenial>> rememberedDenials(Server& server,
                                                             std::span<const CountedToken> tokens)
{
    if (tokens.empty())
        return {};
    std::vector<Command> commands;
    commands.reserve(tokens.size());
    for (const CountedToken& one : tokens)
        commands.push_back(rememberedDenialsCommand(one.token, one.policy));
    const std::vector<Reply> replies = server.pipeline(commands);
    const Answers answers(commands, replies, server.where());
    std::vector<std::vector<RememberedDenial>> all(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        try {
            Problem ignored; // another program's key, or one that may not be read
            if (const auto reply = answers.at(i, ignored))
                all[i] = readRememberedDenials(*reply);
        } catch (const Error&) { // or something else is in it
        }
    }
    return all;
}

std::vector<TokenDenial> newestDenials(Server& server, const DenialFilter& isWanted, std::size_t most)
{
    std::vector<TokenDenial> newest;
    ScanCursor cursor;
    while (!cursor.isAtEnd()) {
        std::ranges::move(scanDenials(server, cursor, isWanted), std::back_inserter(newest));
        if (newest.size() < 2 * most && !cursor.isAtEnd())
            continue;
        keepNewest(newest, most);
    }
    return newest;
}

std::vector<TokenDenial> sampledDenials(Server& server, std::span<const std::string> policies,
                                        const DenialFilter& isWanted, std::size_t most)
{
    if (policies.empty())
        return {};
    std::vector<Command> commands;
    commands.reserve(policies.size());
    for (const std::string& policy : policies)
        commands.push_back(sampledDenialsCommand(policy));
    const std::vector<Reply> replies = server.pipeline(commands);
    std::vector<TokenDenial> newest;
    for (std::size_t i = 0; i < policies.size(); ++i) {
        throwIfError(replies[i].view(), commands[i].description(), server.where());
        for (SampledDenial& one : readSample(policies[i], replies[i].view()))
            if (TokenDenial denial{{std::move(one.token), policies[i]}, std::move(one.denial)};
                isWanted(denial))
                newest.push_back(std::move(denial));
    }
    keepNewest(newest, most);
    return newest;
}

} // namespace ratewarden
