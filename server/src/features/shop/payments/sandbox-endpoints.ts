import type { Deps } from "../../../deps.ts";
import { readPaymentSetup } from "./payment-settings.ts";

/** The sandbox's endpoints for the events of an account: every site that takes payments with this key, with its own signing secrets. */
export async function sandboxEndpoints(
  { sql, secrets }: Pick<Deps, "sql" | "secrets">,
  serverUrl: string,
  secretKey: string,
): Promise<{ url: string; secret: string }[]> {
  const sites = await sql<{ id: string; slug: string }>`
    select sites.id, sites.slug
    from sites
    join plugins on plugins.site_id = sites.id and plugins.plugin = 'svc.payments' and plugins.enabled
    order by sites.slug`;
  const endpoints = await Promise.all(
    sites.map(async ({ id, slug }) => {
      const setup = await readPaymentSetup({ sql, secrets }, id, "");
      if (setup === "off" || setup === "incomplete" || setup.secretKey !== secretKey) return [];
      return [{ url: `${serverUrl}/api/public/v1/webhooks/svc.payments/${slug}`, secret: setup.webhookSecrets[0] ?? "" }];
    }),
  );
  return endpoints.flat();
}
