// SPDX-License-Identifier: MIT
// Logs of proxies and gateways that have a layout of their own, one of those below. What is between two
// captures is literal; a capture takes as little as will do, the last one all that remains.
#include "core/lab/line_readers.h"
#include "core/lab/log_time.h"
#include "core/lab/placed_columns.h"

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

struct Layout {
    std::string_view name;
    std::string_view text;
};

// As their programs' documentation has them: HAProxy's "HTTP log format" and "TCP log format", nginx'
// ngx_http_limit_req_module, uWSGI's default request line, the default format strings of Istio and Envoy,
// AWS' access logs of application and classic load balancers.
constexpr std::array layouts{
    Layout{"HAProxy log", "<client_peer> [<time>] <frontend> <backend>/<server> <request_time>/<queue_time>/"
                          "<connect_time>/<response_time>/<total_time> <status> <bytes> <rest>"},
    Layout{"HAProxy log", "<client_peer> [<time>] <frontend> <backend>/<server> <queue_time>/<connect_time>/"
                          "<total_time> <bytes> <termination> <connections>/<rest>"},
    Layout{"nginx error log",
           "<time> [<level>] <pid>: *<connection> <status>, excess: <excess> by zone \"<zone>\", client: "
           "<client_ip>, server: <rest>"},
    Layout{"uWSGI log",
           "<memory>[pid: <pid>] <client_ip> (<user>) {<vars>} [<time>] <method> <uri> => generated <bytes> "
           "bytes in <duration> (<protocol> <status>) <rest>"},
    Layout{"Envoy log",
           "[<time>] \"<method> <path> <protocol>\" <status> <flags> <details> <termination> \"<failure>\" "
           "<received> <sent> <duration> <upstream_time> \"<client_ip>\" \"<user_agent>\" \"<request_id>\" "
           "\"<authority>\" \"<upstream_host>\" <upstream_cluster> <upstream_local> <local> <client_peer> "
           "<rest>"},
    Layout{"Envoy log", "[<time>] \"<method> <path> <protocol>\" <status> <flags> <received> <sent> "
                        "<duration> <upstream_time> "
                        "\"<client_ip>\" \"<user_agent>\" \"<request_id>\" \"<authority>\" <rest>"},
    Layout{"AWS load balancer log",
           "<type> <time> <elb> <client_peer> <target> <request_time> <target_time> <response_time> "
           "<status> <target_status> <received> <sent> \"<request>\" \"<user_agent>\" <rest>"},
    Layout{"AWS load balancer log",
           "<time> <elb> <client_peer> <backend> <request_time> <backend_time> <response_time> "
           "<status> <backend_status> <received> <sent> \"<request>\" <rest>"},
};

using Columns = std::vector<std::string_view>;

/// What the layout is made of: a literal, which may be empty, then a name and a literal for each capture.
Columns piecesOf(const Layout& layout)
{
    Columns pieces;
    std::string_view rest = layout.text;
    for (std::size_t end = 0; end != std::string_view::npos;) {
        end = rest.find(pieces.size() % 2 == 0 ? '<' : '>');
        pieces.push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(pieces.back().size() + 1, rest.size()));
    }
    return pieces;
}

/// The names of the captures, in their order.
Columns namesOf(const Layout& layout)
{
    const Columns pieces = piecesOf(layout);
    Columns names;
    for (std::size_t i = 1; i < pieces.size(); i += 2)
        names.push_back(pieces[i]);
    return names;
}

/// The address of "10.0.0.1:33317", without what syslog writes before it.
std::string_view addressOfPeer(std::string_view peer)
{
    peer.remove_prefix(peer.rfind(' ') + 1); // npos + 1 is 0
    const std::size_t colon = peer.rfind(':');
    if (colon != std::string_view::npos &&
        peer.substr(colon + 1).find_first_not_of("0123456789") == std::string_view::npos)
        peer = peer.substr(0, colon);
    return peer.starts_with('[') && peer.ends_with(']') ? peer.substr(1, peer.size() - 2) : peer;
}

/// False: the line is not written so.
bool split(const Columns& pieces, std::string_view line, Columns& columns)
{
    columns.clear();
    if (!line.starts_with(pieces.front()))
        return false;
    line.remove_prefix(pieces.front().size());
    for (std::size_t i = 1; i < pieces.size(); i += 2) {
        const std::string_view name = pieces[i];
        const std::string_view behind = pieces[i + 1];
        const std::size_t end = behind.empty() ? line.size() : line.find(behind);
        if (end == std::string_view::npos)
            return false;
        std::string_view value = line.substr(0, end);
        if (behind == "/" && value.find(' ') != std::string_view::npos)
            return false;
        line.remove_prefix(std::min(end + behind.size(), line.size()));
        if (name == "client_peer")
            value = addressOfPeer(value);
        else if (value == "limiting requests") // by nginx, with its default status; not in a dry run
            value = "503";
        columns.push_back(value);
    }
    return true;
}

bool isRequest(const Layout& layout, std::string_view line)
{
    Columns columns;
    if (!split(piecesOf(layout), line, columns))
        return false;
    const Columns names = namesOf(layout);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string_view value = columns[i];
        const bool isOfNginx = value.starts_with("limiting ") || value.starts_with("delaying ");
        if ((names[i] == "time" && !parseLogTime(value)) ||
            (names[i] == "status" && statusOf(value) == 0 && !isOfNginx))
            return false;
    }
    return true;
}

/// The one that the format's names are those of.
const Layout& layoutOf(const LogFormat& format)
{
    const auto* const found = std::ranges::find_if(
        layouts, [&](const Layout& layout) { return std::ranges::equal(namesOf(layout), format.names); });
    return found == layouts.end() ? layouts.front() : *found;
}

bool fitsProxy(std::string_view line)
{
    return isNginxMessage(line) ||
           std::ranges::any_of(layouts, [line](const Layout& layout) { return isRequest(layout, line); });
}

void describeProxy(const std::vector<std::string_view>& lines, LogFormat& format)
{
    const Layout& layout = *std::ranges::max_element(layouts, {}, [&lines](const Layout& one) {
        return std::ranges::count_if(lines, [&](std::string_view line) { return isRequest(one, line); });
    });
    const Columns names = namesOf(layout);
    format.names.assign(names.begin(), names.end());
}

class ProxySplit {
public:
    explicit ProxySplit(const LogFormat& format) : m_pieces(piecesOf(layoutOf(format))) {}
    bool operator()(std::string_view line, Columns& columns) const { return split(m_pieces, line, columns); }

private:
    Columns m_pieces;
};

std::vector<LineField> proxyFields(std::string_view line, const LogFormat& format)
{
    return placedFields(line, format, ProxySplit(format));
}

std::unique_ptr<LineReader> proxyReader(const LogFormat& format)
{
    return std::make_unique<PlacedReader<ProxySplit>>(format);
}

} // namespace

std::string_view proxyNameOf(const LogFormat& format)
{
    return layoutOf(format).name;
}

bool isNginxMessage(std::string_view line)
{
    constexpr std::string_view time = "2026/11/20 10:11:12";
    const std::string_view rest = line.substr(std::min(time.size(), line.size()));
    return rest.starts_with(" [") && parseLogTime(line.substr(0, time.size())) &&
           rest.substr(0, rest.find(": ")).find('#') != std::string_view::npos;
}

const SyntaxRow proxyLines{LogSyntax::Proxy, "proxy log", fitsProxy, describeProxy, proxyFields, proxyReader};

} // namespace ratewarden
