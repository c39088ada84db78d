// SPDX-License-Identifier: MIT
#include "core/explain/decision_log.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <stop_token>
#include <string_view>
#include <utility>

namespace ratewarden {
namespace {

template <class T>
void reorder(std::vector<T>& values, const std::vector<std::uint32_t>& order)
{
    std::vector<T> ordered;
    ordered.reserve(values.size());
    for (const std::uint32_t place : order)
        ordered.push_back(values[place]);
    values = std::move(ordered);
}

} // namespace

std::uint32_t DecisionColumn::placeOf(const std::string& text, const std::string& policy)
{
    const auto [known, isNew] = m_places.try_emplace(text, std::uint32_t(texts.size()));
    if (isNew) {
        texts.push_back(text);
        if (!policy.empty())
            policies[known->second] = policy;
    }
    return known->second;
}

std::vector<std::string> tellingFields(const std::string& path)
{
    constexpr std::array<std::string_view, 13> telling{
        "rule", "policy",   "policy_version", "version",  "format",  "node",  "host",
        "pod",  "hostname", "instance",       "upstream", "gateway", "region"};
    LogFormat format;
    std::stop_source stop;
    ReadOptions options;
    options.stop = stop.get_token();
    options.visit = [&](const LogRequest&, std::string_view, const LogFormat& found) {
        if (!stop.stop_requested())
            format = found;
        stop.request_stop();
    };
    readTrafficFile(path, options);
    std::vector<std::string> fields;
    for (const std::string& name : format.names) {
        const LogFields& used = format.fields;
        const bool isUsed =
            name == used.token || name == used.time || name == used.cost || name == used.status;
        const std::size_t point = name.rfind('.') + 1; // the whole name, where there is none
        if (!isUsed && std::ranges::find(telling, std::string_view(name).substr(point)) != telling.end())
            fields.push_back(name);
    }
    return fields;
}

DecisionCollector::DecisionCollector(const std::vector<std::string>& fields)
{
    for (const std::string& field : fields)
        m_columns.emplace_back().name = field;
}

void DecisionCollector::attachTo(ReadOptions& options)
{
    for (const DecisionColumn& column : m_columns)
        options.others.push_back(column.name);
    options.request = [this](const LogRequest& request, std::span<const std::string> others) {
        take(request, others);
    };
}

void DecisionCollector::take(const LogRequest& request, std::span<const std::string> others)
{
    m_times.push_back(request.time);
    m_denied.push_back(isRefusal(request.status) ? 1 : 0);
    for (std::size_t i = 0; i < others.size(); ++i) {
        const bool isKnown = !others[i].empty() && others[i] != "-";
        m_columns[i].values.push_back(isKnown ? m_columns[i].placeOf(others[i]) : 0);
    }
}

DecisionLog DecisionCollector::finish(ReadTraffic traffic)
{
    if (traffic.summary.kind != TrafficKind::Log || !traffic.summary.format ||
        traffic.summary.format->fields.status.empty())
        throw InvalidArgument(
            fmt::format("{} does not say which requests were denied: a log with the status of each answer is "
                        "needed; name its field with --status",
                        printable(traffic.summary.source)));
    if (!std::ranges::is_sorted(m_times)) { // as the trace is: those of one time stay in their order
        std::vector<std::uint32_t> order(m_times.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, {}, [this](std::uint32_t place) { return m_times[place]; });
        reorder(m_denied, order);
        for (DecisionColumn& column : m_columns)
            reorder(column.values, order);
    }
    return {std::move(traffic.trace), std::move(m_denied), std::move(m_columns), {}, true};
}

} // namespace ratewarden
