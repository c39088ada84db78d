// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/foreign/prefixes.h"
#include "ui/state/investigation_schema.h"
#include "ui/state/recorded_rows.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <limits>
#include <utility>

namespace ratewarden::ui {
namespace investigation_schema {
namespace {

std::shared_ptr<const UsageHistory> historyFrom(WrittenHistory written)
{
    std::vector<std::shared_ptr<const Limits>> limits;
    for (Limits& one : written.limits)
        limits.push_back(std::make_shared<const Limits>(std::move(one)));
    std::deque<UsageSample> samples;
    for (PlacedSample& sample : written.samples) {
        sample.its.limits = limits[sample.limits];
        samples.push_back(std::move(sample.its));
    }
    return std::make_shared<const UsageHistory>(
        std::move(samples), std::move(written.marks), std::move(written.blocks), std::move(written.block),
        written.published ? std::make_shared<const std::vector<PublishedRules>>(std::move(*written.published))
                          : nullptr);
}

std::optional<PublishedPolicy> policyIfReadable(const std::string& name, const std::string& document)
{
    try {
        return parsePolicyDocument(name, document);
    } catch (const InvalidArgument&) {
        return std::nullopt;
    }
}

// What is found out from the rest.
void complete(Investigation::Keys& keys)
{
    if (!keys.chosen)
        return;
    KeyDetail& chosen = *keys.chosen;
    const auto row = std::ranges::find(keys.rows, chosen.facts.key, &FoundKeyFacts::name);
    const Format* format = row == keys.rows.end() ? nullptr : row->format;
    if (keys.token) {
        chosen.token = keys.token->detail;
        chosen.subject = chosen.token->reading.subject;
        format = chosen.subject->format;
    }
    chosen.meanings = meaningsOf(dynamic_cast<const CatalogueFormat*>(format), chosen.facts, chosen.page,
                                 chosen.facts.at.time_since_epoch());
}

/// JSON to values. What does not fit throws InvalidArgument.
struct FromJson {
    QStringList& unknown; // formats

    struct Object {
        FromJson& from;
        const QJsonObject its;
        template <class T>
        Object& operator()(const char* key, T&& value)
        {
            const auto found = its.constFind(QLatin1String(key));
            if (found == its.constEnd())
                refuse(Fault::KeyMissing, key);
            from.read(*found, value, key);
            return *this;
        }
        // What files of earlier versions do not have.
        template <class T>
        Object& added(const char* key, T&& value)
        {
            return its.contains(QLatin1String(key)) ? (*this)(key, value) : *this;
        }
    };
    struct Tuple {
        FromJson& from;
        const QJsonArray its;
        qsizetype next = 0;
        template <class T>
        Tuple& operator()(const char* key, T&& value)
        {
            if (next == its.size())
                refuse(Fault::KeyMissing, key);
            from.read(its.at(next++), value, key);
            return *this;
        }
        // At the end.
        template <class T>
        Tuple& added(const char* key, T&& value)
        {
            return next < its.size() ? (*this)(key, value) : *this;
        }
    };

    static qint64 number(const QJsonValue& json, const char* key)
    {
        constexpr qint64 none = std::numeric_limits<qint64>::min();
        const qint64 number = json.toInteger(none);
        if (number == none)
            refuse(Fault::MustBeWhole, key);
        if (number > farthest || number < -farthest)
            throw InvalidArgument(Problem(Fault::TooLarge, std::string(key), farthest));
        return number;
    }
    static QString text(const QJsonValue& json, const char* key)
    {
        if (!json.isString())
            refuse(Fault::MustBeText, key);
        return json.toString();
    }
    static std::string bytes(const QJsonValue& json, const char* key)
    {
        return QByteArray::fromPercentEncoding(text(json, key).toLatin1()).toStdString();
    }
    static QJsonArray list(const QJsonValue& json, const char* key)
    {
        if (!json.isArray())
            refuse(Fault::MustBeList, key);
        return json.toArray();
    }

    static void read(const QJsonValue& json, bool& value, const char* key)
    {
        if (!json.isBool())
            refuse(Fault::MustBeBoolean, key);
        value = json.toBool();
    }
    template <std::signed_integral T>
    static void read(const QJsonValue& json, T& value, const char* key)
    {
        value = T(std::clamp<qint64>(number(json, key), std::numeric_limits<T>::min(),
                                     std::numeric_limits<T>::max()));
    }
    static void read(const QJsonValue& json, std::size_t& value, const char* key)
    {
        const qint64 its = number(json, key);
        if (its < 0)
            refuse(Fault::BelowZero, key);
        value = std::size_t(its);
    }
    template <std::floating_point T>
    static void read(const QJsonValue& json, T& value, const char* key)
    {
        if (!json.isDouble() || std::abs(json.toDouble()) > double(farthest))
            refuse(Fault::MustBeNumber, key);
        value = T(json.toDouble());
    }
    static void read(const QJsonValue& json, Micros& value, const char* key)
    {
        value = Micros(number(json, key));
    }
    static void read(const QJsonValue& json, Instant& value, const char* key)
    {
        value = Instant(Micros(number(json, key)));
    }
    static void read(const QJsonValue& json, std::chrono::sys_seconds& value, const char* key)
    {
        value = std::chrono::floor<std::chrono::seconds>(Instant(Micros(number(json, key))));
    }
    static void read(const QJsonValue& json, FindingKind& value, const char* key)
    {
        const auto kind = FindingKinds::named(bytes(json, key));
        if (!kind)
            refuseDamaged(key);
        value = *kind;
    }
    static void read(const QJsonValue& json, QString& value, const char* key) { value = text(json, key); }
    static void read(const QJsonValue& json, std::string& value, const char* key)
    {
        value = bytes(json, key);
    }
    template <class T>
    requires std::is_enum_v<T>
    static void read(const QJsonValue& json, T& value, const char* key)
    {
        const std::string name = text(json, key).toStdString();
        const auto& names = Choices<T>::names;
        const auto found = std::ranges::find(names, name);
        if (found == names.end())
            refuseDamaged(key);
        value = T(found - names.begin());
    }
    static void read(const QJsonValue& json, WarningSet& value, const char* key)
    {
        for (const QJsonValue& one : list(json, key)) {
            WarningCode code{};
            read(one, code, key);
            value.add(code);
        }
    }
    static void read(const QJsonValue& json, TokenFilter& value, const char* key)
    {
        value = TokenFilter(bytes(json, key));
    }
    static void read(const QJsonValue& json, Problem& value, const char* key)
    {
        if (const QString words = text(json, key); !words.isEmpty())
            value = Problem(Fault::Other, words.toStdString());
    }
    template <class T>
    void read(const QJsonValue& json, OpenEnd<T>& value, const char* key)
    {
        if (json.isNull())
            value.its = value.end;
        else
            read(json, value.its, key);
    }
    template <class T>
    void read(const QJsonValue& json, std::optional<T>& value, const char* key)
    {
        if (json.isNull())
            return;
        read(json, value.emplace(T{}), key); // clang 14 knows no default constructor of a nested T
        if (!isKnown(*value))
            value.reset();
    }
    template <class List>
    void readList(const QJsonValue& json, List& values, const char* key)
    {
        for (const QJsonValue& one : list(json, key)) {
            typename List::value_type value;
            read(one, value, key);
            if (isKnown(value))
                values.push_back(std::move(value));
        }
    }
    template <class T>
    void read(const QJsonValue& json, std::vector<T>& values, const char* key)
    {
        readList(json, values, key);
    }
    template <class T, std::size_t few>
    void read(const QJsonValue& json, ShortVector<T, few>& values, const char* key)
    {
        readList(json, values, key);
    }
    template <class Key, class T, class Order>
    void read(const QJsonValue& json, std::map<Key, T, Order>& values, const char* key)
    {
        for (const QJsonValue& one : list(json, key)) {
            const QJsonArray pair = list(one, key);
            Key its{};
            T value{};
            read(pair.at(0), its, key);
            read(pair.at(1), value, key);
            values.insert_or_assign(std::move(its), std::move(value));
        }
    }
    // Its tokens are left out, and that is said.
    void read(const QJsonValue& json, Subject& value, const char* key)
    {
        Tuple all{*this, list(json, key)};
        std::string format;
        all("token", value.token);
        all("policy", value.policy);
        all("format", format);
        value.format = formatNamed(format, value.policy);
        if (value.format == nullptr)
            noteUnknown(format);
    }
    // A key stays one of the server's, whoever knows its format.
    static void read(const QJsonValue& json, const Format*& value, const char* key)
    {
        const std::string name = bytes(json, key);
        value = name.empty() ? nullptr : formatNamed(name, {});
    }
    // Each name once, and of many the first ones.
    void noteUnknown(const std::string& format)
    {
        constexpr qsizetype most = 20;
        if (unknown.size() > most)
            return;
        const QString name = shown(format);
        if (!unknown.contains(name))
            unknown.append(unknown.size() < most ? name : QStringLiteral("…"));
    }
    static void read(const QJsonValue& json, PolicyBook& book, const char* key)
    {
        if (!json.isObject())
            refuse(Fault::MustBeObject, key);
        const QJsonObject documents = json.toObject();
        std::map<std::string, std::string> published;
        for (auto one = documents.begin(); one != documents.end(); ++one)
            published.emplace(QByteArray::fromPercentEncoding(one.key().toLatin1()).toStdString(),
                              one->toString().toStdString());
        book = policyBook(published);
    }
    void read(const QJsonValue& json, OverviewHistory& history, const char* key)
    {
        std::map<std::int64_t, OverviewHistory::Look> looks;
        read(json, looks, key);
        history = OverviewHistory(std::move(looks));
    }
    void read(const QJsonValue& json, RequestTotals& totals, const char* key)
    {
        const QJsonArray passes = list(json, key);
        RequestTotals::Pass complete;
        RequestTotals::Pass round;
        read(passes.at(0), complete, key);
        read(passes.at(1), round, key);
        totals = RequestTotals(std::move(complete), std::move(round));
    }
    void read(const QJsonValue& json, std::shared_ptr<const TokenDetail>& detail, const char* key)
    {
        TokenDetail its;
        read(json, its, key);
        detail = std::make_shared<const TokenDetail>(std::move(its));
    }
    void read(const QJsonValue& json, std::shared_ptr<const UsageHistory>& history, const char* key)
    {
        if (json.isNull())
            return;
        WrittenHistory its;
        read(json, its, key);
        history = historyFrom(std::move(its));
    }
    template <class T>
    requires std::is_class_v<T>
    void read(const QJsonValue& json, T& value, const char* key)
    {
        if constexpr (isTuple<T>) {
            Tuple all{*this, list(json, key)};
            Schema::fields(all, value);
        } else {
            if (!json.isObject())
                refuse(Fault::MustBeObject, key);
            Object all{*this, json.toObject()};
            Schema::fields(all, value);
        }
        if constexpr (requires { Schema::check(value); })
            Schema::check(value);
    }

    static bool isKnown(const Subject& its) { return its.format != nullptr; }
    static bool isKnown(const Investigation::Row& its) { return isKnown(its.subject); }
    static bool isKnown(const Investigation::Token& its) { return isKnown(its.detail->reading.subject); }
    static bool isKnown(const LimitedWatch::Entry& its) { return isKnown(its.subject); }
    // One of tokens leads to them, by their format.
    static bool isKnown(const Finding& its)
    {
        return its.format != nullptr ||
               (its.samples.empty() && !std::holds_alternative<WarningCode>(its.kind));
    }
    template <class T>
    static bool isKnown(const T&)
    {
        return true;
    }
};

} // namespace
} // namespace investigation_schema

Investigation readInvestigation(const QByteArray& file)
{
    using namespace investigation_schema;
    if (file.size() > largestInvestigation)
        throw InvalidArgument(Problem(Fault::TextTooLong, largestInvestigation));
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(file, &error);
    if (!document.isObject() || !document.object().contains(QLatin1String(schemaKey)))
        throw InvalidArgument(
            QCoreApplication::translate("InvestigationText", "it is not an investigation, or it is damaged")
                .toStdString());
    QJsonObject object = document.object();
    const qint64 version = FromJson::number(object.value(QLatin1String(schemaKey)), schemaKey);
    if (version != schemaVersion)
        throw InvalidArgument(Problem(Fault::Schema, version, schemaVersion));
    if (QJsonObject screen = object.value("screen").toObject(); screen.value("column").isDouble()) {
        static const QStringList numbered{"Token",   "Policy", "Format", "TightestRule", "Left",   "Next",
                                          "Allowed", "Denied", "Lately", "State",        "Expires"};
        screen.insert("column", numbered.value(screen.value("column").toInt(-1))); // in files of before
        object.insert("screen", screen);
    }
    Investigation investigation;
    FromJson{investigation.unknown}.read(QJsonValue(object), investigation, schemaKey);
    for (auto& [name, versions] : investigation.versions)
        for (PolicyVersion& one : versions)
            one.policy = policyIfReadable(name, one.document);
    if (investigation.keys)
        complete(*investigation.keys);
    investigation.restored = restoredRows(investigation.rows);
    return investigation;
}

Investigation readInvestigationAt(const QString& path)
{
    QFile file(path);
    const auto refusal = [&path](const QString& why) {
        return InvalidArgument(QCoreApplication::translate("InvestigationText", "%1 cannot be opened: %2")
                                   .arg(path, why)
                                   .toStdString());
    };
    if (!QFileInfo(path).isFile() && QFileInfo::exists(path)) // to open a FIFO would wait for a writer
        throw refusal(QCoreApplication::translate("InvestigationText", "it is not a regular file"));
    if (!file.open(QIODevice::ReadOnly))
        throw refusal(file.errorString());
    if (file.size() > largestInvestigation)
        throw refusal(problemText(Problem(Fault::TextTooLong, largestInvestigation)));
    try {
        return readInvestigation(file.read(largestInvestigation + 1));
    } catch (const InvalidArgument& error) {
        throw refusal(problemText(error));
    }
}

} // namespace ratewarden::ui
