// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page_banner.h"
#include "ui/pages/page_widget.h"
#include "ui/state/traffic_desk.h"
#include "ui/widgets/plain_label.h"

class QBoxLayout;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace ratewarden::ui {

class FilterLine;
class LabAskCard;
class LabBoundsCard;
class LabEditCard;
class LabExpectationsCard;
class LabRecorded;
class LabRequestsCard;
class LabRulesCard;
class LabSourceCard;
class LabStart;
class LabSufferersCard;
class LabTimeCard;
class LabTrafficButton;
class LabTrialsCard;
class PeakChart;
class TimeLine;

/// Rules tried on traffic before they meet a customer: which limits stop the marked tokens and nobody else,
/// and what candidates do to everybody. It changes no server but for live trials, and reads one only for
/// traffic, and for what holds for a token of which the next request is asked for. It shows the session's
/// TrafficDesk, and each card a part of its bench.
class LabPage final : public PageWidget {
    Q_OBJECT

public:
    explicit LabPage(Session& session, QWidget* parent = nullptr);

    TrafficDesk& desk() { return *m_desk; }
    const SharedTraffic& traffic() const { return m_bench.traffic(); }
    /// The candidate whose rules are edited.
    const Candidate& candidate() const { return m_bench.candidate(); }
    /// Of who is denied; other traffic clears it.
    FilterLine* filterLine() override;
    QString sentence() const;
    QString about() const { return m_about->text(); }
    bool isIdle() const { return m_desk->isIdle(); }
    /// Of the strips.
    const TimeLine& time() const;
    /// Shows these in the strips once they are there.
    void showTimes(const std::optional<TimeRange>& time, const std::optional<TimeRange>& area);

Q_SIGNALS:
    /// The rules are to be the candidate of the published policy.
    void candidateWanted(const std::string& published, const ratewarden::CandidateRules& rules);
    /// They are to be the ones that it enforces, or a new policy's if there is no name.
    void publishWanted(const std::string& published, const ratewarden::Policy& rules);
    /// The token is to be looked at on the Tokens page; `policy` may be empty.
    void tokenWanted(const std::string& token, const std::string& policy);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum StackPage { StartPage, ContentPage, NoRequestPage, RecordedPage };

    QWidget* makeContent();
    QWidget* makePeaks();
    QWidget* makeProgress();
    void makeButtons(QBoxLayout* head);
    void makeTrialMenu();
    void arrangeColumns();
    void connectTraffic();
    void connectCards();

    void takeOver(const LabOpened& opened);
    void present(bool byHand);
    void showReading();
    void updateAbout();
    void showEnvelopes();
    void setProblem(const QString& problem) { m_banner->setProblem(problem); }
    void saveReport(LabReportKind kind);
    void setEditing(bool editing);
    std::string tokenOr(const std::string& other) const;

    Session& m_session;
    std::shared_ptr<TrafficDesk> m_desk;
    LabBench& m_bench;
    std::optional<TimeRange> m_closer; ///< of what is edited, where not all is shown

    PageBanner* m_banner;
    PlainLabel* m_about;
    PlainLabel* m_lesson;
    QPushButton* m_details;
    LabTrafficButton* m_trafficButton;
    QPushButton* m_trial;
    QPushButton* m_report;
    QWidget* m_progress = nullptr;
    PlainLabel* m_progressText;
    QProgressBar* m_progressBar;
    QPushButton* m_finish;
    LabEditCard* m_edit;
    QStackedWidget* m_stack;
    QBoxLayout* m_columns = nullptr; ///< one below the other where the window is narrow
    LabStart* m_start;
    LabRecorded* m_recorded;
    LabSourceCard* m_source;
    LabRequestsCard* m_requests;
    LabRulesCard* m_rules;
    LabSufferersCard* m_sufferers;
    LabTrialsCard* m_trialsCard;
    LabExpectationsCard* m_expectations;
    LabTimeCard* m_time;
    LabAskCard* m_ask;
    LabBoundsCard* m_bounds;
    PeakChart* m_peakChart;
};

} // namespace ratewarden::ui
