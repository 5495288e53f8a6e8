import { parse } from "yaml";
import { exportBundle } from "../../server/src/features/content/bundle/export-bundle.ts";
import { newApiKey } from "../../server/src/features/server/sites/api-key.ts";
import { shop, type TestServer } from "./harness.ts";
import { errorsIn } from "./new-bundle.ts";

type Members = Record<string, unknown>;

let count = 0;

/** A site of its own, and the actions on it. */
export function catalogSite(server: TestServer) {
  const slug = `catalog-${(count += 1)}`;
  const key = newApiKey();
  const bundle = (sections: Members) => ({
    bundle: 1,
    site: { slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "EUR", ...(sections.site as object | undefined) },
    apiKeys: [{ name: "web", key }],
    ...Object.fromEntries(Object.entries(sections).filter(([name]) => name !== "site")),
  });
  const save = async (sections: Members, options?: { dryRun?: boolean; setStock?: boolean }) =>
    (await server.import(bundle(sections), options)).sections;
  return {
    slug,
    bundle,
    save,
    /** The effect of an import on each section of the catalogue: created, updated, unchanged. */
    tally: async (sections: Members, options?: { dryRun?: boolean; setStock?: boolean }) => {
      const { categories, products, plans } = await save(sections, options);
      return Object.fromEntries(
        Object.entries({ categories, products, plans }).map(([name, { created, updated, unchanged }]) => [
          name,
          [created, updated, unchanged],
        ]),
      );
    },
    /** The JSON Pointers of the mistakes. */
    errors: async (sections: Members) => {
      const errors = await errorsIn(save(sections));
      return errors.map(({ path, code }) => `${path} ${code}`);
    },
    exported: async () => parse((await exportBundle(server.deps, slug, { format: "yaml", withSecrets: false })) ?? "") as Members,
    ask: async <Answer>(path: string) => {
      await server.directory.poll();
      return (await server.ask(shop + path, { key })).json as Answer;
    },
    versions: async () => {
      const [row] = await server.deps.sql<{ content: number; catalog: number }>`
        select content_version::float8 as content, catalog_version::float8 as catalog
        from site_versions join sites on sites.id = site_id where slug = ${slug}`;
      return row;
    },
    stock: async () => {
      const rows = await server.deps.sql<{ sku: string; stock: number | null }>`
        select sku, stock from variants join sites on sites.id = variants.site_id where sites.slug = ${slug} order by sku`;
      return Object.fromEntries(rows.map(({ sku, stock }) => [sku, stock]));
    },
    sell: (sku: string, stock: number) =>
      server.deps.sql`update variants set stock = ${stock} where sku = ${sku} and site_id = (select id from sites where slug = ${slug})`,
  };
}

export const product = (slug: string, more: Members = {}) => ({
  slug,
  title: slug,
  variants: [{ sku: slug.toUpperCase(), price: 100 }],
  ...more,
});
export const category = (slug: string, parent: string | null = null, more: Members = {}) => ({ slug, title: slug, parent, ...more });
export const plan = (more: Members = {}) => ({ slug: "p", name: "P", price: 1, interval: "month", ...more });
