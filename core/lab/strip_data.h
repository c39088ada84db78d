// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/rule.h"
#include "core/model/time.h"
#include "core/model/units.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ratewarden {

/// The requests of a part of the time.
struct RequestBar {
    Units allowed = 0;
    Units denied = 0;
    std::optional<Rule> rule = {}; ///< that denied all of them; empty: several did, or it is not known
};

/// What became of the requests of one client, one strip for each set of rules that judged them.
struct StripData {
    /// Counts of marks up to each request, so that any number of requests is drawn as fast.
    class Strip {
    public:
        explicit Strip(std::size_t requests);

        /// The next request, with a mark or without. `rule`: of `rules`, that denied it; empty: not known.
        void add(bool allowed, bool denied, std::optional<std::uint8_t> rule = {});
        std::optional<std::uint8_t> rule(std::size_t request) const
        {
            return request < m_rules.size() ? m_rules[request] : std::nullopt;
        }
        /// Of the requests [first, last), by their index.
        std::uint32_t allowed(std::size_t first, std::size_t last) const
        {
            return m_allowed[last] - m_allowed[first];
        }
        std::uint32_t denied(std::size_t first, std::size_t last) const
        {
            return m_denied[last] - m_denied[first];
        }
        /// The first request from `from` on that has a mark; the number of requests if there is none.
        std::size_t nextMark(std::size_t from) const;
        /// The last one before `before`; the number of requests if there is none.
        std::size_t markBefore(std::size_t before) const;

        std::vector<Rule> rules; ///< that judged the requests

    private:
        std::size_t requests() const { return m_allowed.size() - 1; }
        std::size_t marks(std::size_t upTo) const { return std::size_t(m_allowed[upTo]) + m_denied[upTo]; }

        std::vector<std::uint32_t> m_allowed{0};
        std::vector<std::uint32_t> m_denied{0};
        std::vector<std::optional<std::uint8_t>> m_rules; // up to the last one that is known
    };

    std::vector<Instant> times; ///< in order
    std::vector<Strip> strips;
    std::size_t differences = 0; ///< the strip whose marks are differences, as an index; else their number
};

} // namespace ratewarden
