import { adminAskerOf, adminRequest, type AdminAsker, type AdminProof } from "../kit/admin-proof.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { sendable, sendWith, type Sendable } from "../kit/proof.ts";

type Random = () => number;
type Spoil = (sent: Sendable, random: Random) => Sendable;

const pick = <One>(random: Random, all: readonly One[]): One => all[Math.floor(random() * all.length)] as One;

const long = "x".repeat(20_000);
const texts = [
  ...[
    "",
    " ",
    "null",
    "-1",
    "1e999",
    "\0",
    "\ud800",
    "\u202e\u0000",
    "e\u0301\u200d",
    "🪑".repeat(50),
    "__proto__",
    "constructor",
    "../..",
    long,
  ],
  ...[
    "'; drop table sites; --",
    "${7*7}",
    "{{7*7}}",
    "\r\nset-cookie: a=b",
    "0b51cf04-6a6e-4c0a-9b0f-3a3b0e1f0001",
    "9999-12-31T23:59:60Z",
    "%00",
  ],
];
const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
/** JSON in the place of a value, as it is written: not all of it comes out of `JSON.stringify`. */
const values = [
  ...["null", "true", "0", "-0", "0.1", "1e308", "1e400", "9007199254740993", "[]", "{}", "[null]", '""', '{"a":{"a":{"a":1}}}'],
  ...[
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"a":1,"a":2}',
    '{"":1}',
    '"\\ud800"',
    '"\\u0000"',
  ],
  ...[
    deep(31, "[", "]"),
    deep(40, "[", "]"),
    deep(3_000, "[", "]"),
    deep(500, '{"a":', "1}").replace("1}1}", "1}}"),
    `[${"0,".repeat(5_000)}0]`,
  ],
  ...texts.map((text) => JSON.stringify(text)),
];
const patches = [
  '"__proto__":{"role":"OWNER"}',
  '"constructor":{"prototype":{"role":"OWNER"}}',
  '"revision":1',
  '"id":"1"',
  '"unknown":{}',
  '"siteId":"1"',
];
const conditions = [
  "*",
  "",
  "1",
  '"1"',
  '"0"',
  '"-1"',
  'W/"1"',
  '"1", "2"',
  '"1","1"',
  '"999999999"',
  '"9999999999"',
  '"1e3"',
  '"١"',
  "null",
  long.slice(0, 4_000),
];
/** In an address: one that is too long is refused with an answer, and one beyond all headers by a closed connection, which may be seen before it. */
const addressText = (text: string) => encodeURIComponent(text.toWellFormed().slice(0, 9_000)).slice(0, 10_000).replace(/%.?$/, "");
/** A text that a header can hold on its way. */
const headerText = (text: string) => [...text].filter((letter) => letter >= " " && letter <= "\u00ff" && letter !== "\u007f").join("");

/** Replaces some value of a JSON text, or all of it. */
const spoilValue: Spoil = (sent, random) => {
  const places = [...(sent.body ?? "{}").matchAll(/(?<=[:[,])\s*(?:"(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null|\{\}|\[\])(?=[,}\]])/g)];
  const place = random() < 0.2 ? undefined : places[Math.floor(random() * places.length)];
  const value = pick(random, values);
  if (!place) return { ...sent, body: value };
  return { ...sent, body: `${sent.body?.slice(0, place.index)}${value}${sent.body?.slice(place.index + place[0].length)}` };
};
const addMember: Spoil = (sent, random) => {
  const body = sent.body ?? "{}";
  const separator = /^\s*\{\s*\}/.test(body) ? "" : ",";
  return { ...sent, body: body.replace("{", () => `{${pick(random, patches)}${separator}`) };
};
const cutBody: Spoil = (sent, random) => ({ ...sent, body: (sent.body ?? "{}").slice(0, Math.floor(random() * (sent.body?.length ?? 1))) });
const spoilType: Spoil = (sent, random) => {
  const types = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-16",
    "*/*",
    "",
  ];
  return { ...sent, headers: { ...sent.headers, "content-type": pick(random, types) } };
};
const spoilCondition: Spoil = (sent, random) => {
  const names = random() < 0.2 ? ["if-match", "if-none-match"] : [pick(random, ["if-match", "if-none-match"])];
  return {
    ...sent,
    headers: { ...sent.headers, ...Object.fromEntries(names.map((name) => [name, headerText(pick(random, conditions))])) },
  };
};
const spoilHeader: Spoil = (sent, random) => {
  const name = pick(random, [
    "idempotency-key",
    "accept",
    "accept-language",
    "last-event-id",
    "x-preview",
    "if-modified-since",
    "user-agent",
    "origin",
  ]);
  return { ...sent, headers: { ...sent.headers, [name]: headerText(pick(random, texts).slice(0, 4_000)) } };
};
const spoilSegment: Spoil = (sent, random) => {
  const [path = "", ...query] = sent.path.split("?");
  const segments = path.split("/");
  // The first four are the beginning of every address.
  const at = 4 + Math.floor(random() * Math.max(1, segments.length - 4));
  // An empty segment is another address.
  segments[at] = addressText(pick(random, texts)) || "%20";
  return { ...sent, path: [segments.join("/"), ...query].join("?") };
};
const spoilQuery: Spoil = (sent, random) => {
  const names = [
    "page",
    "pageSize",
    "sort",
    "q",
    "from",
    "to",
    "actor",
    "target",
    "force",
    "dryRun",
    "locale",
    "status",
    "ids",
    "unknown",
    "__proto__",
  ];
  const added = `${pick(random, names)}=${addressText(pick(random, texts))}`;
  return { ...sent, path: `${sent.path}${sent.path.includes("?") ? "&" : "?"}${random() < 0.2 ? `${added}&${added}` : added}` };
};
const spoilMethod: Spoil = (sent, random) => {
  const method = pick(random, ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
  if (method !== "GET") return { ...sent, method };
  const { "content-type": type, ...headers } = sent.headers;
  void type;
  return { ...sent, method, headers, body: undefined };
};

const ofAll = [spoilCondition, spoilHeader, spoilSegment, spoilQuery, spoilMethod];
const ofBodies = [spoilValue, spoilValue, spoilValue, addMember, cutBody, spoilType];

/** A request with one to three things wrong in it. */
function spoilt(right: Sendable, random: Random): Sendable {
  const spoils = right.body === undefined ? ofAll : [...ofAll, ...ofBodies];
  let sent = right;
  for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) sent = pick(random, spoils)(sent, random);
  if (sent.path.length > 12_000) sent = { ...sent, path: right.path };
  // `fetch` refuses to send these, and a server never sees them.
  return sent.method === "GET" ? { ...sent, body: undefined } : sent;
}

/** How many requests one made asker serves: making its data takes longer than sending. */
const perAsker = 20;

/**
 * Sends so many spoilt requests to an operation, by an owner of the site. The harness checks each answer: never a failure, every problem declared. Throws for
 * the first one that breaks a promise, with the request. Resolves with the numbers of answers by status.
 */
export async function fuzzOperation(
  server: TestServer,
  siteOf: () => Promise<TestSite>,
  proof: AdminProof,
  { random, most }: { random: Random; most: number },
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < most;) {
    const asker: AdminAsker = await adminAskerOf(server, await siteOf());
    const right = sendable(proof.operation, await adminRequest(proof, asker));
    for (let turn = 0; turn < perAsker && sent < most; turn += 1, sent += 1) {
      const forged = spoilt(right, random);
      const { status } = await sendWith(server, forged, asker.owner.headers).catch((cause: unknown) => {
        throw new Error(`${proof.operation.id}: ${JSON.stringify(forged).slice(0, 2_000)}`, { cause });
      });
      if (status >= 500 && status !== 501) throw new Error(`${proof.operation.id}: ${status}: ${JSON.stringify(forged).slice(0, 2_000)}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  return statuses;
}
