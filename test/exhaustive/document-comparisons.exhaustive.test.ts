import { expect, test } from "vitest";
import { loosenTenants } from "./loosened-tenants.ts";
import { actions } from "./tenant-actions.ts";
import { planActions } from "./tenant-plan-actions.ts";
import { states } from "./tenant-states.ts";
import { siteActions } from "./tenant-site-actions.ts";
import { fillTenant } from "./tenant-sites.ts";

// As in test/proofs/tenants.test.ts, for what people do with documents, types, settings, the overview, the search, presences and previews.
test("each comparison with the site in a statement of the admin API is needed", { timeout: 3 * 60 * 60_000 }, async () => {
  const mutants = await loosenTenants({
    world: { fill: fillTenant, states, actions: { ...actions, ...planActions, ...siteActions } },
    // Those are loosened in admin-tenants.test.ts, those on files in media-comparisons.test.ts, and reads of the public in tenants.test.ts.
    isMeant: (statement) =>
      !/\b(?:members|operator_entries|admin_tokens|assets|asset_\w+)\b/.test(statement) &&
      !/^\s*(?:select\s+sites\.(?:content|catalog)_version|with content_wanted|with found as materialized \(\s*select document_id, bits)|from former_slugs\s+join published_places/.test(
        statement,
      ),
    isUnseen: (statement, comparison) =>
      // It names sites that may have something to do; the statement that does it decides.
      statement.includes("select distinct due.site_id") ||
      // It says which kept answers to let go: too many are harmless.
      statement.includes("join site_changes") ||
      /^\s*select distinct content_type as "contentType", slug from translations/.test(statement) ||
      // It locks, and reads nothing.
      /select id from sites where id = \$\d+ for no key update/.test(statement) ||
      /^\s*select documents\.id\s.*for update of documents\s*$/s.test(statement) ||
      // The deletion around it compares the site, too.
      (/^\s*delete from published_(?:values|words)/.test(statement) && comparison.startsWith("old.")) ||
      // Whether a type has documents decides how much work is to be done, and with so few the import does it at once.
      (statement.includes('as "isEmpty"') && comparison.startsWith("places.")) ||
      // No tenant has types of eight MiB.
      statement.includes("octet_length(row_to_json(block_types)"),
  });
  expect(mutants).toBeGreaterThanOrEqual(200);
});
