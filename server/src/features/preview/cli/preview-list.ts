import { listPreviews, type StoredPreview } from "../index.ts";
import { textTable } from "../../../lib/text/text-table.ts";
import { siteIdOf, type Command } from "../../../lib/cli/command.ts";

type ListedPreview = StoredPreview & { state: "active" | "ended" | "cancelled" };

export const previewList: Command<{ slug: string }, ListedPreview[]> = {
  run: async ({ sql, clock }, { slug }) => {
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
          ["id", "page", "token", "made", "ends", "state"],
          previews.map(({ id, page, lastFour, createdAt, expiresAt, state }) => [
            ...[id, page ?? "(deleted)", `pv_…${lastFour}`],
            ...[new Date(createdAt).toISOString(), new Date(expiresAt).toISOString(), state],
          ]),
        ),
};
