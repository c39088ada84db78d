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

// As their programs' documentation has them: HAProxy's "HTTP log format", nginx' ngx_http_limit_req_module,
// uWSGI's default request line, Envoy's default format string (with what 1.22 added, and before), AWS' access
// logs of application and classic load balancers.
constexpr std::array layouts{
    Layout{"HAProxy log", "<syslog>]: <client_peer> [<time>] <frontend> <backend> <timers> <status> <rest>"},
    Layout{"nginx error log",
           "<time> [<level>] <pid>: *<connection> <status>, excess: <excess> by zone \"<zone>\", client: "
           "<client_ip>, server: <rest>"},
    Layout{"uWSGI log",
           "[pid: <pid>] <client_ip> (<user>) {<vars>} [<time>] <method> <uri> => generated <bytes> bytes in "
           "<duration> (<protocol> <status>) <rest>"},
    Layout{"Envoy log",
           "[<time>] \"<method> <path> <protocol>\" <status> <flags> <details> <termination> \"<failure>\" "
           "<received> <sent> <duration> <upstream_time> \"<client_ip>\" \"<user_agent>\" \"<request_id>\" "
           "\"<authority>\" <rest>"},
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

/// The names of the captures, in their order.
Columns namesOf(const Layout& layout)
{
    Columns names;
    for (std::size_t at = layout.text.find('<'); at != std::string_view::npos;
         at = layout.text.find('<', at + 1))
        names.push_back(layout.text.substr(at + 1, layout.text.find('>', at) - at - 1));
    return names;
}

/// Without the port behind an address.
std::string_view withoutPort(std::string_view peer)
{
    const std::size_t colon = peer.rfind(':');
    if (colon != std::string_view::npos &&
        peer.substr(colon + 1).find_first_not_of("0123456789") == std::string_view::npos)
        peer = peer.substr(0, colon);
    return peer.starts_with('[') && peer.ends_with(']') ? peer.substr(1, peer.size() - 2) : peer;
}

/// False: the line is not written so.
bool split(const Layout& layout, std::string_view line, Columns& columns)
{
    columns.clear();
    std::string_view rest = layout.text;
    const auto literal = [&rest] {
        const std::string_view text = rest.substr(0, rest.find('<'));
        rest.remove_prefix(text.size());
        return text;
    };
    const std::string_view first = literal();
    if (!line.starts_with(first))
        return false;
    line.remove_prefix(first.size());
    while (!rest.empty()) {
        const std::string_view name = rest.substr(1, rest.find('>') - 1);
        rest.remove_prefix(name.size() + 2);
        const std::string_view behind = literal();
        const std::size_t end = behind.empty() ? line.size() : line.find(behind);
        if (end == std::string_view::npos)
            return false;
        std::string_view value = line.substr(0, end);
        line.remove_prefix(std::min(end + behind.size(), line.size()));
        if (name == "client_peer")
            value = withoutPort(value);
        else if (name == "status" && value.starts_with("limiting ")) // by nginx, with its default status
            value = "503";
        columns.push_back(value);
    }
    return true;
}

bool isRequest(const Layout& layout, std::string_view line)
{
    Columns columns;
    if (!split(layout, line, columns))
        return false;
    const Columns names = namesOf(layout);
    const auto time = std::size_t(std::ranges::find(names, "time") - names.begin());
    const auto status = std::size_t(std::ranges::find(names, "status") - names.begin());
    return parseLogTime(columns[time]) &&
           (statusOf(columns[status]) != 0 || columns[status].starts_with("delaying "));
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
    return std::ranges::any_of(layouts, [line](const Layout& layout) { return isRequest(layout, line); });
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
    explicit ProxySplit(const LogFormat& format) : m_layout(layoutOf(format)) {}
    bool operator()(std::string_view line, Columns& columns) const { return split(m_layout, line, columns); }

private:
    const Layout& m_layout;
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

const SyntaxRow proxyLines{LogSyntax::Proxy, "proxy log", fitsProxy, describeProxy, proxyFields, proxyReader};

} // namespace ratewarden
