import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { importSite } from "./import-site.ts";

export const importSiteProof = adminProof(importSite, ({ site, unique }) => ({
  query: { setStock: "false" },
  body: {
    bundle: 1,
    site: { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en", "de", "pt-BR"], currency: "eur" },
    plans: [{ slug: unique, name: "Plan", price: 100, interval: "month" }],
  },
}));
