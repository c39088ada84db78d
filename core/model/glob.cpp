// SPDX-License-Identifier: MIT
#include "core/model/glob.h"

#include <utility>

namespace ratewarden {
namespace {

// A set of bytes, "[a-z]" or "[^a-z]", of which `at` is the place behind the bracket; moves it behind the
// end.
bool isInSet(std::string_view glob, std::size_t& at, unsigned char byte)
{
    const bool inverted = at < glob.size() && glob[at] == '^';
    at += inverted ? 1 : 0;
    bool found = false;
    while (at < glob.size() && glob[at] != ']') {
        if (glob[at] == '\\' && at + 1 < glob.size())
            ++at;
        auto low = static_cast<unsigned char>(glob[at]);
        auto high = low;
        if (at + 2 < glob.size() && glob[at + 1] == '-') {
            high = static_cast<unsigned char>(glob[at + 2]);
            at += 2;
        }
        if (low > high)
            std::swap(low, high);
        found |= byte >= low && byte <= high;
        ++at;
    }
    at += at < glob.size() ? 1 : 0;
    return found != inverted;
}

// Whether the one character of the glob at `at`, which is no star, matches the byte; moves behind it.
bool matchesOne(std::string_view glob, std::size_t& at, char byte)
{
    if (glob[at] == '?') {
        ++at;
        return true;
    }
    if (glob[at] == '[')
        return isInSet(glob, ++at, static_cast<unsigned char>(byte));
    if (glob[at] == '\\' && at + 1 < glob.size())
        ++at;
    return glob[at++] == byte;
}

} // namespace

bool matchesGlob(std::string_view glob, std::string_view text)
{
    std::size_t at = 0;
    std::size_t in = 0;
    std::size_t afterStar = std::string_view::npos; // in the glob, behind the last star
    std::size_t taken = 0;                          // where in the text that ends which the star takes
    while (in < text.size()) {
        if (at < glob.size() && glob[at] == '*') {
            afterStar = ++at;
            taken = in;
        } else if (std::size_t next = at; at < glob.size() && matchesOne(glob, next, text[in])) {
            at = next;
            ++in;
        } else if (afterStar != std::string_view::npos) {
            at = afterStar;
            in = ++taken;
        } else {
            return false;
        }
    }
    while (at < glob.size() && glob[at] == '*')
        ++at;
    return at == glob.size();
}

bool isWholeGlob(std::string_view glob)
{
    bool isOpen = false;
    for (std::size_t i = 0; i < glob.size(); ++i) {
        if (glob[i] == '\\') {
            if (++i == glob.size())
                return false;
        } else if (glob[i] == '[') {
            isOpen = true;
        } else if (glob[i] == ']') {
            isOpen = false;
        }
    }
    return !isOpen;
}

bool hasWildcard(std::string_view word)
{
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] == '\\')
            ++i;
        else if (word[i] == '*' || word[i] == '?' || word[i] == '[')
            return true;
    }
    return false;
}

std::string escapedForGlob(std::string_view text)
{
    std::string glob;
    for (const char c : text) {
        if (std::string_view("*?[]\\").find(c) != std::string_view::npos)
            glob += '\\';
        glob += c;
    }
    return glob;
}

} // namespace ratewarden
