// SPDX-License-Identifier: MIT
#include "core/redis/cluster_replies.h"

#include "core/redis/lost_node.h"
#include "core/redis/made_reply.h"

#include <fmt/format.h>

namespace ratewarden {

bool isRedirection(std::string_view error)
{
    return error.starts_with("MOVED ") || error.starts_with("ASK ");
}

std::optional<Redirection> redirectionIn(std::string_view error, const std::string& askedHost)
{
    try {
        throwIfError(madeReply(fmt::format("-{}\r\n", error)).view(), "", "");
    } catch (const Redirected& redirected) {
        return Redirection{redirected.kind() == Redirected::Kind::Ask,
                           std::uint16_t(redirected.slot()),
                           {redirected.host().empty() ? askedHost : redirected.host(), redirected.port()}};
    } catch (const Error&) { // an error like any other
    }
    return std::nullopt;
}

std::optional<Unavailable> unavailabilityIn(ReplyView reply, const Command& command, const std::string& where)
{
    try {
        throwIfError(reply, command.title(), where);
    } catch (const Unavailable& error) {
        return error;
    } catch (const Error&) { // its answer
    }
    return std::nullopt;
}

bool isOut(const Unavailable& error)
{
    using Reason = Unavailable::Reason;
    return error.reason() == Reason::Loading || error.reason() == Reason::MasterDown ||
           error.reason() == Reason::ClusterDown;
}

Unavailable asOfCluster(const Unavailable& error, bool othersServe, std::string_view title,
                        const std::string& where)
{
    using Reason = Unavailable::Reason;
    if (!othersServe)
        return error;
    if (error.reason() == Reason::Loading || error.reason() == Reason::MasterDown)
        return error.ofOneNode();
    return {Problem(Reason::NodeDown, title, where, englishText(error.problem())), error.effect()};
}

Reply replyOfLostNode(Unavailable::Effect effect, std::string_view said)
{
    return madeReply(
        fmt::format("-{} {}\r\n", effect == Unavailable::Effect::None ? nodeDownCode : nodeLostCode, said));
}

Reply replyOfLostNode(const Unavailable& error)
{
    const std::vector<Problem::Value>& values = error.problem().values;
    const auto* const said = values.empty() ? nullptr : std::get_if<std::string>(&values.back());
    return replyOfLostNode(error.effect(), said ? *said : englishText(error.problem()));
}

} // namespace ratewarden
