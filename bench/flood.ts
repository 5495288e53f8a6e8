import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";

/** A request of a client with an address of its own, within 127.0.0.0/8. */
export interface ClientRequest {
  from: string;
  method?: "GET" | "POST";
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer | string;
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Resolves with the status once the answer is complete; 0 where the connection broke. */
export function send(port: number, { from, method = "GET", path, headers, body }: ClientRequest): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request({ host: "127.0.0.1", port, path, method, headers, agent, localAddress: from }, (response) => {
      response.on("end", () => resolve(response.statusCode ?? 0)).on("error", () => resolve(0));
      response.resume();
    });
    outgoing.on("error", () => resolve(0)).end(body);
  });
}

/** How long others waited while somebody attacked. */
export interface WaitedFor {
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  count: number;
  /** Answers before the good one that told to come again. */
  refused: number;
}

const againAfterMs = 1_000;
const mostTries = 30;

/**
 * Sends requests one after the other in each of `loops`, until there were `count` good answers. A request that is refused with 503 is sent again after a
 * second, as the answer says, and its time goes on. Throws on every other answer.
 */
export async function waitFor(
  { count, loops, pauseMs, statuses }: { count: number; loops: number; pauseMs: number; statuses: readonly number[] },
  ask: (number: number) => Promise<number>,
): Promise<WaitedFor> {
  const times: number[] = [];
  let [next, refused] = [0, 0];
  const askOne = async (number: number): Promise<void> => {
    const beganAt = performance.now();
    for (let tries = 0; ; tries += 1) {
      const status = await ask(number);
      if (statuses.includes(status)) break;
      if (status !== 503 || tries === mostTries) throw new Error(`Request ${number} of those beside an attack returned ${status}.`);
      refused += 1;
      await delay(againAfterMs);
    }
    times.push(performance.now() - beganAt);
  };
  await Promise.all(
    Array.from({ length: loops }, async () => {
      while (next < count) {
        await askOne(next++);
        await delay(pauseMs);
      }
    }),
  );
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)] ?? 0;
  return { p50Ms: quantile(0.5), p95Ms: quantile(0.95), p99Ms: quantile(0.99), count: times.length, refused };
}

/** Answers to an attack, by status. */
export type Answers = Record<number, number>;

/**
 * Sends an attack's requests from each of so many clients, one after the other, until `end` is aborted; a client that is refused comes again after a second, since
 * the cost of refusals is not what this measures. Resolves with the answers.
 */
export async function attack(
  end: AbortSignal,
  { clients, pauseMs }: { clients: number; pauseMs: number },
  ask: (client: number, round: number) => Promise<number>,
): Promise<Answers> {
  const answers: Answers = {};
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let round = 0; !end.aborted; round += 1) {
        const status = await ask(client, round);
        answers[status] = (answers[status] ?? 0) + 1;
        await delay([429, 503].includes(status) ? againAfterMs : pauseMs);
      }
    }),
  );
  return answers;
}

/** Runs what is measured while attacks go on, and ends them. */
export async function beside<T>(attacks: (end: AbortSignal) => Promise<Answers>[], measure: () => Promise<T>): Promise<[T, Answers[]]> {
  const end = new AbortController();
  const running = attacks(end.signal);
  try {
    const measured = await measure();
    end.abort();
    return [measured, await Promise.all(running)];
  } finally {
    end.abort();
  }
}
