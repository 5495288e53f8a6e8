import { permanentRedirect } from "next/navigation";
import { createClient, isVitrineError, type Client, type ClientOptions } from "@vitrine/client";
import { releaseToken } from "@/lib/release-cookie";
import { settings } from "@/lib/settings";

/** How long a page may be out of date if nobody calls /api/revalidate. */
const revalidateSeconds = process.env.NODE_ENV === "development" ? 1 : 60;

/** The parts of the site that can be revalidated separately. */
export const cacheTags = ["content", "catalog", "forms"] as const;
export type CacheTag = (typeof cacheTags)[number];

const clientWith = (fetch: NonNullable<ClientOptions["fetch"]>) =>
  createClient({ baseUrl: settings.vitrineUrl, apiKey: settings.apiKey, timeoutMs: 10_000, fetch });

const published = clientWith((url, init) => fetch(url, { ...init, next: { revalidate: revalidateSeconds, tags: [tagOf(url)] } }));

/** For what must be current, and for all that writes: the cart's prices, orders, accounts, submissions, previews. */
export const live = clientWith((url, init) => fetch(url, { ...init, cache: "no-store" }));

/** Reads the site as it will be after a release; once the preview has ended, what is published. */
const ofRelease = clientWith(async (url, init) => {
  const response = await fetch(url, { ...init, cache: "no-store" });
  if (response.status !== 404 || !(await response.clone().text()).includes('"preview_not_found"')) return response;
  const headers = new Headers(init.headers);
  headers.delete("x-preview");
  return fetch(url, { ...init, headers, cache: "no-store" });
});

/** Reads what is published, and keeps it for all visitors. Somebody who previews a release reads the site as it will be. */
export async function reader(): Promise<Client> {
  const token = await releaseToken();
  return token === undefined ? published : ofRelease.withPreview(token);
}

/** Whether the preview of a release still works. */
export async function isReleaseToken(token: string): Promise<boolean> {
  return (await found(live.withPreview(token).content.listPages({ pageSize: 1 }))) !== undefined;
}

/** The result of a call, or undefined if the server has no such thing. */
export async function found<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isVitrineError(error) && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * The result of a read by slug, or undefined if there is none. If something had the slug before, visitors and search engines are redirected
 * (308) to its present path.
 */
export async function readOrRedirect<Answer>(
  call: Promise<Answer>,
  locale: string,
  pathOf: (slug: string) => string,
): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (!isVitrineError(error) || error.status !== 404) throw error;
    const movedTo = movedToOf(error);
    if (movedTo) permanentRedirect(`/${movedTo.locale ?? locale}${pathOf(movedTo.slug)}`);
    return undefined;
  }
}

/** The present slug of what a 404 says has moved. Products and categories stay in the locale of the request. */
export function movedToOf(error: unknown): { slug: string; locale?: string } | undefined {
  if (!isVitrineError(error)) return undefined;
  switch (error.code) {
    case "page_not_found":
    case "entry_not_found":
    case "product_not_found":
    case "category_not_found":
      return error.movedTo;
    default:
      return undefined;
  }
}

/** All items of a list, page by page. */
export async function collect<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

function tagOf(url: string): CacheTag {
  const { pathname } = new URL(url);
  if (pathname.includes("/shop/")) return "catalog";
  return pathname.includes("/plugins/svc.forms/") ? "forms" : "content";
}
