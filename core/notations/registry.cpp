// SPDX-License-Identifier: MIT
#include "core/model/document_faults.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/notations/notation_faults.h"
#include "core/notations/shared.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>

namespace ratewarden {

// Each is in the file of its name.
Notation shortForm();
Notation pythonLimits();
Notation ratelimitHeader();
Notation kong();
Notation envoy();

std::span<const Notation> notations()
{
    static const std::array rows{shortForm(), pythonLimits(), ratelimitHeader(), kong(), envoy()};
    return rows;
}

const Notation& notationNamed(std::string_view name)
{
    const auto found = std::ranges::find(notations(), name, &Notation::name);
    if (found != notations().end())
        return *found;
    std::string names;
    for (const Notation& notation : notations())
        names += fmt::format("{}{}", names.empty() ? "" : ", ", notation.name);
    throw InvalidArgument(Problem(Fault::UnknownNotation, name, names));
}

ReadRules readRulesInAnyNotation(std::string_view text)
{
    constexpr std::size_t longestText = 65'536;
    if (text.size() > longestText)
        throw InvalidArgument(Problem(Fault::TextTooLong, longestText));
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    // Asked from the last, as Envoy's may be JSON and Kong's is all other JSON, to the first, which takes
    // whatever is left.
    const std::span<const Notation> all = notations();
    const std::string_view bare = trimmed(text, notations_detail::blanksAndLineEnds);
    const Notation& notation =
        *std::find_if(all.rbegin(), all.rend(), [&](const Notation& each) { return each.recognises(bare); });
    ReadRules read = notation.read(text);
    read.notation = notation.title;
    validateRules(read.rules);
    for (const Rule& rule : read.rules)
        if (rule.limit == 0)
            read.warnings.push_back({.kind = NotationWarning::Kind::DeniesAll, .rule = rule});
    return read;
}

} // namespace ratewarden
