// Written by `npm run generate` from admin-openapi.json. Change the server, and not this file.

import type { AdminOperation, Call } from "./admin-operation.ts";
import type { CallOptions, IdempotentCallOptions, List } from "./operation.ts";

/** No input. */
export type NoInput = Record<string, never>;

export interface ListedDocument {
  id: string;
  contentType: string;
  revision: number;
  /** In the requested locale; else in the site's default locale, or in the first one. */
  title: string;
  slug: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  /** The values of the newest draft in the locale of the title, if you asked for `fields`. The server cuts texts after 200 characters, and returns null for lists, objects and missing values. */
  fields?: Record<string, string | number | boolean | null>;
  translations: {
    id: string;
    locale: string;
    /** `DRAFT`: nothing is published. `PUBLISHED`: and nothing was changed since. `CHANGED`: published, with a newer draft. */
    state: "DRAFT" | "PUBLISHED" | "CHANGED";
    revision: number;
    slug: string;
    title: string;
    /** ISO 8601, UTC, with milliseconds. */
    publishedAt: string | null;
    /** ISO 8601, UTC, with milliseconds. */
    updatedAt: string;
    isInvalid: boolean;
    /** The plans that are still to come. Null: there are none. */
    scheduled: {
      /** ISO 8601, UTC, with milliseconds. */
      publishAt: string | null;
      /** ISO 8601, UTC, with milliseconds. */
      unpublishAt: string | null;
    } | null;
    editedBy: { id: string; name: string } | null;
  }[];
}

export interface DraftBlock {
  /** Made when absent. */
  id?: string;
  type: string;
  props?: Record<string, unknown>;
  /** By JSON Pointer into the props. */
  bindings?: Record<
    string,
    {
      source: "entry" | "product" | "category" | "site";
      contentType?: string;
      slug?: string;
      /** JSON Pointer into the entry's data, the product, the category or the site. */
      path: string;
    }
  >;
  /** Blocks by slot. */
  children?: Record<string, DraftBlock[]>;
}

export interface Draft {
  slug: string;
  title: string;
  /** A page's texts for search engines. */
  seo?: {
    title?: string | null;
    description?: string | null;
    canonicalUrl?: string | null;
    image?: string | null;
    noIndex?: boolean;
    noFollow?: boolean;
  };
  /** A page's blocks, with their bindings. */
  composition?: unknown[];
  /** An entry's fields. */
  data?: unknown;
}

export interface Translation {
  id: string;
  locale: string;
  /** `DRAFT`: nothing is published. `PUBLISHED`: and nothing was changed since. `CHANGED`: published, with a newer draft. */
  state: "DRAFT" | "PUBLISHED" | "CHANGED";
  revision: number;
  draft: Draft | null;
  /** The content that the public sees. */
  published: {
    slug: string;
    title: string;
    /** A page's texts for search engines. */
    seo?: {
      title?: string | null;
      description?: string | null;
      canonicalUrl?: string | null;
      image?: string | null;
      noIndex?: boolean;
      noFollow?: boolean;
    };
    /** A page's blocks, with their bindings. */
    composition?: unknown[];
    /** An entry's fields. */
    data?: unknown;
    /** ISO 8601, UTC, with milliseconds. */
    publishedAt: string;
    /** ISO 8601, UTC, with milliseconds. */
    firstPublishedAt: string;
  } | null;
  /** The problems that block a publication, by JSON Pointers into the draft. For published content, its problems under the present types. */
  problems: { path: string; code: string; message: string }[];
  scheduled: {
    /** ISO 8601, UTC, with milliseconds. */
    publishAt: string | null;
    /** ISO 8601, UTC, with milliseconds. */
    unpublishAt: string | null;
    /** The revision that will be published, even if the draft changes until then. */
    revision: number;
    by: { id: string; name: string } | null;
    /** Why it could not be done; null: it is still to come. */
    failure: string | null;
    /** The first fault. */
    fault: {
      /** The title of the document that has the problem. */
      title: string | null;
      /** JSON Pointer into the content. */
      path: string;
      code: string;
    } | null;
  } | null;
  /** The published content no longer meets its types. */
  isInvalid: boolean;
  editedBy: { id: string; name: string } | null;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface Document {
  id: string;
  contentType: string;
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  translations: Translation[];
}

export interface TrashedDocument {
  id: string;
  kind: "page" | "entry";
  contentType: string;
  title: string;
  /** By locale: the slugs that it had. */
  slugs: Record<string, string>;
  /** ISO 8601, UTC, with milliseconds. */
  trashedAt: string;
  trashedBy: { id: string; name: string } | null;
  /** When it goes for good. */
  removedAt: string;
}

export interface Comment {
  id: string;
  author: { id: string; name: string };
  text: string;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  editedAt: string | null;
}

export interface CommentThread {
  id: string;
  /** The id of a block of the draft. The thread stays if somebody deletes the block. Null: the document itself. */
  block: string | null;
  /** JSON Pointer to a field: into the props of the block, or into the draft of the document, such as `/title`. Null: the whole block or document. */
  path: string | null;
  /** Null: the thread is open. `PUBLICATION`: the translation was published. */
  resolved: {
    /** ISO 8601, UTC, with milliseconds. */
    at: string;
    by: { id: string; name: string } | null;
    because: "MEMBER" | "PUBLICATION";
  } | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  commentCount: number;
  /** The oldest first. In lists: the first comment and the latest three. */
  comments: Comment[];
}

export interface Review {
  id: string;
  document: {
    id: string;
    /** `page` for a page. */
    contentType: string;
    title: string;
  };
  locale: string;
  asker: { id: string; name: string };
  reviewer: { id: string; name: string };
  note: string | null;
  /** What the reviewer said at the end. */
  answer: string | null;
  /** `DONE`: the reviewer ended it. `PUBLISHED`: the draft was published. */
  state: "OPEN" | "DONE" | "PUBLISHED";
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  endedAt: string | null;
}

export interface EditedBlockType {
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
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface TypeCheck {
  /** The definition itself has no problem. */
  valid: boolean;
  problems: { path: string; code: string; message: string }[];
  /** Contents that it would make invalid, at most 100. */
  affected: {
    document: string;
    locale: string;
    /** Which content of the translation it is. */
    state: "PUBLISHED" | "DRAFT";
    /** JSON Pointer into the content, to its first fault. */
    path: string;
    code: string;
    message: string;
  }[];
  affectedTotal: number;
}

export interface EditedContentType {
  type: string;
  title: string;
  /** JSON Schema 2020-12 of an entry's data. */
  schema: Record<string, unknown>;
  /** How an editor shows the fields. */
  uiSchema: Record<string, unknown>;
  /** The type has one entry, such as the site's settings. */
  single: boolean;
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface IssuedPreview {
  id: string;
  /** Null: it is gone, or there is a release. */
  page: { id: string; name: string } | null;
  release: { id: string; name: string } | null;
  /** The token's last four characters. */
  lastFour: string;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  expiresAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  cancelledAt: string | null;
}

export interface UnsavedBlock {
  id?: string;
  type: string;
  props?: Record<string, unknown>;
  bindings?: Record<
    string,
    {
      source: "entry" | "product" | "category" | "site";
      contentType?: string;
      slug?: string;
      /** JSON Pointer into the entry's data, the product, the category or the site. */
      path: string;
    }
  >;
  children?: Record<string, UnsavedBlock[]>;
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

export interface ResolvedPage {
  locale: string;
  title: string;
  seo: {
    title: string | null;
    description: string | null;
    canonicalUrl: string | null;
    image: string | null;
    noIndex: boolean;
    noFollow: boolean;
  };
  composition: Block[];
}

export interface ListedForm {
  slug: string;
  name: string;
  /** The version of the form. Each submission names the version with which it was made. */
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface EditedForm {
  slug: string;
  name: string;
  /** The version of the form. Each submission names the version with which it was made. */
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  schema: Record<string, unknown>;
  uiSchema: Record<string, unknown>;
  submitLabel: string;
  successMessage: string;
}

export interface ListedSubmission {
  id: string;
  /** ISO 8601, UTC, with milliseconds. */
  submittedAt: string;
  /** The form's version at the time of the submission. */
  version: number;
  /** Somebody of the site has marked it as read. */
  read: boolean;
  /** The honeypot caught it, or somebody of the site has marked it. */
  spam: boolean;
  /** The network that it came from, not the client address. */
  network: string;
  /** Null if it is longer than 16 KiB: read that submission alone. */
  data: Record<string, unknown> | null;
}

export interface FormSubmission {
  id: string;
  /** ISO 8601, UTC, with milliseconds. */
  submittedAt: string;
  /** The form's version at the time of the submission. */
  version: number;
  /** Somebody of the site has marked it as read. */
  read: boolean;
  /** The honeypot caught it, or somebody of the site has marked it. */
  spam: boolean;
  /** The network that it came from, not the client address. */
  network: string;
  /** The visitor's entries, by field. */
  data: Record<string, unknown>;
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

/** Something that happened to an order. `by` is null if the buyer, the payment processor, a job or the command line did it. */
export interface OrderTimelineEntry {
  id: string;
  /** ISO 8601, UTC, with milliseconds. */
  at: string;
  kind: "PLACED" | "PAID" | "CANCELLED" | "FULFILLED" | "REFUNDED" | "REFUND_FAILED" | "DISPUTED" | "DISPUTE_CLOSED" | "NOTE" | "MAIL";
  by: { id: string; name: string } | null;
  lines?: { id: string; quantity: number }[];
  tracking?: {
    carrier?: string;
    number?: string;
    /** Where the buyer follows the parcel. */
    url?: string;
  };
  /** The shop cancelled the order: in the studio, through the API or on the command line. */
  byShop?: boolean;
  /** How much was sent after this shipment. */
  fulfilment?: "PARTIAL" | "FULFILLED";
  /** Minor units. */
  amount?: number;
  reason?: string;
  /** The reason of the payment processor. */
  code?: string;
  /** The last moment to answer the dispute at the payment processor. */
  respondBy?: string;
  /** `LOST`: the buyer gets the disputed amount back. */
  outcome?: "WON" | "LOST";
  text?: string;
  /** The mail that the buyer got. */
  mail?: "PAID" | "FULFILLED" | "REFUNDED" | "CANCELLED" | "GIFT_CARDS";
}

export interface OrderDetails {
  id: string;
  /** The number by which people name the order; each site counts its own. */
  number: number;
  /** `PENDING` until it is paid; `CANCELLED` when it was not in time, or cannot be; `PAID`, then `FULFILLED` once it is on its way; `PARTIALLY_REFUNDED` and `REFUNDED` when money went back. A payment that comes late makes a cancelled order `PAID`. */
  status: "PENDING" | "PAID" | "FULFILLED" | "CANCELLED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  /** `FAILED` may be tried again while the order is pending. `REQUIRES_ACTION` waits for the payer, `PROCESSING` for a bank; `CANCELLED` is over. */
  paymentStatus: "PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "FAILED" | "CANCELLED" | "SUCCEEDED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  /** How much was sent: nothing, a part, or everything that was not refunded before it was sent. */
  fulfilment: "UNFULFILLED" | "PARTIAL" | "FULFILLED";
  currency: string;
  /** Minor units. */
  total: number;
  /** Minor units. */
  refundedAmount: number;
  /** The address for mails about the order. */
  email: string | null;
  /** The customer whose token came with the order. */
  customerId: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  paidAt: string | null;
  /** Grows with each change of the order. */
  revision: number;
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
  /** The customer whom a guest claimed to be. Nobody proved it. */
  claimedCustomerId: string | null;
  /** The locale in which the buyer saw the shop. */
  locale: string | null;
  /** The buyer's. */
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
    id: string;
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
    /** Minor units. */
    tax: number;
    /** Each unit is a gift card. */
    isGiftCard: boolean;
    /** Units that were sent. */
    fulfilled: number;
    /** Units that a refund by line returned. */
    refunded: number;
    /** Refunded units that had not been sent. The shop no longer sends them. */
    removed: number;
  }[];
  payment: {
    id: string;
    /** `FAILED` may be tried again while the order is pending. `REQUIRES_ACTION` waits for the payer, `PROCESSING` for a bank; `CANCELLED` is over. */
    status: "PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "FAILED" | "CANCELLED" | "SUCCEEDED" | "PARTIALLY_REFUNDED" | "REFUNDED";
    /** Minor units. */
    amount: number;
    /** The processor's ID. */
    processorPayment: string | null;
  };
  /** The refunds that were requested here, the latest first. */
  refunds: {
    id: string;
    /** Minor units. */
    amount: number;
    /** The part of the amount that goes back to gift cards, in minor units. */
    toGiftCards: number;
    /** `PENDING`: the payment processor has not answered yet. The server asks it again until it knows the result. */
    status: "PENDING" | "SUCCEEDED" | "FAILED";
    reason: string | null;
    lines: { id: string; quantity: number }[] | null;
    restock: boolean;
    by: { id: string; name: string } | null;
    /** ISO 8601, UTC, with milliseconds. */
    createdAt: string;
  }[];
  /** The latest first, at most 500 entries. */
  timeline: OrderTimelineEntry[];
  /** When a pending order is given up. */
  expiresAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  fulfilledAt: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  cancelledAt: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface SitePayment {
  id: string;
  /** Null: a payment without an order, such as a donation. */
  order: { id: string; number: number } | null;
  status: "PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "FAILED" | "CANCELLED" | "SUCCEEDED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  /** Minor units. */
  amount: number;
  /** Minor units. */
  refundedAmount: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  /** The payment processor's ID. */
  processorPayment: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface StockMovement {
  id: string;
  /** ISO 8601, UTC, with milliseconds. */
  at: string;
  /** `INITIAL`: the variant was created, or the ledger began. `IMPORT`: a bundle or a table set the stock. `HAND`: a member changed it, or somebody in the database. */
  kind: "INITIAL" | "ORDER" | "CANCELLATION" | "REFUND" | "IMPORT" | "HAND";
  /** The sum of all changes of a variant is its stock. */
  change: number;
  /** After the change. Null: not tracked from then on, which counts as 0. */
  stock: number | null;
  reason: "RECEIVED" | "COUNTED" | "DAMAGED" | "RETURNED" | "OTHER" | null;
  note: string | null;
  order: { id: string; number: number } | null;
  by: { id: string; name: string } | null;
}

export interface VariantPrice {
  id: string;
  /** Minor units. */
  price: number;
  currency: string;
  /** ISO 8601, UTC, with milliseconds. */
  since: string;
  /** Null: it is the present price in its currency. */
  until: string | null;
  /** The lowest price of the 30 days before this one began, in the same currency. Null: there was none. */
  priorPrice: number | null;
  /** Whether the price before it was higher, in the same currency. */
  isReduction: boolean;
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

export interface EditedProductRow {
  id: string;
  slug: string;
  title: string;
  status: "DRAFT" | "ACTIVE" | "ARCHIVED";
  categoryId: string | null;
  currency: string;
  /** That of the cheapest variant, in minor units. */
  price: number;
  compareAtPrice: number | null;
  /** Grows with each change. Stock does not count. */
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  /** The first picture. */
  image: Picture | null;
  /** Their number. */
  variants: number;
  /** The sum of the tracked stocks. Null: none is tracked. */
  stock: number | null;
}

export interface EditedProduct {
  id: string;
  slug: string;
  title: string;
  status: "DRAFT" | "ACTIVE" | "ARCHIVED";
  categoryId: string | null;
  currency: string;
  /** That of the cheapest variant, in minor units. */
  price: number;
  compareAtPrice: number | null;
  /** Grows with each change. Stock does not count. */
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  description: string | null;
  seo: Record<string, unknown> | null;
  /** Which rate it has: one of the classes of the site's rules. */
  taxClass: string;
  /** Whether each unit that is paid for is a gift card worth the price of its variant. */
  giftCard: boolean;
  images: {
    /** The id of a file of the media library; then there is no url. */
    asset?: string;
    url?: string;
    alt: string | null;
    width?: number | null;
    height?: number | null;
  }[];
  options: { name: string; values: string[] }[];
  attributes: Record<string, unknown>;
  variants: {
    id: string;
    sku: string;
    title: string;
    price: number;
    compareAtPrice: number | null;
    /** In further currencies of the site, in minor units. */
    prices: Record<string, number>;
    /** `compareAtPrice` in the currencies of `prices`. */
    compareAtPrices: Record<string, number>;
    options: Record<string, string>;
    /** Null: shipping does not count it. */
    weightGrams: number | null;
    requiresShipping: boolean;
    /** Null: not tracked. */
    stock: number | null;
  }[];
  /** By locale: the words that differ, as in bundles. */
  translations: Record<string, Record<string, unknown>>;
}

export interface EditedCategoryRow {
  id: string;
  slug: string;
  title: string;
  status: "ACTIVE" | "HIDDEN";
  parentId: string | null;
  /** Its place among its siblings, from 0. */
  position: number;
  /** Active products in it and in all public categories below it; 0 while it is not public. */
  productCount: number;
  /** Grows with each change. The positions that others give it by moving do not count. */
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface EditedCategory {
  id: string;
  slug: string;
  title: string;
  status: "ACTIVE" | "HIDDEN";
  parentId: string | null;
  /** Its place among its siblings, from 0. */
  position: number;
  /** Active products in it and in all public categories below it; 0 while it is not public. */
  productCount: number;
  /** Grows with each change. The positions that others give it by moving do not count. */
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  description: string | null;
  seo: Record<string, unknown> | null;
  image: {
    /** The id of a file of the media library; then there is no url. */
    asset?: string;
    url?: string;
    alt: string | null;
    width?: number | null;
    height?: number | null;
  } | null;
  /** By locale: the words that differ, as in bundles. */
  translations: Record<string, Record<string, unknown>>;
}

export interface EditedPlanRow {
  id: string;
  slug: string;
  name: string;
  /** Per period, in minor units. */
  price: number;
  currency: string;
  interval: "day" | "week" | "month" | "year";
  /** Intervals per period. */
  intervalCount: number;
  trialDays: number;
  status: "ACTIVE" | "INACTIVE";
  /** Grows with each change. */
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface EditedPlan {
  id: string;
  slug: string;
  name: string;
  /** Per period, in minor units. */
  price: number;
  currency: string;
  interval: "day" | "week" | "month" | "year";
  /** Intervals per period. */
  intervalCount: number;
  trialDays: number;
  status: "ACTIVE" | "INACTIVE";
  /** Grows with each change. */
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  description: string | null;
  seo: Record<string, unknown> | null;
  features: string[];
  /** By locale: the words that differ, as in bundles. */
  translations: Record<string, Record<string, unknown>>;
}

export interface ImportedProducts {
  dryRun: boolean;
  products: { created: number; changed: number; unchanged: number };
  /** Counts the variants that have a row. */
  variants: { created: number; changed: number; unchanged: number };
  totalChanges: number;
  /** The first 200, with values as an export writes them; null: none. */
  changes: {
    /** In the file, counted from 1. */
    line: number;
    /** Its slug. */
    product: string;
    /** Null: the product has changed, and not one of its variants. */
    sku: string | null;
    /** The column, or the name of the option. */
    member: string;
    from: string | null;
    to: string | null;
  }[];
}

export interface ListedCustomer {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  emailVerified: boolean;
  /** Replaces the address once the customer confirms it. */
  newEmail: string | null;
  /** Since then the shop refuses to sign the customer in. */
  blockedAt: string | null;
  /** How many orders belong to the account, paid or not. */
  orders: number;
  revision: number;
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

export interface SiteCustomer {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  emailVerified: boolean;
  /** Replaces the address once the customer confirms it. */
  newEmail: string | null;
  /** Since then the shop refuses to sign the customer in. */
  blockedAt: string | null;
  /** How many orders belong to the account, paid or not. */
  orders: number;
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  /** Only the shop's people see it. An export for the customer includes it. */
  note: string | null;
  addresses: CustomerAddress[];
  /** The sums that the customer paid, by currency. */
  spent: {
    currency: string;
    /** Minor units, without what was refunded. */
    amount: number;
  }[];
  /** ISO 8601, UTC, with milliseconds. */
  lastOrderAt: string | null;
}

export interface CustomerErasure {
  /** False for a dry run. */
  erased: boolean;
  /** The numbers of the customer's orders. They stay, without any data about the buyer. */
  orders: number[];
  /** Other accounts' orders whose confirmation went to the customer's address. */
  ordersOfOthers: number[];
  /** Those of them that are paid and not sent yet: send them first, since the address goes, too. */
  toBeSent: number[];
  /** Payments without an order. */
  payments: number;
  submissions: number;
  /** Mails that waited to be sent. */
  mails: number;
  /** Submissions that contain the address among other words. They stay: the words may be another person's. */
  mentioning: { form: string; id: string }[];
}

export interface ListedOrder {
  id: string;
  /** The number by which people name the order; each site counts its own. */
  number: number;
  /** `PENDING` until it is paid; `CANCELLED` when it was not in time, or cannot be; `PAID`, then `FULFILLED` once it is on its way; `PARTIALLY_REFUNDED` and `REFUNDED` when money went back. A payment that comes late makes a cancelled order `PAID`. */
  status: "PENDING" | "PAID" | "FULFILLED" | "CANCELLED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  /** `FAILED` may be tried again while the order is pending. `REQUIRES_ACTION` waits for the payer, `PROCESSING` for a bank; `CANCELLED` is over. */
  paymentStatus: "PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "FAILED" | "CANCELLED" | "SUCCEEDED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  /** How much was sent: nothing, a part, or everything that was not refunded before it was sent. */
  fulfilment: "UNFULFILLED" | "PARTIAL" | "FULFILLED";
  currency: string;
  /** Minor units. */
  total: number;
  /** Minor units. */
  refundedAmount: number;
  /** The address for mails about the order. */
  email: string | null;
  /** The customer whose token came with the order. */
  customerId: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  paidAt: string | null;
  /** Grows with each change of the order. */
  revision: number;
  /** The number of units in all lines. */
  units: number;
}

export interface PackingSlip {
  id: string;
  /** The number by which people name the order; each site counts its own. */
  number: number;
  /** Grows with each change of the order. */
  revision: number;
  /** `PENDING` until it is paid; `CANCELLED` when it was not in time, or cannot be; `PAID`, then `FULFILLED` once it is on its way; `PARTIALLY_REFUNDED` and `REFUNDED` when money went back. A payment that comes late makes a cancelled order `PAID`. */
  status: "PENDING" | "PAID" | "FULFILLED" | "CANCELLED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  /** Whether the order can be fulfilled: it is paid, and something is left to send. */
  isToFulfil: boolean;
  /** The address for mails about the order. */
  email: string | null;
  /** The buyer's. */
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
  lines: {
    id: string;
    title: string;
    sku: string;
    /** Units that were ordered. */
    quantity: number;
    /** Units that are still to be sent. */
    left: number;
  }[];
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
}

export interface Discount {
  id: string;
  /** The code that buyers enter. */
  code: string | null;
  isAutomatic: boolean;
  /** By locale, one of them the site's default locale, which also serves locales without a text. */
  title: Record<string, string>;
  /** `PERCENT`: a share of the price. `AMOUNT`: an amount, distributed over the items. `FREE_SHIPPING`: the chosen way of shipping costs nothing. `BUY_GET`: the cheapest of so many items cost less. */
  kind: "PERCENT" | "AMOUNT" | "FREE_SHIPPING" | "BUY_GET";
  /** `PERCENT`: a decimal number as text, such as `"10"`. `AMOUNT`: an integer in minor units. `BUY_GET`: `{ "buy": 2, "get": 1, "percent": "100" }`, in which `percent` is 100 if it is absent. `FREE_SHIPPING`: absent. */
  value?:
    | string
    | number
    | {
        buy: number;
        get: number;
        /** A decimal number up to 100, as text. */
        percent?: string;
      };
  /** The items that the discount is for. Absent: all. */
  appliesTo?: {
    /** Slugs of categories. Their subcategories are included. */
    categories?: string[];
    /** Slugs of products. */
    products?: string[];
    /** SKUs of variants. */
    skus?: string[];
  };
  /** The items that the discount is for must cost at least this much together. */
  minimumSubtotal?: number;
  /** The amounts in further currencies of the site. A discount with an amount or a `minimumSubtotal` does not apply to orders in a currency without them: nothing is converted. */
  amounts?: Record<
    string,
    {
      /** `AMOUNT`: what it takes off, in the currency's minor units. */
      value?: number;
      /** In the currency's minor units, in the place of that beside. */
      minimumSubtotal?: number;
    }
  >;
  /** The order must have at least so many units of the items that the discount is for. */
  minimumQuantity?: number;
  startsAt?: string;
  /** The first moment at which the discount is over. */
  endsAt?: string;
  /** So many orders may use it in all. */
  usageLimit?: number;
  /** So many orders of a customer, or of a guest's e-mail address, may use it. Cancelled orders do not count. */
  perCustomerLimit?: number;
  /** Only for a customer, or a guest's e-mail address, without an earlier order. */
  firstOrderOnly?: boolean;
  combinesWith: "NONE" | "ALL";
  isActive: boolean;
  /** `SCHEDULED` before it starts, `ENDED` after its end, `USED_UP` at its limit. */
  state: "ACTIVE" | "SCHEDULED" | "ENDED" | "USED_UP" | "INACTIVE";
  /** How many orders use it. Cancelled ones do not. */
  uses: number;
  /** How many single-use codes it has. */
  codes: number;
  /** Grows with each change. */
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface ListedGiftCard {
  id: string;
  /** The end of its code. Nobody can read the rest. */
  last4: string;
  /** `VOIDED`: its price was refunded. */
  state: "ACTIVE" | "USED_UP" | "EXPIRED" | "BLOCKED" | "VOIDED";
  currency: string;
  /** Minor units. */
  initialAmount: number;
  /** Minor units. */
  balance: number;
  /** ISO 8601, UTC, with milliseconds. */
  expiresAt: string | null;
  /** Nobody can pay with it. */
  isBlocked: boolean;
  /** `false`: its code is on its way to the buyer, or waits for an address. */
  isMailed: boolean;
  /** For the shop's people. */
  note: string;
  /** With which it was sold. */
  order: { id: string; number: number } | null;
  /** Grows with each change by the shop's people. */
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
}

export interface GiftCardWithCode {
  id: string;
  /** The end of its code. Nobody can read the rest. */
  last4: string;
  /** `VOIDED`: its price was refunded. */
  state: "ACTIVE" | "USED_UP" | "EXPIRED" | "BLOCKED" | "VOIDED";
  currency: string;
  /** Minor units. */
  initialAmount: number;
  /** Minor units. */
  balance: number;
  /** ISO 8601, UTC, with milliseconds. */
  expiresAt: string | null;
  /** Nobody can pay with it. */
  isBlocked: boolean;
  /** `false`: its code is on its way to the buyer, or waits for an address. */
  isMailed: boolean;
  /** For the shop's people. */
  note: string;
  /** With which it was sold. */
  order: { id: string; number: number } | null;
  /** Grows with each change by the shop's people. */
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** The latest first, at most 500. All amounts of a card add up to its balance. */
  changes: {
    id: string;
    /** ISO 8601, UTC, with milliseconds. */
    at: string;
    /** `REDEEMED`: it has paid for an order. `RETURNED`: that order was cancelled. `REFUNDED`: that order was refunded. `VOIDED`: its price was refunded. */
    kind: "ISSUED" | "REDEEMED" | "RETURNED" | "REFUNDED" | "ADJUSTED" | "VOIDED";
    /** Below 0: it was taken off. In minor units. */
    amount: number;
    /** After the change. */
    balance: number;
    order: { id: string; number: number } | null;
    by: { id: string; name: string } | null;
    reason: string | null;
  }[];
  /** In this answer alone. */
  code: string;
}

export interface GiftCard {
  id: string;
  /** The end of its code. Nobody can read the rest. */
  last4: string;
  /** `VOIDED`: its price was refunded. */
  state: "ACTIVE" | "USED_UP" | "EXPIRED" | "BLOCKED" | "VOIDED";
  currency: string;
  /** Minor units. */
  initialAmount: number;
  /** Minor units. */
  balance: number;
  /** ISO 8601, UTC, with milliseconds. */
  expiresAt: string | null;
  /** Nobody can pay with it. */
  isBlocked: boolean;
  /** `false`: its code is on its way to the buyer, or waits for an address. */
  isMailed: boolean;
  /** For the shop's people. */
  note: string;
  /** With which it was sold. */
  order: { id: string; number: number } | null;
  /** Grows with each change by the shop's people. */
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** The latest first, at most 500. All amounts of a card add up to its balance. */
  changes: {
    id: string;
    /** ISO 8601, UTC, with milliseconds. */
    at: string;
    /** `REDEEMED`: it has paid for an order. `RETURNED`: that order was cancelled. `REFUNDED`: that order was refunded. `VOIDED`: its price was refunded. */
    kind: "ISSUED" | "REDEEMED" | "RETURNED" | "REFUNDED" | "ADJUSTED" | "VOIDED";
    /** Below 0: it was taken off. In minor units. */
    amount: number;
    /** After the change. */
    balance: number;
    order: { id: string; number: number } | null;
    by: { id: string; name: string } | null;
    reason: string | null;
  }[];
}

export interface OwnAdmin {
  id: string;
  email: string;
  name: string;
  locale: string;
  /** Runs the server, and may enter its sites. */
  isOperator: boolean;
  secondFactors: ("TOTP" | "PASSKEY")[];
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
}

export interface OwnSession {
  admin: OwnAdmin;
  /** Those of which the person is a member, and those that an operator has entered. */
  sites: {
    slug: string;
    name: string;
    role: "VIEWER" | "AUTHOR" | "EDITOR" | "SALES" | "ADMIN" | "OWNER";
    /** The role's permissions, limited to those that the credential allows. */
    permissions: (
      | "site:read"
      | "content:read"
      | "media:read"
      | "catalog:read"
      | "content:write"
      | "media:write"
      | "previews:write"
      | "content:publish"
      | "catalog:write"
      | "stock:write"
      | "orders:read"
      | "orders:write"
      | "payments:read"
      | "customers:read"
      | "orders:refund"
      | "customers:write"
      | "customers:export"
      | "customers:erase"
      | "submissions:read"
      | "forms:write"
      | "model:write"
      | "settings:write"
      | "keys:write"
      | "webhooks:write"
      | "audit:read"
      | "bundle:read"
      | "bundle:write"
      | "members:write"
      | "owners:write"
      | "plugins:secrets"
      | "site:delete"
    )[];
  }[];
}

export interface OwnToken {
  id: string;
  name: string;
  /** Caps the role of its owner in each site. */
  role: "VIEWER" | "AUTHOR" | "EDITOR" | "SALES" | "ADMIN" | "OWNER";
  /** The slug of the only site that it opens; null: every site of its owner. */
  site: string | null;
  /** The last characters of the token. */
  lastFour: string;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  expiresAt: string;
  /** To the minute. */
  lastUsedAt: string | null;
}

export interface NewToken {
  id: string;
  name: string;
  /** Caps the role of its owner in each site. */
  role: "VIEWER" | "AUTHOR" | "EDITOR" | "SALES" | "ADMIN" | "OWNER";
  /** The slug of the only site that it opens; null: every site of its owner. */
  site: string | null;
  /** The last characters of the token. */
  lastFour: string;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  expiresAt: string;
  /** To the minute. */
  lastUsedAt: string | null;
  /** Shown this once. */
  token: string;
}

export interface ListedSite {
  slug: string;
  name: string;
  role: "VIEWER" | "AUTHOR" | "EDITOR" | "SALES" | "ADMIN" | "OWNER";
  /** The role's permissions, limited to those that the credential allows. */
  permissions: (
    | "site:read"
    | "content:read"
    | "media:read"
    | "catalog:read"
    | "content:write"
    | "media:write"
    | "previews:write"
    | "content:publish"
    | "catalog:write"
    | "stock:write"
    | "orders:read"
    | "orders:write"
    | "payments:read"
    | "customers:read"
    | "orders:refund"
    | "customers:write"
    | "customers:export"
    | "customers:erase"
    | "submissions:read"
    | "forms:write"
    | "model:write"
    | "settings:write"
    | "keys:write"
    | "webhooks:write"
    | "audit:read"
    | "bundle:read"
    | "bundle:write"
    | "members:write"
    | "owners:write"
    | "plugins:secrets"
    | "site:delete"
  )[];
  /** For an hour, as an operator. */
  hasEntered: boolean;
  /** ISO 8601, UTC, with milliseconds. */
  suspendedAt: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  deletedAt: string | null;
  /** A deleted site can be restored until then. */
  restorableUntil: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
}

export interface Member {
  /** The id of the person, the same in each of their sites and in the audit log. */
  id: string;
  name: string;
  /** Null for those who may not change members. */
  email: string | null;
  /** Null for those who may not change members. */
  hasSecondFactor: boolean | null;
  role: "VIEWER" | "AUTHOR" | "EDITOR" | "SALES" | "ADMIN" | "OWNER";
  revision: number;
  /** Since when the person has been a member. */
  createdAt: string;
}

export interface Invitation {
  id: string;
  email: string;
  role: "VIEWER" | "AUTHOR" | "EDITOR" | "SALES" | "ADMIN" | "OWNER";
  invitedBy: { id: string; name: string } | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  expiresAt: string;
  /** When the latest mail was sent; null until then. */
  sentAt: string | null;
}

export interface Passkey {
  id: string;
  name: string;
  /** Its owner's devices share it. */
  isBackedUp: boolean;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  lastUsedAt: string | null;
}

export interface ServerAdmin {
  id: string;
  email: string;
  name: string;
  locale: string;
  isOperator: boolean;
  /** Nobody can sign in with it, and its tokens open nothing. */
  isDisabled: boolean;
  /** False until a first one is chosen. */
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** By slug, the first 100. */
  sites: { slug: string; role: "VIEWER" | "AUTHOR" | "EDITOR" | "SALES" | "ADMIN" | "OWNER" }[];
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** The latest use of a session that still exists. */
  lastSeenAt: string | null;
}

/** Where the shop sends, and for what price. The most specific zone applies: one with the region, else one with the country, else `*`. */
export interface ShippingRules {
  zones: {
    /** Lower-case letters, digits and hyphens. */
    id: string;
    /** By locale, one of them the site's default locale, which also serves locales without a text. */
    title?: Record<string, string>;
    /** Countries of ISO 3166-1, or `*` alone for all others. */
    countries: string[];
    /** Only these regions of the zone's one country, as addresses name them. */
    regions?: string[];
    /** In the order in which buyers see them. The first is chosen for those who choose none. */
    options: {
      /** Lower-case letters, digits and hyphens. */
      id: string;
      /** By locale, one of them the site's default locale, which also serves locales without a text. */
      title: Record<string, string>;
      /** By locale, one of them the site's default locale, which also serves locales without a text. */
      description?: Record<string, string>;
      /** In minor units of the site's currency. */
      price?: number;
      /** Prices by the subtotal or the weight of the items, in the place of `price`. Above all tiers, the option is not offered. */
      tiers?: {
        /** The price applies up to this subtotal. Absent in the last tier: to any. */
        upToSubtotal?: number;
        /** The price applies up to this weight in grams, in the place of a subtotal. */
        upToWeight?: number;
        /** In minor units of the site's currency. */
        price: number;
      }[];
      /** From this subtotal of the items on, the option costs nothing. */
      freeFrom?: number;
      /** The price of the option in further currencies of the site, in their minor units. The server offers the option for no order in a currency without amounts: nothing is converted. */
      amounts?: Record<
        string,
        {
          /** In minor units of the site's currency. */
          price?: number;
          /** Prices by the subtotal or the weight of the items, in the place of `price`. Above all tiers, the option is not offered. */
          tiers?: {
            /** The price applies up to this subtotal. Absent in the last tier: to any. */
            upToSubtotal?: number;
            /** The price applies up to this weight in grams, in the place of a subtotal. */
            upToWeight?: number;
            /** In minor units of the site's currency. */
            price: number;
          }[];
          /** From this subtotal of the items on, the option costs nothing. */
          freeFrom?: number;
        }
      >;
      /** In grams. Heavier orders are not offered the option. */
      maxWeight?: number;
      /** The buyer fetches the items: the order needs no street. */
      pickup?: boolean;
      deliveryDays?: { min: number; max: number };
    }[];
  }[];
}

/** Which tax an order has. */
export interface TaxRules {
  /** Whether the prices of products and of shipping include the tax of `country`. */
  pricesInclude: boolean;
  /** A country of ISO 3166-1. */
  country: string;
  /** Whose rate applies: that of the country to which the order goes (if absent), or that of `country` for all orders. */
  basis?: "DESTINATION" | "ORIGIN";
  /** With included tax: whether buyers pay the same price in each country (if absent). `false`: the price without tax is the same, and the tax of the destination is added to it. */
  keepGross?: boolean;
  /** Whether shipping is taxed as the items are. Absent: it is. */
  taxShipping?: boolean;
  /** Lower-case letters, digits and hyphens. Absent: `standard`. */
  shippingClass?: string;
  /** Whether the tax is rounded for each line (if absent) or once for the order. Half is rounded up. */
  rounding?: "LINE" | "ORDER";
  /** A country without a rate has no tax. A rate for the region comes before that for the country. Where a class has no rate, that of the class `standard` applies. */
  rates: {
    /** A country of ISO 3166-1. */
    country: string;
    /** Only this region, as addresses name it. */
    region?: string;
    /** Lower-case letters, digits and hyphens. Absent: `standard`. */
    class?: string;
    /** A decimal number up to 100, as text. */
    percent: string;
    /** By locale, one of them the site's default locale, which also serves locales without a text. */
    title: Record<string, string>;
    /** The first day on which the rate applies, in the site's time zone. Absent: since always. */
    validFrom?: string;
  }[];
}

export interface AdminSite {
  id: string;
  slug: string;
  name: string;
  /** ll or ll-RR, such as en or pt-BR. */
  defaultLocale: string;
  /** The default locale among them. */
  locales: string[];
  currency: string;
  allowedOrigins: string[];
  /** Hosts at which published reads need no key, so that a CDN in front may answer everybody alike, such as api.shop.example. They lead to this server. */
  apiHosts: string[];
  storefrontUrl: string | null;
  settings: {
    /** An IANA time zone, such as Europe/Berlin, which decides when the days of reports begin. UTC if absent. */
    timeZone?: string;
    /** The currencies in which the shop sells (ISO 4217, lower case), the site's own first. Absent: its own alone. A product is sold in those in which it has a price. */
    currencies?: string[];
    customers?: {
      requireVerifiedEmail?: boolean;
      /** Accounts that nobody confirmed or ordered with are removed after so many days. Absent: they are kept. */
      unconfirmedRetentionDays?: number;
    };
    catalog?: {
      /** Attributes of products that translations may replace. All others are the same in every locale. */
      translatedAttributes?: string[];
    };
    checkout?: {
      /** Who decides about shipping and tax: `request`, the caller of the checkout (if absent), or `rules`, `shipping` and `tax` of these settings. */
      totals?: "request" | "rules";
      expiryMinutes?: number;
      /** The payment processor's page asks for the addresses, unless the order has a shipping address. */
      collectAddress?: {
        /** The shop sends to these countries (ISO 3166-1). */
        countries: string[];
      };
    };
    forms?: {
      /** Who gets a mail about each submission. */
      notify?: string[];
      /** Submissions that are older are removed. Absent: they are kept. */
      retentionDays?: number;
    };
    mail?: { senderName?: string };
    /** The site's own texts of mails, by kind and locale. `{name}` stands for the placeholder `name`; a text has no other braces. `GET S/mails` lists the kinds with their placeholders. The server leaves out a line with a placeholder that has no value. */
    mails?: {
      "verify-email"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "reset-password"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "password-changed"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "change-email"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "email-change-requested"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "order-paid"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "gift-cards"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "order-shipped"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "order-partly-shipped"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "order-refunded"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "order-cancelled"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "order-notice"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "payment-notice"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "form-notice"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
    };
    media?: {
      /** The limit for all files together. It cannot exceed the server's limit for the site, which applies if it is absent. */
      quotaMb?: number;
      /** Pictures keep what cameras wrote into them, the place among it. Absent: it is cut out. */
      keepMetadata?: boolean;
      /** Addresses of files are signed, and expire within a day. Absent: they are for everybody, for good. */
      private?: boolean;
      /** Width to height, to which pictures can be cropped. Absent: 1:1, 4:3 and 16:9. */
      ratios?: string[];
    };
    orders?: {
      /** Buyers get a mail when their order is paid, refunded, or cancelled by the shop. */
      confirmationMail?: boolean;
      /** The addresses that get a mail about each paid order. */
      notify?: string[];
    };
    shipping?: ShippingRules;
    tax?: TaxRules;
    team?: {
      /** Members without a second factor may do nothing in the site. */
      requireSecondFactor?: boolean;
      /** Entries of the audit log are removed after so many days; absent: 400. */
      auditRetentionDays?: number;
    };
    payments?: { minAmount?: number; maxAmount?: number };
  };
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  suspendedAt: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface ApiKey {
  id: string;
  name: string;
  /** The key's last four characters. */
  lastFour: string;
  /** Reads per second for this key, in place of the limit per client. */
  readLimit: number | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  revokedAt: string | null;
}

export interface ServerSite {
  id: string;
  slug: string;
  name: string;
  state: "ACTIVE" | "SUSPENDED" | "DELETED";
  /** By address, the first 10. */
  owners: { id: string; name: string; email: string }[];
  /** How many there are, owners among them. */
  members: number;
  /** The size of its media library's files, as its quota counts them. */
  fileBytes: number;
  /** The quota that an operator set for the site's files, in MB. Null: the server's own applies. */
  mediaQuotaMb: number | null;
  /** The size of its data in the database, as measured last. */
  dataBytes: number;
  /** The quota that an operator set for the site's data, in MB. Null: the server's own applies. */
  dataQuotaMb: number | null;
  /** ISO 8601, UTC, with milliseconds. */
  suspendedAt: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  deletedAt: string | null;
  /** A deleted site can be restored until then. */
  restorableUntil: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
}

export interface Plugin {
  plugin: string;
  enabled: boolean;
  config: {
    publishableKey?: string;
    currency?: string;
    notify?: string[];
    secretKey?: {
      set: boolean;
      /** Null if the value is missing, or too short to show a part of it. */
      lastFour: string | null;
    };
    webhookSecrets?: {
      set: boolean;
      /** Null if the value is missing, or too short to show a part of it. */
      lastFour: string | null;
    }[];
  };
  /** 0 until somebody has changed it. */
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string | null;
}

export interface ImportedSite {
  /** Its slug. */
  site: string;
  dryRun: boolean;
  /** By the names of bundles. */
  sections: Record<string, { created: number; updated: number; unchanged: number }>;
  /** Keys that were made since the bundle has none. No other answer shows them; a dry run has none. */
  newKeys: { name: string; key: string }[];
  /** Places to look at; at most 100. */
  warnings: {
    /** JSON Pointer. */
    path: string;
    code: string;
    message: string;
    line?: number;
    column?: number;
  }[];
}

export interface ReferringPlace {
  kind: "page" | "entry" | "product" | "category";
  id: string;
  /** An entry's content type. */
  contentType: string | null;
  /** The name that bundles use; for a product or a category, the slug. */
  name: string;
  title: string;
  /** The locale of pages and entries. */
  locale: string | null;
  /** For content: where the reference stands. */
  state: "PUBLISHED" | "DRAFT" | null;
  /** JSON Pointer into the content, or into the product or the category. */
  path: string;
}

export interface ListedRelease {
  id: string;
  name: string;
  /** `SCHEDULED`: it is published at `publishAt`. `FAILED`: it could not be, for the reason in `failure`; nothing was published. */
  state: "OPEN" | "SCHEDULED" | "PUBLISHED" | "FAILED";
  /** ISO 8601, UTC, with milliseconds. */
  publishAt: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  publishedAt: string | null;
  /** For people, in English. */
  failure: string | null;
  /** The first fault. */
  fault: {
    /** The title of the document that has the problem. */
    title: string | null;
    /** JSON Pointer into the content. */
    path: string;
    code: string;
  } | null;
  /** Grows with every change of the release, of its items and of its changes. */
  revision: number;
  createdBy: { id: string; name: string } | null;
  scheduledBy: { id: string; name: string } | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  /** Their number. */
  items: number;
  /** Their number. */
  changes: number;
}

export interface ReleaseItem {
  translation: string;
  document: string;
  contentType: string;
  locale: string;
  /** The slug of the content to publish, or of the published content to unpublish. */
  slug: string;
  title: string;
  action: "PUBLISH" | "UNPUBLISH";
  /** The revision of the translation that was chosen. It is frozen. */
  revision: number;
  /** The translation has changed since: the release has the revision all the same. */
  isOutdated: boolean;
  /** The document is in the trash: the release cannot be published with it. */
  isTrashed: boolean;
  addedBy: { id: string; name: string } | null;
  /** ISO 8601, UTC, with milliseconds. */
  addedAt: string;
}

export interface ReleaseChange {
  id: string;
  type: "product" | "category" | "plan";
  /** The id of the product, category or plan. */
  target: string;
  /** JSON Merge Patch, in the members of a bundle. */
  patch: Record<string, unknown>;
  /** The variants that the author of the patch saw. The patch changes only what differs from them. Null: it names no variants. */
  seenVariants: { sku: string }[] | null;
  addedBy: { id: string; name: string } | null;
  /** ISO 8601, UTC, with milliseconds. */
  addedAt: string;
}

export interface Release {
  id: string;
  name: string;
  /** `SCHEDULED`: it is published at `publishAt`. `FAILED`: it could not be, for the reason in `failure`; nothing was published. */
  state: "OPEN" | "SCHEDULED" | "PUBLISHED" | "FAILED";
  /** ISO 8601, UTC, with milliseconds. */
  publishAt: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  publishedAt: string | null;
  /** For people, in English. */
  failure: string | null;
  /** The first fault. */
  fault: {
    /** The title of the document that has the problem. */
    title: string | null;
    /** JSON Pointer into the content. */
    path: string;
    code: string;
  } | null;
  /** Grows with every change of the release, of its items and of its changes. */
  revision: number;
  createdBy: { id: string; name: string } | null;
  scheduledBy: { id: string; name: string } | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  items: ReleaseItem[];
  /** In the order in which they are made. */
  changes: ReleaseChange[];
}

export interface ReleaseGoods {
  type: "product" | "category" | "plan";
  id: string;
  /** As it is now, in the members of a bundle. Null: it is gone. */
  before: Record<string, unknown> | null;
  /** With the changes of the release. Null: it is gone. */
  after: Record<string, unknown> | null;
}

export interface ReleaseProblem {
  /** The translation of the item that it concerns. */
  item: string | null;
  /** The id of the change of the shop that it concerns. */
  change: string | null;
  /** The item's title. */
  title: string | null;
  /** The type of the block that the path leads into. */
  blockType: string | null;
  /** JSON Pointer into the draft, or into the product, category or plan. */
  path: string;
  code: string;
  message: string;
}

export interface ReleaseCheck {
  ready: boolean;
  /** At most 1000 of them. */
  problems: ReleaseProblem[];
  problemsTotal: number;
}

export interface Asset {
  id: string;
  revision: number;
  name: string;
  contentType: string;
  bytes: number;
  /** The cleaned file's digest, in hexadecimal. */
  sha256: string;
  /** In pixels. */
  width: number | null;
  /** In pixels. */
  height: number | null;
  dominantColor: string | null;
  /** A ThumbHash in base64: a blurred picture to show until the real one is there. */
  placeholder: string | null;
  /** By locale of the site: what a person who does not see the picture should know. */
  alt: Record<string, string>;
  /** For people in the media library. */
  title: string;
  tags: string[];
  /** Names separated by slashes, eight at most; empty: at the top. */
  folder: string;
  /** The point that crops keep: from the left and from the top, of 1. */
  focus: number[];
  /** Frames of an animated picture, pages of a document, where the file tells. */
  pages: number | null;
  /** The duration of video and audio, if the file states it. */
  durationMs: number | null;
  /** Public. It changes when the bytes or the focus do. Variants have another last segment, such as `640xauto.auto`. */
  url: string;
  createdBy: { id: string; name: string } | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface AssetUsage {
  type: "page" | "entry" | "product" | "category";
  id: string;
  /** An entry's content type. */
  contentType: string | null;
  /** The locale of pages and entries. */
  locale: string | null;
  /** For products and categories: whether they are public. */
  state: "DRAFT" | "PUBLISHED";
  /** JSON Pointer into the content, the product or the category. */
  path: string;
  title: string;
}

export interface UnfinishedUpload {
  id: string;
  /** The file name that the client sent. */
  name: string | null;
  /** The size of the whole file, which counts against the quota. */
  bytes: number;
  /** Bytes that the server has. */
  offset: number;
  by: { id: string; name: string } | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  expiresAt: string;
}

export interface Upload {
  id: string;
  /** The size of the whole file. */
  bytes: number;
  /** Bytes that the server has. */
  offset: number;
  /** ISO 8601, UTC, with milliseconds. */
  expiresAt: string;
  asset: Asset | null;
  /** The site had a file with the same bytes, and the asset is that one. */
  duplicate: boolean;
  /** Parts of an SVG drawing that were cut out because they run a script, load something from elsewhere or are not known, such as `<image href>` or `@import`: 20 at most, each once. Without programs' own notes, which show nothing. Empty for other files. */
  cut: string[];
}

export interface AuditEntry {
  id: string;
  /** ISO 8601, UTC, with milliseconds. */
  at: string;
  actor: {
    kind: "SESSION" | "TOKEN" | "CLI" | "JOB" | "SIGNUP";
    /** Null: nobody, or an account that is gone. */
    admin: { id: string; name: string } | null;
    /** The personal access token's name. */
    tokenName: string | null;
  };
  /** The id of the operation, or the name of the command or job. */
  action: string;
  target: {
    type: string;
    id: string;
    /** Its name at that time. */
    label: string | null;
  };
  /** The members that changed; without values where these are secret, personal or long. */
  changes: { member: string; from?: unknown; to?: unknown }[];
}

export interface Server {
  version: string;
  nodeVersion: string;
  database: { version: string; description: string };
  /** The values of the server that responds. Other servers behind the same load balancer have their own. */
  processes: {
    /** Its number, where there are several. */
    worker: string | null;
    /** ISO 8601, UTC, with milliseconds. */
    startedAt: string;
    residentBytes: number;
  }[];
  /** Runs of background jobs in these processes. */
  jobs: {
    name: string;
    succeeded: number;
    failed: number;
    /** ISO 8601, UTC, with milliseconds. */
    lastSuccessAt: string | null;
  }[];
  /** The outbox, by kind. */
  queues: {
    kind: string;
    waiting: number;
    /** Waiting for more than ten minutes. */
    late: number;
    /** Given up. */
    failed: number;
    /** Not added, since too many of one site waited. */
    skipped: number;
    oldestSeconds: number;
  }[];
  payments: {
    open: number;
    /** Overdue for a look at the payment processor. */
    late: number;
    pendingOrders: number;
  };
  /** What `vitrine doctor` reports, a minute old at most. Null while that takes longer than ten seconds: ask again. */
  findings: { check: string; ok: boolean; detail: string }[] | null;
}

export interface Overview {
  days: 7 | 30 | 90;
  /** The time zone in the site's settings, which decides when a day begins. */
  timeZone: string;
  /** One row for each day and currency, also for days without sales. The currencies are the site's and every other currency with sales. Needs `orders:read`. */
  sales?: {
    /** In the site's time zone. */
    day: string;
    currency: string;
    /** That were paid on this day. */
    orders: number;
    /** The total of these orders, with tax and shipping, without what was refunded of them, whenever that was. In minor units. */
    revenue: number;
    /** The path and query of the list that the figure counts. */
    list: string;
  }[];
  /** Orders that are paid and not fulfilled. Needs `orders:read`. */
  toFulfil?: {
    count: number;
    /** The path and query of the list that the figure counts. */
    list: string;
  };
  /** Payments that failed within these days. Needs `payments:read`. */
  failedPayments?: {
    count: number;
    /** The path and query of the list that the figure counts. */
    list: string;
  };
  /** Active products with five pieces or fewer of a variant. Needs `catalog:read`. */
  lowStock?: {
    count: number;
    /** The path and query of the list that the figure counts. */
    list: string;
  };
  scheduled?: {
    pages: {
      count: number;
      /** The path and query of the list that the figure counts. */
      list: string;
    };
    entries: {
      count: number;
      /** The path and query of the list that the figure counts. */
      list: string;
    };
  };
  /** The documents that were edited last, at most eight. */
  recentEdits?: {
    id: string;
    /** `page` for a page. */
    contentType: string;
    title: string;
    slug: string;
    /** The locale that was edited last. */
    locale: string;
    /** ISO 8601, UTC, with milliseconds. */
    updatedAt: string;
    editedBy: { id: string; name: string } | null;
    /** The path of the document. */
    document: string;
  }[];
  invalidDocuments?: {
    pages: {
      count: number;
      /** The path and query of the list that the figure counts. */
      list: string;
    };
    entries: {
      count: number;
      /** The path and query of the list that the figure counts. */
      list: string;
    };
  };
  reviews?: {
    /** The drafts that wait for the caller's review, at most twenty. */
    waiting: {
      id: string;
      document: {
        id: string;
        /** `page` for a page. */
        contentType: string;
        title: string;
      };
      locale: string;
      asker: { id: string; name: string };
      reviewer: { id: string; name: string };
      note: string | null;
      /** What the reviewer said at the end. */
      answer: string | null;
      /** `DONE`: the reviewer ended it. `PUBLISHED`: the draft was published. */
      state: "OPEN" | "DONE" | "PUBLISHED";
      /** ISO 8601, UTC, with milliseconds. */
      createdAt: string;
      /** ISO 8601, UTC, with milliseconds. */
      endedAt: string | null;
    }[];
    /** What the caller asked others to review: open, or ended within seven days; at most twenty. */
    asked: {
      id: string;
      document: {
        id: string;
        /** `page` for a page. */
        contentType: string;
        title: string;
      };
      locale: string;
      asker: { id: string; name: string };
      reviewer: { id: string; name: string };
      note: string | null;
      /** What the reviewer said at the end. */
      answer: string | null;
      /** `DONE`: the reviewer ended it. `PUBLISHED`: the draft was published. */
      state: "OPEN" | "DONE" | "PUBLISHED";
      /** ISO 8601, UTC, with milliseconds. */
      createdAt: string;
      /** ISO 8601, UTC, with milliseconds. */
      endedAt: string | null;
    }[];
  };
  /** Submissions within these days that nobody has marked as read, without spam, of the twenty forms with the most. Needs `submissions:read`. */
  newSubmissions?: {
    form: { slug: string; name: string };
    count: number;
    /** The path and query of the list that the figure counts. */
    list: string;
  }[];
  storage?: {
    /** The size of all files, as the quota counts them. */
    fileBytes: number;
    fileQuotaBytes: number;
    /** The size of documents, submissions, orders and all other data in the database, as measured in the last minutes. */
    dataBytes: number;
    dataQuotaBytes: number;
  };
  /** Webhooks whose deliveries fail, or that were disabled for that. Needs `webhooks:write`. */
  failingWebhooks?: {
    count: number;
    /** The path and query of the list that the figure counts. */
    list: string;
  };
  /** Mails that were given up. Needs `settings:write`. */
  failedMails?: {
    count: number;
    /** The path and query of the list that the figure counts. */
    list: string;
  };
}

export interface SiteMailKind {
  kind:
    | "verify-email"
    | "reset-password"
    | "password-changed"
    | "change-email"
    | "email-change-requested"
    | "order-paid"
    | "gift-cards"
    | "order-shipped"
    | "order-partly-shipped"
    | "order-refunded"
    | "order-cancelled"
    | "order-notice"
    | "payment-notice"
    | "form-notice";
  to: "customer" | "buyer" | "team";
  /** A sentence. */
  sentWhen: string;
  /** The setting that switches the mail on. Null: the server always sends it. */
  setting: string | null;
  /** Whether the site sends the mail, by its settings. */
  enabled: boolean;
  /** The languages in which the server has a text. */
  languages: string[];
  /** By locale of the site. */
  texts: {
    locale: string;
    /** Whether the site has its own text in this locale. */
    own: boolean;
    /** The language of the server's text for this locale. */
    language: string;
    /** Why the server sends its own text instead of the site's. Null unless the site's text cannot be used. */
    problem: string | null;
  }[];
  placeholders: {
    /** A text names it as `{name}`. */
    name: string;
    description: string;
    /** Whether each body must name it. */
    required: boolean;
    /** Whether a subject may name it. */
    inSubject: boolean;
    /** A value of the kind that it has in mails. Previews use it. */
    sample: string;
  }[];
}

export interface MailPreview {
  locale: string;
  /** Whether the mail is in the site's own words. */
  own: boolean;
  subject: string;
  text: string;
  /** A whole document, without scripts. */
  html: string;
  /** Why the site's own text cannot be used, so that the server sends its own. */
  problem: string | null;
}

export interface OutboxTask {
  id: string;
  /** The kind of work. */
  kind: string;
  /** `waiting`: the server will try it. `failed`: the server has given up after three days. */
  state: "waiting" | "failed";
  /** Whether the task sends a mail. */
  mail: boolean;
  /** Attempts that have begun. */
  attempts: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** When the server tries it next. Null for a failed task. */
  nextAttemptAt: string | null;
  /** Why the latest attempt failed, without names and addresses. */
  lastError: string | null;
}

export interface Webhook {
  id: string;
  /** Receives the deliveries: an absolute https URL without user name, password and fragment. */
  url: string;
  /** The types of events that it gets. `["*"]`: all of them. */
  events: (
    | "*"
    | "content.published"
    | "content.unpublished"
    | "content.moved"
    | "release.published"
    | "asset.changed"
    | "asset.deleted"
    | "product.changed"
    | "product.deleted"
    | "stock.low"
    | "category.changed"
    | "plan.changed"
    | "order.placed"
    | "order.paid"
    | "order.fulfilled"
    | "order.cancelled"
    | "order.refunded"
    | "payment.failed"
    | "customer.registered"
    | "customer.verified"
    | "customer.erased"
    | "form.submitted"
    | "settings.changed"
    | "key.created"
    | "key.revoked"
    | "webhook.test"
  )[];
  /** What the webhook is for. */
  description: string;
  /** Whether it gets deliveries. */
  enabled: boolean;
  /** Whether deliveries contain personal data: the fields of forms, and the names and addresses of buyers and customers. */
  includePersonal: boolean;
  /** `MEMBER`: somebody switched it off. `GONE`: it answered 410. `FAILURES`: no delivery succeeded for five days. */
  disabledBecause: "MEMBER" | "GONE" | "FAILURES" | null;
  /** Since when no delivery succeeded. */
  failingSince: string | null;
  /** Deliveries that are not over. */
  waiting: number;
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface WebhookDelivery {
  id: string;
  webhookId: string;
  /** The `webhook-id` of each try. */
  eventId: string;
  event:
    | "content.published"
    | "content.unpublished"
    | "content.moved"
    | "release.published"
    | "asset.changed"
    | "asset.deleted"
    | "product.changed"
    | "product.deleted"
    | "stock.low"
    | "category.changed"
    | "plan.changed"
    | "order.placed"
    | "order.paid"
    | "order.fulfilled"
    | "order.cancelled"
    | "order.refunded"
    | "payment.failed"
    | "customer.registered"
    | "customer.verified"
    | "customer.erased"
    | "form.submitted"
    | "settings.changed"
    | "key.created"
    | "key.revoked"
    | "webhook.test";
  /** The number of the event in its site. */
  sequence: number;
  state: "PENDING" | "DELIVERED" | "FAILED";
  /** The latest tries, the first one first. */
  attempts: {
    /** ISO 8601, UTC, with milliseconds. */
    at: string;
    /** The status of the answer. Null: there was no answer. */
    status: number | null;
    durationMs: number;
    /** Null: it was delivered. `status`: the answer was no success. `address_not_allowed`: the name leads to a private network. `too_many_waiting` and `webhook_disabled`: it was not tried. */
    error:
      | "status"
      | "redirect"
      | "timeout"
      | "address_not_allowed"
      | "name_not_found"
      | "connection_refused"
      | "connection_failed"
      | "tls_failed"
      | "too_many_waiting"
      | "webhook_disabled"
      | null;
    /** The first 4 KiB of the answer. */
    answer: string | null;
  }[];
  /** When it is tried next. */
  nextAt: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
}

export interface SavedView {
  id: string;
  /** The list: `pages`, `products`, `orders`, `customers`, or `entries/` with the slug of a content type. */
  list: string;
  /** What people call it. */
  name: string;
  /** The query string of the list's address in the studio, without the question mark. The server stores it as text. */
  query: string;
  /** `PERSONAL`: only you see it. `SITE`: everybody who sees the list. */
  scope: "PERSONAL" | "SITE";
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
}

export interface Found {
  type: "page" | "entry" | "product" | "category" | "order" | "customer" | "asset" | "form" | "setting";
  /** The ID in its address: a form's slug, or the name of a settings screen. */
  id: string;
  label: string;
  /** What tells it from others of the same label. */
  detail: string;
  /** Where the label has the words, in UTF-16 code units, as `label.slice(start, end)` in JavaScript. Empty: they are in the detail or in the published text. */
  match: { start: number; end: number }[];
}

/** A page or an entry was published in one locale. */
export interface ContentPublishedEvent {
  type: "content.published";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    kind: "page" | "entry";
    /** `page` for pages. */
    contentType: string;
    locale: string;
    slug: string;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** A page or an entry is no longer public in one locale. */
export interface ContentUnpublishedEvent {
  type: "content.unpublished";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    kind: "page" | "entry";
    /** `page` for pages. */
    contentType: string;
    locale: string;
    slug: string;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** A published page or entry has another slug. */
export interface ContentMovedEvent {
  type: "content.moved";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    kind: "page" | "entry";
    /** `page` for pages. */
    contentType: string;
    locale: string;
    slug: string;
    previousSlug: string;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** A release was published. */
export interface ReleasePublishedEvent {
  type: "release.published";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    name: string;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** A file of the media library was added or changed. */
export interface AssetChangedEvent {
  type: "asset.changed";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    name: string;
    /** What became of it. */
    change: "CREATED" | "UPDATED";
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** A file of the media library was deleted. */
export interface AssetDeletedEvent {
  type: "asset.deleted";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    name: string;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** A product, or one of its variants, was added or changed. */
export interface ProductChangedEvent {
  type: "product.changed";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    slug: string;
    status: string;
    /** What became of it. */
    change: "CREATED" | "UPDATED";
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** A product was deleted. */
export interface ProductDeletedEvent {
  type: "product.deleted";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    slug: string;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** The stock of a variant fell to five units or fewer. */
export interface StockLowEvent {
  type: "stock.low";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    productId: string;
    sku: string;
    stock: number;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** A category was added, changed, moved or deleted. */
export interface CategoryChangedEvent {
  type: "category.changed";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    slug: string;
    /** What became of it. */
    change: "CREATED" | "UPDATED" | "DELETED";
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** A subscription plan was added, changed or deleted. */
export interface PlanChangedEvent {
  type: "plan.changed";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    slug: string;
    /** What became of it. */
    change: "CREATED" | "UPDATED" | "DELETED";
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** A buyer placed an order, which is not paid yet. */
export interface OrderPlacedEvent {
  type: "order.placed";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    /** The number that people see. */
    number: number;
    status: string;
    /** Minor units. */
    total: number;
    currency: string;
    /** Only with `includePersonal`. */
    email?: string | null;
    /** Only with `includePersonal`. */
    shippingAddress?: Record<string, unknown> | null;
    /** Only with `includePersonal`. */
    billingAddress?: Record<string, unknown> | null;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** An order was paid. */
export interface OrderPaidEvent {
  type: "order.paid";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    /** The number that people see. */
    number: number;
    status: string;
    /** Only with `includePersonal`. */
    email?: string | null;
    /** Only with `includePersonal`. */
    shippingAddress?: Record<string, unknown> | null;
    /** Only with `includePersonal`. */
    billingAddress?: Record<string, unknown> | null;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** Units of an order were sent. */
export interface OrderFulfilledEvent {
  type: "order.fulfilled";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    /** The number that people see. */
    number: number;
    status: string;
    /** How much of the order was sent so far. */
    fulfilment: "PARTIAL" | "FULFILLED";
    /** Only with `includePersonal`. */
    email?: string | null;
    /** Only with `includePersonal`. */
    shippingAddress?: Record<string, unknown> | null;
    /** Only with `includePersonal`. */
    billingAddress?: Record<string, unknown> | null;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** An order was cancelled. */
export interface OrderCancelledEvent {
  type: "order.cancelled";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    /** The number that people see. */
    number: number;
    status: string;
    /** Only with `includePersonal`. */
    email?: string | null;
    /** Only with `includePersonal`. */
    shippingAddress?: Record<string, unknown> | null;
    /** Only with `includePersonal`. */
    billingAddress?: Record<string, unknown> | null;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** An order was refunded, in full or in part. */
export interface OrderRefundedEvent {
  type: "order.refunded";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    /** The number that people see. */
    number: number;
    status: string;
    /** Minor units. */
    amount: number;
    /** Only with `includePersonal`. */
    email?: string | null;
    /** Only with `includePersonal`. */
    shippingAddress?: Record<string, unknown> | null;
    /** Only with `includePersonal`. */
    billingAddress?: Record<string, unknown> | null;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** A payment failed, or was not made in time. */
export interface PaymentFailedEvent {
  type: "payment.failed";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    orderId: string | null;
    status: string;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** A customer opened an account. */
export interface CustomerRegisteredEvent {
  type: "customer.registered";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    /** Only with `includePersonal`. */
    email?: string | null;
    /** Only with `includePersonal`. */
    firstName?: string | null;
    /** Only with `includePersonal`. */
    lastName?: string | null;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** A customer confirmed an email address. */
export interface CustomerVerifiedEvent {
  type: "customer.verified";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    /** Only with `includePersonal`. */
    email?: string | null;
    /** Only with `includePersonal`. */
    firstName?: string | null;
    /** Only with `includePersonal`. */
    lastName?: string | null;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** An account was removed with its personal data. */
export interface CustomerErasedEvent {
  type: "customer.erased";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** A visitor submitted a form. */
export interface FormSubmittedEvent {
  type: "form.submitted";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    form: string;
    /** Only with `includePersonal`. Absent if they are too large for a delivery. */
    fields?: Record<string, unknown>;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** The settings of the site or of a plugin were changed. */
export interface SettingsChangedEvent {
  type: "settings.changed";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    /** The names of members and plugins. */
    changed: string[];
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** An API key was made. */
export interface KeyCreatedEvent {
  type: "key.created";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    name: string;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** An API key was revoked. */
export interface KeyRevokedEvent {
  type: "key.revoked";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    name: string;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** Somebody tried out the endpoint. */
export interface WebhookTestEvent {
  type: "webhook.test";
  /** When it happened. */
  timestamp: string;
  /** Grows with each event of the site: a lower number than the last one is older. */
  sequence: number;
  data: {
    id: string;
    /** A later read of content sees at least this version. */
    contentVersion: number;
    /** The same for the catalogue. */
    catalogVersion: number;
    /** Where to ask for the current state: in the public API or, if it is not public, in the admin API. */
    url: string;
  };
}

/** A delivery to a webhook. */
export type WebhookEvent =
  | ContentPublishedEvent
  | ContentUnpublishedEvent
  | ContentMovedEvent
  | ReleasePublishedEvent
  | AssetChangedEvent
  | AssetDeletedEvent
  | ProductChangedEvent
  | ProductDeletedEvent
  | StockLowEvent
  | CategoryChangedEvent
  | PlanChangedEvent
  | OrderPlacedEvent
  | OrderPaidEvent
  | OrderFulfilledEvent
  | OrderCancelledEvent
  | OrderRefundedEvent
  | PaymentFailedEvent
  | CustomerRegisteredEvent
  | CustomerVerifiedEvent
  | CustomerErasedEvent
  | FormSubmittedEvent
  | SettingsChangedEvent
  | KeyCreatedEvent
  | KeyRevokedEvent
  | WebhookTestEvent;

export interface ListDocumentsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  /** The slug of the entries' content type. */
  contentType?: string | undefined;
  /** Only documents that have it; titles and times are of that locale. */
  locale?: string | undefined;
  status?: "draft" | "published" | "changed" | "scheduled" | "invalid" | "trashed" | undefined;
  /** The person who edited one of its locales last. */
  author?: string | undefined;
  /** ISO 8601 with a time zone. */
  updatedSince?: string | undefined;
  /** Up to 100 ids, separated by commas. */
  ids?: string | undefined;
  /** Up to 10 names of fields, separated by commas; the answer then has their values. */
  fields?: string | undefined;
  /** Part of the title or of the slug. */
  q?: string | undefined;
  /** `field` or `field:direction`: `title`, `slug`, `updatedAt`, `publishedAt`; `asc` (default) or `desc`. Default: `updatedAt:desc`. */
  sort?: string | undefined;
}

export interface CreateDocumentInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The slug of an entry's content type. */
  contentType?: string | undefined;
  /** The site's default locale when absent. */
  locale?: string | undefined;
  /** Becomes public on publication. */
  slug?: string | undefined;
  /** A page's title, or the name of an entry in lists. If absent, the entry's first text field. */
  title?: string | undefined;
  seo?:
    | {
        title?: string | null;
        description?: string | null;
        canonicalUrl?: string | null;
        image?: string | null;
        noIndex?: boolean;
        noFollow?: boolean;
      }
    | undefined;
  /** A page's blocks. */
  composition?: DraftBlock[] | undefined;
  /** An entry's fields. */
  data?: Record<string, unknown> | undefined;
  /** The id of a document to copy, in the locale or else the default one. */
  from?: string | undefined;
}

export interface BulkDocumentsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  action: "publish" | "unpublish" | "delete";
  items: { id: string; revision: number }[];
  /** Unpublishes or deletes also what other content refers to, which shows nothing in its place. */
  force?: boolean | undefined;
}

export interface GetDocumentInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
}

export interface TrashDocumentInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
  force?: boolean | undefined;
  /** The revision that you have seen. */
  revision: number;
}

export interface DuplicateDocumentInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
}

export interface PublishDocumentInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
  /** By locale: the revision of the translation. */
  revisions: Record<string, number>;
}

export interface SaveDraftInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
  locale: string;
  /** The revision that you have seen; `"new"` creates, and only creates. */
  revision: number | "new";
  /** Becomes public on publication. */
  slug?: string | undefined;
  /** A page's title, or the name of an entry in lists. If absent, the entry's first text field. */
  title?: string | undefined;
  seo?:
    | {
        title?: string | null;
        description?: string | null;
        canonicalUrl?: string | null;
        image?: string | null;
        noIndex?: boolean;
        noFollow?: boolean;
      }
    | undefined;
  /** A page's blocks. */
  composition?: DraftBlock[] | undefined;
  /** An entry's fields. */
  data?: Record<string, unknown> | undefined;
}

export interface DiscardDraftInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
  locale: string;
  /** The revision that you have seen. */
  revision: number;
}

export interface PublishTranslationInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
  locale: string;
  /** The translation's revision. */
  revision: number;
  /** Other translations to publish in the same moment. */
  with?: { document: string; locale: string; revision: number }[] | undefined;
}

export interface UnpublishTranslationInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
  locale: string;
  force?: boolean | undefined;
  revision: number;
}

export interface ScheduleTranslationInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
  locale: string;
  publishAt?: string | null | undefined;
  unpublishAt?: string | null | undefined;
  revision: number;
}

export interface UnscheduleTranslationInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
  locale: string;
}

export interface ListVersionsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
  locale: string;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  kind?: "publication" | "snapshot" | undefined;
}

export interface ListVersionsAnswer {
  number: number;
  /** `publication`: what was published. `snapshot`: a draft that was overwritten, or planned. */
  kind: "publication" | "snapshot";
  by: { id: string; name: string } | null;
  /** ISO 8601, UTC, with milliseconds. */
  at: string;
  /** The release that it was published with. */
  release: string | null;
}

export interface GetVersionInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
  locale: string;
  /** The version's number. */
  number: string;
}

export interface GetVersionAnswer {
  number: number;
  /** `publication`: what was published. `snapshot`: a draft that was overwritten, or planned. */
  kind: "publication" | "snapshot";
  by: { id: string; name: string } | null;
  /** ISO 8601, UTC, with milliseconds. */
  at: string;
  /** The release that it was published with. */
  release: string | null;
  content: Draft;
}

export interface RestoreVersionInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
  locale: string;
  /** The version's number. */
  number: string;
  revision: number;
}

export interface ListTrashInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface RestoreDocumentInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the document. */
  id: string;
  /** By locale: other slugs than it had. */
  slugs?: Record<string, string> | undefined;
}

export interface DeleteDocumentInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the document. */
  id: string;
}

export interface ListCommentThreadsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
  locale: string;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  state?: "open" | "resolved" | undefined;
}

export interface CreateCommentThreadInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
  locale: string;
  block?: string | null | undefined;
  path?: string | null | undefined;
  text: string;
}

export interface GetCommentThreadInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the thread. */
  id: string;
}

export interface UpdateCommentThreadInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the thread. */
  id: string;
  resolved?: boolean | undefined;
}

export interface AddCommentInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the thread. */
  id: string;
  text: string;
}

export interface UpdateCommentInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the thread. */
  id: string;
  commentId: string;
  text?: string | undefined;
}

export interface DeleteCommentInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the thread. */
  id: string;
  commentId: string;
}

export interface ListReviewsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  state?: "open" | "ended" | undefined;
  /** The id of a translation. */
  translation?: string | undefined;
  /** The id of a person. */
  reviewer?: string | undefined;
  /** The id of a person. */
  asker?: string | undefined;
}

export interface AskForReviewInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the document. */
  documents: "pages" | "entries";
  /** The id of the document. */
  id: string;
  locale: string;
  reviewer: string;
  note?: string | undefined;
}

export interface FinishReviewInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  id: string;
  answer?: string | undefined;
}

export interface CancelReviewInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  id: string;
}

export interface ListEditedBlockTypesInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface GetBlockTypeInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Its name. */
  type: string;
}

export interface PutBlockTypeInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Its name. */
  type: string;
  force?: boolean | undefined;
  /** The revision that you have seen; `"new"` creates, and only creates. */
  revision: number | "new";
  title: string;
  /** JSON Schema 2020-12 of the block's props. */
  schema: Record<string, unknown>;
  description?: string | null | undefined;
  category?: string | null | undefined;
  icon?: string | null | undefined;
  /** How an editor shows the fields. */
  uiSchema?: Record<string, unknown> | undefined;
  /** Props of a new block. */
  defaults?: Record<string, unknown> | undefined;
  slots?:
    | Record<
        string,
        {
          title: string;
          /** The types of its blocks. Absent: any. */
          allow?: string[];
          /** If absent, only the page's own limit applies. */
          max?: number;
        }
      >
    | null
    | undefined;
}

export interface DeleteBlockTypeInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Its name. */
  type: string;
  /** The revision that you have seen. */
  revision: number;
}

export interface CheckBlockTypeInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Its name. */
  type: string;
  title: string;
  /** JSON Schema 2020-12 of the block's props. */
  schema: Record<string, unknown>;
  description?: string | null | undefined;
  category?: string | null | undefined;
  icon?: string | null | undefined;
  /** How an editor shows the fields. */
  uiSchema?: Record<string, unknown> | undefined;
  /** Props of a new block. */
  defaults?: Record<string, unknown> | undefined;
  slots?:
    | Record<
        string,
        {
          title: string;
          /** The types of its blocks. Absent: any. */
          allow?: string[];
          /** If absent, only the page's own limit applies. */
          max?: number;
        }
      >
    | null
    | undefined;
}

export interface ListContentTypesInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface GetContentTypeInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Its name. */
  type: string;
}

export interface PutContentTypeInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Its name. */
  type: string;
  force?: boolean | undefined;
  /** The revision that you have seen; `"new"` creates, and only creates. */
  revision: number | "new";
  title: string;
  /** JSON Schema 2020-12 of an entry's data. */
  schema: Record<string, unknown>;
  /** How an editor shows the fields. */
  uiSchema?: Record<string, unknown> | undefined;
  /** The type has one entry, such as the site's settings. */
  single?: boolean | undefined;
}

export interface DeleteContentTypeInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Its name. */
  type: string;
  /** The revision that you have seen. */
  revision: number;
}

export interface CheckContentTypeInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Its name. */
  type: string;
  title: string;
  /** JSON Schema 2020-12 of an entry's data. */
  schema: Record<string, unknown>;
  /** How an editor shows the fields. */
  uiSchema?: Record<string, unknown> | undefined;
  /** The type has one entry, such as the site's settings. */
  single?: boolean | undefined;
}

export interface IssuePreviewInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the page. */
  page?: string | undefined;
  /** The id of the release. */
  release?: string | undefined;
  /** ISO 8601 with a time zone. */
  expiresAt?: string | undefined;
}

export interface IssuePreviewAnswer {
  id: string;
  token: string;
  url: string;
  /** ISO 8601, UTC, with milliseconds. */
  expiresAt: string;
}

export interface ListPreviewsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  /** Only the previews of the page with this id. */
  document?: string | undefined;
}

export interface GetIssuedPreviewInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  id: string;
}

export interface CancelPreviewInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  id: string;
}

export interface ResolvePageInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  locale: string;
  title: string;
  seo?:
    | {
        title?: string | null;
        description?: string | null;
        canonicalUrl?: string | null;
        image?: string | null;
        noIndex?: boolean;
        noFollow?: boolean;
      }
    | undefined;
  composition: UnsavedBlock[];
}

export interface ListFormsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  /** A part of the name or of the slug. */
  q?: string | undefined;
  /** `field` or `field:direction`: `slug`, `name`, `updatedAt`; `asc` (default) or `desc`. Default: `slug:asc`. */
  sort?: string | undefined;
}

export interface CreateFormInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  slug: string;
  name: string;
  schema: Record<string, unknown>;
  uiSchema?: Record<string, unknown> | undefined;
  /** On the button. Send when absent. */
  submitLabel?: string | undefined;
  /** After it was submitted. Thank you. when absent. */
  successMessage?: string | undefined;
}

export interface GetEditedFormInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The form's slug. */
  slug: string;
}

export interface PutFormInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The form's slug. */
  slug: string;
  /** The revision that you have seen; `"new"` creates, and only creates. */
  revision: number | "new";
  name: string;
  schema: Record<string, unknown>;
  uiSchema?: Record<string, unknown> | undefined;
  /** On the button. Send when absent. */
  submitLabel?: string | undefined;
  /** After it was submitted. Thank you. when absent. */
  successMessage?: string | undefined;
}

export interface DeleteFormInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The form's slug. */
  slug: string;
  force?: boolean | undefined;
  /** The revision that you have seen. */
  revision: number;
}

export interface ListSubmissionsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The form's slug. */
  slug: string;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  /** A part of a value that was entered. */
  q?: string | undefined;
  /** Submissions of this time or later. */
  from?: string | undefined;
  /** Submissions before this time. */
  to?: string | undefined;
  /** Only spam, or only what is not. Absent: both. */
  spam?: boolean | undefined;
  /** Only what was marked as read, or only what was not. Absent: both. */
  read?: boolean | undefined;
  /** `field` or `field:direction`: `submittedAt`; `asc` (default) or `desc`. Default: `submittedAt:desc`. */
  sort?: string | undefined;
}

export interface GetSubmissionInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The form's slug. */
  slug: string;
  /** The ID of the submission. */
  id: string;
}

export interface UpdateSubmissionInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The form's slug. */
  slug: string;
  /** The ID of the submission. */
  id: string;
  read?: boolean | undefined;
  /** Vitrine removes spam 30 days after it was submitted. */
  spam?: boolean | undefined;
}

export interface DeleteSubmissionInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The form's slug. */
  slug: string;
  /** The ID of the submission. */
  id: string;
}

export interface TestPaymentsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
}

export interface TestPaymentsAnswer {
  /** Payments can work. */
  ok: boolean;
  findings: { check: "settings" | "keys" | "processor"; ok: boolean; detail: string }[];
}

export interface CancelOrderInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the order. */
  id: string;
}

export interface BulkOrdersInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  action: "fulfil" | "cancel";
  items: {
    id: string;
    revision: number;
    /** For `fulfil`. */
    tracking?: {
      carrier?: string;
      number?: string;
      /** Where the buyer follows the parcel. */
      url?: string;
    };
    /** For `fulfil`: whether this buyer gets a mail. Absent: as the request says for all. */
    notify?: boolean;
  }[];
  /** For `fulfil`: the buyers get a mail with the tracking, if their orders have an address. */
  notify?: boolean | undefined;
}

export interface BulkOrdersAnswer {
  results: {
    id: string;
    revision: number;
    /** `PENDING` until it is paid; `CANCELLED` when it was not in time, or cannot be; `PAID`, then `FULFILLED` once it is on its way; `PARTIALLY_REFUNDED` and `REFUNDED` when money went back. A payment that comes late makes a cancelled order `PAID`. */
    orderStatus: "PENDING" | "PAID" | "FULFILLED" | "CANCELLED" | "PARTIALLY_REFUNDED" | "REFUNDED";
    /** `NOT_TRIED`: the payment processor did not answer for an earlier item, or the time was over. Send these items again. */
    outcome: "DONE" | "REFUSED" | "NOT_TRIED";
    /** Why the order was refused: the code of the problem that `POST S/orders/{id}/cancel` answers. */
    code: string | null;
  }[];
}

export interface RefundOrderInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the order. */
  id: string;
  /** Minor units. Instead of `lines`. */
  amount?: number | undefined;
  /** Instead of `amount`. */
  lines?: { id: string; quantity: number }[] | undefined;
  /** With `lines`: the units go back to stock, if they were taken from it. */
  restock?: boolean | undefined;
  /** For the shop's people. The buyer does not see it. */
  reason?: string | undefined;
}

export interface ListPaymentsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  status?:
    "PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "FAILED" | "CANCELLED" | "SUCCEEDED" | "PARTIALLY_REFUNDED" | "REFUNDED" | undefined;
  /** Payments that changed at this time or later. */
  from?: string | undefined;
  /** The ID of an order. */
  order?: string | undefined;
}

export interface GetSitePaymentInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the payment. */
  id: string;
}

export interface CheckPaymentInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the payment. */
  id: string;
}

export interface AdjustStockInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  items: ({ variantId: string; set: number | null; expected: number | null } | { variantId: string; adjust: number })[];
  reason: "RECEIVED" | "COUNTED" | "DAMAGED" | "RETURNED" | "OTHER";
  note?: string | null | undefined;
}

export interface AdjustStockAnswer {
  /** In the order of the items. */
  stocks: {
    variantId: string;
    sku: string;
    /** 0 if the count was right. */
    change: number;
    stock: number | null;
  }[];
}

export interface ListStockMovementsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the variant. */
  id: string;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface ListVariantPricesInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the variant. */
  id: string;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  /** Only the prices in this currency. Absent: in all. */
  currency?: string | undefined;
}

export interface ListEditedProductsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  status?: "DRAFT" | "ACTIVE" | "ARCHIVED" | undefined;
  /** The id of a category; products of the categories below it are included. */
  category?: string | undefined;
  /** Part of the title, the slug or an SKU. */
  q?: string | undefined;
  /** Products with a variant that has at most 5 in stock, that is sold out, or whose stock is tracked. */
  stock?: "low" | "out" | "tracked" | undefined;
  /** `field` or `field:direction`: `title`, `price`, `createdAt`, `updatedAt`; `asc` (default) or `desc`. Default: `updatedAt:desc`. */
  sort?: string | undefined;
}

export interface CreateProductInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  slug: string;
  title: string;
  description?: string | null | undefined;
  seo?:
    | {
        title?: string | null;
        description?: string | null;
        canonicalUrl?: string | null;
        image?: string | null;
        noIndex?: boolean;
        noFollow?: boolean;
      }
    | null
    | undefined;
  status?: "DRAFT" | "ACTIVE" | "ARCHIVED" | undefined;
  /** ISO 4217. The site's when absent. */
  currency?: string | undefined;
  /** Lower-case letters, digits and hyphens. Absent: `standard`. */
  taxClass?: string | undefined;
  /** Each unit that is paid for is a gift card worth the price of its variant: without tax or discount, and sent by mail. */
  giftCard?: boolean | undefined;
  images?:
    | {
        /** In place of the url: the name or the id of a file of the media library. */
        asset?: string;
        /** Absolute http(s), or beginning with a slash: on this server. */
        url?: string;
        /** Replaces the asset's own description, in every locale. */
        alt?: string | null;
        width?: number | null;
        height?: number | null;
      }[]
    | undefined;
  options?: { name: string; values: string[] }[] | undefined;
  attributes?: Record<string, unknown> | undefined;
  /** By locale, any of the site's but the default one: the words that differ. */
  translations?:
    | Record<
        string,
        {
          slug?: string;
          description?: string | null;
          seo?: {
            title?: string | null;
            description?: string | null;
            canonicalUrl?: string | null;
            image?: string | null;
            noIndex?: boolean;
            noFollow?: boolean;
          } | null;
          title: string;
          options?: { name: string; values: string[] }[];
          attributes?: Record<string, unknown>;
          /** By SKU. */
          variants?: Record<string, { title: string }>;
        }
      >
    | undefined;
  categoryId?: string | null | undefined;
  variants: {
    /** The ID of one of the product's variants, which may get another SKU. Without it, the SKU names a variant, or a new one. */
    id?: string;
    /** No blanks at its ends. */
    sku: string;
    title?: string | null;
    /** In minor units. */
    price: number;
    /** In minor units. */
    compareAtPrice?: number | null;
    /** Prices in further currencies of the site (`settings.currencies`), in their minor units. The variant is not sold in a currency without a price: nothing is converted. */
    prices?: Record<string, number>;
    /** `compareAtPrice` in the currencies of `prices`. */
    compareAtPrices?: Record<string, number>;
    options?: Record<string, string>;
    /** Absent or null: shipping does not count it. */
    weightGrams?: number | null;
    /** `false`: nothing is sent, as of a download. Absent: `true`. */
    requiresShipping?: boolean;
    /** The first stock of a new variant; null or absent: not tracked. The stock of an existing variant stays as it is: change it with `POST S/stock`. */
    stock?: number | null;
  }[];
}

export interface GetEditedProductInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the product. */
  id: string;
}

export interface ReplaceProductInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the product. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
  slug: string;
  title: string;
  description?: string | null | undefined;
  seo?:
    | {
        title?: string | null;
        description?: string | null;
        canonicalUrl?: string | null;
        image?: string | null;
        noIndex?: boolean;
        noFollow?: boolean;
      }
    | null
    | undefined;
  status?: "DRAFT" | "ACTIVE" | "ARCHIVED" | undefined;
  /** ISO 4217. The site's when absent. */
  currency?: string | undefined;
  /** Lower-case letters, digits and hyphens. Absent: `standard`. */
  taxClass?: string | undefined;
  /** Each unit that is paid for is a gift card worth the price of its variant: without tax or discount, and sent by mail. */
  giftCard?: boolean | undefined;
  images?:
    | {
        /** In place of the url: the name or the id of a file of the media library. */
        asset?: string;
        /** Absolute http(s), or beginning with a slash: on this server. */
        url?: string;
        /** Replaces the asset's own description, in every locale. */
        alt?: string | null;
        width?: number | null;
        height?: number | null;
      }[]
    | undefined;
  options?: { name: string; values: string[] }[] | undefined;
  attributes?: Record<string, unknown> | undefined;
  /** By locale, any of the site's but the default one: the words that differ. */
  translations?:
    | Record<
        string,
        {
          slug?: string;
          description?: string | null;
          seo?: {
            title?: string | null;
            description?: string | null;
            canonicalUrl?: string | null;
            image?: string | null;
            noIndex?: boolean;
            noFollow?: boolean;
          } | null;
          title: string;
          options?: { name: string; values: string[] }[];
          attributes?: Record<string, unknown>;
          /** By SKU. */
          variants?: Record<string, { title: string }>;
        }
      >
    | undefined;
  categoryId?: string | null | undefined;
  variants: {
    /** The ID of one of the product's variants, which may get another SKU. Without it, the SKU names a variant, or a new one. */
    id?: string;
    /** No blanks at its ends. */
    sku: string;
    title?: string | null;
    /** In minor units. */
    price: number;
    /** In minor units. */
    compareAtPrice?: number | null;
    /** Prices in further currencies of the site (`settings.currencies`), in their minor units. The variant is not sold in a currency without a price: nothing is converted. */
    prices?: Record<string, number>;
    /** `compareAtPrice` in the currencies of `prices`. */
    compareAtPrices?: Record<string, number>;
    options?: Record<string, string>;
    /** Absent or null: shipping does not count it. */
    weightGrams?: number | null;
    /** `false`: nothing is sent, as of a download. Absent: `true`. */
    requiresShipping?: boolean;
    /** The first stock of a new variant; null or absent: not tracked. The stock of an existing variant stays as it is: change it with `POST S/stock`. */
    stock?: number | null;
  }[];
}

export interface DeleteProductInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the product. */
  id: string;
  force?: boolean | undefined;
  /** The revision that you have seen. */
  revision: number;
}

export interface DuplicateProductInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the product. */
  id: string;
  slug: string;
}

export interface BulkProductsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  action: "activate" | "archive" | "delete" | "set-category" | "set-price" | "restore";
  items: {
    id: string;
    revision: number;
    /** For `restore`: what the product gets back. */
    former?: {
      status?: "DRAFT" | "ACTIVE" | "ARCHIVED";
      categoryId?: string | null;
      /** Those of the variants, in minor units. */
      prices?: {
        sku: string;
        price: number;
        /** In further currencies of the site. */
        prices?: Record<string, number>;
      }[];
    };
  }[];
  categoryId?: string | null | undefined;
  percent?: string | undefined;
  /** In minor units of the currency. */
  amount?: number | undefined;
  /** One of the site's currencies, in which the prices change. Variants without a price in it stay as they are. Absent: each product's own. */
  currency?: string | undefined;
  force?: boolean | undefined;
}

export interface BulkProductsAnswer {
  items: {
    id: string;
    /** Null: the product is deleted. */
    revision: number | null;
    /** What the change replaced: send it with `restore` and this revision to undo the change. Null: the product is deleted. */
    former: {
      status?: "DRAFT" | "ACTIVE" | "ARCHIVED";
      categoryId?: string | null;
      /** Those of the variants, in minor units. */
      prices?: {
        sku: string;
        price: number;
        /** In further currencies of the site. */
        prices?: Record<string, number>;
      }[];
    } | null;
  }[];
}

export interface ListEditedCategoriesInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  status?: "ACTIVE" | "HIDDEN" | undefined;
  /** The id of a category: those directly below it. */
  parentId?: string | undefined;
  /** `true`: only categories that have no parent. */
  roots?: boolean | undefined;
  /** Part of the title or the slug. */
  q?: string | undefined;
  /** `field` or `field:direction`: `position`, `title`, `createdAt`, `updatedAt`; `asc` (default) or `desc`. Default: `position`. */
  sort?: string | undefined;
}

export interface CreateCategoryInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  slug: string;
  title: string;
  description?: string | null | undefined;
  seo?:
    | {
        title?: string | null;
        description?: string | null;
        canonicalUrl?: string | null;
        image?: string | null;
        noIndex?: boolean;
        noFollow?: boolean;
      }
    | null
    | undefined;
  image?:
    | {
        /** In place of the url: the name or the id of a file of the media library. */
        asset?: string;
        /** Absolute http(s), or beginning with a slash: on this server. */
        url?: string;
        /** Replaces the asset's own description, in every locale. */
        alt?: string | null;
        width?: number | null;
        height?: number | null;
      }
    | null
    | undefined;
  status?: "ACTIVE" | "HIDDEN" | undefined;
  /** By locale, any of the site's but the default one: the words that differ. */
  translations?:
    | Record<
        string,
        {
          slug?: string;
          description?: string | null;
          seo?: {
            title?: string | null;
            description?: string | null;
            canonicalUrl?: string | null;
            image?: string | null;
            noIndex?: boolean;
            noFollow?: boolean;
          } | null;
          title: string;
        }
      >
    | undefined;
  parentId?: string | null | undefined;
  /** The place among its siblings, from 0. Absent, or beyond the last place: the last one. */
  position?: number | undefined;
}

export interface GetEditedCategoryInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the category. */
  id: string;
}

export interface UpdateCategoryInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the category. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
  slug?: string | undefined;
  title?: string | undefined;
  description?: string | null | undefined;
  seo?:
    | {
        title?: string | null;
        description?: string | null;
        canonicalUrl?: string | null;
        image?: string | null;
        noIndex?: boolean | null;
        noFollow?: boolean | null;
      }
    | null
    | undefined;
  image?:
    | {
        /** In place of the url: the name or the id of a file of the media library. */
        asset?: string | null;
        /** Absolute http(s), or beginning with a slash: on this server. */
        url?: string | null;
        /** Replaces the asset's own description, in every locale. */
        alt?: string | null;
        width?: number | null;
        height?: number | null;
      }
    | null
    | undefined;
  status?: "ACTIVE" | "HIDDEN" | null | undefined;
  translations?:
    | Record<
        string,
        {
          slug?: string | null;
          title?: string | null;
          description?: string | null;
          seo?: {
            title?: string | null;
            description?: string | null;
            canonicalUrl?: string | null;
            image?: string | null;
            noIndex?: boolean | null;
            noFollow?: boolean | null;
          } | null;
        } | null
      >
    | null
    | undefined;
}

export interface DeleteCategoryInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the category. */
  id: string;
  force?: boolean | undefined;
  /** The revision that you have seen. */
  revision: number;
}

export interface MoveCategoryInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the category. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
  parentId: string | null;
  /** The place among its siblings, from 0. Absent, or beyond the last place: the last one. */
  position?: number | undefined;
}

export interface ListEditedPlansInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  status?: "ACTIVE" | "INACTIVE" | undefined;
  /** Part of the name or the slug. */
  q?: string | undefined;
  /** `field` or `field:direction`: `price`, `name`, `createdAt`, `updatedAt`; `asc` (default) or `desc`. Default: `price`. */
  sort?: string | undefined;
}

export interface CreatePlanInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  slug: string;
  name: string;
  description?: string | null | undefined;
  seo?:
    | {
        title?: string | null;
        description?: string | null;
        canonicalUrl?: string | null;
        image?: string | null;
        noIndex?: boolean;
        noFollow?: boolean;
      }
    | null
    | undefined;
  /** In minor units. */
  price: number;
  /** ISO 4217. The site's when absent. */
  currency?: string | undefined;
  interval: "day" | "week" | "month" | "year";
  intervalCount?: number | undefined;
  trialDays?: number | undefined;
  features?: string[] | undefined;
  status?: "ACTIVE" | "INACTIVE" | undefined;
  /** By locale, any of the site's but the default one: the words that differ. */
  translations?:
    | Record<
        string,
        {
          slug?: string;
          description?: string | null;
          seo?: {
            title?: string | null;
            description?: string | null;
            canonicalUrl?: string | null;
            image?: string | null;
            noIndex?: boolean;
            noFollow?: boolean;
          } | null;
          name: string;
          features?: string[];
        }
      >
    | undefined;
}

export interface GetEditedPlanInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the plan. */
  id: string;
}

export interface ReplacePlanInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the plan. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
  slug: string;
  name: string;
  description?: string | null | undefined;
  seo?:
    | {
        title?: string | null;
        description?: string | null;
        canonicalUrl?: string | null;
        image?: string | null;
        noIndex?: boolean;
        noFollow?: boolean;
      }
    | null
    | undefined;
  /** In minor units. */
  price: number;
  /** ISO 4217. The site's when absent. */
  currency?: string | undefined;
  interval: "day" | "week" | "month" | "year";
  intervalCount?: number | undefined;
  trialDays?: number | undefined;
  features?: string[] | undefined;
  status?: "ACTIVE" | "INACTIVE" | undefined;
  /** By locale, any of the site's but the default one: the words that differ. */
  translations?:
    | Record<
        string,
        {
          slug?: string;
          description?: string | null;
          seo?: {
            title?: string | null;
            description?: string | null;
            canonicalUrl?: string | null;
            image?: string | null;
            noIndex?: boolean;
            noFollow?: boolean;
          } | null;
          name: string;
          features?: string[];
        }
      >
    | undefined;
}

export interface DeletePlanInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the plan. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
}

export interface ImportProductsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Says what would change, and changes nothing. */
  dryRun?: boolean | undefined;
  /** The file. */
  csv: string | Blob;
}

export interface ListCustomersInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  /** The beginning of an e-mail address, or words of a name. */
  q?: string | undefined;
  /** Whether the customer confirmed the e-mail address. */
  verified?: boolean | undefined;
  blocked?: boolean | undefined;
  /** `field` or `field:direction`: `createdAt`, `email`; `asc` (default) or `desc`. Default: `createdAt:desc`. */
  sort?: string | undefined;
}

export interface GetCustomerInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the customer. */
  id: string;
}

export interface UpdateCustomerInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the customer. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  phone?: string | null | undefined;
  note?: string | null | undefined;
}

export interface BlockCustomerInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the customer. */
  id: string;
}

export interface UnblockCustomerInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the customer. */
  id: string;
}

export interface EndCustomerSessionsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the customer. */
  id: string;
}

export interface SendCustomerVerificationInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the customer. */
  id: string;
}

export interface SendCustomerPasswordResetInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the customer. */
  id: string;
}

export interface ChangeCustomerEmailInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the customer. */
  id: string;
  /** Trimmed and lower-cased; ASCII before the @, an international domain is turned into punycode. At most 254 then. */
  email: string;
}

export interface ExportCustomerInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the customer. */
  id: string;
}

export interface ExportCustomerAnswer {
  [name: string]: unknown;
}

export interface EraseCustomerInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the customer. */
  id: string;
  dryRun?: boolean | undefined;
  /** The customer's e-mail address. */
  confirm: string;
}

export interface ListOrdersInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  status?: "PENDING" | "PAID" | "FULFILLED" | "CANCELLED" | "PARTIALLY_REFUNDED" | "REFUNDED" | undefined;
  /** `TO_FULFIL`: paid, not refunded completely, and not sent completely. */
  fulfilment?: "UNFULFILLED" | "PARTIAL" | "FULFILLED" | "TO_FULFIL" | undefined;
  /** Whether the order was ever paid. */
  paid?: boolean | undefined;
  /** Orders that were placed at this time or later; with `paid=true`, that were paid then. */
  from?: string | undefined;
  /** Orders that were placed before this time; with `paid=true`, that were paid before it. */
  to?: string | undefined;
  /** The ID of a customer. */
  customer?: string | undefined;
  /** The number of an order, the beginning of its e-mail address or of its recipient's name, an SKU in it, or words of the name of its customer. */
  q?: string | undefined;
  /** `field` or `field:direction`: `number`, `total`; `asc` (default) or `desc`. Default: `number:desc`. */
  sort?: string | undefined;
}

export interface ListPackingSlipsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Up to 100 ids, separated by commas. */
  ids: string;
}

export type ListPackingSlipsAnswer = PackingSlip[];

export interface GetOrderInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the order. */
  id: string;
}

export interface FulfilOrderInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the order. */
  id: string;
  /** Absent: everything that was not sent yet. */
  lines?: { id: string; quantity: number }[] | undefined;
  tracking?:
    | {
        carrier?: string;
        number?: string;
        /** Where the buyer follows the parcel. */
        url?: string;
      }
    | undefined;
  /** The buyer gets a mail with the tracking, if the order has an address. */
  notify?: boolean | undefined;
  /** The revision that you have seen. If the order has another one, nothing changes. */
  revision?: number | undefined;
}

export interface AddOrderNoteInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the order. */
  id: string;
  text: string;
}

export interface ResendOrderConfirmationInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the order. */
  id: string;
}

export interface ResendOrderConfirmationAnswer {
  accepted: true;
}

export interface ListDiscountsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  state?: "ACTIVE" | "SCHEDULED" | "ENDED" | "USED_UP" | "INACTIVE" | undefined;
  /** Part of the title or of a code. */
  q?: string | undefined;
}

export interface CreateDiscountInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The code that buyers enter. Null or absent: the discount has none. */
  code?: string | null | undefined;
  /** Whether the discount applies without a code. Absent: it does if it has no `code`. `false` without a `code`: single-use codes alone. */
  isAutomatic?: boolean | undefined;
  /** By locale, one of them the site's default locale, which also serves locales without a text. */
  title: Record<string, string>;
  /** `PERCENT`: a share of the price. `AMOUNT`: an amount, distributed over the items. `FREE_SHIPPING`: the chosen way of shipping costs nothing. `BUY_GET`: the cheapest of so many items cost less. */
  kind: "PERCENT" | "AMOUNT" | "FREE_SHIPPING" | "BUY_GET";
  /** `PERCENT`: a decimal number as text, such as `"10"`. `AMOUNT`: an integer in minor units. `BUY_GET`: `{ "buy": 2, "get": 1, "percent": "100" }`, in which `percent` is 100 if it is absent. `FREE_SHIPPING`: absent. */
  value?:
    | string
    | number
    | {
        buy: number;
        get: number;
        /** A decimal number up to 100, as text. */
        percent?: string;
      }
    | undefined;
  /** The items that the discount is for. Absent: all. */
  appliesTo?:
    | {
        /** Slugs of categories. Their subcategories are included. */
        categories?: string[];
        /** Slugs of products. */
        products?: string[];
        /** SKUs of variants. */
        skus?: string[];
      }
    | undefined;
  /** The items that the discount is for must cost at least this much together. */
  minimumSubtotal?: number | undefined;
  /** The amounts in further currencies of the site. A discount with an amount or a `minimumSubtotal` does not apply to orders in a currency without them: nothing is converted. */
  amounts?:
    | Record<
        string,
        {
          /** `AMOUNT`: what it takes off, in the currency's minor units. */
          value?: number;
          /** In the currency's minor units, in the place of that beside. */
          minimumSubtotal?: number;
        }
      >
    | undefined;
  /** The order must have at least so many units of the items that the discount is for. */
  minimumQuantity?: number | undefined;
  startsAt?: string | undefined;
  /** The first moment at which the discount is over. */
  endsAt?: string | undefined;
  /** So many orders may use it in all. */
  usageLimit?: number | undefined;
  /** So many orders of a customer, or of a guest's e-mail address, may use it. Cancelled orders do not count. */
  perCustomerLimit?: number | undefined;
  /** Only for a customer, or a guest's e-mail address, without an earlier order. */
  firstOrderOnly?: boolean | undefined;
  /** `ALL`: the discount applies together with all others that combine. `NONE` (if absent): it applies alone. The order gets the cheapest of all choices. */
  combinesWith?: "NONE" | "ALL" | undefined;
  /** `false`: the discount applies to no order. Absent: `true`. */
  isActive?: boolean | undefined;
}

export interface GetDiscountInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the discount. */
  id: string;
}

export interface ReplaceDiscountInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the discount. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
  /** The code that buyers enter. Null or absent: the discount has none. */
  code?: string | null | undefined;
  /** Whether the discount applies without a code. Absent: it does if it has no `code`. `false` without a `code`: single-use codes alone. */
  isAutomatic?: boolean | undefined;
  /** By locale, one of them the site's default locale, which also serves locales without a text. */
  title: Record<string, string>;
  /** `PERCENT`: a share of the price. `AMOUNT`: an amount, distributed over the items. `FREE_SHIPPING`: the chosen way of shipping costs nothing. `BUY_GET`: the cheapest of so many items cost less. */
  kind: "PERCENT" | "AMOUNT" | "FREE_SHIPPING" | "BUY_GET";
  /** `PERCENT`: a decimal number as text, such as `"10"`. `AMOUNT`: an integer in minor units. `BUY_GET`: `{ "buy": 2, "get": 1, "percent": "100" }`, in which `percent` is 100 if it is absent. `FREE_SHIPPING`: absent. */
  value?:
    | string
    | number
    | {
        buy: number;
        get: number;
        /** A decimal number up to 100, as text. */
        percent?: string;
      }
    | undefined;
  /** The items that the discount is for. Absent: all. */
  appliesTo?:
    | {
        /** Slugs of categories. Their subcategories are included. */
        categories?: string[];
        /** Slugs of products. */
        products?: string[];
        /** SKUs of variants. */
        skus?: string[];
      }
    | undefined;
  /** The items that the discount is for must cost at least this much together. */
  minimumSubtotal?: number | undefined;
  /** The amounts in further currencies of the site. A discount with an amount or a `minimumSubtotal` does not apply to orders in a currency without them: nothing is converted. */
  amounts?:
    | Record<
        string,
        {
          /** `AMOUNT`: what it takes off, in the currency's minor units. */
          value?: number;
          /** In the currency's minor units, in the place of that beside. */
          minimumSubtotal?: number;
        }
      >
    | undefined;
  /** The order must have at least so many units of the items that the discount is for. */
  minimumQuantity?: number | undefined;
  startsAt?: string | undefined;
  /** The first moment at which the discount is over. */
  endsAt?: string | undefined;
  /** So many orders may use it in all. */
  usageLimit?: number | undefined;
  /** So many orders of a customer, or of a guest's e-mail address, may use it. Cancelled orders do not count. */
  perCustomerLimit?: number | undefined;
  /** Only for a customer, or a guest's e-mail address, without an earlier order. */
  firstOrderOnly?: boolean | undefined;
  /** `ALL`: the discount applies together with all others that combine. `NONE` (if absent): it applies alone. The order gets the cheapest of all choices. */
  combinesWith?: "NONE" | "ALL" | undefined;
  /** `false`: the discount applies to no order. Absent: `true`. */
  isActive?: boolean | undefined;
}

export interface DeleteDiscountInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the discount. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
}

export interface CreateDiscountCodesInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the discount. */
  id: string;
  count: number;
  /** The beginning of each code. */
  prefix?: string | undefined;
}

export interface ListGiftCardsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  state?: "ACTIVE" | "USED_UP" | "EXPIRED" | "BLOCKED" | "VOIDED" | undefined;
  /** The last four characters of the code, or a part of the note. */
  q?: string | undefined;
  /** The ID of an order: the cards that were sold with it. */
  order?: string | undefined;
}

export interface CreateGiftCardInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Minor units. */
  amount: number;
  /** ISO 4217. Absent: the site's. */
  currency?: string | undefined;
  expiresAt?: string | null | undefined;
  /** For the shop's people. */
  note?: string | undefined;
  /** The server mails the code to this address. */
  email?: string | undefined;
  /** The language of the mail. Absent: the site's default locale. */
  locale?: string | undefined;
}

export interface GetGiftCardInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the gift card. */
  id: string;
}

export interface UpdateGiftCardInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the gift card. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
  note?: string | undefined;
  expiresAt?: string | null | undefined;
  isBlocked?: boolean | undefined;
}

export interface SetGiftCardBalanceInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the gift card. */
  id: string;
  /** Minor units. */
  from: number;
  /** Minor units. */
  to: number;
  /** For the shop's people. */
  reason: string;
}

export interface ReplaceGiftCardCodeInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the gift card. */
  id: string;
  /** The server mails the code to this address. */
  email?: string | undefined;
  /** The language of the mail. Absent: the site's default locale. */
  locale?: string | undefined;
}

export interface SignInInput {
  /** Trimmed and lower-cased; ASCII before the @, an international domain is turned into punycode. At most 254 then. */
  email: string;
  password: string;
}

export type SignInAnswer =
  | {
      state: "SECOND_FACTOR";
      /** Those that the account has. */
      methods: ("TOTP" | "PASSKEY" | "RECOVERY_CODE")[];
    }
  | OwnSession;

export interface SignInWithLinkInput {
  /** From the link, behind its `#`. */
  token: string;
}

export type SignInWithLinkAnswer =
  | {
      state: "SECOND_FACTOR";
      /** Those that the account has. */
      methods: ("TOTP" | "PASSKEY" | "RECOVERY_CODE")[];
    }
  | OwnSession;

export interface CompleteSignInInput {
  code: string;
}

export interface ConfirmSessionInput {
  password: string;
}

export interface RequestPasswordResetInput {
  /** Trimmed and lower-cased; ASCII before the @, an international domain is turned into punycode. At most 254 then. */
  email: string;
}

export interface RequestPasswordResetAnswer {
  accepted: true;
}

export interface ConfirmPasswordResetInput {
  /** From the link. It works once. */
  token: string;
  /** 8 to 200 characters; not one of the commonest, not the e-mail address. */
  password: string;
}

export interface UpdateMeInput {
  name?: string | undefined;
  locale?: "en" | "de" | "pt-BR" | null | undefined;
}

export interface ChangeOwnPasswordInput {
  currentPassword: string;
  /** 8 to 200 characters; not one of the commonest, not the e-mail address. */
  password: string;
}

export interface RequestEmailChangeInput {
  /** Trimmed and lower-cased; ASCII before the @, an international domain is turned into punycode. At most 254 then. */
  email: string;
}

export interface RequestEmailChangeAnswer {
  accepted: true;
}

export interface ConfirmEmailChangeInput {
  code: string;
}

export interface ListOwnSessionsInput {
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface ListOwnSessionsAnswer {
  id: string;
  /** The browser and its system. */
  browser: string;
  /** The session of this request. */
  current: boolean;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** The time of its latest request, to the minute. */
  lastSeenAt: string;
  /** Unless it is used before: 14 days after its latest request, and 90 days after the sign-in at most. */
  expiresAt: string;
}

export interface EndOwnSessionInput {
  /** The id of the session. */
  id: string;
}

export interface ListOwnTokensInput {
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface CreateOwnTokenInput {
  name: string;
  /** Caps your role in each site, at the time of each request. */
  role: "VIEWER" | "AUTHOR" | "EDITOR" | "SALES" | "ADMIN" | "OWNER";
  /** At most a year from now. */
  expiresAt: string;
  /** The slug of the only site that it opens. Absent: all of yours. */
  site?: string | undefined;
}

export interface RevokeOwnTokenInput {
  /** The id of the token. */
  id: string;
}

export interface ListSitesInput {
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface CreateSiteInput {
  slug: string;
  name: string;
  /** `SITE` begins like a site from signup, with types, pages, posts and a form. `SHOP` has products, too. `EMPTY` has nothing but a key. */
  template?: "SITE" | "SHOP" | "EMPTY" | undefined;
}

export interface CreateSiteAnswer {
  id: string;
  slug: string;
  name: string;
  /** ll or ll-RR, such as en or pt-BR. */
  defaultLocale: string;
  /** The default locale among them. */
  locales: string[];
  currency: string;
  allowedOrigins: string[];
  /** Hosts at which published reads need no key, so that a CDN in front may answer everybody alike, such as api.shop.example. They lead to this server. */
  apiHosts: string[];
  storefrontUrl: string | null;
  settings: {
    /** An IANA time zone, such as Europe/Berlin, which decides when the days of reports begin. UTC if absent. */
    timeZone?: string;
    /** The currencies in which the shop sells (ISO 4217, lower case), the site's own first. Absent: its own alone. A product is sold in those in which it has a price. */
    currencies?: string[];
    customers?: {
      requireVerifiedEmail?: boolean;
      /** Accounts that nobody confirmed or ordered with are removed after so many days. Absent: they are kept. */
      unconfirmedRetentionDays?: number;
    };
    catalog?: {
      /** Attributes of products that translations may replace. All others are the same in every locale. */
      translatedAttributes?: string[];
    };
    checkout?: {
      /** Who decides about shipping and tax: `request`, the caller of the checkout (if absent), or `rules`, `shipping` and `tax` of these settings. */
      totals?: "request" | "rules";
      expiryMinutes?: number;
      /** The payment processor's page asks for the addresses, unless the order has a shipping address. */
      collectAddress?: {
        /** The shop sends to these countries (ISO 3166-1). */
        countries: string[];
      };
    };
    forms?: {
      /** Who gets a mail about each submission. */
      notify?: string[];
      /** Submissions that are older are removed. Absent: they are kept. */
      retentionDays?: number;
    };
    mail?: { senderName?: string };
    /** The site's own texts of mails, by kind and locale. `{name}` stands for the placeholder `name`; a text has no other braces. `GET S/mails` lists the kinds with their placeholders. The server leaves out a line with a placeholder that has no value. */
    mails?: {
      "verify-email"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "reset-password"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "password-changed"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "change-email"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "email-change-requested"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "order-paid"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "gift-cards"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "order-shipped"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "order-partly-shipped"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "order-refunded"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "order-cancelled"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "order-notice"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "payment-notice"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
      "form-notice"?: Record<
        string,
        {
          /** One line. */
          subject: string;
          /** The whole mail as plain text. The server makes its HTML from it. */
          body: string;
        }
      >;
    };
    media?: {
      /** The limit for all files together. It cannot exceed the server's limit for the site, which applies if it is absent. */
      quotaMb?: number;
      /** Pictures keep what cameras wrote into them, the place among it. Absent: it is cut out. */
      keepMetadata?: boolean;
      /** Addresses of files are signed, and expire within a day. Absent: they are for everybody, for good. */
      private?: boolean;
      /** Width to height, to which pictures can be cropped. Absent: 1:1, 4:3 and 16:9. */
      ratios?: string[];
    };
    orders?: {
      /** Buyers get a mail when their order is paid, refunded, or cancelled by the shop. */
      confirmationMail?: boolean;
      /** The addresses that get a mail about each paid order. */
      notify?: string[];
    };
    shipping?: ShippingRules;
    tax?: TaxRules;
    team?: {
      /** Members without a second factor may do nothing in the site. */
      requireSecondFactor?: boolean;
      /** Entries of the audit log are removed after so many days; absent: 400. */
      auditRetentionDays?: number;
    };
    payments?: { minAmount?: number; maxAmount?: number };
  };
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  suspendedAt: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  /** For `x-api-key`. */
  apiKey: string;
}

export interface ListMembersInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  role?: "VIEWER" | "AUTHOR" | "EDITOR" | "SALES" | "ADMIN" | "OWNER" | undefined;
  /** A part of the name. */
  q?: string | undefined;
}

export interface GetMemberInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the person. */
  id: string;
}

export interface UpdateMemberInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the person. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
  role: "VIEWER" | "AUTHOR" | "EDITOR" | "SALES" | "ADMIN" | "OWNER";
}

export interface RemoveMemberInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the person. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
}

export interface ListInvitationsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface CreateInvitationInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Trimmed and lower-cased; ASCII before the @, an international domain is turned into punycode. At most 254 then. */
  email: string;
  role: "VIEWER" | "AUTHOR" | "EDITOR" | "SALES" | "ADMIN" | "OWNER";
}

export interface GetInvitationInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the invitation. */
  id: string;
}

export interface RemoveInvitationInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the invitation. */
  id: string;
}

export interface ResendInvitationInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the invitation. */
  id: string;
}

export interface OpenInvitationInput {
  /** From the link. */
  token: string;
}

export interface OpenInvitationAnswer {
  /** The invited address. */
  email: string;
  role: "VIEWER" | "AUTHOR" | "EDITOR" | "SALES" | "ADMIN" | "OWNER";
  site: { slug: string; name: string };
  /** The name of the person; null if the account is gone. */
  invitedBy: string | null;
  /** The address has an account, which accepts by its session; otherwise name and password make one. */
  hasAccount: boolean;
  /** ISO 8601, UTC, with milliseconds. */
  expiresAt: string;
}

export interface AcceptInvitationInput {
  /** From the link. It works once. */
  token: string;
  name?: string | undefined;
  /** 8 to 200 characters; not one of the commonest, not the e-mail address. */
  password?: string | undefined;
}

export interface StartPasskeySignInAnswer {
  challengeId: string;
  /** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
  options: {
    /** In base64url. */
    challenge: string;
    rpId: string;
    allowCredentials: { id: string; type: "public-key"; transports: string[] }[];
    userVerification: "required";
    /** In milliseconds. */
    timeout: number;
  };
}

export interface SignInWithPasskeyInput {
  /** The `challengeId` of the options. It is answered once. */
  challengeId: string;
  /** The credential of `navigator.credentials.get`, by its `toJSON()`. */
  credential: {
    id: string;
    rawId: string;
    type: "public-key";
    authenticatorAttachment?: string | null;
    clientExtensionResults: Record<string, unknown>;
    response: {
      clientDataJSON: string;
      authenticatorData: string;
      signature: string;
      userHandle?: string | null;
      attestationObject?: string | null;
    };
  };
}

export interface ListPasskeysInput {
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface CreatePasskeyInput {
  name: string;
  /** The `challengeId` of the options. It is answered once. */
  challengeId: string;
  /** The credential of `navigator.credentials.create`, by its `toJSON()`. */
  credential: {
    id: string;
    rawId: string;
    type: "public-key";
    authenticatorAttachment?: string | null;
    clientExtensionResults: Record<string, unknown>;
    response: {
      clientDataJSON: string;
      attestationObject: string;
      authenticatorData?: string;
      transports?: string[];
      publicKeyAlgorithm?: number;
      publicKey?: string | null;
    };
  };
}

export interface StartPasskeyAnswer {
  challengeId: string;
  /** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
  options: {
    /** In base64url. */
    challenge: string;
    rp: { id: string; name: string };
    user: { id: string; name: string; displayName: string };
    pubKeyCredParams: { type: "public-key"; alg: number }[];
    excludeCredentials: { id: string; type: "public-key"; transports: string[] }[];
    authenticatorSelection: { residentKey: "required"; requireResidentKey: boolean; userVerification: "required" };
    attestation: "none";
    /** In milliseconds. */
    timeout: number;
  };
}

export interface RenamePasskeyInput {
  /** The id of the passkey. */
  id: string;
  name: string;
}

export interface RemovePasskeyInput {
  /** The id of the passkey. */
  id: string;
}

export interface EnterSiteInput {
  slug: string;
  /** For the owners of the site. */
  reason: string;
}

export interface EnterSiteAnswer {
  site: string;
  reason: string;
  /** ISO 8601, UTC, with milliseconds. */
  expiresAt: string;
}

export interface ListServerAdminsInput {
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  /** A part of the name or of the address. */
  q?: string | undefined;
  isOperator?: boolean | undefined;
  isDisabled?: boolean | undefined;
}

export interface CreateServerAdminInput {
  /** Trimmed and lower-cased; ASCII before the @, an international domain is turned into punycode. At most 254 then. */
  email: string;
  name?: string | undefined;
  locale?: "en" | "de" | "pt-BR" | undefined;
  isOperator?: boolean | undefined;
}

export interface GetServerAdminInput {
  id: string;
}

export interface UpdateServerAdminInput {
  id: string;
  isOperator?: boolean | undefined;
  isDisabled?: boolean | undefined;
}

export interface StartTotpAnswer {
  /** In base32, for an app without a camera. */
  secret: string;
  uri: string;
  /** The address as a QR code: an SVG image. */
  qrSvg: string;
}

export interface ConfirmTotpInput {
  code: string;
}

export interface ConfirmTotpAnswer {
  /** Shown this once. Each is good once. */
  recoveryCodes: string[];
}

export interface CreateRecoveryCodesAnswer {
  /** Shown this once. Each is good once. */
  recoveryCodes: string[];
}

export interface CreateServerSiteInput {
  slug: string;
  name: string;
  /** `SITE` begins like a site from signup, with types, pages, posts and a form. `SHOP` has products, too. `EMPTY` has nothing but a key. */
  template?: "SITE" | "SHOP" | "EMPTY" | undefined;
  /** Trimmed and lower-cased; ASCII before the @, an international domain is turned into punycode. At most 254 then. */
  owner: string;
}

export interface CreateServerSiteAnswer {
  id: string;
  slug: string;
  name: string;
  state: "ACTIVE" | "SUSPENDED" | "DELETED";
  /** By address, the first 10. */
  owners: { id: string; name: string; email: string }[];
  /** How many there are, owners among them. */
  members: number;
  /** The size of its media library's files, as its quota counts them. */
  fileBytes: number;
  /** The quota that an operator set for the site's files, in MB. Null: the server's own applies. */
  mediaQuotaMb: number | null;
  /** The size of its data in the database, as measured last. */
  dataBytes: number;
  /** The quota that an operator set for the site's data, in MB. Null: the server's own applies. */
  dataQuotaMb: number | null;
  /** ISO 8601, UTC, with milliseconds. */
  suspendedAt: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  deletedAt: string | null;
  /** A deleted site can be restored until then. */
  restorableUntil: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** For `x-api-key`. */
  apiKey: string;
}

export interface ListServerSitesInput {
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  /** A part of the slug or of the name. */
  q?: string | undefined;
  state?: "ACTIVE" | "SUSPENDED" | "DELETED" | undefined;
}

export interface GetSiteInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
}

export interface DeleteSiteInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The revision that you have seen. */
  revision: number;
  /** The slug of the site, once more. */
  confirm: string;
}

export interface UpdateSiteInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The revision that you have seen. */
  revision: number;
  name?: string | null | undefined;
  defaultLocale?: string | null | undefined;
  locales?: string[] | null | undefined;
  currency?: string | null | undefined;
  allowedOrigins?: string[] | null | undefined;
  storefrontUrl?: string | null | undefined;
  settings?:
    | {
        /** An IANA time zone, such as Europe/Berlin, which decides when the days of reports begin. UTC if absent. */
        timeZone?: string | null;
        /** The currencies in which the shop sells (ISO 4217, lower case), the site's own first. Absent: its own alone. A product is sold in those in which it has a price. */
        currencies?: string[] | null;
        customers?: {
          requireVerifiedEmail?: boolean | null;
          /** Accounts that nobody confirmed or ordered with are removed after so many days. Absent: they are kept. */
          unconfirmedRetentionDays?: number | null;
        } | null;
        catalog?: {
          /** Attributes of products that translations may replace. All others are the same in every locale. */
          translatedAttributes?: string[] | null;
        } | null;
        checkout?: {
          /** Who decides about shipping and tax: `request`, the caller of the checkout (if absent), or `rules`, `shipping` and `tax` of these settings. */
          totals?: "request" | "rules" | null;
          expiryMinutes?: number | null;
          /** The payment processor's page asks for the addresses, unless the order has a shipping address. */
          collectAddress?: {
            /** The shop sends to these countries (ISO 3166-1). */
            countries?: string[] | null;
          } | null;
        } | null;
        forms?: {
          /** Who gets a mail about each submission. */
          notify?: string[] | null;
          /** Submissions that are older are removed. Absent: they are kept. */
          retentionDays?: number | null;
        } | null;
        mail?: { senderName?: string | null } | null;
        /** The site's own texts of mails, by kind and locale. `{name}` stands for the placeholder `name`; a text has no other braces. `GET S/mails` lists the kinds with their placeholders. The server leaves out a line with a placeholder that has no value. */
        mails?: {
          "verify-email"?: Record<
            string,
            {
              /** One line. */
              subject?: string | null;
              /** The whole mail as plain text. The server makes its HTML from it. */
              body?: string | null;
            } | null
          > | null;
          "reset-password"?: Record<
            string,
            {
              /** One line. */
              subject?: string | null;
              /** The whole mail as plain text. The server makes its HTML from it. */
              body?: string | null;
            } | null
          > | null;
          "password-changed"?: Record<
            string,
            {
              /** One line. */
              subject?: string | null;
              /** The whole mail as plain text. The server makes its HTML from it. */
              body?: string | null;
            } | null
          > | null;
          "change-email"?: Record<
            string,
            {
              /** One line. */
              subject?: string | null;
              /** The whole mail as plain text. The server makes its HTML from it. */
              body?: string | null;
            } | null
          > | null;
          "email-change-requested"?: Record<
            string,
            {
              /** One line. */
              subject?: string | null;
              /** The whole mail as plain text. The server makes its HTML from it. */
              body?: string | null;
            } | null
          > | null;
          "order-paid"?: Record<
            string,
            {
              /** One line. */
              subject?: string | null;
              /** The whole mail as plain text. The server makes its HTML from it. */
              body?: string | null;
            } | null
          > | null;
          "gift-cards"?: Record<
            string,
            {
              /** One line. */
              subject?: string | null;
              /** The whole mail as plain text. The server makes its HTML from it. */
              body?: string | null;
            } | null
          > | null;
          "order-shipped"?: Record<
            string,
            {
              /** One line. */
              subject?: string | null;
              /** The whole mail as plain text. The server makes its HTML from it. */
              body?: string | null;
            } | null
          > | null;
          "order-partly-shipped"?: Record<
            string,
            {
              /** One line. */
              subject?: string | null;
              /** The whole mail as plain text. The server makes its HTML from it. */
              body?: string | null;
            } | null
          > | null;
          "order-refunded"?: Record<
            string,
            {
              /** One line. */
              subject?: string | null;
              /** The whole mail as plain text. The server makes its HTML from it. */
              body?: string | null;
            } | null
          > | null;
          "order-cancelled"?: Record<
            string,
            {
              /** One line. */
              subject?: string | null;
              /** The whole mail as plain text. The server makes its HTML from it. */
              body?: string | null;
            } | null
          > | null;
          "order-notice"?: Record<
            string,
            {
              /** One line. */
              subject?: string | null;
              /** The whole mail as plain text. The server makes its HTML from it. */
              body?: string | null;
            } | null
          > | null;
          "payment-notice"?: Record<
            string,
            {
              /** One line. */
              subject?: string | null;
              /** The whole mail as plain text. The server makes its HTML from it. */
              body?: string | null;
            } | null
          > | null;
          "form-notice"?: Record<
            string,
            {
              /** One line. */
              subject?: string | null;
              /** The whole mail as plain text. The server makes its HTML from it. */
              body?: string | null;
            } | null
          > | null;
        } | null;
        media?: {
          /** The limit for all files together. It cannot exceed the server's limit for the site, which applies if it is absent. */
          quotaMb?: number | null;
          /** Pictures keep what cameras wrote into them, the place among it. Absent: it is cut out. */
          keepMetadata?: boolean | null;
          /** Addresses of files are signed, and expire within a day. Absent: they are for everybody, for good. */
          private?: boolean | null;
          /** Width to height, to which pictures can be cropped. Absent: 1:1, 4:3 and 16:9. */
          ratios?: string[] | null;
        } | null;
        orders?: {
          /** Buyers get a mail when their order is paid, refunded, or cancelled by the shop. */
          confirmationMail?: boolean | null;
          /** The addresses that get a mail about each paid order. */
          notify?: string[] | null;
        } | null;
        /** Where the shop sends, and for what price. The most specific zone applies: one with the region, else one with the country, else `*`. */
        shipping?: {
          zones?:
            | {
                /** Lower-case letters, digits and hyphens. */
                id: string;
                /** By locale, one of them the site's default locale, which also serves locales without a text. */
                title?: Record<string, string>;
                /** Countries of ISO 3166-1, or `*` alone for all others. */
                countries: string[];
                /** Only these regions of the zone's one country, as addresses name them. */
                regions?: string[];
                /** In the order in which buyers see them. The first is chosen for those who choose none. */
                options: {
                  /** Lower-case letters, digits and hyphens. */
                  id: string;
                  /** By locale, one of them the site's default locale, which also serves locales without a text. */
                  title: Record<string, string>;
                  /** By locale, one of them the site's default locale, which also serves locales without a text. */
                  description?: Record<string, string>;
                  /** In minor units of the site's currency. */
                  price?: number;
                  /** Prices by the subtotal or the weight of the items, in the place of `price`. Above all tiers, the option is not offered. */
                  tiers?: {
                    /** The price applies up to this subtotal. Absent in the last tier: to any. */
                    upToSubtotal?: number;
                    /** The price applies up to this weight in grams, in the place of a subtotal. */
                    upToWeight?: number;
                    /** In minor units of the site's currency. */
                    price: number;
                  }[];
                  /** From this subtotal of the items on, the option costs nothing. */
                  freeFrom?: number;
                  /** The price of the option in further currencies of the site, in their minor units. The server offers the option for no order in a currency without amounts: nothing is converted. */
                  amounts?: Record<
                    string,
                    {
                      /** In minor units of the site's currency. */
                      price?: number;
                      /** Prices by the subtotal or the weight of the items, in the place of `price`. Above all tiers, the option is not offered. */
                      tiers?: {
                        /** The price applies up to this subtotal. Absent in the last tier: to any. */
                        upToSubtotal?: number;
                        /** The price applies up to this weight in grams, in the place of a subtotal. */
                        upToWeight?: number;
                        /** In minor units of the site's currency. */
                        price: number;
                      }[];
                      /** From this subtotal of the items on, the option costs nothing. */
                      freeFrom?: number;
                    }
                  >;
                  /** In grams. Heavier orders are not offered the option. */
                  maxWeight?: number;
                  /** The buyer fetches the items: the order needs no street. */
                  pickup?: boolean;
                  deliveryDays?: { min: number; max: number };
                }[];
              }[]
            | null;
        } | null;
        /** Which tax an order has. */
        tax?: {
          /** Whether the prices of products and of shipping include the tax of `country`. */
          pricesInclude?: boolean | null;
          /** A country of ISO 3166-1. */
          country?: string | null;
          /** Whose rate applies: that of the country to which the order goes (if absent), or that of `country` for all orders. */
          basis?: "DESTINATION" | "ORIGIN" | null;
          /** With included tax: whether buyers pay the same price in each country (if absent). `false`: the price without tax is the same, and the tax of the destination is added to it. */
          keepGross?: boolean | null;
          /** Whether shipping is taxed as the items are. Absent: it is. */
          taxShipping?: boolean | null;
          /** Lower-case letters, digits and hyphens. Absent: `standard`. */
          shippingClass?: string | null;
          /** Whether the tax is rounded for each line (if absent) or once for the order. Half is rounded up. */
          rounding?: "LINE" | "ORDER" | null;
          /** A country without a rate has no tax. A rate for the region comes before that for the country. Where a class has no rate, that of the class `standard` applies. */
          rates?:
            | {
                /** A country of ISO 3166-1. */
                country: string;
                /** Only this region, as addresses name it. */
                region?: string;
                /** Lower-case letters, digits and hyphens. Absent: `standard`. */
                class?: string;
                /** A decimal number up to 100, as text. */
                percent: string;
                /** By locale, one of them the site's default locale, which also serves locales without a text. */
                title: Record<string, string>;
                /** The first day on which the rate applies, in the site's time zone. Absent: since always. */
                validFrom?: string;
              }[]
            | null;
        } | null;
        team?: {
          /** Members without a second factor may do nothing in the site. */
          requireSecondFactor?: boolean | null;
          /** Entries of the audit log are removed after so many days; absent: 400. */
          auditRetentionDays?: number | null;
        } | null;
        payments?: { minAmount?: number | null; maxAmount?: number | null } | null;
      }
    | null
    | undefined;
  apiHosts?: string[] | null | undefined;
}

export interface RestoreSiteInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
}

export interface ListApiKeysInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface CreateApiKeyInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** What the key is for. */
  name: string;
  readLimit?: number | null | undefined;
}

export interface CreateApiKeyAnswer {
  id: string;
  name: string;
  /** The key's last four characters. */
  lastFour: string;
  /** Reads per second for this key, in place of the limit per client. */
  readLimit: number | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  revokedAt: string | null;
  /** For `x-api-key`. */
  key: string;
}

export interface GetApiKeyInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  id: string;
}

export interface RevokeApiKeyInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  id: string;
}

export interface SuspendSiteInput {
  slug: string;
}

export interface ResumeSiteInput {
  slug: string;
}

export interface UpdateServerSiteInput {
  slug: string;
  /** The quota for all files of the site, in MB: above or below `MEDIA_QUOTA_MB`. Null: that setting applies. */
  mediaQuotaMb?: number | null | undefined;
  /** The quota for all that the site stores in the database, in MB: above or below `DATA_QUOTA_MB`. Null: that setting applies. */
  dataQuotaMb?: number | null | undefined;
}

export interface GetPluginInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** `svc.payments` or `svc.forms`. */
  plugin: string;
}

export interface PutPluginInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** `svc.payments` or `svc.forms`. */
  plugin: string;
  /** The revision that you have seen. */
  revision: number;
  enabled: boolean;
  config?:
    | { publishableKey?: string; currency?: string; notify?: string[]; secretKey?: string | null; webhookSecrets?: string[] | null }
    | undefined;
}

export interface ExportSiteInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
}

export interface ExportSiteAnswer {
  [name: string]: unknown;
}

export interface ImportSiteInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Says what would change, and changes nothing. */
  dryRun?: boolean | undefined;
  /** Sets the stock of variants that exist, too: otherwise what was sold stays sold. */
  setStock?: boolean | undefined;
  /** Replaces also what somebody has changed since the last import: otherwise it stays, and `warnings` names it. */
  overwrite?: boolean | undefined;
  /** Imports this part alone: the types and forms, the documents and files, the products, categories and plans, or the site's members, keys and plugins. */
  only?: "model" | "content" | "catalogue" | "settings" | undefined;
  /** A text, and the text of a file, is YAML or JSON. */
  body: Record<string, unknown> | string | Blob;
}

export interface ListReferencesInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  /** The id of what they refer to. */
  to: string;
}

export interface ListReleasesInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  state?: "OPEN" | "SCHEDULED" | "PUBLISHED" | "FAILED" | undefined;
  /** Part of the name. */
  q?: string | undefined;
  /** `field` or `field:direction`: `name`, `publishAt`, `createdAt`, `updatedAt`; `asc` (default) or `desc`. Default: `updatedAt:desc`. */
  sort?: string | undefined;
}

export interface CreateReleaseInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  name: string;
  /** A wish, until the release is scheduled: `PATCH` with `state`. */
  publishAt?: string | null | undefined;
}

export interface GetReleaseInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the release. */
  id: string;
}

export interface UpdateReleaseInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the release. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
  name?: string | undefined;
  publishAt?: string | null | undefined;
  /** `SCHEDULED` plans it for `publishAt`; `OPEN` takes the plan back. */
  state?: "OPEN" | "SCHEDULED" | undefined;
}

export interface DeleteReleaseInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the release. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
}

export interface PutReleaseItemInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the release. */
  id: string;
  /** The id of the translation. */
  translationId: string;
  action: "PUBLISH" | "UNPUBLISH";
  /** The translation's revision. */
  revision: number;
}

export interface RemoveReleaseItemInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the release. */
  id: string;
  /** The id of the translation. */
  translationId: string;
}

export interface AddReleaseChangeInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the release. */
  id: string;
  body: {
    type: "product" | "category" | "plan";
    id: string;
    /** Such as `{ "status": "ACTIVE" }`. */
    patch: Record<string, unknown>;
    /** The variants that the author of the patch saw, as `/goods` shows them. Absent: those of now, after the earlier changes of the release. */
    seenVariants?: { sku: string }[];
  };
}

export interface AddReleasePriceChangesInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the release. */
  id: string;
  items: { id: string; revision: number }[];
  percent?: string | undefined;
  /** In minor units of the currency. */
  amount?: number | undefined;
  /** One of the site's currencies, in which the prices change. Variants without a price in it stay as they are. Absent: each product's own. */
  currency?: string | undefined;
}

export interface AddReleasePriceChangesAnswer {
  /** Those that were added. */
  changes: ReleaseChange[];
}

export interface RemoveReleaseChangeInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the release. */
  id: string;
  /** The id of the change of the shop. */
  changeId: string;
}

export interface ListReleaseGoodsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the release. */
  id: string;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  /** Up to 100 ids, separated by commas: these, whether the release changes them or not. Absent: those that it changes. */
  ids?: string | undefined;
}

export interface CheckReleaseInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the release. */
  id: string;
}

export interface PublishReleaseInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the release. */
  id: string;
  /** The release's revision. */
  revision: number;
}

export interface ListAssetsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  /** Parts of words of name, title, alternative texts or tags. */
  q?: string | undefined;
  type?: "image" | "video" | "audio" | "document" | undefined;
  /** With the folders below it. */
  folder?: string | undefined;
  tag?: string | undefined;
  /** Only those that nothing shows: no draft, no publication, nothing in the shop. */
  unused?: boolean | undefined;
  /** Only pictures without an alternative text in this locale. */
  missingAlt?: string | undefined;
  /** `field` or `field:direction`: `createdAt`, `updatedAt`, `name`, `bytes`; `asc` (default) or `desc`. Default: `createdAt:desc`. */
  sort?: string | undefined;
}

export interface CreateAssetInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The bytes of the file. */
  file: Blob;
  /** JSON by locale, or a text in the site's default locale. */
  alt?: string | undefined;
  title?: string | undefined;
  /** Separated by commas. */
  tags?: string | undefined;
  folder?: string | undefined;
  /** JSON: two numbers from 0 to 1. */
  focus?: string | undefined;
}

export type CreateAssetAnswer =
  | {
      id: string;
      revision: number;
      name: string;
      contentType: string;
      bytes: number;
      /** The cleaned file's digest, in hexadecimal. */
      sha256: string;
      /** In pixels. */
      width: number | null;
      /** In pixels. */
      height: number | null;
      dominantColor: string | null;
      /** A ThumbHash in base64: a blurred picture to show until the real one is there. */
      placeholder: string | null;
      /** By locale of the site: what a person who does not see the picture should know. */
      alt: Record<string, string>;
      /** For people in the media library. */
      title: string;
      tags: string[];
      /** Names separated by slashes, eight at most; empty: at the top. */
      folder: string;
      /** The point that crops keep: from the left and from the top, of 1. */
      focus: number[];
      /** Frames of an animated picture, pages of a document, where the file tells. */
      pages: number | null;
      /** The duration of video and audio, if the file states it. */
      durationMs: number | null;
      /** Public. It changes when the bytes or the focus do. Variants have another last segment, such as `640xauto.auto`. */
      url: string;
      createdBy: { id: string; name: string } | null;
      /** ISO 8601, UTC, with milliseconds. */
      createdAt: string;
      /** ISO 8601, UTC, with milliseconds. */
      updatedAt: string;
      /** Parts of an SVG drawing that were cut out because they run a script, load something from elsewhere or are not known, such as `<image href>` or `@import`: 20 at most, each once. Without programs' own notes, which show nothing. Empty for other files. */
      cut: string[];
      /** The site had a file with the same bytes: this is that one, unchanged. */
      duplicate?: true;
    }
  | {
      id: string;
      revision: number;
      name: string;
      contentType: string;
      bytes: number;
      /** The cleaned file's digest, in hexadecimal. */
      sha256: string;
      /** In pixels. */
      width: number | null;
      /** In pixels. */
      height: number | null;
      dominantColor: string | null;
      /** A ThumbHash in base64: a blurred picture to show until the real one is there. */
      placeholder: string | null;
      /** By locale of the site: what a person who does not see the picture should know. */
      alt: Record<string, string>;
      /** For people in the media library. */
      title: string;
      tags: string[];
      /** Names separated by slashes, eight at most; empty: at the top. */
      folder: string;
      /** The point that crops keep: from the left and from the top, of 1. */
      focus: number[];
      /** Frames of an animated picture, pages of a document, where the file tells. */
      pages: number | null;
      /** The duration of video and audio, if the file states it. */
      durationMs: number | null;
      /** Public. It changes when the bytes or the focus do. Variants have another last segment, such as `640xauto.auto`. */
      url: string;
      createdBy: { id: string; name: string } | null;
      /** ISO 8601, UTC, with milliseconds. */
      createdAt: string;
      /** ISO 8601, UTC, with milliseconds. */
      updatedAt: string;
      /** Parts of an SVG drawing that were cut out because they run a script, load something from elsewhere or are not known, such as `<image href>` or `@import`: 20 at most, each once. Without programs' own notes, which show nothing. Empty for other files. */
      cut: string[];
    };

export interface GetAssetInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the asset. */
  id: string;
}

export interface UpdateAssetInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the asset. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
  title?: string | null | undefined;
  alt?: Record<string, string | null> | null | undefined;
  tags?: string[] | null | undefined;
  folder?: string | null | undefined;
  focus?: number[] | null | undefined;
}

export interface DeleteAssetInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the asset. */
  id: string;
  force?: boolean | undefined;
  /** The revision that you have seen. */
  revision: number;
}

export interface ReplaceAssetInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the asset. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
  /** The bytes of the file. */
  file: Blob;
}

export interface ReplaceAssetAnswer {
  id: string;
  revision: number;
  name: string;
  contentType: string;
  bytes: number;
  /** The cleaned file's digest, in hexadecimal. */
  sha256: string;
  /** In pixels. */
  width: number | null;
  /** In pixels. */
  height: number | null;
  dominantColor: string | null;
  /** A ThumbHash in base64: a blurred picture to show until the real one is there. */
  placeholder: string | null;
  /** By locale of the site: what a person who does not see the picture should know. */
  alt: Record<string, string>;
  /** For people in the media library. */
  title: string;
  tags: string[];
  /** Names separated by slashes, eight at most; empty: at the top. */
  folder: string;
  /** The point that crops keep: from the left and from the top, of 1. */
  focus: number[];
  /** Frames of an animated picture, pages of a document, where the file tells. */
  pages: number | null;
  /** The duration of video and audio, if the file states it. */
  durationMs: number | null;
  /** Public. It changes when the bytes or the focus do. Variants have another last segment, such as `640xauto.auto`. */
  url: string;
  createdBy: { id: string; name: string } | null;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  /** Parts of an SVG drawing that were cut out because they run a script, load something from elsewhere or are not known, such as `<image href>` or `@import`: 20 at most, each once. Without programs' own notes, which show nothing. Empty for other files. */
  cut: string[];
}

export interface BulkAssetsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  action: "delete" | "tag" | "move";
  items: { id: string; revision: number }[];
  tags?: string[] | undefined;
  /** Names separated by slashes, eight at most; empty: at the top. */
  folder?: string | undefined;
  force?: boolean | undefined;
}

export interface ListAssetUsagesInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The id of the asset. */
  id: string;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface ListUploadsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
}

export interface ListAuditInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  /** The id of the person who made the change. */
  actor?: string | undefined;
  /** The id of the operation, or the name of the command or job. */
  action?: string | undefined;
  /** A type of things, as `product`, or one of them, as `product/<id>`. */
  target?: string | undefined;
  /** ISO 8601 with a time zone. */
  from?: string | undefined;
  /** Until then, and not at that instant. */
  to?: string | undefined;
}

export interface AnnouncePresenceInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  document: string;
  locale: string;
}

export interface GetOverviewInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 7 unless you say so. The last one is today. */
  days?: "7" | "30" | "90" | undefined;
}

export interface ListMailsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
}

export interface PreviewMailInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the mail: verify-email, reset-password, password-changed, change-email, email-change-requested, order-paid, gift-cards, order-shipped, order-partly-shipped, order-refunded, order-cancelled, order-notice, payment-notice, form-notice. */
  kind: string;
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
}

export interface PreviewMailTextInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the mail: verify-email, reset-password, password-changed, change-email, email-change-requested, order-paid, gift-cards, order-shipped, order-partly-shipped, order-refunded, order-cancelled, order-notice, payment-notice, form-notice. */
  kind: string;
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
  /** One line. */
  subject?: string | undefined;
  /** The whole mail as plain text. The server makes its HTML from it. */
  body?: string | undefined;
  /** The id of a paid order. Only for mails about orders. */
  order?: string | undefined;
}

export interface SendTestMailInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The kind of the mail: verify-email, reset-password, password-changed, change-email, email-change-requested, order-paid, gift-cards, order-shipped, order-partly-shipped, order-refunded, order-cancelled, order-notice, payment-notice, form-notice. */
  kind: string;
  /** A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it. */
  locale?: string | undefined;
  /** One line. */
  subject?: string | undefined;
  /** The whole mail as plain text. The server makes its HTML from it. */
  body?: string | undefined;
}

export interface SendTestMailAnswer {
  accepted: true;
}

export interface ListOutboxInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  state?: "waiting" | "failed" | undefined;
  /** Only tasks that send a mail, or only others. */
  mail?: boolean | undefined;
}

export interface RetryTaskInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the task. */
  id: string;
}

export interface ListWebhooksInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Only webhooks whose deliveries fail, or that were disabled for that. */
  state?: "failing" | undefined;
}

export interface CreateWebhookInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Receives the deliveries: an absolute https URL without user name, password and fragment. */
  url: string;
  /** The types of events that it gets. `["*"]`: all of them. */
  events: (
    | "*"
    | "content.published"
    | "content.unpublished"
    | "content.moved"
    | "release.published"
    | "asset.changed"
    | "asset.deleted"
    | "product.changed"
    | "product.deleted"
    | "stock.low"
    | "category.changed"
    | "plan.changed"
    | "order.placed"
    | "order.paid"
    | "order.fulfilled"
    | "order.cancelled"
    | "order.refunded"
    | "payment.failed"
    | "customer.registered"
    | "customer.verified"
    | "customer.erased"
    | "form.submitted"
    | "settings.changed"
    | "key.created"
    | "key.revoked"
    | "webhook.test"
  )[];
  /** What the webhook is for. */
  description?: string | undefined;
  /** Whether it gets deliveries. */
  enabled?: boolean | undefined;
  /** Whether deliveries contain personal data: the fields of forms, and the names and addresses of buyers and customers. */
  includePersonal?: boolean | undefined;
}

export interface CreateWebhookAnswer {
  id: string;
  /** Receives the deliveries: an absolute https URL without user name, password and fragment. */
  url: string;
  /** The types of events that it gets. `["*"]`: all of them. */
  events: (
    | "*"
    | "content.published"
    | "content.unpublished"
    | "content.moved"
    | "release.published"
    | "asset.changed"
    | "asset.deleted"
    | "product.changed"
    | "product.deleted"
    | "stock.low"
    | "category.changed"
    | "plan.changed"
    | "order.placed"
    | "order.paid"
    | "order.fulfilled"
    | "order.cancelled"
    | "order.refunded"
    | "payment.failed"
    | "customer.registered"
    | "customer.verified"
    | "customer.erased"
    | "form.submitted"
    | "settings.changed"
    | "key.created"
    | "key.revoked"
    | "webhook.test"
  )[];
  /** What the webhook is for. */
  description: string;
  /** Whether it gets deliveries. */
  enabled: boolean;
  /** Whether deliveries contain personal data: the fields of forms, and the names and addresses of buyers and customers. */
  includePersonal: boolean;
  /** `MEMBER`: somebody switched it off. `GONE`: it answered 410. `FAILURES`: no delivery succeeded for five days. */
  disabledBecause: "MEMBER" | "GONE" | "FAILURES" | null;
  /** Since when no delivery succeeded. */
  failingSince: string | null;
  /** Deliveries that are not over. */
  waiting: number;
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  /** Signs the deliveries, as Standard Webhooks 1.0 says. It is in this answer, and nowhere else. */
  secret: string;
}

export interface GetWebhookInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the webhook. */
  id: string;
}

export interface UpdateWebhookInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the webhook. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
  /** Receives the deliveries: an absolute https URL without user name, password and fragment. */
  url?: string | undefined;
  /** The types of events that it gets. `["*"]`: all of them. */
  events?:
    | (
        | "*"
        | "content.published"
        | "content.unpublished"
        | "content.moved"
        | "release.published"
        | "asset.changed"
        | "asset.deleted"
        | "product.changed"
        | "product.deleted"
        | "stock.low"
        | "category.changed"
        | "plan.changed"
        | "order.placed"
        | "order.paid"
        | "order.fulfilled"
        | "order.cancelled"
        | "order.refunded"
        | "payment.failed"
        | "customer.registered"
        | "customer.verified"
        | "customer.erased"
        | "form.submitted"
        | "settings.changed"
        | "key.created"
        | "key.revoked"
        | "webhook.test"
      )[]
    | undefined;
  /** Whether it gets deliveries. */
  enabled?: boolean | undefined;
  /** Whether deliveries contain personal data: the fields of forms, and the names and addresses of buyers and customers. */
  includePersonal?: boolean | undefined;
  description?: string | null | undefined;
}

export interface DeleteWebhookInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the webhook. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
}

export interface RotateWebhookSecretInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the webhook. */
  id: string;
}

export interface RotateWebhookSecretAnswer {
  id: string;
  /** Receives the deliveries: an absolute https URL without user name, password and fragment. */
  url: string;
  /** The types of events that it gets. `["*"]`: all of them. */
  events: (
    | "*"
    | "content.published"
    | "content.unpublished"
    | "content.moved"
    | "release.published"
    | "asset.changed"
    | "asset.deleted"
    | "product.changed"
    | "product.deleted"
    | "stock.low"
    | "category.changed"
    | "plan.changed"
    | "order.placed"
    | "order.paid"
    | "order.fulfilled"
    | "order.cancelled"
    | "order.refunded"
    | "payment.failed"
    | "customer.registered"
    | "customer.verified"
    | "customer.erased"
    | "form.submitted"
    | "settings.changed"
    | "key.created"
    | "key.revoked"
    | "webhook.test"
  )[];
  /** What the webhook is for. */
  description: string;
  /** Whether it gets deliveries. */
  enabled: boolean;
  /** Whether deliveries contain personal data: the fields of forms, and the names and addresses of buyers and customers. */
  includePersonal: boolean;
  /** `MEMBER`: somebody switched it off. `GONE`: it answered 410. `FAILURES`: no delivery succeeded for five days. */
  disabledBecause: "MEMBER" | "GONE" | "FAILURES" | null;
  /** Since when no delivery succeeded. */
  failingSince: string | null;
  /** Deliveries that are not over. */
  waiting: number;
  revision: number;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  /** ISO 8601, UTC, with milliseconds. */
  updatedAt: string;
  /** Signs the deliveries, as Standard Webhooks 1.0 says. It is in this answer, and nowhere else. */
  secret: string;
}

export interface TestWebhookInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the webhook. */
  id: string;
}

export interface ListWebhookDeliveriesInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the webhook. */
  id: string;
  /** 1-based number of the page. */
  page?: number | undefined;
  /** Items per page; over 100 is served as 100. */
  pageSize?: number | undefined;
  state?: "PENDING" | "DELIVERED" | "FAILED" | undefined;
  event?:
    | "content.published"
    | "content.unpublished"
    | "content.moved"
    | "release.published"
    | "asset.changed"
    | "asset.deleted"
    | "product.changed"
    | "product.deleted"
    | "stock.low"
    | "category.changed"
    | "plan.changed"
    | "order.placed"
    | "order.paid"
    | "order.fulfilled"
    | "order.cancelled"
    | "order.refunded"
    | "payment.failed"
    | "customer.registered"
    | "customer.verified"
    | "customer.erased"
    | "form.submitted"
    | "settings.changed"
    | "key.created"
    | "key.revoked"
    | "webhook.test"
    | undefined;
}

export interface RedeliverWebhookInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the webhook. */
  id: string;
  /** The ID of the delivery. */
  deliveryId: string;
}

export interface ReplayWebhookInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the webhook. */
  id: string;
  /** ISO 8601 with a time zone. */
  from: string;
  /** ISO 8601 with a time zone. */
  to: string;
}

export interface ReplayWebhookAnswer {
  /** The number of events. */
  deliveries: number;
}

export interface ListViewsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The list: `pages`, `products`, `orders`, `customers`, or `entries/` with the slug of a content type. */
  list?: string | undefined;
}

export interface CreateViewInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The list: `pages`, `products`, `orders`, `customers`, or `entries/` with the slug of a content type. */
  list: string;
  /** What people call it. */
  name: string;
  /** The query string of the list's address in the studio, without the question mark. The server stores it as text. */
  query: string;
  /** `PERSONAL`: only you see it. `SITE`: everybody who sees the list. */
  scope?: "PERSONAL" | "SITE" | undefined;
}

export interface UpdateViewInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the saved view. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
  /** What people call it. */
  name?: string | undefined;
  /** The query string of the list's address in the studio, without the question mark. The server stores it as text. */
  query?: string | undefined;
}

export interface DeleteViewInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The ID of the saved view. */
  id: string;
  /** The revision that you have seen. */
  revision: number;
}

export interface SearchSiteInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** The first ten words count. Without a letter or digit, nothing is found. */
  q: string;
}

export type SearchSiteAnswer = Found[];

export interface GetAdminOpenApiAnswer {
  [name: string]: unknown;
}

/** The `code` of every problem that the server returns. */
export type ProblemCode =
  | "access_token_invalid"
  | "admin_not_found"
  | "already_invited"
  | "already_member"
  | "amount_out_of_range"
  | "asset_not_found"
  | "bad_request"
  | "balance_changed"
  | "block_type_not_found"
  | "body_too_large"
  | "category_not_found"
  | "comment_not_found"
  | "confirmation_needed"
  | "content_type_not_found"
  | "credentials_ambiguous"
  | "cross_site_request"
  | "customer_not_found"
  | "customer_verified"
  | "delivery_not_found"
  | "discount_is_automatic"
  | "discount_not_found"
  | "documents_affected"
  | "duplicate_header"
  | "email_taken"
  | "entry_not_found"
  | "file_damaged"
  | "file_missing"
  | "file_too_costly"
  | "file_too_large"
  | "file_type_refused"
  | "form_has_submissions"
  | "form_not_found"
  | "form_slug_taken"
  | "fulfilment_too_large"
  | "gift_card_not_found"
  | "gift_card_used"
  | "gift_card_voided"
  | "headers_too_large"
  | "idempotency_in_progress"
  | "idempotency_key_missing"
  | "idempotency_key_reused"
  | "image_too_large"
  | "import_interrupted"
  | "in_use"
  | "internal_error"
  | "invalid_credentials"
  | "invalid_json"
  | "invalid_query"
  | "invitation_for_another"
  | "invitation_not_found"
  | "key_not_found"
  | "last_operator"
  | "last_owner"
  | "locale_unsupported"
  | "mail_kind_not_found"
  | "member_not_found"
  | "method_not_allowed"
  | "needs_session"
  | "not_a_member"
  | "not_acceptable"
  | "not_implemented"
  | "not_the_author"
  | "not_the_reviewer"
  | "nothing_published"
  | "order_not_confirmable"
  | "order_not_found"
  | "order_not_fulfillable"
  | "order_not_paid"
  | "order_not_pending"
  | "own_account"
  | "own_role"
  | "page_not_found"
  | "passkey_exists"
  | "passkey_invalid"
  | "passkey_not_found"
  | "payment_not_found"
  | "payment_under_way"
  | "payments_not_configured"
  | "payments_open"
  | "permission_missing"
  | "plan_not_found"
  | "plugin_not_found"
  | "precondition_required"
  | "presence_document_not_found"
  | "preview_not_found"
  | "processor_error"
  | "processor_timeout"
  | "product_not_found"
  | "quota_exceeded"
  | "rate_limited"
  | "references_unpublished"
  | "refund_too_large"
  | "refund_under_way"
  | "release_blocked"
  | "release_change_not_found"
  | "release_full"
  | "release_item_not_found"
  | "release_not_found"
  | "release_published"
  | "request_timeout"
  | "review_asked"
  | "review_ended"
  | "review_not_found"
  | "revision_conflict"
  | "route_not_found"
  | "second_factor_missing"
  | "second_factor_not_asked"
  | "second_factor_required"
  | "second_factor_wrong"
  | "session_invalid"
  | "session_missing"
  | "session_not_found"
  | "several_entries"
  | "single_entry_exists"
  | "site_full"
  | "site_not_deleted"
  | "site_not_found"
  | "site_slug_taken"
  | "site_suspended"
  | "slug_taken"
  | "stock_changed"
  | "stock_insufficient"
  | "stock_not_tracked"
  | "storage_full"
  | "submission_file_not_found"
  | "submission_not_found"
  | "task_not_failed"
  | "task_not_found"
  | "thread_has_replies"
  | "thread_not_found"
  | "token_invalid"
  | "token_not_found"
  | "too_many_deliveries"
  | "too_many_invitations"
  | "too_many_keys"
  | "too_many_parts"
  | "too_many_passkeys"
  | "too_many_previews"
  | "too_many_releases"
  | "too_many_replies"
  | "too_many_sites"
  | "too_many_streams"
  | "too_many_threads"
  | "too_many_tokens"
  | "too_many_uploads"
  | "too_many_views"
  | "too_many_webhooks"
  | "totp_exists"
  | "totp_not_found"
  | "translation_not_found"
  | "trashed_not_found"
  | "tus_version_unsupported"
  | "unavailable"
  | "unsupported_media_type"
  | "upload_not_found"
  | "upload_offset_conflict"
  | "url_too_long"
  | "validation_failed"
  | "variant_not_found"
  | "version_not_found"
  | "view_not_found"
  | "webhook_disabled"
  | "webhook_not_found";

/** The members that a problem has besides the common ones. */
export interface ProblemMembers {
  balance_changed: {
    /** The present balance, in minor units. */
    balance: number;
  };
  category_not_found: {
    /** The present slug of a category that had the requested one before, in the locale of the request; otherwise absent. */
    movedTo: { slug: string };
  };
  documents_affected: {
    /** Contents and their first errors, as in a check; at most 100. */
    affected: Record<string, unknown>[];
    affectedTotal: number;
  };
  entry_not_found: {
    /** The present slug of a document that was published under the requested one before; otherwise absent. */
    movedTo: { slug: string; locale: string };
  };
  file_too_large: {
    /** As many bytes as a file may have. */
    maxBytes: number;
  };
  form_has_submissions: {
    /** Their number, spam included. */
    submissions: number;
  };
  fulfilment_too_large: {
    /** The lines of which fewer units are left to send, and their number. An unknown line has none. */
    lines: { id: string; left: number }[];
  };
  import_interrupted: {
    /** The number of products that are saved. */
    savedProducts: number;
  };
  in_use: {
    /** The places that refer to it, at most 100 of them. */
    places: Record<string, unknown>[];
    placesTotal: number;
  };
  locale_unsupported: {
    /** The locales of the site, in canonical case. */
    supportedLocales: string[];
  };
  order_not_fulfillable: {
    /** The order's status. */
    orderStatus: string;
  };
  order_not_paid: {
    /** The order's status. */
    orderStatus: string;
  };
  order_not_pending: {
    /** The order's status. */
    orderStatus: string;
  };
  page_not_found: {
    /** The present slug of a document that was published under the requested one before; otherwise absent. */
    movedTo: { slug: string; locale: string };
  };
  payments_open: {
    /** The numbers of the orders that may still be paid. */
    orders: number[];
    /** Payments without an order that may still succeed. */
    payments: string[];
  };
  permission_missing: {
    /** The permission that is needed; `operator` for those who run the server. */
    permission: string;
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
  references_unpublished: {
    /** Translations that can be published together with it, by `with`: `document`, `locale`, `revision`, `title`. */
    references: Record<string, unknown>[];
  };
  release_blocked: {
    /** At most 100 of them. */
    problems: {
      /** The translation of the item that it concerns. */
      item: string | null;
      /** The id of the change of the shop that it concerns. */
      change: string | null;
      /** The item's title. */
      title: string | null;
      /** The type of the block that the path leads into. */
      blockType: string | null;
      /** JSON Pointer into the draft, or into the product, category or plan. */
      path: string;
      code: string;
      message: string;
    }[];
    problemsTotal: number;
  };
  revision_conflict: {
    /** The current revision. */
    revision: number;
    /** The person who made the latest change; null if none did, or the account is gone. */
    changedBy: { id: string; name: string } | null;
    /** ISO 8601, UTC, with milliseconds. */
    changedAt: string | null;
  };
  second_factor_wrong: {
    /** The attempts left in this sign-in. After the last one, sign in again. */
    triesLeft: number;
  };
  single_entry_exists: {
    /** The id of that entry. */
    entry: string;
  };
  site_full: { quotaBytes: number; usedBytes: number };
  slug_taken: {
    /** The slugs to change. */
    slugs: {
      locale?: string;
      slug?: string;
      /** The id of the document. */
      takenBy?: string;
    }[];
  };
  stock_changed: {
    /** The variants that it concerns, with their present counts. */
    stocks: { variantId: string; sku: string; stock: number | null }[];
  };
  stock_insufficient: {
    /** The variants that it concerns, with their present counts. */
    stocks: { variantId: string; sku: string; stock: number | null }[];
  };
  stock_not_tracked: {
    /** The variants that it concerns, with their present counts. */
    stocks: { variantId: string; sku: string; stock: number | null }[];
  };
  upload_offset_conflict: {
    /** Bytes that the server has. */
    offset: number;
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
export type BodyCode = "body_too_large" | "cross_site_request" | "invalid_json" | "unsupported_media_type" | "validation_failed";

/** Operations of somebody who is signed in. */
export type PersonCode = "access_token_invalid" | "credentials_ambiguous" | "session_invalid" | "session_missing";

/** Operations of a site. */
export type SiteCode =
  | "access_token_invalid"
  | "credentials_ambiguous"
  | "permission_missing"
  | "second_factor_required"
  | "session_invalid"
  | "session_missing"
  | "site_not_found";

/** Operations that change a site. */
export type ChangeCode =
  | "access_token_invalid"
  | "body_too_large"
  | "credentials_ambiguous"
  | "cross_site_request"
  | "invalid_json"
  | "permission_missing"
  | "second_factor_required"
  | "session_invalid"
  | "session_missing"
  | "site_not_found"
  | "site_suspended"
  | "unsupported_media_type"
  | "validation_failed";

/** Operations that change something with a revision. */
export type RevisionCode =
  | "access_token_invalid"
  | "body_too_large"
  | "credentials_ambiguous"
  | "cross_site_request"
  | "invalid_json"
  | "permission_missing"
  | "precondition_required"
  | "revision_conflict"
  | "second_factor_required"
  | "session_invalid"
  | "session_missing"
  | "site_not_found"
  | "site_suspended"
  | "unsupported_media_type"
  | "validation_failed";

/** The codes of the problems that each operation can return. */
export interface OperationCodes {
  listDocuments: CommonCode | PersonCode | SiteCode | "locale_unsupported";
  createDocument:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "content_type_not_found"
    | "entry_not_found"
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "locale_unsupported"
    | "page_not_found"
    | "single_entry_exists"
    | "site_full";
  bulkDocuments:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "entry_not_found"
    | "in_use"
    | "page_not_found"
    | "references_unpublished"
    | "revision_conflict"
    | "site_full"
    | "slug_taken";
  getDocument: CommonCode | PersonCode | SiteCode | "entry_not_found" | "page_not_found";
  trashDocument:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "entry_not_found" | "in_use" | "page_not_found";
  duplicateDocument:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "entry_not_found"
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "page_not_found"
    | "single_entry_exists"
    | "site_full";
  publishDocument:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "entry_not_found"
    | "page_not_found"
    | "references_unpublished"
    | "revision_conflict"
    | "site_full"
    | "slug_taken"
    | "translation_not_found";
  saveDraft:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | RevisionCode
    | "entry_not_found"
    | "locale_unsupported"
    | "page_not_found"
    | "site_full"
    | "translation_not_found";
  discardDraft:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | RevisionCode
    | "entry_not_found"
    | "nothing_published"
    | "page_not_found"
    | "translation_not_found";
  publishTranslation:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "entry_not_found"
    | "page_not_found"
    | "references_unpublished"
    | "revision_conflict"
    | "site_full"
    | "slug_taken"
    | "translation_not_found";
  unpublishTranslation:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "entry_not_found"
    | "in_use"
    | "page_not_found"
    | "revision_conflict"
    | "translation_not_found";
  scheduleTranslation:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "entry_not_found"
    | "page_not_found"
    | "references_unpublished"
    | "revision_conflict"
    | "slug_taken"
    | "translation_not_found";
  unscheduleTranslation:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "entry_not_found" | "page_not_found" | "translation_not_found";
  listVersions: CommonCode | PersonCode | SiteCode | "entry_not_found" | "page_not_found" | "translation_not_found";
  getVersion: CommonCode | PersonCode | SiteCode | "entry_not_found" | "page_not_found" | "translation_not_found" | "version_not_found";
  restoreVersion:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "entry_not_found"
    | "page_not_found"
    | "revision_conflict"
    | "site_full"
    | "translation_not_found"
    | "version_not_found";
  listTrash: CommonCode | PersonCode | SiteCode;
  restoreDocument: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "single_entry_exists" | "trashed_not_found";
  deleteDocument: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "trashed_not_found";
  listCommentThreads: CommonCode | PersonCode | SiteCode | "entry_not_found" | "page_not_found" | "translation_not_found";
  createCommentThread:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "entry_not_found"
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "page_not_found"
    | "site_full"
    | "too_many_threads"
    | "translation_not_found";
  getCommentThread: CommonCode | PersonCode | SiteCode | "thread_not_found";
  updateCommentThread: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "thread_not_found";
  addComment:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "site_full"
    | "thread_not_found"
    | "too_many_replies";
  updateComment: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "comment_not_found" | "not_the_author" | "thread_not_found";
  deleteComment:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "comment_not_found" | "thread_has_replies" | "thread_not_found";
  listReviews: CommonCode | PersonCode | SiteCode;
  askForReview:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "entry_not_found"
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "page_not_found"
    | "review_asked"
    | "site_full"
    | "translation_not_found";
  finishReview: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "not_the_reviewer" | "review_ended" | "review_not_found";
  cancelReview: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "review_ended" | "review_not_found";
  listEditedBlockTypes: CommonCode | PersonCode | SiteCode;
  getBlockType: CommonCode | PersonCode | SiteCode | "block_type_not_found";
  putBlockType:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "block_type_not_found" | "documents_affected" | "site_full";
  deleteBlockType: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "block_type_not_found" | "in_use";
  checkBlockType: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "block_type_not_found";
  listContentTypes: CommonCode | PersonCode | SiteCode;
  getContentType: CommonCode | PersonCode | SiteCode | "content_type_not_found";
  putContentType:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | RevisionCode
    | "content_type_not_found"
    | "documents_affected"
    | "several_entries"
    | "site_full";
  deleteContentType: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "content_type_not_found" | "in_use";
  checkContentType: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "content_type_not_found";
  issuePreview:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "page_not_found" | "release_not_found" | "site_full" | "too_many_previews";
  listPreviews: CommonCode | PersonCode | SiteCode;
  getIssuedPreview: CommonCode | PersonCode | SiteCode | "preview_not_found";
  cancelPreview: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "preview_not_found";
  resolvePage: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode;
  listForms: CommonCode | PersonCode | SiteCode;
  createForm:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "form_slug_taken"
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "site_full";
  getEditedForm: CommonCode | PersonCode | SiteCode | "form_not_found";
  putForm: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "form_not_found" | "site_full";
  deleteForm: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "form_has_submissions" | "form_not_found";
  listSubmissions: CommonCode | PersonCode | SiteCode | "form_not_found";
  getSubmission: CommonCode | PersonCode | SiteCode | "form_not_found" | "submission_not_found";
  updateSubmission: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "form_not_found" | "submission_not_found";
  deleteSubmission: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "form_not_found" | "submission_not_found";
  testPayments: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode;
  cancelOrder:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "amount_out_of_range"
    | "order_not_found"
    | "order_not_pending"
    | "payment_under_way"
    | "payments_not_configured"
    | "processor_error"
    | "processor_timeout";
  bulkOrders:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "fulfilment_too_large"
    | "order_not_found"
    | "order_not_fulfillable"
    | "order_not_pending"
    | "revision_conflict";
  refundOrder:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "amount_out_of_range"
    | "gift_card_used"
    | "idempotency_in_progress"
    | "idempotency_key_missing"
    | "idempotency_key_reused"
    | "order_not_found"
    | "order_not_paid"
    | "payments_not_configured"
    | "processor_error"
    | "processor_timeout"
    | "refund_too_large"
    | "refund_under_way";
  listPayments: CommonCode | PersonCode | SiteCode;
  getSitePayment: CommonCode | PersonCode | SiteCode | "payment_not_found";
  checkPayment:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "amount_out_of_range"
    | "payment_not_found"
    | "payments_not_configured"
    | "processor_error"
    | "processor_timeout";
  adjustStock:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "stock_changed"
    | "stock_insufficient"
    | "stock_not_tracked"
    | "variant_not_found";
  listStockMovements: CommonCode | PersonCode | SiteCode | "variant_not_found";
  listVariantPrices: CommonCode | PersonCode | SiteCode | "variant_not_found";
  listEditedProducts: CommonCode | PersonCode | SiteCode;
  createProduct:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "idempotency_in_progress" | "idempotency_key_reused" | "site_full";
  getEditedProduct: CommonCode | PersonCode | SiteCode | "product_not_found";
  replaceProduct: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "product_not_found" | "site_full";
  deleteProduct: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "in_use" | "product_not_found";
  duplicateProduct:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "product_not_found"
    | "site_full";
  bulkProducts: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "in_use" | "product_not_found" | "revision_conflict";
  listEditedCategories: CommonCode | PersonCode | SiteCode;
  createCategory:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "idempotency_in_progress" | "idempotency_key_reused" | "site_full";
  getEditedCategory: CommonCode | PersonCode | SiteCode | "category_not_found";
  updateCategory: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "category_not_found" | "site_full";
  deleteCategory: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "category_not_found" | "in_use";
  moveCategory: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "category_not_found";
  listEditedPlans: CommonCode | PersonCode | SiteCode;
  createPlan:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "idempotency_in_progress" | "idempotency_key_reused" | "site_full";
  getEditedPlan: CommonCode | PersonCode | SiteCode | "plan_not_found";
  replacePlan: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "plan_not_found" | "site_full";
  deletePlan: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "plan_not_found";
  importProducts: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "import_interrupted" | "site_full";
  listCustomers: CommonCode | PersonCode | SiteCode;
  getCustomer: CommonCode | PersonCode | SiteCode | "customer_not_found";
  updateCustomer: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "customer_not_found";
  blockCustomer: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "customer_not_found";
  unblockCustomer: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "customer_not_found";
  endCustomerSessions: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "customer_not_found";
  sendCustomerVerification: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "customer_not_found" | "customer_verified";
  sendCustomerPasswordReset: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "customer_not_found";
  changeCustomerEmail: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "customer_not_found" | "email_taken";
  exportCustomer: CommonCode | PersonCode | SiteCode | "customer_not_found";
  eraseCustomer: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "customer_not_found" | "payments_open";
  listOrders: CommonCode | PersonCode | SiteCode;
  listPackingSlips: CommonCode | PersonCode | SiteCode;
  getOrder: CommonCode | PersonCode | SiteCode | "order_not_found";
  fulfilOrder:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "fulfilment_too_large"
    | "order_not_found"
    | "order_not_fulfillable"
    | "revision_conflict";
  addOrderNote:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "idempotency_in_progress" | "idempotency_key_reused" | "order_not_found";
  resendOrderConfirmation: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "order_not_confirmable" | "order_not_found";
  listDiscounts: CommonCode | PersonCode | SiteCode;
  createDiscount:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "idempotency_in_progress" | "idempotency_key_reused" | "site_full";
  getDiscount: CommonCode | PersonCode | SiteCode | "discount_not_found";
  replaceDiscount: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "discount_not_found" | "site_full";
  deleteDiscount: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "discount_not_found";
  createDiscountCodes:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "discount_is_automatic"
    | "discount_not_found"
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "site_full";
  listGiftCards: CommonCode | PersonCode | SiteCode;
  createGiftCard:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "idempotency_in_progress" | "idempotency_key_reused" | "site_full";
  getGiftCard: CommonCode | PersonCode | SiteCode | "gift_card_not_found";
  updateGiftCard: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "gift_card_not_found";
  setGiftCardBalance:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "balance_changed" | "gift_card_not_found" | "gift_card_voided";
  replaceGiftCardCode: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "gift_card_not_found" | "gift_card_voided";
  signIn: CommonCode | BodyCode | "invalid_credentials";
  getSession: CommonCode | PersonCode;
  signOut: CommonCode | BodyCode | PersonCode | "needs_session";
  signInWithLink: CommonCode | BodyCode | "token_invalid";
  completeSignIn: CommonCode | BodyCode | PersonCode | "needs_session" | "second_factor_not_asked" | "second_factor_wrong";
  confirmSession: CommonCode | BodyCode | PersonCode | "invalid_credentials" | "needs_session";
  requestPasswordReset: CommonCode | BodyCode;
  confirmPasswordReset: CommonCode | BodyCode | "token_invalid";
  getMe: CommonCode | PersonCode;
  updateMe: CommonCode | BodyCode | PersonCode;
  changeOwnPassword: CommonCode | BodyCode | PersonCode | "confirmation_needed" | "invalid_credentials" | "needs_session";
  requestEmailChange: CommonCode | BodyCode | PersonCode | "confirmation_needed" | "needs_session";
  confirmEmailChange: CommonCode | BodyCode | PersonCode | "email_taken" | "needs_session" | "token_invalid";
  listOwnSessions: CommonCode | PersonCode | "needs_session";
  endOtherSessions: CommonCode | BodyCode | PersonCode | "needs_session";
  endOwnSession: CommonCode | BodyCode | PersonCode | "needs_session" | "session_not_found";
  listOwnTokens: CommonCode | PersonCode | "needs_session";
  createOwnToken: CommonCode | BodyCode | PersonCode | "needs_session" | "site_not_found" | "too_many_tokens";
  revokeOwnToken: CommonCode | BodyCode | PersonCode | "needs_session" | "token_not_found";
  listSites: CommonCode | PersonCode;
  createSite: CommonCode | BodyCode | PersonCode | "needs_session" | "permission_missing" | "site_slug_taken" | "too_many_sites";
  listMembers: CommonCode | PersonCode | SiteCode;
  getMember: CommonCode | PersonCode | SiteCode | "member_not_found";
  updateMember:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | RevisionCode
    | "confirmation_needed"
    | "last_owner"
    | "member_not_found"
    | "own_role";
  removeMember:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "confirmation_needed" | "last_owner" | "member_not_found";
  listInvitations: CommonCode | PersonCode | SiteCode;
  createInvitation:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "already_invited"
    | "already_member"
    | "confirmation_needed"
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "too_many_invitations";
  getInvitation: CommonCode | PersonCode | SiteCode | "invitation_not_found";
  removeInvitation: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "confirmation_needed" | "invitation_not_found";
  resendInvitation: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "confirmation_needed" | "invitation_not_found";
  openInvitation: CommonCode | "invitation_not_found";
  acceptInvitation:
    CommonCode | BodyCode | "email_taken" | "invitation_for_another" | "invitation_not_found" | "session_invalid" | "session_missing";
  startPasskeySignIn: CommonCode | BodyCode;
  signInWithPasskey: CommonCode | BodyCode | "passkey_invalid";
  listPasskeys: CommonCode | PersonCode | "needs_session";
  createPasskey:
    | CommonCode
    | BodyCode
    | PersonCode
    | "confirmation_needed"
    | "needs_session"
    | "passkey_exists"
    | "passkey_invalid"
    | "too_many_passkeys";
  startPasskey: CommonCode | BodyCode | PersonCode | "confirmation_needed" | "needs_session";
  renamePasskey: CommonCode | BodyCode | PersonCode | "confirmation_needed" | "needs_session" | "passkey_not_found";
  removePasskey: CommonCode | BodyCode | PersonCode | "confirmation_needed" | "needs_session" | "passkey_not_found";
  enterSite: CommonCode | BodyCode | PersonCode | "permission_missing" | "site_not_found";
  listServerAdmins: CommonCode | PersonCode | "permission_missing";
  createServerAdmin: CommonCode | BodyCode | PersonCode | "confirmation_needed" | "email_taken" | "permission_missing";
  getServerAdmin: CommonCode | PersonCode | "admin_not_found" | "permission_missing";
  updateServerAdmin:
    CommonCode | BodyCode | PersonCode | "admin_not_found" | "confirmation_needed" | "last_operator" | "own_account" | "permission_missing";
  startTotp: CommonCode | BodyCode | PersonCode | "confirmation_needed" | "needs_session" | "totp_exists";
  removeTotp: CommonCode | BodyCode | PersonCode | "confirmation_needed" | "needs_session" | "totp_not_found";
  confirmTotp: CommonCode | BodyCode | PersonCode | "confirmation_needed" | "needs_session" | "second_factor_wrong" | "totp_not_found";
  createRecoveryCodes: CommonCode | BodyCode | PersonCode | "confirmation_needed" | "needs_session" | "second_factor_missing";
  createServerSite: CommonCode | BodyCode | PersonCode | "permission_missing" | "site_slug_taken";
  listServerSites: CommonCode | PersonCode | "permission_missing";
  getSite: CommonCode | PersonCode | SiteCode;
  deleteSite: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "confirmation_needed";
  updateSite: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode;
  restoreSite: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "site_not_deleted";
  listApiKeys: CommonCode | PersonCode | SiteCode;
  createApiKey: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "too_many_keys";
  getApiKey: CommonCode | PersonCode | SiteCode | "key_not_found";
  revokeApiKey: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "key_not_found";
  suspendSite: CommonCode | BodyCode | PersonCode | "permission_missing" | "site_not_found";
  resumeSite: CommonCode | BodyCode | PersonCode | "permission_missing" | "site_not_found";
  updateServerSite: CommonCode | BodyCode | PersonCode | "permission_missing" | "site_not_found";
  getPlugin: CommonCode | PersonCode | SiteCode | "plugin_not_found";
  putPlugin: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "confirmation_needed" | "plugin_not_found";
  exportSite: CommonCode | PersonCode | SiteCode | "not_acceptable";
  importSite: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "confirmation_needed" | "site_full";
  listReferences: CommonCode | PersonCode | SiteCode;
  listReleases: CommonCode | PersonCode | SiteCode;
  createRelease:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "site_full"
    | "too_many_releases";
  getRelease: CommonCode | PersonCode | SiteCode | "release_not_found";
  updateRelease:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | RevisionCode
    | "release_blocked"
    | "release_not_found"
    | "release_published";
  deleteRelease: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "release_not_found" | "release_published";
  putReleaseItem:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "release_full"
    | "release_not_found"
    | "release_published"
    | "revision_conflict"
    | "site_full"
    | "translation_not_found";
  removeReleaseItem:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "release_item_not_found" | "release_not_found" | "release_published";
  addReleaseChange:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "release_full"
    | "release_not_found"
    | "release_published"
    | "site_full";
  addReleasePriceChanges:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "product_not_found"
    | "release_full"
    | "release_not_found"
    | "release_published"
    | "revision_conflict"
    | "site_full";
  removeReleaseChange:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "release_change_not_found" | "release_not_found" | "release_published";
  listReleaseGoods: CommonCode | PersonCode | SiteCode | "release_not_found";
  checkRelease: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "release_not_found" | "release_published";
  publishRelease:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "release_blocked"
    | "release_not_found"
    | "release_published"
    | "revision_conflict"
    | "site_full";
  listAssets: CommonCode | PersonCode | SiteCode;
  createAsset:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "file_damaged"
    | "file_missing"
    | "file_too_costly"
    | "file_too_large"
    | "file_type_refused"
    | "image_too_large"
    | "quota_exceeded"
    | "site_full"
    | "storage_full";
  getAsset: CommonCode | PersonCode | SiteCode | "asset_not_found";
  updateAsset: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "asset_not_found" | "site_full";
  deleteAsset: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "asset_not_found" | "in_use";
  replaceAsset:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | RevisionCode
    | "asset_not_found"
    | "file_damaged"
    | "file_missing"
    | "file_too_costly"
    | "file_too_large"
    | "file_type_refused"
    | "image_too_large"
    | "quota_exceeded"
    | "site_full"
    | "storage_full";
  bulkAssets: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "asset_not_found" | "in_use" | "revision_conflict" | "site_full";
  listAssetUsages: CommonCode | PersonCode | SiteCode | "asset_not_found";
  listUploads: CommonCode | PersonCode | SiteCode;
  listAudit: CommonCode | PersonCode | SiteCode;
  announcePresence: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "presence_document_not_found";
  getServer: CommonCode | PersonCode | "permission_missing";
  getOverview: CommonCode | PersonCode | SiteCode;
  listMails: CommonCode | PersonCode | SiteCode;
  previewMail: CommonCode | PersonCode | SiteCode | "locale_unsupported" | "mail_kind_not_found";
  previewMailText:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "locale_unsupported" | "mail_kind_not_found" | "order_not_found";
  sendTestMail: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "locale_unsupported" | "mail_kind_not_found";
  listOutbox: CommonCode | PersonCode | SiteCode;
  retryTask: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "task_not_failed" | "task_not_found";
  listWebhooks: CommonCode | PersonCode | SiteCode;
  createWebhook: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "too_many_webhooks";
  getWebhook: CommonCode | PersonCode | SiteCode | "webhook_not_found";
  updateWebhook: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "webhook_not_found";
  deleteWebhook: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "webhook_not_found";
  rotateWebhookSecret: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "webhook_not_found";
  testWebhook: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "webhook_disabled" | "webhook_not_found";
  listWebhookDeliveries: CommonCode | PersonCode | SiteCode | "webhook_not_found";
  redeliverWebhook:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "delivery_not_found" | "webhook_disabled" | "webhook_not_found";
  replayWebhook:
    CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | "too_many_deliveries" | "webhook_disabled" | "webhook_not_found";
  listViews: CommonCode | PersonCode | SiteCode;
  createView:
    | CommonCode
    | BodyCode
    | PersonCode
    | SiteCode
    | ChangeCode
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "not_a_member"
    | "too_many_views";
  updateView: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "view_not_found";
  deleteView: CommonCode | BodyCode | PersonCode | SiteCode | ChangeCode | RevisionCode | "view_not_found";
  searchSite: CommonCode | PersonCode | SiteCode;
  getAdminOpenApi: CommonCode;
}

export interface ContentOperations {
  /** List pages or entries with their drafts. Those in the trash only with `status=trashed`. A status is that of some locale, or of the requested one. */
  readonly listDocuments: {
    (input: ListDocumentsInput, options?: CallOptions): Call<List<ListedDocument>, "listDocuments">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input: ListDocumentsInput, options?: CallOptions): AsyncGenerator<ListedDocument, void, undefined>;
  };
  /** Make a page or an entry. Nothing is public yet. Members that are absent are empty, or those of the document in `from`. The entry of a single content type has the type's slug, unless the draft has another. */
  createDocument(input: CreateDocumentInput, options?: IdempotentCallOptions): Call<Document, "createDocument">;
  /** Publish, unpublish or delete several documents. With all their locales; all or none. The revisions are those of the documents. 400 `validation_failed` names what is missing after `/items/<place>/<locale>`. */
  bulkDocuments(input: BulkDocumentsInput, options?: CallOptions): Call<List<ListedDocument>, "bulkDocuments">;
  /** Read a page or an entry with its drafts. */
  getDocument(input: GetDocumentInput, options?: CallOptions): Call<Document, "getDocument">;
  /** Move a document to the trash. Gone from the public at once, with its slugs free; the trash keeps it for 30 days. 409 `in_use` names the drafts and publications that refer to it; `?force=true` deletes it all the same. */
  trashDocument(input: TrashDocumentInput, options?: CallOptions): Call<void, "trashDocument">;
  /** Copy a document. In all locales, as drafts. Slugs get `-copy` at their end. */
  duplicateDocument(input: DuplicateDocumentInput, options?: IdempotentCallOptions): Call<Document, "duplicateDocument">;
  /** Publish several locales. All or none. 400 `validation_failed` names what is missing, by JSON Pointers into the drafts after `/<locale>`. */
  publishDocument(input: PublishDocumentInput, options?: CallOptions): Call<Document, "publishDocument">;
  /** Save a draft. Invalid and unfinished drafts are stored: `problems` lists what publication still needs. The revision is the translation's. `If-None-Match: *` adds a locale that the document does not have. The earlier draft is kept as a snapshot whenever another person saves, and else every five minutes. */
  saveDraft(input: SaveDraftInput, options?: CallOptions): Call<Translation, "saveDraft">;
  /** Return to the published version. The draft stays a snapshot. Values that all locales share stay those of the default locale, whose draft takes them back for all. */
  discardDraft(input: DiscardDraftInput, options?: CallOptions): Call<Translation, "discardDraft">;
  /** Publish one locale. 400 `validation_failed` names what is missing, by JSON Pointers into the draft; for documents in `with`, they begin with `/with/<index>`. A draft that is published already stays as it is. A publication takes back a planned one. */
  publishTranslation(input: PublishTranslationInput, options?: CallOptions): Call<Translation, "publishTranslation">;
  /** Unpublish one locale. The published content is kept as the draft, unless there is a newer one. 409 `in_use` names published content that refers to the document, if this was its last public locale; `?force=true` unpublishes it all the same, and the others show nothing in its place. */
  unpublishTranslation(input: UnpublishTranslationInput, options?: CallOptions): Call<Translation, "unpublishTranslation">;
  /** Plan a publication, or its end. The revision is frozen: what is edited later is not published with it. It must be ready for publication when it is planned. It happens within two seconds of its time. If the draft is no longer valid at that time, nothing is published, and a mail tells the person who planned it. An absent time stays as planned, and `null` cancels it. */
  scheduleTranslation(input: ScheduleTranslationInput, options?: CallOptions): Call<Translation, "scheduleTranslation">;
  /** Take back what was planned. The same answer if nothing is planned. */
  unscheduleTranslation(input: UnscheduleTranslationInput, options?: CallOptions): Call<void, "unscheduleTranslation">;
  /** List the versions of one locale, the latest first. */
  readonly listVersions: {
    (input: ListVersionsInput, options?: CallOptions): Call<List<ListVersionsAnswer>, "listVersions">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input: ListVersionsInput, options?: CallOptions): AsyncGenerator<ListVersionsAnswer, void, undefined>;
  };
  /** Read a version. */
  getVersion(input: GetVersionInput, options?: CallOptions): Call<GetVersionAnswer, "getVersion">;
  /** Put a version into the draft. Nothing changes for the public. The slug stays that of the draft, which becomes a snapshot. */
  restoreVersion(input: RestoreVersionInput, options?: CallOptions): Call<Translation, "restoreVersion">;
  /** List the trash, the latest first. */
  readonly listTrash: {
    (input?: ListTrashInput, options?: CallOptions): Call<List<TrashedDocument>, "listTrash">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListTrashInput, options?: CallOptions): AsyncGenerator<TrashedDocument, void, undefined>;
  };
  /** Restore a document from the trash. Nothing is public yet. Another document may have a slug by now: send another in `slugs`, or change it before the publication. */
  restoreDocument(input: RestoreDocumentInput, options?: CallOptions): Call<Document, "restoreDocument">;
  /** Remove a document from the trash for good. With its drafts and all of its versions. */
  deleteDocument(input: DeleteDocumentInput, options?: CallOptions): Call<void, "deleteDocument">;
  /** List the comments on one locale, the oldest first. Each thread has its first comment and the latest three. Read a thread to get all of them. */
  readonly listCommentThreads: {
    (input: ListCommentThreadsInput, options?: CallOptions): Call<List<CommentThread>, "listCommentThreads">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input: ListCommentThreadsInput, options?: CallOptions): AsyncGenerator<CommentThread, void, undefined>;
  };
  /** Comment on one locale, a block or a field. A locale has at most 500 threads. Publishing the draft resolves them. */
  createCommentThread(input: CreateCommentThreadInput, options?: IdempotentCallOptions): Call<CommentThread, "createCommentThread">;
  /** Read a comment thread. */
  getCommentThread(input: GetCommentThreadInput, options?: CallOptions): Call<CommentThread, "getCommentThread">;
  /** Resolve a comment thread, or reopen it. */
  updateCommentThread(input: UpdateCommentThreadInput, options?: CallOptions): Call<CommentThread, "updateCommentThread">;
  /** Reply in a comment thread. A thread takes at most 100 replies. A reply to a resolved thread opens it again. */
  addComment(input: AddCommentInput, options?: IdempotentCallOptions): Call<CommentThread, "addComment">;
  /** Change a comment of one's own. */
  updateComment(input: UpdateCommentInput, options?: CallOptions): Call<CommentThread, "updateComment">;
  /** Delete a comment. To delete comments of others needs `content:publish`. The first comment goes with its thread; if others have replied, that needs `content:publish` too. */
  deleteComment(input: DeleteCommentInput, options?: CallOptions): Call<void, "deleteComment">;
  /** List the review requests, the latest first. */
  readonly listReviews: {
    (input?: ListReviewsInput, options?: CallOptions): Call<List<Review>, "listReviews">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListReviewsInput, options?: CallOptions): AsyncGenerator<Review, void, undefined>;
  };
  /** Ask a colleague to review one locale. The reviewer is a member who may publish, and gets a mail. Publishing the draft ends the review, or the reviewer does. Ended ones are removed after 90 days, with the next request for the document. */
  askForReview(input: AskForReviewInput, options?: IdempotentCallOptions): Call<Review, "askForReview">;
  /** Say that a review is done. */
  finishReview(input: FinishReviewInput, options?: CallOptions): Call<Review, "finishReview">;
  /** Take a review request back. To take back requests of others needs `content:publish`. */
  cancelReview(input: CancelReviewInput, options?: CallOptions): Call<void, "cancelReview">;
  /** Make a preview of a page or a release. Name a page or a release. With a release's token in `x-preview`, beside the key, published reads answer as they will after the release. The token is shown only once. It is valid for a day unless `expiresAt` says otherwise: at least a minute, at most 30 days. */
  issuePreview(input?: IssuePreviewInput, options?: CallOptions): Call<IssuePreviewAnswer, "issuePreview">;
  /** List the previews, the newest first. With those that ended a day ago at most. No token is shown again. */
  readonly listPreviews: {
    (input?: ListPreviewsInput, options?: CallOptions): Call<List<IssuedPreview>, "listPreviews">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListPreviewsInput, options?: CallOptions): AsyncGenerator<IssuedPreview, void, undefined>;
  };
  /** Read a preview. */
  getIssuedPreview(input: GetIssuedPreviewInput, options?: CallOptions): Call<IssuedPreview, "getIssuedPreview">;
  /** End a preview. */
  cancelPreview(input: CancelPreviewInput, options?: CallOptions): Call<void, "cancelPreview">;
  /** Show an unsaved page as a preview would. Bindings and references are resolved, from drafts where there are any. Stores nothing. */
  resolvePage(input: ResolvePageInput, options?: CallOptions): Call<ResolvedPage, "resolvePage">;
  /** List the places that refer to something. To a page, an entry, a product or a category: references in drafts and publications; for a category also its products, and the categories below it. Nothing refers to what does not exist. */
  readonly listReferences: {
    (input: ListReferencesInput, options?: CallOptions): Call<List<ReferringPlace>, "listReferences">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input: ListReferencesInput, options?: CallOptions): AsyncGenerator<ReferringPlace, void, undefined>;
  };
}

export interface ModelOperations {
  /** List the block types. */
  readonly listEditedBlockTypes: {
    (input?: ListEditedBlockTypesInput, options?: CallOptions): Call<List<EditedBlockType>, "listEditedBlockTypes">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListEditedBlockTypesInput, options?: CallOptions): AsyncGenerator<EditedBlockType, void, undefined>;
  };
  /** Read a block type. */
  getBlockType(input: GetBlockTypeInput, options?: CallOptions): Call<EditedBlockType, "getBlockType">;
  /** Create or replace a block type. A definition that makes published documents invalid is refused. With `force` they stay published, and are marked as invalid. */
  putBlockType(input: PutBlockTypeInput, options?: CallOptions): Call<EditedBlockType, "putBlockType">;
  /** Delete a block type. */
  deleteBlockType(input: DeleteBlockTypeInput, options?: CallOptions): Call<void, "deleteBlockType">;
  /** Check a new definition of a block type. Answers its own problems, or the contents that it would make invalid. Changes nothing. */
  checkBlockType(input: CheckBlockTypeInput, options?: CallOptions): Call<TypeCheck, "checkBlockType">;
  /** List the content types. */
  readonly listContentTypes: {
    (input?: ListContentTypesInput, options?: CallOptions): Call<List<EditedContentType>, "listContentTypes">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListContentTypesInput, options?: CallOptions): AsyncGenerator<EditedContentType, void, undefined>;
  };
  /** Read a content type. */
  getContentType(input: GetContentTypeInput, options?: CallOptions): Call<EditedContentType, "getContentType">;
  /** Create or replace a content type. A definition that makes published documents invalid is refused. With `force` they stay published, and are marked as invalid. A type with several entries cannot become single. */
  putContentType(input: PutContentTypeInput, options?: CallOptions): Call<EditedContentType, "putContentType">;
  /** Delete a content type. */
  deleteContentType(input: DeleteContentTypeInput, options?: CallOptions): Call<void, "deleteContentType">;
  /** Check a new definition of a content type. Answers its own problems, or the contents that it would make invalid. Changes nothing. */
  checkContentType(input: CheckContentTypeInput, options?: CallOptions): Call<TypeCheck, "checkContentType">;
}

export interface FormsOperations {
  /** List the forms. */
  readonly listForms: {
    (input?: ListFormsInput, options?: CallOptions): Call<List<ListedForm>, "listForms">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListFormsInput, options?: CallOptions): AsyncGenerator<ListedForm, void, undefined>;
  };
  /** Make a form. Visitors can submit it at once. A site has 500 forms at most. */
  createForm(input: CreateFormInput, options?: IdempotentCallOptions): Call<EditedForm, "createForm">;
  /** Read a form. */
  getEditedForm(input: GetEditedFormInput, options?: CallOptions): Call<EditedForm, "getEditedForm">;
  /** Create or replace a form. Every process validates against the new version at once, and shows it within a second. Earlier submissions stay as they are. */
  putForm(input: PutFormInput, options?: CallOptions): Call<EditedForm, "putForm">;
  /** Delete a form. The public side loses it within a second. If it has submissions, the request needs `?force=true` and deletes them, too. */
  deleteForm(input: DeleteFormInput, options?: CallOptions): Call<void, "deleteForm">;
  /** List the submissions of a form. */
  readonly listSubmissions: {
    (input: ListSubmissionsInput, options?: CallOptions): Call<List<ListedSubmission>, "listSubmissions">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input: ListSubmissionsInput, options?: CallOptions): AsyncGenerator<ListedSubmission, void, undefined>;
  };
  /** Read a submission. Reading it does not mark it as read: `PATCH` does. */
  getSubmission(input: GetSubmissionInput, options?: CallOptions): Call<FormSubmission, "getSubmission">;
  /** Mark a submission as read or as spam. What the visitor entered never changes. If an e-mail about a submission still waits, marking it as spam stops it. */
  updateSubmission(input: UpdateSubmissionInput, options?: CallOptions): Call<FormSubmission, "updateSubmission">;
  /** Delete a submission. For good, with an e-mail about it that still waits. */
  deleteSubmission(input: DeleteSubmissionInput, options?: CallOptions): Call<void, "deleteSubmission">;
}

export interface SitesOperations {
  /** Try the settings for payments. Asks the payment processor with the stored key, also while the plugin is switched off, and says what is wrong. It takes ten seconds at most, and a site has 20 tries in ten minutes. Nothing changes, here or there. */
  testPayments(input?: TestPaymentsInput, options?: CallOptions): Call<TestPaymentsAnswer, "testPayments">;
  /** List your sites. Those of which you are a member, and those that you have entered as an operator, by name. Deleted ones are among them, as long as they can be restored. A personal access token of one site lists that one. */
  readonly listSites: {
    (input?: ListSitesInput, options?: CallOptions): Call<List<ListedSite>, "listSites">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListSitesInput, options?: CallOptions): AsyncGenerator<ListedSite, void, undefined>;
  };
  /** Open a site. The site starts with its template, and you are its owner. Operators may always do this. Others may do so while SIGNUP is on, and may own at most 10 sites, deleted ones among them as long as they are kept. The key is in this answer, and nowhere else. */
  createSite(input: CreateSiteInput, options?: CallOptions): Call<CreateSiteAnswer, "createSite">;
  /** List the members of the site. */
  readonly listMembers: {
    (input?: ListMembersInput, options?: CallOptions): Call<List<Member>, "listMembers">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListMembersInput, options?: CallOptions): AsyncGenerator<Member, void, undefined>;
  };
  /** Show a member of the site. */
  getMember(input: GetMemberInput, options?: CallOptions): Call<Member, "getMember">;
  /** Give a member another role. Nobody gives or takes a role with rights that they lack, and nobody changes their own. Owners need `owners:write` and a recent sign-in. Invitations by the member that the new role could not send are withdrawn, and unfinished uploads that it could not continue are cancelled. */
  updateMember(input: UpdateMemberInput, options?: CallOptions): Call<Member, "updateMember">;
  /** Remove a member from the site, or leave it. Anybody may leave. To remove others needs `members:write`; owners need `owners:write` and a recent sign-in. The person's tokens for this site alone are revoked, their invitations to it withdrawn, their unfinished uploads ended, and a mail tells those who did not leave by themselves. The account stays. */
  removeMember(input: RemoveMemberInput, options?: CallOptions): Call<void, "removeMember">;
  /** List the invitations to the site. Those that nobody has accepted, also when they are too old. */
  readonly listInvitations: {
    (input?: ListInvitationsInput, options?: CallOptions): Call<List<Invitation>, "listInvitations">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListInvitationsInput, options?: CallOptions): AsyncGenerator<Invitation, void, undefined>;
  };
  /** Invite somebody to the site. The link is in the mail alone, and is good for a week. Nobody invites to a role with rights that they lack; owners need `owners:write` and a recent sign-in. A site has 100 invitations at most and sends 50 mails with them an hour, 5 an hour go to an address. */
  createInvitation(input: CreateInvitationInput, options?: IdempotentCallOptions): Call<Invitation, "createInvitation">;
  /** Show an invitation to the site. */
  getInvitation(input: GetInvitationInput, options?: CallOptions): Call<Invitation, "getInvitation">;
  /** Withdraw an invitation. */
  removeInvitation(input: RemoveInvitationInput, options?: CallOptions): Call<void, "removeInvitation">;
  /** Send an invitation again. The mail has a new link, which is good for a week; the earlier one ends when it is sent. */
  resendInvitation(input: ResendInvitationInput, options?: CallOptions): Call<Invitation, "resendInvitation">;
  /** Read a site and its settings. */
  getSite(input?: GetSiteInput, options?: CallOptions): Call<AdminSite, "getSite">;
  /** Delete a site. Its pages, shop, previews and webhook are gone at once, on every process within a second, and its people cannot open it. For 14 days `POST …/restore` brings it back. After that all of its data are removed, and its slug is free. Payments that were open are followed until then. */
  deleteSite(input: DeleteSiteInput, options?: CallOptions): Call<void, "deleteSite">;
  /** Change a site and its settings. A JSON Merge Patch (RFC 7396): null removes a setting. A locale in which there is content or a translation cannot be taken away. The slug stays. Each of `apiHosts` belongs to one site of the server. A patch that changes nothing leaves the revision as it is. `settings.media.quotaMb` is at most what the server, or an operator for this site, allows. */
  updateSite(input: UpdateSiteInput, options?: CallOptions): Call<AdminSite, "updateSite">;
  /** Restore a deleted site. Within 14 days of its deletion; `GET /sites` says until when. Its keys, plugins and members are those that it had. */
  restoreSite(input?: RestoreSiteInput, options?: CallOptions): Call<AdminSite, "restoreSite">;
  /** List the API keys, the oldest first. With those that were revoked. No key is shown again. */
  readonly listApiKeys: {
    (input?: ListApiKeysInput, options?: CallOptions): Call<List<ApiKey>, "listApiKeys">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListApiKeysInput, options?: CallOptions): AsyncGenerator<ApiKey, void, undefined>;
  };
  /** Make an API key. The key is in this answer, and nowhere else. A site has 100 active keys at most. */
  createApiKey(input: CreateApiKeyInput, options?: CallOptions): Call<CreateApiKeyAnswer, "createApiKey">;
  /** Read an API key, without the key itself. */
  getApiKey(input: GetApiKeyInput, options?: CallOptions): Call<ApiKey, "getApiKey">;
  /** Revoke an API key. It ends on every process within a second, and never comes back. The list keeps it, with the time. */
  revokeApiKey(input: RevokeApiKeyInput, options?: CallOptions): Call<void, "revokeApiKey">;
  /** Read a plugin and its settings. Secret settings are answered only as whether they are set, with their last four characters; nothing shows more of them. */
  getPlugin(input: GetPluginInput, options?: CallOptions): Call<Plugin, "getPlugin">;
  /** Change a plugin. Replaces its settings. Absent secret settings stay, and null removes them. Changing them needs `plugins:secrets`, and for payments a recent sign-in. A plugin that nobody has changed has the revision 0. */
  putPlugin(input: PutPluginInput, options?: CallOptions): Call<Plugin, "putPlugin">;
  /** Export the site as a bundle. All but orders, customers, submissions, people and files, in one moment, as JSON; with `Accept: application/yaml` as YAML. It has no secrets: secret settings of plugins and API keys are left out. */
  exportSite(input?: ExportSiteInput, options?: CallOptions): Call<ExportSiteAnswer, "exportSite">;
  /** Import a bundle into the site. The bundle is the body, as JSON or YAML, of 8 MiB at most; larger ones are for `vitrine site import`. It is of this site: its slug must be the same. It brings no files. All of it is saved, or nothing; `errors` names every mistake, the first hundred with their places. A bundle with secret settings of plugins needs `plugins:secrets` and a recent sign-in. */
  importSite(input: ImportSiteInput, options?: CallOptions): Call<ImportedSite, "importSite">;
  /** Say that you are at a document. Good for 30 seconds. The event `presence` tells the others. */
  announcePresence(input: AnnouncePresenceInput, options?: CallOptions): Call<void, "announcePresence">;
  /** Read what is new in a site, and what waits. Every figure names the list that it counts. Figures that the caller's role may not know are left out. Days are those of the site's time zone. */
  getOverview(input?: GetOverviewInput, options?: CallOptions): Call<Overview, "getOverview">;
  /** Find anything in a site. Pages and entries by the titles and slugs of their drafts too, and after these by the words of what is published; products, categories, orders, customers, files, forms, and the screens of settings: at most eight of each, and only of what the caller's role may read. Every word begins a word of the thing, or has one typing error. What has exactly the order number, the SKU or the address comes first. */
  searchSite(input: SearchSiteInput, options?: CallOptions): Call<SearchSiteAnswer, "searchSite">;
}

export interface OrdersOperations {
  /** Cancel a pending order. Its payment ends at the payment processor, and its items are in stock again. The buyer gets a mail if the site sends mails about orders. A paid order is refunded instead: `order_not_pending` says so. */
  cancelOrder(input: CancelOrderInput, options?: CallOptions): Call<OrderDetails, "cancelOrder">;
  /** Fulfil or cancel several orders. `fulfil` sends everything that is left of each order: all orders, or none. A problem is that of the first item that has one, and `errors` names all of these items. `cancel` first checks all items, and cancels nothing if one was changed or is not pending. It then cancels the orders one after the other, because the payment processor ends each payment by itself: the response tells for each order what happened. No cancellation begins after 20 seconds. */
  bulkOrders(input: BulkOrdersInput, options?: CallOptions): Call<BulkOrdersAnswer, "bulkOrders">;
  /** Refund an order. What gift cards have paid goes back to them first, the rest through the payment processor. By `amount`, or by `lines`: then the amount is the price of the units with their share of the tax, and the last units of an order bring its shipping back. Never more is refunded than was paid, and the same `Idempotency-Key` never refunds twice. If the payment processor does not answer, the refund is `PENDING`, and the server asks until it knows the result. */
  refundOrder(input: RefundOrderInput, options?: IdempotentCallOptions): Call<OrderDetails, "refundOrder">;
  /** List the payments. The latest first: the payments of orders, and those of the payments plugin. */
  readonly listPayments: {
    (input?: ListPaymentsInput, options?: CallOptions): Call<List<SitePayment>, "listPayments">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListPaymentsInput, options?: CallOptions): AsyncGenerator<SitePayment, void, undefined>;
  };
  /** Read a payment. */
  getSitePayment(input: GetSitePaymentInput, options?: CallOptions): Call<SitePayment, "getSitePayment">;
  /** Ask the payment processor about a payment. Reads the payment's status at the payment processor now, and stores it. Useful if an event may have been lost. */
  checkPayment(input: CheckPaymentInput, options?: CallOptions): Call<SitePayment, "checkPayment">;
  /** List the orders. */
  readonly listOrders: {
    (input?: ListOrdersInput, options?: CallOptions): Call<List<ListedOrder>, "listOrders">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListOrdersInput, options?: CallOptions): AsyncGenerator<ListedOrder, void, undefined>;
  };
  /** Read what is to be sent of several orders. In the order of the ids. An order that does not exist is left out. The `revision` is the one to name when you fulfil the order with `POST S/orders/bulk`. */
  listPackingSlips(input: ListPackingSlipsInput, options?: CallOptions): Call<ListPackingSlipsAnswer, "listPackingSlips">;
  /** Read an order. */
  getOrder(input: GetOrderInput, options?: CallOptions): Call<OrderDetails, "getOrder">;
  /** Fulfil an order. Records a shipment with the given units, or with everything that is left to send. Once everything is sent, a paid order is `FULFILLED`. */
  fulfilOrder(input: FulfilOrderInput, options?: CallOptions): Call<OrderDetails, "fulfilOrder">;
  /** Add a note to an order. Only the shop's people see it. An order keeps its latest 200 notes, until its buyer is erased. */
  addOrderNote(input: AddOrderNoteInput, options?: IdempotentCallOptions): Call<OrderDetails, "addOrderNote">;
  /** Send the confirmation of an order again. The buyer gets the mail that confirms the payment, at most 5 times in an hour. */
  resendOrderConfirmation(
    input: ResendOrderConfirmationInput,
    options?: CallOptions,
  ): Call<ResendOrderConfirmationAnswer, "resendOrderConfirmation">;
}

export interface CatalogOperations {
  /** Change stocks by hand. Changes up to 100 variants, all of them or none. `set` is a new count, and needs the count that its sender saw as `expected`; null stands for a stock that is not tracked. `adjust` adds to a tracked stock, or takes from it. Each change is a row of the variant's stock movements. */
  adjustStock(input: AdjustStockInput, options?: IdempotentCallOptions): Call<AdjustStockAnswer, "adjustStock">;
  /** List the movements of a variant's stock. The latest movement comes first. The sum of all changes is the stock. */
  readonly listStockMovements: {
    (input: ListStockMovementsInput, options?: CallOptions): Call<List<StockMovement>, "listStockMovements">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input: ListStockMovementsInput, options?: CallOptions): AsyncGenerator<StockMovement, void, undefined>;
  };
  /** List the prices that a variant has had. The present price comes first; each currency has its own one. For each one, `priorPrice` is the lowest of the 30 days before it, which storefronts in the European Union show beside a reduction. */
  readonly listVariantPrices: {
    (input: ListVariantPricesInput, options?: CallOptions): Call<List<VariantPrice>, "listVariantPrices">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input: ListVariantPricesInput, options?: CallOptions): AsyncGenerator<VariantPrice, void, undefined>;
  };
  /** List the products to edit. Drafts and archived products are included. */
  readonly listEditedProducts: {
    (input?: ListEditedProductsInput, options?: CallOptions): Call<List<EditedProductRow>, "listEditedProducts">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListEditedProductsInput, options?: CallOptions): AsyncGenerator<EditedProductRow, void, undefined>;
  };
  /** Create a product. By the rules of an import, with the stocks of its variants. Without a `status` it is `ACTIVE`, and public at once. */
  createProduct(input: CreateProductInput, options?: IdempotentCallOptions): Call<EditedProduct, "createProduct">;
  /** Read a product to edit. The whole product, with its variants and the words of all locales. */
  getEditedProduct(input: GetEditedProductInput, options?: CallOptions): Call<EditedProduct, "getEditedProduct">;
  /** Replace a product. The whole product by the rules of an import: members that are absent get their defaults, and variants that are absent are removed. A variant with an `id` may get another SKU. Stocks of variants that exist stay as they are. The product may get another slug; the public API answers requests for the former one with 404 and `movedTo`. */
  replaceProduct(input: ReplaceProductInput, options?: CallOptions): Call<EditedProduct, "replaceProduct">;
  /** Delete a product. With its variants, their price histories and their stock movements. 409 `in_use` names the open orders and the content that refer to it; `?force=true` deletes it although content refers to it. A product in open orders stays: archive it. */
  deleteProduct(input: DeleteProductInput, options?: CallOptions): Call<void, "deleteProduct">;
  /** Copy a product. The copy is a draft with the slug that you choose. Its SKUs end with that slug, which it has in all locales. A tracked stock begins at 0. */
  duplicateProduct(input: DuplicateProductInput, options?: IdempotentCallOptions): Call<EditedProduct, "duplicateProduct">;
  /** Change several products. All or none; a problem names its item. `set-category` needs `categoryId`; null takes the products out of their categories. `set-price` changes the prices of all variants, in `currency`, by `percent` or by `amount`, rounded half up to what the payment processor takes in the currency. `delete` is refused as for one product. `restore` gives each product its `former` members back, as the response to an earlier change tells them. */
  bulkProducts(input: BulkProductsInput, options?: CallOptions): Call<BulkProductsAnswer, "bulkProducts">;
  /** List the categories to edit. Hidden categories are included. */
  readonly listEditedCategories: {
    (input?: ListEditedCategoriesInput, options?: CallOptions): Call<List<EditedCategoryRow>, "listEditedCategories">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListEditedCategoriesInput, options?: CallOptions): AsyncGenerator<EditedCategoryRow, void, undefined>;
  };
  /** Create a category. By the rules of an import. Without a `status` it is `ACTIVE`, and public at once if all categories above it are. Without a `position` it is the last of its siblings. */
  createCategory(input: CreateCategoryInput, options?: IdempotentCallOptions): Call<EditedCategory, "createCategory">;
  /** Read a category to edit. The whole category, with the words of all locales. */
  getEditedCategory(input: GetEditedCategoryInput, options?: CallOptions): Call<EditedCategory, "getEditedCategory">;
  /** Change a category. A JSON Merge Patch (RFC 7396): null empties a member, and makes the status `ACTIVE`. A patch that changes nothing leaves the revision as it is. With another slug, the public API answers requests for the former one with 404 and `movedTo`. To change its place, move the category. */
  updateCategory(input: UpdateCategoryInput, options?: CallOptions): Call<EditedCategory, "updateCategory">;
  /** Delete a category. 409 `in_use` names its products, the categories directly below it, and the content that refers to it. `?force=true` deletes it all the same: its products have no category then, and the categories below it take its place. */
  deleteCategory(input: DeleteCategoryInput, options?: CallOptions): Call<void, "deleteCategory">;
  /** Move a category. With everything below it. The siblings that it leaves and those that it joins are numbered from 0 without gaps; their revisions stay. A place below itself, or deeper than 100 categories, is 400 `validation_failed`. At most 10,000 categories directly below one parent can be ordered. */
  moveCategory(input: MoveCategoryInput, options?: CallOptions): Call<EditedCategory, "moveCategory">;
  /** List the plans to edit. Inactive plans are included. */
  readonly listEditedPlans: {
    (input?: ListEditedPlansInput, options?: CallOptions): Call<List<EditedPlanRow>, "listEditedPlans">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListEditedPlansInput, options?: CallOptions): AsyncGenerator<EditedPlanRow, void, undefined>;
  };
  /** Create a plan. By the rules of an import. Without a `status` it is `ACTIVE`, and public at once. A site may have 1,000 plans. */
  createPlan(input: CreatePlanInput, options?: IdempotentCallOptions): Call<EditedPlan, "createPlan">;
  /** Read a plan to edit. The whole plan, with the words of all locales. */
  getEditedPlan(input: GetEditedPlanInput, options?: CallOptions): Call<EditedPlan, "getEditedPlan">;
  /** Replace a plan. The whole plan by the rules of an import: members that are absent get their defaults. The slug stays, because it names the plan in bundles. `INACTIVE` takes the plan off the public list. */
  replacePlan(input: ReplacePlanInput, options?: CallOptions): Call<EditedPlan, "replacePlan">;
  /** Delete a plan. The public list loses it within a second. To keep it for later, replace it with the status `INACTIVE`. */
  deletePlan(input: DeletePlanInput, options?: CallOptions): Call<void, "deletePlan">;
  /** Import products from CSV. The table that `exportProducts` writes, changed in a spreadsheet, or one of your own; up to 12 MiB and 250,000 rows. A row is a variant, by its `sku`; rows with one `product`, a slug, are one product. A product or a variant that does not exist yet is created. What the table does not name stays as it is: products, variants and columns. Nothing is deleted. An empty cell means none, as in an export. Only `product` and `sku` are required; a new product also needs `title` and `price`. A new option needs a column `option.<name>`. `stock` sets the stock, whatever was sold since the export. UTF-8, or UTF-16 with a byte order mark; separated by commas, semicolons or tabs, and a decimal comma is allowed with the last two. An apostrophe before a formula comes off. The server checks all lines before it saves anything; `errors` has a path such as `/lines/12/price`. It saves up to 200 products at a time, all of them or none. If somebody changes the catalogue meanwhile so that a line is no longer valid, the problem is `import_interrupted`: send the file again, and what is saved already stays as it is. */
  importProducts(input: ImportProductsInput, options?: CallOptions): Call<ImportedProducts, "importProducts">;
}

export interface CustomersOperations {
  /** List the customers. Only people with an account. Orders without one are found by their e-mail address in the list of orders. */
  readonly listCustomers: {
    (input?: ListCustomersInput, options?: CallOptions): Call<List<ListedCustomer>, "listCustomers">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListCustomersInput, options?: CallOptions): AsyncGenerator<ListedCustomer, void, undefined>;
  };
  /** Read a customer. The list of orders, with `customer` as its filter, has the customer's orders. */
  getCustomer(input: GetCustomerInput, options?: CallOptions): Call<SiteCustomer, "getCustomer">;
  /** Change a customer. A JSON Merge Patch (RFC 7396): null, or a blank text, empties a member. A patch that changes nothing leaves the revision as it is. */
  updateCustomer(input: UpdateCustomerInput, options?: CallOptions): Call<SiteCustomer, "updateCustomer">;
  /** Block a customer. The customer's sessions end at once, and a sign-in with the right password answers 403 `customer_blocked`. Orders stay as they are. It does not stop an order without an account. A customer who is blocked already stays so, and nothing is recorded. */
  blockCustomer(input: BlockCustomerInput, options?: CallOptions): Call<SiteCustomer, "blockCustomer">;
  /** Unblock a customer. The customer can sign in again. For one who is not blocked nothing changes. */
  unblockCustomer(input: UnblockCustomerInput, options?: CallOptions): Call<SiteCustomer, "unblockCustomer">;
  /** End the sessions of a customer. Every token that the customer has stops working at once. The customer can sign in again. */
  endCustomerSessions(input: EndCustomerSessionsInput, options?: CallOptions): Call<SiteCustomer, "endCustomerSessions">;
  /** Send a customer the confirmation mail again. Its link opens the site's own page. No more than three such mails an hour go to an address, whoever requests them. */
  sendCustomerVerification(input: SendCustomerVerificationInput, options?: CallOptions): Call<SiteCustomer, "sendCustomerVerification">;
  /** Send a customer the mail to choose a new password. The password stays until the customer chooses another one. No more than three such mails an hour go to an address, whoever requests them. */
  sendCustomerPasswordReset(input: SendCustomerPasswordResetInput, options?: CallOptions): Call<SiteCustomer, "sendCustomerPasswordReset">;
  /** Change the e-mail address of a customer. Mails a link to the new address. The account keeps its address until the customer opens the link, which works once, for seven days, and for the last new address only. The present address, if it is confirmed, gets a notice. Links that were mailed to it end with the change; sessions and orders stay. The present address as `email` withdraws the change. No more than three such mails an hour go to an address. */
  changeCustomerEmail(input: ChangeCustomerEmailInput, options?: CallOptions): Call<SiteCustomer, "changeCustomerEmail">;
  /** Export all data about a customer. The account with its addresses and note, orders, payments, submissions and waiting mails, in the format of `vitrine customer export`. If the customer confirmed the e-mail address, the export includes what was done with that address without an account. */
  exportCustomer(input: ExportCustomerInput, options?: CallOptions): Call<ExportCustomerAnswer, "exportCustomer">;
  /** Erase a customer. Removes the account with its addresses, and all data about the person in orders, payments, submissions, mails and the audit log, at once or not at all. Amounts and items of orders stay. If the customer confirmed the e-mail address, that includes what was done with it without an account. It cannot be undone. `?dryRun=true` answers what it would erase. */
  eraseCustomer(input: EraseCustomerInput, options?: CallOptions): Call<CustomerErasure, "eraseCustomer">;
}

export interface DiscountsOperations {
  /** List the discounts. By title. */
  readonly listDiscounts: {
    (input?: ListDiscountsInput, options?: CallOptions): Call<List<Discount>, "listDiscounts">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListDiscountsInput, options?: CallOptions): AsyncGenerator<Discount, void, undefined>;
  };
  /** Create a discount. A site may have 1000 discounts, of which 20 apply without a code. */
  createDiscount(input: CreateDiscountInput, options?: IdempotentCallOptions): Call<Discount, "createDiscount">;
  /** Read a discount. Items that were deleted since are left out of `appliesTo`. If none is left, the discount applies to nothing. */
  getDiscount(input: GetDiscountInput, options?: CallOptions): Call<Discount, "getDiscount">;
  /** Replace a discount. The whole discount: members that are absent get their defaults. Uses and single-use codes stay. Orders that were placed before keep what they cost. A body that changes nothing leaves the revision as it is. */
  replaceDiscount(input: ReplaceDiscountInput, options?: CallOptions): Call<Discount, "replaceDiscount">;
  /** Delete a discount. Its codes go with it. Orders keep what they cost. To keep it for later, replace it with `isActive: false`. */
  deleteDiscount(input: DeleteDiscountInput, options?: CallOptions): Call<void, "deleteDiscount">;
  /** Make single-use codes. One order can use each of them. They are the prefix and ten random letters and digits. A discount may have 100,000. `GET` of the same address with `.csv` answers them. */
  createDiscountCodes(input: CreateDiscountCodesInput, options?: IdempotentCallOptions): Call<Discount, "createDiscountCodes">;
}

export interface GiftCardsOperations {
  /** List the gift cards. The latest first. */
  readonly listGiftCards: {
    (input?: ListGiftCardsInput, options?: CallOptions): Call<List<ListedGiftCard>, "listGiftCards">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListGiftCardsInput, options?: CallOptions): AsyncGenerator<ListedGiftCard, void, undefined>;
  };
  /** Make a gift card. Nobody has paid for it, as for a complaint or a prize. The code is in this answer alone, and in the mail to `email`. Block the card if the answer is lost, or give it a new code. */
  createGiftCard(input: CreateGiftCardInput, options?: IdempotentCallOptions): Call<GiftCardWithCode, "createGiftCard">;
  /** Get a gift card. With every change of its balance. */
  getGiftCard(input: GetGiftCardInput, options?: CallOptions): Call<GiftCard, "getGiftCard">;
  /** Change or block a gift card. A JSON Merge Patch (RFC 7396). Nobody can pay with a blocked card; orders that were placed before keep what it has paid. A patch that changes nothing leaves the revision as it is. */
  updateGiftCard(input: UpdateGiftCardInput, options?: CallOptions): Call<GiftCard, "updateGiftCard">;
  /** Set the balance of a gift card. `from` is the balance that you have seen: so an order in between is not lost, and a repeated request changes nothing. */
  setGiftCardBalance(input: SetGiftCardBalanceInput, options?: CallOptions): Call<GiftCard, "setGiftCardBalance">;
  /** Give a gift card a new code. For a buyer who has lost the code, or fears that somebody else has it: the former one is worth nothing from now on. */
  replaceGiftCardCode(input: ReplaceGiftCardCodeInput, options?: CallOptions): Call<GiftCardWithCode, "replaceGiftCardCode">;
}

export interface SessionOperations {
  /** Sign in with a password. 201 with a cookie; or 200, where the account has a second factor, with a cookie that is good for ten minutes and for that step only. The same answer, after about the same time, for a wrong password and an unknown address. */
  signIn(input: SignInInput, options?: CallOptions): Call<SignInAnswer, "signIn">;
  /** Tell who is signed in, and what they may do. */
  getSession(input?: NoInput, options?: CallOptions): Call<OwnSession, "getSession">;
  /** Sign out. */
  signOut(input?: NoInput, options?: CallOptions): Call<void, "signOut">;
  /** Sign in with the link that `npm start` prints. In place of the password, once and within a day. Only a server on the embedded database at a loopback address prints such links and takes them; any other one answers as for an unknown token. */
  signInWithLink(input: SignInWithLinkInput, options?: CallOptions): Call<SignInWithLinkAnswer, "signInWithLink">;
  /** Complete a sign-in with a code. A code of the authenticator app, of now or 30 seconds before or after, which is good once; or a recovery code, which is good once. Five tries; then sign in again. An account takes 20 wrong codes a day, after which a passkey or a new password is the way in. The session gets a new cookie. */
  completeSignIn(input: CompleteSignInInput, options?: CallOptions): Call<OwnSession, "completeSignIn">;
  /** Confirm with the password that it is you. For 15 minutes, what needs a recent sign-in is allowed then. The session gets a new cookie; the earlier one ends. */
  confirmSession(input: ConfirmSessionInput, options?: CallOptions): Call<OwnSession, "confirmSession">;
  /** Ask for a mail to choose a new password. Answers the same whether or not there is such an account. At most three mails an hour go to an address. */
  requestPasswordReset(input: RequestPasswordResetInput, options?: CallOptions): Call<RequestPasswordResetAnswer, "requestPasswordReset">;
  /** Choose a new password. With the token of the mailed link, or of the first link that the command line prints. It works once. Every session of the account ends, and every personal access token is revoked; nobody is signed in by it. */
  confirmPasswordReset(input: ConfirmPasswordResetInput, options?: CallOptions): Call<void, "confirmPasswordReset">;
  /** Begin to sign in with a passkey. The challenge is good for five minutes and for one answer. Nobody says who they are: the browser offers the passkeys that it has. In a sign-in that waits for its second factor, only the passkeys of that account are good. */
  startPasskeySignIn(input?: NoInput, options?: CallOptions): Call<StartPasskeySignInAnswer, "startPasskeySignIn">;
  /** Sign in with a passkey. Without a password, or as the step after it. It counts as two factors: the device has verified the person. The challenge is used up, whatever the answer is worth. The same refusal for an unknown passkey as for a wrong signature. */
  signInWithPasskey(input: SignInWithPasskeyInput, options?: CallOptions): Call<OwnSession, "signInWithPasskey">;
}

export interface SelfOperations {
  /** Read your account. */
  getMe(input?: NoInput, options?: CallOptions): Call<OwnAdmin, "getMe">;
  /** Change your name or the language of your mails. A JSON Merge Patch (RFC 7396): a `locale` of null is English, the default. */
  updateMe(input?: UpdateMeInput, options?: CallOptions): Call<OwnAdmin, "updateMe">;
  /** Change your password. All other sessions end; personal access tokens stay. The session gets a new cookie. */
  changeOwnPassword(input: ChangeOwnPasswordInput, options?: CallOptions): Call<OwnAdmin, "changeOwnPassword">;
  /** Ask for a code to change your e-mail address. The code goes to the new address and is good for an hour; a later request takes its place. The same answer if another account has the address: no mail is sent then. At most three mails an hour go to an address. */
  requestEmailChange(input: RequestEmailChangeInput, options?: CallOptions): Call<RequestEmailChangeAnswer, "requestEmailChange">;
  /** Change your e-mail address with the mailed code. Five tries, then ask for another code. A mail tells the former address. Links that were mailed to it no longer work. */
  confirmEmailChange(input: ConfirmEmailChangeInput, options?: CallOptions): Call<OwnAdmin, "confirmEmailChange">;
  /** List where you are signed in. */
  readonly listOwnSessions: {
    (input?: ListOwnSessionsInput, options?: CallOptions): Call<List<ListOwnSessionsAnswer>, "listOwnSessions">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListOwnSessionsInput, options?: CallOptions): AsyncGenerator<ListOwnSessionsAnswer, void, undefined>;
  };
  /** End all of your other sessions. */
  endOtherSessions(input?: NoInput, options?: CallOptions): Call<void, "endOtherSessions">;
  /** End one of your sessions. The one of the request as well: that signs you out. */
  endOwnSession(input: EndOwnSessionInput, options?: CallOptions): Call<void, "endOwnSession">;
  /** List your personal access tokens. Those that are neither expired nor revoked, the newest first. No token is shown again. */
  readonly listOwnTokens: {
    (input?: ListOwnTokensInput, options?: CallOptions): Call<List<OwnToken>, "listOwnTokens">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListOwnTokensInput, options?: CallOptions): AsyncGenerator<OwnToken, void, undefined>;
  };
  /** Make a personal access token. The token is in this answer, and nowhere else. An account has at most 100 that are good. A mail tells its owner of each. */
  createOwnToken(input: CreateOwnTokenInput, options?: CallOptions): Call<NewToken, "createOwnToken">;
  /** Revoke a personal access token. */
  revokeOwnToken(input: RevokeOwnTokenInput, options?: CallOptions): Call<void, "revokeOwnToken">;
  /** Look at an invitation. With the token of the mailed link. Nothing changes by it. */
  openInvitation(input: OpenInvitationInput, options?: CallOptions): Call<OpenInvitationAnswer, "openInvitation">;
  /** Accept an invitation. With a name and a password: makes an account of the invited address, and signs in (201). With an empty body: for the account of the session, which must have the invited address (200). The session gets a new cookie in either case. If two requests arrive at once, one of them succeeds. */
  acceptInvitation(input: AcceptInvitationInput, options?: CallOptions): Call<OwnSession, "acceptInvitation">;
  /** List your passkeys. */
  readonly listPasskeys: {
    (input?: ListPasskeysInput, options?: CallOptions): Call<List<Passkey>, "listPasskeys">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListPasskeysInput, options?: CallOptions): AsyncGenerator<Passkey, void, undefined>;
  };
  /** Add a passkey. It signs in without a password, and is asked for after one. With the first second factor all other sessions end, since they never showed one. The session gets a new cookie, and a mail tells the person. An account has at most 20. */
  createPasskey(input: CreatePasskeyInput, options?: CallOptions): Call<Passkey, "createPasskey">;
  /** Begin to add a passkey. The challenge is good for five minutes and for one answer; a later one takes its place. */
  startPasskey(input?: NoInput, options?: CallOptions): Call<StartPasskeyAnswer, "startPasskey">;
  /** Rename a passkey. */
  renamePasskey(input: RenamePasskeyInput, options?: CallOptions): Call<Passkey, "renamePasskey">;
  /** Remove a passkey. The recovery codes end with the last second factor. A mail tells the person. */
  removePasskey(input: RemovePasskeyInput, options?: CallOptions): Call<void, "removePasskey">;
  /** Begin to add an authenticator app. Returns a new secret, which is shown only once. It replaces an earlier secret that was not confirmed. Nothing changes until `POST /me/totp/confirm` has the app's first code. */
  startTotp(input?: NoInput, options?: CallOptions): Call<StartTotpAnswer, "startTotp">;
  /** Remove the authenticator app. The recovery codes end with the last second factor. A mail tells the person. */
  removeTotp(input?: NoInput, options?: CallOptions): Call<void, "removeTotp">;
  /** Add the authenticator app with its first code. Sign-ins with the password ask for a code from then on. The ten recovery codes are in this answer and nowhere else; they take the place of earlier ones. All other sessions end, since they never showed a second factor, and the session gets a new cookie. A mail tells the person. */
  confirmTotp(input: ConfirmTotpInput, options?: CallOptions): Call<ConfirmTotpAnswer, "confirmTotp">;
  /** Make new recovery codes. They are in this answer and nowhere else. Earlier ones end. A mail tells the person. */
  createRecoveryCodes(input?: NoInput, options?: CallOptions): Call<CreateRecoveryCodesAnswer, "createRecoveryCodes">;
}

export interface ServerOperations {
  /** Enter a site for an hour. With the rights of an owner. The audit log of the site has it, with the reason, and its owners get a mail. The session gets a new cookie; the earlier one ends. A site that was deleted can be entered as long as it is kept. */
  enterSite(input: EnterSiteInput, options?: CallOptions): Call<EnterSiteAnswer, "enterSite">;
  /** List the people who run sites, by address. */
  readonly listServerAdmins: {
    (input?: ListServerAdminsInput, options?: CallOptions): Call<List<ServerAdmin>, "listServerAdmins">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListServerAdminsInput, options?: CallOptions): AsyncGenerator<ServerAdmin, void, undefined>;
  };
  /** Make an account for a person. A mail has the link on which they choose a password; it is good for a day, and after that `POST /password-reset` mails another one. A further operator needs a recent sign-in. */
  createServerAdmin(input: CreateServerAdminInput, options?: CallOptions): Call<ServerAdmin, "createServerAdmin">;
  /** Read an account. */
  getServerAdmin(input: GetServerAdminInput, options?: CallOptions): Call<ServerAdmin, "getServerAdmin">;
  /** Make somebody an operator, or keep them out. A disabled account loses its sessions, and its tokens do not work until it is enabled. Nobody can disable or demote themselves, and a server needs an operator, and a further operator needs a recent sign-in. */
  updateServerAdmin(input: UpdateServerAdminInput, options?: CallOptions): Call<ServerAdmin, "updateServerAdmin">;
  /** Open a site for somebody. The site starts with its template. Its owner is the account with this address. If no account exists, the server creates one, and the mail has a link to choose a password. The key is in this answer, and nowhere else. */
  createServerSite(input: CreateServerSiteInput, options?: CallOptions): Call<CreateServerSiteAnswer, "createServerSite">;
  /** List the sites of the server, by slug. With their owners. What is in a site is for its members, and for operators who have entered it. */
  readonly listServerSites: {
    (input?: ListServerSitesInput, options?: CallOptions): Call<List<ServerSite>, "listServerSites">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListServerSitesInput, options?: CallOptions): AsyncGenerator<ServerSite, void, undefined>;
  };
  /** Suspend a site. Its public side answers 403 `site_suspended` on every process within a second; its people can read it, and change nothing. */
  suspendSite(input: SuspendSiteInput, options?: CallOptions): Call<ServerSite, "suspendSite">;
  /** Resume a site. All of it is as it was, on every process within a second. */
  resumeSite(input: ResumeSiteInput, options?: CallOptions): Call<ServerSite, "resumeSite">;
  /** Set what a site may store. Only operators can allow a site more than the settings of the server do. Its people can set a smaller quota for its files themselves. */
  updateServerSite(input: UpdateServerSiteInput, options?: CallOptions): Call<ServerSite, "updateServerSite">;
  /** Read how the server does. */
  getServer(input?: NoInput, options?: CallOptions): Call<Server, "getServer">;
}

export interface ReleasesOperations {
  /** List the releases. */
  readonly listReleases: {
    (input?: ListReleasesInput, options?: CallOptions): Call<List<ListedRelease>, "listReleases">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListReleasesInput, options?: CallOptions): AsyncGenerator<ListedRelease, void, undefined>;
  };
  /** Make a release. It is open, and empty. A site has 200 at most that are not published. */
  createRelease(input: CreateReleaseInput, options?: IdempotentCallOptions): Call<Release, "createRelease">;
  /** Read a release. */
  getRelease(input: GetReleaseInput, options?: CallOptions): Call<Release, "getRelease">;
  /** Rename or plan a release. It must be ready for publication when it is planned: `release_blocked` says what is not. It is published within two seconds of `publishAt`; if something blocks it at that time, nothing is published, its state becomes `FAILED`, and a mail tells the person who planned it. With changes of the shop, planning needs `catalog:write`, too. */
  updateRelease(input: UpdateReleaseInput, options?: CallOptions): Call<Release, "updateRelease">;
  /** Delete a release. With its plan. The drafts and the shop stay as they are. A published release stays. */
  deleteRelease(input: DeleteReleaseInput, options?: CallOptions): Call<void, "deleteRelease">;
  /** Add a translation to a release, or change what becomes of it. `PUBLISH` freezes the draft at this revision: later edits are not published with it. It may still be incomplete; a check tells. A release has 1000 items at most. The `ETag` is that of the release. */
  putReleaseItem(input: PutReleaseItemInput, options?: CallOptions): Call<ReleaseItem, "putReleaseItem">;
  /** Take a translation out of a release. */
  removeReleaseItem(input: RemoveReleaseItemInput, options?: CallOptions): Call<void, "removeReleaseItem">;
  /** Add a change of the shop to a release. A JSON Merge Patch of a whole product, category or plan, in the members that bundles have; a list is replaced as a whole, but for variants: those that others add or change until the release is published remain, unless the patch changes them, too. It is checked now, after the changes of the same thing that the release has already, and again when it is published. The slug and the stock of variants that exist stay as they are. It needs `catalog:write`, too. The `ETag` is that of the release. */
  addReleaseChange(input: AddReleaseChangeInput, options?: IdempotentCallOptions): Call<ReleaseChange, "addReleaseChange">;
  /** Change the prices of several products with a release. Adds a change for each product: all, or none; a problem names its items. The release sets the prices of all variants to the present prices, changed by `percent` or by `amount` and rounded as `POST S/products/bulk` does. A product whose prices the release changes so already gets no other change, so that you can send the request again. It needs `catalog:write`, too. The `ETag` is that of the release. */
  addReleasePriceChanges(
    input: AddReleasePriceChangesInput,
    options?: IdempotentCallOptions,
  ): Call<AddReleasePriceChangesAnswer, "addReleasePriceChanges">;
  /** Take a change of the shop out of a release. It needs `catalog:write`, too. */
  removeReleaseChange(input: RemoveReleaseChangeInput, options?: CallOptions): Call<void, "removeReleaseChange">;
  /** Read the products, categories and plans of a release. Each item as it is now, and as it will be with all of the release's changes, in the order of the first change. For a published release both are the present state. */
  readonly listReleaseGoods: {
    (input: ListReleaseGoodsInput, options?: CallOptions): Call<List<ReleaseGoods>, "listReleaseGoods">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input: ListReleaseGoodsInput, options?: CallOptions): AsyncGenerator<ReleaseGoods, void, undefined>;
  };
  /** Check what stands in the way of a release. By item and by change of the shop, as things are now. Changes nothing. */
  checkRelease(input: CheckReleaseInput, options?: CallOptions): Call<ReleaseCheck, "checkRelease">;
  /** Publish a release. In one moment: the public sees all of it or nothing. A plan of the release, and the plans of its translations, are taken back. With changes of the shop it needs `catalog:write`, too. */
  publishRelease(input: PublishReleaseInput, options?: CallOptions): Call<Release, "publishRelease">;
}

export interface MediaOperations {
  /** List the assets. */
  readonly listAssets: {
    (input?: ListAssetsInput, options?: CallOptions): Call<List<Asset>, "listAssets">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListAssetsInput, options?: CallOptions): AsyncGenerator<Asset, void, undefined>;
  };
  /** Upload a file. Either a form (`multipart/form-data`) with one `file` and optional fields: `alt` (JSON by locale, or a text in the default locale), `title`, `tags` (separated by commas), `folder`, `focus`; or the bytes as the body, with the name in `Content-Disposition`. The type is recognised by the content, and metadata such as the place of a photograph is cut out. `cut` names what an SVG drawing lost. 200 with `duplicate` if the site has the same file already, so that a repeated upload makes none twice. */
  createAsset(input: CreateAssetInput, options?: CallOptions): Call<CreateAssetAnswer, "createAsset">;
  /** Read an asset. */
  getAsset(input: GetAssetInput, options?: CallOptions): Call<Asset, "getAsset">;
  /** Change an asset. A JSON Merge Patch (RFC 7396): null empties a member, and puts the focus back in the middle. A new focus gives the asset a new address. A patch that changes nothing leaves the revision as it is. `alt` and `focus` of a file that the public sees also need `content:publish`. */
  updateAsset(input: UpdateAssetInput, options?: CallOptions): Call<Asset, "updateAsset">;
  /** Delete an asset. Its addresses are gone at once; its bytes a day later, unless another asset has the same. 409 `in_use` names the places that show it; `?force=true` deletes it all the same. A file that the public sees also needs `content:publish`. */
  deleteAsset(input: DeleteAssetInput, options?: CallOptions): Call<void, "deleteAsset">;
  /** Replace the file of an asset. Everything that shows the asset shows the new file within a second. Its texts and its focus stay. The old file's addresses still work for a day, since caches still name them. The file is sent as in an upload, without other fields. A file that the public sees also needs `content:publish`. */
  replaceAsset(input: ReplaceAssetInput, options?: CallOptions): Call<ReplaceAssetAnswer, "replaceAsset">;
  /** Delete, tag or move several assets. All or none. `tag` adds `tags` to those that each asset has; `move` puts all into `folder`; `delete` is refused with 409 `in_use` if a place shows one of them, unless `force` is true, and needs `content:publish` for files that the public sees. Answers with the assets as they are then. */
  bulkAssets(input: BulkAssetsInput, options?: CallOptions): Call<List<Asset>, "bulkAssets">;
  /** List the places that show an asset. Drafts and publications each for themselves. */
  readonly listAssetUsages: {
    (input: ListAssetUsagesInput, options?: CallOptions): Call<List<AssetUsage>, "listAssetUsages">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input: ListAssetUsagesInput, options?: CallOptions): AsyncGenerator<AssetUsage, void, undefined>;
  };
  /** List the unfinished uploads of everybody. The oldest first. Whoever may see them may end them. */
  readonly listUploads: {
    (input?: ListUploadsInput, options?: CallOptions): Call<List<UnfinishedUpload>, "listUploads">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListUploadsInput, options?: CallOptions): AsyncGenerator<UnfinishedUpload, void, undefined>;
  };
}

export interface AuditOperations {
  /** List who changed what, the latest first. Entries are kept for `settings.team.auditRetentionDays` days, 400 unless the site sets another number. */
  readonly listAudit: {
    (input?: ListAuditInput, options?: CallOptions): Call<List<AuditEntry>, "listAudit">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListAuditInput, options?: CallOptions): AsyncGenerator<AuditEntry, void, undefined>;
  };
}

export interface MailsOperations {
  /** List the mails that a site sends. Every kind, on one page. Mails about signups and about the accounts of the team are not among them: they belong to the server. `PATCH S` stores the site's own texts, as `settings.mails`. */
  listMails(input?: ListMailsInput, options?: CallOptions): Call<List<SiteMailKind>, "listMails">;
  /** Preview a mail. The mail as a recipient of the locale gets it, with sample values. Its links lead nowhere. */
  previewMail(input: PreviewMailInput, options?: CallOptions): Call<MailPreview, "previewMail">;
  /** Preview a mail in a text that is not stored. Like the preview of the stored text. Send `subject` and `body` together to try a text; the rules of stored texts hold. With `order`, the mail is about this paid order, which needs `orders:read`; a shipment, a refund or a cancellation is made up. */
  previewMailText(input: PreviewMailTextInput, options?: CallOptions): Call<MailPreview, "previewMailText">;
  /** Send yourself a mail as a test. The mail has sample values and goes to the address of your account, with `[Test]` before its subject. Send `subject` and `body` together to try a text that is not stored; the rules of stored texts hold. At most 10 in an hour. */
  sendTestMail(input: SendTestMailInput, options?: CallOptions): Call<SendTestMailAnswer, "sendTestMail">;
  /** List the mails and tasks that wait or failed. The newest first. A task leaves the list once it is done. The server deletes a failed one after 30 days. The list does not say to whom a mail goes. */
  readonly listOutbox: {
    (input?: ListOutboxInput, options?: CallOptions): Call<List<OutboxTask>, "listOutbox">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input?: ListOutboxInput, options?: CallOptions): AsyncGenerator<OutboxTask, void, undefined>;
  };
  /** Try a failed task again. The server tries the task once within seconds. If that fails, the task is `failed` again. */
  retryTask(input: RetryTaskInput, options?: CallOptions): Call<OutboxTask, "retryTask">;
}

export interface WebhooksOperations {
  /** List the webhooks of a site. */
  listWebhooks(input?: ListWebhooksInput, options?: CallOptions): Call<List<Webhook>, "listWebhooks">;
  /** Add a webhook. The secret is in this answer, and nowhere else. A site has 20 webhooks at most. */
  createWebhook(input: CreateWebhookInput, options?: CallOptions): Call<CreateWebhookAnswer, "createWebhook">;
  /** Get a webhook. */
  getWebhook(input: GetWebhookInput, options?: CallOptions): Call<Webhook, "getWebhook">;
  /** Change a webhook. A JSON Merge Patch (RFC 7396). When it is disabled, deliveries that wait fail; once it is enabled again, replay what it missed. A patch that changes nothing leaves the revision as it is. */
  updateWebhook(input: UpdateWebhookInput, options?: CallOptions): Call<Webhook, "updateWebhook">;
  /** Delete a webhook. This also deletes its deliveries, including those that wait. */
  deleteWebhook(input: DeleteWebhookInput, options?: CallOptions): Call<void, "deleteWebhook">;
  /** Give a webhook a new secret. The new secret is in this answer, and nowhere else. For 24 hours each delivery has two signatures, one with each of the two latest secrets. */
  rotateWebhookSecret(input: RotateWebhookSecretInput, options?: CallOptions): Call<RotateWebhookSecretAnswer, "rotateWebhookSecret">;
  /** Send a test event to a webhook. Whatever events it gets, this one is `webhook.test`. The server sends it within seconds; its deliveries show the outcome. */
  testWebhook(input: TestWebhookInput, options?: CallOptions): Call<WebhookDelivery, "testWebhook">;
  /** List the deliveries to a webhook. The latest first. They are kept for 30 days. */
  readonly listWebhookDeliveries: {
    (input: ListWebhookDeliveriesInput, options?: CallOptions): Call<List<WebhookDelivery>, "listWebhookDeliveries">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all(input: ListWebhookDeliveriesInput, options?: CallOptions): AsyncGenerator<WebhookDelivery, void, undefined>;
  };
  /** Deliver an event once more. Works for every delivery, whatever its state. The server sends it within seconds, with the same `webhook-id`, and retries it like a new one. */
  redeliverWebhook(input: RedeliverWebhookInput, options?: CallOptions): Call<WebhookDelivery, "redeliverWebhook">;
  /** Deliver the events of a period once more. Every event of the period that the webhook gets: what was delivered, what failed, and what happened while it was disabled. The server keeps events for 30 days. */
  replayWebhook(input: ReplayWebhookInput, options?: CallOptions): Call<ReplayWebhookAnswer, "replayWebhook">;
}

export interface ViewsOperations {
  /** List the saved views of lists. Your own, then the site's, by name; only of lists that you may read. */
  listViews(input?: ListViewsInput, options?: CallOptions): Call<List<SavedView>, "listViews">;
  /** Save a view of a list. You need the permission that shows the list, and for a view of the site `settings:write`. A person can have 50 views at a site, and the site 50. */
  createView(input: CreateViewInput, options?: IdempotentCallOptions): Call<SavedView, "createView">;
  /** Change a saved view. A JSON Merge Patch (RFC 7396). A view of the site needs `settings:write`. A patch that changes nothing leaves the revision as it is. */
  updateView(input: UpdateViewInput, options?: CallOptions): Call<SavedView, "updateView">;
  /** Delete a saved view. A view of the site needs `settings:write`. */
  deleteView(input: DeleteViewInput, options?: CallOptions): Call<void, "deleteView">;
}

export interface ReferenceOperations {
  /** The description of this API. OpenAPI 3.1, generated from the schemas that validate requests. */
  getAdminOpenApi(input?: NoInput, options?: CallOptions): Call<GetAdminOpenApiAnswer, "getAdminOpenApi">;
}

/** Every operation of the API, in its group, under its `operationId`. */
export interface Operations {
  readonly content: ContentOperations;
  readonly model: ModelOperations;
  readonly forms: FormsOperations;
  readonly sites: SitesOperations;
  readonly orders: OrdersOperations;
  readonly catalog: CatalogOperations;
  readonly customers: CustomersOperations;
  readonly discounts: DiscountsOperations;
  readonly giftCards: GiftCardsOperations;
  readonly session: SessionOperations;
  readonly self: SelfOperations;
  readonly server: ServerOperations;
  readonly releases: ReleasesOperations;
  readonly media: MediaOperations;
  readonly audit: AuditOperations;
  readonly mails: MailsOperations;
  readonly webhooks: WebhooksOperations;
  readonly views: ViewsOperations;
  readonly reference: ReferenceOperations;
}

export const operations: Readonly<Record<keyof Operations, Readonly<Record<string, AdminOperation>>>> = {
  content: {
    listDocuments: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/{documents}", paged: true },
    createDocument: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/{documents}", idempotent: true, sends: "members" },
    bulkDocuments: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/{documents}/bulk", sends: "members" },
    getDocument: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}" },
    trashDocument: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}", conditional: true, query: ["force"] },
    duplicateDocument: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}/duplicate", idempotent: true },
    publishDocument: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}/publish", sends: "members" },
    saveDraft: {
      method: "PUT",
      path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}/{locale}/draft",
      conditional: true,
      sends: "members",
    },
    discardDraft: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}/{locale}/draft", conditional: true },
    publishTranslation: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}/{locale}/publish", sends: "members" },
    unpublishTranslation: {
      method: "POST",
      path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}/{locale}/unpublish",
      query: ["force"],
      sends: "members",
    },
    scheduleTranslation: { method: "PUT", path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}/{locale}/schedule", sends: "members" },
    unscheduleTranslation: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}/{locale}/schedule" },
    listVersions: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}/{locale}/versions", paged: true },
    getVersion: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}/{locale}/versions/{number}" },
    restoreVersion: {
      method: "POST",
      path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}/{locale}/versions/{number}/restore",
      sends: "members",
    },
    listTrash: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/trash", paged: true },
    restoreDocument: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/trash/{id}/restore", sends: "members" },
    deleteDocument: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/trash/{id}" },
    listCommentThreads: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}/{locale}/threads", paged: true },
    createCommentThread: {
      method: "POST",
      path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}/{locale}/threads",
      idempotent: true,
      sends: "members",
    },
    getCommentThread: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/threads/{id}" },
    updateCommentThread: { method: "PATCH", path: "/api/admin/v1/sites/{siteSlug}/threads/{id}", sends: "members" },
    addComment: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/threads/{id}/comments", idempotent: true, sends: "members" },
    updateComment: { method: "PATCH", path: "/api/admin/v1/sites/{siteSlug}/threads/{id}/comments/{commentId}", sends: "members" },
    deleteComment: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/threads/{id}/comments/{commentId}" },
    listReviews: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/reviews", paged: true },
    askForReview: {
      method: "POST",
      path: "/api/admin/v1/sites/{siteSlug}/{documents}/{id}/{locale}/reviews",
      idempotent: true,
      sends: "members",
    },
    finishReview: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/reviews/{id}/finish", sends: "members" },
    cancelReview: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/reviews/{id}" },
    issuePreview: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/previews", sends: "members" },
    listPreviews: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/previews", paged: true },
    getIssuedPreview: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/previews/{id}" },
    cancelPreview: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/previews/{id}" },
    resolvePage: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/pages/resolve", sends: "members" },
    listReferences: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/references", paged: true },
  },
  model: {
    listEditedBlockTypes: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/block-types", paged: true },
    getBlockType: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/block-types/{type}" },
    putBlockType: {
      method: "PUT",
      path: "/api/admin/v1/sites/{siteSlug}/block-types/{type}",
      conditional: true,
      query: ["force"],
      sends: "members",
    },
    deleteBlockType: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/block-types/{type}", conditional: true },
    checkBlockType: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/block-types/{type}/check", sends: "members" },
    listContentTypes: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/content-types", paged: true },
    getContentType: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/content-types/{type}" },
    putContentType: {
      method: "PUT",
      path: "/api/admin/v1/sites/{siteSlug}/content-types/{type}",
      conditional: true,
      query: ["force"],
      sends: "members",
    },
    deleteContentType: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/content-types/{type}", conditional: true },
    checkContentType: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/content-types/{type}/check", sends: "members" },
  },
  forms: {
    listForms: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/forms", paged: true },
    createForm: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/forms", idempotent: true, sends: "members" },
    getEditedForm: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/forms/{slug}" },
    putForm: { method: "PUT", path: "/api/admin/v1/sites/{siteSlug}/forms/{slug}", conditional: true, sends: "members" },
    deleteForm: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/forms/{slug}", conditional: true, query: ["force"] },
    listSubmissions: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/forms/{slug}/submissions", paged: true },
    getSubmission: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/forms/{slug}/submissions/{id}" },
    updateSubmission: { method: "PATCH", path: "/api/admin/v1/sites/{siteSlug}/forms/{slug}/submissions/{id}", sends: "members" },
    deleteSubmission: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/forms/{slug}/submissions/{id}" },
  },
  sites: {
    testPayments: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/plugins/svc.payments/test" },
    listSites: { method: "GET", path: "/api/admin/v1/sites", paged: true },
    createSite: { method: "POST", path: "/api/admin/v1/sites", sends: "members" },
    listMembers: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/members", paged: true },
    getMember: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/members/{id}" },
    updateMember: { method: "PATCH", path: "/api/admin/v1/sites/{siteSlug}/members/{id}", conditional: true, sends: "members" },
    removeMember: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/members/{id}", conditional: true },
    listInvitations: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/invitations", paged: true },
    createInvitation: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/invitations", idempotent: true, sends: "members" },
    getInvitation: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/invitations/{id}" },
    removeInvitation: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/invitations/{id}" },
    resendInvitation: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/invitations/{id}/resend" },
    getSite: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}" },
    deleteSite: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}", conditional: true, sends: "members" },
    updateSite: { method: "PATCH", path: "/api/admin/v1/sites/{siteSlug}", conditional: true, sends: "members" },
    restoreSite: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/restore" },
    listApiKeys: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/keys", paged: true },
    createApiKey: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/keys", sends: "members" },
    getApiKey: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/keys/{id}" },
    revokeApiKey: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/keys/{id}" },
    getPlugin: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/plugins/{plugin}" },
    putPlugin: { method: "PUT", path: "/api/admin/v1/sites/{siteSlug}/plugins/{plugin}", conditional: true, sends: "members" },
    exportSite: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/bundle" },
    importSite: {
      method: "POST",
      path: "/api/admin/v1/sites/{siteSlug}/bundle",
      query: ["dryRun", "setStock", "overwrite", "only"],
      sends: "yaml",
    },
    announcePresence: { method: "PUT", path: "/api/admin/v1/sites/{siteSlug}/presence", sends: "members" },
    getOverview: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/overview" },
    searchSite: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/search" },
  },
  orders: {
    cancelOrder: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/orders/{id}/cancel" },
    bulkOrders: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/orders/bulk", sends: "members" },
    refundOrder: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/orders/{id}/refund", idempotent: true, sends: "members" },
    listPayments: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/payments", paged: true },
    getSitePayment: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/payments/{id}" },
    checkPayment: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/payments/{id}/check" },
    listOrders: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/orders", paged: true },
    listPackingSlips: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/orders/packing-slips" },
    getOrder: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/orders/{id}" },
    fulfilOrder: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/orders/{id}/fulfil", sends: "members" },
    addOrderNote: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/orders/{id}/notes", idempotent: true, sends: "members" },
    resendOrderConfirmation: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/orders/{id}/resend-confirmation" },
  },
  catalog: {
    adjustStock: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/stock", idempotent: true, sends: "members" },
    listStockMovements: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/variants/{id}/stock-movements", paged: true },
    listVariantPrices: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/variants/{id}/price-history", paged: true },
    listEditedProducts: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/products", paged: true },
    createProduct: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/products", idempotent: true, sends: "members" },
    getEditedProduct: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/products/{id}" },
    replaceProduct: { method: "PUT", path: "/api/admin/v1/sites/{siteSlug}/products/{id}", conditional: true, sends: "members" },
    deleteProduct: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/products/{id}", conditional: true, query: ["force"] },
    duplicateProduct: {
      method: "POST",
      path: "/api/admin/v1/sites/{siteSlug}/products/{id}/duplicate",
      idempotent: true,
      sends: "members",
    },
    bulkProducts: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/products/bulk", sends: "members" },
    listEditedCategories: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/categories", paged: true },
    createCategory: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/categories", idempotent: true, sends: "members" },
    getEditedCategory: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/categories/{id}" },
    updateCategory: { method: "PATCH", path: "/api/admin/v1/sites/{siteSlug}/categories/{id}", conditional: true, sends: "members" },
    deleteCategory: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/categories/{id}", conditional: true, query: ["force"] },
    moveCategory: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/categories/{id}/move", conditional: true, sends: "members" },
    listEditedPlans: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/plans", paged: true },
    createPlan: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/plans", idempotent: true, sends: "members" },
    getEditedPlan: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/plans/{id}" },
    replacePlan: { method: "PUT", path: "/api/admin/v1/sites/{siteSlug}/plans/{id}", conditional: true, sends: "members" },
    deletePlan: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/plans/{id}", conditional: true },
    importProducts: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/products.csv", query: ["dryRun"], sends: "csv" },
  },
  customers: {
    listCustomers: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/customers", paged: true },
    getCustomer: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/customers/{id}" },
    updateCustomer: { method: "PATCH", path: "/api/admin/v1/sites/{siteSlug}/customers/{id}", conditional: true, sends: "members" },
    blockCustomer: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/customers/{id}/block" },
    unblockCustomer: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/customers/{id}/unblock" },
    endCustomerSessions: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/customers/{id}/end-sessions" },
    sendCustomerVerification: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/customers/{id}/send-verification" },
    sendCustomerPasswordReset: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/customers/{id}/send-password-reset" },
    changeCustomerEmail: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/customers/{id}/change-email", sends: "members" },
    exportCustomer: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/customers/{id}/export" },
    eraseCustomer: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/customers/{id}/erase", query: ["dryRun"], sends: "members" },
  },
  discounts: {
    listDiscounts: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/discounts", paged: true },
    createDiscount: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/discounts", idempotent: true, sends: "members" },
    getDiscount: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/discounts/{id}" },
    replaceDiscount: { method: "PUT", path: "/api/admin/v1/sites/{siteSlug}/discounts/{id}", conditional: true, sends: "members" },
    deleteDiscount: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/discounts/{id}", conditional: true },
    createDiscountCodes: {
      method: "POST",
      path: "/api/admin/v1/sites/{siteSlug}/discounts/{id}/codes",
      idempotent: true,
      sends: "members",
    },
  },
  giftCards: {
    listGiftCards: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/gift-cards", paged: true },
    createGiftCard: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/gift-cards", idempotent: true, sends: "members" },
    getGiftCard: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/gift-cards/{id}" },
    updateGiftCard: { method: "PATCH", path: "/api/admin/v1/sites/{siteSlug}/gift-cards/{id}", conditional: true, sends: "members" },
    setGiftCardBalance: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/gift-cards/{id}/balance", sends: "members" },
    replaceGiftCardCode: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/gift-cards/{id}/code", sends: "members" },
  },
  session: {
    signIn: { method: "POST", path: "/api/admin/v1/session", open: true, sends: "members" },
    getSession: { method: "GET", path: "/api/admin/v1/session" },
    signOut: { method: "DELETE", path: "/api/admin/v1/session" },
    signInWithLink: { method: "POST", path: "/api/admin/v1/session/link", open: true, sends: "members" },
    completeSignIn: { method: "POST", path: "/api/admin/v1/session/second-factor", sends: "members" },
    confirmSession: { method: "POST", path: "/api/admin/v1/session/confirm", sends: "members" },
    requestPasswordReset: { method: "POST", path: "/api/admin/v1/password-reset", open: true, sends: "members" },
    confirmPasswordReset: { method: "POST", path: "/api/admin/v1/password-reset/confirm", open: true, sends: "members" },
    startPasskeySignIn: { method: "POST", path: "/api/admin/v1/session/passkey/options", open: true },
    signInWithPasskey: { method: "POST", path: "/api/admin/v1/session/passkey", open: true, sends: "members" },
  },
  self: {
    getMe: { method: "GET", path: "/api/admin/v1/me" },
    updateMe: { method: "PATCH", path: "/api/admin/v1/me", sends: "members" },
    changeOwnPassword: { method: "POST", path: "/api/admin/v1/me/password", sends: "members" },
    requestEmailChange: { method: "POST", path: "/api/admin/v1/me/email", sends: "members" },
    confirmEmailChange: { method: "POST", path: "/api/admin/v1/me/email/confirm", sends: "members" },
    listOwnSessions: { method: "GET", path: "/api/admin/v1/me/sessions", paged: true },
    endOtherSessions: { method: "DELETE", path: "/api/admin/v1/me/sessions" },
    endOwnSession: { method: "DELETE", path: "/api/admin/v1/me/sessions/{id}" },
    listOwnTokens: { method: "GET", path: "/api/admin/v1/me/tokens", paged: true },
    createOwnToken: { method: "POST", path: "/api/admin/v1/me/tokens", sends: "members" },
    revokeOwnToken: { method: "DELETE", path: "/api/admin/v1/me/tokens/{id}" },
    openInvitation: { method: "GET", path: "/api/admin/v1/invitations/{token}", open: true },
    acceptInvitation: { method: "POST", path: "/api/admin/v1/invitations/{token}/accept", open: true, sends: "members" },
    listPasskeys: { method: "GET", path: "/api/admin/v1/me/passkeys", paged: true },
    createPasskey: { method: "POST", path: "/api/admin/v1/me/passkeys", sends: "members" },
    startPasskey: { method: "POST", path: "/api/admin/v1/me/passkeys/options" },
    renamePasskey: { method: "PATCH", path: "/api/admin/v1/me/passkeys/{id}", sends: "members" },
    removePasskey: { method: "DELETE", path: "/api/admin/v1/me/passkeys/{id}" },
    startTotp: { method: "POST", path: "/api/admin/v1/me/totp" },
    removeTotp: { method: "DELETE", path: "/api/admin/v1/me/totp" },
    confirmTotp: { method: "POST", path: "/api/admin/v1/me/totp/confirm", sends: "members" },
    createRecoveryCodes: { method: "POST", path: "/api/admin/v1/me/recovery-codes" },
  },
  server: {
    enterSite: { method: "POST", path: "/api/admin/v1/server/sites/{slug}/enter", sends: "members" },
    listServerAdmins: { method: "GET", path: "/api/admin/v1/server/admins", paged: true },
    createServerAdmin: { method: "POST", path: "/api/admin/v1/server/admins", sends: "members" },
    getServerAdmin: { method: "GET", path: "/api/admin/v1/server/admins/{id}" },
    updateServerAdmin: { method: "PATCH", path: "/api/admin/v1/server/admins/{id}", sends: "members" },
    createServerSite: { method: "POST", path: "/api/admin/v1/server/sites", sends: "members" },
    listServerSites: { method: "GET", path: "/api/admin/v1/server/sites", paged: true },
    suspendSite: { method: "POST", path: "/api/admin/v1/server/sites/{slug}/suspend" },
    resumeSite: { method: "POST", path: "/api/admin/v1/server/sites/{slug}/resume" },
    updateServerSite: { method: "PATCH", path: "/api/admin/v1/server/sites/{slug}", sends: "members" },
    getServer: { method: "GET", path: "/api/admin/v1/server" },
  },
  releases: {
    listReleases: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/releases", paged: true },
    createRelease: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/releases", idempotent: true, sends: "members" },
    getRelease: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/releases/{id}" },
    updateRelease: { method: "PATCH", path: "/api/admin/v1/sites/{siteSlug}/releases/{id}", conditional: true, sends: "members" },
    deleteRelease: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/releases/{id}", conditional: true },
    putReleaseItem: { method: "PUT", path: "/api/admin/v1/sites/{siteSlug}/releases/{id}/items/{translationId}", sends: "members" },
    removeReleaseItem: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/releases/{id}/items/{translationId}" },
    addReleaseChange: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/releases/{id}/changes", idempotent: true, sends: "body" },
    addReleasePriceChanges: {
      method: "POST",
      path: "/api/admin/v1/sites/{siteSlug}/releases/{id}/price-changes",
      idempotent: true,
      sends: "members",
    },
    removeReleaseChange: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/releases/{id}/changes/{changeId}" },
    listReleaseGoods: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/releases/{id}/goods", paged: true },
    checkRelease: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/releases/{id}/check" },
    publishRelease: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/releases/{id}/publish", sends: "members" },
  },
  media: {
    listAssets: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/assets", paged: true },
    createAsset: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/assets", sends: "form" },
    getAsset: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/assets/{id}" },
    updateAsset: { method: "PATCH", path: "/api/admin/v1/sites/{siteSlug}/assets/{id}", conditional: true, sends: "members" },
    deleteAsset: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/assets/{id}", conditional: true, query: ["force"] },
    replaceAsset: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/assets/{id}/replace", conditional: true, sends: "form" },
    bulkAssets: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/assets/bulk", sends: "members" },
    listAssetUsages: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/assets/{id}/usages", paged: true },
    listUploads: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/uploads", paged: true },
  },
  audit: { listAudit: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/audit", paged: true } },
  mails: {
    listMails: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/mails" },
    previewMail: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/mails/{kind}/preview" },
    previewMailText: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/mails/{kind}/preview", sends: "members" },
    sendTestMail: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/mails/{kind}/test", sends: "members" },
    listOutbox: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/outbox", paged: true },
    retryTask: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/outbox/{id}/retry" },
  },
  webhooks: {
    listWebhooks: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/webhooks" },
    createWebhook: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/webhooks", sends: "members" },
    getWebhook: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/webhooks/{id}" },
    updateWebhook: { method: "PATCH", path: "/api/admin/v1/sites/{siteSlug}/webhooks/{id}", conditional: true, sends: "members" },
    deleteWebhook: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/webhooks/{id}", conditional: true },
    rotateWebhookSecret: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/webhooks/{id}/rotate" },
    testWebhook: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/webhooks/{id}/test" },
    listWebhookDeliveries: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/webhooks/{id}/deliveries", paged: true },
    redeliverWebhook: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/webhooks/{id}/deliveries/{deliveryId}/redeliver" },
    replayWebhook: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/webhooks/{id}/replay", sends: "members" },
  },
  views: {
    listViews: { method: "GET", path: "/api/admin/v1/sites/{siteSlug}/views" },
    createView: { method: "POST", path: "/api/admin/v1/sites/{siteSlug}/views", idempotent: true, sends: "members" },
    updateView: { method: "PATCH", path: "/api/admin/v1/sites/{siteSlug}/views/{id}", conditional: true, sends: "members" },
    deleteView: { method: "DELETE", path: "/api/admin/v1/sites/{siteSlug}/views/{id}", conditional: true },
  },
  reference: { getAdminOpenApi: { method: "GET", path: "/api/admin/v1/openapi.json", open: true } },
};
