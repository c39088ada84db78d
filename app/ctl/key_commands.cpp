// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/key_commands.h"

#include "app/ctl/commands.h"
#include "app/ctl/decision_text.h"
#include "app/ctl/escapes.h"
#include "app/ctl/sentences.h"
#include "app/ctl/token_list.h"
#include "app/ctl/tokens.h"
#include "app/ctl/unread.h"
#include "core/admin/change.h"
#include "core/admin/inspection.h"
#include "core/admin/policy_of.h"
#include "core/admin/token_walk.h"
#include "core/formats/describe/prefix_file.h"
#include "core/formats/foreign/prefixes.h"
#include "core/keys/key_filter.h"
#include "core/keys/key_scan.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/tokens/reader.h"
#include "core/tokens/token_status.h"

#include <fmt/format.h>

#include <filesystem>
#include <thread>
#include <unordered_map>

namespace ratewarden::ctl {
namespace {

std::vector<Rule> rulesOf(const std::string& text)
{
    return text.empty() ? std::vector<Rule>() : parseRules(text);
}

std::string_view stateOf(const Inspection& inspection)
{
    return inspection.state ? nameOf(*inspection.state) : nameOf(TokenStatus::Unknown);
}

Json inspectionJson(const Inspection& inspection)
{
    Json rules = Json::array();
    for (const InspectedRule& rule : inspection.rules)
        rules.push_back({{"name", rule.name.empty() ? Json(nullptr) : Json(printable(rule.name))},
                         {"limit", orNull(rule.limit)},
                         {"window_us", orNull(rule.window)},
                         {"inferred", rule.inferred},
                         {"used", orNull(rule.used)},
                         {"leased", orNull(rule.leased)},
                         {"reserved", orNull(rule.reserved)},
                         {"remaining", orNull(rule.remaining)},
                         {"frees_in_us", orNull(rule.freesIn)},
                         {"resets_in_us", orNull(rule.resetsIn)}});
    Json warnings = Json::array();
    for (const Warning& warning : inspection.warnings)
        warnings.push_back(sentence(warning));
    for (const Format* const tie : inspection.ties)
        warnings.push_back(fmt::format("{} fits as well", tie->name()));
    Json all{{"key", printable(inspection.key)},
             {"format", nullptr},
             {"chosen_for", nullptr},
             {"guess", inspection.isGuess},
             {"confidence", inspection.confidence},
             {"token", nullptr},
             {"state", stateOf(inspection)},
             {"rules", rules},
             {"retry_after_us", orNull(inspection.retryAfter)},
             {"warnings", warnings}};
    if (inspection.subject) {
        all["format"] = inspection.subject->format->name();
        all["token"] = printable(inspection.token);
        const auto catalogue = currentCatalogue();
        if (const auto beginning = catalogue->chosenFor(*inspection.subject); !beginning.empty())
            all["chosen_for"] = printable(beginning);
    }
    return all;
}

// `inFlight`: units come back when their requests end, which may be earlier.
std::string usageText(const InspectedRule& rule, bool inFlight)
{
    std::string text = rule.name.empty() ? std::string() : printable(rule.name) + ": ";
    text += rule.used ? fmt::format("{} used", *rule.used) : std::string("usage not known");
    if (rule.limit)
        text += fmt::format(" of {}", *rule.limit);
    const Units leased = rule.leased.value_or(0);
    const Units reserved = rule.reserved.value_or(0);
    if (rule.used && leased + reserved > 0)
        text += fmt::format(" ({} spent{}{})", *rule.used - leased - reserved,
                            reserved > 0 ? fmt::format(", {} reserved", reserved) : "",
                            leased > 0 ? fmt::format(", up to {} held by leases", leased) : "");
    if (rule.window)
        text += fmt::format(" in {}{}", durationText(*rule.window), rule.inferred ? " (inferred)" : "");
    if (rule.resetsIn && *rule.resetsIn > Micros::zero())
        text += fmt::format(", all free in {}{}", inFlight ? "at most " : "", durationText(*rule.resetsIn));
    return text;
}

std::string sentenceOf(const Inspection& inspection)
{
    if (!inspection.subject)
        return fmt::format("no format recognizes {}", printable(inspection.key));
    const std::string name(inspection.subject->format->name());
    std::string text = fmt::format(
        "{}: {} is {}",
        inspection.isGuess ? fmt::format("looks like {} ({:.0f} %)", name, 100 * inspection.confidence)
                           : name,
        printable(inspection.token), stateOf(inspection));
    if (!inspection.state)
        text += ": its rules are not known; give --rules, or publish them";
    const bool inFlight = inspection.subject->format->countsInFlight();
    if (inspection.retryAfter && *inspection.retryAfter > Micros::zero())
        text += fmt::format(" for {}{}", inFlight ? "at most " : "", durationText(*inspection.retryAfter));
    for (const InspectedRule& rule : inspection.rules)
        text += fmt::format("\n  {}", usageText(rule, inFlight));
    for (const Warning& warning : inspection.warnings)
        text += fmt::format("\n  warning: {}", sentence(warning));
    for (const Format* const tie : inspection.ties)
        text += fmt::format("\n  {} fits as well: nothing in the key tells them apart", tie->name());
    const auto catalogue = currentCatalogue();
    if (const auto beginning = catalogue->chosenFor(*inspection.subject); !beginning.empty())
        text += fmt::format("\n  {} was chosen for keys that begin with {}; format forget takes it back",
                            name, printable(beginning));
    return text;
}

struct InspectOptions {
    std::string key;
    std::string token;
    std::string rules;
};

/// For a key that no format recognizes: there may be none.
void requireKey(Server& server, const std::string& key)
{
    if (server.call(Command{"EXISTS", key}).view().integer() == 0)
        throw InvalidArgument(fmt::format("there is no key {} on {}", printable(key), server.where()));
}

Exit inspect(Terminal& terminal, const InspectOptions& options)
{
    if (options.key.empty())
        throw InvalidArgument("the key is empty");
    Server& server = terminal.server();
    const Inspection inspection = inspectKey(server, options.key, rulesOf(options.rules), options.token);
    if (!inspection.subject)
        requireKey(server, options.key);
    terminal.print(inspectionJson(inspection), sentenceOf(inspection));
    return Done;
}

struct KeysOptions {
    std::string prefix;
    std::string format;
    std::string filter;
};

/// Which keys are listed.
class KeyChoice {
public:
    KeyChoice(Server& server, const KeysOptions& options)
        : m_options(options), m_filter(options.filter), m_now(m_filter.empty() ? Instant{} : clockOf(server))
    {
        noteForeignWord(m_filter);
    }

    /// Asks what a filter wants to know of the keys of a page beside their names.
    void look(Server& server, const std::vector<Reading>& page)
    {
        using Word = KeyFilter::Word;
        if (!m_filter.asksFor(Word::Type) && !m_filter.asksFor(Word::NoTtl) && !m_filter.asksFor(Word::Ttl) &&
            !m_filter.asksFor(Word::Size))
            return;
        std::vector<std::string> names;
        for (const Reading& reading : page)
            if (std::vector<std::string> its = reading.subject.format->keys(reading.subject); !its.empty())
                names.push_back(std::move(its.front()));
        m_facts.clear();
        for (KeyScan scan(std::move(names)); !scan.complete();)
            for (FoundKeyFacts& key : scan.step(server).keys)
                m_facts.insert_or_assign(key.name, key);
    }

    bool takes(const std::string& name, const Format& format) const
    {
        if (!name.starts_with(m_options.prefix) ||
            (!m_options.format.empty() && format.name() != m_options.format))
            return false;
        KeyStore::Key key{.name = name, .kind = KeyKind::Limiter, .format = &format};
        if (const auto found = m_facts.find(name); found != m_facts.end()) {
            key.type = found->second.type;
            key.memory = found->second.memory;
            key.expires = found->second.expires;
        }
        return m_filter.ask(key, m_now) == KeyFilter::Answer::Yes;
    }

private:
    const KeysOptions& m_options;
    KeyFilter m_filter;
    Instant m_now;
    std::unordered_map<std::string, FoundKeyFacts> m_facts;
};

/// For programs one line for each subject, as the scan finds them.
Exit keys(Terminal& terminal, const KeysOptions& options)
{
    requireFormat(options.format);
    Server& server = terminal.server();
    KeyChoice wanted(server, options);
    const PolicyBook book = policiesIfAllowed(server);
    TokenWalk walk(server, book, TokenWalk::Which::WithState);
    Table table({{"KEY", Table::Long}, {"FORMAT"}, {"TOKEN", Table::Long}, {"USED", Table::Number}});
    std::size_t unread = 0;
    Problem problem;
    while (!walk.isAtEnd()) {
        const std::vector<Reading> page = walk.readPage();
        wanted.look(server, page);
        for (const Reading& reading : page) {
            const Format& format = *reading.subject.format;
            const std::vector<std::string> names = format.keys(reading.subject);
            if (names.empty() || !wanted.takes(names.front(), format))
                continue;
            if (reading.problem) {
                ++unread;
                problem = reading.problem;
            }
            Json used = nullptr;
            if (reading.decision)
                used = reading.decision->usage[reading.decision->tightestRule()].used;
            else if (reading.used)
                used = *reading.used;
            if (terminal.isJson())
                terminal.print({{"key", printable(names.front())},
                                {"format", format.name()},
                                {"guess", guessOf(format) != nullptr},
                                {"token", printable(reading.subject.token)},
                                {"used", used}},
                               std::string());
            else
                table.add({printable(names.front()), formatText(format), printable(reading.subject.token),
                           used.is_null() ? std::string("?") : used.dump()});
        }
    }
    if (!table.isEmpty())
        table.print(terminal.screen());
    else if (!terminal.isJson() && walk.lostNodes().empty() && walk.unread() == 0)
        fmt::print("{}\n", walk.tokens() == 0 ? "no limiter key was found" : "no limiter key matches");
    return reportUnread(terminal, walk, unread, "key", englishText(problem));
}

// So that the next change of such keys need not say it again. What was changed stays, whatever comes of this.
void rememberFormat(const KeyOptions& options, const Format& format)
{
    const auto* const foreign = dynamic_cast<const CatalogueFormat*>(&format);
    const std::string beginning = foreign ? beginningOfKey(*foreign, options.key) : std::string();
    if (beginning.empty())
        return;
    try {
        savePrefix(beginning, std::string(format.name()));
        Terminal::note(fmt::format("keys that begin with {} are those of {} from now on; \"ratewarden-ctl "
                                   "format forget --prefix {}\" takes that back",
                                   printable(beginning), format.name(), printable(beginning)));
    } catch (const InvalidArgument& error) {
        Terminal::note(fmt::format("the format was not remembered: {}", error.what()));
    }
}

} // namespace

void declareOtherKey(CLI::App& command, KeyOptions& options)
{
    takeEscapes(command,
                *command.add_option("--key", options.key,
                                    "A key of any limiter that `inspect` recognizes, in place of a token, or "
                                    "with one where it is a hash that holds many; "
                                    "the private key for TLS is --tls-key"));
    command.add_option("--format", options.format, "With --key: its format, where it fits several");
}

CLI::Option& declareKey(CLI::App& command, std::string& token, KeyOptions& options)
{
    CLI::Option& tokenOption = *command.add_option(
        "token", token, "The token (the client being limited: a user, an IP, an API key)");
    takeEscapes(command, tokenOption);
    declareOtherKey(command, options);
    refuseEmpty(
        *command.add_option("--rules", options.rules, "With --key: its rules, where its layout stores none"));
    command.add_flag("--dry-run", options.dryRun, "With --key: print the commands and change nothing");
    return tokenOption;
}

bool isOfKey(const std::string& token, const KeyOptions& options)
{
    std::error_code ignored; // a file is the private key, which has another name here
    const bool isFile = !token.empty() && std::filesystem::exists(options.key, ignored);
    if ((token.empty() && options.key.empty()) || isFile)
        throw InvalidArgument("give either a token or --key, the key of another limiter; the private key for "
                              "TLS is --tls-key");
    if (options.key.empty() && (options.dryRun || !options.rules.empty() || !options.format.empty()))
        throw InvalidArgument("--rules, --format and --dry-run go with --key");
    return !options.key.empty();
}

KeyChange changeOfKey(Terminal& terminal, const KeyOptions& options, const std::string& token,
                      const Intent& intent, const std::string& by, const std::string& reason)
{
    Server& server = terminal.server();
    requireFormat(options.format);
    const std::vector<Rule> rules = rulesOf(options.rules);
    PolicyBook book = policiesIfAllowed(server);
    ServerPrefixes prefixes(book.policies);
    const std::optional<Recognised> found =
        recogniseAlone(server, prefixes, options.key, rules, options.format, token);
    if (!token.empty() && !(found && found->tokensOfKey))
        throw InvalidArgument(
            "give a token beside --key only where that key holds many tokens; the private key "
            "for TLS is --tls-key");
    if (!found) {
        requireKey(server, options.key);
        throw InvalidArgument(
            fmt::format("no format recognizes {} on {}: nothing was changed. \"ratewarden-ctl "
                        "format list\" names those that are known",
                        printable(options.key), server.where()));
    }
    Change change{intent, {found->subject}, {}, by, reason};
    if (!options.rules.empty())
        change.policies[found->subject.policy] = found->subject.format->policyFor(found->subject, rules);
    else // those that are published for its group of keys
        change.policies = std::move(book.policies);
    readStates(server, change);
    return {std::move(change), found->ties};
}

InvalidArgument fitsSeveral(const std::string& key, const Format& format,
                            const std::vector<const Format*>& ties, std::string_view difference)
{
    std::string names;
    for (const Format* const tie : ties)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", tie->name());
    return InvalidArgument(fmt::format(
        "{} fits {} and other formats ({}), {}: nothing was changed. Say with --format which it is",
        printable(key), format.name(), names, difference));
}

Exit changeKey(Terminal& terminal, const KeyOptions& options, const std::string& token, const Intent& intent,
               const std::string& by, const std::string& reason, const std::string& done)
{
    auto [change, ties] = changeOfKey(terminal, options, token, intent, by, reason);
    const Subject subject = change.subjects.front();
    const Preview wanted = preview(change);
    if (options.format.empty() && wanted.cautions.contains(Caution::MayMeanTheOpposite))
        throw fitsSeveral(options.key, *subject.format, ties,
                          "to which what would be written means something else");
    for (const Caution caution : wanted.cautions)
        Terminal::note(sentence(caution));
    if (wanted.used)
        Terminal::note(usedChangeText(*wanted.used));
    if (options.dryRun) {
        if (wanted.commands == 0)
            Terminal::note("there is nothing to change");
        printCommands(terminal, wanted,
                      wanted.used ? Json{{"used", std::int64_t(wanted.used->before)},
                                         {"used_after", std::int64_t(wanted.used->after)}}
                                  : Json::object());
        return Done;
    }
    if (std::holds_alternative<RemoveLockIntent>(
            intent)) // one that is held for the moment is another by then
        std::this_thread::sleep_for(lockPatience);
    const ChangeOutcome made = make(terminal, std::move(change));
    if (made.denied) { // what is charged to a key of ours; other layouts are not asked
        PublishedPolicy policy =
            publishedIfReadable(terminal.server(), subject.policy).value_or(PublishedPolicy());
        policy.policy = made.change.policies.at(subject.policy);
        return tell(terminal, *made.denied, RedisToken(subject.token), policy,
                    std::get<ChargeIntent>(intent).units);
    }
    if (!options.format.empty() && wanted.cautions.contains(Caution::MayMeanTheOpposite))
        rememberFormat(options, *subject.format);
    const bool unblocks = std::holds_alternative<UnblockIntent>(intent);
    terminal.print({{"key", printable(options.key)},
                    {"format", subject.format->name()},
                    {"token", printable(subject.token)},
                    {"changed", made.changed > 0}},
                   made.changed > 0
                       ? fmt::format("{} {}", printable(subject.token), done)
                       : fmt::format("{}{}", printable(subject.token),
                                     unblocks ? " was not blocked" : ": there was nothing to change"));
    return Done;
}

void addKeyCommands(CLI::App& app, Terminal& terminal)
{
    addCommand<InspectOptions>(
        app, terminal, "inspect", "Say what a key of any limiter is, and how its token stands",
        [](CLI::App& command, InspectOptions& options) {
            takeEscapes(command, *command.add_option("key", options.key, "The key")->required());
            takeEscapes(command,
                        *command.add_option("--token", options.token,
                                            "Which of its tokens, where it is a hash that holds many"));
            refuseEmpty(*command.add_option("--rules", options.rules,
                                            "Its rules, where its layout stores none: \"20/min + 200/h\""));
        },
        inspect);
    addCommand<KeysOptions>(
        app, terminal, "keys", "List the limiter keys of the server, with format and usage",
        [](CLI::App& command, KeysOptions& options) {
            takeEscapes(command,
                        *command.add_option("--prefix", options.prefix, "Only keys that begin with it"));
            command.add_option("--format", options.format, "Only of this format");
            declareFilter(command, options.filter, "keys", "type:string ttl<1h -format:ratewarden/*");
        },
        keys);
}

} // namespace ratewarden::ctl
