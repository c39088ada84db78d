// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/foreign/prefixes.h"
#include "core/formats/intent.h"
#include "core/keys/key_meaning.h"
#include "core/keys/key_value.h"
#include "core/policies/policy_watch.h"
#include "ui/keys/key_rows.h"
#include "ui/link/link.h"
#include "ui/tokens/token_poll.h"

#include <QTimer>

#include <set>
#include <unordered_map>

namespace ratewarden::ui {

/// Everything about one key, read at one moment.
struct KeyDetail {
    KeyFacts facts;
    ValuePage page;
    std::vector<Meaning> meanings{}; ///< of the page's parts
    Known<std::vector<StreamGroup>> groups{};
    std::optional<Subject> subject{};  ///< empty: no format recognises it
    double confidence = 0;             ///< 0 to 1
    std::vector<const Format*> ties{}; ///< formats that fit as well
    SharedDetail token{};              ///< how its token stands; null: it is no limiter's, or was not read
    std::set<Caution> cautions{};      ///< what a block cannot promise
    Problem problem{};                 ///< why its token could not be read
};
using SharedKeyDetail = std::shared_ptr<const KeyDetail>;
using SharedKeyUsages = std::shared_ptr<const std::vector<KeyUsage>>;

/// Reads the chosen key, and how the tokens of the keys on screen stand, in the link's watch lane: at once
/// when there are others, and then again at an interval while it is active. It never has more than one
/// reading of each kind under way.
class KeyReader final : public QObject {
    Q_OBJECT

public:
    KeyReader(Link& link, std::shared_ptr<ServerPrefixes> prefixes, QObject* parent = nullptr);

    /// By which tokens are judged from now on.
    void setPolicies(SharedPolicies policies);
    /// Other formats are in force: what keys were recognised as no longer counts.
    void forgetFormats();
    /// While it is not, it reads only what is asked for.
    void setActive(bool active);
    void setInterval(std::chrono::milliseconds interval);

    /// Empty: none. Begins at the first page of its value.
    void choose(const std::optional<std::string>& key);
    const std::optional<std::string>& chosen() const { return m_chosen; }
    /// Another page of the chosen key's value.
    void turnTo(const ValueQuery& query);
    const ValueQuery& query() const { return m_query; }

    struct Shown {
        std::string key;
        const Format* format = nullptr;
    };
    /// The limiters' keys on screen.
    void setShown(std::vector<Shown> keys);

    /// Reads both now.
    void now();
    /// Of a link that stands for what was recorded: the key that was looked at, which may be null, and how
    /// the tokens of keys stood.
    void put(SharedKeyDetail detail, SharedKeyUsages usages);

Q_SIGNALS:
    void detailRead(const ratewarden::ui::SharedKeyDetail& detail);
    void usagesRead(const ratewarden::ui::SharedKeyUsages& usages);
    /// A sentence; empty: it can be read again.
    void problemChanged(const QString& problem);

private:
    void readChosen();
    void readShown();
    void report(const Failure* failure);

    Link& m_link;
    std::shared_ptr<ServerPrefixes> m_prefixes;
    SharedPolicies m_policies;
    bool m_active = false;
    std::optional<std::string> m_chosen;
    ValueQuery m_query;
    std::vector<Shown> m_shown;
    SharedKeyDetail m_recorded; // null: there is a server, or none was recorded
    SharedKeyUsages m_recordedUsages;
    std::unordered_map<std::string, Subject> m_subjects; // of keys that had to be recognised on the server
    bool m_detailUnderWay = false;
    bool m_usagesUnderWay = false;
    bool m_detailStale = false; // asked for again meanwhile
    bool m_usagesStale = false;
    QTimer m_timer;
};

} // namespace ratewarden::ui
