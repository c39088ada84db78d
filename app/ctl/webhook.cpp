// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/webhook.h"

#include <fmt/format.h>
#include <httplib.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>

namespace ratewarden::ctl {
namespace {

std::string signatureOf(const std::string& text, const std::string& secret)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned int size = 0;
    HMAC(EVP_sha256(), secret.data(), int(secret.size()), reinterpret_cast<const unsigned char*>(text.data()),
         text.size(), bytes.data(), &size);
    std::string hexadecimal = "sha256=";
    for (unsigned int i = 0; i < size; ++i)
        hexadecimal += fmt::format("{:02x}", bytes.at(i));
    return hexadecimal;
}

const char* reasonOf(httplib::Error error)
{
    switch (error) {
    case httplib::Error::Connection:
        return "it cannot be connected to";
    case httplib::Error::ConnectionTimeout:
        return "connecting took too long";
    case httplib::Error::SSLConnection:
        return "TLS could not be agreed on";
    case httplib::Error::SSLLoadingCerts:
        return "the certificate authorities cannot be read";
    case httplib::Error::SSLServerVerification:
        return "it could not prove its name: its certificate is not trusted";
    case httplib::Error::Read:
    case httplib::Error::Write:
        return "no answer came";
    default:
        return "it could not be reached";
    }
}

} // namespace

WebhookAnswer postToWebhook(const AlertTeller& teller, const std::string& secret, const std::string& json,
                            const std::stop_token& stop)
{
    const std::optional<WebhookAddress> address = parseWebhook(teller.webhook);
    httplib::Client client(address->server);
    if (!client.is_valid())
        return {false, false, "its address is not understood"};
    client.set_connection_timeout(teller.limit);
    client.set_read_timeout(teller.limit);
    client.set_write_timeout(teller.limit);
    client.set_follow_location(false);
    client.enable_server_certificate_verification(true);
    if (!teller.caFile.empty())
        client.set_ca_cert_path(teller.caFile);
    const std::stop_callback end(stop, [&client] { client.stop(); });

    httplib::Request request;
    request.method = "POST";
    request.path = address->path;
    request.body = json;
    request.set_header("Content-Type", "application/json");
    request.set_header("User-Agent", "ratewarden-ctl/" RATEWARDEN_VERSION);
    if (!secret.empty())
        request.set_header("X-Ratewarden-Signature", signatureOf(json, secret));
    constexpr std::size_t mostOfAnswer = 100'000; // nobody reads it
    std::size_t got = 0;
    request.content_receiver = [&got](const char* /*bytes*/, std::size_t size, auto... /*of how much*/) {
        got += size;
        return got <= mostOfAnswer;
    };
    int status = 0;
    request.response_handler = [&status](const httplib::Response& response) {
        status = response.status;
        return true;
    };
    const httplib::Result result = client.send(request);
    if (status == 0) {
        // Nobody's certificate becomes right within a minute.
        const bool isOfCertificate = result.error() == httplib::Error::SSLServerVerification ||
                                     result.error() == httplib::Error::SSLLoadingCerts;
        return {false, !isOfCertificate, reasonOf(result.error())};
    }
    constexpr int requestTimeout = 408;
    constexpr int tooMany = 429;
    return {status / 100 == 2, status / 100 == 5 || status == requestTimeout || status == tooMany,
            fmt::format("it answered {}", status)};
}

} // namespace ratewarden::ctl
