// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/investigation_schema.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <unordered_set>

namespace ratewarden::ui {
namespace investigation_schema {
namespace {

// Bytes as text that JSON can have, and that stays readable.
QString textOfBytes(std::string_view bytes)
{
    return QString::fromLatin1(QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size()))
                                   .toPercentEncoding(" !\"#$&'()*+,/:;<=>?@[\\]^`{|}"));
}

WrittenHistory written(const UsageHistory& history)
{
    WrittenHistory all;
    const Limits* last = nullptr;
    for (const UsageSample& sample : history.samples()) {
        if (sample.limits.get() != last)
            all.limits.push_back(*(last = sample.limits.get()));
        all.samples.push_back({sample, all.limits.size() - 1});
    }
    all.marks = history.marks();
    all.blocks = history.blocks();
    all.block = history.block();
    if (history.published())
        all.published = *history.published();
    return all;
}

/// Values to JSON.
struct ToJson {
    struct Object {
        QJsonObject its;
        template <class T>
        Object& operator()(const char* key, const T& value)
        {
            its.insert(QLatin1String(key), json(value));
            return *this;
        }
        template <class T>
        Object& added(const char* key, const T& value)
        {
            return (*this)(key, value);
        }
    };
    struct Tuple {
        QJsonArray its;
        template <class T>
        Tuple& operator()(const char*, const T& value)
        {
            its.append(json(value));
            return *this;
        }
        template <class T>
        Tuple& added(const char* key, const T& value)
        {
            return (*this)(key, value);
        }
    };

    static QJsonValue json(bool value) { return value; }
    // What no file may hold, as an expiry in a thousand years, is written as the largest that it may.
    static QJsonValue json(std::integral auto value)
    {
        return std::clamp(qint64(value), -farthest, farthest);
    }
    static QJsonValue json(std::floating_point auto value)
    {
        return std::isnan(value) ? 0.0 : std::clamp(double(value), -double(farthest), double(farthest));
    }
    static QJsonValue json(Micros value) { return json(value.count()); }
    static QJsonValue json(Instant value) { return json(value.time_since_epoch()); }
    static QJsonValue json(std::chrono::sys_seconds value) { return json(Instant(value)); }
    static QJsonValue json(const FindingKind& value) { return json(std::string(nameOf(value))); }
    static QJsonValue json(const QString& value) { return value; }
    static QJsonValue json(const std::string& value) { return textOfBytes(value); }
    static QJsonValue json(const Format* value) { return value ? textOfBytes(value->name()) : QString(); }
    template <class T>
    requires std::is_enum_v<T>
    static QJsonValue json(T value)
    {
        const std::string_view name = Choices<T>::names[std::size_t(value)];
        return QString::fromLatin1(name.data(), qsizetype(name.size()));
    }
    static QJsonValue json(WarningSet value)
    {
        QJsonArray all;
        for (int i = 0; i < warningCodeCount; ++i)
            if (value.has(WarningCode(i)))
                all.append(json(WarningCode(i)));
        return all;
    }
    static QJsonValue json(const TokenFilter& value) { return textOfBytes(value.text()); }
    static QJsonValue json(const Problem& value) { return value ? problemText(value) : QString(); }
    template <class T>
    static QJsonValue json(const OpenEnd<T>& value)
    {
        return value.its == value.end ? QJsonValue() : json(value.its);
    }
    template <class T>
    static QJsonValue json(const std::optional<T>& value)
    {
        return value ? json(*value) : QJsonValue();
    }
    template <class List>
    static QJsonArray list(const List& values)
    {
        QJsonArray all;
        for (const auto& value : values)
            all.append(json(value));
        return all;
    }
    template <class T>
    static QJsonValue json(const std::vector<T>& values)
    {
        return list(values);
    }
    template <class T, std::size_t few>
    static QJsonValue json(const ShortVector<T, few>& values)
    {
        return list(values);
    }
    template <class Key, class T, class Order>
    static QJsonValue json(const std::map<Key, T, Order>& values)
    {
        QJsonArray all;
        for (const auto& [key, value] : values)
            all.append(QJsonArray{json(key), json(value)});
        return all;
    }
    static QJsonValue json(const PolicyBook& book)
    {
        QJsonObject documents;
        for (const auto& [name, policy] : book.published)
            documents.insert(textOfBytes(name), QString::fromStdString(policyDocument(policy)));
        for (const auto& [name, problem] : book.broken)
            documents.insert(textOfBytes(name), QJsonValue()); // which is unreadable there, too
        return documents;
    }
    static QJsonValue json(const OverviewHistory& history) { return json(history.all()); }
    static QJsonValue json(const RequestTotals& totals)
    {
        return QJsonArray{json(totals.completePass()), json(totals.roundOfAll())};
    }
    static QJsonValue json(const std::shared_ptr<const TokenDetail>& detail) { return json(*detail); }
    static QJsonValue json(const std::shared_ptr<const UsageHistory>& history)
    {
        return history ? json(written(*history)) : QJsonValue();
    }
    template <class T>
    requires std::is_class_v<T>
    static QJsonValue json(const T& value)
    {
        std::conditional_t<isTuple<T>, Tuple, Object> all;
        Schema::fields(all, value);
        return all.its;
    }
};

void keepMarksOfRows(Investigation& its)
{
    std::unordered_set<Subject, SubjectHash> rows;
    for (const Investigation::Row& row : its.rows)
        rows.insert(row.subject);
    std::erase_if(its.screen.marked, [&](const Subject& subject) { return !rows.contains(subject); });
}

// False: there are none.
bool halveRows(Investigation& its)
{
    const bool hasKeys = its.keys && !its.keys->rows.empty();
    if (its.rows.empty() && !hasKeys)
        return false;
    its.rows.resize(its.rows.size() / 2);
    if (hasKeys)
        its.keys->rows.resize(its.keys->rows.size() / 2);
    return true;
}

} // namespace
} // namespace investigation_schema

QByteArray investigationFile(const Investigation& investigation)
{
    using namespace investigation_schema;
    Investigation its = investigation;
    while (true) {
        keepMarksOfRows(its);
        QJsonObject file = ToJson::json(its).toObject();
        file.insert(QLatin1String(schemaKey), schemaVersion);
        QByteArray bytes = QJsonDocument(file).toJson(QJsonDocument::Compact);
        if (bytes.size() <= largestInvestigation)
            return bytes;
        if (!halveRows(its))
            throw InvalidArgument(
                QCoreApplication::translate("InvestigationText",
                                            "The investigation is larger than %1, even without rows")
                    .arg(bytesText(largestInvestigation))
                    .toStdString());
    }
}

} // namespace ratewarden::ui
