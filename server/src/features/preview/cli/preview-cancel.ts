import { cancelPreviews } from "../index.ts";
import { CommandError, siteIdOf, type Command } from "../../../lib/cli/command.ts";
import { pageOf } from "../page-of.ts";

export const previewCancel: Command<{ slug: string; tokenOrId: string } | { slug: string; page: string }, { cancelled: number }> = {
  run: async ({ sql, clock }, input) => {
    const { slug } = input;
    const siteId = await siteIdOf(sql, slug);
    const which = "page" in input ? { pageId: (await pageOf(sql, siteId, input.page)).id } : { tokenOrId: input.tokenOrId };
    const cancelled = await cancelPreviews(sql, siteId, which, clock.now());
    // What was given may be a token of another site: it is not repeated.
    if (cancelled === 0) {
      const what = "page" in input ? "of this page" : "with this token or id";
      throw new CommandError(`${slug} has no running preview ${what}. \`vitrine preview list ${slug}\` shows them.`);
    }
    return { cancelled };
  },
  print: ({ cancelled }) => `${cancelled === 1 ? "The preview is" : `${cancelled} previews are`} cancelled, on every process at once.`,
};
