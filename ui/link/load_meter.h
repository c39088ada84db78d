// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"
#include "ui/link/command_counter.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace ratewarden::ui {

/// What a server has spent since it started, by its own account.
struct ServerAccount {
    struct Spent {
        std::int64_t calls = 0;
        Micros time{};
    };

    std::optional<Micros> usedCpu;                      ///< of its main thread and all others
    std::map<std::string, Spent, std::less<>> commands; ///< by name, those of subcommands together
    std::chrono::seconds uptime{};                      ///< 0: not known

    /// From the sections "server", "cpu" and "commandstats" of INFO.
    static ServerAccount read(std::string_view info);
};

/// Estimates what this window alone costs the server. Nobody can read that off a server with other clients,
/// so it is the number of commands of each name that the window has sent, times what one of that name has
/// taken there of late, whoever sent it: the time it ran, by INFO commandstats, and on top its part in what
/// the server spends beside running commands (reading, parsing, answering), which is what is left of the CPU
/// time, by INFO cpu, less 0.25 % of a core for its upkeep, spread evenly over all commands. Where the
/// commands seem to have run for longer than the server had CPU, as on a machine that is short of it, the CPU
/// time is what counts.
class LoadMeter {
public:
    /// Takes what the server has spent since it was last asked into account; at first, since it started.
    void measure(const ServerAccount& account);
    /// Whether it ever has; until then, and without the right to ask, costs are a guess.
    bool measured() const { return m_measured; }
    /// Microseconds of a core.
    double costOf(const CommandCounts& counts) const;

private:
    ServerAccount m_last;
    std::map<std::string, double, std::less<>> m_perCall; // microseconds
    double m_beside = 1;                                  // microseconds for each command, beside running it
    bool m_measured = false;
};

/// Spaces work out so that it costs at most its share of one core, on average from one piece to the next.
class LoadPace {
public:
    using Clock = std::chrono::steady_clock;

    /// Of one core, 0.01 for 1 %; 0: as much as it takes.
    double budget() const { return m_budget; }
    void setBudget(double share) { m_budget = share; }
    /// Work of so many microseconds has been done.
    void charge(double micros, Clock::time_point now = Clock::now());
    /// Forgets what was done.
    void reset() { m_free = {}; }
    /// Until more may be done; at most an hour.
    std::chrono::milliseconds wait(Clock::time_point now = Clock::now()) const;

private:
    double m_budget = 0.01;
    Clock::time_point m_free{};
};

} // namespace ratewarden::ui
