// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

/// What a file said in the commits of the git repository that it lies in.
namespace ratewarden::ctl {

/// Calls `visit` with the file's content in each commit that changed it, the newest first and at most the
/// last hundred, until it returns true. Never for a file that is in no repository, or without git.
void visitCommitted(const std::string& path, const std::function<bool(const std::string&)>& visit);

} // namespace ratewarden::ctl
