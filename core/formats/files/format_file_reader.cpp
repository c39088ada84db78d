// SPDX-License-Identifier: MIT
// A format file as a whole.
#include "core/formats/files/file_faults.h"
#include "core/formats/files/format_reader.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t longestFormatName = 64;
constexpr std::size_t mostSamples = 200;
constexpr double mostWindows = 1e12;
constexpr Nanos farthest = 100 * 366 * 24h; // of an epoch from 1970, and of what a key outlives its window

constexpr std::array<std::string_view, 21> formatFields{
    "$schema",   "format", "title",  "versions", "recorded", "source", "tier",
    "shape",     "keys",   "clock",  "epoch",    "refill",   "rounds", "slice",
    "untrimmed", "ttl",    "denied", "cached",   "samples",  "not",    "shift"};
constexpr std::array<std::string_view, 4> expiryFields{"from", "windows", "plus", "grain"};

constexpr std::array<std::pair<std::string_view, Tier>, 3> tiers{
    {{"safe", Tier::Safe}, {"care", Tier::Care}, {"label", Tier::Label}}};
constexpr std::array<std::pair<std::string_view, Shape>, 8> shapes{{{"counter", Shape::Counter},
                                                                    {"pair", Shape::Pair},
                                                                    {"tat", Shape::Tat},
                                                                    {"bucket", Shape::Bucket},
                                                                    {"log", Shape::Log},
                                                                    {"slots", Shape::Slots},
                                                                    {"slices", Shape::Slices},
                                                                    {"none", Shape::None}}};
constexpr std::array<std::pair<std::string_view, bool>, 2> clocks{{{"server", false}, {"client", true}}};
constexpr std::array<std::pair<std::string_view, bool>, 1> shifts{{{"token", true}}};
constexpr std::array<std::pair<std::string_view, bool>, 2> refills{{{"steps", false}, {"continuous", true}}};
constexpr std::array<std::pair<std::string_view, bool>, 2> roundings{{{"down", false}, {"up", true}}};
constexpr std::array<std::pair<std::string_view, FormatFile::Untrimmed>, 3> untrimmeds{
    {{"ignored", FormatFile::Untrimmed::Ignored},
     {"counted", FormatFile::Untrimmed::Counted},
     {"told", FormatFile::Untrimmed::Told}}};
constexpr std::array<std::pair<std::string_view, Denied>, 4> denieds{{{"nothing", Denied::Nothing},
                                                                      {"counts", Denied::Counts},
                                                                      {"refreshes", Denied::Refreshes},
                                                                      {"rewrites", Denied::Rewrites}}};
constexpr std::array<std::pair<std::string_view, ExpiryRule::From>, 6> froms{
    {{"first", ExpiryRule::From::First},
     {"newest", ExpiryRule::From::Newest},
     {"end", ExpiryRule::From::End},
     {"tat", ExpiryRule::From::Tat},
     {"none", ExpiryRule::From::None},
     {"other", ExpiryRule::From::Other}}};

std::string readName(const JsonField& field)
{
    std::string name = field.text(longestFormatName);
    const auto belongs = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    };
    if (!std::ranges::all_of(name, belongs) || name.starts_with('-') || name.ends_with('-') ||
        name.find("--") != std::string::npos)
        field.fail(Fault::FormatName);
    return name;
}

Nanos readFar(const JsonField& field)
{
    const Nanos time = field.seconds();
    if (time < 0s || time > farthest)
        field.fail(Fault::FarTime);
    return time;
}

ExpiryRule readExpiryRule(const JsonField& field)
{
    field.checkMembers(expiryFields);
    ExpiryRule expiry;
    expiry.from = field.at("from").oneOf(froms);
    if (const auto windows = field.find("windows")) {
        expiry.windows = windows->number();
        if (!(expiry.windows > 0 && expiry.windows <= mostWindows))
            windows->fail(Fault::WindowsRange);
    }
    if (const auto plus = field.find("plus")) {
        const std::vector<JsonField> ends = plus->itemOrItems(2);
        expiry.plusLow = readFar(ends.front());
        expiry.plusHigh = readFar(ends.back());
        if (expiry.plusLow > expiry.plusHigh)
            plus->fail(Fault::HigherEndFirst);
    }
    if (const auto grain = field.find("grain"))
        expiry.grain = readFar(*grain);
    return expiry;
}

// A field that only one shape knows.
std::optional<JsonField> findOf(Shape shape, const JsonField& root, std::string_view name,
                                const FormatFile& format)
{
    auto field = root.find(name);
    if (field && format.shape != shape)
        field->fail({Fault::OnlyOfShape, nameOf(shape)});
    return field;
}

void readBehaviour(const JsonField& root, FormatFile& format)
{
    format.clientClock = root.at("clock").oneOf(clocks);
    if (const auto epoch = root.find("epoch"))
        format.epoch = readFar(*epoch);
    if (const auto refill = findOf(Shape::Bucket, root, "refill", format))
        format.continuous = refill->oneOf(refills);
    if (const auto rounds = findOf(Shape::Pair, root, "rounds", format))
        format.roundsUp = rounds->oneOf(roundings);
    if (const auto slice = findOf(Shape::Slices, root, "slice", format)) {
        format.slice = readFar(*slice);
        if (format.slice < 1s)
            slice->fail(Fault::FarTime);
    } else if (format.shape == Shape::Slices) {
        static_cast<void>(root.at("slice"));
    }
    if (const auto untrimmed = findOf(Shape::Log, root, "untrimmed", format))
        format.untrimmed = untrimmed->oneOf(untrimmeds);
    if (const auto shift = root.find("shift")) {
        format.shifted = shift->oneOf(shifts);
        if (!format.keys.front().isNamedBy("bucket"))
            shift->fail(Fault::NotNumbered);
    }
    if (const auto expiry = root.find("ttl")) {
        format.expiry = readExpiryRule(*expiry);
        const auto hasTat = [](const KeyRole& key) {
            return key.captures("tat");
        };
        if (format.expiry.from == ExpiryRule::From::Tat && std::ranges::none_of(format.keys, hasTat))
            expiry->at("from").fail(Fault::NoTat);
    }
    if (const auto denied = root.find("denied"))
        format.denied = readDenied(*denied);
    if (const auto cached = root.find("cached"))
        format.cached = cached->text(longestFormatText);
}

void checkShape(const JsonField& root, const FormatFile& format)
{
    const std::vector<Shape> allowed = shapesOf(format);
    if (std::ranges::find(allowed, format.shape) == allowed.end())
        root.at("shape").fail({Fault::OtherShape, nameOf(allowed.front())});
    const auto isPart = [](const KeyRole& key) {
        return !key.rule.empty();
    };
    if (const auto part = std::ranges::find_if(format.keys, isPart);
        part != format.keys.end() && format.shape != Shape::Counter)
        root.at("keys").at(part->role).at("rule").fail({Fault::OnlyOfShape, nameOf(Shape::Counter)});
    if (format.shape == Shape::None && format.tier != Tier::Label)
        root.at("tier").fail(Fault::ShapelessTier);
    if (format.shape == Shape::Slices && !format.keys.front().isNamedBy("bucket") &&
        format.tier != Tier::Label)
        root.at("tier").fail(Fault::SlicesTier);
    const auto tellsRefunds = [](const KeyRole& key) {
        return key.captures("refunded");
    };
    if (std::ranges::any_of(format.keys, tellsRefunds) &&
        (format.shape != Shape::Counter || !format.keys.front().isNamedBy("bucket")))
        root.at("keys").fail(Fault::NotNumbered);
    const auto hasToken = [](const KeyRole& key) {
        return key.captures("token");
    };
    if (format.shape != Shape::None && std::ranges::none_of(format.keys, hasToken))
        root.at("keys").fail(Fault::NoToken);
}

// Of each key that counts under a rule of its own.
std::vector<FormatFile> filesOfParts(const FormatFile& format)
{
    std::vector<FormatFile> parts;
    for (const KeyRole& key : format.keys) {
        if (key.rule.empty())
            continue;
        FormatFile part = format;
        std::erase_if(part.keys, [&](const KeyRole& other) { return !other.rule.empty(); });
        part.keys.insert(part.keys.begin(), key);
        part.denied = key.denied.value_or(format.denied);
        parts.push_back(std::move(part));
    }
    return parts;
}

void readSamples(const JsonField& root, FormatFile& format)
{
    const JsonField samples = root.at("samples");
    for (const JsonField& item : samples.items(mostSamples)) {
        format.samples.push_back(readSample(item, false));
        checkSample(item, format.samples.back(), format);
    }
    if (format.samples.empty())
        samples.fail(Fault::NoSample);
    if (const auto refused = root.find("not"))
        for (const JsonField& item : refused->items(mostSamples))
            format.refused.push_back(readSample(item, true));
}

} // namespace

std::string_view nameOf(Shape shape)
{
    return nameAmong(shapes, shape);
}

std::string_view nameOf(Tier tier)
{
    return nameAmong(tiers, tier);
}

std::string_view nameOf(Denied denied)
{
    return nameAmong(denieds, denied);
}

Denied readDenied(const JsonField& field)
{
    return field.oneOf(denieds);
}

std::string_view nameOf(FormatFile::Untrimmed untrimmed)
{
    return nameAmong(untrimmeds, untrimmed);
}

std::string_view nameOf(ExpiryRule::From from)
{
    return nameAmong(froms, from);
}

FormatFile parseFormatFile(std::string_view file, std::string_view json)
{
    if (json.size() > maxFormatFile)
        throw BadFormatFile(file, 1, "", {Fault::FileSize, maxFormatFile});
    const LocatedJson document = parseLocatedJson(file, json);
    const JsonField root(file, document, "");
    root.checkMembers(formatFields);
    FormatFile format;
    if (const auto schema = root.find("$schema"))
        format.schema = schema->text(longestFormatText);
    format.name = readName(root.at("format"));
    format.title = root.at("title").text(longestFormatText);
    format.versions = root.at("versions").text(longestFormatText);
    format.source = root.at("source").text(longestFormatText);
    if (const auto recorded = root.find("recorded"))
        format.recorded = recorded->text(longestFormatText);
    format.tier = root.at("tier").oneOf(tiers);
    format.shape = root.at("shape").oneOf(shapes);
    format.keys = readKeyRoles(root.at("keys"));
    readBehaviour(root, format);
    checkShape(root, format);
    format.parts = filesOfParts(format);
    readSamples(root, format);
    return format;
}

} // namespace ratewarden
