// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"
#include "app/ctl/token_rows.h"

#include <string>
#include <vector>

/// What `tokens` and `top` share: which tokens are listed, and in which order; and the filters of all lists.
namespace ratewarden::ctl {

struct TokenListOptions {
    std::vector<std::string> states;
    std::string policy;
    std::string format;
    std::string match;
    std::string filter;
    std::string sort = "state";
    bool reversed = false;
    std::size_t most = 0; ///< 0: all
};

void declareTokenList(CLI::App& command, TokenListOptions& options);
/// `--filter` of a list of these rows.
void declareFilter(CLI::App& command, std::string& filter, const char* rows, const char* example);
/// Says which of its words looks like one, but is only a part of a name here.
void noteForeignWord(const Filter& filter);

/// Ours and the catalogue's in force: with the user's after Terminal::formats().
std::vector<std::string> formatNames();

// They throw InvalidArgument, with near names, for one that there is not.
void requireFormat(const std::string& name); ///< empty: none is asked for
TokenChoice choiceOf(const TokenListOptions& options);
TokenOrder orderOf(const TokenListOptions& options);

/// What is kept of the rows of one walk.
class TokenList {
public:
    TokenList(TokenChoice choice, TokenOrder order, bool reversed, std::size_t most);

    void take(ListedToken row);
    /// In order, at most so many. To be called once, after the last row.
    std::vector<ListedToken> finish();

    /// Of all tokens, whatever is chosen.
    const TokenTotals& totals() const { return m_totals; }
    /// Whether any token is under the policy that is chosen, whatever else is.
    bool knowsPolicy() const { return m_knowsPolicy; }

private:
    void keepTheFirst();

    TokenChoice m_choice;
    TokenOrder m_order;
    bool m_reversed;
    std::size_t m_most;
    std::vector<ListedToken> m_rows;
    TokenTotals m_totals;
    bool m_knowsPolicy = false;
};

Table tableOf(const std::vector<ListedToken>& rows);

} // namespace ratewarden::ctl
