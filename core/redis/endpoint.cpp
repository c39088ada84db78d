// SPDX-License-Identifier: MIT
#include "core/redis/endpoint.h"

#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/address_faults.h"

#include <fmt/format.h>
#include <uriparser/Uri.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <optional>

namespace ratewarden {
namespace {

[[noreturn]] void refuseAddress(const Problem& reason)
{
    throw InvalidArgument(Problem(Fault::Address, reason));
}

std::string decodedPart(const UriTextRangeA& range)
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

int numberUpTo(std::string_view text, int largest, FaultCode otherwise)
{
    const auto number = parsedNumber<int>(text);
    if (!number || *number < 0 || *number > largest)
        refuseAddress({otherwise, std::to_string(largest)}); // one writes a port without separators
    return *number;
}

constexpr int largestDatabase = 99'999'999;
constexpr std::uint16_t sentinelPort = 26379;

void setSsh(Endpoint& endpoint, const std::string& destination)
{
    // ssh would take it for an option.
    if (destination.empty() || destination.starts_with('-') || printable(destination) != destination)
        refuseAddress(Fault::SshDestination);
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
        const bool isSentinel = endpoint.deployment == Deployment::Sentinel;
        if (key == "ssh")
            setSsh(endpoint, value);
        else if (isSentinel && key == "db")
            endpoint.database = numberUpTo(value, largestDatabase, Fault::DatabaseRange);
        else if (isSentinel && key == "read" && value == "replica")
            endpoint.readsFromReplica = true;
        else if (isSentinel && (!endpoint.tls || key == "read"))
            refuseAddress(Fault::SentinelQuery);
        else if (!endpoint.tls)
            refuseAddress(Fault::RedisQuery);
        else if (key == "cacert")
            endpoint.tls->caFile = value;
        else if (key == "cert")
            endpoint.tls->certFile = value;
        else if (key == "key")
            endpoint.tls->keyFile = value;
        else if (key == "sni")
            endpoint.tls->serverName = value;
        else
            refuseAddress(Fault::RedissQuery);
    }
    if (endpoint.tls && endpoint.tls->certFile.empty() && !endpoint.tls->keyFile.empty())
        refuseAddress(Fault::KeyWithoutCert);
}

std::string bracketed(const std::string& host, const std::string& shown)
{
    return host.find(':') == std::string::npos ? shown : "[" + shown + "]"; // of IPv6
}

std::string_view kindOf(Deployment deployment)
{
    constexpr std::array<std::string_view, 3> kinds{"", "+sentinel", "+cluster"};
    return kinds.at(std::size_t(deployment));
}

/// All but the query and the user, with `escape` for its parts.
template <class Escape>
std::string addressOf(const Endpoint& endpoint, const std::string& user, Escape escape)
{
    std::string text =
        fmt::format("{}{}://{}{}:{}", endpoint.tls ? "rediss" : "redis", kindOf(endpoint.deployment), user,
                    bracketed(endpoint.host, escape(endpoint.host)), endpoint.port);
    for (const HostPort& other : endpoint.others)
        text += fmt::format(",{}:{}", bracketed(other.host, escape(other.host)), other.port);
    if (endpoint.deployment == Deployment::Sentinel)
        text += "/" + escape(endpoint.primaryName);
    else if (endpoint.database != 0)
        text += fmt::format("/{}", endpoint.database);
    return text;
}

/// What of the query anybody may see; "" or "?db=2&…".
class Query {
public:
    void add(std::string_view name, const std::string& value)
    {
        if (!value.empty())
            m_text += fmt::format("{}{}={}", m_text.empty() ? '?' : '&', name, value);
    }
    void addDatabase(const Endpoint& endpoint)
    {
        if (endpoint.deployment != Deployment::Sentinel)
            return;
        add("db", endpoint.database != 0 ? std::to_string(endpoint.database) : "");
        add("read", endpoint.readsFromReplica ? "replica" : "");
    }
    const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

} // namespace

std::string HostPort::text() const
{
    return fmt::format("{}:{}", bracketed(host, printable(host)), port);
}

Endpoint Endpoint::node(const HostPort& address) const
{
    Endpoint one = *this;
    one.deployment = Deployment::Node;
    one.host = address.host;
    one.port = address.port;
    one.others.clear();
    one.primaryName.clear();
    one.socketPath.clear();
    one.readsFromReplica = false;
    return one;
}

std::string Endpoint::text() const
{
    const std::string shownUser = user.empty() ? "" : printable(user) + "@";
    if (!socketPath.empty())
        return fmt::format("unix://{}{}", printable(socketPath),
                           database ? fmt::format("?db={}", database) : "");
    Query query;
    query.addDatabase(*this);
    query.add("ssh", printable(ssh));
    return addressOf(*this, shownUser, [](const std::string& part) { return printable(part); }) +
           query.text();
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
    Query query;
    query.addDatabase(*this);
    if (tls) {
        query.add("cacert", encoded(tls->caFile));
        query.add("cert", encoded(tls->certFile));
        query.add("key", encoded(tls->keyFile));
        query.add("sni", encoded(tls->serverName));
    }
    query.add("ssh", encoded(ssh));
    return addressOf(*this, user.empty() ? "" : encoded(user) + "@",
                     [](const std::string& part) {
                         return part.find(':') == std::string::npos ? encoded(part) : part;
                     }) +
           query.text();
}

namespace {

/// An address with several hosts, cut up: a URL has but one. `hosts` points between the other two.
struct HostList {
    std::string_view before; ///< scheme, user and password
    std::vector<std::string_view> hosts;
    std::string_view after;

    explicit HostList(std::string_view url)
    {
        constexpr std::string_view schemeEnd = "://";
        const std::size_t scheme = url.find(schemeEnd);
        const bool isList = scheme != std::string_view::npos && url.substr(0, scheme).find('+') < scheme;
        const std::size_t start = isList ? scheme + schemeEnd.size() : 0;
        const std::size_t end = std::min(url.find_first_of("/?#", start), url.size());
        const std::size_t user = url.substr(0, end).rfind('@');
        const std::size_t first = user != std::string_view::npos && user > start ? user + 1 : start;
        before = url.substr(0, isList ? first : 0);
        after = isList ? url.substr(end) : "";
        std::string_view rest = isList ? url.substr(first, end - first) : url;
        for (std::size_t comma = 0; isList && (comma = rest.find(',')) != std::string_view::npos;
             rest.remove_prefix(comma + 1))
            hosts.push_back(rest.substr(0, comma));
        hosts.push_back(rest);
    }
};

Endpoint endpointIn(const UriUriA& uri)
{
    const std::string scheme = decodedPart(uri.scheme);
    const std::string_view protocol = std::string_view(scheme).substr(0, scheme.find('+'));
    const std::string_view kind = std::string_view(scheme).substr(protocol.size());
    std::string path;
    for (const UriPathSegmentA* segment = uri.pathHead; segment != nullptr; segment = segment->next)
        path += "/" + decodedPart(segment->text);
    const std::string query = decodedPart(uri.query);

    Endpoint endpoint;
    if (kind == "+sentinel")
        endpoint.deployment = Deployment::Sentinel;
    else if (kind == "+cluster")
        endpoint.deployment = Deployment::Cluster;
    else if (!kind.empty())
        refuseAddress(Fault::UnknownScheme);
    if (scheme == "unix") {
        if (path.empty() || path == "/" || uri.hostText.first != uri.hostText.afterLast)
            refuseAddress(Fault::UnixPath);
        endpoint.socketPath = path;
        if (query.starts_with("db="))
            endpoint.database =
                numberUpTo(std::string_view(query).substr(3), largestDatabase, Fault::DatabaseRange);
        else if (!query.empty())
            refuseAddress(Fault::UnixQuery);
    } else if (protocol == "redis" || protocol == "rediss") {
        if (protocol == "rediss")
            endpoint.tls.emplace();
        if (endpoint.deployment == Deployment::Sentinel)
            endpoint.port = sentinelPort;
        endpoint.host = decodedPart(uri.hostText);
        if (endpoint.host.empty())
            refuseAddress(Fault::HostMissing);
        if (uri.portText.first != uri.portText.afterLast)
            endpoint.port = std::uint16_t(numberUpTo(decodedPart(uri.portText), 65535, Fault::PortRange));
        const std::string_view last = std::string_view(path).substr(std::min<std::size_t>(path.size(), 1));
        if (endpoint.deployment == Deployment::Sentinel)
            endpoint.primaryName = last;
        else if (!last.empty())
            endpoint.database = numberUpTo(last, largestDatabase, Fault::DatabaseRange);
        if (endpoint.deployment == Deployment::Sentinel && last.empty())
            refuseAddress(Fault::PrimaryNameMissing);
        if (endpoint.deployment == Deployment::Cluster && endpoint.database != 0)
            refuseAddress(Fault::ClusterDatabase);
        readQuery(uri, endpoint);
    } else {
        refuseAddress(Fault::UnknownScheme);
    }

    // Split before decoding: a percent-encoded colon belongs to the user's name or the password.
    const std::string_view userInfo(uri.userInfo.first ? uri.userInfo.first : "",
                                    std::size_t(uri.userInfo.afterLast - uri.userInfo.first));
    if (const std::size_t colon = userInfo.find(':'); colon != std::string_view::npos) {
        endpoint.user = decodedPart({uri.userInfo.first, uri.userInfo.first + colon});
        endpoint.password = decodedPart({uri.userInfo.first + colon + 1, uri.userInfo.afterLast});
    } else {
        endpoint.user = decodedPart(uri.userInfo);
    }
    return endpoint;
}

/// What the system's functions and ssh take ends at a zero byte; a user's name and a password may have one.
void refuseNul(const UriUriA& uri, const std::string& text)
{
    const char* const from = uri.userInfo.afterLast ? uri.userInfo.afterLast : text.data();
    if (text.find("%00", std::size_t(from - text.data())) != std::string::npos)
        refuseAddress(Fault::NulInAddress);
}

} // namespace

Endpoint parseEndpoint(std::string_view url)
{
    std::optional<Endpoint> endpoint;
    const HostList list(url);
    for (const std::string_view host : list.hosts) {
        const std::string one = fmt::format("{}{}{}", list.before, host, list.after);
        UriUriA uri;
        const char* errorAt = nullptr;
        if (uriParseSingleUriExA(&uri, one.data(), one.data() + one.size(), &errorAt) != URI_SUCCESS) {
            auto at = std::size_t(errorAt ? errorAt - one.data() : 0);
            if (at >= list.before.size()) // in the text that was given there are other hosts before it
                at += std::size_t(host.data() - list.hosts.front().data());
            if (at > std::size_t(host.data() + host.size() - url.data()))
                at = url.size() - (one.size() - std::size_t(errorAt - one.data()));
            const std::size_t lastAt = url.rfind('@');
            const bool isInUser = lastAt != std::string_view::npos && at <= lastAt;
            refuseAddress({isInUser ? Fault::NotUrlWithUser : Fault::NotUrl, std::int64_t(at + 1)});
        }
        const std::unique_ptr<UriUriA, decltype(&uriFreeUriMembersA)> owner(&uri, uriFreeUriMembersA);
        refuseNul(uri, one);
        const Endpoint read = endpointIn(uri);
        if (endpoint)
            endpoint->others.push_back({read.host, read.port});
        else
            endpoint = read;
    }
    return *endpoint;
}

Endpoint withPasswordFromEnvironment(Endpoint endpoint)
{
    if (endpoint.password.empty())
        endpoint.password = environment("RATEWARDEN_REDIS_PASSWORD");
    return endpoint;
}

} // namespace ratewarden
