// SPDX-License-Identifier: MIT
#include "core/formats/foreign/catalogue_format.h"

#include "core/formats/foreign/foreign_changes.h"
#include "core/formats/own/ratewarden_changes.h"
#include "core/formats/shapes/numbered_window.h"
#include "core/formats/slot_changes.h"
#include "core/formats/state_faults.h"
#include "core/model/errors.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden {
namespace {

constexpr std::int64_t rowEntries = 200; // of a log without rules: enough to show how it goes

Nanos sinceEpoch(Instant now)
{
    return now.time_since_epoch();
}

// How many entries of a log are read. Where denied requests are entered as well, enough to see a storm of
// them.
std::int64_t entriesToRead(const FormatFile& file, const Policy* policy, Depth depth)
{
    if (depth != Depth::Row || file.shape == Shape::Slices) // where these are fields, in any order
        return maxEntries;
    Units most = 0;
    if (policy)
        for (const Rule& rule : policy->rules)
            most = std::max(most, rule.capacity());
    if (most > 0 && most < maxEntries && file.denied == Denied::Counts)
        most += std::max(most, Units(stormDenied));
    return most > 0 ? std::min<std::int64_t>(most + 10, maxEntries) : rowEntries;
}

constexpr std::int64_t mostInferredSlices = 30; // of a window that no rule tells

bool isPlan(Depth depth)
{
    return depth == Depth::Plan || depth == Depth::WholePlan;
}

// Which windows are read, beside the present one: the one before, and those to come that a block may hold.
// Nearly always there are none to come.
struct WindowRange {
    std::int64_t before = 1;
    std::int64_t after = 1;
};
WindowRange windowsAround(const FormatFile& file, const Policy* policy, Depth depth)
{
    const bool isWhole = depth == Depth::Whole || depth == Depth::WholePlan;
    if (file.shape == Shape::Slices) { // a window is several
        std::int64_t slices = 0;
        for (const Rule& rule : policy ? policy->rules : std::vector<Rule>())
            slices = std::clamp<std::int64_t>(rule.window / file.slice, slices, maxNumberedWindows);
        if (slices == 0)
            slices = mostInferredSlices;
        return {slices - 1, isWhole ? maxNumberedWindows : slices};
    }
    return {isPlan(depth) ? 2 : 1, isWhole ? maxNumberedWindows : depth == Depth::Row ? 1 : 16};
}

// An error other than that the key holds another type.
bool isOtherError(ReplyView reply)
{
    return reply.isError() && !reply.errorText().starts_with("WRONGTYPE");
}

// The commands of one subject, so that ask() and read() agree which reply is whose.
struct Questions {
    struct Part {
        const KeyRole* role = nullptr;
        std::string key;
        std::optional<std::int64_t> bucket;
        std::size_t first = 0; ///< of its replies, within the transaction
        std::size_t dump = 0;  ///< 0: not asked for
    };
    std::vector<Part> parts;
    std::vector<Command> inside; ///< the transaction, TIME first
};

// `present`: the number of the present window, of a format that numbers them.
Questions questions(const FormatFile& file, const SubjectNames& names, const Policy* policy, Depth depth,
                    std::int64_t present)
{
    Questions all;
    all.inside.push_back({"TIME"});
    const auto add = [&](const KeyRole& role, std::string key, std::optional<std::int64_t> bucket) {
        Questions::Part part{&role, std::move(key), bucket, all.inside.size(), 0};
        askRawKey(role, part.key, entriesToRead(file, policy, depth), memberOf(role, names.match.names),
                  all.inside);
        // A list of blocked tokens may be long, and others change it: a plan stands on the token's part.
        // Likewise a hash of many tokens.
        if (isPlan(depth) && !role.listsBlocked() && !role.namesTokens()) {
            part.dump = all.inside.size();
            all.inside.push_back({"DUMP", part.key});
        }
        all.parts.push_back(std::move(part));
    };
    for (const KeyRole& role : file.keys) {
        const bool numbered = &role == &file.keys.front() && names.window > Nanos::zero();
        if (!numbered) { // of those beside a numbered key that of the present window
            Record beside = names.match.names;
            if (names.window > Nanos::zero())
                setWindowNumber(file, beside, present, names.window);
            if (auto key = nameOf(file, role, names.match.alternative, beside))
                add(role, std::move(*key), std::nullopt);
            continue;
        }
        const auto [before, after] = windowsAround(file, policy, depth);
        for (std::int64_t bucket = present - before; bucket <= present + after; ++bucket) {
            Record numberedNames = names.match.names;
            setWindowNumber(file, numberedNames, bucket, names.window);
            if (auto key = nameOf(file, role, names.match.alternative, numberedNames))
                add(role, std::move(*key), bucket);
        }
    }
    return all;
}

// The keys whose encoding a detail tells: the first that is there, where several are counted in.
std::vector<std::string> countedKeys(const Questions& all)
{
    std::vector<std::string> keys;
    for (const Questions::Part& part : all.parts)
        if (keys.empty() || !part.role->rule.empty())
            keys.push_back(part.key);
    return keys;
}

// By the clock of the subject's windows.
Nanos shifted(const FormatFile& file, const SubjectNames& names, Nanos now)
{
    return now - windowShift(file, names.match.names, names.window);
}

std::int64_t presentWindow(const FormatFile& file, const SubjectNames& names, Nanos now)
{
    return names.window > Nanos::zero() ? shifted(file, names, now) / names.window : 0;
}

// The replies to the commands of one subject, whether they ran in a transaction or, as this user may not have
// one or the server is full, by themselves.
class Replies {
public:
    // `exec`: where in the answers EXEC is; behind MULTI and what ran inside.
    Replies(const Answers& answers, std::size_t exec, Problem& problem) : m_answers(answers)
    {
        const ReplyView reply = answers.raw(exec);
        if (reply.isString())
            return; // nothing was begun: see askForStates() of core/tokens/reader.cpp
        if (!reply.isError())
            m_transaction = reply;
        else if (!answers.raw(0)
                      .isError()) // it was begun, and ended without effect: some command was refused
            static_cast<void>(firstProblem(exec, problem) || answers.at(exec, problem));
    }

    ReplyView operator[](std::size_t i) const
    {
        return m_transaction ? (*m_transaction)[i] : m_answers.raw(i + 1);
    }
    Instant clock() const
    {
        if (m_transaction && !(*this)[0].isError())
            return readTime((*this)[0]);
        return m_answers.clock(1);
    }

private:
    bool firstProblem(std::size_t exec, Problem& problem) const
    {
        for (std::size_t i = 1; i < exec && !problem; ++i)
            m_answers.at(i, problem);
        return bool(problem);
    }

    const Answers& m_answers;
    std::optional<ReplyView> m_transaction;
};

Verdict verdictOf(SubjectState state)
{
    return state == SubjectState::Blocked   ? Verdict::Blocked
           : state == SubjectState::Limited ? Verdict::DeniedByRule
                                            : Verdict::Allowed;
}

Units boundedUnits(double number)
{
    return Units(std::clamp(number, -double(maxUnits), double(maxUnits)));
}

// The answer to a request, where every rule is known, or of keys that count under rules of their own the
// first ones.
// `rules`: those that were given; of one with a burst the usage tells the burst alone.
std::optional<Decision> decisionOf(const ShapeReading& reading, std::span<const Rule> rules,
                                   const FormatFile& file, Instant now)
{
    const bool hasParts = !file.parts.empty();
    Decision decision;
    decision.now = now;
    decision.verdict = verdictOf(reading.state);
    if (decision.verdict == Verdict::Allowed)
        decision.retryAfter = Micros::zero();
    else
        decision.retryAfter =
            reading.retryIn ? std::optional(std::chrono::ceil<Micros>(*reading.retryIn)) : std::nullopt;
    Micros longest{-1};
    for (const ShapeUsage& usage : reading.rules) {
        if (hasParts && decision.usage.size() >= rules.size())
            break;
        if (!usage.limit || !usage.window || !usage.used)
            return std::nullopt;
        Rule rule{*usage.limit, std::chrono::duration_cast<Micros>(*usage.window), 0};
        if (const std::size_t i = decision.usage.size();
            reading.rules.size() == rules.size() && rules[i].capacity() == rule.limit)
            rule = rules[i];
        else if (reading.rules.size() == rules.size() && rules[i].burst > 0) {
            rule = rules[i]; // with the capacity that its keys tell
            rule.burst = *usage.limit;
        }
        rule.atOnce = file.shape == Shape::Slots; // also where "5/h" says so: its window is their life
        decision.usage.push_back({rule, boundedUnits(*usage.used),
                                  std::chrono::ceil<Micros>(usage.resetsIn.value_or(Nanos::zero()))});
        const Micros frees = std::chrono::ceil<Micros>(usage.freesIn.value_or(Nanos::zero()));
        if (decision.verdict == Verdict::DeniedByRule && usage.remaining.value_or(1) < 1 && frees > longest) {
            decision.rule = decision.usage.size() - 1;
            longest = frees;
        }
    }
    return decision.usage.empty() ? std::nullopt : std::optional(std::move(decision));
}

} // namespace

CatalogueFormat::CatalogueFormat(const CatalogueFormat& of, PrefixUse use)
    : m_file(of.m_file), m_prefix(std::move(use))
{
    m_file.samples.clear();
    m_file.refused.clear();
    if (m_prefix->isGuess() && m_file.tier == Tier::Safe)
        m_file.tier = Tier::Care;
    for (KeyRole& role : m_file.keys)
        for (std::vector<Pattern>* const names : {&role.names, &role.notNames})
            for (Pattern& name : *names)
                if (name.captures("prefix"))
                    name = name.withPrefix(m_prefix->prefix);
}

ForeignState CatalogueFormat::understand(const Record& names, std::vector<RawKey> keys,
                                         std::vector<RawWindow> windows, Nanos now,
                                         std::span<const Rule> rules) const
{
    ForeignState state;
    state.decoded = decode(m_file, names, keys, windows, now);
    const auto part = std::ranges::find(keys, false, &RawKey::whole);
    if (m_file.shape == Shape::Slices && part != keys.end() && !state.decoded.mismatch)
        state.decoded.mismatch = {Fault::TooManySlices, part->key};
    state.keys = std::move(keys);
    state.windows = std::move(windows);
    if (state.decoded.mismatch)
        return state;
    state.reading = readShape(m_file, state.decoded.state, rules);
    const auto isThere = [](const auto& key) {
        return key.second.exists;
    };
    if (std::ranges::none_of(state.decoded.state.keys,
                             isThere)) { // whatever the window is that nothing tells
        state.reading.state = SubjectState::Idle;
        state.reading.retryIn = Nanos::zero();
    }
    return state;
}

void CatalogueFormat::readWrongUnit(const Record& names, Nanos now, std::span<const Rule> rules,
                                    ForeignState& state) const
{
    auto decoded = decodeWrongUnit(m_file, names, state.keys, state.windows, now);
    if (!decoded)
        return;
    state.decoded = std::move(*decoded);
    state.reading = readShape(m_file, state.decoded.state, rules);
}

// Of a log whose read entries all count still, those before them may, too. Its limiter trims it at each call
// and counts what is left: all of it is used at most. Returns whether a longer read can tell more.
bool CatalogueFormat::countUnread(ForeignState& state) const
{
    const auto cut = std::ranges::find(state.keys, false, &RawKey::whole);
    const std::vector<FoundEntry>& entries = state.decoded.state.entries;
    if (!m_file.keepsEntries() || cut == state.keys.end() ||
        !std::ranges::all_of(entries, [](const FoundEntry& entry) { return entry.cost == 1; }))
        return false;
    const auto all = double(cut->length);
    bool mayBeLimited = false;
    for (ShapeUsage& usage : state.reading.rules) {
        if (!usage.used || *usage.used < double(entries.size()) || *usage.used >= all ||
            usage.remaining.value_or(1) < 1)
            continue;
        usage.used = all;
        usage.freesIn.reset(); // that of the oldest, which was not read
        if (usage.limit)
            usage.remaining = std::max(0.0, double(*usage.limit) - all);
        mayBeLimited |= usage.remaining.value_or(1) < 1;
    }
    if (mayBeLimited && state.reading.state != SubjectState::Blocked) {
        state.reading.state = SubjectState::Limited;
        state.reading.retryIn.reset();
    }
    return mayBeLimited;
}

std::vector<std::string> CatalogueFormat::ruleNames() const
{
    std::vector<std::string> names;
    for (const FormatFile& part : m_file.parts)
        names.push_back(part.keys.front().rule);
    return names;
}

Policy CatalogueFormat::policyFor(const Subject& subject, std::vector<Rule> rules) const
{
    return {subject.policy, std::string(nearestAlgorithm(m_file)), std::move(rules), false, false,
            m_file.name};
}

std::vector<std::string> CatalogueFormat::keys(const Subject& subject) const
{
    std::vector<std::string> keys;
    if (const auto names = namesOf(m_file, subject)) {
        const auto now = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
        const std::int64_t present = presentWindow(m_file, *names, sinceEpoch(now));
        for (Questions::Part& part : questions(m_file, *names, nullptr, Depth::Row, present).parts)
            if (!part.bucket || *part.bucket == present)
                keys.push_back(std::move(part.key));
    }
    return keys;
}

// All of one subject is read at one moment: two milliseconds between the clock and the expiry would show. A
// user who may only read has no MULTI; then the commands run one after the other, and EXEC is refused, too.
void CatalogueFormat::ask(const Subject& subject, const Policy* policy, Depth depth, Instant now,
                          std::vector<Command>& commands) const
{
    const auto names = namesOf(m_file, subject);
    if (!names)
        return;
    Questions all = questions(m_file, *names, policy, depth, presentWindow(m_file, *names, sinceEpoch(now)));
    commands.push_back({"MULTI"});
    std::ranges::move(all.inside, std::back_inserter(commands));
    commands.push_back({"EXEC"});
    if (depth != Depth::Detail)
        return;
    for (const std::string& key : countedKeys(all)) {
        commands.push_back({"OBJECT", "ENCODING", key});
        commands.push_back({"MEMORY", "USAGE", key});
    }
}

std::optional<TokenDetail> CatalogueFormat::read(const Subject& subject, const Policy* policy, Depth depth,
                                                 const Answers& answers, Instant now, Units) const
{
    TokenDetail detail;
    Reading& reading = detail.reading;
    reading.subject = subject;
    reading.at = now;
    const auto names = namesOf(m_file, subject);
    const std::size_t extra = depth == Depth::Detail ? 2 * std::max<std::size_t>(1, m_file.parts.size()) : 0;
    if (!names || answers.size() < 4 + extra) {
        reading.problem = {Fault::NoSuchGroup, subject.policy, m_file.name};
        return detail;
    }
    const std::size_t exec = answers.size() - 1 - extra;
    const Replies replies(answers, exec, reading.problem);
    if (reading.problem)
        return detail;
    reading.at = replies.clock();
    const Nanos clock = sinceEpoch(reading.at);

    // Which windows were asked for was decided by the clock of the one who asked.
    const std::int64_t present = presentWindow(m_file, *names, clock);
    std::int64_t asked = present;
    if (names->window > Nanos::zero())
        asked = windowOfKey(answers.command(2).key(), names->window).value_or(present) +
                windowsAround(m_file, policy, depth).before;
    const bool further = depth == Depth::Row || depth == Depth::Plan;
    if (further && asked != present)
        return std::nullopt;

    std::vector<RawKey> keys;
    std::vector<RawWindow> windows;
    bool otherType = false;
    for (Questions::Part& part : questions(m_file, *names, policy, depth, asked).parts) {
        std::vector<ReplyView> own;
        for (std::size_t i = 0; i < rawKeyReplies(*part.role); ++i)
            own.push_back(replies[part.first + i]);
        if (const auto refused = std::ranges::find_if(own, isOtherError); refused != own.end()) {
            const std::size_t asking = part.first + std::size_t(refused - own.begin()) + 1; // behind MULTI
            static_cast<void>(answers.accepted(*refused, asking, reading.problem));
            return detail;
        }
        bool other = false;
        RawKey raw =
            readRawKey(*part.role, std::move(part.key), memberOf(*part.role, names->match.names), own, other);
        otherType |= other;
        if (part.dump && !replies[part.dump].isError() && !replies[part.dump].isNil())
            raw.dump = std::string(replies[part.dump].string());
        else if (isPlan(depth) && part.role->namesTokens() && raw.exists())
            raw.dump = raw.content.fields.front().second;
        if (!part.bucket)
            keys.push_back(std::move(raw));
        else
            windows.push_back({*part.bucket, std::move(raw)});
    }
    if (further && !windows.empty() && windows.back().raw.exists())
        return std::nullopt; // there may be more behind it
    if (names->window > Nanos::zero())
        std::erase_if(windows, [](const RawWindow& window) { return !window.raw.exists(); });

    if (depth == Depth::Detail) {
        Problem notAllowed; // it stays unknown then
        for (std::size_t i = exec + 1; i <= exec + extra && detail.encoding.empty(); i += 2) {
            if (const auto encoding = answers.at(i, notAllowed); encoding && encoding->isString())
                detail.encoding = encoding->string();
            if (const auto bytes = answers.at(i + 1, notAllowed); bytes && !bytes->isNil())
                detail.bytes = bytes->integer();
        }
    }
    if (otherType) {
        reading.problem = {Fault::OtherTypeOfKey, subject.token, m_file.name};
        return detail;
    }
    const bool needsMore =
        fillIn(subject, policy, *names, std::move(keys), std::move(windows), depth, detail);
    if (needsMore && depth == Depth::Row && entriesToRead(m_file, policy, depth) < maxEntries)
        return std::nullopt;
    return detail;
}

// Returns whether a longer read of its log can tell more.
bool CatalogueFormat::fillIn(const Subject& subject, const Policy* policy, const SubjectNames& names,
                             std::vector<RawKey> keys, std::vector<RawWindow> windows, Depth depth,
                             TokenDetail& detail) const
{
    Reading& reading = detail.reading;
    // Of several that are counted in the first that is there.
    const auto mainOf = [this](const std::vector<RawKey>& all) -> const RawKey& {
        const auto first = std::ranges::find_if(
            all, [this](const RawKey& raw) { return raw.exists() && !m_file.role(raw.role)->rule.empty(); });
        return first != all.end() ? *first : all.front();
    };
    detail.stateKey = !windows.empty() ? windows.back().raw.key
                      : keys.empty()   ? std::string()
                                       : mainOf(keys).key;
    // What all tokens share is not the token's, nor is a lock, but for one that never expires.
    const auto isThere = [this](const RawKey& raw) {
        const KeyRole* const role = m_file.role(raw.role);
        const bool shared =
            role && role != &m_file.keys.front() && !role->isNamedBy("token") && !role->isNamedBy("hash");
        return raw.exists() && (raw.role != "lock" || raw.content.pttl < 0) &&
               (!shared || !raw.content.elements.empty());
    };
    reading.gone = windows.empty() && std::ranges::none_of(keys, isThere);
    std::vector<Rule> rules;
    if (policy)
        rules = policy->rules;
    Record known = names.match.names;
    const Nanos now = shifted(m_file, names, sinceEpoch(reading.at));
    setWindowNumber(m_file, known, presentWindow(m_file, names, sinceEpoch(reading.at)), names.window);
    auto state =
        std::make_shared<ForeignState>(understand(known, std::move(keys), std::move(windows), now, rules));
    if (!reading.gone && state->decoded.mismatch)
        readWrongUnit(known, now, rules, *state);
    if (!reading.gone && state->decoded.mismatch) {
        reading.problem = state->decoded.mismatch;
        return false;
    }
    const bool needsMore = countUnread(*state);
    const ShapeReading& shape = state->reading;
    reading.warnings = shape.warnings;
    if (auto name = nameWarning(subject.token))
        reading.warnings.push_back(std::move(*name));
    reading.decision = decisionOf(shape, rules, m_file, reading.at);
    if (reading.decision) {
        std::vector<Rule> judgedBy;
        for (const RuleUsage& usage : reading.decision->usage)
            judgedBy.push_back(usage.rule);
        reading.policy = policyFor(subject, std::move(judgedBy));
    } else if (!shape.rules.empty()) {
        const auto isUsed = [](const ShapeUsage& any) {
            return any.used && *any.used != 0;
        };
        const auto used = std::ranges::find_if(shape.rules, isUsed);
        const ShapeUsage& usage = used != shape.rules.end() ? *used : shape.rules.front();
        if (usage.used)
            reading.used = boundedUnits(*usage.used);
        if (usage.window)
            reading.window = std::chrono::duration_cast<Micros>(*usage.window);
        reading.limited = shape.state == SubjectState::Limited;
        if (reading.limited && shape.retryIn)
            reading.retryAfter = std::chrono::ceil<Micros>(*shape.retryIn);
    }
    reading.windowInferred = std::ranges::any_of(shape.rules, &ShapeUsage::inferred);
    if (shape.state == SubjectState::Blocked) {
        Block block{subject.token, shape.blockReason, {}, {}, std::nullopt};
        if (shape.retryIn)
            block.until = reading.at + std::chrono::ceil<Micros>(*shape.retryIn);
        reading.block = std::move(block);
    }
    Nanos expires = Nanos::min();
    for (const auto& [role, key] : state->decoded.state.keys)
        if (key.exists && key.expires)
            expires = std::max(expires, *key.expires);
    if (expires != Nanos::min())
        reading.expiresIn = std::chrono::ceil<Micros>(expires - now);
    if (depth == Depth::Row)
        return needsMore;
    if (hasLog()) {
        detail.hasLog = true;
        for (const FoundEntry& entry : state->decoded.state.entries)
            detail.log.entries.push_back(
                {Instant(std::chrono::floor<Micros>(entry.at)), boundedUnits(entry.cost)});
        const RawKey* const main = state->keys.empty() ? nullptr : &state->keys.front();
        detail.log.count = main ? std::max(main->length, std::int64_t(detail.log.entries.size()))
                                : 0; // a string has no length
        detail.log.whole = main && main->whole;
    }
    reading.inFlight = slotsHeld(m_file, state->decoded.state, shape.rules.front().window);
    if (!state->keys.empty())
        detail.type = mainOf(state->keys).content.type;
    reading.foreign = std::move(state);
    return needsMore;
}

Plan CatalogueFormat::plan(const Intent& intent, const Subject& subject, const Policy* policy,
                           const PlanBasis& basis) const
{
    const Reading* const state = basis.reading;
    if (!state || !state->foreign)
        throw InvalidArgument(state && state->problem ? state->problem
                                                      : Problem(Fault::StateUnread, subject.token));
    const bool removes =
        std::holds_alternative<ResetIntent>(intent) || std::holds_alternative<RemoveLockIntent>(intent);
    if (state->foreign->decoded.state.wrongUnit && !removes)
        throw InvalidArgument(Problem(Fault::WrongUnit, subject.token, m_file.title));
    if (const auto* const slots = std::get_if<FreeSlotsIntent>(&intent))
        return slotsPlan(subject, *state, *slots);
    const std::vector<Rule> rules = policy ? policy->rules : std::vector<Rule>();
    return foreignPlan(*this, subject, intent, *state->foreign, rules, basis.checked);
}

Plan CatalogueFormat::slotsPlan(const Subject& subject, const Reading& state,
                                const FreeSlotsIntent& intent) const
{
    const KeyRole& main = m_file.keys.front();
    const ValueType type = main.type;
    if (m_file.shape != Shape::Slots || (type != ValueType::SortedSet && type != ValueType::Hash))
        throw InvalidArgument(Problem(Fault::KeepsNoSlots, title()));
    if (main.keep)
        throw InvalidArgument(Problem(Fault::SlotsStay, title()));
    if (!std::ranges::all_of(state.foreign->keys, &RawKey::whole))
        throw InvalidArgument(Problem(Fault::LogTooLong, subject.token));
    Plan plan = freeSlotsPlan({state.foreign->keys.front().key, type == ValueType::Hash}, state, intent);
    if (!plan.inside.empty() && !m_file.cached.empty())
        plan.cautions.push_back(Caution::CachedByClients);
    if (m_file.tier != Tier::Safe)
        plan.cautions.push_back(Caution::WriteWithCare);
    return plan;
}

Effect CatalogueFormat::effect(const Intent& intent, const Subject&, const Policy*,
                               const Answers& answers) const
{
    return std::holds_alternative<FreeSlotsIntent>(intent) ? freeSlotsEffect(answers)
                                                           : foreignEffect(intent, answers);
}

Plan CatalogueFormat::revert(const Intent& intent, const Subject& subject, const Policy*,
                             const BeforeImage& before, bool replace) const
{
    if (std::holds_alternative<FreeSlotsIntent>(intent)) {
        const std::vector<std::string> all = keys(subject);
        if (all.empty())
            throw InvalidArgument(Problem(Fault::NoSuchGroup, subject.policy, m_file.name));
        return restoreSlotsPlan({all.front(), m_file.keys.front().type == ValueType::Hash}, before);
    }
    const KeyRole& main = m_file.keys.front();
    const auto names = main.namesTokens() ? namesOf(m_file, subject) : std::nullopt;
    return foreignRevert(before, replace, names ? memberOf(main, names->match.names) : std::string());
}

Reversal CatalogueFormat::reverted(const Intent& intent, const Policy*, const Answers& answers) const
{
    if (std::holds_alternative<FreeSlotsIntent>(intent))
        return readRestored(answers.checked(0));
    return foreignReverted(answers);
}

std::optional<std::int64_t> CatalogueFormat::windowOfKey(std::string_view key, Nanos window) const
{
    const auto match = matchName(m_file, key);
    return match ? windowNumber(m_file, match->names, window) : std::nullopt;
}

std::string_view nearestAlgorithm(const FormatFile& file)
{
    switch (file.shape) {
    case Shape::Pair:
    case Shape::Slices:
        return "sliding-window-counter";
    case Shape::Tat:
        return "gcra";
    case Shape::Bucket:
        return "token-bucket";
    case Shape::Log:
        return "sliding-log";
    case Shape::Slots:
        return "in-flight";
    case Shape::Counter:
    case Shape::None:
        break;
    }
    return "fixed-window";
}

const PrefixUse* guessOf(const Format& format)
{
    const auto* const foreign = dynamic_cast<const CatalogueFormat*>(&format);
    return foreign && foreign->prefix() && foreign->prefix()->isGuess() ? foreign->prefix() : nullptr;
}

} // namespace ratewarden
