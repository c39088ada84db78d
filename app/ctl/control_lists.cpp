// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/token_list.h"
#include "app/ctl/tokens.h"
#include "app/ctl/unread.h"
#include "core/admin/blocks.h"
#include "core/admin/control_filter.h"
#include "core/admin/lost_nodes.h"
#include "core/admin/overrides.h"
#include "core/algorithms/algorithm.h"
#include "core/model/text.h"
#include "core/tokens/reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace ratewarden::ctl {
namespace {

/// What a scan of the control keys finds, each once, though a scan may come twice by a key.
class ControlList {
public:
    ControlList(const Terminal& terminal, Table table) : m_terminal(terminal), m_table(std::move(table)) {}

    /// `detail`: a line below the row, unless it is empty.
    void add(const Json& json, std::vector<Cell> cells, const std::string& detail = {})
    {
        if (!m_seen.insert(json.dump()).second)
            return;
        m_table.add(std::move(cells));
        if (!detail.empty())
            m_table.addDetail(detail);
        m_all.push_back(json);
    }

    /// What the scan's last page left out.
    void addUnread(const Server& server, const std::vector<UnreadControl>& unread)
    {
        m_lost.look(server);
        for (const UnreadControl& one : unread)
            m_unread[one.reason].insert(printable(one.token));
    }

    /// "no token is blocked" is printed for a list that is known to be empty, where `none` is "is blocked".
    Exit finish(const char* none) const
    {
        if (m_terminal.isJson() || !m_table.isEmpty() || (m_unread.empty() && m_lost.names().empty()))
            m_terminal.print(
                m_all, m_table,
                fmt::format("no token {}{}", none, m_terminal.seesOneNodeOnly() ? " on this node" : ""));
        for (const auto& [reason, tokens] : m_unread)
            m_terminal.complain("unread", fmt::format("could not read {}: {}", keysOf(tokens), reason),
                                RedisFailed);
        return std::max(m_unread.empty() ? Done : RedisFailed, reportLostNodes(m_terminal, m_lost.names()));
    }

private:
    static std::string keysOf(const std::set<std::string>& tokens)
    {
        constexpr std::size_t named = 3;
        std::vector<std::string> first(tokens.begin(),
                                       std::next(tokens.begin(), std::min(named, tokens.size())));
        if (tokens.size() > named)
            first.emplace_back("…");
        return fmt::format("{} control {} ({})", tokens.size(), tokens.size() == 1 ? "key" : "keys",
                           fmt::join(first, ", "));
    }

    const Terminal& m_terminal;
    Table m_table;
    Json m_all = Json::array();
    std::set<std::string> m_seen;
    std::map<std::string, std::set<std::string>> m_unread; // the tokens, by what went wrong
    LostNodes m_lost;
};

constexpr std::int64_t keysAtOnce = 500;

/// Which of them are wanted. Loads the user's formats, which a filter may name.
class ControlChoice {
public:
    ControlChoice(Terminal& terminal, FilterFields fields, const std::string& filter)
    {
        Terminal::formats();
        m_filter = ControlFilter(Filter(fields, filter));
        noteForeignWord(m_filter);
        if (!m_filter.empty())
            m_now = clockOf(terminal.server());
    }

    bool takes(const ControlFacts& facts) const { return m_filter.takes(facts, m_now); }
    bool isAll() const { return m_filter.empty(); }

private:
    ControlFilter m_filter;
    Instant m_now{};
};

Exit blocks(Terminal& terminal, const std::string& filter)
{
    const ControlChoice wanted(terminal, ControlFilter::ofBlocks(), filter);
    ControlList list(
        terminal, Table({{"TOKEN", Table::Long}, {"UNTIL"}, {"BY", Table::Long}, {"REASON", Table::Long}}));
    ScanCursor cursor;
    do {
        const BlockPage page = scanBlocks(terminal.server(), cursor, keysAtOnce);
        for (const Block& block : page.blocks) {
            if (!wanted.takes({.token = block.token,
                               .policy = {},
                               .reason = block.reason,
                               .by = block.by,
                               .since = block.since,
                               .until = block.until}))
                continue;
            list.add(
                {{"token", printable(block.token)},
                 {"since_us", block.since.time_since_epoch().count()},
                 {"until_us", orNull(block.until)},
                 {"by", printable(block.by)},
                 {"reason", printable(block.reason)}},
                {printable(block.token), endText(block.until), printable(block.by), printable(block.reason)});
        }
        list.addUnread(terminal.server(), page.unread);
    } while (!cursor.isAtEnd());
    return list.finish(wanted.isAll() ? "is blocked" : "that is blocked matches");
}

/// What the numbers of an override mean, its policy's algorithm says; where that may not be read, they are
/// rates.
class WrittenOverrides {
public:
    explicit WrittenOverrides(Server& server) : m_server(server) {}

    void read(Override& override)
    {
        auto known = m_algorithms.find(override.policy);
        if (known == m_algorithms.end()) {
            const std::optional<PublishedPolicy> published = publishedIfReadable(m_server, override.policy);
            known = m_algorithms
                        .emplace(override.policy,
                                 published ? &algorithmNamed(published->policy.algorithm) : nullptr)
                        .first;
        }
        if (known->second != nullptr)
            for (Rule& rule : override.rules)
                rule = known->second->ruleAsWritten(rule);
    }

private:
    Server& m_server;
    std::map<std::string, const Algorithm*, std::less<>> m_algorithms; // null: not known
};

Exit overrides(Terminal& terminal, const std::string& filter)
{
    const ControlChoice wanted(terminal, ControlFilter::ofOverrides(), filter);
    ControlList list(terminal, Table({{"TOKEN", Table::Long},
                                      {"POLICY", Table::Long},
                                      {"RULES", Table::Long},
                                      {"UNTIL"},
                                      {"BY", Table::Long},
                                      {"REASON", Table::Long}}));
    WrittenOverrides written(terminal.server());
    ScanCursor cursor;
    do {
        OverridePage page = scanOverrides(terminal.server(), cursor, keysAtOnce);
        for (Override& found : page.overrides) {
            written.read(found);
            if (!wanted.takes({.token = found.token,
                               .policy = found.policy,
                               .rules = found.rules,
                               .reason = found.reason,
                               .by = found.by,
                               .since = found.since,
                               .until = found.until}))
                continue;
            list.add({{"token", printable(found.token)},
                      {"policy", printable(found.policy)},
                      {"rules", notation(found.rules)},
                      {"since_us", found.since.time_since_epoch().count()},
                      {"until_us", orNull(found.until)},
                      {"by", printable(found.by)},
                      {"reason", printable(found.reason)}},
                     {printable(found.token), printable(found.policy), notation(found.rules),
                      endText(found.until), printable(found.by), printable(found.reason)});
        }
        for (const UnreadableOverride& found : page.unreadable) {
            if (!wanted.takes({.token = found.token, .policy = found.policy}))
                continue;
            const std::string token = printable(found.token);
            const std::string policy = printable(found.policy);
            list.add(
                {{"token", token}, {"policy", policy}, {"rules", nullptr}},
                {token, policy, Cell("unreadable", Tone::Bad), "?", "?", "?"},
                fmt::format("its requests may fail; lift it: ratewarden-ctl override {} --policy {} --lift",
                            shellWord(token), shellWord(policy)));
        }
        list.addUnread(terminal.server(), page.unread);
    } while (!cursor.isAtEnd());
    return list.finish(wanted.isAll() ? "has an override" : "that has an override matches");
}

} // namespace

void addControlLists(CLI::App& app, Terminal& terminal)
{
    addCommand<std::string>(
        app, terminal, "blocks", "List the blocked tokens of Ratewarden's own limiters",
        [](CLI::App& command, std::string& filter) {
            declareFilter(command, filter, "blocks", "by:alice until<1h");
        },
        blocks);
    addCommand<std::string>(
        app, terminal, "overrides", "List the tokens that have an override",
        [](CLI::App& command, std::string& filter) {
            declareFilter(command, filter, "overrides", "policy:pay* -by:alice");
        },
        overrides);
}

} // namespace ratewarden::ctl
