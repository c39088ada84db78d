// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/keys_dialog.h"

#include "ui/theme/theme.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/scroll_area.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QScrollArea>

namespace ratewarden::ui {
namespace {

constexpr int narrowestKeysDialog = 720;

} // namespace

KeysDialog::KeysDialog(const std::vector<Group>& groups, QWidget* parent) : QDialog(parent)
{
    setObjectName("keys");
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keys of this page"));
    auto* const body = new QWidget;
    auto* const columns = new QHBoxLayout(body);
    columns->setContentsMargins(8, 8, 8, 8);
    columns->setSpacing(32);
    std::size_t all = 0;
    for (const Group& group : groups)
        all += group.keys.size() + 2;
    std::size_t used = 0;
    QGridLayout* grid = nullptr;
    for (const Group& group : groups) {
        if (!grid || used >= (all + 1) / 2) {
            auto* const column = new QVBoxLayout;
            grid = new QGridLayout;
            grid->setHorizontalSpacing(16);
            grid->setVerticalSpacing(6);
            column->addLayout(grid);
            column->addStretch(1);
            columns->addLayout(column, 1);
            used = 0;
        }
        used += group.keys.size() + 2;
        auto* const title = new PlainLabel(group.title);
        title->setFont(cardTitleFont());
        title->setContentsMargins(0, grid->rowCount() > 1 ? 10 : 0, 0, 0);
        grid->addWidget(title, grid->rowCount(), 0, 1, 2);
        for (const auto& [key, what] : group.keys) {
            const int row = grid->rowCount();
            grid->addWidget(fieldTitle(key), row, 0, Qt::AlignTop);
            auto* const meaning = new PlainLabel(what);
            meaning->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
            grid->addWidget(meaning, row, 1, Qt::AlignTop);
            m_lines << key + QLatin1Char(' ') + what;
        }
        grid->setColumnStretch(1, 1);
    }
    auto* const column = new QVBoxLayout(this);
    column->addWidget(makeScrollArea(body));
    // It scrolls where all of it would be larger than the window alone.
    const QSize whole =
        body->sizeHint().expandedTo({narrowestKeysDialog, 0}).grownBy(column->contentsMargins());
    resize(whole.boundedTo(parent->window()->size()));
}

} // namespace ratewarden::ui
