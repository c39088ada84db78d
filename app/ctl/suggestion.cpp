// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/suggestion.h"

#include "core/model/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace ratewarden::ctl {
namespace {

/// How many letters have to be changed, inserted, left out, or exchanged with their neighbours.
std::size_t distance(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> older;
    std::vector<std::size_t> old(to.size() + 1);
    std::vector<std::size_t> now(to.size() + 1);
    std::iota(now.begin(), now.end(), std::size_t(0));
    for (std::size_t i = 1; i <= from.size(); ++i) {
        older = std::exchange(old, now);
        now[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const bool same = from[i - 1] == to[j - 1];
            now[j] = std::min({old[j] + 1, now[j - 1] + 1, old[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
                now[j] = std::min(now[j], older[j - 2] + 1);
        }
    }
    return now.back();
}

} // namespace

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
        const std::size_t away = isBeginning ? 0 : distance(word, name);
        const std::size_t allowed = std::max<std::size_t>(1, std::min(word.size(), name.size()) / 3);
        if (away <= allowed && away < std::max(word.size(), name.size()))
            near.emplace_back(away, name);
    }
    std::ranges::sort(near);
    std::vector<std::string> found;
    for (auto& [away, name] : near)
        if (found.size() < most && away <= near.front().first + 1)
            found.push_back(std::move(name));
    return found;
}

std::string didYouMean(std::string_view word, const std::vector<std::string>& names)
{
    std::vector<std::string> near;
    for (const std::string& name : nearNames(word, names))
        near.push_back(fmt::format("\"{}\"", printable(name)));
    return near.empty() ? std::string() : fmt::format("; did you mean {}?", fmt::join(near, " or "));
}

} // namespace ratewarden::ctl
