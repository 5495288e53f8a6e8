import type { KeyRing } from "../../../lib/secrets/secret.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Processor } from "../../../ports/processor.ts";
import { readPlugins } from "../../server/sites/index.ts";
import { refusalOf } from "./check-payment-keys.ts";
import type { PaymentSettings } from "./payment-settings.ts";

/** The result of one check of a site's settings for payments, with the remedy where it failed. */
export interface PaymentFinding {
  check: "settings" | "keys" | "processor";
  ok: boolean;
  detail: string;
}

const refusals = {
  authentication: "The payment processor does not know the secret key. Copy it again from its dashboard.",
  permission: "The secret key may not read payments. Give it that right at the payment processor, or take another key.",
  unreachable: "The payment processor does not answer. Try again; if it stays so, ask those who run the server.",
};

/** Tries the stored settings, also of a plugin that is switched off. Changes nothing, here or at the processor. */
export async function tryPaymentSettings(
  { sql, secrets, processor }: { sql: Sql; secrets: KeyRing; processor: Processor },
  siteId: string,
): Promise<PaymentFinding[]> {
  const plugins = await readPlugins(sql, secrets, siteId).catch(() => undefined);
  if (!plugins) return [{ check: "settings", ok: false, detail: "The stored secrets do not open. Enter them again." }];
  const plugin = plugins.get("svc.payments");
  const settings = (plugin?.config ?? {}) as Partial<PaymentSettings>;
  const missing = missingSettings(settings);
  const detail =
    missing.length > 0
      ? `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing. Add what is missing.`
      : plugin?.enabled
        ? "Everything is set."
        : "Everything is set, and the plugin is switched off.";
  const findings: PaymentFinding[] = [{ check: "settings", ok: missing.length === 0, detail }];
  const { secretKey, publishableKey } = settings;
  if (secretKey === undefined) return findings;
  const error = keyError(secretKey, publishableKey);
  findings.push({ check: "keys", ok: error === undefined, detail: error ?? "The keys belong together." });
  if (!isSendable(secretKey)) return findings;
  const refusal = await refusalOf(processor, secretKey);
  return [
    ...findings,
    { check: "processor", ok: refusal === undefined, detail: refusal ? refusals[refusal] : "The payment processor knows the secret key." },
  ];
}

function missingSettings({ secretKey, publishableKey, webhookSecrets = [] }: Partial<PaymentSettings>): string[] {
  return [
    ...(secretKey === undefined ? ["secretKey"] : []),
    ...(publishableKey === undefined ? ["publishableKey"] : []),
    // Without it, payments succeed and the site never learns of them.
    ...(webhookSecrets.length === 0 ? ["webhookSecrets"] : []),
  ];
}

function keyError(secretKey: string, publishableKey: string | undefined): string | undefined {
  if (!isSendable(secretKey)) return "The secret key has a character that no key has. Copy it again.";
  if (secretKey.startsWith("pk_")) return "secretKey is a publishable key. Enter the secret one, which begins with sk_ or rk_.";
  if (publishableKey === undefined) return undefined;
  if (/^[sr]k_/.test(publishableKey))
    return "publishableKey is a secret key, which everybody can read there. Replace it, and revoke that key.";
  const [secretMode, other] = [modeOf(secretKey), modeOf(publishableKey)];
  return secretMode !== undefined && other !== undefined && secretMode !== other
    ? "One key is for tests, and the other for live payments. Take both of one kind."
    : undefined;
}

/** A header can hold it. */
function isSendable(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

function modeOf(key: string): string | undefined {
  return /^[a-z]+_(test|live)_/.exec(key)?.[1];
}
