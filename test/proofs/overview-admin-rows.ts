import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { addMember, asAdmin } from "../kit/admins.ts";
import { countingIds } from "../kit/counting-ids.ts";
import { editor } from "../kit/documents.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { addFailedTask, addOrder, addSubmission, markInvalid } from "../kit/made-sales.ts";
import { catalogItems } from "../kit/checkout-client.ts";

/** A site whose ids the other tenant has too: the id of the other tenant's page is that of this one's entry. */
async function fill(
  by: TestServer,
  site: TestSite,
  locale: string,
  { isOtherTenant }: { isOtherTenant: boolean },
): Promise<{ page: string; entry: string }> {
  const shell = { slug: site.slug, name: "A site", defaultLocale: locale, locales: [locale], currency: "eur" };
  const ids = countingIds();
  await by.import(
    {
      bundle: 1,
      site: { ...shell, settings: { timeZone: isOtherTenant ? "Asia/Tokyo" : "Asia/Kolkata" } },
      contentTypes: [{ slug: "note", title: "Note", schema: { type: "object", properties: {} } }],
      products: catalogItems({ A: { price: 1, stock: 0 }, B: { price: 1, stock: isOtherTenant ? 0 : 9 } }),
      forms: [{ slug: "contact", name: "Contact", schema: { type: "object", properties: {} } }],
    },
    { ids },
  );
  const pages = { pages: [{ slug: "one", locale, title: "One", composition: [] }] };
  const entries = { entries: [{ contentType: "note", slug: "one", locale, data: {} }] };
  for (const documents of isOtherTenant ? [entries, pages] : [pages, entries])
    await by.import({ bundle: 1, site: shell, ...documents }, { ids });
  const edit = editor(by, site, await addMember(by, site, "OWNER"));
  const [page = "", entry = ""] = await Promise.all(
    (["pages", "entries"] as const).map(async (kind) => (await edit.list(kind)).data[0]?.id),
  );
  return { page, entry };
}

/** Rows of `adminTenantRows` about the first screen. */
export const overviewAdminRows: Record<string, (by: TestServer, ownSite: TestSite, other: TestSite) => Promise<void>> = {
  "the overview": async (by, ownSite, other) => {
    const who = await addMember(by, ownSite, "OWNER");
    const overview = async () => {
      const { status, json } = await asAdmin(by, who).get(`/sites/${ownSite.slug}/overview`);
      return { status, data: (json as { data: { timeZone: string } }).data };
    };
    const now = by.clock.now().toISOString();
    const [id, failed] = [randomUUID(), randomUUID()];
    const publishAt = new Date(by.clock.now().getTime() + 60_000).toISOString();
    const schedule = async (site: TestSite, entry: string, locale: string) => {
      const { api, base } = editor(by, site, await addMember(by, site, "OWNER"));
      const answer = await api.put(`${base}/entries/${entry}/${locale}/schedule`, { unpublishAt: publishAt, revision: 1 });
      expect(answer.status).toBe(200);
    };
    const sell = async (site: TestSite, refunded: number) => {
      await addOrder(by, site, { id, paidAt: now, total: 100, refunded });
      await addOrder(by, site, { id: failed, paymentStatus: "FAILED" });
      await addSubmission(by, site, "contact");
      await addFailedTask(by, site, "notices");
    };
    const { entry } = await fill(by, ownSite, "en", { isOtherTenant: false });
    await sell(ownSite, 10);
    await schedule(ownSite, entry, "en");
    const before = await overview();
    expect(before).toMatchObject({ status: 200, data: { timeZone: "Asia/Kolkata" } });

    by.clock.advance(1_000);
    const theirs = await fill(by, other, "de", { isOtherTenant: true });
    expect(theirs.page).toBe(entry);
    await sell(other, 20);
    await schedule(other, theirs.entry, "de");
    for (const document of [theirs.page, theirs.entry]) await markInvalid(by, other, document);
    expect(await overview()).toEqual(before);
  },
};
