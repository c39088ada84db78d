// SPDX-License-Identifier: MIT
#pragma once

#include "core/explain/denial_question.h"
#include "core/explain/explanation.h"
#include "core/lab/log_lines.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// What an opened log tells of a denial: that there was one, and whose requests had filled the rules. Logs
/// are read line by line, whatever their length, with the readers of the lab.
namespace ratewarden {

/// A request of a log that was not denied.
struct LoggedCharge {
    Instant at{};
    Units cost = 1;
};

struct TokenLog {
    LogFacts facts;
    /// Those of the token up to the denial, in order of time; of very many only the newest. None where the
    /// log does not say which requests were denied.
    std::vector<LoggedCharge> charges;
};

/// Reads what a log has of the token of the question. `fields`: as in ReadOptions. Throws InvalidArgument
/// when there is no such file, or when it is no log.
TokenLog readTokenLog(const std::string& path, const DenialQuestion& question, const LogFields& fields = {},
                      const std::stop_token& stop = {});

/// The last denied request of a log that has this id. Empty: it has no such request. Throws as
/// readTokenLog(), and InvalidArgument where all that have this id were answered otherwise.
std::optional<DenialQuestion> findInLog(const std::string& path, std::string_view id,
                                        const LogFields& fields = {}, const std::stop_token& stop = {});

/// If the log has one denial of that time: when it was, as exactly as a log tells, and what it calls it by.
DenialQuestion asLogged(DenialQuestion question, const LogFacts& facts);

/// Adds what the log tells to what Redis does. Which rule denied is told by the log's requests only where
/// Redis does not tell, and where they fill one rule alone of those that may have denied.
void tellByLog(Explanation& explanation, const TokenLog& log);

} // namespace ratewarden
