import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tooMany } from "../../../../lib/http/problem.ts";
import { countAttempt } from "../../../../lib/limits/attempts.ts";
import { tryPaymentSettings } from "../test-settings.ts";

/** Each is a request to the processor. */
const testsOfSite = { max: 20, windowSeconds: 10 * 60 };

/** Tries the stored settings for payments at the processor. */
export const testPayments = operation(
  {
    id: "testPayments",
    method: "POST",
    path: `${siteBase}/plugins/svc.payments/test`,
    access: "member",
    permission: "settings:write",
    cors: "closed",
    problems: [],
    tags: ["Sites"],
    summary: "Try the settings for payments",
    description:
      "Asks the payment processor with the stored key, also while the plugin is switched off, and says what is wrong. It takes ten seconds at most, and a " +
      `site has ${testsOfSite.max} tries in ten minutes. Nothing changes, here or there.`,
    params: SiteParams,
    response: {
      200: Single(
        Type.Object(
          {
            ok: Type.Boolean({ description: "Payments can work." }),
            findings: Type.Array(
              Type.Object(
                { check: Type.Enum(["settings", "keys", "processor"]), ok: Type.Boolean(), detail: Type.String() },
                { additionalProperties: false },
              ),
            ),
          },
          { additionalProperties: false },
        ),
      ),
    },
  },
  ({ sql, clock, secrets, processor, processorLimiter }: Pick<Deps, "sql" | "clock" | "secrets" | "processor" | "processorLimiter">) =>
    async ({ site }) => {
      const counted = await countAttempt(sql, site.id, "tests of payments", testsOfSite, clock.now());
      if (!counted.allowed) throw tooMany(counted.retryAfterSeconds);
      const findings = await processorLimiter.run(site.id, () => tryPaymentSettings({ sql, secrets, processor }, site.id));
      return { data: { ok: findings.every(({ ok }) => ok), findings } };
    },
);
