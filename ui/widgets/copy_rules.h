// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/policy.h"

#include <QString>

#include <functional>

class QMenu;
class QWidget;

namespace ratewarden::ui {

/// A menu that copies the rules of a policy as this or another program writes them. `policy` is asked then;
/// null: there is none. `told` gets what there is to say of it: what the other program cannot say, a sentence
/// or several.
QMenu* makeCopyRulesMenu(QWidget* parent, const std::function<const Policy*()>& policy,
                         const std::function<void(const QString& sentences)>& told);

} // namespace ratewarden::ui
