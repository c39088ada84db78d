// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shape_formats.h"

#include <algorithm>
#include <stdexcept>

namespace ratewarden::test {
namespace {

using From = ExpiryRule::From;

KeyRole key(std::string role, const char* name, ValueType type)
{
    KeyRole one;
    one.role = std::move(role);
    one.names = {Pattern(name)};
    one.type = type;
    return one;
}

KeyRole text(std::string role, const char* name, std::initializer_list<const char*> values)
{
    KeyRole one = key(std::move(role), name, ValueType::String);
    for (const char* const value : values)
        one.values.emplace_back(value);
    return one;
}

KeyRole hash(std::string role, const char* name,
             std::initializer_list<std::pair<const char*, const char*>> fields)
{
    KeyRole one = key(std::move(role), name, ValueType::Hash);
    for (const auto& [field, value] : fields)
        one.fields.push_back({field, {}, Pattern(value), false});
    return one;
}

KeyRole list(const char* element)
{
    KeyRole one = key("main", "l:{token}", ValueType::List);
    one.element = Pattern(element);
    return one;
}

KeyRole set(const char* element, const char* score)
{
    KeyRole one = key("main", "z:{token}", ValueType::SortedSet);
    one.element = Pattern(element);
    one.score = Pattern(score);
    return one;
}

KeyRole required(KeyRole one)
{
    one.required = true;
    return one;
}

KeyRole kept(KeyRole one)
{
    one.keep = one.more = true;
    return one;
}

class Builder {
public:
    FormatFile& add(const char* name, Shape shape, std::vector<KeyRole> keys)
    {
        FormatFile& file = files.emplace_back();
        file.name = file.title = name;
        file.tier = Tier::Safe;
        file.shape = shape;
        file.keys = std::move(keys);
        return file;
    }

    std::vector<FormatFile> files;
};

std::vector<FormatFile> allFormats()
{
    Builder all;
    const auto counters = [&](const char* name, std::vector<KeyRole> keys) -> FormatFile& {
        FormatFile& file = all.add(name, Shape::Counter, std::move(keys));
        file.denied = Denied::Counts;
        return file;
    };
    counters("ttl", {text("main", "c:{token}", {"{count:int}"})});
    counters("ttl-left", {text("main", "c:{token}", {"{left:int}"})});
    counters("timer", {text("main", "c:{token}", {"{count:int}"}),
                       required(text("timer", "c:{token}:timer", {"{reset:s0}"}))});
    counters("numbered", {text("main", "c:{token}:{bucket:uint}", {"{count:int}"})});
    counters("numbered-end", {text("main", "c:{token}:{bucket:uint}", {"{count:int}"})}).expiry = {
        From::End, 1, std::chrono::seconds(1), std::chrono::seconds(1), std::chrono::milliseconds(20)};
    counters("numbered-start", {text("main", "c_{token}_{start:s0}", {"{count:int}"})}).expiry = {
        From::Newest, 1, Nanos(0), std::chrono::seconds(300), std::chrono::milliseconds(20)};
    counters("numbered-start-ms", {text("main", "c:{token}:{start:ms}", {"{count:int}"})});
    counters("bounds", {hash("main", "c:{token}",
                             {{"start", "{start:s0}"}, {"end", "{end:s0}"}, {"count", "{count:int}"}})})
        .expiry.from = From::Other;
    counters("end",
             {text("main", "c:{token}", {"{count:int}"}), required(text("ex", "c:{token}:ex", {"{end:ms}"}))})
        .expiry = {From::First, 1, std::chrono::seconds(1), std::chrono::seconds(1),
                   std::chrono::milliseconds(20)};
    counters("start-stored", {text("main", "c:{token}", {"{start:s} {count:int} {window:ms} {limit:int}"})})
        .expiry.from = From::Other;
    counters("until", {kept(hash("main", "b_{token}",
                                 {{"reservoir", "{left:int}"},
                                  {"amount", "{limit:int}"},
                                  {"interval", "{window:ms}"},
                                  {"last", "{start:ms}"},
                                  {"next", "{until:ms}"}}))})
        .expiry.from = From::None;
    counters("blocked-value", {text("main", "c:{token}", {"{blocked=9007199254740991}", "{count:int}"})});
    counters("blocked-key", {text("main", "c:{token}:hits", {"{count:int}"}),
                             text("block", "c:{token}:blocked", {"{blocked}"})});

    KeyRole shared = text("dynamic", "dynamic", {"{limit:int}"});
    shared.keep = true;
    all.add("pair", Shape::Pair, {text("main", "p:{token}:{bucket:uint}", {"{count:int}"}), shared}).expiry =
        {From::First, 2, std::chrono::seconds(1), std::chrono::seconds(1), std::chrono::milliseconds(20)};
    FormatFile& up =
        all.add("pair-up", Shape::Pair, {text("main", "p:{token}:{bucket:uint}", {"{count:int}"})});
    up.expiry.windows = 2;
    up.roundsUp = true;
    all.add("pair-end", Shape::Pair,
            {text("main", "p:{token}", {"{count:int} {previous:int} {window:s0} {end:s}"})})
        .expiry.from = From::Other;
    all.add(
           "pair-ttl", Shape::Pair,
           {text("main", "p:{token}", {"{count:int}"}), text("previous", "p:{token}/-1", {"{previous:int}"})})
        .expiry.windows = 2;

    for (const auto& [name, value] :
         {std::pair{"tat-s", "{tat:s}"}, {"tat-ms", "{tat:ms}"}, {"tat-ns", "{tat:ns}"}}) {
        FormatFile& file = all.add(name, Shape::Tat, {text("main", "t:{token}", {value})});
        file.expiry.from = From::Tat;
        if (name == std::string_view("tat-s"))
            file.epoch = std::chrono::seconds(1'483'228'800);
    }
    all.add("tat-lock", Shape::Tat,
            {text("main", "{token}", {"{tat:s}", "0"}), text("lock", "lock:{token}", {"{owner}"})})
        .expiry.from = From::Other;

    const auto bucket = [&](const char* name, std::vector<KeyRole> keys, bool continuous, Denied denied) {
        FormatFile& file = all.add(name, Shape::Bucket, std::move(keys));
        file.expiry.from = From::Other;
        file.continuous = continuous;
        file.denied = denied;
    };
    bucket("steps", {hash("main", "b:{token}", {{"at", "{stamp:ms}"}, {"tokens", "{left:int}"}})}, false,
           Denied::Nothing);
    bucket("steps-stored",
           {text("main", "b:{token}", {"{limit:int} {left:int} {step:ns} {amount:int} {stamp:s}"})}, false,
           Denied::Nothing);
    bucket("seconds", {hash("main", "b:{token}", {{"at", "{stamp:s0}"}, {"tokens", "{left:num}"}})}, true,
           Denied::Nothing);
    bucket("leaking", {hash("main", "b:{token}", {{"at", "{stamp:s0}"}, {"level", "{count:num}"}})}, true,
           Denied::Nothing);
    bucket("rewrites", {hash("main", "b:{token}", {{"last", "{stamp:us}"}, {"tokens", "{left:num}"}})}, true,
           Denied::Rewrites);
    bucket("rewrites-seconds",
           {text("main", "b:{token}.tokens", {"{left:num}"}),
            required(text("timestamp", "b:{token}.timestamp", {"{stamp:s0}"}))},
           true, Denied::Rewrites);

    FormatFile& slices =
        all.add("slices", Shape::Slices, {text("main", "s:{token}:{bucket:uint}", {"{count:int}"})});
    slices.slice = std::chrono::seconds(10);
    slices.expiry = {From::Newest, 1, slices.slice, slices.slice};
    slices.denied = Denied::Counts;

    const auto log = [&](const char* name, std::vector<KeyRole> keys) -> FormatFile& {
        FormatFile& file = all.add(name, Shape::Log, std::move(keys));
        file.expiry.from = From::Newest;
        return file;
    };
    log("list", {list("{time:s}")});
    log("list-seconds", {list("{time:s0}")}).expiry.windows = 2;
    FormatFile& counted = log("counted", {set("{time:s4}", "{score:s4}")});
    counted.untrimmed = FormatFile::Untrimmed::Counted;
    counted.denied = Denied::Counts;
    FormatFile& nanos = log("log-ns", {set("{time:ns}", "{score:ns}")});
    nanos.expiry.windows = 1e9;
    nanos.denied = Denied::Refreshes;
    KeyRole stream = key("main", "x:{token}", ValueType::Stream);
    stream.fields.push_back({"count", {}, Pattern("{cost:int}"), false});
    log("stream", {stream}).untrimmed = FormatFile::Untrimmed::Told;
    log("random-members", {set("{id:uuid}", "{time:us}")});
    log("slots", {set("{id:uuid}", "{time:s}")}).shape = Shape::Slots;
    log("slots-ends", {set("{id:uuid}", "{end:s0}")}).shape = Shape::Slots;
    log("permits", {set("{random:alnum16}{cost:u32le}", "{time:ms}"),
                    required(text("value", "{token}:value", {"{left:int}"}))})
        .expiry.from = From::None;
    return std::move(all.files);
}

} // namespace

const std::vector<FormatFile>& shapeFormats()
{
    static const std::vector<FormatFile> formats = allFormats();
    return formats;
}

const FormatFile& shapeFormat(std::string_view name)
{
    const auto found = std::ranges::find(shapeFormats(), name, &FormatFile::name);
    if (found == shapeFormats().end())
        throw std::logic_error("no such format");
    return *found;
}

} // namespace ratewarden::test
