import { Type, type Static, type TObject, type TProperties } from "typebox";
import { Binding } from "../content/index.ts";
import { PageSlug, Slug } from "../../lib/slug.ts";
import { Plugins } from "../sites/index.ts";

// Authors write bundles by hand: a member that is not known is a typing error, and is said to be one.
const strict = { additionalProperties: false } as const;
const object = <T extends TProperties>(properties: T): TObject<T> => Type.Object(properties, strict);

const Name = Type.String({ minLength: 1, maxLength: 200 });
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
  customers: Type.Optional(object({ requireVerifiedEmail: Type.Optional(Type.Boolean()) })),
  checkout: Type.Optional(object({ expiryMinutes: Type.Optional(Type.Integer({ minimum: 30, maximum: 1_440 })) })),
  forms: Type.Optional(object({ notify: Type.Optional(Type.Array(Type.String({ format: "email" }), { maxItems: 20 })) })),
  mail: Type.Optional(object({ senderName: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) })),
  orders: Type.Optional(object({ confirmationMail: Type.Optional(Type.Boolean()) })),
  payments: Type.Optional(
    object({
      minAmount: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999_999 })),
      maxAmount: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999_999 })),
    }),
  ),
});

const SiteSection = object({
  slug: Type.String({ pattern: "^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$", minLength: 2, maxLength: 63 }),
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

/** A whole site in one document: what `site import` reads and `site export` writes. */
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
  },
  { title: "Vitrine site bundle", ...strict },
);
export type Bundle = Static<typeof Bundle>;
export type BundlePage = NonNullable<Bundle["pages"]>[number];
export type BundleEntry = NonNullable<Bundle["entries"]>[number];
