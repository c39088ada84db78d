// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/token_search.h"

#include "core/policies/published_policy.h"
#include "ui/text/display_text.h"

#include <algorithm>

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
                          std::size_t most, const std::atomic<bool>& cancelled)
{
    TokenMatches matches;
    for (std::size_t place = 0; place < tokens.rows.size() && !cancelled; ++place) {
        const TokenRow& row = tokens.rows[place];
        const TokenName name = tokens.names[place];
        if (row.dropped || isCandidate(name.policy))
            continue;
        const bool isExact = name.token == exact;
        if (!isExact && (matches.others.size() >= most || !hasAll(shown(name.token), words)))
            continue;
        (isExact ? matches.exact : matches.others).push_back({name.key(), row.state});
    }
    dropCovered(matches.exact);
    dropCovered(matches.others);
    return matches;
}

} // namespace ratewarden::ui
