import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { parseRaw, sendRaw } from "../../../../../test/kit/raw.ts";
import { sampleSite } from "../../../../../test/kit/sample-site.ts";
import { demoSlug } from "../../../demo.ts";
import { revokeKeys, viewerKeyName } from "../sites/index.ts";
import { longTest } from "../../../../../test/kit/sampled.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ local: true, publicUrl: "http://dev.example:3000/base" });
});
afterAll(() => server.stop());

/** A request under the name of a foreign page, which was made to resolve to this machine. */
const askForeign = async (path: string) =>
  parseRaw(await sendRaw(server.port, `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`));
const keyIn = (location: string | null) => /#key=(pk_[0-9A-Za-z]{32})$/.exec(location ?? "")?.[1] ?? "";
const open = (slug: string, viewer = "pages") => server.ask(`/dev/sites/${slug}/${viewer}`, { redirect: "manual" });

describe("the start page", () => {
  test("links to all pages, below any path, and lists the operator's own sites", async () => {
    const { slug } = await server.addSite({ site: { name: "<b>Loaf & Co</b>" } });
    const { status, text, headers } = await server.ask("/");
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const links = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link ?? "");
    for (const link of ["demo/shop", "demo/site", "docs", "dev/mail", `dev/sites/${slug}/pages`, `dev/sites/${slug}/shop`])
      expect(links).toContain(link);
    expect(links.filter((link) => /^(\/|https?:)/.test(link))).toEqual([]);
    expect(links.filter((link) => link.includes(demoSlug))).toEqual([]);
    expect(text).toContain("&lt;b&gt;Loaf &amp; Co&lt;/b&gt;");
    // Nothing in it that its policy would stop.
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*src=)/);
    expect(headers.get("content-security-policy")).toContain("script-src 'self'");
  });

  test("promises a link in the terminal only where the server printed one, and names the command otherwise", async () => {
    const printing = await startServer({ local: true, printsSignIn: true });
    const [without, withLink] = [(await server.ask("/")).text, (await printing.ask("/")).text];
    await printing.stop();
    expect(withLink).toContain("The terminal shows a link");
    expect(withLink).not.toContain("admin create");
    expect(without).not.toContain("The terminal shows a link");
    expect(without).toContain("npx vitrine admin create you@example.com --operator");
  });

  test("is one plain line under a foreign host name, and on any server but one on a laptop", async () => {
    const elsewhere = await startServer();
    const foreign = await askForeign("/");
    const { status, text, headers } = await elsewhere.ask("/");
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(text).toMatch(/^This is a Vitrine server\.[^\n]*\n$/);
    expect([foreign.status, foreign.body]).toEqual([200, text]);
    expect((await elsewhere.ask(`/dev/sites/any/pages`)).status).toBe(404);
    expect((await elsewhere.ask("/dev/live")).status).toBe(404);
    await elsewhere.stop();
  });
});

describe("the viewer of an own site", () => {
  test("opens with a valid key, the same each time", async () => {
    const { slug, id } = await server.addSite(sampleSite("viewed"));
    const pages = await open(slug);
    expect([pages.status, pages.headers.get("location")]).toEqual([302, expect.stringMatching(/^\.\.\/\.\.\/\.\.\/demo\/site#key=pk_/)]);
    const key = keyIn(pages.headers.get("location"));
    const shop = await open(slug, "shop");
    expect(shop.headers.get("location")).toBe(`../../../demo/shop#key=${key}`);
    await server.directory.poll();
    expect((await server.ask(`${cms}/pages`, { key })).status).toBe(200);
    const [keys] = await server.deps.sql<{ count: number }>`
      select count(*)::int as count from api_keys where site_id = ${id} and name = ${viewerKeyName}`;
    expect(keys?.count).toBe(1);
  });

  test("has a different key for each site", async () => {
    const [one, two] = [await server.addSite(), await server.addSite()];
    const keys = await Promise.all([one, two].map(async ({ slug }) => keyIn((await open(slug)).headers.get("location"))));
    expect(new Set(keys).size).toBe(2);
  });

  longTest("creates one key if it is opened a hundred times at once", async () => {
    const { slug, id } = await server.addSite();
    const opened = await Promise.all(Array.from({ length: 100 }, () => open(slug)));
    expect(new Set(opened.map(({ status, headers }) => `${status} ${headers.get("location") ?? ""}`)).size).toBe(1);
    const [keys] = await server.deps.sql<{
      count: number;
    }>`select count(*)::int as count from api_keys where site_id = ${id} and name = ${viewerKeyName}`;
    expect(keys?.count).toBe(1);
  });

  test("does not open after its key was revoked, under a foreign host name, or without a site", async () => {
    const { slug, id } = await server.addSite();
    expect((await open(slug)).status).toBe(302);
    const by = { actor: { kind: "CLI" }, siteId: id, action: "key revoke" } as const;
    await revokeKeys(server.deps.sql, { now: server.clock.now(), ids: server.deps.ids }, by, { idOrName: viewerKeyName });
    expect((await open(slug)).json).toMatchObject({ status: 404, code: "site_not_shown" });
    expect((await open("nobody")).json).toMatchObject({ status: 404, code: "site_not_shown" });
    const foreign = await askForeign(`/dev/sites/${slug}/pages`);
    expect([foreign.status, foreign.body]).toEqual([404, expect.stringContaining("route_not_found")]);
    expect((await askForeign("/dev/live")).status).toBe(404);
  });
});

longTest("the stream of live updates begins at once, has a limited number of followers, and ends with the server", async () => {
  const follow = async (at: TestServer) => {
    const { status, headers, body } = await fetch(`${at.url}/dev/live`);
    return { status, type: headers.get("content-type"), reader: (body as ReadableStream<Uint8Array>).getReader() };
  };
  const textOf = async ({ reader }: Awaited<ReturnType<typeof follow>>) => new TextDecoder().decode((await reader.read()).value);
  const localServer = await startServer({ local: true });
  const followers = await Promise.all(Array.from({ length: 50 }, () => follow(localServer)));
  expect(new Set(followers.map(({ status, type }) => `${status} ${type ?? ""}`))).toEqual(
    new Set(["200 text/event-stream; charset=utf-8"]),
  );
  const [first] = followers;
  expect(first && (await textOf(first))).toContain("retry: 1000\n\n");
  expect((await localServer.ask("/dev/live")).json).toMatchObject({ status: 503, code: "too_many_followers" });
  // A page that goes makes room.
  await followers.pop()?.reader.cancel();
  await expect.poll(async () => (await follow(localServer)).status).toBe(200);
  const ended = followers.map(async ({ reader }) => {
    while (!(await reader.read()).done) continue;
  });
  await Promise.all([localServer.stop(), ...ended]);
});
