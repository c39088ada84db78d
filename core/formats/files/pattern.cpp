// SPDX-License-Identifier: MIT
#include "core/formats/files/pattern.h"

#include "core/model/glob.h"

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

using Kind = CaptureType::Kind;

constexpr std::string_view nameSeparators = ":/._-|";
constexpr std::size_t stepsPerByte = 64; // of the search for a repeated name
constexpr std::size_t bytesPerStep = 32; // that are compared with what the name read before

// A mark in the record, of a part that captures nothing.
constexpr std::string_view presentText = "present";

void addStar(std::string& glob)
{
    if (!glob.ends_with('*') || glob.ends_with("\\*"))
        glob += '*';
}

} // namespace

// One search. A capture of any text tries its ends from the nearest on; once it has failed from one place it
// fails from every later one too, as the same ends are left there. That keeps the search linear in all but
// patterns that repeat a name, or have many captures of numbers side by side: those are cut off.
class PatternMatch {
public:
    PatternMatch(const Pattern& pattern, std::string_view text, const Record& record, std::size_t& steps)
        : m_pattern(pattern), m_text(text), m_record(record), m_steps(steps)
    {
        m_failed.fill(text.size());
    }

    bool run() { return from(0, 0); }

    // Sets what was captured; false: a text of the right form says what does not fit, or something else than
    // the record has.
    bool capture(Record& record, MomentReading moments) const
    {
        Record read = record;
        for (const Part& part : m_pattern.m_parts) {
            if (part.what == What::Optional && m_present[part.slot] && !m_pattern.hasCaptures(part))
                read.set(part.text, std::string(presentText));
            if (part.what != What::Capture || !part.first || !m_captured[part.slot].data())
                continue;
            const Pattern::Slot& slot = m_pattern.m_slots[part.slot];
            auto value = readCapture(slot.type, slot.name, m_captured[part.slot], moments);
            const CapturedValue* const known = m_record.find(slot.name);
            if (!value || (known && *known != *value))
                return false;
            if (!known)
                read.set(slot.name, std::move(*value));
        }
        record = std::move(read);
        return true;
    }

    // Where the captures stand; empty: a text of the right form says what does not fit.
    std::optional<std::vector<CaptureSpan>> spans(Nanos epoch) const
    {
        std::vector<CaptureSpan> spans;
        for (const Part& part : m_pattern.m_parts) {
            if (part.what != What::Capture || !part.first || !m_captured[part.slot].data())
                continue;
            const Pattern::Slot& slot = m_pattern.m_slots[part.slot];
            const std::string_view read = m_captured[part.slot];
            auto value = readCapture(slot.type, slot.name, read, epoch);
            if (!value)
                return std::nullopt;
            spans.push_back(
                {slot.name, std::size_t(read.data() - m_text.data()), read.size(), std::move(*value)});
        }
        return spans;
    }

private:
    using Part = Pattern::Part;
    using What = Pattern::Part::What;

    // Whether the text from `at` on matches the parts from `i` on.
    bool from(std::size_t i, std::size_t at)
    {
        if (m_steps == 0)
            return false;
        --m_steps;
        for (; i < m_pattern.m_parts.size(); ++i) {
            const Part& part = m_pattern.m_parts[i];
            switch (part.what) {
            case What::Literal:
                if (!m_text.substr(at).starts_with(part.text))
                    return false;
                at += part.text.size();
                break;
            case What::Optional:
                m_present[part.slot] = true;
                if (from(i + 1, at))
                    return true;
                m_present[part.slot] = false;
                i = part.next - 1;
                break;
            case What::OptionalEnd:
                break;
            case What::Capture:
                return captureAt(i, at);
            }
        }
        return at == m_text.size();
    }

    bool captureAt(std::size_t i, std::size_t at)
    {
        const Part& part = m_pattern.m_parts[i];
        const Pattern::Slot& slot = m_pattern.m_slots[part.slot];
        if (!part.first && m_captured[part.slot].data())
            return fixedAt(i, at, m_captured[part.slot]);
        if (slot.type.kind == Kind::Text) {
            const std::string* const known = m_record.text(slot.name);
            return known ? !known->empty() && fixedAt(i, at, *known) : freeTextAt(i, at);
        }
        const std::string_view rest = m_text.substr(at);
        std::size_t length = captureLength(slot.type, rest);
        if (length == 0 && slot.type.kind != Kind::Rest)
            return false;
        if (takes(i, at, at + length))
            return true;
        if (hasShorterCaptures(slot.type.kind))
            while (--length > 0)
                if (captureLength(slot.type, rest.substr(0, length)) == length && takes(i, at, at + length))
                    return true;
        return false;
    }

    bool fixedAt(std::size_t i, std::size_t at, std::string_view text)
    {
        const std::size_t work = text.size() / bytesPerStep;
        if (m_steps <= work) {
            m_steps = 0;
            return false;
        }
        m_steps -= work;
        return m_text.substr(at).starts_with(text) && takes(i, at, at + text.size());
    }

    bool freeTextAt(std::size_t i, std::size_t at)
    {
        const std::vector<Part>& parts = m_pattern.m_parts;
        if (i + 1 == parts.size())
            return at < m_text.size() && takes(i, at, m_text.size());
        std::size_t& failed = m_failed[parts[i].slot];
        const std::size_t last = m_pattern.m_repeats ? m_text.size() : failed;
        const bool literalNext = parts[i + 1].what == What::Literal;
        for (std::size_t end = at + 1; end <= last; ++end) {
            if (literalNext)
                end = m_text.find(parts[i + 1].text, end);
            if (end > last) // or there is none
                break;
            if (takes(i, at, end))
                return true;
        }
        failed = std::min(failed, at);
        return false;
    }

    // Whether capture i can be the text from `at` to `end`.
    bool takes(std::size_t i, std::size_t at, std::size_t end)
    {
        std::string_view& captured = m_captured[m_pattern.m_parts[i].slot];
        const std::string_view before = captured;
        captured = m_text.substr(at, end - at);
        if (from(i + 1, end))
            return true;
        captured = before;
        return false;
    }

    const Pattern& m_pattern;
    std::string_view m_text;
    const Record& m_record;
    std::array<std::string_view, Pattern::maxCaptures> m_captured{}; // without data: not there
    std::array<bool, Pattern::maxOptionalParts> m_present{};
    std::array<std::size_t, Pattern::maxCaptures> m_failed{};
    std::size_t& m_steps; // that are left
};

bool Pattern::hasCaptures(const Part& optional) const
{
    const auto index = &optional - m_parts.data();
    return std::any_of(m_parts.begin() + index, m_parts.begin() + std::ptrdiff_t(optional.next),
                       [](const Part& part) { return part.what == Part::What::Capture; });
}

bool Pattern::isIn(const Record& record, const Part& optional) const
{
    if (!hasCaptures(optional))
        return record.has(optional.text);
    const auto index = &optional - m_parts.data();
    return std::all_of(m_parts.begin() + index, m_parts.begin() + std::ptrdiff_t(optional.next),
                       [&](const Part& part) {
                           return part.what != Part::What::Capture || record.has(m_slots[part.slot].name);
                       });
}

bool Pattern::match(std::string_view text, Record& record, MomentReading moments, bool allowOuter) const
{
    if (text.size() > maxText)
        return false;
    if (text.empty())
        text = std::string_view("");
    std::size_t steps = stepsPerByte * (text.size() + 64); // of all places where a prefix may end
    const auto matches = [&](std::string_view inner) {
        if (!inner.starts_with(m_lead))
            return false;
        PatternMatch match(*this, inner, record, steps);
        return match.run() && match.capture(record, moments);
    };
    if (!allowOuter || !m_takesOuter)
        return matches(text);
    if (text.find(m_anchor) == std::string_view::npos)
        return false;
    if (const std::string* const outer = record.text("outer"))
        return text.starts_with(*outer) && matches(text.substr(outer->size()));
    if (matches(text))
        return true;
    for (std::size_t at = 1; at <= std::min(text.size(), maxOuter); ++at)
        if ((m_outerEndsAnywhere || nameSeparators.find(text[at - 1]) != std::string_view::npos) &&
            matches(text.substr(at))) {
            record.set("outer", std::string(text.substr(0, at)));
            return true;
        }
    return false;
}

std::optional<std::vector<CaptureSpan>> Pattern::spans(std::string_view text, Nanos epoch) const
{
    if (text.size() > maxText)
        return std::nullopt;
    if (text.empty())
        text = std::string_view("");
    const Record nothing;
    std::size_t steps = stepsPerByte * (text.size() + 64);
    PatternMatch match(*this, text, nothing, steps);
    return match.run() ? match.spans(epoch) : std::nullopt;
}

std::optional<std::string> Pattern::print(const Record& record, Nanos epoch, bool withOuter,
                                          std::span<const PatternMark> marks) const
{
    std::string text;
    if (const std::string* const outer = withOuter ? record.text("outer") : nullptr)
        text = *outer;
    std::array<std::optional<std::string>, maxCaptures> written;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Part& part = m_parts[i];
        if (part.what == Part::What::Literal)
            text += part.text;
        else if (part.what == Part::What::Optional && !isIn(record, part))
            i = part.next - 1;
        if (part.what != Part::What::Capture)
            continue;
        const Slot& slot = m_slots[part.slot];
        std::optional<std::string>& capture = written[part.slot];
        if (capture) {
            text += *capture;
            continue;
        }
        if (const auto mark = std::ranges::find(marks, slot.name, &PatternMark::capture); mark != marks.end())
            capture = mark->text;
        else if (slot.type.kind == Kind::Constant)
            capture = slot.type.choices.front();
        else if (const CapturedValue* const value = record.find(slot.name))
            capture = writeCapture(slot.type, slot.name, *value, epoch);
        else if (!hasMeaning(slot.name))
            capture = randomCapture(slot.type);
        if (!capture)
            return std::nullopt;
        text += *capture;
    }
    return text;
}

std::string Pattern::glob(const Record& record, Nanos epoch) const
{
    const bool ofOneSubject = record.has("token");
    std::string glob;
    if (const std::string* const outer = record.text("outer"))
        glob += escapedForGlob(*outer);
    else if (m_takesOuter && !ofOneSubject)
        addStar(glob);
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Part& part = m_parts[i];
        if (part.what == Part::What::Literal)
            glob += escapedForGlob(part.text);
        if (part.what == Part::What::Optional && !isIn(record, part)) {
            if (!ofOneSubject)
                addStar(glob);
            i = part.next - 1;
        }
        if (part.what != Part::What::Capture)
            continue;
        const Slot& slot = m_slots[part.slot];
        const CapturedValue* const value = record.find(slot.name);
        const auto text = slot.type.kind == Kind::Constant ? std::optional(slot.type.choices.front())
                          : value                          ? writeCapture(slot.type, slot.name, *value, epoch)
                                                           : std::nullopt;
        if (text)
            glob += escapedForGlob(*text);
        else
            addStar(glob);
    }
    return glob;
}

} // namespace ratewarden
