import { commandNamed } from "../../server/src/commands.ts";
import { createPreview, findPages } from "../../server/src/features/content/preview/index.ts";
import { cms, type Answer, type TestServer, type TestSite } from "./harness.ts";

/** A preview of a page in the output. */
export interface PreviewData {
  id: string;
  slug: string;
  locale: string;
  title: string;
  seo: Record<string, unknown>;
  composition: { props: Record<string, unknown>; children?: Record<string, unknown> }[];
  updatedAt: string;
}

/** The use of previews of a site by people and front ends. */
export function previews(server: Pick<TestServer, "ask" | "deps">, { id: siteId, slug }: TestSite) {
  const { sql, clock, ids } = server.deps;
  const read = (token: string, query = "", headers: Record<string, string> = {}): Promise<Answer> =>
    server.ask(`${cms}/preview/${token}${query}`, { headers });
  return {
    read,
    /** A new preview of the page with this name, with this lifetime. */
    issue: async (page: string, liveMs = 60 * 60_000): Promise<{ id: string; token: string }> => {
      const now = clock.now();
      const [foundPage] = await findPages(sql, siteId, page);
      const expiresAt = new Date(now.getTime() + liveMs);
      const created = foundPage && (await createPreview(sql, { now, ids }, siteId, { pageId: foundPage.id, expiresAt }));
      if (!created) throw new Error(`There is no page ${page}.`);
      return created;
    },
    data: async (token: string, query = ""): Promise<PreviewData> => ((await read(token, query)).json as { data: PreviewData }).data,
    /** A command as at a terminal: its output for programs, and the one for people. */
    run: async (name: string, input: object) => {
      const command = commandNamed(name);
      const output = await command.run({ ...server.deps, progress: () => undefined }, { slug, ...input });
      return { output: JSON.parse(JSON.stringify(output)) as Record<string, string>, text: command.print(output) };
    },
  };
}

/** The id of a page of the site, by its name. */
export async function pageIdOf({ deps }: Pick<TestServer, "deps">, site: Pick<TestSite, "id">, name = "home"): Promise<string> {
  const [page] = await findPages(deps.sql, site.id, name);
  return page?.id ?? "";
}

/** A running preview of a page. */
export function issuedPreview(server: Pick<TestServer, "ask" | "deps">, site: TestSite): Promise<{ id: string; token: string }> {
  return previews(server, site).issue("home");
}
