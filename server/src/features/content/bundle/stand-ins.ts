import { planIntervals } from "../../shop/catalog/index.ts";
import { parseJsonPointer } from "../../../lib/json-schema/json-pointer.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import type { Bundle } from "./schema.ts";

type Item = Readonly<Record<string, unknown>>;
type ListSection = Exclude<
  { [Name in keyof Bundle]: NonNullable<Bundle[Name]> extends unknown[] ? Name : never }[keyof Bundle],
  undefined | "omits"
>;

const words = /^[a-z0-9][a-z0-9-]*$/;
const text = (value: unknown, otherwise: string) => (typeof value === "string" && words.test(value) ? value : otherwise);

/** An item of the right form under the name of the given one, by which others may refer to it. `unused` is not a name in the bundle. */
const standIns: Record<ListSection, (item: Item, unused: string, locale: unknown) => object> = {
  assets: (_, unused) => ({ path: unused }),
  apiKeys: (_, unused) => ({ name: unused }),
  blockTypes: ({ type }, unused) => ({ type: text(type, unused), title: "-", schema: { type: "object" } }),
  contentTypes: ({ slug }, unused) => ({ slug: text(slug, unused), title: "-", schema: { type: "object" } }),
  pages: (_, unused, locale) => ({ slug: unused, locale, title: "-" }),
  entries: (_, unused, locale) => ({ contentType: unused, slug: unused, locale, data: {} }),
  previews: (_, unused) => ({ page: unused, token: `pv_${"0".repeat(32)}` }),
  forms: ({ slug }, unused) => ({ slug: text(slug, unused), name: "-", schema: { type: "object" } }),
  categories: ({ slug, parent }, unused) => ({
    slug: text(slug, unused),
    title: "-",
    ...(typeof parent === "string" && words.test(parent) ? { parent } : {}),
  }),
  products: (_, unused) => ({ slug: unused, title: "-", variants: [{ sku: unused, price: 0 }] }),
  plans: (_, unused) => ({ slug: unused, name: "-", price: 0, interval: planIntervals[0] }),
  discounts: (_, unused) => ({ title: { en: unused }, kind: "FREE_SHIPPING" }),
};

/** The value with a stand-in for each item of a list that has a fault, and without other sections that have one. */
export function withStandIns(
  value: unknown,
  errors: readonly ValidationError[],
): { repaired: unknown; isInStandIn(path: string): boolean } {
  const bundle = (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const replaced = new Set<string>();
  for (const { path } of errors) {
    const [section = "", place] = parseJsonPointer(path) ?? [];
    const isItem = section in standIns && Array.isArray(bundle[section]) && place !== undefined;
    replaced.add(isItem ? `/${section}/${place}` : `/${section}`);
  }
  const locale = (bundle.site as { defaultLocale?: unknown } | undefined)?.defaultLocale;
  const repaired = Object.fromEntries(
    Object.entries(bundle).flatMap(([section, content]) => {
      if (replaced.has(`/${section}`) && section !== "site") return [];
      const standIn = standIns[section as ListSection] as (typeof standIns)[ListSection] | undefined;
      if (!standIn || !Array.isArray(content)) return [[section, content]];
      const items = (content as unknown[]).map((item, index) =>
        replaced.has(`/${section}/${index}`) ? standIn((item ?? {}) as Item, `stand-in-${index}`, locale) : item,
      );
      return [[section, items]];
    }),
  );
  const isInStandIn = (path: string) => {
    const [section = "", place = ""] = parseJsonPointer(path) ?? [];
    return replaced.has(`/${section}`) || replaced.has(`/${section}/${place}`);
  };
  return { repaired, isInStandIn };
}
