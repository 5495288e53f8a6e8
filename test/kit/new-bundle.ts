import { BundleError } from "../../server/src/features/content/bundle/bundle-error.ts";
import { sampleSite } from "./sample-site.ts";

let count = 0;

/** A bundle of a site that nobody else has. */
export function newBundle(more: Record<string, unknown> = {}): Record<string, unknown> {
  const site = {
    slug: `bundle-${(count += 1)}`,
    name: "A site",
    defaultLocale: "en",
    locales: ["en", "de", "pt-BR"],
    currency: "eur",
    ...(more.site as object | undefined),
  };
  return { bundle: 1, ...more, site };
}

/** Both plugins, with secrets that are easy to find. */
const plugins = {
  "svc.payments": {
    enabled: true,
    config: { secretKey: "sk_test_canary", publishableKey: "pk_test_1", webhookSecrets: ["whsec_canary"], currency: "eur" },
  },
  "svc.forms": { enabled: false, config: { notify: ["ops@shop.example"] } },
};

/** A bundle with something of every kind. */
export const fullBundle = () =>
  newBundle({ ...sampleSite(), site: {}, plugins, apiKeys: [{ name: "web" }, { name: "renderer", readLimit: 500 }] });

/** The errors for which an import is refused. */
export async function errorsIn(importing: Promise<unknown>): Promise<BundleError["errors"]> {
  const error: unknown = await importing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof BundleError)) throw new Error(`expected a BundleError, got ${String(error)}`);
  return error.errors;
}
