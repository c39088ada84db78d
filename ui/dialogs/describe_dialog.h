// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/describe/format_proposal.h"
#include "core/model/policy.h"

#include <QByteArray>
#include <QDialog>
#include <QTimer>

#include <optional>
#include <vector>

class QLineEdit;
class QPushButton;

namespace ratewarden::ui {

class Banner;
class DescribedState;
class DescribeFields;
class PlainLabel;
class QuestionBar;
class Session;

/// Describes a limiter that no format knows, from one key: proposes what the key means, shows what that makes
/// of it while the fields are edited, and writes it as a file to the user's own formats. The key is read
/// again each second while the dialog is open, in the lane for what the operator does; an edit asks nothing
/// of the server, but for how many keys match. What was entered is not lost without a question.
class DescribeDialog final : public QDialog {
    Q_OBJECT

public:
    /// An empty key is asked for.
    DescribeDialog(Session& session, const QByteArray& key, QWidget* parent);

    /// For tests: how often the key is read.
    void setInterval(std::chrono::milliseconds interval) { m_rereads.setInterval(interval); }
    QString problem() const;
    /// Describes another key instead; asks first if something was entered that would be lost.
    void describe(const QByteArray& key);
    /// Closes it, unless something was entered that would be lost: then it asks.
    void reject() override;

Q_SIGNALS:
    /// The file was written, and is about to be in force.
    void saved(const QString& format);
    /// Rules were given: they are to be published for the group of keys.
    void rulesWanted(const ratewarden::Policy& policy);

private:
    struct Found {
        KeyLooks looks;
        std::string recognisedBy; ///< the name of a format; empty: none
    };

    std::string key() const; ///< that is described, or asked for
    bool isEdited() const;
    void answerDiscard();
    void beginWith(const QByteArray& key);
    void look();
    void take(const Found& found);
    void propose();
    void put(const Proposal& proposal, bool keepEdited = false);
    void tellUnread(const QString& problem);
    void lookAgain();
    void update();
    void countMatches();
    void countOn(const FormatFile& file, const MatchCount& count, int number);
    void save();
    void finish(const FormatFile& file, const std::vector<Rule>& rules, const std::string& group);
    void setKnown(bool known);

    Session& m_session;
    QByteArray m_given; // the key; empty: it is asked for
    QByteArray m_next;  // to be described when what was entered is discarded; empty: it closes then
    std::optional<KeyLooks> m_looks;
    std::vector<Proposal> m_proposals;
    bool m_proposedAgain = false; // with the second look
    QStringList m_textsAtFirst;
    std::optional<FormatFile> m_nameable; // entered, and a format
    std::optional<FormatFile> m_entered;  // and it reads the key
    std::string m_group;                  // of all keys like it
    std::string m_takenName;              // of a file that is there already
    std::string m_countedPattern;
    int m_countNumber = 0;
    bool m_reading = false;
    QString m_unread; // why the key could not be read again, in the banner; empty: it could
    bool m_saving = false;
    QTimer m_rereads;
    QTimer m_settles;

    QLineEdit* m_key;
    PlainLabel* m_heading;
    Banner* m_banner;
    DescribeFields* m_fields;
    DescribedState* m_state;
    QuestionBar* m_discard;
    QPushButton* m_save;
    QPushButton* m_cancel;
};

} // namespace ratewarden::ui
