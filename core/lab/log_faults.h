// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"

/// Why a log of requests cannot be read.
namespace ratewarden::Fault {

inline constexpr FaultCode LogEmpty{FAULT_TEXT("there is no line to tell the syntax from")};
inline constexpr FaultCode LogBinary{
    FAULT_TEXT("this is no log: it has zero bytes; give a text file, or one packed by gzip or zstd")};
inline constexpr FaultCode LogSyntax{FAULT_TEXT("the first lines are neither a common or combined log nor "
                                                "JSON lines, CSV or logfmt, nor a log of a known proxy")};
inline constexpr FaultCode NoLogField{FAULT_TEXT("there is no field “%1”; there are: %2")};
inline constexpr FaultCode NoTokenField{
    FAULT_TEXT("no field of this %1 is known to hold the token; name one of: %2")};
inline constexpr FaultCode NoTimeField{
    FAULT_TEXT("no field of this %1 is known to hold the time; name one of: %2")};
inline constexpr FaultCode NoTokenColumn{
    FAULT_TEXT("no column of this %1 looks like the token; if one is, name it by its number: %2")};
inline constexpr FaultCode NoTimeColumn{
    FAULT_TEXT("no column of this %1 looks like the time; if one is, name it by its number: %2")};
inline constexpr FaultCode NoStatusField{
    FAULT_TEXT("no field of the log is known to hold the status of the answer; name it")};
inline constexpr FaultCode NoRequests{FAULT_TEXT(
    "%1, not requests; give a log that has the time and the client of each request, as an access log has")};
inline constexpr FaultCode NginxMessages{
    FAULT_TEXT("these are messages of nginx about other things than limit_req")};
inline constexpr FaultCode SyslogMessages{FAULT_TEXT("these are messages of syslog")};
inline constexpr FaultCode PostgresMessages{FAULT_TEXT("these are messages of Postgres")};
inline constexpr FaultCode ApacheMessages{FAULT_TEXT("these are messages of Apache")};
inline constexpr FaultCode JournalMessages{FAULT_TEXT("these are messages of systemd's journal")};
inline constexpr FaultCode ProgramMessages{
    FAULT_TEXT("these are messages of a program, with levels such as INFO or ERROR or with stack traces")};

} // namespace ratewarden::Fault
