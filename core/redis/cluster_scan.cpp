// SPDX-License-Identifier: MIT
#include "core/redis/cluster_scan.h"

#include "core/model/errors.h"
#include "core/redis/key_slot.h"
#include "core/redis/made_reply.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace ratewarden {
namespace {

constexpr std::string_view completeCursor = ".";
constexpr std::string_view slotsMark = "slots:";

bool isCount(std::string_view argument)
{
    return argument == "COUNT" || argument == "count";
}

/// A number whose slot, as what stands in braces in a key, is that one.
std::uint32_t tagOfSlot(std::uint16_t slot)
{
    static const std::vector<std::uint32_t> tags = [] {
        std::vector<std::uint32_t> all(slotCount);
        std::size_t found = 0;
        for (std::uint32_t tag = 1; found < slotCount; ++tag)
            if (std::uint32_t& known = all[slotOf(std::to_string(tag))]; known == 0) {
                known = tag;
                ++found;
            }
        return all;
    }();
    return tags[slot];
}

/// Its other arguments stay; COUNT is shared by all parts.
Command scanFrom(const char* name, const Command& scan, std::string_view cursor, std::size_t parts)
{
    const std::vector<std::string_view> arguments = scan.arguments();
    Command one{name, cursor};
    for (std::size_t i = 2; i < arguments.size(); ++i) {
        std::int64_t count = 0;
        const std::string_view argument = arguments[i];
        if (i > 2 && isCount(arguments[i - 1]) &&
            std::from_chars(argument.data(), argument.data() + argument.size(), count).ec == std::errc())
            one.add(std::max<std::int64_t>(1, count / std::int64_t(parts)));
        else
            one.add(argument);
    }
    return one;
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
        std::ranges::all_of(m_parts, [](const Part& part) { return part.cursor == completeCursor; });
    return isDone ? "0" : text;
}

bool SlotCursor::Part::isComplete() const
{
    return cursor == completeCursor;
}

std::uint16_t SlotCursor::Part::slot() const
{
    return slotOf(cursor);
}

void SlotCursor::Part::moveTo(std::uint16_t slot)
{
    cursor = fmt::format("0-{{{}}}-0", tagOfSlot(slot));
}

void SlotCursor::Part::advance(std::string_view next)
{
    const bool isLast = next == "0" || slotOf(next) > last;
    cursor = isLast ? completeCursor : next;
}

bool SlotCursor::isOne(std::string_view text)
{
    return text.starts_with(slotsMark);
}

SlotCursor::SlotCursor(std::size_t parts)
{
    for (std::size_t i = 0; i < parts; ++i) {
        Part& part = m_parts.emplace_back();
        part.first = std::uint16_t(i * slotCount / parts);
        part.last = std::uint16_t((i + 1) * slotCount / parts - 1);
        part.moveTo(part.first);
    }
}

SlotCursor::SlotCursor(std::string_view text)
{
    static const InvalidArgument problem("the cursor is not that of a scan over a cluster; begin with 0");
    if (!isOne(text))
        throw problem;
    text.remove_prefix(slotsMark.size());
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(','));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        Part& read = m_parts.emplace_back();
        const char* const end = part.data() + part.size();
        const auto [dash, badFirst] = std::from_chars(part.data(), end, read.first);
        if (badFirst != std::errc() || dash == end || *dash != '-')
            throw problem;
        const auto [equals, badLast] = std::from_chars(dash + 1, end, read.last);
        if (badLast != std::errc() || equals == end || *equals != '=' || read.first > read.last ||
            read.last >= slotCount)
            throw problem;
        read.cursor.assign(equals + 1, end);
    }
}

std::string SlotCursor::text() const
{
    if (std::ranges::all_of(m_parts, &Part::isComplete))
        return "0";
    std::string text;
    for (const Part& part : m_parts)
        text += fmt::format("{}{}-{}={}", text.empty() ? slotsMark : ",", part.first, part.last, part.cursor);
    return text;
}

Command scanOfNode(const Command& scan, std::string_view cursor, std::size_t nodes)
{
    return scanFrom("SCAN", scan, cursor, nodes);
}

Command clusterScanOf(const Command& scan, std::string_view cursor, std::size_t parts)
{
    return scanFrom("CLUSTERSCAN", scan, cursor, parts);
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
