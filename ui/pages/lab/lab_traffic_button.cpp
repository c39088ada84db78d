// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_traffic_button.h"

#include "ui/dialogs/capture_dialog.h"
#include "ui/dialogs/generate_dialog.h"
#include "ui/text/display_text.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/open_file.h"

#include <QMenu>

namespace ratewarden::ui {
namespace {

constexpr int widestTrafficName = 320; // of a name, in pixels

/// A name from a server as an action's text: no mnemonics, and no wider than a menu should be.
QString actionText(const QWidget* menu, const QString& name)
{
    return menu->fontMetrics()
        .elidedText(name, Qt::ElideMiddle, widestTrafficName)
        .replace(QLatin1Char('&'), QStringLiteral("&&"));
}

} // namespace

LabTrafficButton::LabTrafficButton(Session& session, TrafficDesk& desk, LabBench& bench)
    : QPushButton(tr("Traffic")), m_session(session), m_desk(desk), m_bench(bench)
{
    setObjectName("labTraffic");
    setToolTip(tr("Open, read, generate or edit the requests that rules are tried on"));
    auto* const menu = new QMenu(this);
    const auto add = [&](QMenu* to, const QString& text, const char* name, auto then) {
        return named(name, to->addAction(text, this, then));
    };
    add(menu, tr("Open a log or trace…"), "labOpenFile", [this] { chooseFile(); });
    menu->addSeparator();
    auto* const list = menu->addMenu(tr("Examples"));
    list->setObjectName("labExamples");
    list->setToolTipsVisible(true);
    int number = 0;
    for (const LabExample& example : m_desk.examples()) {
        list->addAction(example.title, &m_desk, [this, number] { m_desk.openExample(number); })
            ->setToolTip(plainToolTip(example.lesson));
        ++number;
    }
    m_redis = menu->addMenu(tr("From Redis"));
    m_redis->setObjectName("labFromRedis");
    m_redis->setToolTipsVisible(true);
    add(menu, tr("Capture live…"), "labCapture", [this] { askForCapture(); });
    menu->addSeparator();
    add(menu, tr("Generate…"), "labGenerate", [this] { askForPlan(); });
    m_edit = add(menu, tr("Edit by hand"), "labEditByHand", [this](bool on) { Q_EMIT editingWanted(on); });
    m_edit->setCheckable(true);
    menu->addSeparator();
    m_showToken = add(menu, {}, "labShowToken", [this] {
        if (m_bench.token())
            Q_EMIT tokenWanted(std::string(m_bench.nameOf(*m_bench.token())), m_bench.enforcedPolicy());
    });
    showToken();
    connect(&m_bench, &LabBench::changed, this, [this](LabBench::Inputs inputs) {
        if (inputs & LabBench::Token)
            showToken();
    });
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, &LabTrafficButton::listSources);
    connect(m_redis, &QMenu::aboutToShow, this, &LabTrafficButton::listSources); // it is also shown alone
    listSources();
}

void LabTrafficButton::showToken()
{
    const QString token = m_bench.token() ? shown(m_bench.nameOf(*m_bench.token())) : QString();
    m_showToken->setEnabled(!token.isEmpty());
    m_showToken->setText(token.isEmpty() ? tr("Show the token on the Tokens page")
                                         : tr("Show %1 on the Tokens page").arg(actionText(this, token)));
}

void LabTrafficButton::listSources()
{
    m_redis->clear();
    const std::vector<LabRedisSource> sources = labRedisSources(m_session);
    for (const LabRedisSource& source : sources) {
        QAction* const action = m_redis->addAction(actionText(m_redis, source.title));
        action->setObjectName(QStringLiteral("redis:") + QString::fromStdString(source.name));
        action->setEnabled(source.hasLog && m_session.live());
        action->setToolTip(plainToolTip(
            source.hasLog ? tr("The requests in the logs of %1").arg(source.title)
                          : tr("%1 keeps no log of its requests: capture it live").arg(source.title)));
        connect(action, &QAction::triggered, this, [this, name = source.name] { m_desk.openRedis(name); });
    }
    if (!m_session.live())
        m_redis->addAction(tr("Redis is not connected"))->setEnabled(false);
    else if (sources.empty())
        m_redis->addAction(tr("No policy or format with a log was found"))->setEnabled(false);
}

void LabTrafficButton::chooseFile()
{
    openFile(this, tr("Open a log"), {}, [this](const QString& path) { m_desk.openFile(path); });
}

void LabTrafficButton::askForCapture()
{
    std::vector<CaptureDialog::Source> sources;
    for (const LabRedisSource& source : labRedisSources(m_session, true))
        sources.push_back({source.name, source.title});
    if (!m_session.live() || sources.empty()) {
        Q_EMIT problemChanged(m_session.live() ? tr("No policy is published on this server, and no limiter's "
                                                    "token was found.")
                                               : tr("Redis is not connected."));
        return;
    }
    auto* const dialog = new CaptureDialog(sources, window());
    connect(dialog, &CaptureDialog::captureWanted, &m_desk, &TrafficDesk::capture);
    dialog->open();
}

void LabTrafficButton::askForPlan()
{
    auto* const dialog = new GenerateDialog(m_desk.plan(), window());
    connect(dialog, &GenerateDialog::generateWanted, &m_desk, &TrafficDesk::generate);
    dialog->open();
}

} // namespace ratewarden::ui
