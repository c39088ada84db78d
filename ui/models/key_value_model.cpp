// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/key_value_model.h"

#include "core/model/text.h"
#include "ui/text/display_text.h"
#include "ui/text/key_text.h"
#include "ui/text/meaning_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr std::size_t hexShown = 16; // bytes of an element

QString shownValue(const ValueText& text)
{
    const QString first = shown(text.bytes);
    if (!text.cut())
        return first;
    return QCoreApplication::translate("KeyText", "%1 … (%2)").arg(first, bytesText(qint64(text.length)));
}

bool isPrintable(const ValueElement& element)
{
    return printable(element.name.bytes) == element.name.bytes;
}

} // namespace

bool KeyValueModel::isDump() const
{
    return m_page.type == KeyType::String && !m_page.elements.empty() &&
           (m_page.from.position > 0 || m_page.elements.front().value.bytes.size() > oneLine);
}

int KeyValueModel::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid())
        return 0;
    return isDump() ? int((m_page.elements.front().value.bytes.size() + m_lineLength - 1) / m_lineLength)
                    : int(m_page.elements.size());
}

void KeyValueModel::put(ValuePage page, std::vector<Meaning> meanings)
{
    // A page that is read again looks the same, but for what has changed in it: what is selected stays so.
    const bool same = page.type == m_page.type && page.from == m_page.from &&
                      page.elements.size() == m_page.elements.size() && !isDump();
    if (!same)
        beginResetModel();
    m_page = std::move(page);
    m_meanings = std::move(meanings);
    if (!same)
        endResetModel();
    else if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void KeyValueModel::clear()
{
    m_mark.clear();
    put({}, {});
}

void KeyValueModel::setNarrow(bool narrow)
{
    const std::size_t length = narrow ? 8 : 16;
    if (length == m_lineLength)
        return;
    beginResetModel();
    m_lineLength = length;
    endResetModel();
}

bool KeyValueModel::has(Column column) const
{
    switch (column) {
    case Name:
        return isDump() || m_page.type == KeyType::Hash || m_page.type == KeyType::List ||
               m_page.type == KeyType::Stream;
    case Bytes: // of members only where the text does not say them all
        return m_page.type == KeyType::SortedSet || m_page.type == KeyType::Set
                   ? !std::ranges::all_of(m_page.elements, isPrintable)
                   : m_page.type != KeyType::Stream;
    case Score:
        return m_page.type == KeyType::SortedSet;
    case Means:
        return !m_meanings.empty();
    case Text:
    case ColumnCount:
        break;
    }
    return true;
}

std::string_view KeyValueModel::lineAt(int row) const
{
    return std::string_view(m_page.elements.front().value.bytes)
        .substr(std::size_t(row) * m_lineLength, m_lineLength);
}

std::size_t KeyValueModel::rowOf(const Meaning& meaning) const
{
    return isDump() ? meaning.begin / m_lineLength : meaning.element;
}

std::vector<Meaning> KeyValueModel::meaningsAt(int row) const
{
    std::vector<Meaning> here;
    for (const Meaning& meaning : m_meanings)
        if (meaning.place != MeaningPlace::KeyName && rowOf(meaning) == std::size_t(row))
            here.push_back(meaning);
    return here;
}

std::string KeyValueModel::bytesAt(int row) const
{
    if (isDump())
        return m_page.elements.front().value.bytes;
    const ValueElement& element = m_page.elements[std::size_t(row)];
    if (m_page.type == KeyType::SortedSet || m_page.type == KeyType::Set)
        return element.name.bytes;
    if (m_page.type != KeyType::Stream)
        return element.value.bytes;
    std::string all;
    for (const auto& [name, value] : element.fields)
        all += name.bytes + ' ' + value.bytes + '\n';
    return all;
}

QStringList KeyValueModel::meanings() const
{
    QStringList names;
    for (const Meaning& meaning : m_meanings)
        if (meaning.place != MeaningPlace::KeyName && meaning.code != MeaningCode::EntryTime)
            if (const QString name = meaningName(meaning); !names.contains(name))
                names << name;
    return names;
}

int KeyValueModel::rowOf(const QString& meaning) const
{
    const auto found = std::ranges::find_if(m_meanings, [&](const Meaning& one) {
        return one.place != MeaningPlace::KeyName && meaningName(one) == meaning;
    });
    return found == m_meanings.end() ? -1 : int(rowOf(*found));
}

void KeyValueModel::mark(const QString& meaning)
{
    m_mark = meaning;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

QString KeyValueModel::cellText(int row, int column) const
{
    if (column == Means)
        return meaningsText(meaningsAt(row));
    if (isDump()) {
        const std::string_view line = lineAt(row);
        return column == Name    ? numberText(m_page.from.position + Units(row) * Units(m_lineLength))
               : column == Bytes ? hexText(line, m_lineLength)
               : column == Text  ? shown(line)
                                 : QString();
    }
    const ValueElement& element = m_page.elements[std::size_t(row)];
    const bool byMember = m_page.type == KeyType::SortedSet || m_page.type == KeyType::Set;
    switch (Column(column)) {
    case Name:
        return m_page.type == KeyType::List ? numberText(element.position) : shownValue(element.name);
    case Bytes:
        return hexText(byMember ? element.name.bytes : element.value.bytes,
                       m_page.type == KeyType::String ? oneLine : hexShown);
    case Text: {
        if (m_page.type != KeyType::Stream)
            return shownValue(byMember ? element.name : element.value);
        QStringList fields;
        for (const auto& [name, value] : element.fields)
            fields << shownValue(name) + QStringLiteral(" = ") + shownValue(value);
        return fields.join(QStringLiteral(", "));
    }
    case Score:
        return byMember ? shownValue(element.value) : QString();
    case Means:
    case ColumnCount:
        break;
    }
    return {};
}

QVariant KeyValueModel::data(const QModelIndex& index, int role) const
{
    if (role != MarkedRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return CellModel::data(index, role);
    return !m_mark.isEmpty() && std::ranges::any_of(meaningsAt(index.row()), [this](const Meaning& its) {
        return meaningName(its) == m_mark;
    });
}

QString KeyValueModel::title(int column) const
{
    switch (Column(column)) {
    case Name:
        return m_page.type == KeyType::Hash     ? tr("field")
               : m_page.type == KeyType::Stream ? tr("id")
               : m_page.type == KeyType::List   ? tr("index")
                                                : tr("offset");
    case Bytes:
        return tr("bytes");
    case Text:
        return m_page.type == KeyType::SortedSet || m_page.type == KeyType::Set ? tr("member")
               : m_page.type == KeyType::Stream                                 ? tr("fields")
                                                                                : tr("text");
    case Score:
        return tr("score");
    case Means:
        return tr("meaning");
    case ColumnCount:
        break;
    }
    return {};
}

} // namespace ratewarden::ui
