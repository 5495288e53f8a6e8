import type { Found } from "@vitrine/client/admin";

/** Where the studio shows something that the search found, below the site's address. Undefined: it has no screen for it yet. */
export function addressOfFound({ type, id, detail }: Pick<Found, "type" | "id" | "detail">, locale: string): string | undefined {
  if (type === "page") return `/pages/${id}/${locale}`;
  if (type === "entry") return `/entries/${encodeURIComponent(contentTypeOf(detail))}/${id}/${locale}`;
  if (type === "product") return `/products/${id}`;
  if (type === "category") return "/categories";
  if (type === "order") return `/orders/${id}`;
  if (type === "customer") return `/customers/${id}`;
  if (type === "form") return `/forms/${id}`;
  if (type === "asset") return `/media?asset=${id}`;
  if (type === "setting") return ["team", "keys", "mails", "audit"].includes(id) ? `/settings/${id}` : "/settings";
  return undefined;
}

/** The detail of an entry begins with its content type. */
const contentTypeOf = (detail: string) => detail.split(/[ ·/]/)[0] ?? "";
