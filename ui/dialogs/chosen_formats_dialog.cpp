// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/chosen_formats_dialog.h"

#include "core/formats/describe/prefix_file.h"
#include "core/model/errors.h"
#include "ui/dialogs/fit_to_text.h"
#include "ui/link/format_files.h"
#include "ui/text/display_text.h"
#include "ui/text/format_files_text.h"
#include "ui/text/problem_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/scroll_area.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QPushButton>

namespace ratewarden::ui {

ChosenFormatsDialog::ChosenFormatsDialog(FormatFiles& files, QWidget* parent)
    : QDialog(parent)
    , m_files(files)
    , m_banner(new Banner)
    , m_about(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_table(new QWidget)
{
    setWindowTitle(tr("Formats that you chose"));
    setObjectName("chosenFormatsDialog");
    setMinimumHeight(240);
    fitToText(this, 560);
    auto* const layout = beginDialog(this, windowTitle());
    m_about->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    layout->addWidget(m_about);
    layout->addWidget(m_banner);
    new QGridLayout(m_table);
    layout->addWidget(makeScrollArea(m_table), 1);
    addCloseButton(layout, this, tr("Close"));
    connect(&files, &FormatFiles::loadedAgain, this, &ChosenFormatsDialog::present);
    connect(&files, &FormatFiles::prefixRefused, this,
            [this](const std::string& beginning, const QString& problem) {
                present(); // its button can be pressed again
                m_banner->setText(QStringLiteral("%1: %2").arg(shown(beginning), problem));
            });
    present();
}

void ChosenFormatsDialog::present()
{
    PrefixFile file;
    QString problem;
    const LoadedFormats loaded = m_files.loaded() ? *m_files.loaded() : LoadedFormats();
    try {
        if (!loaded.prefixes.empty())
            file = parsePrefixFile(loaded.prefixes);
    } catch (const InvalidArgument& error) { // one of its formats is gone
        problem = problemText(error);
    }
    for (const RefusedFormat& one : loaded.refused)
        if (one.file.filename() == PrefixFile::name)
            problem = refusedText(one);
    m_banner->setText(problem);
    m_about->setVisible(problem.isEmpty() || !file.formats.empty());
    m_about->setText(
        file.formats.empty()
            ? tr("You have chosen no format yet. The window asks where keys fit a format only by what they "
                 "hold, and before a change of keys that fit several which mean opposite things.")
            : tr("Keys that begin so are read as those of the format, on every server. What you take back is "
                 "recognized automatically again."));
    delete m_table->layout();
    qDeleteAll(m_table->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    auto* const grid = new QGridLayout(m_table);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const auto& one : file.formats) {
        auto* const prefix = new PlainLabel(shown(one.first));
        prefix->setFont(monospaceFont());
        auto* const takeBack = new QPushButton(tr("Take back"));
        nameWidget(takeBack, "takeBack", tr("Take back %1").arg(prefix->text()));
        takeBack->setAutoDefault(false);
        connect(takeBack, &QPushButton::clicked, this, [this, takeBack, beginning = one.first] {
            takeBack->setEnabled(false); // until it is in force, or refused
            m_files.savePrefix(beginning, {});
        });
        grid->addWidget(prefix, row, 0);
        grid->addWidget(wholeLabel(one.second == PrefixFile::none ? tr("no limiter") : shown(one.second)),
                        row, 1);
        grid->addWidget(takeBack, row, 2);
        ++row;
    }
    grid->setRowStretch(row, 1);
}

} // namespace ratewarden::ui
