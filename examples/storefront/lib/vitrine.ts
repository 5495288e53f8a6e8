import { createClient, isVitrineError, type ClientOptions } from "@vitrine/client";
import { settings } from "@/lib/settings";

/** How long a page may be out of date if nobody calls /api/revalidate. */
const revalidateSeconds = process.env.NODE_ENV === "development" ? 1 : 60;

/** The parts of the site that can be revalidated separately. */
export const cacheTags = ["content", "catalog", "forms"] as const;
export type CacheTag = (typeof cacheTags)[number];

const clientWith = (fetch: NonNullable<ClientOptions["fetch"]>) =>
  createClient({ baseUrl: settings.vitrineUrl, apiKey: settings.apiKey, timeoutMs: 10_000, fetch });

/** Reads what is published, and keeps it for all visitors. */
export const published = clientWith((url, init) => fetch(url, { ...init, next: { revalidate: revalidateSeconds, tags: [tagOf(url)] } }));

/** For what must be current, and for all that writes: the cart's prices, orders, accounts, submissions, previews. */
export const live = clientWith((url, init) => fetch(url, { ...init, cache: "no-store" }));

/** The result of a call, or undefined if the server has no such thing. */
export async function found<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isVitrineError(error) && error.status === 404) return undefined;
    throw error;
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
