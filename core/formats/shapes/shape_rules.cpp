// SPDX-License-Identifier: MIT
// By which rules a subject is judged: stored, given, inferred.
#include "core/formats/shapes/numbered_window.h"
#include "core/formats/shapes/shape_engine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace ratewarden {
namespace {

using namespace shapes;
using namespace std::chrono_literals;

constexpr std::array<Nanos, 21> usualLengths{1s,   2s,   5s,    10s,   15s,   30s,     1min,
                                             2min, 5min, 10min, 15min, 30min, 1h,      2h,
                                             3h,   6h,   8h,    12h,   24h,   7 * 24h, 30 * 24h};
// The windows that are called units.
constexpr std::array<Nanos, 7> unitWindows{1s, 1min, 1h, 24h, 7 * 24h, 30 * 24h, 365 * 24h};

bool isWindow(Nanos window)
{
    return window >= 1us && window <= maxStoredWindow;
}

Micros nearestMicros(Nanos window)
{
    return std::chrono::floor<Micros>(std::min(window, Nanos::max() - 1us) + 500ns);
}

std::optional<Units> storedLimit(const Case& bare)
{
    const auto limit = bare.number("limit");
    return limit && *limit >= 0 && *limit <= double(maxUnits) ? std::optional(Units(*limit)) : std::nullopt;
}

std::optional<Nanos> windowInState(const Case& bare, std::optional<Units> limit)
{
    if (const auto window = bare.time("window")) {
        const double times = bare.number("times").value_or(1);
        const Nanos all = nearest(real(*window) * times);
        return isWindow(all) ? std::optional(all) : std::nullopt;
    }
    // A refill of `amount` every `step` fills the bucket in limit / amount steps.
    const auto step = bare.time("step");
    const double amount = bare.number("amount").value_or(1);
    if (!limit || !step || *step <= 0ns || amount <= 0)
        return std::nullopt;
    const Nanos all = nearest(real(*step) * double(*limit) / amount);
    return isWindow(all) ? std::optional(all) : std::nullopt;
}

// Of the windows for which the number is that of now, or of one of the two before. Failing that, of those for
// which it is one of the next: a block may have written so far ahead.
std::optional<Nanos> niceWindowOf(double number, Nanos now)
{
    if (!(number >= 1 && number < 1e17))
        return std::nullopt;
    const auto bucket = std::int64_t(number);
    for (const Nanos window : usualLengths) {
        const std::int64_t behind = floorDivide(now, window) - bucket;
        if (behind >= 0 && behind <= 2)
            return window;
    }
    for (const Nanos window : usualLengths) {
        const std::int64_t behind = floorDivide(now, window) - bucket;
        if (behind < 0 && behind >= -maxNumberedWindows &&
            subtract(startOf(bucket, window), now) <= maxForeignBlock)
            return window;
    }
    return std::nullopt;
}

// The one length in whole seconds, of those that nobody calls usual, for which the number is that of now or
// of one of the two windows before. Above half an hour several might be. Any number may be one, so that the
// key has to end when it would, unless its name says that it is a window; a block by hand ends otherwise.
std::optional<Nanos> wholeWindowOf(const Case& bare, double number)
{
    constexpr auto longest = 30min;
    if (!(number >= 1 && number < 1e17))
        return std::nullopt;
    const auto bucket = std::int64_t(number);
    const Nanos share = bare.now() / bucket;
    if (share < 1s || share > longest + 1s)
        return std::nullopt;
    const Nanos window = std::chrono::floor<std::chrono::seconds>(share);
    if (window > longest || floorDivide(bare.now(), window) - bucket > 2)
        return std::nullopt;
    constexpr std::size_t tellingLiterals = 8;
    if (mainRole(bare.file).names.front().literals() >= tellingLiterals)
        return window;
    const ExpiryRule& expiry = bare.file.expiry;
    const Nanos expires = bare.expiryOf(mainRole(bare.file).role);
    const double windows = expiry.windows + (expiry.from == ExpiryRule::From::End ? 0 : 1);
    const Nanos latest = add(add(startOf(bucket, window), nearest(real(window) * windows)), expiry.plusHigh);
    return expires <= latest ? std::optional(window) : std::nullopt;
}

// The largest unit that divides the start, and under which the key would expire when it does.
std::optional<Nanos> unitWindowOf(const Case& bare, Nanos start)
{
    const ExpiryRule& expiry = bare.file.expiry;
    const Nanos expires = bare.expiryOf(mainRole(bare.file).role);
    std::optional<Nanos> largest;
    for (const Nanos window : unitWindows) {
        const Nanos least = add(add(start, window), subtract(expiry.plusLow, expiry.grain));
        if (start % window == 0ns && (expires == forever || expires >= least))
            largest = window;
    }
    // A block by hand may end before the window does: then it is the shortest that has not ended.
    if (largest && bare.now() >= add(start, *largest))
        for (const Nanos window : unitWindows)
            if (start % window == 0ns && bare.now() < add(start, window))
                return window;
    return largest;
}

std::optional<Nanos> newestWindow(const Case& bare)
{
    const ExpiryRule& expiry = bare.file.expiry;
    const auto main = bare.state.keys.find(mainRole(bare.file).role);
    if (expiry.from != ExpiryRule::From::Newest || expiry.plusLow != expiry.plusHigh ||
        !(expiry.windows > 0) || bare.state.entries.empty() || main == bare.state.keys.end() ||
        !main->second.expires)
        return std::nullopt;
    const Nanos now = bare.now();
    const double left = main->second.secondsLeft ? finite(*main->second.secondsLeft) * 1e9
                                                 : real(subtract(*main->second.expires, now));
    const Nanos newest = bare.state.entries.back().at;
    const double life = left + real(subtract(now, newest)) - real(expiry.plusLow);
    const Nanos window = nearest(life / expiry.windows);
    if (!isWindow(window))
        return std::nullopt;
    // Lives are set in whole seconds or milliseconds, a moment after the newest entry was dated.
    const Nanos second = std::chrono::round<std::chrono::seconds>(window);
    const Nanos blur = storesWholeSeconds(bare.file, "time") ? nearest(1.1e9 / expiry.windows) : 50ms;
    const Nanos distance = std::chrono::abs(subtract(window, second));
    return second > 0ns && distance <= blur ? second : std::chrono::ceil<std::chrono::milliseconds>(window);
}

// A slice's key ends one window after the last request in it, and p: of the newest slice that tells a number
// of slices, as the window is one.
std::optional<Nanos> slicedWindow(const Case& bare, double number)
{
    const Nanos slice = bare.file.slice;
    const bool isFound = !bare.state.windows.empty();
    if (!isFound && !(std::abs(number) < 1e17))
        return std::nullopt;
    const std::int64_t newest = isFound ? bare.state.windows.back().bucket : std::int64_t(number);
    const Nanos expires =
        isFound ? momentOf(bare.state.windows.back().expires) : bare.expiryOf(mainRole(bare.file).role);
    if (expires == forever)
        return std::nullopt;
    const Nanos life = subtract(subtract(expires, bare.file.expiry.plusLow), startOf(newest, slice));
    const Nanos window = floorTo(life, slice);
    return window >= slice && isWindow(window) ? std::optional(window) : std::nullopt;
}

// Of a layout whose keys tell the window by their number or start.
std::optional<Nanos> numberedWindow(const Case& bare)
{
    if (numberingOf(bare.file) == Numbering::Start) {
        const auto start = bare.time("start");
        return start ? unitWindowOf(bare, *start) : std::nullopt;
    }
    if (numberingOf(bare.file) != Numbering::Bucket)
        return std::nullopt;
    const auto bucket = bare.number("bucket");
    if (!bucket)
        return std::nullopt;
    if (bare.file.shape == Shape::Slices)
        return slicedWindow(bare, *bucket);
    const auto usual = niceWindowOf(*bucket, bare.now());
    return usual ? usual : wholeWindowOf(bare, *bucket);
}

std::optional<Nanos> inferredWindow(const Case& bare)
{
    const auto start = bare.time("start");
    const auto end = bare.time("end");
    if (start && end)
        return isWindow(subtract(*end, *start)) ? std::optional(subtract(*end, *start)) : std::nullopt;
    if (const auto window = numberedWindow(bare))
        return window;
    return newestWindow(bare);
}

// What a bucket holds; how fast it fills is another matter, and stays as given.
void setCapacity(Rule& rule, Units capacity)
{
    if (rule.burst > 0)
        rule.burst = capacity;
    else if (rule.limit > 0 && rule.window > 0us) {
        rule.window =
            nearestMicros(nearest(real(Nanos(rule.window)) / double(rule.limit) * double(capacity)));
        rule.limit = capacity;
    }
}

FoundRule givenRule(const Rule& rule)
{
    const bool usable = rule.window > 0us && rule.window <= std::chrono::floor<Micros>(maxStoredWindow);
    FoundRule found;
    found.rule = rule;
    found.limitKnown = rule.limit >= 0 && rule.limit <= maxUnits;
    found.windowKnown = usable;
    return found;
}

} // namespace

std::span<const Nanos> usualWindows()
{
    return usualLengths;
}

std::vector<FoundRule> judgedRules(const FormatFile& file, const FoundState& state,
                                   std::span<const Rule> given)
{
    if (const std::vector<FoundState> parts = partsOf(file, state); !parts.empty()) {
        std::vector<FoundRule> rules;
        for (std::size_t i = 0; i < parts.size(); ++i)
            rules.push_back(
                judgedRules(partFile(file, i), parts[i], file.parts.empty() ? given : ruleOfPart(given, i))
                    .front());
        return rules;
    }
    const FoundRule none;
    const Case bare{file, state, none};
    FoundRule stored;
    if (const auto limit = storedLimit(bare)) {
        stored.rule.limit = *limit;
        stored.limitKnown = stored.limitStored = true;
    }
    const auto window =
        windowInState(bare, stored.limitKnown ? std::optional(stored.rule.limit) : std::nullopt);
    if (window) {
        stored.rule.window = nearestMicros(*window);
        stored.windowKnown = stored.windowStored = true;
    }
    if ((stored.limitStored && stored.windowStored) || given.empty()) {
        if (!stored.windowKnown)
            if (const auto inferred = inferredWindow(bare)) {
                stored.rule.window = nearestMicros(*inferred);
                stored.windowKnown = stored.windowInferred = true;
            }
        return {stored};
    }
    std::vector<FoundRule> rules;
    for (const Rule& rule : given)
        rules.push_back(givenRule(rule));
    // Each key of such a layout belongs to one window: other rules count in other keys.
    const auto told = window || file.shape == Shape::Slices ? window : numberedWindow(bare);
    const auto isOther = [&](const FoundRule& one) {
        return one.rule.window != nearestMicros(*told);
    };
    if (rules.size() > 1 && told && !std::ranges::all_of(rules, isOther))
        std::erase_if(rules, isOther);
    if (rules.size() == 1 && stored.limitStored) {
        if (file.shape == Shape::Bucket && !stored.windowStored && rules[0].windowKnown)
            setCapacity(rules[0].rule, stored.rule.limit);
        else
            rules[0].rule.limit = stored.rule.limit;
        rules[0].limitKnown = rules[0].limitStored = true;
    }
    if (rules.size() == 1 && stored.windowStored) {
        rules[0].rule.window = stored.rule.window;
        rules[0].windowKnown = rules[0].windowStored = true;
    }
    return rules;
}

Numbering numberingOf(const FormatFile& file)
{
    const KeyRole& main = mainRole(file);
    if (main.capturesInName("bucket"))
        return Numbering::Bucket;
    return main.capturesInName("start") ? Numbering::Start : Numbering::None;
}

std::optional<std::int64_t> windowNumber(const FormatFile& file, const Record& record, Nanos window)
{
    if (window <= 0ns)
        return std::nullopt;
    if (numberingOf(file) == Numbering::Bucket) {
        const auto bucket = record.number("bucket");
        return bucket && std::abs(*bucket) < 1e17 ? std::optional(std::int64_t(*bucket)) : std::nullopt;
    }
    const auto start = record.time("start");
    if (numberingOf(file) != Numbering::Start || !start || *start % window != 0ns)
        return std::nullopt;
    return *start / window;
}

void setWindowNumber(const FormatFile& file, Record& record, std::int64_t number, Nanos window)
{
    if (numberingOf(file) == Numbering::Bucket)
        record.set("bucket", double(number));
    else if (numberingOf(file) == Numbering::Start)
        record.set("start", startOf(number, window));
}

} // namespace ratewarden
