// SPDX-License-Identifier: MIT
#include "core/lab/redis_traffic.h"

#include "core/admin/policy_of.h"
#include "core/formats/format.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/tokens/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ratewarden {
namespace {

/// The logs of a server: of the tokens that are meant, by policy.
class RedisLogs {
public:
    /// The name of the part that the subject's log belongs to; empty: it is not meant.
    using PartOf = std::function<std::string(const Subject& subject)>;
    struct Part {
        TraceBuilder requests;
        TrafficSummary summary;
        Problem problem; ///< why the first of those could not be read that were not
    };

    RedisLogs(Server& server, const ReadOptions& options, const PolicyBook& book, PartOf partOf)
        : m_server(server)
        , m_options(options)
        , m_book(book)
        , m_prefixes(book.policies)
        , m_partOf(std::move(partOf))
    {
    }

    void scan()
    {
        ScanCursor cursor;
        std::uint64_t looked = 0;
        do {
            ScanPage page = scanSubjects(m_server, m_prefixes, cursor);
            looked += page.looked;
            addAll(std::move(page.subjects));
            if (m_options.progress)
                m_options.progress({0, std::nullopt, looked});
        } while (!cursor.isAtEnd() && !m_options.stop.stop_requested());
        m_isCut = !cursor.isAtEnd();
    }

    void look(std::span<const Subject> subjects)
    {
        while (!subjects.empty() && !m_options.stop.stop_requested()) {
            const auto page = subjects.first(std::min(subjectsAtOnce, subjects.size()));
            addAll({page.begin(), page.end()});
            subjects = subjects.subspan(page.size());
        }
        m_isCut = !subjects.empty();
    }

    /// Of a policy, a format or some tokens.
    ReadTraffic takeOnly(const std::string& name)
    {
        Part& part = m_parts.begin()->second;
        if (part.problem && part.requests.size() == 0) // not "no request"
            throw Error(part.problem);
        return take(part, name);
    }

    ReadTraffic take(Part& part, const std::string& name) const
    {
        Trace trace = part.requests.take();
        part.summary.kind = TrafficKind::Redis;
        part.summary.source = "redis:" + name;
        if (m_isCut)
            part.summary.fault = SourceFault::Cancelled;
        summarize(trace, part.summary);
        return {std::move(trace), std::move(part.summary)};
    }

    std::map<std::string, Part>& parts() { return m_parts; }

private:
    void addAll(std::vector<Subject> subjects)
    {
        std::erase_if(subjects, [this](const Subject& subject) { return !isRead(subject); });
        for (std::size_t at = 0; at < subjects.size(); at += subjectsAtOnce)
            add(std::span(subjects).subspan(at, std::min(subjectsAtOnce, subjects.size() - at)));
    }

    bool isRead(const Subject& subject)
    {
        // A scan repeats itself.
        if (m_seen.contains({subject.format->name(), subject.policy, subject.token}))
            return false;
        const std::string name = m_partOf(subject);
        if (name.empty())
            return false;
        Part& part = m_parts[name];
        if (m_seen.size() >= maxRedisTokens) { // remembering them, too, would have no bound
            ++part.summary.cutTokens;
            return false;
        }
        m_seen.emplace(subject.format->name(), subject.policy, subject.token);
        return true;
    }

    void add(std::span<const Subject> subjects)
    {
        for (const TokenDetail& detail : readDetails(m_server, subjects, policyOf(m_book))) {
            const Subject& subject = detail.reading.subject;
            if (const Problem& problem = detail.reading.problem; problem && detail.log.entries.empty()) {
                Part& part = m_parts[m_partOf(subject)];
                ++part.summary.cutTokens;
                if (!part.problem)
                    part.problem = problem;
                continue;
            }
            if (!detail.hasLog || subject.token.empty())
                continue;
            Part& part = m_parts[m_partOf(subject)];
            part.summary.cutTokens +=
                detail.log.unread > 0 || detail.log.count > std::int64_t(detail.log.entries.size());
            for (const LogEntry& entry : detail.log.entries)
                if (entry.cost > 0) // what was given back is no request
                    part.requests.add(
                        entry.at, subject.token,
                        TraceCost(std::min<Units>(entry.cost, std::numeric_limits<TraceCost>::max())));
        }
    }

    Server& m_server;
    const ReadOptions& m_options;
    const PolicyBook& m_book;
    ServerPrefixes m_prefixes;
    PartOf m_partOf;
    std::set<std::tuple<std::string_view, std::string, std::string>> m_seen;
    std::map<std::string, Part> m_parts;
    bool m_isCut = false;
};

} // namespace

ReadTraffic readRedisTraffic(Server& server, const std::string& name, const ReadOptions& options)
{
    const PolicyBook book = policiesIfAllowed(server);
    bool hasOthers = false; // tokens that are meant, but keep no log
    RedisLogs logs(server, options, book, [&](const Subject& subject) {
        if (!subject.format->hasState() || (subject.policy != name && subject.format->name() != name))
            return std::string();
        hasOthers |= !subject.format->hasLog();
        return subject.format->hasLog() ? name : std::string();
    });
    logs.scan();
    if (logs.parts().empty() && hasOthers)
        throw InvalidArgument(fmt::format("\"{}\" keeps no log of its requests; use lab capture, which "
                                          "watches what is counted for some time",
                                          printable(name)));
    if (logs.parts().empty())
        throw InvalidArgument(fmt::format("there is no key of a policy or format \"{}\"", printable(name)));
    return logs.takeOnly(name);
}

ReadTraffic readRedisTraffic(Server& server, std::span<const Subject> subjects, const ReadOptions& options)
{
    const PolicyBook book = policiesIfAllowed(server);
    const std::string name = "tokens";
    RedisLogs logs(server, options, book, [&name](const Subject& subject) {
        return subject.format->hasState() && subject.format->hasLog() ? name : std::string();
    });
    logs.look(subjects);
    if (logs.parts().empty())
        throw InvalidArgument("none of the tokens keeps a log of its requests");
    return logs.takeOnly(name);
}

TrafficByPolicy readRedisTrafficByPolicy(Server& server, const ReadOptions& options)
{
    const PolicyBook book = readPolicies(server);
    std::set<std::pair<std::string, std::string>> unpublished;
    std::set<std::pair<std::string, std::string>> withoutLog;
    RedisLogs logs(server, options, book, [&](const Subject& subject) {
        if (!subject.format->hasState() || subject.policy.empty() || isCandidate(subject.policy))
            return std::string();
        const auto published = book.published.find(subject.policy);
        const bool isPublished =
            published != book.published.end() && subject.format->keeps(published->second.policy);
        const bool hasLog = subject.format->hasLog();
        if (isPublished && hasLog)
            return subject.policy;
        if (isPublished)
            withoutLog.emplace(subject.policy, subject.token);
        else if (hasLog)
            unpublished.emplace(subject.policy, subject.token);
        return std::string();
    });
    logs.scan();
    TrafficByPolicy all;
    for (auto& [name, part] : logs.parts()) {
        ReadTraffic traffic = logs.take(part, name);
        if (!traffic.trace.empty())
            all.policies.push_back({book.published.at(name), std::move(traffic)});
    }
    if (all.policies.empty())
        throw InvalidArgument("no token of a published policy keeps a log of its requests; use lab "
                              "capture, which watches what is counted for some time");
    all.unpublished = unpublished.size();
    all.withoutLog = withoutLog.size();
    return all;
}

} // namespace ratewarden
