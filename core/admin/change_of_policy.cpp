// SPDX-License-Identifier: MIT
#include "core/admin/change_of_policy.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace ratewarden {
namespace {

Preview previewOf(Command command, const std::string& name)
{
    Preview preview;
    preview.keys = 3; // the policies, their history and its index
    preview.commands = 1;
    preview.byPolicy[name] = 1;
    preview.first.push_back(std::move(command));
    return preview;
}

std::int64_t mostVersions(const PublishIntent& intent)
{
    return intent.mostVersions > 0 ? intent.mostVersions : usualMostVersions();
}

Publisher undoer(const ChangeOutcome& outcome)
{
    constexpr std::size_t longest = 900; // with the words in front of it still a reason
    return {outcome.change.by,
            fmt::format("undoes version {}: {}", outcome.publishing->version,
                        outcome.change.reason.substr(0, longest)),
            mostVersions(*outcome.change.publishing())};
}

// What was there before, as the version after `newest`.
PublishedPolicy formerOf(const ChangeOutcome& outcome, std::int64_t newest)
{
    PublishedPolicy former =
        parsePolicyDocument(outcome.change.publishing()->policy.policy.name, *outcome.publishing->former);
    former.version = newest;
    return former;
}

using PolicyNow = ChangeOutcome::PolicyNow;

// What the change has left there; of a removal nothing.
PolicyNow policyLeft(const ChangeOutcome& outcome)
{
    PolicyNow left{{}, outcome.publishing->version};
    if (!outcome.change.publishing()->removes)
        left.document = outcome.publishing->document;
    return left;
}

Publishing putBack(Server& server, const ChangeOutcome& outcome, bool replace)
{
    const PolicyNow now = replace ? *outcome.policyNow : policyLeft(outcome);
    const std::optional<std::string>& former = outcome.publishing->former;
    if (!now.document && !former) { // it is withdrawn already
        Publishing done;
        done.published = true;
        return done;
    }
    if (!former)
        return withdrawPolicy(server, outcome.change.publishing()->policy.policy.name, *now.document,
                              undoer(outcome));
    if (!now.document && replace)
        return publishPolicy(server, formerOf(outcome, 0), undoer(outcome));
    return publishInPlaceOf(server, formerOf(outcome, now.newest), undoer(outcome), now.document);
}

} // namespace

std::int64_t usualMostVersions()
{
    const std::string_view text = environment("RATEWARDEN_POLICY_HISTORY");
    if (text.empty())
        return 0;
    const auto most = parsedNumber<std::int64_t>(text);
    if (!most || *most < 1) // a typing mistake must not keep all versions for good
        throw InvalidArgument(
            fmt::format("RATEWARDEN_POLICY_HISTORY is \"{}\": set it to a number of versions, such as "
                        "10000, or unset it to keep all",
                        printable(text)));
    return *most;
}

Preview previewPublishing(const PublishIntent& intent, Publisher publisher)
{
    publisher.mostVersions = mostVersions(intent);
    const std::string& name = intent.policy.policy.name;
    return previewOf(intent.removes ? withdrawCommand(name, *intent.removes, publisher)
                                    : publishCommand(intent.policy, publisher),
                     name);
}

void applyPublishing(Server& server, ChangeOutcome& outcome)
{
    try {
        const PublishIntent& intent = *outcome.change.publishing();
        const Publisher publisher{outcome.change.by, outcome.change.reason, mostVersions(intent)};
        outcome.publishing =
            intent.removes ? withdrawPolicy(server, intent.policy.policy.name, *intent.removes, publisher)
                           : publishPolicy(server, intent.policy, publisher);
        outcome.made = outcome.publishing->published ? 1 : 0;
        outcome.changed = outcome.made;
        if (outcome.publishing->published)
            outcome.undoable.emplace_back();
    } catch (const InvalidArgument&) {
        throw;
    } catch (const Unavailable& error) {
        outcome.trouble.note(error, error.effect() == Unavailable::Effect::Uncertain);
    } catch (const Error& error) {
        outcome.trouble.note(error);
    }
}

Undoing undoPublishing(Server& server, ChangeOutcome& outcome, bool replace)
{
    Undoing undoing;
    undoing.results.emplace_back();
    try {
        if (replace && !outcome.policyNow)
            readPolicyToReplace(server, outcome);
        undoing.publishing = putBack(server, outcome, replace);
        undoing.results.front().result = undoing.publishing->published ? Undone::AsItWas : Undone::CameSince;
        if (undoing.publishing->published)
            outcome.undoable.clear();
        else
            readPolicyToReplace(server, outcome); // whoever is asked whether to replace it sees the commands
    } catch (const Unavailable& error) {
        undoing.trouble.note(error, error.effect() == Unavailable::Effect::Uncertain);
    } catch (const Error& error) {
        undoing.trouble.note(error);
    }
    return undoing;
}

Undoing foreseeUndoOfPublishing(Server& server, const ChangeOutcome& outcome)
{
    Undoing undoing;
    undoing.results.emplace_back();
    try {
        const PublishIntent& intent = *outcome.change.publishing();
        const std::optional<std::string> there = findDocument(server, intent.policy.policy.name);
        const auto left = intent.removes ? std::nullopt : std::optional(outcome.publishing->document);
        undoing.results.front().result = there == left ? Undone::AsItWas : Undone::CameSince;
    } catch (const Error& error) {
        undoing.trouble.note(error);
    }
    return undoing;
}

void readPolicyToReplace(Server& server, ChangeOutcome& outcome)
{
    const std::string& name = outcome.change.publishing()->policy.policy.name;
    PolicyNow now{findDocument(server, name), outcome.publishing->version};
    if (now.document)
        if (const std::optional<PolicyVersion> last = newestVersion(server, name))
            now.newest = last->version;
    outcome.policyNow = std::move(now);
}

// As putBack() sends it.
Preview previewUndoOfPublishing(const ChangeOutcome& outcome, bool replace)
{
    const std::string& name = outcome.change.publishing()->policy.policy.name;
    const PolicyNow now = replace && outcome.policyNow ? *outcome.policyNow : policyLeft(outcome);
    const std::optional<std::string>& former = outcome.publishing->former;
    if (!now.document && !former)
        return {};
    if (!former)
        return previewOf(withdrawCommand(name, *now.document, undoer(outcome)), name);
    if (!now.document && replace)
        return previewOf(publishCommand(formerOf(outcome, 0), undoer(outcome)), name);
    return previewOf(publishInPlaceCommand(formerOf(outcome, now.newest), undoer(outcome), now.document),
                     name);
}

} // namespace ratewarden
