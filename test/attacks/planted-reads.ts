import { isAt, type OperationSpec } from "../../server/src/lib/http/operation.ts";
import { asAdmin, type TestAdmin } from "../kit/admins.ts";
import { cms, type Answer, type TestServer, type TestSite } from "../kit/harness.ts";
import { adminBase } from "../../server/src/lib/http/operation.ts";

interface Item {
  id?: string;
  type?: string;
  slug?: string;
  token?: string;
  contentType?: string;
  translations?: {
    locale: string;
    slug?: string;
    draft?: { slug: string } | null;
    published?: { slug: string } | null;
    revision: number;
  }[];
}
interface Page {
  data?: Item[];
  total?: number;
}

/** Reads a site in every way that there is. */
export interface Reading {
  /** The ids of the operations that were called. */
  called: Set<string>;
  answers: number;
}

/**
 * Calls every operation that reads a site, and every list to its end, by somebody who owns the site and operates the server. `see` gets each
 * answer.
 */
export async function readEverywhere(
  server: TestServer,
  site: TestSite,
  who: TestAdmin,
  searched: readonly string[],
  see: (answer: Answer, path: string) => void,
): Promise<Reading> {
  const reading: Reading = { called: new Set(), answers: 0 };
  const note = (answer: Answer, path: string) => {
    const called = server.vitrine.operations.find((one: OperationSpec) => one.method === "GET" && isAt(one, path.split("?")[0] ?? ""));
    if (called && answer.status === 200) reading.called.add(called.id);
    reading.answers += 1;
    see(answer, path);
    return answer;
  };
  const api = asAdmin(server, who);
  const get = async (path: string) => note(await api.get(path), adminBase + path);
  const list = async (path: string): Promise<Item[]> => {
    const items: Item[] = [];
    for (let page = 1; ; page += 1) {
      const { data = [], total = 0 } = (await get(`${path}${path.includes("?") ? "&" : "?"}page=${page}&pageSize=100`)).json as Page;
      items.push(...data);
      if (data.length === 0 || items.length >= total) return items;
    }
  };
  const sitePath = `/sites/${site.slug}`;
  for (const path of ["", "/bundle", "/overview", "/plugins/svc.forms", "/plugins/svc.payments"]) await get(sitePath + path);
  for (const q of searched) await get(`${sitePath}/search?${new URLSearchParams({ q }).toString()}`);
  for (const path of ["/me", "/session", "/server"]) await get(path);
  for (const path of ["/me/tokens", "/me/sessions", "/me/passkeys", "/sites", "/server/sites"]) await list(path);
  for (const { id } of await list("/server/admins")) await get(`/server/admins/${id}`);
  await list(`${sitePath}/audit`);
  await list(`${sitePath}/trash`);
  for (const kind of ["members", "invitations", "keys", "previews", "releases"])
    for (const { id } of await list(`${sitePath}/${kind}`)) await get(`${sitePath}/${kind}/${id}`);
  for (const { id } of await list(`${sitePath}/releases`)) await list(`${sitePath}/releases/${id}/goods`);
  for (const kind of ["block-types", "content-types"])
    for (const { type } of await list(`${sitePath}/${kind}`)) await get(`${sitePath}/${kind}/${encodeURIComponent(type ?? "")}`);
  for (const { id } of await list(`${sitePath}/assets`)) {
    await get(`${sitePath}/assets/${id}`);
    await list(`${sitePath}/assets/${id}/usages`);
  }
  const published: { kind: string; slug: string; locale: string }[] = [];
  for (const kind of ["pages", "entries"]) {
    for (const { id, contentType, translations = [] } of await list(`${sitePath}/${kind}`)) {
      await get(`${sitePath}/${kind}/${id}`);
      await list(`${sitePath}/references?to=${id}`);
      for (const { locale } of translations) {
        const versions = (await list(`${sitePath}/${kind}/${id}/${locale}/versions`)) as { number?: number }[];
        for (const { number } of versions) await get(`${sitePath}/${kind}/${id}/${locale}/versions/${number}`);
      }
      for (const { slug, locale } of translations)
        if (slug) published.push({ kind: kind === "pages" ? "pages" : `content/${contentType}`, slug, locale });
    }
  }
  const ask = async (path: string, init: Parameters<TestServer["ask"]>[1] = { key: site.key }) => note(await server.ask(path, init), path);
  for (const path of [
    "pages?pageSize=100",
    "block-types",
    "content/note?pageSize=100",
    ...searched.map((q) => `search?${new URLSearchParams({ q }).toString()}`),
  ])
    await ask(`${cms}/${path}`);
  for (const { kind, slug, locale } of published) await ask(`${cms}/${kind}/${encodeURIComponent(slug)}?locale=${locale}`);
  return reading;
}
