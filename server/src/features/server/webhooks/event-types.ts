import { Type, type Static, type TObject, type TProperties } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";

const slug = Type.String({ examples: ["about"] });
const locale = Type.String({ examples: ["en"] });
const changed = (...changes: ("CREATED" | "UPDATED" | "DELETED")[]) => Type.Enum(changes, { description: "What became of it." });
const amount = Type.Integer({ description: "Minor units." });
const number = Type.Integer({ description: "The number that people see.", examples: [1001] });

const document = {
  id: Uuid,
  kind: Type.Enum(["page", "entry"]),
  contentType: Type.String({ description: "`page` for pages.", examples: ["article"] }),
  locale,
  slug,
};
const order = { id: Uuid, number, status: Type.String({ examples: ["PAID"] }) };
/** Absent without `includePersonal`, and once the person was erased. */
const email = Type.Optional(Nullable(Type.String({ description: "Only with `includePersonal`." })));
const postalAddress = Type.Optional(Nullable(Type.Record(Type.String(), Type.Unknown(), { description: "Only with `includePersonal`." })));
const buyer = { email, shippingAddress: postalAddress, billingAddress: postalAddress };
const account = {
  email,
  firstName: Type.Optional(Nullable(Type.String({ description: "Only with `includePersonal`." }))),
  lastName: Type.Optional(Nullable(Type.String({ description: "Only with `includePersonal`." }))),
};

/** By type: what an event tells, and the members of its data that only endpoints with `includePersonal` get. */
const shapes = {
  "content.published": { summary: "A page or an entry was published in one locale", data: document, personal: {} },
  "content.unpublished": { summary: "A page or an entry is no longer public in one locale", data: document, personal: {} },
  "content.moved": {
    summary: "A published page or entry has another slug",
    data: { ...document, previousSlug: slug },
    personal: {},
  },
  "release.published": { summary: "A release was published", data: { id: Uuid, name: Type.String() }, personal: {} },
  "asset.changed": {
    summary: "A file of the media library was added or changed",
    data: { id: Uuid, name: Type.String(), change: changed("CREATED", "UPDATED") },
    personal: {},
  },
  "asset.deleted": { summary: "A file of the media library was deleted", data: { id: Uuid, name: Type.String() }, personal: {} },
  "product.changed": {
    summary: "A product, or one of its variants, was added or changed",
    data: { id: Uuid, slug, status: Type.String({ examples: ["ACTIVE"] }), change: changed("CREATED", "UPDATED") },
    personal: {},
  },
  "product.deleted": { summary: "A product was deleted", data: { id: Uuid, slug }, personal: {} },
  "stock.low": {
    summary: "The stock of a variant fell to five units or fewer",
    data: { id: Uuid, productId: Uuid, sku: Type.String(), stock: Type.Integer() },
    personal: {},
  },
  "category.changed": {
    summary: "A category was added, changed, moved or deleted",
    data: { id: Uuid, slug, change: changed("CREATED", "UPDATED", "DELETED") },
    personal: {},
  },
  "plan.changed": {
    summary: "A subscription plan was added, changed or deleted",
    data: { id: Uuid, slug, change: changed("CREATED", "UPDATED", "DELETED") },
    personal: {},
  },
  "order.placed": {
    summary: "A buyer placed an order, which is not paid yet",
    data: { ...order, total: amount, currency: Type.String({ examples: ["EUR"] }) },
    personal: buyer,
  },
  "order.paid": { summary: "An order was paid", data: order, personal: buyer },
  "order.fulfilled": {
    summary: "Units of an order were sent",
    data: { ...order, fulfilment: Type.Enum(["PARTIAL", "FULFILLED"], { description: "How much of the order was sent so far." }) },
    personal: buyer,
  },
  "order.cancelled": { summary: "An order was cancelled", data: order, personal: buyer },
  "order.refunded": {
    summary: "An order was refunded, in full or in part",
    data: { ...order, amount },
    personal: buyer,
  },
  "payment.failed": {
    summary: "A payment failed, or was not made in time",
    data: { id: Uuid, orderId: Nullable(Uuid), status: Type.String({ examples: ["FAILED"] }) },
    personal: {},
  },
  "customer.registered": { summary: "A customer opened an account", data: { id: Uuid }, personal: account },
  "customer.verified": { summary: "A customer confirmed an email address", data: { id: Uuid }, personal: account },
  "customer.erased": { summary: "An account was removed with its personal data", data: { id: Uuid }, personal: {} },
  "form.submitted": {
    summary: "A visitor submitted a form",
    data: { id: Uuid, form: slug },
    personal: {
      fields: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: "Only with `includePersonal`. Absent if they are too large for a delivery.",
        }),
      ),
    },
  },
  "settings.changed": {
    summary: "The settings of the site or of a plugin were changed",
    data: { changed: Type.Array(Type.String(), { description: "The names of members and plugins.", examples: [["name", "locales"]] }) },
    personal: {},
  },
  "key.created": { summary: "An API key was made", data: { id: Uuid, name: Type.String() }, personal: {} },
  "key.revoked": { summary: "An API key was revoked", data: { id: Uuid, name: Type.String() }, personal: {} },
  "webhook.test": { summary: "Somebody tried out the endpoint", data: { id: Uuid }, personal: {} },
} as const satisfies Record<string, { summary: string; data: TProperties; personal: TProperties }>;

export type WebhookEventType = keyof typeof shapes;
export const webhookEventTypes = Object.keys(shapes) as WebhookEventType[];

type DataOf<Type extends WebhookEventType> = Static<TObject<(typeof shapes)[Type]["data"]>>;
type PersonalOf<Type extends WebhookEventType> = Static<TObject<(typeof shapes)[Type]["personal"]>>;

/** Something that happened, as the feature where it happened records it. */
export type NewWebhookEvent = {
  [Type in WebhookEventType]: {
    type: Type;
    data: DataOf<Type>;
    /** Reads it for endpoints that may have it: called only if there are any. */
    personal?: () => Promise<PersonalOf<Type>>;
  };
}[WebhookEventType];

const versions = {
  contentVersion: Type.Integer({ description: "A later read of content sees at least this version." }),
  catalogVersion: Type.Integer({ description: "The same for the catalogue." }),
  url: Type.String({
    format: "uri",
    description: "Where to ask for the current state: in the public API or, if it is not public, in the admin API.",
  }),
};

/** `order.paid`: `OrderPaidEvent`. */
const nameOf = (type: string) => `${type.replace(/(?:^|\.)(\w)/g, (_all, letter: string) => letter.toUpperCase())}Event`;

/** The bodies of deliveries, by type, for the API description and the client. */
export const webhookBodies = Object.entries(shapes).map(([type, { summary, data, personal }]) => ({
  type: type as WebhookEventType,
  summary,
  schema: Type.Object(
    {
      type: Type.Literal(type),
      timestamp: Type.Unsafe<string>({ ...Instant, description: "When it happened." }),
      sequence: Type.Integer({ description: "Grows with each event of the site: a lower number than the last one is older." }),
      data: Type.Object({ ...data, ...personal, ...versions }, { additionalProperties: false }),
    },
    { $id: nameOf(type), additionalProperties: false, description: `${summary}.` },
  ),
}));

/** What an event is about: deliveries about one subject are in order. */
export function subjectOf({ type, data }: Pick<NewWebhookEvent, "type" | "data">): string {
  const [kind] = type.split(".");
  return `${kind}:${"id" in data ? data.id : "site"}`;
}
