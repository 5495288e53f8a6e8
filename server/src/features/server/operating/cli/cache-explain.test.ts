import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { sampleSite } from "../../../../../../test/kit/sample-site.ts";
import { CommandError, UsageError } from "../../../../lib/cli/command.ts";
import { explainHeader, tagsHeader } from "../../../../lib/published/cache-explanation.ts";
import { cacheExplain } from "./cache-explain.ts";

let server: TestServer;
let site: TestSite;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite(sampleSite());
});
afterAll(() => server.stop());

const explain = async (path: string, key: string | undefined = site.key) => {
  const input = await cacheExplain.input(...([`http://127.0.0.1:${server.port}${path}`, { key }] as never[]));
  const report = await cacheExplain.alone?.(input);
  if (!report) throw new Error("It needs a database.");
  return { report, text: cacheExplain.print(report) };
};
const fromMemory = inject("fromMemory");

test("the first response is a miss and the next a hit, with the tags that evict it and the versions of the site", async () => {
  const first = await explain(`${cms}/pages/home`);
  expect(first.report).toMatchObject({ status: 200, cache: fromMemory ? "miss" : "off" });
  const { report, text } = await explain(`${cms}/pages/home`);
  expect(report).toMatchObject({ status: 200, cache: fromMemory ? "hit" : "off", etag: first.report.etag });
  expect(report.tags).toContain("document:page/home");
  expect(Object.keys(report.versions)).toEqual(["content", "catalog", "stock"]);
  expect(report.versions["content"]).toBeGreaterThan(0);
  expect(text).toContain("document:page/home");
  // A change with one of the tags evicts it, and the version rises.
  await server.import({
    bundle: 1,
    site: { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en", "de", "pt-BR"], currency: "eur" },
    pages: [{ slug: "home", locale: "en", title: "Anew" }],
  });
  await server.directory.poll();
  const changed = await explain(`${cms}/pages/home`);
  expect(changed.report).toMatchObject({ cache: fromMemory ? "miss" : "off" });
  expect(changed.report.versions["content"]).toBeGreaterThan(report.versions["content"] ?? 0);
});

test("what is no published read, a wrong key and a server that is away are told apart", async () => {
  expect((await explain("/healthz")).report).toMatchObject({ status: 200, cache: null, tags: [] });
  const refused = await explain(`${cms}/pages/home`, "pk_00000000000000000000000000000000");
  expect(refused.report).toMatchObject({ status: 401, cache: null, tags: [] });
  expect(refused.text).toContain("--key");
  await expect((async () => cacheExplain.input(...(["pages/home", {}] as never[])))()).rejects.toThrow(UsageError);
  await expect(cacheExplain.alone?.({ url: "http://127.0.0.1:1/", key: null })).rejects.toThrow(CommandError);
});

test("only a request that asks is told the tags, and none that names what the response does not show", async () => {
  const read = (headers: Record<string, string>) => server.ask(`${cms}/pages/home`, { key: site.key, headers });
  expect((await read({})).headers.get(tagsHeader)).toBeNull();
  const { headers, text } = await read({ [explainHeader]: "1" });
  const ids = (headers.get(tagsHeader) ?? "").match(/[0-9a-f-]{36}/g) ?? [];
  expect(ids.filter((id) => !text.includes(id))).toEqual([]);
  expect(
    (await server.ask(`${cms}/pages/home`, { key: site.key, headers: { "x-preview": "pv_wrong", [explainHeader]: "1" } })).headers.get(
      tagsHeader,
    ),
  ).toBeNull();
});
