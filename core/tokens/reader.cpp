// SPDX-License-Identifier: MIT
#include "core/tokens/reader.h"

#include "core/formats/describe/key_look.h"
#include "core/formats/describe/name_proposal.h"
#include "core/formats/foreign/catalogue.h"
#include "core/formats/foreign/key_recognition.h"
#include "core/formats/format.h"
#include "core/formats/own/ratewarden_keys.h"
#include "core/formats/shapes/numbered_window.h"
#include "core/formats/state_faults.h"
#include "core/model/errors.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <optional>

namespace ratewarden {
namespace {

Instant localClock()
{
    return std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
}

// A server that is full, and may evict nothing, takes no command between MULTI and EXEC, not even one that
// reads.
std::vector<Reply> askForStates(Server& server, std::vector<Command>& commands)
{
    std::vector<Reply> replies = server.pipeline(commands);
    const bool isFull = std::ranges::any_of(replies, [](const Reply& reply) {
        return reply.view().isError() && reply.view().errorText().starts_with("OOM");
    });
    if (!isFull)
        return replies;
    for (Command& command : commands)
        if (command.title() == "MULTI" || command.title() == "EXEC")
            command = Command{"PING", "alone"}; // which it answers
    return server.pipeline(commands);
}

// Reads the subjects in one pipeline; nothing for those that have to be asked for in more depth. `now`: about
// the server's clock, and afterwards what it said.
std::vector<std::optional<TokenDetail>> readAt(Server& server, std::span<const Subject> subjects,
                                               const PolicyOf& policyOf, Depth depth, Units cost,
                                               Instant& now)
{
    std::vector<Command> commands{{"TIME"}};
    std::vector<std::size_t> ends;
    std::vector<const Policy*> policies;
    ends.reserve(subjects.size());
    policies.reserve(subjects.size());
    for (const Subject& subject : subjects) {
        const Policy* const policy = policies.emplace_back(policyOf(subject));
        subject.format->ask(subject, policy, depth, now, commands);
        ends.push_back(commands.size());
    }
    const std::vector<Reply> replies = askForStates(server, commands);
    const auto answers = [&](std::size_t from, std::size_t to) {
        return Answers(std::span(commands).subspan(from, to - from),
                       std::span(replies).subspan(from, to - from), server.where());
    };
    now = answers(0, 1).clock(0);
    std::vector<std::optional<TokenDetail>> details;
    details.reserve(subjects.size());
    std::size_t from = 1;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        details.push_back(
            subjects[i].format->read(subjects[i], policies[i], depth, answers(from, ends[i]), now, cost));
        from = ends[i];
    }
    return details;
}

// Reads them at one depth, and those of which that was not enough at a second one.
std::vector<TokenDetail> readInSteps(Server& server, std::span<const Subject> subjects,
                                     const PolicyOf& policyOf, Depth first, Depth second, Units cost)
{
    Instant now = localClock();
    std::vector<std::optional<TokenDetail>> details = readAt(server, subjects, policyOf, first, cost, now);
    std::vector<std::size_t> places;
    std::vector<Subject> larger;
    for (std::size_t i = 0; i < subjects.size(); ++i)
        if (!details[i]) {
            places.push_back(i);
            larger.push_back(subjects[i]);
        }
    if (!larger.empty()) {
        std::vector<std::optional<TokenDetail>> whole = readAt(server, larger, policyOf, second, cost, now);
        for (std::size_t i = 0; i < places.size(); ++i)
            details[places[i]] = std::move(whole[i]);
    }
    std::vector<TokenDetail> all;
    all.reserve(subjects.size());
    for (std::optional<TokenDetail>& detail : details)
        all.push_back(std::move(*detail));
    return all;
}

std::vector<Reading> readingsOf(std::vector<TokenDetail> details)
{
    std::vector<Reading> readings;
    readings.reserve(details.size());
    for (TokenDetail& detail : details)
        readings.push_back(std::move(detail.reading));
    return readings;
}

// Not for its type, which may have changed meanwhile.
bool isRefused(const Reply& reply)
{
    return reply.view().isError() && !reply.view().errorText().starts_with("WRONGTYPE");
}

// A name of which hardly a letter is fixed says too little: any key may have it.
bool saysFormat(const std::vector<Catalogue::Candidate>& candidates)
{
    constexpr std::size_t enoughFixed = 2;
    return std::ranges::any_of(candidates, [](const Catalogue::Candidate& candidate) {
        const auto& match = candidate.match;
        return match.role->names[match.alternative].anchor().size() >= enoughFixed;
    });
}

struct ForeignKeys {
    std::vector<Catalogue::Recognition> recognised;
    struct SharedKey {
        std::size_t place; ///< in `recognised`
        std::string key;
        std::int64_t tokens; ///< how many it holds
    };
    std::vector<SharedKey> shared; ///< hashes whose fields are the tokens
    std::size_t unread = 0;        ///< they may belong to a format, but may not be read
    Problem problem;               ///< why, of the first of them

    void add(Catalogue::Recognition found, const RawKey& raw)
    {
        if (found.format->file().keys.front().namesTokens())
            shared.push_back({recognised.size(), raw.key, raw.length});
        recognised.push_back(std::move(found));
    }
    void note(const Problem& why)
    {
        ++unread;
        if (!problem)
            problem = why;
    }
};

std::shared_ptr<const Catalogue> catalogueFor(ServerPrefixes* prefixes)
{
    return prefixes ? prefixes->catalogue() : currentCatalogue();
}

// Recognises keys by their names and types, then by a little of their values: two round trips.
// `prefixes`: null: nothing is guessed.
ForeignKeys recogniseForeign(Server& server, ServerPrefixes* prefixes, std::vector<MaybeForeign> unknown)
{
    ForeignKeys foreign;
    const std::shared_ptr<const Catalogue> catalogue = catalogueFor(prefixes);
    std::vector<Command> commands{{"TIME"}};
    for (const MaybeForeign& one : unknown)
        commands.push_back({"TYPE", one.key});
    const std::vector<Reply> types = server.pipeline(commands);
    const Answers answers(commands, types, server.where());
    const Nanos now = answers.clock(0).time_since_epoch();
    for (std::size_t i = 0; i < unknown.size(); ++i) {
        Problem problem;
        if (const auto type = answers.at(i + 1, problem)) {
            unknown[i].content.type = type->string();
            keepThoseOfType(unknown[i], *catalogue);
            continue;
        }
        if (saysFormat(catalogue->candidates(unknown[i].key)))
            foreign.note(problem);
        unknown[i].candidates.clear();
    }
    std::erase_if(unknown, [&](const MaybeForeign& one) {
        return one.candidates.empty() &&
               (one.content.type.empty() || !prefixes || !prefixes->wantsGuess(one.key));
    });
    if (unknown.empty())
        return foreign;

    commands.clear();
    std::vector<std::size_t> counts;
    counts.reserve(unknown.size());
    for (const MaybeForeign& one : unknown)
        counts.push_back(askForSample(one.content.type, one.key, commands));
    const std::vector<Reply> replies = server.pipeline(commands);
    std::vector<RawKey> others; // of no format so far
    std::size_t first = 0;
    for (std::size_t i = 0; i < unknown.size(); first += counts[i++]) {
        const MaybeForeign& one = unknown[i];
        const auto its = std::span(replies).subspan(first, counts[i]);
        auto raw = readSample(one.content.type, one.key, its);
        if (!raw) {
            const auto refused = std::ranges::find_if(its, isRefused);
            if (refused == its.end() || !saysFormat(one.candidates))
                continue;
            Problem problem;
            static_cast<void>(Answers(std::span(commands).subspan(first, counts[i]), its, server.where())
                                  .at(std::size_t(refused - its.begin()), problem));
            foreign.note(problem);
            continue;
        }
        if (auto found = Catalogue::recognise(one.candidates, one.key, raw->content, now,
                                              catalogue->formatSaid(one.key).format))
            foreign.add(std::move(*found), *raw);
        else
            others.push_back(std::move(*raw));
    }
    // What the last of them tells of a prefix tells of the first as well.
    if (prefixes)
        for (const RawKey& one : others)
            prefixes->guess(one.key, one.content, now);
    if (const auto present = catalogueFor(prefixes); present != catalogue)
        for (const RawKey& one : others)
            if (auto found = present->recognise(one.key, one.content, now))
                foreign.add(std::move(*found), one);
    return foreign;
}

} // namespace

std::vector<Reading> readSubjects(Server& server, std::span<const Subject> subjects, const PolicyOf& policyOf,
                                  Units cost)
{
    return readingsOf(readInSteps(server, subjects, policyOf, Depth::Row, Depth::Whole, cost));
}

Instant clockOf(Server& server)
{
    const std::array commands{Command{"TIME"}};
    const std::vector<Reply> replies = server.pipeline(commands);
    return Answers(commands, replies, server.where()).clock(0);
}

std::vector<TokenDetail> readDetails(Server& server, std::span<const Subject> subjects,
                                     const PolicyOf& policyOf)
{
    return readInSteps(server, subjects, policyOf, Depth::Detail, Depth::Detail, 1);
}

std::vector<Reading> readForPlans(Server& server, std::span<const Subject> subjects, const PolicyOf& policyOf)
{
    return readingsOf(readInSteps(server, subjects, policyOf, Depth::Plan, Depth::WholePlan, 1));
}

CountsReading readCounts(Server& server, std::span<const CountedToken> tokens)
{
    std::vector<Command> commands{{"TIME"}};
    commands.reserve(tokens.size() + 1);
    for (const CountedToken& one : tokens)
        commands.push_back(requestCountsCommand(one.token, one.policy));
    const std::vector<Reply> replies = server.pipeline(commands);
    const Answers answers(commands, replies, server.where());
    CountsReading reading;
    reading.at = answers.clock(0);
    reading.tokens.reserve(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        Problem ignored; // the row of a token that has one tells it
        try {
            const auto reply = answers.at(i + 1, ignored);
            if (auto counts = reply ? readRequestCounts(*reply, reading.at) : std::vector<RequestCount>();
                !counts.empty())
                reading.tokens.push_back({tokens[i], std::move(counts)});
        } catch (const BadState&) { // something else stands in the key
            continue;
        }
    }
    return reading;
}

namespace {

// The subject's like of the same hash, a page of fields at a time. False: there are more than these.
bool appendTokens(Server& server, const std::string& key, const Subject& one, const KeyRole& role,
                  std::vector<Subject>& subjects)
{
    constexpr std::string_view fieldsAtOnce = "500";
    const std::size_t most = subjects.size() + mostTokensOfKey;
    std::string cursor = "0";
    do {
        const Reply reply = server.call(Command{"HSCAN", key, cursor, "COUNT", fieldsAtOnce});
        if (reply.view().isError()) // it has another type by now
            return true;
        SampleKey content;
        const ReplyView page = reply.view()[1];
        for (std::size_t i = 0; i + 1 < page.size(); i += 2)
            content.fields.emplace_back(page[i].string(), page[i + 1].string());
        for (std::string& token : tokensIn(role, content)) {
            if (subjects.size() == most)
                return false;
            subjects.push_back(one);
            subjects.back().token = std::move(token);
        }
        cursor = reply.view()[0].string();
    } while (cursor != "0");
    return true;
}

ScanPage scanPage(Server& server, ServerPrefixes* prefixes, ScanCursor& cursor, std::int64_t count)
{
    ScanCursor next = cursor; // it stays where it is if the page cannot be read
    const Reply reply = next.read(server, count);
    ScanPage page;
    const ReplyView keys = reply.view()[1]; // without a pattern, all that it went through
    page.looked = keys.size();
    std::vector<MaybeForeign> unknown;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::string_view key = keys[i].string();
        if (auto subject = parseRatewardenKey(key)) {
            page.subjects.push_back(std::move(*subject));
        } else if (auto counted = parseCountsKey(key)) {
            page.counted.push_back(std::move(*counted));
        } else if (!key.starts_with(ownKeys)) {
            unknown.push_back({std::string(key), {}, {}});
        }
    }
    if (!unknown.empty()) {
        ForeignKeys foreign = recogniseForeign(server, prefixes, std::move(unknown));
        for (const auto& [place, sharedKey, tokens] : foreign.shared) {
            const Catalogue::Recognition& found = foreign.recognised[place];
            if (!appendTokens(server, sharedKey, found.subject, found.format->file().keys.front(),
                              page.subjects))
                foreign.note({Fault::MoreTokens, sharedKey, tokens, mostTokensOfKey});
        }
        for (Catalogue::Recognition& found : foreign.recognised)
            page.subjects.push_back(std::move(found.subject));
        page.unread = foreign.unread;
        page.problem = std::move(foreign.problem);
    }
    cursor = std::move(next);
    return page;
}

} // namespace

ScanPage scanSubjects(Server& server, ServerPrefixes& prefixes, ScanCursor& cursor, std::int64_t count)
{
    return scanPage(server, &prefixes, cursor, count);
}

ScanPage scanSubjects(Server& server, ScanCursor& cursor, std::int64_t count)
{
    return scanPage(server, nullptr, cursor, count);
}

namespace {

// Of a subject not all keys need be there: the window before may hold the units, another key the block. A
// name with hardly a literal says too little to look for others.
std::vector<MaybeForeign> siblingsOf(const std::string& key,
                                     const std::vector<Catalogue::Candidate>& candidates)
{
    constexpr std::size_t enoughLiterals = 2;
    std::vector<MaybeForeign> siblings;
    for (const auto& [format, match] : candidates) {
        const FormatFile& file = format->file();
        if (match.role->names[match.alternative].literals() < enoughLiterals)
            continue;
        std::vector<std::optional<std::string>> names;
        for (const KeyRole& role : file.keys)
            names.push_back(nameOf(file, role, match.alternative, match.names));
        if (const std::optional<double> bucket = match.names.number("bucket")) {
            Record before = match.names;
            before.set("bucket", *bucket - 1);
            names.push_back(nameOf(file, file.keys.front(), match.alternative, before));
        }
        for (std::optional<std::string>& name : names) {
            if (!name || *name == key)
                continue;
            auto found = matchName(file, *name);
            if (!found)
                continue;
            auto one = std::ranges::find(siblings, *name, &MaybeForeign::key);
            if (one == siblings.end())
                one = siblings.insert(one, MaybeForeign{std::move(*name), {}, {}});
            one->candidates.push_back({format, std::move(*found)});
        }
    }
    return siblings;
}

// A token on a list of blocked tokens, of whose own keys none is left.
std::vector<Catalogue::Recognition> listedTokens(Server& server,
                                                 const std::vector<Catalogue::Candidate>& candidates)
{
    std::vector<Command> commands{{"TIME"}};
    std::vector<const Catalogue::Candidate*> asked;
    for (const Catalogue::Candidate& one : candidates) {
        const FormatFile& file = one.format->file();
        for (const KeyRole& role : file.keys)
            if (const auto list = nameOf(file, role, one.match.alternative, one.match.names);
                list && role.listsBlocked() && one.match.role == &file.keys.front()) {
                commands.push_back({"SISMEMBER", *list, memberOf(role, one.match.names)});
                asked.push_back(&one);
            }
    }
    std::vector<Catalogue::Recognition> found;
    if (asked.empty())
        return found;
    const std::vector<Reply> replies = server.pipeline(commands);
    const Nanos now = Answers(commands, replies, server.where()).clock(0).time_since_epoch();
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const auto& [format, match] = *asked[i];
        const ReplyView isMember = replies[i + 1].view();
        const Nanos window = numberedWindowLength(format->file(), match.names, std::nullopt, now);
        const bool isNumbered = !windowCapture(format->file()).empty();
        if (!isMember.isError() && isMember.integer() == 1 && (!isNumbered || window > Nanos::zero()))
            found.push_back({foreignSubject(format->file(), *format, match, isNumbered ? window : Nanos()),
                             format,
                             {1, 0.5},
                             {}});
    }
    return found;
}

// The format under the prefixes that the key may have, where it has none that is known.
std::vector<Catalogue::Candidate> candidatesUnder(const Catalogue& catalogue, std::string_view format,
                                                  const std::string& key)
{
    constexpr std::size_t most = 8;
    std::vector<Catalogue::Candidate> candidates;
    const CatalogueFormat* const found = catalogue.find(format);
    if (!found || !takesPrefix(found->file()))
        return candidates;
    for (std::size_t i = 0; i < key.size() && candidates.size() < most; ++i)
        try {
            if (keyDelimiters.find(key[i]) == std::string_view::npos)
                continue;
            const auto prefixed =
                formatUnder({found->file().name, prefixOfKeys(found->file(), key.substr(0, i + 1))});
            if (auto match = prefixed ? matchName(prefixed->file(), key) : std::nullopt)
                candidates.push_back({prefixed.get(), std::move(*match)});
        } catch (const InvalidArgument&) { // no prefix ends there
            continue;
        }
    return candidates;
}

std::optional<Recognised> recogniseKey(Server& server, ServerPrefixes* prefixes, const std::string& key,
                                       std::span<const Rule> rules, std::string_view format)
{
    if (auto subject = parseRatewardenKey(key))
        return Recognised{std::move(*subject), 1, {}};
    const auto catalogue = catalogueFor(prefixes);
    std::vector<Catalogue::Candidate> candidates = catalogue->candidates(key);
    if (!format.empty()) {
        std::erase_if(candidates,
                      [format](const Catalogue::Candidate& one) { return one.format->name() != format; });
        if (candidates.empty())
            candidates = candidatesUnder(*catalogue, format, key);
    }
    if (candidates.empty())
        return std::nullopt;
    std::vector<MaybeForeign> unknown;
    unknown.push_back({key, candidates, {}});
    ForeignKeys foreign = recogniseForeign(server, nullptr, std::move(unknown));
    std::vector<Catalogue::Recognition> found = std::move(foreign.recognised);
    if (found.empty()) {
        const Reply exists = server.call(Command{"EXISTS", key});
        if (exists.view().isError() || exists.view().integer() != 0)
            return std::nullopt;
        found = recogniseForeign(server, nullptr, siblingsOf(key, candidates)).recognised;
        if (found.empty())
            found = listedTokens(server, candidates);
    }
    if (found.empty())
        return std::nullopt;
    Catalogue::Recognition& best = *std::ranges::max_element(
        found, {}, [](const Catalogue::Recognition& one) { return one.fit.weight; });
    Recognised recognised{
        best.format->subjectUnder(key, rules).value_or(best.subject), best.fit.confidence, {}};
    if (!foreign.shared.empty())
        recognised.tokensOfKey = foreign.shared.front().tokens;
    const auto isOther = [&](const CatalogueFormat* tie) { // not itself under another prefix
        return tie->name() != best.format->name();
    };
    std::ranges::copy_if(best.ties, std::back_inserter(recognised.ties), isOther);
    recognised.isGuess = best.format->prefix() && best.format->prefix()->isGuess();
    if (recognised.isGuess) // others that are not known to have this prefix
        for (const CatalogueFormat* const tie : catalogue->tiesOf(*best.format))
            recognised.ties.push_back(tie);
    return recognised;
}

} // namespace

std::optional<Recognised> recogniseOnServer(Server& server, ServerPrefixes& prefixes, const std::string& key,
                                            std::span<const Rule> rules, std::string_view format)
{
    return recogniseKey(server, &prefixes, key, rules, format);
}

std::optional<Recognised> recogniseOnServer(Server& server, const std::string& key,
                                            std::span<const Rule> rules, std::string_view format)
{
    return recogniseKey(server, nullptr, key, rules, format);
}

void learnPrefix(Server& server, ServerPrefixes& prefixes, const std::string& key)
{
    constexpr std::size_t mostLooked = 64;
    if (!prefixes.wantsGuess(key))
        return;
    std::vector<KeySibling> siblings;
    try {
        siblings = findSiblings(server, key);
    } catch (const Refused&) {
        return;
    }
    // Those that share the longest beginning with it say the most.
    const std::vector<std::string_view> beginnings = beginningsOf(key);
    std::ranges::stable_sort(siblings, std::greater(), [&](const KeySibling& one) {
        return std::ranges::count_if(
            beginnings, [&](std::string_view beginning) { return one.key.starts_with(beginning); });
    });
    siblings.resize(std::min(siblings.size(), mostLooked));
    std::vector<MaybeForeign> all;
    all.push_back({key, {}, {}});
    for (KeySibling& one : siblings)
        all.push_back({std::move(one.key), {}, {}});
    recogniseForeign(server, &prefixes, std::move(all));
}

} // namespace ratewarden
