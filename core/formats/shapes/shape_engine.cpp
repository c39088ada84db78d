// SPDX-License-Identifier: MIT
#include "core/formats/shapes/shape_engine.h"

#include "core/formats/shapes/numbered_window.h"
#include "core/formats/state_faults.h"
#include "core/model/errors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ratewarden::shapes {
namespace {

constexpr double mostNanos = 9.2e18; // fits into 64 bits, with room for the rounding

const KeyRole::HashField* fieldWith(const KeyRole& role, std::string_view name)
{
    const auto found = std::ranges::find_if(
        role.fields, [&](const KeyRole::HashField& field) { return field.value.captures(name); });
    return found != role.fields.end() ? &*found : nullptr;
}

const CaptureType* typeIn(const std::vector<Pattern>& patterns, std::string_view name)
{
    for (const Pattern& pattern : patterns)
        if (const CaptureType* const type = pattern.type(name))
            return type;
    return nullptr;
}

} // namespace

Nanos add(Nanos a, Nanos b)
{
    Nanos::rep sum = 0;
    if (__builtin_add_overflow(a.count(), b.count(), &sum))
        return b.count() > 0 ? Nanos::max() : Nanos::min();
    return Nanos(sum);
}

Nanos subtract(Nanos a, Nanos b)
{
    Nanos::rep difference = 0;
    if (__builtin_sub_overflow(a.count(), b.count(), &difference))
        return b.count() < 0 ? Nanos::max() : Nanos::min();
    return Nanos(difference);
}

Nanos nearest(double nanos)
{
    if (std::isnan(nanos))
        return {};
    if (std::abs(nanos) >= mostNanos)
        return nanos > 0 ? Nanos::max() : Nanos::min();
    return Nanos(Nanos::rep(std::round(nanos)));
}

Nanos roundedUp(double nanos)
{
    return nearest(std::ceil(nanos));
}

Nanos startOf(std::int64_t bucket, Nanos window)
{
    Nanos::rep product = 0;
    if (__builtin_mul_overflow(bucket, window.count(), &product))
        return (bucket < 0) == (window.count() < 0) ? Nanos::max() : Nanos::min();
    return Nanos(product);
}

std::int64_t floorDivide(Nanos span, Nanos unit)
{
    const std::int64_t quotient = span / unit;
    return span.count() % unit.count() < 0 ? quotient - 1 : quotient;
}

Nanos floorTo(Nanos moment, Nanos unit)
{
    return startOf(floorDivide(moment, unit), unit);
}

Nanos ceilTo(Nanos moment, Nanos unit)
{
    const Nanos floor = floorTo(moment, unit);
    return floor == moment ? moment : add(floor, unit);
}

double finite(double number)
{
    constexpr double most = 1e18;
    return std::isnan(number) ? 0 : std::clamp(number, -most, most);
}

double slackOf(double nanos)
{
    constexpr double noise = 500;
    return nanos > 0 ? std::min(noise / nanos, 0.01) : 0;
}

Nanos momentOf(const std::optional<Nanos>& expires)
{
    return expires.value_or(forever);
}

bool countsDown(const FormatFile& file)
{
    return mainRole(file).capturesInValue("left") && !mainRole(file).capturesInValue("count");
}

std::optional<double> Case::number(std::string_view name) const
{
    const std::optional<double> found = record().number(name);
    return found ? std::optional(finite(*found)) : std::nullopt;
}

std::optional<Nanos> Case::time(std::string_view name) const
{
    if (const auto found = record().time(name))
        return found;
    if (const auto seconds = record().number(name))
        return nearest(*seconds * 1e9);
    return std::nullopt;
}

std::optional<double> Case::limit() const
{
    return rule.limitKnown ? std::optional(double(rule.rule.limit)) : std::nullopt;
}

std::optional<Nanos> Case::window() const
{
    return rule.windowKnown ? std::optional(Nanos(rule.rule.window)) : std::nullopt;
}

double Case::needLimit() const
{
    if (!rule.limitKnown)
        throw InvalidArgument(Problem(Fault::NeedsLimit, file.title));
    return double(rule.rule.limit);
}

Nanos Case::needWindow() const
{
    if (!rule.windowKnown)
        throw InvalidArgument(Problem(Fault::NeedsWindow, file.title));
    return rule.rule.window;
}

ShapeUsage Case::blank() const
{
    ShapeUsage usage;
    if (rule.limitKnown)
        usage.limit = rule.rule.limit;
    usage.window = window();
    usage.inferred = rule.windowInferred;
    return usage;
}

bool Case::fillIn(ShapeUsage& usage, double used) const
{
    usage.used = used;
    if (const auto most = limit())
        usage.remaining = std::clamp(*most - used, 0.0, *most);
    if (used <= 0)
        usage.freesIn = usage.resetsIn = Nanos(0);
    return used > 0;
}

Nanos Case::expiryOf(std::string_view role) const
{
    const auto found = state.keys.find(role);
    return found != state.keys.end() ? momentOf(found->second.expires) : forever;
}

bool Case::alive(std::string_view role) const
{
    const auto found = state.keys.find(role);
    return found != state.keys.end() && found->second.exists && momentOf(found->second.expires) > now();
}

bool Case::isVoid() const
{
    return std::ranges::any_of(file.keys, [this](const KeyRole& role) {
        return (role.required || &role == &mainRole(file)) && !alive(role.role);
    });
}

Nanos Case::voidAt() const
{
    Nanos end = forever;
    for (const KeyRole& role : file.keys)
        if (role.required || &role == &mainRole(file))
            end = std::min(end, expiryOf(role.role));
    return end;
}

bool Case::continuous() const
{
    const auto steps = number("steps");
    return steps ? *steps == 0 : file.continuous;
}

const KeyRole& mainRole(const FormatFile& file)
{
    static const KeyRole none;
    const auto found = std::ranges::find(file.keys, "main", &KeyRole::role);
    return found != file.keys.end() ? *found : file.keys.empty() ? none : file.keys.front();
}

const CaptureType* captureType(const FormatFile& file, std::string_view name)
{
    for (const KeyRole& role : file.keys) {
        if (const CaptureType* const type = typeIn(role.values, name))
            return type;
        if (const KeyRole::HashField* const field = fieldWith(role, name))
            return field->value.type(name);
        for (const std::optional<Pattern>* const pattern : {&role.element, &role.score})
            if (*pattern && (*pattern)->captures(name))
                return (*pattern)->type(name);
        if (const CaptureType* const type = typeIn(role.names, name))
            return type;
    }
    return nullptr;
}

bool storesWholeSeconds(const FormatFile& file, std::string_view name)
{
    const CaptureType* const type = captureType(file, name);
    return type && type->kind == CaptureType::Kind::Seconds && type->width == 0;
}

bool isNumbered(const Case& one)
{
    const Numbering numbering = numberingOf(one.file);
    const auto window = one.window();
    return window && (numbering == Numbering::Bucket ||
                      (numbering == Numbering::Start && windowNumber(one.file, one.record(), *window)));
}

Nanos numberedLength(const Case& one)
{
    return ratewarden::numberedLength(one.file, one.needWindow());
}

const NumberedWindow* windowAt(const FoundState& state, std::int64_t bucket)
{
    const auto found = std::ranges::find(state.windows, bucket, &NumberedWindow::bucket);
    return found != state.windows.end() && momentOf(found->expires) > state.now ? &*found : nullptr;
}

double refundedOf(const FoundState& state, std::int64_t bucket)
{
    const NumberedWindow* const window = windowAt(state, bucket);
    return window ? window->refunded : 0;
}

Nanos windowEnd(const Case& one)
{
    const Nanos gone = one.voidAt();
    if (const auto end = one.time("end"))
        return std::min(*end, gone);
    const auto window = one.window();
    if (const auto start = one.time("start"); start && window)
        return std::min(add(*start, *window), gone);
    // The key outlives its window by k - 1 windows and p. One that is to live for a single window is in force
    // until it goes.
    const ExpiryRule& expiry = one.file.expiry;
    if (gone == forever || expiry.windows == 1 || !window)
        return gone;
    const Nanos after = add(nearest((expiry.windows - 1) * real(*window)), expiry.plusLow);
    return subtract(gone, after);
}

Nanos usualLife(const Case& one, Nanos end)
{
    const ExpiryRule& expiry = one.file.expiry;
    const bool fromEnd = expiry.from == ExpiryRule::From::End;
    // Lives of a thousand windows and more are a mistake, not to be repeated.
    const double windows = expiry.windows > 0 && expiry.windows < 1000 ? expiry.windows : 1;
    const Nanos more = nearest((fromEnd ? 0 : std::max(0.0, windows - 1)) * real(one.needWindow()));
    return add(subtract(end, one.now()), add(more, expiry.plusHigh));
}

Nanos wholeMillis(Nanos span)
{
    constexpr Nanos milli = std::chrono::milliseconds(1);
    return std::clamp<Nanos>(ceilTo(span, milli), milli, floorTo(std::chrono::days(36500), milli));
}

std::optional<Nanos> lifeAtLeast(const Case& one, Nanos life)
{
    const bool isLonger = one.isVoid() || subtract(one.voidAt(), one.now()) < life;
    return isLonger ? std::optional(life) : std::nullopt;
}

std::vector<FoundState> partsOf(const FormatFile& file, const FoundState& state)
{
    std::vector<FoundState> all;
    for (std::size_t i = 0; i < std::max(file.parts.size(), state.parts.size()); ++i) {
        FoundState& one = all.emplace_back(state);
        one.parts.clear();
        if (i < state.parts.size())
            for (const auto& [name, value] : state.parts[i].all())
                one.record.set(name, value);
    }
    return all;
}

const FormatFile& partFile(const FormatFile& file, std::size_t i)
{
    return i < file.parts.size() ? file.parts[i] : file;
}

std::span<const Rule> ruleOfPart(std::span<const Rule> given, std::size_t i)
{
    return i < given.size() ? given.subspan(i, 1) : std::span<const Rule>();
}

std::optional<Nanos> until(const Case& one, Nanos moment)
{
    if (moment == forever)
        return std::nullopt;
    const Nanos left = subtract(moment, one.now());
    return left > lifeForGood / 2 ? std::nullopt : std::optional(std::max(Nanos(0), left));
}

} // namespace ratewarden::shapes
