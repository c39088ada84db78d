// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"
#include "tests/support/test_server.h"

#include <sstream>
#include <string>

namespace ratewarden::test {

/// Makes a user who has these rights and no others, as ACL SETUSER takes them, with spaces between; where to
/// connect as that user.
inline Endpoint userWith(const std::string& rights, const TestServer& server)
{
    Command command{"ACL", "SETUSER", "someone", "reset", "on", "nopass"};
    std::istringstream words(rights);
    for (std::string right; words >> right;)
        command.add(right);
    Endpoint endpoint = server.endpoint();
    Connection(endpoint, unhurried).call(command);
    endpoint.user = "someone";
    return endpoint;
}

} // namespace ratewarden::test
