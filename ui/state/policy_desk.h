// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/policy_effect.h"
#include "core/formats/request_counts.h"
#include "core/policies/policy_store.h"
#include "ui/link/newest_answer.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ratewarden::ui {

class Session;

/// What is known of the published policies, and what is done with them: the versions and the requests of the
/// one that is looked at, what other rules would do to the tokens there are, and publishing. Owned by its
/// session.
class PolicyDesk final : public QObject {
    Q_OBJECT

public:
    explicit PolicyDesk(Session& session);

    /// Null when it is not published, or cannot be read.
    const PublishedPolicy* published(const std::string& name) const;

    /// The policy whose versions and requests are read while it is shown; empty: none.
    void look(const std::string& name);
    void setShown(bool shown);

    struct Versions {
        std::vector<PolicyVersion> all; ///< the newest first
        QString problem; ///< why they could not be read; empty: they could, or are not read yet
    };
    const Versions& versions() const { return m_versions; }
    /// The newest versions of all policies whose were read.
    const std::map<std::string, std::vector<PolicyVersion>>& known() const { return m_known; }

    struct Counted {
        std::vector<RequestCount> counts; ///< of ten minutes; none where nothing is counted
        double share = 1;                 ///< of the tokens that were read so far
    };
    struct Requests {
        Counted enforced;
        Counted candidate;
        Instant now{}; ///< where their time ends: what is not live stands where it was read
    };
    /// Of the one that is looked at.
    Requests requests() const;

    struct Effect {
        PolicyEffect found;
        Units tokens = 0; ///< under the policy; found.tokens of them were looked at
        bool all = true;  ///< all tokens of the server were known when they were counted
        QString problem;  ///< why the rest cannot be looked at
        /// Of rules for another program's keys: for how many of those that were found the pattern is, and of
        /// how many.
        std::optional<std::pair<Units, Units>> reach;
    };
    /// Looks for what these rules would do to the tokens that are known, some at a time and again when more
    /// are known, until others are tried; empty: none.
    void tryOut(std::optional<PublishedPolicy> next);
    const Effect& effect() const { return m_effect; }

    struct Published {
        std::int64_t version = 0;              ///< 0: it was not published, or nobody knows
        std::optional<PublishedPolicy> theirs; ///< what has been published since
        QString problem;                       ///< a sentence; may be empty with `theirs`
    };
    /// Publishes a version of a policy, or an earlier one again. `then` is told what came of it, unless
    /// `asker` is gone by then.
    void publish(QObject* asker, const PublishedPolicy& policy, std::optional<std::int64_t> rollsBackTo,
                 const QString& reason, std::function<void(const Published&)> then);
    /// Its document as it is now, also one that nobody can read; empty: there is none.
    void readDocument(QObject* asker, const std::string& name,
                      std::function<void(const Outcome<std::optional<std::string>>&)> then);

Q_SIGNALS:
    void versionsChanged();
    void requestsChanged();
    void effectChanged();

private:
    struct Search {
        PublishedPolicy now;
        PublishedPolicy next;
        std::vector<std::string> tokens;
    };
    using SharedSearch = std::shared_ptr<const Search>;

    void takePolicies();
    void readVersions();
    void watchRequests();
    void findReach();
    void findEffect();
    void addToEffect(const SharedSearch& search);

    Session& m_session;
    std::string m_name; // that is looked at
    bool m_shown = false;
    std::int64_t m_version = 0; // of that, when its versions were last asked for
    Versions m_versions;
    std::map<std::string, std::vector<PolicyVersion>> m_known;
    bool m_reading = false; // the versions
    bool m_stale = false;   // another one was chosen, or it has changed, since they were asked for
    std::optional<PublishedPolicy> m_tried;
    Effect m_effect;
    std::uint64_t m_tries = 0;
    NewestAnswer m_rows; // goes through those of all tokens; last: what it runs is stopped first
};

} // namespace ratewarden::ui
