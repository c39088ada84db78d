// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/escapes.h"

#include "app/ctl/terminal.h"
#include "core/model/errors.h"
#include "core/model/rule_faults.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace ratewarden::ctl {
namespace {

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

/// With "*" for each "\*". `isPattern` becomes true if there are others.
std::string withPlainStars(const std::string& printed, bool& isPattern)
{
    std::string text;
    for (std::size_t i = 0; i < printed.size(); ++i) {
        isPattern = isPattern || printed[i] == '*';
        if (printed[i] == '\\' && i + 1 < printed.size()) {
            if (printed[i + 1] != '*')
                text += '\\';
            ++i;
        }
        text += printed[i];
    }
    return text;
}

/// Whether some would mean several tokens by it: "user?", "user[1-3]". No address in brackets, "[::1]".
bool looksLikePattern(std::string_view text)
{
    const std::size_t open = text.find('[');
    const std::size_t end = text.find(']', std::min(open, text.size()));
    const bool isSet =
        end != std::string_view::npos && text.substr(open, end - open).find(':') == std::string_view::npos;
    return isSet || text.find('?') != std::string_view::npos;
}

bool isLiteral(const CLI::App& command)
{
    const CLI::App* root = &command;
    while (root->get_parent() != nullptr)
        root = root->get_parent();
    return root->get_option("--literal")->count() > 0;
}

} // namespace

std::string bytesOf(const std::string& printed)
{
    bool isPattern = false;
    std::string text = withPlainStars(printed, isPattern);
    std::string bytes;
    for (std::string_view rest = text; !rest.empty();) {
        if (rest.front() != '\\') {
            bytes += rest.front();
            rest.remove_prefix(1);
        } else if (!takeEscape(rest, bytes)) {
            return text;
        }
    }
    return printable(bytes) == text ? bytes : text;
}

void takeEscapes(CLI::App& command, CLI::Option& option)
{
    option.transform(
        [&command](const std::string& text) { return isLiteral(command) ? text : bytesOf(text); }, "", "");
}

void requireOneToken(CLI::App& command, CLI::Option& token)
{
    // What is added last transforms first: before the escapes are gone.
    token.transform(
        [&command](const std::string& text) {
            if (text.empty())
                throw InvalidArgument(Problem(Fault::EmptyToken));
            bool isPattern = false;
            withPlainStars(text, isPattern);
            if (isPattern && !isLiteral(command))
                throw InvalidArgument(fmt::format(
                    "\"{0}\" would be one token of this very name, as no pattern is taken here: "
                    "`ratewarden-ctl tokens --match '{0}'` lists those that match, to be given one by one. "
                    "For a * in a token's name write \\*",
                    printable(text)));
            if (!isLiteral(command) && looksLikePattern(text))
                Terminal::note(fmt::format(
                    "\"{}\" is taken for the name of one token: no pattern is taken here", printable(text)));
            return text;
        },
        "", "");
}

} // namespace ratewarden::ctl
