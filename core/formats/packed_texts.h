// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace ratewarden {

// Before-images of several parts: each behind its length. Private to core/formats.

inline void pack(std::string& packed, std::string_view text)
{
    packed += fmt::format("{}:", text.size());
    packed += text;
}

/// Takes the first part off. Throws InvalidArgument for what is damaged: they come out of the audit trail,
/// too, where others may write.
inline std::string_view unpack(std::string_view& packed)
{
    const std::size_t colon = packed.find(':');
    const auto size = parsedNumber<std::size_t>(packed.substr(0, colon));
    if (colon == std::string_view::npos || !size || *size > packed.size() - colon - 1)
        throw InvalidArgument("what is to be put back is damaged");
    const std::string_view text = packed.substr(colon + 1, *size);
    packed.remove_prefix(colon + 1 + *size);
    return text;
}

} // namespace ratewarden
