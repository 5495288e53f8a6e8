import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pageDraft } from "../../../../../test/kit/documents.ts";
import { cms, startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { hostSite, type HostedSite } from "../../../../../test/kit/hosted-site.ts";
import { releaser } from "../../../../../test/kit/releases.ts";
import { sampleSite } from "../../../../../test/kit/sample-site.ts";

let server: TestServer;
/** The calls, each with its tags. */
const calls: string[][] = [];
let failures = 0;
beforeAll(async () => {
  server = await startServer({
    cachePurger: {
      purge: async (tags) => {
        if (failures > 0) {
          failures -= 1;
          throw new Error("no answer");
        }
        calls.push([...tags]);
      },
    },
  });
});
afterAll(() => server.stop());

let hosted: HostedSite;
beforeEach(async () => {
  hosted = await hostSite(server, await server.addSite(sampleSite("purged")));
  await passesOf(60_000);
  calls.length = 0;
});

/** The calls of so many milliseconds, looked at each quarter of a second, as the lane does. */
async function passesOf(milliseconds: number): Promise<string[][]> {
  const before = calls.length;
  for (let waited = 0; waited <= milliseconds; waited += 250) {
    await server.runTasks();
    server.clock.advance(250);
  }
  return calls.slice(before);
}

const tagsOf = async (path: string) => new Set((await hosted.ask(path)).headers.get("surrogate-key")?.split(" "));

async function publishedPage(slug: string) {
  const content = releaser(server, hosted.site, hosted.owner);
  const page = await content.create("pages", { locale: "en", ...pageDraft(slug) });
  await content.publish("pages", page.id);
  const change = async (title: string) => {
    await content.save("pages", page.id, pageDraft(slug, title), (await content.inLocale("pages", page.id)).revision);
    await content.publish("pages", page.id);
  };
  return { page, change };
}

test("a change purges what shows it, and nothing else, and does so again for those that asked a process which did not know of it yet", async () => {
  const { change } = await publishedPage("news");
  await publishedPage("about-us");
  await passesOf(60_000);
  const [shown, other, list] = [await tagsOf(`${cms}/pages/news`), await tagsOf(`${cms}/pages/about-us`), await tagsOf(`${cms}/pages`)];
  await change("Newer");
  const passes = await passesOf(60_000);
  expect(passes).toHaveLength(3);
  for (const purged of passes) {
    expect(purged.some((tag) => shown.has(tag))).toBe(true);
    expect(purged.some((tag) => list.has(tag))).toBe(true);
    expect(purged.filter((tag) => other.has(tag))).toEqual([]);
    expect(purged).not.toContain(hosted.site.slug);
  }
});

test("changes of one second are one call, and each site has calls of its own", async () => {
  const { change } = await publishedPage("busy");
  await passesOf(60_000);
  for (const title of ["One", "Two", "Three"]) await change(title);
  expect(await passesOf(900)).toHaveLength(1);
  await change("Four");
  const [second, ...more] = await passesOf(900);
  expect([second !== undefined, more]).toEqual([true, []]);
});

test("a purge that fails is sent until the caches acknowledge it, with all that came meanwhile", async () => {
  const { change } = await publishedPage("lost");
  await passesOf(60_000);
  const shown = await tagsOf(`${cms}/pages/lost`);
  failures = 3;
  await change("One");
  expect(await passesOf(1_500)).toEqual([]);
  const late = await publishedPage("late");
  const [first] = await passesOf(120_000);
  expect(first?.some((tag) => shown.has(tag))).toBe(true);
  const lateTags = await tagsOf(`${cms}/pages/late`);
  expect([late.page.contentType, first?.some((tag) => lateTags.has(tag))]).toEqual(["page", true]);
  expect(failures).toBe(0);
  const [row] = await server.deps.sql<{ count: number }>`select count(*)::int as count from cache_purges where site_id = ${hosted.site.id}`;
  expect(row?.count).toBe(0);
});

test("settings purge the whole site, and so does the loss of a host", async () => {
  await hosted.patch({ name: "Another name" });
  expect((await passesOf(900))[0]).toEqual([hosted.site.slug]);
  await passesOf(60_000);
  await hosted.patch({ apiHosts: [] });
  expect((await passesOf(900))[0]).toEqual([hosted.site.slug]);
});

test("a site without hosts purges nothing", async () => {
  await hosted.patch({ apiHosts: [] });
  await passesOf(60_000);
  await publishedPage("quiet");
  expect(await passesOf(60_000)).toEqual([]);
});

test("two workers do not purge one site at once", async () => {
  const { change } = await publishedPage("twice");
  await passesOf(60_000);
  await change("One");
  await change("Two");
  await Promise.all([server.runTasks(), server.runTasks(), server.runTasks()]);
  expect(calls.length).toBeGreaterThan(0);
  expect(await passesOf(900)).toEqual([]);
});
