import { Counter, Gauge, type Aggregator, type Registry } from "prom-client";

/** Values of one metric, each with its labels. */
export type Readings = Iterable<readonly [labels: Readonly<Record<string, string>>, value: number]>;

export interface MetricOptions {
  name: string;
  help: string;
  labelNames?: readonly string[];
  /** What becomes of the values where several processes are one server. Absent: their sum. */
  aggregator?: Aggregator;
}

/** Something that rises and falls. It is looked up when somebody asks, so that it costs nothing on the way; what is left out is absent. */
export function gauge(registry: Registry, options: MetricOptions, read: () => Readings | Promise<Readings>): void {
  new Gauge({
    ...options,
    registers: [registry],
    async collect() {
      const readings = await read();
      this.reset();
      // Without labels it would stand at 0, which is another thing than being absent.
      if (!options.labelNames) this.remove();
      for (const [labels, value] of readings) this.set(labels, value);
    },
  });
}

/** The same for what only grows, and is counted elsewhere. */
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

/** Of a metric without labels. */
export function just(value: number): Readings {
  return [[{}, value]];
}
