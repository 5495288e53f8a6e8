import { expect, test } from "vitest";
import { loosenTwins } from "./loosened-twins.ts";
import { mediaDeeds } from "./media-deeds.ts";
import { fillMediaTwin, mediaMoods, storedOf } from "./media-twins.ts";

const own = /\b(?:assets|asset_\w+)\b|'media'/;

// As in test/proofs/tenants.test.ts, for the media library.
test("each comparison with the site in a statement on files is needed", { timeout: 60 * 60_000 }, async () => {
  const mutants = await loosenTwins({
    world: { fill: fillMediaTwin, moods: mediaMoods, deeds: mediaDeeds, outside: storedOf },
    isMeant: (statement) => own.test(statement),
    isUnseen: (statement, comparison) =>
      // The key of an object has the site in it.
      statement.includes("object_key = ") ||
      // They name what may be idle or over; the statement that removes it decides.
      statement.includes("select distinct found.site_id") ||
      comparison === "files.site_id = sites.id",
  });
  expect(mutants).toBeGreaterThanOrEqual(40);
});
