import { expect } from "vitest";
import { asAdmin, type TestAdmin } from "./admins.ts";
import type { Answer, TestServer } from "./harness.ts";

type Kind = "pages" | "entries";

export interface ShownTranslation {
  id: string;
  locale: string;
  state: string;
  revision: number;
  draft: { slug: string; title: string; composition?: unknown[]; data?: Record<string, unknown> } | null;
  published: { slug: string; title: string } | null;
  problems: { path: string; message: string }[];
  scheduled: {
    publishAt: string | null;
    unpublishAt: string | null;
    failure: string | null;
    fault: object | null;
    revision: number;
  } | null;
  editedBy: { id: string; name: string } | null;
}
export interface ShownDocument {
  id: string;
  contentType: string;
  revision: number;
  translations: ShownTranslation[];
}

/** Edits documents of a site as a person would, through the admin API. */
export function editor(server: Pick<TestServer, "ask">, site: { slug: string }, who: Pick<TestAdmin, "headers">) {
  const api = asAdmin(server, who);
  const base = `/sites/${site.slug}`;
  const data = <T>(answer: Answer, status = 200): T => {
    expect([answer.status, answer.text.slice(0, 500)]).toEqual([status, expect.anything()]);
    return (answer.json as { data: T }).data;
  };
  const read = async (kind: Kind, id: string) => data<ShownDocument>(await api.get(`${base}/${kind}/${id}`));
  const inLocale = async (kind: Kind, id: string, locale = "en") => {
    const translation = (await read(kind, id)).translations.find((each) => each.locale === locale);
    if (!translation) throw new Error(`There is no ${locale}.`);
    return translation;
  };
  return {
    api,
    base,
    read,
    inLocale,
    create: async (kind: Kind, body: object) => data<ShownDocument>(await api.post(`${base}/${kind}`, body), 201),
    save: (kind: Kind, id: string, body: object, revision: number | "absent", locale = "en") =>
      api.put(`${base}/${kind}/${id}/${locale}/draft`, body, revision === "absent" ? { headers: { "if-none-match": "*" } } : { revision }),
    publish: async (kind: Kind, id: string, more: object = {}, locale = "en") => {
      const { revision } = await inLocale(kind, id, locale);
      return api.post(`${base}/${kind}/${id}/${locale}/publish`, { revision, ...more });
    },
    unpublish: async (kind: Kind, id: string, query = "", locale = "en") => {
      const { revision } = await inLocale(kind, id, locale);
      return api.post(`${base}/${kind}/${id}/${locale}/unpublish${query}`, { revision });
    },
    trash: async (kind: Kind, id: string, query = "") => {
      const { revision } = await read(kind, id);
      return api.delete(`${base}/${kind}/${id}${query}`, { revision });
    },
    list: async (kind: Kind, query = "") => (await api.get(`${base}/${kind}${query}`)).json as { data: ShownDocument[]; total: number },
  };
}

/** The smallest drafts that can be published on a site of `sample-site.ts`. */
export const pageDraft = (slug: string, title = `Page ${slug}`) => ({
  slug,
  title,
  composition: [{ id: "text-1", type: "text", props: { text: title } }],
});
export const entryDraft = (slug: string, text = `Entry ${slug}`) => ({ slug, data: { text } });
