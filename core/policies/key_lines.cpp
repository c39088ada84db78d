// SPDX-License-Identifier: MIT
#include "core/policies/key_lines.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ratewarden {
namespace {

/// An object or array that is open.
struct Open {
    std::string path;
    bool isObject = false;
    bool wantsKey = false; // the next text is one
    std::size_t index = 0; // of an array, the member that comes
};

constexpr std::size_t deepestPolicy = 8; // what is nested deeper, no policy has

// Behind the text that begins, with its quote, at `from`.
std::size_t endOfText(std::string_view text, std::size_t from)
{
    std::size_t at = from + 1;
    while (at < text.size() && text[at] != '"')
        at += text[at] == '\\' ? 2 : 1;
    return std::min(at + 1, text.size());
}

} // namespace

KeyLines::KeyLines(std::string_view text)
{
    std::vector<Open> open;
    std::string path; // of the value that comes
    std::size_t line = 1;
    const auto beginValue = [&] {
        if (!open.empty() && !open.back().isObject && open.size() <= deepestPolicy) {
            path = open.back().path + "/" + std::to_string(open.back().index);
            m_lines.emplace(path, line);
        }
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        switch (text[at]) {
        case '\n':
            ++line;
            break;
        case '{':
        case '[':
            beginValue();
            open.push_back({path, text[at] == '{', text[at] == '{'});
            m_lines.emplace(path, line);
            break;
        case '}':
        case ']':
            if (!open.empty())
                open.pop_back();
            break;
        case ',':
            if (!open.empty()) {
                open.back().wantsKey = open.back().isObject;
                ++open.back().index;
            }
            break;
        case '"': {
            const std::size_t from = at;
            const std::size_t end = endOfText(text, from);
            if (open.empty() || !open.back().wantsKey) {
                beginValue();
            } else {
                open.back().wantsKey = false;
                at = end - 1;
                if (open.size() > deepestPolicy)
                    break;
                // Two spellings of a key are one: "a" and "\u0061".
                const auto key = nlohmann::json::parse(text.substr(from, end - from)).get<std::string>();
                path = open.back().path + "/" + key;
                if (const auto [found, isNew] = m_lines.emplace(path, line); !isNew)
                    m_twice.push_back({path, key, line, found->second});
            }
            at = end - 1; // no text has a line break in it
            break;
        }
        default:
            if (!open.empty() && !open.back().isObject &&
                std::string_view(" \t\r:").find(text[at]) == std::string_view::npos)
                beginValue(); // a number or word; told once
        }
    }
}

std::size_t KeyLines::lineOf(std::string_view path) const
{
    while (true) {
        if (const auto found = m_lines.find(path); found != m_lines.end())
            return found->second;
        const std::size_t slash = path.rfind('/');
        if (slash == std::string_view::npos)
            return 1;
        path = path.substr(0, slash);
    }
}

} // namespace ratewarden
