// SPDX-License-Identifier: MIT
#include "core/formats/foreign/foreign_changes.h"

#include "core/formats/files/bucket4j_value.h"
#include "core/formats/files/pickled_list.h"
#include "core/formats/foreign/catalogue.h"
#include "core/formats/packed_texts.h"
#include "core/formats/shapes/shape.h"
#include "core/formats/state_faults.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <map>

namespace ratewarden {
namespace {

using Kind = CaptureType::Kind;

constexpr std::size_t perCommand = 500; // entries of a log; Lua's unpack takes a few thousand values

ShapeIntent shapeIntent(const CatalogueFormat& format, const Intent& intent)
{
    if (const auto* const block = std::get_if<BlockIntent>(&intent))
        return BlockFor{block->duration ? std::optional<Nanos>(*block->duration) : std::nullopt,
                        block->reason};
    if (std::holds_alternative<UnblockIntent>(intent))
        return Unblock{};
    if (std::holds_alternative<ResetIntent>(intent))
        return Reset{};
    if (std::holds_alternative<RemoveLockIntent>(intent))
        return RemoveLock{};
    if (const auto* const charge = std::get_if<ChargeIntent>(&intent))
        return ChargeUnits{double(charge->units)};
    if (const auto* const back = std::get_if<GiveBackIntent>(&intent))
        return ChargeUnits{-double(back->units)};
    throw InvalidArgument(Problem(Fault::NoOverrides, format.name()));
}

// Turns what a shape wants written into commands.
class Writer {
public:
    Writer(const FormatFile& file, const FoundState& state, std::size_t alternative)
        : m_file(file), m_state(state), m_alternative(alternative)
    {
    }

    void write(const KeyWrite& write)
    {
        const KeyRole* const role = m_file.role(write.role);
        if (!role)
            return;
        const std::string key = keyOf(*role, write);
        keys.push_back(key);
        if (role->namesTokens()) {
            writeToken(*role, key, write);
            return;
        }
        if (write.what == KeyWrite::What::Delete) {
            commands.push_back({"DEL", key});
            return;
        }
        if (write.what == KeyWrite::What::Join || write.what == KeyWrite::What::Leave) {
            commands.push_back(
                {write.what == KeyWrite::What::Join ? "SADD" : "SREM", key, memberOf(*role, m_state.record)});
            return;
        }
        if (role->type == ValueType::String) {
            writeString(*role, key, write);
            return;
        }
        if (role->type == ValueType::Hash) {
            if (write.what == KeyWrite::What::Write)
                commands.push_back({"DEL", key});
            writeHash(*role, key, write);
        } else {
            commands.push_back({"DEL", key});
            writeEntries(*role, key, write);
        }
        if (const auto expiresIn = expiryOf(write))
            commands.push_back(Command{"PEXPIRE", key}.add(millis(*expiresIn)));
    }

    std::vector<std::string> keys;
    std::vector<Command> commands;

private:
    static std::int64_t millis(Nanos span)
    {
        return std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::milliseconds>(span).count());
    }

    // Of a value that is written anew, and with it loses its expiry.
    std::optional<Nanos> expiryOf(const KeyWrite& write) const
    {
        if (!write.keepExpiry || write.what == KeyWrite::What::Fields)
            return write.expiresIn;
        const auto key = m_state.keys.find(write.role);
        if (key == m_state.keys.end() || !key->second.expires)
            return std::nullopt;
        return *key->second.expires - m_state.now;
    }

    std::string keyOf(const KeyRole& role, const KeyWrite& write) const
    {
        if (auto key = nameOf(m_file, role, m_alternative, write.record))
            return *key;
        throw InvalidArgument(Problem(Fault::ValueUnknown, m_file.name, role.role));
    }

    std::string print(const Pattern& pattern, const Record& record) const
    {
        if (auto text = pattern.print(record, m_file.epoch))
            return *text;
        throw InvalidArgument(Problem(Fault::ValueUnknown, m_file.name, pattern.text()));
    }

    void writeString(const KeyRole& role, const std::string& key, const KeyWrite& write)
    {
        std::optional<std::string> value = role.isPickledList() ? pickle(role, write) : std::nullopt;
        for (const Pattern& pattern : role.values)
            if (!value && (!pattern.captures("blocked") || write.record.has("blocked")))
                value = pattern.print(write.record, m_file.epoch);
        if (value && role.isBucket4j())
            value = writeBucket4j(*value, write.parts);
        if (!value) { // it may have expired since it was found
            const auto found = m_state.keys.find(write.role);
            throw InvalidArgument(found != m_state.keys.end() && found->second.exists
                                      ? Problem(Fault::ValueUnknown, m_file.name, key)
                                      : Problem(Fault::KeyGone, key));
        }
        Command set{"SET", key, *value};
        if (write.expiresIn)
            set.add("PX").add(millis(*write.expiresIn));
        else if (write.keepExpiry)
            set.add("KEEPTTL");
        commands.push_back(std::move(set));
    }

    // A field of a hash that others share. It ends with its window, as they do: no earlier and no later.
    void writeToken(const KeyRole& role, const std::string& key, const KeyWrite& write)
    {
        if (write.what == KeyWrite::What::Delete) {
            commands.push_back({"HDEL", key, memberOf(role, write.record)});
            return;
        }
        if (!write.bucket)
            throw InvalidArgument(Problem(Fault::CalendarWindow, m_file.title));
        writeHash(role, key, write);
        if (write.expiresIn)
            commands.push_back(Command{"PEXPIRE", key}.add(millis(*write.expiresIn)));
    }

    // Newest first, as with LPUSH.
    std::optional<std::string> pickle(const KeyRole& role, const KeyWrite& write) const
    {
        std::vector<std::string> elements;
        for (const FoundEntry& entry : write.entries) {
            Record record = write.record;
            record.set("time", entry.at);
            elements.push_back(print(*role.element, record));
        }
        std::ranges::reverse(elements);
        return pickledList(elements);
    }

    void writeHash(const KeyRole& role, const std::string& key, const KeyWrite& write)
    {
        Command set{"HSET", key};
        bool any = false;
        for (const KeyRole::HashField& field : role.fields) {
            if (write.what == KeyWrite::What::Fields && !captureIsIn(field.value, write.record))
                continue;
            const auto name =
                field.namePattern ? field.namePattern->print(write.record) : std::optional(field.name);
            const auto value = field.value.print(write.record, m_file.epoch);
            if (!value && field.optional)
                continue;
            if (!name || !value)
                throw InvalidArgument(Problem(Fault::ValueUnknown, m_file.name, field.name));
            set.add(*name).add(*value);
            any = true;
        }
        if (any)
            commands.push_back(std::move(set));
    }

    static bool captureIsIn(const Pattern& pattern, const Record& record)
    {
        return std::ranges::any_of(record.all(),
                                   [&](const auto& one) { return pattern.captures(one.first); });
    }

    // Entries are told apart by texts that nobody reads: any will do.
    static void drawTexts(const Pattern& pattern, Record& record)
    {
        const CaptureType drawn{Kind::Hex, 16, {}};
        for (const std::string_view name : pattern.names()) {
            const Kind kind = pattern.type(name)->kind;
            if ((kind == Kind::Text || kind == Kind::Rest) && !hasMeaning(name) && !record.has(name))
                record.set(name, *randomCapture(drawn));
        }
    }

    void writeEntries(const KeyRole& role, const std::string& key, const KeyWrite& write)
    {
        const bool isScored = role.type == ValueType::SortedSet;
        if (role.type != ValueType::Stream && (!role.element || (isScored && !role.score)))
            throw InvalidArgument(Problem(Fault::ValueUnknown, m_file.name, role.role));
        Command command;
        std::size_t in = 0;
        const auto flush = [&] {
            if (in > 0)
                commands.push_back(std::move(command));
            in = 0;
        };
        for (const FoundEntry& entry : write.entries) {
            Record record = write.record;
            record.set("time", entry.at);
            record.set("score", entry.at);
            record.set("end", entry.at);
            record.set("cost", entry.cost);
            if (role.type == ValueType::Stream) {
                Command add{"XADD", key,
                            fmt::format("{}-{}",
                                        std::chrono::floor<std::chrono::milliseconds>(entry.at).count(),
                                        in++)};
                for (const KeyRole::HashField& field : role.fields) {
                    drawTexts(field.value, record);
                    add.add(field.name).add(print(field.value, record));
                }
                commands.push_back(std::move(add));
                continue;
            }
            if (in == 0)
                command = role.type == ValueType::List ? Command{"LPUSH", key} : Command{"ZADD", key};
            drawTexts(*role.element, record);
            if (isScored)
                command.add(print(*role.score, record));
            command.add(entry.member.empty() ? print(*role.element, record) : entry.member);
            if (++in == perCommand)
                flush();
        }
        if (role.type != ValueType::Stream)
            flush();
    }

    const FormatFile& m_file;
    const FoundState& m_state;
    std::size_t m_alternative;
};

// The call of the script. `expected`: of each key; empty: whatever it holds. `field`: that of the token in
// hashes that hold many; empty in other layouts. `ends`: when each of these expires if it is made anew, in
// milliseconds; empty, or none: its commands say so.
Command callFor(const std::vector<std::string>& keys, std::string_view field,
                const std::vector<std::string>& expected, const std::vector<Command>& commands,
                const std::vector<std::string>& ends = {})
{
    Command call(scriptNamed(field.empty() ? "change_keys" : "change_fields"), keys.size());
    for (const std::string& key : keys)
        call.add(key);
    if (!field.empty())
        call.add(field);
    for (const std::string& one : expected)
        call.add(one);
    for (std::size_t i = 0; !field.empty() && i < keys.size(); ++i)
        call.add(i < ends.size() ? ends[i] : std::string());
    for (const Command& command : commands) {
        const std::vector<std::string_view> arguments = command.arguments();
        call.add(std::int64_t(arguments.size()));
        for (const std::string_view argument : arguments)
            call.add(argument);
    }
    return call;
}

// An undo puts a list back as it was, which it has to keep until then.
void checkList(const ForeignState& state, const KeyWrite& write)
{
    constexpr std::int64_t most = 10'000;
    const auto raw = std::ranges::find(state.keys, write.role, &RawKey::role);
    const bool isList = write.what == KeyWrite::What::Join || write.what == KeyWrite::What::Leave;
    if (isList && raw != state.keys.end() && raw->length > most)
        throw InvalidArgument(Problem(Fault::ListTooLong, raw->key, raw->length));
}

bool isCounted(const FormatFile& file, const RawKey& raw)
{
    const KeyRole* const role = file.role(raw.role);
    return role && (role == &file.keys.front() || !role->rule.empty());
}

// Of the formats that a key fits best those to which what is written for the file's means something else.
void addOtherMeanings(const FormatFile& file, const RawKey& raw, Nanos now, std::vector<Subject>& others)
{
    const auto catalogue = currentCatalogue();
    if (!raw.exists() || catalogue->formatSaid(raw.key).format == file.name)
        return;
    const auto candidates = catalogue->candidates(raw.key, raw.content.type);
    const auto best = Catalogue::recognise(candidates, raw.key, raw.content, now, {});
    if (!best)
        return;
    for (const auto& [format, match] : candidates) {
        const bool fits = format == best->format || std::ranges::find(best->ties, format) != best->ties.end();
        if (!fits || readsAlike(format->file(), file) ||
            std::ranges::find(others, format, &Subject::format) != others.end())
            continue;
        if (auto found = format->recogniseKey(match, {match.role->role, raw.key, raw.content}, now))
            others.push_back(std::move(found->subject));
    }
}

std::vector<Subject> otherMeanings(const FormatFile& file, const ForeignState& state)
{
    const Nanos now = state.decoded.state.now;
    std::vector<Subject> others;
    for (const RawKey& raw : state.keys)
        if (isCounted(file, raw))
            addOtherMeanings(file, raw, now, others);
    for (const RawWindow& window : state.windows)
        addOtherMeanings(file, window.raw, now, others);
    return others;
}

// Whether it fits another format as well, to which what is written means something else; or has a name of one
// that counts the other way: of a layout that is not known in full that is all there is to go by. The fields
// of a hash say themselves what they are. What somebody said of such keys is no question any more.
bool fitsOtherwise(const CatalogueFormat& format, const ForeignState& state)
{
    constexpr std::size_t tellingLiterals = 3;
    const FormatFile& file = format.file();
    if (!otherMeanings(file, state).empty())
        return true;
    const auto catalogue = currentCatalogue();
    const auto isNamedOtherwise = [&](const RawKey& raw) {
        if (!raw.exists() || raw.content.type == typeName(ValueType::Hash) ||
            catalogue->formatSaid(raw.key).format == file.name)
            return false;
        return std::ranges::any_of(catalogue->candidates(raw.key, raw.content.type), [&](const auto& one) {
            const Pattern& name = one.match.role->names[one.match.alternative];
            return countsOtherWay(one.format->file(), file) && name.anchor().size() >= tellingLiterals;
        });
    };
    return std::ranges::any_of(
               state.keys,
               [&](const RawKey& raw) { return isCounted(file, raw) && isNamedOtherwise(raw); }) ||
           std::ranges::any_of(state.windows, isNamedOtherwise, &RawWindow::raw) ||
           (format.prefix() && std::ranges::any_of(catalogue->tiesOf(format), [&](const auto* const other) {
                return !readsAlike(other->file(), file);
            }));
}

// What puts a field back into a hash that many share: one that has expired since is none of theirs any more.
void putFieldBack(std::string_view key, std::string_view field, std::string_view expires,
                  std::string_view held, std::vector<Command>& commands)
{
    using std::chrono::milliseconds;
    const std::int64_t now =
        std::chrono::floor<milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    const std::int64_t ends = expires == noKey ? 0 : parsedNumber<std::int64_t>(expires).value_or(0);
    if (expires == noKey || (ends != 0 && ends <= now))
        commands.push_back({"HDEL", key, field});
    else
        commands.push_back({"HSET", key, field, held});
}

} // namespace

std::vector<Subject> otherMeanings(const Reading& reading)
{
    const auto* const format = dynamic_cast<const CatalogueFormat*>(reading.subject.format);
    return format && reading.foreign ? otherMeanings(format->file(), *reading.foreign)
                                     : std::vector<Subject>();
}

std::string digestOf(std::string_view dump)
{
    std::array<unsigned char, 20> sha{};
    if (EVP_Digest(dump.data(), dump.size(), sha.data(), nullptr, EVP_sha1(), nullptr) != 1)
        throw Error("SHA-1 is not available");
    std::string text;
    for (const unsigned char byte : sha)
        text += fmt::format("{:02x}", byte);
    return text;
}

Plan foreignPlan(const CatalogueFormat& format, const Subject& subject, const Intent& intent,
                 const ForeignState& state, std::span<const Rule> rules, bool checked)
{
    const FormatFile& file = format.file();
    if (file.tier == Tier::Label)
        throw InvalidArgument(Problem(Fault::RecognisedOnly, file.title));
    const auto names = namesOf(file, subject);
    if (!names)
        throw InvalidArgument(Problem(Fault::NoSuchGroup, subject.policy, file.name));
    const ShapeIntent wants = shapeIntent(format, intent);
    const bool whole = std::ranges::all_of(state.keys, &RawKey::whole);
    const bool keepsOthers = std::holds_alternative<ChargeUnits>(wants) ||
                             (std::holds_alternative<BlockFor>(wants) && file.shape == Shape::Slots);
    if (keepsOthers && file.keepsEntries() && !whole)
        throw InvalidArgument(Problem(Fault::LogTooLong, subject.token));
    const ShapePlan wanted = planShape(file, state.decoded.state, rules, wants);
    Writer writer(file, state.decoded.state, names->match.alternative);
    for (KeyWrite write : wanted.writes) {
        checkList(state, write);
        if (write.bucket)
            setWindowNumber(file, write.record, *write.bucket, names->window);
        writer.write(write);
    }

    Plan plan;
    plan.cautions = wanted.cautions;
    plan.used = wanted.used;
    if (file.tier == Tier::Care)
        plan.cautions.push_back(Caution::WriteWithCare);

    // What was read is checked, whether it is written or not: a plan stands on all of it.
    std::map<std::string, std::string> held;
    const auto hold = [&held](const RawKey& raw) {
        held[raw.key] = !raw.exists() ? std::string(noKey) : raw.dump ? digestOf(*raw.dump) : std::string();
    };
    if (std::holds_alternative<RemoveLock>(wants)) {
        // The lock must still be the one that was seen, in whatever case; what else moves does not matter.
        for (const RawKey& raw : state.keys)
            if (raw.role == "lock")
                hold(raw);
    } else if (checked) {
        std::ranges::for_each(state.keys, hold);
        for (const RawWindow& window : state.windows)
            hold(window.raw);
    }
    for (const std::string& key : writer.keys)
        held.try_emplace(key);
    std::vector<std::string> keys;
    std::vector<std::string> expected;
    for (auto& [key, digest] : held) {
        keys.push_back(key);
        expected.push_back(std::move(digest));
    }
    const KeyRole& main = file.keys.front();
    const std::string field = main.namesTokens() ? memberOf(main, names->match.names) : std::string();
    plan.commands.push_back(callFor(keys, field, expected, writer.commands));
    plan.inside = std::move(writer.commands);
    if (!plan.inside.empty() && fitsOtherwise(format, state))
        plan.cautions.push_back(Caution::MayMeanTheOpposite);
    return plan;
}

Effect foreignEffect(const Intent& intent, const Answers& answers)
{
    const ReplyView reply = answers.checked(0);
    Effect effect;
    if (reply[0].integer() == 0) {
        effect.moved = true;
        return effect;
    }
    const std::vector<std::string_view> arguments =
        answers.command(0).arguments(); // EVALSHA, SHA-1, count, keys
    const std::int64_t now = reply[1].integer();
    const auto* const block = std::get_if<BlockIntent>(&intent);
    effect.changed = block != nullptr;
    BeforeImage before;
    for (std::size_t i = 2, key = 3; i + 2 < reply.size(); i += 3, ++key) {
        const bool was = !reply[i].isNil();
        const std::string_view dump = was ? reply[i].string() : std::string_view();
        const std::int64_t pttl = reply[i + 1].integer();
        const std::string_view after = reply[i + 2].string();
        if (after == (was ? digestOf(dump) : std::string(noKey)) && !block)
            continue;
        effect.changed = true;
        pack(before.former, arguments[key]);
        pack(before.former, after);
        pack(before.former, !was ? std::string(noKey) : fmt::to_string(pttl < 0 ? 0 : now + pttl));
        pack(before.former, dump);
    }
    if (!effect.changed)
        return effect;
    before.since = Instant(std::chrono::milliseconds(now));
    if (block && block->duration)
        before.until = before.since + *block->duration;
    before.units = unitsIn(intent);
    effect.before = std::move(before);
    return effect;
}

Plan foreignRevert(const BeforeImage& before, bool replace, std::string_view field)
{
    // What it wrote may have ended by itself; what was there before may not have.
    const bool ended = before.until != Instant{} && before.until <= std::chrono::system_clock::now();
    std::vector<std::string> keys;
    std::vector<std::string> expected;
    std::vector<std::string> ends; // of keys that hold many tokens, and may be gone
    std::vector<Command> commands;
    for (std::string_view packed = before.former; !packed.empty();) {
        const std::string_view key = unpack(packed);
        const std::string_view after = unpack(packed);
        const std::string_view expires = unpack(packed);
        const std::string_view dump = unpack(packed);
        keys.emplace_back(key);
        ends.emplace_back(expires == noKey || expires == "0" ? std::string_view() : expires);
        expected.emplace_back(replace ? std::string() : std::string(after) + (ended ? "?" : ""));
        if (!field.empty()) {
            putFieldBack(key, field, expires, dump, commands);
        } else if (expires == noKey) {
            commands.push_back({"DEL", key});
        } else if (expires == "0") {
            commands.push_back({"RESTORE", key, "0", dump, "REPLACE"});
        } else {
            commands.push_back({"RESTORE", key, expires, dump, "REPLACE", "ABSTTL"});
        }
    }
    Plan plan;
    plan.commands.push_back(callFor(keys, field, expected, commands, ends));
    plan.inside = std::move(commands);
    return plan;
}

Reversal foreignReverted(const Answers& answers)
{
    return {answers.checked(0)[0].integer() == 0 ? Undone::CameSince : Undone::AsItWas, std::nullopt};
}

} // namespace ratewarden
