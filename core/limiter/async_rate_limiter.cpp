// SPDX-License-Identifier: MIT
#include "core/limiter/async_rate_limiter.h"

#include "core/limiter/redis_token.h"
#include "core/model/errors.h"

#include <utility>

namespace ratewarden {
namespace {

Detail detailOf(Mode mode, Detail ofAcquire)
{
    return mode == Mode::Acquire ? ofAcquire : Detail::Usage;
}

void validate(const Executor& executor)
{
    if (!executor)
        throw InvalidArgument("a request needs an executor for what comes of it");
}

Policy checked(Policy policy)
{
    validatedAlgorithm(policy);
    return policy;
}

} // namespace

Executor inConnectionThread()
{
    return [](const std::function<void()>& function) {
        function();
    };
}

const Decision& DecisionOutcome::decision() const
{
    if (error)
        std::rethrow_exception(error);
    return made;
}

/// The policy, at an address that stays.
struct AsyncRateLimiter::Limit {
    explicit Limit(Policy its) : policy(checked(std::move(its))) {}

    Decision read(const CallOutcome& outcome, std::string_view token, Detail detail,
                  const Server& server) const
    {
        if (outcome.failure)
            std::rethrow_exception(outcome.failure);
        return readDecision(outcome.reply.view(), resolved, RedisToken(token), detail, server.where());
    }

    const Policy policy;
    const ResolvedPolicy resolved{policy};
};

AsyncRateLimiter::AsyncRateLimiter(PipelinedServer& server, Policy policy, Detail detail)
    : m_server(server), m_limit(std::make_shared<const Limit>(std::move(policy))), m_detail(detail)
{
}

AsyncRateLimiter::Request::Request(const AsyncRateLimiter& limiter, std::string_view token, Units cost,
                                   Mode mode, Executor executor)
    : m_server(limiter.m_server)
    , m_limit(limiter.m_limit)
    , m_detail(detailOf(mode, limiter.m_detail))
    , m_token(NameInRedis(token, m_limit->policy.hashTokens).text())
    , m_command(decisionCommand(m_limit->resolved, RedisToken(m_token), cost, mode, {.detail = m_detail}))
    , m_executor(std::move(executor))
{
    validate(m_executor);
}

void AsyncRateLimiter::Request::start(std::function<void()> resume)
{
    m_resume = std::move(resume);
    m_server.submit(std::move(m_command), [this](CallOutcome outcome) {
        m_outcome = std::move(outcome);
        const Executor executor = std::move(m_executor); // the coroutine may end before it returns
        executor(std::move(m_resume));
    });
}

Decision AsyncRateLimiter::Request::await_resume() const
{
    return m_limit->read(m_outcome, m_token, m_detail, m_server);
}

AsyncRateLimiter::Request AsyncRateLimiter::decide(std::string_view token, Units cost, Mode mode,
                                                   Executor executor) const
{
    return {*this, token, cost, mode, std::move(executor)};
}

void AsyncRateLimiter::decide(std::string_view token, Units cost, Mode mode, Executor executor,
                              OnDecision done) const
{
    struct Pending {
        Server& server;
        std::shared_ptr<const Limit> limit;
        std::string token;
        Detail detail;
        Executor executor;
        OnDecision done;
        CallOutcome outcome = {};

        DecisionOutcome read() const
        {
            try {
                return {limit->read(outcome, token, detail, server)};
            } catch (...) {
                return {{}, std::current_exception()};
            }
        }
    };
    validate(executor);
    const Detail detail = detailOf(mode, m_detail);
    const NameInRedis name(token, m_limit->policy.hashTokens);
    Command command = decisionCommand(m_limit->resolved, name, cost, mode, {.detail = detail});
    const auto pending = std::make_shared<Pending>(
        Pending{m_server, m_limit, std::string(name.text()), detail, std::move(executor), std::move(done)});
    const auto finish = [pending](CallOutcome outcome) {
        pending->outcome = std::move(outcome);
        pending->executor([pending] { pending->done(pending->read()); });
    };
    try {
        m_server.submit(std::move(command), finish);
    } catch (const Unavailable&) {
        finish({{}, std::current_exception()});
    }
}

} // namespace ratewarden
