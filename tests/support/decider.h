// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/limiter/decision_call.h"
#include "core/limiter/keyspace.h"
#include "core/redis/connection.h"

#include <memory>
#include <string>

namespace ratewarden::test {

// A midnight, so that windows on the clock begin here too.
inline constexpr Instant start{Micros(1'795'046'400'000'000)};

/// One implementation of an algorithm under test, holding the window state of one token.
class Decider {
public:
    virtual ~Decider() = default;
    virtual Decision decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode) = 0;
    /// How it stands then, and Decision::settledRules.
    virtual Decision settle(const std::vector<Rule>& rules, Instant now, const Settlement& settlement) = 0;
    /// The same of a slot that is renewed; of no other algorithm than in-flight.
    virtual Decision renew(const std::vector<Rule>& rules, Instant now, const Settlement& slot)
    {
        return settle(rules, now, slot);
    }

    Decision acquire(const std::vector<Rule>& rules, Instant now, Units cost = 1)
    {
        return decide(rules, now, cost, Mode::Acquire);
    }
    Decision giveBack(const std::vector<Rule>& rules, Instant now, Units cost = 1)
    {
        return decide(rules, now, cost, Mode::GiveBack);
    }
    Decision peek(const std::vector<Rule>& rules, Instant now, Units cost = 1)
    {
        return decide(rules, now, cost, Mode::Peek);
    }
};

class MemorySubject final : public Decider {
public:
    explicit MemorySubject(const Algorithm& algorithm) : m_window(algorithm) {}
    Decision decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode) override
    {
        return m_window->decide(rules, now, cost, mode);
    }
    Decision settle(const std::vector<Rule>& rules, Instant now, const Settlement& settlement) override
    {
        const int settled = m_window->settle(rules, now, settlement);
        Decision decision = m_window->decide(rules, now, 0, Mode::Peek);
        decision.settledRules = settled;
        return decision;
    }

    Decision renew(const std::vector<Rule>& rules, Instant now, const Settlement& slot) override
    {
        const int renewed = m_window->renew(rules, now, slot.at);
        Decision decision = m_window->decide(rules, now, 0, Mode::Peek);
        decision.settledRules = renewed;
        return decision;
    }

private:
    TokenStateOf m_window;
};

/// The script on a real server, with the clock handed in; every subject is a token of its own. Some of its
/// requests say who holds their slots, which no decision depends on.
class ScriptSubject final : public Decider {
public:
    ScriptSubject(const Algorithm& algorithm, Connection& connection, Form form = Form::Packed,
                  Detail detail = Detail::Usage)
        : m_algorithm(algorithm), m_connection(connection), m_form(form), m_detail(detail)
    {
        static int count = 0;
        m_token = "subject " + std::to_string(++count);
    }
    Decision decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode) override
    {
        const Policy policy{"test", std::string(m_algorithm.name), rules};
        const Detail detail = mode == Mode::GiveBack ? Detail::Usage : m_detail; // it knows no other
        const std::string holder = ++m_asked % 3 == 0 ? "worker " + std::to_string(m_asked) : std::string();
        const Reply reply = m_connection.call(
            decisionCommand(policy, RedisToken(m_token), cost, mode,
                            {.now = now, .form = m_form, .detail = detail, .holder = holder}));
        return readDecision(reply.view(), policy, detail);
    }
    Decision settle(const std::vector<Rule>& rules, Instant now, const Settlement& settlement) override
    {
        const Policy policy{"test", std::string(m_algorithm.name), rules};
        const Reply reply = m_connection.call(
            settleCommand(policy, RedisToken(m_token), settlement, {.now = now, .form = m_form}));
        return readSettled(reply.view(), policy, RedisToken(m_token), "here");
    }
    Decision renew(const std::vector<Rule>& rules, Instant now, const Settlement& slot) override
    {
        const Policy policy{"test", std::string(m_algorithm.name), rules};
        const Reply reply =
            m_connection.call(renewCommand(policy, RedisToken(m_token), slot, {.now = now, .form = m_form}));
        return readSettled(reply.view(), policy, RedisToken(m_token), "here");
    }
    std::string key() const { return stateKey(RedisToken(m_token), "test", m_algorithm); }

private:
    const Algorithm& m_algorithm;
    Connection& m_connection;
    Form m_form;
    Detail m_detail;
    std::string m_token;
    int m_asked = 0;
};

} // namespace ratewarden::test
