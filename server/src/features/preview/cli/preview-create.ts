import { createPreview, previewLifeMs, previewLink } from "../index.ts";
import { CommandError, siteIdOf, type Command } from "../../../lib/cli/command.ts";
import { pageOf } from "../page-of.ts";

interface Output {
  id: string;
  page: string;
  token: string;
  link: string;
  expiresAt: string;
}

export const previewCreate: Command<{ slug: string; page: string; expiresInMs: number }, Output> = {
  run: async ({ sql, clock, ids, publicUrl }, { slug, page: text, expiresInMs }) => {
    if (!(expiresInMs >= previewLifeMs.shortest && expiresInMs <= previewLifeMs.longest))
      throw new CommandError("A preview lives for 1 minute to 30 days: 90m, 24h, 7d.");
    const siteId = await siteIdOf(sql, slug);
    const page = await pageOf(sql, siteId, text);
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + expiresInMs);
    const created = await createPreview(sql, { now, ids }, siteId, { pageId: page.id, expiresAt });
    if (!created) throw new CommandError(`The page "${page.name}" was deleted meanwhile.`);
    const link = previewLink(publicUrl, created.token, page.isDefaultLocale ? undefined : page.locale);
    return { ...created, page: page.name, link, expiresAt: expiresAt.toISOString() };
  },
  print: ({ id, page, token, link, expiresAt }) =>
    `Preview of "${page}", shown this once:\n  token  ${token}\n  link   ${link}\n  ends   ${expiresAt}\n  id     ${id}`,
};
