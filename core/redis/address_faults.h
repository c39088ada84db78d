// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"

/// What can be wrong with the address of a server.
namespace ratewarden::Fault {

inline constexpr FaultCode Address{FAULT_TEXT(
    "cannot use this Redis address: %1; write it as redis://[user[:password]@]host[:port][/database], with "
    "rediss: for TLS, or unix:///path[?db=number]")};
inline constexpr FaultCode NotUrl{FAULT_TEXT("it is not a URL from character %1 on")};
inline constexpr FaultCode NotUrlWithUser{FAULT_TEXT(
    "it is not a URL from character %1 on; in the user and the password write @ as %%40, : as %%3A, / as "
    "%%2F, ? as %%3F, # as %%23 and %% as %%25")}; ///< where a user or a password is given
inline constexpr FaultCode NulInAddress{FAULT_TEXT("no host, path or option can have a zero byte (%%00)")};
inline constexpr FaultCode UnixPath{FAULT_TEXT("unix: requires an absolute path after three slashes")};
inline constexpr FaultCode UnixQuery{FAULT_TEXT("the only thing that may follow the “?” is db=number")};
inline constexpr FaultCode HostMissing{FAULT_TEXT("the host is missing")};
inline constexpr FaultCode PortRange{FAULT_TEXT("the port is not a number from 0 to %1")};
inline constexpr FaultCode DatabaseRange{FAULT_TEXT("the database is not a number from 0 to %1")};
inline constexpr FaultCode RedisQuery{FAULT_TEXT("the only thing that may follow the “?” of a redis: address "
                                                 "is ssh=destination; TLS begins with rediss:")};
inline constexpr FaultCode RedissQuery{FAULT_TEXT(
    "the only things that may follow the “?” of a rediss: address are cacert=, cert=, key=, sni= and ssh=")};
inline constexpr FaultCode SshDestination{
    FAULT_TEXT("ssh= requires a destination as ssh takes it: user@host, or a Host of its configuration")};
inline constexpr FaultCode KeyWithoutCert{
    FAULT_TEXT("a private key (key=) requires its certificate (cert=)")};
inline constexpr FaultCode TlsFile{
    FAULT_TEXT("cannot use the certificate or key file %1: %2; it must be PEM, and a key without a "
               "passphrase")}; ///< the file; empty: the system's certificates
inline constexpr FaultCode PrimaryNameMissing{FAULT_TEXT(
    "the address of Sentinels ends with the name of the primary: redis+sentinel://host:26379/name")};
inline constexpr FaultCode SentinelQuery{
    FAULT_TEXT("an address of Sentinels takes db=, read=replica and ssh= (and, with rediss+sentinel:, "
               "cacert=, cert=, key= and sni=)")};
inline constexpr FaultCode ClusterDatabase{FAULT_TEXT("a cluster has no databases to choose from")};
inline constexpr FaultCode PrimaryUnknown{FAULT_TEXT("the Sentinel %1 knows no primary “%2”; it knows: %3")};
inline constexpr FaultCode UnknownScheme{FAULT_TEXT(
    "it does not begin with redis:, rediss: or unix:, nor with redis+sentinel: or redis+cluster:")};

} // namespace ratewarden::Fault
