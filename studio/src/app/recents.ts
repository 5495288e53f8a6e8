import { useEffect } from "react";
import { studioPath } from "./api.ts";
import { remember, remembered } from "./remembered.ts";
import { useSession } from "./site.tsx";
import { texts } from "./texts.ts";

/** Something that a person has opened. */
export interface Recent {
  /** Below the site's address. */
  path: string;
  /** Empty for a customer: the browser keeps no names of people. */
  title: string;
}

const most = 20;

/** The kinds of things that have a place of their own, and who may read them. */
const recentKinds: Readonly<Record<string, { type: string; permission: string }>> = {
  pages: { type: "page", permission: "content:read" },
  entries: { type: "entry", permission: "content:read" },
  releases: { type: "release", permission: "content:read" },
  products: { type: "product", permission: "catalog:read" },
  orders: { type: "order", permission: "orders:read" },
  customers: { type: "customer", permission: "customers:read" },
  forms: { type: "form", permission: "submissions:read" },
};

export const kindOfPath = (path: string) => recentKinds[path.split("/")[1] ?? ""];

const isOfOne = (path: string) =>
  /^\/(pages(\/[^/]+){2}|entries(\/[^/]+){3}|(releases|products|orders|customers|forms)\/[^/]+)$/.test(path) &&
  !/^\/(products\/new|orders\/packing-slips)$/.test(path);

const nameAt = (slug: string) => `recent ${slug}`;

/** What the person opened in the site with this browser, the latest first. Forgotten when they sign out. */
export function recentsOf(account: string, slug: string): Recent[] {
  const stored = remembered(account, nameAt(slug));
  return Array.isArray(stored) ? (stored as Recent[]) : [];
}

/** Remembers what the person opens: the title of the document tells what it is, as soon as that is there. */
export function useRecents(slug: string): void {
  const account = useSession().admin.id;
  useEffect(() => {
    const note = () => {
      const path = location.pathname.slice(`${studioPath}/sites/${slug}`.length);
      if (!isOfOne(path)) return;
      const suffix = ` – ${texts.app.name}`;
      const { title } = document;
      if (!title.endsWith(suffix)) return;
      const words = title.slice(0, -suffix.length);
      const others = recentsOf(account, slug).filter((each) => each.path !== path);
      const isGone = words === texts.problems.notHere || words === texts.problems.title;
      const recent = { path, title: path.startsWith("/customers/") ? "" : words };
      remember(account, nameAt(slug), isGone ? others : [recent, ...others].slice(0, most));
    };
    const observer = new MutationObserver(note);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [account, slug]);
}
