// A process of its own, started by picture-pool.ts, which does one job at a time on files that strangers made. It has no settings, no network to
// ask and no secret to lose: any file may end it.
import { writeFile } from "node:fs/promises";
import type { ChildMessage, SentJob } from "./jobs.ts";
import { usualBytes } from "./limits.ts";
import { CannotDecode } from "./pixels.ts";
import { prepareFile } from "./prepare.ts";
import { Refused } from "./refusal.ts";
import { renderPicture, TooCostlyHere } from "./render.ts";

const watchEveryMs = 10;

process.on("message", (sent: SentJob) => void answer(sent));
// Nobody waits for it any more.
process.on("disconnect", () => process.exit());
// Linux ends this process before any other when memory runs out.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => undefined);
send({ kind: "ready" });

async function answer({ job, maxBytes, maxCpuMs, maxExpectedMs }: SentJob): Promise<void> {
  const before = process.cpuUsage();
  let mostBytes = job.kind === "prepare" ? Math.min(maxBytes, usualBytes) : maxBytes;
  const onType = (contentType: string) => {
    if (contentType === "image/avif") mostBytes = maxBytes;
  };
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (process.memoryUsage.rss() > mostBytes || (user + system) / 1_000 > maxCpuMs) process.kill(process.pid, "SIGKILL");
  }, watchEveryMs);
  try {
    const result = await (job.kind === "prepare" ? prepareFile(job, onType) : renderPicture(job, maxExpectedMs));
    send({ kind: "done", result, rss: process.memoryUsage.rss() });
  } catch (error) {
    if (error instanceof Refused) send({ kind: "done", result: error.refusal, rss: process.memoryUsage.rss() });
    else if (error instanceof TooCostlyHere) send({ kind: "costly", rss: process.memoryUsage.rss() });
    else if (error instanceof CannotDecode) send({ kind: "unable", message: error.message });
    else send({ kind: "failed", message: error instanceof Error ? error.message : String(error), code: (error as { code?: string }).code });
  } finally {
    clearInterval(watch);
  }
}

function send(message: ChildMessage): void {
  process.send?.(message);
}
