import { siteArgument } from "../../../../lib/cli/arguments.ts";
import { command } from "../../../../lib/cli/command.ts";
import { textTable } from "../../../../lib/text/text-table.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { listPreviews, type StoredPreview } from "../issue-previews.ts";

type ListedPreview = StoredPreview & { state: "active" | "ended" | "cancelled" };

export const previewList = command(
  {
    name: "preview list",
    description: "show a site's previews",
    arguments: [siteArgument],
    input: (slug: string) => ({ slug }),
  },
  {
    run: async ({ sql, clock }, { slug }): Promise<ListedPreview[]> => {
      const previews = await listPreviews(sql, await siteIdOf(sql, slug));
      const now = clock.now();
      return previews.map((preview) => ({
        ...preview,
        state: preview.cancelledAt !== null ? "cancelled" : preview.expiresAt <= now ? "ended" : "active",
      }));
    },
    print: (previews) =>
      previews.length === 0
        ? "No previews."
        : textTable(
            ["id", "page or release", "token", "made", "ends", "state"],
            previews.map(({ id, page, release, lastFour, createdAt, expiresAt, state }) => [
              ...[id, page ?? release ?? "(deleted)", `pv_…${lastFour}`],
              ...[new Date(createdAt).toISOString(), new Date(expiresAt).toISOString(), state],
            ]),
          ),
  },
);
