import { Argument, Option } from "commander";
import { siteArgument } from "../../../../lib/cli/arguments.ts";
import { command, CommandError, UsageError } from "../../../../lib/cli/command.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { cancelPreviews } from "../issue-previews.ts";
import { pageOf } from "../page-of.ts";

type Input = { slug: string; tokenOrId: string } | { slug: string; page: string };

export const previewCancel = command(
  {
    name: "preview cancel",
    description: "end a preview, or all of a page",
    arguments: [siteArgument, new Argument("[token-or-id]", "of one preview")],
    options: [new Option("--page <page>", "all previews of this page")],
    input: (slug: string, tokenOrId: string | undefined, { page }: { page?: string }): Input => {
      if (tokenOrId !== undefined && page === undefined) return { slug, tokenOrId };
      if (tokenOrId === undefined && page !== undefined) return { slug, page };
      throw new UsageError("name a token or an id, or else --page.");
    },
  },
  {
    run: async ({ sql, clock, ids }, input) => {
      const { slug } = input;
      const siteId = await siteIdOf(sql, slug);
      const which = "page" in input ? { pageId: (await pageOf(sql, siteId, input.page)).id } : { tokenOrId: input.tokenOrId };
      const by = { actor: { kind: "CLI" }, siteId, action: "preview cancel" } as const;
      const cancelled = await sql.begin((tx) => cancelPreviews(tx, { now: clock.now(), ids }, by, which));
      // The given text may be a token of another site: the message does not repeat it.
      if (cancelled === 0) {
        const what = "page" in input ? "of this page" : "with this token or id";
        throw new CommandError(`${slug} has no running preview ${what}. \`vitrine preview list ${slug}\` shows them.`);
      }
      return { cancelled };
    },
    print: ({ cancelled }) => `${cancelled === 1 ? "The preview is" : `${cancelled} previews are`} cancelled, on every process at once.`,
  },
);
