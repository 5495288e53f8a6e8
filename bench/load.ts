import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { serialMark } from "./serial-mark.ts";
import { serveTasks } from "./worker.ts";

/** The requests to a server on the loopback interface, and the duration. */
export interface Load {
  port: number;
  /**
   * Whole requests as text. Each connection has its own, which it repeats in turn: every so many from its own place on, or the
   * one at its number modulo theirs where there are fewer than connections. `serialMark` in it is another number each time.
   */
  requests: readonly string[];
  connections: number;
  milliseconds: number;
  /** The expected status; anything else ends the measurement. */
  statuses: readonly number[];
  /** The pause between a response and the next request of its connection. */
  pauseMs?: number;
}

export interface LoadResult {
  /** Responses that were complete within the time. */
  answers: number;
  byStatus: Record<number, number>;
  p50Ms: number;
  p99Ms: number;
  /** How much of one core this process used: near 1, it and not the server was the limit. */
  ownCpuShare: number;
}

/** A machine that is busy with passwords answers late. */
const graceMs = 30_000;

serveTasks(() => runLoad);

/** Sends again on each connection as soon as its response is complete. Rejects on a wrong status, a broken connection or silence. */
async function runLoad({ requests, connections, milliseconds, ...load }: Load): Promise<LoadResult> {
  const latencies = latencyHistogram();
  const byStatus: Record<number, number> = {};
  const buffers = requests.map((request) => Buffer.from(request));
  const cpuBefore = process.cpuUsage();
  const begin = performance.now();
  const deadline = begin + milliseconds;
  let watchdog: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    watchdog = setTimeout(() => reject(new Error("A response did not come.")), milliseconds + graceMs);
  });
  const onAnswer = (ms: number, status: number) => {
    latencies.add(ms);
    byStatus[status] = (byStatus[status] ?? 0) + 1;
  };
  const all = Array.from({ length: connections }, (_, connection) => {
    const ownBuffers = buffers.filter((_, index) => index % connections === connection % buffers.length);
    return askUntil(deadline, { ...load, requests: ownBuffers }, onAnswer);
  });
  await Promise.race([Promise.all(all), silence]).finally(() => clearTimeout(watchdog));
  const { user, system } = process.cpuUsage(cpuBefore);
  const ownCpuShare = (user + system) / 1_000 / (performance.now() - begin);
  return { answers: latencies.count(), byStatus, p50Ms: latencies.quantile(0.5), p99Ms: latencies.quantile(0.99), ownCpuShare };
}

/** One connection after another, as the server closes them, each used without pipelining. */
function askUntil(
  deadline: number,
  { port, requests, statuses, pauseMs = 0 }: Pick<Load, "port" | "statuses" | "pauseMs"> & { requests: readonly Buffer[] },
  onAnswer: (ms: number, status: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let asked = 0;
    let askedAt = 0;
    const ask = (socket: Socket) => {
      askedAt = performance.now();
      socket.write(numbered(requests[asked % requests.length] as Buffer));
      asked += 1;
    };
    const open = () => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => ask(socket));
      const fail = (why: string) => {
        socket.removeAllListeners("close").destroy();
        reject(new Error(why));
      };
      const goOn = (closing: boolean) => {
        const isOver = performance.now() >= deadline;
        if (!isOver && !closing) return ask(socket);
        socket.removeAllListeners("close").end();
        if (isOver) resolve();
        else open();
      };
      const answered = (status: number, closing: boolean) => {
        const now = performance.now();
        if (now < deadline) onAnswer(now - askedAt, status);
        if (pauseMs > 0) setTimeout(goOn, pauseMs, closing);
        else goOn(closing);
      };
      socket.on("data", answerReader(statuses, answered, fail));
      socket.on("error", (error) => fail(error.message));
      socket.on("close", () => fail("The server closed a connection before its response was complete."));
    };
    open();
  });
}

let serial = 10_000_000;

/** The request with the next number at each mark. */
function numbered(request: Buffer): Buffer {
  if (!request.includes(serialMark)) return request;
  serial += 1;
  return Buffer.from(request.toString().replaceAll(serialMark, String(serial)));
}

/** Reads just enough of each response to know that it is an expected one, where it ends, and whether the server hangs up after it. */
function answerReader(
  statuses: readonly number[],
  answered: (status: number, closing: boolean) => void,
  fail: (why: string) => void,
): (chunk: Buffer) => void {
  let head: Buffer | undefined;
  let got = 0;
  let bodyLeft = 0;
  let closing = false;
  return (chunk) => {
    if (bodyLeft > 0) {
      bodyLeft -= chunk.length;
    } else {
      head = head ? Buffer.concat([head, chunk]) : chunk;
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const text = head.toString("latin1", 0, end + 2).toLowerCase();
      got = Number(text.slice(9, 12));
      if (!statuses.includes(got)) return fail(`Answered ${got} instead of ${statuses.join(" or ")}:\n${head.toString()}`);
      const length = got === 304 ? 0 : headerNumber(text, "content-length");
      if (Number.isNaN(length)) return fail("A response has no content-length.");
      closing = text.includes("\r\nconnection: close\r\n");
      bodyLeft = length - (head.length - end - 4);
      head = undefined;
    }
    if (bodyLeft < 0) fail("A response is longer than its content-length.");
    else if (bodyLeft === 0) answered(got, closing);
  };
}

function headerNumber(head: string, name: string): number {
  const start = head.indexOf(`\r\n${name}: `);
  return start < 0 ? NaN : Number(head.slice(start + name.length + 4, head.indexOf("\r\n", start + 2)));
}

/** Latencies counted in steps of 10 µs up to one second; longer ones count as one second. */
function latencyHistogram() {
  const steps = new Uint32Array(100_000);
  const stepMs = 0.01;
  let total = 0;
  return {
    add: (ms: number) => {
      const step = Math.min(steps.length - 1, Math.floor(ms / stepMs));
      steps[step] = (steps[step] ?? 0) + 1;
      total += 1;
    },
    count: () => total,
    quantile: (share: number) => {
      let seen = 0;
      const step = steps.findIndex((count) => (seen += count) >= share * total);
      return (step + 1) * stepMs;
    },
  };
}
