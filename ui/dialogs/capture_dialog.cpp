// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/capture_dialog.h"

#include "core/model/errors.h"
#include "core/model/time.h"
#include "ui/dialogs/fit_to_text.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto shortestCapture = 1s;
constexpr auto longestCapture = 1h;

} // namespace

CaptureDialog::CaptureDialog(const std::vector<Source>& sources, QWidget* parent)
    : QDialog(parent)
    , m_sources(sources)
    , m_source(new QComboBox)
    , m_duration(new QLineEdit(QStringLiteral("1min")))
    , m_problem(new PlainLabel)
    , m_start(named("startCapture", new QPushButton(tr("Capture"))))
{
    setWindowTitle(tr("Capture live traffic"));
    setObjectName("captureDialog");
    fitToText(this, 480);
    auto* const layout = beginDialog(this, windowTitle());
    auto* const about = new PlainLabel(
        tr("Reads the states of the tokens once a second, and takes what was charged between two readings as "
           "requests: of logs with their exact times, of counters and buckets spread over the second. "
           "Nothing is "
           "changed in Redis."),
        PlainLabel::Tone::Muted);
    about->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    layout->addWidget(about);
    auto* const grid = makeFieldGrid(12, 8);
    for (const Source& source : m_sources)
        m_source->addItem(source.title);
    m_source->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_source->setMinimumContentsLength(20);
    addField(grid, tr("Policy or format"), "captureSource", m_source);
    m_duration->setToolTip(tr("Such as 30s or 5min; it can be finished early"));
    addField(grid, tr("For"), "captureDuration", m_duration);
    m_problem->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    m_problem->hide();
    grid->addWidget(m_problem, grid->rowCount(), 1);
    layout->addLayout(grid);
    addDialogButtons(layout, this, m_start);
    connect(m_duration, &QLineEdit::textChanged, this, &CaptureDialog::read);
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (!m_entered || m_source->currentIndex() < 0)
            return;
        Q_EMIT captureWanted(m_sources[std::size_t(m_source->currentIndex())].name, *m_entered);
        accept();
    });
    read();
    m_duration->setFocus();
    m_duration->selectAll();
}

QString CaptureDialog::problem() const
{
    return m_problem->text();
}

void CaptureDialog::read()
{
    m_entered.reset();
    try {
        const Micros entered = parseDuration(m_duration->text().trimmed().toStdString());
        if (entered >= shortestCapture && entered <= longestCapture)
            m_entered = std::chrono::duration_cast<std::chrono::milliseconds>(entered);
    } catch (const InvalidArgument&) { // said below
    }
    m_problem->setText(m_entered ? QString()
                                 : QStringLiteral("▲ ") + tr("from 1s to 1h, such as 30s or 5min"));
    m_problem->setVisible(!m_entered);
    m_start->setEnabled(m_entered.has_value());
}

} // namespace ratewarden::ui
