import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { addMember, asAdmin } from "../kit/admins.ts";
import { madeNotes } from "../kit/assets.ts";
import { countingIds } from "../kit/counting-ids.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { addCustomer, addOrder } from "../kit/made-sales.ts";

/** Rows of `adminTenantRows` about the search of the admin API. */
export const siteSearchAdminRows: Record<string, (by: TestServer, ownSite: TestSite, other: TestSite) => Promise<void>> = {
  "a search": async (by, ownSite, other) => {
    const who = await addMember(by, ownSite, "OWNER");
    const [customerId, orderId] = [randomUUID(), randomUUID()];
    // With the same ids in both sites, and the words that the searches below look for; or in the own site, with none of them.
    const fill = async (site: TestSite, word: string, sku: string) => {
      await by.import(
        {
          bundle: 1,
          site: { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" },
          contentTypes: [{ slug: "note", title: "Note", schema: { type: "object", properties: {} } }],
          pages: [{ slug: `${word}-page`, locale: "en", title: `${word} page`, composition: [] }],
          entries: [{ contentType: "note", slug: `${word}-entry`, locale: "en", title: `${word} entry`, data: {} }],
          categories: [{ slug: `${word}-shelf`, title: `${word} shelf` }],
          products: [{ slug: `${word}-thing`, title: `${word} thing`, variants: [{ sku, price: 1 }] }],
          forms: [{ slug: `${word}-form`, name: `${word} form`, schema: { type: "object", properties: {} } }],
        },
        { ids: countingIds() },
      );
      await addCustomer(by, site, { id: customerId, email: `${word}@example.com`, firstName: word, lastName: "Buyer" });
      const notes = await madeNotes({ server: by, site, owner: await addMember(by, site, "OWNER") });
      await by.deps.sql`
        update assets set title = ${`${word} notes`}, search = ${`${word} notes`} where site_id = ${site.id} and id = ${notes.id}`;
      return addOrder(by, site, { id: orderId, email: `${word}@example.com` });
    };
    const number = await fill(ownSite, "walnut", "WAL-1");
    const foreign = await fill(other, "cherry", "CHE-1");
    const findLabels = async (q: string) => {
      const { json } = await asAdmin(by, who).get(`/sites/${ownSite.slug}/search?${new URLSearchParams({ q }).toString()}`);
      return (json as { data: { label: string }[] }).data.map(({ label }) => label).sort();
    };
    const labels = [
      `#${number}`,
      "walnut Buyer",
      "walnut entry",
      "walnut form",
      "walnut notes",
      "walnut page",
      "walnut shelf",
      "walnut thing",
    ];
    expect(await findLabels("walnut")).toEqual(labels);
    expect(await findLabels("WAL-1")).toEqual(["walnut thing"]);
    expect(await findLabels("walnut@exam")).toEqual([`#${number}`, "walnut Buyer"]);
    expect(await findLabels(String(number))).toEqual([`#${number}`]);
    for (const q of ["cherry", "chrery", "CHE-1", "cherry@exam", String(foreign)]) expect([q, await findLabels(q)]).toEqual([q, []]);
  },
};
