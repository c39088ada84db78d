// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/token_search.h"

#include "core/policies/published_policy.h"
#include "ui/text/display_text.h"

#include <algorithm>
#include <cctype>

namespace ratewarden::ui {
namespace {

// Blocks of tokens whose states were found, too.
void dropCovered(std::vector<TokenMatch>& matches)
{
    std::vector<std::string> withState;
    withState.reserve(matches.size());
    for (const TokenMatch& match : matches)
        if (match.subject.format->hasState())
            withState.push_back(match.subject.token);
    std::erase_if(matches, [&](const TokenMatch& match) {
        return !match.subject.format->hasState() &&
               std::ranges::find(withState, match.subject.token) != withState.end();
    });
}

} // namespace

bool hasAll(const QString& text, const QStringList& words)
{
    return std::ranges::all_of(words,
                               [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

TokenMatches searchTokens(const TokenSnapshot& tokens, const std::string& exact, const QStringList& words,
                          std::size_t most, const std::stop_token& stop)
{
    TokenMatches matches;
    std::vector<TokenMatch> longer; // names of which what was typed is a whole part at the front
    const auto isFront = [&exact](std::string_view token) {
        return token.size() > exact.size() && token.starts_with(exact) &&
               std::isalnum(static_cast<unsigned char>(token[exact.size()])) == 0;
    };
    for (std::size_t place = 0; place < tokens.rows.size() && !stop.stop_requested(); ++place) {
        const TokenRow& row = tokens.rows[place];
        const TokenName name = tokens.names[place];
        if (row.dropped || isCandidate(name.policy))
            continue;
        const bool isExact = name.token == exact;
        std::vector<TokenMatch>& found = isExact               ? matches.exact
                                         : isFront(name.token) ? longer
                                                               : matches.others;
        if (isExact || (found.size() < most && hasAll(shown(name.token), words)))
            found.push_back({name.key(), row.state});
    }
    matches.others.insert(matches.others.begin(), longer.begin(), longer.end());
    if (matches.others.size() > most)
        matches.others.erase(matches.others.begin() + std::ptrdiff_t(most), matches.others.end());
    dropCovered(matches.exact);
    dropCovered(matches.others);
    return matches;
}

} // namespace ratewarden::ui
