// SPDX-License-Identifier: MIT
#include "core/formats/sample_check.h"

#include "core/formats/numbered_window.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ratewarden {
namespace {

double seconds(Nanos span)
{
    return std::chrono::duration<double>(span).count();
}

// Of a key that all tokens share, too. Empty: it is none of the format's.
std::string roleOf(const FormatFile& file, std::string_view key)
{
    if (const auto match = matchName(file, key))
        return match->role->role;
    for (const KeyRole& role : file.keys)
        for (const Pattern& name : role.names)
            if (Record ignored; name.match(key, ignored, file.epoch, true))
                return role.role;
    return {};
}

class Checker {
public:
    Checker(const CatalogueFormat& format, const FormatSample& sample) : m_format(format), m_sample(sample) {}

    std::vector<std::string> run()
    {
        const ForeignState state = readSample(m_format, m_sample);
        if (!state.decoded.mismatch.empty())
            return {state.decoded.mismatch};
        const ShapeReading& reading = state.reading;
        const FormatSample::Means& means = m_sample.means;
        numbers("used", means.used, reading, [](const ShapeUsage& usage) { return usage.used; });
        numbers("remaining", means.remaining, reading,
                [](const ShapeUsage& usage) { return usage.remaining; });
        times("window", means.window, reading, [](const ShapeUsage& usage) { return usage.window; });
        times("frees", means.frees, reading, [](const ShapeUsage& usage) { return usage.freesIn; });
        const std::string_view state_ = nameOf(reading.state);
        if (means.state && *means.state != state_)
            fault("state", *means.state, std::string(state_));
        if (means.retry &&
            (!reading.retryIn || std::abs(seconds(*reading.retryIn) - *means.retry) > tolerance))
            fault("retry", fmt::to_string(*means.retry),
                  reading.retryIn ? fmt::to_string(seconds(*reading.retryIn)) : "nothing");
        if (means.warns && *means.warns != reading.warnings.size())
            fault("warns", fmt::to_string(*means.warns), fmt::to_string(reading.warnings.size()));
        const std::string* const token = state.decoded.state.record.text("token");
        if (means.token && (!token || *token != *means.token))
            fault("token", *means.token, token ? *token : "nothing");
        if (means.kept)
            checkKept(state, *means.kept);
        if (reading.state != SubjectState::Blocked && !means.warns)
            checkExpiry(state);
        if (!m_sample.then.empty())
            checkThen(reading);
        return std::move(m_faults);
    }

private:
    static constexpr double tolerance = 0.002; // of a clock that was reconstructed from expiries

    void fault(std::string_view what, const std::string& wanted, const std::string& found)
    {
        m_faults.push_back(fmt::format("{} is {} instead of {}", what, printable(found), printable(wanted)));
    }

    template <class Get>
    void numbers(std::string_view what, const std::vector<double>& wanted, const ShapeReading& reading,
                 Get get)
    {
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const auto found = i < reading.rules.size() ? get(reading.rules[i]) : std::nullopt;
            if (!found || std::abs(double(*found) - wanted[i]) > 1e-6)
                fault(what, fmt::to_string(wanted[i]), found ? fmt::to_string(double(*found)) : "nothing");
        }
    }

    template <class Get>
    void times(std::string_view what, const std::vector<double>& wanted, const ShapeReading& reading, Get get)
    {
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const std::optional<Nanos> found =
                i < reading.rules.size() ? get(reading.rules[i]) : std::nullopt;
            if (!found || std::abs(seconds(*found) - wanted[i]) > tolerance)
                fault(what, fmt::to_string(wanted[i]), found ? fmt::to_string(seconds(*found)) : "nothing");
        }
    }

    void checkKept(const ForeignState& state, const std::vector<std::string>& kept)
    {
        const ShapePlan plan = planShape(m_format.file(), state.decoded.state, m_sample.rules, Reset{});
        for (const auto& [key, content] : m_sample.keys) {
            const std::string role = roleOf(m_format.file(), key);
            const bool isDeleted = std::ranges::any_of(plan.writes, [&](const KeyWrite& write) {
                return write.role == role && write.what == KeyWrite::What::Delete;
            });
            const bool isKept = std::ranges::find(kept, key) != kept.end();
            if (isKept == isDeleted)
                fault("a reset", fmt::format("{} {}", isKept ? "keeps" : "deletes", key),
                      isDeleted ? "deletes it" : "keeps it");
        }
    }

    // What one refused request did to the keys is what "denied" says, and when they were written "ttl" says
    // whether they expire later by that.
    void checkThen(const ShapeReading& before)
    {
        bool written = m_sample.then.size() != m_sample.keys.size();
        bool later = false;
        for (const auto& [key, content] : m_sample.then) {
            const auto same = std::ranges::find(m_sample.keys, key, &FormatSample::Keys::value_type::first);
            if (same == m_sample.keys.end()) {
                written = true;
                continue;
            }
            later = later || content.pttl > same->second.pttl;
            SampleKey withOldLife = content;
            withOldLife.pttl = same->second.pttl;
            written = written || withOldLife != same->second;
        }
        FormatSample after = m_sample;
        after.keys = m_sample.then;
        const auto used = [](const ShapeReading& reading) {
            return reading.rules.empty() ? std::nullopt : reading.rules.front().used;
        };
        const bool counts = written && used(readSample(m_format, after).reading) > used(before);
        const Denied found = counts    ? Denied::Counts
                             : written ? Denied::Rewrites
                             : later   ? Denied::Refreshes
                                       : Denied::Nothing;
        if (found != m_format.file().denied)
            fault("what a refused request does", "what \"denied\" says", "another thing");
        const ExpiryRule::From from = m_format.file().expiry.from;
        if (counts && later != (from == ExpiryRule::From::Newest) && from != ExpiryRule::From::Other)
            fault("the expiry after a refused request", "what \"ttl\" says", "another thing");
    }

    // The main key expires as the format says that it does: a sample is a key as its limiter left it. One
    // that was blocked by hand is not, nor is one that is to show a warning.
    void checkExpiry(const ForeignState& state)
    {
        using From = ExpiryRule::From;
        const FormatFile& file = m_format.file();
        const From from = file.expiry.from;
        const auto main = std::ranges::find_if(m_sample.keys, [&](const auto& key) {
            return roleOf(file, key.first) == file.keys.front().role;
        });
        if (main == m_sample.keys.end() || from == From::Other)
            return;
        const std::int64_t pttl = main->second.pttl;
        if ((pttl < 0) != (from == From::None)) {
            fault("the expiry", pttl < 0 ? "one" : "none", pttl < 0 ? "none" : fmt::format("{} ms", pttl));
            return;
        }
        const Nanos expires = m_sample.at + std::chrono::milliseconds(pttl);
        if (from != From::None && !fitsAnyWindow(state, main->first, expires))
            fault("the expiry", "what \"ttl\" says", fmt::format("{} ms", pttl));
    }

    bool fitsAnyWindow(const ForeignState& state, const std::string& key, Nanos expires) const
    {
        const FormatFile& file = m_format.file();
        const ExpiryRule& rule = file.expiry;
        constexpr double rounded = 1.1; // lives are set in whole seconds, by clients whose clock is another
        const double slack = seconds(rule.grain) + (file.clientClock ? rounded : tolerance);
        if (rule.from == ExpiryRule::From::Tat) {
            const auto tat = state.decoded.state.record.time("tat");
            return !tat || std::abs(seconds(expires - *tat)) <= slack;
        }
        const auto match = matchName(file, key);
        const auto& entries = state.decoded.state.entries;
        return std::ranges::any_of(state.reading.rules, [&](const ShapeUsage& usage) {
            if (!usage.window)
                return true; // it is not known how long they are
            const auto number = windowNumber(file, match->names, *usage.window);
            if (number)
                return expiryMisfit(rule, *number, *usage.window, expires) <= slack;
            const double longest = rule.windows * seconds(*usage.window) + seconds(rule.plusHigh);
            const auto& frees = m_sample.means.frees;
            if (!frees.empty() && frees.front() > longest)
                return true; // it says itself that it was held for longer, as a penalty
            if (entries.empty())
                return seconds(expires - m_sample.at) <= longest + slack;
            const bool fromNewest = rule.from == ExpiryRule::From::Newest;
            const double life = seconds(expires - (fromNewest ? entries.back() : entries.front()).at);
            return life <= longest + rounded &&
                   (!fromNewest || life >= longest - seconds(rule.plusHigh - rule.plusLow) - rounded);
        });
    }

    const CatalogueFormat& m_format;
    const FormatSample& m_sample;
    std::vector<std::string> m_faults;
};

} // namespace

ForeignState readSample(const CatalogueFormat& format, const FormatSample& sample)
{
    const FormatFile& file = format.file();
    const bool numbered = !windowCapture(file).empty();
    std::optional<NameMatch> clicked;
    std::vector<RawKey> keys;
    std::vector<RawWindow> windows;
    for (const auto& [key, content] : sample.keys) {
        const auto match = matchName(file, key);
        RawKey raw{roleOf(file, key), key, content, 0, true, {}};
        if (raw.role.empty())
            throw InvalidArgument(fmt::format("{} is no key of {}", printable(key), file.name));
        if (!clicked)
            clicked = match;
        if (numbered && match && match->role == &file.keys.front()) {
            std::optional<Nanos> expires;
            if (content.pttl >= 0)
                expires = sample.at + std::chrono::milliseconds(content.pttl);
            const Nanos window = numberedWindowLength(file, match->names, expires, sample.at);
            if (const auto number = windowNumber(file, match->names, window)) {
                windows.push_back({*number, std::move(raw)});
                continue;
            }
        }
        keys.push_back(std::move(raw));
    }
    if (!clicked)
        throw InvalidArgument(fmt::format("the first key of the sample is none of {}", file.name));
    std::ranges::sort(windows, {}, &RawWindow::bucket);
    return format.understand(clicked->names, std::move(keys), std::move(windows), sample.at, sample.rules);
}

std::vector<std::string> checkSample(const CatalogueFormat& format, const FormatSample& sample)
{
    return Checker(format, sample).run();
}

std::vector<std::string> checkSamples(const CatalogueFormat& format)
{
    std::vector<std::string> faults;
    const auto& samples = format.file().samples;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        try {
            for (const std::string& fault : checkSample(format, samples[i]))
                faults.push_back(fmt::format("samples[{}]: {}", i, fault));
        } catch (const InvalidArgument& error) {
            faults.push_back(fmt::format("samples[{}]: {}", i, error.what()));
        }
    }
    const auto& refused = format.file().refused;
    for (std::size_t i = 0; i < refused.size(); ++i) {
        const auto& [key, content] = refused[i].keys.front();
        const auto match = matchName(format.file(), key);
        if (match &&
            format.recogniseKey(*match, {match->role->role, key, content, 0, true, {}}, refused[i].at))
            faults.push_back(fmt::format("not[{}]: {} is recognised, and should not be", i, printable(key)));
    }
    return faults;
}

std::vector<Confusion> confusions(const Catalogue& catalogue)
{
    const auto weightOf = [](const CatalogueFormat& format,
                             const FormatSample& sample) -> std::optional<double> {
        const auto& [key, content] = sample.keys.front();
        const auto match = matchName(format.file(), key);
        if (!match)
            return std::nullopt;
        const auto found =
            format.recogniseKey(*match, {match->role->role, key, content, 0, true, {}}, sample.at);
        return found ? std::optional(found->fit.weight) : std::nullopt;
    };
    std::vector<Confusion> all;
    for (const auto& own : catalogue.formats())
        for (std::size_t i = 0; i < own->file().samples.size(); ++i) {
            const FormatSample& sample = own->file().samples[i];
            const double weight = weightOf(*own, sample).value_or(-1);
            for (const auto& other : catalogue.formats())
                if (other != own)
                    if (const auto taken = weightOf(*other, sample))
                        all.push_back({own->file().name, i, other->file().name, weight, *taken});
        }
    return all;
}

} // namespace ratewarden
