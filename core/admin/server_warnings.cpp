// SPDX-License-Identifier: MIT
#include "core/admin/server_warnings.h"

#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/reply.h"
#include "core/redis/server_info.h"

#include <array>

namespace ratewarden {
namespace {

// Of INFO's answer: for a user without that right, of CONFIG's.
void askConfig(Server& server, ServerInfo& info)
{
    try {
        const Reply reply =
            server.call({"CONFIG", "GET", "maxmemory*"}); // several names only from Redis 7 on
        const ReplyView pairs = reply.view();
        if (const std::string_view policy = pairs.field("maxmemory-policy"); !policy.empty())
            info.maxmemoryPolicy = policy;
        if (const std::string_view bytes = pairs.field("maxmemory"); !bytes.empty())
            info.maxmemory = leadingNumber(bytes);
    } catch (const Refused&) {
        return; // it stays unknown
    }
}

} // namespace

std::string_view nameOf(ServerWarningCode code)
{
    constexpr std::array<std::string_view, 6> names{"evicted-keys",       "memory-full",
                                                    "evicts-any-key",     "evicts-expiring-keys",
                                                    "memory-nearly-full", "certificate-ends"};
    return names.at(std::size_t(code));
}

ServerCheck checkServer(Server& server)
{
    ServerInfo info = readServerInfo(server);
    if (!info.maxmemory || !info.maxmemoryPolicy)
        askConfig(server, info);
    ServerCheck check;
    check.knowsMemory = info.maxmemory && info.maxmemoryPolicy;
    const std::string policy = info.maxmemoryPolicy.value_or(std::string());
    const std::int64_t most = info.maxmemory.value_or(0);
    if (info.evictedKeys.value_or(0) > 0)
        check.warnings.push_back(
            {ServerWarningCode::HasEvicted, *info.evictedKeys, policy, most, info.usedMemory, {}});
    if (most > 0 && policy.starts_with("allkeys-"))
        check.warnings.push_back({ServerWarningCode::EvictsAnyKey, 0, policy, most, info.usedMemory, {}});
    else if (most > 0 && policy.starts_with("volatile-"))
        check.warnings.push_back({ServerWarningCode::EvictsExpiring, 0, policy, most, info.usedMemory, {}});
    const double used = most > 0 ? double(info.usedMemory.value_or(0)) / double(most) : 0;
    if (policy == "noeviction" && used >= memoryWarning) {
        const auto code = used < 1 ? ServerWarningCode::MemoryNearlyFull : ServerWarningCode::MemoryFull;
        check.warnings.push_back({code, 0, policy, most, info.usedMemory, {}});
    }
    // By this machine's clock, as it is this machine that will not accept it.
    if (info.tls && info.tls->expires < std::chrono::system_clock::now() + certificateWarning)
        check.warnings.push_back({ServerWarningCode::CertificateEnds, 0, {}, 0, {}, info.tls->expires});
    return check;
}

} // namespace ratewarden
