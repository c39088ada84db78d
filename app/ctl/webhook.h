// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/alert_file.h"

#include <stop_token>
#include <string>

namespace ratewarden::ctl {

/// What became of one attempt.
struct WebhookAnswer {
    bool isTaken = false;
    bool isWorthRetrying = false;
    std::string text; ///< "answered 503", or why there is no answer; printable
};

/// Posts the JSON to the teller's webhook, once. With a secret it is signed: `X-Ratewarden-Signature:
/// sha256=`, and the HMAC of the body in hexadecimal. Certificates are verified; redirects are not followed,
/// as the signed text is for that address.
WebhookAnswer postToWebhook(const AlertTeller& teller, const std::string& secret, const std::string& json,
                            const std::stop_token& stop);

} // namespace ratewarden::ctl
