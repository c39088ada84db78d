// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/terminal.h"

#include "app/ctl/cluster_note.h"
#include "core/model/errors.h"
#include "core/redis/open_server.h"

#include <fmt/format.h>

#include <cstdio>

namespace ratewarden::ctl {

Terminal::Terminal(CLI::App& app)
{
    app.add_option("--redis", m_url,
                   "redis://[user[:password]@]host[:port][/db][?ssh=destination], rediss://… for TLS, "
                   "redis+sentinel://host[:port],…/name, redis+cluster://host[:port],…, or "
                   "unix:///path[?db=n]")
        ->envname("RATEWARDEN_REDIS")
        ->capture_default_str();
    app.add_flag("--tls", m_usesTls, "Use TLS, as rediss: does; the server's name is verified");
    app.add_option("--cacert", m_tls.caFile, "The certificate authorities to trust instead of the system's");
    app.add_option("--cert", m_tls.certFile, "The client's certificate");
    app.add_option("--key", m_tls.keyFile, "Its private key");
    app.add_option("--sni", m_tls.serverName,
                   "The name that the server's certificate must have; otherwise the host");
    app.add_flag("--read-only", m_isReadOnly, "Refuse every command that may write")
        ->envname("RATEWARDEN_READ_ONLY");
    app.add_flag("--hash-tokens", m_hashesTokens,
                 "Redis knows only the SHA-256 of tokens; an announced policy says so itself");
    app.add_flag("--without-audit", m_withoutAudit,
                 "Make the change even if the server does not take its entry in the audit trail");
    app.add_flag("--json", m_isJson, "Print one line of JSON");
}

Endpoint Terminal::endpoint() const
{
    Endpoint endpoint = parseEndpoint(m_url);
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
    put(m_tls.keyFile, &TlsSettings::keyFile, "--key");
    put(m_tls.serverName, &TlsSettings::serverName, "--sni");
    if (endpoint.tls && endpoint.tls->certFile.empty() && !endpoint.tls->keyFile.empty())
        throw InvalidArgument("--key requires --cert");
    return withPasswordFromEnvironment(endpoint);
}

Server& Terminal::server()
{
    if (!m_server) {
        for (const RefusedFormat& refused : formats().refused)
            note(refused.text());
        m_server = openServer(endpoint(), Timeouts(), "ratewarden-ctl");
        m_guard.emplace(*m_server,
                        std::make_shared<GuardState>(m_isReadOnly ? GuardLevel::ReadOnly : GuardLevel::Free));
        noteIfClusterNode(*m_guard);
    }
    return *m_guard;
}

Auditing Terminal::auditing()
{
    if (!m_trail)
        m_trail.emplace(usualAuditSettings("ratewarden-ctl " RATEWARDEN_VERSION));
    return {&*m_trail, !m_withoutAudit};
}

const LoadedFormats& Terminal::formats()
{
    static const std::shared_ptr<const LoadedFormats> loaded = reloadUserFormats();
    return *loaded;
}

void Terminal::print(const Json& json, const std::string& sentence) const
{
    fmt::print("{}\n", m_isJson ? json.dump() : sentence);
}

void Terminal::note(const std::string& text)
{
    fmt::print(stderr, "note: {}\n", text);
}

} // namespace ratewarden::ctl
