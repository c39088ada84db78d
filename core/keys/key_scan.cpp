// SPDX-License-Identifier: MIT
#include "core/keys/key_scan.h"

#include "core/formats/files/foreign_subject.h"
#include "core/formats/foreign/key_recognition.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/formats/own/ratewarden_keys.h"
#include "core/keys/beginnings.h"
#include "core/keys/limiter_look.h"
#include "core/model/errors.h"
#include "core/redis/scan_cursor.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <unordered_map>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t firstReads = 16;       // of keys of which the same is to be expected
constexpr std::size_t identifyInterval = 64; // of those that follow, while they are all the same
constexpr std::size_t firstMeasured = 8;
constexpr std::size_t measureInterval = 64;     // of strings of much the same size
constexpr std::size_t measureIntervalMixed = 8; // of others
constexpr double muchTheSame = 2;               // times the mean
constexpr std::size_t refusalsToStop = 64;      // of MEMORY USAGE, when it was never answered
constexpr std::size_t tellingLiterals = 3;      // of a name that says by itself whose it is

std::uint64_t mixedWith(std::uint64_t hash, std::uint64_t more)
{
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    return (hash ^ more) * odd + (hash >> 29);
}

// How a name ends: numbers, digests and other texts are told apart, as formats do.
enum class Tail { Digits, Hex, Other };

Tail tailOf(std::string_view name)
{
    const std::size_t at = name.find_last_of(":/.|_-}");
    Tail tail = Tail::Digits;
    for (const char c : name.substr(at == std::string_view::npos ? 0 : at + 1)) {
        if (c >= '0' && c <= '9')
            continue;
        if ((c < 'a' || c > 'f') && (c < 'A' || c > 'F'))
            return Tail::Other;
        tail = Tail::Hex;
    }
    return tail;
}

} // namespace

// What a key was found to be.
struct KeyIdentity {
    KeyKind kind = KeyKind::Unknown;
    const Format* format = nullptr;

    friend bool operator==(const KeyIdentity&, const KeyIdentity&) = default;
};

// What was found of keys of which the same is to be expected.
class ExpectedIdentity {
public:
    bool wantsReading()
    {
        ++m_seen;
        if (m_asked < firstReads) {
            ++m_asked;
            return true;
        }
        return m_mixed || m_seen % identifyInterval == 0;
    }
    void add(KeyIdentity identity)
    {
        ++m_read;
        auto found = std::ranges::find(m_found, identity, &Found::identity);
        if (found == m_found.end()) {
            m_mixed |= !m_found.empty() && m_found.front().identity.format != identity.format;
            found = m_found.insert(found, {identity, 0});
        }
        ++found->keys;
    }
    /// They are of several formats, so each has to be read.
    bool mixed() const { return m_mixed; }
    bool known() const { return m_read > 0; }
    /// Of most of them.
    KeyIdentity usual() const
    {
        const auto most = std::ranges::max_element(m_found, {}, &Found::keys);
        return most == m_found.end() ? KeyIdentity() : most->identity;
    }

private:
    struct Found {
        KeyIdentity identity;
        std::size_t keys = 0;
    };
    std::size_t m_seen = 0;
    std::size_t m_asked = 0;
    std::size_t m_read = 0;
    bool m_mixed = false;
    std::vector<Found> m_found;
};

// How large the keys are that begin alike and have one type.
class KeySizes {
public:
    bool wantsMeasuring()
    {
        ++m_seen;
        const bool mixed = m_count > 0 && m_largest > muchTheSame * mean();
        return m_seen <= firstMeasured || m_seen % (mixed ? measureIntervalMixed : measureInterval) == 0;
    }
    void add(double bytes)
    {
        ++m_count;
        m_sum += bytes;
        m_largest = std::max(m_largest, bytes);
    }
    double mean() const { return m_count == 0 ? 0 : m_sum / double(m_count); }

private:
    std::size_t m_seen = 0;
    std::size_t m_count = 0;
    double m_sum = 0;
    double m_largest = 0;
};

class KeyScan::Impl {
public:
    Impl(std::int64_t keysAStep, std::shared_ptr<ServerPrefixes> of)
        : count(keysAStep)
        , prefixes(of ? std::move(of) : std::make_shared<ServerPrefixes>())
        , catalogue(prefixes->catalogue())
    {
    }

    KeyPage step(Server& server)
    {
        if (complete())
            return {};
        cursor.check(server);
        ask();
        const std::vector<Reply> replies = server.pipeline(commands);
        const Answers answers(commands, replies, server.where());

        // Nothing is changed before all that may throw has been looked at.
        for (std::size_t i = 0; i < replies.size(); ++i)
            if (Problem ignored; answers.raw(i).isError())
                answers.at(i, ignored);
        ScanCursor next = cursor;
        std::vector<std::string> names;
        if (!scanned) {
            const ReplyView page = answers.checked(scanAt);
            next.take(page);
            const ReplyView keys = page[1];
            names.reserve(keys.size());
            for (std::size_t i = 0; i < keys.size(); ++i)
                names.emplace_back(keys[i].string());
        }
        now = answers.clock(0).time_since_epoch();
        if (!began) {
            Problem ignored;
            if (const auto size = answers.at(sizeAt, ignored))
                total = size->integer();
        }
        std::vector<Waiting> met = meet(answers);
        KeyPage page = finish(answers, std::span(replies));

        began = true;
        scanned |= next.isAtEnd();
        cursor = std::move(next);
        count_ += names.size();
        named = std::move(names);
        if (waiting.empty())
            waiting = std::move(met);
        else
            std::ranges::move(met, std::back_inserter(waiting));
        return page;
    }

    bool complete() const { return scanned && named.empty() && waiting.empty(); }

    // In place of a scan.
    void nameAll(std::vector<std::string> names)
    {
        began = true;
        scanned = true;
        named = std::move(names);
    }

    std::optional<std::int64_t> total;
    std::size_t count_ = 0;
    ScanProblems problems;

private:
    // A key whose type is known.
    struct Waiting {
        FoundKeyFacts facts;
        ExpectedIdentity* expectation = nullptr; // null: it is known what it is
        KeySizes* sizes = nullptr;
        bool read = false;
        bool measure = false;
    };

    void ask()
    {
        commands.clear();
        commands.push_back({"TIME"});
        if (!began) {
            sizeAt = commands.size();
            commands.push_back({"DBSIZE"});
        }
        if (!scanned) {
            scanAt = commands.size();
            commands.push_back(cursor.command(count));
        }
        namedAt = commands.size();
        for (const std::string& name : named) {
            commands.push_back({"TYPE", name});
            commands.push_back({"PTTL", name});
        }
        waitingAt = commands.size();
        for (const Waiting& one : waiting) {
            if (one.measure)
                commands.push_back({"MEMORY", "USAGE", one.facts.name, "SAMPLES", "5"});
            if (one.read)
                askForSample(nameOf(one.facts.type), one.facts.name, commands);
        }
    }

    // Reads type and expiry of those that the last step named.
    std::vector<Waiting> meet(const Answers& answers)
    {
        std::vector<Waiting> met;
        met.reserve(named.size());
        for (std::size_t i = 0; i < named.size(); ++i) {
            constexpr std::int64_t noSuchKey = -2;
            const auto type = answers.at(namedAt + 2 * i, problems.type);
            const auto pttl = answers.at(namedAt + 2 * i + 1, problems.expiry);
            if ((type && type->string() == "none") || (pttl && pttl->integer() == noSuchKey))
                continue; // it has ended meanwhile
            Waiting one;
            one.facts.name = std::move(named[i]);
            if (type)
                one.facts.type = keyTypeNamed(type->string());
            if (pttl)
                one.facts.expires = expiryOf(pttl->integer());
            expect(one);
            met.push_back(std::move(one));
        }
        return met;
    }

    std::int64_t expiryOf(std::int64_t pttl) const
    {
        if (pttl < 0)
            return FoundKeyFacts::never;
        const std::int64_t millis = std::chrono::floor<std::chrono::milliseconds>(now).count();
        return pttl < std::numeric_limits<std::int64_t>::max() - millis
                   ? millis + pttl
                   : std::numeric_limits<std::int64_t>::max();
    }

    // What it is, as far as name and type tell; what else has to be asked.
    void expect(Waiting& one)
    {
        const std::uint64_t likes =
            std::uint64_t(beginnings.of(one.facts.name)) << 8 | std::uint64_t(one.facts.type);
        one.sizes = &sizes[likes];
        const bool sized = one.facts.type == KeyType::String || one.facts.type == KeyType::Unknown;
        one.measure = (!sized || one.sizes->wantsMeasuring()) && measures();

        if (isOwn(one.facts.name)) {
            judgeOwn(one.facts);
            return;
        }
        if (one.facts.type == KeyType::Unknown) {
            judgeUnread(one.facts);
            return;
        }
        one.expectation = &expectations[kindOf(one.facts.name, likes)];
        one.read = one.expectation->wantsReading();
    }

    // The same for keys of which the same is to be expected: they begin alike, have one type, hold the same
    // literals of formats, and end in much the same way.
    std::uint64_t kindOf(std::string_view name, std::uint64_t groupAndType)
    {
        const NameIndex::Literals literals = catalogue->names().literals(name, literalNumbers);
        std::uint64_t hash = mixedWith(groupAndType, std::uint64_t(tailOf(name)));
        for (const std::uint64_t bits : literals.bits)
            hash = mixedWith(hash, bits);
        return hash;
    }

    static bool isOwn(std::string_view name) { return name.starts_with(ownKeys) || name.starts_with("{rw:"); }

    // Keys beside the states, as counts and policies, count as Ratewarden's, too.
    static void judgeOwn(FoundKeyFacts& facts)
    {
        const auto subject = parseRatewardenKey(facts.name);
        const auto withoutState = std::ranges::find_if(
            ratewardenFormats(), [](const Format* format) { return !format->hasState(); });
        facts.kind = KeyKind::Limiter;
        facts.format = subject                                     ? subject->format
                       : withoutState != ratewardenFormats().end() ? *withoutState
                                                                   : nullptr;
    }

    void judgeByName(FoundKeyFacts& facts) const
    {
        const std::optional<std::string_view> type =
            facts.type == KeyType::Unknown ? std::nullopt : std::optional(nameOf(facts.type));
        for (const auto& [format, match] : catalogue->candidates(facts.name, type))
            if (match.role->names[match.alternative].anchor().size() >= tellingLiterals) {
                facts.kind = KeyKind::Limiter;
                facts.format = format;
                return;
            }
    }

    // Of one that may not be looked at.
    void judgeUnread(FoundKeyFacts& facts) const
    {
        facts.kind = KeyKind::Unread;
        judgeByName(facts);
    }

    bool measures() const { return measured > 0 || refused < refusalsToStop; }

    // Reads what was asked of those that waited, and hands over all whose kind and size are known.
    KeyPage finish(const Answers& answers, std::span<const Reply> replies)
    {
        std::size_t at = waitingAt;
        for (Waiting& one : waiting) {
            if (one.measure)
                readSize(one, answers, at++);
            if (one.read) {
                const std::size_t questions = sampleSize(one.facts.type);
                readValue(one, answers, replies, at, questions);
                at += questions;
            }
        }
        KeyPage page;
        page.keys.reserve(waiting.size());
        std::vector<Waiting> again;
        for (Waiting& one : waiting) {
            if (one.expectation && one.expectation->mixed()) {
                one.read = true; // it was thought to be like the others, which turned out to differ
                one.measure = false;
                again.push_back(std::move(one));
                continue;
            }
            if (one.expectation && !one.expectation->known()) {
                if (problems.value)
                    judgeUnread(one.facts);
                else
                    judgeByName(one.facts);
            } else if (one.expectation) {
                const KeyIdentity identity = one.expectation->usual();
                one.facts.kind = identity.kind;
                one.facts.format = identity.format;
            }
            if (one.facts.memory == 0)
                one.facts.memory = one.sizes->mean();
            page.keys.push_back(std::move(one.facts));
        }
        waiting = std::move(again);
        return page;
    }

    std::size_t sampleSize(KeyType type)
    {
        scratch.clear();
        return askForSample(nameOf(type), {}, scratch);
    }

    void readSize(Waiting& one, const Answers& answers, std::size_t at)
    {
        const auto bytes = answers.at(at, problems.memory);
        if (!bytes) {
            ++refused;
        } else if (!bytes->isNil()) {
            ++measured;
            one.facts.memory = double(bytes->integer());
            one.sizes->add(one.facts.memory);
        }
    }

    void readValue(Waiting& one, const Answers& answers, std::span<const Reply> replies, std::size_t at,
                   std::size_t questions)
    {
        Problem problem;
        for (std::size_t i = at; i < at + questions; ++i)
            answers.at(i, problem);
        const auto raw = readSample(nameOf(one.facts.type), one.facts.name, replies.subspan(at, questions));
        if (raw) {
            const KeyIdentity identity = judge(*raw);
            one.expectation->add(identity);
            one.facts.kind = identity.kind;
            one.facts.format = identity.format;
        } else {
            if (!problems.value)
                problems.value = problem; // empty where it has ended meanwhile
            if (problem)
                judgeUnread(one.facts);
            else
                judgeByName(one.facts);
        }
        one.expectation = nullptr;
    }

    KeyIdentity judge(const RawKey& raw) const
    {
        const auto candidates = catalogue->candidates(raw.key, raw.content.type);
        if (const auto found = Catalogue::recognise(candidates, raw.key, raw.content, now,
                                                    catalogue->formatSaid(raw.key).format))
            return {KeyKind::Limiter, found->format};
        prefixes->guess(raw.key, raw.content, now);
        if (const auto present = prefixes->catalogue(); present != catalogue)
            if (const auto found = present->recognise(raw.key, raw.content, now))
                return {KeyKind::Limiter, found->format};
        return {couldBeLimiter(raw, now) ? KeyKind::Unknown : KeyKind::NotLimiter, nullptr};
    }

    std::int64_t count;
    std::shared_ptr<ServerPrefixes> prefixes;
    std::shared_ptr<const Catalogue> catalogue; // when it began
    bool began = false;
    bool scanned = false; // SCAN has named all
    ScanCursor cursor;
    Nanos now{};                    // by the server's clock, when the last answers came
    std::vector<std::string> named; // by the last SCAN
    std::vector<Waiting> waiting;   // for something that is asked next, or for what that says of others
    std::vector<Command> commands;
    std::vector<Command> scratch;
    std::vector<std::uint32_t> literalNumbers;
    std::size_t sizeAt = 0; // where in the commands
    std::size_t scanAt = 0;
    std::size_t namedAt = 0;
    std::size_t waitingAt = 0;
    Beginnings beginnings;
    std::unordered_map<std::uint64_t, ExpectedIdentity> expectations;
    std::unordered_map<std::uint64_t, KeySizes>
        sizes; // nodes stay where they are: keys that wait point to them
    std::size_t measured = 0;
    std::size_t refused = 0; // MEMORY USAGE
};

KeyScan::KeyScan(std::int64_t count, std::shared_ptr<ServerPrefixes> prefixes)
    : m_impl(std::make_unique<Impl>(count, std::move(prefixes)))
{
}
KeyScan::KeyScan(std::vector<std::string> names, std::shared_ptr<ServerPrefixes> prefixes)
    : m_impl(std::make_unique<Impl>(0, std::move(prefixes)))
{
    m_impl->nameAll(std::move(names));
}
KeyScan::~KeyScan() = default;
KeyScan::KeyScan(KeyScan&&) noexcept = default;
KeyScan& KeyScan::operator=(KeyScan&&) noexcept = default;

KeyPage KeyScan::step(Server& server)
{
    return m_impl->step(server);
}

bool KeyScan::complete() const
{
    return m_impl->complete();
}

std::optional<std::int64_t> KeyScan::total() const
{
    return m_impl->total;
}

std::size_t KeyScan::named() const
{
    return m_impl->count_;
}

const ScanProblems& KeyScan::problems() const
{
    return m_impl->problems;
}

} // namespace ratewarden
