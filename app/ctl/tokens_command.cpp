// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl tokens`: how all tokens of a server stand, of whatever format.
#include "app/ctl/commands.h"
#include "app/ctl/row_walk.h"
#include "app/ctl/token_list.h"
#include "app/ctl/tokens.h"
#include "core/admin/policy_of.h"
#include "core/model/errors.h"

#include <fmt/format.h>

#include <iterator>

namespace ratewarden::ctl {
namespace {

/// A policy that there is not is a typing mistake, rather than one without tokens.
void requireKnown(Terminal& terminal, const PolicyBook& book, const std::string& policy)
{
    if (!policy.empty() && book.find(policy) == nullptr && !book.broken.contains(policy))
        throw InvalidArgument(
            noSuchPolicy(terminal.server(), policy, "and no token is limited under that name"));
}

Exit tokens(Terminal& terminal, const TokenListOptions& options)
{
    TokenList list(choiceOf(options), orderOf(options), options.reversed, options.most);
    Server& server = terminal.server();
    const PolicyBook book = policiesIfAllowed(server);
    RowWalk walk(server, book, terminal.isJson());
    walk.visitAll([&list](ListedToken row) { list.take(std::move(row)); });
    const std::vector<ListedToken> rows = list.finish();
    const Exit exit = walk.report(terminal);
    if (rows.empty() && exit == Done && !list.knowsPolicy())
        requireKnown(terminal, book, options.policy);
    if (terminal.isJson()) {
        fmt::print("[");
        for (const ListedToken& row : rows)
            fmt::print("{}{}", &row == &rows.front() ? "" : ",", json(row).dump());
        fmt::print("]\n");
    } else if (!rows.empty()) {
        tableOf(rows).print(terminal.screen());
    } else if (exit == Done) {
        fmt::print("no token {}\n", walk.tokenWalk().tokens() == 0 ? "is limited here" : "matches");
    }
    return exit;
}

} // namespace

void addTokensCommand(CLI::App& app, Terminal& terminal)
{
    addCommand<TokenListOptions>(
        app, terminal, "tokens",
        "List how tokens stand: used, left, when the next request passes; of any limiter's format",
        declareTokenList, tokens);
}

} // namespace ratewarden::ctl
