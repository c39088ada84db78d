// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/escapes.h"

#include "core/model/text.h"

#include <charconv>
#include <optional>
#include <string_view>

namespace ratewarden::ctl {
namespace {

std::optional<unsigned> hexadecimal(std::string_view digits)
{
    unsigned number = 0;
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, number, 16);
    return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

void appendUtf8(std::string& bytes, unsigned code)
{
    const auto put = [&bytes](unsigned byte) {
        bytes += static_cast<char>(static_cast<unsigned char>(byte));
    };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xc0U | code >> 6U);
        put(0x80U | (code & 0x3fU));
    } else if (code < 0x10000) {
        put(0xe0U | code >> 12U);
        put(0x80U | (code >> 6U & 0x3fU));
        put(0x80U | (code & 0x3fU));
    } else {
        put(0xf0U | code >> 18U);
        put(0x80U | (code >> 12U & 0x3fU));
        put(0x80U | (code >> 6U & 0x3fU));
        put(0x80U | (code & 0x3fU));
    }
}

/// Takes the escape that the text begins with; false: it begins with none.
bool takeEscape(std::string_view& text, std::string& bytes)
{
    if (text.starts_with("\\\\")) {
        bytes += '\\';
        text.remove_prefix(2);
        return true;
    }
    if (text.starts_with("\\x") && text.size() >= 4) {
        if (const auto byte = hexadecimal(text.substr(2, 2))) {
            bytes += static_cast<char>(static_cast<unsigned char>(*byte));
            text.remove_prefix(4);
            return true;
        }
    }
    const std::size_t end = text.find('}');
    if (text.starts_with("\\u{") && end != std::string_view::npos) {
        if (const auto code = hexadecimal(text.substr(3, end - 3)); code && *code <= 0x10ffff) {
            appendUtf8(bytes, *code);
            text.remove_prefix(end + 1);
            return true;
        }
    }
    return false;
}

} // namespace

std::string bytesOf(const std::string& printed)
{
    std::string bytes;
    for (std::string_view rest = printed; !rest.empty();) {
        if (rest.front() != '\\') {
            bytes += rest.front();
            rest.remove_prefix(1);
        } else if (!takeEscape(rest, bytes)) {
            return printed;
        }
    }
    return printable(bytes) == printed ? bytes : printed;
}

void takeEscapes(CLI::App& command, CLI::Option& option)
{
    option.transform(
        [&command](const std::string& text) {
            const CLI::App* root = &command;
            while (root->get_parent() != nullptr)
                root = root->get_parent();
            return root->get_option("--literal")->count() > 0 ? text : bytesOf(text);
        },
        "", "");
}

} // namespace ratewarden::ctl
