import { maxLines } from "@/lib/cart-lines";
import { localeOf } from "@/lib/locale-words";
import { found, live } from "@/lib/vitrine";

/** The products in a cart, in a locale, with their prices and stocks of this moment: /api/cart?locale=de&product=<id>&product=<id> */
export async function GET(request: Request): Promise<Response> {
  const asked = new URL(request.url).searchParams;
  const { locale } = localeOf(asked.get("locale"));
  const ids = [...new Set(asked.getAll("product"))].slice(0, maxLines);
  const products = await Promise.all(ids.map((id) => found(live.catalog.getProduct({ id, locale }))));
  return Response.json({ products: products.filter((product) => product !== undefined) }, { headers: { "cache-control": "no-store" } });
}
