// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/keys/key_rows.h"
#include "ui/models/cell_model.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace ratewarden::ui {

/// What is in one folder: its folders, then its keys. Of a million keys only the pages near those that are
/// looked at are here: wanted() asks for a page, put() takes it.
class KeyListModel final : public CellModel {
    Q_OBJECT

public:
    enum Column { Name, Usage, Ends, State, ColumnCount };
    Q_ENUM(Column)
    enum Role {
        ShareRole = Qt::UserRole, ///< double: used of the tightest rule's limit; below 0: not known
        StatusRole,               ///< int, a TokenStatus; invalid: no limiter's key
        VerdictsRole,             ///< int, of Verdicts
        ReadRole,                 ///< bool: the row has been read
        FolderRole,               ///< bool
        ExpiredRole,              ///< bool: there is no such key any more
        ShortTextsRole            ///< QStringList: the same in less room, the longest first
    };

    static constexpr std::size_t pageSize = 256;
    static constexpr std::size_t mostPages = 32;

    using CellModel::CellModel;

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_total);
    }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : ColumnCount;
    }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    const std::string& folder() const { return m_folder; }
    /// Shows other keys, and asks for the first page.
    void show(const std::string& folder);
    /// Asks for the pages that are here, anew.
    void readAgain();
    /// These rows are looked at: what is missing of them is asked for.
    void look(int first, int last);
    void put(const KeyListing& listing);
    /// How the keys' tokens stand, as read just now.
    void putUsages(const std::vector<KeyUsage>& usages);
    /// All of the folder that are known.
    std::vector<KeyUsage> usages() const;
    /// For countdowns, by the server's clock.
    void setNow(Instant now) { m_now = now; }

    /// Null: not read yet.
    const KeyRow* at(int row) const;
    /// -1: not among what has been read.
    int rowOf(const std::string& key) const;

Q_SIGNALS:
    /// The rows from there on.
    void wanted(const std::string& folder, std::size_t from, std::size_t count);

private:
    struct Page {
        std::vector<KeyRow> rows; // empty: it has been asked for
        bool asked = false;
    };
    QString title(int column) const override;
    bool isNumber(int column) const override { return column != Name; }
    QString cellText(int row, int column) const override;
    QString cellTip(int row, int column) const override;
    QString text(const KeyRow& row, Column column) const;
    QStringList shortTexts(const KeyRow& row, Column column) const;
    const KeyUsage* usageOf(const KeyRow& row) const;
    bool isExpired(const KeyRow& row) const;
    bool ofLimiters() const;
    void ask(std::size_t page);
    void forgetFarPages(std::size_t first, std::size_t last);

    std::string m_folder;
    std::size_t m_total = 0;
    std::map<std::size_t, Page> m_pages; // by number
    std::unordered_map<std::string, KeyUsage> m_usages;
    Instant m_now{};
    bool m_limiters = false; // what the headings speak of
};

} // namespace ratewarden::ui
