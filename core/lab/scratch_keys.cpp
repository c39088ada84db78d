// SPDX-License-Identifier: MIT
#include "core/lab/scratch_keys.h"

#include "core/limiter/keyspace.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <random>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view scratchStart = "rw:{%scratch:";
constexpr std::string_view ofPolicy = "}:lab:";
constexpr std::string_view ofToken = "}:";
constexpr std::size_t removedAtOnce = 256;
constexpr std::size_t idDigits = 16;

// A string's expiry is up to an eighth of its longest window late.
constexpr auto longestLife = std::chrono::ceil<std::chrono::milliseconds>(maxWindow * 9 / 8 + 1h);

// Parts of the name of a key, and room for its number.
class Name {
public:
    Name(const ScratchRun& run, std::uint64_t token, std::string_view of, std::string_view end)
    {
        const auto written = std::to_chars(m_digits.data(), m_digits.data() + m_digits.size(), token);
        m_parts = {scratchStart, run.id, ":", {m_digits.data(), std::size_t(written.ptr - m_digits.data())},
                   of,           end};
    }
    Name(const Name&) = delete;
    Name& operator=(const Name&) = delete;

    std::span<const std::string_view> parts() const { return m_parts; }

private:
    std::array<char, 20> m_digits{};
    std::array<std::string_view, 6> m_parts;
};

std::string entryOf(const ScratchRun& run)
{
    return fmt::format("{} {} {} {}", run.algorithm->name, run.tokens, run.counts ? 1 : 0,
                       run.aliveUntil.time_since_epoch().count());
}

bool isId(std::string_view text)
{
    return text.size() == idDigits && std::ranges::all_of(text, isLowerHex);
}

std::optional<ScratchRun> parseEntry(std::string_view id, std::string_view entry)
{
    std::array<std::string_view, 4> fields;
    for (std::string_view& field : fields) {
        field = entry.substr(0, entry.find(' '));
        entry.remove_prefix(std::min(entry.size(), field.size() + 1));
    }
    const auto algorithm = std::ranges::find(algorithms(), fields[0], &Algorithm::name);
    const auto tokens = parsedNumber<std::uint64_t>(fields[1]);
    const auto counts = parsedNumber<int>(fields[2]);
    const auto alive = parsedNumber<std::int64_t>(fields[3]);
    if (!isId(id) || algorithm == algorithms().end() || !tokens || *tokens > mostScratchTokens || !counts ||
        !alive || !entry.empty())
        return std::nullopt;
    return ScratchRun{std::string(id), &*algorithm, *counts != 0, *tokens, Instant(Micros(*alive))};
}

} // namespace

ScratchRun newScratchRun(const Algorithm& algorithm, bool counts, std::uint64_t tokens)
{
    std::random_device random;
    return {fmt::format("{:08x}{:08x}", random(), random()), &algorithm, counts, tokens, {}};
}

std::string scratchStateKey(const ScratchRun& run, std::uint64_t token)
{
    std::string key;
    const Name name(run, token, ofPolicy, run.algorithm->keySuffix);
    for (const std::string_view part : name.parts())
        key += part;
    return key;
}

void addScratchKeys(Command& command, const ScratchRun& run, std::uint64_t token)
{
    command.addJoined(Name(run, token, ofPolicy, run.algorithm->keySuffix).parts());
    command.addJoined(Name(run, token, ofToken, controlEnd).parts());
    if (run.counts)
        command.addJoined(Name(run, token, ofPolicy, countsEnd).parts());
}

void enterScratchRun(Server& server, ScratchRun& run)
{
    const std::vector<Reply> tried =
        server.pipeline({Command{"TIME"}, Command{"UNLINK", scratchStateKey(run, 0)},
                         Command{"HDEL", scratchRunsKey, run.id}});
    for (const Reply& reply : tried)
        throwIfError(reply.view(), "preparing a live trial", server.where());
    run.aliveUntil = readTime(tried.front().view()) + scratchLease;
    const std::vector<Reply> entered = server.pipeline(
        {renewalOf(run, run.aliveUntil), Command{"PEXPIRE", scratchRunsKey}.add(longestLife.count())});
    for (const Reply& reply : entered)
        if (reply.view().isError()) {
            server.pipeline({Command{"HDEL", scratchRunsKey, run.id}});
            throwIfError(reply.view(), "preparing a live trial", server.where());
        }
}

Command renewalOf(const ScratchRun& run, Instant aliveUntil)
{
    ScratchRun renewed = run;
    renewed.aliveUntil = aliveUntil;
    return {"HSET", scratchRunsKey, run.id, entryOf(renewed)};
}

std::uint64_t removeScratchKeys(Server& server, const ScratchRun& run, const HasKeys& hasKeys)
{
    std::uint64_t removed = 0;
    Command command{"UNLINK"};
    std::size_t names = 0;
    const auto flush = [&] {
        if (names > 0)
            removed += std::uint64_t(server.call(command).view().integer());
        command = {"UNLINK"};
        names = 0;
    };
    for (std::uint64_t token = 0; token < run.tokens; ++token) {
        if (hasKeys && !hasKeys(token))
            continue;
        command.addJoined(Name(run, token, ofPolicy, run.algorithm->keySuffix).parts());
        if (run.counts)
            command.addJoined(Name(run, token, ofPolicy, countsEnd).parts());
        if (++names == removedAtOnce)
            flush();
    }
    flush();
    return removed;
}

void forgetScratchRun(Server& server, const ScratchRun& run)
{
    server.call({"HDEL", scratchRunsKey, run.id});
}

ScratchRuns readScratchRuns(Server& server)
{
    const std::vector<Reply> replies = server.pipeline({Command{"TIME"}, Command{"HGETALL", scratchRunsKey}});
    for (const Reply& reply : replies)
        throwIfError(reply.view(), "reading what live trials have left", server.where());
    ScratchRuns found;
    found.now = readTime(replies[0].view());
    const ReplyView entries = replies[1].view();
    for (std::size_t i = 0; i + 1 < entries.size(); i += 2) {
        if (auto run = parseEntry(entries[i].string(), entries[i + 1].string()))
            found.runs.push_back(std::move(*run));
        else
            ++found.unreadable;
    }
    return found;
}

CleanedScratch cleanScratch(Server& server)
{
    const ScratchRuns found = readScratchRuns(server);
    CleanedScratch cleaned;
    cleaned.unreadable = found.unreadable;
    for (const ScratchRun& run : found.runs) {
        if (found.inProgress(run)) {
            ++cleaned.inProgress;
            cleaned.longestLease = std::max(cleaned.longestLease, run.aliveUntil - found.now);
            continue;
        }
        cleaned.keys += removeScratchKeys(server, run);
        forgetScratchRun(server, run);
        ++cleaned.runs;
    }
    return cleaned;
}

} // namespace ratewarden
