// SPDX-License-Identifier: MIT
#include "core/admin/change_of_keys.h"

#include "core/admin/change_parts.h"
#include "core/formats/foreign/foreign_changes.h"
#include "core/formats/foreign/script_forecast.h"
#include "core/formats/state_faults.h"
#include "core/model/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <span>
#include <unordered_set>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t keysAtOnce = 100; // keys at once: each may come back with its value

std::int64_t flooredMillis(Instant moment)
{
    return std::chrono::floor<std::chrono::milliseconds>(moment.time_since_epoch()).count();
}

void check(const KeyIntent& intent)
{
    if (intent.keys.empty())
        throw InvalidArgument("no key is named");
    if (std::unordered_set<std::string_view>(intent.keys.begin(), intent.keys.end()).size() !=
        intent.keys.size())
        throw InvalidArgument("a key is named twice");
    if (const auto* const rename = intent.wants<RenameKey>()) {
        if (intent.keys.size() != 1)
            throw InvalidArgument("only one key at a time can be renamed");
        if (rename->to.empty() || rename->to == intent.keys.front())
            throw InvalidArgument(Fault::SameName);
    }
    if (const auto* const expire = intent.wants<ExpireKeys>(); expire && expire->at && *expire->at <= 0)
        throw InvalidArgument(Fault::EndBeforeEpoch);
}

// Of each key whether its value is small enough to be dumped: to be kept for undo if it is deleted, else to
// tell later whether it is still the same.
std::vector<bool> keptOf(const KeyIntent& intent, const std::vector<KeyStanding>& standings)
{
    std::vector<bool> all(intent.keys.size(), true);
    std::int64_t kept = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const KeyStanding& one = standings[i];
        if (!one.exists)
            continue;
        all[i] = one.canBeKept() &&
                 (!intent.wants<DeleteKeys>() || kept + *one.memory <= KeyStanding::maxKeptInAll);
        kept += all[i] ? *one.memory : 0;
    }
    return all;
}

// As a person would type it.
Command plainCommand(const KeyIntent& intent, const std::string& key)
{
    if (const auto* const rename = intent.wants<RenameKey>())
        return {"RENAMENX", key, rename->to};
    if (const auto* const expire = intent.wants<ExpireKeys>())
        return expire->at ? std::move(Command{"PEXPIREAT", key}.add(*expire->at)) : Command{"PERSIST", key};
    return {"UNLINK", key};
}

struct ExpectedKey {
    std::string_view key;
    std::string digest; // as change_keys.lua takes it
};

// Runs the command if the keys hold what is expected, and answers what they held.
Command guarded(const std::vector<ExpectedKey>& keys, const Command& command)
{
    Command call(scriptNamed("change_keys"), keys.size());
    for (const ExpectedKey& one : keys)
        call.add(one.key);
    for (const ExpectedKey& one : keys)
        call.add(one.digest);
    const std::vector<std::string_view> arguments = command.arguments();
    call.add(std::int64_t(arguments.size()));
    for (const std::string_view argument : arguments)
        call.add(argument);
    return call;
}

// `expected`: empty: whenever it expires; `digest`: as expire_key.lua takes it.
Command expiryCommand(const std::string& key, std::int64_t at, std::optional<std::int64_t> expected,
                      std::string_view digest)
{
    Command call(scriptNamed("expire_key"), 1);
    call.add(key).add(at);
    if (expected)
        call.add(*expected);
    else
        call.add("");
    return std::move(call.add(digest));
}

// What is sent.
Command changeCommand(const KeyIntent& intent, const std::string& key, bool isDumped)
{
    if (const auto* const expire = intent.wants<ExpireKeys>())
        return expiryCommand(key, expire->at.value_or(0), std::nullopt, isDumped ? "tell" : "");
    Command plain = plainCommand(intent, key);
    if (!isDumped)
        return plain;
    if (const auto* const rename = intent.wants<RenameKey>())
        return guarded({{key, {}}, {rename->to, std::string(noKey)}}, {"RENAME", key, rename->to});
    return guarded({{key, {}}}, plain);
}

// A before-image: when the key expired (0: never); then of one that was deleted its value, of the others
// SHA-1 of what they were left with, or nothing if they were too large for that.
std::string packed(std::int64_t expires, std::string_view value)
{
    return fmt::format("{}:{}", expires, value);
}

struct FormerKey {
    std::int64_t expires = 0;
    std::string_view value;
};

FormerKey unpacked(std::string_view former)
{
    FormerKey before;
    const std::size_t colon = former.find(':');
    std::from_chars(former.data(), former.data() + colon, before.expires);
    before.value = former.substr(colon + 1);
    return before;
}

// Sends the commands, and hands each answer to `read(i, answers)`, which may throw what is wrong with that
// one alone. False, with the reason, when the server does not go on.
template <class Read>
bool sendEach(Server& server, const std::vector<Command>& commands, Trouble& trouble, Read read)
{
    try {
        const std::vector<Reply> replies = server.pipeline(commands);
        const Answers answers(commands, replies, server.where());
        for (std::size_t i = 0; i < commands.size(); ++i) {
            try {
                read(i, answers);
            } catch (const Unavailable& error) {
                trouble.note(error); // it has answered, and said that it did not
                return false;
            } catch (const Error& error) {
                trouble.note(error);
            }
        }
        return true;
    } catch (const Unavailable& error) {
        trouble.note(error, error.effect() == Unavailable::Effect::Uncertain);
        return false;
    }
}

// What the answer to a change says.
struct KeyEffect {
    bool changed = false;
    std::optional<std::string> former; ///< empty: there is nothing to undo
};

KeyEffect keyEffectOf(const KeyIntent& intent, const std::string& key, bool isDumped, ReplyView reply)
{
    if (const auto* const rename = intent.wants<RenameKey>()) {
        if ((isDumped ? reply[0] : reply).integer() == 0)
            throw InvalidArgument({Fault::NameTaken, key, rename->to});
        constexpr std::size_t newName = 7; // behind what is said of the former one
        return {true, packed(0, isDumped ? reply[newName].string() : std::string_view())};
    }
    if (const auto* const expire = intent.wants<ExpireKeys>()) {
        const std::int64_t status = reply[0].integer();
        if (status == 0)
            throw InvalidArgument({Fault::KeyGone, key});
        if (status < 0)
            throw InvalidArgument({Fault::EndIsPast, key});
        const std::int64_t before = reply[2].integer();
        if (before == expire->at.value_or(0))
            return {};
        return {true, packed(before, reply[3].string())};
    }
    if (!isDumped)
        return {reply.integer() > 0, std::nullopt};
    if (reply[2].isNil())
        return {}; // it was gone already
    const std::int64_t pttl = reply[3].integer();
    return {true, packed(pttl < 0 ? 0 : reply[1].integer() + pttl, reply[2].string())};
}

Command restoreCommand(const std::string& key, const BeforeImage& before, bool replace)
{
    const auto [expires, value] = unpacked(before.former);
    Command restore{"RESTORE", key};
    restore.add(expires).add(value);
    if (expires > 0)
        restore.add("ABSTTL");
    if (replace)
        restore.add("REPLACE");
    return restore;
}

// Only what is still as it was left, unless `replace`.
Command undoCommand(const KeyIntent& intent, const std::string& key, const BeforeImage& before, bool replace)
{
    const auto [expires, left] = unpacked(before.former);
    const std::string none(noKey);
    if (const auto* const rename = intent.wants<RenameKey>()) {
        const Command back{"RENAME", rename->to, key};
        return replace ? back : guarded({{rename->to, fmt::format("{}?", left)}, {key, none}}, back);
    }
    if (const auto* const expire = intent.wants<ExpireKeys>())
        return replace ? expiryCommand(key, expires, std::nullopt, {})
                       : expiryCommand(key, expires, expire->at.value_or(0), left);
    return guarded({{key, replace ? std::string() : none}}, restoreCommand(key, before, replace));
}

Undone undoneBy(const KeyIntent& intent, const std::string& key, bool replace, ReplyView reply)
{
    if (intent.wants<RenameKey>() && replace) // RENAME answers with a status
        return Undone::AsItWas;
    switch (reply[0].integer()) {
    case 1:
        return Undone::AsItWas;
    case 0:
        return intent.wants<ExpireKeys>() ? Undone::Expired : Undone::CameSince;
    case -1:
        return Undone::CameSince;
    default:
        throw InvalidArgument({Fault::EndIsPast, key});
    }
}

bool isNoSuchKey(ReplyView reply)
{
    return reply.isError() && reply.errorText().find("ERR no such key") != std::string_view::npos;
}

// Whether nothing says what the key was left as: it was too large, or an older version recorded it.
bool isUntold(const KeyIntent& intent, const BeforeImage& before)
{
    return !intent.wants<DeleteKeys>() && unpacked(before.former).value.empty();
}

// Whether a deleted key that would come back has expired by now: of that nothing is worth keeping.
bool hasExpired(const KeyIntent& intent, const BeforeImage& before, std::int64_t now)
{
    const std::int64_t expires = unpacked(before.former).expires;
    return intent.wants<DeleteKeys>() && expires > 0 && expires <= now;
}

// Of the keys whose value an undo compares; of a deletion there is none.
std::vector<KeyStanding> comparedStandings(Server& server, const ChangeOutcome& outcome)
{
    KeyIntent compared = *outcome.change.ofKeys();
    if (compared.wants<DeleteKeys>())
        return {};
    const auto* const rename = compared.wants<RenameKey>();
    std::vector<std::string> keys;
    for (const ChangeOutcome::Made& one : outcome.undoable)
        keys.push_back(rename ? rename->to : compared.keys[one.subject]);
    compared.keys = std::move(keys);
    Change looked{std::move(compared), {}, {}, {}, {}};
    readStandings(server, looked);
    return std::move(looked.standings);
}

} // namespace

void readStandings(Server& server, Change& change)
{
    const std::vector<std::string>& keys = change.ofKeys()->keys;
    change.standings.clear();
    for (std::size_t from = 0; from < keys.size(); from += keysAtOnce) {
        const auto some = std::span(keys).subspan(from, std::min(keysAtOnce, keys.size() - from));
        std::vector<Command> commands{{"TIME"}};
        for (const std::string& key : some) {
            commands.push_back({"TYPE", key});
            commands.push_back({"PTTL", key});
            commands.push_back({"MEMORY", "USAGE", key});
        }
        const std::vector<Reply> replies = server.pipeline(commands);
        const Answers answers(commands, replies, server.where());
        const std::int64_t now = flooredMillis(answers.clock(0));
        for (std::size_t i = 1; i < commands.size(); i += 3) {
            Problem ignored;
            KeyStanding one;
            if (const auto type = answers.at(i, ignored))
                one.type = type->string();
            one.exists = one.type != noKey;
            if (const auto pttl = answers.at(i + 1, ignored); pttl && pttl->integer() >= 0)
                one.expires = now + pttl->integer();
            if (const auto memory = answers.at(i + 2, ignored); memory && !memory->isNil())
                one.memory = memory->integer();
            change.standings.push_back(std::move(one));
        }
    }
}

Preview previewOfKeys(const Change& change, std::size_t shown)
{
    const KeyIntent& intent = *change.ofKeys();
    check(intent);
    if (change.standings.size() != intent.keys.size())
        throw InvalidArgument("the state of the keys has not been read");
    const std::vector<bool> kept = keptOf(intent, change.standings);
    Preview preview;
    for (std::size_t i = 0; i < intent.keys.size(); ++i) {
        if (!change.standings[i].exists) {
            ++preview.missing;
            continue;
        }
        preview.forGood += intent.wants<DeleteKeys>() && !kept[i] ? 1 : 0;
        preview.keys += intent.wants<RenameKey>() ? 2 : 1;
        ++preview.commands;
        if (preview.first.size() < shown)
            preview.first.push_back(plainCommand(intent, intent.keys[i]));
    }
    return preview;
}

void refuseToLose(const Change& change)
{
    const KeyIntent* const intent = change.ofKeys();
    const auto* const remove = intent ? intent->wants<DeleteKeys>() : nullptr;
    if (!remove || remove->evenForGood)
        return;
    const std::vector<bool> kept = keptOf(*intent, change.standings);
    if (std::ranges::find(kept, false) != kept.end())
        throw InvalidArgument("a key is too large to be kept for undo, or its size is not known: confirm "
                              "permanent deletion");
}

void applyToKeys(Server& server, ChangeOutcome& outcome)
{
    const KeyIntent& intent = *outcome.change.ofKeys();
    const std::vector<bool> isDumped = keptOf(intent, outcome.change.standings);
    bool goesOn = true;
    for (std::size_t from = 0; from < intent.keys.size() && goesOn; from += keysAtOnce) {
        std::vector<Command> commands;
        for (std::size_t i = from; i < std::min(from + keysAtOnce, intent.keys.size()); ++i)
            commands.push_back(changeCommand(intent, intent.keys[i], isDumped[i]));
        goesOn = sendEach(server, commands, outcome.trouble, [&](std::size_t i, const Answers& answers) {
            const std::size_t key = from + i;
            if (isNoSuchKey(answers.raw(i)))
                throw InvalidArgument({Fault::KeyGone, intent.keys[key]});
            KeyEffect effect = keyEffectOf(intent, intent.keys[key], isDumped[key], answers.checked(i));
            ++outcome.made;
            outcome.changed += effect.changed ? 1 : 0;
            if (effect.former)
                outcome.undoable.push_back({std::uint32_t(key), {.former = std::move(*effect.former)}});
        });
    }
    outcome.change.standings.clear();
}

Undoing undoOfKeys(Server& server, ChangeOutcome& outcome, bool replace)
{
    const KeyIntent& intent = *outcome.change.ofKeys();
    std::vector<ChangeOutcome::Made>& made = outcome.undoable;
    Undoing undoing;
    for (const ChangeOutcome::Made& one : made)
        undoing.results.push_back({one.subject, Undone::Failed});
    std::int64_t now = 0;
    bool goesOn = sendEach(server, {{"TIME"}}, undoing.trouble, [&](std::size_t i, const Answers& answers) {
        now = flooredMillis(answers.clock(i));
    });
    for (std::size_t from = 0; from < made.size() && goesOn; from += keysAtOnce) {
        std::vector<Command> commands;
        std::vector<std::size_t> places;
        for (std::size_t i = from; i < std::min(from + keysAtOnce, made.size()); ++i) {
            if (hasExpired(intent, made[i].before, now)) {
                undoing.results[i].result = Undone::Expired;
                continue;
            }
            if (!replace && isUntold(intent, made[i].before)) {
                undoing.results[i].result = Undone::NotKnown;
                continue;
            }
            commands.push_back(undoCommand(intent, intent.keys[made[i].subject], made[i].before, replace));
            places.push_back(i);
        }
        if (!commands.empty())
            goesOn = sendEach(server, commands, undoing.trouble, [&](std::size_t i, const Answers& answers) {
                const bool hasEnded = intent.wants<RenameKey>() && isNoSuchKey(answers.raw(i));
                const std::string& key = intent.keys[made[places[i]].subject];
                undoing.results[places[i]].result =
                    hasEnded ? Undone::Expired : undoneBy(intent, key, replace, answers.checked(i));
            });
    }
    std::size_t i = 0;
    std::erase_if(made, [&](const ChangeOutcome::Made&) {
        const Undone result = undoing.results[i++].result;
        return result == Undone::AsItWas || result == Undone::Expired;
    });
    return undoing;
}

Undoing foreseeUndoOfKeys(Server& server, const ChangeOutcome& outcome)
{
    const KeyIntent& intent = *outcome.change.ofKeys();
    const std::vector<ChangeOutcome::Made>& made = outcome.undoable;
    Undoing undoing;
    for (const ChangeOutcome::Made& one : made)
        undoing.results.push_back({one.subject, Undone::Failed});
    const auto forecast = [&](std::size_t i) {
        return ScriptForecast(undoCommand(intent, intent.keys[made[i].subject], made[i].before, false));
    };
    Batch batch(server);
    const auto send = [&] {
        return batch.send(
            undoing.trouble,
            [&](std::uint32_t i, const Answers& answers) {
                undoing.results[i].result = forecast(i).read(answers);
            },
            [](std::uint32_t, bool) {});
    };
    std::vector<KeyStanding> standings;
    try {
        standings = comparedStandings(server, outcome);
    } catch (const Error& error) {
        undoing.trouble.note(error);
        return undoing;
    }
    for (std::size_t i = 0; i < made.size(); ++i) {
        const bool isTooLarge = !standings.empty() && standings[i].exists && !standings[i].canBeKept();
        if (isTooLarge || isUntold(intent, made[i].before)) {
            undoing.results[i].result = Undone::NotKnown;
            continue;
        }
        batch.add(std::uint32_t(i), {forecast(i).questions()});
        if (batch.full() && !send())
            return undoing;
    }
    if (!batch.empty())
        send();
    return undoing;
}

Preview previewUndoOfKeys(const ChangeOutcome& outcome, bool replace, std::size_t shown)
{
    const KeyIntent& intent = *outcome.change.ofKeys();
    Preview preview;
    for (const ChangeOutcome::Made& one : outcome.undoable) {
        const std::string& key = intent.keys[one.subject];
        const std::int64_t expires = unpacked(one.before.former).expires;
        preview.keys += intent.wants<RenameKey>() ? 2 : 1;
        ++preview.commands;
        if (preview.first.size() >= shown)
            continue;
        if (intent.wants<ExpireKeys>()) {
            preview.first.push_back(expires > 0 ? std::move(Command{"PEXPIREAT", key}.add(expires))
                                                : Command{"PERSIST", key});
        } else if (const auto* const rename = intent.wants<RenameKey>()) {
            preview.first.push_back(
                {replace ? "RENAME" : "RENAMENX", rename->to, key}); // as one would type it
        } else {
            preview.first.push_back(restoreCommand(key, one.before, replace));
        }
    }
    return preview;
}

} // namespace ratewarden
