import type { Read } from "./exchange.ts";
import type { BenchSite } from "./site.ts";

/** A site that takes payments, and a guest's basket. */
export interface CheckoutSite {
  /** As `vitrine site import` reads it. */
  bundle: string;
  slug: string;
  headers: Read["headers"];
  /** The account at the processor. */
  secretKey: string;
  webhookSecret: string;
  /** Of the variants, one for each client. */
  skus: readonly string[];
  stock: number;
}

interface Bundle {
  site: { slug: string; settings: object };
  plugins: object;
  products: object[];
}

/**
 * The site of the other figures with goods whose stock is tracked and does not run out. Without mails: they are sent beside
 * the requests, which a bare loop has nothing to compare with.
 */
export function checkoutSite(
  { bundle: text, products: { headers } }: Pick<BenchSite, "bundle" | "products">,
  clients: number,
): CheckoutSite {
  const bundle = JSON.parse(text) as Bundle;
  const [secretKey, webhookSecret] = ["sk_test_VitrineBench", "whsec_VitrineBenchVitrineBench"];
  const skus = Array.from({ length: clients }, (_, index) => `BENCH-${index + 1}`);
  const stock = 1_000_000;
  const config = { secretKey, publishableKey: "pk_test_VitrineBench", webhookSecrets: [webhookSecret], currency: "eur" };
  const selling = {
    ...bundle,
    site: { ...bundle.site, settings: { ...bundle.site.settings, orders: { confirmationMail: false } } },
    plugins: { ...bundle.plugins, "svc.payments": { enabled: true, config } },
    products: [
      ...bundle.products,
      ...skus.map((sku) => ({ slug: sku.toLowerCase(), title: `Stool ${sku}`, variants: [{ sku, price: 12_900, stock }] })),
    ],
  };
  return { bundle: JSON.stringify(selling), slug: bundle.site.slug, headers, secretKey, webhookSecret, skus, stock };
}
