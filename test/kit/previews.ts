import { commandNamed } from "../../server/src/commands.ts";
import { createPreview, findPages } from "../../server/src/features/preview/index.ts";
import { cms, type Answer, type TestServer, type TestSite } from "./harness.ts";

/** A preview of a page as it is answered. */
export interface PreviewData {
  id: string;
  slug: string;
  locale: string;
  title: string;
  seo: Record<string, unknown>;
  composition: { props: Record<string, unknown>; children?: Record<string, unknown> }[];
  updatedAt: string;
}

/** What people and front ends do with previews of a site. */
export function previews(server: TestServer, { id: siteId, slug }: TestSite) {
  const { sql, clock, ids } = server.deps;
  const read = (token: string, query = "", headers: Record<string, string> = {}): Promise<Answer> =>
    server.ask(`${cms}/preview/${token}${query}`, { headers });
  return {
    read,
    /** A preview of the page with the name, which lives for so long. */
    issue: async (page: string, liveMs = 60 * 60_000): Promise<{ id: string; token: string }> => {
      const now = clock.now();
      const [found] = await findPages(sql, siteId, page);
      const expiresAt = new Date(now.getTime() + liveMs);
      const created = found && (await createPreview(sql, { now, ids }, siteId, { pageId: found.id, expiresAt }));
      if (!created) throw new Error(`There is no page ${page}.`);
      return created;
    },
    data: async (token: string, query = ""): Promise<PreviewData> => ((await read(token, query)).json as { data: PreviewData }).data,
    /** A command as at a terminal: what it answers to programs, and what people read. */
    run: async (name: string, input: object) => {
      const command = commandNamed(name);
      const output = await command.run({ ...server.deps, progress: () => undefined }, { slug, ...input });
      return { output: JSON.parse(JSON.stringify(output)) as Record<string, string>, text: command.print(output) };
    },
  };
}
