// Loaded into a server process with `--import`. Measures the processor time that its main thread works without a turn of the event loop:
// `/start` on PROBE_PORT begins, `/stop` answers the longest block since then, in milliseconds; `/reference` answers the time of a piece of
// work that is always the same. Linux only.
import { openSync, readSync } from "node:fs";
import { createServer } from "node:http";
import { isMainThread } from "node:worker_threads";

const port = process.env.PROBE_PORT;
// The programs that the server starts have no probe.
delete process.env.PROBE_PORT;
delete process.env.NODE_OPTIONS;

if (isMainThread && port) {
  const statistics = openSync(`/proc/self/task/${process.pid}/schedstat`);
  const bytes = Buffer.alloc(100);
  const processorMs = () => Number.parseInt(bytes.toString("latin1", 0, readSync(statistics, bytes, 0, bytes.length, 0))) / 1e6;

  let isRunning = false;
  let lastMs = 0;
  let longestMs = 0;
  const turn = () => {
    if (!isRunning) return;
    const nowMs = processorMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    setImmediate(turn);
  };
  const reference = () => {
    const text = JSON.stringify(
      Array.from({ length: 50_000 }, (_, index) => ({ id: `b${index}`, props: { text: "y".repeat(index % 40) } })),
    );
    const times = Array.from({ length: 9 }, () => {
      const beganMs = processorMs();
      JSON.stringify(JSON.parse(text));
      return processorMs() - beganMs;
    });
    return times.sort((one, other) => one - other)[4];
  };
  createServer((request, response) => {
    if (request.url === "/reference") return response.end(String(reference()));
    if (request.url === "/start") {
      isRunning = true;
      longestMs = 0;
      lastMs = processorMs();
      setImmediate(turn);
    } else isRunning = false;
    return response.end(String(longestMs));
  })
    .listen(Number(port), "127.0.0.1")
    .unref();
}
