// SPDX-License-Identifier: MIT
#include "core/lab/redis_traffic.h"

#include "core/admin/policy_of.h"
#include "core/formats/format.h"
#include "core/formats/reader.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ratewarden {
namespace {

constexpr std::size_t atOnce = 64;

class RedisLogs {
public:
    RedisLogs(Server& server, const std::string& name, const ReadOptions& options)
        : m_server(server), m_name(name), m_options(options), m_book(policiesIfAllowed(server))
    {
    }

    ReadTraffic read()
    {
        std::string cursor = "0";
        do {
            ScanPage page = scanSubjects(m_server, cursor);
            cursor = page.cursor;
            m_summary.lines += page.looked;
            std::erase_if(page.subjects, [this](const Subject& subject) { return !isMeant(subject); });
            for (std::size_t at = 0; at < page.subjects.size(); at += atOnce)
                add(std::span(page.subjects).subspan(at, std::min(atOnce, page.subjects.size() - at)));
            if (m_options.progress)
                m_options.progress({0, std::nullopt, m_summary.lines});
        } while (cursor != "0" && !m_options.stop.stop_requested());
        if (m_seen.empty())
            throw InvalidArgument(fmt::format(
                "no key of a policy or format \"{}\" keeps a log of its requests", printable(m_name)));
        if (m_problem && m_builder.size() == 0) // not "no request"
            throw Error(m_problem);
        Trace trace = m_builder.take();
        m_summary.kind = TrafficKind::Redis;
        m_summary.source = "redis:" + m_name;
        m_summary.lines = 0;
        if (cursor != "0")
            m_summary.fault = SourceFault::Cancelled;
        summarize(trace, m_summary);
        return {std::move(trace), std::move(m_summary)};
    }

private:
    bool isMeant(const Subject& subject)
    {
        if (!subject.format->hasLog() || (subject.policy != m_name && subject.format->name() != m_name))
            return false;
        if (!m_seen.emplace(subject.format->name(), subject.policy, subject.token)
                 .second) // a scan repeats itself
            return false;
        m_summary.cutTokens += m_seen.size() > maxRedisTokens ? 1 : 0;
        return m_seen.size() <= maxRedisTokens;
    }

    void add(std::span<const Subject> subjects)
    {
        for (const TokenDetail& detail : readDetails(m_server, subjects, policyOf(m_book))) {
            if (const Problem& problem = detail.reading.problem; problem && detail.log.entries.empty()) {
                ++m_summary.cutTokens;
                if (!m_problem)
                    m_problem = problem;
                continue;
            }
            if (!detail.hasLog || detail.reading.subject.token.empty())
                continue;
            m_summary.cutTokens +=
                detail.log.unread > 0 || detail.log.count > std::int64_t(detail.log.entries.size());
            for (const LogEntry& entry : detail.log.entries)
                if (entry.cost > 0) // what was given back is no request
                    m_builder.add(
                        entry.at, detail.reading.subject.token,
                        TraceCost(std::min<Units>(entry.cost, std::numeric_limits<TraceCost>::max())));
        }
    }

    Server& m_server;
    const std::string& m_name;
    const ReadOptions& m_options;
    PolicyBook m_book;
    std::set<std::tuple<std::string_view, std::string, std::string>> m_seen;
    TraceBuilder m_builder;
    TrafficSummary m_summary;
    Problem m_problem; // why the first of those could not be read that were not
};

} // namespace

ReadTraffic readRedisTraffic(Server& server, const std::string& name, const ReadOptions& options)
{
    return RedisLogs(server, name, options).read();
}

} // namespace ratewarden
