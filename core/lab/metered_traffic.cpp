// SPDX-License-Identifier: MIT
#include "core/lab/metered_traffic.h"

#include "core/lab/csv_columns.h"
#include "core/lab/log_time.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <optional>

namespace ratewarden {
namespace {

/// "Request tokens" and "request_tokens" are one.
std::string bareName(std::string_view name)
{
    std::string bare;
    for (const char c : name)
        if (c != ' ' && c != '_' && c != '-' && static_cast<unsigned char>(c) < 0x80) // nor a byte order mark
            bare += lower(c);
    return bare;
}

/// Where each is in a line; empty: nowhere.
struct MeteredColumns {
    using Place = std::optional<std::size_t>;
    Place time, token, kind, input, output, declared, actual, took;

    explicit MeteredColumns(const std::vector<std::string>& names)
    {
        const auto find = [&](std::initializer_list<std::string_view> known) -> Place {
            for (const std::string_view name : known)
                for (std::size_t i = 0; i < names.size(); ++i)
                    if (bareName(names[i]) == name)
                        return i;
            return std::nullopt;
        };
        time = find({"timestamp", "time", "at", "ts"});
        token = find({"token", "user", "userid", "apikey", "key", "sessionid"});
        kind = find({"model", "modelname"});
        input = find({"requesttokens", "contexttokens", "inputtokens", "prompttokens"});
        output = find({"responsetokens", "generatedtokens", "outputtokens", "completiontokens"});
        declared = find({"declared", "maxtokens", "estimated", "estimate"});
        actual = find({"actual", "cost", "totaltokens"});
        took = find({"elapsedtime", "duration", "took"});
    }

    bool areEnough() const { return time && ((input && output) || (declared && actual)); }
};

using MeteredLine = std::vector<std::string>;

std::optional<double> meteredNumber(const MeteredLine& line, const MeteredColumns::Place& column)
{
    const auto number = column ? parsedNumber<double>(line[*column]) : std::nullopt;
    return number && *number >= 0 && std::isfinite(*number) ? number : std::nullopt;
}

TraceCost costOf(double number)
{
    return TraceCost(std::min(std::ceil(number), double(std::numeric_limits<TraceCost>::max())));
}

std::optional<MeteredRequest> requestOf(const MeteredLine& line, const MeteredColumns& columns,
                                        const MeteredOptions& options)
{
    const auto time = parseLogTime(line[*columns.time]);
    const auto input = meteredNumber(line, columns.input);
    const auto output = meteredNumber(line, columns.output);
    auto actual = meteredNumber(line, columns.actual);
    if (columns.input && columns.output)
        actual = input && output ? std::optional(*input + *output) : std::nullopt;
    if (!time || !actual)
        return std::nullopt;
    auto declared = meteredNumber(line, columns.declared);
    if (!declared && input)
        declared = *input + double(options.longestAnswer);
    if (!declared)
        return std::nullopt;
    MeteredRequest request;
    request.at = *time;
    request.actual = costOf(*actual);
    request.declared = std::max(costOf(*declared), request.actual);
    const double seconds = meteredNumber(line, columns.took)
                               .value_or(output.value_or(*actual) / std::max(options.unitsPerSecond, 1e-3));
    constexpr double longest = 86'400;
    request.took = Micros(std::int64_t(std::min(seconds, longest) * 1e6));
    return request;
}

} // namespace

MeteredTraffic readMeteredTraffic(const std::string& path, const MeteredOptions& options)
{
    std::ifstream file(path, std::ios::binary);
    std::string text;
    if (!file || !std::getline(file, text))
        throw InvalidArgument(fmt::format("{} cannot be read", printable(path)));
    const auto line = [&] {
        const std::string_view all = text;
        return csvColumns(all.ends_with('\r') ? all.substr(0, all.size() - 1) : all, ',');
    };
    const MeteredLine names = line();
    const MeteredColumns columns(names);
    if (!columns.areEnough())
        throw InvalidArgument(fmt::format(
            "{} has no line of names with a time, and with input and output tokens, or with declared "
            "and actual cost, such as \"Timestamp,Model,Request tokens,Response tokens\"",
            printable(path)));
    MeteredTraffic traffic;
    while (std::getline(file, text)) {
        const MeteredLine fields = line();
        const auto request =
            fields.size() == names.size() ? requestOf(fields, columns, options) : std::nullopt;
        const std::string token = columns.token && request ? fields[*columns.token] : std::string("all");
        if (!request || token.empty()) {
            ++traffic.rejected;
            continue;
        }
        traffic.requests.push_back(*request);
        traffic.requests.back().token = traffic.names.add(token);
        const std::string kind = columns.kind ? fields[*columns.kind] : std::string();
        traffic.requests.back().kind = traffic.kinds.add(kind.empty() ? "any" : kind);
    }
    if (traffic.requests.empty())
        throw InvalidArgument(fmt::format("no line of {} can be read as a request", printable(path)));
    std::ranges::stable_sort(traffic.requests, {}, &MeteredRequest::at);
    return traffic;
}

} // namespace ratewarden
