// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page_widget.h"
#include "ui/state/session.h"
#include "ui/theme/profile_colors.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/sidebar.h"

#include <QMainWindow>
#include <QPointer>
#include <QStackedWidget>
#include <QTimer>

namespace ratewarden::ui {

class AuditPage;
class ControlPage;
class ComparePage;
class DescribeDialog;
class DifferenceDialog;
class ExplainDialog;
class KeysPage;
class LabPage;
class OverviewPage;
class PoliciesPage;
class PrefixQuestion;
class TokensPage;
class UndoButton;
class WatchPage;
class WindowFinder;
class WindowHeader;
class WindowInvestigation;
class WindowMenus;
class Palette;
struct TokenQuestion;

/// The window onto one server.
class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    struct Setup {
        Endpoint endpoint;
        QString name;  ///< for title and header
        QString badge; ///< of the environment: "demo"; may be empty
        LinkTimes times{};
        GuardLevel level = GuardLevel::Review;   ///< how strictly it is guarded at first, and usually
        ProfileColor color = ProfileColor::Blue; ///< of stripe and badge
        SharedInvestigation recorded{};          ///< what is shown in place of a server; null: there is one
    };

    explicit MainWindow(const Setup& setup, QWidget* parent = nullptr);

    OverviewPage& overviewPage() { return *m_overview; }
    TokensPage& tokensPage() { return *m_tokens; }
    KeysPage& keysPage() { return *m_keys; }
    ControlPage& blocksPage() { return *m_blocks; }
    ControlPage& overridesPage() { return *m_overrides; }
    ComparePage& comparePage() { return *m_compare; }
    LabPage& labPage() { return *m_lab; }
    PoliciesPage& policiesPage() { return *m_policies; }
    WatchPage& watchPage() { return *m_watch; }
    AuditPage& auditPage() { return *m_audit; }
    enum class Page { Overview, Tokens, Keys, Policies, Blocks, Overrides, Compare, Lab, Watch, Audit };
    Q_ENUM(Page)
    /// "Overview": what is kept says it by name, as pages may come in between.
    static QString nameOf(Page page);
    void showPage(Page page) { m_sidebar->choose(int(page)); }
    Page page() const { return Page(m_pages->currentIndex()); }
    PageWidget* widgetOf(Page page) const { return static_cast<PageWidget*>(m_pages->widget(int(page))); }
    const WindowHeader& header() const { return *m_header; }
    const Sidebar& sidebar() const { return *m_sidebar; }
    const WindowMenus& menus() const { return *m_menus; }
    /// Opens the dialog that describes a key which no format recognises; an empty one is asked for.
    void describeKey(const QByteArray& key);
    /// Opens the dialog that explains denials, or brings it to the front.
    ExplainDialog& explainDenials();
    /// What is different about the denials of that time.
    void compareDenials(const TimeRange& area);
    Session& session() { return m_session; }
    Link& link() { return m_session.link(); }
    UndoButton& undoButton() { return *m_undo; }
    QString statusText() const { return m_status->text(); }
    /// What is wrong with the user's format files; empty: nothing is.
    QString formatProblem() const { return m_formatBanner->text(); }
    /// Something about this server's profile or password that the operator must know; empty: nothing.
    void setNotice(const QString& sentence);
    QString notice() const { return m_notice->text(); }

Q_SIGNALS:
    /// The operator wants to see another server.
    void otherServerWanted();
    /// The operator wants to go to one of the profiles or open windows.
    void switchWanted();
    /// The operator wants to see what was recorded in a file.
    void investigationWanted();
    /// It has been closed, by whomever.
    void closed();
    /// The server wants a user and password, or others than were given; the reason is a sentence.
    void passwordWanted(const QString& reason);

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    QWidget* makePages();
    void updateBanners();
    void connectWindow();
    void connectPages();
    void connectOverview();
    void connectWatch();
    void connectSession();
    void lead(Page to);
    void goBack();
    void goTo(Page page);
    void forgetWayBack();
    void pageChanged();
    void updateBack();
    void makeShortcuts();
    void makePalette();
    void writeRules(const Policy& policy);
    void connectLab();
    void proposeCandidate(const std::string& published, const CandidateRules& rules);
    void updateStatus();
    void tellCatalogue();
    void tellSaved();
    void tellFormats(const SharedFormats& formats);
    void tellDone(const QString& sentence);
    void showToken(const std::string& token, const std::string& policy);
    void showSubject(const Subject& subject);
    void askTokens(const TokenQuestion& question, const QString& from);
    void showPolicy(const std::string& name);

    Session m_session;
    WindowHeader* m_header = nullptr;
    QStackedWidget* m_pages; // before what is in it
    TokensPage* m_tokens;
    OverviewPage* m_overview;
    KeysPage* m_keys;
    ControlPage* m_blocks;
    ControlPage* m_overrides;
    ComparePage* m_compare;
    LabPage* m_lab;
    WatchPage* m_watch;
    AuditPage* m_audit;
    PoliciesPage* m_policies;
    Sidebar* m_sidebar;
    Banner* m_notice;
    Banner* m_formatBanner;
    PrefixQuestion* m_prefixes;
    PlainLabel* m_status;
    UndoButton* m_undo;
    std::vector<Page> m_cameFrom; // the pages that led here, the last one last
    bool m_leading = false;       // between two of them
    QAction* m_back = nullptr;
    QString m_done;
    QString m_savedFormat; // by this window, until it is in force
    SharedFormats m_formatsTold;
    QTimer m_doneFades;
    WindowInvestigation* m_investigation;
    WindowMenus* m_menus = nullptr;
    WindowFinder* m_finder = nullptr;
    Palette* m_palette = nullptr;
    QPointer<DescribeDialog> m_describes;
    QPointer<ExplainDialog> m_explains;
    QPointer<DifferenceDialog> m_compares;
};

} // namespace ratewarden::ui
