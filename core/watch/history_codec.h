// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/little_endian.h"
#include "core/watch/history_round.h"

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// Numbers as bytes: small whole ones take one.
class NumberWriter {
public:
    void whole(std::uint64_t number)
    {
        constexpr std::uint64_t more = 0x80;
        for (; number >= more; number >>= 7)
            m_bytes += char(number | more);
        m_bytes += char(number);
    }
    /// All its bits.
    void real(double number)
    {
        appendLittleEndian(m_bytes, std::bit_cast<std::int64_t>(number), sizeof number);
    }

    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

/// Reads them again. What ends too early reads as 0, and is not good.
class NumberReader {
public:
    explicit NumberReader(std::string_view bytes) : m_rest(bytes) {}

    std::uint64_t whole()
    {
        std::uint64_t number = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (m_rest.empty())
                break;
            const auto byte = std::uint8_t(m_rest.front());
            m_rest.remove_prefix(1);
            number |= std::uint64_t(byte & 0x7f) << shift;
            if (byte < 0x80)
                return number;
        }
        m_isGood = false;
        return 0;
    }
    double real()
    {
        if (m_rest.size() < 8) {
            m_isGood = false;
            m_rest = {};
            return 0;
        }
        const std::int64_t bits = littleEndian(m_rest.substr(0, 8));
        m_rest.remove_prefix(8);
        return std::bit_cast<double>(bits);
    }

    bool isGood() const { return m_isGood; }
    bool isAtEnd() const { return m_rest.empty(); }

private:
    std::string_view m_rest;
    bool m_isGood = true;
};

/// How rounds are encoded. `id`: as the file numbers cohorts, series and tokens.
struct EncodedSums {
    std::int64_t id = 0;
    TokenSums sums;
};
struct EncodedFigure {
    std::int64_t id = 0;
    AlertFigure figure;
};
struct EncodedToken {
    std::int64_t id = 0;
    TopToken token; ///< without its names
};

std::string encodeHistory(const std::vector<EncodedSums>& sums);
std::string encodeHistory(const std::vector<EncodedFigure>& figures);
std::string encodeHistory(const std::vector<EncodedToken>& tokens);

void decodeHistory(NumberReader& reader, EncodedSums& sums);
void decodeHistory(NumberReader& reader, EncodedFigure& figure);
void decodeHistory(NumberReader& reader, EncodedToken& token);

/// Calls `take` with each; false: the bytes are damaged.
template <class One, class Take>
bool decodeHistory(std::string_view bytes, Take take)
{
    for (NumberReader reader(bytes); !reader.isAtEnd();) {
        One one;
        decodeHistory(reader, one);
        if (!reader.isGood())
            return false;
        take(one);
    }
    return true;
}

} // namespace ratewarden
