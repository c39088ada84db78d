// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/token_list.h"

#include "app/ctl/escapes.h"
#include "app/ctl/suggestion.h"
#include "core/admin/named_filters.h"
#include "core/formats/foreign/catalogue.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/model/errors.h"
#include "core/model/glob.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <utility>

namespace ratewarden::ctl {
namespace {

std::vector<std::string> statusNames()
{
    std::vector<std::string> names;
    names.reserve(tokenStatusCount);
    for (int i = 0; i < tokenStatusCount; ++i)
        names.emplace_back(nameOf(TokenStatus(i)));
    return names;
}

InvalidArgument unknown(const char* what, const std::string& word, const std::vector<std::string>& names)
{
    return InvalidArgument(fmt::format("there is no {} \"{}\"; use {}{}", what, printable(word),
                                       fmt::join(names, ", "), didYouMean(word, names)));
}

} // namespace

std::vector<std::string> formatNames()
{
    std::vector<std::string> names;
    for (const Format* const format : ratewardenFormats())
        names.emplace_back(format->name());
    for (const auto& format : currentCatalogue()->formats())
        names.emplace_back(format->name());
    return names;
}

void declareFilter(CLI::App& command, std::string& filter, const char* rows, const char* example)
{
    command
        .add_option("--filter", filter,
                    fmt::format("Only {} for which every word holds, as in \"{}\"; see ratewarden-watch(7)",
                                rows, example))
        ->transform([](const std::string& text) { return NamedFilters().expanded(text); }, "", "");
}

void noteForeignWord(const Filter& filter)
{
    if (const Problem note = foreignWord(filter))
        Terminal::note(englishText(note));
}

void declareTokenList(CLI::App& command, TokenListOptions& options)
{
    command
        .add_option("--state", options.states,
                    fmt::format("Only tokens in these states: {}", fmt::join(statusNames(), ", ")))
        ->delimiter(',');
    takeEscapes(command, *command.add_option("--policy", options.policy,
                                             "Only under this policy, or in this group of another limiter's "
                                             "keys"));
    command.add_option("--format", options.format, "Only of this format, as `format list` names it");
    command.add_option("--match", options.match, "Only tokens of this pattern, as in \"user:*\"");
    declareFilter(command, options.filter, "tokens", "policy:pay* (limited or used>90%)");
    command
        .add_option("--sort", options.sort,
                    fmt::format("The most urgent first (state), or by: {}",
                                fmt::join(std::span(tokenOrderNames).subspan(1), ", ")))
        ->capture_default_str();
    command.add_flag("--reverse", options.reversed, "The other way round");
    command.add_option("--top", options.most, "At most so many; 0: all")
        ->check(CLI::Range(std::int64_t(0), std::int64_t(1) << 40));
}

void requireFormat(const std::string& name)
{
    Terminal::formats(); // those of the user, too
    if (name.empty())
        return;
    if (const std::vector<std::string> names = formatNames(); std::ranges::find(names, name) == names.end())
        throw InvalidArgument(fmt::format("there is no format \"{}\"; `ratewarden-ctl format list` names "
                                          "them{}",
                                          printable(name), didYouMean(name, names)));
}

TokenChoice choiceOf(const TokenListOptions& options)
{
    TokenChoice choice;
    for (const std::string& name : options.states) {
        const std::optional<TokenStatus> status = tokenStatusNamed(name);
        if (!status)
            throw unknown("state", name, statusNames());
        choice.states.insert(*status);
    }
    if (!options.policy.empty())
        choice.policy = options.policy;
    requireFormat(options.format);
    choice.format = options.format;
    if (!isWholeGlob(options.match))
        throw InvalidArgument(fmt::format("the pattern \"{}\" is not whole: a [ needs its ], and [[] or \\[ "
                                          "means the character",
                                          printable(options.match)));
    choice.match = options.match;
    choice.filter = TokenFilter(options.filter); // which may name the user's formats
    noteForeignWord(choice.filter);
    return choice;
}

TokenOrder orderOf(const TokenListOptions& options)
{
    const auto* const found = std::ranges::find(tokenOrderNames, std::string_view(options.sort));
    if (found == tokenOrderNames.end())
        throw unknown("order", options.sort, {tokenOrderNames.begin(), tokenOrderNames.end()});
    return TokenOrder(found - tokenOrderNames.begin());
}

TokenList::TokenList(TokenChoice choice, TokenOrder order, bool reversed, std::size_t most)
    : m_choice(std::move(choice)), m_order(order), m_reversed(reversed), m_most(most)
{
}

void TokenList::take(ListedToken row)
{
    m_totals.add(row);
    m_knowsPolicy = m_knowsPolicy || row.subject.policy == m_choice.policy;
    if (!m_choice.takes(row))
        return;
    m_rows.push_back(std::move(row));
    constexpr std::size_t slack = 1000;
    if (m_most > 0 && m_rows.size() > 2 * m_most + slack)
        keepTheFirst();
}

void TokenList::keepTheFirst()
{
    std::ranges::sort(m_rows, [this](const ListedToken& a, const ListedToken& b) {
        return comesBefore(a, b, m_order, m_reversed);
    });
    if (m_most > 0 && m_rows.size() > m_most)
        m_rows.erase(m_rows.begin() + std::ptrdiff_t(m_most), m_rows.end());
}

std::vector<ListedToken> TokenList::finish()
{
    keepTheFirst();
    return std::move(m_rows);
}

Table tableOf(const std::vector<ListedToken>& rows)
{
    std::vector<const ListedToken*> shown;
    shown.reserve(rows.size());
    for (const ListedToken& row : rows)
        shown.push_back(&row);
    return tokenTable(shown);
}

} // namespace ratewarden::ctl
