import { Type, type Static, type TObject, type TProperties } from "typebox";
import { categoryStatuses, planIntervals, productStatuses } from "../catalog/index.ts";
import { Binding } from "../content/index.ts";
import { PageSlug, SiteSlug, Slug } from "../../lib/text/slug.ts";
import { previewTokenPattern } from "../preview/index.ts";
import { Plugins } from "../sites/index.ts";

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
const LocaleTag = Type.String({ pattern: "^[a-z]{2}(-[A-Z]{2})?$", description: "ll or ll-RR, such as en or pt-BR." });
const JsonObject = Type.Record(Type.String(), Type.Unknown());
const Status = Type.Optional(Type.Enum(["PUBLISHED", "DRAFT"]));

const Settings = object({
  customers: Type.Optional(
    object({
      requireVerifiedEmail: Type.Optional(Type.Boolean()),
      unconfirmedRetentionDays: Type.Optional(
        Type.Integer({
          minimum: 8,
          maximum: 3_650,
          description: "Accounts that nobody confirmed or ordered with are removed after so many days. Absent: they are kept.",
        }),
      ),
    }),
  ),
  catalog: Type.Optional(
    object({
      translatedAttributes: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
          maxItems: 200,
          description: "Attributes of products that translations may replace. All others are the same in every locale.",
        }),
      ),
    }),
  ),
  checkout: Type.Optional(object({ expiryMinutes: Type.Optional(Type.Integer({ minimum: 30, maximum: 1_440 })) })),
  forms: Type.Optional(
    object({
      notify: Type.Optional(
        Type.Array(Type.String({ format: "email" }), { maxItems: 20, description: "Who gets a mail about each submission." }),
      ),
      retentionDays: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 3_650, description: "Submissions that are older are removed. Absent: they are kept." }),
      ),
    }),
  ),
  mail: Type.Optional(object({ senderName: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) })),
  orders: Type.Optional(object({ confirmationMail: Type.Optional(Type.Boolean()) })),
  team: Type.Optional(
    object({
      requireSecondFactor: Type.Optional(Type.Boolean({ description: "Members without a second factor may do nothing in the site." })),
      auditRetentionDays: Type.Optional(
        Type.Integer({ minimum: 30, maximum: 3_650, description: "Entries of the audit log are removed after so many days; absent: 400." }),
      ),
    }),
  ),
  payments: Type.Optional(
    object({
      minAmount: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999_999 })),
      maxAmount: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999_999 })),
    }),
  ),
});

const SiteSection = object({
  slug: SiteSlug,
  name: Type.String({ minLength: 2, maxLength: 80 }),
  defaultLocale: LocaleTag,
  locales: Type.Array(LocaleTag, { minItems: 1, maxItems: 100, description: "The default locale among them." }),
  currency: Type.String({ minLength: 3, maxLength: 3, description: "ISO 4217." }),
  allowedOrigins: Type.Optional(
    Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100, description: "Such as https://shop.example or https://*.example.com." }),
  ),
  storefrontUrl: OptionalText,
  settings: Type.Optional(Settings),
});

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
});

const ContentType = object({ slug: Slug, title: Name, schema: JsonObject, uiSchema: Type.Optional(JsonObject) });

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
      bindings: Type.Optional(Type.Record(Type.String(), Binding, { description: "By JSON Pointer into the props." })),
      children: Type.Optional(Type.Record(Type.String({ pattern: "^[A-Za-z_][A-Za-z0-9_-]*$" }), Type.Array(Type.Ref("Block")))),
    }),
  },
  "Block",
);

const pageContent = {
  title: Type.String({ minLength: 1, maxLength: 500 }),
  seo: Type.Optional(Seo),
  composition: Type.Optional(Type.Array(Block)),
};

const Page = object({
  page: Type.Optional(PageSlug),
  slug: PageSlug,
  locale: LocaleTag,
  status: Status,
  ...pageContent,
  publishedAt: Instant,
  firstPublishedAt: Instant,
  draft: Type.Optional(Type.Union([object(pageContent), Type.Null()])),
});

const Entry = object({
  contentType: Slug,
  slug: Slug,
  locale: LocaleTag,
  status: Status,
  data: JsonObject,
  publishedAt: Instant,
  firstPublishedAt: Instant,
  draft: Type.Optional(Type.Union([object({ data: JsonObject }), Type.Null()])),
});

const Preview = object({
  page: PageSlug,
  token: Type.String({ pattern: previewTokenPattern, description: "pv_ and 32 letters and digits, chosen at random." }),
  expiresAt: Instant,
});

const Form = object({
  slug: Slug,
  name: Name,
  schema: JsonObject,
  uiSchema: Type.Optional(JsonObject),
  submitLabel: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", description: "On the button. Send when absent." }),
  ),
  successMessage: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2_000, pattern: "\\S", description: "After it was submitted. Thank you. when absent." }),
  ),
});

const Amount = Type.Integer({ minimum: 0, maximum: 99_999_999, description: "In minor units." });
const OptionalAmount = Type.Optional(Type.Union([Amount, Type.Null()]));
const Currency = Type.Optional(Type.String({ minLength: 3, maxLength: 3, description: "ISO 4217. The site's when absent." }));

const Picture = object({
  url: Type.String({ maxLength: 2_000, description: "Absolute http(s), or beginning with a slash: on this server." }),
  alt: Type.Optional(Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()])),
  width: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()])),
  height: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()])),
});

/** By locale: the words that differ from those of the default locale. */
const translations = <T extends TProperties>(words: T) =>
  Type.Optional(
    Type.Record(Type.String(), object(words), { description: "By locale, any of the site's but the default one: the words that differ." }),
  );
const translatedTexts = { slug: Type.Optional(Slug), description: OptionalText, seo: Type.Optional(Type.Union([Seo, Type.Null()])) };

const Category = object({
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
  options: Type.Optional(Type.Record(OptionName, Type.String({ maxLength: 200 }))),
  stock: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: 2_000_000_000 }), Type.Null()], {
      description: "Absent or null: not tracked. Left alone on a variant that exists, unless --set-stock is given.",
    }),
  ),
});

const Product = object({
  slug: Slug,
  title: Name,
  description: OptionalText,
  seo: translatedTexts.seo,
  status: Type.Optional(Type.Enum(productStatuses)),
  category: Type.Optional(Type.Union([Slug, Type.Null()])),
  currency: Currency,
  images: Type.Optional(Type.Array(Picture, { maxItems: 100 })),
  options,
  attributes: Type.Optional(JsonObject),
  variants: Type.Array(Variant, { minItems: 1, maxItems: 1_000 }),
  translations: translations({
    ...translatedTexts,
    title: Name,
    options,
    attributes: Type.Optional(JsonObject),
    variants: Type.Optional(Type.Record(Type.String(), object({ title: Name }), { description: "By SKU." })),
  }),
});

const features = Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 100 }));

const Plan = object({
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
    apiKeys: Type.Optional(Type.Array(ApiKey, { maxItems: 100 })),
    plugins: Type.Optional(Plugins),
    blockTypes: Type.Optional(Type.Array(BlockType, { maxItems: 500 })),
    contentTypes: Type.Optional(Type.Array(ContentType, { maxItems: 500 })),
    pages: Type.Optional(Type.Array(Page)),
    entries: Type.Optional(Type.Array(Entry)),
    previews: Type.Optional(Type.Array(Preview, { maxItems: 100 })),
    forms: Type.Optional(Type.Array(Form, { maxItems: 500 })),
    categories: Type.Optional(Type.Array(Category, { maxItems: 100_000 })),
    products: Type.Optional(Type.Array(Product)),
    plans: Type.Optional(Type.Array(Plan, { maxItems: 1_000 })),
  },
  { title: "Vitrine site bundle", ...strict },
);
export type Bundle = Static<typeof Bundle>;
export type BundlePage = NonNullable<Bundle["pages"]>[number];
export type BundleEntry = NonNullable<Bundle["entries"]>[number];
export type BundleCategory = NonNullable<Bundle["categories"]>[number];
export type BundleProduct = NonNullable<Bundle["products"]>[number];
export type BundlePlan = NonNullable<Bundle["plans"]>[number];
