// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connection_test.h"

#include "ui/link/lane.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>

#include <utility>

namespace ratewarden::ui {
namespace {

QString stepName(ConnectStep step, Deployment deployment)
{
    switch (step) {
    case ConnectStep::Ssh:
        return ConnectionTest::tr("ssh");
    case ConnectStep::Name:
        return ConnectionTest::tr("name");
    case ConnectStep::Connect:
        return ConnectionTest::tr("connection");
    case ConnectStep::Tls:
        return ConnectionTest::tr("TLS");
    case ConnectStep::Login:
        return ConnectionTest::tr("login");
    case ConnectStep::Topology:
        return deployment == Deployment::Sentinel ? ConnectionTest::tr("primary")
                                                  : ConnectionTest::tr("cluster");
    case ConnectStep::Database:
        return ConnectionTest::tr("database");
    case ConnectStep::Read:
        return ConnectionTest::tr("right to read");
    }
    return {};
}

} // namespace

ConnectionTest::ConnectionTest(QWidget* parent)
    : QWidget(parent), m_steps(new QHBoxLayout), m_facts(new PlainLabel({}, PlainLabel::Tone::Muted))
{
    auto* const layout = columnLayout(6, this);
    m_steps->setSpacing(6);
    layout->addLayout(m_steps);
    layout->addWidget(m_facts);
    clear();
}

ConnectionTest::~ConnectionTest()
{
    Lane::retire(std::move(m_lane));
}

void ConnectionTest::start(const Endpoint& endpoint)
{
    m_deployment = endpoint.deployment;
    const std::vector<ConnectStep> steps = connectSteps(endpoint);
    showSteps(steps, nullptr);
    m_facts->setText(tr("Trying to connect…"));
    m_facts->show();
    show();
    Lane::retire(std::move(m_lane));
    m_lane = std::make_unique<Lane>("test", endpoint, Timeouts(), nullptr);
    m_lane->post(
        this, [](Server& server) { return checkConnection(server); },
        [this, steps, asked = m_lane.get()](const Outcome<ConnectionCheck>& outcome) {
            const ConnectionCheck* const check = outcome.result();
            if (check && asked == m_lane.get()) // and no later one has been started
                finish(steps, *check);
        });
}

void ConnectionTest::finish(const std::vector<ConnectStep>& steps, const ConnectionCheck& check)
{
    m_lane.release()->deleteLater(); // this is called by it
    showSteps(steps, &check);
    QStringList facts;
    if (!check.failed) {
        facts << tr("All steps work");
        if (check.info.version) // not every user may ask
            facts << engineText(check.info);
        if (check.info.tls)
            facts << tr("certificate until %1").arg(momentText(check.info.tls->expires));
        facts << waitText(check.latency);
    }
    m_facts->setText(facts.join(QStringLiteral(" · ")));
    m_facts->setVisible(!facts.isEmpty());
    Q_EMIT finished(problemText(check.problem));
}

void ConnectionTest::clear()
{
    Lane::retire(std::move(m_lane));
    hide();
}

void ConnectionTest::showSteps(const std::vector<ConnectStep>& steps, const ConnectionCheck* check)
{
    clearLayout(m_steps);
    const Colors& c = colors();
    for (const ConnectStep step : steps) {
        auto* const pill = new Pill(Pill::Shape::Badge);
        if (check == nullptr || (check->failed && step > *check->failed))
            pill->set(QStringLiteral("○ ") + stepName(step, m_deployment), c.muted);
        else if (check->failed == step)
            pill->set(QStringLiteral("✗ ") + stepName(step, m_deployment), c.limited);
        else
            pill->set(QStringLiteral("✓ ") + stepName(step, m_deployment), c.used);
        m_steps->addWidget(pill);
    }
    m_steps->addStretch(1);
}

QString ConnectionTest::text() const
{
    QStringList texts;
    for (int i = 0; i < m_steps->count(); ++i)
        if (const auto* const pill = qobject_cast<Pill*>(m_steps->itemAt(i)->widget()))
            texts << pill->text();
    return (texts << m_facts->text()).join('\n');
}

} // namespace ratewarden::ui
