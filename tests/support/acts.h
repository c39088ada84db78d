// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/blocks.h"
#include "core/admin/change.h"
#include "core/admin/overrides.h"
#include "core/formats/own/ratewarden_format.h"

#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ratewarden::test {

/// What operators do, for tests that are about something else: what goes wrong is thrown.
inline ChangeOutcome act(Server& server, Change change)
{
    ChangeOutcome outcome = apply(server, std::move(change));
    if (outcome.trouble)
        std::rethrow_exception(outcome.trouble.cause);
    return outcome;
}

struct BlockRequest {
    std::string token;
    std::optional<Micros> duration; // empty: for good
    std::string reason;
    std::string by;
};
inline Change blockOf(const BlockRequest& request)
{
    return {BlockIntent{request.duration, {}, {}},
            {controlSubject(request.token)},
            {},
            request.by,
            request.reason};
}
inline Block blockToken(Server& server, const BlockRequest& request)
{
    act(server, blockOf(request));
    return findBlock(server, request.token).value();
}
inline bool unblockToken(Server& server, std::string_view token)
{
    return act(server, {UnblockIntent{}, {controlSubject(token)}, {}, {}, {}}).changed > 0;
}

struct OverrideRequest {
    std::string token;
    std::string policy;
    std::vector<Rule> rules;
    std::optional<Micros> duration; // empty: for good
    std::string reason;
    std::string by;
};
inline Change overrideOf(const OverrideRequest& request)
{
    return {OverrideIntent{request.rules, request.duration, {}, {}},
            {controlSubject(request.token, request.policy)},
            {},
            request.by,
            request.reason};
}
/// Those that have not ended and can be read.
inline std::vector<Override> findOverrides(Server& server, std::string_view token)
{
    return findControl(server, token).overrides;
}
inline Override overrideToken(Server& server, const OverrideRequest& request)
{
    act(server, overrideOf(request));
    for (Override& made : findOverrides(server, request.token))
        if (made.policy == request.policy)
            return std::move(made);
    throw std::logic_error("the override that was made is not there");
}
inline bool liftOverride(Server& server, std::string_view token, std::string_view policy)
{
    return act(server, {LiftOverrideIntent{}, {controlSubject(token, policy)}, {}, {}, {}}).changed > 0;
}

} // namespace ratewarden::test
