// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/foreign/prefixes.h"
#include "ui/keys/key_rows.h"
#include "ui/link/background_load.h"
#include "ui/text/filter_offers.h"

#include <QElapsedTimer>
#include <QTimer>

#include <functional>
#include <stop_token>

namespace ratewarden::ui {

using SharedKeyLevel = std::shared_ptr<const KeyLevel>;
using SharedKeyListing = std::shared_ptr<const KeyListing>;
using SharedKeySummary = std::shared_ptr<const KeySummary>;
using SharedKeyExcerpt = std::shared_ptr<const KeyExcerpt>;

/// All keys of a server, from one scan in the link's scan lane: nobody scans before start() is called, and
/// nothing is scanned again by itself, but a scan that a lost link has stopped begins anew when it is back:
/// the server may be another one by then. The tree of the keys stays in the lane; pages of it come back as
/// values. While a later scan is under way, what the one before has found stays in view.
class KeyBrowser final : public QObject {
    Q_OBJECT

public:
    enum class State {
        NotStarted,
        Scanning,
        Stopped, ///< by stop(), until resume(); or because the link was lost, until it is back
        Complete
    };
    Q_ENUM(State)

    struct Progress {
        std::size_t named = 0;               ///< keys so far
        std::optional<std::int64_t> total{}; ///< that the server said to have
        std::chrono::milliseconds took{};    ///< with the pauses left out
        ScanProblems problems{};
    };

    KeyBrowser(Link& link, BackgroundLoad& load, std::shared_ptr<ServerPrefixes> prefixes,
               QObject* parent = nullptr);
    ~KeyBrowser() override;

    State state() const { return m_state; }
    const Progress& progress() const { return m_progress; }
    /// When the scan that is in view was completed, and how long it took; the moment 0: none was yet.
    Instant knownAt() const { return m_knownAt; }
    std::chrono::milliseconds lastTook() const { return m_lastTook; }

    /// Begins a scan, in place of one that is under way.
    void start();
    void stop();
    /// Goes on; from the beginning if the link was lost meanwhile.
    void resume();
    /// Looks at these keys once more: those that are gone leave the tree, and those that are there stand in
    /// it. Nothing else is read.
    void look(std::vector<std::string> keys);

    /// In place of a scan: shows these keys as of that moment, of a link that stands for what was recorded.
    void put(std::shared_ptr<const std::vector<FoundKeyFacts>> keys, Instant knownAt,
             std::chrono::milliseconds took);

    const KeyView& view() const { return m_view; }
    /// Tells treeChanged().
    void setView(KeyView view);

    /// Pages; levelRead() and listRead() bring them. Nothing comes before the first page of a scan is there.
    void readLevel(const std::string& folder, std::size_t from, std::size_t count);
    /// What no format recognises below the folder; unknownRead() brings it. Of all keys the summary tells.
    void readUnknown(const std::string& folder);
    void readList(const std::string& folder, std::size_t from, std::size_t count);
    /// The folders above the key and its row in the last of them, for `then`; npos: it is not there.
    void locate(QObject* asker, const std::string& key,
                std::function<void(const std::vector<std::string>& folders, std::size_t row)> then);
    /// At most so many of the keys that match the filter now, for `then`, with `wanted` if it is one of them.
    /// Null: nothing is known yet.
    void takeKeys(QObject* asker, std::size_t most, const std::string& wanted,
                  std::function<void(const SharedKeyExcerpt& keys)> then);
    /// What all keys can be filtered by, for `then`.
    void takeStock(QObject* asker, std::function<void(const FilterInventory& inventory)> then);

Q_SIGNALS:
    /// Another state, or more keys.
    void progressed();
    /// What was read before is not what is there now: there are more keys, or another view of them.
    void treeChanged();
    void summaryRead(const ratewarden::ui::SharedKeySummary& summary);
    void levelRead(const ratewarden::ui::SharedKeyLevel& level);
    void unknownRead(const ratewarden::ui::UnknownKeys& unknown);
    void listRead(const ratewarden::ui::SharedKeyListing& listing);
    /// The scan could not go on; a sentence. Empty: it does again.
    void problemChanged(const QString& problem);

private:
    struct Work;
    struct Step;

    template <class Job, class Then>
    void ask(Job job, Then then);
    void linkChanged();
    void step();
    void take(const Step& step);
    void fail(const Failure& failure);
    void halt();
    void setState(State state);
    void readSummary();

    Link& m_link;
    std::shared_ptr<ServerPrefixes> m_prefixes;
    BackgroundLoad& m_load;
    KeyView m_view;
    std::stop_source m_ofView; // what is asked for of it, and does not matter any more under another one
    State m_state = State::NotStarted;
    Progress m_progress;
    Instant m_knownAt{};
    std::chrono::milliseconds m_lastTook{};
    // Both are used in the lane alone; here they are held.
    std::shared_ptr<Work> m_scanned; // null: no scan is under way
    std::shared_ptr<Work> m_shown;   // null: nothing is known yet
    bool m_stepping = false;
    bool m_lost = false; // the link stopped the scan, not the operator
    QTimer m_next;
};

} // namespace ratewarden::ui
