// SPDX-License-Identifier: MIT
#include "core/formats/describe/sample_check.h"

#include "core/formats/files/format_reader.h"
#include "core/formats/shapes/numbered_window.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ratewarden {
namespace {

double realSeconds(Nanos span)
{
    return std::chrono::duration<double>(span).count();
}

std::optional<double> secondsIn(const std::optional<Nanos>& span)
{
    return span ? std::optional(realSeconds(*span)) : std::nullopt;
}

// The role of a key that all tokens share; null: it is one of a token, whose name says more.
const KeyRole* sharedRole(const FormatFile& file, std::string_view key, const std::optional<NameMatch>& own)
{
    const std::size_t literals = own ? own->role->names[own->alternative].literals() : 0;
    for (const KeyRole& role : file.keys)
        for (const Pattern& name : role.names)
            if (Record ignored; !role.namesTokens() && (!own || name.literals() > literals) &&
                                !name.captures("token") && !name.captures("hash") &&
                                name.match(key, ignored, file.epoch, true))
                return &role;
    return nullptr;
}

// How much is used, whatever the limit is: more after each request that counts.
double unitsOf(const FoundState& state)
{
    double units = double(state.entries.size());
    for (const NumberedWindow& window : state.windows)
        units += window.units;
    for (const Record& part : state.parts)
        units += part.number("count").value_or(0) - part.number("left").value_or(0);
    if (state.windows.empty())
        units += state.record.number("count").value_or(0) - state.record.number("left").value_or(0);
    return units;
}

// A log may make room for a refused request by dropping its oldest entry.
bool countsMore(const FoundState& before, const FoundState& then)
{
    const bool newer =
        !then.entries.empty() && !before.entries.empty() && then.entries.back().at > before.entries.back().at;
    return newer || unitsOf(then) > unitsOf(before);
}

class Checker {
public:
    Checker(const CatalogueFormat& format, const FormatSample& sample) : m_format(format), m_sample(sample) {}

    std::vector<std::string> run()
    {
        const ForeignState state = readSample(m_format, m_sample);
        if (state.decoded.mismatch)
            return {englishText(state.decoded.mismatch)};
        const ShapeReading& reading = state.reading;
        const FormatSample::Means& means = m_sample.means;
        const auto numbers = [&](std::string_view what, const std::vector<double>& wanted, double slack,
                                 auto get) {
            for (std::size_t i = 0; i < wanted.size(); ++i)
                number(what, wanted[i], i < reading.rules.size() ? get(reading.rules[i]) : std::nullopt,
                       slack);
        };
        constexpr double rounding = 1e-6;
        numbers("used", means.used, rounding, [](const ShapeUsage& usage) { return usage.used; });
        numbers("remaining", means.remaining, rounding,
                [](const ShapeUsage& usage) { return usage.remaining; });
        numbers("window", means.window, tolerance,
                [](const ShapeUsage& usage) { return secondsIn(usage.window); });
        numbers("frees", means.frees, tolerance,
                [](const ShapeUsage& usage) { return secondsIn(usage.freesIn); });
        if (const std::string found(nameOf(reading.state)); means.state && *means.state != found)
            fault("state", *means.state, found);
        if (means.retry)
            number("retry", *means.retry, secondsIn(reading.retryIn), tolerance);
        if (means.warns && *means.warns != reading.warnings.size())
            fault("warns", fmt::to_string(*means.warns), fmt::to_string(reading.warnings.size()));
        const std::string* const token = state.decoded.state.record.text("token");
        if (means.token && (!token || *token != *means.token))
            fault("token", *means.token, token ? *token : "nothing");
        if (means.kept)
            checkKept(state, *means.kept);
        if (reading.state != SubjectState::Blocked && reading.state != SubjectState::Idle && !means.warns)
            checkExpiry(state);
        if (!m_sample.then.empty())
            checkRefusal(state);
        return std::move(m_faults);
    }

private:
    static constexpr double tolerance = 0.002; // of a clock that was reconstructed from expiries

    void fault(std::string_view what, const std::string& wanted, const std::string& found)
    {
        m_faults.push_back(fmt::format("{} is {} instead of {}", what, printable(found), printable(wanted)));
    }

    void number(std::string_view what, double wanted, std::optional<double> found, double slack)
    {
        if (!found || std::abs(*found - wanted) > slack)
            fault(what, fmt::to_string(wanted), found ? fmt::to_string(*found) : "nothing");
    }

    void checkKept(const ForeignState& state, const std::vector<std::string>& kept)
    {
        const ShapePlan plan = planShape(m_format.file(), state.decoded.state, m_sample.rules, Reset{});
        for (const auto& [key, content] : m_sample.keys) {
            const auto match = matchName(m_format.file(), key);
            const KeyRole* const shared = sharedRole(m_format.file(), key, match);
            const std::string role = shared ? shared->role : match ? match->role->role : "?";
            const bool isDeleted = std::ranges::any_of(plan.writes, [&](const KeyWrite& write) {
                return write.role == role && write.what == KeyWrite::What::Delete;
            });
            const bool isKept = std::ranges::find(kept, key) != kept.end();
            if (isKept == isDeleted)
                fault("a reset", fmt::format("{} {}", isKept ? "keeps" : "deletes", key),
                      isDeleted ? "deletes it" : "keeps it");
        }
    }

    // Compares what a refused request did to the keys with what the file says of such requests.
    void checkRefusal(const ForeignState& state)
    {
        const SubjectState was = state.reading.state;
        const Denied said = m_format.file().denied;
        if (was != SubjectState::Limited && was != SubjectState::Blocked)
            m_faults.push_back(
                fmt::format("then: no request is refused of a token that reads {}", nameOf(was)));
        else if (const Denied found = deniedThen(state.decoded.state); found != said)
            fault("then: denied", std::string(nameOf(said)), std::string(nameOf(found)));
        else if (said == Denied::Counts)
            checkExpiryThen();
    }

    Denied deniedThen(const FoundState& before) const
    {
        FormatSample later = m_sample;
        later.keys = m_sample.then;
        if (countsMore(before, readSample(m_format, later).decoded.state))
            return Denied::Counts;
        bool refreshed = false;
        for (const auto& [name, key] : m_sample.then) {
            const auto was = std::ranges::find(m_sample.keys, name, &FormatSample::Keys::value_type::first);
            if (was == m_sample.keys.end())
                return Denied::Rewrites;
            SampleKey unrefreshed = key;
            unrefreshed.pttl = was->second.pttl;
            if (unrefreshed != was->second)
                return Denied::Rewrites;
            // An expiry that nobody sets anew only comes nearer.
            refreshed = refreshed || key.pttl > was->second.pttl;
        }
        if (m_sample.then.size() != m_sample.keys.size())
            return Denied::Rewrites;
        return refreshed ? Denied::Refreshes : Denied::Nothing;
    }

    // A refused request that was counted makes the key live longer where the newest one says how long.
    void checkExpiryThen()
    {
        const ExpiryRule::From from = m_format.file().expiry.from;
        if (from != ExpiryRule::From::First && from != ExpiryRule::From::Newest)
            return;
        for (const auto& [key, content] : m_sample.then) {
            const auto before = std::ranges::find(m_sample.keys, key, &FormatSample::Keys::value_type::first);
            if (before == m_sample.keys.end() || before->second.pttl < 0)
                continue;
            const std::int64_t later = content.pttl - before->second.pttl; // milliseconds
            if (later > 0 && from == ExpiryRule::From::First)
                fault("then: the expiry of " + printable(key), "that of the first hit", "later");
            if (later < -1 && from == ExpiryRule::From::Newest)
                fault("then: the expiry of " + printable(key), "that of the newest hit", "earlier");
        }
    }

    // The main key expires as the format says that it does: a sample is a key as its limiter left it. One
    // that was blocked by hand is not, nor is one that is to show a warning.
    void checkExpiry(const ForeignState& state)
    {
        using From = ExpiryRule::From;
        const FormatFile& file = m_format.file();
        const From from = file.expiry.from;
        const auto main = std::ranges::find_if(m_sample.keys, [&](const auto& key) {
            const auto match = matchName(file, key.first);
            return match && match->role == &file.keys.front() && !sharedRole(file, key.first, match);
        });
        if (main == m_sample.keys.end() || from == From::Other)
            return;
        const std::int64_t pttl = main->second.pttl;
        if ((pttl < 0) != (from == From::None)) {
            fault("the expiry", pttl < 0 ? "one" : "none", pttl < 0 ? "none" : fmt::format("{} ms", pttl));
            return;
        }
        if (from != From::None && !fitsAnyWindow(state, main->first, double(pttl) / 1000))
            fault("the expiry", "what \"ttl\" says", fmt::format("{} ms", pttl));
    }

    bool fitsAnyWindow(const ForeignState& state, const std::string& key, double left) const
    {
        const FormatFile& file = m_format.file();
        const ExpiryRule& rule = file.expiry;
        constexpr double longestExact = 4e9; // seconds: Nanos hold no more beside the moment
        constexpr double rounded = 1.1; // lives are set in whole seconds, by clients whose clock is another
        const double slack = realSeconds(rule.grain) + (file.clientClock ? rounded : tolerance);
        if (rule.from == ExpiryRule::From::Tat) {
            const auto tat = state.decoded.state.record.time("tat");
            return !tat || std::abs(left + realSeconds(m_sample.at - *tat)) <= slack;
        }
        const auto match = matchName(file, key);
        const auto& entries = state.decoded.state.entries;
        return std::ranges::any_of(state.reading.rules, [&](const ShapeUsage& usage) {
            if (!usage.window)
                return true; // it is not known how long they are
            const auto number = windowNumber(file, match->names, numberedLength(file, *usage.window));
            if (number && left < longestExact)
                return expiryMisfit(file, *number, *usage.window,
                                    state.decoded.state.now + Nanos(std::llround(left * 1e9))) <= slack;
            const double longest = rule.windows * realSeconds(*usage.window) + realSeconds(rule.plusHigh);
            const auto& frees = m_sample.means.frees;
            if (!frees.empty() && frees.front() > longest)
                return true; // it says itself that it was held for longer, as a penalty
            if (entries.empty())
                return left <= longest + slack;
            const bool fromNewest = rule.from == ExpiryRule::From::Newest;
            const double life =
                left + realSeconds(m_sample.at - (fromNewest ? entries.back() : entries.front()).at);
            return life <= longest + rounded &&
                   (!fromNewest || life >= longest - realSeconds(rule.plusHigh - rule.plusLow) - rounded);
        });
    }

    const CatalogueFormat& m_format;
    const FormatSample& m_sample;
    std::vector<std::string> m_faults;
};

// Of a hash that holds many tokens what is read of the one.
void keepFieldOf(const Record& names, const KeyRole& role, RawKey& raw)
{
    const std::string field = memberOf(role, names);
    std::erase_if(raw.content.fields, [&](const auto& one) { return one.first != field; });
    if (raw.content.fields.empty())
        raw.content.type = "none";
}

} // namespace

ForeignState readSample(const CatalogueFormat& format, const FormatSample& sample)
{
    const FormatFile& file = format.file();
    const bool numbered = !windowCapture(file).empty();
    std::optional<NameMatch> clicked;
    std::vector<RawKey> keys;
    std::vector<RawWindow> windows;
    Nanos shift{};
    for (const auto& [key, content] : sample.keys) {
        auto match = matchName(file, key);
        const KeyRole* const shared = sharedRole(file, key, match);
        if (shared)
            match.reset();
        else if (!match)
            throw InvalidArgument(fmt::format("{} is no key of {}", printable(key), file.name));
        RawKey raw{shared ? shared->role : match->role->role, key, content};
        if (!clicked)
            clicked = match;
        if (file.keys.front().namesTokens()) { // asked about is the first field
            if (const auto tokens = tokensIn(file.keys.front(), content);
                &content == &sample.keys.front().second && !tokens.empty())
                clicked->names.set("token", tokens.front());
            keepFieldOf(clicked->names, file.keys.front(), raw);
        }
        if (numbered && match && match->role == &file.keys.front()) {
            const std::optional<Nanos> expires = expiryAfter(sample.at, content.pttl);
            const Nanos window = numberedWindowLength(file, match->names, expires, sample.at);
            shift = windowShift(file, match->names, window);
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
    return format.understand(clicked->names, std::move(keys), std::move(windows), sample.at - shift,
                             sample.rules);
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
        const std::string& key = refused[i].keys.front().first;
        if (weightOf(format, refused[i]))
            faults.push_back(fmt::format("not[{}]: {} is recognized, and should not be", i, printable(key)));
    }
    return faults;
}

std::optional<double> weightOf(const CatalogueFormat& format, const FormatSample& sample)
{
    const auto& [key, content] = sample.keys.front();
    const auto match = matchName(format.file(), key);
    if (!match)
        return std::nullopt;
    const auto found = format.recogniseKey(*match, {match->role->role, key, content}, sample.at);
    return found ? std::optional(found->fit.weight) : std::nullopt;
}

} // namespace ratewarden
