// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/next_request.h"
#include "core/lab/trace_edit.h"
#include "core/lab/traffic_plan.h"
#include "core/lab/trial_file.h"
#include "ui/lab/lab_bench.h"
#include "ui/lab/lab_redis.h"
#include "ui/pages/lab/lab_examples.h"
#include "ui/state/session.h"

#include <QElapsedTimer>
#include <QWidget>

class QAction;
class QBoxLayout;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace ratewarden::ui {

enum class LabFilter;
class LabAskCard;
class LabBoundsCard;
class LabEditCard;
class LabExpectationsCard;
class LabRulesCard;
class LabSourceCard;
class LabStart;
class LabSufferersCard;
class LabTimeCard;
class LabTrafficButton;
class LabTrialsCard;
class PageBanner;
class PeakChart;
class PlainLabel;
class RequestHistogram;

/// Rules tried on traffic before they meet a customer: which limits stop the marked tokens and nobody else,
/// and what candidates do to everybody. It changes no server but for live trials, and reads one only for
/// traffic, and for what holds for a token of which the next request is asked for.
class LabPage final : public QWidget {
    Q_OBJECT

public:
    explicit LabPage(Session& session, QWidget* parent = nullptr);
    ~LabPage() override;

    /// Reads a log, a trace file or a trial, and shows it when that is done; what is shown stays until then.
    void openFile(const QString& path);
    /// Reads the logs of a policy, or of a format of others, in Redis. `rules`: the enforced ones, and the
    /// candidate to begin with; none: those of the policy of that name, if it is published.
    void openRedis(const std::string& name, const std::optional<PublishedPolicy>& rules = {});
    /// Takes what is charged under a policy, or a format of others, from now on as traffic.
    void capture(const std::string& name, std::chrono::milliseconds duration);
    /// Makes traffic up.
    void generate(const TrafficPlan& plan);
    /// Writes the trial as a file, and beside it the traffic where that is no file.
    void saveTrialAs(const QString& path);
    /// Stops reading; what was shown before stays.
    void cancelReading();
    void openExample(int number);
    /// Reads the logs of these tokens in Redis, with the policy that all of them are under as the enforced
    /// one.
    void openTokens(const std::vector<Subject>& subjects);
    /// The requests of a token's log in Redis, with the policy that is in force.
    void openRequests(const TokenDetail& detail);
    /// The same, with the candidates as they are here.
    void tryOnRequests(const TokenDetail& detail);
    /// Tries the published policy on its logs, or, where it keeps none, on the traffic that is shown.
    void openPolicy(const PublishedPolicy& policy);
    std::size_t examples() const { return m_examples.size(); }

    const SharedTraffic& traffic() const { return m_bench.traffic(); }
    /// The candidate whose rules are edited.
    const Candidate& candidate() const { return m_bench.candidate(); }
    QString sentence() const;
    QString bannerText() const;
    QString about() const;
    /// Whether nothing is being read or computed.
    bool isIdle() const;

Q_SIGNALS:
    /// The rules are to be the candidate of the published policy.
    void candidateWanted(const std::string& published, const ratewarden::CandidateRules& rules);
    /// They are to be the ones that it enforces, or a new policy's if there is no name.
    void publishWanted(const std::string& published, const ratewarden::Policy& rules);
    /// The token is to be looked at on the Tokens page; `policy` may be empty.
    void tokenWanted(const std::string& token, const std::string& policy);
    /// Something was saved, or not; for the status line.
    void done(const QString& sentence);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    using Question = LabRunner::Question;
    /// What is shown together with traffic when that has been read.
    struct Opened {
        SharedTraffic traffic;
        std::optional<LabSetup> setup{};  ///< of an example; without its trace
        std::optional<TrialFile> trial{}; ///< that was opened
    };

    QWidget* makeContent();
    void arrangeColumns();
    QWidget* makeProgress();
    QWidget* makeStretchChip();
    void makeButtons(QBoxLayout* head);
    void connectCards();
    void connectLive();
    void updateLive();
    void openLiveTrial();
    void makeTrialMenu();
    void connectTraffic();
    void chooseFile();
    void read(const QString& path, const LogFields& fields);
    void openSetup(const QString& name, const QString& lesson, std::function<LabSetup()> make);
    void take(const QString& name, const Opened& opened, const QString& lesson);
    void clearTraffic();
    void showReading();
    void updateAbout();
    void openToken(const TokenDetail& detail, bool keepCandidates);

    // Redis, made-up traffic, and traffic edited by hand.
    LabSetup setupOf(const std::string& name, const std::optional<PublishedPolicy>& rules) const;
    void readRedis(const LabRedis::Whose& whose, const QString& title,
                   std::function<void(Opened& opened)> complete);
    void takeRedis(const QString& title, const Outcome<SharedTraffic>& outcome, const QString& lesson,
                   const std::function<void(Opened& opened)>& complete);
    void askForCapture();
    void askForPlan();
    void setEditing(bool editing);
    void edit(const TraceEdit& edit);
    void takeEdits(const SharedTraffic& traffic);
    LabSetup setupAsShown() const;

    // Trials as files.
    void takeTrial(const TrialFile& trial);
    void openTrialFile(const QString& path, const Opened& opened);
    void saveTrial();
    std::optional<TrialFile> trialToSave(QString* problem) const;
    TrialFile trialAsShown() const;
    void showExpectations(bool shown);
    void askExpectations();

    // What is tried, and what comes of it.
    void takeChanged(LabBench::Inputs inputs);
    void takeAnswer(Question question);
    void takeCursor();
    void askNext();
    void answerNext(const LabRequest& request, const std::optional<Outcome<LabControl>>& control);

    void showRules();
    void showTrials();
    void showSufferers();
    void showRetries();
    void stretchChosen();
    void showStretch();
    void filterRows(LabFilter filter);
    void showLine();
    void showEnvelopes();
    void showToken();

    void setEnforced(int policy);
    void listPolicies();
    void listCandidateOf();
    void markTyped(const QString& token);
    void fail(const QString& problem);
    void saveReport(LabReportKind kind);

    QString nameOf(TokenId token) const;

    Session& m_session;
    const std::vector<LabExample> m_examples;
    QString m_name; ///< of the traffic, safe to show
    QString m_path; ///< of the file; empty: it is none
    std::optional<Instant> m_wantedCursor;
    LabFilter m_filter{};              ///< all rows
    std::uint64_t m_asked = 0;         ///< how often what a next request would get
    QString m_reading;                 ///< what is being read
    std::vector<TraceEdit> m_edits;    ///< that the traffic does not have yet
    bool m_edited = false;             ///< the traffic was, by hand
    bool m_applyingEdits = false;      ///< what is taken is the traffic with them
    TrafficPlan m_plan;                ///< the last one
    std::vector<TokenGroup> m_groups;  ///< of the trial that was opened, but for the marked tokens
    std::vector<std::string> m_absent; ///< tokens to be marked that the traffic does not have

    PageBanner* m_banner;
    PlainLabel* m_about;
    PlainLabel* m_lesson;
    QPushButton* m_details;
    LabTrafficButton* m_trafficButton;
    QPushButton* m_trial;
    QPushButton* m_report;
    QAction* m_nextDifference;
    QAction* m_previousDifference;
    QWidget* m_progress = nullptr;
    PlainLabel* m_progressText;
    QProgressBar* m_progressBar;
    QPushButton* m_finish;
    LabEditCard* m_edit;
    QAction* m_showFirstToken;
    QAction* m_showAllTokens;
    QAction* m_countAllTime;
    QStackedWidget* m_stack;
    QBoxLayout* m_columns = nullptr; ///< one below the other where the window is narrow
    LabStart* m_start;
    LabSourceCard* m_source;
    QWidget* m_stretch = nullptr; ///< says what is counted, and ends that
    QPushButton* m_stretchChip;
    PlainLabel* m_aboutStretch; // what is in it
    RequestHistogram* m_histogram;
    LabRulesCard* m_rules;
    LabSufferersCard* m_sufferers;
    LabTrialsCard* m_trialsCard;
    LabExpectationsCard* m_expectations;
    LabTimeCard* m_time;
    LabAskCard* m_ask;
    LabBoundsCard* m_bounds;
    PeakChart* m_peakChart;
    LabRedis m_redis;
    LabBench m_bench; // last: what it runs is stopped first
};

} // namespace ratewarden::ui
