import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { importBundle } from "../../server/src/features/content/bundle/index.ts";
import { randomBase62 } from "../../server/src/lib/secrets/secret.ts";
import type { Sql } from "../../server/src/ports/database.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { countingIds } from "../kit/counting-ids.ts";
import { startServer, type TestServer, type TestSite } from "../kit/harness.ts";
import { loosenStatements, runsOf } from "./loosened-statements.ts";
import { previews } from "../kit/previews.ts";
import { sampled } from "../kit/sampled.ts";

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

interface Tenant {
  mark: string;
  site: TestSite;
}

const bound = {
  "/drafted": { source: "entry", contentType: "note", slug: "drafted", path: "/text" },
  "/published": { source: "entry", contentType: "note", slug: "published", path: "/text" },
  "/unborn": { source: "entry", contentType: "note", slug: "unborn", path: "/text" },
  "/product": { source: "product", slug: "chair", path: "/title" },
  "/category": { source: "category", slug: "chairs", path: "/title" },
  "/site": { source: "site", path: "/name" },
};
/** The page to which the same place refers in each. */
const linkedPage = (mark: string) => (mark === "alpha" ? "published" : "gone");

/** Two sites with the same slugs and even the same ids, which a key of site and id allows, distinguished by the mark in their texts. */
async function addTenants(by: TestServer): Promise<[Tenant, Tenant]> {
  const tenants: Tenant[] = [];
  for (const mark of ["alpha", "beta"]) {
    const site = await by.addSite({ site: { name: mark, locales: ["en", "de"] } });
    const to = { page: linkedPage(mark) };
    const bindings = { ...bound, "/linked": { ...bound["/published"], path: "/to/slug" } };
    const composition = [{ type: "any", props: { to }, bindings }];
    const schema = { type: "object", properties: { to: { $ref: "vitrine:page" } } };
    const note = (slug: string, more: object = {}) => ({ contentType: "note", slug, locale: "en", data: { text: mark, to }, ...more });
    await by.import(
      {
        bundle: 1,
        site: { slug: site.slug, name: mark, defaultLocale: "en", locales: ["en", "de"], currency: "eur" },
        blockTypes: [{ type: "any", title: "Any", schema }],
        contentTypes: [{ slug: "note", title: "Note", schema }],
        pages: [
          { slug: "drafted", locale: "en", title: "x", draft: { title: mark, composition } },
          { slug: "published", locale: "en", title: mark, composition },
          { slug: "gone", locale: "en", title: mark },
          { page: "partly-alpha", slug: "teil-alpha", locale: "de", title: mark },
          { page: "partly-beta", slug: "teil-beta", locale: "de", title: mark },
          // In one of the two only, and last, so that all the others have the same ids.
          { page: `partly-${mark}`, slug: `own-${mark}`, locale: "en", title: mark },
        ],
        entries: [
          note("drafted", { data: { text: "x" }, draft: { data: { text: mark } } }),
          note("published"),
          note("unborn", { status: "DRAFT" }),
        ],
        categories: [{ slug: "chairs", title: mark }],
        products: [{ slug: "chair", title: mark, variants: [{ sku: "CHAIR", price: 1 }] }],
      },
      { ids: countingIds() },
    );
    tenants.push({ mark, site });
  }
  return tenants as [Tenant, Tenant];
}

/** By function: its effect on a preview of one site must neither show nor touch the other's. Throws otherwise. */
const rows: Record<string, (by: TestServer, sql: Sql, ownTwin: Tenant, other: Tenant) => Promise<void>> = {
  getPreview: async (by, _sql, ownTwin) => {
    const { issue, data } = previews(by, ownTwin.site);
    for (const page of ["drafted", "published"]) {
      const { token } = await issue(page);
      const props = Object.fromEntries(Object.keys(bound).map((pointer) => [pointer.slice(1), ownTwin.mark]));
      const { title, composition } = await data(token);
      const slug = linkedPage(ownTwin.mark);
      const to = { page: expect.any(String) as string, slug, locale: "en", title: ownTwin.mark };
      expect([page, title, composition[0]?.props]).toEqual([page, ownTwin.mark, { ...props, to, linked: slug }]);
      // Every preview has it, so that data of the other shows, whichever is found first.
      expect((await data(token, "?locale=de")).title).toBe(ownTwin.mark);
    }
  },
  "getPreview of a page that only the other still has": async (by, sql, ownTwin, other) => {
    const [ownToken, otherToken] = [
      (await previews(by, ownTwin.site).issue("gone")).token,
      (await previews(by, other.site).issue("gone")).token,
    ];
    await sql`delete from documents where site_id = ${ownTwin.site.id} and name = 'gone'`;
    for (const query of ["", "?locale=de", "?locale=german"])
      expect((await previews(by, ownTwin.site).read(ownToken, query)).status).toBe(404);
    expect((await previews(by, other.site).read(otherToken)).status).toBe(200);
  },
  "getPreview of a site that is suspended": async (by, sql, ownTwin, other) => {
    const { token } = await previews(by, ownTwin.site).issue("drafted");
    const others = await previews(by, other.site).issue("drafted");
    await sql`update sites set suspended_at = now() where id = ${ownTwin.site.id}`;
    expect((await previews(by, ownTwin.site).read(token)).status).toBe(404);
    expect((await previews(by, other.site).data(others.token)).title).toBe(other.mark);
  },
  createPreview: async (by, _sql, ownTwin, other) => {
    const { run, data } = previews(by, ownTwin.site);
    const create = (page: string) => run("preview create", { page, expiresInMs: 60_000 });
    for (const page of ["drafted", `own-${ownTwin.mark}`, "teil-alpha"]) {
      const { token = "" } = (await create(page)).output;
      expect((await data(token, "?locale=de")).title).toBe(ownTwin.mark);
    }
    await expect(create(`own-${other.mark}`)).rejects.toThrow("There is no page");
    // Each is written in the default locale only in one of the two.
    expect((await create(`partly-${ownTwin.mark}`)).output.link).not.toContain("locale");
    expect((await create(`partly-${other.mark}`)).output.link).toContain("?locale=de");
  },
  listPreviews: async (by, _sql, ownTwin, other) => {
    const { issue, run } = previews(by, ownTwin.site);
    const ids = [await issue("drafted"), await issue("published")].map(({ id }) => id);
    await previews(by, other.site).issue("drafted");
    const listed = (await run("preview list", {})).output as unknown as { id: string; page: string }[];
    expect(listed.map(({ id, page }) => `${id} ${page}`).sort()).toEqual([`${ids[0]} drafted`, `${ids[1]} published`]);
  },
  "listPreviews of releases": async (by, sql, ownTwin, other) => {
    const release = "01900000-0000-7000-8000-00000000f001";
    for (const { site, mark } of [ownTwin, other]) {
      await sql`
        insert into releases (site_id, id, name, state, created_at, updated_at) values (${site.id}, ${release}, ${mark}, 'OPEN', now(), now())`;
    }
    await sql`
      insert into previews (id, site_id, release_id, token_hash, last_four, is_given, expires_at, created_at)
      values (gen_random_uuid(), ${ownTwin.site.id}, ${release}, ${randomBytes(32)}, 'last', false, now(), now())`;
    const listed = (await previews(by, ownTwin.site).run("preview list", {})).output as unknown as { release: string }[];
    expect(listed.map((preview) => preview.release)).toEqual([ownTwin.mark]);
  },
  cancelPreviews: async (by, _sql, ownTwin, other) => {
    const [ofOwn, ofOther] = [previews(by, ownTwin.site), previews(by, other.site)];
    const mine = await ofOwn.issue("drafted");
    const theirs = await ofOther.issue("drafted");
    for (const tokenOrId of [theirs.id, theirs.token])
      await expect(ofOwn.run("preview cancel", { tokenOrId })).rejects.toThrow("has no running preview");
    expect((await ofOwn.run("preview cancel", { page: "drafted" })).output.cancelled).toBe(1);
    expect([(await ofOwn.read(mine.token)).status, (await ofOther.data(theirs.token)).title]).toEqual([404, other.mark]);
    await expect(ofOwn.run("preview cancel", { page: `own-${other.mark}` })).rejects.toThrow("There is no page");
  },
  "previews of a bundle": async (by, _sql, ownTwin, other) => {
    const token = `pv_${randomBase62(32)}`;
    const give = (to: Tenant, page: string) =>
      importBundle(
        by.deps,
        JSON.stringify({
          bundle: 1,
          site: { slug: to.site.slug, name: to.mark, defaultLocale: "en", locales: ["en", "de"], currency: "eur" },
          previews: [{ page, token }],
        }),
        { dryRun: false, setStock: false, onProgress: () => undefined },
      );
    await expect(give(ownTwin, `own-${other.mark}`)).rejects.toThrow("is not one of the site's pages");
    expect((await give(ownTwin, "drafted")).sections.previews).toMatchObject({ created: 1 });
    await expect(give(other, "drafted")).rejects.toThrow("is in use elsewhere");
    expect((await previews(by, ownTwin.site).data(token)).title).toBe(ownTwin.mark);
  },
};

/** Runs a row on two new tenants, with each of them as the acting one: the row that is found first is right for one at most. */
async function runRow(by: TestServer, { sql }: TestDatabase, name: string): Promise<void> {
  for (const turned of [false, true]) {
    const [first, second] = await addTenants(by);
    await rows[name]?.(by, sql, turned ? second : first, turned ? first : second);
  }
}

test.each(sampled(Object.keys(rows), (name) => name))(
  "%s: one site's drafts are unknown to another site, whatever they have in common",
  async (name) => {
    await runRow(server, database, name);
  },
);

// Statements of the catalogue belong to every page, and tenants.test.ts checks them.
const previewTables = /\bpreviews\b|documents\.content_type = 'page'|coalesce\(shown\.draft/;
const binding = /(?:\w+\.)?site_id = (?:\$\d+|\w+\.(?:site_)?id)|sites\.id = (?:\$\d+|\w+\.site_id)/g;

// As in tenants.test.ts, for previews: each comparison with the site is made true in turn, and some row must notice.
test.runIf(!inject("fromMemory"))("each comparison with the site in a statement on previews is needed", { timeout: 300_000 }, async () => {
  const { mutants } = await loosenStatements({
    start: (throughSql) => startServer({ database, throughSql, fromMemory: false }),
    runs: runsOf(Object.keys(rows), (by, name) => runRow(by, database, name)),
    isMeant: (text) => previewTables.test(text),
    binding,
    // A preview that a bundle extends is known to be the site's, and its token is unique.
    isUnseen: (statement) => statement.includes("set expires_at"),
  });
  expect(mutants).toBeGreaterThanOrEqual(16);
});
