interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  args?: { data?: { type?: string } };
}

/**
 * For each key of a trace of Chromium, the milliseconds of work of the thread that took it: from the task that takes the key to the commit of the next frame,
 * without the time in which the thread waits for that frame.
 */
export function keysOf(trace: string): number[] {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const keys = traceEvents.filter(({ name, args }) => name === "EventDispatch" && args?.data?.type === "keydown");
  const [first] = keys;
  if (!first) return [];
  const ofThread = traceEvents.filter(({ pid, tid }) => pid === first.pid && tid === first.tid).sort((a, b) => a.ts - b.ts);
  const tasks = ofThread.filter(({ name, ph }) => name === "RunTask" && ph === "X");
  const commits = ofThread.filter(({ name }) => name === "Commit");
  return keys.flatMap(({ ts }) => {
    const began = tasks.findLast((task) => task.ts <= ts)?.ts;
    const commit = commits.find((each) => each.ts >= ts);
    if (began === undefined || !commit) return [];
    const end = commit.ts + (commit.dur ?? 0);
    const work = tasks
      .filter((task) => task.ts >= began && task.ts < end)
      .reduce((sum, task) => sum + Math.min(task.ts + (task.dur ?? 0), end) - task.ts, 0);
    return [work / 1_000];
  });
}
