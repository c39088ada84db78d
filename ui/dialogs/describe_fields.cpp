// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/describe_fields.h"

#include "core/formats/describe/format_writer.h"
#include "core/formats/foreign/catalogue.h"
#include "core/model/errors.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"
#include "ui/text/proposal_text.h"
#include "ui/theme/palette_change.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QComboBox>
#include <QDateTime>
#include <QGridLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QTimeZone>

#include <algorithm>
#include <array>
#include <utility>

namespace ratewarden::ui {
namespace {

// Patterns hold bytes, and the fields text: each byte is one character, as in the files.
QString fromBytes(const std::string& bytes)
{
    return QString::fromLatin1(bytes.data(), qsizetype(bytes.size()));
}

std::optional<std::string> toBytes(const QString& text)
{
    constexpr char16_t highest = 0xff;
    if (std::ranges::any_of(text, [](QChar c) { return c.unicode() > highest; }))
        return std::nullopt;
    return text.toLatin1().toStdString();
}

QString notationFault(const BadNotation& error)
{
    return DescribeFields::tr("At character %1: %2")
        .arg(error.position() + 1)
        .arg(problemText(error.reason()));
}

const QRegularExpression& momentCaptures()
{
    static const QRegularExpression captures(
        QStringLiteral("\\{(tat|stamp|time|start|end|score|until|reset):(s[0-9]?|ms|us|ns)\\}"));
    return captures;
}

constexpr std::array describedShapes{Shape::Counter, Shape::Pair, Shape::Tat,
                                     Shape::Bucket,  Shape::Log,  Shape::Slots};
constexpr std::array expiries{ExpiryRule::From::First, ExpiryRule::From::Newest, ExpiryRule::From::End,
                              ExpiryRule::From::Tat,   ExpiryRule::From::None,   ExpiryRule::From::Other};

// The texts() that come first. lupdate loses the class behind an enum with a type.
enum DescribedText { DescribedName, DescribedKey, DescribedShape, DescribedValue, DescribedScore };

} // namespace

DescribeFields::DescribeFields(QWidget* parent)
    : QWidget(parent)
    , m_name(new QLineEdit)
    , m_key(new QLineEdit)
    , m_shape(new QComboBox)
    , m_value(new QPlainTextEdit)
    , m_hint(named("describeHint", new PlainLabel(QString(), PlainLabel::Tone::Muted)))
    , m_score(new QLineEdit)
    , m_unit(new QComboBox)
    , m_epoch(new QLineEdit)
    , m_expiry(new QComboBox)
    , m_rules(new QLineEdit)
{
    auto* const grid = makeFieldGrid(14, 4, this);
    for (QWidget* const editor :
         {static_cast<QWidget*>(m_key), static_cast<QWidget*>(m_value), static_cast<QWidget*>(m_score)})
        editor->setFont(monospaceFont());
    m_value->setTabChangesFocus(true);
    m_value->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_value->setFixedHeight(m_value->fontMetrics().lineSpacing() * 4 + 14);
    m_value->document()->setDocumentMargin(6);
    m_value->viewport()->setAutoFillBackground(false); // the frame is round, and filled
    m_unit->setMinimumWidth(72);
    m_unit->addItems({QStringLiteral("s"), QStringLiteral("ms"), QStringLiteral("us"), QStringLiteral("ns")});
    for (const ExpiryRule::From from : expiries)
        m_expiry->addItem(expiryText(from), int(from));
    m_epoch->setToolTip(plainToolTip(tr("A date, \"2017-01-01\", or seconds since 1970")));

    addRow(grid, Field::Name, tr("Name"), m_name, "describeName");
    addRow(grid, Field::Key, tr("Key pattern"), m_key, "describePattern");
    addRow(grid, Field::Shape, tr("Shape"), m_shape, "describeShape");
    addRow(grid, Field::Value, tr("Value"), m_value, "describeValue");
    m_hint->setWrapped(QSizePolicy::Ignored, QSizePolicy::MinimumExpanding);
    grid->addWidget(m_hint, grid->rowCount(), 1);
    addRow(grid, Field::Score, tr("Score"), m_score, "describeScore");
    auto* const times = new QWidget;
    auto* const timesRow = rowLayout(10, times);
    timesRow->addWidget(m_unit);
    timesRow->addWidget(fieldTitle(tr("since")));
    timesRow->addWidget(m_epoch, 1);
    addRow(grid, Field::Epoch, tr("Times in"), times, "describeTimes");
    nameWidget(m_unit, "describeUnit", tr("Unit of times"));
    nameWidget(m_epoch, "describeEpoch", tr("Zero of times"));
    addRow(grid, Field::Expiry, tr("Expiry"), m_expiry, "describeExpiry");
    addRow(grid, Field::Rules, tr("Rules"), m_rules, "describeRules");
    grid->setRowStretch(grid->rowCount(), 1);
    colorErrors();

    for (QLineEdit* const edit : {m_name, m_key, m_score, m_epoch, m_rules})
        connect(edit, &QLineEdit::textChanged, this, [this] {
            if (!m_filling)
                Q_EMIT changed();
        });
    connect(m_value, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_filling)
            Q_EMIT changed();
    });
    connect(m_expiry, &QComboBox::activated, this, &DescribeFields::changed);
    connect(m_unit, &QComboBox::activated, this, &DescribeFields::changeUnit);
    connect(m_shape, &QComboBox::activated, this, [this] {
        m_base.shape = Shape(m_shape->currentData().toInt());
        m_hint->setText(capturesText(m_base.shape));
        Q_EMIT shapeChosen(m_base.shape);
        Q_EMIT changed();
    });
    onPaletteChange(this, [this] { colorErrors(); });
}

void DescribeFields::addRow(QGridLayout* grid, Field field, const QString& title, QWidget* editor,
                            const char* name)
{
    auto* const label = fieldTitle(title);
    nameWidget(editor, name, title);
    auto* const error = new PlainLabel;
    error->setObjectName(QLatin1String(name) + QLatin1String("Error"));
    error->setWrapped(QSizePolicy::Ignored, QSizePolicy::MinimumExpanding);
    error->hide();
    const int row = grid->rowCount();
    grid->addWidget(label, row, 0, Qt::AlignTop);
    label->setContentsMargins(0, 5, 0, 0);
    grid->addWidget(editor, row, 1);
    grid->addWidget(error, row + 1, 1);
    grid->setRowMinimumHeight(row + 2, 4);
    grid->addItem(new QSpacerItem(0, 4), row + 2, 1);
    m_titles[field] = label;
    m_errors[field] = error;
}

void DescribeFields::put(const FormatFile& file, std::span<const Shape> proposed)
{
    m_filling = true;
    m_base = file;
    const KeyRole& main = file.keys.front();
    m_name->setText(QString::fromStdString(file.name));
    m_key->setText(fromBytes(main.names.front().text()));
    m_shape->clear();
    for (const Shape shape : describedShapes) {
        const bool isProposed = std::ranges::find(proposed, shape) != proposed.end();
        m_shape->addItem(isProposed ? tr("%1 (proposed)").arg(shapeText(shape)) : shapeText(shape),
                         int(shape));
    }
    m_shape->setCurrentIndex(m_shape->findData(int(file.shape)));
    m_hint->setText(capturesText(file.shape));
    putValue(main);
    const auto captured = momentCaptures().match(m_value->toPlainText() + m_score->text() + m_key->text());
    m_unit->setEnabled(captured.hasMatch());
    m_unit->setCurrentText(captured.hasMatch() && !captured.captured(2).startsWith(u's')
                               ? captured.captured(2)
                               : QStringLiteral("s"));
    const auto epoch = std::chrono::duration_cast<std::chrono::milliseconds>(file.epoch).count();
    m_epoch->setText(QDateTime::fromMSecsSinceEpoch(epoch, QTimeZone::utc())
                         .toString(epoch % 86'400'000 == 0 ? QStringLiteral("yyyy-MM-dd")
                                                           : QStringLiteral("yyyy-MM-ddTHH:mm:ss.zzz")));
    m_expiry->setCurrentIndex(m_expiry->findData(int(file.expiry.from)));
    m_put = texts();
    m_filling = false;
    Q_EMIT changed();
}

void DescribeFields::change(const FormatFile& file, std::span<const Shape> proposed)
{
    const QStringList before = m_put;
    const QStringList entered = texts();
    const auto wasEdited = [&](qsizetype field) {
        return !before.isEmpty() && entered[field] != before[field];
    };
    {
        const QSignalBlocker once(this);
        put(file, proposed);
    }
    m_filling = true;
    if (wasEdited(DescribedName))
        m_name->setText(entered[DescribedName]);
    if (wasEdited(DescribedKey))
        m_key->setText(entered[DescribedKey]);
    if (wasEdited(DescribedValue))
        m_value->setPlainText(entered[DescribedValue]);
    if (wasEdited(DescribedScore))
        m_score->setText(entered[DescribedScore]);
    m_filling = false;
    Q_EMIT changed();
}

void DescribeFields::putValue(const KeyRole& main)
{
    QStringList lines;
    QString title = tr("Value");
    for (const Pattern& value : main.values)
        lines << fromBytes(value.text());
    for (const KeyRole::HashField& field : main.fields)
        lines << fromBytes(field.name + (field.optional ? "? = " : " = ") + field.value.text());
    if (main.type == ValueType::Hash || main.type == ValueType::Stream)
        title = tr("Fields");
    if (main.type == ValueType::List || main.type == ValueType::SortedSet) {
        title = main.type == ValueType::List ? tr("Entry") : tr("Member");
        if (main.element)
            lines << fromBytes(main.element->text());
    }
    m_titles[Field::Value]->setText(title);
    m_value->setAccessibleName(title);
    m_value->setPlainText(lines.join(QLatin1Char('\n')));
    m_value->setEnabled(main.type != ValueType::Set);
    m_score->setText(main.score ? fromBytes(main.score->text()) : QString());
    m_score->setVisible(main.type == ValueType::SortedSet);
    m_titles[Field::Score]->setVisible(main.type == ValueType::SortedSet);
}

void DescribeFields::suggestWindow(std::optional<Nanos> window)
{
    const std::string unit = window ? durationNotation(std::chrono::duration_cast<Micros>(*window)) : "min";
    m_rules->setPlaceholderText(
        window ? tr("20/%1 – the window is a suggestion; may stay empty").arg(QString::fromStdString(unit))
               : tr("20/min + 200/h – may stay empty"));
}

// What a line says of a field: "tokens = {left:int}".
KeyRole DescribeFields::readMain()
{
    KeyRole main = m_base.keys.front();
    const auto pattern = [this](Field field, const QString& text) {
        const std::optional<std::string> bytes = toBytes(text);
        if (!bytes) {
            setError(field, tr("A character stands for one byte, and one is above U+00FF"));
            return Pattern();
        }
        try {
            return Pattern(*bytes);
        } catch (const BadNotation& error) {
            setError(field, notationFault(error));
            return Pattern();
        }
    };
    main.names.front() = pattern(Field::Key, m_key->text());
    const QStringList lines = m_value->toPlainText().split(u'\n', Qt::SkipEmptyParts);
    if (lines.isEmpty() && main.type != ValueType::Set)
        setError(Field::Value, tr("Enter what the value looks like"));
    if (main.type == ValueType::String) {
        main.values.clear();
        for (const QString& line : lines)
            main.values.push_back(pattern(Field::Value, line));
    } else if (main.type == ValueType::Hash || main.type == ValueType::Stream) {
        main.fields.clear();
        for (const QString& line : lines) {
            const qsizetype equals = line.indexOf(u'=');
            QString name = line.left(std::max<qsizetype>(equals, 0)).trimmed();
            if (equals < 0 || name.isEmpty()) {
                setError(Field::Value, tr("A line is \"field = pattern\""));
                break;
            }
            KeyRole::HashField field;
            field.value = pattern(Field::Value, line.mid(equals + 1).trimmed());
            field.optional = name.endsWith(u'?');
            if (field.optional)
                name.chop(1);
            else if (name.contains(u'{'))
                field.namePattern = pattern(Field::Value, name);
            field.name = name.toLatin1().toStdString();
            main.fields.push_back(std::move(field));
        }
        const auto& before = m_base.keys.front();
        main.more = before.more || main.fields.size() < before.fields.size();
    } else if (main.type != ValueType::Set && !lines.isEmpty()) {
        main.element = pattern(Field::Value, lines.first());
    }
    if (main.type == ValueType::SortedSet) {
        if (m_score->text().isEmpty())
            main.score.reset();
        else
            main.score = pattern(Field::Score, m_score->text());
    }
    return main;
}

void DescribeFields::readEpoch(FormatFile& file)
{
    const QString text = m_epoch->text().trimmed();
    bool isNumber = false;
    const double seconds = text.toDouble(&isNumber);
    const QDateTime date = QDateTime::fromString(text, Qt::ISODateWithMs);
    constexpr double most = 4e9; // the year 2096
    if (isNumber && seconds >= 0 && seconds <= most)
        file.epoch = std::chrono::round<Nanos>(std::chrono::duration<double>(seconds));
    else if (date.isValid())
        file.epoch = std::chrono::milliseconds(
            QDateTime(date.date(), date.time(), QTimeZone::utc()).toMSecsSinceEpoch());
    else
        setError(Field::Epoch, tr("Enter a date, \"2017-01-01\", or seconds since 1970"));
}

std::optional<FormatFile> DescribeFields::read(const FormatSample& sample)
{
    clearErrors();
    FormatFile file = m_base;
    file.keys.front() = readMain();
    file.expiry.from = ExpiryRule::From(m_expiry->currentData().toInt());
    readEpoch(file);
    if (hasErrors())
        return std::nullopt;
    file.samples = {sample};
    const auto accepts = [this](const FormatFile& any) {
        try {
            static_cast<void>(parseFormatFile("format", formatFileText(any)));
            return true;
        } catch (const BadFormatFile& error) {
            const bool isOfSample = error.field().starts_with("samples");
            setError(isOfSample ? Field::Key : fieldOf(error.field()),
                     isOfSample ? tr("The key does not match") : problemText(error.reason()));
            return false;
        }
    };
    file.name = "any"; // what it reads does not depend on how it is called
    if (!accepts(file))
        return std::nullopt;
    file.name = m_name->text().trimmed().toStdString();
    if (file.name != m_base.name)
        file.title = file.name;
    if (file.title.empty())
        setError(Field::Name, tr("Enter a name"));
    else if (builtInCatalogue().find(file.name))
        setError(Field::Name, tr("A format of that name comes with Ratewarden"));
    else
        static_cast<void>(accepts(file));
    file.samples.clear();
    return file;
}

std::optional<std::vector<Rule>> DescribeFields::rules()
{
    const std::string text = m_rules->text().trimmed().toStdString();
    if (text.empty())
        return std::vector<Rule>();
    try {
        std::vector<Rule> rules = parseRules(text);
        validateRules(rules);
        return rules;
    } catch (const BadNotation& error) {
        setError(Field::Rules, notationFault(error));
    } catch (const InvalidArgument& error) {
        setError(Field::Rules, problemText(error));
    }
    return std::nullopt;
}

DescribeFields::Field DescribeFields::fieldOf(const std::string& path)
{
    constexpr std::array<std::pair<std::string_view, Field>, 8> places{{{"format", Field::Name},
                                                                        {"keys.main.name", Field::Key},
                                                                        {"keys.main.score", Field::Score},
                                                                        {"keys.main", Field::Value},
                                                                        {"keys", Field::Key},
                                                                        {"shape", Field::Shape},
                                                                        {"epoch", Field::Epoch},
                                                                        {"ttl", Field::Expiry}}};
    const auto* const found =
        std::ranges::find_if(places, [&](const auto& place) { return path.starts_with(place.first); });
    return found == places.end() ? Field::Shape : found->second;
}

// The same captures in another unit.
void DescribeFields::changeUnit()
{
    const QString unit = m_unit->currentText();
    const QString capture = QStringLiteral("{\\1:%1}").arg(unit);
    m_filling = true;
    m_value->setPlainText(m_value->toPlainText().replace(momentCaptures(), capture));
    m_score->setText(m_score->text().replace(momentCaptures(), capture));
    for (const auto field : {DescribedValue, DescribedScore}) // that is no edit of the pattern
        if (!m_put.isEmpty())
            m_put[field].replace(momentCaptures(), capture);
    m_filling = false;
    Q_EMIT changed();
}

QStringList DescribeFields::texts() const
{
    return {m_name->text(),  m_key->text(),   m_shape->currentText(),  m_value->toPlainText(),
            m_score->text(), m_epoch->text(), m_expiry->currentText(), m_rules->text()};
}

void DescribeFields::setError(Field field, const QString& message)
{
    PlainLabel* const label = m_errors[field];
    if (!label->text().isEmpty() && !message.isEmpty())
        return; // the first one is the cause
    label->setText(message.isEmpty() ? QString()
                                     : QStringLiteral("▲ ") + message.left(1).toUpper() + message.mid(1));
    label->setVisible(!message.isEmpty());
}

void DescribeFields::colorErrors()
{
    for (const auto& [field, label] : m_errors) {
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, colors().limited);
        label->setPalette(palette);
    }
}

void DescribeFields::clearErrors()
{
    for (const auto& [field, label] : m_errors) {
        label->setText({});
        label->hide();
    }
}

bool DescribeFields::hasErrors() const
{
    return std::ranges::any_of(m_errors, [](const auto& error) { return !error.second->text().isEmpty(); });
}

void DescribeFields::focusFirst()
{
    m_rules->setFocus();
}

} // namespace ratewarden::ui
