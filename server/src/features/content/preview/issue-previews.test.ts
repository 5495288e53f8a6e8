import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../../../../test/kit/database.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { previews } from "../../../../../test/kit/previews.ts";
import { removeEndedPreviews } from "./tasks/remove-ended-previews.ts";

let server: TestServer;
let site: TestSite;

const hour = 60 * 60_000;
const pages = [
  { slug: "home", locale: "en", title: "Home" },
  { slug: "about", locale: "en", title: "About" },
  { page: "about", slug: "ueber-uns", locale: "de", title: "Über uns" },
  { slug: "docs/start", locale: "en", title: "Start" },
  { page: "only-german", slug: "nur-deutsch", locale: "de", title: "Nur Deutsch" },
  { page: "only-foreign", slug: "fora", locale: "pt-BR", title: "Fora" },
  { page: "only-foreign", slug: "fort", locale: "de", title: "Fort" },
  // A slug that two pages have, each in another locale; and one that is another page's name.
  { page: "left", slug: "same", locale: "en", title: "Left" },
  { page: "right", slug: "same", locale: "de", title: "Right" },
  { page: "other", slug: "home", locale: "de", title: "Other" },
];
const entries = [{ contentType: "note", slug: "a-note", locale: "en", data: {} }];
const contentTypes = [{ slug: "note", title: "Note", schema: { type: "object" } }];

beforeAll(async () => {
  server = await startServer({ publicUrl: "https://cms.example/at" });
  site = await server.addSite({ site: { locales: ["en", "de", "pt-BR"] }, pages, entries, contentTypes });
});
afterAll(() => server.stop());

const create = async (page: string, expiresInMs = 24 * hour) =>
  (await previews(server, site).run("preview create", { page, expiresInMs })).output as Record<
    "id" | "page" | "token" | "link" | "expiresAt",
    string
  >;
const titleOf = async (link: string) => {
  const { json } = await server.ask(link.replace("https://cms.example/at", ""));
  return (json as { data: { title: string } }).data.title;
};

describe("creating a preview", () => {
  test("returns its token, its link and its end, and stores only the hash", async () => {
    const { run } = previews(server, site);
    const { output, text } = await run("preview create", { page: "home", expiresInMs: 24 * hour });
    const { id = "", token = "", link = "", expiresAt = "" } = output;
    expect(output).toEqual({ id, token, link, expiresAt, page: "home" });
    expect(token).toMatch(/^pv_[0-9A-Za-z]{32}$/);
    expect(link).toBe(`https://cms.example/at/api/public/v1/preview/${token}`);
    expect(expiresAt).toBe(new Date(server.clock.now().getTime() + 24 * hour).toISOString());
    for (const part of [id, token, link, expiresAt, "home"]) expect(text).toContain(part);
    const [row] = await server.deps.sql<{ row: string }>`select to_jsonb(previews)::text as row from previews where id = ${id}`;
    expect(row?.row).toContain(`"last_four": "${token.slice(-4)}"`);
    expect(row?.row).not.toContain(token.slice(3, 31));
    expect(server.logged()).not.toContain(token);
  });

  test("makes a new valid token each time", async () => {
    const [one, other] = [await create("home"), await create("home")];
    expect(one.token).not.toBe(other.token);
    expect([await titleOf(one.link), await titleOf(other.link)]).toEqual(["Home", "Home"]);
  });

  test.each([
    ["home", "home", "Home", ""],
    ["about", "about", "About", ""],
    ["ueber-uns", "about", "About", ""],
    ["docs/start", "docs/start", "Start", ""],
    // Written in another locale alone: the link asks for one.
    ["only-german", "only-german", "Nur Deutsch", "?locale=de"],
    ["nur-deutsch", "only-german", "Nur Deutsch", "?locale=de"],
    ["fora", "only-foreign", "Fort", "?locale=de"],
    ["other", "other", "Other", "?locale=de"],
  ])("takes the page %s for %s, and its link shows it", async (text, page, title, query) => {
    const created = await create(text);
    expect([created.page, created.link]).toEqual([page, `https://cms.example/at/api/public/v1/preview/${created.token}${query}`]);
    expect(await titleOf(created.link)).toBe(title);
  });

  test.each([
    ["nowhere", 'There is no page "nowhere".'],
    ["", 'There is no page "".'],
    ["a-note", 'There is no page "a-note".'],
    ["HOME", 'There is no page "HOME".'],
    ["same", '"same" is the slug of several pages. Name one of them: "left", "right".'],
  ])("refuses the page %j", async (page, message) => {
    await expect(create(page)).rejects.toThrow(message);
  });

  test.each([
    [60_000, true],
    [59_999, false],
    [0, false],
    [-hour, false],
    [Number.NaN, false],
    [30 * 24 * hour, true],
    [30 * 24 * hour + 1, false],
  ])("for %d ms works: %s", async (expiresInMs, works) => {
    if (works) expect((await create("home", expiresInMs)).token).toMatch(/^pv_/);
    else await expect(create("home", expiresInMs)).rejects.toThrow("1 minute to 30 days");
  });

  test("for an unknown site is refused", async () => {
    await expect(previews(server, { ...site, slug: "nobody" }).run("preview create", { page: "home", expiresInMs: hour })).rejects.toThrow(
      'There is no site "nobody"',
    );
  });
});

test("a list has every preview, the newest first, with its state and without its token", async () => {
  const ownSite = await server.addSite({
    pages: [
      { slug: "home", locale: "en", title: "Home" },
      { slug: "gone", locale: "en", title: "Gone" },
    ],
  });
  const { issue, run } = previews(server, ownSite);
  expect((await run("preview list", {})).text).toBe("No previews.");
  const ids: Record<string, string> = {};
  const tokens: string[] = [];
  for (const [name, page, liveMs] of [
    ["ended", "home", 60_000],
    ["cancelled", "home", hour],
    ["active", "home", hour],
    ["pageless", "gone", hour],
  ] as const) {
    const { id, token } = await issue(page, liveMs);
    ids[name] = id;
    tokens.push(token);
    server.clock.advance(1_000);
  }
  await run("preview cancel", { tokenOrId: ids.cancelled });
  await server.deps.sql`delete from documents where site_id = ${ownSite.id} and name = 'gone'`;
  server.clock.advance(60_000);
  const { output, text } = await run("preview list", {});
  expect(output).toMatchObject([
    { id: ids.pageless, page: null, state: "active" },
    { id: ids.active, page: "home", state: "active", cancelledAt: null },
    { id: ids.cancelled, page: "home", state: "cancelled" },
    { id: ids.ended, page: "home", state: "ended" },
  ]);
  for (const token of tokens) {
    expect(text).toContain(`pv_…${token.slice(-4)}`);
    expect(text + JSON.stringify(output)).not.toContain(token);
  }
  expect(text).toContain("(deleted)");
});

describe("cancelling", () => {
  test("ends the preview with a token or an id, or all previews of a page", async () => {
    const { issue, read, run } = previews(server, site);
    const [byToken, byId, ofPage, alsoOfPage, ofAnother] = [
      await issue("home"),
      await issue("home"),
      await issue("about"),
      await issue("about"),
      await issue("home"),
    ];
    const alive = async () =>
      Promise.all([byToken, byId, ofPage, alsoOfPage, ofAnother].map(async ({ token }) => (await read(token)).status === 200));
    expect((await run("preview cancel", { tokenOrId: byToken.token })).text).toBe("The preview is cancelled, on every process at once.");
    expect(await alive()).toEqual([false, true, true, true, true]);
    await run("preview cancel", { tokenOrId: byId.id });
    expect(await alive()).toEqual([false, false, true, true, true]);
    expect((await run("preview cancel", { page: "ueber-uns" })).output.cancelled).toBeGreaterThanOrEqual(2);
    expect(await alive()).toEqual([false, false, false, false, true]);
  });

  test("ends the preview on every server of the database with its next request", async () => {
    const database = await openTestDatabase();
    const [one, other] = [await startServer({ database }), await startServer({ database })];
    const ownSite = await one.addSite({ pages: [{ slug: "home", locale: "en", title: "Home" }] });
    const { token } = await previews(one, ownSite).issue("home");
    const statuses = async () => Promise.all([one, other].map(async (each) => (await previews(each, ownSite).read(token)).status));
    expect(await statuses()).toEqual([200, 200]);
    await previews(one, ownSite).run("preview cancel", { tokenOrId: token });
    expect(await statuses()).toEqual([404, 404]);
    await one.stop();
    await other.stop();
    await database.drop();
  });

  test("refuses a token or id without a running preview, and does not repeat it", async () => {
    const { issue, run } = previews(server, site);
    const preview = await issue("home", 60_000);
    const cancel = (tokenOrId: string) => run("preview cancel", { tokenOrId });
    await cancel(preview.id);
    const ended = await issue("home", 60_000);
    server.clock.advance(60_000);
    for (const text of [preview.id, preview.token, ended.id, ended.token, "", "%", `pv_${"0".repeat(32)}`]) {
      const refusal: Error = await cancel(text).then(
        () => new Error("cancelled"),
        (error: Error) => error,
      );
      expect(refusal.message).toContain(`${site.slug} has no running preview with this token or id.`);
      if (text.length > 1) expect(refusal.message).not.toContain(text);
    }
    await expect(run("preview cancel", { page: "docs/start" }).then(() => run("preview cancel", { page: "docs/start" }))).rejects.toThrow(
      "has no running preview of this page",
    );
    await expect(run("preview cancel", { page: "nowhere" })).rejects.toThrow('There is no page "nowhere"');
  });
});

test("a job removes previews a day after they ended or were cancelled, and no others", async () => {
  const ownSite = await server.addSite({ pages: [{ slug: "home", locale: "en", title: "Home" }] });
  const { issue, run } = previews(server, ownSite);
  const [short, long, cancelled] = [await issue("home", 60_000), await issue("home", 72 * hour), await issue("home", 72 * hour)];
  const left = async () => {
    await removeEndedPreviews.run(server.deps);
    return (await server.deps.sql<{ id: string }>`select id from previews where site_id = ${ownSite.id} order by id`).map(({ id }) => id);
  };
  server.clock.advance(60_000);
  await run("preview cancel", { tokenOrId: cancelled.id });
  server.clock.advance(24 * hour);
  expect(await left()).toEqual([short, long, cancelled].map(({ id }) => id).sort());
  server.clock.advance(1);
  expect(await left()).toEqual([long.id]);
  expect((await previews(server, ownSite).read(long.token)).status).toBe(200);
});
