// SPDX-License-Identifier: MIT
#include "core/algorithms/algorithm.h"
#include "core/algorithms/gcra.h"
#include "core/algorithms/sliding_log.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <array>

namespace ratewarden {
namespace {

constexpr std::array registry{
    Algorithm{"sliding-log-zset", "sliding log (sorted set)", "zlog", "sliding_log_zset", true,
              makeSlidingLog},
    Algorithm{"gcra", "GCRA", "gcra", "gcra", false, makeGcra},
};

} // namespace

std::span<const Algorithm> algorithms()
{
    return registry;
}

const Algorithm& algorithmNamed(std::string_view name)
{
    const auto* const found = std::ranges::find(registry, name, &Algorithm::name);
    if (found != registry.end())
        return *found;
    std::string names;
    for (const Algorithm& algorithm : registry)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", algorithm.name);
    throw BadPolicy(fmt::format("there is no algorithm \"{}\"; there are: {}", printable(name), names));
}

const Algorithm* algorithmWithKeySuffix(std::string_view suffix)
{
    const auto* const found = std::ranges::find(registry, suffix, &Algorithm::keySuffix);
    return found == registry.end() ? nullptr : found;
}

} // namespace ratewarden
