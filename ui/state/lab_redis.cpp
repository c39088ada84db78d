// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/lab_redis.h"

#include "core/formats/own/ratewarden_format.h"
#include "core/lab/capture.h"
#include "core/lab/redis_traffic.h"
#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"

#include <QElapsedTimer>

#include <algorithm>
#include <atomic>
#include <set>
#include <stop_token>
#include <utility>

namespace ratewarden::ui {

using namespace std::chrono_literals;

struct LabRedis::Running {
    std::stop_source stop;
    std::atomic<std::uint64_t> keys = 0;

    // Of a capture.
    std::string name;
    std::chrono::milliseconds duration{};
    Then then;
    QElapsedTimer since;
    bool ends = false;   ///< after the round that is under way
    std::string failure; ///< that ended it early; empty: nothing did
    bool inRound = false;
    std::unique_ptr<Capture> capture; ///< of the lane, from the first round on
    std::size_t requests = 0;
    std::size_t tokens = 0;
};

LabRedis::LabRedis(Session& session, QObject* parent) : QObject(parent), m_session(session)
{
    m_watch.setInterval(100ms);
    connect(&m_watch, &QTimer::timeout, this, [this] {
        if (isCapturing() && !m_running->inRound && share() >= 1) { // what came since the last round is read
            m_rounds.stop();
            captureRound();
        }
        Q_EMIT progressed();
    });
    m_rounds.setSingleShot(true);
    m_rounds.setInterval(1s);
    connect(&m_rounds, &QTimer::timeout, this, &LabRedis::captureRound);
}

LabRedis::~LabRedis()
{
    if (m_running)
        m_running->stop.request_stop();
}

void LabRedis::read(Whose whose, Then then)
{
    cancel();
    m_running = std::make_shared<Running>();
    m_watch.start();
    m_session.search(
        this,
        [whose = std::move(whose), running = m_running](Server& server) -> SharedTraffic {
            ReadOptions options;
            options.stop = running->stop.get_token();
            options.progress = [&keys = running->keys](const ReadProgress& progress) {
                keys = progress.lines;
            };
            return std::make_shared<const LabTraffic>(
                std::visit([&](const auto& of) { return readRedisTraffic(server, of, options); }, whose));
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
    m_rounds.stop();
    Q_EMIT progressed();
}

void LabRedis::capture(const std::string& name, std::chrono::milliseconds duration, Then then)
{
    cancel();
    m_running = std::make_shared<Running>();
    m_running->name = name;
    m_running->duration = std::max(duration, 1ms);
    m_running->then = std::move(then);
    m_running->since.start();
    m_watch.start();
    captureRound();
    Q_EMIT progressed();
}

void LabRedis::captureRound()
{
    m_running->inRound = true;
    m_session.search(
        this,
        [running = m_running](Server& server) {
            if (!running->capture)
                running->capture = std::make_unique<Capture>(server, running->name);
            running->capture->round(50ms, running->stop.get_token());
            return std::pair(running->capture->requests(), running->capture->tokens());
        },
        [this, running = m_running](const Outcome<std::pair<std::size_t, std::size_t>>& outcome) {
            if (running != m_running)
                return;
            running->inRound = false;
            if (const Failure* failure = outcome.failure()) {
                const Then then = running->then;
                const Outcome<SharedTraffic> failed{*failure};
                if (running->requests > 0) { // what was captured stays
                    running->failure = failure->message.toStdString();
                    endCapture();
                    return;
                }
                cancel();
                then(failed);
                return;
            }
            running->requests = outcome.result()->first;
            running->tokens = outcome.result()->second;
            if (running->ends || share() >= 1)
                endCapture();
            else
                m_rounds.start();
        });
}

void LabRedis::endCapture()
{
    m_rounds.stop();
    m_running->inRound = true; // nothing else is to be begun
    m_session.search(
        this,
        [running = m_running](Server&) -> SharedTraffic {
            ReadTraffic traffic = running->capture->take();
            if (!running->failure.empty()) {
                traffic.summary.fault = SourceFault::Unreadable;
                traffic.summary.faultText = running->failure;
            }
            return std::make_shared<const LabTraffic>(std::move(traffic));
        },
        [this, running = m_running](const Outcome<SharedTraffic>& outcome) {
            if (running != m_running)
                return;
            cancel();
            running->then(outcome);
        });
}

void LabRedis::finish()
{
    if (!isCapturing())
        return;
    m_running->ends = true;
    m_running->stop.request_stop();
    if (!m_running->inRound)
        endCapture();
}

bool LabRedis::isCapturing() const
{
    return m_running && m_running->then;
}

double LabRedis::share() const
{
    return isCapturing()
               ? std::min(1.0, double(m_running->since.elapsed()) / double(m_running->duration.count()))
               : 0;
}

Units LabRedis::requests() const
{
    return m_running ? Units(m_running->requests) : 0;
}

Units LabRedis::tokens() const
{
    return m_running ? Units(m_running->tokens) : 0;
}

Units LabRedis::keys() const
{
    return m_running ? Units(m_running->keys.load()) : 0;
}

std::vector<LabRedisSource> labRedisSources(Session& session, bool all)
{
    std::set<const Format*> others; // of which there are tokens
    const TokenStore& tokens = session.tokens();
    const Format* last = nullptr; // tokens of one format stand together
    for (int place = 0; place < tokens.size(); ++place)
        if (const Format* const format = tokens.name(place).format; format != last) {
            last = format;
            if (format != nullptr && (all || format->hasLog()) && format->hasState() && !format->isOurs())
                others.insert(format);
        }
    const auto keepsLog = [&others](const Policy& policy) {
        return policy.format.empty() ? stateSubject("token", policy).format->hasLog()
                                     : std::ranges::any_of(others, [&policy](const Format* format) {
                                           return format->name() == policy.format && format->hasLog();
                                       });
    };
    std::vector<LabRedisSource> sources;
    if (const SharedPolicies& policies = session.policies())
        for (const auto& [name, published] : policies->published)
            sources.push_back({name, shown(name), keepsLog(published.policy)});
    const auto policies = std::ptrdiff_t(sources.size());
    for (const Format* const format : others)
        sources.push_back({std::string(format->name()), formatText(*format), format->hasLog()});
    std::ranges::sort(sources.begin() + policies, sources.end(), {}, &LabRedisSource::name);
    return sources;
}

} // namespace ratewarden::ui
