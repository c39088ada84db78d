// SPDX-License-Identifier: MIT
#include "core/policies/policy_store.h"

#include "core/limiter/keyspace.h"
#include "core/model/document_faults.h"
#include "core/model/errors.h"
#include "core/model/rule_faults.h"
#include "core/model/text.h"

namespace ratewarden {
namespace {

constexpr int historyPage = 500;

void validatePublisher(const Publisher& publisher)
{
    constexpr std::size_t longestBy = 200;
    constexpr std::size_t longestReason = 1000;
    if (publisher.by.empty() || publisher.by.size() > longestBy)
        throw InvalidArgument(Problem(Fault::Author, longestBy));
    if (publisher.mostVersions < 0)
        throw InvalidArgument(Problem(Fault::BelowZero, "history"));
    if (publisher.reason.empty() || publisher.reason.size() > longestReason)
        throw InvalidArgument(Problem(Fault::ReasonLength, longestReason, publisher.reason.size()));
}

std::optional<PublishedPolicy> parsedIfReadable(std::string_view name, std::string_view document)
{
    try {
        return parsePolicyDocument(name, document);
    } catch (const BadPolicy&) {
        return std::nullopt;
    }
}

constexpr std::string_view anyDocument;
constexpr std::string_view noDocument = "none"; // which is no JSON

// Of the version that it is to be. `present`: the document that alone it may replace.
Command publishOverCommand(const PublishedPolicy& next, const std::string& document,
                           const Publisher& publisher, std::string_view present)
{
    // Nothing is written that nobody could read, as after the last version that there is.
    validatePublished(next);
    Command command(scriptNamed("publish_policy"), 3);
    command.add(policiesKey).add(policyHistoryKey).add(policyNewestKey);
    command.add(next.policy.name).add(next.version - 1).add(document);
    command.add(publisher.by).add(publisher.reason);
    if (!present.empty() || publisher.mostVersions > 0)
        command.add(present);
    if (publisher.mostVersions > 0)
        command.add(publisher.mostVersions);
    return command;
}

// The version that is to be published must be one that can be read, too.
PublishedPolicy validNext(const PublishedPolicy& published, std::int64_t newest)
{
    PublishedPolicy next = published;
    next.version = newest + 1;
    validatePublished(next);
    return next;
}

// A long history is read part by part before the first change of a server that is new to this program.
Reply callWhileIndexing(Server& server, const Command& command)
{
    constexpr std::int64_t again = 2;
    while (true) {
        Reply reply = server.call(command);
        if (reply.view()[0].integer() != again)
            return reply;
    }
}

Publishing readPublishing(ReplyView answer, std::string_view name)
{
    Publishing publishing;
    publishing.published = answer[0].integer() == 1;
    publishing.version = answer[1].integer();
    if (answer.size() > 2 && publishing.published) {
        publishing.former = answer[2].string();
    } else if (answer.size() > 2) {
        publishing.occupied = true;
        publishing.other = parsedIfReadable(name, answer[2].string());
    }
    return publishing;
}

Publishing publishAfter(Server& server, std::int64_t newest, const PublishedPolicy& published,
                        const Publisher& publisher, std::string_view present)
{
    const PublishedPolicy next = validNext(published, newest);
    std::string document = policyDocument(next);
    const Reply reply = callWhileIndexing(server, publishOverCommand(next, document, publisher, present));
    Publishing publishing = readPublishing(reply.view(), next.policy.name);
    publishing.document = std::move(document);
    return publishing;
}

Command commandAfter(const PublishedPolicy& published, const Publisher& publisher, std::string_view present)
{
    validatePublished(published);
    validatePublisher(publisher);
    const PublishedPolicy next = validNext(published, published.version);
    return publishOverCommand(next, policyDocument(next), publisher, present);
}

// A character of a group, or one with a backslash before it.
std::size_t unitAt(std::string_view group, std::size_t at)
{
    return group[at] == '\\' && at + 1 < group.size() ? 2 : 1;
}

// A group has one star, for its token; each more stands for what differs between groups.
bool isPattern(std::string_view name)
{
    int stars = 0;
    for (std::size_t i = 0; i < name.size(); i += unitAt(name, i))
        stars += name[i] == '*';
    return stars > 1;
}

// A star is for one character or more, and alone for the group's own star.
bool covers(std::string_view pattern, std::string_view group)
{
    std::size_t p = 0;
    std::size_t g = 0;
    std::optional<std::size_t> star; // the last one, which takes more when what follows does not fit
    std::size_t taken = 0;           // up to there by it
    while (g < group.size()) {
        const std::size_t unit = unitAt(group, g);
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            g += unit;
            taken = g;
        } else if (p < pattern.size() && pattern.substr(p, unitAt(pattern, p)) == group.substr(g, unit)) {
            p += unit;
            g += unit;
        } else if (star && taken < group.size()) {
            taken += unitAt(group, taken);
            g = taken;
            p = *star + 1;
        } else {
            return false;
        }
    }
    return p == pattern.size();
}

} // namespace

bool isPolicyFor(std::string_view name, std::string_view group)
{
    return name == group || (isPattern(name) && covers(name, group));
}

const Policy* PolicyBook::find(std::string_view name) const
{
    if (const auto found = policies.find(name); found != policies.end())
        return &found->second;
    const Policy* longest = nullptr;
    for (const auto& [pattern, policy] : policies)
        if (!policy.format.empty() && isPolicyFor(pattern, name) &&
            (longest == nullptr || pattern.size() > longest->name.size()))
            longest = &policy;
    return longest;
}

PolicyBook policyBook(const std::map<std::string, std::string>& documents)
{
    PolicyBook book;
    for (const auto& [name, document] : documents) {
        try {
            PublishedPolicy published = parsePolicyDocument(name, document);
            book.policies.emplace(name, published.policy);
            if (published.candidate) {
                Policy candidate = candidatePolicy(published);
                std::string itsName = candidate.name;
                book.policies.emplace(std::move(itsName), std::move(candidate));
            }
            book.published.emplace(name, std::move(published));
        } catch (const BadPolicy& error) {
            book.broken.emplace(name, error.problem());
        }
    }
    return book;
}

PolicyBook readPolicies(Server& server)
{
    const Reply reply = server.call(Command{"HGETALL", policiesKey});
    const ReplyView fields = reply.view();
    std::map<std::string, std::string> documents;
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2)
        documents.emplace(fields[i].string(), fields[i + 1].string());
    return policyBook(documents);
}

std::optional<PublishedPolicy> findPublished(Server& server, std::string_view name)
{
    const std::optional<std::string> document = findDocument(server, name);
    return document ? std::optional(parsePolicyDocument(name, *document)) : std::nullopt;
}

std::optional<Policy> findPolicy(Server& server, std::string_view name)
{
    std::optional<PublishedPolicy> published = findPublished(server, name);
    return published ? std::optional(std::move(published->policy)) : std::nullopt;
}

std::optional<Policy> announcePolicy(Server& server, const Policy& policy)
{
    PublishedPolicy first;
    first.policy = policy;
    first.version = 1;
    validatePublished(first);
    const Command announce{"HSETNX", policiesKey, policy.name, policyDocument(first)};
    if (server.call(announce).view().integer() == 1)
        return std::nullopt;
    std::optional<Policy> announced = findPolicy(server, policy.name); // none: withdrawn in between
    return announced == policy ? std::nullopt : std::move(announced);
}

Publishing publishPolicy(Server& server, const PublishedPolicy& published, const Publisher& publisher)
{
    validatePublished(published);
    validatePublisher(publisher);
    Publishing publishing = publishAfter(server, published.version, published, publisher, anyDocument);
    // It does stand on what is there: that was written by hand or announced anew, and so numbered below the
    // history; or there is nothing, and there was once.
    const bool standsOnIt = publishing.occupied
                                ? publishing.other && publishing.other->version == published.version
                                : published.version == 0;
    return publishing.published || !standsOnIt
               ? publishing
               : publishAfter(server, publishing.version, published, publisher, anyDocument);
}

Publishing publishInPlaceOf(Server& server, const PublishedPolicy& published, const Publisher& publisher,
                            const std::optional<std::string>& present)
{
    validatePublished(published);
    validatePublisher(publisher);
    return publishAfter(server, published.version, published, publisher,
                        present ? std::string_view(*present) : noDocument);
}

Command publishCommand(const PublishedPolicy& published, const Publisher& publisher)
{
    return commandAfter(published, publisher, anyDocument);
}

Command publishInPlaceCommand(const PublishedPolicy& published, const Publisher& publisher,
                              const std::optional<std::string>& present)
{
    return commandAfter(published, publisher, present ? std::string_view(*present) : noDocument);
}

Command withdrawCommand(const std::string& name, const std::string& present, const Publisher& publisher)
{
    validatePublisher(publisher);
    Command command(scriptNamed("withdraw_policy"), 3);
    command.add(policiesKey).add(policyHistoryKey).add(policyNewestKey);
    command.add(name).add(present).add(publisher.by).add(publisher.reason);
    if (publisher.mostVersions > 0)
        command.add(publisher.mostVersions);
    return command;
}

std::optional<std::string> findDocument(Server& server, std::string_view name)
{
    const Reply reply = server.call(Command{"HGET", policiesKey, name});
    return reply.view().isNil() ? std::nullopt : std::optional<std::string>(reply.view().string());
}

Publishing withdrawPolicy(Server& server, const std::string& name, const std::string& present,
                          const Publisher& publisher)
{
    const Reply reply = callWhileIndexing(server, withdrawCommand(name, present, publisher));
    return readPublishing(reply.view(), name);
}

std::vector<PolicyVersion> policyHistory(Server& server, std::string_view name)
{
    std::vector<PolicyVersion> versions;
    PolicyHistoryWalk walk(server, std::string(name));
    while (!walk.isAtEnd())
        for (PolicyVersion& version : walk.readPage())
            versions.push_back(std::move(version));
    return versions;
}

std::optional<PolicyVersion> newestVersion(Server& server, std::string_view name)
{
    PolicyHistoryWalk walk(server, std::string(name));
    while (!walk.isAtEnd())
        if (std::vector<PolicyVersion> page = walk.readPage(); !page.empty())
            return std::move(page.front());
    return std::nullopt;
}

// With the first page also what is published, which may stand in no history yet: what a program has
// announced, or somebody has written by hand.
Reply PolicyHistoryWalk::nextEntries()
{
    const Command entries{"XREVRANGE", policyHistoryKey, m_from, "-", "COUNT", std::to_string(historyPage)};
    if (m_from != "+")
        return m_server.call(entries);
    std::vector<Reply> replies = m_server.pipeline({entries, Command{"HGET", policiesKey, m_name}});
    throwIfError(replies[0].view(), "XREVRANGE", m_server.where());
    throwIfError(replies[1].view(), "HGET", m_server.where());
    if (const ReplyView document = replies[1].view(); !document.isNil()) {
        PolicyVersion current;
        current.document = document.string();
        current.policy = parsedIfReadable(m_name, current.document);
        current.version = current.policy ? current.policy->version : 0;
        if (current.policy)
            m_current = std::move(current);
    }
    return std::move(replies[0]);
}

std::vector<PolicyVersion> PolicyHistoryWalk::readPage()
{
    std::vector<PolicyVersion> versions;
    const Reply reply = nextEntries();
    const ReplyView entries = reply.view();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const ReplyView fields = entries[i][1];
        if (fields.field("policy") != m_name)
            continue;
        PolicyVersion version;
        version.version = leadingNumber(fields.field("version"));
        version.at = Instant(Micros(leadingNumber(fields.field("at"))));
        version.by = fields.field("by");
        version.reason = fields.field("reason");
        version.document = fields.field("document");
        version.policy = parsedIfReadable(m_name, version.document);
        if (m_current && m_current->document != version.document)
            versions.push_back(std::move(*m_current));
        m_current.reset();
        versions.push_back(std::move(version));
    }
    m_looked += entries.size();
    m_isAtEnd = entries.size() < std::size_t(historyPage);
    if (!m_isAtEnd)
        m_from = "(" + std::string(entries[entries.size() - 1][0].string());
    else if (m_current)
        versions.push_back(*std::exchange(m_current, std::nullopt));
    return versions;
}

} // namespace ratewarden
