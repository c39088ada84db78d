// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/lab_traffic.h"
#include "app/ctl/progress_line.h"
#include "core/lab/capture.h"
#include "core/lab/trace_file.h"
#include "core/model/errors.h"

#include <fmt/format.h>

#include <csignal>
#include <ctime>
#include <stop_token>
#include <string>
#include <thread>

namespace ratewarden::ctl {
namespace {

/// While it lives, Ctrl+C asks to stop instead of ending the program.
class Interruption {
public:
    Interruption()
    {
        sigemptyset(&m_signals);
        sigaddset(&m_signals, SIGINT);
        sigaddset(&m_signals, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
        m_waiting = std::jthread([this](const std::stop_token& over) {
            constexpr timespec often{0, 50'000'000};
            while (!over.stop_requested())
                if (sigtimedwait(&m_signals, nullptr, &often) > 0)
                    m_stop.request_stop();
        });
    }
    ~Interruption()
    {
        m_waiting = {}; // it must not take signals that are meant for others
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }

private:
    sigset_t m_signals{};
    sigset_t m_before{};
    std::stop_source m_stop;
    std::jthread m_waiting;
};

struct CaptureArguments {
    std::string name;
    std::string duration;
    std::string interval = "1s";
    std::string out;
    bool atReadings = false;
};

std::string captureProgressText(const CaptureProgress& progress)
{
    return fmt::format("{} of {}, {} tokens, {} requests", durationText(progress.elapsed),
                       durationText(progress.duration), progress.tokens, progress.requests);
}

Exit capture(Terminal& terminal, const CaptureArguments& arguments)
{
    CaptureOptions options;
    options.duration = parseDuration(arguments.duration);
    options.interval = parseDuration(arguments.interval);
    options.times = arguments.atReadings ? CountedTimes::AtReading : CountedTimes::Spread;
    constexpr std::string_view prefix = "redis:";
    const std::string name =
        arguments.name.starts_with(prefix) ? arguments.name.substr(prefix.size()) : arguments.name;
    const Interruption interruption;
    options.stop = interruption.token();
    ReadTraffic traffic;
    {
        ProgressLine line;
        if (ProgressLine::isWanted())
            options.progress = [&line](const CaptureProgress& progress) {
                line.show(captureProgressText(progress));
            };
        traffic = captureTraffic(terminal.server(), name, options);
    }
    if (traffic.trace.empty())
        throw InvalidArgument(sentence(traffic.summary));
    if (!arguments.out.empty())
        writeTraceFile(traffic.trace, arguments.out, {terminal.hashesTokens()});
    terminal.print(json(traffic.summary), sentence(traffic.summary));
    return traffic.summary.fault == SourceFault::Unreadable ? RedisFailed : Done;
}

} // namespace

void addLabCapture(CLI::App& app, Terminal& terminal)
{
    addCommand<CaptureArguments>(
        labCommand(app), terminal, "capture",
        "Record the traffic of a policy, or of another limiter, for some time; Ctrl+C ends it early",
        [](CLI::App& command, CaptureArguments& arguments) {
            takeEscapes(
                command,
                *command.add_option("name", arguments.name, "The policy, or the format of another limiter")
                     ->required());
            command.add_option("--for", arguments.duration, "How long, as in 60s")->required();
            command
                .add_option("--interval", arguments.interval,
                            "How often the states are read: the shorter, the better times are known")
                ->capture_default_str();
            command.add_option("--out", arguments.out, "A trace file for the requests");
            command.add_flag("--at-readings", arguments.atReadings,
                             "Put counted requests at the time of the reading that saw them; otherwise they "
                             "are spread over the time since the one before");
        },
        capture);
}

} // namespace ratewarden::ctl
