// SPDX-License-Identifier: MIT
#include "core/model/errors.h"

#include "core/model/text.h"

#include <fmt/format.h>

namespace ratewarden {

BadNotation::BadNotation(std::string_view text, std::size_t position, std::string_view reason)
    : InvalidArgument(fmt::format("cannot read \"{}\" at character {}: {}", printable(text.substr(0, 200)),
                                  position + 1, reason))
    , m_position(position)
    , m_reason(reason)
{
}

} // namespace ratewarden
