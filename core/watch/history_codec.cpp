// SPDX-License-Identifier: MIT
#include "core/watch/history_codec.h"

#include <algorithm>
#include <cmath>

namespace ratewarden {
namespace {

// Numbers of these enumerations are in the files: another order is another version of the schema.
static_assert(int(TokenStatus::Unknown) == 5 && tokenStatusCount == 6);
static_assert(int(FigureDoubt::NotWatched) == 11 && int(lastDoubt) == 12);

// Which numbers follow, of each kind.
constexpr std::uint64_t allCountedBit = 1;
constexpr std::uint64_t someCountedBit = 2;
constexpr std::uint64_t allRuledBit = 4;
constexpr std::uint64_t someRuledBit = 8;
constexpr std::uint64_t isUsedBit = 16;
constexpr std::uint64_t allUnreadBit = 32;
constexpr std::uint64_t isExactBit = 1;
constexpr std::uint64_t hasLowBit = 2;
constexpr std::uint64_t hasHighBit = 4;
constexpr std::uint64_t hasRuleBit = 1;
constexpr std::uint64_t hasShareBit = 2;
constexpr std::uint64_t hasRatesBit = 4;

constexpr double rateScale = 1e6;

/// What a whole number of a sum is in a file.
std::uint64_t keptWhole(double number)
{
    constexpr double most = 9e18;
    return std::uint64_t(std::clamp(number, 0.0, most));
}

std::uint64_t keptRate(double rate)
{
    return keptWhole(std::round(rate * rateScale));
}

} // namespace

std::string encodeHistory(const std::vector<EncodedSums>& all)
{
    NumberWriter writer;
    for (const auto& [id, sums] : all) {
        const bool allCounted = sums.counted == sums.tokens;
        const bool allRuled = sums.ruled == sums.tokens;
        writer.whole(std::uint64_t(id));
        writer.whole(sums.tokens);
        writer.whole((allCounted         ? allCountedBit
                      : sums.counted > 0 ? someCountedBit
                                         : 0U) |
                     (allRuled         ? allRuledBit
                      : sums.ruled > 0 ? someRuledBit
                                       : 0U) |
                     (sums.mostUsed != 0 ? isUsedBit : 0U) | (sums.unread > 0 ? allUnreadBit : 0U));
        if (!allCounted && sums.counted > 0)
            writer.whole(sums.counted);
        if (!allRuled && sums.ruled > 0)
            writer.whole(sums.ruled);
        if (sums.counted > 0) {
            writer.whole(keptWhole(sums.allowed));
            writer.whole(keptWhole(sums.denied));
        }
        if (sums.mostUsed != 0)
            writer.real(sums.mostUsed);
    }
    return writer.bytes();
}

std::string encodeHistory(const std::vector<EncodedFigure>& all)
{
    NumberWriter writer;
    for (const auto& [id, figure] : all) {
        const bool hasHigh = !figure.isExact() && !std::isinf(figure.high);
        writer.whole(std::uint64_t(id));
        writer.whole(std::uint64_t(figure.doubt));
        writer.whole((figure.isExact() ? isExactBit : 0U) | (figure.low != 0 ? hasLowBit : 0U) |
                     (hasHigh ? hasHighBit : 0U));
        if (figure.low != 0)
            writer.real(figure.low);
        if (hasHigh)
            writer.real(figure.high);
    }
    return writer.bytes();
}

std::string encodeHistory(const std::vector<EncodedToken>& all)
{
    NumberWriter writer;
    for (const auto& [id, token] : all) {
        writer.whole(std::uint64_t(id));
        writer.whole(std::uint64_t(token.status));
        writer.whole((token.rule ? hasRuleBit : 0U) | (token.share ? hasShareBit : 0U) |
                     (token.rates ? hasRatesBit : 0U));
        if (token.rule)
            writer.whole(*token.rule);
        if (token.share)
            writer.real(*token.share);
        if (token.rates) {
            writer.whole(keptRate(token.rates->allowed));
            writer.whole(keptRate(token.rates->denied));
        }
    }
    return writer.bytes();
}

void decodeHistory(NumberReader& reader, EncodedSums& one)
{
    one.id = std::int64_t(reader.whole());
    TokenSums& sums = one.sums;
    sums.tokens = reader.whole();
    const std::uint64_t bits = reader.whole();
    if (bits & allCountedBit)
        sums.counted = sums.tokens;
    if (bits & someCountedBit)
        sums.counted = reader.whole();
    if (bits & allRuledBit)
        sums.ruled = sums.tokens;
    if (bits & someRuledBit)
        sums.ruled = reader.whole();
    if (bits & allUnreadBit)
        sums.unread = sums.tokens;
    if (sums.counted > 0) {
        sums.allowed = double(reader.whole());
        sums.denied = double(reader.whole());
    }
    if (bits & isUsedBit)
        sums.mostUsed = reader.real();
}

void decodeHistory(NumberReader& reader, EncodedFigure& one)
{
    one.id = std::int64_t(reader.whole());
    one.figure.doubt = FigureDoubt(reader.whole());
    const std::uint64_t bits = reader.whole();
    if (bits & hasLowBit)
        one.figure.low = reader.real();
    if (bits & hasHighBit)
        one.figure.high = reader.real();
    if (bits & isExactBit)
        one.figure.high = one.figure.low;
}

void decodeHistory(NumberReader& reader, EncodedToken& one)
{
    one.id = std::int64_t(reader.whole());
    one.token.status = TokenStatus(std::min<std::uint64_t>(reader.whole(), tokenStatusCount - 1));
    const std::uint64_t bits = reader.whole();
    if (bits & hasRuleBit)
        one.token.rule = reader.whole();
    if (bits & hasShareBit)
        one.token.share = reader.real();
    if (bits & hasRatesBit) {
        RequestRates& rates = one.token.rates.emplace();
        rates.allowed = double(reader.whole()) / rateScale;
        rates.denied = double(reader.whole()) / rateScale;
    }
}

} // namespace ratewarden
