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
        : state(std::move(limiter.m_state)), book(std::move(options), "an AsyncLeasedRateLimiter")
    {
    }
    Leases(const Leases&) = delete;
    Leases& operator=(const Leases&) = delete;
    ~Leases() { settleEnded(std::numeric_limits<int>::max(), true); }

    /// One member after the other: GCC 12 destroys the parameters of a coroutine in the order in which they
    /// are declared, and the look needs the book.
    struct Asking {
        std::shared_ptr<Leases> leases;
        std::optional<LeaseLook> look;
    };

    static Flow<Decision> acquire(Asking asking, AsyncRequest request);
    void settleEnded(int most, bool isOver);

    const std::shared_ptr<State> state;
    LeaseBook book;
};

namespace {

/// To be awaited: looks a request up in the book, and waits while another one asks for its token.
class LeaseLookup {
public:
    LeaseLookup(LeaseBook& book, const TokenRequest& request) : m_book(book), m_request(request) {}

    bool await_ready() const noexcept { return false; }
    bool await_suspend(std::coroutine_handle<> next)
    {
        std::unique_lock<std::mutex> lock;
        m_found.emplace(m_book.look(m_request, lock));
        if (m_found->held == nullptr)
            return false;
        // Whoever asks may go on with this at once: nothing is touched after that.
        m_found->held->waiting.emplace_back([this, next](std::exception_ptr error) {
            m_error = std::move(error);
            next.resume();
        });
        return true;
    }
    /// Throws the error of the one that it has waited for.
    LeaseLook await_resume()
    {
        if (m_error)
            std::rethrow_exception(m_error);
        return std::move(*m_found);
    }

private:
    LeaseBook& m_book;
    const TokenRequest m_request;
    std::optional<LeaseLook> m_found;
    std::exception_ptr m_error;
};

} // namespace

/// The look is its own, and in a parameter so that it ends after the request has its outcome: see
/// LeaseAsking.
Flow<Decision> AsyncLeasedRateLimiter::Leases::acquire(Asking asking, AsyncRequest request)
{
    auto& [leases, look] = asking;
    LeaseBook& book = leases->book;
    do {
        LeaseLookup lookup(book, request.view());
        LeaseLook found = co_await lookup;
        if (found.known)
            co_return std::move(found.known->decision);
        look.emplace(std::move(found));
    } while (!look->talk);
    leases->settleEnded(2, false);
    LeaseTalk& talk = *look->talk;
    try {
        while (true) {
            const Micros sentAt = book.now();
            if (talk.former()) // until it is settled more counts as used
                State::drop(leases->state, request.token, *talk.former());
            Flow<Decision> deciding = State::decide(leases->state, AsyncRequest(talk.asked()), Mode::Lease);
            Decision decision = co_await deciding;
            const LeaseTalk::Step step = talk.take(std::move(decision), sentAt, book.now());
            if (step == LeaseTalk::Step::Keep)
                co_return book.keep(request.view(), *look).decision;
            if (step == LeaseTalk::Step::Refuse) {
                if (talk.former())
                    State::drop(leases->state, request.token, *talk.former());
                talk.throwRefusal();
            }
        }
    } catch (const Error&) {
        look->fail(std::current_exception());
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
    m_leases->book.requireHome();
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
    if (!m_limiter.m_leases->book.take(m_request, m_known.emplace()))
        m_known.reset();
    return m_known.has_value();
}

AsyncRateLimiter::Request<Decision> AsyncLeasedRateLimiter::Acquiring::ask()
{
    return AsyncRateLimiter::request<Decision>(m_limiter.m_leases->state, std::move(m_executor),
                                               [leases = m_limiter.m_leases, own = AsyncRequest(m_request)] {
                                                   return Leases::acquire({leases, {}}, own);
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
    m_leases->book.requireHome();
    m_leases->settleEnded(std::numeric_limits<int>::max(), false);
}

std::size_t AsyncLeasedRateLimiter::tokenCount() const
{
    m_leases->book.requireHome();
    return m_leases->book.size();
}

} // namespace ratewarden
