import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stripeProcessor } from "../../server/src/adapters/stripe-processor.ts";
import { startServer, type Answer, type TestServer, type TestSite } from "../kit/harness.ts";
import { goods, paymentPlugin, till } from "../kit/till.ts";
import { startCanary, type Canary } from "./canary.ts";
import { answering, growthDuring, sendEndlessly, startHostileServer, type HostileServer } from "./hostile-server.ts";
import { recordAttack } from "./record.ts";

/** The limit of this process's growth: the hostile server runs in it too. */
const growthMiB = 400;
const timeoutMs = 500;
const price = 500;
const stock = 1_000;

/** How the processor responds from now on, also over kept connections. */
type Mood = (socket: Socket, request: string) => void;
let mood: Mood;

let canary: Canary;
let hostile: HostileServer;
let server: TestServer;
let site: TestSite;
let account: string;
let store: ReturnType<typeof till>;
beforeAll(async () => {
  canary = await startCanary();
  hostile = await startHostileServer();
  hostile.mood = answering((socket, request) => mood(socket, request));
  const processor = stripeProcessor({ apiUrl: `http://127.0.0.1:${hostile.port}`, timeoutMs });
  server = await startServer({ throughProcessor: () => processor });
  const plugins = paymentPlugin();
  account = plugins["svc.payments"].config.secretKey;
  site = await server.addSite({ plugins, products: goods({ CHAIR: { price, stock } }) });
  store = till(server, site);
});
afterAll(async () => {
  await server.stop();
  await hostile.close();
  await canary.close();
});

const { keys, entries } = Object;
type Members = Record<string, unknown>;
/** As an honest processor does: for the same idempotency key the same. */
const idOf = (request: string) =>
  createHash("sha256")
    .update(/^idempotency-key: *(.+)$/im.exec(request)?.[1]?.trim() ?? request)
    .digest("hex")
    .slice(0, 24);

const ended = new Set<string>();
/** An honest processor's response to a request: no payment that is read was paid. */
function honest(request: string): Members {
  const [, path = ""] = /^\w+ (\/\S*)/.exec(request) ?? [];
  const [, kind, known, verb] = /^\/v1\/(checkout\/sessions|payment_intents)(?:\/([^/?]+))?(?:\/(\w+))?/.exec(path) ?? [];
  const id = known ?? `${kind === "payment_intents" ? "pi" : "cs"}_${idOf(request)}`;
  if (verb !== undefined) ended.add(id);
  const common = { id, currency: "eur", metadata: {} };
  if (kind === "payment_intents") {
    const status = ended.has(id) ? "canceled" : "requires_payment_method";
    return { ...common, object: "payment_intent", status, amount: price, client_secret: `${id}_secret_x`, latest_charge: null };
  }
  const status = ended.has(id) ? "expired" : "open";
  return {
    ...{ ...common, object: "checkout.session", url: `https://pay.example/c/pay/${id}`, status, payment_status: "unpaid" },
    ...{ payment_intent: null, amount_total: price, customer_details: null },
  };
}

const http = (status: string, headers: Members = {}, body = "") =>
  `HTTP/1.1 ${status}\r\n${entries({ "Content-Length": Buffer.byteLength(body), ...headers })
    .map(([name, value]) => `${name}: ${String(value)}\r\n`)
    .join("")}\r\n${body}`;
const json = { "Content-Type": "application/json" };
const says =
  (text: string): Mood =>
  (socket) =>
    void socket.write(text);
const endlessly =
  (start: string, piece: string): Mood =>
  (socket) => {
    socket.write(start);
    sendEndlessly(socket, piece);
  };
const honestly: Mood = (socket, request) => void socket.write(http("200 OK", json, JSON.stringify(honest(request))));
const lying =
  (change: (answer: Members) => Members): Mood =>
  (socket, request) =>
    void socket.write(http("200 OK", json, JSON.stringify(change(honest(request)))));

/** The targets of redirects: the canary, cycles, and addresses that are no web server. */
const locations = () => [
  ...[`http://127.0.0.1:${canary.port}/v1/taken`, `//127.0.0.1:${canary.port}/v1/taken`, `http://localhost:${canary.port}/`],
  ...[`http://pay@127.0.0.1:${canary.port}/`, `http://2130706433:${canary.port}/`, `http://[::ffff:127.0.0.1]:${canary.port}/`],
  ...["/v1/checkout/sessions", "", "?again", "/again", `http://127.0.0.1:${hostile.port}/v1/again`],
  ...["file:///etc/passwd", "gopher://127.0.0.1/", "data:application/json,{}", "unix:/run/x.sock", "javascript:0", "\t//x\x00"],
];
const redirects = (): Record<string, Mood> =>
  Object.fromEntries(
    ["300 Choose", "301 Moved", "302 Found", "303 Other", "305 Proxy", "307 Temporary", "308 Permanent"].flatMap((status) =>
      locations().map((location) => [
        `${status} to ${JSON.stringify(location)}`,
        (socket, request) => {
          // With a valid response, and with other ways to redirect.
          const body = JSON.stringify(honest(request));
          socket.write(http(status, { Location: location, Refresh: `0; url=${location}`, Link: `<${location}>; rel=next`, ...json }, body));
        },
      ]),
    ),
  );

const large = "x".repeat(64 * 1024);
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
const drip = (start: string) => (socket: Socket) => {
  socket.write(start);
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write("1")), 20);
  socket.on("close", () => clearInterval(timer));
};
const broken: Record<string, Mood> = {
  resets: (socket) => void socket.resetAndDestroy(),
  "drops after the request": (socket) => void socket.destroy(),
  "drops within the headers": (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Le"),
  "drops within the body": (socket) => void socket.end(http("200 OK", { "Content-Length": 100_000 }, "{")),
  "drops within a chunk": (socket) => void socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n{"),
  "says nothing": () => undefined,
  "drips its headers": drip("HTTP/1.1 200 OK\r\nX: "),
  "drips its body": drip(http("200 OK", { "Content-Length": 1_000_000 })),
  "drips chunks": drip("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
  "sends a body without end": endlessly("HTTP/1.1 200 OK\r\n\r\n", large),
  "sends chunks without end": endlessly("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", `10000\r\n${large}\r\n`),
  "sends empty chunks": endlessly("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", `1\r\n \r\n`.repeat(5_000)),
  "sends one header without end": endlessly("HTTP/1.1 200 OK\r\nX: ", large),
  "sends headers without end": endlessly("HTTP/1.1 200 OK\r\n", "X-Y: z\r\n".repeat(5_000)),
  "sends trailers without end": endlessly(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n",
    "X-Y: z\r\n".repeat(5_000),
  ),
  "continues without end": endlessly("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(2_000)),
  "hints without end": endlessly("", `HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n`.repeat(1_000)),
  "is at work without end": endlessly("", "HTTP/1.1 102 Processing\r\n\r\n".repeat(2_000)),
  "speaks another protocol": says("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
  "answers with a bomb": answering(
    (socket) =>
      void socket.write(
        Buffer.concat([Buffer.from(http("200 OK", { ...json, "Content-Encoding": "gzip", "Content-Length": bomb.length })), bomb]),
      ),
  ),
  "has two lengths": says(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 200\r\n\r\n{}`),
  "has a length and chunks": says(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
  "has a length beyond numbers": says(http("200 OK", { "Content-Length": "9".repeat(40) }, "{}")),
  "has a negative length": says(http("200 OK", { "Content-Length": -1 }, "{}")),
  "has no status": says("HTTP/1.1 OK\r\n\r\n{}"),
  "has an impossible status": says(http("999 Beyond", json, "{}")),
  "has no content": says("HTTP/1.1 204 No Content\r\n\r\n"),
  "speaks HTTP of tomorrow": says("HTTP/3.0 200 OK\r\n\r\n{}"),
  "speaks SMTP": says("220 mail.example ESMTP\r\n"),
  "sends noise": (socket) => void socket.end(Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 131) % 256))),
  "wants a login": says(http("401 Unauthorized", { "WWW-Authenticate": 'Basic realm="x"' }, "{}")),
  "wants a login of a proxy": says(http("407 Proxy", { "Proxy-Authenticate": 'Basic realm="x"' }, "{}")),
  "wants to be asked again": says(
    http("503 Away", { "Retry-After": 0, "Stripe-Should-Retry": "true", ...json }, '{"error":{"type":"api_error"}}'),
  ),
  "wants to be asked in years": says(
    http("429 Many", { "Retry-After": 99_999_999, "Stripe-Should-Retry": "true", ...json }, '{"error":{}}'),
  ),
};

const failures = [
  "api_error",
  "card_error",
  "idempotency_error",
  "invalid_request_error",
  "rate_limit_error",
  "temporary_session_expired",
  "x\r\ny",
];
/** Error responses, and invalid responses. */
const errors = (): Record<string, Mood> => ({
  ...Object.fromEntries(
    failures.flatMap((type) =>
      ["400 Bad", "402 Declined", "403 No", "404 None", "409 Other", "500 Broken"].map((status) => [
        `${status} ${type}`,
        says(http(status, json, JSON.stringify({ error: { type, code: large, message: `${account} ${large}`, param: { a: [large] } } }))),
      ]),
    ),
  ),
  ...Object.fromEntries(
    [
      ...["", "null", "[]", "0", '"x"', "{", "{}", "<html>", "[".repeat(200_000), `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
      ...['{"__proto__":{"object":"checkout.session"}}', '{"error":null}', '{"error":{"type":"card_error"}}', "\u0000", "1e999"],
    ].map((text) => [`says ${text.slice(0, 20)}`, says(http("200 OK", json, text))]),
  ),
});

/** Responses with a single fault, and their expected outcome. */
interface Lie {
  mood: Mood;
  only?: "session" | "intent";
  /** Nothing that matters is changed. */
  isTaken?: true;
}
const wrong = (member: string, value: unknown): Lie => ({ mood: lying((answer) => ({ ...answer, [member]: value })) });
const onSession = (member: string, value: unknown): Lie => ({ ...wrong(member, value), only: "session" });
const onIntent = (member: string, value: unknown): Lie => ({ ...wrong(member, value), only: "intent" });
const labelled = (lie: (member: string, value: unknown) => Lie, member: string, values: readonly unknown[]): [string, Lie][] =>
  values.map((value) => [`${member} ${(JSON.stringify(value) ?? "absent").slice(0, 60)}`, lie(member, value)]);
const pages = () => [
  ...["javascript:alert(1)", "JavaScript:alert(1)", "java\tscript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x"],
  ...[
    "file:///etc/passwd",
    "blob:https://pay.example/x",
    "about:blank",
    "//pay.example/x",
    "/c/pay/x",
    "",
    "https://",
    "https:pay.example",
  ],
  ...["https:///pay.example", "https://pay.example\\@canary.example/", `http:\\\\127.0.0.1:${canary.port}`, " https://pay.example/"],
  ...["https://pay.example/\r\nSet-Cookie: a=b", "https://pay.example/\u0000", "https://pay.example/a b", "https://pay.example:99999/"],
  ...[
    "https://pay@pay.example/",
    "https://pay.example:443@canary.example/",
    "https://[::1",
    `https://pay.example/${"x".repeat(1024 * 1024)}`,
  ],
  ...["\u0001javascript:alert(1)//https://", "https\u0000://pay.example", 7, {}, ["https://pay.example/"]],
];
const ids = [
  "",
  7,
  null,
  {},
  "cs_\u0000",
  "cs_\ud800",
  "cs_\r\nx",
  "..",
  "../refunds",
  "cs_1/expire?x",
  "a b",
  "é",
  "x".repeat(256),
  "cs_#",
];
const amounts = [499, 501, -500, 0, 500.5, "500", null, 1e21, 9_007_199_254_740_993, [500]];
const lies = (): [string, Lie][] => [
  ...labelled(wrong, "id", ids),
  ...labelled(onSession, "url", pages()),
  ...labelled(onSession, "amount_total", amounts),
  ...labelled(onIntent, "amount", amounts),
  ...labelled(wrong, "currency", ["usd", "EUR", "eur ", "", null, 7]),
  ...labelled(wrong, "object", ["charge", "refund", "", null, undefined]),
  ...labelled(onSession, "status", ["paid", "", null, undefined, 1]),
  ...labelled(onSession, "payment_status", ["yes", "", null, undefined]),
  ...labelled(onSession, "payment_intent", ["", "pi_\u0000", "x".repeat(256), 7, { id: "pi_x" }, ["pi_x"], ".."]),
  ...labelled(onIntent, "client_secret", ["", null, 7, "pi_\u0000_secret", "x".repeat(1024 * 1024), "pi_\r\nx", "<script>"]),
  [
    "an intent for a page, a page for an intent",
    {
      mood: lying((answer) =>
        answer.object === "payment_intent" ? honest("POST /v1/checkout/sessions ") : honest("POST /v1/payment_intents "),
      ),
    },
  ],
  ["the same id for all", wrong("id", "cs_always_the_same")],
  [
    "metadata of another site",
    { ...wrong("metadata", { vitrine_payment: "00000000-0000-4000-8000-000000000000", secretKey: "sk_test_other" }), isTaken: true },
  ],
  [
    "members that nobody asked for",
    {
      mood: lying((answer) => ({
        ...answer,
        livemode: true,
        constructor: {},
        next_action: { redirect_to_url: { url: `http://127.0.0.1:${canary.port}` } },
      })),
      isTaken: true,
    },
  ],
  ["another reference", { ...onSession("client_reference_id", "00000000-0000-4000-8000-000000000000"), isTaken: true }],
];

const isPlain = (url: string) => /^https?:\/\/[!-~]{1,8000}$/.test(url) && new URL(url).host === "pay.example";

/** One checkout of each kind. */
const checkouts = {
  session: () => store.session({ CHAIR: 1 }),
  intent: () => store.intent({ CHAIR: 1 }),
  "session of the plugin": () => store.pluginSession({ amount: price }),
  "intent of the plugin": () => store.pluginIntent({ amount: price }),
};

test("a processor that redirects, floods, stalls and lies gains nothing, and stops nobody", { timeout: 480_000 }, async (context) => {
  let tried = 0;
  let connections = 0;
  const outcomes = new Map<string, number>();
  const check = (name: string, kind: string, { status, json, text }: Answer, isTaken: boolean) => {
    tried += 1;
    const { code = "" } = json as { code?: string };
    outcomes.set(`${status} ${code}`, (outcomes.get(`${status} ${code}`) ?? 0) + 1);
    const expected = isTaken ? ["201 "] : ["400 amount_out_of_range", "502 processor_error", "504 processor_timeout"];
    expect([name, kind, `${status} ${code}`]).toEqual([name, kind, expect.toBeOneOf(expected)]);
    expect(text).not.toContain(account);
    expect(text.length).toBeLessThan(20_000);
  };
  // A processor without a fault is trusted: the requests below are refused because of their fault.
  mood = honestly;
  for (const [kind, ask] of entries(checkouts)) check("is honest", kind, await ask(), true);
  const growth = await growthDuring(async () => {
    for (const [name, next] of entries({ ...redirects(), ...errors() })) {
      mood = next;
      check(name, "session", await checkouts.session(), false);
      check(name, "intent", await checkouts.intent(), false);
    }
    for (const [name, next] of entries(broken)) {
      mood = next;
      const answers = await Promise.all(entries(checkouts).map(async ([kind, ask]) => [kind, await ask()] as const));
      for (const [kind, answer] of answers) check(name, kind, answer, false);
    }
    for (const [name, { mood: next, only, isTaken = false }] of lies()) {
      mood = next;
      // Once before, so that a used id is used again.
      if (name === "the same id for all") await checkouts["intent of the plugin"]().then(() => checkouts["session of the plugin"]());
      for (const kind of ["session", "intent"] as const)
        if (only === undefined || only === kind) check(name, kind, await checkouts[kind](), isTaken);
    }
    connections = hostile.connections();
    // The jobs, which poll all of these payments, meet the same faults.
    const jobMoods = [...Object.values(broken), ...lies().map(([, lie]) => lie.mood)].filter((_mood, at) => at % 12 === 0);
    for (const next of jobMoods) {
      mood = next;
      server.clock.advance(10_000);
      await server.checkPayments();
    }
  });
  expect(growth).toBeLessThan(growthMiB);
  expect(canary.heard().slice(1)).toEqual([]);
  expect(connections).toBeGreaterThan(100);
  expect(keys(Object.fromEntries(outcomes)).length).toBeGreaterThan(2);
  const logged = server.logged();
  expect(logged).not.toContain(account);

  // Nothing was paid, and once the processor is healthy again all reserved stock comes back and the next payer is served.
  mood = honestly;
  for (let round = 0; round < 40; round += 1) {
    server.clock.advance(30 * 60_000);
    await server.checkPayments();
  }
  const orders = await server.deps.sql<{ status: string }>`select distinct status from orders where site_id = ${site.id}`;
  expect(orders).toEqual([{ status: "CANCELLED" }]);
  expect(await store.stock("CHAIR")).toBe(stock);
  expect(await store.session({ CHAIR: 1 })).toMatchObject({
    status: 201,
    json: { data: { checkoutUrl: expect.toSatisfy(isPlain) as string } },
  });
  expect((await store.intent({ CHAIR: 1 })).status).toBe(201);
  console.log(`${tried} checkouts: ${JSON.stringify(Object.fromEntries(outcomes))}, +${Math.round(growth)} MiB`);
  recordAttack(context, {
    ...{ attack: "A payment processor that redirects, floods, stalls and lies", unit: "checkouts", tried },
    held: `each returned a documented problem, no other server got a request or a key, nothing was paid, no stock was lost, the process grew by less than ${growthMiB} MiB`,
  });
});
