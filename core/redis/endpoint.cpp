// SPDX-License-Identifier: MIT
#include "core/redis/endpoint.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <uriparser/Uri.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

namespace ratewarden {
namespace {

[[noreturn]] void refuse(const Problem& reason)
{
    throw InvalidArgument(Problem(Fault::Address, reason));
}

std::string decoded(const UriTextRangeA& range)
{
    if (range.first == nullptr)
        return {};
    std::string text(range.first, range.afterLast);
    const char* const end = uriUnescapeInPlaceExA(text.data(), URI_FALSE, URI_BR_DONT_TOUCH);
    text.resize(std::size_t(end - text.data()));
    return text;
}

std::string encoded(std::string_view text)
{
    std::string bytes(3 * text.size() + 1, '\0'); // if all of it has to be
    const char* const end =
        uriEscapeExA(text.data(), text.data() + text.size(), bytes.data(), URI_FALSE, URI_FALSE);
    bytes.resize(std::size_t(end - bytes.data()));
    return bytes;
}

int numberIn(std::string_view text, int largest, Fault otherwise)
{
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || number < 0 || number > largest)
        refuse({otherwise, std::to_string(largest)}); // one writes a port without separators
    return number;
}

constexpr int largestDatabase = 99'999'999;

void setSsh(Endpoint& endpoint, const std::string& destination)
{
    // ssh would take it for an option.
    if (destination.empty() || destination.starts_with('-') || printable(destination) != destination)
        refuse(Fault::SshDestination);
    endpoint.ssh = destination;
}

/// What follows the "?" of a redis: or rediss: address.
void readQuery(const UriUriA& uri, Endpoint& endpoint)
{
    if (uri.query.first == nullptr)
        return;
    UriQueryListA* first = nullptr;
    int count = 0;
    if (uriDissectQueryMallocA(&first, &count, uri.query.first, uri.query.afterLast) != URI_SUCCESS)
        throw std::bad_alloc();
    const std::unique_ptr<UriQueryListA, decltype(&uriFreeQueryListA)> owner(first, uriFreeQueryListA);
    for (const UriQueryListA* each = first; each != nullptr; each = each->next) {
        const std::string_view key(each->key);
        const std::string value(each->value != nullptr ? each->value : "");
        if (key == "ssh")
            setSsh(endpoint, value);
        else if (!endpoint.tls)
            refuse(Fault::RedisQuery);
        else if (key == "cacert")
            endpoint.tls->caFile = value;
        else if (key == "cert")
            endpoint.tls->certFile = value;
        else if (key == "key")
            endpoint.tls->keyFile = value;
        else if (key == "sni")
            endpoint.tls->serverName = value;
        else
            refuse(Fault::RedissQuery);
    }
    if (endpoint.tls && endpoint.tls->certFile.empty() && !endpoint.tls->keyFile.empty())
        refuse(Fault::KeyWithoutCert);
}

} // namespace

std::string Endpoint::text() const
{
    const std::string shownUser = user.empty() ? "" : printable(user) + "@";
    if (!socketPath.empty())
        return fmt::format("unix://{}{}", printable(socketPath),
                           database ? fmt::format("?db={}", database) : "");
    const bool isIpv6 = host.find(':') != std::string::npos;
    return fmt::format("{}://{}{}:{}{}{}", tls ? "rediss" : "redis", shownUser,
                       isIpv6 ? "[" + printable(host) + "]" : printable(host), port,
                       database ? fmt::format("/{}", database) : "",
                       ssh.empty() ? "" : "?ssh=" + printable(ssh));
}

std::string Endpoint::url() const
{
    if (!socketPath.empty()) {
        std::string path;
        for (std::size_t at = 0; at < socketPath.size();) { // slash by slash
            const std::size_t end = std::min(socketPath.find('/', at + 1), socketPath.size());
            path += "/" + encoded(std::string_view(socketPath).substr(at + 1, end - at - 1));
            at = end;
        }
        return fmt::format("unix://{}{}", path, database ? fmt::format("?db={}", database) : "");
    }
    std::string query;
    const auto add = [&](std::string_view name, const std::string& value) {
        if (!value.empty())
            query += fmt::format("{}{}={}", query.empty() ? '?' : '&', name, encoded(value));
    };
    if (tls) {
        add("cacert", tls->caFile);
        add("cert", tls->certFile);
        add("key", tls->keyFile);
        add("sni", tls->serverName);
    }
    add("ssh", ssh);
    const bool isIpv6 = host.find(':') != std::string::npos;
    return fmt::format("{}://{}{}:{}{}{}", tls ? "rediss" : "redis", user.empty() ? "" : encoded(user) + "@",
                       isIpv6 ? "[" + host + "]" : encoded(host), port,
                       database ? fmt::format("/{}", database) : "", query);
}

Endpoint parseEndpoint(std::string_view url)
{
    UriUriA uri;
    const char* errorAt = nullptr;
    if (uriParseSingleUriExA(&uri, url.data(), url.data() + url.size(), &errorAt) != URI_SUCCESS)
        refuse({Fault::NotUrl, errorAt ? errorAt - url.data() + 1 : 1});
    const std::unique_ptr<UriUriA, decltype(&uriFreeUriMembersA)> owner(&uri, uriFreeUriMembersA);

    const std::string scheme = decoded(uri.scheme);
    std::string path;
    for (const UriPathSegmentA* segment = uri.pathHead; segment != nullptr; segment = segment->next)
        path += "/" + decoded(segment->text);
    const std::string query = decoded(uri.query);

    Endpoint endpoint;
    if (scheme == "unix") {
        if (path.empty() || path == "/" || uri.hostText.first != uri.hostText.afterLast)
            refuse(Fault::UnixPath);
        endpoint.socketPath = path;
        if (query.starts_with("db="))
            endpoint.database =
                numberIn(std::string_view(query).substr(3), largestDatabase, Fault::DatabaseRange);
        else if (!query.empty())
            refuse(Fault::UnixQuery);
    } else if (scheme == "redis" || scheme == "rediss") {
        if (scheme == "rediss")
            endpoint.tls.emplace();
        endpoint.host = decoded(uri.hostText);
        if (endpoint.host.empty())
            refuse(Fault::HostMissing);
        if (uri.portText.first != uri.portText.afterLast)
            endpoint.port = std::uint16_t(numberIn(decoded(uri.portText), 65535, Fault::PortRange));
        if (path.size() > 1)
            endpoint.database =
                numberIn(std::string_view(path).substr(1), largestDatabase, Fault::DatabaseRange);
        readQuery(uri, endpoint);
    } else {
        refuse(Fault::UnknownScheme);
    }

    // Split before decoding: a percent-encoded colon belongs to the user's name or the password.
    const std::string_view userInfo(uri.userInfo.first ? uri.userInfo.first : "",
                                    std::size_t(uri.userInfo.afterLast - uri.userInfo.first));
    if (const std::size_t colon = userInfo.find(':'); colon != std::string_view::npos) {
        endpoint.user = decoded({uri.userInfo.first, uri.userInfo.first + colon});
        endpoint.password = decoded({uri.userInfo.first + colon + 1, uri.userInfo.afterLast});
    } else {
        endpoint.user = decoded(uri.userInfo);
    }
    return endpoint;
}

Endpoint withPasswordFromEnvironment(Endpoint endpoint)
{
    const char* const password = std::getenv("RATEWARDEN_REDIS_PASSWORD"); // NOLINT(concurrency-mt-unsafe)
    if (endpoint.password.empty() && password != nullptr)
        endpoint.password = password;
    return endpoint;
}

} // namespace ratewarden
