// SPDX-License-Identifier: MIT
// An HTTP service that limits each user: 429 with Retry-After, RateLimit headers on every response, and
// /metrics for Prometheus.
//     http_service [redis://localhost:6379 [port]]
#include "metered_rate_limiter.h"

#include <httplib.h>
#include <prometheus/text_serializer.h>
#include <ratewarden/ratewarden.h>

#include <iostream>
#include <sstream>
#include <string>

using namespace ratewarden;
using Next = httplib::Server::HandlerResponse;

int main(int argc, char** argv)
{
    // The threads of the HTTP server share a few connections.
    PipelinedServer redis(parseEndpoint(argc > 1 ? argv[1] : "redis://localhost:6379"));
    const Policy policy{"http", "gcra", parseRules("5/s + 100/min")};
    if (const auto other = announcePolicy(redis, policy)) // so that the console knows its rules
        std::cerr << "the policy is published otherwise: " << other->algorithm << " "
                  << notation(other->rules) << "\n";
    RedisRateLimiter inRedis(redis, policy);
    // While Redis is unreachable every request is allowed. Errors that a restart does not cure, such as a
    // wrong password, are thrown all the same: cpp-httplib answers 500 then.
    FallbackRateLimiter withFallback(inRedis, policy, {.onFailure = OnFailure::Allow});
    prometheus::Registry registry;
    MeteredRateLimiter limiter(withFallback, policy.name, registry);

    httplib::Server http;
    http.set_pre_routing_handler([&](const httplib::Request& request, httplib::Response& response) {
        if (request.path == "/metrics") // is not limited
            return Next::Unhandled;
        const std::string user = request.get_header_value("X-User");
        const Decision decision = limiter.acquire(user.empty() ? request.remote_addr : user);
        for (const HttpHeader& header : rateLimitHeaders(decision, policy))
            response.set_header(header.name, header.value);
        if (decision.allowed())
            return Next::Unhandled; // goes on to what serves the path
        response.status = 429;
        return Next::Handled;
    });
    http.Get("/", [](const httplib::Request&, httplib::Response& response) {
        response.set_content("hello\n", "text/plain");
    });
    http.Get("/metrics", [&registry](const httplib::Request&, httplib::Response& response) {
        std::ostringstream text;
        prometheus::TextSerializer().Serialize(text, registry.Collect());
        response.set_content(text.str(), "text/plain; version=0.0.4");
    });

    const int port = argc > 2 ? std::stoi(argv[2]) : 8080;
    const int bound = port == 0 ? http.bind_to_any_port("127.0.0.1") : port;
    if (port != 0 && !http.bind_to_port("127.0.0.1", port)) {
        std::cerr << "port " << port << " is taken\n";
        return 1;
    }
    std::cout << "http://127.0.0.1:" << bound << std::endl;
    return http.listen_after_bind() ? 0 : 1;
}
