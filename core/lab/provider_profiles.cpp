// SPDX-License-Identifier: MIT
#include "core/lab/provider_profiles.h"

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

constexpr std::string_view githubPage =
    "https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api";
constexpr std::string_view stripePage = "https://docs.stripe.com/rate-limits";
constexpr std::string_view slackPage = "https://docs.slack.dev/apis/web-api/rate-limits";
constexpr std::string_view binancePage =
    "https://developers.binance.com/docs/binance-spot-api-docs/websocket-api/rate-limits";
constexpr std::string_view discordPage =
    "https://support-dev.discord.com/hc/en-us/articles/6223003921559-My-Bot-is-Being-Rate-Limited";
constexpr std::string_view readOn = "2026-11-22";

// One row each. Limits that depend on a plan, or that a page does not number, are not here.
constexpr std::array profiles{
    ProviderProfile{"binance-spot", "request weight of an address; take weights as costs", "fixed-window",
                    "6000/min", binancePage, readOn},
    ProviderProfile{"discord-bot", "requests of a bot, most endpoints together", "sliding-log", "50/s",
                    discordPage, readOn},
    ProviderProfile{"github-anonymous", "REST requests of an address without authentication", "fixed-window",
                    "60/h", githubPage, readOn},
    ProviderProfile{"github-rest", "REST requests of an authenticated user", "fixed-window", "5000/h",
                    githubPage, readOn},
    ProviderProfile{"slack-posting", "messages to a channel; short bursts may be allowed", "sliding-log",
                    "1/s", slackPage, readOn},
    ProviderProfile{"slack-tier-1", "calls of a method by an app in a workspace, at least", "sliding-log",
                    "1/min", slackPage, readOn},
    ProviderProfile{"slack-tier-2", "calls of a method by an app in a workspace, at least", "sliding-log",
                    "20/min", slackPage, readOn},
    ProviderProfile{"slack-tier-3", "calls of a method by an app in a workspace, at least", "sliding-log",
                    "50/min", slackPage, readOn},
    ProviderProfile{"slack-tier-4", "calls of a method by an app in a workspace, at least", "sliding-log",
                    "100/min", slackPage, readOn},
    ProviderProfile{"stripe-live", "requests of an account in live mode", "sliding-log", "100/s", stripePage,
                    readOn},
    ProviderProfile{"stripe-sandbox", "requests of an account in a sandbox", "sliding-log", "25/s",
                    stripePage, readOn},
};

} // namespace

std::span<const ProviderProfile> providerProfiles()
{
    return profiles;
}

Candidate candidateOf(const ProviderProfile& profile)
{
    Candidate candidate;
    candidate.name = profile.name;
    candidate.policy.name = profile.name;
    candidate.policy.algorithm = profile.algorithm;
    candidate.policy.rules = parseRules(profile.rules);
    return candidate;
}

Candidate namedCandidate(std::string_view text)
{
    const auto* const found = std::ranges::find(profiles, text, &ProviderProfile::name);
    return found == profiles.end() ? parseCandidate(text) : candidateOf(*found);
}

} // namespace ratewarden
