// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/lab_work.h"
#include "core/lab/trace_edit.h"
#include "ui/widgets/card.h"

#include <string>
#include <vector>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace ratewarden::ui {

class Moments;
class RequestStrip;

/// The requests of one token of the lab, edited by hand: on a strip of time, or by pasted times. It shows an
/// edit at once; its owner makes the traffic that follows from it. Every edit can be undone.
class LabEditCard final : public Card {
    Q_OBJECT

public:
    explicit LabEditCard(Moments* moments, QWidget* parent = nullptr);

    /// Begins with other traffic, which may be null; what was edited before cannot be undone any more.
    void begin(const SharedTraffic& traffic, const std::string& token);
    /// The traffic after all edits that were told; null when no request is left.
    void present(const SharedTraffic& traffic);
    /// Edits the requests of another token, which may have none yet.
    void setToken(const std::string& token);
    const std::string& token() const { return m_token; }
    RequestStrip& strip() { return *m_strip; }
    /// Opens the field into which times are pasted.
    void startPaste();
    /// Why nothing can be edited; empty: it can.
    QString reason() const;
    bool canUndo() const { return m_history.canUndo(); }
    void undo();
    void redo();

Q_SIGNALS:
    /// Before any edit of it.
    void tokenChanged(const std::string& token);
    void edited(const ratewarden::TraceEdit& edit);
    void closeWanted();

private:
    struct Request {
        Instant time{};
        TraceCost cost = 1;
    };

    QWidget* makeHead();
    QWidget* makePaste();
    void connectAll();
    void takeRequests();
    void showRequests();
    void add(Instant time);
    void move(std::size_t request, Instant to);
    void remove(std::size_t request);
    void make(const TraceEdit& edit);
    void apply(const TraceEdit& edit);
    void repeat(const TraceEdit& edit);
    void showPaste(bool isShown);
    void readPaste();
    void addPasted();
    void updateActions();
    void showHint();

    SharedTraffic m_traffic;
    std::string m_token;
    std::vector<Request> m_requests; // of the token, in order, as edited
    std::vector<EditedRequest> m_pasted;
    EditHistory m_history;

    QLineEdit* m_name;
    QSpinBox* m_cost;
    PlainLabel* m_moment;
    PlainLabel* m_hint;
    QPushButton* m_paste;
    QPushButton* m_undo;
    QPushButton* m_redo;
    QPushButton* m_close;
    RequestStrip* m_strip;
    QWidget* m_pasteBox = nullptr;
    QPlainTextEdit* m_text;
    PlainLabel* m_pasteSays;
    QPushButton* m_pasteAdd;
};

} // namespace ratewarden::ui
