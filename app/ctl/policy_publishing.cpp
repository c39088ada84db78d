// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "core/policies/published_policy.h"
#include "core/redis/server.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ratewarden::ctl {

/// `ratewarden-ctl policy …`: policies as they are published, and as files that can live in version control.
class PolicyCommands {
public:
    /// Adds the commands; both must outlive this.
    PolicyCommands(CLI::App& app, Options& options);

    bool asked() const { return m_policy->parsed(); }
    /// Runs the one that was asked for. `connect` is called only by those that need Redis.
    int run(const std::function<Server&()>& connect);

private:
    int list(Server& server);
    int show(Server& server);
    int check();
    int rules();
    int diff(Server& server);
    int publish(Server& server, bool imports);
    std::optional<PublishedPolicy> findCurrent(Server& server, const std::string& name) const;
    int history(Server& server);
    int rollBack(Server& server);
    int exportAll(Server& server);
    CLI::App* add(const char* name, const char* help);
    void addFiles(CLI::App* command, const char* help);
    void addName(CLI::App* command);
    void addPublisher(CLI::App* command);

    Options& m_options;
    CLI::App* m_policy;
    std::string m_name;
    std::vector<std::string> m_files;
    std::string m_rulesFile; // "-": standard input
    std::string m_directory;
    std::string m_notation;     // empty: our own
    std::int64_t m_version = 0; // 0: the newest
    bool m_force = false;
};

} // namespace ratewarden::ctl
