// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demo_traffic.h"

#include "core/admin/blocks.h"
#include "core/admin/overrides.h"
#include "core/policies/policy_store.h"
#include "core/lab/traffic.h"
#include "core/limiter/decision_call.h"
#include "core/model/errors.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <vector>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::minutes replayed = 12min;
constexpr std::size_t batch = 500;
constexpr Micros longestDelay = 2s;

struct Role {
    const char* token;
    const char* policy;
    TrafficShape shape;
    double perSecond;
    int burst = 10;
    std::chrono::minutes since = replayed; ///< how long before the start it first came
};

constexpr std::array policies{
    std::array{"payments", "sliding-log", "1/s + 20/min + 200/h + 800/day"},
    std::array{"public-api", "sliding-log-zset", "10/s + 120/min + 2000/h"},
    std::array{"webhooks", "sliding-log-list", "30/10s"},
    std::array{"partners", "sliding-log-stream", "5/s + 100/min"},
    std::array{"crawlers", "gcra", "60/min"},
    std::array{"mail", "token-bucket", "30/min burst 10 + 500/h"},
    std::array{"reports", "leaky-bucket", "12/min burst 3"},
    std::array{"search", "sliding-window-counter", "3/s + 60/min"},
    std::array{"logins", "fixed-window", "5/min + 100/h"},
};

constexpr std::array roles{
    Role{"acct:7f3ac91e", "payments", TrafficShape::Random, 0.55, 1, 6min},
    Role{"acct:19bd04aa", "payments", TrafficShape::Random, 0.22},
    Role{"acct:c07e1b3d", "payments", TrafficShape::Steady, 0.05},
    Role{"gateway:pg1", "payments", TrafficShape::Bursty, 0.12, 6},
    Role{"gateway:pg2", "payments", TrafficShape::Steady, 0.02},
    Role{"ip:203.0.113.77", "public-api", TrafficShape::Random, 18.0},
    Role{"user:88213", "public-api", TrafficShape::Random, 1.75},
    Role{"user:10442", "public-api", TrafficShape::Bursty, 0.9, 18},
    Role{"user:41877", "public-api", TrafficShape::Random, 1.1},
    Role{"user:5591", "public-api", TrafficShape::Steady, 0.5},
    Role{"user:77120", "public-api", TrafficShape::Random, 0.2},
    Role{"user:30019", "public-api", TrafficShape::Steady, 0.004},
    Role{"ip:198.51.100.9", "public-api", TrafficShape::Steady, 3.0},
    Role{"hook:stripe", "webhooks", TrafficShape::Bursty, 1.6, 24},
    Role{"hook:github", "webhooks", TrafficShape::Random, 2.1},
    Role{"partner:zendesk", "partners", TrafficShape::Steady, 1.2},
    Role{"partner:salesforce", "partners", TrafficShape::Random, 0.7},
    Role{"partner:shopify", "partners", TrafficShape::Bursty, 1.1, 20},
    Role{"partner:hubspot", "partners", TrafficShape::Random, 1.62},
    Role{"bot:archive", "crawlers", TrafficShape::Steady, 0.6},
    Role{"bot:unknown-7", "crawlers", TrafficShape::Random, 4.0},
    Role{"celery:digest", "crawlers", TrafficShape::Bursty, 0.3, 15},
    Role{"mail:newsletter", "mail", TrafficShape::Bursty, 0.35, 12},
    Role{"mail:receipts", "mail", TrafficShape::Random, 0.12},
    Role{"report:daily", "reports", TrafficShape::Bursty, 0.15, 5},
    Role{"search:web", "search", TrafficShape::Random, 0.85},
    Role{"search:app", "search", TrafficShape::Random, 0.3},
    Role{"ip:192.0.2.44", "logins", TrafficShape::Random, 0.05},
    Role{"ip:192.0.2.61", "logins", TrafficShape::Random, 0.004},
};

struct Ban {
    const char* token;
    Micros duration; // zero: for good
    const char* reason;
    const char* by;
};

constexpr std::array bans{
    Ban{"ip:198.51.100.9", 24h, "Scrapes the price list in spite of two warnings", "night shift"},
    Ban{"acct:0b55e1f2", 0s, "Chargebacks, see the fraud team's case 4711", "m.okafor"},
    Ban{"ip:203.0.113.200", 1h, "Password guessing, 9,000 attempts since midnight", "on-call"},
    Ban{"partner:acme-staging", 168h, "Load test against production; until they fix their host name",
        "j.lind"},
};

} // namespace

class DemoTraffic::Cast {
public:
    explicit Cast(Endpoint endpoint) : m_connection(std::move(endpoint), {}, "ratewarden-demo") {}

    void prepare();
    void run(const std::stop_token& stop);

private:
    struct Client {
        const Role* role;
        const Policy* policy;
        Traffic traffic;
        Instant next;
    };

    Instant serverNow();
    Client& nextClient() { return *std::ranges::min_element(m_clients, {}, &Client::next); }
    void pause(const std::stop_token& stop, Micros duration);

    Connection m_connection;
    PolicyBook m_book;
    std::vector<Client> m_clients;
    std::mutex m_mutex;
    std::condition_variable_any m_stopped;
};

Instant DemoTraffic::Cast::serverNow()
{
    return readTime(m_connection.call({"TIME"}).view());
}

void DemoTraffic::Cast::prepare()
{
    for (const auto& [name, algorithm, rules] : policies) {
        Policy policy{name, algorithm, parseRules(rules)};
        policy.counters = true;
        announcePolicy(m_connection, policy);
    }
    m_book = readPolicies(m_connection);
    const Instant now = serverNow();
    std::uint32_t seed = 1;
    for (const Role& role : roles) {
        Traffic traffic(role.shape, role.perSecond, now - role.since, seed++, role.burst);
        const Instant first = traffic.next();
        m_clients.push_back({&role, m_book.find(role.policy), traffic, first});
    }
    std::vector<Command> requests;
    const auto send = [&] {
        m_connection.pipeline(requests);
        requests.clear();
    };
    for (Client* client = &nextClient(); client->next < now; client = &nextClient()) {
        requests.push_back(
            decisionCommand(*client->policy, client->role->token, 1, Mode::Acquire, {.now = client->next}));
        client->next = client->traffic.next();
        if (requests.size() == batch)
            send();
    }
    send();
    for (const Ban& ban : bans)
        blockToken(m_connection, {ban.token, ban.duration > 0s ? std::optional(ban.duration) : std::nullopt,
                                  ban.reason, ban.by});
    overrideToken(m_connection, {"partner:hubspot", "partners", parseRules("5/s + 150/min"), 72h,
                                 "Moves its contacts over until the weekend", "m.okafor"});
}

void DemoTraffic::Cast::pause(const std::stop_token& stop, Micros duration)
{
    std::unique_lock lock(m_mutex);
    m_stopped.wait_for(lock, stop, duration, [] { return false; });
}

void DemoTraffic::Cast::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        try {
            Client& client = nextClient();
            const Instant now = serverNow();
            if (client.next > now) {
                pause(stop, client.next - now);
                continue;
            }
            while (client.next <
                   now - longestDelay) // the machine slept, or Redis was away: that is not made up for
                client.next = client.traffic.next();
            m_connection.call(decisionCommand(*client.policy, client.role->token, 1, Mode::Acquire));
            client.next = client.traffic.next();
        } catch (const Error&) {
            // The server is away, or somebody holds something else under a key of ours; the next requests
            // will tell.
            nextClient().next = nextClient().traffic.next();
            pause(stop, 200ms);
        }
    }
}

DemoTraffic::DemoTraffic(Endpoint endpoint) : m_cast(std::make_unique<Cast>(std::move(endpoint))) {}

DemoTraffic::~DemoTraffic() = default;

void DemoTraffic::prepare()
{
    m_cast->prepare();
}

void DemoTraffic::start()
{
    m_thread = std::jthread([this](const std::stop_token& stop) { m_cast->run(stop); });
}
