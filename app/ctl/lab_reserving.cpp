// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/lab_reserving.h"

#include "app/ctl/lab_trials.h"
#include "core/lab/reserving.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden::ctl {
namespace {

Json reserveJson(const ReserveTrial& trial)
{
    Json json{{"reserve", notation(trial.way)}, {"allowed", trial.requests - trial.denied},
              {"denied", trial.denied},         {"falsely_denied", trial.falselyDenied},
              {"overshoot", trial.overshoot},   {"spent", trial.spent},
              {"unused", trial.unused}};
    for (const Estimator::Learned& one : trial.learned)
        json["learned"].push_back(
            {{"kind", printable(one.key)}, {"requests", one.requests}, {"ratio", one.ratio}});
    return json;
}

/// "; gpt-4 0.31 of what is declared, gpt-3 0.1"
std::string learnedText(const ReserveTrial& trial)
{
    constexpr std::size_t mostNamed = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(mostNamed, trial.learned.size()); ++i)
        text += fmt::format("{}{} {:.2g}{}", i == 0 ? "; " : ", ", printable(trial.learned[i].key),
                            trial.learned[i].ratio, i == 0 ? " of what is declared" : "");
    return trial.learned.size() > mostNamed ? text + ", …" : text;
}

std::string reserveText(const ReserveTrial& trial)
{
    const std::string overshoot = trial.overshoot > 0
                                      ? fmt::format("up to {} units above the limit", trial.overshoot)
                                      : std::string("never above the limit");
    return fmt::format(
        "\n  {}: {} allowed, {} denied, {} of them falsely; {}; {} units spent, {} left unused{}",
        notation(trial.way), trial.requests - trial.denied, trial.denied, trial.falselyDenied, overshoot,
        trial.spent, trial.unused, learnedText(trial));
}

} // namespace

void tryReserveWays(Terminal& terminal, const std::string& path, const MeteredOptions& options,
                    const std::vector<Candidate>& candidates, const std::vector<std::string>& ways)
{
    std::vector<ReserveWay> meant;
    meant.reserve(ways.size());
    for (const std::string& way : ways)
        meant.push_back(parseReserveWay(way)); // refuses bad ones before anything is read
    const MeteredTraffic traffic = readMeteredTraffic(path, options);
    Json all{{"requests", traffic.requests.size()},
             {"tokens", traffic.names.size()},
             {"kinds", traffic.kinds.size()},
             {"lines_rejected", traffic.rejected},
             {"candidates", Json::array()}};
    std::string lines = fmt::format(
        "{}: {} of {}{}", printable(path), counted(traffic.requests.size(), "request", "requests"),
        counted(traffic.names.size(), "token", "tokens"),
        traffic.rejected > 0 ? fmt::format(", {} rejected", counted(traffic.rejected, "line", "lines"))
                             : std::string());
    for (const Candidate& candidate : candidates) {
        Json its = Json::array();
        lines += "\n" + printable(notation(candidate));
        for (const ReserveWay& way : meant) {
            ProgressLine line;
            const ReserveTrial trial =
                tryReserving(traffic, candidate.policy, way, progressOf(line, "reserving " + notation(way)));
            its.push_back(reserveJson(trial));
            lines += reserveText(trial);
        }
        all["candidates"].push_back({{"name", printable(candidate.name)}, {"ways", its}});
    }
    terminal.print(all, lines);
}

} // namespace ratewarden::ctl
