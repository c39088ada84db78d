// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demo.h"
#include "core/admin/audit.h"
#include "core/admin/change.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/lab/traffic.h"
#include "core/limiter/decision_call.h"
#include "core/model/errors.h"
#include "core/policies/following_rate_limiter.h"
#include "core/redis/connection.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

using namespace ratewarden;
using namespace std::chrono_literals;

struct DemoRole {
    static constexpr std::chrono::minutes replayed{12};

    const char* token;
    const char* policy;
    TrafficShape shape;
    double perSecond;
    int burst = 10;
    std::chrono::minutes since = replayed; ///< how long before the start it first came
    std::chrono::seconds takes{};          ///< how long each request holds a slot; zero: it needs none
};

namespace {

constexpr std::size_t batch = 500;
constexpr Micros longestDelay = 2s;

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
    std::array{"exports", "in-flight", "5 at once for 2h + 60/h"},
};

constexpr std::array demoRoles{
    DemoRole{"acct:7f3ac91e", "payments", TrafficShape::Random, 0.55, 1, 6min},
    DemoRole{"acct:19bd04aa", "payments", TrafficShape::Random, 0.22},
    DemoRole{"acct:c07e1b3d", "payments", TrafficShape::Steady, 0.05},
    DemoRole{"gateway:pg1", "payments", TrafficShape::Bursty, 0.12, 6},
    DemoRole{"gateway:pg2", "payments", TrafficShape::Steady, 0.02},
    DemoRole{"ip:203.0.113.77", "public-api", TrafficShape::Random, 18.0},
    DemoRole{"user:88213", "public-api", TrafficShape::Random, 1.75},
    DemoRole{"user:10442", "public-api", TrafficShape::Bursty, 0.9, 18},
    DemoRole{"user:41877", "public-api", TrafficShape::Random, 1.1},
    DemoRole{"user:5591", "public-api", TrafficShape::Steady, 0.5},
    DemoRole{"user:77120", "public-api", TrafficShape::Random, 0.2},
    DemoRole{"user:30019", "public-api", TrafficShape::Steady, 0.004},
    DemoRole{"ip:198.51.100.9", "public-api", TrafficShape::Steady, 3.0},
    DemoRole{"hook:stripe", "webhooks", TrafficShape::Bursty, 1.6, 24},
    DemoRole{"hook:github", "webhooks", TrafficShape::Random, 2.1},
    DemoRole{"partner:zendesk", "partners", TrafficShape::Steady, 1.2},
    DemoRole{"partner:salesforce", "partners", TrafficShape::Random, 0.7},
    DemoRole{"partner:shopify", "partners", TrafficShape::Bursty, 1.1, 20},
    DemoRole{"partner:hubspot", "partners", TrafficShape::Random, 1.62},
    DemoRole{"bot:archive", "crawlers", TrafficShape::Steady, 0.6},
    DemoRole{"bot:unknown-7", "crawlers", TrafficShape::Random, 4.0},
    DemoRole{"celery:digest", "crawlers", TrafficShape::Bursty, 0.3, 15},
    DemoRole{"mail:newsletter", "mail", TrafficShape::Bursty, 0.35, 12},
    DemoRole{"mail:receipts", "mail", TrafficShape::Random, 0.12},
    DemoRole{"report:daily", "reports", TrafficShape::Bursty, 0.15, 5},
    DemoRole{"search:web", "search", TrafficShape::Random, 0.85},
    DemoRole{"search:app", "search", TrafficShape::Random, 0.3},
    DemoRole{"ip:192.0.2.44", "logins", TrafficShape::Random, 0.05},
    DemoRole{"ip:192.0.2.61", "logins", TrafficShape::Random, 0.004},
    DemoRole{"acct:5c90d2e7", "payments", TrafficShape::Random, 0.03},
    DemoRole{"acct:e2417b08", "payments", TrafficShape::Random, 0.08},
    DemoRole{"acct:93aa60f4", "payments", TrafficShape::Steady, 0.15},
    DemoRole{"gateway:pg3", "payments", TrafficShape::Steady, 0.01},
    DemoRole{"acct:4d1f88c2", "payments", TrafficShape::Random, 0.006},
    DemoRole{"user:64027", "public-api", TrafficShape::Random, 0.35},
    DemoRole{"user:21988", "public-api", TrafficShape::Random, 0.75},
    DemoRole{"user:90311", "public-api", TrafficShape::Steady, 0.12},
    DemoRole{"user:13750", "public-api", TrafficShape::Random, 1.4},
    DemoRole{"user:58266", "public-api", TrafficShape::Random, 0.05},
    DemoRole{"user:47903", "public-api", TrafficShape::Steady, 0.6},
    DemoRole{"user:35118", "public-api", TrafficShape::Random, 0.02},
    DemoRole{"ip:203.0.113.12", "public-api", TrafficShape::Random, 0.9},
    DemoRole{"ip:192.0.2.180", "public-api", TrafficShape::Random, 0.3},
    DemoRole{"hook:slack", "webhooks", TrafficShape::Random, 0.8},
    DemoRole{"hook:jira", "webhooks", TrafficShape::Random, 0.25},
    DemoRole{"hook:twilio", "webhooks", TrafficShape::Steady, 1.3},
    DemoRole{"partner:xero", "partners", TrafficShape::Random, 0.4},
    DemoRole{"partner:intercom", "partners", TrafficShape::Random, 0.9},
    DemoRole{"partner:mailgun", "partners", TrafficShape::Steady, 0.15},
    DemoRole{"bot:search-engine", "crawlers", TrafficShape::Random, 0.85},
    DemoRole{"bot:uptime", "crawlers", TrafficShape::Steady, 0.1},
    DemoRole{"mail:alerts", "mail", TrafficShape::Random, 0.05},
    DemoRole{"mail:invites", "mail", TrafficShape::Bursty, 0.12, 8},
    DemoRole{"report:weekly", "reports", TrafficShape::Random, 0.02},
    DemoRole{"search:partners", "search", TrafficShape::Random, 0.55},
    DemoRole{"search:admin", "search", TrafficShape::Steady, 0.02},
    DemoRole{"ip:192.0.2.90", "logins", TrafficShape::Random, 0.02},
    DemoRole{"ip:198.51.100.44", "logins", TrafficShape::Random, 0.07},
    DemoRole{"team:analytics", "exports", TrafficShape::Random, 0.012, 1, DemoRole::replayed, 150s},
    DemoRole{"team:billing", "exports", TrafficShape::Steady, 0.008, 1, DemoRole::replayed, 90s},
};

/// A request whose worker died: its slot is held until its life is over, or until somebody frees it.
struct Died {
    const char* token;
    const char* policy;
    const char* holder;
    std::chrono::minutes ago;
};

constexpr Died died{"team:analytics", "exports", "export-3:2210", 43min};

/// Those that live.
const char* workerFor(Instant request)
{
    return request.time_since_epoch().count() % 2 == 0 ? "export-1:4120" : "export-2:4127";
}

/// What was published before a policy's rules became what they are.
struct Earlier {
    const char* policy;
    const char* rules;
    const char* by;
    const char* reason; ///< of these; the ones after them come for the next one's
};

constexpr std::array earlier{
    Earlier{"payments", "1/s + 30/min", "m.okafor", "The gateway wants no more than one a second"},
    Earlier{"payments", "1/s + 20/min + 500/day", "m.okafor", "The contract names a day, too"},
    Earlier{"payments", "", "j.lind", "Contract of this year: 200 an hour, 800 a day"},
    Earlier{"public-api", "20/s + 120/min", "j.lind", "First limits, from last week's traffic"},
    Earlier{"public-api", "", "night shift", "Bursts of 20 slowed the search down; and a limit by the hour"},
};

/// Rules that are tried beside a policy's.
struct Trial {
    const char* policy;
    const char* rules;
    const char* description; ///< of the policy
    const char* by;
    const char* reason;
};

constexpr Trial trial{"search", "2/s + 30/min", "Suggestions while one types, and the page of results",
                      "j.lind", "Would 30 a minute do for everybody? Counted until Monday"};

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

class DemoCast {
public:
    explicit DemoCast(Endpoint endpoint)
        : m_endpoint(std::move(endpoint)), m_connection(m_endpoint, demoPatience, "ratewarden-demo")
    {
    }

    void prepare();
    void play(const std::stop_token& stop);

private:
    struct Client {
        const DemoRole* role;
        const Policy* policy;
        Traffic traffic;
        Instant next;
    };

    /// A request that has not ended.
    struct Running {
        const DemoRole* role;
        Instant ends;
        Settlement slot;
    };

    void publish(const Policy& policy);
    void replay(Instant until);
    void begin(const Client& client, const Decision& decision, Instant at);
    /// Those that have ended are taken out.
    std::vector<Running> endedBy(Instant now);
    Instant serverNow();
    Client& nextClient() { return *std::ranges::min_element(m_clients, {}, &Client::next); }
    void pause(const std::stop_token& stop, Micros duration);

    Endpoint m_endpoint;
    Connection m_connection;
    PolicyBook m_book;
    std::vector<Client> m_clients;
    std::vector<Running> m_running;
    std::mutex m_mutex;
    std::condition_variable_any m_stopped;
};

Instant DemoCast::serverNow()
{
    return readTime(m_connection.call({"TIME"}).view());
}

// With the versions that came before, if it has any.
void DemoCast::publish(const Policy& policy)
{
    PublishedPolicy published;
    published.policy = policy;
    for (const Earlier& version : earlier) {
        if (policy.name != version.policy)
            continue;
        if (*version.rules != '\0')
            published.policy.rules = parseRules(version.rules);
        else
            published.policy.rules = policy.rules;
        published.version = publishPolicy(m_connection, published, {version.by, version.reason}).version;
    }
    if (policy.name == trial.policy) {
        published.description = trial.description;
        published.version = publishPolicy(m_connection, published, {trial.by, "First limits"}).version;
        published.candidate = CandidateRules{policy.algorithm, parseRules(trial.rules)};
        published.version = publishPolicy(m_connection, published, {trial.by, trial.reason}).version;
    }
    if (published.version == 0)
        announcePolicy(m_connection, policy);
}

void DemoCast::begin(const Client& client, const Decision& decision, Instant at)
{
    if (decision.allowed() && decision.chargedAt)
        m_running.push_back({client.role, at + client.role->takes, {*decision.chargedAt, 1, 1}});
}

std::vector<DemoCast::Running> DemoCast::endedBy(Instant now)
{
    std::vector<Running> ended;
    std::ranges::copy_if(m_running, std::back_inserter(ended),
                         [now](const Running& request) { return request.ends <= now; });
    std::erase_if(m_running, [now](const Running& request) { return request.ends <= now; });
    std::ranges::sort(ended, {}, &Running::ends);
    return ended;
}

void DemoCast::replay(Instant until)
{
    const auto reserve = [this](const Policy& policy, const char* token, const char* holder, Instant at) {
        const ResolvedPolicy resolved(policy);
        const Reply reply = m_connection.call(
            decisionCommand(resolved, RedisToken(token), 1, Mode::Reserve, {.now = at, .holder = holder}));
        Decision decision = readDecision(reply.view(), resolved);
        decision.chargedAt = resolved.algorithm.chargedAt(decision);
        return decision;
    };
    reserve(*m_book.find(died.policy), died.token, died.holder, until - died.ago);
    std::vector<Command> requests;
    const auto send = [&] {
        m_connection.pipeline(requests);
        requests.clear();
    };
    for (Client* client = &nextClient(); client->next < until; client = &nextClient()) {
        const Instant at = client->next;
        const auto request = [&](const Policy& policy) {
            requests.push_back(
                decisionCommand(policy, RedisToken(client->role->token), 1, Mode::Acquire, {.now = at}));
        };
        if (client->role->takes > 0s) {
            for (const Running& ended : endedBy(at))
                m_connection.call(settleCommand(*m_book.find(ended.role->policy),
                                                RedisToken(ended.role->token), ended.slot,
                                                {.now = ended.ends}));
            begin(*client, reserve(*client->policy, client->role->token, workerFor(at), at), at);
        } else {
            request(*client->policy);
        }
        if (client->policy->name == trial.policy)
            request(candidatePolicy(m_book.published.at(trial.policy)));
        client->next = client->traffic.next();
        if (requests.size() >= batch)
            send();
    }
    send();
}

void DemoCast::prepare()
{
    for (const auto& [name, algorithm, rules] : policies) {
        Policy policy{name, algorithm, parseRules(rules)};
        policy.counters = true;
        publish(policy);
    }
    m_book = readPolicies(m_connection);
    const Instant now = serverNow();
    std::uint32_t seed = 1;
    for (const DemoRole& role : demoRoles) {
        Traffic traffic(role.shape, role.perSecond, now - role.since, seed++, role.burst);
        const Instant first = traffic.next();
        m_clients.push_back({&role, m_book.find(role.policy), traffic, first});
    }
    replay(now);
    const AuditTrail trail({{}, "desk-4", "ratewarden", {}}); // nothing is written outside the demo's server
    for (const Ban& ban : bans)
        apply(m_connection,
              {BlockIntent{ban.duration > 0s ? std::optional(ban.duration) : std::nullopt, {}, {}},
               {controlSubject(ban.token)},
               {},
               ban.by,
               ban.reason},
              {&trail});
    apply(m_connection,
          {OverrideIntent{parseRules("5/s + 150/min"), 72h, {}, {}},
           {controlSubject("partner:hubspot", "partners")},
           {},
           "m.okafor",
           "Moves its contacts over until the weekend"},
          {&trail});
}

void DemoCast::pause(const std::stop_token& stop, Micros duration)
{
    std::unique_lock lock(m_mutex);
    m_stopped.wait_for(lock, stop, duration, [] { return false; });
}

void DemoCast::play(const std::stop_token& stop)
{
    // As services do, so that what is published in the window is obeyed here.
    const PolicyWatch watch(m_endpoint);
    std::map<std::string, FollowingRateLimiter, std::less<>> limiters;
    const auto limiterOf = [&](const std::string& policy) -> FollowingRateLimiter& {
        return limiters.try_emplace(policy, m_connection, watch, policy).first->second;
    };
    while (!stop.stop_requested()) {
        try {
            Client& client = nextClient();
            const Instant now = serverNow();
            for (const Running& ended : endedBy(now))
                limiterOf(ended.role->policy).settle(ended.role->token, ended.slot);
            if (client.next > now) {
                pause(stop, client.next - now);
                continue;
            }
            while (client.next <
                   now - longestDelay) // the machine slept, or Redis was unreachable: that is not made up for
                client.next = client.traffic.next();
            FollowingRateLimiter& limiter = limiterOf(client.policy->name);
            if (client.role->takes > 0s)
                begin(client,
                      limiter.decide({.token = client.role->token, .holder = workerFor(now)}, Mode::Reserve),
                      now);
            else
                limiter.acquire(client.role->token);
            client.next = client.traffic.next();
        } catch (const Error&) {
            // The server is unreachable, or somebody holds something else under a key of ours; the next
            // requests will tell.
            nextClient().next = nextClient().traffic.next();
            pause(stop, 200ms);
        }
    }
}

} // namespace

std::jthread startDemoTraffic(const Endpoint& endpoint)
{
    const auto cast = std::make_shared<DemoCast>(endpoint);
    cast->prepare();
    return std::jthread([cast](const std::stop_token& stop) { cast->play(stop); });
}
