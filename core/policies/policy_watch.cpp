// SPDX-License-Identifier: MIT
#include "core/policies/policy_watch.h"

#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/open_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <stop_token>
#include <utility>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;

constexpr auto retryPause = 500ms;
constexpr const char* policiesClient = "ratewarden-policies";

// A wait for news must not look like a server that has gone.
Timeouts timeoutsFor(std::chrono::milliseconds interval)
{
    Timeouts timeouts;
    timeouts.command += interval;
    return timeouts;
}

// Redis would wait for ever for 0, and no time below that.
PolicyWatch::Options validatedOptions(PolicyWatch::Options options)
{
    constexpr std::chrono::milliseconds longest = std::chrono::days(366);
    if (options.interval < 1ms || options.interval > longest)
        throw InvalidArgument(fmt::format("the interval of a watch is {} ms; it must be 1 to {} ms",
                                          options.interval.count(), longest.count()));
    return options;
}

} // namespace

PolicyWatch::PolicyWatch(const Endpoint& endpoint, Options options)
    : m_options(validatedOptions(std::move(options)))
    , m_endpoint(endpoint)
    , m_server(openServer(endpoint, timeoutsFor(m_options.interval), policiesClient))
    , m_thread(std::make_unique<std::thread>([this] { run(); }))
{
}

PolicyWatch::~PolicyWatch()
{
    if (m_home.isLeft()) {
        static_cast<void>(m_thread.release()); // it runs in the parent
        return;
    }
    m_stopping = true;
    m_wake.release();
    m_server->cancel();
    m_thread->join();
}

std::shared_ptr<const PublishedPolicy> PolicyWatch::find(std::string_view name) const
{
    m_home.require("a PolicyWatch");
    return known(name);
}

std::shared_ptr<const PublishedPolicy> PolicyWatch::known(std::string_view name) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_policies.find(name);
    return found == m_policies.end() ? nullptr : found->second;
}

std::shared_ptr<const PublishedPolicy> PolicyWatch::waitFor(std::string_view name,
                                                            std::chrono::milliseconds patience) const
{
    m_home.require("a PolicyWatch");
    const auto end = std::chrono::steady_clock::now() + patience;
    const bool isRead = m_hasRead.wait_until(end) == std::future_status::ready;
    std::shared_ptr<const PublishedPolicy> policy = known(name);
    if (policy || !isRead || patience <= 0ms)
        return policy;
    const auto server = openServer(m_endpoint, {patience, patience}, policiesClient);
    // To connect, to log in and to ask may each take that long.
    const std::jthread ending([&server, end](const std::stop_token& stop) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any().wait_until(lock, stop, end, [] { return false; });
        if (!stop.stop_requested())
            server->cancel();
    });
    try {
        std::optional<PublishedPolicy> published = findPublished(*server, name);
        return published ? learn(std::move(*published)) : nullptr;
    } catch (const Error&) { // problem() says what the thread finds
        return nullptr;
    }
}

std::shared_ptr<const PublishedPolicy> PolicyWatch::learn(PublishedPolicy published) const
{
    m_home.require("a PolicyWatch");
    const std::scoped_lock lock(m_mutex);
    std::shared_ptr<const PublishedPolicy>& place = m_policies[published.policy.name];
    if (!place) { // else the thread has read it meanwhile
        place = std::make_shared<const PublishedPolicy>(std::move(published));
        m_changes.fetch_add(1, std::memory_order_release);
    }
    return place;
}

bool PolicyWatch::hasRead() const
{
    return m_hasRead.wait_for(0ms) == std::future_status::ready;
}

std::string PolicyWatch::problem() const
{
    const std::scoped_lock lock(m_mutex);
    return m_problem;
}

void PolicyWatch::run()
{
    bool goesOn = true;
    while (goesOn) {
        try {
            if (m_lastSeen.empty() && m_mayListen)
                findEndOfHistory(); // first, so that what is published from here on is told
            readAll();
            waitForChange();
            goesOn = sleep(0ms);
        } catch (const Unavailable& error) {
            m_lastSeen.clear(); // another server, perhaps, comes back
            m_mayListen = true;
            goesOn = retryLater(error, retryPause);
        } catch (const Error& error) {
            tellUnread(error.problem());
            goesOn = retryLater(error, std::max<std::chrono::milliseconds>(retryPause, m_options.interval));
        } catch (const std::exception& error) {
            tellUnread({Fault::Other, error.what()});
            goesOn = retryLater(error, std::max<std::chrono::milliseconds>(retryPause, m_options.interval));
        }
    }
}

// False: it is to end.
bool PolicyWatch::retryLater(const std::exception& error, std::chrono::milliseconds pause)
{
    if (!sleep(0ms))
        return false;
    setProblem(error.what());
    return sleep(pause);
}

// False: it is to end.
bool PolicyWatch::sleep(std::chrono::milliseconds time)
{
    if (!m_stopping)
        static_cast<void>(m_wake.try_acquire_for(time));
    return !m_stopping;
}

void PolicyWatch::findEndOfHistory()
{
    try {
        const Reply newest = m_server->call({"XREVRANGE", policyHistoryKey, "+", "-", "COUNT", "1"});
        m_lastSeen = newest.view().size() > 0 ? std::string(newest.view()[0][0].string()) : "0";
    } catch (const Unavailable&) {
        throw;
    } catch (const Error&) {
        m_mayListen = false;
    }
}

void PolicyWatch::readAll()
{
    PolicyBook book = readPolicies(*m_server);
    if (m_options.onBook &&
        (!m_book || m_book->published != book.published || m_book->broken != book.broken)) {
        m_book = std::make_shared<const PolicyBook>(book);
        m_unread = {};
        m_options.onBook(m_book, m_unread);
    }
    tellUnread({});
    bool changed = false;
    std::string problem;
    {
        const std::scoped_lock lock(m_mutex);
        for (auto& [name, published] : book.published) {
            std::shared_ptr<const PublishedPolicy>& known = m_policies[name];
            if (known && *known == published)
                continue;
            known = std::make_shared<const PublishedPolicy>(std::move(published));
            changed = true;
        }
        if (changed)
            m_changes.fetch_add(1, std::memory_order_release);
        for (const auto& [name, known] : m_policies) {
            const auto broken = book.broken.find(name);
            if (broken == book.broken.end() && book.published.contains(name))
                continue;
            problem =
                fmt::format("{}; version {} stays in force",
                            broken != book.broken.end()
                                ? englishText(broken->second)
                                : fmt::format("the policy \"{}\" is not published any more", printable(name)),
                            known->version);
            break;
        }
        if (problem.empty() && !book.broken.empty())
            problem = englishText(book.broken.begin()->second);
    }
    if (!hasRead())
        m_read.set_value();
    setProblem(problem);
    if (changed && m_options.onChange)
        m_options.onChange();
}

void PolicyWatch::tellUnread(const Problem& unread)
{
    if (unread == m_unread)
        return;
    m_unread = unread;
    if (m_options.onBook)
        m_options.onBook(m_book, m_unread);
}

// Ends when a version is published, or the interval is over.
void PolicyWatch::waitForChange()
{
    if (!m_mayListen) {
        sleep(m_options.interval);
        return;
    }
    const std::string milliseconds = std::to_string(m_options.interval.count());
    try {
        const Reply news = m_server->call(
            {"XREAD", "COUNT", "100", "BLOCK", milliseconds, "STREAMS", policyHistoryKey, m_lastSeen});
        if (news.view().isNil())
            return;
        const ReplyView entries = news.view()[0][1];
        m_lastSeen = entries[entries.size() - 1][0].string();
    } catch (const Unavailable&) {
        throw;
    } catch (const Error&) {
        m_mayListen = false;
    }
}

void PolicyWatch::setProblem(const std::string& problem)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (problem == m_problem)
            return;
        m_problem = problem;
    }
    if (m_options.onProblem)
        m_options.onProblem(problem);
}

} // namespace ratewarden
