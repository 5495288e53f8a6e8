import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newApiKey } from "../../server/src/features/server/sites/api-key.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { cms, shop } from "../kit/harness.ts";
import { scratchFolder, serveProcess, vitrine, type ServingProcess } from "../kit/vitrine-process.ts";
import { recordAttack } from "./record.ts";

const KiB = 1024;
const MiB = 1024 * KiB;
/** The limit of the process's JavaScript heap; the rest is buffers, the program, and the embedded database if there is one. */
const heapMiB = 320;
/** The machine on which one GET once ended the server had 768 MiB. */
const residentMiB = 768;
/** No list is larger. Complete responses are far smaller. */
const answerMiB = 33;
const atOnce = 10;

// needs: server-postgres. The embedded database is a part of the process, and takes most of such a machine by itself.
const isEmbedded = inject("database") === "embedded";

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let database: TestDatabase;
let env: Record<string, string>;
let server: ServingProcess | undefined;
beforeAll(async () => {
  if (isEmbedded) return;
  folder = await scratchFolder();
  database = await openTestDatabase();
  env = {
    DATA_DIR: join(folder.path, "data"),
    DATABASE_URL: database.url ?? "",
    SECRET_KEY: randomBytes(32).toString("base64"),
    MAIL_CATCHER: "on",
    RATE_LIMITS: "off",
    LOG_LEVEL: "warn",
  };
  for (const { slug, key, token, first, then } of planted) {
    const previews = first.pages ? { previews: [{ page: "p-0", token }] } : {};
    await save({ site: shellOf(slug), apiKeys: [{ name: "x", key }], ...first, ...previews });
    // A quarter at a time: on a busy machine an import of 50 MB would compute for longer than its transaction may wait.
    for (let quarter = 0; then && quarter < 4; quarter += 1) {
      const slice = (items: unknown[]) => items.filter((_, index) => index % 4 === quarter);
      await save({ site: shellOf(slug), ...Object.fromEntries(Object.entries(then).map(([name, items]) => [name, slice(items)])) });
    }
  }
  server = await serveProcess([], { ...env, LOG_LEVEL: "info", NODE_OPTIONS: `--max-old-space-size=${heapMiB}` });
}, 600_000);
afterAll(async () => {
  if (isEmbedded) return;
  await server?.end("SIGKILL");
  await database.drop();
  await folder.remove();
});

const anything = { type: "object" };
const types = {
  blockTypes: [{ type: "any", title: "Any", schema: anything }],
  contentTypes: [{ slug: "post", title: "Post", schema: anything }],
};
const entry = (slug: string, path = "") => ({ source: "entry", contentType: "post", slug, path });
const post = (slug: string, data: object) => ({ contentType: "post", slug, locale: "en", data });
const many = <T>(count: number, item: (index: number) => T) => Array.from({ length: count }, (_, index) => item(index));
const bound = (bindings: object[], target = (index: number) => `/p${index}`, props: object = {}) => ({
  type: "any",
  props,
  bindings: Object.fromEntries(bindings.map((binding, index) => [target(index), binding])),
});
const page = (slug: string, block: object) => ({ slug, locale: "en", title: slug, composition: [block] });

/** Nearly as many bytes of JSON that take the most memory as objects. */
const empties = (bytes: number) => ({ list: many(Math.floor(bytes / 3) - 40, () => ({})) });
/** An object in an object in an object, the innermost of them large. */
const nested = (bytes: number): object => many(40, () => 0).reduce<object>((inner) => ({ a: inner }), empties(bytes - 400));
const large = 256 * KiB - 100;

interface Site {
  /** Its first version. */
  first: Record<string, unknown>;
  /** Its final size: saved afterwards, so that it is not refused. */
  then?: Record<string, unknown[]>;
  /** Each place where it is slow. */
  requests?: number;
  /** The request; the number makes each response distinct. */
  paths: ((number: number) => string)[];
}

const list = (number: number) => `${cms}/pages?pageSize=${100 - number}`;
const single = () => `${cms}/pages/p-0`;

const sites: Record<string, Site> = {
  "a hundred pages with two hundred bindings to one large entry": {
    first: { ...types, entries: [post("a", {})], pages: many(100, (at) => page(`p-${at}`, bound(many(200, () => entry("a"))))) },
    then: { entries: [post("a", empties(large))] },
    paths: [list, single],
  },
  "bindings into what others brought": {
    first: {
      ...types,
      entries: [post("a", {})],
      pages: many(100, (at) =>
        page(
          `p-${at}`,
          bound(
            many(16, () => entry("a")),
            (index) => (index % 2 === 0 ? `/p${index}` : `/p${index - 1}/list/0`),
            Object.fromEntries(many(16, (index) => [`p${index}`, { list: [0] }])),
          ),
        ),
      ),
    },
    requests: 10,
    then: { entries: [post("a", empties(large))] },
    paths: [list, single],
  },
  "every step of the way into nested entries": {
    first: {
      ...types,
      entries: many(60, (at) => post(`e-${at}`, {})),
      pages: many(100, (at) =>
        page(`p-${at}`, bound(many(200, (index) => entry(`e-${(at * 200 + index) % 60}`, "/a".repeat(index % 40))))),
      ),
    },
    then: { entries: many(60, (at) => post(`e-${at}`, nested(large))) },
    paths: [list, single],
  },
  "titles of more entries than are read for one answer": {
    first: {
      ...types,
      entries: many(200, (at) => post(`e-${at}`, {})),
      pages: many(100, (at) => page(`p-${at}`, bound(many(200, (index) => entry(`e-${index}`, "/title"))))),
    },
    then: { entries: many(200, (at) => post(`e-${at}`, { ...empties(large - 20), title: "x" })) },
    paths: [list, single, (number) => `${cms}/content/post?pageSize=${100 - number}`],
  },
  "a hundred pages of the largest size": {
    first: { ...types, pages: [page("p-0", bound([]))] },
    then: {
      pages: many(100, (at) => page(`p-${at}`, bound([{ source: "site", path: "/name" }], undefined, empties(large - 400)))),
    },
    requests: 10,
    paths: [list, single],
  },
  "products with the largest attributes, and pages of them": {
    first: {
      ...types,
      products: many(100, (at) => ({ slug: `g-${at}`, title: "x", variants: [{ sku: `s-${at}`, price: 1 }] })),
      pages: many(100, (at) => page(`p-${at}`, bound(many(200, (index) => ({ source: "product", slug: `g-${index % 100}`, path: "" }))))),
    },
    then: {
      products: many(100, (at) => ({
        slug: `g-${at}`,
        title: "x",
        variants: [{ sku: `s-${at}`, price: 1 }],
        attributes: empties(319 * KiB),
      })),
    },
    paths: [list, single, (number) => `${shop}/products?pageSize=${100 - number}`],
  },
  "a deep tree of the largest categories": {
    first: {
      categories: many(500, (at) => ({
        slug: `c-${at}`,
        title: "x",
        description: "語".repeat(5_000),
        ...(at === 0 ? {} : { parent: `c-${Math.min(at, 99) - 1}` }),
      })),
    },
    paths: [(number) => `${shop}/categories?tree=true&pageSize=${100 - number}`, (number) => `${shop}/categories?pageSize=${100 - number}`],
  },
};

const planted = Object.entries(sites).map(([name, site], index) => ({
  requests: 50,
  ...site,
  name,
  slug: `site-${index}`,
  key: newApiKey(),
  token: `pv_${randomBytes(16).toString("hex")}`,
}));

const shellOf = (slug: string) => ({ slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" });

async function save(bundle: object): Promise<string> {
  const { code, stdout, stderr } = await vitrine(["site", "import", "-"], env, JSON.stringify({ bundle: 1, ...bundle }));
  expect([code, stdout.length > 0 || stderr]).toEqual([0, true]);
  return stdout;
}

async function resident(): Promise<{ nowMiB: number; mostMiB: number }> {
  const status = await readFile(`/proc/${server?.pid}/status`, "utf8");
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Infinity) / KiB;
  return { nowMiB: read("VmRSS"), mostMiB: read("VmHWM") };
}

/** Sends a number of requests, some in parallel, and counts the bytes of each response as they arrive. */
async function ask(paths: readonly string[], key: string | undefined): Promise<number[]> {
  const waiting = [...paths];
  const sizes: number[] = [];
  const statuses = new Set<number>();
  const asker = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const response = await fetch((server?.url ?? "") + path, { headers: key === undefined ? {} : { "x-api-key": key } });
      let bytes = 0;
      for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
      statuses.add(response.status);
      sizes.push(bytes);
    }
  };
  await Promise.all(many(atOnce, asker));
  // A site with so many requests may be told to wait.
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses).toContain(200);
  return sizes;
}

test.skipIf(isEmbedded)(
  "pages, previews, products and categories that grow with all that they name never end the server",
  async (context) => {
    let asked = 0;
    let largest = 0;
    for (const { name, first, paths, requests, key, token } of planted) {
      for (const path of [...paths, ...(first.pages ? [() => `${cms}/preview/${token}`] : [])]) {
        const sizes = await ask(many(requests, path), path(0).includes("/preview/") ? undefined : key);
        asked += sizes.length;
        largest = Math.max(largest, ...sizes);
        const { mostMiB } = await resident();
        expect([name, Math.max(...sizes) <= answerMiB * MiB, mostMiB <= residentMiB]).toEqual([name, true, true]);
      }
    }
    expect(largest).toBeGreaterThan(20 * MiB);
    expect(await server?.end("SIGTERM")).toBe(0);
    recordAttack(context, {
      attack: "Pages, previews, products and categories that multiply their references",
      unit: "requests",
      tried: asked,
      promise: `no response over ${answerMiB} MiB, the process within ${residentMiB} MiB, none ended it`,
    });
  },
  300_000,
);
