// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/decider.h"

#include <memory>
#include <string_view>
#include <vector>

namespace ratewarden::test {

/// Everything that ever passed, and answers computed from all of it each time: an algorithm in its simplest
/// form, which shares no code with the library's.
class NaiveModel : public Decider {
public:
    Decision decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode) override;
    /// Of the charge that was named so: it gets the actual cost as if it had been that from the beginning,
    /// unless the algorithm knows less.
    Decision settle(const std::vector<Rule>& rules, Instant now, const Settlement& settlement) override;
    /// By what the newest charge is to be found.
    /// How many charges there are.
    std::size_t size() const { return charges.size(); }
    void nameNewest(Instant name)
    {
        if (!charges.empty()) // of slots alone
            charges.back().named = name;
    }

protected:
    struct Charge {
        Instant at;
        Units cost;
        Instant named{};
        Instant reservedAt{}; // of what settles a bucket: when the units were reserved, and how many
        Units reserved = 0;
        bool settles = false; // to `cost`
    };

    virtual Micros waitFor(const Rule& rule, Instant now, Units cost) const = 0;
    /// The longest that anybody can have to wait under the rule.
    virtual Micros patience(const Rule& rule) const { return rule.window; }
    virtual RuleUsage usage(const Rule& rule, Instant now) const = 0;
    /// Returns by which clock it was.
    virtual Instant charge(const std::vector<Rule>& /*rules*/, Instant now, Units cost)
    {
        charges.push_back({now, cost});
        return now;
    }
    virtual void forgetAll() { charges.clear(); }
    /// Under how many of the rules the charge still counts, and is settled.
    virtual int settleCharge(const std::vector<Rule>& rules, Instant now, std::size_t charge,
                             Units actual) = 0;
    /// Whether what is used above the capacity is told only while more than that was settled, and is paid.
    virtual bool hasDebts() const { return false; }

    std::vector<Charge> charges;

private:
    void takeBack(Units units);

    Instant m_debtUntil{}; // more than a capacity was settled,
    Micros m_debt{};       // and came to so long
};

/// Throws std::invalid_argument for an algorithm that has no such model.
std::unique_ptr<NaiveModel> naiveModel(std::string_view algorithm);

} // namespace ratewarden::test
