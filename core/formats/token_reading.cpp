// SPDX-License-Identifier: MIT
#include "core/formats/token_reading.h"

#include "core/admin/blocks.h"
#include "core/admin/overrides.h"
#include "core/limiter/decision_call.h"
#include "core/model/errors.h"

namespace ratewarden {
namespace {

// The commands of several readings in one pipeline, and their replies handed out again in the same order.
class ReadingBatch {
public:
    explicit ReadingBatch(Server& server) : m_server(server) {}

    void ask(Command command) { m_commands.push_back(std::move(command)); }
    void run() { m_replies = m_server.pipeline(m_commands); }
    ReplyView next() { return m_replies[m_next++].view(); }

    // The next reply, or nothing with `problem` set when it is an error that concerns this key alone.
    std::optional<ReplyView> nextOr(std::string& problem)
    {
        const ReplyView reply = next();
        if (!reply.isError())
            return reply;
        try {
            throwIfError(reply, m_commands[m_next - 1].description(), m_server.where());
            return reply;
        } catch (const Unavailable&) {
            throw;
        } catch (const Error& error) {
            if (problem.empty())
                problem = error.what();
            return std::nullopt;
        }
    }

private:
    Server& m_server;
    std::vector<Command> m_commands;
    std::vector<Reply> m_replies;
    std::size_t m_next = 0;
};

std::string stateKeyOf(const TokenKey& key)
{
    return stateKey(key.token, key.policy, *key.algorithm);
}

// The policy whose rules the state is to be read by.
const Policy* policyOf(const TokenKey& key, const PolicyBook& policies)
{
    const Policy* const policy = key.algorithm ? policies.find(key.policy) : nullptr;
    return policy && policy->algorithm == key.algorithm->name ? policy : nullptr;
}

void askToken(ReadingBatch& batch, const TokenKey& key, const PolicyBook& policies)
{
    batch.ask(findBlockCommand(key.token));
    batch.ask(key.algorithm ? Command{"PTTL", stateKeyOf(key)} : findOverridesCommand(key.token));
    if (const Policy* const policy = policyOf(key, policies)) {
        batch.ask(decisionCommand(*policy, key.token, 1, Mode::Peek));
        if (policy->counters)
            batch.ask(requestCountsCommand(key.token, policy->name));
    }
}

TokenReading takeToken(ReadingBatch& batch, const TokenKey& key, const PolicyBook& policies, Instant now)
{
    constexpr std::int64_t noSuchKey = -2;
    TokenReading reading;
    reading.key = key;
    reading.at = now;
    if (const auto reply = batch.nextOr(reading.problem))
        reading.block = readBlock(*reply, key.token, now);
    // Only what was seen not to be there is gone; what could not be read is a problem to show.
    bool stateIsGone = true;
    if (key.algorithm) {
        const auto reply = batch.nextOr(reading.problem);
        const std::int64_t expiry = reply ? reply->integer() : 0;
        stateIsGone = reply && expiry == noSuchKey;
        if (reply && expiry >= 0)
            reading.expiresIn = std::chrono::milliseconds(expiry);
    } else if (const auto reply = batch.nextOr(reading.problem)) {
        reading.overrides = readOverrides(*reply, key.token, now);
    }
    reading.gone = stateIsGone && !reading.block && reading.problem.empty();
    if (const Policy* const policy = policyOf(key, policies)) {
        reading.policy = *policy;
        if (const auto reply = batch.nextOr(reading.problem)) {
            try {
                reading.decision = readDecision(*reply, *policy);
                if (reading.decision->overridden) {
                    reading.policy->rules.clear();
                    for (const RuleUsage& usage : reading.decision->usage)
                        reading.policy->rules.push_back(usage.rule);
                }
            } catch (const BadReply& error) {
                reading.problem = error.what();
            }
        }
        if (policy->counters) {
            if (const auto reply = batch.nextOr(reading.problem)) {
                try {
                    reading.counts = readRequestCounts(*reply, now);
                } catch (const Error& error) {
                    reading.problem = error.what();
                }
            }
        }
    }
    return reading;
}

Instant takeTime(ReadingBatch& batch)
{
    // A user who may not ask for the time still gets to see everything else, by this machine's clock.
    std::string problem;
    if (const auto reply = batch.nextOr(problem))
        return readTime(*reply);
    return std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
}

} // namespace

std::vector<TokenReading> readTokens(Server& server, const std::vector<TokenKey>& keys,
                                     const PolicyBook& policies)
{
    ReadingBatch batch(server);
    batch.ask({"TIME"});
    for (const TokenKey& key : keys)
        askToken(batch, key, policies);
    batch.run();
    const Instant now = takeTime(batch);
    std::vector<TokenReading> readings;
    readings.reserve(keys.size());
    for (const TokenKey& key : keys)
        readings.push_back(takeToken(batch, key, policies, now));
    return readings;
}

WindowReading readWindow(Server& server, const TokenKey& key, const PolicyBook& policies)
{
    WindowReading reading;
    ReadingBatch batch(server);
    batch.ask({"TIME"});
    askToken(batch, key, policies);
    const LogStorage* const storage = key.algorithm ? logStorageOf(*key.algorithm) : nullptr;
    std::vector<Command> logQuestions;
    if (key.algorithm) {
        reading.stateKey = stateKeyOf(key);
        batch.ask({"TYPE", reading.stateKey});
        batch.ask({"OBJECT", "ENCODING", reading.stateKey});
        batch.ask({"MEMORY", "USAGE", reading.stateKey});
        batch.ask(findOverridesCommand(key.token));
        reading.hasLog = storage != nullptr;
        if (storage != nullptr)
            logQuestions = storage->ask(reading.stateKey, mostEntries);
        for (const Command& question : logQuestions)
            batch.ask(question);
    }
    batch.run();
    reading.token = takeToken(batch, key, policies, takeTime(batch));
    if (!key.algorithm)
        return reading;

    std::string ignored; // a right that is missing, or a key that is gone: then this stays empty
    if (const auto reply = batch.nextOr(ignored); reply && reply->string() != "none")
        reading.type = reply->string();
    if (const auto reply = batch.nextOr(ignored); reply && !reply->isNil())
        reading.encoding = reply->string();
    if (const auto reply = batch.nextOr(ignored); reply && !reply->isNil())
        reading.bytes = reply->integer();
    if (const auto reply = batch.nextOr(ignored))
        for (Override& found : readOverrides(*reply, key.token, reading.token.at))
            if (found.policy == key.policy)
                reading.override = std::move(found);
    std::vector<ReplyView> logReplies;
    for (std::size_t i = 0; i < logQuestions.size(); ++i)
        if (const auto reply = batch.nextOr(reading.token.problem))
            logReplies.push_back(*reply);
    if (storage != nullptr && logReplies.size() == logQuestions.size()) {
        try {
            reading.log = storage->read(logReplies);
        } catch (const Error& error) {
            reading.token.problem = error.what();
        }
    }
    return reading;
}

ScanPage scanTokens(Server& server, const std::string& cursor, std::int64_t count)
{
    const Reply reply = server.call(Command{"SCAN", cursor, "MATCH", tokenKeysPattern, "COUNT"}.add(count));
    ScanPage page;
    page.cursor = reply.view()[0].string();
    page.looked = std::size_t(count);
    const ReplyView keys = reply.view()[1];
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (auto key = parseTokenKey(keys[i].string()))
            page.keys.push_back(std::move(*key));
    return page;
}

} // namespace ratewarden
