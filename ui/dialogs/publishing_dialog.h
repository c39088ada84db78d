// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/published_policy.h"
#include "ui/widgets/typed_name.h"

#include <QDialog>

namespace ratewarden::ui {

/// A dialog that publishes a version of a policy. Publishing is its owner's business: publishWanted() asks
/// for it once, and the owner answers with succeed(), fail() or refuse(). Closed before the answer, it does
/// not undo the change.
class PublishingDialog : public QDialog {
    Q_OBJECT

public:
    explicit PublishingDialog(QWidget* parent) : QDialog(parent), m_typedName(new TypedName({}, this)) {}

    /// The name of the server has to be typed before anything is published; empty: it has not.
    void setTypedName(const QString& name) { m_typedName->setName(name); }

    void succeed() { accept(); }
    virtual void fail(const QString& message) = 0;
    /// Somebody else has published in between: from now on what is entered stands on theirs.
    virtual void refuse(const PublishedPolicy& theirs) = 0;

Q_SIGNALS:
    void publishWanted(const ratewarden::PublishedPolicy& policy, const QString& reason);

protected:
    /// For the dialog's layout; what it lacks holds up publishing.
    TypedName* typedName() const { return m_typedName; }

private:
    TypedName* m_typedName;
};

} // namespace ratewarden::ui
