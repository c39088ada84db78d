// SPDX-License-Identifier: MIT
#include "core/admin/change_of_keys.h"

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

constexpr std::size_t page = 100; // keys at once: each may come back with its value
constexpr std::string_view noKey = "none";

std::int64_t millisOf(Instant moment)
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

// Of each key that is deleted whether it is too large to be kept for undo.
std::vector<bool> deletedForGood(const KeyIntent& intent, const std::vector<KeyStanding>& standings)
{
    std::vector<bool> forGood(intent.keys.size());
    if (!intent.wants<DeleteKeys>())
        return forGood;
    std::int64_t kept = 0;
    for (std::size_t i = 0; i < forGood.size(); ++i) {
        const KeyStanding& one = standings[i];
        if (!one.exists)
            continue;
        forGood[i] = !one.canBeKept() || kept + *one.memory > KeyStanding::maxKeptInAll;
        kept += forGood[i] ? 0 : *one.memory;
    }
    return forGood;
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

// Runs the command if the key holds what is expected, and answers what it held; `expected` as change_keys.lua
// takes it.
Command guarded(const std::string& key, std::string_view expected, const Command& command)
{
    Command call(scriptNamed("change_keys"), 1);
    const std::vector<std::string_view> arguments = command.arguments();
    call.add(key).add(expected).add(std::int64_t(arguments.size()));
    for (const std::string_view argument : arguments)
        call.add(argument);
    return call;
}

// `expected`: empty: whenever it expires.
Command expiryCommand(const std::string& key, std::int64_t at, std::optional<std::int64_t> expected)
{
    Command call(scriptNamed("expire_key"), 1);
    call.add(key).add(at);
    return std::move(expected ? call.add(*expected) : call.add(""));
}

// What is sent.
Command commandFor(const KeyIntent& intent, const std::string& key, bool forGood)
{
    if (const auto* const expire = intent.wants<ExpireKeys>())
        return expiryCommand(key, expire->at.value_or(0), std::nullopt);
    const Command plain = plainCommand(intent, key);
    return intent.wants<DeleteKeys>() && !forGood ? guarded(key, {}, plain) : plain;
}

// A before-image: when the key expired (0: never), and its value if it was deleted.
std::string packed(std::int64_t expires, std::string_view dump = {})
{
    return fmt::format("{}:{}", expires, dump);
}

struct Unpacked {
    std::int64_t expires = 0;
    std::string_view dump;
};

Unpacked unpacked(std::string_view former)
{
    Unpacked before;
    const std::size_t colon = former.find(':');
    std::from_chars(former.data(), former.data() + colon, before.expires);
    before.dump = former.substr(colon + 1);
    return before;
}

// Sends the commands, and hands each answer to `read(i, answers)`, which may throw what is wrong with that
// one alone. False, with the reason, when the server does not go on.
template <class Read>
bool send(Server& server, const std::vector<Command>& commands, Trouble& trouble, Read read)
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

KeyEffect effectOf(const KeyIntent& intent, const std::string& key, bool forGood, ReplyView reply)
{
    if (const auto* const rename = intent.wants<RenameKey>()) {
        if (reply.integer() == 0)
            throw InvalidArgument({Fault::NameTaken, key, rename->to});
        return {true, packed(0)};
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
        return {true, packed(before)};
    }
    if (forGood)
        return {reply.integer() > 0, std::nullopt};
    if (reply[2].isNil())
        return {}; // it was gone already
    const std::int64_t pttl = reply[3].integer();
    return {true, packed(pttl < 0 ? 0 : reply[1].integer() + pttl, reply[2].string())};
}

Command restoreCommand(const std::string& key, const BeforeImage& before, bool replace)
{
    const auto [expires, dump] = unpacked(before.former);
    Command restore{"RESTORE", key};
    restore.add(expires).add(dump);
    if (expires > 0)
        restore.add("ABSTTL");
    if (replace)
        restore.add("REPLACE");
    return restore;
}

Command undoCommand(const KeyIntent& intent, const std::string& key, const BeforeImage& before, bool replace)
{
    if (const auto* const rename = intent.wants<RenameKey>())
        return {replace ? "RENAME" : "RENAMENX", rename->to, key};
    if (const auto* const expire = intent.wants<ExpireKeys>())
        return expiryCommand(key, unpacked(before.former).expires,
                             replace ? std::nullopt : std::optional(expire->at.value_or(0)));
    return guarded(key, replace ? std::string_view() : noKey, restoreCommand(key, before, replace));
}

Undone undoneBy(const KeyIntent& intent, const std::string& key, bool replace, ReplyView reply)
{
    if (intent.wants<RenameKey>()) // RENAME answers with a status
        return replace || reply.integer() == 1 ? Undone::AsItWas : Undone::CameSince;
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
    return reply.isError() && reply.errorText().starts_with("ERR no such key");
}

// Whether a deleted key that would come back has expired by now: of that nothing is worth keeping.
bool hasExpired(const KeyIntent& intent, const BeforeImage& before, std::int64_t now)
{
    const std::int64_t expires = unpacked(before.former).expires;
    return intent.wants<DeleteKeys>() && expires > 0 && expires <= now;
}

} // namespace

void readStandings(Server& server, Change& change)
{
    const std::vector<std::string>& keys = change.ofKeys()->keys;
    change.standings.clear();
    for (std::size_t from = 0; from < keys.size(); from += page) {
        const auto some = std::span(keys).subspan(from, std::min(page, keys.size() - from));
        std::vector<Command> commands{{"TIME"}};
        for (const std::string& key : some) {
            commands.push_back({"TYPE", key});
            commands.push_back({"PTTL", key});
            commands.push_back({"MEMORY", "USAGE", key});
        }
        const std::vector<Reply> replies = server.pipeline(commands);
        const Answers answers(commands, replies, server.where());
        const std::int64_t now = millisOf(answers.clock(0));
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
    const std::vector<bool> forGood = deletedForGood(intent, change.standings);
    Preview preview;
    for (std::size_t i = 0; i < intent.keys.size(); ++i) {
        if (!change.standings[i].exists) {
            ++preview.missing;
            continue;
        }
        preview.forGood += forGood[i] ? 1 : 0;
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
    const std::vector<bool> forGood = deletedForGood(*intent, change.standings);
    if (std::ranges::find(forGood, true) != forGood.end())
        throw InvalidArgument("a key is too large to be kept for undo, or its size is not known: confirm "
                              "permanent deletion");
}

void applyToKeys(Server& server, Outcome& outcome)
{
    const KeyIntent& intent = *outcome.change.ofKeys();
    const std::vector<bool> forGood = deletedForGood(intent, outcome.change.standings);
    bool goesOn = true;
    for (std::size_t from = 0; from < intent.keys.size() && goesOn; from += page) {
        std::vector<Command> commands;
        for (std::size_t i = from; i < std::min(from + page, intent.keys.size()); ++i)
            commands.push_back(commandFor(intent, intent.keys[i], forGood[i]));
        goesOn = send(server, commands, outcome.trouble, [&](std::size_t i, const Answers& answers) {
            const std::size_t key = from + i;
            KeyEffect effect = effectOf(intent, intent.keys[key], forGood[key], answers.checked(i));
            ++outcome.made;
            outcome.changed += effect.changed ? 1 : 0;
            if (effect.former)
                outcome.undoable.push_back({std::uint32_t(key), {.former = std::move(*effect.former)}});
        });
    }
    outcome.change.standings.clear();
}

Undoing undoOfKeys(Server& server, Outcome& outcome, bool replace)
{
    const KeyIntent& intent = *outcome.change.ofKeys();
    std::vector<Outcome::Made>& made = outcome.undoable;
    Undoing undoing;
    for (const Outcome::Made& one : made)
        undoing.results.push_back({one.subject, Undone::Failed});
    std::int64_t now = 0;
    bool goesOn = send(server, {{"TIME"}}, undoing.trouble,
                       [&](std::size_t i, const Answers& answers) { now = millisOf(answers.clock(i)); });
    for (std::size_t from = 0; from < made.size() && goesOn; from += page) {
        std::vector<Command> commands;
        std::vector<std::size_t> places;
        for (std::size_t i = from; i < std::min(from + page, made.size()); ++i) {
            if (hasExpired(intent, made[i].before, now)) {
                undoing.results[i].result = Undone::Expired;
                continue;
            }
            commands.push_back(undoCommand(intent, intent.keys[made[i].subject], made[i].before, replace));
            places.push_back(i);
        }
        if (!commands.empty())
            goesOn = send(server, commands, undoing.trouble, [&](std::size_t i, const Answers& answers) {
                const bool hasEnded = intent.wants<RenameKey>() && isNoSuchKey(answers.raw(i));
                const std::string& key = intent.keys[made[places[i]].subject];
                undoing.results[places[i]].result =
                    hasEnded ? Undone::Expired : undoneBy(intent, key, replace, answers.checked(i));
            });
    }
    std::size_t i = 0;
    std::erase_if(made, [&](const Outcome::Made&) {
        const Undone result = undoing.results[i++].result;
        return result == Undone::AsItWas || result == Undone::Expired;
    });
    return undoing;
}

Preview previewUndoOfKeys(const Outcome& outcome, bool replace, std::size_t shown)
{
    const KeyIntent& intent = *outcome.change.ofKeys();
    Preview preview;
    for (const Outcome::Made& one : outcome.undoable) {
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
            preview.first.push_back({replace ? "RENAME" : "RENAMENX", rename->to, key});
        } else {
            preview.first.push_back(restoreCommand(key, one.before, replace));
        }
    }
    return preview;
}

} // namespace ratewarden
