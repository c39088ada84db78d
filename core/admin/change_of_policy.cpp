// SPDX-License-Identifier: MIT
#include "core/admin/change_of_policy.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <string_view>

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

Publishing putBack(Server& server, const ChangeOutcome& outcome, bool replace)
{
    const std::string& name = outcome.change.publishing()->policy.policy.name;
    std::string present = outcome.publishing->document;
    std::int64_t newest = outcome.publishing->version;
    if (replace) {
        const std::optional<std::string> there = findDocument(server, name);
        if (!there && !outcome.publishing->former) { // it is withdrawn already
            Publishing done;
            done.published = true;
            return done;
        }
        if (!there)
            return publishPolicy(server, formerOf(outcome, 0), undoer(outcome));
        present = *there;
        const std::optional<PolicyVersion> last = newestVersion(server, name);
        newest = last ? last->version : newest;
    }
    if (!replace && outcome.change.publishing()->removes) // as the version after the removal, or not at all
        return publishInPlaceOf(server, formerOf(outcome, newest), undoer(outcome), std::nullopt);
    return outcome.publishing->former
               ? publishInPlaceOf(server, formerOf(outcome, newest), undoer(outcome), present)
               : withdrawPolicy(server, name, present, undoer(outcome));
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
        undoing.publishing = putBack(server, outcome, replace);
        undoing.results.front().result = undoing.publishing->published ? Undone::AsItWas : Undone::CameSince;
        if (undoing.publishing->published)
            outcome.undoable.clear();
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

Preview previewUndoOfPublishing(const ChangeOutcome& outcome)
{
    const std::string& name = outcome.change.publishing()->policy.policy.name;
    const Publishing& publishing = *outcome.publishing;
    return previewOf(publishing.former
                         ? publishCommand(formerOf(outcome, publishing.version), undoer(outcome))
                         : withdrawCommand(name, publishing.document, undoer(outcome)),
                     name);
}

} // namespace ratewarden
