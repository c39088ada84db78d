// SPDX-License-Identifier: GPL-3.0-or-later
// The lab's traffic as it is edited by hand.
#include "ui/pages/lab/lab_edit_card.h"
#include "ui/pages/lab/lab_expectations_card.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/lab/lab_requests_card.h"
#include "ui/pages/lab/lab_time_card.h"
#include "ui/pages/lab/lab_traffic_button.h"
#include "ui/widgets/plain_label.h"

#include <QKeyEvent>
#include <QPushButton>
#include <QStackedWidget>

namespace ratewarden::ui {
namespace {

constexpr auto clientByHand = "client"; // the first token of traffic that begins empty

bool isUndo(const QKeyEvent* key)
{
    return key->matches(QKeySequence::Undo);
}
bool isRedo(const QKeyEvent* key)
{
    return key->matches(QKeySequence::Redo);
}

} // namespace

void LabPage::setEditing(bool editing)
{
    const bool was = !m_edit->isHidden();
    m_edit->setVisible(editing);
    m_trafficButton->setEditing(editing);
    if (editing && !was)
        m_edit->begin(traffic(),
                      m_bench.token() ? std::string(m_bench.nameOf(*m_bench.token())) : clientByHand);
    if (!traffic())
        m_stack->setCurrentIndex(editing ? NoRequestPage : StartPage);
}

// Edits that come while one is being applied are applied with it: none is lost.
void LabPage::edit(const TraceEdit& edit)
{
    setProblem({});
    m_edits.push_back(edit);
    m_bench.runner().ask(
        Question::Edits,
        [before = traffic(), edits = m_edits](Computation&) -> SharedTraffic {
            Trace trace = edited(before ? before->trace : Trace(), edits);
            return trace.empty() ? nullptr : generatedTraffic(std::move(trace));
        },
        [this](const Outcome<SharedTraffic>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                m_edits.clear();
                m_edit->present(traffic());
                setProblem(failure->message);
                return;
            }
            takeEdits(*outcome.result());
        });
}

// The same candidates, marks, token and times are shown for the other traffic.
void LabPage::takeEdits(const SharedTraffic& traffic)
{
    m_expectations->forgetFile();
    if (!traffic) {
        clearTraffic();
        return;
    }
    const SharedTraffic before = m_bench.traffic();
    DecisionStrips& strips = m_time->strips();
    const TimeRange time = strips.shownTime();
    const bool isZoomed = before && time != before->time();
    const TimeRange counted = m_bench.stretch();
    m_edit->present(traffic);
    LabSetup setup = m_bench.setup();
    setup.token = m_edit->token();
    if (strips.cursor() && before)
        setup.cursor = strips.data()->times.at(*strips.cursor());
    m_edited = m_edited || before;
    present({.name = before ? m_name : tr("By hand"),
             .lesson = m_lesson->text(),
             .traffic = traffic,
             .setup = std::move(setup)});
    m_details->setChecked(false);
    if (counted != allTime)
        m_requests->count(counted);
    if (isZoomed)
        strips.show(time);
}

// Nothing is left of what was edited.
void LabPage::clearTraffic()
{
    for (std::size_t i = 0; i < LabRunner::questionCount; ++i)
        m_bench.runner().stop(Question(i));
    m_edits.clear();
    m_edit->present(nullptr);
    m_lesson->hide();
    m_details->setChecked(false);
    m_stack->setCurrentIndex(m_edit->isHidden() ? StartPage : NoRequestPage);
    m_bench.clear();
    updateAbout();
}

bool LabPage::event(QEvent* event)
{
    // While requests are edited by hand, undo is about these, wherever the focus is on this page.
    if (event->type() == QEvent::ShortcutOverride && !m_edit->isHidden()) {
        auto* const key = static_cast<QKeyEvent*>(event);
        if (isUndo(key) || isRedo(key))
            key->accept();
    }
    return QWidget::event(event);
}

void LabPage::keyPressEvent(QKeyEvent* event)
{
    if (!m_edit->isHidden() && isUndo(event))
        m_edit->undo();
    else if (!m_edit->isHidden() && isRedo(event))
        m_edit->redo();
    else
        QWidget::keyPressEvent(event);
}

} // namespace ratewarden::ui
