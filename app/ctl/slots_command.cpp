// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl slots`: the requests of a token that are in flight, and freeing those that are not any
// more.
#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/key_commands.h"
#include "app/ctl/sentences.h"
#include "app/ctl/tokens.h"
#include "core/algorithms/algorithm.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/formats/state_faults.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

namespace ratewarden::ctl {
namespace {

struct SlotsOptions {
    std::string token;
    KeyOptions key;
    std::string policy = "default";
    std::string olderThan;
    std::string reason;
};

Change slotsOfToken(Terminal& terminal, const SlotsOptions& options, const Intent& intent)
{
    Server& server = terminal.server();
    const std::optional<PublishedPolicy> published = publishedIfReadable(server, options.policy);
    if (published)
        requireOwn(published->policy);
    const NameInRedis token = nameInRedis(terminal, options.token, published);
    const std::string algorithm = published ? published->policy.algorithm : "in-flight";
    if (!algorithmNamed(algorithm).takesSlots)
        throw InvalidArgument(
            fmt::format("the policy \"{}\" counts no requests in flight: its algorithm is {}",
                        printable(options.policy), algorithm));
    Change change{intent,
                  {stateSubject(token.text(), options.policy, algorithmNamed(algorithm))},
                  {},
                  {},
                  options.reason};
    if (published)
        change.policies.emplace(options.policy, published->policy);
    else if (!haveKeys(server, change.subjects))
        requirePublished(server, options.policy,
                         fmt::format("and {} has no state under that name", printable(token.text())));
    readStates(server, change);
    return change;
}

Json slotJson(const TakenSlot& slot, Instant now)
{
    const auto since = [](const std::optional<Instant>& from, const std::optional<Instant>& to) {
        return from && to ? Json((*to - *from).count()) : Json(nullptr);
    };
    return {{"name", printable(slot.name)},
            {"taken_us", orNull(slot.taken)},
            {"age_us", since(slot.taken, now)},
            {"ends_us", orNull(slot.ends)},
            {"ends_in_us", since(now, slot.ends)},
            {"holder", slot.holder.empty() ? Json(nullptr) : Json(printable(slot.holder))}};
}

const RuleUsage* atOnceOf(const Reading& reading)
{
    if (reading.decision)
        for (const RuleUsage& usage : reading.decision->usage)
            if (usage.rule.atOnce)
                return &usage;
    return nullptr;
}

Json slotsJson(const Reading& reading)
{
    const RuleUsage* const usage = atOnceOf(reading);
    Json slots = Json::array();
    for (const TakenSlot& slot : reading.inFlight)
        slots.push_back(slotJson(slot, reading.at));
    return {{"token", printable(reading.subject.token)},
            {"policy", printable(reading.subject.policy)},
            {"format", reading.subject.format->name()},
            {"at_us", orNull(std::optional(reading.at))},
            {"limit", usage ? Json(usage->rule.limit) : Json(nullptr)},
            {"slots", slots}};
}

void printSlots(const Terminal& terminal, const Reading& reading)
{
    const RuleUsage* const usage = atOnceOf(reading);
    const std::string held = usage ? fmt::format("{} of {}", reading.inFlight.size(), notation(usage->rule))
                                   : fmt::format("{} at once", reading.inFlight.size());
    fmt::print("{} under {}: {}\n", printable(reading.subject.token), printable(reading.subject.policy),
               held);
    const bool knowsHolders =
        std::ranges::any_of(reading.inFlight, [](const TakenSlot& slot) { return !slot.holder.empty(); });
    std::vector<Table::Column> columns{
        {"SLOT", Table::Long}, {"SINCE"}, {"AGE", Table::Number}, {"ENDS IN", Table::Number}};
    if (knowsHolders)
        columns.push_back({"HOLDER", Table::Long});
    Table table(std::move(columns));
    for (const TakenSlot& slot : reading.inFlight) {
        const bool isOld = slot.taken && reading.at - *slot.taken >= slotPatience;
        std::vector<Cell> cells{printable(slot.name), slot.taken ? localTime(*slot.taken) : "?",
                                Cell(slot.taken ? durationText(reading.at - *slot.taken) : "?",
                                     isOld ? Tone::Warning : Tone::Plain),
                                slot.ends ? durationText(*slot.ends - reading.at) : "?"};
        if (knowsHolders)
            cells.emplace_back(printable(slot.holder));
        table.add(std::move(cells));
    }
    if (!table.isEmpty())
        table.print(terminal.screen());
}

/// "2 of 5 slots, the oldest of 43 min"
std::string freedText(const FreedSlots& slots)
{
    std::string text = fmt::format("{} of {}", slots.freed, counted(slots.held, "slot", "slots"));
    return slots.freed == 0 ? text : fmt::format("{}, the oldest of {}", text, durationText(slots.oldest));
}

Exit freeSlots(Terminal& terminal, const SlotsOptions& options, Change change)
{
    const Preview wanted = preview(change);
    for (const Caution caution : wanted.cautions)
        Terminal::note(sentence(caution));
    Terminal::note(fmt::format("frees {}", freedText(*wanted.freed)));
    const Reading& reading = change.states.at(0);
    Json json{{"token", printable(reading.subject.token)},
              {"policy", printable(reading.subject.policy)},
              {"format", reading.subject.format->name()},
              {"held", wanted.freed->held},
              {"freed", wanted.freed->freed},
              {"oldest_us", wanted.freed->oldest.count()}};
    if (options.key.dryRun) {
        printCommands(terminal, wanted, json);
        return Done;
    }
    const std::string whose =
        fmt::format("{} under {}", printable(reading.subject.token), printable(reading.subject.policy));
    const ChangeOutcome made = make(terminal, std::move(change));
    const std::size_t freed = made.undoable.empty() ? 0 : std::size_t(made.undoable.front().before.units);
    json["freed"] = freed;
    terminal.print(json, freed == 0 ? fmt::format("{}: no slot was taken so long ago", whose)
                                    : fmt::format("{}: {} freed", whose, counted(freed, "slot", "slots")));
    return Done;
}

Exit slots(Terminal& terminal, const SlotsOptions& options)
{
    KeyOptions key = options.key;
    key.dryRun = false; // which goes with a token as well
    const bool isOfLimiter = isOfKey(options.token, key);
    const bool frees = !options.olderThan.empty();
    if (isOfLimiter && options.policy != SlotsOptions().policy)
        throw InvalidArgument("leave out --policy: --key says whose slots are meant");
    if (!frees && (options.key.dryRun || !options.reason.empty()))
        throw InvalidArgument("--dry-run and --reason go with --free-older-than");
    const FreeSlotsIntent intent{frees ? parseDuration(options.olderThan) : Micros{}};
    auto [change, ties] = isOfLimiter
                              ? changeOfKey(terminal, options.key, options.token, intent, {}, options.reason)
                              : KeyChange{slotsOfToken(terminal, options, intent), {}};
    const Reading& reading = change.states.at(0);
    if (reading.problem)
        throw BadState(reading.problem);
    if (!reading.subject.format->countsInFlight())
        throw InvalidArgument(Problem(Fault::KeepsNoSlots, reading.subject.format->title()));
    if (frees && options.key.format.empty() && !ties.empty())
        throw fitsSeveral(options.key.key, *reading.subject.format, ties,
                          "by which its slots may be of another age");
    if (frees)
        return freeSlots(terminal, options, std::move(change));
    if (terminal.isJson())
        fmt::print("{}\n", slotsJson(reading).dump());
    else
        printSlots(terminal, reading);
    return Done;
}

} // namespace

void addSlotsCommand(CLI::App& app, Terminal& terminal)
{
    addCommand<SlotsOptions>(
        app, terminal, "slots", "List the requests of a token that are in flight, and free slots",
        [](CLI::App& command, SlotsOptions& options) {
            requireOneToken(command, declareKey(command, options.token, options.key));
            addPolicyOption(command, options.policy);
            command.add_option("--free-older-than", options.olderThan,
                               "Free the slots that were taken so long ago or more: 10m, 0s for all");
            command.add_option("--reason", options.reason, "Why; for the audit trail");
            command.get_option("--dry-run")->description("Print the commands and change nothing");
        },
        slots);
}

} // namespace ratewarden::ctl
