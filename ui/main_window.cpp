// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "core/formats/foreign/catalogue_format.h"
#include "core/formats/own/ratewarden_format.h"
#include "ui/alert_notices.h"
#include "ui/dialogs/chosen_formats_dialog.h"
#include "ui/dialogs/describe_dialog.h"
#include "ui/dialogs/difference_dialog.h"
#include "ui/dialogs/explain_dialog.h"
#include "ui/pages/audit/audit_page.h"
#include "ui/pages/guarded_dialogs.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/pages/tokens/prefix_question.h"
#include "ui/pages/tokens/tokens_page.h"
#include "ui/pages/undo_button.h"
#include "ui/pages/watch/watch_page.h"
#include "ui/state/audit_desk.h"
#include "ui/state/traffic_desk.h"
#include "ui/text/display_text.h"
#include "ui/text/format_files_text.h"
#include "ui/theme/theme.h"
#include "ui/theme/theme_switch.h"
#include "ui/widgets/filter_keys.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/palette.h"
#include "ui/widgets/server_stripe.h"
#include "ui/window_finder.h"
#include "ui/window_header.h"
#include "ui/window_investigation.h"
#include "ui/window_menus.h"
#include "ui/window_pages.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QLineEdit>
#include <QMetaEnum>
#include <QPainter>
#include <QScreen>

#include <algorithm>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

/// The strip at the bottom, with its hairline.
class StatusStrip final : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), colors().card);
        painter.setPen(colors().line);
        painter.drawLine(0, 0, width(), 0);
    }
};

QStackedWidget* makeStack(Session& session)
{
    auto* const stack = new QStackedWidget;
    for (const PageRow& row : pageRows())
        stack->addWidget(row.make(session));
    Q_ASSERT(stack->count() == QMetaEnum::fromType<MainWindow::Page>().keyCount());
    return stack;
}

} // namespace

MainWindow::MainWindow(const Setup& setup, QWidget* parent)
    : QMainWindow(parent)
    , m_session(setup.recorded ? Session(setup.recorded) : Session(setup.endpoint, setup.times, setup.level))
    , m_pages(makeStack(m_session))
    , m_tokens(qobject_cast<TokensPage*>(widgetOf(Page::Tokens)))
    , m_overview(qobject_cast<OverviewPage*>(widgetOf(Page::Overview)))
    , m_keys(qobject_cast<KeysPage*>(widgetOf(Page::Keys)))
    , m_blocks(qobject_cast<ControlPage*>(widgetOf(Page::Blocks)))
    , m_overrides(qobject_cast<ControlPage*>(widgetOf(Page::Overrides)))
    , m_compare(qobject_cast<ComparePage*>(widgetOf(Page::Compare)))
    , m_lab(qobject_cast<LabPage*>(widgetOf(Page::Lab)))
    , m_watch(qobject_cast<WatchPage*>(widgetOf(Page::Watch)))
    , m_audit(qobject_cast<AuditPage*>(widgetOf(Page::Audit)))
    , m_policies(qobject_cast<PoliciesPage*>(widgetOf(Page::Policies)))
    , m_sidebar(new Sidebar)
    , m_notice(named("notice", new Banner))
    , m_formatBanner(named("formatBanner", new Banner))
    , m_prefixes(new PrefixQuestion(m_session))
    , m_status(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_undo(new UndoButton(m_session))
    , m_investigation(new WindowInvestigation(*this))
{
    setWindowTitle(tr("%1 – Ratewarden").arg(setup.name));
    const ServerMark mark{setup.name, setup.badge, setup.color};
    setServerMark(this, mark);
    m_session.setName(setup.name);
    const QSize frame(16, 40); // about what a window manager adds
    resize(QSize(1440, 900).boundedTo(screen()->availableSize() - frame));
    setMinimumSize(720, 480);
    m_header = new WindowHeader(m_session, mark);
    auto* const strip = new StatusStrip;
    auto* const row = new QHBoxLayout(strip);
    row->setContentsMargins(16, 5, 16, 5);
    strip->setFixedHeight(m_undo->sizeHint().height() + 2 * 5); // also while there is nothing to undo
    row->addWidget(m_undo);
    row->addWidget(m_status, 1);

    auto* const central = new QWidget;
    auto* const column = columnLayout(0, central);
    column->addWidget(m_header);
    for (const PageRow& its : pageRows()) {
        const int number = int(its.page) + 1; // Alt+1, Alt+2, … Alt+0, and none beyond
        m_sidebar->add(tr(its.title), number > 10 ? QKeySequence()
                                                  : QKeySequence(QStringLiteral("Alt+%1").arg(number % 10)));
        connect(widgetOf(its.page), &PageWidget::countChanged, m_sidebar,
                [sidebar = m_sidebar, number](int count) { sidebar->setCount(number - 1, count); });
        connect(widgetOf(its.page), &PageWidget::done, this, &MainWindow::tellDone);
    }
    connect(m_sidebar, &Sidebar::chosen, m_pages, &QStackedWidget::setCurrentIndex);
    auto* const middle = rowLayout(0);
    middle->addWidget(m_sidebar);
    middle->addWidget(makePages(), 1);
    column->addLayout(middle, 1);
    column->addWidget(strip);
    setCentralWidget(central);

    connectWindow();
    connectPages();
    connectLab();
    connectOverview();
    connectSession();
    makeShortcuts();
    makePalette();
    m_overview->setFocus();
    m_session.open();
    if (setup.recorded)
        showScreen(*this, *setup.recorded);
}

void MainWindow::connectWindow()
{
    connect(m_header, &WindowHeader::themeToggled, this, [] { themeSwitch().toggle(); });
    connect(m_header, &WindowHeader::otherServerWanted, this, &MainWindow::otherServerWanted);
    connect(m_header, &WindowHeader::findingsWanted, this, [this] { showPage(Page::Watch); });
    m_doneFades.setSingleShot(true);
    connect(&m_doneFades, &QTimer::timeout, this, [this] {
        m_done.clear();
        updateStatus();
    });
    connect(&m_session, &Session::scanCompleted, this, &MainWindow::updateStatus);
    connect(&m_session.link(), &Link::stateChanged, this, &MainWindow::updateStatus);
}

void MainWindow::connectPages()
{
    connect(m_watch, &WatchPage::findingsCounted, m_header, &WindowHeader::setFindings);
    connect(m_tokens, &TokensPage::statusChanged, this, [this] {
        if (m_session.link().wasEverLive())
            m_sidebar->setCount(int(Page::Tokens), m_tokens->model().tokenCount());
        updateStatus();
    });
    connect(m_investigation, &WindowInvestigation::done, this, &MainWindow::tellDone);
    connect(m_tokens, &TokensPage::compareWanted, this, [this](const std::vector<Subject>& keys) {
        m_compare->open(keys);
        lead(Page::Compare);
    });
    connect(m_tokens, &TokensPage::clientWanted, this,
            [this](const QString& client, const std::vector<Subject>& keys) {
                m_compare->openClient(client, keys);
                lead(Page::Compare);
            });
    connect(m_tokens, &TokensPage::rulesWanted, this, [this](const Subject& subject) {
        Policy policy = subject.format->policyFor(subject, {});
        if (const auto* const format = dynamic_cast<const CatalogueFormat*>(subject.format))
            policy.name = widestGroup(format->file(), subject);
        writeRules(policy);
    });
    connect(m_tokens, &TokensPage::keyWanted, this, [this](const QByteArray& key) {
        showPage(Page::Keys);
        m_keys->showKey(key.toStdString());
    });
    connect(m_tokens, &TokensPage::auditWanted, this, [this](const std::string& token) {
        m_audit->showToken(token);
        showPage(Page::Audit);
    });
    connect(m_tokens, &TokensPage::explanationWanted, this,
            [this](const Subject& subject) { explainDenials().askAbout(subject); });
    connect(m_tokens, &TokensPage::backWanted, this, &MainWindow::goBack);
    connect(m_keys, &KeysPage::tokenWanted, this, &MainWindow::showSubject);
    connect(m_keys, &KeysPage::describeKey, this, &MainWindow::describeKey);
    connect(m_policies, &PoliciesPage::tokensWanted, this,
            [this](const std::string& policy) { askTokens({.policy = policy}, tr("Policies")); });
    connect(m_policies, &PoliciesPage::tokenWanted, this, &MainWindow::showToken);
    const auto toTokens = [this] {
        showPage(Page::Tokens);
    };
    connect(m_overrides, &ControlPage::tokensPageWanted, this, toTokens);
    connect(m_compare, &ComparePage::tokensPageWanted, this, toTokens);
    connect(m_blocks, &ControlPage::tokenWanted, this, &MainWindow::showToken);
    connect(m_blocks, &ControlPage::subjectWanted, this, &MainWindow::showSubject);
    connect(m_overrides, &ControlPage::tokenWanted, this, &MainWindow::showToken);
    connectWatch();
}

void MainWindow::connectWatch()
{
    connect(m_watch, &WatchPage::tokensWanted, this, [this](const Finding& finding) {
        m_tokens->filterByFinding(finding, tr("Watch"));
        lead(Page::Tokens);
    });
    connect(m_watch, &WatchPage::tokenWanted, this, [this](const Subject& subject) {
        askTokens({.policy = subject.policy, .token = subject}, tr("Watch"));
    });
    connect(m_watch, &WatchPage::blocksWanted, this, [this] {
        lead(Page::Blocks);
        m_blocks->showAll();
    });
    connect(m_watch, &WatchPage::filterWanted, this,
            [this](const QString& filter) { askTokens({.filter = filter}, tr("Watch")); });
    connect(m_watch, &WatchPage::differenceWanted, this, &MainWindow::compareDenials);
    auto* const notices = new AlertNotices(*this);
    connect(notices, &AlertNotices::said, this, &MainWindow::tellDone);
    connect(notices, &AlertNotices::wanted, this, [this] {
        showPage(Page::Watch);
        raise();
        activateWindow();
    });
    connect(m_watch, &WatchPage::policyWanted, this, &MainWindow::showPolicy);
    connect(m_watch, &WatchPage::policyRemedyWanted, this,
            [this](const std::string& policy, FindingRemedy remedy) {
                showPolicy(policy);
                m_policies->change(policy, remedy == FindingRemedy::RemovePolicy);
            });
}

void MainWindow::connectOverview()
{
    connect(m_overview, &OverviewPage::tokensWanted, this,
            [this](const TokenQuestion& question) { askTokens(question, tr("Overview")); });
    connect(m_overview, &OverviewPage::blocksWanted, this, [this](const std::optional<Subject>& block) {
        lead(Page::Blocks);
        if (!block)
            m_blocks->showAll();
        else if (!m_blocks->choose(*block))
            tellDone(tr("The block of %1 has ended").arg(shown(block->token)));
    });
    connect(m_overview, &OverviewPage::auditWanted, this,
            [this](const std::optional<TimeRange>& stretch, const std::string& id) {
                m_audit->ask(stretch, id);
                lead(Page::Audit);
            });
    connect(m_overview, &OverviewPage::policyWanted, this, &MainWindow::showPolicy);
    connect(m_overview, &OverviewPage::findingWanted, this, [this](ServerWarningCode code) {
        lead(Page::Watch);
        m_watch->choose(code);
    });
    connect(m_overview, &OverviewPage::differenceWanted, this, &MainWindow::compareDenials);
    connect(m_overview, &OverviewPage::nodesWanted, m_header, &WindowHeader::openNodes);
    connect(m_pages, &QStackedWidget::currentChanged, this, &MainWindow::pageChanged);
}

// From here to the lab, and from the lab back.
void MainWindow::connectLab()
{
    connect(m_tokens, &TokensPage::labWanted, this, [this](const SharedDetail& detail) {
        m_session.lab()->openRequests(*detail);
        showPage(Page::Lab);
    });
    connect(m_tokens, &TokensPage::labOfTokensWanted, this, [this](const std::vector<Subject>& subjects) {
        m_session.lab()->openTokens(subjects);
        showPage(Page::Lab);
    });
    connect(m_tokens, &TokensPage::trialWanted, this, [this](const SharedDetail& detail) {
        m_session.lab()->openRequests(*detail, true);
        showPage(Page::Lab);
    });
    connect(m_keys, &KeysPage::labWanted, this, [this](const TokenDetail& detail) {
        m_session.lab()->openRequests(detail);
        showPage(Page::Lab);
    });
    connect(m_policies, &PoliciesPage::labWanted, this, [this](const PublishedPolicy& policy) {
        m_session.lab()->openPolicy(policy);
        showPage(Page::Lab);
    });
    connect(m_lab, &LabPage::candidateWanted, this, &MainWindow::proposeCandidate);
    connect(m_lab, &LabPage::publishWanted, this, [this](const std::string& published, const Policy& rules) {
        showPage(Page::Policies);
        if (published.empty() || !m_policies->proposeRules(published, {rules.algorithm, rules.rules}))
            m_policies->writeRules(rules);
    });
    connect(m_lab, &LabPage::tokenWanted, this, &MainWindow::showToken);
}

void MainWindow::connectSession()
{
    connect(&m_session.link(), &Link::passwordWanted, this, &MainWindow::passwordWanted);
    connect(&m_session.changes(), &Changes::done, this, &MainWindow::tellDone);
    connect(&m_session.changes(), &Changes::failed, this, [this](const QString& sentence) {
        if (const Page at = page(); at == Page::Overview || at == Page::Watch || at == Page::Lab)
            tellDone(sentence); // the others have it in their banner
    });
    askInWindow(m_session, this);
    connect(m_undo, &UndoButton::failed, &m_session.changes(), &Changes::failed);
    connect(&m_session.formatFiles(), &FormatFiles::loadedAgain, this, &MainWindow::tellFormats);
    connect(&m_session.formatFiles(), &FormatFiles::catalogueChanged, this, &MainWindow::tellCatalogue);
    connect(m_prefixes, &PrefixQuestion::shownChanged, this, &MainWindow::updateBanners);
    connect(m_prefixes, &PrefixQuestion::done, this, &MainWindow::tellDone);
    connect(m_prefixes, &PrefixQuestion::describeWanted, this, &MainWindow::describeKey);
}

void MainWindow::makeShortcuts()
{
    const auto add = [this](const char* name, const QString& text, const QList<QKeySequence>& keys,
                            auto then) {
        auto* const action = new QAction(text, this);
        action->setObjectName(name);
        action->setShortcuts(keys);
        connect(action, &QAction::triggered, this, then);
        addAction(action);
        return action;
    };
    add("refresh", tr("Read again"), {QKeySequence(Qt::Key_F5), QKeySequence("Ctrl+R")}, [this] {
        m_session.refresh();
        if (m_pages->currentWidget() == m_keys)
            m_session.keys().scan();
        if (m_pages->currentWidget() == m_audit)
            m_session.audit().refresh();
    });
    add("openLabExample", tr("Open the lab with an example"), {}, [this] {
        if (!m_session.lab()->bench().traffic()) // what is there is not to be lost
            m_session.lab()->openExample(0);
        showPage(Page::Lab);
    });
    add("describeKey", tr("Describe a key…"), {QKeySequence("Ctrl+Shift+K")}, [this] { describeKey({}); });
    add("chosenFormats", tr("Formats that you chose…"), {}, [this] {
        (new ChosenFormatsDialog(m_session.formatFiles(), this))->open();
    })->setEnabled(!m_session.recorded()); // there no file is read
    add("explainDenial", tr("Explain a denial…"), {QKeySequence("Ctrl+Shift+D")},
        [this] { explainDenials(); });
    add("switchServer", tr("Switch to a server…"), {QKeySequence("Ctrl+Shift+O")},
        [this] { Q_EMIT switchWanted(); });
    add("openInvestigation", tr("Open investigation…"), {QKeySequence("Ctrl+Shift+I")},
        [this] { Q_EMIT investigationWanted(); });
    add("saveInvestigation", tr("Save investigation…"), {QKeySequence("Ctrl+Shift+S")},
        [this] { m_investigation->save(); });
    add("closeWindow", tr("Close the window"), QKeySequence::keyBindings(QKeySequence::Close),
        [this] { close(); });
    add("quit", tr("Quit"), QKeySequence::keyBindings(QKeySequence::Quit),
        [] { QApplication::closeAllWindows(); });
    add("openPalette", tr("Find anything"), {QKeySequence("Ctrl+K")}, [this] { m_palette->start(); });
    add("findInPage", tr("Filter the list, or find anything"), QKeySequence::keyBindings(QKeySequence::Find),
        [this] {
            QLineEdit* const filter = filterIn(m_pages->currentWidget());
            if (filter == nullptr)
                return m_palette->start();
            filter->setFocus(Qt::ShortcutFocusReason);
            filter->selectAll();
        });
    addAction(m_undo->action());
    m_back = add("goBack", tr("Back"), {QKeySequence(Qt::Key_Escape)}, [this] { goBack(); });
    m_back->setEnabled(false);
    m_menus = new WindowMenus(*this);
    connect(m_pages, &QStackedWidget::currentChanged, m_menus, &WindowMenus::pageChanged);
}

void MainWindow::makePalette()
{
    m_finder = new WindowFinder(*this);
    m_palette = new Palette([this](const QString& typed) { return m_finder->find(typed); }, this);
    connect(m_finder, &WindowFinder::changed, m_palette, &Palette::refresh);
    connect(m_palette, &Palette::starting, m_finder, &WindowFinder::forget);
    connect(m_pages, &QStackedWidget::currentChanged, m_palette, &Palette::dismiss);
    connect(m_header, &WindowHeader::paletteWanted, m_palette, &Palette::start);
    connect(m_finder, &WindowFinder::tokenWanted, this, &MainWindow::showSubject);
    connect(m_finder, &WindowFinder::explanationWanted, this,
            [this](const QString& question) { explainDenials().explain(question); });
    connect(m_finder, &WindowFinder::policyWanted, this, &MainWindow::showPolicy);
    connect(m_finder, &WindowFinder::keyWanted, this, [this](const std::string& key) {
        lead(Page::Keys);
        m_keys->showKey(key);
    });
}

// What is wrong with a format file, or with the profile, concerns them all; so does whose keys they are.
QWidget* MainWindow::makePages()
{
    auto* const pages = new QWidget;
    auto* const column = columnLayout(0, pages);
    auto* const row = new QWidget; // hidden with the banner, as its margins take room
    auto* const banners = new QVBoxLayout(row);
    banners->setContentsMargins(16, 14, 16, 0);
    banners->setSpacing(8);
    banners->addWidget(m_notice);
    banners->addWidget(m_formatBanner);
    banners->addWidget(m_prefixes);
    row->hide();
    column->addWidget(row);
    column->addWidget(m_pages, 1);
    return pages;
}

// A file that this window has just written is no news, but that its tokens are looked for.
void MainWindow::tellCatalogue()
{
    const SharedFormats& loaded = m_session.formatFiles().loaded();
    const auto isSaved = [this](const auto& format) {
        return QString::fromUtf8(format->name().data(), qsizetype(format->name().size())) == m_savedFormat;
    };
    const SharedFormats before = std::exchange(m_formatsTold, loaded);
    // The catalogue changes with policies, too.
    const bool areOthers = before ? !std::ranges::equal(before->formats, loaded->formats, {},
                                                        &UserFormat::format, &UserFormat::format)
                                  : !loaded->formats.empty();
    if (!m_savedFormat.isEmpty() && std::ranges::any_of(currentCatalogue()->formats(), isSaved)) {
        tellSaved();
        m_savedFormat.clear();
    } else if (areOthers) {
        tellDone(formatFilesText(*loaded));
    }
}

void MainWindow::tellSaved()
{
    tellDone(tr("%1 was added to your formats; looking for its tokens").arg(m_savedFormat));
}

void MainWindow::tellFormats(const SharedFormats& formats)
{
    m_formatBanner->setText(refusedFormatsText(*formats));
    updateBanners();
}

void MainWindow::updateBanners()
{
    const auto speaks = [](const Banner* banner) {
        return !banner->text().isEmpty();
    };
    m_notice->parentWidget()->setVisible(speaks(m_notice) || speaks(m_formatBanner) || speaks(m_prefixes));
}

void MainWindow::setNotice(const QString& sentence)
{
    m_notice->setText(sentence);
    updateBanners();
}

QString MainWindow::nameOf(Page page)
{
    return QString::fromLatin1(QMetaEnum::fromType<Page>().valueToKey(int(page)));
}

void MainWindow::describeKey(const QByteArray& key)
{
    if (m_describes) {
        m_describes->raise();
        m_describes->activateWindow();
        m_describes->describe(key);
        return;
    }
    m_describes = new DescribeDialog(m_session, key, this);
    connect(m_describes, &DescribeDialog::saved, this, [this](const QString& format) {
        m_savedFormat = format;
        tellSaved();
        showPage(Page::Tokens);
    });
    connect(m_describes, &DescribeDialog::rulesWanted, this, &MainWindow::writeRules);
    m_describes->show();
}

ExplainDialog& MainWindow::explainDenials()
{
    if (!m_explains)
        m_explains = new ExplainDialog(m_session, this);
    m_explains->show();
    m_explains->raise();
    m_explains->activateWindow();
    return *m_explains;
}

void MainWindow::compareDenials(const TimeRange& area)
{
    if (!m_compares) {
        m_compares = new DifferenceDialog(m_session, this);
        connect(m_compares, &DifferenceDialog::tokensWanted, this,
                [this](const QString& filter, const TimeRange& its) {
                    askTokens({.filter = filter,
                               .by = TokenTableModel::Column::Denied,
                               .stretch = std::pair(its.from, its.to)},
                              tr("What is different?"));
                });
    }
    m_compares->show();
    m_compares->raise();
    m_compares->activateWindow();
    m_compares->compare(area);
}

void MainWindow::writeRules(const Policy& policy)
{
    showPage(Page::Policies);
    m_policies->writeRules(policy);
}

void MainWindow::proposeCandidate(const std::string& published, const CandidateRules& rules)
{
    showPage(Page::Policies);
    if (!m_policies->proposeCandidate(published, rules))
        tellDone(tr("%1 is no longer published: it cannot have a candidate").arg(shown(published)));
}

// To rows behind what a page shows: Esc leads back.
void MainWindow::lead(Page to)
{
    if (to != page()) {
        m_cameFrom.push_back(page());
        goTo(to);
    }
    updateBack();
}

void MainWindow::goBack()
{
    if (m_cameFrom.empty())
        return;
    const Page to = m_cameFrom.back();
    m_cameFrom.pop_back();
    if (m_cameFrom.empty())
        forgetWayBack();
    goTo(to);
    updateBack();
}

void MainWindow::goTo(Page page)
{
    m_leading = true;
    showPage(page);
    m_leading = false;
}

// Who goes elsewhere by himself comes back by himself.
void MainWindow::pageChanged()
{
    if (!m_leading)
        forgetWayBack();
}

// The filters that were put aside for what was asked for are in force again.
void MainWindow::forgetWayBack()
{
    m_cameFrom.clear();
    m_tokens->forgetWayBack();
    for (const PageRow& its : pageRows())
        if (FilterLine* const filter = widgetOf(its.page)->filterLine())
            putBack(filter);
    updateBack();
}

void MainWindow::updateBack()
{
    // That page has a button for it, under the same key.
    m_back->setEnabled(!m_cameFrom.empty() && !(page() == Page::Tokens && m_tokens->hasWayBack()));
    updateStatus();
}

void MainWindow::showToken(const std::string& token, const std::string& policy)
{
    // Under the policy, or under the first that has a state of it; else its block alone.
    Subject subject = controlSubject(token);
    if (m_session.policies())
        for (const auto& [name, known] : m_session.policies()->policies)
            if (const Subject state = stateSubject(token, known); !subject.format->hasState() &&
                                                                  (policy.empty() || name == policy) &&
                                                                  m_session.tokens().find(state) >= 0)
                subject = state;
    showSubject(subject);
}

void MainWindow::showSubject(const Subject& subject)
{
    m_session.reread({subject}); // it may not be listed yet
    askTokens({.token = subject}, tr("Back"));
}

void MainWindow::askTokens(const TokenQuestion& question, const QString& from)
{
    m_tokens->ask(question, from);
    lead(Page::Tokens);
}

void MainWindow::showPolicy(const std::string& name)
{
    lead(Page::Policies);
    m_policies->choose(name);
}

void MainWindow::tellDone(const QString& sentence)
{
    m_done = sentence;
    m_doneFades.start(10s);
    updateStatus();
}

void MainWindow::updateStatus()
{
    const ScanProgress& progress = m_session.progress();
    QStringList parts;
    if (!m_done.isEmpty())
        parts << m_done;
    const Link& link = m_session.link();
    if (!m_session.isRecorded())
        parts << link.where();
    if (link.since())
        parts << (link.state() == Link::State::Live ? tr("connected since %1") : tr("no connection since %1"))
                     .arg(momentText(*link.since()));
    if (m_back && (m_back->isEnabled() || (page() == Page::Tokens && m_tokens->hasWayBack())))
        parts << tr("Esc goes back");
    if (progress.completedAt != Instant{})
        parts << tr("scan complete %1").arg(momentText(progress.completedAt));
    m_status->setText(parts.join(QStringLiteral(" · ")));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    QMainWindow::closeEvent(event);
    forgetWayBack(); // what is remembered is how the operator had filtered
    Q_EMIT closed();
}

bool MainWindow::event(QEvent* event)
{
    if (event->type() == QEvent::ThemeChange)
        themeSwitch().systemChanged();
    return QMainWindow::event(event);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_header)
        m_header->updateState();
}

} // namespace ratewarden::ui
