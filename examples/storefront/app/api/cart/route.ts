import { maxLines } from "@/lib/cart-lines";
import { found, live } from "@/lib/vitrine";

/** The products in a cart, with their prices and stocks of this moment: /api/cart?product=fjell-chair&product=felt-pads */
export async function GET(request: Request): Promise<Response> {
  const slugs = [...new Set(new URL(request.url).searchParams.getAll("product"))].slice(0, maxLines);
  const products = await Promise.all(slugs.map((slug) => found(live.catalog.getProductBySlug({ slug }))));
  return Response.json({ products: products.filter((product) => product !== undefined) }, { headers: { "cache-control": "no-store" } });
}
