// SPDX-License-Identifier: MIT
#include "core/formats/shapes/decode.h"

#include "core/formats/files/bucket4j_value.h"
#include "core/formats/files/pickled_list.h"
#include "core/formats/state_faults.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace ratewarden {
namespace {

// Whichever end the newest are written to: how far an entry lies behind the one written just before it.
Nanos disorderOf(const std::vector<FoundEntry>& entries)
{
    Nanos ofRising{};
    Nanos ofFalling{};
    for (std::size_t i = 1; i < entries.size(); ++i) {
        const Nanos step = entries[i].at - entries[i - 1].at;
        ofRising = std::max(ofRising, -step);
        ofFalling = std::max(ofFalling, step);
    }
    return std::min(ofRising, ofFalling);
}

constexpr Nanos saneDistance = std::chrono::days(370);
constexpr std::array<std::string_view, 7> momentNames{"tat", "stamp", "time", "start",
                                                      "end", "reset", "score"};

constexpr std::array timeUnits{0, 3, 6, 9}; // as unitOfTime() tells them

// In which unit the format's values have their moments; empty: there are none, or of several.
std::optional<int> unitOfMoments(const FormatFile& file)
{
    std::optional<int> unit;
    bool isOne = true;
    const auto look = [&](const Pattern& pattern) {
        for (const std::string_view name : pattern.names()) {
            if (!isMoment(name))
                continue;
            const std::optional<int> its = unitOfTime(*pattern.type(name));
            isOne = isOne && its && unit.value_or(*its) == *its;
            unit = its;
        }
    };
    for (const KeyRole& role : file.keys) {
        std::ranges::for_each(role.values, look);
        for (const KeyRole::HashField& field : role.fields)
            look(field.value);
        for (const std::optional<Pattern>* const pattern : {&role.element, &role.score})
            if (*pattern)
                look(**pattern);
    }
    return isOne ? unit : std::nullopt;
}

class Decoder {
public:
    // `unit`: in which moments may be that are not of these years in the format's own; empty: in none.
    Decoder(const FormatFile& file, const Record& names, Nanos now, std::optional<int> unit = std::nullopt)
        : m_file(file), m_names(names), m_unit(unit)
    {
        m_decoded.state.now = now;
        m_decoded.state.record = names;
        m_decoded.state.parts.resize(file.parts.size());
    }

    Decoded decode(std::span<const RawKey> keys, std::span<const RawWindow> windows)
    {
        for (const RawWindow& window : windows)
            readWindow(window);
        for (const RawKey& raw : keys)
            read(raw);
        checkMoments(m_decoded.state.record);
        m_decoded.state.disorder = m_isList ? disorderOf(m_decoded.state.entries) : Nanos();
        std::ranges::stable_sort(m_decoded.state.entries, {}, &FoundEntry::at);
        std::ranges::stable_sort(m_decoded.state.windows, {}, &NumberedWindow::bucket);
        return std::move(m_decoded);
    }

    // Of those that were read in the other unit; empty: none was.
    std::optional<Nanos> newestOfUnit() const { return m_newestOfUnit; }

private:
    void read(const RawKey& raw)
    {
        const KeyRole* const role = m_file.role(raw.role);
        if (!role)
            return;
        m_decoded.state.keys[raw.role] = foundKey(raw);
        if (raw.exists() && !role->rule.empty())
            readPart(*role, raw);
        else if (raw.exists())
            readValue(*role, raw, m_decoded.state.record);
        if (raw.exists() && role->captures("refunded"))
            readRefund(*role, raw.key);
    }

    void readWindow(const RawWindow& window)
    {
        const KeyRole& main = m_file.keys.front();
        if (!window.raw.exists())
            return;
        Record record = m_names; // each window has a count of its own
        readValue(main, window.raw, record);
        const FoundKey key = foundKey(window.raw);
        const double units = record.number("count").value_or(record.number("left").value_or(0));
        m_decoded.state.windows.push_back({window.bucket, units, key.expires, 0});
        m_decoded.state.keys[main.role] = key; // of the newest, at the end
        m_decoded.state.record = std::move(record);
    }

    // As Pattern::match(), of a value.
    bool match(const Pattern& pattern, std::string_view text, Record& record)
    {
        if (!m_unit)
            return pattern.match(text, record, m_file.epoch);
        Record asSaid = record;
        if (pattern.match(text, asSaid, m_file.epoch) && insaneMoment(asSaid).empty()) {
            record = std::move(asSaid);
            return true;
        }
        Record other = record;
        if (!pattern.match(text, other, {m_file.epoch, m_unit}) || !insaneMoment(other).empty())
            return false;
        for (const std::string_view name : momentNames)
            if (const auto moment = other.time(name); moment && pattern.captures(name))
                m_newestOfUnit = std::max(m_newestOfUnit.value_or(*moment), *moment);
        record = std::move(other);
        return true;
    }

    // What it counts is not what others of the token count.
    void readPart(const KeyRole& role, const RawKey& raw)
    {
        Record record = m_names;
        readValue(role, raw, record);
        for (std::size_t i = 0; i < m_file.parts.size(); ++i)
            if (m_file.parts[i].keys.front().role == role.role)
                for (const auto& [name, value] : record.all())
                    if (!m_names.has(name))
                        m_decoded.state.parts[i].set(name, value);
    }

    // What was given back of a window stands beside its count.
    void readRefund(const KeyRole& role, const std::string& key)
    {
        Record names;
        const bool isNamed = std::ranges::any_of(
            role.names, [&](const Pattern& name) { return name.match(key, names, m_file.epoch, true); });
        const auto bucket = isNamed ? names.number("bucket") : std::nullopt;
        for (NumberedWindow& window : m_decoded.state.windows)
            if (bucket && double(window.bucket) == *bucket) {
                window.refunded = m_decoded.state.record.number("refunded").value_or(0);
                window.units -= window.refunded;
            }
    }

    FoundKey foundKey(const RawKey& raw) const
    {
        FoundKey key;
        key.exists = raw.exists();
        if (!key.exists)
            return key;
        key.expires = expiryAfter(m_decoded.state.now, raw.content.pttl);
        if (key.expires == Nanos::max())
            key.secondsLeft = double(raw.content.pttl) / 1000;
        return key;
    }

    void mismatch(Problem reason)
    {
        if (!m_decoded.mismatch)
            m_decoded.mismatch = std::move(reason);
    }

    void readValue(const KeyRole& role, const RawKey& raw, Record& record)
    {
        if (role.type != ValueType::Any && raw.content.type != typeName(role.type)) {
            mismatch({Fault::WrongTypeOfKey, raw.key, raw.content.type, typeName(role.type)});
            return;
        }
        switch (role.type) {
        case ValueType::String:
            return readText(role, raw, record);
        case ValueType::Hash:
            return readHash(role, raw, record);
        case ValueType::List:
        case ValueType::SortedSet:
        case ValueType::Stream:
            return readEntries(role, raw);
        case ValueType::Set:
            if (role.listsBlocked())
                return readBlocked(role, raw, record);
            return record.set("count", double(std::max<std::int64_t>(
                                           raw.length, std::int64_t(raw.content.elements.size()))));
        case ValueType::Any:
            break;
        }
    }

    void readBlocked(const KeyRole& role, const RawKey& raw, Record& record) const
    {
        const std::string member = memberOf(role, m_names);
        if (!member.empty() && std::ranges::find(raw.content.elements, member) != raw.content.elements.end())
            record.set("blocked", member);
    }

    void readText(const KeyRole& role, const RawKey& raw, Record& record)
    {
        if (role.isPickledList()) {
            readPickle(role, raw);
            return;
        }
        bool fits = std::ranges::any_of(role.values, [&](const Pattern& pattern) {
            Record one = record;
            if (!match(pattern, raw.content.value, one) || !insaneMoment(one).empty())
                return false; // "0" is no moment, but may be another alternative
            record = std::move(one);
            // So many bytes of text tell as much as the name of a field.
            constexpr double bytesOfField = 8;
            m_decoded.fields += double(pattern.literals()) / bytesOfField;
            return true;
        });
        if (fits && role.isBucket4j())
            fits = readParts(readBucket4j(raw.content.value));
        if (!fits)
            mismatch(
                {Fault::WrongValue, raw.key, role.values.empty() ? m_file.name : role.values.front().text()});
    }

    void readPickle(const KeyRole& role, const RawKey& raw)
    {
        const auto numbers = readPickledList(raw.content.value, raw.whole);
        if (!numbers) {
            mismatch({Fault::WrongValue, raw.key, nameOf(role.codec)});
            return;
        }
        for (const PickledNumber& number : *numbers)
            addEntry(role, number.text, nullptr);
    }

    bool readParts(std::optional<std::vector<Record>> parts)
    {
        if (!parts ||
            !std::ranges::all_of(*parts, [&](const Record& part) { return insaneMoment(part).empty(); }))
            return false;
        m_decoded.fields += double(parts->size());
        m_decoded.state.parts = std::move(*parts);
        return true;
    }

    void readHash(const KeyRole& role, const RawKey& raw, Record& record)
    {
        std::size_t matched = 0;
        std::size_t wanted = 0;
        double sum = 0;
        bool summed = false;
        bool sliced = false;
        for (const KeyRole::HashField& field : role.fields) {
            bool found = false;
            for (const auto& [name, value] : raw.content.fields) {
                if (field.namePattern) {
                    Record one;
                    if (!field.namePattern->match(name, one) || !match(field.value, value, one))
                        continue;
                    if (const auto time = one.time("time")) { // a member of a log or of slots
                        add(time, one, m_file.shape == Shape::Slots ? name : std::string());
                        found = true;
                        ++matched;
                        continue;
                    }
                    if (m_file.shape == Shape::Slices) {
                        addSlice(raw, one);
                        sliced = found = true;
                        ++matched;
                        continue;
                    }
                    // Several fields of one meaning: their sum.
                    sum += one.number("count").value_or(one.number("left").value_or(0));
                    summed = found = true;
                    ++matched;
                } else if (name == field.name) {
                    found = (value.empty() && field.optional) || match(field.value, value, record);
                    if (!found)
                        mismatch({Fault::WrongField, name, raw.key, field.value.text()});
                    matched += found ? 1 : 0;
                }
            }
            wanted += field.optional ? 0 : 1;
            if (!found && !field.optional)
                mismatch({Fault::FieldMissing, raw.key,
                          field.namePattern ? field.namePattern->text() : field.name});
        }
        if (summed)
            record.set("count", sum);
        if (sliced) // numbers that are moments of these years are not any numbers
            m_decoded.fields += 1;
        m_decoded.fields += double(std::min(matched, std::max<std::size_t>(wanted, 1)));
        const auto found = std::int64_t(raw.content.fields.size());
        const auto length = role.namesTokens() ? found : std::max(raw.length, found); // others' fields
        if (!role.more && std::int64_t(matched) != length)
            mismatch({Fault::MoreFields, raw.key});
    }

    // By the number that is its field.
    void addSlice(const RawKey& raw, const Record& record)
    {
        using Seconds = std::chrono::duration<double>;
        const double number = record.number("bucket").value_or(0);
        const Seconds apart = number * Seconds(m_file.slice) - Seconds(m_decoded.state.now);
        if (!(std::abs(apart.count()) < Seconds(saneDistance).count()))
            mismatch({Fault::WrongMoment, "bucket"});
        else
            m_decoded.state.windows.push_back(
                {std::int64_t(number), record.number("count").value_or(0), foundKey(raw).expires, 0});
    }

    void readEntries(const KeyRole& role, const RawKey& raw)
    {
        m_isList = m_isList || !raw.content.elements.empty();
        for (const std::string& element : raw.content.elements)
            addEntry(role, element, nullptr);
        for (const auto& [member, score] : raw.content.scored)
            addEntry(role, member, &score);
        for (const auto& [id, fields] : raw.content.stream)
            addStreamEntry(role, id, fields);
    }

    void addEntry(const KeyRole& role, const std::string& element, const std::string* score)
    {
        Record record;
        if ((role.element && !match(*role.element, element, record)) ||
            (score && role.score && !match(*role.score, *score, record))) {
            mismatch(Fault::WrongEntry);
            return;
        }
        const std::optional<Nanos> time = record.time("time");
        const std::optional<Nanos> marked = record.time("score");
        const std::optional<Nanos> ends = record.time("end");
        // The distance of any two moments may be too long for a number; what is none of our time is told
        // below.
        const auto isSane = [this](Nanos moment) {
            return isSaneMoment(moment, m_decoded.state.now);
        };
        if (time && marked &&
            (isSane(*time) != isSane(*marked) ||
             (isSane(*time) && std::chrono::abs(*time - *marked) > std::chrono::milliseconds(1)))) {
            mismatch(Fault::EntryOrScore);
            return;
        }
        add(time     ? time
            : marked ? marked
                     : ends,
            record, m_file.shape == Shape::Slots ? element : std::string());
    }

    void addStreamEntry(const KeyRole& role, std::string_view id,
                        const std::vector<std::pair<std::string, std::string>>& fields)
    {
        Record record;
        std::size_t matched = 0;
        for (const KeyRole::HashField& field : role.fields)
            for (const auto& [name, value] : fields)
                if (name == field.name && match(field.value, value, record))
                    ++matched;
        if (matched != role.fields.size() || (!role.more && fields.size() != matched)) {
            mismatch(Fault::WrongEntry);
            return;
        }
        std::int64_t millis = 0;
        const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), millis);
        if (error != std::errc() ||
            millis > std::chrono::duration_cast<std::chrono::milliseconds>(Nanos::max()).count()) {
            mismatch(Fault::EntryId);
            return;
        }
        m_decoded.fields = double(matched);
        add(std::chrono::milliseconds(millis), record);
    }

    void add(std::optional<Nanos> time, const Record& record, std::string member = {})
    {
        if (!time || !isSaneMoment(*time, m_decoded.state.now)) {
            mismatch(Fault::EntryMoment);
            return;
        }
        const std::string* const holder = record.text("holder");
        m_decoded.state.entries.push_back(
            {*time, record.number("cost").value_or(1), std::move(member), holder ? *holder : std::string()});
    }

    // Empty: all are of these years.
    std::string_view insaneMoment(const Record& record) const
    {
        for (const std::string_view name : momentNames)
            if (const auto moment = record.time(name); moment && !isSaneMoment(*moment, m_decoded.state.now))
                return name;
        return {};
    }

    void checkMoments(const Record& record)
    {
        if (const std::string_view name = insaneMoment(record); !name.empty())
            mismatch({Fault::WrongMoment, name});
        constexpr Nanos tenYears = std::chrono::days(3650);
        if (const auto window = record.time("window");
            window && (*window <= Nanos::zero() || *window >= tenYears))
            mismatch(Fault::WrongWindow);
    }

    const FormatFile& m_file;
    const Record& m_names;
    std::optional<int> m_unit;
    std::optional<Nanos> m_newestOfUnit;
    Decoded m_decoded;
    bool m_isList = false;
};

} // namespace

bool isSaneMoment(Nanos moment, Nanos now)
{
    return moment > now - saneDistance && moment < now + saneDistance;
}

Decoded decode(const FormatFile& file, const Record& names, std::span<const RawKey> keys,
               std::span<const RawWindow> windows, Nanos now)
{
    return Decoder(file, names, now).decode(keys, windows);
}

std::optional<Decoded> decodeWrongUnit(const FormatFile& file, const Record& names,
                                       std::span<const RawKey> keys, std::span<const RawWindow> windows,
                                       Nanos now)
{
    constexpr Nanos near = std::chrono::days(1);
    const std::optional<int> read = unitOfMoments(file);
    for (const int written : timeUnits) {
        if (!read || written == *read)
            continue;
        Decoder decoder(file, names, now, written);
        Decoded decoded = decoder.decode(keys, windows);
        const std::optional<Nanos> newest = decoder.newestOfUnit();
        if (decoded.mismatch || !newest || std::chrono::abs(*newest - now) > near)
            continue;
        decoded.state.wrongUnit = MistakenUnit{written, *read};
        return decoded;
    }
    return std::nullopt;
}

} // namespace ratewarden
