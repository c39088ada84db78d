// SPDX-License-Identifier: MIT
#include "core/watch/alert_file.h"

#include "core/formats/files/located_json.h"
#include "core/lab/log_time.h"
#include "core/model/document_faults.h"
#include "core/model/errors.h"
#include "core/model/whole_file.h"
#include "core/watch/watch_faults.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <system_error>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t mostAlerts = 1000;
constexpr std::size_t mostTellers = 20;
constexpr std::size_t mostArguments = 100;
constexpr std::size_t longestAlertName = 200;
constexpr std::size_t longestAlertText = 4000;
constexpr Micros longestAlertWait = std::chrono::days(7);
constexpr std::int64_t alertSchema = 1;

/// What nameOf() says of each, for JsonField::oneOf().
template <class Enum, std::size_t count>
std::array<std::pair<std::string_view, Enum>, count> namesOfAll()
{
    std::array<std::pair<std::string_view, Enum>, count> names;
    for (std::size_t i = 0; i < count; ++i)
        names.at(i) = {nameOf(Enum(i)), Enum(i)};
    return names;
}

Micros readSpan(const JsonField& field, Micros shortest, Micros longest)
{
    const Micros span = field.textAs(longestAlertText, parseDuration);
    if (span < shortest || span > longest)
        field.fail(Problem(Fault::AlertDuration, durationText(shortest), durationText(longest)));
    return span;
}

std::string readAbsolutePath(const JsonField& field, std::string_view example)
{
    std::string path = field.text(longestAlertText);
    if (!path.starts_with('/'))
        field.fail(Problem(Fault::AlertPath, example));
    return path;
}

AlertTeller readTeller(const JsonField& field)
{
    constexpr std::string_view programExample = "/usr/local/bin/page";
    constexpr std::array<std::string_view, 5> known{"command", "webhook", "secretFile", "caFile", "limit"};
    field.checkMembers(known);
    AlertTeller teller;
    const std::optional<JsonField> command = field.find("command");
    const std::optional<JsonField> webhook = field.find("webhook");
    if (command.has_value() == webhook.has_value())
        field.fail(Fault::AlertTeller);
    if (command) {
        for (const JsonField& word : command->items(mostArguments))
            teller.command.push_back(teller.command.empty() ? readAbsolutePath(word, programExample)
                                                            : word.text(longestAlertText));
        if (teller.command.empty())
            command->fail(Problem(Fault::AlertCommand, programExample));
    } else {
        teller.webhook = webhook->text(longestAlertText);
        if (!parseWebhook(teller.webhook))
            webhook->fail(Fault::AlertWebhook);
    }
    for (const auto& [name, value] :
         {std::pair("secretFile", &AlertTeller::secretFile), std::pair("caFile", &AlertTeller::caFile)})
        if (const std::optional<JsonField> path = field.find(name)) {
            if (command)
                path->fail(Problem(Fault::GoesWith, name, "webhook"));
            const bool isSecret = value == &AlertTeller::secretFile;
            teller.*value =
                readAbsolutePath(*path, isSecret ? "/etc/ratewarden/secret" : "/etc/ratewarden/ca.pem");
        }
    if (const std::optional<JsonField> limit = field.find("limit"))
        teller.limit = readSpan(*limit, shortestRound, std::chrono::minutes(5));
    return teller;
}

std::vector<AlertTeller> readTellers(const JsonField& field)
{
    std::vector<AlertTeller> tellers;
    for (const JsonField& item : field.items(mostTellers))
        tellers.push_back(readTeller(item));
    return tellers;
}

AlertBound readBound(const JsonField& field, AlertMeasure measure)
{
    AlertBound bound;
    const std::optional<JsonField> above = field.find("above");
    const std::optional<JsonField> below = field.find("below");
    if (above.has_value() == below.has_value())
        field.fail(Problem(Fault::AlertBound, nameOf(measure)));
    bound.isAbove = above.has_value();
    const JsonField& at = above ? *above : *below;
    bound.at = at.number();
    // Figures are never below 0.
    if (bound.isAbove ? bound.at < 0 || bound.at >= largestOf(measure)
                      : bound.at <= 0 || bound.at > largestOf(measure))
        at.fail(Problem(Fault::AlertNever, nameOf(measure)));
    const char* const name = bound.isAbove ? "backBelow" : "backAbove";
    const char* const other = bound.isAbove ? "backAbove" : "backBelow";
    if (const std::optional<JsonField> wrong = field.find(other))
        wrong->fail(Problem(Fault::GoesWith, other, bound.isAbove ? "below" : "above"));
    if (const std::optional<JsonField> back = field.find(name)) {
        bound.back = back->number();
        if (bound.isAbove ? *bound.back > bound.at : *bound.back < bound.at)
            back->fail(Problem(Fault::AlertBack, name, bound.isAbove ? "above" : "below"));
        if (bound.isAbove ? *bound.back <= 0 : *bound.back >= largestOf(measure))
            back->fail(Problem(Fault::AlertNever, nameOf(measure)));
    }
    return bound;
}

AlertSilence readSilence(const JsonField& field)
{
    constexpr std::array<std::string_view, 2> known{"until", "reason"};
    field.checkMembers(known);
    const JsonField until = field.at("until");
    const std::string text = until.text(longestAlertName);
    const std::optional<Instant> moment = parseLogTime(text);
    if (!moment || text.find('-') == std::string::npos) // a bare number is no time that people write
        until.fail(Problem(Fault::AlertTime, text));
    return {*moment, field.at("reason").text(longestAlertText)};
}

std::int64_t readCount(const JsonField& field, std::int64_t smallest, std::int64_t largest)
{
    const std::int64_t number = field.whole();
    if (number < smallest || number > largest)
        field.fail(Problem(Fault::AlertHistory, smallest, largest));
    return number;
}

AlertHistory readHistory(const JsonField& field)
{
    constexpr std::array<std::string_view, 3> known{"file", "days", "megabytes"};
    constexpr std::int64_t mostDays = 3660;
    constexpr std::int64_t mostMegabytes = 1'000'000;
    constexpr int megabyte = 20; // bits
    field.checkMembers(known);
    AlertHistory history;
    history.file = readAbsolutePath(field.at("file"), "/var/lib/ratewarden/prod.history");
    if (const std::optional<JsonField> days = field.find("days"))
        history.limits.keep = std::chrono::days(readCount(*days, 1, mostDays));
    if (const std::optional<JsonField> megabytes = field.find("megabytes"))
        history.limits.bytes = readCount(*megabytes, smallestHistory >> megabyte, mostMegabytes) << megabyte;
    return history;
}

Alert readAlert(const JsonField& field)
{
    constexpr std::array<std::string_view, 10> known{"name",     "filter",  "measure",   "above",
                                                     "below",    "for",     "backBelow", "backAbove",
                                                     "severity", "silenced"};
    field.checkMembers(known);
    Alert alert;
    alert.name = field.at("name").text(longestAlertName);
    const JsonField measure = field.at("measure");
    alert.measure = measure.oneOf(namesOfAll<AlertMeasure, alertMeasureCount>());
    if (const std::optional<JsonField> filter = field.find("filter")) {
        alert.filter =
            filter->textAs(longestAlertText, [](const std::string& text) { return TokenFilter(text); });
        if (isOfServer(alert.measure))
            filter->fail(Problem(Fault::AlertMeasure, nameOf(alert.measure)));
    }
    alert.bound = readBound(field, alert.measure);
    if (const std::optional<JsonField> wait = field.find("for"))
        alert.wait = readSpan(*wait, Micros::zero(), longestAlertWait);
    if (const std::optional<JsonField> severity = field.find("severity"))
        alert.severity = severity->oneOf(namesOfAll<AlertSeverity, alertSeverityCount>());
    if (const std::optional<JsonField> silenced = field.find("silenced"))
        alert.silenced = readSilence(*silenced);
    return alert;
}

std::vector<Alert> readAlerts(const JsonField& field)
{
    std::vector<Alert> alerts;
    for (const JsonField& item : field.items(mostAlerts)) {
        Alert alert = readAlert(item);
        if (std::ranges::find(alerts, alert.name, &Alert::name) != alerts.end())
            item.at("name").fail(Problem(Fault::AlertTwice, alert.name));
        alerts.push_back(std::move(alert));
    }
    if (alerts.empty())
        field.fail(Fault::NoAlert);
    return alerts;
}

} // namespace

AlertFile parseAlertFile(std::string_view file, std::string_view json)
{
    constexpr std::array<std::string_view, 8> known{"schema", "every",   "tell",     "alive",
                                                    "share",  "history", "findings", "alerts"};
    const LocatedJson document = parseLocatedJson(file, json);
    const JsonField root(file, document, "");
    root.checkMembers(known);
    const JsonField schema = root.at("schema");
    if (const std::int64_t number = schema.whole(); number != alertSchema)
        schema.fail(Problem(Fault::Schema, number, alertSchema));
    AlertFile alerts;
    if (const std::optional<JsonField> every = root.find("every"))
        alerts.every = readSpan(*every, shortestRound, longestRound);
    if (const std::optional<JsonField> tell = root.find("tell"))
        alerts.tell = readTellers(*tell);
    if (const std::optional<JsonField> alive = root.find("alive")) {
        constexpr std::array<std::string_view, 2> members{"every", "tell"};
        alive->checkMembers(members);
        AliveSign& sign = alerts.alive.emplace();
        if (const std::optional<JsonField> every = alive->find("every"))
            sign.every = readSpan(*every, shortestRound, std::chrono::days(1));
        sign.tell = readTellers(alive->at("tell"));
        if (sign.tell.empty())
            alive->at("tell").fail(Fault::AlertTeller);
    }
    if (const std::optional<JsonField> share = root.find("share"))
        alerts.share = share->text(longestAlertName);
    if (const std::optional<JsonField> history = root.find("history"))
        alerts.history = readHistory(*history);
    if (const std::optional<JsonField> findings = root.find("findings"))
        alerts.findings = findings->truth();
    alerts.alerts = readAlerts(root.at("alerts"));
    return alerts;
}

void replaceAlertFile(const std::filesystem::path& file, std::string_view text)
{
    using std::filesystem::perms;
    const std::filesystem::path path = canonical(file);
    struct stat before {};
    if (stat(path.c_str(), &before) != 0)
        throw std::system_error(errno, std::generic_category());
    // Nobody else reads it before it has its owner, group and mode.
    static std::atomic<unsigned> count = 0;
    const std::filesystem::path whole =
        path.parent_path() / fmt::format(".ratewarden-{}-{}.alerts", getpid(), ++count);
    WholeFile part(whole, perms::owner_read | perms::owner_write);
    part.write(text);
    part.commit();
    const bool isKept = chown(whole.c_str(), before.st_uid, before.st_gid) == 0 &&
                        chmod(whole.c_str(), before.st_mode & mode_t(perms::mask)) == 0;
    if (isKept && std::rename(whole.c_str(), path.c_str()) == 0)
        return;
    const std::error_code error(errno, std::generic_category());
    std::remove(whole.c_str());
    throw isKept ? std::system_error(error)
                 : std::system_error(error, "its owner, group and mode cannot be kept");
}

std::optional<WebhookAddress> parseWebhook(std::string_view address)
{
    const std::size_t scheme = address.starts_with("https://")  ? std::string_view("https://").size()
                               : address.starts_with("http://") ? std::string_view("http://").size()
                                                                : 0;
    if (scheme == 0)
        return std::nullopt;
    // A space, a line end or a byte that is no ASCII would have to be escaped; nobody sends the fragment.
    const bool isPlain =
        std::ranges::all_of(address, [](char c) { return c > ' ' && c < '\x7f' && c != '#'; });
    const std::size_t end = std::min(address.find_first_of("/?", scheme), address.size());
    const std::string_view host = address.substr(scheme, end - scheme);
    if (!isPlain || host.empty() || host.starts_with(':') || host.find('@') != std::string_view::npos)
        return std::nullopt;
    std::string path(address.substr(end));
    if (!path.starts_with('/'))
        path.insert(0, 1, '/');
    return WebhookAddress{std::string(address.substr(0, end)), std::move(path)};
}

} // namespace ratewarden
