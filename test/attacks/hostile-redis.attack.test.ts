import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startAttackedServer, type AttackedServer } from "./attacked-server.ts";
import { leaving, startFakeRedis, type FakeRedis, type Mode } from "./fake-redis.ts";
import { recordAttack } from "./record.ts";

const [burst, perSecond] = [20, 20];
/** The limit of the process's growth, in MiB. The server sends up to half a gigabyte, again and again. */
const growthMiB = 200;

let redis: FakeRedis;
let server: AttackedServer;
beforeAll(async () => {
  redis = await startFakeRedis();
  server = await startAttackedServer({
    REDIS_URL: `redis://user:password@127.0.0.1:${redis.port}/2`,
    TRUST_PROXY: "127.0.0.1",
    RATE_LIMIT_READS_PER_SECOND: String(perSecond),
    RATE_LIMIT_READS_BURST: String(burst),
  });
}, 60_000);
afterAll(async () => {
  await server.remove();
  await redis.close();
});

const many = (count: number, item: string | number) => Array.from({ length: count }, () => item);
const saying =
  (text: string): Mode =>
  (socket) =>
    void socket.write(text);
const allLeft =
  (left: string | number): Mode =>
  (socket, buckets) =>
    void socket.write(leaving(...many(buckets, left)));
/** Sends until the connection closes, up to half a gigabyte. */
const endless =
  (head: string, piece = "x".repeat(64 * 1024)): Mode =>
  (socket) => {
    let left = (512 * 1024 * 1024) / piece.length;
    const more = () => {
      while (!socket.destroyed && left-- > 0) if (!socket.write(piece)) return void socket.once("drain", more);
    };
    socket.write(head);
    more();
  };
const cutting =
  (text: string): Mode =>
  (socket: Socket) =>
    void socket.end(text);

const well = allLeft(burst);
const modes: Record<string, Mode> = {
  hangs: () => undefined,
  "closes at once": cutting(""),
  "cuts a number": cutting("*1\r\n$2\r\n1"),
  "cuts a length": cutting("*1\r\n$"),
  "is loading": saying("-LOADING Redis is loading the dataset in memory\r\n"),
  "is a copy": saying("-READONLY You can't write against a read only replica.\r\n"),
  "is full": saying("-OOM command not allowed when used memory > 'maxmemory'.\r\n"),
  "knows no script": saying("-NOSCRIPT No matching script.\r\n"),
  "is elsewhere": saying("-MOVED 3999 127.0.0.1:1\r\n"),
  "fails endlessly": endless("-ERR "),
  "says nil": saying("$-1\r\n"),
  "says a nil list": saying("*-1\r\n"),
  "says null": saying("_\r\n"),
  "says nil in a list": (socket, buckets) => void socket.write(`*${buckets}\r\n${"$-1\r\n".repeat(buckets)}`),
  "says whole numbers": saying(":5\r\n"),
  "says whole numbers in a list": (socket, buckets) => void socket.write(`*${buckets}\r\n${":1000000\r\n".repeat(buckets)}`),
  "says lists in lists": (socket, buckets) => void socket.write(`*${buckets}\r\n${"*0\r\n".repeat(buckets)}`),
  "says a text": saying("$5\r\nhello\r\n"),
  "says texts": allLeft("hello"),
  "says empty texts": allLeft(""),
  "says NaN": allLeft("nan"),
  "says NaN as JavaScript does": allLeft("NaN"),
  "says infinity": allLeft("Infinity"),
  "says less than infinity": allLeft("-inf"),
  "says a number with blanks": allLeft(" 9 "),
  "says hexadecimal numbers": allLeft("0xffff"),
  "says plenty": allLeft("1e+300"),
  "says more than fits": allLeft(1_000_000_000),
  "says nothing is left": allLeft(0),
  "says far less than nothing": allLeft("-1e+300"),
  "says less than nothing": allLeft(-1_000_000_000),
  "says too little": saying("*0\r\n"),
  "says too much": (socket, buckets) => void socket.write(leaving(...many(buckets + 1, burst))),
  "says it twice": (socket, buckets) => void socket.write(leaving(...many(buckets, burst)).repeat(2)),
  "is a step behind": (socket) => void socket.write(`+OK\r\n${leaving(burst)}`),
  "tells of a subscription": saying(">3\r\n$9\r\nsubscribe\r\n$1\r\na\r\n:1\r\n"),
  "tells of a subscription to nothing": saying(">2\r\n$9\r\nsubscribe\r\n_\r\n"),
  "tells of nothing": saying(">1\r\n_\r\n"),
  "tells news": saying(">3\r\n$7\r\nmessage\r\n$1\r\na\r\n_\r\n"),
  "announces half a gigabyte": saying("*1\r\n$536870912\r\n"),
  "sends half a gigabyte": endless("*1\r\n$536870912\r\n"),
  "announces lists of lists": saying("*32000000\r\n".repeat(50)),
  "announces a list of no length": saying("*-5\r\n*x\r\n*99999999999999\r\n$-7\r\n"),
  "sends endless nils": endless("*4000000000\r\n", "$-1\r\n".repeat(10_000)),
  "goes ever deeper": endless("", "*1\r\n".repeat(10_000)),
  "speaks another language": saying("HTTP/1.1 400 Bad Request\r\n\r\n"),
  "sends noise": saying(String.fromCharCode(...Array.from({ length: 4_096 }, (_, at) => (at * 131) % 256))),
};

const statuses = new Map<number, number>();
const ask = async (address: string): Promise<number> => {
  const answer = await fetch(`${server.url}/api/public/v1/pages/home`, {
    headers: { "x-api-key": server.site.apiKey, "x-forwarded-for": address },
  });
  await answer.arrayBuffer();
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  return answer.status;
};
const settledOnceMore = async () => {
  const before = redis.asked();
  await expect.poll(() => redis.asked() > before, { timeout: 10_000, interval: 20 }).toBe(true);
};

test("a Redis that fails or lies stops nothing, grants no client more than one process does, and locks nobody out", async (context) => {
  redis.mode = well;
  for (let round = 0; round < 5; round += 1) await ask("10.1.0.1");
  const before = await server.residentMiB();
  let highest = before;
  let number = 0;
  for (const [name, mode] of Object.entries(modes)) {
    redis.mode = mode;
    const [greedy, honest] = [`10.2.0.${(number += 1)}`, `10.3.0.${number}`];
    const begun = performance.now();
    let passed = 0;
    const settled = settledOnceMore();
    let isSettled = false;
    const over = settled.then(() => (isSettled = true));
    // A client that takes every token, over at least one settlement.
    while (!isSettled || performance.now() - begun < 200) {
      passed += (await Promise.all(many(10, greedy).map((address) => ask(String(address))))).filter((status) => status === 200).length;
      await ask(honest);
      highest = Math.max(highest, await server.residentMiB());
    }
    await over;
    const most = burst + (perSecond * (performance.now() - begun)) / 1_000 + 1;
    expect([name, passed <= most ? "at most the limit" : `${passed} of ${most}`]).toEqual([name, "at most the limit"]);
    // The wait is no longer than a bucket with this much debt takes to fill.
    await expect.poll(() => ask(honest), { timeout: 5_000, interval: 100, message: name }).toBe(200);
  }
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expect(highest - before).toBeLessThan(growthMiB);

  // Healthy again: it reports that others used all of this client's tokens, and is trusted.
  redis.mode = allLeft(-burst);
  const poor = "10.4.0.1";
  await expect.poll(() => ask(poor), { timeout: 20_000, interval: 100 }).toBe(429);
  expect(server.output()).toContain("limits are shared again");
  const asked = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  recordAttack(context, {
    attack: "Redis that fails, hangs, floods, and returns false data",
    unit: `requests, under ${Object.keys(modes).length} kinds of false responses`,
    tried: asked,
    promise: `no request failed, no client got more than one process gives or was kept out, the process grew by less than ${growthMiB} MiB`,
  });
}, 240_000);

test("codes and passwords are counted exactly in the meantime", async (context) => {
  redis.mode = allLeft("1e+300");
  const email = "ana@customer.example";
  const post = async (path: string, body: object, address: string) => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", "x-api-key": server.site.apiKey, "x-forwarded-for": address },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  expect(await post("/v1/shop/auth/register", { email, password: "a long enough password" }, "10.5.0.1")).toBe(201);
  // For one address ten guesses are compared, however many come at once.
  const guesses = await Promise.all(
    Array.from({ length: 25 }, (_, index) => post("/v1/shop/auth/login", { email, password: `wrong password ${index}` }, "10.5.0.2")),
  );
  expect(guesses.filter((status) => status === 401).length).toBe(10);
  expect(guesses.filter((status) => status === 429).length).toBe(15);
  recordAttack(context, {
    attack: "Guessed passwords while Redis says that plenty is left",
    unit: "guesses",
    tried: guesses.length,
    promise: "ten were compared, each other one was refused",
  });
}, 60_000);
