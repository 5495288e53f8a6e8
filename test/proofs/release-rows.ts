import { expect } from "vitest";
import { publishReleases } from "../../server/src/features/content/releases/tasks/publish-releases.ts";
import { addMember, codeOf } from "../kit/admins.ts";
import { pageDraft, type ShownDocument } from "../kit/documents.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { emptyRelease, fillReleaseTenant, fillToTheBrim, suspend, otherTenantIds } from "../kit/release-tenants.ts";
import { catalogItemId, releaser } from "../kit/releases.ts";
import { readEverything } from "../kit/site-rows.ts";

interface TenantPair {
  by: TestServer;
  ownSite: TestSite;
  other: TestSite;
  mark: string;
  /** What the preparation of the other has resolved with. */
  preparation: unknown;
  edit: ReturnType<typeof releaser>;
  find(kind: "pages" | "entries", slug: string): Promise<ShownDocument>;
}

interface Action {
  /** What the other site has beside what both have. */
  other?(by: TestServer, other: TestSite): Promise<unknown>;
  run(tenants: TenantPair): Promise<unknown>;
}

const { release } = otherTenantIds;
const inMs = ({ clock }: TestServer, ms: number) => new Date(clock.now().getTime() + ms).toISOString();

/** Plans the other's release, which does not happen since the site is suspended. */
async function planAndSuspend(by: TestServer, other: TestSite): Promise<void> {
  const edit = releaser(by, other, await addMember(by, other, "OWNER"));
  expect((await edit.plan(release, inMs(by, 60_000))).status).toBe(200);
  await suspend(by, other);
}

/** The actions of people in releases of one site, by name. Throws if anything of the other shows, or changes. */
const actions: Record<string, Action> = {
  list: {
    run: async ({ edit, mark }) => {
      const listed = (await edit.api.get(`${edit.base}/releases`)).json;
      expect(listed).toMatchObject({ total: 1, data: [{ name: `${mark} spring`, items: 1, changes: 1 }] });
    },
  },
  read: {
    run: async ({ edit, mark }) => {
      const { name, items, changes } = await edit.readRelease(release);
      expect([name, items.map(({ title }) => title)]).toEqual([`${mark} spring`, [`${mark} draft`]]);
      expect(changes.map(({ patch }) => patch)).toEqual([{ title: `${mark} new chair` }]);
    },
  },
  "read the goods": {
    run: async ({ edit, by, ownSite, mark }) => {
      const chair = await catalogItemId(by, ownSite, "chair");
      const titles = { before: { title: `${mark} chair` }, after: { title: `${mark} new chair` } };
      for (const query of ["", `?ids=${chair}`]) {
        expect((await edit.api.get(`${edit.at(release)}/goods${query}`)).json).toMatchObject({ data: [titles] });
      }
    },
  },
  "read what the other has changed": {
    other: async (by, other) => {
      const edit = releaser(by, other, await addMember(by, other, "OWNER"));
      const [page] = (await edit.list("pages", "?q=draft")).data;
      await edit.save("pages", page?.id ?? "", pageDraft("draft"), 1);
      await edit.trash("pages", page?.id ?? "");
    },
    run: async ({ edit }) => {
      expect((await edit.readRelease(release)).items).toMatchObject([{ isOutdated: false, isTrashed: false }]);
    },
  },
  make: {
    other: fillToTheBrim,
    run: async ({ edit }) => {
      expect((await edit.make("Autumn")).name).toBe("Autumn");
    },
  },
  "add an item": {
    other: fillToTheBrim,
    run: async ({ edit, mark, find }) => {
      expect((await edit.add(release, await find("pages", "second"))).title).toBe(`${mark} second`);
    },
  },
  "change an item": {
    run: async ({ edit, find, mark }) => {
      const page = await find("pages", "draft");
      expect((await edit.save("pages", page.id, pageDraft("draft", `${mark} newer`), 1)).status).toBe(200);
      expect((await edit.add(release, page)).title).toBe(`${mark} newer`);
    },
  },
  "take an item out": {
    run: async ({ edit, find }) => {
      const { id } = await edit.inLocale("pages", (await find("pages", "draft")).id);
      expect((await edit.api.delete(`${edit.at(release)}/items/${id}`)).status).toBe(204);
    },
  },
  "add a change": {
    other: fillToTheBrim,
    run: async ({ edit, by, ownSite }) => {
      expect((await edit.change(release, "plan", await catalogItemId(by, ownSite, "care"), { price: 2 })).status).toBe(201);
    },
  },
  "change prices": {
    other: fillToTheBrim,
    run: async ({ edit, by, ownSite }) => {
      const id = await catalogItemId(by, ownSite, "chair");
      const [product] = await by.deps.sql<{ revision: number }>`
        select revision from products where site_id = ${ownSite.id} and id = ${id}`;
      const answer = await edit.api.post(`${edit.at(release)}/price-changes`, {
        items: [{ id, revision: product?.revision }],
        amount: 7,
      });
      expect([answer.status, answer.json]).toMatchObject([
        201,
        { data: { changes: [{ target: id, addedBy: { id: expect.anything() } }] } },
      ]);
    },
  },
  "take a change back": {
    run: async ({ edit }) => {
      expect((await edit.api.delete(`${edit.at(release)}/changes/${otherTenantIds.change}`)).status).toBe(204);
    },
  },
  check: {
    run: async ({ edit }) => {
      expect(await edit.check(release)).toMatchObject({ ready: true });
    },
  },
  "check of one that is empty": {
    run: async ({ edit, by, ownSite }) => {
      await emptyRelease(by, ownSite, "items");
      await emptyRelease(by, ownSite, "changes");
      expect((await edit.check(release)).problems).toMatchObject([{ code: "empty" }]);
    },
  },
  rename: {
    run: async ({ edit }) => {
      expect((await edit.api.patch(edit.at(release), { name: "Renamed" }, { revision: 1 })).json).toMatchObject({
        data: { name: "Renamed" },
      });
    },
  },
  delete: {
    run: async ({ edit }) => {
      expect((await edit.api.delete(edit.at(release), { revision: 1 })).status).toBe(204);
    },
  },
  publish: {
    run: async ({ edit, by, ownSite, mark }) => {
      expect((await edit.publishRelease(release)).json).toMatchObject({ data: { state: "PUBLISHED" } });
      await by.directory.poll();
      expect((await by.ask("/api/public/v1/pages/draft", { key: ownSite.key })).text).toContain(`${mark} draft`);
      expect((await by.ask("/api/v1/shop/products/slug/chair", { key: ownSite.key })).text).toContain(`${mark} new chair`);
    },
  },
  "publish without changes of the shop": {
    run: async ({ edit, by, ownSite }) => {
      await emptyRelease(by, ownSite, "changes");
      const token = releaser(by, ownSite, await addMember(by, ownSite, "EDITOR"));
      expect((await token.publishRelease(release)).status).toBe(200);
      expect(edit).toBeDefined();
    },
  },
  "unpublish what only the other's entry refers to": {
    run: async ({ edit, find, mark }) => {
      await edit.add(release, await find("entries", mark === "alpha" ? "three" : "two"), "UNPUBLISH");
      expect(await edit.check(release)).toMatchObject({ ready: true });
      await edit.add(release, await find("entries", mark === "alpha" ? "two" : "three"), "UNPUBLISH");
      expect((await edit.check(release)).problems).toMatchObject([{ code: "in_use", message: expect.stringContaining(mark) as string }]);
    },
  },
  preview: {
    other: async (by, other) => {
      const edit = releaser(by, other, await addMember(by, other, "OWNER"));
      expect((await edit.publishRelease(release)).status).toBe(200);
    },
    run: async ({ edit, by, ownSite, mark, find }) => {
      const page = await find("pages", "shown");
      expect((await edit.api.post(`${edit.base}/previews`, { page: page.id })).status).toBe(201);
      const { id, token } = await edit.previewRelease(release);
      const previewAnswer = await by.ask("/api/public/v1/pages/draft", { key: ownSite.key, headers: { "x-preview": token } });
      expect([previewAnswer.status, previewAnswer.text.includes(`${mark} draft`)]).toEqual([200, true]);
      const listed = (await edit.api.get(`${edit.base}/previews`)).json;
      expect(listed).toMatchObject({ total: 2, data: [{ id, release: { name: `${mark} spring` } }, { page: { id: page.id } }] });
      expect((listed as { data: object[] }).data).toHaveLength(2);
    },
  },
  "preview with the other's token": {
    other: async (by, other) => (await releaser(by, other, await addMember(by, other, "OWNER")).previewRelease(release)).token,
    run: async ({ by, ownSite, preparation }) => {
      const refused = await by.ask("/api/public/v1/pages/draft", { key: ownSite.key, headers: { "x-preview": String(preparation) } });
      expect(codeOf(refused)).toBe("preview_not_found");
    },
  },
  "keep the version of an item": {
    other: (by, other) => emptyRelease(by, other, "items"),
    run: async ({ edit, find, by }) => {
      const { id } = await find("pages", "draft");
      for (let count = 1; count <= 53; count += 1) {
        expect((await edit.save("pages", id, pageDraft("draft", `Words ${count}`), count)).status).toBe(200);
        by.clock.advance(6 * 60_000);
      }
      expect((await edit.readRelease(release)).items).toMatchObject([{ revision: 1 }]);
    },
  },
  "let old snapshots go": {
    other: async (by, other) => {
      const edit = releaser(by, other, await addMember(by, other, "OWNER"));
      const [page] = (await edit.list("pages", "?q=draft")).data;
      const plan = { publishAt: inMs(by, 30 * 24 * 60 * 60_000), revision: 1 };
      expect((await edit.api.put(`${edit.base}/pages/${page?.id}/en/schedule`, plan)).status).toBe(200);
    },
    run: async ({ edit, find, by, ownSite }) => {
      const { id } = await find("pages", "draft");
      await emptyRelease(by, ownSite, "items");
      for (let count = 1; count <= 53; count += 1) {
        await edit.save("pages", id, pageDraft("draft", `Words ${count}`), count);
        by.clock.advance(6 * 60_000);
      }
      expect((await edit.api.get(`${edit.base}/pages/${id}/en/versions`)).json).toMatchObject({ total: 50 });
    },
  },
  "plan another one": {
    other: planAndSuspend,
    run: async ({ edit, by, find }) => {
      const another = await edit.make("Another");
      await edit.add(another.id, await find("pages", "second"));
      expect((await edit.plan(another.id, inMs(by, 120_000))).status).toBe(200);
      by.clock.advance(120_000);
      await publishReleases.run(by.deps);
      expect([await edit.readRelease(release), await edit.readRelease(another.id)]).toMatchObject([
        { state: "OPEN" },
        { state: "PUBLISHED" },
      ]);
    },
  },
  plan: {
    run: async ({ edit, by, ownSite, mark }) => {
      expect((await edit.plan(release, inMs(by, 60_000))).status).toBe(200);
      by.clock.advance(60_000);
      await publishReleases.run(by.deps);
      await by.directory.poll();
      expect((await by.ask("/api/public/v1/pages/draft", { key: ownSite.key })).text).toContain(`${mark} draft`);
    },
  },
  "plan that fails": {
    other: planAndSuspend,
    run: async ({ edit, by, find }) => {
      expect((await edit.plan(release, inMs(by, 60_000))).status).toBe(200);
      await edit.trash("pages", (await find("pages", "draft")).id);
      by.clock.advance(60_000);
      await publishReleases.run(by.deps);
      expect(await edit.readRelease(release)).toMatchObject({ state: "FAILED" });
      expect(codeOf(await edit.publishRelease(release))).toBe("release_blocked");
    },
  },
};

/** Runs an action at the first of two tenants, and demands that the second is what it was. */
export async function runReleaseAction(by: TestServer, name: string, turned: boolean): Promise<void> {
  const sites = [await by.addSite(), await by.addSite()] as const;
  await fillReleaseTenant(by, sites[0], "alpha", "two");
  await fillReleaseTenant(by, sites[1], "beta", "three");
  const [ownSite, other, mark] = turned ? ([sites[1], sites[0], "beta"] as const) : ([sites[0], sites[1], "alpha"] as const);
  const edit = releaser(by, ownSite, await addMember(by, ownSite, "OWNER"));
  const preparation = await actions[name]?.other?.(by, other);
  const before = await readEverything(by.deps.sql, other.id);
  const find = async (kind: "pages" | "entries", slug: string): Promise<ShownDocument> => {
    const [listedDocument] = (await edit.list(kind, `?q=${slug}`)).data;
    if (!listedDocument) throw new Error(`There is no ${slug}.`);
    return edit.read(kind, listedDocument.id);
  };
  await actions[name]?.run({ by, ownSite, other, mark, preparation, edit, find });
  expect(await readEverything(by.deps.sql, other.id)).toEqual(before);
}

export const releaseActions = Object.keys(actions);
