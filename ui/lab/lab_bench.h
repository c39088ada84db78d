// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/lab_what_if.h"
#include "ui/lab/lab_runner.h"
#include "ui/lab/lab_setup.h"

#include <QFlags>

namespace ratewarden::ui {

/// What is tried on which traffic, and what comes of it; without a widget. Who changes something is told of
/// it by changed(), and then of each answer by answered(). What an answer follows from stands in one table,
/// in lab_bench.cpp; one that is of something else is not given.
class LabBench final : public QObject {
    Q_OBJECT

public:
    /// What answers follow from.
    enum Input {
        Traffic = 1,
        Candidates = 2, ///< which there are
        Rules = 4,      ///< of the chosen one
        Chosen = 8,     ///< which of them
        Windows = 16,   ///< for which rules are wanted
        Marks = 32,
        Stretch = 64,
        Token = 128,
        Cursor = 256
    };
    Q_DECLARE_FLAGS(Inputs, Input)
    using Question = LabRunner::Question;

    static constexpr std::size_t mostCandidates = 6;
    static constexpr std::size_t mostMarked = 1000;

    explicit LabBench(QObject* parent = nullptr);
    /// For what is asked beside it.
    LabRunner& runner() { return m_runner; }
    const LabRunner& runner() const { return m_runner; }
    bool isIdle() const;

    const SharedTraffic& traffic() const { return m_traffic; } ///< null: there is none
    /// Of the enforced rules, if there are any, the first one; never empty.
    const std::vector<Candidate>& candidates() const { return m_candidates; }
    bool hasEnforced() const { return m_hasEnforced; }
    /// The name of the published policy that is enforced; empty: it is none.
    const std::string& enforcedPolicy() const { return m_enforcedPolicy; }
    std::size_t chosen() const { return m_chosen; }
    const Candidate& candidate() const { return m_candidates.at(m_chosen); } ///< the chosen one
    /// All candidates, the chosen one and the enforced rules as they are tried: withoutSlots().
    const std::vector<Candidate>& tried() const { return m_tried; }
    const Candidate& triedCandidate() const { return m_tried.at(m_chosen); }
    std::optional<Candidate> triedEnforced() const;
    /// The enforced rules are shown, and not edited.
    bool isReadOnly() const { return m_hasEnforced && m_chosen == 0; }
    const std::vector<TokenId>& marked() const { return m_marked; }
    std::optional<TokenId> token() const { return m_token; }       ///< whose requests are looked at
    std::optional<std::size_t> cursor() const { return m_cursor; } ///< the one of them that is explained
    /// Of a token of the traffic; its bytes.
    std::string_view nameOf(TokenId token) const { return m_traffic->trace.names[token]; }
    const TimeRange& stretch() const { return m_stretch; } ///< whose requests are counted
    /// All for which there are rules, or are to be, ascending.
    std::vector<Micros> windows() const;
    /// All but the traffic, as names: for other traffic. The token and the cursor are not in it.
    LabSetup setup() const;

    /// Other traffic: nothing is marked or chosen in it but what the setup says. Null: candidates stay.
    void take(SharedTraffic traffic, const LabSetup* setup);
    /// There is no traffic any more, and nothing is asked; candidates and windows stay.
    void clear();
    /// Other candidates on the same traffic.
    void setCandidates(const LabSetup& setup);
    /// The enforced rules; none: nothing is.
    void setEnforced(const std::optional<Candidate>& enforced, const std::string& policy);
    /// Of the chosen candidate; a window whose rule is turned off stays wanted.
    void setRules(const Policy& rules, const std::vector<Micros>& windows);
    void choose(std::size_t candidate);
    /// Chooses it, too. One without a name gets the next letter, one without an algorithm that of the chosen
    /// one; two never have the same name, as trial files go by it. With mostCandidates there are no more.
    void add(Candidate candidate);
    /// The chosen one, unless it is the only one, or enforced.
    void remove();
    void addWindow(Micros window);
    void mark(TokenId token, bool marked);
    void chooseToken(TokenId token);
    void setStretch(const TimeRange& stretch);
    /// The request of the token that is to be explained.
    void setCursor(std::optional<std::size_t> request);

    SharedPeaks peaks() const { return m_peaks; } ///< the newest ones; see their windows() and within()
    /// Of what follows null: it is being computed, or cannot be.
    const LabEffect* effect() const { return m_effect ? &*m_effect : nullptr; }
    const LabBursts* bursts() const;
    std::shared_ptr<const Trial> trialOf(std::size_t candidate) const;
    /// Of a candidate whose trial is known.
    DeniedAmong innocentOf(std::size_t candidate) const { return m_trials->innocent[candidate]; }
    const std::vector<TokenCount>& worstOf(std::size_t candidate) const { return m_trials->worst[candidate]; }
    std::shared_ptr<const LabWhatIf> whatIf() const;
    /// Why the candidate is not tried with costs that are known afterwards.
    enum class Unreserved { No, NotMetered, NoLimit, NotALog };
    Unreserved unreserved() const;
    const LabReserving* reserving() const;

    const std::vector<RequestBar>& bars() const { return m_bars; }
    /// The newest ones, of the token that they name.
    const LabTimeLine& line() const { return m_line; }
    const LabEnvelopes& envelopes() const { return m_envelopes; }
    const StepExplanation& explanation() const { return m_explanation; }

Q_SIGNALS:
    void changed(ratewarden::ui::LabBench::Inputs inputs);
    void answered(ratewarden::ui::LabRunner::Question question);
    void failed(const QString& problem);

private:
    struct Dependency;
    static const std::vector<Dependency>& dependencies();

    void note(Inputs inputs);
    void reset();
    void takeCandidates(const LabSetup& setup);
    /// Asks, and puts the answer where it belongs.
    template <class Compute, class Place>
    void ask(Question question, Compute compute, Place place);
    void askPeaks();
    void askEffect();
    void askBursts();
    void askTrials();
    void askWhatIf();
    void askBars();
    void askLine();
    void askEnvelopes();
    void askExplanation();
    void askReserving();
    bool peaksFit() const;

    SharedTraffic m_traffic;
    std::vector<Candidate> m_candidates;
    std::vector<Candidate> m_tried;
    bool m_hasEnforced = false;
    std::string m_enforcedPolicy;
    std::size_t m_chosen = 0;
    std::vector<Micros> m_addedWindows;
    std::vector<TokenId> m_marked;
    std::optional<TokenId> m_token;
    TimeRange m_stretch = allTime;
    std::optional<std::size_t> m_cursor;

    SharedPeaks m_peaks;
    std::optional<LabEffect> m_effect;
    std::shared_ptr<const LabBursts> m_bursts;
    std::shared_ptr<const LabTrials> m_trials;
    std::shared_ptr<const LabWhatIf> m_whatIf;
    std::vector<RequestBar> m_bars;
    LabTimeLine m_line;
    LabEnvelopes m_envelopes;
    StepExplanation m_explanation;
    std::optional<LabReserving> m_reserving;
    LabRunner m_runner; // last: what it runs is stopped first
};

Q_DECLARE_OPERATORS_FOR_FLAGS(LabBench::Inputs)

} // namespace ratewarden::ui
