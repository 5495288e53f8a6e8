import { readFile } from "node:fs/promises";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { cms } from "../kit/harness.ts";
import { startAttackedServer, type AttackedServer } from "./attacked-server.ts";
import { client } from "./connections.ts";
import { recordAttack } from "./record.ts";

let server: AttackedServer;
const agents: Agent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  await server.remove();
});

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends requests as the client at an address, over kept connections. */
function asks(address: string) {
  const agent = new Agent({ keepAlive: true, localAddress: address });
  agents.push(agent);
  return (path: string, body?: string): Promise<number> =>
    new Promise((resolve) => {
      const headers = { "x-api-key": server.site.apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) };
      const sent = request(`${server.url}${cms}${path}`, { agent, headers, method: body === undefined ? "GET" : "POST" }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
      });
      sent.once("error", () => resolve(0));
      sent.end(body);
    });
}

/** Processor time of the server so far, in milliseconds; a tick is ten of them. */
async function processorMs(): Promise<number> {
  const fields = (await readFile(`/proc/${server.pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Twenty bodies a second, which the limit of writes allows, until stopped. */
function flood(submit: (body: string) => Promise<number>, body: string) {
  const statuses: number[] = [];
  const timer = setInterval(() => void submit(body).then((status) => statuses.push(status)), 50);
  return () => {
    clearInterval(timer);
    return statuses;
  };
}

interface Reads {
  statuses: number[];
  count: number;
  p99: number;
}

/** Reads a cached page for a time: the number of reads, and the 99th percentile of their duration, in milliseconds. */
async function reads(milliseconds: number): Promise<Reads> {
  // In a thread of its own: the flood must not delay the reader itself.
  const reader = new Worker(readOn, {
    eval: true,
    workerData: { url: `${server.url}${cms}/pages/home`, key: server.site.apiKey, milliseconds },
  });
  const [read] = (await once(reader, "message")) as [Reads];
  return read;
}

const readOn = `
  const { Agent, request } = require("node:http");
  const { parentPort, workerData: { url, key, milliseconds } } = require("node:worker_threads");
  const agent = new Agent({ keepAlive: true });
  const read = () => new Promise((resolve) => {
    request(url, { agent, headers: { "x-api-key": key } }, (answer) => answer.resume().once("end", () => resolve(answer.statusCode)))
      .once("error", () => resolve(0))
      .end();
  });
  const [took, statuses, until] = [[], new Set(), performance.now() + milliseconds];
  const readOn = async () => {
    while (performance.now() < until) {
      const began = performance.now();
      statuses.add(await read());
      took.push(performance.now() - began);
    }
  };
  Promise.all([readOn(), readOn()]).then(() => {
    took.sort((one, other) => one - other);
    agent.destroy();
    parentPort.postMessage({ statuses: [...statuses], count: took.length, p99: took[Math.floor(took.length * 0.99)] });
  });
`;

const members = (count: number, length: number) =>
  JSON.stringify({ data: Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, "x".repeat(length)])) });

test.for<[string, string]>([
  ["29,000 unknown members in 255 KiB", members(29_000, 0)],
  ["4,900 unknown members in 63 KiB", members(4_900, 2)],
  ["a text of 63 KiB", JSON.stringify({ data: { text: "x".repeat(63_000) } })],
])("submissions of %s, twenty a second, use little of the server's time", { timeout: 120_000 }, async ([name, body], context) => {
  server = await startAttackedServer({ RATE_LIMIT_READS_PER_SECOND: "1000000", RATE_LIMIT_READS_BURST: "1000000" });
  const submit = asks(client(0));
  const rates: number[] = [];
  const slowest: number[] = [];
  let tried = 0;
  await reads(1_000);
  for (let round = 0; round < 3; round += 1) {
    const quiet = await reads(1_500);
    const stop = flood((text) => submit("/plugins/svc.forms/forms/contact/submit", text), body);
    // The client's burst is used up by then.
    await wait(2_000);
    const flooded = await reads(1_500);
    tried += stop().length;
    rates.push(flooded.count / quiet.count);
    slowest.push(flooded.p99 / quiet.p99);
    expect([...quiet.statuses, ...flooded.statuses].filter((status) => status !== 200)).toEqual([]);
  }
  const median = (values: number[]) => values.sort((one, other) => one - other)[1]?.toFixed(2);
  console.info(`${name}: reads of another client keep ${median(rates)} of their rate, and their p99 is ${median(slowest)} of before.`);

  // In processor time, which is independent of the machine's other load.
  const before = await processorMs();
  const stop = flood((text) => submit("/plugins/svc.forms/forms/contact/submit", text), body);
  await wait(4_000);
  const statuses = stop();
  const share = ((await processorMs()) - before) / 4_000;
  console.info(`${name}: alone they take ${share.toFixed(2)} of a processor; answered ${[...new Set(statuses)].join(", ")}.`);
  tried += statuses.length;
  expect(share).toBeLessThan(0.5);
  expect(statuses.filter((status) => ![202, 400, 413, 429].includes(status))).toEqual([]);
  recordAttack(context, {
    attack: `Twenty submissions a second of ${name}`,
    unit: "submissions",
    tried,
    promise: "they took less than half of a processor, every read of others succeeded",
  });
});
