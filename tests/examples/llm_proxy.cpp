// SPDX-License-Identifier: MIT
// A proxy in front of a language model: each user has a budget of tokens a minute. A request reserves what
// its answer may cost at most, the answer is streamed on, and what it has cost in truth is settled when it
// has ended.
//     llm_proxy <host of the model> <port> [redis://localhost:6379]
#include <httplib.h>
#include <ratewarden/ratewarden.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>

using namespace ratewarden;

int main(int argc, char** argv)
{
    if (argc < 3)
        return 2;
    PipelinedServer redis(parseEndpoint(argc > 3 ? argv[3] : "redis://localhost:6379"));
    const Policy policy{"llm", "sliding-log", parseRules("1000/min")};
    announcePolicy(redis, policy); // so that the console knows its rules
    RedisRateLimiter limiter(redis, policy);

    httplib::Server http;
    http.Get("/answer", [&](const httplib::Request& request, httplib::Response& response) {
        const Units most = std::stoll(request.get_param_value("max_tokens"));
        const auto reservation =
            std::make_shared<Reservation>(limiter.reserve(request.get_header_value("X-User"), most));
        for (const HttpHeader& header : rateLimitHeaders(reservation->decision(), policy))
            response.set_header(header.name, header.value);
        if (!reservation->allowed())
            return void(response.status = 429);
        const auto stream = [=, path = request.target](std::size_t, httplib::DataSink& sink) {
            Units tokens = 0; // the model sends each in a line
            httplib::Client(argv[1], std::stoi(argv[2])).Get(path, [&](const char* data, std::size_t size) {
                tokens += std::count(data, data + size, '\n');
                return sink.write(data, size); // false: the client has left, and the model stops
            });
            reservation->settle(tokens);
            sink.done();
            return true;
        };
        response.set_chunked_content_provider("text/plain", stream);
    });
    std::cout << "http://127.0.0.1:" << http.bind_to_any_port("127.0.0.1") << std::endl;
    return http.listen_after_bind() ? 0 : 1;
}
