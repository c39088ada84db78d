// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/token_following.h"

#include "ui/dialogs/follow_dialog.h"
#include "ui/histories/alike.h"
#include "ui/text/display_text.h"

#include <algorithm>
#include <map>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostProposed = 5;

// The token's activity under the policy under which it has most.
std::vector<double> activityIn(const Session& session, const std::string& token)
{
    std::vector<double> most;
    for (const int place : session.tokens().placesOf({token})) {
        const auto history = session.histories().find(session.tokens().name(place).key());
        std::vector<double> its =
            activityOf(session.tokens().reading(place), history.get(), session.link().serverNow());
        if (std::ranges::count_if(its, [](double one) { return one > 0; }) >
            std::ranges::count_if(most, [](double one) { return one > 0; }))
            most = std::move(its);
    }
    return most;
}

// Of those whose readings are kept, as they are on screen or were lately.
std::vector<FollowDialog::Proposal> proposalsFor(const Session& session, const std::string& token)
{
    const std::vector<double> its = activityIn(session, token);
    std::map<std::string, double> alike;
    for (const auto& [place, reading] : session.tokens().kept()) {
        if (reading->subject.token == token)
            continue;
        const auto history = session.histories().find(reading->subject);
        const auto found =
            likeness(its, activityOf(reading.get(), history.get(), session.link().serverNow()));
        if (found && *found >= alikeFrom)
            alike[reading->subject.token] = std::max(alike[reading->subject.token], *found);
    }
    std::vector<FollowDialog::Proposal> proposals;
    for (const auto& [other, likeness] : alike)
        proposals.push_back({other, likeness});
    std::ranges::sort(proposals, std::ranges::greater(), &FollowDialog::Proposal::likeness);
    proposals.resize(std::min(proposals.size(), mostProposed));
    return proposals;
}

} // namespace

TokenFollowing::TokenFollowing(Session& session, QWidget* page)
    : QObject(page), m_session(session), m_page(page)
{
}

// The file is small, and may have been written meanwhile.
void TokenFollowing::follow(const std::string& token)
{
    const ClientMap clients(ClientMap::usualPath());
    if (!clients.problem().isEmpty())
        Q_EMIT done(clients.problem());
    else if (const ClientMap::Client* const client = clients.clientOf(token))
        show(*client);
    else
        ask(token);
}

void TokenFollowing::ask(const std::string& token)
{
    auto* const dialog = new FollowDialog(token, proposalsFor(m_session, token), m_page->window());
    connect(dialog, &FollowDialog::confirmed, this, [this](const ClientMap::Client& client) {
        ClientMap clients(ClientMap::usualPath());
        const QString problem = clients.join(client);
        const ClientMap::Client* const joined = clients.clientOf(client.tokens.front());
        show(problem.isEmpty() && joined ? *joined : client); // which may have had others before
        if (!problem.isEmpty())
            Q_EMIT done(problem);
    });
    dialog->open();
}

void TokenFollowing::show(const ClientMap::Client& client)
{
    const TokenStore& store = m_session.tokens();
    const std::unordered_set<std::string> names = ClientMap::inRedis(client);
    std::vector<Subject> subjects;
    std::unordered_set<std::string_view> found;
    for (const int place : store.placesOf({names.begin(), names.end()}))
        if (const TokenName name = store.name(place); name.format->hasState()) {
            subjects.push_back(name.key());
            found.insert(name.token);
        }
    if (!subjects.empty())
        Q_EMIT clientWanted(client.name, subjects);
    Q_EMIT done(
        tr("%1: %2 of %3 have a state")
            .arg(client.name, numberText(Units(found.size())), tokensText(Units(client.tokens.size()))));
}

} // namespace ratewarden::ui
