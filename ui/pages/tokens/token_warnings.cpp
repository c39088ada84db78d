// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/token_warnings.h"

#include "ui/text/warning_text.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QAction>
#include <QBoxLayout>
#include <QPushButton>

#include <algorithm>

namespace ratewarden::ui {

TokenWarnings::TokenWarnings(QAction* removeLock, QWidget* parent) : QWidget(parent)
{
    auto* const column = columnLayout(4, this);
    for (int i = 0; i < warningCodeCount; ++i) {
        Line& line = m_lines.at(std::size_t(i));
        line.whole = new QWidget;
        line.text = new PlainLabel;
        line.text->setWrapped();
        auto* const row = new QHBoxLayout(line.whole);
        row->setContentsMargins(0, 0, 0, 0);
        row->addWidget(line.text, 1);
        if (WarningCode(i) == WarningCode::StaleLock)
            row->addWidget(buttonFor(removeLock, false), 0, Qt::AlignTop);
        column->addWidget(line.whole);
    }
    hide();
}

void TokenWarnings::present(const std::vector<Warning>& warnings, bool blocked)
{
    if (warnings.empty())
        return hide();
    QSizePolicy policy = sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    setSizePolicy(policy);
    for (int i = 0; i < warningCodeCount; ++i) {
        const auto code = WarningCode(i);
        const Line& line = m_lines.at(std::size_t(i));
        const auto found = std::ranges::find(warnings, code, &Warning::code);
        line.whole->setVisible(found != warnings.end());
        if (found != warnings.end())
            line.text->setText(
                QStringLiteral("▲ %1 %2").arg(warningSentence(*found), warningAdvice(code, blocked)));
    }
    show();
}

void TokenWarnings::clear()
{
    QSizePolicy policy = sizePolicy();
    policy.setRetainSizeWhenHidden(false);
    setSizePolicy(policy);
    hide();
}

} // namespace ratewarden::ui
