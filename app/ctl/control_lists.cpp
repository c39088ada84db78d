// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "core/admin/blocks.h"
#include "core/admin/overrides.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>
#include <vector>

namespace ratewarden::ctl {
namespace {

struct NoOptions {};

void declareNone(CLI::App&, NoOptions&) {}

/// Prints what a scan of the control keys finds, each once, though a scan may come twice by a key.
class ControlList {
public:
    explicit ControlList(const Terminal& terminal) : m_terminal(terminal) {}

    void add(const Json& json, const std::string& sentence)
    {
        if (!m_seen.insert(json.dump()).second)
            return;
        if (!m_terminal.isJson())
            fmt::print("{}\n", sentence);
        m_all.push_back(json);
    }

    void addUnread(const std::vector<UnreadControl>& unread)
    {
        for (const UnreadControl& one : unread)
            m_unread[one.reason].insert(printable(one.token));
    }

    /// `none` is printed for a list that is known to be empty.
    Exit finish(const char* none) const
    {
        if (m_terminal.isJson())
            fmt::print("{}\n", m_all.dump());
        else if (m_all.empty() && m_unread.empty())
            fmt::print("{}\n", none);
        for (const auto& [reason, tokens] : m_unread)
            fmt::print(stderr, "ratewarden-ctl: could not read {}: {}\n", keysOf(tokens), reason);
        return m_unread.empty() ? Done : RedisFailed;
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
    Json m_all = Json::array();
    std::set<std::string> m_seen;
    std::map<std::string, std::set<std::string>> m_unread; // the tokens, by what went wrong
};

constexpr std::int64_t keysAtOnce = 500;

Exit blocks(Terminal& terminal, const NoOptions&)
{
    ControlList list(terminal);
    BlockPage page{"0", {}, {}};
    do {
        page = scanBlocks(terminal.server(), page.cursor, keysAtOnce);
        for (const Block& block : page.blocks)
            list.add({{"token", printable(block.token)},
                      {"since_us", block.since.time_since_epoch().count()},
                      {"until_us", orNull(block.until)},
                      {"by", printable(block.by)},
                      {"reason", printable(block.reason)}},
                     fmt::format("{}  {}, by {}: {}", printable(block.token), untilText(block.until),
                                 printable(block.by), printable(block.reason)));
        list.addUnread(page.unread);
    } while (page.cursor != "0");
    return list.finish("no token is blocked");
}

Exit overrides(Terminal& terminal, const NoOptions&)
{
    ControlList list(terminal);
    OverridePage page{"0", {}, {}, {}};
    do {
        page = scanOverrides(terminal.server(), page.cursor, keysAtOnce);
        for (const Override& found : page.overrides)
            list.add({{"token", printable(found.token)},
                      {"policy", printable(found.policy)},
                      {"rules", notation(found.rules)},
                      {"since_us", found.since.time_since_epoch().count()},
                      {"until_us", orNull(found.until)},
                      {"by", printable(found.by)},
                      {"reason", printable(found.reason)}},
                     fmt::format("{}  {} under {}, {}, by {}: {}", printable(found.token),
                                 notation(found.rules), printable(found.policy), untilText(found.until),
                                 printable(found.by), printable(found.reason)));
        for (const UnreadableOverride& found : page.unreadable) {
            const std::string token = printable(found.token);
            const std::string policy = printable(found.policy);
            list.add({{"token", token}, {"policy", policy}, {"rules", nullptr}},
                     fmt::format("{}  has an unreadable override under {}; its requests may fail; lift it: "
                                 "ratewarden-ctl override {} --policy {} --lift",
                                 token, policy, shellWord(token), shellWord(policy)));
        }
        list.addUnread(page.unread);
    } while (page.cursor != "0");
    return list.finish("no token has an override");
}

} // namespace

void addControlLists(CLI::App& app, Terminal& terminal)
{
    addCommand<NoOptions>(app, terminal, "blocks", "List the tokens that are blocked", declareNone, blocks);
    addCommand<NoOptions>(app, terminal, "overrides", "List the tokens that have an override", declareNone,
                          overrides);
}

} // namespace ratewarden::ctl
