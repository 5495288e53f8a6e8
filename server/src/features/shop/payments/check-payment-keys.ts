import type { KeyRing } from "../../../lib/secrets/secret.ts";
import type { Database } from "../../../ports/database.ts";
import { ProcessorFailure, type Processor } from "../../../ports/processor.ts";
import { readPaymentSetup } from "./payment-settings.ts";

/** The keys of so many sites are tried: each is a request to the processor. */
const mostSites = 50;
/** No payment has it, so that the processor's response is about the key alone. */
const noIntent = "pi_vitrine_doctor";

const remedies = {
  authentication:
    "the payment processor does not know its secret key. Import the bundle with the key of your Stripe account: the sandbox takes any",
  permission: "its secret key may not read payments. Give the key the right to payments, or take another one",
  unreachable: "the payment processor does not answer: is PROCESSOR_API_URL right, and may this machine reach it?",
};

/** The sites whose payments cannot work, with the reason and the remedy. */
export interface CheckedKeys {
  asked: number;
  refused: { site: string; because: string }[];
}

/** Asks the processor for a payment that does not exist, with the key of each site that takes payments. Changes nothing there. */
export async function checkPaymentKeys({
  sql,
  secrets,
  processor,
}: {
  sql: Database;
  secrets: KeyRing;
  processor: Processor;
}): Promise<CheckedKeys> {
  const sites = await sql<{ id: string; slug: string; currency: string }>`
    select sites.id, sites.slug, sites.currency
    from sites join plugins on plugins.site_id = sites.id
    where plugins.plugin = 'svc.payments' and plugins.enabled
    order by sites.slug limit ${mostSites}`;
  const checked: CheckedKeys = { asked: 0, refused: [] };
  for (const { id, slug, currency } of sites) {
    // A secret that does not open is reported by another check.
    const setup = await readPaymentSetup({ sql, secrets }, id, currency).catch(() => "off" as const);
    if (setup === "off") continue;
    checked.asked += 1;
    if (setup === "incomplete") checked.refused.push({ site: slug, because: "a key is missing in the settings of svc.payments" });
    else {
      const refusal = await refusalOf(processor, setup.secretKey);
      if (refusal !== undefined) checked.refused.push({ site: slug, because: remedies[refusal] });
      // It would not answer the next one either.
      if (refusal === "unreachable") break;
    }
  }
  return checked;
}

/** Why the processor does nothing with a key; undefined: it knows it. */
export async function refusalOf(
  processor: Processor,
  secretKey: string,
): Promise<"authentication" | "permission" | "unreachable" | undefined> {
  try {
    await processor.read(secretKey, { intentId: noIntent, sessionId: null });
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error;
    if (error.reason === "authentication" || error.reason === "permission") return error.reason;
    if (error.kind !== "refused") return "unreachable";
  }
  return undefined;
}
