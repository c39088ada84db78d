// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/terminal.h"

#include "app/ctl/profiles.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/open_server.h"
#include "core/redis/server.h"
#include "core/redis/server_info.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace ratewarden::ctl {
namespace {

constexpr auto urlVariable = "RATEWARDEN_REDIS";

std::size_t terminalWidth()
{
    winsize size{};
    if (isatty(STDOUT_FILENO) == 0)
        return 0;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/// A line on standard error for each node of a cluster that is unreachable, as its tokens are not seen; and
/// one where only one node is seen, as this user may not ask for the others: it is true then. Silent where
/// the server does not say so to this user; throws Unavailable where there is no server.
bool noteIfClusterNode(Server& server)
{
    try {
        const bool isClusterNode = readServerInfo(server).clusterEnabled.value_or(false);
        for (const NodeState& node : server.nodes())
            if (node.problem)
                fmt::print(stderr, "note: the node {} is unreachable; its tokens are not seen: {}\n",
                           node.where, englishText(node.problem));
        const bool isOneOfThem = isClusterNode && server.nodes().empty();
        if (isOneOfThem)
            fmt::print(stderr, "note: {} is one node of a cluster; only this node's tokens are seen\n",
                       server.where());
        return isOneOfThem;
    } catch (const Unavailable&) {
        throw;
    } catch (const Error&) { // the command itself will say what is wrong
        return false;
    }
}

} // namespace

Terminal::Terminal(CLI::App& app)
{
    m_urlOption = app.add_option("--redis", m_url,
                                 "redis://[user[:password]@]host[:port][/db][?ssh=destination], rediss://… "
                                 "for TLS, redis+sentinel://host[:port],…/name, "
                                 "redis+cluster://host[:port],…, or unix:///path[?db=n]")
                      ->envname(urlVariable)
                      ->capture_default_str();
    app.add_option("--profile", m_profile, "The server of this name among the console's profiles");
    app.add_flag("--tls", m_usesTls, "Use TLS, as rediss: does; the server's name is verified");
    app.add_option("--cacert", m_tls.caFile, "The certificate authorities to trust instead of the system's");
    app.add_option("--cert", m_tls.certFile, "The client's certificate");
    app.add_option("--tls-key,--key", m_tls.keyFile,
                   "Its private key; behind a command with a --key of its own only --tls-key is this one");
    app.add_option("--sni", m_tls.serverName,
                   "The name that the server's certificate must have; otherwise the host");
    app.add_flag("--read-only", m_isReadOnly, "Refuse every command that may write")
        ->envname("RATEWARDEN_READ_ONLY");
    app.add_flag("--read-write", m_mayWrite, "Allow changes also where the profile starts read-only");
    app.add_flag("--hash-tokens", m_hashesTokens,
                 "Redis knows only the SHA-256 of tokens; a published policy says so itself");
    app.add_flag("--literal", m_isLiteral,
                 "Take tokens and keys byte for byte, without escapes such as \\x1b");
    app.add_flag("--without-audit", m_withoutAudit,
                 "Make the change even if the server does not take its entry in the audit trail");
    app.add_flag("--json", m_isJson, "Print one line of JSON; errors likewise, on standard error");
    app.add_option("--color", m_color,
                   "Use colors: auto (on a terminal, unless NO_COLOR is set), always, never")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->capture_default_str();
}

void Terminal::expect(int argc, char** argv)
{
    m_words = std::span(argv, std::size_t(argc));
    for (const std::string_view word : m_words) {
        if (word == "--")
            break;
        m_isJson = m_isJson || word == "--json";
    }
}

bool Terminal::needsOptionsOf(std::string_view command) const
{
    return std::ranges::any_of(m_words, [command](std::string_view word) {
        const auto has = [word](std::string_view part) {
            return word.find(part) != std::string_view::npos;
        };
        return has(command) || has("help") || has("manual") || has("completion"); // which print those of all
    });
}

Terminal::Place Terminal::findPlace() const
{
    if (m_isReadOnly && m_mayWrite) // the environment may also say that it is not read-only
        throw InvalidArgument(
            "--read-write is for a profile that starts read-only: leave out --read-only, or set "
            "RATEWARDEN_READ_ONLY=0");
    Place place;
    bool asksPassword = false;
    if (m_profile.empty()) {
        place.endpoint = parseEndpoint(m_url);
    } else if (m_urlOption->count() > 0 && m_url != environment(urlVariable)) {
        throw InvalidArgument("give either --redis or --profile");
    } else {
        const StoredProfile profile = profileNamed(m_profile);
        place.endpoint = profile.endpoint;
        place.isReadOnly = profile.startsReadOnly();
        asksPassword = !profile.endpoint.user.empty() || profile.remembersPassword;
    }
    Endpoint& endpoint = place.endpoint;
    if (m_usesTls && !endpoint.socketPath.empty())
        throw InvalidArgument("--tls is for a host, not for a Unix socket");
    if (m_usesTls && !endpoint.tls)
        endpoint.tls.emplace();
    const auto put = [&](const std::string& from, std::string TlsSettings::*to, const char* option) {
        if (from.empty())
            return;
        if (!endpoint.tls)
            throw InvalidArgument(
                fmt::format("{} requires --tls, or an address that begins with rediss:", option));
        (*endpoint.tls).*to = from;
    };
    put(m_tls.caFile, &TlsSettings::caFile, "--cacert");
    put(m_tls.certFile, &TlsSettings::certFile, "--cert");
    put(m_tls.keyFile, &TlsSettings::keyFile, "--tls-key");
    put(m_tls.serverName, &TlsSettings::serverName, "--sni");
    if (endpoint.tls && endpoint.tls->certFile.empty() && !endpoint.tls->keyFile.empty())
        throw InvalidArgument("--tls-key requires --cert");
    endpoint = withPasswordFromEnvironment(endpoint);
    if (asksPassword && endpoint.password.empty())
        endpoint.password = askForPassword(endpoint);
    return place;
}

const Terminal::Place& Terminal::place() const
{
    if (!m_place)
        m_place = findPlace();
    return *m_place;
}

Endpoint Terminal::endpoint() const
{
    return place().endpoint;
}

Server& Terminal::server()
{
    if (!m_server) {
        for (const RefusedFormat& refused : formats().refused)
            note(refused.text());
        if (m_isReadOnly || (place().isReadOnly && !m_mayWrite))
            m_guardState->setLevel(GuardLevel::ReadOnly);
        m_server = openServer(endpoint(), Timeouts(), "ratewarden-ctl");
        m_guard.emplace(*m_server, m_guardState);
        m_seesOneNode = noteIfClusterNode(*m_guard);
    }
    return *m_guard;
}

Auditing Terminal::auditing()
{
    usualMostChanges(); // refuses a typing mistake
    if (!m_trail)
        m_trail.emplace(usualAuditSettings("ratewarden-ctl " RATEWARDEN_VERSION));
    return {&*m_trail, !m_withoutAudit};
}

const LoadedFormats& Terminal::formats()
{
    static const std::shared_ptr<const LoadedFormats> loaded = [] {
        std::error_code ignored;
        const std::filesystem::path folder = userFormatsFolder();
        if (!environment("RATEWARDEN_FORMATS").empty() && !std::filesystem::is_directory(folder, ignored))
            note(fmt::format("RATEWARDEN_FORMATS is {}, which is no folder: it adds no formats",
                             printable(folder.string())));
        return reloadUserFormats();
    }();
    return *loaded;
}

void Terminal::print(const Json& json, const std::string& sentence) const
{
    fmt::print("{}\n", m_isJson ? json.dump() : sentence);
}

void Terminal::print(const Json& json, const Table& table, const std::string& sentence) const
{
    if (m_isJson || (table.isEmpty() && !sentence.empty()))
        print(json, sentence);
    else
        table.print(screen());
}

Exit Terminal::complain(std::string_view code, const std::string& message, Exit with) const
{
    if (m_isJson)
        fmt::print(stderr, "{}\n",
                   Json{{"error", {{"code", code}, {"message", message}, {"exit", int(with)}}}}.dump(
                       -1, ' ', false, Json::error_handler_t::replace));
    else
        fmt::print(stderr, "ratewarden-ctl: {}\n", message);
    return with;
}

Screen Terminal::screen() const
{
    const std::size_t width = terminalWidth();
    const bool wanted = width > 0 && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
    return {m_color == "always" || (m_color == "auto" && wanted), width};
}

void Terminal::note(const std::string& text)
{
    fmt::print(stderr, "note: {}\n", text);
}

} // namespace ratewarden::ctl
