// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/lab_traffic.h"
#include "core/lab/log_time.h"
#include "core/lab/trace_file.h"
#include "core/lab/traffic_plan.h"
#include "core/model/errors.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <memory>

namespace ratewarden::ctl {
namespace {

constexpr std::array<std::pair<std::string_view, PlanShape>, 5> shapes{
    {{"steady", PlanShape::Steady},
     {"poisson", PlanShape::Poisson},
     {"bursts", PlanShape::Bursts},
     {"daily", PlanShape::Daily},
     {"retry-storm", PlanShape::RetryStorm}}};

struct Request {
    Instant time;
    std::string_view token;
    TraceCost cost;
};

// Tokens hold nothing that has to be escaped.

std::string secondsText(Instant time)
{
    const std::int64_t micros = time.time_since_epoch().count();
    return fmt::format("{}.{:06}", micros / 1'000'000, micros % 1'000'000);
}

std::string commonLine(const Request& request)
{
    return fmt::format("{} - - [{:%d/%b/%Y:%H:%M:%S} +0000] \"GET / HTTP/1.1\" 200 {}\n", request.token,
                       fmt::gmtime(std::time_t(request.time.time_since_epoch().count() / 1'000'000)),
                       request.cost);
}

std::string jsonLine(const Request& request)
{
    return fmt::format("{{\"time\":{},\"token\":\"{}\",\"cost\":{}}}\n", secondsText(request.time),
                       request.token, request.cost);
}

std::string csvLine(const Request& request)
{
    return fmt::format("{},{},{}\n", secondsText(request.time), request.token, request.cost);
}

std::string logfmtLine(const Request& request)
{
    return fmt::format("time={} token={} cost={}\n", secondsText(request.time), request.token, request.cost);
}

/// What generated traffic can be written as; a trace file has no line.
struct Output {
    std::string_view name;
    std::string (*line)(const Request& request);
    std::string_view header;
};

constexpr std::array outputs{Output{"trace", nullptr, {}}, Output{"common", commonLine, {}},
                             Output{"json", jsonLine, {}}, Output{"csv", csvLine, "time,token,cost\n"},
                             Output{"logfmt", logfmtLine, {}}};

template <class Table, class Name>
std::string namesOf(const Table& table, Name name)
{
    std::string all;
    for (const auto& row : table)
        all += fmt::format("{}{}", all.empty() ? "" : ", ", name(row));
    return all;
}

std::string namesOfShapes()
{
    return namesOf(shapes, [](const auto& row) { return row.first; });
}

std::string namesOfOutputs()
{
    return namesOf(outputs, [](const Output& row) { return row.name; });
}

struct GenerateOptions {
    std::string shape = "poisson";
    std::string duration = "10min";
    std::string start = "2026-01-01T00:00:00Z";
    std::string costs = "1";
    std::string as;
    std::string out;
    TrafficPlan plan;
};

TraceCost costOf(std::string_view text)
{
    TraceCost cost = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), cost);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size())
        throw InvalidArgument("--costs takes a whole number, or two as in 10..8000");
    return cost;
}

TrafficPlan planOf(const GenerateOptions& options)
{
    TrafficPlan plan = options.plan;
    const auto shape =
        std::ranges::find(shapes, options.shape, &std::pair<std::string_view, PlanShape>::first);
    if (shape == shapes.end())
        throw InvalidArgument("--shape takes one of: " + namesOfShapes());
    plan.shape = shape->second;
    plan.duration = parseDuration(options.duration);
    const std::optional<Instant> start = parseLogTime(options.start);
    if (!start)
        throw InvalidArgument("--start takes a time such as 2026-01-01T00:00:00Z");
    plan.start = *start;
    const std::string_view costs = options.costs;
    const std::size_t dots = costs.find("..");
    plan.lowestCost = costOf(costs.substr(0, dots));
    plan.highestCost = dots == std::string_view::npos ? plan.lowestCost : costOf(costs.substr(dots + 2));
    const auto isPlain = [](char c) {
        return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == ':' || c == '.' ||
               c == '_';
    };
    if (!std::ranges::all_of(plan.prefix, isPlain) || plan.prefix.size() > 100)
        throw InvalidArgument("--prefix takes up to 100 letters, digits, colons, dots and underscores");
    return plan;
}

void writeLines(const Trace& trace, const Output& output, std::FILE* file)
{
    const auto write = [file](std::string_view text) {
        if (!text.empty() && std::fwrite(text.data(), 1, text.size(), file) != text.size())
            throw std::system_error(errno, std::generic_category());
    };
    write(output.header);
    for (std::size_t i = 0; i < trace.size(); ++i)
        write(output.line({trace.times[i], trace.names[trace.tokens[i]], trace.cost(i)}));
}

void writeFile(const Trace& trace, const Output& output, const std::string& path)
{
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wbe"), &std::fclose);
    if (!file)
        throw InvalidArgument(path + " cannot be written: " + std::generic_category().message(errno));
    writeLines(trace, output, file.get());
    if (std::fclose(file.release()) != 0)
        throw std::system_error(errno, std::generic_category());
}

Exit generate(Terminal& terminal, const GenerateOptions& options)
{
    const std::string as = !options.as.empty() ? options.as : options.out.empty() ? "json" : "trace";
    const auto output = std::ranges::find(outputs, as, &Output::name);
    if (output == outputs.end())
        throw InvalidArgument("--as takes one of: " + namesOfOutputs());
    if (output->line == nullptr && options.out.empty())
        throw InvalidArgument("a trace file needs --out FILE");
    const Trace trace = makeTraffic(planOf(options));
    if (options.out.empty()) {
        writeLines(trace, *output, stdout);
        return Done;
    }
    if (output->line == nullptr)
        writeTraceFile(trace, options.out, {terminal.hashesTokens()});
    else
        writeFile(trace, *output, options.out);
    TrafficSummary summary;
    summary.kind = TrafficKind::Generated;
    summary.source = options.out;
    summarize(trace, summary);
    terminal.print(json(summary), sentence(summary));
    return Done;
}

struct PackOptions {
    TrafficOptions traffic;
    std::string out;
};

Exit pack(Terminal& terminal, const PackOptions& options)
{
    const ReadTraffic traffic = readTraffic(terminal, options.traffic);
    writeTraceFile(traffic.trace, options.out, {terminal.hashesTokens()});
    terminal.print(json(traffic.summary), sentence(traffic.summary));
    return Done;
}

} // namespace

void addLabTraffic(CLI::App& app, Terminal& terminal)
{
    CLI::App& lab = labCommand(app);
    addCommand<GenerateOptions>(
        lab, terminal, "generate", "Make up traffic: a trace file, or the lines of a log",
        [](CLI::App& command, GenerateOptions& options) {
            command.add_option("--shape", options.shape, namesOfShapes())->capture_default_str();
            command.add_option("--tokens", options.plan.tokens, "How many")->capture_default_str();
            command.add_option("--rate", options.plan.perSecond, "Requests a second, of all tokens together")
                ->capture_default_str();
            command.add_option("--for", options.duration, "How long")->capture_default_str();
            command.add_option("--start", options.start, "When it begins")->capture_default_str();
            command.add_option("--zipf", options.plan.zipf, "0: all tokens send as much; 1: a few send most")
                ->capture_default_str();
            command.add_option("--costs", options.costs, "What requests cost; 10..8000: a few of them much")
                ->capture_default_str();
            command.add_option("--burst", options.plan.burst, "Requests in a burst")->capture_default_str();
            command.add_flag("--back-off", options.plan.backsOff,
                             "Clients of a retry storm wait longer each time");
            command.add_option("--prefix", options.plan.prefix, "What tokens begin with")
                ->capture_default_str();
            command.add_option("--seed", options.plan.seed, "Another one makes other traffic")
                ->capture_default_str();
            command.add_option("--as", options.as, namesOfOutputs());
            command.add_option("--out", options.out, "A file; otherwise lines go to standard output");
        },
        generate);
    addCommand<PackOptions>(
        lab, terminal, "pack",
        "Write traffic as a trace file, which opens at once; --hash-tokens hides whose it is",
        [](CLI::App& command, PackOptions& options) {
            declareTraffic(command, options.traffic);
            command.add_option("--out", options.out, "The trace file")->required();
        },
        pack);
}

} // namespace ratewarden::ctl
