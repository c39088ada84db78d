// SPDX-License-Identifier: MIT
#include "core/lab/metered_traffic.h"

#include "core/lab/csv_columns.h"
#include "core/lab/log_time.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <istream>
#include <limits>
#include <optional>
#include <sstream>
#include <system_error>

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
        input = find({"requesttokens", "contexttokens", "inputtokens", "prompttokens", "input"});
        output = find({"responsetokens", "generatedtokens", "outputtokens", "completiontokens", "output"});
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

/// LineFault::None, and the request.
LineFault readRequest(const MeteredLine& line, const MeteredColumns& columns, const MeteredOptions& options,
                      MeteredRequest& request)
{
    const auto time = parseLogTime(line[*columns.time]);
    const auto input = meteredNumber(line, columns.input);
    const auto output = meteredNumber(line, columns.output);
    auto actual = meteredNumber(line, columns.actual);
    if (columns.input && columns.output)
        actual = input && output ? std::optional(*input + *output) : std::nullopt;
    if (!time)
        return LineFault::BadTime;
    auto declared = meteredNumber(line, columns.declared);
    if (!declared && input)
        declared = *input + double(options.longestAnswer);
    if (!actual || !declared)
        return LineFault::BadCost;
    request.at = *time;
    request.actual = costOf(*actual);
    request.declared = std::max(costOf(*declared), request.actual);
    const double seconds = meteredNumber(line, columns.took)
                               .value_or(output.value_or(*actual) / std::max(options.unitsPerSecond, 1e-3));
    constexpr double longest = 86'400;
    request.took = Micros(std::int64_t(std::min(seconds, longest) * 1e6));
    return LineFault::None;
}

/// The fields of the next line; false: there is none. `text` is room that the lines share.
bool nextLine(std::istream& lines, std::string& text, MeteredLine& fields)
{
    if (!std::getline(lines, text))
        return false;
    if (text.ends_with('\r'))
        text.pop_back();
    fields = csvColumns(text, ',');
    return true;
}

} // namespace

bool hasTwoCosts(const std::string& path, const ReadOptions& asked)
{
    constexpr std::size_t longestLine = 1U << 16U; // other files may have no line end for long
    std::error_code unknown;
    if (asked.fields != LogFields() || !asked.withoutStatus.empty() || asked.request)
        return false;
    if (!std::filesystem::is_regular_file(path, unknown))
        return false;
    std::string head(longestLine, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), std::streamsize(head.size()));
    head.resize(std::size_t(file.gcount()));
    std::istringstream lines(head);
    std::string text;
    MeteredLine names;
    return nextLine(lines, text, names) && MeteredColumns(names).areEnough();
}

ReadTraffic withActualCosts(const MeteredTraffic& traffic, const std::string& source)
{
    ReadTraffic read;
    Trace& trace = read.trace;
    trace.names = traffic.names;
    trace.times.reserve(traffic.requests.size());
    trace.tokens.reserve(traffic.requests.size());
    trace.costs.reserve(traffic.requests.size());
    for (const MeteredRequest& request : traffic.requests) {
        trace.times.push_back(request.at);
        trace.tokens.push_back(request.token);
        trace.costs.push_back(request.actual);
    }
    read.summary.source = source;
    read.summary.lines = traffic.lines;
    read.summary.rejected = traffic.rejected;
    read.summary.firstRejected = traffic.firstRejected;
    summarize(trace, read.summary);
    return read;
}

MeteredTraffic readMeteredTraffic(const std::string& path, const MeteredOptions& options)
{
    std::ifstream file(path, std::ios::binary);
    std::string text;
    MeteredLine names;
    if (!nextLine(file, text, names))
        throw InvalidArgument(fmt::format("{} cannot be read", printable(path)));
    const MeteredColumns columns(names);
    if (!columns.areEnough())
        throw InvalidArgument(fmt::format(
            "{} has no line of names with a time, and with input and output tokens, or with declared "
            "and actual cost, such as \"Timestamp,Model,Request tokens,Response tokens\"",
            printable(path)));
    MeteredTraffic traffic;
    traffic.assumedAnswer = columns.declared ? 0 : options.longestAnswer;
    traffic.lines = 1;
    for (MeteredLine fields; nextLine(file, text, fields);) {
        ++traffic.lines;
        MeteredRequest request;
        LineFault fault = fields.size() == names.size() ? readRequest(fields, columns, options, request)
                                                        : LineFault::Syntax;
        const std::string token =
            columns.token && fault == LineFault::None ? fields[*columns.token] : std::string("all");
        fault = token.empty() ? LineFault::NoToken : fault;
        if (fault != LineFault::None) {
            ++traffic.rejected;
            if (traffic.firstRejected.size() < maxRejectedNamed)
                traffic.firstRejected.push_back({traffic.lines, fault});
            continue;
        }
        request.token = traffic.names.add(token);
        const std::string kind = columns.kind ? fields[*columns.kind] : std::string();
        request.kind = traffic.kinds.add(kind.empty() ? "any" : kind);
        traffic.requests.push_back(request);
    }
    if (traffic.requests.empty())
        throw InvalidArgument(fmt::format("no line of {} can be read as a request", printable(path)));
    std::ranges::stable_sort(traffic.requests, {}, &MeteredRequest::at);
    return traffic;
}

} // namespace ratewarden
