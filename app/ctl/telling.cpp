// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/telling.h"

#include "app/ctl/policy_files.h"
#include "app/ctl/run_program.h"
#include "app/ctl/webhook.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <utility>

namespace ratewarden::ctl {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t mostWaiting = 1000;
constexpr int mostAttempts = 6;
constexpr std::string_view notTold = "not told";

} // namespace

std::string secretOf(const AlertTeller& teller)
{
    if (teller.secretFile.empty())
        return {};
    const std::string text = readText(teller.secretFile);
    std::string secret(trimmed(text, "\r\n"));
    if (secret.empty())
        throw InvalidArgument(
            fmt::format("{} is empty: it would sign nothing", printable(teller.secretFile)));
    return secret;
}

Telling::Telling(AlertTeller teller, std::function<void()> wake)
    : m_teller(std::move(teller))
    , m_secret(secretOf(m_teller))
    , m_wake(std::move(wake))
    , m_thread([this](const std::stop_token& stop) { work(stop); })
{
}

Telling::~Telling() = default;

std::string Telling::name() const
{
    if (!m_teller.command.empty())
        return printable(m_teller.command.front());
    return printable(m_teller.webhook.substr(0, m_teller.webhook.find('?'))); // which may hold a key
}

void Telling::tell(std::string json)
{
    bool isDropped = false;
    {
        const std::lock_guard lock(m_mutex);
        if (m_waiting.size() == mostWaiting) {
            m_waiting.pop_front();
            isDropped = true;
        }
        m_waiting.push_back(std::move(json));
    }
    m_changed.notify_all();
    if (isDropped)
        report(notTold, fmt::format("more than {} wait to be told: the oldest is dropped", mostWaiting));
}

std::vector<Telling::Report> Telling::takeReports()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_reports, {});
}

bool Telling::awaitAll(std::chrono::steady_clock::time_point end)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_until(lock, end, [this] { return m_waiting.empty() && !m_isBusy; });
}

void Telling::work(const std::stop_token& stop)
{
    // Signals are the main thread's; what a connection or a pipe that is gone raises is an error here.
    sigset_t all{};
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_waiting.empty(); })) {
        const std::string json = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_isBusy = true;
        lock.unlock();
        try {
            tellOne(json, stop);
        } catch (const std::exception& error) { // out of descriptors, or of memory
            report(notTold, error.what());
        }
        lock.lock();
        m_isBusy = false;
        m_changed.notify_all();
        if (m_waiting.empty())
            m_wake();
    }
}

void Telling::tellOne(const std::string& json, const std::stop_token& stop)
{
    if (!m_teller.command.empty()) {
        const std::string failure = runProgram(m_teller.command, json + "\n", m_teller.limit, stop);
        if (!failure.empty())
            report(notTold, failure);
        return;
    }
    post(json, stop);
}

void Telling::post(const std::string& json, const std::stop_token& stop)
{
    std::chrono::milliseconds pause = 500ms;
    for (int attempt = 1;; ++attempt) {
        const WebhookAnswer answer = postToWebhook(m_teller, m_secret, json, stop);
        if (answer.isTaken) {
            report("told",
                   attempt == 1 ? answer.text : fmt::format("{}, at attempt {}", answer.text, attempt),
                   attempt == 1);
            return;
        }
        if (!answer.isWorthRetrying || attempt == mostAttempts || stop.stop_requested()) {
            report(notTold, attempt == 1 ? answer.text
                                         : fmt::format("{}, at attempt {}, the last", answer.text, attempt));
            return;
        }
        report("telling again", fmt::format("{}, at attempt {}", answer.text, attempt), true);
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, stop, pause, [] { return false; });
        pause *= 2;
    }
}

void Telling::report(std::string_view event, const std::string& text, bool isUsual)
{
    {
        const std::lock_guard lock(m_mutex);
        m_reports.push_back({event, text, isUsual});
    }
    m_wake();
}

} // namespace ratewarden::ctl
