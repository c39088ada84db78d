// SPDX-License-Identifier: MIT
// Whether a key is a format's: by its name, its type, its value and its expiry.
#include "core/formats/foreign/catalogue_format.h"
#include "core/formats/shapes/numbered_window.h"

#include <algorithm>
#include <cmath>

namespace ratewarden {

namespace {

// Seconds by which a key does not live as many windows as its rule says, the first of which ends at `end`:
// the window is one that people choose, and no shorter than what is left of it. Ends are stored in whole
// seconds.
double storedEndMisfit(const ExpiryRule& rule, Nanos end, Nanos expires, Nanos now)
{
    using Seconds = std::chrono::duration<double>;
    constexpr double early = 1.1;
    constexpr double late = 2;
    const double beyond = Seconds(expires - end - rule.plusLow).count();
    double misfit = std::abs(beyond) + 1;
    for (const Nanos window : usualWindows()) {
        if (window < end - now - std::chrono::seconds(1))
            continue;
        const double distance = beyond - (rule.windows - 1) * Seconds(window).count();
        misfit = std::min(misfit, std::max({0.0, -early - distance, distance - late}));
    }
    return misfit;
}

} // namespace

std::optional<Fit> CatalogueFormat::fit(const NameMatch& match, const Decoded& decoded) const
{
    if (decoded.mismatch)
        return std::nullopt;
    const FoundState& found = decoded.state;
    const Pattern& pattern = match.role->names[match.alternative];
    const std::string* const token = match.names.text("token");
    if (!m_prefix && token && isPlainCounter(m_file) && holdsHashTag(*token))
        return std::nullopt;
    const auto literals = double(pattern.literals());
    double weight = literals + 3 * decoded.fields;
    if (!match.names.has("outer"))
        weight += 0.5;
    if (const CaptureType* const type = pattern.type("token"); type && type->kind == CaptureType::Kind::Hex)
        weight += 1; // a digest says more than any text

    const std::optional<double> outside = expiryMisfit(match, found);
    if (outside)
        weight += 2 - 4 * std::min(1.0, *outside);
    // A bare number under a bare name is a moment only if the key ends at that moment. One that has passed
    // may be when somebody was seen last, and tells of a limiter only that nothing is used.
    const bool isBareMoment = m_file.shape == Shape::Tat && literals == 0;
    if (isBareMoment && m_file.expiry.from == ExpiryRule::From::Tat && outside.value_or(1) > 0)
        return std::nullopt;
    if (isBareMoment && found.record.time("tat").value_or(found.now) <= found.now)
        return std::nullopt;
    if (m_prefix && m_prefix->isGuess() && outside.value_or(0) >= 1)
        return std::nullopt;

    // Which others may have chosen, too: of a number alone nothing else tells whose it is.
    const double usualPrefix = isPlainCounter(m_file) ? 2 : 3;
    const double sure = weight + (!m_prefix && pattern.captures("prefix") ? usualPrefix : 0);
    const double confidence = std::min(0.98, 0.45 + 0.05 * std::clamp(sure, 0.0, 10.0));
    return Fit{weight, m_prefix ? std::min(confidence, m_prefix->confidence) : confidence};
}

// Seconds by which the key's expiry lies outside of what the format would have set; empty: it says nothing.
std::optional<double> CatalogueFormat::expiryMisfit(const NameMatch& match, const FoundState& found) const
{
    using From = ExpiryRule::From;
    const ExpiryRule& rule = m_file.expiry;
    const auto key = found.keys.find(match.role->role);
    if (match.role != &m_file.keys.front() || key == found.keys.end() || !key->second.exists ||
        rule.from == From::Other)
        return std::nullopt;
    const std::optional<Nanos> expires = key->second.expires;
    if (rule.from == From::None)
        return expires ? 1 : 0;
    if (!expires)
        return 1;
    const auto seconds = [](Nanos span) {
        return std::chrono::duration<double>(span).count();
    };
    if (rule.from == From::Tat) {
        const auto tat = found.record.time("tat");
        return tat ? std::max(0.0, std::abs(seconds(*expires - *tat)) - seconds(rule.grain)) : 1;
    }
    if (const auto end = found.record.time("end"); end && rule.from == From::End)
        return storedEndMisfit(rule, *end, *expires, found.now);
    if (m_file.shape == Shape::Slices) // any number of them is a window
        return judgedRules(m_file, found, {}).front().windowKnown ? 0 : 1;
    const Nanos window = numberedWindowLength(m_file, match.names, expires, found.now);
    const auto number = windowNumber(m_file, match.names, window);
    if (number && window > Nanos::zero())
        return ratewarden::expiryMisfit(m_file, *number, window, *expires);
    if (const auto stored = found.record.time("window"); stored && rule.from == From::First) {
        const double most = seconds(*stored) * found.record.number("times").value_or(1) * rule.windows +
                            seconds(rule.plusHigh);
        return std::max(0.0, seconds(*expires - found.now) - most);
    }
    return std::nullopt;
}

std::optional<Subject> CatalogueFormat::recognise(const KeySample& sample) const
{
    const auto match = matchName(m_file, sample.key);
    if (!match || !sample.content)
        return std::nullopt;
    const auto found = recogniseKey(*match, {match->role->role, std::string(sample.key), *sample.content},
                                    sample.now.time_since_epoch());
    return found ? std::optional(found->subject) : std::nullopt;
}

std::optional<Subject> CatalogueFormat::subjectUnder(std::string_view key, std::span<const Rule> rules) const
{
    const auto match = matchName(m_file, key);
    const auto start = match ? match->names.time("start") : std::nullopt;
    if (!start || numberingOf(m_file) != Numbering::Start || match->names.has("window"))
        return std::nullopt;
    for (const Rule& rule : rules)
        if (rule.window > Micros::zero() && *start % Nanos(rule.window) == Nanos::zero())
            return foreignSubject(m_file, *this, *match, rule.window);
    return std::nullopt;
}

std::optional<CatalogueFormat::Found> CatalogueFormat::recogniseKey(const NameMatch& match, RawKey raw,
                                                                    Nanos now, bool isWrongUnit) const
{
    if (holdsMark(raw.key)) // its group could not be told from another
        return std::nullopt;
    const auto isHeld = [&](const Pattern& value) {
        Record ignored;
        return value.match(raw.content.value, ignored);
    };
    if (std::ranges::any_of(match.role->notValues, isHeld))
        return std::nullopt;
    const std::vector<std::string> tokens = tokensIn(*match.role, raw.content);
    const std::string_view numbered = windowCapture(m_file);
    const std::optional<Nanos> expires = expiryAfter(now, raw.content.pttl);
    Nanos window{};
    std::vector<RawKey> keys;
    std::vector<RawWindow> windows;
    if (!numbered.empty()) {
        window = numberedWindowLength(m_file, match.names, expires, now);
        const auto number = windowNumber(m_file, match.names, window);
        if (window == Nanos::zero() || !number)
            return std::nullopt;
        now -= windowShift(m_file, match.names, window);
        windows.push_back({*number, std::move(raw)});
    } else {
        keys.push_back(std::move(raw));
    }
    const std::optional<Decoded> decoded = isWrongUnit
                                               ? decodeWrongUnit(m_file, match.names, keys, windows, now)
                                               : decode(m_file, match.names, keys, windows, now);
    const auto fits = decoded ? fit(match, *decoded) : std::nullopt;
    if (!fits)
        return std::nullopt;
    Subject subject = foreignSubject(m_file, *this, match, window);
    if (!tokens.empty())
        subject.token = tokens.front();
    return Found{std::move(subject), *fits};
}

} // namespace ratewarden
