import { Type, type Static, type TObject, type TProperties } from "typebox";
import { byCurrency } from "../../../lib/totals/by-currency.ts";
import { discountMembers } from "../../../lib/totals/discount-rules.ts";
import { TaxClass } from "../../../lib/totals/tax-rules.ts";
import { formInput, mostForms } from "../../shop/forms/index.ts";
import { categoryStatuses, planIntervals, productStatuses } from "../../shop/catalog/index.ts";
import { Binding, Slots } from "../rendering/index.ts";
import { AssetAlt, AssetFocus, AssetFolder, AssetTags, AssetTitle } from "../media/index.ts";
import { PageSlug, SiteSlug, Slug } from "../../../lib/text/slug.ts";
import { LocaleTag } from "../../../lib/text/locale.ts";
import { previewTokenPattern } from "../preview/index.ts";
import { Plugins, siteMembers } from "../../server/sites/index.ts";

// Authors write bundles by hand: an unknown member is a typing error, and is reported as one.
const strict = { additionalProperties: false } as const;
const object = <T extends TProperties>(properties: T): TObject<T> => Type.Object(properties, strict);

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: "\\S" });
const Text = Type.String({ maxLength: 10_000 });
const OptionalText = Type.Optional(Type.Union([Text, Type.Null()]));
const Instant = Type.Optional(
  Type.String({
    pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?(Z|[+-]\\d\\d:\\d\\d)$",
    description: "ISO 8601 with a time zone.",
  }),
);
const JsonObject = Type.Record(Type.String(), Type.Unknown());
const Status = Type.Optional(Type.Enum(["PUBLISHED", "DRAFT"]));

const SiteSection = object({ slug: SiteSlug, ...siteMembers });

const ApiKey = object({
  name: Name,
  key: Type.Optional(Type.String({ pattern: "^pk_[0-9A-Za-z]{32}$", description: "Made and shown when absent." })),
  readLimit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: "Reads per second, in place of the limit per client address." }),
  ),
});

const BlockType = object({
  type: Slug,
  title: Name,
  description: OptionalText,
  category: OptionalText,
  icon: OptionalText,
  schema: JsonObject,
  uiSchema: Type.Optional(JsonObject),
  defaults: Type.Optional(JsonObject),
  slots: Type.Optional(Type.Union([Slots, Type.Null()])),
});

const ContentType = object({
  slug: Slug,
  title: Name,
  schema: JsonObject,
  uiSchema: Type.Optional(JsonObject),
  single: Type.Optional(Type.Boolean()),
});

const Seo = object({
  title: OptionalText,
  description: OptionalText,
  canonicalUrl: OptionalText,
  image: OptionalText,
  noIndex: Type.Optional(Type.Boolean()),
  noFollow: Type.Optional(Type.Boolean()),
});

const Block = Type.Cyclic(
  {
    Block: object({
      id: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9_-]+$", maxLength: 64, description: "Made when absent." })),
      type: Slug,
      props: Type.Optional(JsonObject),
      bindings: Type.Optional(Type.Record(Type.String(), Binding, { ...strict, description: "By JSON Pointer into the props." })),
      children: Type.Optional(Type.Record(Type.String({ pattern: "^[A-Za-z_][A-Za-z0-9_-]*$" }), Type.Array(Type.Ref("Block")), strict)),
    }),
  },
  "Block",
);

/** A draft may be unfinished: `checkBundle` demands of what is published what the schema cannot. */
const DraftSlug = Type.String({ maxLength: 200, description: "In lower-case letters, digits and single hyphens once it is published." });

const Invalid = Type.Optional(
  Type.Boolean({
    description:
      "Written by exports: the published content no longer meets its types or refers to something that is gone. An import keeps and reports it.",
  }),
);

/** As many as an export writes. */
export const mostAliases = 200;
const aliasesOf = (slug: typeof PageSlug) =>
  Type.Optional(
    Type.Array(slug, {
      maxItems: mostAliases,
      description: "Slugs that lead to the document, as those lead that it was published under before. Others that it has stay.",
    }),
  );

const pageContent = {
  title: Type.String({ maxLength: 500, description: "Not empty once it is published." }),
  seo: Type.Optional(Seo),
  composition: Type.Optional(Type.Array(Block)),
};

const Page = object({
  page: Type.Optional(PageSlug),
  slug: DraftSlug,
  aliases: aliasesOf(PageSlug),
  locale: LocaleTag,
  status: Status,
  invalid: Invalid,
  ...pageContent,
  publishedAt: Instant,
  firstPublishedAt: Instant,
  draft: Type.Optional(Type.Union([object({ slug: Type.Optional(DraftSlug), ...pageContent }), Type.Null()])),
});

const EntryTitle = Type.Optional(
  Type.String({ minLength: 1, maxLength: 500, description: "The title in lists. The first text that the schema has when absent." }),
);

const Entry = object({
  contentType: Slug,
  entry: Type.Optional(Slug),
  slug: DraftSlug,
  aliases: aliasesOf(Slug),
  locale: LocaleTag,
  status: Status,
  invalid: Invalid,
  title: EntryTitle,
  data: JsonObject,
  publishedAt: Instant,
  firstPublishedAt: Instant,
  draft: Type.Optional(Type.Union([object({ slug: Type.Optional(DraftSlug), title: EntryTitle, data: JsonObject }), Type.Null()])),
});

const Preview = object({
  page: PageSlug,
  token: Type.String({ pattern: previewTokenPattern, description: "pv_ and 32 letters and digits, chosen at random." }),
  expiresAt: Instant,
});

const Form = object({ slug: Slug, ...formInput });

const Amount = Type.Integer({ minimum: 0, maximum: 99_999_999, description: "In minor units." });
const OptionalAmount = Type.Optional(Type.Union([Amount, Type.Null()]));
const Currency = Type.Optional(Type.String({ minLength: 3, maxLength: 3, description: "ISO 4217. The site's when absent." }));

const Picture = object({
  asset: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: "In place of the url: the name or the id of a file of the media library." }),
  ),
  url: Type.Optional(Type.String({ maxLength: 2_000, description: "Absolute http(s), or beginning with a slash: on this server." })),
  alt: Type.Optional(
    Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()], {
      description: "Replaces the asset's own description, in every locale.",
    }),
  ),
  width: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()])),
  height: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()])),
});

const BundleAsset = object({
  path: Type.String({
    minLength: 1,
    maxLength: 500,
    description: "Path of the file beside the bundle, or in the .zip that holds both. Relative, with slashes.",
  }),
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "By which the bundle refers to it. The name of the file when absent." }),
  ),
  alt: Type.Optional(AssetAlt),
  title: Type.Optional(AssetTitle),
  tags: Type.Optional(AssetTags),
  folder: Type.Optional(AssetFolder),
  focus: Type.Optional(AssetFocus),
});

/** By locale: the words that differ from those of the default locale. */
const translations = <T extends TProperties>(words: T) =>
  Type.Optional(
    Type.Record(Type.String(), object(words), {
      ...strict,
      description: "By locale, any of the site's but the default one: the words that differ.",
    }),
  );
const translatedTexts = { slug: Type.Optional(Slug), description: OptionalText, seo: Type.Optional(Type.Union([Seo, Type.Null()])) };

/** Members of products and categories in a bundle only: elsewhere a slug is remembered when the item gets another. */
const catalogAliases = Type.Optional(
  Type.Array(Type.Union([Slug, object({ slug: Slug, locale: LocaleTag })]), {
    maxItems: mostAliases,
    description:
      "Slugs that lead to the item, like the slugs that it had before. With a locale, as a translation of the slug. Other aliases of the item stay.",
  }),
);

export const BundleCategory = object({
  slug: Slug,
  title: Name,
  description: OptionalText,
  seo: translatedTexts.seo,
  image: Type.Optional(Type.Union([Picture, Type.Null()])),
  parent: Type.Optional(Type.Union([Slug, Type.Null()])),
  status: Type.Optional(Type.Enum(categoryStatuses)),
  position: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
  translations: translations({ ...translatedTexts, title: Name }),
});

const OptionName = Type.String({ minLength: 1, maxLength: 100 });
const options = Type.Optional(
  Type.Array(object({ name: OptionName, values: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 200 }) }), {
    maxItems: 20,
  }),
);

const Variant = object({
  sku: Type.String({ maxLength: 100, pattern: "^\\S(?:.*\\S)?$", description: "No blanks at its ends." }),
  title: Type.Optional(Type.Union([Name, Type.Null()])),
  price: Amount,
  compareAtPrice: OptionalAmount,
  prices: Type.Optional(
    byCurrency(
      Amount,
      "Prices in further currencies of the site (`settings.currencies`), in their minor units. The variant is not sold in a currency without a price: " +
        "nothing is converted.",
    ),
  ),
  compareAtPrices: Type.Optional(byCurrency(Amount, "`compareAtPrice` in the currencies of `prices`.")),
  options: Type.Optional(Type.Record(OptionName, Type.String({ maxLength: 200 }), strict)),
  weightGrams: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: 100_000_000 }), Type.Null()], {
      description: "Absent or null: shipping does not count it.",
    }),
  ),
  requiresShipping: Type.Optional(Type.Boolean({ description: "`false`: nothing is sent, as of a download. Absent: `true`." })),
  stock: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: 2_000_000_000 }), Type.Null()], {
      description: "Absent or null: not tracked. Left alone on a variant that exists, unless --set-stock is given.",
    }),
  ),
});

export const BundleProduct = object({
  slug: Slug,
  title: Name,
  description: OptionalText,
  seo: translatedTexts.seo,
  status: Type.Optional(Type.Enum(productStatuses)),
  category: Type.Optional(Type.Union([Slug, Type.Null()])),
  currency: Currency,
  taxClass: Type.Optional(TaxClass),
  giftCard: Type.Optional(
    Type.Boolean({
      description: "Each unit that is paid for is a gift card worth the price of its variant: without tax or discount, and sent by mail.",
      default: false,
    }),
  ),
  images: Type.Optional(Type.Array(Picture, { maxItems: 100 })),
  options,
  attributes: Type.Optional(JsonObject),
  variants: Type.Array(Variant, { minItems: 1, maxItems: 1_000 }),
  translations: translations({
    ...translatedTexts,
    title: Name,
    options,
    attributes: Type.Optional(JsonObject),
    variants: Type.Optional(Type.Record(Type.String(), object({ title: Name }), { ...strict, description: "By SKU." })),
  }),
});

const features = Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 100 }));

export const BundlePlan = object({
  slug: Slug,
  name: Name,
  description: OptionalText,
  seo: translatedTexts.seo,
  price: Amount,
  currency: Currency,
  interval: Type.Enum(planIntervals),
  intervalCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  trialDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  features,
  status: Type.Optional(Type.Enum(["ACTIVE", "INACTIVE"])),
  translations: translations({ ...translatedTexts, name: Name, features }),
});

/** A whole site in one document: `site import` reads it and `site export` writes it. */
export const Bundle = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    bundle: Type.Literal(1),
    site: SiteSection,
    omits: Type.Optional(
      Type.Array(Type.Enum(["assets"]), {
        description: "Written by exports without files: an import reports references to files that the site does not have, and keeps them.",
      }),
    ),
    apiKeys: Type.Optional(Type.Array(ApiKey, { maxItems: 100 })),
    plugins: Type.Optional(Plugins),
    assets: Type.Optional(Type.Array(BundleAsset, { maxItems: 100_000 })),
    blockTypes: Type.Optional(Type.Array(BlockType, { maxItems: 500 })),
    contentTypes: Type.Optional(Type.Array(ContentType, { maxItems: 500 })),
    pages: Type.Optional(Type.Array(Page)),
    entries: Type.Optional(Type.Array(Entry)),
    previews: Type.Optional(Type.Array(Preview, { maxItems: 100 })),
    forms: Type.Optional(Type.Array(Form, { maxItems: mostForms })),
    categories: Type.Optional(Type.Array(object({ ...BundleCategory.properties, aliases: catalogAliases }), { maxItems: 100_000 })),
    products: Type.Optional(Type.Array(object({ ...BundleProduct.properties, aliases: catalogAliases }))),
    plans: Type.Optional(Type.Array(BundlePlan, { maxItems: 1_000 })),
    discounts: Type.Optional(Type.Array(object(discountMembers), { maxItems: 1_000 })),
  },
  { title: "Vitrine site bundle", ...strict },
);
export type Bundle = Static<typeof Bundle>;
export type BundlePage = NonNullable<Bundle["pages"]>[number];
export type BundleEntry = NonNullable<Bundle["entries"]>[number];
export type BundleAliases = NonNullable<NonNullable<Bundle["products"]>[number]["aliases"]>;
export type BundleAsset = Static<typeof BundleAsset>;
export type BundlePicture = Static<typeof Picture>;
export type BundleCategory = Static<typeof BundleCategory>;
export type BundleProduct = Static<typeof BundleProduct>;
export type BundlePlan = Static<typeof BundlePlan>;
