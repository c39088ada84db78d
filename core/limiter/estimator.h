// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/units.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// Learns how much of what is declared requests really cost, by a key such as the name of a model, so that a
/// reservation need not be the most that a request can cost.
///
///     Reservation reservation = limiter.reserve("user:42", estimator.estimate("gpt-4o", declared));
///     if (reservation.allowed()) {
///         const Units actual = costOf(answer());
///         reservation.settle(actual);
///         estimator.learn("gpt-4o", declared, actual);
///     }
///
/// A histogram of ratios with eight steps for each doubling, from 1/1024 to 64; counts are halved when there
/// are `memory` of them, so that the last ones count most. Thread-safe.
class Estimator {
public:
    struct Options {
        /// Of the requests that were learned, at least this part cost no more than was estimated for them:
        /// between 0 and 1. What costs more is charged when it is settled, above the limit if need be. That
        /// does not cover requests that cost more than 64 times what they declare: ratios above that are
        /// learned as 64.
        double quantile = 0.9;
        /// How many keys are remembered, each in some 600 bytes and those of its name, up to longestName. The
        /// one that was used least lately makes room for a new one.
        std::size_t keys = 1000;
        /// How many requests of a key are remembered, about; at least 2 * fewest.
        std::size_t memory = 2000;
    };
    /// With fewer requests of its own a key is estimated by those of all keys; with fewer of them, too, what
    /// is declared is the estimate.
    static constexpr std::size_t fewest = 20;

    /// The bytes of a key that are remembered; of a longer one its beginning and its hash, by which keys with
    /// one beginning are told apart.
    static constexpr std::size_t longestName = 256;

    /// Throws InvalidArgument for options out of range.
    Estimator() : Estimator(Options()) {}
    explicit Estimator(const Options& options);
    Estimator(const Estimator&) = delete;
    Estimator& operator=(const Estimator&) = delete;
    ~Estimator();

    /// Units to reserve for a request that declares so many: 1 to maxUnits.
    Units estimate(std::string_view key, Units declared);
    /// What it has cost. A request that declared nothing teaches nothing.
    void learn(std::string_view key, Units declared, Units actual);

    /// What is estimated for a key by its own requests.
    struct Learned {
        std::string key;          ///< or, of one above longestName, what is remembered of it
        std::size_t requests = 0; ///< that are remembered
        double ratio = 1;         ///< of what is declared
    };
    /// Of the keys with `fewest` requests or more, most requests first.
    std::vector<Learned> learned() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace ratewarden
