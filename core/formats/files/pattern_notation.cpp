// SPDX-License-Identifier: MIT
// How the text of a pattern is read.
#include "core/formats/files/file_faults.h"
#include "core/formats/files/pattern.h"
#include "core/model/errors.h"

#include <algorithm>

namespace ratewarden {

using What = CaptureType::Kind;

class PatternCompiler {
public:
    PatternCompiler(std::string_view text, Pattern& pattern) : m_text(text), m_pattern(pattern) {}

    void compile()
    {
        if (m_text.size() > Pattern::maxPattern)
            fail(Pattern::maxPattern, {Fault::PatternLength, Pattern::maxPattern});
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if ((c == '{' || c == '}' || c == '[' || c == ']') && m_text.substr(m_at + 1).starts_with(c)) {
                literal(c);
                m_at += 2;
            } else if (c == '{') {
                capture();
            } else if (c == '[') {
                open();
            } else if (c == ']') {
                close();
            } else if (c == '}') {
                fail(m_at, Fault::BraceNotOpen);
            } else {
                literal(c);
                ++m_at;
            }
        }
        if (m_open)
            fail(*m_open, Fault::BracketNotClosed);
    }

private:
    using Part = Pattern::Part;

    [[noreturn]] void fail(std::size_t position, const Problem& reason) const
    {
        throw BadNotation(m_text, position, reason);
    }

    std::vector<Part>& parts() { return m_pattern.m_parts; }

    void literal(char c)
    {
        notBehindRest(m_at);
        if (parts().empty() || parts().back().what != Part::What::Literal)
            parts().push_back({Part::What::Literal, {}, 0, 0, true});
        parts().back().text += c;
    }

    void open()
    {
        if (m_open)
            fail(m_at, Fault::NestedOptional);
        notBehindRest(m_at);
        if (m_optionals == Pattern::maxOptionalParts)
            fail(m_at, {Fault::OptionalsTooMany, Pattern::maxOptionalParts});
        m_open = m_at++;
        m_opened = parts().size();
        parts().push_back({Part::What::Optional, {}, m_optionals++, 0, true});
    }

    void close()
    {
        if (!m_open)
            fail(m_at, Fault::BracketNotOpen);
        if (parts().size() == m_opened + 1)
            fail(*m_open, Fault::OptionalEmpty);
        parts().push_back({Part::What::OptionalEnd, {}, 0, 0, true});
        parts()[m_opened].next = parts().size();
        parts()[m_opened].text = m_text.substr(*m_open, m_at + 1 - *m_open);
        m_open.reset();
        ++m_at;
    }

    void capture()
    {
        const std::size_t begin = m_at + 1;
        const std::size_t end = m_text.find('}', begin);
        if (end == std::string_view::npos)
            fail(m_at, Fault::BraceNotClosed);
        notBehindRest(m_at);
        const std::string_view inner = m_text.substr(begin, end - begin);
        const std::size_t mark = std::min(inner.find_first_of(":="), inner.size());
        const std::string_view name = inner.substr(0, mark);
        checkName(name, begin);
        CaptureType type;
        if (mark < inner.size())
            type = typeOf(inner.substr(mark), begin + mark);
        if (type.kind == What::Text && !parts().empty() && isFreeText(parts().back()))
            fail(m_at, Fault::FreeTextsTouch);
        const auto [slot, first] = slotOf(name, std::move(type), m_at);
        parts().push_back({Part::What::Capture, {}, slot, 0, first});
        m_at = end + 1;
    }

    void checkName(std::string_view name, std::size_t position) const
    {
        const auto belongs = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
        };
        if (name.empty() || name.front() < 'a')
            fail(position, Fault::CaptureNameMissing);
        if (!std::ranges::all_of(name, belongs))
            fail(position, Fault::CaptureName);
        if (name == "outer")
            fail(position, Fault::CaptureNamedOuter);
    }

    CaptureType typeOf(std::string_view rest, std::size_t position) const
    {
        const std::string_view what = rest.substr(1);
        if (what.empty())
            fail(position, rest.front() == '=' ? Fault::ConstantEmpty : Fault::TypeMissing);
        if (rest.front() == '=')
            return {What::Constant, -1, {std::string(what)}};
        auto type = captureTypeNamed(what);
        if (!type)
            fail(position + 1, Fault::TypeUnknown);
        return std::move(*type);
    }

    bool isFreeText(const Part& part) const
    {
        return part.what == Part::What::Capture && m_pattern.m_slots[part.slot].type.kind == What::Text;
    }

    std::pair<std::size_t, bool> slotOf(std::string_view name, CaptureType type, std::size_t position)
    {
        auto& slots = m_pattern.m_slots;
        const auto found = std::ranges::find(slots, name, &Pattern::Slot::name);
        if (found == slots.end()) {
            if (slots.size() == Pattern::maxCaptures)
                fail(position, {Fault::CapturesTooMany, Pattern::maxCaptures});
            slots.push_back({std::string(name), std::move(type)});
            return {slots.size() - 1, true};
        }
        if (found->type != type)
            fail(position, Fault::TypeDiffers);
        m_pattern.m_repeats = true;
        return {std::size_t(found - slots.begin()), false};
    }

    void notBehindRest(std::size_t position) const
    {
        for (const Pattern::Slot& slot : m_pattern.m_slots)
            if (slot.type.kind == What::Rest)
                fail(position, Fault::BehindRest);
    }

    std::string_view m_text;
    Pattern& m_pattern;
    std::size_t m_at = 0;
    std::optional<std::size_t> m_open; // position of the "[" that is open
    std::size_t m_opened = 0;          // its part
    std::size_t m_optionals = 0;
};

Pattern::Pattern(std::string_view text) : m_text(text)
{
    PatternCompiler(text, *this).compile();
    derive();
}

void Pattern::derive()
{
    m_anchor.clear();
    m_lead.clear();
    m_literals = 0;
    m_leastLength = 0;
    std::string run; // of literals and constants
    const auto end = [&] {
        if (run.size() > m_anchor.size())
            m_anchor = run;
        run.clear();
    };
    bool leads = true;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Part& part = m_parts[i];
        const bool constant =
            part.what == Part::What::Capture && m_slots[part.slot].type.kind == What::Constant;
        if (part.what == Part::What::Literal || constant) {
            const std::string& text = constant ? m_slots[part.slot].type.choices.front() : part.text;
            run += text;
            m_lead += leads ? text : "";
            m_literals += constant ? 0 : text.size();
            m_leastLength += text.size();
            continue;
        }
        if (part.what == Part::What::Capture)
            m_leastLength += leastLengthOf(m_slots[part.slot].type);
        leads = false;
        end();
        if (part.what == Part::What::Optional)
            i = part.next - 1;
    }
    end();
    const bool optionalLeads = !m_parts.empty() && m_parts.front().what == Part::What::Optional;
    m_takesOuter = m_lead.size() >= 3 || ((optionalLeads || !m_lead.empty()) && m_literals >= 6);
    m_outerEndsAnywhere = m_lead.size() >= 10; // no key holds so many by chance
}

bool Pattern::takesAnything() const
{
    return m_parts.size() == 1 && m_parts.front().what == Part::What::Capture &&
           m_slots.front().type.kind == What::Text;
}

Pattern Pattern::withPrefix(std::string_view prefix) const
{
    if (prefix.empty())
        throw BadNotation(prefix, 0, Fault::PrefixEmpty);
    Pattern other = *this;
    for (Slot& slot : other.m_slots)
        if (slot.name == "prefix" && slot.type.kind == What::Constant) {
            const std::string before = "{prefix=" + slot.type.choices.front() + "}";
            const std::string after = "{prefix=" + std::string(prefix) + "}";
            for (std::size_t at = 0; (at = other.m_text.find(before, at)) != std::string::npos;
                 at += after.size())
                other.m_text.replace(at, before.size(), after);
            slot.type.choices.front() = prefix;
        }
    other.derive();
    other.m_outerEndsAnywhere = false;
    return other;
}

std::vector<std::string_view> Pattern::names() const
{
    std::vector<std::string_view> names;
    for (const Slot& slot : m_slots)
        names.push_back(slot.name);
    return names;
}

const CaptureType* Pattern::type(std::string_view name) const
{
    const auto found = std::ranges::find(m_slots, name, &Slot::name);
    return found != m_slots.end() ? &found->type : nullptr;
}

} // namespace ratewarden
