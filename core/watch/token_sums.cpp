// SPDX-License-Identifier: MIT
#include "core/watch/token_sums.h"

#include <algorithm>
#include <cmath>

namespace ratewarden {
namespace {

constexpr double millionths = 1e6;

} // namespace

void TokenSums::add(const TokenFacts& facts)
{
    ++tokens;
    if (facts.isUnread)
        ++unread;
    if (facts.rates) {
        ++counted;
        allowed += std::round(facts.rates->allowed * millionths);
        denied += std::round(facts.rates->denied * millionths);
    }
    if (facts.share) {
        ++ruled;
        mostUsed = std::max(mostUsed, *facts.share);
    }
}

void TokenSums::addMaybe(std::uint64_t number)
{
    maybe += number;
    unread += number;
}

TokenSums& TokenSums::operator+=(const TokenSums& other)
{
    tokens += other.tokens;
    maybe += other.maybe;
    unread += other.unread;
    counted += other.counted;
    allowed += other.allowed;
    denied += other.denied;
    ruled += other.ruled;
    mostUsed = std::max(mostUsed, other.mostUsed);
    return *this;
}

double TokenSums::allowedRate() const
{
    return allowed / millionths;
}

double TokenSums::deniedRate() const
{
    return denied / millionths;
}

} // namespace ratewarden
