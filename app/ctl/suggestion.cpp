// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/suggestion.h"

#include "core/model/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace ratewarden::ctl {
namespace {

/// Those of the names that `word` may be a typing mistake of, the nearest first; at most three.
std::vector<std::string> nearNames(std::string_view word, const std::vector<std::string>& names)
{
    constexpr std::size_t longest = 200; // the distance takes the product of the lengths
    constexpr std::size_t most = 3;
    std::vector<std::pair<std::size_t, std::string>> near;
    if (word.size() > longest)
        return {};
    for (const std::string& name : names) {
        if (name.size() > longest)
            continue;
        const bool isBeginning = word.size() >= 3 && name.starts_with(word);
        const std::size_t away = isBeginning ? 0 : editDistance(word, name);
        const std::size_t allowed = std::max<std::size_t>(1, std::min(word.size(), name.size()) / 3);
        if (away <= allowed && away < std::max(word.size(), name.size()))
            near.emplace_back(away, name);
    }
    std::ranges::sort(near);
    near.erase(std::unique(near.begin(), near.end()), near.end()); // a script and an algorithm have one name
    std::vector<std::string> found;
    for (auto& [away, name] : near)
        if (found.size() < most && away <= near.front().first + 1)
            found.push_back(std::move(name));
    return found;
}

} // namespace

std::string didYouMean(std::string_view word, const std::vector<std::string>& names)
{
    std::vector<std::string> near;
    for (const std::string& name : nearNames(word, names))
        near.push_back(fmt::format("\"{}\"", printable(name)));
    return near.empty() ? std::string() : fmt::format("; did you mean {}?", fmt::join(near, " or "));
}

} // namespace ratewarden::ctl
