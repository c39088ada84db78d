// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/rights_of_keys.h"
#include "core/admin/server_warnings.h"
#include "core/policies/policy_watch.h"
#include "ui/histories/usage_history.h"
#include "ui/link/background_load.h"
#include "ui/link/changes.h"
#include "ui/link/format_files.h"
#include "ui/link/guard_switch.h"
#include "ui/state/investigation.h"
#include "ui/state/key_book.h"
#include "ui/state/policy_desk.h"
#include "ui/text/freshness.h"
#include "ui/text/guard_text.h"
#include "ui/tokens/counts_round.h"
#include "ui/tokens/overridden_tokens.h"
#include "ui/tokens/request_totals.h"
#include "ui/tokens/token_book.h"
#include "ui/tokens/token_poll.h"
#include "ui/tokens/token_round.h"
#include "ui/tokens/token_scan.h"
#include "ui/tokens/written_blocks.h"

#include <QElapsedTimer>

#include <deque>
#include <map>
#include <span>

namespace ratewarden::ui {

class AlertDesk;
class AuditDesk;
class FindingDesk;
class HistoryKeeper;
class OnScreen;
class OverviewFeed;
class TrafficDesk;

/// All that the window knows of one server, and all that it does there: the link, the policies, the tokens
/// and how they are read. The pages show parts of it. All of it lives in the GUI thread, where nothing waits.
///
/// Tokens become known by a whole scan; what is on screen is read at the chosen interval, the rest round
/// after round in the background, where a slow scan looks for new tokens, too: both within the load budget.
/// Nothing but the operator begins a whole scan while the link stands: who asks for one, or changes a file
/// that describes a format.
class Session final : public QObject {
    Q_OBJECT

public:
    /// `level`: how strictly it is guarded at first, and usually.
    explicit Session(const Endpoint& endpoint, LinkTimes times = {}, GuardLevel level = GuardLevel::Review,
                     QObject* parent = nullptr);
    /// One that stands for what was recorded: it has no server, and changes nothing.
    explicit Session(SharedInvestigation recorded, QObject* parent = nullptr);
    ~Session() override;

    /// Takes up the connection, or shows what was recorded.
    void open();
    bool isRecorded() const { return m_link.state() == Link::State::Recorded; }
    /// It is recorded, and its tokens are hashes.
    bool isHashed() const { return m_recorded && m_recorded->isHashed; }
    /// What is known and can be shown without the server, but for what is on screen, which pages know.
    /// Without the rows of tokens, which RowsToRecord records.
    Investigation record() const;
    /// What is shown in place of a server; null: there is one.
    const SharedInvestigation& recorded() const { return m_recorded; }
    Link& link() { return m_link; }
    const Link& link() const { return m_link; }
    int database() const { return m_endpoint.database; }
    /// Where the server is, for connections beside the link.
    const Endpoint& endpoint() const { return m_endpoint; }
    /// What people call the server: it has to be typed at GuardLevel::TypeName. At first its address.
    const QString& name() const { return m_name; }
    void setName(const QString& name) { m_name = name; }
    /// What stands between the operator and a change, in every lane.
    GuardSwitch& guard() { return m_guard; }
    const GuardSwitch& guard() const { return m_guard; }
    bool live() const { return m_link.state() == Link::State::Live; }

    /// The rows of all tokens, which are there before found() and read() tell of them.
    const TokenStore& tokens() const { return m_book.rows(); }
    /// The same, for who shows them.
    TokenBook& book() { return m_book; }
    const HistoryBook& histories() const { return m_histories; }
    HistoryBook& histories() { return m_histories; }

    /// As they were read last; null: never yet.
    const SharedPolicies& policies() const { return m_policies; }
    /// Null when it is not published, as far as is known.
    const Policy* policyNamed(std::string_view name) const;

    /// What is known of the prefixes of the server's limiters.
    const std::shared_ptr<ServerPrefixes>& prefixes() const { return m_prefixes; }
    /// The user's own formats.
    FormatFiles& formatFiles() { return m_formatFiles; }
    /// The same token's subject under the format that took the place of its own when a format file was
    /// changed; empty: there is none.
    std::optional<Subject> successor(const Subject& subject) const;

    /// What somebody has on screen (see OnScreen), and of what all details are shown.
    void setOnScreen(const OnScreen* owner, std::vector<Subject> subjects)
    {
        m_poll.setOnScreen(owner, std::move(subjects));
    }
    void setChosen(const std::optional<Subject>& subject);
    void setOpen(const std::vector<Subject>& subjects);
    /// What is shown of one of those; null: nothing yet, or it is none of them.
    SharedDetail shownDetail(const Subject& subject) const;
    std::chrono::milliseconds interval() const { return m_poll.interval(); }
    void setInterval(std::chrono::milliseconds interval);
    /// Whether what is shown stands still. What its charts draw is collected all the same.
    bool paused() const { return m_poll.paused(); }
    void setPaused(bool paused);
    /// Since when it is, by the server's clock; while it is not, when it was last.
    Instant pausedSince() const { return m_pausedSince; }
    /// How many requests of a token whose details are shown are newer than these; empty: nobody knows.
    std::optional<Units> newer(const Subject& subject) const;

    /// Begins a whole scan, and reads what is on screen now.
    void refresh();
    /// Reads these, and nothing else but what is on screen, now.
    void reread(const std::vector<Subject>& subjects) { m_poll.reread(subjects); }
    /// The same for all that is known of these tokens, under any policy.
    void rereadTokens(std::span<const std::string> tokens);
    const ScanProgress& progress() const { return m_scan.progress(); }
    bool everScanned() const { return progress().completedAt != Instant{}; }

    /// How far what was read of tokens is from now, and when anything was last.
    Freshness freshness() const { return m_freshness; }
    /// The same of what pages read by themselves.
    Freshness linkFreshness() const;
    Instant lastReading() const { return m_lastReading; }

    /// What could not be read, as problemChanged() told it; empty: all could.
    const QString& problem() const { return m_problem; }
    /// The same of the scan for tokens, and of the policies, alone.
    const QString& scanProblem() const { return m_problems[std::size_t(Source::Scan)]; }
    const QString& policyProblem() const { return m_problems[std::size_t(Source::Policies)]; }

    BackgroundLoad& load() { return m_load; }
    const TokenScan& scan() const { return m_scan; }
    TokenRound& round() { return m_round; }
    /// The requests of all tokens, as they were counted.
    const RequestTotals& totals() const { return m_totals; }
    /// Pages that show the newest of them say so here.
    CountsRound& counts() { return m_counts; }
    PolicyDesk& policyDesk() { return m_policyDesk; }
    KeyBook& keys() { return m_keys; }
    AuditDesk& audit() { return *m_audit; }
    OverviewFeed& overview() { return *m_overview; }
    FindingDesk& findings() { return *m_findings; }
    AlertDesk& alerts() { return *m_alerts; }
    HistoryKeeper& history() { return *m_keeper; }
    /// Shared with its page, whose fields may tell it something while the window goes.
    const std::shared_ptr<TrafficDesk>& lab() const { return m_lab; }
    /// Since when every token was read again; the moment 0: not all were yet.
    Instant readSince() const { return m_readSince; }
    /// How soon all tokens, and what was counted of them, are read again, at the shortest.
    std::chrono::milliseconds shortestRound() const { return m_round.shortest(); }
    void setShortestRound(std::chrono::milliseconds shortest);
    /// As long as somebody wishes for shorter rounds, the shortest that anybody wishes for holds; empty: who
    /// did no longer does.
    void wishRound(const QObject* who, std::optional<std::chrono::milliseconds> shortest);
    /// What is wrong with the server itself; looked at now and then.
    const ServerCheck& serverCheck() const { return m_serverCheck; }
    /// All that the window changes on the server, to be undone.
    Changes& changes() { return m_changes; }
    /// Why this user may not run the script ("block", Algorithm::script), as a sentence, as on a read-only
    /// connection; empty: it may, as far as is known.
    QString missing(std::string_view script) const;
    /// Why nothing can be changed on a read-only connection, as a sentence.
    QString readOnlyReason() const;
    /// It may neither block nor publish: it is a user who only looks.
    bool isViewer() const;
    /// Finds out what this user lacks to change a token of another program, whose keys other rights may hold
    /// for; rightsChanged() tells. `blocked`: what is planned on it depends on that. Asked again for the same
    /// it does nothing.
    void lookAtRights(const Subject& subject, bool blocked);
    /// Why this user may not do that ("block": see findRightsOf()) to the subject; empty also where that is
    /// not known.
    QString missing(const Subject& subject, std::string_view act) const;
    /// The same of a key as such: "expire", "rename", "delete".
    void lookAtRights(const std::string& key);
    QString missing(const std::string& key, std::string_view act) const;

    /// Runs `job(Server&)` in the lane for what the operator does, then `then(const Outcome<R>&)` here,
    /// unless `asker` is gone by then. A failure has been noted by the link already.
    template <class Job, class Then>
    void act(QObject* asker, Job job, Then then)
    {
        post(m_link.actLane(), asker, std::move(job), std::move(then));
    }
    /// The same for what takes long and looks at many tokens.
    template <class Job, class Then>
    void search(QObject* asker, Job job, Then then)
    {
        post(m_link.scanLane(), asker, std::move(job), std::move(then));
    }

Q_SIGNALS:
    /// Tokens that were read in the background or by a scan, first seen or again.
    void found(const ratewarden::ui::Readings& readings);
    /// Tokens on screen, or that were asked for, read again.
    void read(const ratewarden::ui::Readings& readings);
    /// The chosen one's details, or those of an open one; read() has told of it as well.
    void detailRead(const ratewarden::ui::SharedDetail& detail);
    void progressed();
    void freshnessChanged();
    /// Another interval, or paused or no longer.
    void paceChanged();
    /// A scan has gone through all keys: what it has not found is no longer there. `whole`: it has read all,
    /// as one that the operator asked for does; else it looked for what is new, in the background.
    void scanCompleted(bool whole);
    /// From here on found() tells of every known token once, until roundCompleted() or the next start.
    void roundStarted();
    void roundCompleted();
    /// totals() are new.
    void requestsCounted();
    /// The same while paused: for whoever collects what is shown later.
    void requestsCollected();
    /// They know some more of what counts() was asked for, which is not all yet.
    void requestsProgressed();
    void policiesRead(const ratewarden::ui::SharedPolicies& policies);
    /// What could not be read, for the pages; empty when all can again.
    void problemChanged(const QString& problem);
    void rightsChanged();
    void serverChecked();
    /// What has happened to the server as a whole.
    void serverChanged(const std::vector<ratewarden::ServerEvent>& events);
    /// Subjects of these formats are none any more, and are no longer read but for those that are open.
    void formatsRetired(const ratewarden::ui::FormatSet& formats);

private:
    template <class Job, class Then>
    void post(Lane& lane, QObject* asker, Job job, Then then)
    {
        lane.post(asker, std::move(job), [this, then = std::move(then)](const auto& outcome) {
            if (const Failure* failure = outcome.failure())
                m_link.report(*failure);
            then(outcome);
        });
    }
    void showRecorded();
    void tellRecorded(const std::vector<Subject>& subjects);
    void linkChanged();
    void noteReading();
    void updateFreshness();
    void connectReaders();
    void noteChange(const ChangeOutcome& made);
    void noteTrail();
    void follow();
    void noteServer();
    void begin();
    void takePolicies(const SharedPolicies& read, const QString& problem);
    void findRights();
    void guardChanged();
    void checkServer();
    void applyRound();
    void watchLocks(const Readings& readings);
    void recogniseAgain(const FormatSet& retired);
    Readings inForce(const Readings& readings, TokenStore::Source source) const;
    enum class Source { Scan, Round, Poll, Counts, Policies, Count };
    void setProblem(Source source, const QString& problem);
    template <class Reader>
    void watchFailures(Reader& reader, Source source);

    GuardSwitch m_guard;
    QString m_name;
    Link m_link;
    std::shared_ptr<ServerPrefixes> m_prefixes = std::make_shared<ServerPrefixes>();
    Changes m_changes{m_link};
    TokenBook m_book;
    RequestTotals m_totals;
    WrittenBlocks m_blocks;
    OverriddenTokens m_overridden;
    HistoryBook m_histories;
    SharedPolicies m_policies;
    Rights m_rights;
    // Of what was looked at last, by several pages; until the answer has come nothing is known to be missing.
    struct LookedAt {
        Subject subject; // of a key as such its name is the token, and it has no format
        bool blocked = false;
        Rights rights;
    };
    const LookedAt* lookedAt(const Subject& subject) const;
    template <class Find>
    void look(const Subject& subject, bool blocked, Find find);
    std::deque<LookedAt> m_lookedAt; // the newest last
    ServerCheck m_serverCheck;
    QTimer m_serverChecks;
    std::vector<Subject> m_locked; // that may be stale: they are looked at once more
    QTimer m_locks;
    std::array<QString, std::size_t(Source::Count)> m_problems;
    QString m_problem;
    QElapsedTimer m_sinceReading; // invalid: nothing has been read since the link was lost
    Instant m_lastReading{};
    Freshness m_freshness = Freshness::Live;
    QTimer m_ages;
    bool m_connected = false; // the readers have been told that the link is there
    BackgroundLoad m_load;
    TokenScan m_scan;
    TokenRound m_round;
    std::chrono::milliseconds m_usualRound = m_round.shortest();
    std::map<const QObject*, std::chrono::milliseconds> m_wishedRounds;
    TokenPoll m_poll;
    CountsRound m_counts;
    Instant m_roundSince{}; // of the one under way
    Instant m_readSince{};
    FormatFiles m_formatFiles{m_prefixes};
    FormatSet m_retired; // all that were in force, and are not
    FormatSet m_doubted; // others were chosen in place of them, or no longer are
    PolicyDesk m_policyDesk{*this};
    KeyBook m_keys{*this};
    struct Detailed {
        SharedDetail shown;
        SharedDetail last; // that was read, also while paused
        std::optional<Units> newer;
    };
    std::vector<Detailed> m_detailed;
    Instant m_pausedSince{};
    std::unique_ptr<AuditDesk> m_audit;
    std::unique_ptr<OverviewFeed> m_overview;
    std::unique_ptr<FindingDesk> m_findings;
    std::unique_ptr<AlertDesk> m_alerts;
    std::shared_ptr<TrafficDesk> m_lab;
    std::unique_ptr<HistoryKeeper> m_keeper;
    SharedInvestigation m_recorded;       // null: there is a server
    std::unique_ptr<PolicyWatch> m_watch; // from the first time on that the link is there
    Endpoint m_endpoint;
};

} // namespace ratewarden::ui
