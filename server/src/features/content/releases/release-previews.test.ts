import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember, codeOf, type TestAdmin } from "../../../../../test/kit/admins.ts";
import { entryDraft, pageDraft } from "../../../../../test/kit/documents.ts";
import { startServer, type Answer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { previews } from "../../../../../test/kit/previews.ts";
import { catalogItemId, releaser } from "../../../../../test/kit/releases.ts";
import { sampleCatalog } from "../../../../../test/kit/sample-catalog.ts";
import { sampleSite } from "../../../../../test/kit/sample-site.ts";
import type { Transaction } from "../../../ports/database.ts";
import { publishingLimits } from "./publish-release.ts";
import { longTest } from "../../../../../test/kit/sampled.ts";

const content = "/api/public/v1";
const shop = "/api/v1/shop";
let server: TestServer;
/** Transactions that may take as long as a publication: the trials, and publications themselves. */
let trials = 0;
beforeAll(async () => {
  server = await startServer({
    throughSql: (sql) =>
      Object.assign(((...parts: Parameters<typeof sql>) => sql(...parts)) as typeof sql, sql, {
        begin: <T>(work: (tx: Transaction) => Promise<T>, options?: { statementTimeoutMs?: number }) => {
          if (options?.statementTimeoutMs === publishingLimits.statementTimeoutMs) trials += 1;
          return sql.begin(work, options);
        },
      }),
  });
});
afterAll(() => server.stop());

let site: TestSite;
let ada: TestAdmin;
const sample = () => ({
  ...sampleSite(),
  ...sampleCatalog(),
  site: { locales: ["en", "de", "pt-BR"], allowedOrigins: ["https://shop.example"] },
});
beforeEach(async () => {
  site = await server.addSite(sample());
  ada = await addMember(server, site, "OWNER", { name: "Ada" });
});

const openReleaser = () => releaser(server, site, ada);
const read = (path: string, token?: string, more: Record<string, string> = {}) =>
  server.ask(path, { key: site.key, headers: { ...(token === undefined ? {} : { "x-preview": token }), ...more } });
const dataOf = <T>({ json }: Answer) => (json as { data: T }).data;

/** A release of a page, an entry, a product and a category, beside a page that goes, and a token that shows it. */
async function prepared() {
  const { make, create, publish, add, change, previewRelease, ...rest } = openReleaser();
  const { id } = await make();
  const gone = await create("pages", pageDraft("gone"));
  await publish("pages", gone.id);
  await add(id, await create("pages", pageDraft("fresh", "A fresh page")));
  await add(id, await create("entries", { contentType: "note", locale: "en", ...entryDraft("fresh", "A fresh note") }));
  await add(id, gone, "UNPUBLISH");
  await change(id, "product", await catalogItemId(server, site, "fjell-chair"), { title: "Quagga chair" });
  await change(id, "category", await catalogItemId(server, site, "seating"), { title: "Seats" });
  await server.directory.poll();
  return { ...rest, add, create, publish, make, previewRelease, id, gone, token: (await previewRelease(id)).token };
}

test("every published read answers as it will after the release, and nothing of that reaches the public", async () => {
  const { token, id, publishRelease } = await prepared();
  const paths = [
    `${content}/pages/fresh`,
    `${content}/pages/gone`,
    `${content}/pages?pageSize=100`,
    `${content}/content/note/fresh`,
    `${content}/content/note?q=fresh`,
    `${content}/content/note`,
    `${content}/search?q=quagga`,
    `${shop}/products/slug/fjell-chair`,
    `${shop}/products?q=quagga`,
    `${shop}/products?category=seating`,
    `${shop}/categories`,
    `${shop}/categories/slug/seating`,
    `${shop}/subscriptions/plans`,
  ];
  const withoutTimes = ({ status, text }: Answer) => [status, text.replaceAll(/"(requestId|\w+At)":"[^"]*"/g, "")];
  const readAll = async (by?: string) => {
    const answers: unknown[] = [];
    for (const path of paths) answers.push([path, withoutTimes(await read(path, by))]);
    return answers;
  };
  const before = await readAll();
  const previewAnswers = await readAll(token);
  expect(previewAnswers).not.toEqual(before);
  expect(await readAll(token)).toEqual(previewAnswers);
  expect(await readAll()).toEqual(before);
  expect(dataOf<{ title: string }>(await read(`${content}/pages/fresh`, token)).title).toBe("A fresh page");
  expect((await publishRelease(id)).status).toBe(200);
  await server.directory.poll();
  expect(await readAll()).toEqual(previewAnswers);
  expect(await readAll(token)).toEqual(previewAnswers);
});

test("an answer to a preview is for nobody else: no cache keeps it, and the public one is not used for it", async () => {
  const { token } = await prepared();
  const path = `${shop}/products/slug/fjell-chair`;
  const published = await read(path);
  await read(path);
  const previewed = await read(path, token, { origin: "https://shop.example" });
  expect(previewed.headers.get("cache-control")).toBe("private, no-store");
  expect(previewed.headers.get("vary")).toBe("origin, x-api-key, x-preview");
  expect(previewed.headers.get("access-control-allow-origin")).toBe("https://shop.example");
  expect(dataOf<{ title: string }>(previewed).title).toBe("Quagga chair");
  expect((await read(path)).text).toBe(published.text);
  expect(published.headers.get("vary")).toBe("origin, x-api-key, x-preview");
  const etag = published.headers.get("etag") ?? "";
  expect((await read(path, token, { "if-none-match": etag })).status).toBe(200);
  expect((await read(path, undefined, { "if-none-match": etag })).status).toBe(304);
  const preflight = await server.ask(path, { method: "OPTIONS", headers: { origin: "https://shop.example" } });
  expect(preflight.headers.get("access-control-allow-headers")).toContain("x-preview");
  expect((await read(path, token, { origin: "https://other.example" })).status).toBe(403);
  expect(server.logged()).not.toContain(token);
});

test("a token is good for its site and its life, and with the key alone", async () => {
  const { token, id, api, base, make, previewRelease } = await prepared();
  const path = `${content}/pages/fresh`;
  const other = await server.addSite(sample());
  const page = await previews(server, site).issue("home");
  const refused = [
    await server.ask(path, { key: other.key, headers: { "x-preview": token } }),
    await read(path, "pv_00000000000000000000000000000000"),
    await read(path, ""),
    await read(path, page.token),
  ];
  for (const answer of refused) expect([answer.status, codeOf(answer)]).toEqual([404, "preview_not_found"]);
  expect(codeOf(await server.ask(path, { headers: { "x-preview": token } }))).toBe("api_key_missing");
  expect(codeOf(await server.ask(`${content}/preview/${token}`))).toBe("preview_not_found");
  const listed = (await api.get(`${base}/previews`)).json as { data: { id: string; release: object; page: object | null }[] };
  expect(listed.data.find(({ release }) => release !== null)).toMatchObject({ page: null, release: { id, name: "Spring" } });
  const second = await previewRelease((await make("Second")).id);
  expect(second.url).toBe(`http://localhost:3000/#preview=${second.token}`);
  expect((await api.delete(`${base}/previews/${second.id}`)).status).toBe(204);
  expect(codeOf(await read(path, second.token))).toBe("preview_not_found");
  server.clock.advance(24 * 60 * 60_000);
  expect(codeOf(await read(path, token))).toBe("preview_not_found");
});

test("a preview follows the release and the site, and says what stands in the way", async () => {
  const { token, add, create, publish, id } = await prepared();
  expect((await read(`${content}/pages/more`, token)).status).toBe(404);
  await add(id, await create("pages", pageDraft("more")));
  expect((await read(`${content}/pages/more`, token)).status).toBe(200);
  const taken = await create("pages", pageDraft("fresh", "Taken"));
  await publish("pages", taken.id);
  await server.directory.poll();
  const blocked = await read(`${content}/pages/more`, token);
  expect(blocked.json).toMatchObject({ code: "preview_blocked", status: 409, detail: expect.stringContaining("A fresh page") as string });
});

test("the readers of a release share its trials, whatever they read, and one that finds nothing hinders no other", async () => {
  const { token } = await prepared();
  const paths = [
    ...["pages/fresh", "pages/gone", "pages", "content/note/fresh", "content/note", "search?q=quagga"].map((path) => `${content}/${path}`),
    ...[`${shop}/products/slug/fjell-chair`, `${shop}/categories`],
    // On a busy machine reads come one by one, and get several trials: so many that one each would be far more.
    ...Array.from({ length: 24 }, (_, index) => `${content}/search?q=quagga+${index}`),
  ];
  const alone = await Promise.all(paths.map((path) => read(path, token)));
  const { make, add, create, previewRelease } = openReleaser();
  const other = await make("Second");
  await add(other.id, await create("pages", pageDraft("second")));
  await server.directory.poll();
  const second = (await previewRelease(other.id)).token;
  trials = 0;
  const answers = await Promise.all([...paths, ...paths, ...paths].map((path) => read(path, second)));
  // The first read begins a trial at once, and the others wait for the next ones together.
  expect(trials).toBeLessThan(paths.length / 2);
  const statuses = answers.slice(0, paths.length).map(({ status }) => status);
  expect(answers.map(({ status }) => status)).toEqual([...statuses, ...statuses, ...statuses]);
  expect(new Set(statuses)).toEqual(new Set([404, 200]));
  expect(new Set(alone.map(({ status }) => status))).toEqual(new Set([404, 200]));
  trials = 0;
  await Promise.all(paths.map((path) => read(path, second)));
  expect(trials).toBe(0);
});

test("previews of a release are made for one thing, that the site has", async () => {
  const { api, base, make } = openReleaser();
  const { id } = await make();
  const issue = async (body: object) => (await api.post(`${base}/previews`, body)).json;
  expect(await issue({})).toMatchObject({ errors: [{ path: "/page", code: "required" }] });
  expect(await issue({ page: id, release: id })).toMatchObject({ errors: [{ path: "/page", code: "required" }] });
  expect(await issue({ release: ada.id })).toMatchObject({ code: "release_not_found" });
  expect(await issue({ release: "none" })).toMatchObject({ code: "validation_failed" });
  const other = await server.addSite(sample());
  const foreign = await releaser(server, other, await addMember(server, other, "OWNER")).make();
  expect(await issue({ release: foreign.id })).toMatchObject({ code: "release_not_found" });
});

longTest("a flood of previews waits, and is refused after 200", async () => {
  // One page, so that each trial is short.
  const { make, create, add, previewRelease } = openReleaser();
  const { id } = await make();
  await add(id, await create("pages", pageDraft("fresh", "A fresh page")));
  const { token } = await previewRelease(id);
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => read(`${content}/pages/none-${index}`, token)));
  for (const answer of answers) expect(["page_not_found", "unavailable"]).toContain(codeOf(answer));
  let last: Answer | undefined;
  for (let index = 60; index < 270; index += 1) last = await read(`${content}/pages/none-${index}`, token);
  expect([last?.status, codeOf(last as Answer)]).toEqual([429, "rate_limited"]);
});
