// SPDX-License-Identifier: MIT
#include "core/formats/reader.h"

#include "core/formats/format.h"
#include "core/formats/ratewarden_keys.h"
#include "core/model/errors.h"

#include <optional>

namespace ratewarden {
namespace {

// Reads the subjects in one pipeline; nothing for those that have to be asked for in more depth.
std::vector<std::optional<TokenDetail>> readAt(Server& server, std::span<const Subject> subjects,
                                               const PolicyOf& policyOf, Depth depth, Units cost)
{
    std::vector<Command> commands{{"TIME"}};
    std::vector<std::size_t> ends;
    std::vector<const Policy*> policies;
    ends.reserve(subjects.size());
    policies.reserve(subjects.size());
    for (const Subject& subject : subjects) {
        const Policy* const policy = policies.emplace_back(policyOf(subject));
        subject.format->ask(subject, policy, depth, commands);
        ends.push_back(commands.size());
    }
    const std::vector<Reply> replies = server.pipeline(commands);
    const auto answers = [&](std::size_t from, std::size_t to) {
        return Answers(std::span(commands).subspan(from, to - from),
                       std::span(replies).subspan(from, to - from), server.where());
    };
    const Instant now = answers(0, 1).clock(0);
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

} // namespace

std::vector<Reading> readSubjects(Server& server, std::span<const Subject> subjects, const PolicyOf& policyOf,
                                  Units cost)
{
    std::vector<std::optional<TokenDetail>> details = readAt(server, subjects, policyOf, Depth::Row, cost);
    std::vector<std::size_t> places;
    std::vector<Subject> longer;
    for (std::size_t i = 0; i < subjects.size(); ++i)
        if (!details[i]) {
            places.push_back(i);
            longer.push_back(subjects[i]);
        }
    if (!longer.empty()) {
        std::vector<std::optional<TokenDetail>> whole = readAt(server, longer, policyOf, Depth::Whole, cost);
        for (std::size_t i = 0; i < places.size(); ++i)
            details[places[i]] = std::move(whole[i]);
    }
    std::vector<Reading> readings;
    readings.reserve(subjects.size());
    for (std::optional<TokenDetail>& detail : details)
        readings.push_back(std::move(detail->reading));
    return readings;
}

std::vector<TokenDetail> readDetails(Server& server, std::span<const Subject> subjects,
                                     const PolicyOf& policyOf)
{
    std::vector<TokenDetail> details;
    details.reserve(subjects.size());
    for (std::optional<TokenDetail>& detail : readAt(server, subjects, policyOf, Depth::Detail, 1))
        details.push_back(std::move(*detail));
    return details;
}

ScanPage scanSubjects(Server& server, const std::string& cursor, std::int64_t count)
{
    const Reply reply = server.call(Command{"SCAN", cursor, "MATCH", tokenKeysPattern, "COUNT"}.add(count));
    ScanPage page;
    page.cursor = reply.view()[0].string();
    page.looked = std::size_t(count);
    const ReplyView keys = reply.view()[1];
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (auto subject = recognise({keys[i].string()}))
            page.subjects.push_back(std::move(*subject));
    return page;
}

} // namespace ratewarden
