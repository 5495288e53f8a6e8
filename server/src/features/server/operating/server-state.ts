/** The values of a metric, as Prometheus reads them, with their labels. */
interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** What the metrics of a server's processes say about these and their jobs. */
export interface MeasuredServer {
  processes: { worker: string | null; startedAt: string; residentBytes: number }[];
  jobs: { name: string; succeeded: number; failed: number; lastSuccessAt: string | null }[];
}

/** Reads the text of all metrics. */
export function measuredServer(metrics: string): MeasuredServer {
  const of = (name: string) => samplesOf(metrics, name);
  const memory = new Map(of("vitrine_process_resident_memory_bytes").map(({ labels, value }) => [labels.worker, value]));
  const processes = of("vitrine_process_start_time_seconds").map(({ labels: { worker }, value }) => ({
    worker: worker ?? null,
    startedAt: instantOf(value),
    residentBytes: memory.get(worker) ?? 0,
  }));
  const jobs = new Map<string, MeasuredServer["jobs"][number]>();
  for (const { labels, value } of of("vitrine_job_runs_total")) {
    const job = jobs.get(labels.name ?? "") ?? { name: labels.name ?? "", succeeded: 0, failed: 0, lastSuccessAt: null };
    if (labels.outcome === "failed") job.failed += value;
    else job.succeeded += value;
    jobs.set(job.name, job);
  }
  for (const { labels, value } of of("vitrine_job_last_success_timestamp_seconds")) {
    const job = jobs.get(labels.name ?? "");
    const at = instantOf(value);
    if (job && (job.lastSuccessAt === null || job.lastSuccessAt < at)) job.lastSuccessAt = at;
  }
  return { processes, jobs: [...jobs.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

function samplesOf(metrics: string, name: string): Sample[] {
  return [...metrics.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? ([-+.e\\d]+)$`, "gm"))].map(([, labels = "", value]) => ({
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = "", text = ""]) => [label, text])),
    value: Number(value),
  }));
}

function instantOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
