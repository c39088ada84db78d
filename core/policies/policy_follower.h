// SPDX-License-Identifier: MIT
#pragma once

#include "core/policies/policy_watch.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace ratewarden {

/// Throws what a follower says of a policy that nobody knows: Unavailable while none has been read at all,
/// else InvalidArgument. `where`: the server of its limiter.
[[noreturn]] void throwUnknownPolicy(const PolicyWatch& watch, const std::string& name,
                                     std::string_view where);

/// What limiters make of the newest version of a policy, one for all threads: who uses a former version keeps
/// it until he is done. Thread-safe.
template <class Made>
class PolicyFollower {
public:
    /// Perhaps throws; then it is called again for the next request.
    using Make = std::function<std::shared_ptr<Made>(const PublishedPolicy& published)>;

    /// The watch must outlive it.
    PolicyFollower(const PolicyWatch& watch, std::string name, Make make)
        : m_watch(watch), m_name(std::move(name)), m_make(std::move(make))
    {
    }

    const PolicyWatch& watch() const { return m_watch; }
    const std::string& name() const { return m_name; }

    /// Null: the watch knows no such policy.
    std::shared_ptr<Made> newest()
    {
        const std::uint64_t changes = m_watch.changes(); // before it is asked, so that no later one is missed
        const std::scoped_lock lock(m_mutex);
        if (m_made && changes == m_changesSeen)
            return m_made;
        std::shared_ptr<const PublishedPolicy> published = m_watch.find(m_name);
        if (published && published != m_published) {
            m_published.reset();
            m_made.reset(); // until there is one of that version
            m_made = m_make(*published);
            m_published = std::move(published);
        }
        m_changesSeen = changes;
        return m_made;
    }

    /// A policy that nobody knows may just have been announced: whether to ask the server for it now. The
    /// first requests all do; later ones now and then, and only if the server has answered the watch.
    bool mayAsk()
    {
        const auto now = Clock::now();
        const std::scoped_lock lock(m_mutex);
        if (!m_hasAsked)
            return true;
        if (now < m_askAgainAt || !m_watch.hasRead())
            return false;
        m_askAgainAt = now + betweenQuestions;
        return true;
    }
    /// It was asked for, and there is none, or no answer.
    void wasInVain()
    {
        const std::scoped_lock lock(m_mutex);
        if (!std::exchange(m_hasAsked, true))
            m_askAgainAt = Clock::now() + betweenQuestions;
    }

    /// The version that decides; 0: none has been seen.
    std::int64_t version() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_published ? m_published->version : 0;
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds betweenQuestions{250};

    const PolicyWatch& m_watch;
    const std::string m_name;
    const Make m_make;
    mutable std::mutex m_mutex; // of what follows
    std::shared_ptr<const PublishedPolicy> m_published;
    std::shared_ptr<Made> m_made;    // of that version
    std::uint64_t m_changesSeen = 0; // of the watch, when it was found
    bool m_hasAsked = false;
    Clock::time_point m_askAgainAt{};
};

} // namespace ratewarden
