// SPDX-License-Identifier: MIT
#pragma once

#include "core/admin/change.h"
#include "core/model/errors.h"

#include <iterator>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <vector>

namespace ratewarden {

// What making and undoing changes of subjects share. Private to core/admin.

inline constexpr std::size_t changePage = 1000; // commands that are sent at once

/// What the change wants, with its author and reason.
Intent intentOf(const Change& change);
/// By whose rules the subject is changed; null: they are not known, or not needed.
const Policy* policyOf(const Change& change, const Subject& subject);
/// Whether units were charged or taken out, so that undoing it has to look first at what came since.
bool isOfUnits(const Change& change);
/// Adds what the plan of one subject sends.
void addTo(Preview& preview, const Subject& subject, Plan plan, std::size_t shown);

/// Which commands have been seen: two subjects of one token have the same block.
class Distinct {
public:
    explicit Distinct(const Change& change) : m_byPolicy(change.traits().on == ActOn::Overrides) {}

    /// False when what this plan writes has been seen.
    bool add(const Plan& plan, const Subject& subject)
    {
        // A foreign subject's keys are its own, but for those that all share, and these come first at times.
        if (!subject.format->isOurs()) {
            for (const Command& command : plan.inside)
                m_keys.emplace(command.key());
            return m_foreign.emplace(subject.format->name(), subject.policy, subject.token).second;
        }
        std::string what(plan.commands.back().key());
        const bool newKey = m_keys.insert(what).second;
        if (!m_byPolicy)
            return newKey;
        what += '\0';
        what += subject.policy;
        return m_keysAndPolicies.insert(std::move(what)).second;
    }
    std::size_t keys() const { return m_keys.size(); }

private:
    bool m_byPolicy; // the key holds one for each policy
    std::unordered_set<std::string> m_keys;
    std::unordered_set<std::string> m_keysAndPolicies;
    std::set<std::tuple<std::string_view, std::string, std::string>> m_foreign;
};

/// Commands of several subjects, which are sent together.
class Batch {
public:
    explicit Batch(Server& server) : m_server(server) {}

    void add(std::uint32_t index, Plan plan)
    {
        std::ranges::move(plan.commands, std::back_inserter(m_commands));
        m_parts.push_back({index, m_commands.size()});
    }
    bool empty() const { return m_parts.empty(); }
    bool full() const { return m_commands.size() >= changePage; }

    /// Hands each subject's answers to `read(index, answers)`, in order. False, with the reason, when the
    /// server does not go on; then `lost(index)` is called for those whose result is unknown.
    template <class Read, class Lost>
    bool send(Trouble& trouble, Read read, Lost lost)
    {
        bool goesOn = true;
        try {
            const std::vector<Reply> replies = m_server.pipeline(m_commands);
            std::size_t from = 0;
            for (const auto& [index, to] : m_parts) {
                try {
                    read(index, Answers(std::span(m_commands).subspan(from, to - from),
                                        std::span(replies).subspan(from, to - from), m_server.where()));
                } catch (const Unavailable& error) {
                    trouble.note(error); // it has answered, and said that it did not
                    lost(index, false);
                    goesOn = false;
                } catch (const Error& error) {
                    trouble.note(error);
                    lost(index, false);
                }
                from = to;
            }
        } catch (const Unavailable& error) {
            const bool uncertain = error.effect() == Unavailable::Effect::Uncertain;
            trouble.note(error, uncertain);
            for (const auto& [index, to] : m_parts)
                lost(index, uncertain);
            goesOn = false;
        }
        m_commands.clear();
        m_parts.clear();
        return goesOn;
    }

private:
    struct Part {
        std::uint32_t index;
        std::size_t to; ///< behind its last command
    };
    Server& m_server;
    std::vector<Command> m_commands;
    std::vector<Part> m_parts;
};

} // namespace ratewarden
