// SPDX-License-Identifier: MIT
// What the shapes have in common when they are changed.
#include "core/formats/shape_engine.h"
#include "core/model/errors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ratewarden::shapes {
namespace {

constexpr std::array<std::string_view, 7> stateNames{"count", "left", "end",  "start",
                                                     "stamp", "tat",  "reset"};

bool belongsToState(const FormatFile& file, const KeyRole& role)
{
    if (&role == &mainRole(file))
        return true;
    if (role.keep || role.role == "lock" || valueCaptures(role, "blocked"))
        return false;
    return role.required ||
           std::ranges::any_of(stateNames, [&](std::string_view name) { return valueCaptures(role, name); });
}

} // namespace

void caution(ShapePlan& plan, Caution caution)
{
    if (std::ranges::find(plan.cautions, caution) == plan.cautions.end())
        plan.cautions.push_back(caution);
}

double charged(double used, double units)
{
    return units < 0 ? std::max(std::min(used, 0.0), used + units) : used + units;
}

void setUnits(const Case& one, Record& record, double units)
{
    if (one.countsDown())
        record.set("left", one.needLimit() - units);
    else
        record.set("count", units);
}

void completeRule(const Case& one, Record& record)
{
    const KeyRole& main = mainRole(one.file);
    const auto isMissing = [&](std::string_view name) {
        return valueCaptures(main, name) && !record.has(name);
    };
    if (isMissing("limit"))
        record.set("limit", one.needLimit());
    if (isMissing("window"))
        record.set("window", one.needWindow());
    if (isMissing("step"))
        record.set("step", nearest(real(one.needWindow()) / std::max(1.0, one.needLimit())));
    for (const char* const name : {"times", "amount"})
        if (isMissing(name))
            record.set(name, 1.0);
}

void writeState(const Case& one, const Record& state, std::optional<Nanos> expiresIn, ShapePlan& plan)
{
    Record record = state;
    completeRule(one, record);
    for (const KeyRole& role : one.file.keys) {
        if (!belongsToState(one.file, role))
            continue;
        if (role.keep && !one.alive(role.role))
            throw InvalidArgument(one.file.title + ": its settings are gone, and nothing can be written "
                                                   "without them");
        KeyWrite write;
        write.role = role.role;
        write.what = role.keep || role.more ? KeyWrite::What::Fields : KeyWrite::What::Write;
        write.record = record;
        write.keepExpiry = role.keep || !expiresIn;
        if (!write.keepExpiry)
            write.expiresIn = wholeMillis(*expiresIn);
        plan.writes.push_back(std::move(write));
    }
}

void writeWindows(const Case& one, Nanos duration, double units, ShapePlan& plan)
{
    const Nanos window = one.needWindow();
    const std::int64_t first = floorDivide(one.now(), window);
    const std::int64_t last = floorDivide(add(one.now(), duration), window);
    if (last - first >= maxNumberedWindows)
        throw InvalidArgument("the block would take " + std::to_string(last - first + 1) +
                              " keys, one for each "
                              "window; at most " +
                              std::to_string(maxNumberedWindows) + " are written");
    Record record = one.record();
    setUnits(one, record, units);
    completeRule(one, record);
    for (std::int64_t bucket = first; bucket <= last; ++bucket) {
        setWindowNumber(one.file, record, bucket, window);
        // All for the whole of D, not to their windows' ends: so the last one ends the block on time.
        plan.writes.push_back({mainRole(one.file).role,
                               bucket,
                               KeyWrite::What::Write,
                               record,
                               {},
                               wholeMillis(duration),
                               false});
    }
}

const FoundRule& ruleToBlock(const FormatFile& file, std::span<const FoundRule> rules)
{
    const auto limitOf = [](const FoundRule& rule) {
        return double(std::max<Units>(rule.rule.limit, 0));
    };
    const auto tau = [&](const FoundRule& rule) {
        return double(rule.rule.window.count()) / std::max(limitOf(rule), 1e-9);
    };
    const auto isStricter = [&](const FoundRule& a, const FoundRule& b) {
        switch (file.shape) {
        case Shape::Tat:
            return (double(a.rule.capacity()) - 1) * tau(a) < (double(b.rule.capacity()) - 1) * tau(b);
        case Shape::Bucket:
            return tau(a) > tau(b);
        case Shape::Log:
            return a.rule.window > b.rule.window;
        default:
            return limitOf(a) < limitOf(b);
        }
    };
    return *std::ranges::min_element(rules, isStricter);
}

} // namespace ratewarden::shapes

namespace ratewarden {
namespace {

using namespace shapes;

constexpr std::array<std::string_view, 7> moments{"tat", "stamp", "time", "start", "end", "reset", "until"};

const KeyRole* roleCapturing(const FormatFile& file, std::string_view name)
{
    const auto found =
        std::ranges::find_if(file.keys, [&](const KeyRole& role) { return valueCaptures(role, name); });
    return found != file.keys.end() ? &*found : nullptr;
}

CapturedValue blockMark(const FormatFile& file, const std::string& reason)
{
    const CaptureType* const type = captureType(file, "blocked");
    using Kind = CaptureType::Kind;
    if (!type || type->kind == Kind::Text || type->kind == Kind::Rest)
        return reason.empty() ? "1" : reason;
    if (!type->choices.empty()) // the one text, or the first of some
        return type->choices.front();
    return 1.0;
}

void planBlock(const FormatFile& file, const FoundState& state, std::span<const FoundRule> rules,
               const BlockFor& block, ShapePlan& plan)
{
    if (block.duration <= Nanos(0))
        throw InvalidArgument("a block lasts longer than 0 s");
    if (block.duration > maxForeignBlock)
        throw InvalidArgument("a block of another limiter's token lasts 370 days at most");
    const Case one{file, state, ruleToBlock(file, rules)};
    const Nanos millis = std::chrono::ceil<std::chrono::milliseconds>(block.duration);
    if (const KeyRole* const role = roleCapturing(file, "blocked")) {
        Record record = state.record;
        record.set("blocked", blockMark(file, block.reason));
        plan.writes.push_back(
            {role->role, std::nullopt, KeyWrite::What::Write, std::move(record), {}, millis, false});
        return;
    }
    if (const KeyRole* const role = roleCapturing(file, "until")) {
        if (!one.alive(role->role))
            throw InvalidArgument(file.title + ": its settings are gone, and nothing can be written without "
                                               "them");
        Record record = state.record;
        record.set("until", add(state.now, block.duration));
        plan.writes.push_back(
            {role->role, std::nullopt, KeyWrite::What::Fields, std::move(record), {}, std::nullopt, true});
        return;
    }
    switch (file.shape) {
    case Shape::Counter:
        blockCounter(one, block.duration, plan);
        break;
    case Shape::Pair:
        blockPair(one, block.duration, plan);
        break;
    case Shape::Tat:
        blockTat(one, block.duration, plan);
        break;
    case Shape::Bucket:
        blockBucket(one, block.duration, plan);
        break;
    case Shape::Log:
        blockLog(one, block.duration, plan);
        break;
    case Shape::None:
        break;
    }
    const auto window = one.window();
    if (file.denied == Denied::Nothing || !window)
        return;
    if (isNumbered(one)) {
        if (file.expiry.from == ExpiryRule::From::Newest || file.expiry.from == ExpiryRule::From::End)
            caution(plan, Caution::LastsToWindowEnd);
    } else if (file.expiry.from == ExpiryRule::From::Newest && file.expiry.windows < 1000 &&
               block.duration > usualLife(one, add(state.now, *window))) {
        caution(plan, Caution::DeniedCutsBlock);
    }
}

void remove(const FormatFile& file, const FoundState& state, std::string_view role, ShapePlan& plan,
            std::optional<std::int64_t> bucket = std::nullopt,
            const std::optional<Nanos>& window = std::nullopt)
{
    Record record = state.record;
    if (bucket && window)
        setWindowNumber(file, record, *bucket, *window);
    plan.writes.push_back(
        {std::string(role), bucket, KeyWrite::What::Delete, std::move(record), {}, std::nullopt, false});
}

// Settings stay: only what was used is forgotten.
void clearKept(const Case& one, const KeyRole& role, ShapePlan& plan)
{
    Record record = one.record();
    if (valueCaptures(role, "left"))
        record.set("left", one.needLimit());
    if (valueCaptures(role, "count"))
        record.set("count", 0.0);
    if (valueCaptures(role, "until"))
        record.set("until", one.file.epoch);
    if (record != one.record())
        plan.writes.push_back(
            {role.role, std::nullopt, KeyWrite::What::Fields, std::move(record), {}, std::nullopt, true});
}

void planReset(const FormatFile& file, const FoundState& state, std::span<const FoundRule> rules,
               ShapePlan& plan)
{
    const Case one{file, state, rules.front()};
    for (const KeyRole& role : file.keys) {
        const bool isMain = &role == &mainRole(file);
        if (isMain && !state.windows.empty()) {
            for (const FoundRule& rule : rules) {
                const Case other{file, state, rule};
                const auto window = other.window();
                if (!isNumbered(other))
                    continue;
                // The two before may still count, the later ones are a block.
                for (const NumberedWindow& found : state.windows)
                    if (found.bucket >= floorDivide(state.now, *window) - 2)
                        remove(file, state, role.role, plan, found.bucket, window);
            }
            if (!plan.writes.empty())
                continue;
        }
        const auto key = state.keys.find(role.role);
        if (key == state.keys.end() || !key->second.exists)
            continue;
        if (role.keep)
            clearKept(one, role, plan);
        else if (role.role == "lock" ? !key->second.expires : isMain || nameCaptures(role, "token"))
            remove(file, state, role.role, plan);
    }
}

void planLockRemoval(const FormatFile& file, const FoundState& state, ShapePlan& plan)
{
    for (const KeyRole& role : file.keys) {
        const auto key = state.keys.find(role.role);
        if (role.role == "lock" && key != state.keys.end() && key->second.exists && !key->second.expires)
            remove(file, state, role.role, plan);
    }
    if (plan.writes.empty())
        throw InvalidArgument("there is no lock here that never expires");
}

void planUnblock(const FormatFile& file, const FoundState& state, std::span<const FoundRule> rules,
                 ShapePlan& plan)
{
    const Case one{file, state, rules.front()};
    const KeyRole* const flag = roleCapturing(file, "blocked");
    const KeyRole* const moment = roleCapturing(file, "until");
    if (flag && state.record.has("blocked") && one.alive(flag->role))
        remove(file, state, flag->role, plan);
    const auto until = one.time("until");
    if (moment && until && *until > state.now && one.alive(moment->role)) {
        Record record = state.record;
        record.set("until", file.epoch);
        plan.writes.push_back(
            {moment->role, std::nullopt, KeyWrite::What::Fields, std::move(record), {}, std::nullopt, true});
    }
    if (!flag && !moment)
        planReset(file, state, rules, plan);
}

void planCharge(const FormatFile& file, const FoundState& state, std::span<const FoundRule> rules,
                double units, ShapePlan& plan)
{
    if (!(std::abs(units) <= double(maxUnits)) || units != std::floor(units))
        throw InvalidArgument("only a whole number of units can be charged or given back");
    if (units == 0)
        return;
    const Case one{file, state, ruleToBlock(file, rules)};
    switch (file.shape) {
    case Shape::Counter:
        return chargeCounter(one, units, plan);
    case Shape::Pair:
        return chargePair(one, units, plan);
    case Shape::Tat:
        return chargeTat(one, units, plan);
    case Shape::Bucket:
        return chargeBucket(one, units, plan);
    case Shape::Log:
        return chargeLog(one, units, plan);
    case Shape::None:
        return;
    }
}

// Readers take a moment further away for something else than a moment, and the key would be lost to them.
void checkMoments(const FoundState& state, const ShapePlan& plan)
{
    const Nanos last = add(state.now, maxForeignBlock);
    for (const KeyWrite& write : plan.writes) {
        if (write.what == KeyWrite::What::Delete)
            continue;
        for (const std::string_view name : moments)
            if (const auto moment = write.record.time(name); moment && *moment > last)
                throw InvalidArgument("this would write a moment more than 370 days ahead, which no reader "
                                      "takes for one");
        for (const FoundEntry& entry : write.entries)
            if (entry.at > last)
                throw InvalidArgument("this would write an entry more than 370 days ahead");
    }
}

void addCautions(const FormatFile& file, ShapePlan& plan)
{
    bool writes = false;
    for (const KeyWrite& write : plan.writes) {
        writes = writes || write.what != KeyWrite::What::Delete;
        const auto role = std::ranges::find(file.keys, write.role, &KeyRole::role);
        if (role != file.keys.end() && !nameCaptures(*role, "token") && !valueCaptures(*role, "token"))
            caution(plan, Caution::SharedKey);
    }
    if (!plan.writes.empty() && !file.cached.empty())
        caution(plan, Caution::CachedByClients);
    // Neither a window's start in its key, which is a whole number, nor the announced reset decides anything.
    const auto inSeconds = [&](std::string_view name) {
        return name != "reset" && storesWholeSeconds(file, name) && !nameCaptures(mainRole(file), name);
    };
    if (writes && std::ranges::any_of(moments, inSeconds))
        caution(plan, Caution::WholeSeconds);
}

} // namespace

ShapePlan planShape(const FormatFile& file, const FoundState& state, std::span<const Rule> given,
                    const ShapeIntent& intent)
{
    if (file.tier == Tier::Label || file.shape == Shape::None || file.keys.empty())
        throw InvalidArgument(file.title + ": its keys are named only, and never changed");
    const std::vector<FoundRule> rules = judgedRules(file, state, given);
    ShapePlan plan;
    if (const auto* const block = std::get_if<BlockFor>(&intent))
        planBlock(file, state, rules, *block, plan);
    else if (const auto* const charge = std::get_if<Charge>(&intent))
        planCharge(file, state, rules, charge->units, plan);
    else if (std::holds_alternative<Unblock>(intent))
        planUnblock(file, state, rules, plan);
    else if (std::holds_alternative<RemoveLock>(intent))
        planLockRemoval(file, state, plan);
    else
        planReset(file, state, rules, plan);
    checkMoments(state, plan);
    addCautions(file, plan);
    return plan;
}

} // namespace ratewarden
