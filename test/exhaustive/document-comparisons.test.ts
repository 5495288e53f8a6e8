import { expect, test } from "vitest";
import { loosenTwins } from "./loosened-twins.ts";
import { deeds } from "./twin-deeds.ts";
import { planDeeds } from "./twin-plan-deeds.ts";
import { moods } from "./twin-moods.ts";
import { siteDeeds } from "./twin-site-deeds.ts";
import { fillTwin } from "./twin-sites.ts";

// As in test/proofs/tenants.test.ts, for what people do with documents, types, settings, the overview, the search, presences and previews.
test("each comparison with the site in a statement of the admin API is needed", { timeout: 3 * 60 * 60_000 }, async () => {
  const mutants = await loosenTwins({
    world: { fill: fillTwin, moods, deeds: { ...deeds, ...planDeeds, ...siteDeeds } },
    // Those are loosened in admin-tenants.test.ts, and these reads of the public in tenants.test.ts.
    isMeant: (statement) => !/\b(?:members|operator_entries|admin_tokens)\b|^\s*select\s+sites\.content_version/.test(statement),
    isUnseen: (statement) =>
      // It names sites that may have something to do; the statement that does it decides.
      statement.includes("select distinct found.site_id") ||
      // It says which kept answers to let go: too many are harmless.
      statement.includes("join site_changes") ||
      // It locks, and reads nothing.
      /select id from sites where id = \$\d+ for no key update/.test(statement),
  });
  expect(mutants).toBeGreaterThanOrEqual(200);
});
