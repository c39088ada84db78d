// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/key_list_model.h"

#include "ui/text/display_text.h"
#include "ui/text/key_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostUsages = 4096; // of keys that were on screen

/// Whether a token's state is in it.
bool isState(const KeyRow& row)
{
    return row.format && row.format->hasState();
}

} // namespace

void KeyListModel::show(const std::string& folder)
{
    beginResetModel();
    m_folder = folder;
    m_total = 0;
    m_pages.clear();
    m_usages.clear();
    m_limiters = false;
    endResetModel();
    ask(0);
}

void KeyListModel::readAgain()
{
    if (m_pages.empty())
        ask(0);
    for (auto& [number, page] : m_pages) {
        page.asked = true;
        Q_EMIT wanted(m_folder, number * pageSize, pageSize);
    }
}

void KeyListModel::ask(std::size_t number)
{
    Page& page = m_pages[number];
    if (page.asked)
        return;
    page.asked = true;
    Q_EMIT wanted(m_folder, number * pageSize, pageSize);
}

void KeyListModel::look(int first, int last)
{
    if (last < first || first < 0)
        return;
    const std::size_t from = std::size_t(first) / pageSize;
    const std::size_t to = std::size_t(last) / pageSize;
    for (std::size_t number = from; number <= to; ++number)
        if (const auto page = m_pages.find(number); page == m_pages.end() || page->second.rows.empty())
            ask(number);
    forgetFarPages(from, to);
}

// Those that are the farthest from what is looked at.
void KeyListModel::forgetFarPages(std::size_t first, std::size_t last)
{
    while (m_pages.size() > mostPages) {
        const std::size_t before = m_pages.begin()->first < first ? first - m_pages.begin()->first : 0;
        const std::size_t after = m_pages.rbegin()->first > last ? m_pages.rbegin()->first - last : 0;
        m_pages.erase(before > after ? m_pages.begin() : std::prev(m_pages.end()));
    }
}

void KeyListModel::put(const KeyListing& listing)
{
    if (listing.folder != m_folder)
        return;
    const auto total = int(listing.total);
    if (listing.total > m_total) {
        beginInsertRows({}, int(m_total), total - 1);
        m_total = listing.total;
        endInsertRows();
    } else if (listing.total < m_total) {
        beginRemoveRows({}, total, int(m_total) - 1);
        m_total = listing.total;
        m_pages.erase(m_pages.lower_bound((m_total + pageSize - 1) / pageSize), m_pages.end());
        endRemoveRows();
    }
    if (listing.rows.empty()) {
        m_pages.erase(listing.from / pageSize);
        return;
    }
    m_pages[listing.from / pageSize] = {listing.rows, false};
    Q_EMIT dataChanged(index(int(listing.from), 0),
                       index(std::min(int(listing.from + listing.rows.size()), total) - 1, ColumnCount - 1));
    if (const bool limiters = ofLimiters(); limiters != m_limiters) {
        m_limiters = limiters;
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    }
}

// Whether the headings speak of tokens: by the first page.
bool KeyListModel::ofLimiters() const
{
    const auto first = m_pages.begin();
    return first != m_pages.end() && std::ranges::any_of(first->second.rows, isState);
}

void KeyListModel::putUsages(const std::vector<KeyUsage>& usages)
{
    if (m_usages.size() > mostUsages)
        m_usages.clear();
    for (const KeyUsage& usage : usages) {
        m_usages[usage.key] = usage;
        if (const int row = rowOf(usage.key); row >= 0)
            Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
}

std::vector<KeyUsage> KeyListModel::usages() const
{
    std::vector<KeyUsage> all;
    for (const auto& [key, usage] : m_usages)
        all.push_back(usage);
    return all;
}

const KeyRow* KeyListModel::at(int row) const
{
    const auto page = m_pages.find(std::size_t(row) / pageSize);
    if (row < 0 || page == m_pages.end())
        return nullptr;
    const std::size_t place = std::size_t(row) % pageSize;
    return place < page->second.rows.size() ? &page->second.rows[place] : nullptr;
}

int KeyListModel::rowOf(const std::string& key) const
{
    for (const auto& [number, page] : m_pages)
        if (const auto found = std::ranges::find(page.rows, key, &KeyRow::name); found != page.rows.end())
            return int(number * pageSize) + int(found - page.rows.begin());
    return -1;
}

const KeyUsage* KeyListModel::usageOf(const KeyRow& row) const
{
    const auto found = m_usages.find(row.name);
    return found == m_usages.end() ? nullptr : &found->second;
}

// As the scan has found it: its row stays until the next one.
bool KeyListModel::isExpired(const KeyRow& row) const
{
    const KeyUsage* const usage = usageOf(row); // which was read since
    return !row.folder && row.expires >= 0 && !(usage && usage->resets) &&
           Instant(std::chrono::milliseconds(row.expires)) <= m_now;
}

QString KeyListModel::text(const KeyRow& row, Column column) const
{
    const KeyUsage* const usage = usageOf(row);
    switch (column) {
    case Name:
        return row.name.size() > m_folder.size() && row.name.starts_with(m_folder)
                   ? shown(std::string_view(row.name).substr(m_folder.size()))
                   : shown(row.name);
    case Usage:
        if (usage && usage->used)
            return numberText(*usage->used) + QLatin1Char('/') +
                   (usage->capacity ? numberText(*usage->capacity) : QStringLiteral("?"));
        return row.folder                        ? keysText(Units(row.keys))
               : isState(row) || row.memory <= 0 ? QString()
                                                 : bytesText(std::llround(row.memory));
    case Ends:
        if (usage && usage->resets)
            return countdownText(*usage->resets - std::max(m_now - usage->at, Micros::zero()));
        if (row.folder || row.expires == FoundKeyFacts::unknown)
            return {};
        return row.expires == FoundKeyFacts::never ? expiryText(std::nullopt)
               : isExpired(row)                    ? tr("expired")
                                : countdownText(Instant(std::chrono::milliseconds(row.expires)) - m_now);
    case State:
        if (row.folder)
            return {};
        if (!isState(row))
            return typeText(nameOf(row.type));
        return usage ? statusName(usage->status, usage->verdicts) : QString();
    case ColumnCount:
        break;
    }
    return {};
}

// Of a time its first unit; a number with three digits.
QStringList KeyListModel::shortTexts(const KeyRow& row, Column column) const
{
    if (column == Ends)
        return {text(row, column).section(QLatin1Char(' '), 0, 1)};
    if (column != Usage)
        return {};
    const KeyUsage* const usage = usageOf(row);
    if (usage && usage->used)
        return {briefNumberText(*usage->used) + QLatin1Char('/') +
                    (usage->capacity ? briefNumberText(*usage->capacity) : QStringLiteral("?")),
                QString()}; // the bar says much the same
    return row.folder ? QStringList{briefNumberText(Units(row.keys))} : QStringList();
}

QString KeyListModel::cellText(int row, int column) const
{
    const KeyRow* const its = at(row);
    return its ? text(*its, Column(column)) : column == Name ? QStringLiteral("…") : QString();
}

QString KeyListModel::cellTip(int row, int column) const
{
    const KeyRow* const its = at(row);
    return its && column == Name ? shown(its->name) : cellText(row, column);
}

QVariant KeyListModel::data(const QModelIndex& index, int role) const
{
    const KeyRow* const row = checkIndex(index, CheckIndexOption::IndexIsValid) ? at(index.row()) : nullptr;
    if (role == ReadRole)
        return row != nullptr;
    if (role < Qt::UserRole)
        return CellModel::data(index, role);
    if (!row)
        return {};
    const KeyUsage* const usage = usageOf(*row);
    switch (role) {
    case FolderRole:
        return row->folder;
    case ExpiredRole:
        return isExpired(*row);
    case ShortTextsRole:
        return shortTexts(*row, Column(index.column()));
    case ShareRole:
        return usage ? usage->share : -1.0;
    case StatusRole:
        return isState(*row) ? QVariant(int(usage ? usage->status : TokenStatus::Unknown)) : QVariant();
    case VerdictsRole:
        return int(usage ? usage->verdicts : Verdicts::Enforced);
    default:
        return {};
    }
}

QString KeyListModel::title(int column) const
{
    static constexpr std::array<const char*, ColumnCount> ofKeys{QT_TR_NOOP("key"), QT_TR_NOOP("size"),
                                                                 QT_TR_NOOP("TTL"), QT_TR_NOOP("type")};
    static constexpr std::array<const char*, ColumnCount> ofTokens{
        QT_TR_NOOP("token"), QT_TR_NOOP("used"), QT_TR_NOOP("resets in"), QT_TR_NOOP("state")};
    return tr((m_limiters ? ofTokens : ofKeys)[std::size_t(column)]);
}

} // namespace ratewarden::ui
