// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/policy_store.h"
#include "core/redis/connection.h"
#include "tests/support/test_server.h"

#include <QObject>

#include <cstdint>
#include <optional>
#include <string>

namespace ratewarden::test {

/// A test with a server on which policies are published.
class PublishingTest : public QObject {
protected:
    TestServer m_server;
    Connection m_connection{m_server.endpoint(), unhurried};

    static PublishedPolicy newPolicy(const char* rules = "5/h", const std::string& name = "api")
    {
        PublishedPolicy published;
        published.policy = {name, "sliding-log", parseRules(rules)};
        return published;
    }

    /// Publishes over what is there.
    std::int64_t publish(PublishedPolicy policy)
    {
        const std::optional<PublishedPolicy> current = findPublished(m_connection, policy.policy.name);
        policy.version = current ? current->version : 0;
        const Publishing publishing = publishPolicy(m_connection, policy, {"alice", "because"});
        return publishing.published ? publishing.version : -1;
    }
};

} // namespace ratewarden::test
