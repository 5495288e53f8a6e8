import { Registry, type MetricObjectWithValues, type MetricValue } from "prom-client";

export type CountedMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/**
 * The metrics of several processes, as one text. Every value keeps the label of its process: a process that ends
 * takes its counters with it, and a sum of them would fall.
 */
export function commonMetrics(counted: readonly CountedMetrics[]): Promise<string> {
  const byName = new Map<string, MetricObjectWithValues<MetricValue<string>>>();
  for (const metric of counted.flat()) {
    const knownMetric = byName.get(metric.name);
    byName.set(metric.name, { ...metric, values: [...(knownMetric?.values ?? []), ...metric.values] });
  }
  const registry = new Registry();
  for (const metric of byName.values()) registry.registerMetric({ ...metric, get: async () => metric } as never);
  return registry.metrics();
}
