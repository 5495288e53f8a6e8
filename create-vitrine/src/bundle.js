import { randomSecret } from "./secrets.js";

/** The starter's site and shop as one bundle, with a name, a key of its own, and keys for the sandbox processor. */
export function bundleText({ siteText, shopText, slug, name, apiKey }) {
  const from = siteText.indexOf("\nblockTypes:");
  if (from === -1) throw new Error("The starter has no blockTypes.");
  return `# ${name}: pages, posts, a form and a shop, in one file. \`npm run dev\` imports it whenever you save it.

bundle: 1

site:
  slug: ${slug}
  name: ${name}
  defaultLocale: en
  locales: [en]
  currency: eur
  settings:
    # What an order costs besides its items: change the countries, the prices and the tax to yours.
    checkout: { totals: rules }
    shipping:
      zones:
        - id: home
          countries: [DE]
          options: [{ id: parcel, title: { en: Parcel }, price: 490, freeFrom: 15000, deliveryDays: { min: 1, max: 3 } }]
        - id: abroad
          countries: [AT, DK]
          options: [{ id: parcel, title: { en: Parcel }, price: 1490 }]
    tax:
      pricesInclude: true
      country: DE
      rates: [{ country: DE, percent: "19", title: { en: VAT 19 % } }, { country: AT, percent: "20", title: { en: VAT 20 % } }, { country: DK, percent: "25", title: { en: VAT 25 % } }]
    # Add \`notify: [you@example.com]\` to get a mail about each paid order, too.
    orders: { confirmationMail: true }

# The key of the storefront, which .env has too. It is public: it reads what is published, and places orders.
apiKeys:
  - name: storefront
    key: ${apiKey}

plugins:
  svc.forms: { enabled: true }
  # Keys of the sandbox, in which no money moves. Put those of Stripe in their place before you sell.
  svc.payments:
    enabled: true
    config:
      secretKey: sk_test_${randomSecret(24)}
      publishableKey: pk_test_${randomSecret(24)}
      webhookSecrets: [whsec_${randomSecret(24)}]
      currency: eur
${siteText.slice(from)}
${shopText}`;
}
