import { expect, test } from "vitest";
import { loosenTenants } from "./loosened-tenants.ts";
import { mediaActions } from "./media-actions.ts";
import { fillMediaTenant, mediaStates, storedOf } from "./media-tenants.ts";

const mediaTables = /\b(?:assets|asset_\w+)\b|'media'/;

// As in test/proofs/tenants.test.ts, for the media library.
test("each comparison with the site in a statement on files is needed", { timeout: 60 * 60_000 }, async () => {
  const mutants = await loosenTenants({
    world: { fill: fillMediaTenant, states: mediaStates, actions: mediaActions, outside: storedOf },
    isMeant: (statement) => mediaTables.test(statement),
    isUnseen: (statement, comparison) =>
      // The key of an object has the site in it.
      statement.includes("object_key = ") ||
      // They name what may be idle or over; the statement that removes it decides.
      statement.includes("select distinct due.site_id") ||
      comparison === "files.site_id = sites.id" ||
      comparison === "uploads.site_id = sites.id" ||
      /^\s*delete from asset_addresses/.test(statement) ||
      // Only what shows an asset of the site is written anew.
      /^\s*select id from products\s/.test(statement) ||
      // It shows only while the site's own file is being removed: at any other time the variant has a row already, or gets one.
      /^\s*insert into asset_variants/.test(statement) ||
      // Whatever is marked as removed goes, by the sweep of either site.
      /^\s*delete from asset_files where site_id = \$1 and id = \$2 and removed_at/.test(statement) ||
      // Parts have ids that nothing else has.
      statement.includes("from asset_upload_parts"),
  });
  expect(mutants).toBeGreaterThanOrEqual(40);
});
