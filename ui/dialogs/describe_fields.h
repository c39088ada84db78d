// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/files/format_file.h"

#include <QWidget>

#include <map>
#include <optional>
#include <span>
#include <vector>

class QComboBox;
class QGridLayout;
class QLineEdit;
class QPlainTextEdit;

namespace ratewarden::ui {

class PlainLabel;

/// The fields that describe a format, with what is wrong beside each of them.
class DescribeFields final : public QWidget {
    Q_OBJECT

public:
    explicit DescribeFields(QWidget* parent = nullptr);

    /// Shows the format; what the fields do not show stays as it is in it. `proposed`: shapes that the key
    /// suggests.
    void put(const FormatFile& file, std::span<const Shape> proposed);
    /// The same for another shape of the key: what was edited since stays.
    void change(const FormatFile& file, std::span<const Shape> proposed);
    /// A limit is not known of most layouts; their window is, now and then.
    void suggestWindow(std::optional<Nanos> window);
    /// The format that is entered; empty while it could read nothing. What is wrong, with the name, too,
    /// stands beside its field then. `sample`: of the key, to check the names of the keys by.
    std::optional<FormatFile> read(const FormatSample& sample);
    /// Empty while what is entered is wrong.
    std::optional<std::vector<Rule>> rules();
    /// All that stands in the fields, to tell whether it was edited.
    QStringList texts() const;

    enum class Field { Name, Key, Shape, Value, Score, Epoch, Expiry, Rules };
    void setError(Field field, const QString& message);
    bool hasErrors() const;
    void focusFirst();

Q_SIGNALS:
    void changed();
    /// Another shape was chosen by hand.
    void shapeChosen(ratewarden::Shape shape);

private:
    void colorErrors();
    void addRow(QGridLayout* grid, Field field, const QString& title, QWidget* editor, const char* name);
    void putValue(const KeyRole& main);
    KeyRole readMain();
    void readEpoch(FormatFile& file);
    void changeUnit();
    void clearErrors();
    static Field fieldOf(const std::string& path);

    FormatFile m_base;
    QStringList m_put; // what stood in the fields when a format was put into them
    bool m_filling = false;
    std::map<Field, PlainLabel*> m_titles;
    std::map<Field, PlainLabel*> m_errors;
    QLineEdit* m_name;
    QLineEdit* m_key;
    QComboBox* m_shape;
    QPlainTextEdit* m_value;
    PlainLabel* m_hint;
    QLineEdit* m_score;
    QComboBox* m_unit;
    QLineEdit* m_epoch;
    QComboBox* m_expiry;
    QLineEdit* m_rules;
};

} // namespace ratewarden::ui
