// SPDX-License-Identifier: MIT
#include "core/formats/slot_changes.h"

#include "core/formats/packed_texts.h"
#include "core/formats/state_faults.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::int64_t unknownEnd = -1;
constexpr char besideName = ':'; // of Holders::Beside
constexpr std::size_t slotArguments =
    4; // EVALSHA, SHA-1, count, key: what follows is of lua/admin/free_slots.lua

std::int64_t endMillis(Instant moment)
{
    return std::chrono::ceil<std::chrono::milliseconds>(moment.time_since_epoch()).count();
}

std::int64_t lastEnd(const std::vector<const TakenSlot*>& slots)
{
    std::int64_t last = 0;
    for (const TakenSlot* const slot : slots) {
        if (!slot->ends)
            return unknownEnd;
        last = std::max(last, endMillis(*slot->ends));
    }
    return last;
}

} // namespace

FreedSlots& FreedSlots::operator+=(const FreedSlots& other)
{
    freed += other.freed;
    held += other.held;
    oldest = std::max(oldest, other.oldest);
    return *this;
}

Plan freeSlotsPlan(const SlotsKey& key, const Reading& reading, const FreeSlotsIntent& intent)
{
    if (reading.problem)
        throw InvalidArgument(reading.problem);
    const std::vector<TakenSlot>& slots = reading.inFlight;
    if (std::int64_t(slots.size()) >= maxEntries)
        throw InvalidArgument(Problem(Fault::LogTooLong, reading.subject.token));
    const auto isDated = [](const TakenSlot& slot) {
        return slot.taken.has_value();
    };
    if (!slots.empty() && std::ranges::none_of(slots, isDated))
        throw InvalidArgument(Problem(Fault::SlotAges, reading.subject.token));
    FreedSlots freed{0, slots.size(), {}};
    std::vector<const TakenSlot*> old;
    for (const TakenSlot& slot : slots)
        if (slot.taken && reading.at - *slot.taken >= intent.olderThan) {
            old.push_back(&slot);
            freed.oldest = std::max<Micros>(freed.oldest, reading.at - *slot.taken);
        }
    freed.freed = old.size();

    Plan plan;
    plan.freed = freed;
    Command call(scriptNamed("free_slots"), 1);
    call.add(key.name).add(key.isHash ? "free_fields" : "free").add(lastEnd(old));
    Command inside{key.isHash ? "HDEL" : "ZREM", key.name};
    const auto remove = [&](const std::string& member) {
        call.add(member);
        inside.add(member);
    };
    for (const TakenSlot* const slot : old) {
        remove(slot->name);
        if (key.holders == Holders::Beside && !slot->holder.empty())
            remove(slot->name + besideName + slot->holder);
    }
    plan.commands.push_back(std::move(call));
    if (!old.empty()) {
        plan.inside.push_back(std::move(inside));
        plan.cautions.push_back(Caution::StillRunning);
    }
    return plan;
}

Effect freeSlotsEffect(const Answers& answers, Holders holders)
{
    const ReplyView reply = answers.checked(0);
    Effect effect;
    effect.changed = reply.size() > 1;
    if (!effect.changed)
        return effect;
    BeforeImage before;
    pack(before.former, std::to_string(reply[0].integer()));
    for (std::size_t i = 1; i < reply.size(); ++i) {
        pack(before.former, reply[i].string());
        const bool isName = i % 2 == 0;
        if (isName &&
            (holders == Holders::Within || reply[i].string().find(besideName) == std::string_view::npos))
            ++before.units;
    }
    const auto ends = parsedNumber<std::int64_t>(answers.command(0).arguments().at(slotArguments + 1));
    if (ends && *ends != unknownEnd)
        before.until = Instant(std::chrono::milliseconds(*ends));
    effect.before = std::move(before);
    return effect;
}

Plan restoreSlotsPlan(const SlotsKey& key, const BeforeImage& before)
{
    std::string_view packed = before.former;
    const std::string_view expires = unpack(packed);
    const auto require = [](bool isIntact) {
        if (!isIntact)
            throw InvalidArgument("what is to be put back is damaged");
    };
    require(parsedNumber<std::int64_t>(expires) && !packed.empty());
    Command call(scriptNamed("free_slots"), 1);
    call.add(key.name).add(key.isHash ? "restore_fields" : "restore");
    call.add(before.until == Instant{} ? unknownEnd : endMillis(before.until)).add(expires);
    Command inside = key.isHash ? Command{"HSET", key.name} : Command{"ZADD", key.name, "NX"};
    while (!packed.empty()) {
        const std::string_view held = unpack(packed); // its score, or what its field held
        require(key.isHash || std::isfinite(parsedNumber<double>(held).value_or(NAN)));
        const std::string_view name = unpack(packed);
        call.add(held).add(name);
        if (key.isHash)
            inside.add(name).add(held);
        else
            inside.add(held).add(name);
    }
    Plan plan;
    plan.commands.push_back(std::move(call));
    plan.inside.push_back(std::move(inside));
    return plan;
}

} // namespace ratewarden
