// SPDX-License-Identifier: MIT
#include "core/lab/redis_traffic.h"

#include "core/admin/policy_of.h"
#include "core/formats/format.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/tokens/reader.h"

#include <fmt/format.h>

#include <algorithm>
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
    RedisLogs(Server& server, const ReadOptions& options, PolicyBook book)
        : m_server(server), m_options(options), m_book(std::move(book)), m_prefixes(m_book.policies)
    {
    }
    virtual ~RedisLogs() = default;
    RedisLogs(const RedisLogs&) = delete;
    RedisLogs& operator=(const RedisLogs&) = delete;

protected:
    struct Part {
        TraceBuilder requests;
        TrafficSummary summary;
        Problem problem; ///< why the first of those could not be read that were not
    };

    /// The name of the part that the subject's log belongs to; empty: it is not meant.
    virtual std::string partOf(const Subject& subject) = 0;

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
    const PolicyBook& book() const { return m_book; }

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
        const std::string name = partOf(subject);
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
                Part& part = m_parts[partOf(subject)];
                ++part.summary.cutTokens;
                if (!part.problem)
                    part.problem = problem;
                continue;
            }
            if (!detail.hasLog || subject.token.empty())
                continue;
            Part& part = m_parts[partOf(subject)];
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
    PolicyBook m_book;
    ServerPrefixes m_prefixes;
    std::set<std::tuple<std::string_view, std::string, std::string>> m_seen;
    std::map<std::string, Part> m_parts;
    bool m_isCut = false;
};

/// Those of one policy, or of one format of others.
class LogsOfOne final : public RedisLogs {
public:
    LogsOfOne(Server& server, const std::string& name, const ReadOptions& options)
        : RedisLogs(server, options, policiesIfAllowed(server)), m_name(name)
    {
    }

    ReadTraffic read()
    {
        scan();
        if (parts().empty())
            refuse();
        return takeOnly(m_name);
    }

protected:
    std::string partOf(const Subject& subject) override
    {
        if (!subject.format->hasState() || (subject.policy != m_name && subject.format->name() != m_name))
            return {};
        m_hasOthers |= !subject.format->hasLog();
        return subject.format->hasLog() ? m_name : std::string();
    }

private:
    [[noreturn]] void refuse() const
    {
        if (m_hasOthers)
            throw InvalidArgument(fmt::format("\"{}\" keeps no log of its requests; use lab capture, which "
                                              "watches what is counted for some time",
                                              printable(m_name)));
        throw InvalidArgument(fmt::format("there is no key of a policy or format \"{}\"", printable(m_name)));
    }

    const std::string& m_name;
    bool m_hasOthers = false; // tokens that are meant, but keep no log
};

/// Those of some tokens.
class LogsOfSubjects final : public RedisLogs {
public:
    LogsOfSubjects(Server& server, std::span<const Subject> subjects, const ReadOptions& options)
        : RedisLogs(server, options, policiesIfAllowed(server)), m_subjects(subjects)
    {
    }

    ReadTraffic read()
    {
        look(m_subjects);
        if (parts().empty())
            throw InvalidArgument("none of the tokens keeps a log of its requests");
        return takeOnly(partName);
    }

protected:
    std::string partOf(const Subject& subject) override
    {
        return subject.format->hasState() && subject.format->hasLog() ? partName : std::string();
    }

private:
    const std::string partName = "tokens";
    std::span<const Subject> m_subjects;
};

/// Those of all published policies.
class LogsOfAll final : public RedisLogs {
public:
    LogsOfAll(Server& server, const ReadOptions& options) : RedisLogs(server, options, readPolicies(server))
    {
    }

    TrafficByPolicy read()
    {
        scan();
        TrafficByPolicy all;
        for (auto& [name, part] : parts()) {
            ReadTraffic traffic = take(part, name);
            if (!traffic.trace.empty())
                all.policies.push_back({book().published.at(name), std::move(traffic)});
        }
        if (all.policies.empty())
            throw InvalidArgument("no token of a published policy keeps a log of its requests; use lab "
                                  "capture, which watches what is counted for some time");
        all.unpublished = m_unpublished.size();
        all.withoutLog = m_withoutLog.size();
        return all;
    }

protected:
    std::string partOf(const Subject& subject) override
    {
        if (!subject.format->hasState() || subject.policy.empty() || isCandidate(subject.policy))
            return {};
        const auto published = book().published.find(subject.policy);
        const bool isPublished =
            published != book().published.end() && subject.format->keeps(published->second.policy);
        const bool hasLog = subject.format->hasLog();
        if (isPublished && hasLog)
            return subject.policy;
        if (isPublished)
            m_withoutLog.emplace(subject.policy, subject.token);
        else if (hasLog)
            m_unpublished.emplace(subject.policy, subject.token);
        return {};
    }

private:
    std::set<std::pair<std::string, std::string>> m_unpublished;
    std::set<std::pair<std::string, std::string>> m_withoutLog;
};

} // namespace

ReadTraffic readRedisTraffic(Server& server, const std::string& name, const ReadOptions& options)
{
    return LogsOfOne(server, name, options).read();
}

ReadTraffic readRedisTraffic(Server& server, std::span<const Subject> subjects, const ReadOptions& options)
{
    return LogsOfSubjects(server, subjects, options).read();
}

TrafficByPolicy readRedisTrafficByPolicy(Server& server, const ReadOptions& options)
{
    return LogsOfAll(server, options).read();
}

} // namespace ratewarden
