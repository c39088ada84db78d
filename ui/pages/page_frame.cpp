// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page_frame.h"

#include "ui/pages/page_banner.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>

namespace ratewarden::ui {

PageFrame framePage(QWidget* page, PageBanner* banner, const QString& name, PlainLabel* about,
                    PlainLabel* age)
{
    auto* const column = new QVBoxLayout(page);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(12);
    column->addWidget(banner);
    auto* const head = new QHBoxLayout;
    head->setSpacing(8);
    auto* const heading = wholeLabel(name);
    heading->setFont(headingFont());
    head->addWidget(heading);
    head->addSpacing(6);
    head->addWidget(about, 1);
    if (age)
        head->addWidget(age);
    column->addLayout(head);
    return {column, head};
}

} // namespace ratewarden::ui
