// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_header.h"

#include "ui/dialogs/nodes_dialog.h"
#include "ui/pages/level_button.h"
#include "ui/state/session.h"
#include "ui/text/display_text.h"
#include "ui/text/nodes_text.h"
#include "ui/text/warning_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/plain_label.h"

#include <QAction>
#include <QActionGroup>
#include <QBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>

namespace ratewarden::ui {
namespace {

// Below that width the search is named in brief, and the Overview alone says what this costs.
constexpr int roomy = 1600;
constexpr int widestTitle = 240;
constexpr int titleWhereNarrow = 150;
constexpr int narrowHeader = 1200;
constexpr int titleWhereNarrowest = 90;

/// Connecting, live, paused, lost, without access, recorded.
std::array<QString, 6> stateTexts()
{
    return {WindowHeader::tr("○ connecting"), WindowHeader::tr("● live"),
            WindowHeader::tr("❚❚ paused"),    WindowHeader::tr("■ unreachable"),
            WindowHeader::tr("■ no access"),  WindowHeader::tr("▣ recorded")};
}

QString everyText(std::chrono::milliseconds interval)
{
    return WindowHeader::tr("every %L1 s").arg(std::chrono::duration<double>(interval).count());
}

QString certificateText(const TlsState& tls)
{
    return WindowHeader::tr(
               "Encrypted with %1 (%2).\nThe server's certificate, %3, is signed by %4 and ends at %5.")
        .arg(shown(tls.version), shown(tls.cipher), shown(tls.subject), shown(tls.issuer),
             momentText(tls.expires));
}

} // namespace

WindowHeader::WindowHeader(Session& session, const ServerMark& mark, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_link(session.link())
    , m_mark(mark)
    , m_title(new PlainLabel(mark.name))
    , m_server(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_badge(new Pill(Pill::Shape::Badge))
    , m_level(new LevelButton(session))
    , m_state(new Pill(Pill::Shape::Badge))
    , m_nodes(named("showNodes", new QPushButton))
    , m_findings(named("showFindings", new QPushButton))
    , m_cost(named("cost", wholeLabel({}, PlainLabel::Tone::Muted)))
    , m_interval(named("interval", new QPushButton))
    , m_pause(new QPushButton)
    , m_find(named("findAnything", new QPushButton))
    , m_pace(makeMenu())
    , m_pauses(makeAction(this, "pauseAction", tr("Pause"), {}, QKeySequence("Ctrl+P")))
{
    setFixedHeight(48);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(20, 0, 16, 0);
    row->setSpacing(12);
    QFont bold = font();
    bold.setPixelSize(14);
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    row->addWidget(m_title);
    row->addWidget(m_badge);
    m_badge->setVisible(!mark.environment.isEmpty());
    m_find->setAccessibleName(tr("Find a token, policy or action"));
    m_find->setToolTip(tr("Find a token, policy, page or action (Ctrl+K)"));
    connect(m_find, &QPushButton::clicked, this, &WindowHeader::paletteWanted);
    row->addWidget(m_find);
    row->addWidget(m_level);
    m_server->setMinimumWidth(1); // the first to give way
    row->addWidget(m_server, 1);
    m_cost->setToolTip(plainToolTip(
        tr("What this window alone costs the server, in parts of one core: the commands that it sends, times "
           "what each takes there by the server's own account (INFO commandstats and cpu)")));
    row->addWidget(m_cost);
    m_nodes->setToolTip(tr("The servers behind this address, and which are down"));
    m_nodes->hide();
    connect(m_nodes, &QPushButton::clicked, this, &WindowHeader::openNodes);
    row->addWidget(m_nodes);
    m_findings->setAccessibleName(tr("Findings"));
    m_findings->setToolTip(tr("What is wrong with limiter keys or the server, and what to do"));
    m_findings->hide();
    connect(m_findings, &QPushButton::clicked, this, &WindowHeader::findingsWanted);
    row->addWidget(m_findings);
    for (const QString& text : stateTexts()) {
        m_state->set(text, colors().muted);
        m_state->setMinimumWidth(qMax(m_state->minimumWidth(), m_state->sizeHint().width()));
    }
    row->addWidget(m_state);
    m_interval->setMenu(m_pace);
    m_interval->setToolTip(tr("How often what is on screen is read, and what the rest may cost the server"));
    row->addWidget(m_interval);
    m_pause->setToolTip(tr("Pause or resume what is shown; its charts go on collecting (Ctrl+P)"));
    const auto togglePause = [this] {
        setPaused(!m_session.paused());
    };
    connect(m_pause, &QPushButton::clicked, this, togglePause);
    connect(m_pauses, &QAction::triggered, this, togglePause);
    for (const QString& text : {tr("Pause"), tr("Resume")}) {
        m_pause->setText(text);
        m_pause->setMinimumWidth(qMax(m_pause->minimumWidth(), m_pause->sizeHint().width()));
    }
    row->addWidget(m_pause);
    auto* const open = named("openServer", new QPushButton(tr("Open…")));
    open->setToolTip(tr("Open another server (Ctrl+O), or go to one that is open (Ctrl+Shift+O)"));
    connect(open, &QPushButton::clicked, this, &WindowHeader::otherServerWanted);
    connect(makeAction(this, "openServerAction", tr("Open another server…"), {}, QKeySequence::Open),
            &QAction::triggered, this, &WindowHeader::otherServerWanted);
    row->addWidget(open);
    auto* const theme = named("theme", new QPushButton(QStringLiteral("◐")));
    theme->setToolTip(tr("Light or dark (Ctrl+T)"));
    theme->setAccessibleName(tr("Light or dark"));
    theme->setFixedWidth(40);
    connect(theme, &QPushButton::clicked, this, &WindowHeader::themeToggled);
    connect(makeAction(this, "toggleTheme", tr("Light or dark"), {}, QKeySequence("Ctrl+T")),
            &QAction::triggered, this, &WindowHeader::themeToggled);
    row->addWidget(theme);
    connect(&m_link, &Link::stateChanged, this, &WindowHeader::updateState);
    connect(&m_session, &Session::paceChanged, this, &WindowHeader::updateState);
    connect(&m_session.load(), &BackgroundLoad::changed, this, &WindowHeader::updateCost);
    updateState();
    updateCost();
}

QMenu* WindowHeader::makeMenu()
{
    auto* const menu = new QMenu(tr("How often to read"), this);
    const auto addChoice = [menu](QActionGroup* group, const QString& text, auto isChosen) {
        QAction* const action = menu->addAction(text);
        action->setCheckable(true);
        group->addAction(action);
        connect(menu, &QMenu::aboutToShow, action, [action, isChosen] { action->setChecked(isChosen()); });
        return action;
    };
    menu->addSection(tr("What is on screen"));
    auto* const every = new QActionGroup(menu);
    for (const std::chrono::milliseconds interval : intervals)
        connect(addChoice(every, everyText(interval),
                          [this, interval] { return interval == m_session.interval(); }),
                &QAction::triggered, this, [this, interval] { m_session.setInterval(interval); });
    menu->addSection(tr("All other tokens, in the background"));
    auto* const most = new QActionGroup(menu);
    for (const double budget : budgets)
        connect(addChoice(most,
                          budget > 0 ? tr("at most %L1 % of a core of the server").arg(budget * 100)
                                     : tr("without a limit"),
                          [this, budget] { return budget == m_session.load().budget(); }),
                &QAction::triggered, this, [this, budget] { m_session.load().setBudget(budget); });
    return menu;
}

void WindowHeader::updateCost()
{
    const std::optional<double> share = m_session.load().share();
    m_cost->setText(share ? tr("costs the server %1").arg(costText(*share)) : QString());
}

void WindowHeader::setFindings(int count, FindingSeverity worst)
{
    const QString text = tr("%Ln finding(s)", nullptr, count);
    m_findings->setText(QStringLiteral("%1 %2").arg(severityMark(worst)).arg(text));
    m_findings->setAccessibleName(text);
    m_findings->setVisible(count > 0);
}

void WindowHeader::openNodes()
{
    auto* const open = window()->findChild<NodesDialog*>();
    NodesDialog* const dialog = open ? open : new NodesDialog(m_link, window());
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void WindowHeader::setPaused(bool paused)
{
    m_session.setPaused(paused);
    updateState();
}

void WindowHeader::updateState()
{
    const Colors& c = colors();
    QStringList facts;
    if (!m_link.engine().isEmpty())
        facts << m_link.engine();
    if (const auto& tls = m_link.tls())
        facts << shown(tls->version).replace(QStringLiteral("TLSv"), QStringLiteral("TLS "));
    if (const auto latency = m_link.latency(); latency && m_link.state() == Link::State::Live)
        facts << waitText(*latency)
              << (m_link.clockOffset() ? tr("clock %1").arg(clockOffsetText(m_link.clockOffset()))
                                       : tr("clock unknown"));
    const auto& step = m_link.clockStep();
    if (step)
        facts << QStringLiteral("▲ ") +
                     ofNode(shown(step->node),
                            (step->step < Micros() ? tr("clock went back %1") : tr("clock went forward %1"))
                                .arg(waitText(std::chrono::abs(step->step))));
    m_server->setText(facts.join(QStringLiteral(" · ")));
    QStringList notes(facts.join(QStringLiteral(" · "))); // which may not have the room
    if (m_link.tls())
        notes << certificateText(*m_link.tls());
    if (step)
        notes << ofNode(
            shown(step->node),
            (step->step < Micros()
                 ? tr("At %1 the server's clock went back by %2, as after a failover to a host that is "
                      "behind. Usage is kept; no token waits longer than its longest window.")
                 : tr("At %1 the server's clock went forward by %2, as after a failover to a host that is "
                      "ahead. What was used is free again, and blocks end, sooner by that much."))
                .arg(momentText(step->at), waitText(std::chrono::abs(step->step))));
    m_server->setToolTip(facts.isEmpty() ? QString() : plainToolTip(notes.join(QStringLiteral("\n\n"))));
    const QString nodes = nodesText(m_link.nodes());
    m_nodes->setText(nodes);
    m_nodes->setAccessibleName(nodes.isEmpty() ? tr("Nodes") : nodes);
    m_nodes->setVisible(!m_link.nodes().empty());
    m_badge->set(m_mark.environment.toUpper(), profileColor(m_mark.color));
    m_level->refresh();
    switch (m_link.state()) {
    case Link::State::Connecting:
        m_state->set(stateTexts()[0], c.muted);
        break;
    case Link::State::Live:
        m_state->set(m_session.paused() ? stateTexts()[2] : stateTexts()[1],
                     m_session.paused() ? c.nearLimit : c.used);
        break;
    case Link::State::Lost:
        m_state->set(stateTexts()[3], c.limited);
        break;
    case Link::State::NeedsPassword:
        m_state->set(stateTexts()[4], c.limited);
        break;
    case Link::State::Recorded:
        m_state->set(stateTexts()[5], c.accent);
        break;
    }
    for (QWidget* const ofServer : std::initializer_list<QWidget*>{m_level, m_interval, m_pause})
        ofServer->setEnabled(!m_session.isRecorded());
    for (QAction* const action : m_level->actions())
        action->setEnabled(!m_session.isRecorded());
    m_pauses->setEnabled(!m_session.isRecorded());
    m_interval->setText(everyText(m_session.interval()));
    m_pauses->setText(m_session.paused() ? tr("Resume") : tr("Pause"));
    m_pause->setText(m_session.paused() ? tr("Resume") : tr("Pause"));
}

void WindowHeader::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isRoomy = width() >= roomy;
    m_find->setText(isRoomy ? tr("Find a token, policy or action   Ctrl K") : tr("Find…   Ctrl K"));
    m_cost->setVisible(isRoomy);
    // From the left and from the right only what keeps its width stands before a button, so that none moves.
    m_title->setFixedWidth(
        qMin(m_title->sizeHint().width(), isRoomy ? widestTitle
                                          : width() >= narrowHeader || m_mark.environment.isEmpty()
                                              ? titleWhereNarrow
                                              : titleWhereNarrowest));
}

void WindowHeader::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), colors().card);
    painter.fillRect(QRect(0, 0, stripeWidth, height()), profileColor(m_mark.color));
    painter.setPen(colors().line);
    painter.drawLine(0, height() - 1, width(), height() - 1);
}

} // namespace ratewarden::ui
