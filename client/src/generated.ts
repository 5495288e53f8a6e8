// Written by `npm run generate` from openapi.json. Change the server, and not this file.

import type { Call, CallOptions, IdempotentCallOptions, List, Operation, Where } from "./operation.ts";

/** No input. */
export type NoInput = Record<string, never>;

export interface Seo {
  title: string | null;
  description: string | null;
  canonicalUrl: string | null;
  image: string | null;
  noIndex: boolean;
  noFollow: boolean;
}

export interface Block {
  /** Unique within the page; stays with the block when it moves. */
  id: string;
  /** Names one of the site's block types. */
  type: string;
  /** As the block type's schema describes, bindings applied. */
  props: Record<string, unknown>;
  /** Blocks by slot. */
  children?: Record<string, Block[]>;
}

export interface Page {
  id: string;
  slug: string;
  /** The locale that was served. */
  locale: string;
  title: string;
  seo: Seo;
  composition: Block[];
  /** ISO 8601, UTC, with milliseconds. */
  publishedAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  firstPublishedAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** When what is shown here last changed. Drafts do not count. */
  updatedAt: string;
  /** The document's other published locales. */
  alternates: { locale: string; slug: string }[];
}

/** `Data` is described by the site's own schema. */
export interface Entry<Data = Record<string, unknown>> {
  id: string;
  slug: string;
  /** The locale that was served. */
  locale: string;
  contentType: string;
  status: "PUBLISHED";
  /** ISO 8601, UTC, with milliseconds. */
  publishedAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  firstPublishedAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** When what is shown here last changed. Drafts do not count. */
  updatedAt: string;
  /** The document's other published locales. */
  alternates: { locale: string; slug: string }[];
  /** As the content type's schema describes. */
  data: Data;
}

/** With the members that `fields` names. */
export interface PagePart {
  id: string;
  /** The locale that was served. */
  locale: string;
  /** ISO 8601, UTC, with milliseconds. */
  publishedAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  firstPublishedAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** When what is shown here last changed. Drafts do not count. */
  updatedAt: string;
  slug?: string;
  title?: string;
  seo?: Seo;
  composition?: Block[];
  /** The document's other published locales. */
  alternates?: { locale: string; slug: string }[];
}

/** `Data` is described by the site's own schema. */
export interface EntryPart<Data = Record<string, unknown>> {
  id: string;
  slug: string;
  /** The locale that was served. */
  locale: string;
  contentType: string;
  status: "PUBLISHED";
  /** ISO 8601, UTC, with milliseconds. */
  publishedAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  firstPublishedAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** When what is shown here last changed. Drafts do not count. */
  updatedAt: string;
  /** The document's other published locales. */
  alternates?: { locale: string; slug: string }[];
  /** As the content type's schema describes. */
  data?: Data;
}

export interface Picture {
  /** Absolute. */
  url: string;
  /** A media library file's description, in the locale of the response. */
  alt: string | null;
  /** In pixels. */
  width: number | null;
  /** In pixels. */
  height: number | null;
  /** The media library file's ID. It and all following members are present for such files only. */
  asset?: string;
  contentType?: string;
  bytes?: number;
  /** The point that a crop should keep: from the left and from the top, of 1. */
  focus?: number[];
  /** A ThumbHash in base64. */
  placeholder?: string | null;
  /** Variants up to the width of the original, for the attribute of that name. Null for drawings and animated pictures. */
  srcset?: string | null;
  /** Only of an animated picture: the address of its first frame, for people who want less motion. */
  still?: string;
}

export interface SearchItem {
  type: "page" | "entry" | "product" | "category";
  id: string;
  /** An entry's content type. */
  contentType: string | null;
  slug: string;
  /** The locale of the words. */
  locale: string;
  title: string;
  /** The words that were found, in UTF-16 code units, as `text.slice(start, end)` in JavaScript. */
  titleMarks: { start: number; end: number }[];
  excerpt: {
    /** Plain text, never HTML: some 200 characters. */
    text: string;
    /** The words that were found, in UTF-16 code units, as `text.slice(start, end)` in JavaScript. */
    marks: { start: number; end: number }[];
  } | null;
  image: Picture | null;
}

export interface BlockType {
  type: string;
  title: string;
  description: string | null;
  category: string | null;
  icon: string | null;
  /** JSON Schema 2020-12 of the block's props. */
  schema: Record<string, unknown>;
  /** How an editor shows the fields. */
  uiSchema: Record<string, unknown>;
  /** Props of a new block. */
  defaults: Record<string, unknown>;
  /** Where a type has slots, its blocks have no children in others. */
  slots: Record<
    string,
    {
      title: string;
      /** The types of its blocks. Absent: any. */
      allow?: string[];
      /** If absent, only the page's own limit applies. */
      max?: number;
    }
  > | null;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface PreviewPage {
  id: string;
  slug: string;
  /** The locale that is shown. */
  locale: string;
  title: string;
  seo: {
    title: string | null;
    description: string | null;
    canonicalUrl: string | null;
    image: string | null;
    /** Always, whatever the page says: a preview is for nobody to find. */
    noIndex: true;
    noFollow: boolean;
  };
  composition: Block[];
  /** When what is shown here was last saved. */
  updatedAt: string;
}

export interface SignupChallenge {
  verificationId: string;
  /** Where the code went, enough to recognise it. */
  maskedEmail: string;
  siteSlug: string;
  codeLength: number;
  /** What to look for, and where. */
  codeHint: string;
  /** Until when the code works. */
  expiresAt: string;
  /** From when on another code can be asked for. */
  resendAvailableAt: string;
  /** How long that is after each code. */
  resendCooldownSeconds: number;
}

export interface ProvisionedSite {
  siteSlug: string;
  adminEmail: string;
  verification: { verificationId: string; email: string; siteSlug: string };
  site: {
    id: string;
    slug: string;
    name: string;
    defaultLocale: string;
    /** ISO 8601, UTC, with milliseconds. */
    createdAt: string;
  };
  /** The site's first public key, for `x-api-key`. It is shown this once. */
  apiKey: string;
}

export interface Form {
  slug: string;
  name: string;
  /** JSON Schema 2020-12 of what is submitted as `data`. */
  schema: Record<string, unknown>;
  /** How a page may show the fields. */
  uiSchema: Record<string, unknown>;
  /** What stands on the button. */
  submitLabel: string;
}

export interface Payment {
  id: string;
  /** Minor units. */
  amount: number;
  currency: string;
  description: string | null;
  status: "PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "FAILED" | "CANCELLED" | "SUCCEEDED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  metadata: Record<string, string>;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface Variant {
  id: string;
  sku: string;
  title: string;
  /** In minor units. */
  price: number;
  /** What it cost before, or costs elsewhere. In minor units. */
  compareAtPrice: number | null;
  /** A value for each of the product's options. */
  options: Record<string, string>;
  /** Whether it can be bought now. */
  available: boolean;
  /** Null: not tracked, always available. At most a second old. */
  stock: number | null;
  /** Only beside a `compareAtPrice`: the lowest price of the 30 days before the present price began, in the same currency, from the recorded prices. Null: there was none. In minor units. */
  priorPrice?: number | null;
  /** With the parameter `currency`, of a variant that has no price in it, beside others that do: the currency of its `price`. It is not `available`. */
  currency?: string;
}

export interface Product {
  id: string;
  slug: string;
  title: string;
  description: string | null;
  status: "ACTIVE";
  /** That of the cheapest variant, in minor units. */
  price: number;
  /** What it cost before, or costs elsewhere. In minor units. */
  compareAtPrice: number | null;
  /** That of the prices: ISO 4217, lower case. With the parameter `currency` another one only where the product is not sold in that currency. */
  currency: string;
  categoryId: string | null;
  category: { id: string; slug: string; title: string } | null;
  options: { name: string; values: string[] }[];
  variants: Variant[];
  attributes: Record<string, unknown>;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** When it was last edited. Stock does not count. */
  updatedAt: string;
  /** Only beside a `compareAtPrice`: the lowest price of the 30 days before the present price began, in the same currency, from the recorded prices. Null: there was none. In minor units. */
  priorPrice?: number | null;
  /** With the parameter `currency`: whether a variant can be bought now in this currency. */
  available?: boolean;
  seo?: Seo;
  images: Picture[];
  /** With the parameter `locale`: the locale of the words. */
  locale?: string;
  /** With the parameter `locale`: the other locales that it has words in. */
  alternates?: { locale: string; slug: string }[];
}

export interface CategoryNode {
  id: string;
  slug: string;
  title: string;
  description: string | null;
  status: "ACTIVE";
  parentId: string | null;
  /** Its place among its siblings. */
  position: number;
  /** Active products in it and in all categories below it. */
  productCount: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  seo?: Seo;
  image: Picture | null;
  /** With the parameter `locale`: the locale of the words. */
  locale?: string;
  /** With the parameter `locale`: the other locales that it has words in. */
  alternates?: { locale: string; slug: string }[];
  /** With `tree=true`. */
  children?: CategoryNode[];
}

export interface Category {
  id: string;
  slug: string;
  title: string;
  description: string | null;
  status: "ACTIVE";
  parentId: string | null;
  /** Its place among its siblings. */
  position: number;
  /** Active products in it and in all categories below it. */
  productCount: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  seo?: Seo;
  image: Picture | null;
  /** With the parameter `locale`: the locale of the words. */
  locale?: string;
  /** With the parameter `locale`: the other locales that it has words in. */
  alternates?: { locale: string; slug: string }[];
}

export interface Plan {
  id: string;
  slug: string;
  name: string;
  description: string | null;
  /** Per period, in minor units. */
  price: number;
  /** ISO 4217, lower case. */
  currency: string;
  interval: "day" | "week" | "month" | "year";
  /** Intervals per period. */
  intervalCount: number;
  trialDays: number;
  features: string[];
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  seo?: Seo;
  /** With the parameter `locale`: the locale of the words. */
  locale?: string;
  /** With the parameter `locale`: the other locales that it has words in. */
  alternates?: { locale: string; slug: string }[];
}

export interface Customer {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  emailVerified: boolean;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface CustomerAddress {
  id: string;
  address: {
    /** The recipient. */
    name?: string;
    /** The recipient's company. */
    company?: string;
    /** Street and number. */
    line1?: string;
    /** More of the address, such as a floor. */
    line2?: string;
    /** As the country writes it. */
    postalCode?: string;
    /** City or town. */
    city?: string;
    /** State, province or region. */
    region?: string;
    /** ISO 3166-1, two letters. */
    country: string;
    /** For the carrier. */
    phone?: string;
  };
  /** Orders usually go there. One address at most has it. */
  isShippingDefault: boolean;
  /** Invoices usually go there. One address at most has it. */
  isBillingDefault: boolean;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface OrderDiscount {
  /** As the buyer entered it. Null: the discount applied by itself. */
  code: string | null;
  /** In the buyer's language. */
  title: string;
  /** Minor units. */
  amount: number;
}

export interface OrderTax {
  /** In the buyer's language. */
  title: string;
  percent: string;
  /** Minor units. */
  base: number;
  /** Minor units. */
  amount: number;
}

export interface OrderGiftCard {
  /** The end of its code. */
  last4: string;
  /** Minor units. */
  amount: number;
}

export interface Order {
  id: string;
  /** What people call it: counted by the site. */
  number: number;
  /** `PENDING` until it is paid; `CANCELLED` when it was not in time, or cannot be; `PAID`, then `FULFILLED` once it is on its way; `PARTIALLY_REFUNDED` and `REFUNDED` when money went back. A payment that comes late makes a cancelled order `PAID`. */
  status: "PENDING" | "PAID" | "FULFILLED" | "CANCELLED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  /** `FAILED` may be tried again while the order is pending. `REQUIRES_ACTION` waits for the payer, `PROCESSING` for a bank; `CANCELLED` is over. */
  paymentStatus: "PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "FAILED" | "CANCELLED" | "SUCCEEDED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  currency: string;
  /** Minor units. */
  subtotal: number;
  /** Minor units. */
  tax: number;
  /** Minor units. */
  shipping: number;
  /** What all discounts take off items and shipping together. `subtotal` and `shipping` are without them. */
  discount: number;
  discounts: OrderDiscount[];
  /** Whether the prices include the tax. `false`: the total has it in addition. */
  taxIncluded: boolean;
  /** The tax by rate, where the site's rules decide about it. */
  taxes: OrderTax[];
  shippingOption: {
    id: string;
    /** In the buyer's language. */
    title: string;
  } | null;
  /** The gift cards that pay for it. */
  giftCards: OrderGiftCard[];
  /** The part of the total that gift cards do not pay: the amount of the payment, in minor units. */
  toPay: number;
  /** Minor units. */
  total: number;
  notes: string | null;
  shippingAddress: {
    /** The recipient. */
    name?: string;
    /** The recipient's company. */
    company?: string;
    /** Street and number. */
    line1?: string;
    /** More of the address, such as a floor. */
    line2?: string;
    /** As the country writes it. */
    postalCode?: string;
    /** City or town. */
    city?: string;
    /** State, province or region. */
    region?: string;
    /** ISO 3166-1, two letters. */
    country: string;
    /** For the carrier. */
    phone?: string;
  } | null;
  billingAddress: {
    /** The recipient. */
    name?: string;
    /** The recipient's company. */
    company?: string;
    /** Street and number. */
    line1?: string;
    /** More of the address, such as a floor. */
    line2?: string;
    /** As the country writes it. */
    postalCode?: string;
    /** City or town. */
    city?: string;
    /** State, province or region. */
    region?: string;
    /** ISO 3166-1, two letters. */
    country: string;
    /** For the carrier. */
    phone?: string;
  } | null;
  metadata: Record<string, string>;
  lines: {
    variantId: string;
    productId: string;
    title: string;
    sku: string;
    quantity: number;
    /** Minor units. */
    unitPrice: number;
    /** Quantity times price, less the discount, in minor units. */
    total: number;
    /** The line's share of the discounts. */
    discount: number;
    /** The line's share of the tax, where the site's rules decide about it; else 0. */
    tax: number;
  }[];
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface Quote {
  currency: string;
  /** One for each variant, in the order of the request. Items that are not for sale are left out. */
  lines: {
    variantId: string;
    productId: string;
    title: string;
    sku: string;
    quantity: number;
    /** Minor units. */
    unitPrice: number;
    /** Quantity times price, in minor units. */
    subtotal: number;
    /** The line's share of the discounts. */
    discount: number;
    /** Minor units. */
    tax: number;
    /** `subtotal` less `discount`. */
    total: number;
  }[];
  /** The ways in which the order can be sent to the address. Empty: nothing is sent. */
  shippingOptions: {
    id: string;
    title: string;
    description: string | null;
    /** Minor units. */
    price: number;
    /** From this subtotal on it costs nothing. */
    freeFrom: number | null;
    /** The buyer fetches the items. */
    pickup: boolean;
    deliveryDays: { min: number; max: number } | null;
    selected: boolean;
  }[];
  /** Those that apply, by themselves or by a code. */
  discounts: OrderDiscount[];
  /** Minor units. */
  subtotal: number;
  /** What all discounts take off items and shipping together. `subtotal` and `shipping` are without them. */
  discount: number;
  /** Minor units. */
  shipping: number;
  /** Minor units. */
  tax: number;
  /** Whether the prices include the tax. `false`: the total has it in addition. */
  taxIncluded: boolean;
  taxes: OrderTax[];
  /** Minor units. */
  total: number;
  /** The cards that the request names, in its order. They pay for everything but gift cards. */
  giftCards: {
    /** The end of its code. */
    last4: string;
    /** Minor units. */
    amount: number;
    /** The balance of the card before the order, in minor units. */
    balance: number;
  }[];
  /** The part of the total that gift cards do not pay, in minor units. */
  toPay: number;
  /** The total may become another one: without an address, or because the caller of the checkout decides about shipping and tax. */
  isEstimate: boolean;
  /** What has to be changed before the order. An order with any of them is refused. */
  problems: {
    /** An order of the same answers a problem with this code. */
    code:
      | "variant_unavailable"
      | "not_sold_in_currency"
      | "out_of_stock"
      | "address_incomplete"
      | "not_deliverable"
      | "shipping_option_unknown"
      | "discount_invalid"
      | "gift_card_invalid"
      | "too_many_gift_cards"
      | "amount_out_of_range";
    /** JSON Pointer into the request. */
    path: string;
    /** For the buyer, in the locale of the request: the cause, then the remedy. */
    message: string;
  }[];
}

export interface GiftCardBalance {
  /** The end of its code. */
  last4: string;
  /** Minor units. */
  balance: number;
  currency: string;
  /** ISO 8601, UTC, with milliseconds. */
  expiresAt: string | null;
  /** `false`: it has expired, or the shop has blocked it. */
  usable: boolean;
}

export interface GetPageInput {
  /** The page's slug; it may have several segments. */
  slug: string;
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
  /** `none`: only what is published in the requested locale, and not in the default one instead. */
  fallback?: "default" | "none" | undefined;
  /** Names of references, separated by commas: their targets are answered with their `data`. A dot leads on, into an object or into the target of a reference: `author.company`. Up to 20 names, of up to 3 references each. */
  include?: string | undefined;
}

export interface GetEntryInput {
  /** The content type's slug. */
  contentTypeSlug: string;
  /** The entry's slug. */
  slug: string;
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
  /** `none`: only what is published in the requested locale, and not in the default one instead. */
  fallback?: "default" | "none" | undefined;
  /** Names of references, separated by commas: their targets are answered with their `data`. A dot leads on, into an object or into the target of a reference: `author.company`. Up to 20 names, of up to 3 references each. */
  include?: string | undefined;
}

export interface GetBlogPostInput {
  /** The blog post's slug. */
  slug: string;
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
  /** `none`: only what is published in the requested locale, and not in the default one instead. */
  fallback?: "default" | "none" | undefined;
  /** Names of references, separated by commas: their targets are answered with their `data`. A dot leads on, into an object or into the target of a reference: `author.company`. Up to 20 names, of up to 3 references each. */
  include?: string | undefined;
}

export interface ListPagesInput {
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
  /** Names of references, separated by commas: their targets are answered with their `data`. A dot leads on, into an object or into the target of a reference: `author.company`. Up to 20 names, of up to 3 references each. */
  include?: string | undefined;
  /** Conditions, all of which a document meets: `where[minutes][lte]=60`. Without an operator `eq`. Operators: `eq`, `ne`, `in`, `nin`, `lt`, `lte`, `gt`, `gte`, `prefix`, `contains`, `exists`; `in` and `nin` take up to 50 values, separated by commas. At most 12. Groups, up to 4, of which one is enough: `where[any][0][minutes][lte]=60`. */
  where?: Where | undefined;
  /** Up to 3 fields, separated by commas, each with `:asc` (default) or `:desc`; with `q` also `relevance`, the most relevant first. Documents without a value come last. */
  sort?: string | undefined;
  /** The only members to answer, separated by commas. See the guide to content. */
  fields?: string | undefined;
  /** Up to 5 fields: the answer counts the documents of each of their values. */
  facets?: string | undefined;
  /** Free text, looked for in titles and the texts that the type marks for it: every word must be found, as the beginning of a word or with a small typing error. The first ten words count. Empty: no search. */
  q?: string | undefined;
  /** Lists show the documents of one locale: both values mean the same here. */
  fallback?: "default" | "none" | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface ListEntriesInput {
  /** The content type's slug. */
  contentTypeSlug: string;
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
  /** Names of references, separated by commas: their targets are answered with their `data`. A dot leads on, into an object or into the target of a reference: `author.company`. Up to 20 names, of up to 3 references each. */
  include?: string | undefined;
  /** Conditions, all of which a document meets: `where[minutes][lte]=60`. Without an operator `eq`. Operators: `eq`, `ne`, `in`, `nin`, `lt`, `lte`, `gt`, `gte`, `prefix`, `contains`, `exists`; `in` and `nin` take up to 50 values, separated by commas. At most 12. Groups, up to 4, of which one is enough: `where[any][0][minutes][lte]=60`. */
  where?: Where | undefined;
  /** Up to 3 fields, separated by commas, each with `:asc` (default) or `:desc`; with `q` also `relevance`, the most relevant first. Documents without a value come last. */
  sort?: string | undefined;
  /** The only members to answer, separated by commas. See the guide to content. */
  fields?: string | undefined;
  /** Up to 5 fields: the answer counts the documents of each of their values. */
  facets?: string | undefined;
  /** Free text, looked for in titles and the texts that the type marks for it: every word must be found, as the beginning of a word or with a small typing error. The first ten words count. Empty: no search. */
  q?: string | undefined;
  /** Lists show the documents of one locale: both values mean the same here. */
  fallback?: "default" | "none" | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface SearchInput {
  /** Free text, looked for in titles, SKUs, descriptions, and the texts that types mark for it: every word must be found, as the beginning of a word or with a small typing error. The first ten words count. Without a letter or digit it finds nothing. */
  q: string;
  /** The kinds to look among: up to 20 of `page`, `entry`, `entry:` with a content type's slug, `product` and `category`, separated by commas. Everything without it. */
  types?: string | undefined;
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface GetPreviewInput {
  /** What the preview was issued with. Whoever has it can read the draft. */
  token: string;
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
}

export interface StartSignupInput {
  siteName: string;
  siteSlug: string;
  /** Trimmed and lower-cased; ASCII before the @, an international domain is turned into punycode. At most 254 then. */
  email: string;
  /** 8 to 200 characters; not one of the commonest, not the e-mail address. */
  password: string;
}

export interface ResendCodeInput {
  /** From the answer to the signup. */
  verificationId: string;
}

export interface VerifySignupInput {
  /** From the answer to the signup. */
  verificationId: string;
  /** Six digits; blanks and a hyphen between them do not matter. */
  code: string;
}

export interface GetFormInput {
  /** The form's slug. */
  slug: string;
}

export interface SubmitFormInput {
  /** The form's slug. */
  slug: string;
  /** The fields by name, as the form's schema has them. */
  data: Record<string, unknown> | FormData;
}

export interface SubmitFormAnswer {
  ok: true;
  /** What to tell whoever submitted it. */
  successMessage: string;
}

export interface CreatePaymentIntentInput {
  /** Minor units. */
  amount: number;
  /** ISO 4217; the plugin's own when absent. */
  currency?: string | undefined;
  description?: string | undefined;
  /** At most 50 texts, with names of at most 40 characters. Stored with the payment, and passed to the processor up to its limits. */
  metadata?: Record<string, string> | undefined;
}

export interface CreatePaymentIntentAnswer {
  paymentId: string;
  /** For the processor's form on the page: one payer's, never to be stored or logged. */
  clientSecret: string;
  publishableKey: string;
  currency: string;
}

export interface CreatePaymentCheckoutSessionInput {
  /** Minor units. */
  amount: number;
  /** ISO 4217; the plugin's own when absent. */
  currency?: string | undefined;
  description?: string | undefined;
  /** At most 50 texts, with names of at most 40 characters. Stored with the payment, and passed to the processor up to its limits. */
  metadata?: Record<string, string> | undefined;
  /** Absolute http(s) URL, passed on unchanged. The processor replaces `{CHECKOUT_SESSION_ID}` with its own ID. If the request has an `Origin`, the URL must have the same origin or an origin that the site allows. */
  successUrl: string;
  /** Absolute http(s) URL, passed on unchanged. The processor replaces `{CHECKOUT_SESSION_ID}` with its own ID. If the request has an `Origin`, the URL must have the same origin or an origin that the site allows. */
  cancelUrl: string;
  /** Shown on that page; the site's name when absent. */
  productName?: string | undefined;
}

export interface CreatePaymentCheckoutSessionAnswer {
  paymentId: string;
  /** The processor's page, to send the payer to. */
  checkoutUrl: string;
  currency: string;
}

export interface GetPaymentInput {
  /** The `paymentId` that its creation answered. */
  id: string;
}

export interface ReceiveProcessorEventInput {
  siteSlug: string;
  body: string | Uint8Array;
  signature: string;
}

export interface ReceiveProcessorEventAnswer {
  /** False: it means nothing here, or is about nothing of this site. */
  handled: boolean;
  eventId: string;
  eventType: string;
}

export interface ListProductsInput {
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  /** Free text, looked for in title, description and SKUs: every word must be found, as the beginning of a word or with a small typing error. The first ten words count. Empty: no search. */
  q?: string | undefined;
  /** Only `ACTIVE` products are public: any other status has none. */
  status?: "DRAFT" | "ACTIVE" | "ARCHIVED" | undefined;
  /** Products of this category and of those below it. An unknown one has none. */
  categoryId?: string | undefined;
  /** The same by the category's slug. */
  category?: string | undefined;
  /** In minor units, inclusive. */
  minPrice?: number | undefined;
  /** In minor units, inclusive. */
  maxPrice?: number | undefined;
  /** `field` or `field:direction`: `createdAt`, `updatedAt`, `title`, `price`, `relevance`; `asc` (default) or `desc`. Default: `createdAt:desc`, with `q` `relevance:desc`. */
  sort?: string | undefined;
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
  /** One of the site's currencies, in any case. Prices, filters and the order by price are of this currency. What has no price in it is not `available`. */
  currency?: string | undefined;
}

export interface GetProductBySlugInput {
  /** The product's slug. */
  slug: string;
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
  /** One of the site's currencies, in any case. Prices, filters and the order by price are of this currency. What has no price in it is not `available`. */
  currency?: string | undefined;
}

export interface GetProductInput {
  /** The product's id. */
  id: string;
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
  /** One of the site's currencies, in any case. Prices, filters and the order by price are of this currency. What has no price in it is not `available`. */
  currency?: string | undefined;
}

export interface ListCategoriesInput {
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  /** Free text, looked for in title and description: every word must be found, as the beginning of a word or with a small typing error. The first ten words count. Empty: no search. */
  q?: string | undefined;
  /** Only `ACTIVE` categories are public: no other status has any. */
  status?: "ACTIVE" | "HIDDEN" | undefined;
  /** `field` or `field:direction`: `position`, `title`, `createdAt`; `asc` (default) or `desc`. Default: `position:asc`. */
  sort?: string | undefined;
  /** With `true` the roots are listed and counted, with nested `children`; `q` leaves what matches and what is above it. */
  tree?: boolean | undefined;
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
}

export interface GetCategoryBySlugInput {
  /** The category's slug. */
  slug: string;
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
}

export interface GetCategoryInput {
  /** The category's id. */
  id: string;
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
}

export interface ListPlansInput {
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
}

export interface RegisterCustomerInput {
  /** Trimmed and lower-cased; ASCII before the @, an international domain is turned into punycode. At most 254 then. */
  email: string;
  /** 8 to 200 characters; not one of the commonest, not the e-mail address. */
  password: string;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  phone?: string | null | undefined;
  /** Absolute http(s) URL; the token is added as the query parameter `token`. Its origin must be one of the site's allowed origins, word for word: otherwise the mail leads to the site's own pages, and the response has a warning. */
  verifyUrlBase?: string | undefined;
}

export interface RegisterCustomerAnswer {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  emailVerified: boolean;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  /** The parts of the request that Vitrine could not fulfil. Absent if there are none. */
  warnings?: { code: "url_not_allowed"; message: string }[];
}

export interface VerifyEmailInput {
  /** From the link in the mail. It works once. */
  token: string;
}

export interface RequestEmailVerificationInput {
  /** Absolute http(s) URL; the token is added as the query parameter `token`. Its origin must be one of the site's allowed origins, word for word: otherwise the mail leads to the site's own pages, and the response has a warning. */
  verifyUrlBase: string;
  /** Trimmed and lower-cased; ASCII before the @, an international domain is turned into punycode. At most 254 then. */
  email?: string | undefined;
}

export interface RequestEmailVerificationAnswer {
  accepted: true;
  /** The parts of the request that Vitrine could not fulfil. Absent if there are none. */
  warnings?: { code: "url_not_allowed"; message: string }[];
}

export interface LogInInput {
  /** Trimmed and lower-cased; ASCII before the @, an international domain is turned into punycode. At most 254 then. */
  email: string;
  password: string;
}

export interface LogInAnswer {
  /** A JWT, for `Authorization: Bearer`. Good for seven days, or until the password changes. */
  token: string;
  customer: { id: string; email: string };
}

export interface RequestPasswordResetInput {
  /** Trimmed and lower-cased; ASCII before the @, an international domain is turned into punycode. At most 254 then. */
  email: string;
  /** Absolute http(s) URL; the token is added as the query parameter `token`. Its origin must be one of the site's allowed origins, word for word: otherwise the mail leads to the site's own pages, and the response has a warning. */
  resetUrlBase: string;
}

export interface RequestPasswordResetAnswer {
  accepted: true;
  /** The parts of the request that Vitrine could not fulfil. Absent if there are none. */
  warnings?: { code: "url_not_allowed"; message: string }[];
}

export interface ResetPasswordInput {
  /** From the link in the mail. It works once. */
  token: string;
  /** 8 to 200 characters; not one of the commonest, not the e-mail address. */
  password: string;
}

export interface UpdateAccountInput {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  phone?: string | null | undefined;
}

export interface ChangePasswordInput {
  currentPassword: string;
  /** 8 to 200 characters; not one of the commonest, not the e-mail address. */
  newPassword: string;
}

export interface AddAddressInput {
  address: {
    /** The recipient. */
    name?: string;
    /** The recipient's company. */
    company?: string;
    /** Street and number. */
    line1?: string;
    /** More of the address, such as a floor. */
    line2?: string;
    /** As the country writes it. */
    postalCode?: string;
    /** City or town. */
    city?: string;
    /** State, province or region. */
    region?: string;
    /** ISO 3166-1, two letters. */
    country: string;
    /** For the carrier. */
    phone?: string;
  };
  /** Orders usually go there. One address at most has it. */
  isShippingDefault?: boolean | undefined;
  /** Invoices usually go there. One address at most has it. */
  isBillingDefault?: boolean | undefined;
}

export interface ReplaceAddressInput {
  /** The ID of the address. */
  id: string;
  address: {
    /** The recipient. */
    name?: string;
    /** The recipient's company. */
    company?: string;
    /** Street and number. */
    line1?: string;
    /** More of the address, such as a floor. */
    line2?: string;
    /** As the country writes it. */
    postalCode?: string;
    /** City or town. */
    city?: string;
    /** State, province or region. */
    region?: string;
    /** ISO 3166-1, two letters. */
    country: string;
    /** For the carrier. */
    phone?: string;
  };
  /** Orders usually go there. One address at most has it. */
  isShippingDefault?: boolean | undefined;
  /** Invoices usually go there. One address at most has it. */
  isBillingDefault?: boolean | undefined;
}

export interface DeleteAddressInput {
  /** The ID of the address. */
  id: string;
}

export interface ListOwnOrdersInput {
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface GetOwnOrderInput {
  /** The order's id. */
  id: string;
}

export interface QuoteCheckoutInput {
  /** Lines of one variant are added up. Prices are the server's. */
  items: { variantId: string; quantity: number }[];
  shippingAddress?:
    | {
        /** The recipient. */
        name?: string;
        /** The recipient's company. */
        company?: string;
        /** Street and number. */
        line1?: string;
        /** More of the address, such as a floor. */
        line2?: string;
        /** As the country writes it. */
        postalCode?: string;
        /** City or town. */
        city?: string;
        /** State, province or region. */
        region?: string;
        /** ISO 3166-1, two letters. */
        country: string;
        /** For the carrier. */
        phone?: string;
      }
    | undefined;
  billingAddress?:
    | {
        /** The recipient. */
        name?: string;
        /** The recipient's company. */
        company?: string;
        /** Street and number. */
        line1?: string;
        /** More of the address, such as a floor. */
        line2?: string;
        /** As the country writes it. */
        postalCode?: string;
        /** City or town. */
        city?: string;
        /** State, province or region. */
        region?: string;
        /** ISO 3166-1, two letters. */
        country: string;
        /** For the carrier. */
        phone?: string;
      }
    | undefined;
  /** The id of one of the quote's `shippingOptions`. Absent: the first one. */
  shippingOption?: string | undefined;
  /** Codes as the buyer wrote them. They are compared without case, and without spaces around them. */
  discountCodes?: string[] | undefined;
  /** The codes of gift cards, as the buyer wrote them. They are compared without case, spaces and hyphens. The first one pays first. */
  giftCards?: string[] | undefined;
  /** Where a confirmation goes; the customer's own when absent. */
  customerEmail?: string | undefined;
  /** The `orderId` of a pending order that the next one replaces: its items and discounts count as available. */
  replaces?: string | undefined;
  /** The locale in which the buyer sees the shop. The order keeps its texts, and mails use its language. The site's default locale applies if it is absent or not one of the site's locales. */
  locale?: string | undefined;
  /** One of the site's currencies, in any case. Items, shipping and discounts have their prices in it: nothing is converted. Absent: the currency of the products. */
  currency?: string | undefined;
}

export interface CreateCheckoutSessionInput {
  /** With a token: that customer's. Without one it is a hint for the shop's staff, and puts the order into nobody's account. */
  customerId?: string | undefined;
  /** Where a confirmation goes; the customer's own when absent. */
  customerEmail?: string | undefined;
  /** Lines of one variant are added up. Prices are the server's. */
  items: { variantId: string; quantity: number }[];
  /** The `orderId` of an earlier order of the buyer. If it is still pending, it is cancelled, its payment page is closed and its items are in stock for this order. If it was paid meanwhile, or a bank is processing its payment, the answer is 409 `order_paid`. An order that is over, or unknown, has no effect. */
  replaces?: string | undefined;
  /** Tax, in minor units, as the shop reckons it. If the site's rules decide (`settings.checkout.totals`), an assertion: another amount is 409 `totals_changed`. */
  tax?: number | undefined;
  /** Shipping, in minor units, as the shop reckons it. If the site's rules decide (`settings.checkout.totals`), an assertion: another amount is 409 `totals_changed`. */
  shipping?: number | undefined;
  /** The id of one of the quote's `shippingOptions`. Absent: the first one. */
  shippingOption?: string | undefined;
  /** Codes as the buyer wrote them. They are compared without case, and without spaces around them. */
  discountCodes?: string[] | undefined;
  /** The codes of gift cards, as the buyer wrote them. They are compared without case, spaces and hyphens. The first one pays first. */
  giftCards?: string[] | undefined;
  /** The total that the buyer saw, in minor units. If the order costs another amount, the answer is 409 `totals_changed`, and nothing is ordered. */
  expectedTotal?: number | undefined;
  notes?: string | undefined;
  shippingAddress?:
    | {
        /** The recipient. */
        name?: string;
        /** The recipient's company. */
        company?: string;
        /** Street and number. */
        line1?: string;
        /** More of the address, such as a floor. */
        line2?: string;
        /** As the country writes it. */
        postalCode?: string;
        /** City or town. */
        city?: string;
        /** State, province or region. */
        region?: string;
        /** ISO 3166-1, two letters. */
        country: string;
        /** For the carrier. */
        phone?: string;
      }
    | undefined;
  billingAddress?:
    | {
        /** The recipient. */
        name?: string;
        /** The recipient's company. */
        company?: string;
        /** Street and number. */
        line1?: string;
        /** More of the address, such as a floor. */
        line2?: string;
        /** As the country writes it. */
        postalCode?: string;
        /** City or town. */
        city?: string;
        /** State, province or region. */
        region?: string;
        /** ISO 3166-1, two letters. */
        country: string;
        /** For the carrier. */
        phone?: string;
      }
    | undefined;
  /** At most 50 texts, with names of at most 40 characters. Stored with the order, and shown with it. */
  metadata?: Record<string, string> | undefined;
  /** The locale in which the buyer sees the shop. The order keeps its texts, and mails use its language. The site's default locale applies if it is absent or not one of the site's locales. */
  locale?: string | undefined;
  /** One of the site's currencies, in any case. Items, shipping and discounts have their prices in it: nothing is converted. Absent: the currency of the products. */
  currency?: string | undefined;
  /** Absolute http(s) URL, passed on unchanged. The processor replaces `{CHECKOUT_SESSION_ID}` with its own ID. If the request has an `Origin`, the URL must have the same origin or an origin that the site allows. */
  successUrl: string;
  /** Absolute http(s) URL, passed on unchanged. The processor replaces `{CHECKOUT_SESSION_ID}` with its own ID. If the request has an `Origin`, the URL must have the same origin or an origin that the site allows. */
  cancelUrl: string;
}

export interface CreateCheckoutSessionAnswer {
  orderId: string;
  /** The number by which people name the order; each site counts its own. */
  number: number;
  /** The processor's page, to send the customer to. If the order costs nothing, the `successUrl`. */
  checkoutUrl: string;
}

export interface CreateCheckoutPaymentIntentInput {
  /** With a token: that customer's. Without one it is a hint for the shop's staff, and puts the order into nobody's account. */
  customerId?: string | undefined;
  /** Where a confirmation goes; the customer's own when absent. */
  customerEmail?: string | undefined;
  /** Lines of one variant are added up. Prices are the server's. */
  items: { variantId: string; quantity: number }[];
  /** The `orderId` of an earlier order of the buyer. If it is still pending, it is cancelled, its payment page is closed and its items are in stock for this order. If it was paid meanwhile, or a bank is processing its payment, the answer is 409 `order_paid`. An order that is over, or unknown, has no effect. */
  replaces?: string | undefined;
  /** Tax, in minor units, as the shop reckons it. If the site's rules decide (`settings.checkout.totals`), an assertion: another amount is 409 `totals_changed`. */
  tax?: number | undefined;
  /** Shipping, in minor units, as the shop reckons it. If the site's rules decide (`settings.checkout.totals`), an assertion: another amount is 409 `totals_changed`. */
  shipping?: number | undefined;
  /** The id of one of the quote's `shippingOptions`. Absent: the first one. */
  shippingOption?: string | undefined;
  /** Codes as the buyer wrote them. They are compared without case, and without spaces around them. */
  discountCodes?: string[] | undefined;
  /** The codes of gift cards, as the buyer wrote them. They are compared without case, spaces and hyphens. The first one pays first. */
  giftCards?: string[] | undefined;
  /** The total that the buyer saw, in minor units. If the order costs another amount, the answer is 409 `totals_changed`, and nothing is ordered. */
  expectedTotal?: number | undefined;
  notes?: string | undefined;
  shippingAddress?:
    | {
        /** The recipient. */
        name?: string;
        /** The recipient's company. */
        company?: string;
        /** Street and number. */
        line1?: string;
        /** More of the address, such as a floor. */
        line2?: string;
        /** As the country writes it. */
        postalCode?: string;
        /** City or town. */
        city?: string;
        /** State, province or region. */
        region?: string;
        /** ISO 3166-1, two letters. */
        country: string;
        /** For the carrier. */
        phone?: string;
      }
    | undefined;
  billingAddress?:
    | {
        /** The recipient. */
        name?: string;
        /** The recipient's company. */
        company?: string;
        /** Street and number. */
        line1?: string;
        /** More of the address, such as a floor. */
        line2?: string;
        /** As the country writes it. */
        postalCode?: string;
        /** City or town. */
        city?: string;
        /** State, province or region. */
        region?: string;
        /** ISO 3166-1, two letters. */
        country: string;
        /** For the carrier. */
        phone?: string;
      }
    | undefined;
  /** At most 50 texts, with names of at most 40 characters. Stored with the order, and shown with it. */
  metadata?: Record<string, string> | undefined;
  /** The locale in which the buyer sees the shop. The order keeps its texts, and mails use its language. The site's default locale applies if it is absent or not one of the site's locales. */
  locale?: string | undefined;
  /** One of the site's currencies, in any case. Items, shipping and discounts have their prices in it: nothing is converted. Absent: the currency of the products. */
  currency?: string | undefined;
}

export interface CreateCheckoutPaymentIntentAnswer {
  orderId: string;
  /** The number by which people name the order; each site counts its own. */
  number: number;
  /** For the processor's form on the page: one payer's, never to be stored or logged. Null: the order costs nothing, and is paid. */
  clientSecret: string | null;
}

export interface GetCheckoutOrderInput {
  /** The `orderId` that the checkout answered. */
  id: string;
}

export interface GetCheckoutOrderAnswer {
  id: string;
  /** `PENDING` until it is paid; `CANCELLED` when it was not in time, or cannot be; `PAID`, then `FULFILLED` once it is on its way; `PARTIALLY_REFUNDED` and `REFUNDED` when money went back. A payment that comes late makes a cancelled order `PAID`. */
  status: "PENDING" | "PAID" | "FULFILLED" | "CANCELLED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  /** `FAILED` may be tried again while the order is pending. `REQUIRES_ACTION` waits for the payer, `PROCESSING` for a bank; `CANCELLED` is over. */
  paymentStatus: "PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "FAILED" | "CANCELLED" | "SUCCEEDED" | "PARTIALLY_REFUNDED" | "REFUNDED";
}

export interface ReadGiftCardBalanceInput {
  /** As the buyer wrote it: it is compared without case, spaces and hyphens. */
  code: string;
}

export interface GetHealthAnswer {
  status: "ok";
}

export interface GetReadinessAnswer {
  status: "ready";
}

export interface GetOpenApiAnswer {
  [name: string]: unknown;
}

/** The `code` of every problem that the server returns. */
export type ProblemCode =
  | "address_incomplete"
  | "address_not_found"
  | "addresses_full"
  | "already_verified"
  | "amount_out_of_range"
  | "api_key_invalid"
  | "api_key_missing"
  | "bad_request"
  | "body_too_large"
  | "category_not_found"
  | "challenge_cancelled"
  | "challenge_expired"
  | "code_expired"
  | "code_invalid"
  | "content_type_not_found"
  | "currency_mixed"
  | "currency_unsupported"
  | "customer_blocked"
  | "customer_mismatch"
  | "customer_unknown"
  | "discount_invalid"
  | "duplicate_header"
  | "email_not_verified"
  | "email_taken"
  | "entry_not_found"
  | "form_not_found"
  | "gift_card_invalid"
  | "gift_card_not_found"
  | "headers_too_large"
  | "idempotency_in_progress"
  | "idempotency_key_reused"
  | "illustration_not_found"
  | "include_too_large"
  | "internal_error"
  | "invalid_credentials"
  | "invalid_json"
  | "invalid_query"
  | "locale_unsupported"
  | "mail_not_found"
  | "media_not_found"
  | "method_not_allowed"
  | "not_deliverable"
  | "not_implemented"
  | "not_sold_in_currency"
  | "order_not_found"
  | "order_paid"
  | "origin_not_allowed"
  | "out_of_stock"
  | "page_not_found"
  | "payment_not_found"
  | "payments_not_configured"
  | "precondition_failed"
  | "preview_blocked"
  | "preview_not_found"
  | "processor_error"
  | "processor_timeout"
  | "product_not_found"
  | "query_not_ready"
  | "quota_exceeded"
  | "range_not_satisfiable"
  | "rate_limited"
  | "request_timeout"
  | "resend_cooldown"
  | "resend_limit"
  | "route_not_found"
  | "shipping_option_unknown"
  | "signature_invalid"
  | "site_full"
  | "site_not_found"
  | "site_not_shown"
  | "site_slug_taken"
  | "site_suspended"
  | "storage_full"
  | "token_invalid"
  | "token_missing"
  | "too_many_attempts"
  | "too_many_followers"
  | "too_many_gift_cards"
  | "totals_changed"
  | "unavailable"
  | "unsupported_media_type"
  | "url_not_allowed"
  | "url_too_long"
  | "validation_failed"
  | "variant_unavailable"
  | "verification_not_found";

/** The members that a problem has besides the common ones. */
export interface ProblemMembers {
  category_not_found: {
    /** The present slug of a category that had the requested one before, in the locale of the request; otherwise absent. */
    movedTo: { slug: string };
  };
  code_invalid: {
    /** Wrong codes that may still follow. */
    attemptsRemaining: number;
  };
  currency_unsupported: {
    /** The currencies of the site, its own first. */
    supportedCurrencies: string[];
  };
  entry_not_found: {
    /** The present slug of a document that was published under the requested one before; otherwise absent. */
    movedTo: { slug: string; locale: string };
  };
  locale_unsupported: {
    /** The locales of the site, in canonical case. */
    supportedLocales: string[];
  };
  not_sold_in_currency: {
    /** All that have no price in the currency, with 0 available. */
    items: { variantId: string; available: number }[];
  };
  out_of_stock: {
    /** What is short, and how many there are. */
    items: { variantId: string; available: number }[];
  };
  page_not_found: {
    /** The present slug of a document that was published under the requested one before; otherwise absent. */
    movedTo: { slug: string; locale: string };
  };
  product_not_found: {
    /** The present slug of a product that had the requested one before, in the locale of the request; otherwise absent. */
    movedTo: { slug: string };
  };
  quota_exceeded: { quotaBytes: number; usedBytes: number };
  rate_limited: {
    /** Seconds to wait before the next request. */
    retryAfter: number;
  };
  resend_cooldown: {
    /** From when on the next code can be asked for. */
    resendAvailableAt: string;
    /** Seconds to wait until then. */
    retryAfter: number;
  };
  site_full: { quotaBytes: number; usedBytes: number };
  totals_changed: {
    /** What the order costs, as `POST /api/v1/shop/checkout/quote` answers it. */
    quote: Record<string, unknown>;
  };
  variant_unavailable: {
    /** All that are not for sale, with 0 available. An id that is not a UUID is left out. */
    items: { variantId: string; available: number }[];
  };
}

/** Every operation can return these. */
export type CommonCode =
  | "bad_request"
  | "duplicate_header"
  | "headers_too_large"
  | "internal_error"
  | "invalid_query"
  | "not_implemented"
  | "rate_limited"
  | "request_timeout"
  | "unavailable"
  | "url_too_long";

/** Operations that take a body. */
export type BodyCode = "body_too_large" | "invalid_json" | "unsupported_media_type" | "validation_failed";

/** Operations that take the key. */
export type KeyCode = "api_key_invalid" | "api_key_missing" | "origin_not_allowed" | "site_suspended";

/** Operations of a customer. */
export type TokenCode = "api_key_invalid" | "origin_not_allowed" | "site_suspended" | "token_invalid" | "token_missing";

/** The codes of the problems that each operation can return. */
export interface OperationCodes {
  getPage:
    | CommonCode
    | KeyCode
    | "include_too_large"
    | "locale_unsupported"
    | "page_not_found"
    | "precondition_failed"
    | "preview_blocked"
    | "preview_not_found";
  getEntry:
    | CommonCode
    | KeyCode
    | "content_type_not_found"
    | "entry_not_found"
    | "include_too_large"
    | "locale_unsupported"
    | "precondition_failed"
    | "preview_blocked"
    | "preview_not_found";
  getBlogPost:
    | CommonCode
    | KeyCode
    | "content_type_not_found"
    | "entry_not_found"
    | "include_too_large"
    | "locale_unsupported"
    | "precondition_failed"
    | "preview_blocked"
    | "preview_not_found";
  listPages:
    | CommonCode
    | KeyCode
    | "include_too_large"
    | "locale_unsupported"
    | "precondition_failed"
    | "preview_blocked"
    | "preview_not_found"
    | "query_not_ready";
  listEntries:
    | CommonCode
    | KeyCode
    | "content_type_not_found"
    | "include_too_large"
    | "locale_unsupported"
    | "precondition_failed"
    | "preview_blocked"
    | "preview_not_found"
    | "query_not_ready";
  search: CommonCode | KeyCode | "locale_unsupported" | "precondition_failed" | "preview_blocked" | "preview_not_found" | "query_not_ready";
  listBlockTypes: CommonCode | KeyCode | "precondition_failed" | "preview_blocked" | "preview_not_found";
  getPreview: CommonCode | "locale_unsupported" | "preview_not_found";
  startSignup: CommonCode | BodyCode | "email_taken" | "resend_cooldown" | "site_slug_taken";
  resendCode:
    | CommonCode
    | BodyCode
    | "already_verified"
    | "challenge_cancelled"
    | "challenge_expired"
    | "resend_cooldown"
    | "resend_limit"
    | "verification_not_found";
  verifySignup:
    | CommonCode
    | BodyCode
    | "already_verified"
    | "challenge_cancelled"
    | "challenge_expired"
    | "code_expired"
    | "code_invalid"
    | "email_taken"
    | "site_slug_taken"
    | "too_many_attempts"
    | "verification_not_found";
  getForm: CommonCode | KeyCode | "form_not_found" | "precondition_failed" | "preview_blocked" | "preview_not_found";
  submitForm: CommonCode | BodyCode | KeyCode | "form_not_found" | "quota_exceeded" | "site_full" | "storage_full";
  createPaymentIntent:
    | CommonCode
    | BodyCode
    | KeyCode
    | "amount_out_of_range"
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "payments_not_configured"
    | "processor_error"
    | "processor_timeout";
  createPaymentCheckoutSession:
    | CommonCode
    | BodyCode
    | KeyCode
    | "amount_out_of_range"
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "payments_not_configured"
    | "processor_error"
    | "processor_timeout"
    | "url_not_allowed";
  getPayment: CommonCode | KeyCode | "payment_not_found";
  receiveProcessorEvent: CommonCode | BodyCode | "payments_not_configured" | "signature_invalid" | "site_not_found";
  listProducts:
    CommonCode | KeyCode | "currency_unsupported" | "locale_unsupported" | "precondition_failed" | "preview_blocked" | "preview_not_found";
  getProductBySlug:
    | CommonCode
    | KeyCode
    | "currency_unsupported"
    | "locale_unsupported"
    | "precondition_failed"
    | "preview_blocked"
    | "preview_not_found"
    | "product_not_found";
  getProduct:
    | CommonCode
    | KeyCode
    | "currency_unsupported"
    | "locale_unsupported"
    | "precondition_failed"
    | "preview_blocked"
    | "preview_not_found"
    | "product_not_found";
  listCategories: CommonCode | KeyCode | "locale_unsupported" | "precondition_failed" | "preview_blocked" | "preview_not_found";
  getCategoryBySlug:
    CommonCode | KeyCode | "category_not_found" | "locale_unsupported" | "precondition_failed" | "preview_blocked" | "preview_not_found";
  getCategory:
    CommonCode | KeyCode | "category_not_found" | "locale_unsupported" | "precondition_failed" | "preview_blocked" | "preview_not_found";
  listPlans: CommonCode | KeyCode | "locale_unsupported" | "precondition_failed" | "preview_blocked" | "preview_not_found";
  registerCustomer: CommonCode | BodyCode | KeyCode | "email_taken" | "site_full";
  verifyEmail: CommonCode | BodyCode | KeyCode | "token_invalid";
  requestEmailVerification: CommonCode | BodyCode | KeyCode | "token_invalid";
  logIn: CommonCode | BodyCode | KeyCode | "customer_blocked" | "email_not_verified" | "invalid_credentials";
  requestPasswordReset: CommonCode | BodyCode | KeyCode;
  resetPassword: CommonCode | BodyCode | KeyCode | "token_invalid";
  getAccount: CommonCode | TokenCode;
  updateAccount: CommonCode | BodyCode | TokenCode;
  changePassword: CommonCode | BodyCode | TokenCode | "invalid_credentials";
  listAddresses: CommonCode | TokenCode;
  addAddress: CommonCode | BodyCode | TokenCode | "addresses_full" | "site_full";
  replaceAddress: CommonCode | BodyCode | TokenCode | "address_not_found";
  deleteAddress: CommonCode | BodyCode | TokenCode | "address_not_found";
  listOwnOrders: CommonCode | TokenCode;
  getOwnOrder: CommonCode | TokenCode | "order_not_found";
  quoteCheckout: CommonCode | BodyCode | KeyCode | "currency_mixed" | "currency_unsupported" | "locale_unsupported" | "token_invalid";
  createCheckoutSession:
    | CommonCode
    | BodyCode
    | KeyCode
    | "address_incomplete"
    | "amount_out_of_range"
    | "currency_mixed"
    | "currency_unsupported"
    | "customer_mismatch"
    | "customer_unknown"
    | "discount_invalid"
    | "gift_card_invalid"
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "locale_unsupported"
    | "not_deliverable"
    | "not_sold_in_currency"
    | "order_paid"
    | "out_of_stock"
    | "payments_not_configured"
    | "processor_error"
    | "processor_timeout"
    | "shipping_option_unknown"
    | "token_invalid"
    | "too_many_gift_cards"
    | "totals_changed"
    | "url_not_allowed"
    | "variant_unavailable";
  createCheckoutPaymentIntent:
    | CommonCode
    | BodyCode
    | KeyCode
    | "address_incomplete"
    | "amount_out_of_range"
    | "currency_mixed"
    | "currency_unsupported"
    | "customer_mismatch"
    | "customer_unknown"
    | "discount_invalid"
    | "gift_card_invalid"
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "locale_unsupported"
    | "not_deliverable"
    | "not_sold_in_currency"
    | "order_paid"
    | "out_of_stock"
    | "payments_not_configured"
    | "processor_error"
    | "processor_timeout"
    | "shipping_option_unknown"
    | "token_invalid"
    | "too_many_gift_cards"
    | "totals_changed"
    | "variant_unavailable";
  getCheckoutOrder: CommonCode | KeyCode | "order_not_found" | "token_invalid";
  readGiftCardBalance: CommonCode | BodyCode | KeyCode | "gift_card_not_found";
  getHealth: CommonCode;
  getReadiness: CommonCode;
  getOpenApi: CommonCode;
}

export interface ContentOperations {
  /** Read a published page. Returns the page that is published under the slug in the requested locale. If there is none, returns the page with this slug in the site's default locale: in the requested locale if it is published there, otherwise in the default locale. */
  getPage(input: GetPageInput, options?: CallOptions): Call<Page, "getPage">;
  /** Read a published entry. Falls back to the site's default locale as single pages do. */
  getEntry<Data = Record<string, unknown>>(input: GetEntryInput, options?: CallOptions): Call<Entry<Data>, "getEntry">;
  /** Read a published blog post. The same as reading an entry of the content type `blog-post`. */
  getBlogPost<Data = Record<string, unknown>>(input: GetBlogPostInput, options?: CallOptions): Call<Entry<Data>, "getBlogPost">;
  /** List the published pages. Whole pages of one locale, ordered by slug. */
  readonly listPages: {
    (input?: ListPagesInput, options?: CallOptions): Call<List<Page>, "listPages">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListPagesInput, options?: CallOptions): AsyncGenerator<Page, void, undefined>;
  };
  /** List the published entries of a content type. Whole entries of one locale, the most recently published first. A single content type is answered as a list of one: in the requested locale, or else in the site's default one. */
  readonly listEntries: {
    <Data = Record<string, unknown>>(input: ListEntriesInput, options?: CallOptions): Call<List<Entry<Data>>, "listEntries">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all<Data = Record<string, unknown>>(input: ListEntriesInput, options?: CallOptions): AsyncGenerator<Entry<Data>, void, undefined>;
  };
  /** Search content and shop. One list of pages, entries, products and categories, the best match first. Pages and entries are those of the locale; products and categories without a translation have the words of the default locale. `total` is exact. */
  readonly search: {
    (input: SearchInput, options?: CallOptions): Call<List<SearchItem>, "search">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input: SearchInput, options?: CallOptions): AsyncGenerator<SearchItem, void, undefined>;
  };
  /** List the block types. The whole catalogue, ordered by type. */
  listBlockTypes(input?: NoInput, options?: CallOptions): Call<List<BlockType>, "listBlockTypes">;
}

export interface PreviewOperations {
  /** Read the draft of a page. Answers the page that the token is for, as it would be if it were published now: its draft in the requested locale, or what is published there where it has no draft; else the same in the site's default locale. Bindings are applied, from drafts of entries where there are any. The token in the path is the only credential: no API key is needed, and every origin may read the answer. It is bound to one page, in all of its locales, until it ends or is cancelled. A token that is unknown, over or cancelled, or whose page or site is gone, is always the same 404. */
  getPreview(input: GetPreviewInput, options?: CallOptions): Call<PreviewPage, "getPreview">;
}

export interface SignupOperations {
  /** Ask for a site. Mails a code of six digits to the address. The site and its admin account are made once `verifySignup` gets that code; until then neither the slug nor the address is reserved. */
  startSignup(input: StartSignupInput, options?: CallOptions): Call<SignupChallenge, "startSignup">;
  /** Ask for another code. Ends the older code. Once a minute, 5 times at most; it gives no further attempts. */
  resendCode(input: ResendCodeInput, options?: CallOptions): Call<SignupChallenge, "resendCode">;
  /** Prove the address and get the site. Makes the site with a home page, a blog, a contact form and its first API key, and the admin account, in one transaction. 5 wrong codes cancel the verification, however many are sent at once and whatever was resent between them. */
  verifySignup(input: VerifySignupInput, options?: CallOptions): Call<ProvisionedSite, "verifySignup">;
}

export interface FormsOperations {
  /** Read a form. Answers what a page needs to show the form and to check what was entered before it is submitted. Who is told of submissions is never part of it. There are no forms while the plugin `svc.forms` is switched off. */
  getForm(input: GetFormInput, options?: CallOptions): Call<Form, "getForm">;
  /** Submit a form. Checks `data` against the form's schema and keeps it. Members that the schema does not name are refused, unless it allows them itself. What is wrong is told field by field: `path` is a JSON Pointer into the body, such as `/data/email`. A page may add the member `_hp` as a field that people do not see: where it is filled in the answer is the same, whatever else was sent, and the submission is kept as spam that nobody is told of. The people whom the site names get a mail; an address in the form gets none. A client may submit a form so many times an hour, then 429. A form with fields for files (`vitrine:upload`) takes `multipart/form-data`, with a part for each field: 5 files and 20 MB in all. The content decides the type of a file. An empty part counts as an absent field. */
  submitForm(input: SubmitFormInput, options?: CallOptions): Call<SubmitFormAnswer, "submitForm">;
}

export interface PaymentsOperations {
  /** Take a payment on the own page. A payment without an order, such as a donation or a bill. Accepts an `Idempotency-Key`. */
  createPaymentIntent(
    input: CreatePaymentIntentInput,
    options?: IdempotentCallOptions,
  ): Call<CreatePaymentIntentAnswer, "createPaymentIntent">;
  /** Take a payment on the processor's page. A payment without an order, such as a donation or a bill. Accepts an `Idempotency-Key`. */
  createPaymentCheckoutSession(
    input: CreatePaymentCheckoutSessionInput,
    options?: IdempotentCallOptions,
  ): Call<CreatePaymentCheckoutSessionAnswer, "createPaymentCheckoutSession">;
  /** Read a payment. */
  getPayment(input: GetPaymentInput, options?: CallOptions): Call<Payment, "getPayment">;
  /** Receive an event of the payment processor. Only for the processor. The header `processor-signature`, or `stripe-signature`, has the form `t=<unix seconds>,v1=<hex>`: an HMAC-SHA256 of `<t>.<body>` under the site's webhook secret, no more than 300 seconds old. An event takes effect once. */
  receiveProcessorEvent(
    input: ReceiveProcessorEventInput,
    options?: CallOptions,
  ): Call<ReceiveProcessorEventAnswer, "receiveProcessorEvent">;
}

export interface CatalogOperations {
  /** List products. Whole products, all filters together. `total` is exact. */
  readonly listProducts: {
    (input?: ListProductsInput, options?: CallOptions): Call<List<Product>, "listProducts">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListProductsInput, options?: CallOptions): AsyncGenerator<Product, void, undefined>;
  };
  /** Read a product by its slug. If a product had the slug before, the response is 404 `product_not_found` with its present slug in `movedTo`, until another product takes the slug. */
  getProductBySlug(input: GetProductBySlugInput, options?: CallOptions): Call<Product, "getProductBySlug">;
  /** Read a product by its id. */
  getProduct(input: GetProductInput, options?: CallOptions): Call<Product, "getProduct">;
  /** List categories. A flat list, or with `tree=true` the roots with all that is below them. */
  readonly listCategories: {
    (input?: ListCategoriesInput, options?: CallOptions): Call<List<CategoryNode>, "listCategories">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListCategoriesInput, options?: CallOptions): AsyncGenerator<CategoryNode, void, undefined>;
  };
  /** Read a category by its slug. If a category had the slug before, the response is 404 `category_not_found` with its present slug in `movedTo`, until another category takes the slug. */
  getCategoryBySlug(input: GetCategoryBySlugInput, options?: CallOptions): Call<Category, "getCategoryBySlug">;
  /** Read a category by its id. */
  getCategory(input: GetCategoryInput, options?: CallOptions): Call<Category, "getCategory">;
  /** List the subscription plans. All active plans, ordered by price. */
  listPlans(input?: ListPlansInput, options?: CallOptions): Call<List<Plan>, "listPlans">;
}

export interface CustomersOperations {
  /** Register a customer. Mails a link that confirms the address. Nobody is signed in by it. */
  registerCustomer(input: RegisterCustomerInput, options?: CallOptions): Call<RegisterCustomerAnswer, "registerCustomer">;
  /** Confirm an e-mail address. The token works once, for seven days. */
  verifyEmail(input: VerifyEmailInput, options?: CallOptions): Call<Customer, "verifyEmail">;
  /** Ask for the confirmation mail again. For the customer of the token, or the one of `email` when called without. Answers the same whether or not there is such a customer. Nothing is mailed to who has confirmed already, nor more than three times an hour. */
  requestEmailVerification(
    input: RequestEmailVerificationInput,
    options?: CallOptions,
  ): Call<RequestEmailVerificationAnswer, "requestEmailVerification">;
  /** Sign a customer in. The same answer, after about the same time, for a wrong password and an unknown address. After ten failures of an account from one client, or a hundred from all, in a quarter of an hour: 429. */
  logIn(input: LogInInput, options?: CallOptions): Call<LogInAnswer, "logIn">;
  /** Ask for a mail to choose a new password. Answers the same whether or not there is such a customer. At most three mails an hour go to an address. */
  requestPasswordReset(input: RequestPasswordResetInput, options?: CallOptions): Call<RequestPasswordResetAnswer, "requestPasswordReset">;
  /** Choose a new password. The token works once, for an hour. It proves the mailbox, so the address counts as confirmed; every token that was issued before ends, and nobody is signed in by it. */
  resetPassword(input: ResetPasswordInput, options?: CallOptions): Call<Customer, "resetPassword">;
}

export interface AccountOperations {
  /** Read the own account. */
  getAccount(input?: NoInput, options?: CallOptions): Call<Customer, "getAccount">;
  /** Change the own details. What is absent stays; null, or blank, takes it away. */
  updateAccount(input?: UpdateAccountInput, options?: CallOptions): Call<Customer, "updateAccount">;
  /** Change the own password. Every token that was issued before ends, the one of this request too: sign in again. */
  changePassword(input: ChangePasswordInput, options?: CallOptions): Call<Customer, "changePassword">;
  /** List the own addresses. All of them, the oldest first. */
  listAddresses(input?: NoInput, options?: CallOptions): Call<List<CustomerAddress>, "listAddresses">;
  /** Add an own address. At most 20. A new default takes the place of the earlier one. An order stores an address of its own: send it with the checkout. */
  addAddress(input: AddAddressInput, options?: CallOptions): Call<CustomerAddress, "addAddress">;
  /** Replace an own address. Orders keep the address that they were placed with. */
  replaceAddress(input: ReplaceAddressInput, options?: CallOptions): Call<CustomerAddress, "replaceAddress">;
  /** Remove an own address. Answers the addresses that are left. Orders keep the address that they were placed with. */
  deleteAddress(input: DeleteAddressInput, options?: CallOptions): Call<List<CustomerAddress>, "deleteAddress">;
  /** List the own orders. The latest first. Only orders that were made with the customer's token: not what a guest ordered with the same address. */
  readonly listOwnOrders: {
    (input?: ListOwnOrdersInput, options?: CallOptions): Call<List<Order>, "listOwnOrders">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListOwnOrdersInput, options?: CallOptions): AsyncGenerator<Order, void, undefined>;
  };
  /** Read one of the own orders. */
  getOwnOrder(input: GetOwnOrderInput, options?: CallOptions): Call<Order, "getOwnOrder">;
}

export interface CheckoutOperations {
  /** Ask what an order costs. Answers prices, discounts, ways of shipping and taxes by the site's rules, and what stands in the way of the order. It stores and reserves nothing. Where the site has no rules, the caller of the checkout decides about shipping and tax, and both are 0 here. After twenty requests with a code that the shop does not know, of a discount or of a gift card, from one client in a quarter of an hour: 429. */
  quoteCheckout(input: QuoteCheckoutInput, options?: CallOptions): Call<Quote, "quoteCheckout">;
  /** Order, and pay on the processor's page. Makes a pending order, takes its items from the stock, and answers where it is paid. What is not paid in time is cancelled. May carry an `Idempotency-Key`: repeated with the same body it gets the same answer for 24 hours. */
  createCheckoutSession(
    input: CreateCheckoutSessionInput,
    options?: IdempotentCallOptions,
  ): Call<CreateCheckoutSessionAnswer, "createCheckoutSession">;
  /** Order, and pay on the own page. As `createCheckoutSession`, with a secret for the processor's form in the place of a page. May carry an `Idempotency-Key`. */
  createCheckoutPaymentIntent(
    input: CreateCheckoutPaymentIntentInput,
    options?: IdempotentCallOptions,
  ): Call<CreateCheckoutPaymentIntentAnswer, "createCheckoutPaymentIntent">;
  /** Ask how an order stands. For a page that waits for the payment. With a token alone: only the customer's own orders. */
  getCheckoutOrder(input: GetCheckoutOrderInput, options?: CallOptions): Call<GetCheckoutOrderAnswer, "getCheckoutOrder">;
  /** Ask what is left on a gift card. A `POST`, so that no log has the code. After twenty requests with a code that the shop does not know, from one client in a quarter of an hour: 429. */
  readGiftCardBalance(input: ReadGiftCardBalanceInput, options?: CallOptions): Call<GiftCardBalance, "readGiftCardBalance">;
}

export interface OperatingOperations {
  /** Whether the process lives. */
  getHealth(input?: NoInput, options?: CallOptions): Call<GetHealthAnswer, "getHealth">;
  /** Whether to send requests here. */
  getReadiness(input?: NoInput, options?: CallOptions): Call<GetReadinessAnswer, "getReadiness">;
}

export interface ReferenceOperations {
  /** The description of this API. OpenAPI 3.1, generated from the schemas that validate requests. */
  getOpenApi(input?: NoInput, options?: CallOptions): Call<GetOpenApiAnswer, "getOpenApi">;
}

/** Every operation of the API, in its group, under its `operationId`. */
export interface Operations {
  readonly content: ContentOperations;
  readonly preview: PreviewOperations;
  readonly signup: SignupOperations;
  readonly forms: FormsOperations;
  readonly payments: PaymentsOperations;
  readonly catalog: CatalogOperations;
  readonly customers: CustomersOperations;
  readonly account: AccountOperations;
  readonly checkout: CheckoutOperations;
  readonly operating: OperatingOperations;
  readonly reference: ReferenceOperations;
}

export const operations: Readonly<Record<keyof Operations, Readonly<Record<string, Operation>>>> = {
  content: {
    getPage: { method: "GET", path: "/api/public/v1/pages/{+slug}", localized: true, published: true },
    getEntry: { method: "GET", path: "/api/public/v1/content/{contentTypeSlug}/{slug}", localized: true, published: true },
    getBlogPost: { method: "GET", path: "/api/public/v1/blog/{slug}", localized: true, published: true },
    listPages: { method: "GET", path: "/api/public/v1/pages", paged: true, localized: true, published: true },
    listEntries: { method: "GET", path: "/api/public/v1/content/{contentTypeSlug}", paged: true, localized: true, published: true },
    search: { method: "GET", path: "/api/public/v1/search", paged: true, localized: true, published: true },
    listBlockTypes: { method: "GET", path: "/api/public/v1/block-types", published: true },
  },
  preview: { getPreview: { method: "GET", path: "/api/public/v1/preview/{token}", access: "none", localized: true } },
  signup: {
    startSignup: { method: "POST", path: "/api/public/v1/signup", access: "none" },
    resendCode: { method: "POST", path: "/api/public/v1/signup/resend", access: "none" },
    verifySignup: { method: "POST", path: "/api/public/v1/signup/verify", access: "none" },
  },
  forms: {
    getForm: { method: "GET", path: "/api/public/v1/plugins/svc.forms/forms/{slug}", published: true },
    submitForm: { method: "POST", path: "/api/public/v1/plugins/svc.forms/forms/{slug}/submit", files: true },
  },
  payments: {
    createPaymentIntent: { method: "POST", path: "/api/public/v1/plugins/svc.payments/payment-intents", idempotent: true },
    createPaymentCheckoutSession: { method: "POST", path: "/api/public/v1/plugins/svc.payments/checkout-sessions", idempotent: true },
    getPayment: { method: "GET", path: "/api/public/v1/plugins/svc.payments/payments/{id}" },
    receiveProcessorEvent: { method: "POST", path: "/api/public/v1/webhooks/svc.payments/{siteSlug}", access: "none", signed: true },
  },
  catalog: {
    listProducts: { method: "GET", path: "/api/v1/shop/products", paged: true, localized: true, published: true },
    getProductBySlug: { method: "GET", path: "/api/v1/shop/products/slug/{slug}", localized: true, published: true },
    getProduct: { method: "GET", path: "/api/v1/shop/products/{id}", localized: true, published: true },
    listCategories: { method: "GET", path: "/api/v1/shop/categories", paged: true, localized: true, published: true },
    getCategoryBySlug: { method: "GET", path: "/api/v1/shop/categories/slug/{slug}", localized: true, published: true },
    getCategory: { method: "GET", path: "/api/v1/shop/categories/{id}", localized: true, published: true },
    listPlans: { method: "GET", path: "/api/v1/shop/subscriptions/plans", localized: true, published: true },
  },
  customers: {
    registerCustomer: { method: "POST", path: "/api/v1/shop/auth/register" },
    verifyEmail: { method: "POST", path: "/api/v1/shop/auth/verify-email" },
    requestEmailVerification: { method: "POST", path: "/api/v1/shop/auth/request-email-verification", access: "keyOrToken" },
    logIn: { method: "POST", path: "/api/v1/shop/auth/login" },
    requestPasswordReset: { method: "POST", path: "/api/v1/shop/auth/request-password-reset" },
    resetPassword: { method: "POST", path: "/api/v1/shop/auth/reset-password" },
  },
  account: {
    getAccount: { method: "GET", path: "/api/v1/shop/account", access: "token" },
    updateAccount: { method: "PATCH", path: "/api/v1/shop/account", access: "token" },
    changePassword: { method: "POST", path: "/api/v1/shop/account/change-password", access: "token" },
    listAddresses: { method: "GET", path: "/api/v1/shop/account/addresses", access: "token" },
    addAddress: { method: "POST", path: "/api/v1/shop/account/addresses", access: "token" },
    replaceAddress: { method: "PUT", path: "/api/v1/shop/account/addresses/{id}", access: "token" },
    deleteAddress: { method: "DELETE", path: "/api/v1/shop/account/addresses/{id}", access: "token" },
    listOwnOrders: { method: "GET", path: "/api/v1/shop/account/orders", access: "token", paged: true },
    getOwnOrder: { method: "GET", path: "/api/v1/shop/account/orders/{id}", access: "token" },
  },
  checkout: {
    quoteCheckout: { method: "POST", path: "/api/v1/shop/checkout/quote", access: "keyMaybeToken", localized: true },
    createCheckoutSession: {
      method: "POST",
      path: "/api/v1/shop/checkout/session",
      access: "keyMaybeToken",
      localized: true,
      idempotent: true,
    },
    createCheckoutPaymentIntent: {
      method: "POST",
      path: "/api/v1/shop/checkout/payment-intent",
      access: "keyMaybeToken",
      localized: true,
      idempotent: true,
    },
    getCheckoutOrder: { method: "GET", path: "/api/v1/shop/checkout/order/{id}", access: "keyOrToken" },
    readGiftCardBalance: { method: "POST", path: "/api/v1/shop/gift-cards/balance" },
  },
  operating: {
    getHealth: { method: "GET", path: "/healthz", access: "none" },
    getReadiness: { method: "GET", path: "/readyz", access: "none" },
  },
  reference: { getOpenApi: { method: "GET", path: "/openapi.json", access: "none" } },
};
