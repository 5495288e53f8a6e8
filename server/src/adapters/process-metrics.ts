import { readdir, readFile } from "node:fs/promises";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { Registry } from "prom-client";
import { counter, gauge, just } from "../lib/observing/metric.ts";

const delayResolutionMs = 20;
// Two of these are combined, so that scrapes once a minute or more often, or several of them, miss no peak.
const delayWindowMs = 60_000;
const delayQuantiles = [0.5, 0.99, 1];

/** Metrics of the process itself, read on each scrape. Call the result to stop. */
export function observeProcess(registry: Registry, version: string): () => void {
  gauge(
    registry,
    {
      name: "vitrine_build_info",
      help: "Running processes, by version of Vitrine and of Node.",
      labelNames: ["version", "node_version"],
    },
    () => [[{ version, node_version: process.versions.node }, 1]],
  );
  const startedAtSeconds = Math.round(performance.timeOrigin / 1_000);
  gauge(
    registry,
    { name: "vitrine_process_start_time_seconds", help: "Start time of the process, in seconds since 1970.", aggregator: "max" },
    () => just(startedAtSeconds),
  );
  counter(registry, { name: "vitrine_process_cpu_seconds_total", help: "Processor time used." }, () => {
    const { user, system } = process.cpuUsage();
    return just((user + system) / 1e6);
  });
  gauge(registry, { name: "vitrine_process_resident_memory_bytes", help: "Resident memory of the process." }, () =>
    just(process.memoryUsage.rss()),
  );
  gauge(registry, { name: "vitrine_process_heap_used_bytes", help: "Memory used by JavaScript.", aggregator: "max" }, () =>
    just(getHeapStatistics().used_heap_size),
  );
  gauge(registry, { name: "vitrine_process_heap_limit_bytes", help: "Maximum size of the heap.", aggregator: "min" }, () =>
    just(getHeapStatistics().heap_size_limit),
  );
  gauge(registry, { name: "vitrine_process_open_fds", help: "Open file descriptors.", aggregator: "max" }, openDescriptors);
  gauge(registry, { name: "vitrine_process_max_fds", help: "Maximum of open file descriptors.", aggregator: "min" }, mostDescriptors);
  return observeEventLoop(registry);
}

function observeEventLoop(registry: Registry): () => void {
  // libuv and V8 measure it: no JavaScript runs for it.
  const delay = monitorEventLoopDelay({ resolution: delayResolutionMs });
  delay.enable();
  const read = () => delayQuantiles.map((quantile) => (quantile === 1 ? delay.max : delay.percentile(quantile * 100)));
  let earlier = delayQuantiles.map(() => 0);
  const timer = setInterval(() => {
    earlier = read();
    delay.reset();
  }, delayWindowMs).unref();
  gauge(
    registry,
    {
      name: "vitrine_event_loop_delay_seconds",
      help: "How late the event loop was in the last one to two minutes, by quantile; quantile 1 is the longest.",
      labelNames: ["quantile"],
      aggregator: "max",
    },
    () =>
      read().map((now, index) => {
        const nanoseconds = Math.max(now, earlier[index] ?? 0) - delayResolutionMs * 1e6;
        return [{ quantile: String(delayQuantiles[index]) }, Math.max(0, nanoseconds / 1e9)];
      }),
  );
  counter(
    registry,
    { name: "vitrine_event_loop_active_seconds_total", help: "Busy time of the event loop: its rate is the share in use." },
    () => just(performance.eventLoopUtilization().active / 1_000),
  );
  return () => {
    clearInterval(timer);
    delay.disable();
  };
}

/** Only on Linux. */
async function openDescriptors() {
  // One of them is the descriptor that reads the folder.
  return readdir("/proc/self/fd").then(
    (names) => just(names.length - 1),
    () => [],
  );
}

async function mostDescriptors() {
  const text = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const limit = /^Max open files\s+(\d+)/m.exec(text)?.[1];
  return limit === undefined ? [] : just(Number(limit));
}
