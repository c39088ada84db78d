// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lab/lab_setup.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// What a lab had: what was tried on which requests, and what came of it. Neither a file's folder nor the
/// server is in it.
struct RecordedLab {
    static constexpr std::size_t mostRequests = 50'000;

    struct Request {
        Instant at{};
        std::size_t token = 0; ///< of `tokens`
        Units cost = 1;
    };
    struct Denied {
        std::string token;
        Units requests = 0;
    };
    struct Result {
        Trial trial;                         ///< without deniedByToken
        std::optional<DeniedAmong> innocent; ///< empty: no token was marked
        std::vector<Denied> worst;           ///< some of the tokens that were denied, most first
    };

    QString name; ///< of the traffic, safe to show; empty: it is hashed
    bool isEdited = false;
    Units requestCount = 0;
    Units tokenCount = 0;
    TimeRange time = allTime;   ///< of the requests
    TimeRange within = allTime; ///< whose requests were counted
    std::vector<std::string> tokens{};
    std::vector<Request> requests{}; ///< none: there were more than mostRequests
    LabSetup setup;                  ///< without requests, and `chosen`
    std::size_t chosen = 0;          ///< of all candidates, the enforced one first
    std::vector<Result> results{};   ///< of the candidates whose trial was known
};

} // namespace ratewarden::ui
