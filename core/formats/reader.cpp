// SPDX-License-Identifier: MIT
#include "core/formats/reader.h"

#include "core/formats/catalogue.h"
#include "core/formats/format.h"
#include "core/model/errors.h"

#include <algorithm>
#include <optional>

namespace ratewarden {
namespace {

Instant localClock()
{
    return std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
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
    const std::vector<Reply> replies = server.pipeline(commands);
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

// How many entries of a key are looked at to recognise it.
constexpr std::int64_t entriesToRecognise = 5;

// What a page of a scan found that may belong to formats of others.
struct Unknown {
    std::string key;
    std::vector<Catalogue::Candidate> candidates;
    SampleKey content;
    std::size_t first = 0; ///< of its replies
};

// Of the type that the key has.
void keepThoseOfType(Unknown& unknown, const Catalogue& catalogue)
{
    if (unknown.candidates.empty())
        unknown.candidates = catalogue.candidates(unknown.key, unknown.content.type);
    std::erase_if(unknown.candidates, [&](const Catalogue::Candidate& candidate) {
        return candidate.match.role->type != ValueType::Any &&
               typeName(candidate.match.role->type) != unknown.content.type;
    });
}

// Recognises keys by their names and types, then by a little of their values: two round trips.
std::vector<Catalogue::Recognition> recogniseForeign(Server& server, std::vector<Unknown> unknown)
{
    std::vector<Catalogue::Recognition> recognised;
    const std::shared_ptr<const Catalogue> catalogue = currentCatalogue();
    std::vector<Command> commands{{"TIME"}};
    for (const Unknown& one : unknown) {
        commands.push_back({"TYPE", one.key});
        commands.push_back({"PTTL", one.key});
    }
    const std::vector<Reply> types = server.pipeline(commands);
    const Nanos now = Answers(commands, types, server.where()).clock(0).time_since_epoch();
    for (std::size_t i = 0; i < unknown.size(); ++i) {
        const ReplyView type = types[2 * i + 1].view();
        const ReplyView pttl = types[2 * i + 2].view();
        if (type.isError() || pttl.isError())
            unknown[i].candidates.clear(); // this user may not ask
        else {
            unknown[i].content.type = type.string();
            unknown[i].content.pttl = pttl.integer();
            keepThoseOfType(unknown[i], *catalogue);
        }
    }
    std::erase_if(unknown, [](const Unknown& one) { return one.candidates.empty(); });
    if (unknown.empty())
        return recognised;

    // What a key is asked for depends on its type alone, but for the names of a hash's fields.
    const auto role = [](const Unknown& one) {
        KeyRole any;
        any.type = one.candidates.front().match.role->type;
        if (any.type == ValueType::Hash) // all fields, not those of one candidate
            any.fields.push_back(
                {.name = {}, .namePattern = Pattern("{field:rest}"), .value = {}, .optional = false});
        return any;
    };
    commands.clear();
    for (Unknown& one : unknown) {
        one.first = commands.size();
        askRawKey(role(one), one.key, entriesToRecognise, commands);
    }
    const std::vector<Reply> replies = server.pipeline(commands);
    for (Unknown& one : unknown) {
        const KeyRole of = role(one);
        std::vector<ReplyView> own;
        for (std::size_t i = 0; i < rawKeyReplies(of); ++i)
            own.push_back(replies[one.first + i].view());
        if (std::ranges::any_of(own, &ReplyView::isError))
            continue; // it has another type by now, or this user may not ask
        bool otherType = false;
        const RawKey raw = readRawKey(of, one.key, own, otherType);
        if (!raw.exists())
            continue;
        if (auto found = Catalogue::recognise(one.candidates, one.key, raw.content, now))
            recognised.push_back(std::move(*found));
    }
    return recognised;
}

} // namespace

std::vector<Reading> readSubjects(Server& server, std::span<const Subject> subjects, const PolicyOf& policyOf,
                                  Units cost)
{
    return readingsOf(readInSteps(server, subjects, policyOf, Depth::Row, Depth::Whole, cost));
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

ScanPage scanSubjects(Server& server, const std::string& cursor, std::int64_t count)
{
    const Reply reply = server.call(Command{"SCAN", cursor, "COUNT"}.add(count));
    ScanPage page;
    page.cursor = reply.view()[0].string();
    page.looked = std::size_t(count);
    const ReplyView keys = reply.view()[1];
    std::vector<Unknown> unknown;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::string_view key = keys[i].string();
        if (auto subject = recognise({.key = key, .content = nullptr, .now = {}})) {
            page.subjects.push_back(std::move(*subject));
        } else if (!key.starts_with(ownKeys)) {
            unknown.push_back({std::string(key), {}, {}, 0});
        }
    }
    if (!unknown.empty())
        for (Catalogue::Recognition& found : recogniseForeign(server, std::move(unknown)))
            page.subjects.push_back(std::move(found.subject));
    return page;
}

namespace {

// Of a subject not all keys need be there: the window before may hold the units, another key the block. A
// name with hardly a literal says too little to look for others.
std::vector<Unknown> siblingsOf(const std::string& key, const std::vector<Catalogue::Candidate>& candidates)
{
    constexpr std::size_t enoughLiterals = 2;
    std::vector<Unknown> siblings;
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
            auto one = std::ranges::find(siblings, *name, &Unknown::key);
            if (one == siblings.end())
                one = siblings.insert(one, Unknown{std::move(*name), {}, {}, 0});
            one->candidates.push_back({format, std::move(*found)});
        }
    }
    return siblings;
}

} // namespace

std::optional<Recognised> recogniseOnServer(Server& server, const std::string& key,
                                            std::span<const Rule> rules)
{
    if (auto subject = recognise({.key = key, .content = nullptr, .now = {}}))
        return Recognised{std::move(*subject), 1, {}};
    std::vector<Catalogue::Candidate> candidates = currentCatalogue()->candidates(key);
    if (candidates.empty())
        return std::nullopt;
    std::vector<Unknown> unknown;
    unknown.push_back({key, candidates, {}, 0});
    std::vector<Catalogue::Recognition> found = recogniseForeign(server, std::move(unknown));
    if (found.empty()) {
        const Reply exists = server.call(Command{"EXISTS", key});
        if (exists.view().isError() || exists.view().integer() != 0)
            return std::nullopt;
        found = recogniseForeign(server, siblingsOf(key, candidates));
    }
    if (found.empty())
        return std::nullopt;
    Catalogue::Recognition& best = *std::ranges::max_element(
        found, {}, [](const Catalogue::Recognition& one) { return one.fit.weight; });
    Recognised recognised{
        best.format->subjectUnder(key, rules).value_or(best.subject), best.fit.confidence, {}};
    for (const CatalogueFormat* const tie : best.ties)
        recognised.ties.push_back(tie);
    return recognised;
}

} // namespace ratewarden
