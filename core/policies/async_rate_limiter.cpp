// SPDX-License-Identifier: MIT
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_decisions.h"
#include "core/limiter/redis_token.h"
#include "core/model/errors.h"
#include "core/policies/async_state.h"
#include "core/policies/published_rate_limiter.h"

#include <utility>
#include <variant>

namespace ratewarden {
/// One version of a policy, as requests are decided by it.
struct AsyncTerms {
    AsyncTerms(PublishedPolicy its, Detail detail, FallbackOptions options)
        : published(std::move(its)), redis(published.policy, detail)
    {
        requireDecidable(published);
        if (published.candidate)
            redis.countBeside(candidatePolicy(published));
        if (auto alone = fallbackOf(published, std::move(options)))
            fallback = std::make_unique<Fallback>(published.policy, std::move(*alone));
    }

    const PublishedPolicy published;
    RedisDecisions redis;
    std::unique_ptr<Fallback> fallback;
};

namespace {

/// Nobody waits for it: the decision stands whether it can be added or not.
void sample(AsyncServer& server, const RedisDecisions& redis, std::vector<Command> commands)
{
    if (commands.empty())
        return;
    try {
        server.submitPipeline(std::move(commands),
                              [to = redis.sample()](const std::vector<Reply>& replies,
                                                    const std::exception_ptr&) { to->answered(replies); });
    } catch (const Error&) { // too much is outstanding
        redis.sample()->answered({});
    }
}

Flow<Decision> decideInRedis(AsyncServer& server, const RedisDecisions& redis, TokenRequest request,
                             Mode mode)
{
    const NameInRedis name(request.token, redis.policy().hashTokens);
    const RedisRequest asked{name, request.cost, request.note, request.holder};
    Exchange exchange(server, redis.commands(asked, mode));
    const std::vector<Reply> replies = co_await exchange;
    Decision decision = redis.read(replies.front().view(), name, mode, server.where());
    sample(server, redis, redis.sampleCommands(asked, mode, decision));
    co_return decision;
}

Flow<std::vector<Decision>> decideManyInRedis(AsyncServer& server, const RedisDecisions& redis,
                                              std::span<const TokenRequest> requests, Mode mode)
{
    ManyDecisions many(redis, requests, mode, server.where());
    while (!many.isDone()) {
        std::vector<Reply> replies;
        try {
            Exchange exchange(server, many.commands());
            replies = co_await exchange;
        } catch (const Unavailable& error) {
            many.fail(error);
            continue;
        }
        many.take(replies);
    }
    sample(server, redis, many.sampleCommands());
    co_return std::move(many).decisions();
}

Flow<std::optional<Micros>> renewInRedis(AsyncServer& server, const RedisDecisions& redis,
                                         std::string_view token, Settlement slot)
{
    const NameInRedis name(token, redis.policy().hashTokens);
    std::vector<Command> commands;
    commands.push_back(redis.renewCommand(name, slot));
    Exchange exchange(server, std::move(commands));
    const std::vector<Reply> replies = co_await exchange;
    co_return redis.readRenewed(replies.front().view(), name, server.where());
}

Flow<Decision> settleInRedis(AsyncServer& server, const RedisDecisions& redis, std::string_view token,
                             Settlement settlement)
{
    const NameInRedis name(token, redis.policy().hashTokens);
    std::vector<Command> commands;
    commands.push_back(redis.settleCommand(name, settlement));
    Exchange exchange(server, std::move(commands));
    const std::vector<Reply> replies = co_await exchange;
    co_return redis.readSettled(replies.front().view(), name, server.where());
}

/// See policyForBlocks().
Flow<Decision> decideWhileOff(AsyncServer& server, const AsyncTerms& terms, std::string_view token)
{
    Decision decision;
    try {
        const RedisDecisions blocks(policyForBlocks(terms.published));
        Flow<Decision> asking = decideInRedis(server, blocks, {token, 0}, Mode::Peek);
        decision = co_await asking;
    } catch (const BadState&) { // the key that would hold a block is damaged, too
    } catch (const Unavailable&) {
        decision.withoutRedis = true;
    }
    decision.usage.clear();
    co_return decision;
}

/// What Redis decides, or what `alone` does under a policy with a fallback.
template <class Made, class Alone>
Flow<Made> redisOr(const AsyncTerms& terms, Flow<Made> asking, Alone alone)
{
    if (!terms.fallback) {
        Made made = co_await asking;
        co_return made;
    }
    if (auto pass = terms.fallback->admit()) {
        try {
            Made made = co_await asking;
            terms.fallback->succeeded(*pass);
            co_return made;
        } catch (const Error& error) {
            if (!terms.fallback->takesOver(*pass, error))
                throw;
        }
    }
    co_return alone();
}

Flow<Decision> decideBy(AsyncServer& server, const AsyncTerms& terms, TokenRequest request, Mode mode)
{
    const PolicyMode its = terms.published.mode;
    request.cost = costInMode(request.cost, its);
    const Mode by = its == PolicyMode::Off ? Mode::Peek : mode;
    Flow<Decision> asking = redisOr(terms, decideInRedis(server, terms.redis, request, by),
                                    [&terms, request, by] { return terms.fallback->decide(request, by); });
    bool isDamaged = false;
    Decision decision;
    try {
        decision = co_await asking;
    } catch (const BadState&) {
        if (its != PolicyMode::Off)
            throw;
        isDamaged = true;
    }
    if (isDamaged) {
        Flow<Decision> again = decideWhileOff(server, terms, request.token);
        decision = co_await again;
    }
    co_return inMode(std::move(decision), its);
}

Flow<std::vector<Decision>> decideManyBy(AsyncServer& server, const AsyncTerms& terms,
                                         std::vector<TokenRequest> requests, Mode mode)
{
    const PolicyMode its = terms.published.mode;
    const Mode by = its == PolicyMode::Off ? Mode::Peek : mode;
    for (TokenRequest& request : requests)
        request.cost = costInMode(request.cost, its);
    const std::span<const TokenRequest> asked(requests);
    Flow<std::vector<Decision>> asking =
        redisOr(terms, decideManyInRedis(server, terms.redis, asked, by),
                [&terms, asked, by] { return terms.fallback->decideMany(asked, by); });
    std::vector<Decision> decisions = co_await asking;
    if (terms.fallback)
        terms.fallback->decideUnreachable(asked, by, decisions);
    for (std::size_t i = 0; i < decisions.size(); ++i) {
        const Verdict verdict = decisions[i].verdict;
        if (its == PolicyMode::Off &&
            (verdict == Verdict::Undecided || verdict == Verdict::RedisUnreachable)) {
            Flow<Decision> again = decideWhileOff(server, terms, asked[i].token);
            decisions[i] = co_await again;
        } else {
            decisions[i] = inMode(std::move(decisions[i]), its);
        }
    }
    co_return decisions;
}

FallbackOptions fallbackWith(AsyncRateLimiter::Options& options)
{
    if (!options.breaker) // it outlives the versions of the policy
        options.breaker = std::make_shared<CircuitBreaker>();
    return {.onChange = options.onAway, .failures = options.failures, .breaker = options.breaker};
}

std::vector<Command> questionFor(const std::string& policy)
{
    return {Command{"HGET", policiesKey, policy}};
}

PublishedPolicy withRules(Policy policy)
{
    PublishedPolicy published;
    published.policy = std::move(policy);
    return published;
}

} // namespace

Executor inConnectionThread()
{
    return [](const std::function<void()>& function) {
        function();
    };
}

AsyncRateLimiter::State::State(AsyncServer& its, const PolicyWatch& watch, std::string policy,
                               Options options)
    : server(its)
    , source(std::in_place_type<Follower>, watch, std::move(policy),
             [detail = options.detail, fallback = fallbackWith(options)](const PublishedPolicy& published) {
                 return std::make_shared<const AsyncTerms>(published, detail, fallback);
             })
{
}

Flow<TermsPtr> AsyncRateLimiter::State::terms(std::shared_ptr<State> state)
{
    if (const TermsPtr* const fixed = std::get_if<TermsPtr>(&state->source))
        co_return *fixed;
    Follower& follower = std::get<Follower>(state->source);
    TermsPtr newest = follower.newest();
    if (!newest && follower.mayAsk()) {
        Exchange exchange(state->server, questionFor(follower.name()));
        const std::vector<Reply> replies = co_await exchange;
        const ReplyView document = replies.front().view();
        throwIfError(document, "HGET", state->server.where());
        if (document.isNil())
            follower.wasInVain();
        else
            follower.watch().learn(parsePolicyDocument(follower.name(), document.string()));
        newest = follower.newest();
    }
    if (!newest)
        throwUnknownPolicy(follower.watch(), follower.name(), state->server.where());
    co_return newest;
}

Flow<Decision> AsyncRateLimiter::State::decide(std::shared_ptr<State> state, AsyncRequest request, Mode mode)
{
    Flow<TermsPtr> finding = terms(state);
    const TermsPtr by = co_await finding;
    Flow<Decision> deciding = decideBy(state->server, *by, request.view(), mode);
    Decision decision = co_await deciding;
    co_return decision;
}

Flow<Decision> AsyncRateLimiter::State::waitFor(std::shared_ptr<State> state, AsyncRequest request,
                                                Micros patience)
{
    const auto end = endOfWait(patience);
    while (true) {
        Flow<Decision> deciding = decide(state, request, Mode::Acquire);
        Decision decision = co_await deciding;
        if (decision.allowed() || !isWorthWaiting(decision, end))
            co_return decision;
        Pause pause(state->server, *decision.retryAfter);
        co_await pause;
    }
}

Flow<std::vector<Decision>> AsyncRateLimiter::State::decideMany(std::shared_ptr<State> state,
                                                                std::vector<AsyncRequest> requests, Mode mode)
{
    Flow<TermsPtr> finding = terms(state);
    const TermsPtr by = co_await finding;
    std::vector<TokenRequest> views;
    views.reserve(requests.size());
    for (const AsyncRequest& request : requests)
        views.push_back(request.view());
    Flow<std::vector<Decision>> deciding = decideManyBy(state->server, *by, std::move(views), mode);
    std::vector<Decision> decisions = co_await deciding;
    co_return decisions;
}

Flow<Decision> AsyncRateLimiter::State::settle(std::shared_ptr<State> state, std::string token,
                                               Settlement settlement)
{
    Flow<TermsPtr> finding = terms(state);
    const TermsPtr by = co_await finding;
    if (settlement.locally && by->fallback)
        co_return by->fallback->settleLocally(token, settlement);
    if (settlement.locally) { // by another version, which had one
        Flow<Decision> peeking = decide(state, AsyncRequest({token, 0}), Mode::Peek);
        Decision decision = co_await peeking;
        co_return decision;
    }
    Flow<Decision> asking = redisOr(*by, settleInRedis(state->server, by->redis, token, settlement),
                                    [&by, &token] { return by->fallback->settle(token); });
    Decision decision = co_await asking;
    co_return decision;
}

Flow<bool> AsyncRateLimiter::State::reset(std::shared_ptr<State> state, std::string token)
{
    Flow<TermsPtr> finding = terms(state);
    const TermsPtr by = co_await finding;
    if (by->fallback)
        by->fallback->reset(token);
    const NameInRedis name(token, by->published.policy.hashTokens);
    Exchange exchange(state->server, by->redis.resetCommands(name));
    const std::vector<Reply> replies = co_await exchange;
    throwIfError(replies.front().view(), "UNLINK", state->server.where());
    co_return replies.front().view().integer() > 0;
}

Flow<std::optional<Micros>> AsyncRateLimiter::State::renew(std::shared_ptr<State> state, std::string token,
                                                           Settlement slot)
{
    Flow<TermsPtr> finding = terms(state);
    const TermsPtr by = co_await finding;
    if (slot.locally) // another version may have given it, which had a fallback
        co_return by->fallback ? by->fallback->renewLocally(token, slot) : std::nullopt;
    Flow<std::optional<Micros>> asking = redisOr(*by, renewInRedis(state->server, by->redis, token, slot),
                                                 [&by] { return by->fallback->renew(); });
    const std::optional<Micros> life = co_await asking;
    co_return life;
}

AsyncRateLimiter::AsyncRateLimiter(AsyncServer& server, Policy policy)
    : AsyncRateLimiter(server, withRules(std::move(policy)), Options())
{
}

AsyncRateLimiter::AsyncRateLimiter(AsyncServer& server, const PublishedPolicy& policy, Options options)
    : m_state(std::make_shared<State>(
          server, std::make_shared<const AsyncTerms>(policy, options.detail, fallbackWith(options))))
{
}

AsyncRateLimiter::AsyncRateLimiter(AsyncServer& server, const PolicyWatch& watch, std::string policy,
                                   Options options)
    : m_state(std::make_shared<State>(server, watch, std::move(policy), std::move(options)))
{
}

AsyncRateLimiter::AsyncRateLimiter(AsyncServer& server, const PolicyWatch& watch, std::string policy)
    : AsyncRateLimiter(server, watch, std::move(policy), Options())
{
}

AsyncRateLimiter::Request<Decision> AsyncRateLimiter::decide(const TokenRequest& asked, Mode mode,
                                                             Executor executor) const
{
    return request<Decision>(
        m_state, std::move(executor),
        [state = m_state, own = AsyncRequest(asked), mode] { return State::decide(state, own, mode); });
}

AsyncRateLimiter::Request<Decision> AsyncRateLimiter::waitFor(std::string_view token, Micros patience,
                                                              Units cost, Executor executor) const
{
    return request<Decision>(m_state, std::move(executor),
                             [state = m_state, own = AsyncRequest({token, cost}), patience] {
                                 return State::waitFor(state, own, patience);
                             });
}

AsyncRateLimiter::Request<std::vector<Decision>>
AsyncRateLimiter::decideMany(std::span<const TokenRequest> requests, Mode mode, Executor executor) const
{
    std::vector<AsyncRequest> own;
    own.reserve(requests.size());
    for (const TokenRequest& request : requests)
        own.emplace_back(request);
    return request<std::vector<Decision>>(
        m_state, std::move(executor),
        [state = m_state, own = std::move(own), mode] { return State::decideMany(state, own, mode); });
}

AsyncRateLimiter::Request<Decision>
AsyncRateLimiter::settle(std::string_view token, const Settlement& settlement, Executor executor) const
{
    validateToken(token);
    validateSettlement(settlement);
    return request<Decision>(m_state, std::move(executor),
                             [state = m_state, token = std::string(token), settlement] {
                                 return State::settle(state, token, settlement);
                             });
}

AsyncRateLimiter::Request<std::optional<Micros>>
AsyncRateLimiter::renew(std::string_view token, const Settlement& slot, Executor executor) const
{
    validateToken(token);
    validateSettlement(slot);
    return request<std::optional<Micros>>(
        m_state, std::move(executor),
        [state = m_state, token = std::string(token), slot] { return State::renew(state, token, slot); });
}

AsyncRateLimiter::Request<bool> AsyncRateLimiter::reset(std::string_view token, Executor executor) const
{
    validateToken(token);
    return request<bool>(m_state, std::move(executor), [state = m_state, token = std::string(token)] {
        return State::reset(state, token);
    });
}

std::int64_t AsyncRateLimiter::version() const
{
    const auto* const follower = std::get_if<State::Follower>(&m_state->source);
    return follower ? follower->version() : 0;
}

} // namespace ratewarden
