// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/filter_line.h"

#include "core/admin/named_filters.h"
#include "core/filters/filter_faults.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/filter_popup.h"

#include <QAbstractItemView>
#include <QAction>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr qsizetype mostRecentFilters = 8;
constexpr int cursorMargin = 5; // that QLineEdit has before its cursor, in the rectangle it tells

bool isBlank(QChar c)
{
    return c == ' ' || c == '\t';
}

} // namespace

FilterLine::FilterLine(FilterFields fields, QWidget* parent) : QLineEdit(parent), m_fields(fields)
{
    setClearButtonEnabled(true);
    connect(this, &QLineEdit::textChanged, this, &FilterLine::take);
    connect(this, &QLineEdit::textEdited, this, [this] { m_isEdited = true; }); // before it has changed
    connect(this, &QLineEdit::returnPressed, this, &FilterLine::enter);
}

FilterLine::~FilterLine()
{
    delete m_popup;
}

void FilterLine::take(const QString& text)
{
    m_typed = typedFilter(m_fields, text.toStdString());
    const QString fault = faultText();
    setToolTip(fault.isEmpty() ? QString() : plainToolTip(fault));
    setAccessibleDescription(fault);
    update();
    Q_EMIT filterChanged(m_typed.filter);
    if (std::exchange(m_isEdited, false))
        openOffers();
}

QString FilterLine::faultText() const
{
    if (const QString name = newName(); !name.isEmpty())
        return tr("Return keeps the words in front of it as the filter “%1”").arg(name);
    return m_typed.fault ? problemText(m_typed.fault->reason()) : QString();
}

int FilterLine::indexOf(std::size_t byte) const
{
    return int(QString::fromStdString(text().toStdString().substr(0, byte)).size());
}

// Also of one in double quotes, as far as they are there.
FilterLine::Span FilterLine::wordAtCursor() const
{
    const QString typed = text();
    Span word{0, cursorPosition()};
    bool isQuoted = false;
    for (int i = 0; i < word.end; ++i) {
        const QChar c = typed[i];
        if (c == '"')
            isQuoted = !isQuoted;
        else if (!isQuoted && (isBlank(c) || c == '('))
            word.begin = i + 1;
    }
    while (word.end < typed.size() && !isBlank(typed[word.end]) && typed[word.end] != ')')
        ++word.end;
    return word;
}

FilterLine::Span FilterLine::wrongSpan() const
{
    if (!m_typed.fault)
        return {};
    const QString typed = text();
    Span wrong{std::min(indexOf(m_typed.fault->position()), int(typed.size())), 0};
    if (wrong.begin == typed.size() || isBlank(typed[wrong.begin])) // what is missing is behind the word
        while (wrong.begin > 0 && !isBlank(typed[wrong.begin - 1]))
            --wrong.begin;
    wrong.end = wrong.begin;
    while (wrong.end < typed.size() && !isBlank(typed[wrong.end]))
        ++wrong.end;
    return wrong;
}

// Of the last word, or of the bracket that is closed behind it, with its minus sign. Between words there are
// only brackets, "or" and signs of brackets, so that those in a word or its quotes do not count.
std::size_t FilterLine::beginOfLast() const
{
    const std::string& typed = m_typed.filter.text();
    const std::vector<FilterTerm>& terms = m_typed.filter.terms();
    std::size_t begin = terms.back().begin;
    auto open = std::count(typed.begin() + std::ptrdiff_t(terms.back().end), typed.end(), ')');
    if (open == 0)
        return begin;
    for (std::size_t i = terms.size(); i > 0 && open > 0; --i) {
        const std::size_t before = i > 1 ? terms[i - 2].end : 0;
        for (begin = terms[i - 1].begin; begin > before && open > 0; --begin)
            open += typed[begin - 1] == ')' ? 1 : typed[begin - 1] == '(' ? -1 : 0;
    }
    return begin > 0 && typed[begin - 1] == '-' ? begin - 1 : begin;
}

bool FilterLine::offers() const
{
    return m_popup && m_popup->isVisible();
}

QStringList FilterLine::offered() const
{
    QStringList texts;
    if (offers())
        for (const FilterOffer& offer : m_popup->offers())
            texts << offer.text;
    return texts;
}

void FilterLine::takeValuesOf(QAbstractItemView* list, std::function<QString(const QModelIndex&)> termOf)
{
    m_list = list;
    m_termOf = std::move(termOf);
    auto* const separator = new QAction(list);
    separator->setSeparator(true);
    m_byValue = new QAction(list);
    m_byValue->setObjectName("filterByValue");
    m_withoutValue = new QAction(list);
    m_withoutValue->setObjectName("leaveValueOut");
    for (const QAction* const action : {m_byValue, m_withoutValue})
        connect(action, &QAction::triggered, this, [this, action] { addTerm(action->data().toString()); });
    list->addActions({separator, m_byValue, m_withoutValue});
    if (list->contextMenuPolicy() == Qt::DefaultContextMenu)
        list->setContextMenuPolicy(Qt::ActionsContextMenu);
    list->installEventFilter(this); // which gets the menu key
    list->viewport()->installEventFilter(this);
    nameValue();
}

void FilterLine::addTerm(const QString& term)
{
    // A wrong word, and what is behind it, counts for nothing: the term stands in front of it.
    const QString front = m_typed.fault ? QString::fromStdString(m_typed.filter.text()) : text();
    const QString rest = text().mid(front.size());
    const QString filter = withTerm(front, term);
    setText(filter + (filter.endsWith(' ') ? rest.trimmed() : rest));
}

// Once, when the menu opens: it does what it says, whatever happens to the rows below it.
void FilterLine::nameValue()
{
    constexpr int longestTerm = 60; // in a menu
    const QModelIndex current = m_list->currentIndex();
    const QString term = current.isValid() ? m_termOf(current) : QString();
    const QString named = withoutKeys(shortened(term, longestTerm));
    m_byValue->setText(term.isEmpty() ? tr("Filter by this value") : tr("Filter by %1").arg(named));
    m_withoutValue->setText(term.isEmpty() ? tr("Leave this value out") : tr("Leave %1 out").arg(named));
    m_byValue->setData(term);
    m_withoutValue->setData('-' + term);
    m_byValue->setEnabled(!term.isEmpty());
    m_withoutValue->setEnabled(!term.isEmpty());
}

bool FilterLine::eventFilter(QObject* watched, QEvent* event)
{
    // Of other events nothing is asked: while the list is being destroyed it is none any more.
    const bool isMenu = event->type() == QEvent::ContextMenu;
    if ((!isMenu && event->type() != QEvent::MouseButtonPress) || !m_list ||
        (watched != m_list && watched != m_list->viewport()))
        return QLineEdit::eventFilter(watched, event);
    if (isMenu)
        nameValue();
    if (isMenu || watched == m_list)
        return false;
    const auto* const press = static_cast<QMouseEvent*>(event);
    if (press->button() != Qt::LeftButton || !press->modifiers().testFlag(Qt::AltModifier))
        return false;
    const QModelIndex index = m_list->indexAt(press->pos());
    const QString term = index.isValid() ? m_termOf(index) : QString();
    if (!term.isEmpty())
        addTerm(press->modifiers().testFlag(Qt::ShiftModifier) ? '-' + term : term);
    return !term.isEmpty(); // else it is a click like any other
}

void FilterLine::mousePressEvent(QMouseEvent* event)
{
    QLineEdit::mousePressEvent(event);
    if (event->button() == Qt::LeftButton && text().isEmpty())
        openOffers();
}

void FilterLine::setInventory(FilterInventory inventory)
{
    m_inventory = std::move(inventory);
    if (m_isOffering)
        showOffers();
}

// By what was there the last time, until it is known what there is.
void FilterLine::openOffers()
{
    m_isOffering = true;
    showOffers();
    Q_EMIT inventoryWanted();
}

void FilterLine::closeOffers()
{
    m_isOffering = false;
    if (m_popup)
        m_popup->present({}, {}, 0);
}

void FilterLine::showOffers()
{
    if (!m_popup) {
        m_popup = new FilterPopup(this);
        connect(m_popup, &FilterPopup::chosen, this, &FilterLine::accept);
        connect(m_popup, &FilterPopup::dismissed, this, &FilterLine::closeOffers);
    }
    const Span span = wordAtCursor();
    std::vector<FilterOffer> offers;
    if (m_inventory) {
        m_inventory->recent = m_recent;
        m_inventory->named = NamedFilters().read();
        offers = filterOffers(text().mid(span.begin, span.end - span.begin), m_fields, *m_inventory);
    }
    m_popup->present(std::move(offers), faultText(), rectOf({span.begin, span.begin}).x());
}

void FilterLine::accept(const FilterOffer& offer)
{
    const Span word = offer.isWhole ? Span{0, int(text().size())} : wordAtCursor();
    setSelection(word.begin, word.end - word.begin);
    insert(offer.needsValue ? offer.text : offer.text + ' '); // which tells that it was edited
    if (!offer.needsValue)
        closeOffers();
}

/// Under which the words in front of the last one are to be kept; empty: it is no such word.
QString FilterLine::newName() const
{
    if (!m_typed.fault || m_typed.fault->reason().code != Problem::Code(Fault::FilterNamed) ||
        m_typed.filter.empty())
        return {};
    const QString last = text().mid(indexOf(m_typed.fault->position())).trimmed().section(':', 1);
    return last.contains(' ') ? QString() : last;
}

void FilterLine::enter()
{
    const QString name = newName();
    if (name.isEmpty())
        return remember();
    try {
        NamedFilters().keep(name.toStdString(), m_typed.filter.text());
        setText(QString::fromStdString(m_typed.filter.text()) + ' ');
    } catch (const InvalidArgument& error) {
        setFocus();
        m_isOffering = true;
        showOffers();
        m_popup->present({}, problemText(error), 0);
    }
}

void FilterLine::remember()
{
    const QString filter = text().trimmed();
    if (filter.isEmpty() || m_typed.fault)
        return;
    m_recent.removeAll(filter);
    m_recent.prepend(filter);
    m_recent.resize(std::min(m_recent.size(), mostRecentFilters));
}

void FilterLine::setRecent(const QStringList& filters)
{
    m_recent = filters.mid(0, mostRecentFilters);
}

bool FilterLine::event(QEvent* event)
{
    if (event->type() == QEvent::Hide)
        closeOffers();
    return QLineEdit::event(event);
}

void FilterLine::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) {
        openOffers();
        return;
    }
    const bool isBehindWord = !hasSelectedText() && cursorPosition() == text().size() && text().endsWith(' ');
    if (event->key() == Qt::Key_Backspace && event->modifiers() == Qt::NoModifier && isBehindWord &&
        !m_typed.fault && !m_typed.filter.terms().empty()) {
        const int begin = indexOf(beginOfLast());
        setSelection(begin, int(text().size()) - begin);
    }
    QLineEdit::keyPressEvent(event);
}

void FilterLine::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() == Qt::PopupFocusReason || event->reason() == Qt::ActiveWindowFocusReason)
        return;
    remember();
    closeOffers();
}

QRect FilterLine::rectOf(Span span) const
{
    const QRect cursor = cursorRect();
    const QFontMetrics metrics(font());
    const QString typed = text();
    const int origin = cursor.x() + cursorMargin - metrics.horizontalAdvance(typed.left(cursorPosition()));
    const int left = origin + metrics.horizontalAdvance(typed.left(span.begin));
    const int right = origin + metrics.horizontalAdvance(typed.left(span.end));
    return {left, cursor.y(), right - left, cursor.height()};
}

// Over the text, as what is under it is the line's own.
void FilterLine::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(rect().adjusted(4, 0, isClearButtonEnabled() ? -24 : -4, 0));
    painter.setPen(Qt::NoPen);
    QColor ground = colors().accent;
    ground.setAlpha(32);
    painter.setBrush(ground);
    const Span typing = hasFocus() ? wordAtCursor() : Span{-1, -1};
    for (const FilterTerm& term : m_typed.filter.terms()) {
        const Span span{indexOf(term.begin), indexOf(term.end)};
        if (span.begin < typing.begin || span.begin >= typing.end)
            painter.drawRoundedRect(QRectF(rectOf(span)).adjusted(-3, -1, 3, 1), 6, 6);
    }
    if (const Span wrong = wrongSpan(); wrong.end > wrong.begin) {
        QPen pen(colors().limited, 2, Qt::DotLine);
        painter.setPen(pen);
        const QRect under = rectOf(wrong);
        painter.drawLine(under.left(), under.bottom(), under.right(), under.bottom());
    }
}

} // namespace ratewarden::ui
