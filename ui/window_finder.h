// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/link/newest_answer.h"
#include "ui/state/session.h"
#include "ui/tokens/token_search.h"
#include "ui/widgets/palette.h"

#include <QTimer>

#include <optional>

class QAction;

namespace ratewarden::ui {

class MainWindow;

/// What the palette finds in a window: pages, the actions that can be done now, policies and tokens. Very
/// many tokens are searched in a thread. A token that is not listed is looked up in Redis, exactly as it is
/// typed. Nothing that is found changes anything: it shows, or opens the dialog of an action.
class WindowFinder final : public QObject {
    Q_OBJECT

public:
    explicit WindowFinder(MainWindow& window);

    std::vector<PaletteEntry> find(const QString& typed);
    /// What was found before may be there no longer, or be something else.
    void forget();

Q_SIGNALS:
    /// Something else may be found.
    void changed();
    void tokenWanted(const ratewarden::Subject& subject);
    void keyWanted(const std::string& key);
    void policyWanted(const std::string& policy);
    /// What was typed is a token with a time, or a line of a log: why was it denied?
    void explanationWanted(const QString& question);

private:
    /// The answer of Redis.
    struct LookedUp {
        std::vector<Subject> subjects; ///< that are there
        bool isKey = false;
        QString problem;
    };
    /// What is found for `typed`; without an answer it is still looked for.
    template <class Answer>
    struct Asked {
        QString typed;
        std::optional<Answer> answer;
    };
    void choose(QAction* action);
    void findActions(const QStringList& words, std::vector<PaletteEntry>& found);
    void findPolicies(const QStringList& words, std::vector<PaletteEntry>& found);
    void findDenial(const QString& typed, std::vector<PaletteEntry>& found);
    void findNoted(const QString& typed, std::vector<PaletteEntry>& found);
    void findTokens(const QString& typed, const QStringList& words, std::vector<PaletteEntry>& found);
    void addLookedUp(const QString& typed, std::vector<PaletteEntry>& found);
    PaletteEntry tokenEntry(const Subject& subject, const QString& note);
    void search(const QString& typed, const QStringList& words);
    std::vector<TokenMatch> listed(const std::string& token) const;
    void lookUp();

    MainWindow& m_window;
    std::vector<PaletteEntry> m_said; // of what was looked up, that nothing can be done with
    bool m_mayBlock = false;          // what was typed: it is no token that is listed
    Asked<TokenMatches> m_matches;
    TokenMatches m_matchesBefore; // of what was typed before
    Asked<LookedUp> m_lookedUp;
    bool m_live = false;     // the link, when it told last
    quint64 m_asked = 0;     // of Redis; a forgotten question's answer is not taken
    QTimer m_rests;          // the typing
    NewestAnswer m_searcher; // last: what it runs is stopped first
};

} // namespace ratewarden::ui
