// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_traffic_button.h"

#include "ui/text/display_text.h"

#include <QAction>
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

LabTrafficButton::LabTrafficButton(Session& session, const std::vector<LabExample>& examples)
    : QPushButton(tr("Traffic")), m_session(session)
{
    setObjectName("labTraffic");
    setToolTip(tr("Open, read, generate or edit the requests that rules are tried on"));
    auto* const menu = new QMenu(this);
    const auto add = [&](QMenu* to, const QString& text, const char* name, auto then) {
        QAction* const action = to->addAction(text);
        action->setObjectName(name);
        connect(action, &QAction::triggered, this, then);
        return action;
    };
    add(menu, tr("Open a log or trace…"), "labOpenFile", [this] { Q_EMIT fileWanted(); });
    menu->addSeparator();
    auto* const list = menu->addMenu(tr("Examples"));
    list->setObjectName("labExamples");
    list->setToolTipsVisible(true);
    for (int i = 0; i < int(examples.size()); ++i) {
        QAction* const action = list->addAction(examples[std::size_t(i)].title);
        action->setToolTip(plainToolTip(examples[std::size_t(i)].lesson));
        connect(action, &QAction::triggered, this, [this, i] { Q_EMIT exampleWanted(i); });
    }
    m_redis = menu->addMenu(tr("From Redis"));
    m_redis->setObjectName("labFromRedis");
    m_redis->setToolTipsVisible(true);
    add(menu, tr("Capture live…"), "labCapture", [this] { Q_EMIT captureWanted(); });
    menu->addSeparator();
    add(menu, tr("Generate…"), "labGenerate", [this] { Q_EMIT generateWanted(); });
    m_edit = add(menu, tr("Edit by hand"), "labEditByHand", [this](bool on) { Q_EMIT editingWanted(on); });
    m_edit->setCheckable(true);
    menu->addSeparator();
    m_showToken = add(menu, {}, "labShowToken", [this] { Q_EMIT tokenWanted(); });
    setToken({});
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, &LabTrafficButton::listSources);
    connect(m_redis, &QMenu::aboutToShow, this, &LabTrafficButton::listSources); // it is also shown alone
    listSources();
}

void LabTrafficButton::setEditing(bool editing)
{
    m_edit->setChecked(editing);
}

void LabTrafficButton::setToken(const QString& token)
{
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
        connect(action, &QAction::triggered, this, [this, name = source.name] { Q_EMIT redisWanted(name); });
    }
    if (!m_session.live())
        m_redis->addAction(tr("Redis is not connected"))->setEnabled(false);
    else if (sources.empty())
        m_redis->addAction(tr("No policy or format with a log was found"))->setEnabled(false);
}

} // namespace ratewarden::ui
