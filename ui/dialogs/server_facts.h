// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/server_info.h"
#include "ui/link/round_trips.h"

#include <QString>

#include <vector>

namespace ratewarden::ui {

class Session;

/// What is known of a server: what the overview tells in a row each.
enum class ServerFact { Operations, Memory, Latency, Clients, Replicas, Clock };

/// One number behind that.
struct ServerFactRow {
    ServerFact fact;
    QString name;
    QString value; ///< "–": not known
    QString about;
    QString meaning; ///< what it is, in sentences

    friend bool operator==(const ServerFactRow&, const ServerFactRow&) = default;
};

/// In the order of ServerFact, the number that the overview shows first.
std::vector<ServerFactRow> serverFacts(Session& session, const RoundTrips::Summary& roundTrips);

/// "3.1 GB of 8 GB"
QString memoryText(const ServerInfo& info);

} // namespace ratewarden::ui
