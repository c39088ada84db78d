// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/audit.h"
#include "core/model/time_range.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <set>

namespace ratewarden::ui {

class Session;

using SharedAudit = std::shared_ptr<const AuditList>;

/// What was changed on a server, as its audit trail has it: the list of all changes that a filter takes, and
/// the newest ones, of which the overview and the flags on charts tell. Each of the two is read while it is
/// shown: then, after each change of this window, and when the link is there again. Owned by its session.
class AuditDesk final : public QObject {
    Q_OBJECT

public:
    explicit AuditDesk(Session& session);

    struct Listed {
        SharedAudit list;  ///< as it was read last; null: never yet
        EntryFilter words; ///< under which it was read, or is being read
        Instant readAt{};  ///< by the server's clock
        QString problem;   ///< why it could not be read since; empty: it could
    };
    const Listed& listed() const { return m_listed; }
    /// It is being read, or soon will be.
    bool isListing() const { return m_listing.isUnderWay || m_soon.isActive(); }
    void setListShown(bool shown);
    /// What the list is to have; it is read anew where that may be older than what was read.
    void setFilter(const EntryFilter& words);
    /// Reads the list anew.
    void refresh();
    /// The list as it was read last without a filter; null: never yet.
    const SharedAudit& whole() const { return m_whole; }
    /// That list with the newest ones, or what was read of the two; null: neither was.
    SharedAudit known() const;

    struct Newest {
        SharedAudit list;      ///< of all changes; null: not read yet
        SharedAudit ofStretch; ///< those that were made in it; null: not read yet, or there is none
        Instant readAt{};      ///< by the server's clock; the moment 0: not yet
        QString problem;       ///< why they could not be read since; empty: they could
    };
    /// While it is shown it is also read again now and then, and when a policy has changed; not while the
    /// session is paused.
    const Newest& newest() const { return m_newest; }
    /// Somebody shows them, as a flag on a chart does, or no longer.
    void setNewestShown(const QObject* who, bool shown);
    /// Those of that time are read, too; empty: of none.
    void setStretch(const std::optional<TimeRange>& stretch);

    /// What was recorded of it; null: nothing.
    void put(const SharedAudit& recorded);

Q_SIGNALS:
    void changed();

private:
    /// One of a kind at a time: what is asked meanwhile is read when it is done.
    struct Reading {
        bool isUnderWay = false;
        bool isStale = false; // something has changed since it was asked for
        bool begin();
        bool end(); // whether it is to be read once more
    };

    void takeNewest(const AuditList& list);
    void readNewest();

    Session& m_session;
    Listed m_listed;
    EntryFilter m_words;
    SharedAudit m_whole;
    Reading m_listing;
    bool m_listShown = false;
    QTimer m_soon; // many changes come one after the other
    Newest m_newest;
    std::optional<TimeRange> m_stretch;
    Reading m_readingNewest;
    std::set<const QObject*> m_newestShown; // who shows them
    bool m_newestMissed = true;             // since the link was there last
    QTimer m_again;
};

} // namespace ratewarden::ui
