import { setTimeout as delay } from "node:timers/promises";
import { postText, requestText, type Read } from "./exchange.ts";
import { startLoader, type Loader } from "./loader.ts";
import { figuresOf, loadOnce, median, medianRatio, type Bench, type Figures, type Round } from "./rounds.ts";
import { onPostgres, startVitrine } from "./vitrine.ts";
import type { ServerProcess } from "./process.ts";

/** Reads without and with clients that log in as fast as the limits allow. */
export interface ReadsWhileLoggingIn {
  alone: Figures;
  besideLogins: Figures;
  /** Responses per second beside logins as a share of those alone. */
  byThroughput: number;
  /** Successful logins. */
  loginsPerSecond: number;
  /** The share of logins that were told to wait. */
  refusedShare: number;
}

/** The request of a login. It creates a session for the shop, so it carries the site's key. */
export type LoginRequest = (customer: Customer, headers: Read["headers"]) => string;

interface Customer {
  email: string;
  password: string;
}

const registerPath = "/api/v1/shop/auth/register";
const customers = 16;
const loginClients = 64;
/** A refused client retries after this time: the measurement is about logins, not a flood of requests. */
const loginPauseMs = 50;

export const usualLogin: LoginRequest = (customer, headers) => postText({ path: "/api/v1/shop/auth/login", headers }, customer);

/** Undefined where customers cannot register. */
export async function readsWhileLoggingIn(
  bench: Bench,
  databaseUrl: string,
  reads: readonly [Read, ...Read[]],
  login: LoginRequest = usualLogin,
): Promise<ReadsWhileLoggingIn | undefined> {
  const server = await startVitrine(bench.scratch, { ...onPostgres(databaseUrl), RATE_LIMITS: "off" });
  const loader = startLoader();
  bench.scratch.later(loader.stop);
  const { headers } = reads[0];
  const registered = await registerAll(server, headers);
  if (registered) {
    const logins = registered.map((customer) => login(customer, headers));
    const measured = await measure(bench, server, loader, { reads: reads.map(requestText), logins });
    await Promise.all([server.stop(), loader.stop()]);
    return measured;
  }
  await Promise.all([server.stop(), loader.stop()]);
  return undefined;
}

async function measure(
  bench: Bench,
  server: ServerProcess,
  loader: Loader,
  { reads, logins }: Record<"reads" | "logins", readonly string[]>,
): Promise<ReadsWhileLoggingIn> {
  const warmUpMs = bench.warmUpSeconds * 500;
  await loadOnce(bench, server, reads, 200, warmUpMs / 1_000);
  const alone: Round[] = [];
  const beside: Round[] = [];
  const answers: Record<number, number>[] = [];
  const milliseconds = bench.seconds * 1_000 + warmUpMs;
  for (let round = 0; round < bench.rounds; round += 1) {
    alone.push(await loadOnce(bench, server, reads, 200, bench.seconds));
    const logIn = { port: server.port, requests: logins, connections: loginClients, milliseconds, pauseMs: loginPauseMs };
    const loggingIn = loader.run({ ...logIn, statuses: [200, 401, 429, 503] });
    await delay(warmUpMs);
    beside.push(await loadOnce(bench, server, reads, 200, bench.seconds));
    answers.push((await loggingIn).byStatus);
  }
  const all = (byStatus: Record<number, number>) => Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  return {
    alone: figuresOf(alone),
    besideLogins: figuresOf(beside),
    byThroughput: medianRatio(beside, alone, ({ perSecond }) => perSecond),
    loginsPerSecond: median(answers.map((byStatus) => ((byStatus[200] ?? 0) * 1_000) / milliseconds)),
    refusedShare: median(answers.map((byStatus) => (byStatus[503] ?? 0) / Math.max(1, all(byStatus)))),
  };
}

/** Undefined when there is no such operation. */
async function registerAll({ port }: ServerProcess, headers: Read["headers"]): Promise<Customer[] | undefined> {
  const all = Array.from({ length: customers }, (_, index) => ({
    email: `customer-${process.pid}-${index + 1}@shop.example`,
    password: `a long password ${index + 1}`,
  }));
  for (const customer of all) {
    const { status } = await fetch(`http://127.0.0.1:${port}${registerPath}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(customer),
    });
    if (status === 404) return undefined;
    if (status >= 300) throw new Error(`Registering a customer returned ${status}.`);
  }
  return all;
}
