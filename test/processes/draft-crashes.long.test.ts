import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { newApiKey } from "../../server/src/features/server/sites/api-key.ts";
import { asAdmin, type TestAdmin } from "../kit/admins.ts";
import { editor, pageDraft } from "../kit/documents.ts";
import { cms, type Answer, type TestSite } from "../kit/harness.ts";
import { sampleSite } from "../kit/sample-site.ts";
import { restartedServer } from "./restarted-server.ts";

// Each step is a start of the server, and opening a folder that was left behind takes the embedded database a second or two.
const isEmbedded = inject("database") === "embedded";
const stride = isEmbedded ? 11 : 5;
const hour = 60 * 60_000;

const running = restartedServer();
let site: TestSite;
let owner: TestAdmin;

/** Asks the running process, once. */
const http = {
  ask: async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(running.server.url + path, { ...init, headers: { connection: "close", ...(init.headers as object) } });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: text === "" ? undefined : JSON.parse(text) };
  },
};
const openEditor = () => editor(http, site, owner);
const newPage = (slug = `page-${randomUUID().slice(0, 8)}`) => openEditor().create("pages", pageDraft(slug));
const isPublic = async (slug: string) => (await http.ask(`${cms}/pages/${slug}`, { headers: { "x-api-key": site.key } })).status === 200;
const slugOf = async (id: string) =>
  (await openEditor().inLocale("pages", id)).draft?.slug ?? (await openEditor().inLocale("pages", id)).published?.slug ?? "";
/** How often the log has an action for the thing. */
const logged = async (action: string, id: string) => {
  const answer = await asAdmin(http, owner).get(`/sites/${site.slug}/audit?action=${encodeURIComponent(action)}&target=page/${id}`);
  return (answer.json as { total: number }).total;
};

beforeAll(async () => {
  const key = newApiKey();
  const { site: words, ...sample } = sampleSite();
  const slug = "crashing";
  const bundle = {
    bundle: 1,
    ...sample,
    site: { slug, name: "Crashing", currency: "eur", ...(words as object) },
    apiKeys: [{ name: "test", key }],
  };
  const { siteId: id } = await running.server.importSite(bundle);
  site = { id, slug, key };
  owner = await running.server.addOwner(id);
});
/** Tells `recover` whether the action was acknowledged. */
function atEveryStep<T>(
  begin: () => Promise<T>,
  act: (begun: T) => Promise<boolean>,
  recover: (begun: T, isAcknowledged: boolean) => Promise<void>,
): Promise<number> {
  const flow = { begin, act, recover: (begun: T, isAcknowledged?: boolean) => recover(begun, isAcknowledged === true) };
  return running.killAtSteps(stride, flow);
}

describe(`killed at each ${stride}th step`, { timeout: 180_000 }, () => {
  test("a saved draft is there with its log, or nothing is", async () => {
    const steps = await atEveryStep(
      () => newPage(),
      async ({ id }) => (await openEditor().save("pages", id, pageDraft("saved", "Newer words"), 1)).status === 200,
      async ({ id }, isAcknowledged) => {
        const { revision, draft } = await openEditor().inLocale("pages", id);
        expect([1, 2]).toContain(revision);
        if (isAcknowledged) expect(revision).toBe(2);
        expect(draft?.title === "Newer words").toBe(revision === 2);
        expect(await logged("saveDraft", id)).toBe(revision - 1);
        expect((await openEditor().save("pages", id, pageDraft("saved", "The newest words"), revision)).status).toBe(200);
      },
    );
    expect(steps).toBeGreaterThan(5);
  });

  test("two pages that are published together are public together, or neither is", async () => {
    const steps = await atEveryStep(
      async () => [await newPage(), await newPage()] as const,
      async ([one, other]) => {
        const more = { with: [{ document: other.id, locale: "en", revision: 1 }] };
        return (await openEditor().publish("pages", one.id, more)).status === 200;
      },
      async ([one, other], isAcknowledged) => {
        const slugs = [await slugOf(one.id), await slugOf(other.id)];
        const arePublic = await Promise.all(slugs.map(isPublic));
        expect(arePublic[0]).toBe(arePublic[1]);
        if (isAcknowledged) expect(arePublic).toEqual([true, true]);
        for (const { id } of [one, other]) {
          expect(await logged("publishTranslation", id)).toBe(arePublic[0] ? 1 : 0);
          expect((await openEditor().publish("pages", id)).status).toBe(200);
        }
        expect(await Promise.all(slugs.map(isPublic))).toEqual([true, true]);
      },
    );
    expect(steps).toBeGreaterThan(10);
  });

  test("a plan is carried out once, by the next process if need be", async () => {
    await atEveryStep(
      async () => {
        const page = await newPage();
        const publishAt = new Date(running.nowMs + hour).toISOString();
        const { api, base } = openEditor();
        const planned = await api.put(`${base}/pages/${page.id}/en/schedule`, { publishAt, revision: 1 });
        expect(planned.status).toBe(200);
        await running.pass(hour);
        return page;
      },
      () => running.server.publishScheduled().then(() => true),
      async ({ id }, isAcknowledged) => {
        if (isAcknowledged) expect(await isPublic(await slugOf(id))).toBe(true);
        await running.server.publishScheduled();
        await running.server.publishScheduled();
        const { scheduled } = await openEditor().inLocale("pages", id);
        expect([await isPublic(await slugOf(id)), scheduled]).toEqual([true, null]);
        const { api, base } = openEditor();
        expect((await api.get(`${base}/pages/${id}/en/versions?kind=publication`)).json).toMatchObject({ total: 1 });
        expect(await logged("publish scheduled", id)).toBe(1);
      },
    );
  });

  test("a page is in the trash and gone from the public, or neither", async () => {
    await atEveryStep(
      async () => {
        const page = await newPage();
        await openEditor().publish("pages", page.id);
        return { ...page, slug: await slugOf(page.id) };
      },
      async ({ id }) => (await openEditor().trash("pages", id)).status === 204,
      async ({ id, slug }, isAcknowledged) => {
        const { api, base } = openEditor();
        const inTrash = (await api.get(`${base}/pages/${id}`)).status === 404;
        if (isAcknowledged) expect(inTrash).toBe(true);
        expect(await isPublic(slug)).toBe(!inTrash);
        expect((await logged("trashDocument", id)) > 0).toBe(inTrash);
        if (inTrash) expect((await api.post(`${base}/trash/${id}/restore`)).status).toBe(200);
        expect((await openEditor().publish("pages", id)).status).toBe(200);
      },
    );
  });
});
