// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"
#include "core/lab/log_reader.h"

#include <string>

/// What the commands of `ratewarden-ctl lab` read: TRAFFIC.
namespace ratewarden::ctl {

/// Which requests are meant.
struct TrafficOptions {
    std::string source; ///< a file, "-" for standard input, or redis:POLICY
    LogFields fields;
    std::vector<std::uint16_t> withoutStatus{}; ///< lines to leave out
};

/// `ratewarden-ctl lab`, under which the commands of the lab stand; made at the first call.
CLI::App& labCommand(CLI::App& app);

/// Adds TRAFFIC, --token, --time, --cost, --status and --without-status.
void declareTraffic(CLI::App& command, TrafficOptions& options);

/// Reads it; says on standard error how far it is, where that is a terminal. Throws InvalidArgument for what
/// is no traffic or has no request. `reading`: what else is wanted of it.
ReadTraffic readTraffic(Terminal& terminal, const TrafficOptions& options, ReadOptions reading = {});

/// The source and its bounds as JSON: source, kind, compression, format, from and to (µs, or null),
/// resolution_us, requests, tokens, lines, lines_rejected, rejected: [{line, why}], fault.
Json json(const TrafficSummary& summary);

/// The same for people, without a line end: "access.log (JSON lines, token from ip, time from ts): 5,000
/// requests of 20 tokens from … to …; 3 lines rejected: line 7 …".
std::string sentence(const TrafficSummary& summary);

} // namespace ratewarden::ctl
