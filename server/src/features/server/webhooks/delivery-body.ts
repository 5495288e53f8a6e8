import type { WebhookEventType } from "./event-types.ts";

/** A numbered event, as it is stored. */
export interface DueEvent {
  eventId: string;
  type: string;
  sequence: number;
  data: Record<string, unknown>;
  personal: Record<string, unknown> | null;
  contentVersion: number;
  catalogVersion: number;
  createdAt: Date;
}

/** The body of a delivery: the same at each try, unless a person was erased in between. */
export function deliveryBody(
  { type, sequence, data, personal, contentVersion, catalogVersion, createdAt }: DueEvent,
  { siteSlug, publicUrl, includePersonal }: { siteSlug: string; publicUrl: string; includePersonal: boolean },
): string {
  const url = `${publicUrl}${pathOf(type as WebhookEventType, data, `/api/admin/v1/sites/${siteSlug}`)}`;
  const shown = { ...data, ...(includePersonal ? personal : null), contentVersion, catalogVersion, url };
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), sequence, data: shown });
}

/** The path that answers with the current state of what an event is about. */
function pathOf(type: WebhookEventType, data: Readonly<Record<string, unknown>>, site: string): string {
  const text = (name: string) => encodeURIComponent(String(data[name]));
  switch (type) {
    case "content.published":
    case "content.unpublished":
    case "content.moved": {
      const path = String(data.slug).split("/").map(encodeURIComponent).join("/");
      const address = data.kind === "page" ? `pages/${path}` : `content/${text("contentType")}/${path}`;
      return `/api/public/v1/${address}?locale=${text("locale")}`;
    }
    case "product.changed":
    case "product.deleted":
      return `/api/v1/shop/products/${text("id")}`;
    case "stock.low":
      return `/api/v1/shop/products/${text("productId")}`;
    case "category.changed":
      return `/api/v1/shop/categories/${text("id")}`;
    case "plan.changed":
      return "/api/v1/shop/subscriptions/plans";
    case "release.published":
      return `${site}/releases/${text("id")}`;
    case "asset.changed":
    case "asset.deleted":
      return `${site}/assets/${text("id")}`;
    case "payment.failed":
      return `${site}/payments/${text("id")}`;
    case "order.placed":
    case "order.paid":
    case "order.fulfilled":
    case "order.cancelled":
    case "order.refunded":
      return `${site}/orders/${text("id")}`;
    case "customer.registered":
    case "customer.verified":
    case "customer.erased":
      return `${site}/customers/${text("id")}`;
    case "form.submitted":
      return `${site}/forms/${text("form")}/submissions/${text("id")}`;
    case "key.created":
    case "key.revoked":
      return `${site}/keys/${text("id")}`;
    case "webhook.test":
      return `${site}/webhooks/${text("id")}`;
    case "settings.changed":
      return site;
  }
}
