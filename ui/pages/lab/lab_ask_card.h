// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/next_request.h"
#include "ui/widgets/card.h"

#include <QStringList>

#include <utility>

class QLineEdit;
class QPushButton;
class QSpinBox;
class QStringListModel;

namespace ratewarden::ui {

/// Asks what the next request of a token would get under every candidate, and shows why, rule by rule.
class LabAskCard final : public Card {
    Q_OBJECT

public:
    explicit LabAskCard(QWidget* parent = nullptr);

    /// Tokens are completed from it, and its end is the moment that is asked about.
    void setTraffic(const SharedTraffic& traffic);
    /// The token that is looked at, as the traffic has it.
    void setToken(std::string_view token);
    /// The moment of the request under the cursor, if there is one.
    void setCursor(std::optional<Instant> moment);
    /// What is asked; empty when that is not complete, as missing() says.
    std::optional<LabRequest> request() const;
    QString missing() const;

    struct Answer {
        enum class Tone { Allowed, Denied, Unknown };
        Tone tone = Tone::Unknown;
        QString heading; ///< safe to show, as the lines are
        QStringList lines;
    };
    void present(const std::vector<Answer>& answers);
    void clear(const QString& why);

Q_SIGNALS:
    void asked();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeFields();
    void complete(const QString& typed);
    void setMoment(Instant moment);
    std::optional<Instant> moment() const;
    void showAnswers();

    SharedTraffic m_traffic;
    std::string m_chosen; ///< the token that is looked at: m_chosenText stands for it
    QString m_chosenText;
    Instant m_moment{};
    QString m_momentText; ///< stands for it in the field, which has its milliseconds alone
    std::optional<Instant> m_cursor;
    QLineEdit* m_token;
    QStringListModel* m_names;
    QSpinBox* m_cost;
    QLineEdit* m_at;
    QPushButton* m_end;
    QPushButton* m_here;
    QVBoxLayout* m_answers;
    std::vector<Answer> m_shown;
    std::vector<std::pair<QString, std::string>> m_completions; ///< as shown, and as the traffic has it
};

} // namespace ratewarden::ui
