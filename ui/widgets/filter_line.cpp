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

FilterNames namesFor(const QString& filter)
{
    return filter.contains(inFilters(ExpandedFilter::word)) ? NamedFilters().read() : FilterNames();
}

} // namespace

QString withoutNames(const QString& filter)
{
    return inFilters(ExpandedFilter(filter.toStdString(), namesFor(filter)).text());
}

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
    m_asks = false;
    m_names = namesFor(text);
    m_typed = typedFilter(m_fields, text.toStdString(), m_names);
    m_naming = naming();
    const QString about = remark();
    setToolTip(about.isEmpty() ? QString() : plainToolTip(about));
    setAccessibleDescription(about);
    update();
    Q_EMIT filterChanged(m_typed.filter);
    if (std::exchange(m_isEdited, false))
        openOffers();
}

/// What there is to be said of the words.
QString FilterLine::remark() const
{
    if (m_naming && !m_naming->before)
        return tr("Return keeps the words in front of it as the filter “%1”").arg(shown(m_naming->name));
    if (m_naming && m_asks)
        return tr("“%1” is “%2”. Return once more replaces that by the words in front of it")
            .arg(shown(m_naming->name), shown(*m_naming->before));
    if (!m_typed.fault)
        return problemText(foreignWord(m_typed.filter));
    if (m_typed.fault->reason().code != Problem::Code(Fault::FilterNamed))
        return problemText(m_typed.fault->reason());
    const Span wrong = wrongSpan();
    const QString name = text().mid(wrong.begin, wrong.end - wrong.begin).section(':', 1);
    return name.isEmpty() ? problemText({Fault::FilterValueMissing, "filter", "filter:night"})
                          : tr("No filter is called “%1”. Behind other words, Return keeps those as “%1”")
                                .arg(shown(name.toStdString()));
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
    if (!m_typed.fault || m_naming)
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
    const std::string typed = text().toStdString();
    const std::vector<TypedFilter::Word>& words = m_typed.words;
    std::size_t begin = words.back().begin;
    auto open = std::count(typed.begin() + std::ptrdiff_t(words.back().end), typed.end(), ')');
    if (open == 0)
        return begin;
    for (std::size_t i = words.size(); i > 0 && open > 0; --i) {
        const std::size_t before = i > 1 ? words[i - 2].end : 0;
        for (begin = words[i - 1].begin; begin > before && open > 0; --begin)
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
    const QString front = text().left(indexOf(m_typed.taken));
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
        m_popup->present({}, {}, false, 0);
}

void FilterLine::showOffers()
{
    if (!m_popup) {
        m_popup = new FilterPopup(this);
        connect(m_popup, &FilterPopup::chosen, this, &FilterLine::accept);
        connect(m_popup, &FilterPopup::removed, this, &FilterLine::removeNamed);
        connect(m_popup, &FilterPopup::dismissed, this, &FilterLine::closeOffers);
    }
    const Span span = wordAtCursor();
    std::vector<FilterOffer> offers;
    if (m_inventory) {
        m_inventory->recent = m_recent;
        m_inventory->named = NamedFilters().read();
        offers = filterOffers(text().mid(span.begin, span.end - span.begin), m_fields, *m_inventory);
    }
    m_popup->present(std::move(offers), remark(), m_typed.fault && !m_naming,
                     rectOf({span.begin, span.begin}).x());
}

void FilterLine::accept(const FilterOffer& offer)
{
    const Span word = offer.isWhole ? Span{0, int(text().size())} : wordAtCursor();
    setSelection(word.begin, word.end - word.begin);
    insert(offer.needsValue ? offer.text : offer.text + ' '); // which tells that it was edited
    if (!offer.needsValue)
        closeOffers();
}

// Of a name that is taken only as long as nothing follows it, as one that was completed has a space behind
// it: that is there to filter by.
std::optional<FilterLine::Naming> FilterLine::naming() const
{
    const QString typed = text();
    const QString words = typed.trimmed();
    const auto begin = std::max(words.lastIndexOf(' '), words.lastIndexOf('\t')) + 1;
    const QString last = words.mid(begin);
    if (begin == 0 || !last.startsWith(inFilters(ExpandedFilter::word)))
        return std::nullopt;
    const TypedFilter front = typedFilter(m_fields, words.left(begin).trimmed().toStdString(), m_names);
    const std::string name = last.section(':', 1).toStdString();
    if (front.fault || front.filter.empty() || name.empty())
        return std::nullopt;
    const auto known = m_names.find(name);
    if (known == m_names.end())
        return Naming{name, front.filter.text(), std::nullopt};
    return isBlank(typed.back()) || m_typed.fault
               ? std::nullopt
               : std::optional(Naming{name, front.filter.text(), known->second});
}

// Below the line, which is where the operator goes on.
void FilterLine::say(const QString& text, bool isWrong)
{
    setFocus(Qt::OtherFocusReason);
    showOffers();
    m_popup->present({}, text, isWrong, 0);
}

void FilterLine::enter()
{
    if (!m_naming)
        return remember();
    if (m_naming->before && !std::exchange(m_asks, true)) {
        setAccessibleDescription(remark());
        return say(remark(), false);
    }
    keepNamed(Naming(*m_naming));
}

void FilterLine::keepNamed(const Naming& naming)
{
    try {
        NamedFilters().keep(naming.name, naming.filter);
        setText(inFilters(naming.filter) + ' ');
    } catch (const InvalidArgument& error) {
        say(problemText(error), true);
    }
}

void FilterLine::removeNamed(const FilterOffer& offer)
{
    try {
        NamedFilters().remove(offer.name);
        take(text()); // which may mean it
        showOffers();
    } catch (const InvalidArgument& error) {
        say(problemText(error), true);
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
    // Of each key, also of one that the list takes.
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        m_asks = m_asks && (key == Qt::Key_Return || key == Qt::Key_Enter);
    }
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
    m_asks = m_asks && event->reason() == Qt::TabFocusReason; // of Return, which leads into the list
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
    for (const TypedFilter::Word& word : m_typed.words) {
        const Span span{indexOf(word.begin), indexOf(word.end)};
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
