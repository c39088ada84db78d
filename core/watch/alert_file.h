// SPDX-License-Identifier: MIT
#pragma once

#include "core/watch/alert.h"
#include "core/watch/history.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// Whom to tell, and how: either a command or a webhook.
struct AlertTeller {
    std::vector<std::string> command; ///< a program's absolute path and its arguments
    std::string webhook;              ///< its address
    std::string secretFile;           ///< of the webhook: what signs it; empty: nothing does
    std::string caFile;               ///< of the webhook: the authorities to trust; empty: the system's
    Micros limit = std::chrono::seconds(10); ///< for one attempt

    friend bool operator==(const AlertTeller&, const AlertTeller&) = default;
};

/// What is told again and again while all is well, so that its absence is noticed.
struct AliveSign {
    Micros every = std::chrono::minutes(1);
    std::vector<AlertTeller> tell;
};

/// Where a watcher keeps what it has seen.
struct AlertHistory {
    std::string file; ///< an absolute path
    HistoryLimits limits;
};

/// What a file of alerts says.
struct AlertFile {
    Micros every = std::chrono::seconds(10);
    std::vector<AlertTeller> tell;
    std::optional<AliveSign> alive;
    std::optional<AlertHistory> history;
    std::string share;     ///< of all watchers of one server with this name one tells; empty: each tells
    bool findings = false; ///< each that appears or goes is said
    std::vector<Alert> alerts;
};

inline constexpr Micros shortestRound = std::chrono::milliseconds(100);
inline constexpr Micros longestRound = std::chrono::hours(1);

/// Reads a file of alerts. `file`: its name for messages. Throws InvalidArgument that names the line, the
/// field and the reason.
///
///     {"schema": 1, "every": "10s", "share": "prod",
///      "tell": [{"command": ["/usr/local/bin/page", "--team", "payments"]},
///               {"webhook": "https://example.com/alerts", "secretFile": "/etc/ratewarden/secret"}],
///      "history": {"file": "/var/lib/ratewarden/prod/history", "days": 14, "megabytes": 512},
///      "alerts": [{"name": "payments denied", "filter": "policy:pay*", "measure": "denied/s",
///                  "above": 5, "backBelow": 3, "for": "1min", "severity": "critical"}]}
AlertFile parseAlertFile(std::string_view file, std::string_view json);

/// Puts the text in place of what is in the file, whole or not at all. A link stays one; mode, owner and
/// group stay as they are. Throws std::system_error, also where these cannot be kept.
void replaceAlertFile(const std::filesystem::path& file, std::string_view text);

/// The host with its port, and the path, of a webhook's address: "https://example.com:8443" and "/alerts".
/// Empty: it is none.
struct WebhookAddress {
    std::string server;
    std::string path;
};
std::optional<WebhookAddress> parseWebhook(std::string_view address);

} // namespace ratewarden
