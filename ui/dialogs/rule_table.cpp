// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/rule_table.h"

#include "core/model/errors.h"
#include "core/notations/notation.h"
#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"
#include "ui/text/problem_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/row_delegate.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>

namespace ratewarden::ui {
namespace {

enum RuleTableColumn { RuleColumn, NameColumn, RemarkColumn };

constexpr int rulesInSight = 5;
constexpr int leastRuleWidth = 130;
constexpr int mostRuleWidth = 260;               // the remark beside it wants room, too
constexpr const char* textBefore = "textBefore"; // of an editor: what its cell held when it was opened
constexpr int graveRole = Qt::UserRole;          // of a remark: the row is no rule

/// What is typed takes effect with every key.
class RuleRowDelegate final : public RowDelegate {
public:
    using RowDelegate::RowDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override
    {
        if (index.column() == RemarkColumn)
            return nullptr;
        QWidget* const editor = RowDelegate::createEditor(parent, option, index);
        if (auto* const line = qobject_cast<QLineEdit*>(editor)) {
            line->setProperty(textBefore, index.data());
            line->setFrame(false);
            line->setTextMargins(cellMargin - 2, 0, 0, 0);
            if (index.column() == RuleColumn)
                line->setFont(monospaceFont());
            connect(line, &QLineEdit::textEdited, this,
                    [this, line] { Q_EMIT const_cast<RuleRowDelegate*>(this)->commitData(line); });
        }
        return editor;
    }

    // What is typed comes back as the cell's; set once more, it would take the caret to its end.
    void setEditorData(QWidget* editor, const QModelIndex& index) const override
    {
        const auto* const line = qobject_cast<QLineEdit*>(editor);
        if (!line || line->text() != index.data(Qt::EditRole).toString())
            RowDelegate::setEditorData(editor, index);
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Colors& c = colors();
        painter->save();
        paintGround(painter, option);
        const bool placeholder = index.siblingAtColumn(RuleColumn).data().toString().isEmpty() &&
                                 index.siblingAtColumn(NameColumn).data().toString().isEmpty();
        const QString text = !placeholder                   ? index.data().toString()
                             : index.column() == RuleColumn ? RuleTable::tr("20/min")
                             : index.column() == NameColumn ? RuleTable::tr("name")
                                                            : RuleTable::tr("Add a rule, or paste rules");
        QColor color = c.text;
        if (placeholder || index.column() == NameColumn)
            color = c.muted;
        else if (index.column() == RemarkColumn)
            color = index.data(graveRole).toBool() ? c.limited : c.nearLimit;
        const QFont font = index.column() == RuleColumn ? monospaceFont() : option.font;
        const QRect cell = option.rect.adjusted(cellMargin, 0, -cellMargin, 0);
        painter->setFont(font);
        painter->setPen(color);
        painter->setOpacity(placeholder ? 0.6 : 1);
        painter->drawText(cell, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          QFontMetrics(font).elidedText(text, Qt::ElideRight, cell.width()));
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        return {0, option.fontMetrics.height() + 12};
    }
};

QString ruleTextIn(const QTreeWidgetItem* item)
{
    return item->text(RuleColumn).trimmed();
}

bool isEmpty(const QTreeWidgetItem* item)
{
    return ruleTextIn(item).isEmpty() && item->text(NameColumn).trimmed().isEmpty();
}

} // namespace

RuleTable::RuleTable(QWidget* parent) : QTreeWidget(parent)
{
    setColumnCount(3);
    setHeaderLabels({tr("Rule"), tr("Name"), QString()});
    setFrameShape(QFrame::NoFrame);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setItemDelegate(new RuleRowDelegate(this));
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setAllColumnsShowFocus(true);
    setDragDropMode(QAbstractItemView::InternalMove);
    setEditTriggers(AnyKeyPressed | DoubleClicked | EditKeyPressed);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    header()->setSectionsMovable(false);
    header()->setSectionsClickable(false);
    header()->setSectionResizeMode(QHeaderView::Fixed);
    header()->resizeSection(RuleColumn, leastRuleWidth);
    header()->resizeSection(NameColumn, 90);
    header()->setStretchLastSection(true);
    connect(this, &QTreeWidget::itemChanged, this, &RuleTable::read);
    tidy();
}

QSize RuleTable::sizeHint() const
{
    return {440, header()->sizeHint().height() + rulesInSight * (fontMetrics().height() + 12) + 4};
}

QTreeWidgetItem* RuleTable::insertRow(int row, const QString& rule, const QString& name)
{
    auto* const item = new QTreeWidgetItem({rule, name, {}});
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable | Qt::ItemIsDragEnabled);
    insertTopLevelItem(row, item);
    return item;
}

void RuleTable::insertRules(int row, const std::vector<Rule>& rules, const std::vector<std::string>& names)
{
    for (std::size_t i = 0; i < rules.size(); ++i)
        insertRow(row + int(i), QString::fromStdString(notation(rules[i])),
                  i < names.size() ? QString::fromStdString(names[i]) : QString());
}

void RuleTable::setRules(const std::vector<Rule>& rules, const std::vector<std::string>& names)
{
    clear();
    insertRules(0, rules, names);
    tidy();
}

std::vector<std::string> RuleTable::names() const
{
    std::vector<std::string> names;
    names.reserve(m_rowOfRule.size());
    for (const int row : m_rowOfRule)
        names.push_back(topLevelItem(row)->text(NameColumn).trimmed().toStdString());
    if (std::ranges::all_of(names, &std::string::empty))
        names.clear();
    return names;
}

QStringList RuleTable::texts() const
{
    QStringList texts;
    for (int row = 0; row < topLevelItemCount(); ++row)
        texts << topLevelItem(row)->text(RuleColumn) << topLevelItem(row)->text(NameColumn);
    return texts;
}

void RuleTable::setFindings(const std::vector<RuleFinding>& findings)
{
    const QSignalBlocker blocker(this);
    for (int row = 0; row < topLevelItemCount(); ++row)
        if (QTreeWidgetItem* const item = topLevelItem(row); !item->data(RemarkColumn, graveRole).toBool()) {
            item->setText(RemarkColumn, {});
            item->setToolTip(RemarkColumn, {});
        }
    for (const RuleFinding& finding : findings) {
        QTreeWidgetItem* const item = topLevelItem(m_rowOfRule[finding.rule]);
        const QString text = remarkText(finding, m_rules);
        const QString before = item->text(RemarkColumn);
        item->setText(RemarkColumn,
                      before.isEmpty() ? QStringLiteral("▲ ") + text : before + QStringLiteral("; ") + text);
        item->setToolTip(RemarkColumn, plainToolTip(item->text(RemarkColumn)));
    }
}

void RuleTable::setLimit(std::size_t rule, Units limit)
{
    if (rule >= m_rules.size())
        return;
    const int row = m_rowOfRule[rule];
    std::vector<Rule> ofRow; // several, while they are being typed
    for (std::size_t i = 0; i < m_rules.size(); ++i)
        if (m_rowOfRule[i] == row) {
            ofRow.push_back(m_rules[i]);
            if (i == rule)
                ofRow.back().limit = limit;
        }
    topLevelItem(row)->setText(RuleColumn, QString::fromStdString(notation(ofRow)));
}

QStringList RuleTable::remarks() const
{
    QStringList remarks;
    for (int row = 0; row < topLevelItemCount(); ++row)
        if (const QString text = topLevelItem(row)->text(RemarkColumn); !text.isEmpty())
            remarks << ruleTextIn(topLevelItem(row)) + QLatin1Char(' ') + text;
    return remarks;
}

void RuleTable::paste()
{
    try {
        const ReadRules read = readRulesInAnyNotation(QGuiApplication::clipboard()->text().toStdString());
        // They take the place of what is chosen.
        QList<int> chosen;
        for (QTreeWidgetItem* const item : selectedItems())
            chosen << indexOfTopLevelItem(item);
        const int row = chosen.isEmpty() ? topLevelItemCount() - 1 : std::ranges::min(chosen);
        {
            const QSignalBlocker blocker(this);
            qDeleteAll(selectedItems());
            insertRules(row, read.rules);
        }
        tidy();
        setCurrentItem(topLevelItem(topLevelItemCount() - 1));
        QStringList lines{tr("Read as %1").arg(shown(read.notation))};
        for (const NotationWarning& warning : read.warnings)
            lines << QStringLiteral("▲ ") + warningText(warning);
        Q_EMIT pasted(lines.join(QLatin1Char('\n')));
    } catch (const InvalidArgument& error) {
        Q_EMIT pasted(tr("Not pasted: %1").arg(problemText(error)));
    }
}

void RuleTable::removeChosen()
{
    {
        const QSignalBlocker blocker(this);
        qDeleteAll(selectedItems());
    }
    tidy();
    setCurrentItem(topLevelItem(topLevelItemCount() - 1));
}

void RuleTable::move(int rows)
{
    if (state() == EditingState)
        setFocus(); // which ends that
    const int from = indexOfTopLevelItem(currentItem());
    const int last = topLevelItemCount() - 2; // the empty one stays where it is
    if (from < 0 || from > last)
        return;
    const int to = std::clamp(from + rows, 0, last);
    {
        const QSignalBlocker blocker(this);
        QTreeWidgetItem* const item = takeTopLevelItem(from);
        insertTopLevelItem(to, item);
        setCurrentItem(item);
    }
    read();
}

void RuleTable::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint)
{
    QTreeWidgetItem* const item = currentItem();
    if (hint == QAbstractItemDelegate::RevertModelCache && item != nullptr)
        item->setText(currentColumn(), editor->property(textBefore).toString());
    const bool wasLast = item != nullptr && indexOfTopLevelItem(item) == topLevelItemCount() - 1;
    const bool goesOn = wasLast && hint == QAbstractItemDelegate::SubmitModelCache;
    QTreeWidget::closeEditor(editor, hint);
    // Later, as the base class is not done with the rows yet.
    QMetaObject::invokeMethod(
        this,
        [this, goesOn] {
            tidy();
            if (goesOn) // one can type on there
                setCurrentItem(topLevelItem(topLevelItemCount() - 1));
        },
        Qt::QueuedConnection);
}

// Else Qt makes the first row the current one, and nothing is to be seen of it.
void RuleTable::focusInEvent(QFocusEvent* event)
{
    if (currentItem() == nullptr)
        setCurrentItem(topLevelItem(0));
    QTreeWidget::focusInEvent(event);
}

void RuleTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Paste)) {
        paste();
    } else if (event->matches(QKeySequence::Delete) || event->key() == Qt::Key_Backspace) {
        removeChosen();
    } else if (event->modifiers() == Qt::AltModifier && event->key() == Qt::Key_Up) {
        move(-1);
    } else if (event->modifiers() == Qt::AltModifier && event->key() == Qt::Key_Down) {
        move(1);
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        // An editor passes the key on when it is done with it. It is not meant for the dialog's default
        // button.
        if (state() != EditingState && currentItem())
            editItem(currentItem(), RuleColumn);
    } else {
        QTreeWidget::keyPressEvent(event);
    }
}

void RuleTable::dropEvent(QDropEvent* event)
{
    QTreeWidget::dropEvent(event);
    tidy();
}

// Every rule in a row of its own, no row empty but the last one.
void RuleTable::tidy()
{
    if (state() == EditingState)
        return; // it comes again when that ends
    {
        const QSignalBlocker blocker(this);
        for (int row = topLevelItemCount() - 1; row >= 0; --row) {
            QTreeWidgetItem* const item = topLevelItem(row);
            const bool isLast = row == topLevelItemCount() - 1;
            if (isEmpty(item)) {
                if (!isLast)
                    delete item;
                continue;
            }
            if (isLast)
                insertRow(row + 1, {});
            try {
                const std::vector<Rule> rules = parseRules(ruleTextIn(item).toStdString());
                if (rules.size() > 1) {
                    insertRules(row + 1, rules, {item->text(NameColumn).toStdString()});
                    delete item;
                }
            } catch (const InvalidArgument&) { // read() says so
            }
        }
        if (topLevelItemCount() == 0)
            insertRow(0, {});
    }
    read();
}

void RuleTable::read()
{
    m_rules.clear();
    m_rowOfRule.clear();
    m_problem.clear();
    {
        const QSignalBlocker blocker(this);
        for (int row = 0; row < topLevelItemCount(); ++row) {
            QTreeWidgetItem* const item = topLevelItem(row);
            QString problem;
            QString remark; // where the rule is to be seen
            try {
                if (const QString text = ruleTextIn(item); !isEmpty(item))
                    for (const Rule& rule : parseRules(text.toStdString())) {
                        m_rules.push_back(rule);
                        m_rowOfRule.push_back(row);
                    }
            } catch (const BadNotation& error) {
                problem = problemText(error);
                remark = QStringLiteral("■ ") + problemText(error.reason());
            } catch (const InvalidArgument& error) {
                problem = problemText(error);
                remark = QStringLiteral("■ ") + problem;
            }
            if (m_problem.isEmpty())
                m_problem = problem;
            item->setText(RemarkColumn, remark);
            item->setToolTip(RemarkColumn, plainToolTip(problem));
            item->setData(RemarkColumn, graveRole, !problem.isEmpty());
        }
    }
    fitRuleColumn();
    Q_EMIT changed();
}

// The longest rule is seen whole: "30/min burst 10" is not "30/min".
void RuleTable::fitRuleColumn()
{
    const QFontMetrics metrics(monospaceFont());
    int width = leastRuleWidth;
    for (int row = 0; row < topLevelItemCount(); ++row)
        width =
            std::max(width, metrics.horizontalAdvance(topLevelItem(row)->text(RuleColumn)) + 3 * cellMargin);
    header()->resizeSection(RuleColumn, std::min(width, mostRuleWidth));
}

} // namespace ratewarden::ui
