// SPDX-License-Identifier: MIT
#include "core/model/errors.h"

#include "core/model/rule_faults.h"

namespace ratewarden {

BadNotation::BadNotation(std::string_view text, std::size_t position, const Problem& reason)
    : InvalidArgument(Problem(Fault::Notation, text.substr(0, 200), position + 1, reason))
    , m_position(position)
{
}

} // namespace ratewarden
