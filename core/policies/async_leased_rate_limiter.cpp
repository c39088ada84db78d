// SPDX-License-Identifier: MIT
#include "core/policies/async_leased_rate_limiter.h"

#include "core/limiter/lease_book.h"
#include "core/policies/async_state.h"

#include <exception>
#include <limits>
#include <mutex>

namespace ratewarden {

struct AsyncLeasedRateLimiter::Leases {
    using State = AsyncRateLimiter::State;

    Leases(AsyncRateLimiter limiter, LeaseOptions options)
        : state(std::move(limiter.m_state)), book(std::move(options))
    {
    }
    Leases(const Leases&) = delete;
    Leases& operator=(const Leases&) = delete;
    ~Leases() { settleEnded(std::numeric_limits<int>::max(), true); }

    static Flow<Decision> acquire(std::shared_ptr<Leases> leases, AsyncRequest request);
    void settleEnded(int most, bool isOver);

    const std::shared_ptr<State> state;
    LeaseBook book;
};

namespace {

/// To be awaited: looks a request up in the book, and waits while another one asks for its token.
class LeaseLook {
public:
    LeaseLook(LeaseBook& book, const TokenRequest& request)
        : m_book(book), m_request(request), m_hash(tokenHash(request.token))
    {
    }

    /// Only what is known.
    std::optional<Decision> known()
    {
        const std::scoped_lock lock(m_book.shardOf(m_hash).mutex);
        return known(m_book.now());
    }

    bool await_ready() const noexcept { return false; }
    bool await_suspend(std::coroutine_handle<> next)
    {
        LeaseBook::Shard& shard = m_book.shardOf(m_hash);
        const std::scoped_lock lock(shard.mutex);
        const Micros now = m_book.now();
        if ((m_known = known(now)))
            return false;
        LeaseBook::Held& held = m_book.heldOf(shard, m_request.token, m_hash, now);
        if (held.isAsking && m_book.asksAnyway(held)) {
            m_talk.emplace(m_request, m_request.cost, std::nullopt);
            return false;
        }
        if (held.isAsking) { // whoever asks may go on with this at once: nothing is touched after that
            held.waiting.emplace_back([this, next](const std::exception_ptr& error) {
                m_error = error;
                next.resume();
            });
            return true;
        }
        m_talk.emplace(m_request, m_book.wanted(held, m_request.cost, now), held.settlement());
        m_asking.emplace(shard, held);
        return false;
    }
    /// Throws the error of the one that it has waited for.
    void await_resume() const
    {
        if (m_error)
            std::rethrow_exception(ownFailure(m_error));
    }

    std::optional<Decision>& answer() { return m_known; }
    std::optional<LeaseTalk>& talk() { return m_talk; }       // this request is to ask; neither: look again
    std::optional<LeaseAsking>& asking() { return m_asking; } // and what comes is kept for others

private:
    std::optional<Decision> known(Micros now)
    {
        LeaseBook::Held& held = m_book.heldOf(m_book.shardOf(m_hash), m_request.token, m_hash, now);
        switch (held.take(m_request.cost, now)) {
        case LeaseBook::Held::Answer::Spends:
            return *held.answer;
        case LeaseBook::Held::Answer::Denies:
            return held.denial(now);
        case LeaseBook::Held::Answer::Asks:
            break;
        }
        return std::nullopt;
    }

    LeaseBook& m_book;
    const TokenRequest m_request;
    const std::uint64_t m_hash;
    std::optional<Decision> m_known;
    std::optional<LeaseTalk> m_talk;
    std::optional<LeaseAsking> m_asking;
    std::exception_ptr m_error;
};

/// What a request that asked by itself is told.
Decision toldOf(LeaseBook::Grant grant)
{
    grant.decision.chargedAt.reset();
    grant.decision.lease.reset();
    return std::move(grant.decision);
}

} // namespace

Flow<Decision> AsyncLeasedRateLimiter::Leases::acquire(std::shared_ptr<Leases> leases, AsyncRequest request)
{
    LeaseBook& book = leases->book;
    std::optional<LeaseLook> look;
    do {
        LeaseLook& looking = look.emplace(book, request.view());
        co_await looking;
        if (look->answer())
            co_return std::move(*look->answer());
    } while (!look->talk());
    leases->settleEnded(2, false);
    LeaseTalk& talk = *look->talk();
    try {
        while (true) {
            const Micros sentAt = book.now();
            if (talk.former()) // until it is settled more counts as used
                State::drop(leases->state, request.token, *talk.former());
            Flow<Decision> deciding = State::decide(leases->state, AsyncRequest(talk.asked()), Mode::Reserve);
            Decision decision = co_await deciding;
            const LeaseTalk::Step step = talk.take(std::move(decision), sentAt, book.now());
            if (step == LeaseTalk::Step::Keep && look->asking())
                co_return book.keep(request.view(), *look->asking(), talk.grant());
            if (step == LeaseTalk::Step::Keep)
                co_return toldOf(talk.grant());
            if (step == LeaseTalk::Step::Refuse) {
                if (talk.former())
                    State::drop(leases->state, request.token, *talk.former());
                talk.throwRefusal();
            }
        }
    } catch (const Unavailable&) { // others would wait for the same
        if (look->asking())
            look->asking()->fail(std::current_exception());
        throw;
    }
}

void AsyncLeasedRateLimiter::Leases::settleEnded(int most, bool isOver)
{
    for (; most > 0; --most) {
        const std::optional<LeaseBook::Ended> ended = book.nextEnded(isOver);
        if (!ended)
            return;
        State::drop(state, ended->token, ended->unused);
    }
}

AsyncLeasedRateLimiter::AsyncLeasedRateLimiter(AsyncRateLimiter limiter, LeaseOptions options)
    : m_leases(std::make_shared<Leases>(std::move(limiter), std::move(options)))
{
}

AsyncLeasedRateLimiter::~AsyncLeasedRateLimiter() = default;

AsyncLeasedRateLimiter::Acquiring AsyncLeasedRateLimiter::acquire(const TokenRequest& request,
                                                                  Executor executor) const
{
    validateToken(request.token);
    validateCost(request.cost);
    if (request.cost == 0)
        throw InvalidArgument("a lease is of at least one unit: peek at the limiter itself");
    if (!executor)
        throw InvalidArgument("a request needs an executor for what comes of it");
    return {*this, request, std::move(executor)};
}

bool AsyncLeasedRateLimiter::Acquiring::await_ready()
{
    m_known = LeaseLook(m_limiter.m_leases->book, m_request).known();
    return m_known.has_value();
}

AsyncRateLimiter::Request<Decision> AsyncLeasedRateLimiter::Acquiring::ask()
{
    return AsyncRateLimiter::request<Decision>(m_limiter.m_leases->state, std::move(m_executor),
                                               [leases = m_limiter.m_leases, own = AsyncRequest(m_request)] {
                                                   return Leases::acquire(leases, own);
                                               });
}

void AsyncLeasedRateLimiter::Acquiring::then(AsyncRateLimiter::Request<Decision>::Done done) &&
{
    if (!await_ready()) {
        ask().then(std::move(done));
        return;
    }
    const auto tell = [executor = std::move(m_executor),
                       done = std::move(done)](RequestOutcome<Decision> outcome) {
        executor([done, outcome = std::move(outcome)] { done(outcome); });
    };
    RequestOutcome<Decision> outcome{std::move(*m_known), {}};
    using State = AsyncRateLimiter::State;
    if (State::beginning > 0) { // a callback has asked for this, and another one may for the next
        try {
            m_limiter.m_leases->state->server.callAfter(std::chrono::microseconds(0),
                                                        [tell, outcome] { tell(outcome); });
            return;
        } catch (const Error&) { // no thread of the server is left to go on in
            outcome = {{}, std::current_exception()};
        }
    }
    const State::Beginning onThisStack;
    tell(std::move(outcome));
}

void AsyncLeasedRateLimiter::returnUnused() const
{
    m_leases->settleEnded(std::numeric_limits<int>::max(), false);
}

std::size_t AsyncLeasedRateLimiter::tokenCount() const
{
    return m_leases->book.size();
}

} // namespace ratewarden
