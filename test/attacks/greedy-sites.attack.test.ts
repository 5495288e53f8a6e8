import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newApiKey } from "../../server/src/features/server/sites/api-key.ts";
import { cms, shop } from "../kit/harness.ts";
import { vitrine } from "../kit/vitrine-process.ts";
import { startAttackedServer, type AttackedServer } from "./attacked-server.ts";
import { client } from "./connections.ts";
import { recordAttack } from "./record.ts";

const KiB = 1024;
/** For each greedy site. */
const clients = 60;
const attackMs = 20_000;
/** All of the process at its largest, the embedded database within it. */
const residentMiB = inject("database") === "embedded" ? 1_536 : 768;
const locales = ["en", ..."de fr it es pt nl da sv nb fi pl cs sk hu ro bg el tr ja".split(" ")];

const many = <T>(count: number, item: (index: number) => T) => Array.from({ length: count }, (_, index) => item(index));
/** Nearly as many bytes of JSON that take the most memory as objects. */
const empties = (bytes: number) => ({ list: many(Math.floor(bytes / 3) - 40, () => ({})) });
const words = (seed: number, count: number) => many(count, (index) => ((seed * 7_919 + index * 104_729) >>> 0).toString(36)).join(" ");
const large = 255 * KiB;

const shellOf = (slug: string) => ({ slug, name: "Greedy", defaultLocale: "en", locales, currency: "eur" });
const member = (index: number) => [`m${index}`, { type: "string", pattern: `^(([a-z]+)*,?){1,20}${index}$`, maxLength: 2_000 }] as const;
const form = {
  slug: "worst",
  name: "Worst",
  schema: { type: "object", properties: Object.fromEntries(many(18, member)) },
};
const bindings = Object.fromEntries(
  many(200, (index) => [`/p${index}`, { source: "entry", contentType: "post", slug: `e-${index % 40}`, path: "" }]),
);
const anything = { type: "object" };
const contents = {
  blockTypes: [{ type: "any", title: "Any", schema: anything }],
  contentTypes: [{ slug: "post", title: "Post", schema: anything }],
  forms: [form],
};
const bundles = (slug: string): object[] => [
  {
    ...contents,
    entries: many(40, (at) => ({ contentType: "post", slug: `e-${at}`, locale: "en", data: {} })),
    pages: many(40, (at) => ({
      slug: `p-${at}`,
      locale: "en",
      title: slug,
      composition: [{ type: "any", props: at % 2 ? empties(large - 30 * KiB) : {}, ...(at % 2 ? {} : { bindings }) }],
    })),
  },
  { entries: many(40, (at) => ({ contentType: "post", slug: `e-${at}`, locale: "en", data: empties(large - 1 * KiB) })) },
  {
    products: many(150, (at) => ({
      slug: `g-${at}`,
      title: words(at, 20),
      description: words(at + 1_000, 500),
      attributes: empties(10 * KiB),
      variants: [{ sku: `s-${at}`, price: at }],
    })),
  },
];

interface Site {
  slug: string;
  key: string;
}

let server: AttackedServer;
const greedy: Site[] = many(2, (index) => ({ slug: `greedy-${index}`, key: newApiKey() }));
beforeAll(async () => {
  server = await startAttackedServer();
  for (const { slug, key } of greedy) {
    for (const bundle of bundles(slug)) {
      const text = JSON.stringify({ bundle: 1, site: shellOf(slug), apiKeys: [{ name: "web", key }], ...bundle });
      const { code, stderr } = await vitrine(["site", "import", "-"], server.env, text);
      expect([code, code === 0 || stderr]).toEqual([0, true]);
    }
  }
}, 240_000);
afterAll(() => server.remove());

interface Asked {
  status: number;
  tookMs: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 10_000 });
/** Sends a request from an address, and reads the whole response. */
function ask(from: string, key: string, path: string, body?: object): Promise<Asked> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ status, tookMs: performance.now() - begun });
    const headers = { "x-api-key": key, ...(body ? { "content-type": "application/json" } : {}) };
    const options = { host: "127.0.0.1", port: server.port, path, agent, localAddress: from, headers, method: body ? "POST" : "GET" };
    const outgoing = request(options, (answer) => {
      answer.on("error", () => end(0)).on("end", () => end(answer.statusCode ?? 0));
      answer.resume();
    });
    outgoing.on("error", () => end(0)).end(body && JSON.stringify(body));
  });
}

/** The requests that cost a server the most, each one uncached. */
const costly: ((number: number) => [path: string, body?: object])[] = [
  (number) => [`${cms}/pages?locale=${locales[number % locales.length]}&pageSize=${100 - (number % 60)}`],
  (number) => [`${cms}/content/post?locale=${locales[number % locales.length]}&pageSize=${100 - (number % 60)}`],
  (number) => [`${shop}/products?pageSize=${100 - (number % 50)}&q=${encodeURIComponent(words(number % 150, 8).slice(0, 100))}`],
  (number) => [`${shop}/products?pageSize=100&page=${1 + (number % 2)}&sort=-price&minPrice=${number % 300}`],
  (number) => [`${cms}/pages/p-${number % 40}?locale=${locales[number % locales.length]}`],
  () => [
    `${cms}/plugins/svc.forms/forms/worst/submit`,
    { data: Object.fromEntries(many(18, (index) => [`m${index}`, `${"a".repeat(1_900)}!`])) },
  ],
];

const email = "ana@customer.example";
const password = "a long enough password";
let number = 0;
/** An ordinary user of the third site, from addresses below every limit. */
async function useThird(isOver: () => boolean): Promise<Asked[]> {
  const all: Asked[] = [];
  const { apiKey } = server.site;
  while (!isOver()) {
    number += 1;
    const from = `127.2.${number % 200}.1`;
    all.push(await ask(from, apiKey, `${cms}/pages/home`));
    all.push(await ask(from, apiKey, `${shop}/products?q=chair${number}`));
    all.push(await ask(from, apiKey, `${cms}/plugins/svc.forms/forms/contact/submit`, { data: { text: "Hello" } }));
    all.push(await ask(from, apiKey, `${shop}/auth/login`, { email, password }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return all;
}

function median(asked: readonly Asked[], share = 0.5): number {
  const sorted = asked.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
}
function tally(asked: readonly Asked[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of asked) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test("two sites that exhaust pool, turns and memory on purpose slow a third one down, and cost it nothing else", async (context) => {
  expect((await ask("127.2.0.1", server.site.apiKey, `${shop}/auth/register`, { email, password })).status).toBe(201);
  let over = false;
  setTimeout(() => (over = true), 3_000);
  const before = await useThird(() => over);

  over = false;
  setTimeout(() => (over = true), attackMs);
  let highest = 0;
  const watching = (async () => {
    while (!over) {
      highest = Math.max(highest, await server.residentMiB());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const attack = greedy.flatMap(({ key }, which) =>
    many(clients, async (index) => {
      const asked: Asked[] = [];
      for (let round = index; !over; round += 1) {
        const [path, body] = costly[round % costly.length]?.(round * 13 + index) ?? ["/"];
        asked.push(await ask(client(which * clients + index), key, path, body));
      }
      return asked;
    }),
  );
  const users = await Promise.all(many(3, () => useThird(() => over)));
  const during = users.flat();
  const asked = (await Promise.all(attack)).flat();
  await watching;
  agent.destroy();
  const speed = (of: readonly Asked[]) => `median ${median(of)} ms, p99 ${median(of, 0.99)} ms`;
  console.info(
    `The third site before: ${speed(before)}; meanwhile: ${speed(during)}; the process at its largest ${Math.round(highest)} MiB.`,
  );
  console.info("Responses of the greedy sites:", tally(asked), "and the third", tally(during));
  expect(Object.keys(tally(during)).filter((status) => status !== "200" && status !== "202")).toEqual([]);
  expect(during.length).toBeGreaterThan(0);
  expect(Object.keys(tally(asked)).filter((status) => !["200", "202", "400", "429", "503"].includes(status))).toEqual([]);
  expect(tally(asked)[200]).toBeGreaterThan(0);
  expect(highest).toBeLessThan(residentMiB);
  expect(await server.end("SIGTERM")).toBe(0);
  recordAttack(context, {
    attack: "Two sites that exhaust pool, turns and memory on purpose, beside a third",
    unit: "requests",
    tried: asked.length + during.length,
    promise: `the third site got no error, the process stayed within ${inject("database") === "embedded" ? "1.5 GiB" : "768 MiB"} and ended when told to`,
  });
}, 180_000);
