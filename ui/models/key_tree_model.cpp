// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/key_tree_model.h"

#include "ui/text/display_text.h"
#include "ui/text/key_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace ratewarden::ui {

// An index points to the node above it and counts its row there, so that the row of the rest needs no node.
struct KeyTreeModel::Node {
    KeyNode its;
    Node* parent = nullptr;
    int place = 0;
    std::vector<std::unique_ptr<Node>> children{}; // those that have been read
    std::size_t total = 0;                         // of the level below, as was last told
    bool asked = false;                            // for a page that has not come yet
    bool read = false;
};

KeyTreeModel::KeyTreeModel(QObject* parent) : QAbstractItemModel(parent), m_root(std::make_unique<Node>())
{
    m_root->its.folder = m_root->its.holdsFolders = true;
}

KeyTreeModel::~KeyTreeModel() = default;

int KeyTreeModel::shownRows(const Node& node)
{
    return int(node.children.size()) + (node.children.size() < node.total ? 1 : 0);
}

KeyTreeModel::Node* KeyTreeModel::nodeOf(const QModelIndex& index) const
{
    if (!index.isValid())
        return m_root.get();
    const auto* const above = static_cast<const Node*>(index.constInternalPointer());
    const auto row = std::size_t(index.row());
    return row < above->children.size() ? above->children[row].get() : nullptr;
}

QModelIndex KeyTreeModel::indexOf(const Node& node) const
{
    return node.parent ? createIndex(node.place, 0, node.parent) : QModelIndex();
}

QModelIndex KeyTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    Node* const above = nodeOf(parent);
    if (!above || parent.column() > 0 || row < 0 || row >= shownRows(*above) || column < 0 ||
        column >= ColumnCount)
        return {};
    return createIndex(row, column, above);
}

QModelIndex KeyTreeModel::parent(const QModelIndex& child) const
{
    if (!child.isValid())
        return {};
    return indexOf(*static_cast<const Node*>(child.constInternalPointer()));
}

int KeyTreeModel::rowCount(const QModelIndex& parent) const
{
    const Node* const node = nodeOf(parent);
    return node && parent.column() <= 0 ? shownRows(*node) : 0;
}

int KeyTreeModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

bool KeyTreeModel::hasChildren(const QModelIndex& parent) const
{
    const Node* const node = nodeOf(parent);
    return node && parent.column() <= 0 && (node->read ? shownRows(*node) > 0 : node->its.holdsFolders);
}

bool KeyTreeModel::canFetchMore(const QModelIndex& parent) const
{
    const Node* const node = nodeOf(parent);
    return node && parent.column() <= 0 && node != m_root.get() && node->its.holdsFolders && !node->read &&
           !node->asked;
}

void KeyTreeModel::fetchMore(const QModelIndex& parent)
{
    if (canFetchMore(parent))
        ask(*nodeOf(parent), 0, pageSize);
}

void KeyTreeModel::readMore(const QModelIndex& parent)
{
    Node* const node = nodeOf(parent);
    if (node && node->read && !node->asked && node->children.size() < node->total)
        ask(*node, node->children.size(), pageSize);
}

void KeyTreeModel::ask(Node& node, std::size_t from, std::size_t count)
{
    node.asked = true;
    Q_EMIT wanted(node.its.path, from, count);
}

void KeyTreeModel::readAgain()
{
    ask(*m_root, 0, std::max(pageSize, m_root->children.size()));
    for (const auto& child : m_root->children)
        askAgain(*child);
}

// A page that is under way is as of before.
void KeyTreeModel::askAgain(Node& node)
{
    if (!node.read && !node.asked)
        return;
    ask(node, 0, std::max(pageSize, node.children.size()));
    for (const auto& child : node.children)
        askAgain(*child);
}

KeyTreeModel::Node* KeyTreeModel::findNode(const std::string& folder) const
{
    Node* node = m_root.get();
    while (node->its.path != folder) {
        const auto next = std::ranges::find_if(node->children, [&](const auto& child) {
            return !child->its.path.empty() && folder.starts_with(child->its.path);
        });
        if (next == node->children.end())
            return nullptr;
        node = next->get();
    }
    return node;
}

QModelIndex KeyTreeModel::find(const std::string& folder) const
{
    const Node* const node = findNode(folder);
    return node ? indexOf(*node) : QModelIndex();
}

const KeyNode* KeyTreeModel::at(const QModelIndex& index) const
{
    const Node* const node = index.isValid() ? nodeOf(index) : nullptr;
    return node ? &node->its : nullptr;
}

void KeyTreeModel::put(const KeyLevel& level)
{
    Node* const node = findNode(level.folder);
    if (!node)
        return; // it went meanwhile
    node->asked = false;
    node->read = true;
    m_most = level.most;
    if (level.from > 0) {
        if (level.from == node->children.size()) {
            insertNew(*node, level);
            setTotal(*node, level.total);
        }
        return;
    }
    removeGone(*node, level);
    insertNew(*node, level);
    reorder(*node, level);
    setTotal(*node, level.total);
    if (!node->children.empty())
        Q_EMIT dataChanged(index(0, 0, indexOf(*node)),
                           index(int(node->children.size()) - 1, ColumnCount - 1, indexOf(*node)));
}

void KeyTreeModel::removeGone(Node& node, const KeyLevel& level)
{
    std::unordered_set<std::string_view> there;
    for (const KeyNode& row : level.rows)
        there.insert(row.path);
    for (std::size_t i = node.children.size(); i-- > 0;) {
        if (there.contains(node.children[i]->its.path))
            continue;
        beginRemoveRows(indexOf(node), int(i), int(i));
        node.children.erase(node.children.begin() + std::ptrdiff_t(i));
        for (std::size_t j = i; j < node.children.size(); ++j)
            node.children[j]->place = int(j);
        --node.total; // so that the row of the rest stays as it is
        endRemoveRows();
    }
}

void KeyTreeModel::insertNew(Node& node, const KeyLevel& level)
{
    std::unordered_set<std::string_view> known;
    for (const auto& child : node.children)
        known.insert(child->its.path);
    std::vector<const KeyNode*> rows;
    for (const KeyNode& row : level.rows)
        if (!known.contains(row.path))
            rows.push_back(&row);
    if (rows.empty())
        return;
    setTotal(node, node.children.size()); // no row of the rest meanwhile
    const int first = int(node.children.size());
    beginInsertRows(indexOf(node), first, first + int(rows.size()) - 1);
    for (const KeyNode* const row : rows) {
        auto child = std::make_unique<Node>(Node{.its = *row, .parent = &node});
        child->place = int(node.children.size());
        node.children.push_back(std::move(child));
    }
    node.total = node.children.size();
    endInsertRows();
}

void KeyTreeModel::reorder(Node& node, const KeyLevel& level)
{
    std::unordered_map<std::string_view, int> places;
    for (const KeyNode& row : level.rows)
        places.emplace(row.path, int(places.size()));
    std::vector<int> moved;
    moved.reserve(node.children.size());
    bool same = true;
    for (const auto& child : node.children) {
        const int place = places.at(child->its.path);
        // Views keep whether a row can be opened until rows are laid out again.
        same = same && place == child->place &&
               level.rows[std::size_t(place)].holdsFolders == child->its.holdsFolders;
        moved.push_back(place);
        child->its = level.rows[std::size_t(place)];
    }
    if (same)
        return;
    const QPersistentModelIndex above(indexOf(node));
    Q_EMIT layoutAboutToBeChanged({above}, VerticalSortHint);
    std::vector<std::unique_ptr<Node>> children(node.children.size());
    for (std::size_t i = 0; i < moved.size(); ++i) {
        auto& child = children[std::size_t(moved[i])];
        child = std::move(node.children[i]);
        child->place = moved[i];
    }
    node.children = std::move(children);
    for (const QModelIndex& from : persistentIndexList())
        if (from.constInternalPointer() == &node && std::size_t(from.row()) < moved.size())
            changePersistentIndex(from, createIndex(moved[std::size_t(from.row())], from.column(), &node));
    Q_EMIT layoutChanged({above}, VerticalSortHint);
}

// The row of the rest comes and goes with it.
void KeyTreeModel::setTotal(Node& node, std::size_t total)
{
    const int rest = int(node.children.size());
    const bool had = node.children.size() < node.total;
    total = std::max(total, node.children.size());
    const bool has = node.children.size() < total;
    if (had && !has)
        beginRemoveRows(indexOf(node), rest, rest);
    else if (!had && has)
        beginInsertRows(indexOf(node), rest, rest);
    node.total = total;
    if (had && !has)
        endRemoveRows();
    else if (!had && has)
        endInsertRows();
    else if (has)
        Q_EMIT dataChanged(index(rest, 0, indexOf(node)), index(rest, 0, indexOf(node)));
}

QString KeyTreeModel::text(const Node& node, Column column) const
{
    const KeyNode& its = node.its;
    switch (column) {
    case Name:
        return its.label.empty() ? folderText(its.path) : shown(its.label);
    case Keys:
        return numberText(Units(its.totals.keys));
    case Memory:
        return its.totals.memory > 0 ? bytesText(std::llround(its.totals.memory)) : QString();
    case NoExpiry:
        return its.totals.ttlUnknown >= its.totals.keys
                   ? QStringLiteral("?")
                   : percentText(double(its.totals.withoutTtl) / double(its.totals.keys));
    case ColumnCount:
        break;
    }
    return {};
}

QVariant KeyTreeModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto column = Column(index.column());
    if (role == Qt::TextAlignmentRole)
        return headerData(column, Qt::Horizontal, role);
    const Node* const node = nodeOf(index);
    if (role == MoreRole)
        return node == nullptr;
    if (!node) {
        const auto* const above = static_cast<const Node*>(index.constInternalPointer());
        return column == Name && (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
                   ? QVariant(
                         tr("… and %1 more").arg(numberText(Units(above->total - above->children.size()))))
                   : QVariant();
    }
    const KeyNode& its = node->its;
    switch (role) {
    case Qt::DisplayRole:
        return text(*node, column);
    case Qt::AccessibleTextRole: {
        const QString cell =
            QStringLiteral("%1: %2").arg(headerData(column, Qt::Horizontal).toString(), text(*node, column));
        return column == Name && !kindsText(its.totals).isEmpty() ? cell + ", " + kindsText(its.totals)
                                                                  : cell;
    }
    case Qt::ToolTipRole:
        return plainToolTip(column == Name ? QStringLiteral("%1\n%2").arg(
                                                 its.path == KeyTree::withoutPrefix
                                                     ? tr("Keys whose names begin like no other key's")
                                                     : shown(its.path),
                                                 kindsText(its.totals))
                                           : text(*node, column));
    case AboutRole:
        return kindsText(its.totals);
    case UnknownRole:
        return mostlyUnknown(its.totals);
    case AlarmRole:
        return mostlyUnknown(its.totals) && its.totals.withoutTtl == its.totals.keys;
    case ShareRole:
        return m_most > 0 ? its.totals.memory / m_most : 0.0;
    default:
        return {};
    }
}

QVariant KeyTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return section == Memory     ? tr("An estimate, from the sizes of some of the keys")
               : section == NoExpiry ? tr("The share of keys that never expire")
                                     : QVariant();
    static constexpr std::array<const char*, ColumnCount> titles{QT_TR_NOOP("prefix"), QT_TR_NOOP("keys"),
                                                                 QT_TR_NOOP("memory"), QT_TR_NOOP("no TTL")};
    return role == Qt::DisplayRole ? tr(titles[std::size_t(section)]) : QVariant();
}

Qt::ItemFlags KeyTreeModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
}

} // namespace ratewarden::ui
