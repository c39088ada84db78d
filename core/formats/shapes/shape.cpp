// SPDX-License-Identifier: MIT
// What the shapes have in common when they are read: which one, what state follows, what is odd.
#include "core/formats/shapes/shape.h"

#include "core/formats/shapes/shape_engine.h"

#include <algorithm>
#include <array>

namespace ratewarden::shapes {

using namespace std::chrono_literals;

const Engine* engineOf(Shape shape)
{
    // In the order of Shape.
    constexpr std::array<const Engine*, 8> engines{&counterEngine, &pairEngine, &slicesEngine, &tatEngine,
                                                   &bucketEngine,  &logEngine,  &logEngine,    nullptr};
    return engines.at(std::size_t(shape));
}

ShapeUsage readCase(const Case& one)
{
    const Engine* const engine = engineOf(one.file.shape);
    return engine ? engine->read(one) : one.blank();
}

std::optional<FoundBlock> blockOf(const Case& one)
{
    if (const CapturedValue* const blocked = one.record().find("blocked"))
        for (const KeyRole& role : one.file.keys)
            if (role.capturesInValue("blocked") && one.alive(role.role)) {
                const CaptureType* const type = captureType(one.file, "blocked");
                const bool isText = !type || type->kind != CaptureType::Kind::Constant;
                const auto* const text = std::get_if<std::string>(blocked);
                const bool tells = text && isText && !role.listsBlocked() && *text != unsaidReason;
                return FoundBlock{until(one, one.expiryOf(role.role)), tells ? *text : ""};
            }
    // Less than a blink is the pause between two requests.
    const auto moment = one.time("until");
    if (moment && *moment > add(one.now(), 20ms))
        return FoundBlock{until(one, *moment), ""};
    return std::nullopt;
}

bool isLimited(const ShapeUsage& usage)
{
    return usage.remaining && *usage.remaining <= 0;
}

} // namespace ratewarden::shapes

namespace ratewarden {
namespace {

using namespace shapes;
using namespace std::chrono_literals;

bool isIdle(const ShapeUsage& usage)
{
    return usage.used ? *usage.used == 0 : usage.resetsIn == Nanos(0);
}

// The longest wait; empty as soon as one is not known.
std::optional<Nanos> longestWait(const std::vector<ShapeUsage>& rules)
{
    Nanos longest{};
    for (const ShapeUsage& usage : rules) {
        if (!isLimited(usage))
            continue;
        if (!usage.freesIn || usage.limit == Units(0)) // a limit of 0 denies every request
            return std::nullopt;
        longest = std::max(longest, *usage.freesIn);
    }
    return longest;
}

// What is odd about the keys. Of a subject that is limited or blocked, what a block by hand does to them is
// not.
class Warnings {
public:
    Warnings(const Case& one, const ShapeUsage& usage, bool isHeld, std::vector<Warning>& warnings)
        : m_one(one), m_usage(usage), m_isHeld(isHeld), m_main(mainRole(one.file).role), m_warnings(warnings)
    {
    }

    void findLocks()
    {
        for (const KeyRole& role : m_one.file.keys)
            if (role.role == "lock")
                findStaleLock(role);
    }

    void findAll()
    {
        for (const KeyRole& role : m_one.file.keys)
            findExpiry(role);
        if (m_one.state.windows.empty() && m_one.file.shape != Shape::Bucket)
            findNegative(m_one.number("count"));
        for (const NumberedWindow& window : m_one.state.windows)
            if (!countsDown(m_one.file))
                findNegative(window.units);
        if (m_one.file.shape == Shape::Bucket)
            findAhead(m_one.time("stamp"));
        else if (m_one.file.shape == Shape::Counter && numberingOf(m_one.file) == Numbering::None)
            findAhead(m_one.time("start"));
        else if (m_one.file.keepsEntries() && !m_one.state.entries.empty() && !tellsEnds(m_one.file))
            findAhead(m_one.state.entries.back().at);
        constexpr Nanos clocksDiffer = 5s; // of clients whose clocks are set (NTP) much less
        if (m_one.file.clientClock && m_one.state.disorder > clocksDiffer && !m_one.isVoid())
            add({WarningCode::ClocksDiffer, real(m_one.state.disorder) / 1e9, m_main});
        if (m_one.file.keepsEntries() && !m_one.isVoid())
            if (const auto units = untrimmedUnits(m_one))
                add({WarningCode::Untrimmed, *units, m_main});
        if (const double held = slotsHeldLong(m_one); held > 0)
            add({WarningCode::StaleSlots, held, m_main});
        findStorm();
        findAboveLimit();
    }

private:
    void findStaleLock(const KeyRole& role)
    {
        const auto found = m_one.state.keys.find(role.role);
        if (found != m_one.state.keys.end() && found->second.exists && !role.keep && !found->second.expires)
            add({WarningCode::StaleLock, 0, role.role, ownerOf(role)});
    }

    void findExpiry(const KeyRole& role)
    {
        if (role.role == "lock")
            return findStaleLock(role);
        const auto found = m_one.state.keys.find(role.role);
        if (found == m_one.state.keys.end() || !found->second.exists || role.keep)
            return;
        const FoundKey& key = found->second;
        const ExpiryRule::From from = m_one.file.expiry.from;
        if (from == ExpiryRule::From::None || from == ExpiryRule::From::Other)
            return;
        if (!key.expires)
            add({WarningCode::NoExpiry, 0, role.role});
        else if (role.role == m_main)
            findAbsurdLife(key);
    }

    // More than 100 times what it should be. A block by hand may have any life; but layouts that take
    // nanoseconds for seconds do it to all their keys.
    void findAbsurdLife(const FoundKey& key)
    {
        const ExpiryRule& expiry = m_one.file.expiry;
        const auto window = m_one.window();
        const bool always = expiry.windows >= 1000;
        if (!window || expiry.from == ExpiryRule::From::Tat)
            return;
        const bool isLog = m_one.file.keepsEntries() && !m_one.state.entries.empty();
        if (m_isHeld && !always && !isLog)
            return;
        Nanos from = m_one.now();
        if (isLog) // counts from the newest entry, which a block dates ahead
            from = std::max(from, m_one.state.entries.back().at);
        const double life =
            key.secondsLeft ? finite(*key.secondsLeft) : real(subtract(*key.expires, from)) / 1e9;
        const double expected = real(*window) * (always ? 1 : expiry.windows) + real(expiry.plusHigh);
        if (life > 100 * expected / 1e9)
            add({WarningCode::AbsurdExpiry, life, m_main});
    }

    void findNegative(std::optional<double> count)
    {
        if (count && *count < 0)
            add({WarningCode::Negative, finite(*count), m_main});
    }

    void findAhead(std::optional<Nanos> moment)
    {
        const Nanos tolerance = m_one.file.clientClock ? 5s : 1s;
        if (moment && !m_isHeld && !m_one.isVoid() && subtract(*moment, m_one.now()) > tolerance)
            add({WarningCode::Ahead, real(subtract(*moment, m_one.now())) / 1e9, m_main});
    }

    std::string ownerOf(const KeyRole& lock) const
    {
        for (const Pattern& pattern : lock.values)
            for (const auto& [name, value] : m_one.record().all())
                if (const auto* const text = std::get_if<std::string>(&value); text && pattern.captures(name))
                    return *text;
        return {};
    }

    // Where denied requests are counted as well, what was counted beyond the limit was denied.
    void findStorm()
    {
        if (m_one.file.denied != Denied::Counts || !m_usage.limit || !m_usage.window || !m_usage.used)
            return;
        const double limit = double(*m_usage.limit);
        const double denied = *m_usage.used - limit;
        const double rate = denied / std::max(1.0, real(countedFor()) / 1e9);
        if (denied >= stormDenied && denied > limit && rate >= stormRate)
            add({WarningCode::RetryStorm, rate, m_main});
    }

    // Where denied requests are not counted, callers that do not see each other's charges get there. A block
    // by hand fills the limit, or moves an arrival time, or empties a bucket.
    void findAboveLimit()
    {
        const Shape shape = m_one.file.shape;
        if (m_one.file.denied == Denied::Counts || shape == Shape::Tat || shape == Shape::Bucket ||
            !m_usage.limit || *m_usage.limit <= 0 || !m_usage.used)
            return;
        const double limit = double(*m_usage.limit);
        if (*m_usage.used >= farAbove * limit && *m_usage.used - limit >= unitsAbove)
            add({WarningCode::AboveLimit, *m_usage.used / limit, m_main});
    }

    // How long it took to count what is used: since the window began, or since the oldest entry that was
    // read of it.
    Nanos countedFor() const
    {
        const Nanos window = *m_usage.window;
        if (m_one.file.keepsEntries()) {
            for (const FoundEntry& entry : m_one.state.entries)
                if (entry.at > subtract(m_one.now(), window))
                    return subtract(m_one.now(), entry.at);
            return window;
        }
        const Nanos left = m_usage.resetsIn.value_or(Nanos::zero());
        return m_one.file.shape == Shape::Counter && left < window ? window - left : window;
    }

    // Once of a kind and key, whichever rule or window it was found with.
    void add(Warning warning)
    {
        const auto isSame = [&](const Warning& other) {
            return other.code == warning.code && other.role == warning.role;
        };
        if (std::ranges::none_of(m_warnings, isSame))
            m_warnings.push_back(std::move(warning));
    }

    const Case& m_one;
    const ShapeUsage& m_usage;
    bool m_isHeld; // limited or blocked
    std::string m_main;
    std::vector<Warning>& m_warnings;
};

bool countsWindows(const FormatFile& file) // in a number that grows or falls by one
{
    return file.shape == Shape::Counter || file.shape == Shape::Pair || file.shape == Shape::Slices;
}

} // namespace

std::string_view nameOf(SubjectState state)
{
    constexpr std::array<std::string_view, 4> names{"ok", "limited", "blocked", "idle"};
    return names.at(std::size_t(state));
}

bool readsAlike(const FormatFile& a, const FormatFile& b)
{
    return (a.shape == b.shape || (countsWindows(a) && countsWindows(b))) && countsDown(a) == countsDown(b);
}

bool hasNoWindow(const FormatFile& file)
{
    return file.shape == Shape::Counter && countsDown(file) && file.expiry.from == ExpiryRule::From::None &&
           numberingOf(file) == Numbering::None &&
           std::ranges::none_of(std::array{"start", "end", "until", "blocked"},
                                [&](const char* name) { return captureType(file, name); });
}

bool isCounterAlone(const FormatFile& file)
{
    return file.shape == Shape::Counter && file.keys.front().type == ValueType::String &&
           numberingOf(file) == Numbering::None;
}

bool isPlainCounter(const FormatFile& file)
{
    const KeyRole& main = file.keys.front();
    const Pattern& name = main.names.front();
    return isCounterAlone(file) && main.names.size() == 1 && name.names().size() == 2 &&
           name.captures("prefix");
}

bool holdsHashTag(std::string_view token)
{
    const std::size_t open = token.find('{');
    const std::size_t close = open == std::string_view::npos ? open : token.find('}', open);
    return close != std::string_view::npos && close > open + 1;
}

bool countsOtherWay(const FormatFile& a, const FormatFile& b)
{
    return countsWindows(a) && countsWindows(b) && countsDown(a) != countsDown(b);
}

ShapeReading readShape(const FormatFile& file, const FoundState& state, std::span<const Rule> given)
{
    ShapeReading reading;
    const std::vector<FoundRule> rules = judgedRules(file, state, given);
    const std::vector<FoundState> parts = partsOf(file, state);
    std::vector<Case> cases;
    for (std::size_t i = 0; i < rules.size(); ++i)
        cases.push_back({partFile(file, i), parts.empty() ? state : parts[i], rules[i]});
    if (state.wrongUnit) {
        for (const Case& one : cases)
            reading.rules.push_back(one.blank());
        reading.warnings.push_back(ratewarden::wrongUnit(*state.wrongUnit));
    } else {
        for (const Case& one : cases)
            reading.rules.push_back(readCase(one));
    }
    const bool limited = std::ranges::any_of(reading.rules, isLimited);
    // In a key of its own it holds, whatever is wrong with the times.
    const auto block =
        state.wrongUnit && !state.record.find("blocked") ? std::nullopt : blockOf(cases.front());
    if (block) {
        reading.state = SubjectState::Blocked;
        reading.retryIn = block->ends;
        reading.blockReason = block->reason;
    } else if (state.wrongUnit) {
        reading.state = SubjectState::Ok;
    } else if (limited) {
        reading.state = SubjectState::Limited;
        reading.retryIn = longestWait(reading.rules);
    } else {
        const bool idle = std::ranges::all_of(reading.rules, isIdle);
        reading.state = idle ? SubjectState::Idle : SubjectState::Ok;
        const bool isKnown = std::ranges::any_of(reading.rules, [](const ShapeUsage& usage) {
            return usage.remaining || (usage.used && *usage.used == 0);
        });
        if (isKnown || idle)
            reading.retryIn = Nanos(0);
    }
    for (std::size_t i = 0; i < cases.size(); ++i) {
        Warnings warnings(cases[i], reading.rules[i], block || limited, reading.warnings);
        state.wrongUnit ? warnings.findLocks() : warnings.findAll();
    }
    std::ranges::stable_sort(reading.warnings, {}, &Warning::code);
    return reading;
}

} // namespace ratewarden
