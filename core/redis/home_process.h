// SPDX-License-Identifier: MIT
#pragma once

namespace ratewarden {

/// The process that something was made in. A child has a copy of it after fork(): its threads do not run
/// there, its mutexes may stay locked, and its connections, leases and slots are the parent's.
class HomeProcess {
public:
    HomeProcess();

    /// This process was forked from it since. Costs no system call.
    bool isLeft() const;
    /// Throws InvalidArgument if so; `what` was made there, such as "a PipelinedServer".
    void require(const char* what) const;

private:
    unsigned m_forks; // that led to it
};

} // namespace ratewarden
