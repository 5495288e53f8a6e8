import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { addMember, type TestAdmin } from "../../../../../test/kit/admins.ts";
import { chance } from "../../../../../test/kit/chance.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { addListedAssets, listedAssets, listedWords, type ListedAsset } from "../../../../../test/kit/listed-assets.ts";
import { adminBase } from "../../../lib/http/operation.ts";

// Of the embedded database, which one process has for itself, a fifth says as much.
const count = inject("database") === "embedded" ? 4_000 : 20_000;
const seed = 20_261_125;
const assets = listedAssets(count, seed);

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({
    contentTypes: [{ slug: "note", title: "Note", schema: { type: "object", properties: { text: { type: "string" } } } }],
    entries: [{ contentType: "note", slug: "one", locale: "en", data: { text: "One" } }],
    products: [{ slug: "chair", title: "Chair", category: "chairs", variants: [{ sku: "CHAIR", price: 100 }] }],
    categories: [{ slug: "chairs", title: "Chairs" }],
  });
  owner = await addMember(server, site, "OWNER");
  await addListedAssets(server.deps.sql, site.id, assets);
});
afterAll(() => server.stop());

type Query = Readonly<Partial<Record<"q" | "type" | "folder" | "tag" | "unused" | "missingAlt" | "sort", string>>>;

// The model: how people understand the filters, without a database, and without the code of the list.
const letters: Readonly<Record<string, string>> = { æ: "ae", ø: "o", å: "a", ß: "ss", é: "e", à: "a", ü: "u" };
const plain = (text: string) => text.toLowerCase().replace(/[^\x00-\x7f]/g, (letter) => letters[letter] ?? letter);
const kindOf = ({ contentType }: ListedAsset) => /^(?:image|video|audio)(?=\/)/.exec(contentType)?.[0] ?? "document";
const orders: Readonly<Record<string, (asset: ListedAsset) => readonly (string | number)[]>> = {
  createdAt: ({ createdAt }) => [createdAt.getTime()],
  updatedAt: ({ updatedAt }) => [updatedAt.getTime()],
  // Of names that are alike, the ids follow the direction, too.
  name: ({ name, id }) => [plain(name), name, id],
  bytes: ({ bytes }) => [bytes],
};
const compared = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
const comparedInTurn = (a: readonly (string | number)[], b: readonly (string | number)[]) =>
  a.map((value, index) => compared(value, b[index] ?? "")).find((difference) => difference !== 0) ?? 0;

function modelled({ q = "", type, folder, tag, unused, missingAlt, sort = "createdAt:desc" }: Query): string[] {
  const words = plain(q).split(" ").filter(Boolean).slice(0, 10);
  const matchingAssets = assets.filter((asset) => {
    const texts = [asset.name, asset.title, ...Object.values(asset.alt), ...asset.tags].map(plain);
    return (
      words.every((word) => texts.some((text) => text.includes(word))) &&
      (type === undefined || kindOf(asset) === type) &&
      (folder === undefined || `${asset.folder}/`.startsWith(`${folder}/`)) &&
      (tag === undefined || asset.tags.includes(tag)) &&
      (unused !== "true" || !asset.isUsed) &&
      (missingAlt === undefined || (kindOf(asset) === "image" && (asset.alt[missingAlt] ?? "").trim() === ""))
    );
  });
  const [field = "", direction] = sort.split(":");
  const order = orders[field]!;
  const sign = direction === "desc" ? -1 : 1;
  return matchingAssets.sort((a, b) => sign * comparedInTurn(order(a), order(b)) || compared(a.id, b.id)).map(({ id }) => id);
}

interface Listed {
  data: { id: string }[];
  total: number;
}

async function list(query: Query, page: number, pageSize: number): Promise<Listed> {
  const parameters = new URLSearchParams({ ...query, page: String(page), pageSize: String(pageSize) }).toString();
  const { status, json } = await server.ask(`${adminBase}/sites/${site.slug}/assets?${parameters}`, { headers: owner.headers });
  expect([parameters, status]).toEqual([parameters, 200]);
  return json as Listed;
}

function randomQuery(next: () => number): Query {
  const of = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
  const some = <T>(part: number, value: T) => (next() < part ? value : undefined);
  const query = {
    q: some(0.5, next() < 0.7 ? of(listedWords.words) : `${of(listedWords.words)} ${of(listedWords.words)}`),
    type: some(0.3, of(["image", "video", "audio", "document"])),
    folder: some(0.4, of(listedWords.folders)),
    tag: some(0.3, of(listedWords.tags)),
    unused: some(0.3, of(["true", "false"])),
    missingAlt: some(0.25, of(listedWords.locales)),
    sort: some(0.8, `${of(Object.keys(orders))}:${of(["asc", "desc"])}`),
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

test("among thousands of assets, filters, searches, orders and pages agree with a plain model", async () => {
  const next = chance(seed);
  const lengths: number[] = [];
  for (const query of [{}, ...Array.from({ length: 40 }, () => randomQuery(next))] as Query[]) {
    const expected = modelled(query);
    lengths.push(expected.length);
    const pageSize = [7, 50, 100][Math.floor(next() * 3)] ?? 50;
    const last = Math.max(1, Math.ceil(expected.length / pageSize));
    const inside = 1 + Math.floor(next() * last);
    // Two neighbours, and the first and last one, and one behind the last.
    for (const page of new Set([1, inside, Math.min(inside + 1, last), last, last + 1])) {
      const { data, total } = await list(query, page, pageSize);
      const told = { query, page, pageSize, total, ids: data.map(({ id }) => id) };
      expect(told).toEqual({ ...told, total: expected.length, ids: expected.slice((page - 1) * pageSize, page * pageSize) });
    }
  }
  // Queries of all sizes were asked: some find nothing, and some thousands.
  expect(Math.max(...lengths)).toBe(count);
  expect(lengths.filter((length) => length === 0).length).toBeGreaterThan(0);
  expect(lengths.filter((length) => length > 0 && length < count).length).toBeGreaterThan(15);
});

test("pages one after the other have each asset of a filter once", async () => {
  const query = { folder: "shop", type: "image", sort: "bytes:desc" };
  const seen: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data, total } = await list(query, page, 100);
    seen.push(...data.map(({ id }) => id));
    if (data.length === 0) {
      expect(seen.length).toBe(total);
      break;
    }
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThan(count / 20);
  expect([...seen].sort()).toEqual(modelled(query).sort());
});
