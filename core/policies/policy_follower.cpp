// SPDX-License-Identifier: MIT
#include "core/policies/policy_follower.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

namespace ratewarden {

void throwUnknownPolicy(const PolicyWatch& watch, const std::string& name, std::string_view where)
{
    const std::string problem = watch.problem();
    if (!watch.hasRead())
        throw Unavailable(fmt::format("the policies on {} have not been read yet{}", where,
                                      problem.empty() ? std::string() : ": " + problem),
                          Unavailable::Effect::None);
    throw InvalidArgument(fmt::format("no policy \"{}\" has been read from {}{}", printable(name), where,
                                      problem.empty() ? std::string("; publish it first") : ": " + problem));
}

} // namespace ratewarden
