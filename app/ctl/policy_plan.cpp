// SPDX-License-Identifier: GPL-3.0-or-later
// What publishing files would do.
#include "app/ctl/policy_commands.h"
#include "app/ctl/sentences.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

namespace ratewarden::ctl {
namespace {

using Standing = FileStanding::Kind;

// ", by bob: sale"
std::string lastText(const FileStanding& standing)
{
    return standing.last && !standing.last->by.empty()
               ? fmt::format(", by {}: {}", printable(standing.last->by), printable(standing.last->reason))
               : std::string();
}

std::string refusalOf(const PolicyInFile& in, const FileStanding& standing)
{
    const std::string name = shellWord(printable(in.policy.policy.name));
    const std::string file = titleOf(in.file);
    if (standing.kind == Standing::Removed)
        return fmt::format(
            "{} is based on version {}, but the policy was removed{}; leave \"version\" out of "
            "the file, or use --force, to publish it anew",
            file, in.policy.version, lastText(standing));
    if (in.policy.version > standing.newest)
        return fmt::format(
            "{} is based on version {}, but version {} is current{}; if it is of another server, use "
            "`ratewarden-ctl policy import`, else --force",
            file, in.policy.version, standing.newest, lastText(standing));
    return fmt::format(
        "{} is based on version {}, but version {} is current{}; run `ratewarden-ctl policy show "
        "{} > {}` and make the change again, or use --force",
        file, in.policy.version, standing.newest, lastText(standing), name,
        in.file == "-" ? "FILE" : shellWord(printable(in.file)));
}

FileStanding standingFor(Server& server, const PolicyInFile& in, const PublishRules& rules)
{
    PolicyInFile asked = in;
    if (rules.expect || rules.force || rules.imports)
        asked.policy.version = 0; // what the file says does not matter
    try {
        return standingOf(server, asked);
    } catch (const BadPolicy& error) {
        if (!rules.force)
            throw InvalidArgument(
                fmt::format("{}; --force replaces it, and `policy remove` removes it", error.what()));
        return {}; // one that cannot be read counts as none where it is to be replaced whatever it is
    }
}

} // namespace

std::vector<std::string> differenceTexts(const PlannedPolicy& one)
{
    if (!one.standing.current)
        return {one.standing.kind == Standing::Removed ? "removed" : "not published yet"};
    return differenceLines(*one.standing.current, one.in.policy);
}

std::vector<PlannedPolicy> plan(Server& server, const std::vector<std::string>& files,
                                const PublishRules& rules)
{
    std::vector<PlannedPolicy> planned;
    std::vector<PolicyInFile> read = readPolicyFiles(files);
    if (rules.expect && read.size() != 1)
        throw InvalidArgument("--expect is for one policy");
    for (PolicyInFile& in : read) {
        PlannedPolicy one{std::move(in), {}, {}, {}};
        one.standing = standingFor(server, one.in, rules);
        const FileStanding& standing = one.standing;
        if (standing.kind != Standing::Same && rules.expect && *rules.expect != standing.newest)
            one.refusal =
                standing.newest == 0
                    ? fmt::format("nothing is published, but --expect says version {}", *rules.expect)
                    : fmt::format("version {} is current, but --expect says {}", standing.newest,
                                  *rules.expect);
        else if (standing.kind == Standing::Stale || standing.kind == Standing::Removed)
            one.refusal = refusalOf(one.in, standing);
        else if (standing.kind == Standing::Again)
            one.remark = fmt::format("this is version {} again; it replaces version {}{}", standing.again,
                                     standing.newest, lastText(standing));
        planned.push_back(std::move(one));
    }
    return planned;
}

} // namespace ratewarden::ctl
