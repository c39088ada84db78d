// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/rate_limiter.h"
#include "core/model/time.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ratewarden {

class LeaseBook;
class LeaseTalk;
struct LeaseAnswer;
struct LeaseLook;

struct LeaseOptions {
    /// T: for how long units are kept, at most, and a denial is remembered; from minLease to maxLease. Under
    /// a policy with a lease life, both no longer than that.
    Micros life = std::chrono::milliseconds(100);
    /// k: the most units of a token that are kept at once, from 1 to maxUnits.
    Units mostUnits = 1'000'000;
    /// About so many tokens are remembered at most, at some 250 bytes each, and 350 more while units are
    /// kept; beyond that the least recently used ones are forgotten, and the units that are kept of them stay
    /// charged.
    std::size_t mostTokens = 100'000;
    /// A clock that nobody sets, in microseconds since any moment. Default: CLOCK_BOOTTIME, which also goes
    /// on while the machine is suspended. Several threads call it at a time.
    std::function<Micros()> clock{};
};

/// Decides most requests in memory: takes the units that a token is likely to need within T at once from the
/// limiter behind it, a lease, spends them, and settles what is left. So a busy token costs one round trip in
/// T, however many requests come, and a quiet one costs what it costs without leases.
///
/// How many units it takes follows from the token's requests since the last time. It is at most eight times
/// as many as then, so that more round trips are taken until it is enough; and a quarter of what was left
/// then, so that near the limit every request is decided on its own. What is denied at once is asked for
/// again, a quarter of what is left, and then the request's units alone: one request takes three round trips
/// at most, unless answers come too late. A denial is remembered for as long as waiting is needed, and at
/// most T. So a block, an unblock, and another policy take effect within T.
///
/// While one thread asks for a token, others that need it wait for the answer, or get the same Unavailable.
/// Where no lease follows, as near the limit or after another error, each asks by itself.
///
/// Whether limits hold depends on Policy::lease of the policy behind it:
///
/// - with a lease life, which all who decide by the policy must know, exactly: no limit is exceeded in any
///   window, whatever other processes do, as a unit is spent no later than T after it was asked for, or not
///   at all. Windows that a step of the server's clock falls into, that begin less than T after it, or before
///   the clock has caught up, may hold more. An answer that takes T is as good as none, and asked for again;
///   after the third, Unavailable is thrown.
/// - without, bounded: while no answer is under way, a window may hold more by at most min(P * k, G), where P
///   processes decide, and the rules grant G units in T. Where answers are under way, by at most that and the
///   costs of the requests that they are for: nothing says how late one may be, as without leases.
///
/// A process that ends without the destructor leaves up to k units of each token charged, for one window.
/// Counters and remembered denials of the policy count leases, not requests. Used by as many threads at a
/// time as the limiter behind it.
///
/// After fork() the leases stay the parent's: in the child every decision throws InvalidArgument, and its end
/// settles nothing.
class LeasedRateLimiter final : public RateLimiter {
public:
    /// `limiter` must outlive it: it reserves in Redis, as all of this library's do. Throws InvalidArgument.
    explicit LeasedRateLimiter(RateLimiter& limiter, LeaseOptions options = {});
    /// Settles what is left of all leases, as returnUnused() does.
    ~LeasedRateLimiter() override;

    /// Acquires from a lease; what is answered in memory has the usage and the clock of the last reply, where
    /// the whole lease counts as used. Gives back what this limiter has taken last for the token, up to all
    /// of that: what was charged before stays charged. Other modes are the limiter's behind it.
    Decision decide(const TokenRequest& request, Mode mode) override;
    /// Those that no lease holds are asked for in one pipeline, and by one reservation each; before that,
    /// what is left of their former leases is settled in one. Tokens that stand twice among them, or have
    /// less left than was asked for, take round trips after that. Requests whose units must not be spent any
    /// more when the last one is decided are decided again, and stay charged for that, too; after the third
    /// time Unavailable is thrown.
    std::vector<Decision> decideMany(std::span<const TokenRequest> requests, Mode mode) override;
    Decision settle(std::string_view token, const Settlement& settlement) override;
    void settleMany(std::span<const TokenSettlement> settlements) override
    {
        m_limiter.settleMany(settlements);
    }
    /// There are no leases of slots.
    std::optional<Micros> renew(std::string_view token, const Settlement& slot) override
    {
        return m_limiter.renew(token, slot);
    }
    /// Forgets the lease, too, also one that is being asked for; those of other processes end within T.
    bool reset(std::string_view token) override;

    /// Settles what is left of leases that have ended, many in a round trip. Each call that asks Redis does
    /// so for two of them; who may stop asking calls this now and then. Throws as RateLimiter::settleMany();
    /// what is not settled stays charged.
    void returnUnused();

    /// How many tokens are remembered.
    std::size_t tokenCount() const;

private:
    struct Asking;
    LeaseAnswer answer(const TokenRequest& request);
    LeaseAnswer ask(const TokenRequest& request, LeaseLook& look);
    bool takes(LeaseTalk& talk, Decision decision, Micros sentAt);
    void answerOnce(std::span<const TokenRequest> requests, std::span<const std::size_t> open,
                    std::span<LeaseAnswer> answers);
    void askMany(std::vector<Asking> asking);
    void settleQuietly(const std::vector<TokenSettlement>& unused);
    Decision takeBack(std::string_view token, Units units);
    bool returnSome(std::size_t most, bool isOver);
    void returnWhileAsking();

    RateLimiter& m_limiter;
    const std::unique_ptr<LeaseBook> m_book;
};

} // namespace ratewarden
