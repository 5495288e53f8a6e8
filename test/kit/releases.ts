import { expect } from "vitest";
import type { AdminAsker } from "./admin-proof.ts";
import type { TestAdmin } from "./admins.ts";
import { editor, pageDraft, type ShownDocument } from "./documents.ts";
import type { Answer, TestServer } from "./harness.ts";

interface ShownItem {
  translation: string;
  action: string;
  title: string;
  revision: number;
  isOutdated: boolean;
}
export interface ShownRelease {
  id: string;
  name: string;
  state: string;
  publishAt: string | null;
  failure: string | null;
  fault: object | null;
  revision: number;
  items: ShownItem[];
  changes: { id: string; type: string; target: string; patch: object }[];
}
export interface ShownProblem {
  item: string | null;
  change: string | null;
  title: string | null;
  blockType: string | null;
  path: string;
  code: string;
  message: string;
}

/** Works on the releases of a site as a person would, through the admin API. */
export function releaser(server: Pick<TestServer, "ask">, site: { slug: string }, who: Pick<TestAdmin, "headers">) {
  const siteEditor = editor(server, site, who);
  const { api, base } = siteEditor;
  const data = <T>(answer: Answer, status = 200): T => {
    expect([answer.status, answer.text.slice(0, 500)]).toEqual([status, expect.anything()]);
    return (answer.json as { data: T }).data;
  };
  const at = (id: string) => `${base}/releases/${id}`;
  const read = async (id: string) => data<ShownRelease>(await api.get(at(id)));
  const put = (id: string, translation: { id: string; revision: number }, action = "PUBLISH") =>
    api.put(`${at(id)}/items/${translation.id}`, { action, revision: translation.revision });
  return {
    ...siteEditor,
    at,
    readRelease: read,
    make: async (name = "Spring") => data<ShownRelease>(await api.post(`${base}/releases`, { name }), 201),
    put,
    /** The same of the English translation of a document, which must succeed. */
    add: async (id: string, document: Pick<ShownDocument, "id" | "contentType">, action = "PUBLISH") => {
      const translation = await siteEditor.inLocale(document.contentType === "page" ? "pages" : "entries", document.id);
      return data<ShownItem>(await put(id, translation, action));
    },
    change: (id: string, type: string, target: string, patch: object) => api.post(`${at(id)}/changes`, { type, id: target, patch }),
    check: async (id: string) =>
      data<{ ready: boolean; problems: ShownProblem[]; problemsTotal: number }>(await api.post(`${at(id)}/check`)),
    publishRelease: async (id: string) => api.post(`${at(id)}/publish`, { revision: (await read(id)).revision }),
    /** A token of a preview of the release. */
    previewRelease: async (id: string) => {
      const previewAnswer = await api.post(`${base}/previews`, { release: id });
      return data<{ id: string; token: string; url: string }>(previewAnswer, 201);
    },
    plan: async (id: string, publishAt: string | null, state: string | undefined = "SCHEDULED") =>
      api.patch(at(id), { publishAt, state }, { revision: (await read(id)).revision }),
  };
}

/** A release of the asker's site with one page to publish, at revision 2, and the page. */
export async function madeRelease({ server, site, owner, unique }: AdminAsker): Promise<{ release: ShownRelease; translation: string }> {
  const siteReleaser = releaser(server, site, owner);
  // Makes room: a matrix makes more releases than a site may have.
  await server.deps.sql`delete from releases where site_id = ${site.id}`;
  const release = await siteReleaser.make(`Release ${unique}`);
  const page = await siteReleaser.create("pages", pageDraft(`page-${unique}`));
  const { translation } = await siteReleaser.add(release.id, page);
  return { release: await siteReleaser.readRelease(release.id), translation };
}

/** The id of a product, a category or a plan of the site, by its slug. */
export async function catalogItemId({ deps }: Pick<TestServer, "deps">, site: { id: string }, slug: string): Promise<string> {
  const [row] = await deps.sql<{ id: string | null }>`
    select id from products where site_id = ${site.id} and slug = ${slug}
    union all
    select id from categories where site_id = ${site.id} and slug = ${slug}
    union all
    select id from plans where site_id = ${site.id} and slug = ${slug}`;
  return row?.id ?? "";
}
