// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/prometheus_text.h"

#include <prometheus/text_serializer.h>

#include <sstream>
#include <utility>

namespace ratewarden::ctl {

prometheus::MetricFamily gauge(const char* name, const char* help)
{
    return {name, help, prometheus::MetricType::Gauge, {}};
}

void addSample(prometheus::MetricFamily& family, double value, MetricLabels labels)
{
    prometheus::ClientMetric metric;
    metric.label = std::move(labels);
    metric.gauge.value = value;
    family.metric.push_back(std::move(metric));
}

prometheus::MetricFamily single(const char* name, const char* help, double value)
{
    prometheus::MetricFamily family = gauge(name, help);
    addSample(family, value);
    return family;
}

std::string prometheusText(const MetricFamilies& families)
{
    std::ostringstream text;
    prometheus::TextSerializer().Serialize(text, families);
    return std::move(text).str();
}

} // namespace ratewarden::ctl
