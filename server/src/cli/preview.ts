import { Option, type Command as Program } from "commander";
import { parseDuration } from "../lib/text/duration.ts";
import { duration } from "../lib/cli/arguments.ts";
import type { Caller } from "./caller.ts";

/** `preview …`: links that show drafts. */
export function previewCommands(program: Program, { attempt, call }: Caller): void {
  const preview = program.command("preview").description("issue and cancel links that show the draft of a page");
  preview
    .command("create <site>")
    .argument("<page>", "the page's name, or its slug in any locale")
    .description("make a preview of a page; its token and link are shown this once")
    .addOption(
      new Option("--expires-in <duration>", "1 minute to 30 days: 90m, 24h, 7d").argParser(duration).default(parseDuration("24h"), "24h"),
    )
    .action((slug: string, page: string, { expiresIn }: { expiresIn: number }) =>
      attempt(() => call("preview create", { slug, page, expiresInMs: expiresIn })),
    );
  preview
    .command("list <site>")
    .description("show a site's previews")
    .action((slug: string) => attempt(() => call("preview list", { slug })));
  preview
    .command("cancel <site>")
    .argument("[token-or-id]", "of one preview")
    .option("--page <page>", "all previews of this page")
    .description("end a preview, or all of a page")
    .action((slug: string, tokenOrId: string | undefined, { page }: { page?: string }) => {
      if ((tokenOrId === undefined) === (page === undefined)) preview.error("error: name a token or an id, or else --page.");
      return attempt(() => call("preview cancel", page === undefined ? { slug, tokenOrId } : { slug, page }));
    });
}
