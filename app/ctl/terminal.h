// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/rule.h"

#include <string>

/// What the commands of ratewarden-ctl share.
namespace ratewarden::ctl {

enum Exit { Done = 0, Denied = 1, WrongUsage = 2, RedisFailed = 3 };

struct Options {
    std::string redis = "redis://localhost:6379";
    std::string policy = "default";
    std::string algorithm;
    std::string rules;
    std::string token;
    std::string duration;
    std::string reason;
    std::string by;
    std::string script;
    bool lift = false;
    bool sha = false;
    bool hashTokens = false;
    bool counters = false;
    Units cost = 1;
    bool json = false;
};

} // namespace ratewarden::ctl
