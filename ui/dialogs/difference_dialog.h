// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/difference_desk.h"

#include <QDialog>

class QComboBox;
class QGridLayout;
class QPushButton;

namespace ratewarden::ui {

class PlainLabel;

/// What is different about the denials of some time: the sentence on top, and below it how each dimension
/// differs, the most different first. It stays open; a click on a value leads to its tokens.
class DifferenceDialog final : public QDialog {
    Q_OBJECT

public:
    /// The session must outlive it.
    DifferenceDialog(Session& session, QWidget* parent);

    /// Compares the denials of that time, from what is known of it: the server's counts, or the history.
    void compare(const TimeRange& area);
    const DifferenceDesk& desk() const { return m_desk; }

Q_SIGNALS:
    /// The operator wants to see these tokens at that time.
    void tokensWanted(const QString& filter, const ratewarden::TimeRange& area);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void ask();
    void chooseSource();
    void openLog();
    void update();
    void layOut();
    /// What the two shares of its values are of: %1 is the value, %2 and %3 are the shares.
    static QString sharesText(const Difference& difference, const ComparedDimension& dimension);
    QWidget* cardOf(const Difference& difference, const ComparedDimension& dimension);
    QString timesText() const;
    QString unknownDimensions() const;
    QStringList notes() const;

    Session& m_session;
    DifferenceDesk m_desk;
    DifferenceDesk::Question m_question;
    PlainLabel* m_times;
    QComboBox* m_against;
    QPushButton* m_log;
    PlainLabel* m_sentence;
    PlainLabel* m_counts;
    QGridLayout* m_grid;
    std::vector<QWidget*> m_cards;
    PlainLabel* m_notes;
    int m_columns = 0;
};

} // namespace ratewarden::ui
