import { randomUUID } from "node:crypto";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { countingIds } from "../kit/counting-ids.ts";
import { addCustomer, addFailedTask, addOrder, addSubmission } from "../kit/made-sales.ts";

/** The only difference between the tenants: all else is equal, their ids included. */
export interface Mark {
  name: "alpha" | "beta";
  /** The locale that one has and the other lacks. */
  locale: "de" | "fr";
  timeZone: string;
  /** Of products, and translated. */
  attribute: string;
  /** Unlike other ids it is one's own: the database has one of each. */
  preview: string;
}

const at = (place: number) => `01900000-0000-7000-8000-${String(700_000 + place).padStart(12, "0")}`;
export const marks: readonly [Mark, Mark] = [
  { name: "alpha", locale: "de", timeZone: "Asia/Kolkata", attribute: "material", preview: at(11) },
  { name: "beta", locale: "fr", timeZone: "America/New_York", attribute: "care", preview: at(12) },
];
/** Ids that both tenants have and that no import makes; a busy tenant alone has `item`. */
export const fixed = { order: at(1), failedOrder: at(2), customer: at(3), release: at(4), item: at(5) };

const schemaOf = ({ name }: Mark, price: object = {}) => ({
  type: "object",
  properties: {
    text: { type: "string", "x-searchable": true },
    price: { type: "integer", ...price },
    next: { $ref: "vitrine:entry" },
    on: { $ref: "vitrine:page" },
    item: { $ref: "vitrine:product" },
    group: { $ref: "vitrine:category" },
    // One site's type takes texts that the other's refuses.
    own: { type: "string", pattern: name },
  },
});

/** A page of a bundle. */
export function pageOf({ name }: Mark, slug: string): object {
  const composition = [{ id: "words", type: "text", props: { text: `${name} words of ${slug}`, own: name } }];
  return { slug, locale: "en", title: `${name} ${slug}`, composition };
}

/** The members of a bundle's site. */
export function shellOf({ slug }: TestSite, { name, locale }: Mark): object {
  return { slug, name: `${name} site`, defaultLocale: "en", locales: ["en", locale, "es"], currency: "eur" };
}

/** Fills a site with one of everything. */
export async function fillTenant(by: TestServer, site: TestSite, mark: Mark): Promise<void> {
  const { name, locale, attribute } = mark;
  const shell = shellOf(site, mark);
  const block = (type: string) => ({ type, title: `${name} ${type}`, schema: schemaOf(mark) });
  const page = (slug: string, more: object = {}) => ({ ...pageOf(mark, slug), ...more });
  const note = (slug: string, data: object = {}, more: object = {}) => {
    return { contentType: "note", slug, locale: "en", data: { text: `${name} ${slug}`, own: name, price: name.length, ...data }, ...more };
  };
  const to = (slug: string) => ({ entry: { contentType: "note", slug } });
  const ids = countingIds();
  await by.import(
    {
      bundle: 1,
      site: { ...shell, settings: { timeZone: mark.timeZone, catalog: { translatedAttributes: [attribute] } } },
      blockTypes: [block("text"), block("spare")],
      contentTypes: ["note", "spare"].map((slug) => ({ slug, title: `${name} ${slug}`, schema: schemaOf(mark, { "x-queryable": true }) })),
      pages: [
        page("plain"),
        page("changed", { draft: { title: `${name} newer` } }),
        page("draft", { status: "DRAFT" }),
        page("moved", { page: "moved" }),
        page("target"),
        page("old"),
        page(`plain-${locale}`, { page: "plain", locale }),
        page("plain-es", { page: "plain", locale: "es" }),
      ],
      entries: [
        note("one", { next: to(name === "alpha" ? "two" : "three") }),
        note("two", { on: { page: "target" } }),
        note("three", { item: { product: "walnut" }, group: { category: "chairs" } }),
        note("four", {}, { status: "DRAFT" }),
        note("five", {}, { draft: { data: { text: `${name} newer`, own: name } } }),
        note("one-es", {}, { entry: "one", locale: "es" }),
        note("three-own", {}, { entry: "three", locale }),
      ],
      categories: [
        { slug: "chairs", title: `${name} chairs`, translations: { es: { title: `${name} sillas` } } },
        { slug: "low", title: `${name} low chairs`, parent: "chairs" },
      ],
      products: ["walnut", "cherry"].map((slug) => ({
        slug,
        title: `${name} ${slug}`,
        category: "chairs",
        attributes: { [attribute]: name },
        translations: { es: { title: `${name} ${slug} es`, attributes: { [attribute]: `${name} es` } } },
        variants: [{ sku: slug.toUpperCase(), price: 100, stock: slug === "walnut" ? 2 : 50 }],
      })),
      plans: [{ slug: "care", name: `${name} care`, price: 1, interval: "year", translations: { es: { name: `${name} cuidado` } } }],
      forms: [{ slug: "contact", name: `${name} contact`, schema: { type: "object", properties: {} } }],
    },
    { ids },
  );
  await by.import({ bundle: 1, site: shell, pages: [page(`moved-${name}`, { page: "moved" })] }, { ids });
  const now = by.clock.now().toISOString();
  await addCustomer(by, site, { id: fixed.customer, email: `${name}@example.com`, firstName: name, lastName: "Buyer" });
  await addOrder(by, site, {
    id: fixed.order,
    paidAt: now,
    total: 100,
    refunded: name.length,
    email: `${name}@example.com`,
    customerId: fixed.customer,
  });
  await addOrder(by, site, { id: fixed.failedOrder, paymentStatus: "FAILED" });
  await addSubmission(by, site, "contact");
  await addFailedTask(by, site, "notices");
  await addHistory(by, site, mark);
}

/** Snapshots, as many as are kept, former slugs, plans, a preview and the trash, which no import makes. */
async function addHistory({ deps: { sql }, clock }: TestServer, { id: siteId }: TestSite, { name, preview }: Mark): Promise<void> {
  const now = clock.now();
  await sql`update orders set number = case when id = ${fixed.order} then 1001 else 1002 end where site_id = ${siteId}`;
  await sql`
    insert into versions (site_id, id, translation_id, number, kind, content, has_bindings, slug, title, revision, created_at)
    select site_id, md5(id::text || number)::uuid, id, number, 'SNAPSHOT', coalesce(draft, '{"title":"x","seo":{},"composition":[]}'), false, slug, 'A snapshot', 1, ${now}
    from translations cross join generate_series(2, 52) as number
    where site_id = ${siteId} and slug in ('changed', 'four')`;
  await sql`
    update documents set trashed_at = ${now}, name_before = name, name = 'trash-' || id where site_id = ${siteId} and slug = 'old'`;
  await sql`
    update translations set is_trashed = true, draft = versions.content, draft_title = versions.title, published_version_id = null, published_at = null
    from versions
    where translations.site_id = ${siteId} and translations.slug = 'old' and versions.site_id = ${siteId} and versions.id = published_version_id`;
  await sql`
    delete from published_words where site_id = ${siteId} and document_id in (select id from documents where site_id = ${siteId} and slug = 'old')`;
  await sql`
    delete from published_rows where site_id = ${siteId} and document_id in (select id from documents where site_id = ${siteId} and slug = 'old')`;
  await sql`
    insert into schedules (site_id, id, translation_id, publish_at, version_id, revision, created_at)
    select site_id, md5('plan' || translation_id)::uuid, translation_id, ${new Date(now.getTime() + 60_000)}, id, 1, ${now}
    from versions where site_id = ${siteId} and number = 2`;
  await sql`
    insert into previews (id, site_id, document_id, token_hash, last_four, is_given, expires_at, created_at)
    select ${preview}, site_id, id, sha256(site_id::text::bytea), 'last', false, ${new Date(now.getTime() + 60_000)}, ${now}
    from documents where site_id = ${siteId} and slug = 'plain'`;
  await sql`
    insert into api_keys (id, site_id, name, key_hash, last_four, created_at)
    values (${randomUUID()}, ${siteId}, ${`${name} shop`}, sha256(${siteId}::text::bytea), 'last', ${now})`;
  await sql`update translations set is_invalid = true where site_id = ${siteId} and slug in ('changed', 'five')`;
  await sql`
    insert into releases (site_id, id, name, state, created_at, updated_at) values (${siteId}, ${fixed.release}, 'Spring', 'OPEN', ${now}, ${now})`;
}
