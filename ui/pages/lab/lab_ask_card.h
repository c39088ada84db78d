// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/next_request.h"
#include "ui/lab/lab_bench.h"
#include "ui/state/session.h"
#include "ui/widgets/card.h"

#include <QStringList>

#include <utility>

class QLineEdit;
class QPushButton;
class QSpinBox;
class QStringListModel;

namespace ratewarden::ui {

/// Asks what the next request of a token would get under every candidate, and shows why, rule by rule; under
/// the enforced one with what holds for the token in Redis.
class LabAskCard final : public Card {
    Q_OBJECT

public:
    LabAskCard(Session& session, LabBench& bench, QWidget* parent = nullptr);

    /// Shows itself, and asks; or hides.
    void open(bool isOpen);

    struct Answer {
        enum class Tone { Allowed, Denied, Unknown };
        Tone tone = Tone::Unknown;
        QString heading; ///< safe to show, as the lines are
        QStringList lines;
    };

private:
    QWidget* makeFields();
    void takeChanged(LabBench::Inputs inputs);
    void takeTraffic();
    void takeToken();
    std::optional<Instant> cursorMoment() const;
    std::optional<LabRequest> request() const;
    void ask();
    void answer(const LabRequest& request, const std::optional<Outcome<LabControl>>& control);
    void present(std::vector<Answer> answers);
    void complete(const QString& typed);
    void setMoment(Instant moment);
    std::optional<Instant> moment() const;
    void showAnswers();

    Session& m_session;
    LabBench& m_bench;
    std::uint64_t m_asked = 0; ///< how often something was
    std::string m_chosen;      ///< the token that is looked at: m_chosenText stands for it
    QString m_chosenText;
    Instant m_moment{};
    QString m_momentText; ///< stands for it in the field, which has its milliseconds alone
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
