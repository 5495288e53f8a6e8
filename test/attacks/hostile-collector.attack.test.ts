import { gzipSync } from "node:zlib";
import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startAttackedServer, type AttackedServer } from "./attacked-server.ts";
import { startCanary, type Canary } from "./canary.ts";
import { answering, sendEndlessly, startHostileServer, type HostileServer } from "./hostile-server.ts";
import { recordAttack } from "./record.ts";

/** The limit of the process's growth. */
const growthMiB = 200;
const collectorKey = "key-for-the-collector";

type Mode = (socket: Socket) => void;
let mode: Mode;
const received: string[] = [];

let canary: Canary;
let collector: HostileServer;
let server: AttackedServer;
beforeAll(async () => {
  canary = await startCanary();
  collector = await startHostileServer();
  collector.mode = answering((socket, request) => {
    received.push(request);
    mode(socket);
  });
  mode = takes;
  server = await startAttackedServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
    OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${collectorKey}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: "50",
    OTEL_BSP_SCHEDULE_DELAY: "20",
    RATE_LIMITS: "off",
  });
}, 120_000);
afterAll(async () => {
  await server.remove();
  await collector.close();
  await canary.close();
});

const http = (status: string, headers: Record<string, string | number> = {}, body = "") =>
  `HTTP/1.1 ${status}\r\n${Object.entries({ "Content-Length": Buffer.byteLength(body), ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n${body}`;
const says =
  (text: string | Buffer): Mode =>
  (socket) =>
    void socket.write(text);
const takes = says(http("200 OK", { "Content-Type": "application/json" }, "{}"));
const endlessly =
  (start: string, piece: string): Mode =>
  (socket) => {
    socket.write(start);
    sendEndlessly(socket, piece);
  };
const drips =
  (start: string, drop: string): Mode =>
  (socket) => {
    socket.write(start);
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(drop)), 20);
    socket.on("close", () => clearInterval(timer));
  };

const large = "x".repeat(64 * 1024);
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
const partial = (message: string) => JSON.stringify({ partialSuccess: { rejectedSpans: "9223372036854775807", errorMessage: message } });
const json = { "Content-Type": "application/json" };
const locations = () => [
  ...[`http://127.0.0.1:${canary.port}/v1/traces`, `//127.0.0.1:${canary.port}/v1/traces`, `http://x@localhost:${canary.port}/`],
  ...["/v1/traces", "file:///etc/passwd", "unix:/run/x.sock"],
];
const redirects = (): [string, Mode][] =>
  ["301 Moved", "302 Found", "303 Other", "307 Temporary", "308 Permanent"].flatMap((status) =>
    locations().map((location): [string, Mode] => [`${status} to ${location}`, says(http(status, { Location: location }))]),
  );
/** More than the exporter would wait for at once before it stops for good. */
const upgrades = 32;
const modes = (): [string, Mode, number?][] => [
  ...redirects(),
  ["drops", (socket) => void socket.destroy()],
  ["resets", (socket) => void socket.resetAndDestroy()],
  ["says nothing", () => undefined],
  ["drips headers", drips("HTTP/1.1 200 OK\r\nX: ", "x")],
  ["drips a body", drips(http("200 OK", { "Content-Length": 1_000_000 }), "x")],
  ["hints without end", drips("", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")],
  ["sends a body without end", endlessly("HTTP/1.1 200 OK\r\n\r\n", large)],
  ["sends chunks without end", endlessly("HTTP/1.1 500 Broken\r\nTransfer-Encoding: chunked\r\n\r\n", `10000\r\n${large}\r\n`)],
  ["sends headers without end", endlessly("HTTP/1.1 200 OK\r\n", "X-Y: z\r\n".repeat(5_000))],
  ["continues without end", endlessly("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(2_000))],
  ["switches protocols", says("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n"), upgrades],
  ["is busy for years", says(http("429 Many", { "Retry-After": 999_999_999 }))],
  ["is busy until a day in years", says(http("503 Away", { "Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT" }))],
  ["is busy for no time", says(http("429 Many", { "Retry-After": 0 }))],
  ["is busy for less than no time", says(http("502 Bad", { "Retry-After": -1 }))],
  ["is busy for no number", says(http("504 Late", { "Retry-After": "NaN" }))],
  ["takes a part, in megabytes", says(http("200 OK", json, partial("x".repeat(3 * 1024 * 1024))))],
  ["takes a part, in too many megabytes", says(http("200 OK", json, partial("x".repeat(8 * 1024 * 1024))))],
  [
    "answers a bomb",
    (socket) =>
      void socket.write(Buffer.concat([Buffer.from(http("200 OK", { "Content-Encoding": "gzip", "Content-Length": bomb.length })), bomb])),
  ],
  ["answers no JSON", says(http("200 OK", json, "{"))],
  ["answers deep JSON", says(http("200 OK", json, "[".repeat(500_000)))],
  ["answers Protobuf", says(http("200 OK", { "Content-Type": "application/x-protobuf" }, "\n\u0005\u0008\u0001\u0012\u0001x"))],
  ["answers a prototype", says(http("200 OK", json, '{"__proto__":{"partialSuccess":{}},"partialSuccess":{"__proto__":{"x":1}}}'))],
  ["has two lengths", says("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}")],
  ["answers twice", says(http("200 OK", {}, "{}").repeat(2))],
  ["wants a login", says(http("401 Unauthorized", { "WWW-Authenticate": "Basic" }))],
  ["speaks SMTP", says("220 mail.example ESMTP\r\n")],
];

let reads = 0;
/** A reader with much that no other party may learn. */
async function read(): Promise<void> {
  reads += 1;
  const answer = await fetch(`${server.url}/api/public/v1/pages?page=1&canary-query=${reads}`, {
    headers: {
      "x-api-key": server.site.apiKey,
      cookie: "canary-cookie=1",
      referer: "https://canary-referer.example/",
      "user-agent": "canary-agent",
      "x-forwarded-for": "canary-forwarded",
      baggage: "canary-baggage=1",
      tracestate: "canary=state",
      traceparent: `00-${"0123456789abcdef".repeat(2)}-0123456789abcdef-01`,
    },
    signal: AbortSignal.timeout(15_000),
  });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
}

test("a collector that redirects, floods and stalls gets spans and nothing else", { timeout: 300_000 }, async (context) => {
  const readUntil = async (isThere: () => boolean, what: string) => {
    const until = AbortSignal.timeout(60_000);
    while (!isThere()) {
      if (until.aborted) throw new Error(`Not within a minute: ${what}`);
      await read();
    }
  };
  const isFed = () => received.at(-1)?.includes("resourceSpans") === true;
  await readUntil(isFed, "spans, with a collector that is honest");
  const before = await server.residentMiB();
  let highest = before;
  for (const [name, next, exports = 1] of modes()) {
    const from = received.length;
    mode = next;
    await readUntil(() => received.length >= from + exports, `${exports} batches to a collector that ${name}`);
    for (let index = 0; index < 10; index += 1) await read();
    highest = Math.max(highest, await server.residentMiB());
  }
  expect(highest - before).toBeLessThan(growthMiB);

  // All attacks before did not stop the exporter.
  mode = takes;
  const from = received.length;
  await readUntil(() => received.length > from + 2 && isFed(), "spans, once the collector is itself again");

  // A collector that hangs at the end does not delay the exit.
  mode = () => undefined;
  for (let index = 0; index < 20; index += 1) await read();
  const late = new Promise<string>((resolve) => setTimeout(resolve, 20_000, "late").unref());
  expect(await Promise.race([server.end("SIGTERM"), late])).toBe(0);

  expect(canary.heard().slice(1)).toEqual([]);
  const all = received.join("\n");
  expect(all).toContain(collectorKey);
  expect(all).not.toMatch(/canary/);
  for (const secret of [server.site.apiKey, server.env.SECRET_KEY ?? "none"]) expect(all).not.toContain(secret);
  expect(server.output()).not.toContain(collectorKey);
  console.log(`${received.length} batches, ${reads} reads, +${Math.round(highest - before)} MiB`);
  recordAttack(context, {
    attack: "A collector of traces that redirects, floods and stalls",
    unit: `batches, with ${modes().length} kinds of responses`,
    tried: received.length,
    promise: `no other server got a request, every read succeeded, the process grew by less than ${growthMiB} MiB, traces went on, it ended when told`,
  });
});
