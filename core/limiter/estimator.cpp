// SPDX-License-Identifier: MIT
#include "core/limiter/estimator.h"

#include "core/limiter/redis_token.h"
#include "core/model/errors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <list>
#include <mutex>
#include <string>
#include <unordered_map>

namespace ratewarden {
namespace {

constexpr int stepsOfDoubling = 8;
constexpr int lowestPower = -10;
constexpr int highestPower = 6;
constexpr std::size_t ratioSteps = std::size_t(stepsOfDoubling) * std::size_t(highestPower - lowestPower);

/// What is remembered of a key: itself, or what is made of it in `shorter`.
std::string_view remembered(std::string_view key, std::string& shorter)
{
    if (key.size() <= Estimator::longestName)
        return key;
    const std::string hash = hashedToken(key);
    shorter.reserve(Estimator::longestName);
    shorter.append(key.substr(0, Estimator::longestName - hash.size() - 1)).append("~").append(hash);
    return shorter;
}

/// Each step holds the ratios up to its upper end.
double upperEnd(std::size_t step)
{
    return std::exp2(lowestPower + double(step + 1) / stepsOfDoubling);
}

} // namespace

struct Estimator::State {
    class Ratios {
    public:
        void add(double ratio, std::size_t memory)
        {
            const double step = std::ceil((std::log2(ratio) - lowestPower) * stepsOfDoubling) - 1;
            ++m_counts[std::size_t(std::clamp(step, 0.0, double(ratioSteps - 1)))];
            if (++m_total < memory)
                return;
            m_total = 0;
            std::uint32_t odd = 0; // of two that were seen once the next one stays
            for (std::uint32_t& count : m_counts) {
                const std::uint32_t both = count + odd;
                odd = both % 2;
                m_total += count = both / 2;
            }
        }

        std::size_t total() const { return m_total; }

        double atQuantile(double quantile) const
        {
            const double wanted = quantile * double(m_total);
            std::size_t counted = 0;
            for (std::size_t step = 0; step < ratioSteps; ++step)
                if (counted += m_counts[step]; double(counted) >= wanted && counted > 0)
                    return upperEnd(step);
            return upperEnd(ratioSteps - 1);
        }

    private:
        std::array<std::uint32_t, ratioSteps> m_counts{};
        std::size_t m_total = 0;
    };

    struct Key {
        std::string name;
        Ratios ratios;
    };

    explicit State(const Options& its) : options(its) {}

    const Options options;
    std::mutex mutex;
    Ratios all;
    std::list<Key> keys; // the one that was used last first
    std::unordered_map<std::string_view, std::list<Key>::iterator> places;

    /// Null: it is not there.
    Ratios* find(std::string_view key)
    {
        const auto found = places.find(key);
        if (found == places.end())
            return nullptr;
        keys.splice(keys.begin(), keys, found->second);
        return &keys.front().ratios;
    }

    Ratios& make(std::string_view key)
    {
        if (keys.size() == options.keys) {
            places.erase(keys.back().name);
            keys.pop_back();
        }
        keys.push_front({std::string(key), {}});
        places.emplace(keys.front().name, keys.begin());
        return keys.front().ratios;
    }
};

Estimator::Estimator(const Options& options) : m_state(std::make_unique<State>(options))
{
    if (!(options.quantile > 0 && options.quantile < 1))
        throw InvalidArgument("the quantile of an estimator must lie between 0 and 1");
    if (options.keys == 0)
        throw InvalidArgument("an estimator must remember one key at least");
    if (options.memory < 2 * fewest)
        throw InvalidArgument("an estimator must remember " + std::to_string(2 * fewest) +
                              " requests of a key at least");
}

Estimator::~Estimator() = default;

Units Estimator::estimate(std::string_view key, Units declared)
{
    std::string shorter;
    key = remembered(key, shorter);
    const std::scoped_lock lock(m_state->mutex);
    const State::Ratios* ratios = m_state->find(key);
    if (!ratios || ratios->total() < fewest)
        ratios = &m_state->all;
    const double ratio = ratios->total() < fewest ? 1.0 : ratios->atQuantile(m_state->options.quantile);
    const double units = std::ceil(double(declared) * ratio);
    return units >= double(maxUnits) ? maxUnits : std::max<Units>(1, Units(units));
}

void Estimator::learn(std::string_view key, Units declared, Units actual)
{
    if (declared <= 0)
        return;
    const double ratio = double(std::max<Units>(actual, 0)) / double(declared);
    std::string shorter;
    key = remembered(key, shorter);
    const std::scoped_lock lock(m_state->mutex);
    State::Ratios* const known = m_state->find(key);
    (known ? *known : m_state->make(key)).add(ratio, m_state->options.memory);
    m_state->all.add(ratio, m_state->options.memory);
}

std::vector<Estimator::Learned> Estimator::learned() const
{
    const std::scoped_lock lock(m_state->mutex);
    std::vector<Learned> all;
    for (const State::Key& key : m_state->keys)
        if (key.ratios.total() >= fewest)
            all.push_back({key.name, key.ratios.total(), key.ratios.atQuantile(m_state->options.quantile)});
    std::ranges::sort(all, [](const Learned& a, const Learned& b) {
        return a.requests != b.requests ? a.requests > b.requests : a.key < b.key;
    });
    return all;
}

} // namespace ratewarden
