// SPDX-License-Identifier: MIT
#include "core/formats/files/bucket4j_value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace ratewarden {
namespace {

constexpr std::int64_t mostBandwidths = 64;
constexpr std::int64_t longSize = 8;

struct Bandwidth {
    std::int64_t capacity = 0;
    std::int64_t period = 0; // ns
    std::int64_t tokens = 0;
    bool byPeriods = false;
    std::size_t place = 0; // of its state in the value
};

// Reads from the front; after the first thing that does not fit, nothing fits.
class Reader {
public:
    explicit Reader(std::string_view bytes) : m_bytes(bytes) {}

    bool isEnd() const { return !m_failed && m_at == m_bytes.size(); }
    bool failed() const { return m_failed; }
    std::size_t at() const { return m_at; }

    std::int64_t number(std::size_t size)
    {
        if (m_failed || m_bytes.size() - m_at < size) {
            m_failed = true;
            return 0;
        }
        std::uint64_t value = 0;
        for (const char byte : m_bytes.substr(m_at, size))
            value = value << 8U | std::uint8_t(byte);
        m_at += size;
        return std::int64_t(value);
    }
    std::int64_t number8() { return number(longSize); }
    bool truth()
    {
        const std::int64_t byte = number(1);
        m_failed |= byte > 1;
        return byte == 1;
    }
    void expect(std::int64_t wanted) { m_failed |= number(4) != wanted; }
    void skip(std::size_t size)
    {
        m_failed |= m_bytes.size() - m_at < size;
        m_at += m_failed ? 0 : size;
    }

private:
    std::string_view m_bytes;
    std::size_t m_at = 0;
    bool m_failed = false;
};

Bandwidth readBandwidth(Reader& in)
{
    Bandwidth one;
    in.expect(1);
    one.capacity = in.number8();
    in.skip(longSize); // with how many tokens it began
    one.period = in.number8();
    one.tokens = in.number8();
    one.byPeriods = in.truth();
    in.skip(longSize); // when it was first refilled
    in.truth();        // whether what it began with depended on that
    if (in.truth())
        in.skip(std::size_t(in.number(2)));
    return one;
}

// Empty: these are other bytes.
std::vector<Bandwidth> bandwidthsOf(std::string_view bytes)
{
    Reader in(bytes);
    const std::int64_t layout = in.number(4);
    in.expect(1);
    const std::int64_t count = in.number(4);
    if ((layout != 1 && layout != 2) || count < 1 || count > mostBandwidths)
        return {};
    std::vector<Bandwidth> bandwidths;
    for (std::int64_t i = 0; i < count && !in.failed(); ++i)
        bandwidths.push_back(readBandwidth(in));
    in.expect(3); // state in whole tokens; those in fractions, of another type, are no longer written
    in.expect(1);
    in.expect(3 * count);
    for (Bandwidth& one : bandwidths) {
        one.place = in.at();
        in.skip(3 * longSize);
    }
    in.expect(1);
    in.skip(longSize);
    if (layout == 2 && in.truth())
        in.skip(longSize);
    const auto isUsable = [](const Bandwidth& one) {
        return one.capacity > 0 && one.period > 0 && one.tokens > 0;
    };
    return in.isEnd() && std::ranges::all_of(bandwidths, isUsable) ? bandwidths : std::vector<Bandwidth>();
}

void put(std::string& bytes, std::size_t place, std::int64_t value)
{
    for (std::size_t i = 0; i < std::size_t(longSize); ++i)
        bytes[place + i] = char(std::uint64_t(value) >> (8U * (longSize - 1 - i)) & 0xFFU);
}

constexpr std::array<std::string_view, 6> bandwidthCaptures{"limit", "step", "amount",
                                                            "steps", "left", "stamp"};

} // namespace

bool isBucket4jCapture(std::string_view name)
{
    return std::ranges::find(bandwidthCaptures, name) != bandwidthCaptures.end();
}

std::optional<std::vector<Record>> readBucket4j(std::string_view bytes)
{
    std::vector<Record> records;
    for (const Bandwidth& one : bandwidthsOf(bytes)) {
        Reader state(bytes.substr(one.place));
        const std::int64_t refilled = state.number8();
        const std::int64_t size = state.number8();
        const std::int64_t error = state.number8();
        Record& record = records.emplace_back();
        record.set("limit", double(one.capacity));
        record.set("step", Nanos(one.period));
        record.set("amount", double(one.tokens));
        record.set("steps", one.byPeriods ? 1.0 : 0.0);
        record.set("left", double(size) + (one.byPeriods ? 0 : double(error) / double(one.period)));
        record.set("stamp", Nanos(refilled));
    }
    return records.empty() ? std::nullopt : std::optional(std::move(records));
}

std::optional<std::string> writeBucket4j(std::string_view bytes, std::span<const Record> bandwidths)
{
    const std::vector<Bandwidth> layout = bandwidthsOf(bytes);
    if (layout.empty() || layout.size() != bandwidths.size())
        return std::nullopt;
    std::string written(bytes);
    for (std::size_t i = 0; i < layout.size(); ++i) {
        const auto left = bandwidths[i].number("left");
        const auto stamp = bandwidths[i].time("stamp");
        if (!left || !stamp || !(std::abs(*left) < 1e18))
            return std::nullopt;
        const double whole = std::floor(*left);
        const double part = layout[i].byPeriods ? 0 : (*left - whole) * double(layout[i].period);
        put(written, layout[i].place, stamp->count());
        put(written, layout[i].place + longSize, std::int64_t(whole));
        put(written, layout[i].place + 2 * longSize, std::int64_t(std::floor(part)));
    }
    return written;
}

} // namespace ratewarden
