import { Counter, Gauge, type Aggregator, type Registry } from "prom-client";

/** Values of one metric, each with its labels. */
export type Readings = Iterable<readonly [labels: Readonly<Record<string, string>>, value: number]>;

export interface MetricOptions {
  name: string;
  help: string;
  labelNames?: readonly string[];
  /** How the values of several processes are combined. Absent: their sum. */
  aggregator?: Aggregator;
}

/** A value that rises and falls. It is read on a scrape, so that it costs nothing in between; undefined values are absent. */
export function gauge(registry: Registry, options: MetricOptions, read: () => Readings | Promise<Readings>): void {
  new Gauge({
    ...options,
    registers: [registry],
    async collect() {
      const readings = await read();
      this.reset();
      // Without labels it would stay at 0, which is not the same as absent.
      if (!options.labelNames) this.remove();
      for (const [labels, value] of readings) this.set(labels, value);
    },
  });
}

/** The same for a value that only grows, and is counted elsewhere. */
export function counter(registry: Registry, options: MetricOptions, read: () => Readings): void {
  new Counter({
    ...options,
    registers: [registry],
    collect() {
      this.reset();
      for (const [labels, value] of read()) this.inc(labels, value);
    },
  });
}

/** For a metric without labels. */
export function just(value: number): Readings {
  return [[{}, value]];
}
