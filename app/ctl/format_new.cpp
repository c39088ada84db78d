// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/format_new.h"

#include "app/ctl/escapes.h"
#include "core/formats/describe/format_proposal.h"
#include "core/formats/describe/format_saving.h"
#include "core/formats/describe/format_writer.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/tokens/reader.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <system_error>
#include <thread>

namespace ratewarden::ctl {
namespace {

struct NewOptions {
    std::string from;
    std::string name;
    std::string rules;
    std::string output;
    std::string wait = "1s";
    bool save = false;
    bool anyway = false;
};

std::string spanText(Nanos span)
{
    return durationText(std::chrono::duration_cast<Micros>(span));
}

std::string reasonText(const FoundReason& reason)
{
    using enum ProposalReason;
    const std::string name = reason.name.empty() ? "the value" : printable(reason.name);
    switch (reason.code) {
    case WholeNumber:
        return "the value is one number: it counts what was used";
    case CountedUp:
        return fmt::format("{} grew between two looks: it counts what was used", name);
    case CountedDown:
        return fmt::format("{} fell between two looks: it counts what is left", name);
    case NamedSo:
        return fmt::format("the name of {} says what it means", name);
    case ElementsCount:
        return fmt::format("its {} elements are counted", reason.number);
    case Moment:
        return fmt::format("{} is a time in {}, {} {}", name, reason.unit,
                           spanText(std::chrono::abs(reason.time)),
                           reason.time < Nanos::zero() ? "ago" : "from now");
    case OwnEpoch:
        return fmt::format("counted from {}",
                           localTime(Instant(std::chrono::duration_cast<Micros>(reason.time))));
    case ExpiresThen:
        return "the key expires at that time: it is a theoretical arrival time";
    case LevelAndTime:
        return "a number, and the time at which it was true";
    case Entries:
        return fmt::format("each entry is a time in {}", reason.unit);
    case ScoreIsMoment:
        return fmt::format("each score is a time in {}", reason.unit);
    case ExpiresAfterFirst:
        return "the expiry is taken to be set by the first request of a window";
    case ExpiresAfterNewest:
        return reason.time > Nanos::zero()
                   ? fmt::format("the key expires {} after the newest entry", spanText(reason.time))
                   : "the expiry moved with the last request";
    case NeverExpires:
        return "the key never expires";
    case NumberedWindow:
        return fmt::format("the name has the number of a window of {}", spanText(reason.time));
    case WindowStart:
        return fmt::format("the name has the start of a window, of {} perhaps", spanText(reason.time));
    case OutlivesWindow:
        return "the key outlives its window: the older window is taken to be weighted";
    case WindowFromExpiry:
        return fmt::format("the expiry suggests a window of {}", spanText(reason.time));
    case TokenVaries:
        return fmt::format("{} other {} in the token", reason.number,
                           reason.number == 1 ? "key differs" : "keys differ");
    case TokenGuessed:
        return "no other key tells which part of the name is the token: check the name";
    case OtherKey:
        return fmt::format("{} belongs to the same token", name);
    case NotCertain:
        return "the value can be read in another way, too: check what it says";
    }
    return {};
}

void explain(const Proposal& proposal, const LookReading& reading)
{
    const KeyRole& main = proposal.file.keys.front();
    Terminal::note(fmt::format("{} ({:.0f} %): {}, token {}", nameOf(proposal.file.shape),
                               100 * proposal.confidence, printable(main.names.front().text()),
                               printable(proposal.token)));
    for (const FoundReason& reason : proposal.reasons)
        Terminal::note("  " + reasonText(reason));
    for (const ShapeUsage& usage : reading.state.reading.rules)
        if (usage.used)
            Terminal::note(fmt::format("  reads as {} used{}", *usage.used,
                                       usage.resetsIn && *usage.resetsIn > Nanos::zero()
                                           ? ", all free in " + spanText(*usage.resetsIn)
                                           : std::string()));
}

KeyLooks look(Server& server, const NewOptions& options)
{
    if (!options.anyway)
        if (const auto known = recogniseOnServer(server, options.from); known && !known->isGuess)
            throw InvalidArgument(
                fmt::format("{} is already recognized as a key of {}; use --anyway to describe it regardless",
                            printable(options.from), known->subject.format->name()));
    KeyLooks looks = lookAround(server, options.from);
    if (!looks.first.raw.exists())
        throw InvalidArgument(
            fmt::format("there is no key {} on {}", printable(options.from), server.where()));
    if (const Micros wait = parseDuration(options.wait); wait > Micros::zero()) {
        std::this_thread::sleep_for(wait);
        lookAgain(server, looks);
    }
    return looks;
}

void checkIsFree(const std::filesystem::path& path)
{
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error))
        throw InvalidArgument(
            fmt::format("{} is there already: choose another name, or remove it", printable(path.string())));
}

/// Where an editor finds what the fields mean: a file that is installed with the program. Empty: it is not
/// there.
std::string schemaAddress()
{
    std::error_code error;
    const std::filesystem::path program = std::filesystem::canonical("/proc/self/exe", error);
    if (error)
        return {};
    const std::string path = std::filesystem::canonical(program.parent_path() / RATEWARDEN_SCHEMA, error);
    if (error)
        return {};
    return "file://" + percentEncoded(path, isKeptInPaths);
}

Exit makeFormat(Terminal& terminal, const NewOptions& options)
{
    if (options.save && !options.output.empty())
        throw InvalidArgument("give either --save or --output");
    const std::vector<Rule> rules = options.rules.empty() ? std::vector<Rule>() : parseRules(options.rules);
    const KeyLooks looks = look(terminal.server(), options);
    std::vector<Proposal> proposals = proposeFormats(looks);
    if (proposals.empty())
        throw InvalidArgument(fmt::format(
            "nothing in {}, a {}, looks like the state of a limiter: numbers, times, or times with numbers",
            printable(options.from), looks.latest().raw.content.type));
    Proposal& best = proposals.front();
    FormatFile& file = best.file;
    file.schema = schemaAddress();
    if (!options.name.empty()) {
        file.name = options.name;
        file.title = options.name;
    }
    explain(best, readLook(file, looks, rules));
    for (std::size_t i = 1; i < proposals.size(); ++i)
        Terminal::note(
            fmt::format("or {} ({:.0f} %)", nameOf(proposals[i].file.shape), 100 * proposals[i].confidence));
    file = withSample(std::move(file), looks, rules);
    static_cast<void>(parseFormatFile(file.name + ".json", formatFileText(file))); // the name may be bad
    if (!options.save && (options.output.empty() || options.output == "-")) {
        const std::string text = formatFileText(file);
        fmt::print("{}", terminal.isJson() ? Json::parse(text).dump() + "\n" : text);
        return Done;
    }
    const std::filesystem::path path =
        options.save ? userFormatPath(file.name) : std::filesystem::path(options.output);
    checkIsFree(path);
    writeFormatFile(path, file);
    terminal.print(
        {{"file", printable(path.string())}, {"format", file.name}},
        fmt::format(
            "written to {}. Review it before sharing: its sample contains the name and value of the key",
            printable(path.string())));
    return Done;
}

} // namespace

void addFormatNew(CLI::App& format, Terminal& terminal)
{
    addCommand<NewOptions>(
        format, terminal, "new",
        "Propose a format file for a key that no format recognizes; says why on standard error",
        [](CLI::App& command, NewOptions& options) {
            takeEscapes(command, *command.add_option("--from", options.from, "The key")->required());
            command.add_option("--name", options.name, "The format's name, as in \"my-limiter\"");
            command.add_option("--rules", options.rules, "Its rules, for the sample: \"20/min + 200/h\"");
            command.add_option("--output", options.output,
                               "The file to write, which must not be there yet; \"-\", as without it: "
                               "standard output");
            command.add_flag("--save", options.save,
                             "Write it to the folder of your own formats, under its name");
            command.add_option("--wait", options.wait, "How long to wait for the second look; \"0s\": none");
            command.add_flag("--anyway", options.anyway, "Even if a format recognizes the key already");
        },
        makeFormat);
}

} // namespace ratewarden::ctl
