import { randomSecret } from "./secrets.js";

/** The starter's site and shop as one bundle, with a name, a key of its own, and keys for the sandbox processor. */
export function bundleText({ siteText, shopText, slug, name, apiKey, storefrontUrl }) {
  const [settings, keys, content] = ["  defaultLocale:", "apiKeys:", "\nblockTypes:"].map((mark) => indexIn(siteText, mark));
  return `# yaml-language-server: $schema=../node_modules/vitrine/bundle.schema.json
# ${name}: pages, posts, a form and a shop, in one file. \`npm run dev\` imports it whenever you save it.

bundle: 1

site:
  slug: ${slug}
  name: ${name}
  # The studio shows drafts and releases there, and emails lead there: give it the address of your shop once it has one.
  storefrontUrl: ${storefrontUrl}
${siteText.slice(settings, keys)}# The key of the storefront, which .env has too. It is public: it reads what is published, and places orders.
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
${siteText.slice(content).replace("      title: Starter\n", () => `      title: ${name}\n`)}
${shopText}`;
}

/** A starter that changed must not go unnoticed. */
function indexIn(text, mark) {
  const index = text.indexOf(mark);
  if (index === -1) throw new Error(`The starter has no ${mark.trim()}`);
  return index;
}
