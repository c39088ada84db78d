// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/audit/audit_page.h"

#include "core/model/errors.h"
#include "ui/models/ink_delegate.h"
#include "ui/pages/age_label.h"
#include "ui/pages/empty_reason.h"
#include "ui/pages/guarded_dialogs.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/page_frame.h"
#include "ui/pages/row_plugins.h"
#include "ui/pages/save_file.h"
#include "ui/pages/while_shown.h"
#include "ui/text/audit_text.h"
#include "ui/text/change_text.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/filter_keys.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/row_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QDateTime>
#include <QPlainTextEdit>
#include <QPushButton>

#include <utility>

namespace ratewarden::ui {
namespace {

constexpr int entryCommandsHeight = 116;

QString stretchTerms(const TimeRange& stretch)
{
    return QStringLiteral("%1 %2 ").arg(
        momentTerm("since", std::chrono::floor<std::chrono::seconds>(stretch.from)),
        momentTerm("before", std::chrono::ceil<std::chrono::seconds>(stretch.to)));
}

} // namespace

AuditPage::AuditPage(Session& session, QWidget* parent)
    : PageWidget(parent)
    , m_session(session)
    , m_link(session.link())
    , m_desk(&session.audit())
    , m_banner(new PageBanner(m_link))
    , m_counts(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_filter(named("auditFilter", new FilterLine(EntryFilter::fields())))
    , m_clearFilter(new QAction(tr("Clear filter"), this))
    , m_undo(makeAction(this, "undoEntry", tr("Undo…"),
                        tr("Undo the selected change, regardless of who made it"), QKeySequence("Ctrl+U")))
    , m_export(makeAction(this, "exportAudit", tr("Export…"), tr("Save what is listed as lines of JSON"),
                          QKeySequence::Save))
{
    const auto [layout, head] = framePage(this, m_banner, tr("Audit"), m_counts,
                                          new AgeLabel(session, [this] { return m_banner->knownAt(); }));
    head->addWidget(buttonFor(m_export, false));
    head->addWidget(buttonFor(m_undo, false));
    layout->addWidget(m_filter);
    layout->addWidget(makeTable(), 1);
    layout->addWidget(makeDetails());
    makeFilter();
    setFocusProxy(m_table);

    connect(m_undo, &QAction::triggered, this, &AuditPage::undo);
    connect(m_export, &QAction::triggered, this, &AuditPage::exportListed);
    connect(m_desk, &AuditDesk::changed, this, &AuditPage::take);
    new WhileShown(this, m_desk.data(), &AuditDesk::setListShown);
    connect(&m_session, &Session::rightsChanged, this, &AuditPage::updateTexts);
    connect(&m_session.changes(), &Changes::canUndoChanged, this, &AuditPage::updateActions);
    connect(&m_session.changes(), &Changes::failed, this, [this](const QString& sentence) {
        if (isVisible())
            tellProblem(sentence);
    });
    connect(&m_session.changes(), &Changes::done, this, [this] { tellProblem({}); });
    connect(&m_link, &Link::stateChanged, this, [this] {
        updateActions();
        updateTexts();
        if (m_rows->setFaded(m_link.isUnreachable()))
            m_table->viewport()->update();
    });
    take();
    updateDetails();
}

QWidget* AuditPage::makeTable()
{
    auto* const card = new Card;
    m_filtered.setSourceModel(&m_model);
    m_table = named("audit", new RowTable(20, tr("Changes"), &m_filtered));
    m_rows = new InkDelegate({AuditTableModel::Whose},
                             {AuditTableModel::When, AuditTableModel::Who, AuditTableModel::Policy}, m_table);
    m_table->setItemDelegate(m_rows);
    m_table->setColumns({{134}, {150, 700}, {96}, {200}, {96, 1040}, {0}, {96}});
    m_table->addActions({m_undo, m_export});
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* const plugins = new RowPlugins(
        m_session, {"token", "policy", "act", "reason", "by"},
        [this]() -> std::optional<RowPlugins::Values> {
            const AuditEntry* const entry = chosen();
            if (!entry)
                return std::nullopt;
            const auto only = [](const std::vector<std::string>& names) {
                return names.size() == 1 ? names.front() : std::string();
            };
            return RowPlugins::Values{{"token", only(entry->tokens)},
                                      {"policy", only(entry->policies)},
                                      {"act", entry->act},
                                      {"reason", entry->reason},
                                      {"by", entry->by}};
        },
        m_table, this);
    connect(plugins, &RowPlugins::failed, m_banner, &PageBanner::setProblem);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &AuditPage::updateDetails);
    card->body()->addWidget(m_table);
    return card;
}

QWidget* AuditPage::makeDetails()
{
    m_details = new Card(tr("The selected change"));
    for (PlainLabel** const label : {&m_what, &m_who, &m_why, &m_result}) {
        *label = new PlainLabel({}, label == &m_who ? PlainLabel::Tone::Muted : PlainLabel::Tone::Normal);
        (*label)->setWrapped(QSizePolicy::Ignored);
        m_details->body()->addWidget(*label);
    }
    m_what->setFont(monospaceHeadingFont());
    m_what->setObjectName("auditWhat");
    m_result->setObjectName("auditResult");
    m_commands = named("auditCommands", new QPlainTextEdit);
    m_commands->setReadOnly(true);
    m_commands->setFont(monospaceFont());
    m_commands->setFixedHeight(entryCommandsHeight);
    m_commands->viewport()->setAutoFillBackground(false); // the frame is round, and filled
    m_commands->setAccessibleName(tr("What was sent, and what was there before"));
    m_commands->setTabChangesFocus(true);
    m_details->body()->addWidget(m_commands);
    m_details->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    return m_details;
}

void AuditPage::makeFilter()
{
    m_filter->setPlaceholderText(tr("Filter: a part of a name or reason, action:block, by:…, since:2h …"));
    m_filter->setAccessibleName(tr("Filter changes"));
    m_filter->takeValuesOf(m_table, [this](const QModelIndex& index) { return termOf(index); });
    leadInto(m_filter, m_table);
    connect(m_filter, &FilterLine::inventoryWanted, this, &AuditPage::offerValues);
    connect(m_filter, &FilterLine::filterChanged, this, &AuditPage::applyFilter);
    connect(m_clearFilter, &QAction::triggered, m_filter, &QLineEdit::clear);
}

void AuditPage::applyFilter()
{
    const EntryFilter words(m_filter->filter());
    m_filtered.setTakes([this, words](int row) {
        return words.ask(m_model.at(row), m_link.serverNow()) == EntryFilter::Answer::Yes;
    });
    m_desk->setFilter(words);
    settleSelection(m_table);
    updateTexts();
}

void AuditPage::offerValues()
{
    FilterInventory inventory;
    for (const AuditEntry& entry : m_model.rows()) {
        inventory.flags["undone"] += entry.undoneBy.empty() && entry.partlyBy.empty() ? 0 : 1;
        inventory.add("by", entry.by);
        inventory.add("action", entry.act);
        inventory.add("result", nameOf(entry.result));
        for (const std::string& policy : entry.policies)
            inventory.add("policy", policy);
        for (const std::string& format : entry.formats)
            inventory.add("format", format);
    }
    m_filter->setInventory(std::move(inventory));
}

QString AuditPage::termOf(const QModelIndex& index) const
{
    const AuditEntry& entry = m_model.at(m_filtered.rowAt(index.row()));
    const auto first = [](const std::vector<std::string>& names) {
        return names.empty() ? std::string() : names.front();
    };
    switch (index.column()) {
    case AuditTableModel::When:
        return momentTerm("since", std::chrono::floor<std::chrono::seconds>(entry.at));
    case AuditTableModel::Who:
        return filterTerm("by", entry.by);
    case AuditTableModel::What:
        return filterTerm("action", entry.act);
    case AuditTableModel::Whose:
        return filterTerm("token", first(entry.tokens.empty() ? entry.keys : entry.tokens));
    case AuditTableModel::Policy:
        return filterTerm("policy", first(entry.policies));
    case AuditTableModel::Why:
        return filterTerm("reason", entry.reason);
    case AuditTableModel::Result:
        return filterTerm("result", nameOf(entry.result));
    default:
        return {};
    }
}

void AuditPage::showToken(const std::string& token)
{
    m_filter->setText(filterTerm("token", token) + ' ');
}

void AuditPage::ask(const std::optional<TimeRange>& stretch, const std::string& id)
{
    putAside(m_filter);
    m_wanted = id;
    if (stretch)
        m_filter->setText(stretchTerms(*stretch));
    chooseWanted();
}

void AuditPage::chooseWanted()
{
    for (int row = 0; row < m_filtered.rowCount() && !m_wanted.empty(); ++row)
        if (m_model.at(m_filtered.rowAt(row)).id == m_wanted) {
            m_wanted.clear();
            m_table->selectRow(row);
            m_table->scrollTo(m_filtered.index(row, 0));
        }
}

void AuditPage::take()
{
    const AuditDesk::Listed& listed = m_desk->listed();
    if (listed.list && listed.list != m_list) {
        m_list = listed.list;
        m_model.put(m_list->entries);
        chooseWanted();
        m_banner->setKnownAt(listed.readAt);
        if (!chosen())
            settleSelection(m_table);
        updateDetails();
    }
    updateBanner();
    updateTexts();
}

void AuditPage::tellProblem(const QString& actProblem)
{
    m_actProblem = actProblem;
    updateBanner();
}

void AuditPage::updateBanner()
{
    const QString& problem = m_desk->listed().problem;
    const QString unread = problem.isEmpty() || m_model.rowCount() == 0
                               ? QString()
                               : tr("The audit trail could not be read: %1").arg(problem);
    m_banner->setProblem(m_actProblem.isEmpty() ? unread : m_actProblem);
}

const AuditEntry* AuditPage::chosen() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? nullptr : &m_model.at(m_filtered.rowAt(rows.front().row()));
}

void AuditPage::undo()
{
    const AuditEntry* const entry = chosen();
    if (!entry || m_dialog)
        return;
    const auto kept = std::make_shared<const AuditEntry>(*entry);
    try {
        const auto outcome = std::make_shared<const ChangeOutcome>(kept->outcome());
        previewUndo(*outcome, false, 1); // a damaged entry says so now
        ActDialog::Form form;
        form.title = tr("Undo a change");
        form.token = whoseText(*kept);
        form.explanation =
            tr("Undoes the %1, made by %2 at %3. It is not undone where something else has happened since.")
                .arg(changeName(outcome->change), authorText(*kept), momentText(kept->at));
        form.verb = tr("Undo");
        m_dialog = makeActDialog(
            m_session, std::move(form),
            [outcome](const ActDialog::Entered&, std::size_t most) {
                return previewUndo(*outcome, false, most);
            },
            window());
        connect(m_dialog, &ActDialog::confirmed, this, [this, kept] {
            m_dialog->succeed(); // what becomes of it is said as of every undo
            tellProblem({});
            m_session.changes().undoEntry(*kept);
        });
        m_dialog->open();
    } catch (const InvalidArgument& error) {
        tellProblem(tr("This cannot be undone: %1").arg(problemText(error)));
    }
}

void AuditPage::exportListed()
{
    QByteArray lines;
    for (int row = m_filtered.rowCount(); row-- > 0;) {
        lines += QByteArray::fromStdString(m_model.at(m_filtered.rowAt(row)).json());
        lines += '\n';
    }
    const std::string words = m_filter->filter().text();
    saveFile(window(), tr("Export changes"),
             words.empty() ? QStringLiteral("audit.jsonl") : "audit-" + fileNamePart(words) + ".jsonl", lines,
             [this](const QString& sentence) { Q_EMIT done(sentence); });
}

void AuditPage::updateActions()
{
    const AuditEntry* const entry = chosen();
    const bool can = entry && entry->undoneBy.empty() && entry->undoes.empty() && !entry->cut &&
                     !entry->damaged && entry->changed > 0;
    m_undo->setEnabled(can && m_link.state() == Link::State::Live);
    m_undo->setToolTip(
        plainToolTip(m_session.isRecorded()     ? m_session.readOnlyReason()
                     : !entry                   ? tr("Select a change first")
                     : !entry->undoneBy.empty() ? tr("This has been undone already")
                     : !entry->undoes.empty()   ? tr("An undo cannot be undone: make the change again")
                     : entry->damaged           ? tr("Its entry in the audit trail is damaged")
                     : entry->completed.empty() ? tr("It is not known whether this was made")
                     : entry->cut               ? tr("It was too large to be recorded whole")
                     : entry->changed == 0      ? tr("This has changed nothing")
                                                : tr("Undo the selected change, regardless of who made it")));
    setSubjectOf(m_undo, entry ? QStringLiteral("%1 %2").arg(actText(*entry), whoseText(*entry)) : QString());
    m_export->setEnabled(m_filtered.rowCount() > 0);
}

void AuditPage::updateTexts()
{
    const int count = m_model.rowCount();
    QStringList parts;
    if (count > 0)
        parts << (m_list && !m_list->complete ? tr("the newest %Ln change(s)", nullptr, count)
                                              : tr("%Ln change(s)", nullptr, count));
    if (m_list && m_list->maybe > 0)
        parts << tr("%1 of many tokens, of which not all are named").arg(numberText(Units(m_list->maybe)));
    if (m_list && m_list->unreadable > 0)
        parts << tr("%1 unreadable").arg(numberText(Units(m_list->unreadable)));
    parts << tr("you are recorded as %1").arg(shown(m_session.changes().audit().by));
    if (const QString missing = m_session.missing(auditRight); !missing.isEmpty())
        parts << tr("changes are not recorded: %1").arg(missing);
    m_counts->setText(parts.join(QStringLiteral(" · ")));
    m_counts->setToolTip(plainToolTip(tr("Set RATEWARDEN_USER to be recorded under another name")));
    updateEmpty();
    updateActions();
}

void AuditPage::updateEmpty()
{
    if (m_filtered.rowCount() > 0)
        return m_table->setEmptyText({});
    if (m_list && !m_list->complete && m_desk->isListing())
        return m_table->setEmptyText(tr("Looking through older changes"));
    if (m_model.rowCount() > 0 || (m_list && !m_desk->listed().words.empty()))
        return m_table->setEmptyText(tr("Nothing matches the filter"), m_clearFilter);
    if (const EmptyReason why = whyUnread(*this, m_session, m_list ? QString() : m_desk->listed().problem);
        !m_list && !why.text.isEmpty())
        return m_table->setEmptyText(why.text, why.step);
    if (!m_list)
        return m_table->setEmptyText(tr("Reading the audit trail"));
    if (m_list->unreadable > 0)
        return m_table->setEmptyText(tr("%Ln entries cannot be read: damaged, or of another version. None of "
                                        "the others is listed here.",
                                        nullptr, int(m_list->unreadable)));
    m_table->setEmptyText(
        tr("No change is recorded on this server yet.\nWhat is blocked, reset, overridden or "
           "published from a window or a terminal is listed from now on."));
}

void AuditPage::updateDetails()
{
    const AuditEntry* const entry = chosen();
    m_details->setVisible(entry);
    updateActions();
    if (!entry)
        return;
    m_what->setText(QStringLiteral("%1 %2").arg(actText(*entry), whoseText(*entry)));
    m_who->setText(
        tr("%1 at %2 with %3 · entry %4")
            .arg(authorText(*entry), momentText(entry->at), shown(entry->program), shown(entry->id)));
    m_why->setText(entry->reason.empty() ? tr("No reason was given.") : shown(entry->reason));
    m_result->setText(resultSentence(*entry));
    QStringList lines;
    for (const std::string& command : entry->commands)
        lines << QString::fromStdString(command);
    if (entry->commandCount > entry->commands.size())
        lines << tr("… and %1 more").arg(numberText(Units(entry->commandCount - entry->commands.size())));
    const std::vector<std::string> before =
        entry->damaged ? std::vector<std::string>() : entry->beforeImages();
    if (!before.empty())
        lines << tr("# Before:");
    for (const std::string& line : before)
        lines << QString::fromStdString(line);
    m_commands->setPlainText(lines.join(QLatin1Char('\n')));
}

void AuditPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_table->setFocus();
}

} // namespace ratewarden::ui
