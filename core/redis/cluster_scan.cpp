// SPDX-License-Identifier: MIT
#include "core/redis/cluster_scan.h"

#include "core/model/errors.h"
#include "core/redis/made_reply.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace ratewarden {
namespace {

constexpr std::string_view complete = ".";

bool isCount(std::string_view argument)
{
    return argument == "COUNT" || argument == "count";
}

void appendBulk(std::string& resp, std::string_view bytes)
{
    resp += fmt::format("${}\r\n", bytes.size());
    resp.append(bytes).append("\r\n");
}

} // namespace

ClusterCursor::ClusterCursor(std::string_view text, std::span<const std::string> nodes)
{
    for (const std::string& node : nodes)
        m_parts.push_back({node.substr(0, idLength), "0"});
    if (text == "0")
        return;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(','));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos)
            throw InvalidArgument("the cursor is not that of a scan over a cluster; begin with 0");
        const auto known = std::ranges::find(m_parts, part.substr(0, equals), &Part::node);
        if (known != m_parts.end())
            known->cursor = part.substr(equals + 1);
    }
}

std::string ClusterCursor::text() const
{
    std::string text;
    for (const Part& part : m_parts)
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", part.node, part.cursor);
    const bool isDone =
        std::ranges::all_of(m_parts, [](const Part& part) { return part.cursor == complete; });
    return isDone ? "0" : text;
}

Command scanOfNode(const Command& scan, std::string_view cursor, std::size_t nodes)
{
    const std::vector<std::string_view> arguments = scan.arguments();
    Command one;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::int64_t count = 0;
        const std::string_view argument = arguments[i];
        if (i == 1)
            one.add(cursor);
        else if (i > 2 && isCount(arguments[i - 1]) &&
                 std::from_chars(argument.data(), argument.data() + argument.size(), count).ec == std::errc())
            one.add(std::max<std::int64_t>(1, count / std::int64_t(nodes)));
        else
            one.add(argument);
    }
    return one;
}

Reply joinedScan(std::string_view cursor, std::span<const Reply> replies)
{
    std::size_t keys = 0;
    for (const Reply& reply : replies)
        keys += reply.view()[1].size();
    std::string resp = "*2\r\n";
    appendBulk(resp, cursor);
    resp += fmt::format("*{}\r\n", keys);
    for (const Reply& reply : replies) {
        const ReplyView page = reply.view()[1];
        for (std::size_t i = 0; i < page.size(); ++i)
            appendBulk(resp, page[i].string());
    }
    return madeReply(resp);
}

} // namespace ratewarden
