// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/terminal.h"

#include "app/ctl/cluster_note.h"

#include <fmt/format.h>

#include <cstdio>

namespace ratewarden::ctl {

Terminal::Terminal(CLI::App& app)
{
    app.add_option("--redis", m_url, "redis://[user[:password]@]host[:port][/db] or unix:///path[?db=n]")
        ->envname("RATEWARDEN_REDIS")
        ->capture_default_str();
    app.add_flag("--hash-tokens", m_hashesTokens,
                 "Redis knows only the SHA-256 of tokens; an announced policy says so itself");
    app.add_flag("--json", m_isJson, "Print one line of JSON");
}

Server& Terminal::server()
{
    if (!m_connection) {
        for (const RefusedFormat& refused : formats().refused)
            note(refused.text());
        m_connection.emplace(endpoint(), Timeouts(), "ratewarden-ctl");
        noteIfClusterNode(*m_connection);
    }
    return *m_connection;
}

Endpoint Terminal::endpoint() const
{
    return withPasswordFromEnvironment(parseEndpoint(m_url));
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
