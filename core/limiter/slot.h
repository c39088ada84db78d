// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/decision.h"

#include <memory>
#include <optional>
#include <string>

namespace ratewarden {

class RateLimiter;
struct HeldSlot;
struct TokenRequest;

/// One of at most N requests at once, of a policy with a rule such as "5 at once". It is held until it is
/// released, which its end does, or until its life is over: renew it before, or give it to a SlotKeeper. Its
/// functions may be called from several threads, but for moving; the limiter must outlive it. After fork() it
/// stays the parent's: in the child renew(), release(), life() and text() throw InvalidArgument, and its end
/// releases nothing.
///
///     if (const Slot slot = limiter.slot({.token = "user:42", .holder = "web-1:4711"}))
///         answer();
class [[nodiscard]] Slot {
public:
    /// Takes it: see RateLimiter::slot().
    Slot(RateLimiter& limiter, const TokenRequest& request);
    Slot(Slot&&) noexcept;
    /// Releases what was held before, as the destructor does.
    Slot& operator=(Slot&&) noexcept;
    /// Releases the slot, unless that was done. Errors are swallowed: then the slot ends with its life. Call
    /// release() to learn of them.
    ~Slot();

    /// As it was taken, or denied. Of one that was moved from it throws InvalidArgument; all else takes such
    /// a slot for one that was denied.
    const Decision& decision() const;
    bool allowed() const { return m_held && decision().allowed(); }
    explicit operator bool() const { return allowed(); }
    /// How long it lives unless it is renewed, by the rules that held when it last was, or was taken; zero:
    /// they had none for requests at once.
    Micros life() const;
    /// To release it elsewhere, as a reservation: reservationText(). Empty when nothing is held in Redis.
    std::string text() const;

    /// Ends the slot, and leaves its units charged as they were reserved; or charges `actual` in their place,
    /// as Reservation::settle(). Does nothing when there is nothing to release: the request was denied, or
    /// would have been in shadow mode, the policy is off, it was decided without Redis and not counted, or it
    /// was done before. A slot that a local fallback gave is released in this process. Of others it throws
    /// Unavailable, besides what RateLimiter::settle() throws, also where a fallback answers, as that settles
    /// nothing; then it is held, and this can be called again.
    void release(std::optional<Units> actual = {});

    /// Lets it live on, one life from now. False: it is lost, as it was not renewed in time, was freed, or
    /// went with a reset or a failover; another request may have its place. True also where there is nothing
    /// that could be lost, as after a fallback's decision that counts nothing, or under a policy without such
    /// a rule. Throws what RateLimiter::renew() throws; whether the slot is still held is not known then.
    bool renew();

private:
    friend class SlotKeeper;

    std::shared_ptr<HeldSlot> m_held; // shared with keepers; null: moved from
};

} // namespace ratewarden
