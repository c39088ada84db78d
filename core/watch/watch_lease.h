// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"
#include "core/redis/server.h"

#include <map>
#include <optional>
#include <string>

namespace ratewarden {

/// The alerts of which somebody was told that they fire, and not yet that they have recovered: since when
/// they fire, by their names.
using ToldAlerts = std::map<std::string, Instant>;

/// Which of several watchers of one server tells: the one that has the lease, in a key that expires unless it
/// is renewed. Beside it stands what is told, for whoever has the lease next.
class WatchLease {
public:
    enum class Holder {
        Other, ///< somebody else
        Kept,  ///< this one, as before
        Taken  ///< this one, from now on
    };
    struct Answer {
        Holder holder = Holder::Other;
        /// As the last one wrote it that had the lease; empty: nobody has, or Redis has lost it.
        std::optional<ToldAlerts> told;
    };

    /// `name`: what all of them share.
    explicit WatchLease(std::string name);

    const std::string& name() const { return m_name; }
    /// The only one that it calls.
    static const Script& script();

    /// Renews it, or takes it if nobody has it. `told`: what is written if it is renewed. Writes: throws as
    /// Server::call does.
    Answer renew(Server& server, Micros span, const ToldAlerts& told);
    /// Whoever asks next takes it. Likewise; does nothing if another has it.
    void giveBack(Server& server, const ToldAlerts& told);

private:
    Reply ask(Server& server, Micros span, const ToldAlerts& told) const;

    std::string m_name;
    std::string m_id;
    bool m_hasIt = false; // as the last answer says: one that was lost may have been that it was taken
};

/// For how long a watcher wants it whose rounds begin so far apart: one that is late is no reason for another
/// to take over.
Micros leaseSpan(Micros round);

} // namespace ratewarden
