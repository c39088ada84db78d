// SPDX-License-Identifier: MIT
#include "core/formats/foreign/prefixes.h"

#include "core/formats/own/ratewarden_format.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;

// NameWords, in small letters. Those that nothing but a limiter is called outweigh those of other counters,
// "ratelimit:count"; those of what may be limited or counted do not, "api:hits".
constexpr auto limitWords = std::to_array<std::string_view>(
    {"limit", "limits", "limiter", "ratelimit", "ratelimiter", "throttle", "throttler", "rl", "rlflx",
     "attempt", "attempts", "brute", "bruteforce"});
// Limiters are called so, and so is much else: "rate:EURUSD", "slow:query:17", "quota:disk:ann".
constexpr auto ambiguousWords =
    std::to_array<std::string_view>({"rate", "rates", "quota", "quotas", "fail", "fails", "failed", "slow",
                                     "ban", "bans", "burst", "flood", "abuse", "consecutive"});
constexpr auto limitedWords = std::to_array<std::string_view>(
    {"login", "logins", "signin", "signup", "auth", "api", "req", "request", "requests"});
constexpr auto otherWords =
    std::to_array<std::string_view>({"cache", "sess", "visit", "view", "lock", "stock", "cart", "queue",
                                     "job", "price", "score", "inventory"});
constexpr auto counterWords = std::to_array<std::string_view>(
    {"hits", "hit", "count", "counter", "counts", "total", "stat", "stats", "metrics", "unread"});

constexpr std::string_view usualCounter = "rate-limiter-flexible"; // whose prefix is most often chosen
constexpr std::int64_t mostCounted = 99'999;
constexpr std::int64_t smallCount = 1000;
constexpr std::int64_t longestExpiry = std::chrono::milliseconds(32 * 24h).count();
constexpr std::size_t mostBeginnings = 20'000; // that are remembered
constexpr std::size_t deepest = 3;             // parts of a prefix
constexpr int structureLooks = 4;              // keys of a beginning that are compared with each format
constexpr int mostOpen = 64;                   // keys without a decision
constexpr double tellingWeight = 4;            // of a fit whose value says more than that it is a number

bool isWordChar(char c)
{
    return isLetterOrDigit(c) || c == '_' || c == '-';
}

// "login_ip", "api2"; no "user123", no address, no digest.
bool isWord(std::string_view part)
{
    constexpr std::size_t longest = 24;
    const auto digits = std::size_t(std::ranges::count_if(part, isDigit));
    return !part.empty() && part.size() <= longest && isLetter(part.front()) && digits <= 2 &&
           std::ranges::all_of(part, isWordChar);
}

bool hasAddressForm(std::string_view text)
{
    const auto isPart = [](char c) {
        return isLowerHex(lower(c)) || c == '.' || c == ':' || c == '/';
    };
    return std::ranges::all_of(text, isPart) && std::ranges::any_of(text, isDigit) &&
           (std::ranges::count(text, '.') == 3 || std::ranges::count(text, ':') >= 2);
}

// What of "user:42" names one of many: "42".
std::string_view behindWord(std::string_view token)
{
    const std::size_t colon = token.find(':');
    return colon != std::string_view::npos && isWord(token.substr(0, colon)) && !hasAddressForm(token)
               ? behindWord(token.substr(colon + 1))
               : token;
}

// An address, a mail address or a digest: of nothing but a client.
bool isClientAlone(std::string_view token)
{
    constexpr std::size_t digest = 16;
    const std::string_view name = behindWord(token);
    return hasAddressForm(name) || name.find('@') != std::string_view::npos ||
           (name.size() >= digest &&
            std::ranges::all_of(name, [](char c) { return isLowerHex(lower(c)) || c == '-'; }));
}

// Whether it names who sends requests, and not what is requested or counted.
bool isClient(std::string_view token)
{
    const std::string_view name = behindWord(token);
    return isClientAlone(name) ||
           (!name.empty() && name.find(':') == std::string_view::npos && isDigit(name.back()));
}

// "10.0.0.1:29920494": a counter of one window, which no plain counter's key is. "user:29920494" is a user.
bool endsInWindowNumber(std::string_view token)
{
    constexpr std::size_t leastDigits = 6;
    const std::size_t colon = token.rfind(':');
    if (colon == std::string_view::npos || token.size() - colon <= leastDigits ||
        !std::ranges::all_of(token.substr(colon + 1), isDigit))
        return false;
    const std::size_t before = token.rfind(':', colon - 1);
    return colon > 0 && !isWord(token.substr(before + 1, colon - before - 1));
}

struct NameWords {
    bool ofLimits = false;
    bool ofOthers = false;
    bool isAmbiguous = false; ///< a limiter may be called so, and much else

    /// Of a key with a beginning of that length; of its token the parts that are words speak of others, too.
    NameWords(std::string_view key, std::size_t length) : NameWords(key.substr(0, length))
    {
        for (std::size_t from = length; from < key.size();) {
            const std::size_t end = std::min(key.find(':', from), key.size());
            if (const std::string_view part = key.substr(from, end - from); isWord(part)) {
                const NameWords words(part);
                ofOthers |= words.ofOthers;
                isAmbiguous |= words.isAmbiguous;
            }
            from = end + 1;
        }
    }

    explicit NameWords(std::string_view beginning)
    {
        bool counts = false;
        bool limited = false;
        std::string word;
        const auto end = [&] {
            const auto isIn = [&](const auto& words) {
                return std::ranges::find(words, word) != words.end();
            };
            ofLimits |= isIn(limitWords);
            limited |= isIn(limitedWords);
            counts |= isIn(counterWords);
            isAmbiguous |= isIn(ambiguousWords);
            ofOthers |= std::ranges::any_of(
                otherWords, [&](std::string_view other) { return word.find(other) != std::string::npos; });
            word.clear();
        };
        for (std::size_t i = 0; i < beginning.size(); ++i) {
            const char c = beginning[i];
            const bool newHump = c != lower(c) && i > 0 && beginning[i - 1] == lower(beginning[i - 1]);
            if (!isLetter(c) || newHump)
                end();
            if (isLetter(c))
                word += lower(c);
        }
        end();
        ofOthers |= counts && !ofLimits;
        ofLimits |= limited && !counts;
    }
};

// The whole number of a counter that ends by itself; empty: it is none.
std::optional<std::int64_t> countedIn(const SampleKey& content)
{
    if (content.type != "string" || content.pttl <= 0 || content.pttl > longestExpiry)
        return std::nullopt;
    std::int64_t count = 0;
    const std::string& text = content.value;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), count);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size() || count < 1 ||
        count > mostCounted || text.front() == '0')
        return std::nullopt;
    return count;
}

struct FittingFormats {
    const CatalogueFormat* best = nullptr;
    double weight = 0;
    std::vector<std::string> ties;
};

// Of plain counters under a prefix that somebody chose.
int likelihood(const FormatFile& file)
{
    return file.name == usualCounter ? 2 : file.tier == Tier::Safe ? 1 : 0;
}

// Whether a key of the format under the prefix may have that name and type: sooner known than by the whole
// format under the prefix.
bool mayHave(const FormatFile& file, std::string_view prefix, std::string_view key, std::string_view type)
{
    const auto takes = [&](const Pattern& name) {
        Record names;
        return name.captures("prefix") ? name.withPrefix(prefix).match(key, names, file.epoch, true)
                                       : name.match(key, names, file.epoch, true);
    };
    return std::ranges::any_of(file.keys, [&](const KeyRole& role) {
        return role.takesType(type) && std::ranges::any_of(role.names, takes);
    });
}

// The formats that take a key with that beginning as their prefix.
FittingFormats fitting(const Catalogue& catalogue, std::string_view key, const SampleKey& content,
                       std::size_t length, bool plain, Nanos now)
{
    FittingFormats fits;
    for (const auto& format : catalogue.formats()) {
        const FormatFile& file = format->file();
        if (!takesPrefix(file) || file.tier == Tier::Label ||
            (plain ? !isPlainCounter(file) : isCounterAlone(file)))
            continue;
        try {
            std::string prefix = prefixOfKeys(file, key.substr(0, length));
            if (!mayHave(file, prefix, key, content.type))
                continue;
            const CatalogueFormat prefixed(*format, {file.name, std::move(prefix), 0.5});
            const auto match = matchName(prefixed.file(), key);
            if (!match || !match->role->takesType(content.type))
                continue;
            const auto found =
                prefixed.recogniseKey(*match, {match->role->role, std::string(key), content}, now);
            if (!found)
                continue;
            if (plain) { // their values are the same
                fits.ties.push_back(file.name);
                if (!fits.best || likelihood(file) > likelihood(fits.best->file()))
                    fits.best = format.get();
            } else if (found->fit.weight > fits.weight) {
                fits = {format.get(), found->fit.weight, {}};
            } else if (found->fit.weight == fits.weight) {
                fits.ties.push_back(file.name);
            }
        } catch (const InvalidArgument&) { // no prefix of this format
            continue;
        }
    }
    if (fits.best)
        std::erase(fits.ties, fits.best->file().name);
    return fits;
}

// "rate-limit:", "ratelimiter:": what anybody may call his keys.
bool isAnybodys(std::string_view lead)
{
    std::string letters;
    for (const char c : lead)
        if (isLetter(c))
            letters += lower(c);
    return letters == "ratelimit" || letters == "ratelimiter";
}

// Whether the key begins as a layout's keys do, though its whole name is none of that layout: it may be of
// another version of the same program, whose numbers mean something else. A connection's own prefix may stand
// in front, but of a beginning that a deployment may choose.
bool beginsAsAnothers(const Catalogue& catalogue, std::string_view key)
{
    constexpr std::size_t telling = 10;
    return std::ranges::any_of(catalogue.formats(), [&](const auto& format) {
        const bool takes = takesPrefix(format->file());
        return std::ranges::any_of(format->file().keys, [&](const KeyRole& role) {
            return std::ranges::any_of(role.names, [&](const Pattern& name) {
                const std::string_view lead = name.lead();
                return lead.size() >= telling && !isAnybodys(lead) &&
                       (takes ? key.starts_with(lead) : key.find(lead) != std::string_view::npos);
            });
        });
    });
}

// What stands behind the prefix in the names of a format's keys: ":"; up to the next capture or optional
// part.
std::string_view separatorOf(const FormatFile& file)
{
    const Pattern& name = file.keys.front().names.front();
    const std::string_view text = name.text();
    const CaptureType* const prefix = name.type("prefix");
    if (!prefix)
        return {};
    const std::string_view rest =
        text.substr(std::string_view("{prefix=}").size() + prefix->choices.front().size());
    return rest.substr(0, std::min(rest.find_first_of("{["), rest.size()));
}

} // namespace

bool takesPrefix(const FormatFile& file)
{
    return std::ranges::all_of(file.keys.front().names, [](const Pattern& name) {
        const CaptureType* const prefix = name.type("prefix");
        return prefix && prefix->kind == CaptureType::Kind::Constant && name.text().starts_with("{prefix=");
    });
}

std::string prefixOfKeys(const FormatFile& file, std::string_view beginning)
{
    if (!takesPrefix(file))
        throw InvalidArgument(fmt::format("the keys of {} have no prefix that can be chosen", file.name));
    const std::string_view separator = separatorOf(file);
    if (beginning.size() <= separator.size() || !beginning.ends_with(separator))
        throw InvalidArgument(fmt::format("the keys of {} have \"{}\" behind their prefix: say \"{}{}\"",
                                          file.name, separator, printable(beginning), separator));
    if (beginning.find_first_of("{}") != std::string_view::npos || beginning.starts_with(ownKeys))
        throw InvalidArgument(
            fmt::format("\"{}\" cannot be a prefix: braces are not supported in it, and keys "
                        "that begin with \"{}\" are Ratewarden's own",
                        printable(beginning), ownKeys));
    return std::string(beginning.substr(0, beginning.size() - separator.size()));
}

std::string beginningOfKeys(const FormatFile& file, std::string_view prefix)
{
    return std::string(prefix) + std::string(separatorOf(file));
}

bool canBegin(const FormatFile& file, std::string_view beginning)
{
    if (takesPrefix(file) || beginning.empty() || beginning.starts_with(ownKeys))
        return false;
    return std::ranges::any_of(file.keys.front().names, [&](const Pattern& name) {
        return name.lead().starts_with(beginning) || beginning.find(name.lead()) != std::string_view::npos;
    });
}

std::string beginningOfKey(const CatalogueFormat& format, std::string_view key)
{
    const FormatFile& file = format.file();
    const auto match = matchName(file, key);
    if (!match)
        return {};
    if (takesPrefix(file)) {
        const CaptureType& usual = *file.keys.front().names.front().type("prefix");
        return beginningOfKeys(file, format.prefix() ? format.prefix()->prefix : usual.choices.front());
    }
    const std::string_view lead = match->role->names[match->alternative].lead();
    const std::string* const outer = match->names.text("outer");
    if (!lead.empty())
        return (outer ? *outer : std::string()) + std::string(lead);
    const auto beginnings = beginningsOf(key);
    return beginnings.empty() ? std::string() : std::string(beginnings.front());
}

const CatalogueFormat* formatOfGroup(const Catalogue& catalogue, std::string_view format,
                                     std::string_view group)
{
    constexpr int mostTried = 4;
    const CatalogueFormat* const found = catalogue.find(format);
    if (!found)
        return nullptr;
    const Subject subject{"t", std::string(group), found};
    if (const CatalogueFormat* const known = catalogue.find(format, subject))
        return known;
    std::string beginning;
    std::size_t end = 0;
    for (; end < group.size() && group[end] != '*' && group[end] != '<'; ++end)
        beginning += group[end] == '\\' && end + 1 < group.size() ? group[++end] : group[end];
    if (!takesPrefix(found->file()) || end == group.size()) // of one key alone nothing tells where it ends
        return nullptr;
    // Their names may have more in front of the token.
    int tried = 0;
    for (std::size_t length = beginning.size(); length > 0 && tried < mostTried; --length)
        try {
            const PrefixUse use{std::string(format),
                                prefixOfKeys(found->file(), beginning.substr(0, length))};
            const auto prefixed = formatUnder(use);
            ++tried;
            if (prefixed && namesOf(prefixed->file(), subject))
                return prefixed.get();
        } catch (const InvalidArgument&) { // no prefix ends there
            continue;
        }
    return nullptr;
}

const Format* formatNamed(std::string_view name, std::string_view group)
{
    for (const Format* const format : ratewardenFormats())
        if (format->name() == name)
            return format;
    const auto catalogue = currentCatalogue();
    const CatalogueFormat* const format = formatOfGroup(*catalogue, name, group);
    return format ? format : catalogue->find(name);
}

std::vector<std::string_view> beginningsOf(std::string_view key)
{
    std::vector<std::string_view> beginnings;
    for (std::size_t from = 0; beginnings.size() < deepest;) {
        const std::size_t colon = key.find(':', from);
        if (colon == std::string_view::npos || colon + 1 == key.size() ||
            !isWord(key.substr(from, colon - from)))
            break;
        beginnings.push_back(key.substr(0, colon + 1));
        from = colon + 1;
    }
    if (!beginnings.empty())
        return beginnings;
    // "ratelimit_user_42", "limits/10.0.0.1": nothing but what follows says where the token begins.
    const std::size_t end = key.find_first_of("_-/.");
    if (end != std::string_view::npos && isWord(key.substr(0, end)) && isClient(key.substr(end + 1)))
        beginnings.push_back(key.substr(0, end + 1));
    return beginnings;
}

std::shared_ptr<const Catalogue> ServerPrefixes::catalogue()
{
    const std::scoped_lock lock(m_mutex);
    refresh();
    return m_catalogue;
}

std::shared_ptr<const Catalogue> ServerPrefixes::lastCatalogue()
{
    const std::scoped_lock lock(m_mutex);
    return m_catalogue;
}

// What is said outweighs what is guessed, also of a part of its keys.
void ServerPrefixes::refresh()
{
    const auto present = currentCatalogue();
    if (m_catalogue && m_base == present)
        return;
    m_base = present;
    std::vector<std::shared_ptr<const CatalogueFormat>> prefixed;
    const auto use = [&](const PrefixUse& one) {
        if (auto format = formatUnder(one); format && std::ranges::find(prefixed, format) == prefixed.end())
            prefixed.push_back(std::move(format));
    };
    for (const auto& [group, format] : m_groups)
        if (const CatalogueFormat* const found = formatOfGroup(*m_base, format, group);
            found && found->prefix() && m_base->find(format, {"t", group, found}) == nullptr)
            use(*found->prefix());
    std::vector<std::string> said;
    const auto add = [&](const CatalogueFormat& format) {
        if (format.prefix())
            said.push_back(beginningOfKeys(format.file(), format.prefix()->prefix));
    };
    for (const auto& format : m_base->all())
        add(*format);
    for (const auto& format : prefixed)
        add(*format);
    for (const PrefixUse& guess : m_guesses) {
        const CatalogueFormat* const format = m_base->find(guess.format);
        const std::string beginning = format ? beginningOfKeys(format->file(), guess.prefix) : std::string();
        if (format && !m_base->isOthers(beginning) &&
            std::ranges::none_of(said, [&](const std::string& one) { return beginning.starts_with(one); }))
            use(guess);
    }
    m_catalogue = prefixed.empty() ? m_base : std::make_shared<const Catalogue>(*m_base, prefixed);
}

void ServerPrefixes::setPolicies(const Policies& policies)
{
    std::map<std::string, std::string, std::less<>> groups;
    for (const auto& [name, policy] : policies)
        if (!policy.format.empty())
            groups.emplace(name, policy.format);
    const std::scoped_lock lock(m_mutex);
    if (groups != m_groups)
        m_catalogue = nullptr;
    m_groups = std::move(groups);
}

const ServerPrefixes::Evidence* ServerPrefixes::known(std::string_view beginning) const
{
    const std::string name(beginning);
    for (const EvidenceMap* const map : {&m_recent, &m_older})
        if (const auto found = map->find(name); found != map->end())
            return &found->second;
    return nullptr;
}

// Those that nobody comes by any more are forgotten, so that no flood of names keeps others out.
ServerPrefixes::Evidence& ServerPrefixes::evidenceOf(std::string_view beginning)
{
    std::string name(beginning);
    if (const auto found = m_recent.find(name); found != m_recent.end())
        return found->second;
    if (m_recent.size() >= mostBeginnings / 2) {
        m_older = std::move(m_recent);
        m_recent.clear();
    }
    Evidence evidence;
    if (const auto found = m_older.find(name); found != m_older.end()) {
        evidence = std::move(found->second);
        m_older.erase(found);
    }
    return m_recent.emplace(std::move(name), std::move(evidence)).first->second;
}

bool ServerPrefixes::wantsGuess(std::string_view key)
{
    const std::scoped_lock lock(m_mutex);
    return std::ranges::any_of(beginningsOf(key), [this](std::string_view beginning) {
        const Evidence* const seen = known(beginning);
        return !seen || !seen->decided;
    });
}

void ServerPrefixes::guess(std::string_view key, const SampleKey& content, Nanos now)
{
    constexpr std::size_t mostGuesses = 500;
    const auto catalogue = currentCatalogue();
    const auto isNamed = [](const Catalogue::Candidate& one) { // as a layout whose state it does not hold
        constexpr std::size_t telling = 6;
        return one.match.role->names[one.match.alternative].anchor().size() >= telling;
    };
    if (catalogue->isOthers(key) || beginsAsAnothers(*catalogue, key) ||
        std::ranges::any_of(catalogue->candidates(key, content.type), isNamed))
        return;
    const std::scoped_lock lock(m_mutex);
    std::optional<PrefixUse> guess;
    for (const std::string_view beginning : beginningsOf(key)) {
        Evidence& evidence = evidenceOf(beginning);
        if (!guess && !evidence.decided)
            guess = judge(evidence, *catalogue, key, beginning.size(), content, now);
        if (evidence.decided)
            evidence.keys.clear();
    }
    if (!guess || std::ranges::find(m_guesses, *guess) != m_guesses.end())
        return;
    if (m_guesses.size() >= mostGuesses)
        m_guesses.pop_front();
    m_guesses.push_back(std::move(*guess));
    m_catalogue = nullptr;
}

std::optional<PrefixUse> ServerPrefixes::judge(Evidence& evidence, const Catalogue& catalogue,
                                               std::string_view key, std::size_t length,
                                               const SampleKey& content, Nanos now)
{
    if (!evidence.keys.insert(std::hash<std::string_view>()(key)).second)
        return std::nullopt;
    ++evidence.seen;
    evidence.decided = evidence.seen >= mostOpen;
    const NameWords words(key, length);
    if (words.ofOthers)
        return std::nullopt;
    const auto use = [&](const FittingFormats& fits, double confidence) {
        evidence.decided = true;
        return PrefixUse{fits.best->file().name, prefixOfKeys(fits.best->file(), key.substr(0, length)),
                         confidence, fits.ties};
    };
    const std::string_view token = key.substr(length);
    // "{user:42}:exp": what follows a hash tag is a layout's, and names what stands beside a state.
    const bool isBeside = holdsHashTag(token) && !token.ends_with('}');
    if (evidence.seen <= structureLooks && !isBeside)
        if (const FittingFormats fits = fitting(catalogue, key, content, length, false, now);
            fits.best && fits.weight >= tellingWeight)
            return use(fits, 0.55);

    const auto count = countedIn(content);
    if (!count || endsInWindowNumber(token) || holdsHashTag(token))
        return std::nullopt;
    ++evidence.counters;
    evidence.small += *count <= smallCount ? 1 : 0;
    evidence.clients += (words.isAmbiguous ? isClientAlone(token) : isClient(token)) ? 1 : 0;
    evidence.addresses += hasAddressForm(token) ? 1 : 0;
    constexpr int many = 8;
    const bool mostCount = evidence.counters * 20 >= evidence.seen * 19;
    const bool mostSmall = evidence.small * 10 >= evidence.counters * 9;
    const bool mostClients = evidence.clients * 10 >= evidence.counters * 8;
    const int enough = evidence.addresses == evidence.counters ? 3 : many;
    double confidence = 0;
    if (mostCount && mostSmall && words.ofLimits && evidence.counters >= many)
        confidence = 0.6;
    else if (mostCount && mostSmall && (words.ofLimits || (mostClients && evidence.counters >= enough)))
        confidence = 0.4; // aConfidenceIsNotTooHigh() counts how many are right
    else
        return std::nullopt;
    const FittingFormats fits = fitting(catalogue, key, content, length, true, now);
    return fits.best ? std::optional(use(fits, confidence)) : std::nullopt;
}

} // namespace ratewarden
