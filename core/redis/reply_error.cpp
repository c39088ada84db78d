// SPDX-License-Identifier: MIT
// What an error reply of Redis, Valkey and their older versions means.
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/lost_node.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <array>
#include <optional>

namespace ratewarden {
namespace {

/// An error within a script as Redis 6 wraps it, without the wrapping:
/// "ERR Error running script (call to f_SHA): @user_script:7: @user_script: 7: -OOM command not allowed".
std::string_view unwrapped(std::string_view text)
{
    constexpr std::string_view end = "): ";
    constexpr std::string_view source = "@user_script:";
    if (!text.starts_with("ERR Error running script (") || text.find(end) == std::string_view::npos)
        return text;
    text.remove_prefix(text.find(end) + end.size());
    while (text.starts_with(source)) {
        const std::size_t lineEnd = text.find(": ", source.size());
        if (lineEnd == std::string_view::npos)
            return text;
        text.remove_prefix(lineEnd + 2);
    }
    if (text.starts_with('-'))
        text.remove_prefix(1);
    return text;
}

std::optional<std::string_view> between(std::string_view text, std::string_view before,
                                        std::string_view after)
{
    const std::size_t start = text.find(before);
    const std::size_t end = text.rfind(after);
    if (start == std::string_view::npos || end == std::string_view::npos || start + before.size() > end)
        return std::nullopt;
    return text.substr(start + before.size(), end - start - before.size());
}

/// Commands that scripts run are checked like any other, but each version has words of its own for it.
bool isMissingRight(std::string_view text)
{
    return text.starts_with("NOPERM") || text.starts_with("ERR ACL failure in script") ||
           text.starts_with("ERR The user executing the script can't") ||
           text.starts_with("The user executing the script can't");
}

std::string rightIn(std::string_view text)
{
    if (const auto command = between(text, " run the '", "' command"))
        return "+" + std::string(*command);
    if (const auto key = between(text, " access the '", "' key"))
        return "~" + std::string(*key);
    if (const auto channel = between(text, " access the '", "' channel"))
        return "&" + std::string(*channel);
    return {};
}

bool isWrongPassword(std::string_view code, std::string_view text)
{
    return code == "WRONGPASS" || text.starts_with("ERR invalid password") || text.starts_with("ERR AUTH") ||
           text.starts_with("ERR Client sent AUTH");
}

/// Throws Redirected for "MOVED 3999 127.0.0.1:6381", and for ASK.
void throwIfRedirection(std::string_view code, std::string_view text, const Problem& otherNode)
{
    if (code != "MOVED" && code != "ASK")
        return;
    const auto number = [](std::string_view digits, int most) -> std::optional<int> {
        const auto value = parsedNumber<int>(digits);
        return value && *value >= 0 && *value <= most ? value : std::nullopt;
    };
    constexpr int lastSlot = 16383;
    constexpr int lastPort = 65535;
    text.remove_prefix(std::min(text.size(), code.size() + 1));
    const std::size_t space = text.find(' ');
    const std::size_t colon = text.rfind(':'); // an IPv6 address has more of them, and no brackets
    if (space == std::string_view::npos || colon == std::string_view::npos || colon < space)
        return;
    const auto slot = number(text.substr(0, space), lastSlot);
    const auto port = number(text.substr(colon + 1), lastPort);
    if (!slot || !port)
        return;
    std::string_view host = text.substr(space + 1, colon - space - 1);
    if (host == "?") // it does not know its own name, but it is not on another machine
        host = {};
    throw Redirected(otherNode, code == "ASK" ? Redirected::Kind::Ask : Redirected::Kind::Moved, *slot,
                     std::string(host), std::uint16_t(*port));
}

/// What our scripts say names the key.
template <class ProblemOf>
[[noreturn]] void throwDamage(std::string_view text, const ProblemOf& problem)
{
    constexpr std::string_view ours = "WRONGTYPE ratewarden: ";
    constexpr std::string_view ofOverride = "the override in ";
    if (!text.starts_with(ours))
        throw BadState(problem(Fault::OtherType));
    text.remove_prefix(ours.size());
    const bool isOverride = text.starts_with(ofOverride);
    if (isOverride)
        text.remove_prefix(ofOverride.size());
    throw BadState(problem(isOverride ? Fault::ServerError : Fault::OtherType),
                   std::string(text.substr(0, text.find(' '))));
}

struct Condition {
    std::string_view code;
    Unavailable::Reason reason;
};

/// What a ClusterServer puts in the place of a reply that did not come, as those of other nodes did.
std::optional<Unavailable::Effect> effectOfLostNode(std::string_view code)
{
    if (code == nodeDownCode)
        return Unavailable::Effect::None;
    if (code == nodeLostCode)
        return Unavailable::Effect::Uncertain;
    return std::nullopt;
}

constexpr std::array conditions{
    Condition{"LOADING", Unavailable::Reason::Loading},
    Condition{"BUSY", Unavailable::Reason::Busy},
    Condition{"MASTERDOWN", Unavailable::Reason::MasterDown},
    Condition{"CLUSTERDOWN", Unavailable::Reason::ClusterDown},
    Condition{"TRYAGAIN", Unavailable::Reason::TryAgain},
    Condition{"READONLY", Unavailable::Reason::Replica},
    Condition{"OOM", Unavailable::Reason::OutOfMemory},
    Condition{"MISCONF", Unavailable::Reason::Misconfigured},
    Condition{"NOREPLICAS", Unavailable::Reason::Misconfigured},
};

std::optional<Unavailable::Reason> reasonOfCode(std::string_view code)
{
    const auto* const found = std::ranges::find(conditions, code, &Condition::code);
    return found == conditions.end() ? std::nullopt : std::optional(found->reason);
}

} // namespace

void throwIfError(ReplyView reply, std::string_view what, std::string_view where)
{
    if (!reply.isError())
        return;
    const std::string_view text = unwrapped(reply.errorText());
    const std::string_view code = text.substr(0, text.find(' '));
    const auto problem = [&](Problem::Code its) {
        return Problem(its, what, where, reply.errorText());
    };
    if (isMissingRight(text))
        throw Refused(problem(Refused::Reason::MissingRight), rightIn(text));
    if (code == "NOAUTH" || isWrongPassword(code, text))
        throw Refused(
            problem(code == "NOAUTH" ? Refused::Reason::NotAuthenticated : Refused::Reason::WrongPassword));
    if (code == "DENIED")
        throw Refused(problem(Refused::Reason::Other));
    if (code == "WRONGTYPE")
        throwDamage(text, problem);
    throwIfRedirection(code, text, problem(Fault::OtherNode));
    // Redis refuses these before anything of the command, or of the script's writes, has run.
    if (const auto reason = reasonOfCode(code))
        throw Unavailable(problem(*reason), Unavailable::Effect::None);
    if (const auto effect = effectOfLostNode(code)) {
        const std::string_view said = unwrapped(text.substr(std::min(text.size(), code.size() + 1)));
        const auto reason = reasonOfCode(said.substr(0, said.find(' ')));
        throw Unavailable(Problem(reason.value_or(Unavailable::Reason::NodeDown), what, where, said), *effect)
            .ofOneNode();
    }
    if (text.starts_with("ERR max number of clients"))
        throw Unavailable(problem(Unavailable::Reason::TooManyClients), Unavailable::Effect::None);
    if (text.starts_with("ERR This instance has cluster support disabled"))
        throw ReplyError(problem(Fault::NoCluster));
    if (what.starts_with("SENTINEL") && text.starts_with("ERR unknown command"))
        throw ReplyError(problem(Fault::NoSentinel));
    throw ReplyError(problem(Fault::ServerError));
}

} // namespace ratewarden
