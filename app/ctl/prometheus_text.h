// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <prometheus/metric_family.h>

#include <string>
#include <vector>

/// Gauges in the text format of Prometheus.
namespace ratewarden::ctl {

using MetricFamilies = std::vector<prometheus::MetricFamily>;
using MetricLabels = std::vector<prometheus::ClientMetric::Label>;

prometheus::MetricFamily gauge(const char* name, const char* help);
void addSample(prometheus::MetricFamily& family, double value, MetricLabels labels = {});
/// A gauge with this one sample.
prometheus::MetricFamily single(const char* name, const char* help, double value);

std::string prometheusText(const MetricFamilies& families);

} // namespace ratewarden::ctl
