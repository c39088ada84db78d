// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/lab_redis.h"

#include "core/formats/ratewarden_format.h"
#include "core/lab/redis_traffic.h"
#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <stop_token>

namespace ratewarden::ui {

using namespace std::chrono_literals;

struct LabRedis::Running {
    std::stop_source stop;
    std::atomic<std::uint64_t> keys = 0;
};

LabRedis::LabRedis(Session& session, QObject* parent) : QObject(parent), m_session(session)
{
    m_watch.setInterval(100ms);
    connect(&m_watch, &QTimer::timeout, this, &LabRedis::progressed);
}

LabRedis::~LabRedis()
{
    if (m_running)
        m_running->stop.request_stop();
}

void LabRedis::read(const std::string& name, Then then)
{
    cancel();
    m_running = std::make_shared<Running>();
    m_watch.start();
    m_session.search(
        this,
        [name, running = m_running](Server& server) -> SharedTraffic {
            ReadOptions options;
            options.stop = running->stop.get_token();
            options.progress = [&keys = running->keys](const ReadProgress& progress) {
                keys = progress.lines;
            };
            return std::make_shared<const LabTraffic>(readRedisTraffic(server, name, options));
        },
        [this, running = m_running, then = std::move(then)](const Outcome<SharedTraffic>& outcome) {
            if (running != m_running)
                return;
            cancel();
            then(outcome);
        });
    Q_EMIT progressed();
}

void LabRedis::cancel()
{
    if (!m_running)
        return;
    m_running->stop.request_stop();
    m_running.reset();
    m_watch.stop();
    Q_EMIT progressed();
}

Units LabRedis::keys() const
{
    return m_running ? Units(m_running->keys.load()) : 0;
}

std::vector<LabRedisSource> labRedisSources(Session& session)
{
    std::set<const Format*> others; // of which there are tokens
    const TokenStore& tokens = session.tokens();
    const Format* last = nullptr; // tokens of one format stand together
    for (int place = 0; place < tokens.size(); ++place)
        if (const Format* const format = tokens.name(place).format; format != last) {
            last = format;
            if (format != nullptr && format->hasLog() && format->plansOnState())
                others.insert(format);
        }
    const auto keepsLog = [&others](const Policy& policy) {
        return policy.format.empty()
                   ? stateSubject("token", policy).format->hasLog()
                   : std::ranges::find(others, policy.format, &Format::name) != others.end();
    };
    std::vector<LabRedisSource> sources;
    if (const SharedPolicies& policies = session.policies())
        for (const auto& [name, published] : policies->published)
            sources.push_back({name, shown(name), keepsLog(published.policy)});
    const auto policies = std::ptrdiff_t(sources.size());
    for (const Format* const format : others)
        sources.push_back({std::string(format->name()), formatText(*format), true});
    std::ranges::sort(sources.begin() + policies, sources.end(), {}, &LabRedisSource::name);
    return sources;
}

} // namespace ratewarden::ui
