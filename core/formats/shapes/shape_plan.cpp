// SPDX-License-Identifier: MIT
// What the shapes have in common when they are changed.
#include "core/formats/shapes/shape_engine.h"
#include "core/formats/state_faults.h"
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
    if (role.keep || role.role == "lock" || role.capturesInValue("blocked"))
        return false;
    return role.required ||
           std::ranges::any_of(stateNames, [&](std::string_view name) { return role.capturesInValue(name); });
}

// Whether a block only adds to what windows count, and leaves those that it does not reach: what was denied
// stays denied for as long.
bool keepsDenials(const FormatFile& file)
{
    return mainRole(file).namesTokens() && !countsDown(file);
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
    if (countsDown(one.file))
        record.set("left", one.needLimit() - units);
    else
        record.set("count", units);
}

void completeRule(const Case& one, Record& record)
{
    const KeyRole& main = mainRole(one.file);
    const auto isMissing = [&](std::string_view name) {
        return main.capturesInValue(name) && !record.has(name);
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
            throw InvalidArgument(Problem(Fault::SettingsGone, one.file.title));
        const bool keepsExpiry = role.keep || !expiresIn;
        plan.writes.push_back(
            {.role = role.role,
             .what = role.keep || role.more ? KeyWrite::What::Fields : KeyWrite::What::Write,
             .record = record,
             .expiresIn = keepsExpiry ? std::nullopt : std::optional(wholeMillis(*expiresIn)),
             .keepExpiry = keepsExpiry});
    }
}

void writeWindow(const Case& one, std::int64_t number, Record record, std::optional<Nanos> expiresIn,
                 ShapePlan& plan)
{
    setWindowNumber(one.file, record, number, numberedLength(one));
    plan.writes.push_back({.role = mainRole(one.file).role,
                           .bucket = number,
                           .record = std::move(record),
                           .expiresIn = expiresIn ? std::optional(wholeMillis(*expiresIn)) : std::nullopt,
                           .keepExpiry = !expiresIn});
}

void writeWindows(const Case& one, Nanos duration, double units, ShapePlan& plan)
{
    const Nanos window = one.needWindow();
    const std::int64_t first = floorDivide(one.now(), window);
    const std::int64_t last = floorDivide(add(one.now(), duration), window);
    if (last - first >= maxNumberedWindows)
        throw InvalidArgument(Problem(Fault::TooManyKeys, last - first + 1, maxNumberedWindows));
    Record record = one.record();
    completeRule(one, record);
    const bool isShared = mainRole(one.file).namesTokens();
    const bool canBeRefunded = captureType(one.file, "refunded") != nullptr;
    for (std::int64_t bucket = first; bucket <= last; ++bucket) {
        const NumberedWindow* const found = windowAt(one.state, bucket);
        double full = units;
        if (found && canBeRefunded) // all that was counted may yet be given back beside the count
            full += std::max(0.0, finite(found->units + found->refunded));
        else if (found && keepsDenials(one.file))
            full = std::max(full, finite(found->units));
        setUnits(one, record, full);
        // All for the whole of D, not to their windows' ends: so the last one ends the block on time. Where
        // others share the key, it has the life that it has for them.
        const Nanos life = isShared ? usualLife(one, startOf(bucket + 1, window)) : duration;
        writeWindow(one, bucket, record, life, plan);
    }
}

void deleteWindow(const Case& one, std::int64_t number, ShapePlan& plan)
{
    Record record = one.record();
    setWindowNumber(one.file, record, number, numberedLength(one));
    plan.writes.push_back(
        {mainRole(one.file).role, number, KeyWrite::What::Delete, std::move(record), {}, {}, false});
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
        case Shape::Slots:
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
using Kind = CaptureType::Kind;

constexpr std::array<std::string_view, 7> momentCaptures{"tat", "stamp", "time", "start",
                                                         "end", "reset", "until"};

const KeyRole* roleCapturing(const FormatFile& file, std::string_view name)
{
    const auto found =
        std::ranges::find_if(file.keys, [&](const KeyRole& role) { return role.capturesInValue(name); });
    return found != file.keys.end() ? &*found : nullptr;
}

CapturedValue blockMark(const FormatFile& file, const std::string& reason)
{
    const CaptureType* const type = captureType(file, "blocked");
    if (!type || type->kind == Kind::Text || type->kind == Kind::Rest)
        return reason.empty() ? std::string(unsaidReason) : reason;
    if (!type->choices.empty()) // the one text, or the first of some
        return type->choices.front();
    return 1.0;
}

struct Longest {
    Nanos duration;
    FaultCode because; // there is none for good
};

// Whether a refused request gives the key its usual life again.
bool isRefreshed(const FormatFile& file)
{
    const bool counts = file.denied == Denied::Counts && file.expiry.from == ExpiryRule::From::Newest;
    return counts || file.denied == Denied::Refreshes || file.denied == Denied::Rewrites;
}

Longest longestOf(const Case& one)
{
    const FormatFile& file = one.file;
    if (roleCapturing(file, "blocked"))
        return {forever, Fault::None};
    if (numberingOf(file) != Numbering::None) {
        const Nanos window = one.needWindow();
        if (file.shape == Shape::Slices)
            return {std::min(startOf(maxNumberedWindows, file.slice), maxForeignBlock), Fault::KeyPerWindow};
        if (isNumbered(one)) { // divided, as the product of a year's windows does not fit
            constexpr auto most = maxNumberedWindows - 1;
            return {window > maxForeignBlock / most ? maxForeignBlock : most * window, Fault::KeyPerWindow};
        }
        if (const auto start = one.time("start"))
            return {std::max(subtract(add(*start, window), one.now()), Nanos(0)), Fault::NextByCalendar};
        return {maxForeignBlock, Fault::KeyPerWindow};
    }
    const auto isStored = [&](std::string_view name) {
        return captureType(file, name) && !mainRole(file).capturesInName(name);
    };
    if (file.shape == Shape::Tat && one.rule.limitKnown && one.rule.rule.limit > 0) {
        const double tau = real(one.needWindow()) / double(one.rule.rule.limit);
        const Nanos credit = roundedUp(tau * double(one.rule.rule.capacity() - 1));
        // In whole minutes, below what rounding may add to the moment that is written.
        return {floorTo(subtract(maxForeignBlock, add(credit, std::chrono::milliseconds(1))),
                        std::chrono::minutes(1)),
                Fault::StoresMoments};
    }
    if (file.shape != Shape::Counter || std::ranges::any_of(momentCaptures, isStored))
        return {maxForeignBlock, Fault::StoresMoments};
    if (isRefreshed(file))
        return {maxForeignBlock, Fault::RefusalsRefresh};
    return {forever, Fault::None};
}

void checkDuration(const Case& one, const std::optional<Nanos>& duration)
{
    if (duration && *duration <= Nanos(0))
        throw InvalidArgument(Problem(Fault::BlockTooShort));
    if (duration && *duration > maxForeignBlock)
        throw InvalidArgument(Problem(Fault::BlockTooLong));
    if (duration && hasNoWindow(one.file))
        throw InvalidArgument(Problem(Fault::NoTimedBlock, one.file.title));
    if (duration)
        return;
    const Longest longest = longestOf(one);
    if (longest.duration != forever)
        throw InvalidArgument(Problem(Fault::NoPermanentBlock, one.file.title,
                                      durationNotation(std::chrono::floor<Micros>(longest.duration)),
                                      Problem(longest.because)));
}

// For how long the token is denied already by what a block overwrites; forever: without an end that is known,
// or beyond what can be written.
Nanos deniedFor(const Case& one, std::span<const FoundRule> rules, bool overwritesState)
{
    Nanos longest{};
    if (const auto block = blockOf(one))
        longest = block->ends.value_or(forever);
    for (const FoundRule& rule : rules) {
        const bool isOverwritten = overwritesState && (!isNumbered(one) || &rule == &one.rule);
        const ShapeUsage usage = isOverwritten ? readCase({one.file, one.state, rule}) : ShapeUsage();
        if (isLimited(usage) && usage.limit != Units(0)) // which denies for good whatever is written
            longest = std::max(longest, usage.freesIn.value_or(forever));
    }
    return longest > maxForeignBlock ? forever : longest;
}

// The same block, but not shorter than what it overwrites.
BlockFor lasting(const Case& one, std::span<const FoundRule> rules, const BlockFor& block,
                 bool overwritesState, ShapePlan& plan)
{
    BlockFor longer = block;
    const Nanos denied = block.duration ? deniedFor(one, rules, overwritesState) : Nanos(0);
    if (!block.duration || denied <= *block.duration)
        return longer;
    caution(plan, Caution::LongerThanAsked);
    // Its windows have ends of their own: one more for the part of the last one that still counts would add
    // such a part each time.
    if (keepsDenials(one.file))
        return longer;
    longer.duration = denied == forever ? std::nullopt : std::optional(denied);
    if (!longer.duration && longestOf(one).duration != forever)
        throw InvalidArgument(Problem(Fault::DeniedForGood, one.file.title));
    return longer;
}

// Of a mark that is a separate key, or a member of a set.
void writeMark(const Case& one, const KeyRole& role, const BlockFor& block, ShapePlan& plan)
{
    Record record = one.record();
    if (role.listsBlocked()) {
        plan.writes.push_back({role.role, {}, KeyWrite::What::Join, std::move(record), {}, {}, true});
        caution(plan, Caution::ListMayBeOff);
        return;
    }
    record.set("blocked", blockMark(one.file, block.reason));
    const Nanos millis = std::chrono::ceil<std::chrono::milliseconds>(block.duration.value_or(lifeForGood));
    plan.writes.push_back({role.role, {}, KeyWrite::What::Write, std::move(record), {}, millis, false});
}

void planBlock(const FormatFile& file, const FoundState& state, std::span<const FoundRule> rules,
               const BlockFor& wanted, ShapePlan& plan)
{
    const Case one{file, state, ruleToBlock(file, rules)};
    checkDuration(one, wanted.duration);
    const KeyRole* const mark = roleCapturing(file, "blocked");
    const bool isBeside =
        (mark && !mark->listsBlocked()) || roleCapturing(file, "until") || file.shape == Shape::Slots;
    const BlockFor block = lasting(one, rules, wanted, !isBeside, plan);
    if (!block.duration)
        caution(plan, Caution::ForGood);
    // A list has no ends: for a time the token is blocked as in any other layout.
    if (mark && !(mark->listsBlocked() && block.duration)) {
        writeMark(one, *mark, block, plan);
        return;
    }
    if (mark && state.record.has("blocked"))
        plan.writes.push_back({mark->role, {}, KeyWrite::What::Leave, state.record, {}, {}, true});
    const Nanos duration = block.duration.value_or(lifeForGood);
    if (const KeyRole* const role = roleCapturing(file, "until")) {
        if (!one.alive(role->role))
            throw InvalidArgument(Problem(Fault::SettingsGone, file.title));
        Record record = state.record;
        record.set("until", add(state.now, duration));
        plan.writes.push_back(
            {role->role, std::nullopt, KeyWrite::What::Fields, std::move(record), {}, std::nullopt, true});
        return;
    }
    engineOf(file.shape)->block(one, duration, plan); // there is one: planShape() has looked
    const bool keepsOthers = file.shape == Shape::Slots || file.shape == Shape::Slices;
    if (block.duration && !keepsOthers) {
        const bool refills = file.shape == Shape::Tat || file.shape == Shape::Bucket;
        caution(plan, refills ? Caution::QuotaRefillsAfter : Caution::QuotaIsWholeAfter);
    }
    if (mainRole(file).namesTokens())
        caution(plan, Caution::LastsToWindowEnd);
    const auto window = one.window();
    if (file.denied == Denied::Nothing || !window)
        return;
    if (isNumbered(one)) {
        if (file.expiry.from == ExpiryRule::From::Newest || file.expiry.from == ExpiryRule::From::End)
            caution(plan, Caution::LastsToWindowEnd);
    } else if (file.expiry.from == ExpiryRule::From::Newest && file.expiry.windows < 1000 &&
               duration > usualLife(one, add(state.now, *window))) {
        caution(plan, Caution::DeniedCutsBlock);
    }
}

void deleteKey(const FoundState& state, std::string_view role, ShapePlan& plan)
{
    plan.writes.push_back(
        {.role = std::string(role), .what = KeyWrite::What::Delete, .record = state.record});
}

// Settings stay: only what was used is forgotten.
void clearKept(const Case& one, const KeyRole& role, ShapePlan& plan)
{
    Record record = one.record();
    if (role.capturesInValue("left"))
        record.set("left", one.needLimit());
    if (role.capturesInValue("count"))
        record.set("count", 0.0);
    if (role.capturesInValue("until"))
        record.set("until", one.file.epoch);
    if (record != one.record())
        plan.writes.push_back(
            {role.role, std::nullopt, KeyWrite::What::Fields, std::move(record), {}, std::nullopt, true});
}

// Says what becomes of what is used, where that is known; without a change: nothing is used afterwards. A
// value with several parts has no one answer.
void tellUsed(const Case& one, std::optional<double> change, ShapePlan& plan)
{
    const ShapeUsage usage = one.state.parts.empty() ? readCase(one) : ShapeUsage();
    if (!usage.used || plan.writes.empty())
        return;
    const auto bounded = [](double units) { // others count higher than Ratewarden does
        return std::clamp(units, -double(maxUnits), double(maxUnits));
    };
    plan.used = {bounded(*usage.used), change ? bounded(charged(*usage.used, *change)) : 0, usage.limit};
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
                if (!isNumbered(other))
                    continue;
                // The two before may still count, and all slices; the later ones are a block.
                for (const NumberedWindow& found : state.windows)
                    if (file.shape == Shape::Slices ||
                        found.bucket >= floorDivide(state.now, numberedLength(other)) - 2)
                        deleteWindow(other, found.bucket, plan);
            }
            if (!plan.writes.empty())
                continue;
        }
        const auto key = state.keys.find(role.role);
        if (key == state.keys.end() || !key->second.exists)
            continue;
        if (role.keep || (isMain && hasNoWindow(file)))
            clearKept(one, role, plan);
        else if (role.role == "lock" ? !key->second.expires : isMain || role.capturesInName("token"))
            deleteKey(state, role.role, plan);
    }
    tellUsed(one, std::nullopt, plan);
}

void planLockRemoval(const FormatFile& file, const FoundState& state, ShapePlan& plan)
{
    for (const KeyRole& role : file.keys) {
        const auto key = state.keys.find(role.role);
        if (role.role == "lock" && key != state.keys.end() && key->second.exists && !key->second.expires)
            deleteKey(state, role.role, plan);
    }
    if (plan.writes.empty())
        throw InvalidArgument(Problem(Fault::NoStaleLock, file.title));
}

// Whether a layout without a mark denies the subject, by a block or by its limit: nothing tells these apart.
bool isDenied(const FormatFile& file, const FoundState& state, std::span<const FoundRule> rules,
              std::span<const Rule> given)
{
    const ShapeReading present = readShape(file, state, given);
    if (present.state == SubjectState::Limited || present.state == SubjectState::Blocked)
        return true;
    for (std::size_t i = 0; i < rules.size() && present.state != SubjectState::Idle; ++i)
        if (!present.rules[i].remaining) {
            const Case one{file, state, rules[i]};
            one.needLimit();
            one.needWindow();
            return true; // whatever keeps it from being told
        }
    return false;
}

void planUnblock(const FormatFile& file, const FoundState& state, std::span<const FoundRule> rules,
                 std::span<const Rule> given, ShapePlan& plan)
{
    const Case one{file, state, rules.front()};
    const KeyRole* const flag = roleCapturing(file, "blocked");
    const KeyRole* const moment = roleCapturing(file, "until");
    const bool isList = flag && flag->listsBlocked();
    const bool isMarked = flag && state.record.has("blocked") && one.alive(flag->role);
    if (isMarked && isList)
        plan.writes.push_back({flag->role, {}, KeyWrite::What::Leave, state.record, {}, {}, true});
    else if (isMarked)
        deleteKey(state, flag->role, plan);
    const auto until = one.time("until");
    if (moment && until && *until > state.now && one.alive(moment->role)) {
        Record record = state.record;
        record.set("until", file.epoch);
        plan.writes.push_back(
            {moment->role, std::nullopt, KeyWrite::What::Fields, std::move(record), {}, std::nullopt, true});
    }
    if (!(flag && (!isList || isMarked)) && !moment && isDenied(file, state, rules, given))
        planReset(file, state, rules, plan);
}

void planCharge(const FormatFile& file, const FoundState& state, std::span<const FoundRule> rules,
                double units, ShapePlan& plan)
{
    if (!(std::abs(units) <= double(maxUnits)) || units != std::floor(units))
        throw InvalidArgument(Problem(Fault::UnitsNotWhole));
    if (units == 0)
        return;
    const Case one{file, state, ruleToBlock(file, rules)};
    engineOf(file.shape)->charge(one, units, plan);
    tellUsed(one, units, plan);
}

// Of a value with several parts a block empties the one that fills up slowest, and a charge goes to all; the
// value is written once.
void planParts(const FormatFile& file, const FoundState& state, std::span<const FoundRule> rules,
               const ShapeIntent& intent, ShapePlan& plan)
{
    const std::vector<FoundState> parts = partsOf(file, state);
    const auto* const block = std::get_if<BlockFor>(&intent);
    const std::size_t slowest = std::size_t(&ruleToBlock(file, rules) - rules.data());
    KeyWrite whole{
        .role = mainRole(file).role, .record = state.record, .keepExpiry = true, .parts = state.parts};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        ShapePlan one;
        if (!block)
            planCharge(file, parts[i], rules.subspan(i, 1), std::get<ChargeUnits>(intent).units, one);
        else if (i == slowest)
            planBlock(file, parts[i], rules.subspan(i, 1), *block, one);
        for (const Caution found : one.cautions)
            caution(plan, found);
        for (const KeyWrite& write : one.writes) {
            whole.parts[i] = write.record;
            // Without its key all parts would be full again.
            const auto life =
                write.expiresIn ? lifeAtLeast({file, parts[i], rules[i]}, *write.expiresIn) : std::nullopt;
            whole.keepExpiry &= !life;
            if (life)
                whole.expiresIn = std::max(whole.expiresIn.value_or(*life), *life);
        }
    }
    if (whole.parts != state.parts)
        plan.writes.push_back(std::move(whole));
}

bool isThere(const FoundState& state, const FormatFile& part)
{
    const auto key = state.keys.find(part.keys.front().role);
    return key != state.keys.end() && key->second.exists;
}

// What is wanted of the token's keys, as of one: a block ends when the longest denial does that it
// overwrites, and an end of what denies under one rule forgets what was used under all, as they share a
// window.
ShapeIntent wantedOfAll(const FormatFile& file, const std::vector<FoundState>& parts,
                        std::span<const Rule> given, const ShapeIntent& intent, ShapePlan& plan)
{
    const auto* const block = std::get_if<BlockFor>(&intent);
    ShapeIntent wanted = intent;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const ShapeReading present = readShape(file.parts[i], parts[i], ruleOfPart(given, i));
        const bool isHeld = present.state == SubjectState::Limited || present.state == SubjectState::Blocked;
        if (isHeld && std::holds_alternative<Unblock>(intent))
            return Reset{};
        if (isHeld && block && block->duration && present.retryIn &&
            *present.retryIn > *std::get<BlockFor>(wanted).duration) {
            caution(plan, Caution::LongerThanAsked);
            std::get<BlockFor>(wanted).duration = std::min(*present.retryIn, maxForeignBlock);
        }
    }
    return wanted;
}

// Whether both write the same to a key that the rules share.
bool writesAlike(const FormatFile& file, const KeyWrite& one, const KeyWrite& other)
{
    const KeyRole* const role = file.role(one.role);
    const auto sameCaptures = [&](const Pattern& value) {
        return std::ranges::all_of(value.names(), [&](std::string_view name) {
            const CapturedValue* const a = one.record.find(name);
            const CapturedValue* const b = other.record.find(name);
            return a && b ? *a == *b : a == b;
        });
    };
    return one.what == other.what && one.expiresIn == other.expiresIn && one.keepExpiry == other.keepExpiry &&
           role && std::ranges::all_of(role->values, sameCaptures);
}

// Of keys that count under rules of their own each is changed as if it were the token's only one, and what
// they share is written once. A charge is that of one request: where a key counts these, it is of one. What
// no request has been counted under is not charged, as long as others are, and blocked only by a rule.
ShapePlan planOwnRules(const FormatFile& file, const FoundState& state, std::span<const Rule> given,
                       const ShapeIntent& intent)
{
    const std::vector<FoundState> parts = partsOf(file, state);
    const auto* const charge = std::get_if<ChargeUnits>(&intent);
    const bool isAny =
        std::ranges::any_of(file.parts, [&](const FormatFile& part) { return isThere(state, part); });
    ShapePlan plan;
    const ShapeIntent wanted = wantedOfAll(file, parts, given, intent, plan);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const FormatFile& part = file.parts[i];
        const bool isMissing = !isThere(state, part);
        const bool isUnruled = i > 0 && i >= given.size();
        if (isMissing && ((charge && isAny) || (std::holds_alternative<BlockFor>(wanted) && isUnruled)))
            continue;
        ShapeIntent own = wanted;
        if (charge && part.keys.front().once && std::abs(charge->units) > 1)
            own = ChargeUnits{std::copysign(1.0, charge->units)};
        ShapePlan one = planShape(part, parts[i], ruleOfPart(given, i), own);
        for (const Caution found : one.cautions)
            caution(plan, found);
        if (charge && (!plan.used || !part.keys.front().once))
            plan.used = one.used; // of what is counted in units, where that is one
        for (KeyWrite& write : one.writes) {
            const auto same = std::ranges::find(plan.writes, write.role, &KeyWrite::role);
            if (same == plan.writes.end())
                plan.writes.push_back(std::move(write));
            else if (!writesAlike(file, *same, write))
                throw InvalidArgument(Problem(Fault::OneWindow, file.title));
        }
    }
    return plan;
}

// Readers take a moment further away for something else than a moment, and the key would be lost to them.
void checkMoments(const FoundState& state, const ShapePlan& plan)
{
    const Nanos last = add(state.now, maxForeignBlock);
    for (const KeyWrite& write : plan.writes) {
        if (write.what != KeyWrite::What::Write && write.what != KeyWrite::What::Fields)
            continue;
        const auto checkRecord = [last](const Record& record) {
            for (const std::string_view name : momentCaptures)
                if (const auto moment = record.time(name); moment && *moment > last)
                    throw InvalidArgument(Problem(Fault::MomentTooFar));
        };
        checkRecord(write.record);
        std::ranges::for_each(write.parts, checkRecord);
        for (const FoundEntry& entry : write.entries)
            if (entry.at > last)
                throw InvalidArgument(Problem(Fault::MomentTooFar));
    }
}

void addCautions(const FormatFile& file, ShapePlan& plan)
{
    bool writes = false;
    for (const KeyWrite& write : plan.writes) {
        writes = writes || write.what != KeyWrite::What::Delete;
        const auto role = std::ranges::find(file.keys, write.role, &KeyRole::role);
        if (role != file.keys.end() && !role->namesTokens() && !role->capturesInName("token") &&
            !role->capturesInValue("token"))
            caution(plan, Caution::SharedKey);
    }
    if (!plan.writes.empty() && !file.cached.empty())
        caution(plan, Caution::CachedByClients);
    if (file.shape == Shape::Slots && plan.used && plan.used->after < plan.used->before)
        caution(plan, Caution::StillRunning);
    // Neither a window's start in its key, which is a whole number, nor the announced reset decides anything.
    const auto inSeconds = [&](std::string_view name) {
        return name != "reset" && storesWholeSeconds(file, name) && !mainRole(file).capturesInName(name);
    };
    if (writes && std::ranges::any_of(momentCaptures, inSeconds))
        caution(plan, Caution::WholeSeconds);
}

} // namespace

Nanos longestBlock(const FormatFile& file, const FoundState& state, std::span<const Rule> given)
{
    Nanos longest = Nanos::max();
    const std::vector<FoundState> parts = partsOf(file, state);
    for (std::size_t i = 0; i < file.parts.size(); ++i)
        if (i == 0 || i < given.size())
            longest = std::min(longest, longestBlock(file.parts[i], parts[i], ruleOfPart(given, i)));
    if (!file.parts.empty())
        return longest;
    const std::vector<FoundRule> rules = judgedRules(file, state, given);
    return longestOf({file, state, ruleToBlock(file, rules)}).duration;
}

ShapePlan planShape(const FormatFile& file, const FoundState& state, std::span<const Rule> given,
                    const ShapeIntent& intent)
{
    if (file.tier == Tier::Label || file.shape == Shape::None || file.keys.empty())
        throw InvalidArgument(Problem(Fault::NamedOnly, file.title));
    if (!file.parts.empty() && !std::holds_alternative<RemoveLock>(intent))
        return planOwnRules(file, state, given, intent);
    const std::vector<FoundRule> rules = judgedRules(file, state, given);
    ShapePlan plan;
    const bool writes =
        std::holds_alternative<BlockFor>(intent) || std::holds_alternative<ChargeUnits>(intent);
    if (writes && mainRole(file).isBucket4j() && state.parts.empty())
        throw InvalidArgument(Problem(Fault::RulesGone, file.title));
    if (writes && !state.parts.empty())
        planParts(file, state, rules, intent, plan);
    else if (const auto* const block = std::get_if<BlockFor>(&intent))
        planBlock(file, state, rules, *block, plan);
    else if (const auto* const charge = std::get_if<ChargeUnits>(&intent))
        planCharge(file, state, rules, charge->units, plan);
    else if (std::holds_alternative<Unblock>(intent))
        planUnblock(file, state, rules, given, plan);
    else if (std::holds_alternative<RemoveLock>(intent))
        planLockRemoval(file, state, plan);
    else
        planReset(file, state, rules, plan);
    checkMoments(state, plan);
    addCautions(file, plan);
    return plan;
}

} // namespace ratewarden
