import { Argument, Option } from "commander";
import { duration, siteArgument } from "../../../../lib/cli/arguments.ts";
import { command, CommandError } from "../../../../lib/cli/command.ts";
import { parseDuration } from "../../../../lib/text/duration.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { issuePreviewOf } from "../issue-previews.ts";
import { previewLifeMs, previewLink } from "../preview-token.ts";
import { pageOf } from "../page-of.ts";

interface Output {
  id: string;
  page: string;
  token: string;
  link: string;
  expiresAt: string;
}

export const previewCreate = command(
  {
    name: "preview create",
    description: "make a preview of a page; its token and link are shown this once",
    arguments: [siteArgument, new Argument("<page>", "the page's name, or its slug in any locale")],
    options: [
      new Option("--expires-in <duration>", "1 minute to 30 days: 90m, 24h, 7d").argParser(duration).default(parseDuration("24h"), "24h"),
    ],
    input: (slug: string, page: string, { expiresIn }: { expiresIn: number }) => ({ slug, page, expiresInMs: expiresIn }),
  },
  {
    run: async ({ sql, clock, ids, publicUrl }, { slug, page: text, expiresInMs }): Promise<Output> => {
      if (!(expiresInMs >= previewLifeMs.shortest && expiresInMs <= previewLifeMs.longest))
        throw new CommandError("A preview lives for 1 minute to 30 days: 90m, 24h, 7d.");
      const siteId = await siteIdOf(sql, slug);
      const page = await pageOf(sql, siteId, text);
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + expiresInMs);
      const by = { actor: { kind: "CLI" }, siteId, action: "preview create" } as const;
      const created = await sql.begin((tx) => issuePreviewOf(tx, { now, ids }, by, { pageId: page.id, expiresAt }));
      if (!created) throw new CommandError(`The page "${page.name}" was deleted meanwhile.`);
      const link = previewLink(publicUrl, created.token, page.isDefaultLocale ? undefined : page.locale);
      return { ...created, page: page.name, link, expiresAt: expiresAt.toISOString() };
    },
    print: ({ id, page, token, link, expiresAt }) =>
      `Preview of "${page}", shown this once:\n  token  ${token}\n  link   ${link}\n  ends   ${expiresAt}\n  id     ${id}`,
  },
);
