// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/subject.h"

#include <memory>
#include <string_view>
#include <vector>

namespace ratewarden::test {

/// Everything that ever passed, and answers computed from all of it each time: an algorithm in its simplest
/// form, which shares no code with the library's.
class NaiveModel : public Decider {
public:
    Decision decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode) override;

protected:
    struct Charge {
        Instant at;
        Units cost;
    };

    virtual Micros waitFor(const Rule& rule, Instant now, Units cost) const = 0;
    /// The longest that anybody can have to wait under the rule.
    virtual Micros patience(const Rule& rule) const { return rule.window; }
    virtual RuleUsage usage(const Rule& rule, Instant now) const = 0;
    virtual void charge(Instant now, Units cost) { charges.push_back({now, cost}); }

    std::vector<Charge> charges;

private:
    void takeBack(Units units);
};

/// Throws std::invalid_argument for an algorithm that has no such model.
std::unique_ptr<NaiveModel> naiveModel(std::string_view algorithm);

} // namespace ratewarden::test
