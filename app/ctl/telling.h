// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/alert_file.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace ratewarden::ctl {

/// One teller at work, in a thread of its own, so that no round waits for it: tells one thing after the
/// other, a webhook with growing pauses until it takes it.
class Telling {
public:
    /// What became of something that was to be told; printable.
    struct Report {
        /// As a history calls it: "told", "telling again", "not told".
        std::string_view event;
        std::string text;
        bool isUsual = false; ///< not worth a line
        bool isFailure() const { return event == "not told"; }
    };

    /// `wake` is called from that thread when there is a report, and when all is told. Throws InvalidArgument
    /// if the secret cannot be read.
    Telling(AlertTeller teller, std::function<void()> wake);
    ~Telling();
    Telling(const Telling&) = delete;
    Telling& operator=(const Telling&) = delete;

    const AlertTeller& teller() const { return m_teller; }
    /// The program or the address, without a query: printable.
    std::string name() const;

    void tell(std::string json);
    std::vector<Report> takeReports();
    /// Waits until all is told, or the moment has come; whether it is.
    bool awaitAll(std::chrono::steady_clock::time_point end);

private:
    void work(const std::stop_token& stop);
    void tellOne(const std::string& json, const std::stop_token& stop);
    void post(const std::string& json, const std::stop_token& stop);
    void report(std::string_view event, const std::string& text, bool isUsual = false);

    const AlertTeller m_teller;
    std::string m_secret;
    const std::function<void()> m_wake;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<std::string> m_waiting;
    bool m_isBusy = false;
    std::vector<Report> m_reports;
    std::jthread m_thread; // the last member: it uses the others
};

/// The secret in the file, without the line's end; empty where the teller has none. Throws InvalidArgument.
std::string secretOf(const AlertTeller& teller);

} // namespace ratewarden::ctl
