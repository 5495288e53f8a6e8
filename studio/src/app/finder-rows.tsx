import { useQueries, useQuery } from "@tanstack/react-query";
import type { Found } from "@vitrine/client/admin";
import { FilePlus } from "lucide-react";
import { useDeferredValue, useState, type ReactNode } from "react";
import { createDocument } from "../content/create-document.ts";
import { blockTypesQuery, contentTypesQuery } from "../content/types.ts";
import { nameOf } from "../customers/customer-name.ts";
import { customerQuery } from "../customers/customer-queries.ts";
import { addressOfFound } from "./found-address.ts";
import { placeActions } from "./place-actions.ts";
import { useGo } from "./place.ts";
import { kindOfPath, recentsOf } from "./recents.ts";
import { useSession, useSite } from "./site.tsx";
import { texts } from "./texts.ts";

export interface Row {
  id: string;
  label: string;
  detail?: string;
  match?: Found["match"];
  icon?: ReactNode;
  keys?: string | undefined;
  go(): void;
}

export interface Section {
  title: string;
  rows: readonly Row[];
}

const newIcon = <FilePlus className="icon" aria-hidden />;
const mostRecents = 6;

/** What ⌘K offers for words. The results of earlier words stay until those of the present ones are there. */
export function useFinderRows(base: string, words: string): { sections: Section[]; isSearching: boolean } {
  const q = useDeferredValue(words.trim());
  const site = useSite();
  const go = useGo();
  const { data: foundItems = [], isFetching } = useQuery({
    queryKey: [...site.key, "search", q],
    queryFn: ({ signal }) => site.api.sites.searchSite({ q }, { signal }),
    enabled: q.length > 1,
    placeholderData: (earlier) => (q.length > 1 ? earlier : undefined),
  });
  const { data: releases, isFetching: isFetchingReleases } = useQuery({
    queryKey: [...site.key, "releases", "found", q],
    queryFn: ({ signal }) => site.api.releases.listReleases({ q, pageSize: 5 }, { signal }),
    enabled: q.length > 1 && site.may("content:read"),
    placeholderData: (earlier) => (q.length > 1 ? earlier : undefined),
  });
  const isSearching = q !== words.trim() || isFetching || isFetchingReleases;
  const to = (path: string) => () => go(base + path);
  const { nav, palette, settings } = texts;
  const places: Row[] = (
    [
      ["", nav.overview, "site:read"],
      ["/pages", nav.pages, "content:read"],
      ["/entries", nav.entries, "content:read"],
      ["/releases", nav.releases, "content:read"],
      ["/products", nav.products, "catalog:read"],
      ["/categories", nav.categories, "catalog:read"],
      ["/plans", nav.plans, "catalog:read"],
      ["/discounts", nav.discounts, "catalog:read"],
      ["/gift-cards", nav.giftCards, "orders:read"],
      ["/orders", nav.orders, "orders:read"],
      ["/customers", nav.customers, "customers:read"],
      ["/forms", nav.forms, "submissions:read"],
      ["/releases?view=calendar", texts.releases.calendar, "content:read"],
      ["/trash", texts.trash.title, "content:read"],
      ["/media", nav.media, "media:read"],
      ["/model", nav.model, "site:read"],
      ["/settings", settings.general, "site:read"],
      ["/settings", `${settings.general} › ${settings.storefront}`, "site:read"],
      ["/settings", `${settings.general} › ${settings.timeZone}`, "site:read"],
      ["/settings", `${settings.general} › ${settings.languages}`, "site:read"],
      ["/settings", `${settings.general} › ${settings.origins}`, "site:read"],
      ["/settings/team", settings.team, "site:read"],
      ["/settings/keys", settings.keys, "keys:write"],
      ["/settings/payments", settings.payments, "settings:write"],
      ["/settings/costs", settings.costs, "settings:write"],
      ["/settings/mails", settings.mails, "settings:write"],
      ["/settings/data", settings.data, "bundle:read"],
      ["/settings/webhooks", settings.webhooks, "webhooks:write"],
      ["/settings/audit", settings.audit, "audit:read"],
    ] as const
  ).flatMap(([path, label, permission]) => (site.may(permission) ? [{ id: `place:${path}:${label}`, label, go: to(path) }] : []));
  const isTyped = q.length > 1;
  const recents = useRecentRows(to);
  // As the place was before this dialog opened.
  const [here] = useState(placeActions);
  const ofPlace = here.map(({ id, label, icon, keys, onAction }): Row => ({ id: `here:${id}`, label, icon, keys, go: onAction }));
  const { data: contentTypes = [] } = useQuery({ ...contentTypesQuery(site), enabled: isTyped });
  const { data: blockTypes = [] } = useQuery({ ...blockTypesQuery(site), enabled: isTyped });
  // Many types would hide the places from those who have typed nothing yet.
  const types: Row[] = [
    ...contentTypes.map(({ type, title }) => ({ type, title, path: `/model/entries/${type}` })),
    ...blockTypes.map(({ type, title }) => ({ type, title, path: `/model/blocks/${type}` })),
  ].map(({ type, title, path }) => ({ id: `type:${path}`, label: title, detail: `${nav.model} · ${type}`, go: to(path) }));
  const actions: Row[] = site.may("content:write")
    ? [
        {
          id: "new:page",
          label: palette.newPage,
          icon: newIcon,
          go: () =>
            void createDocument(site, { documents: "pages" }).then((path) => {
              if (path !== undefined) go(base + path);
            }),
        },
      ]
    : [];
  if (site.may("content:publish"))
    actions.push({ id: "new:release", label: palette.newRelease, icon: newIcon, go: to("/releases?new=yes") });
  if (site.may("catalog:write")) actions.push({ id: "new:product", label: palette.newProduct, icon: newIcon, go: to("/products/new") });
  if (site.may("forms:write")) actions.push({ id: "new:form", label: palette.newForm, icon: newIcon, go: to("/forms?new=yes") });
  if (site.may("catalog:write")) actions.push({ id: "new:discount", label: palette.newDiscount, icon: newIcon, go: to("/discounts/new") });
  const matches = ({ label }: Row) => label.toLowerCase().includes(words.trim().toLowerCase());
  const results: Row[] = foundItems.flatMap(({ type, id, label, detail, match }) => {
    const address = addressOfFound({ type, id, detail }, localeOf(detail));
    return address === undefined
      ? []
      : [{ id: `at:${address}`, label, detail: `${palette.types[type] ?? type} · ${detail}`, match, go: to(address) }];
  });
  for (const { id, name, state } of releases?.data ?? []) {
    const detail = `${palette.types.release} · ${texts.releases.states[state]}`;
    results.push({ id: `at:/releases/${id}`, label: name, detail, match: rangesOf(name, q), go: to(`/releases/${id}`) });
  }
  const matchingRecents = recents.filter(matches).slice(0, mostRecents);
  const sections = [
    { title: palette.recent, rows: matchingRecents },
    { title: palette.found, rows: results.filter(({ id }) => matchingRecents.every((recent) => recent.id !== id)) },
    { title: palette.here, rows: ofPlace.filter(matches) },
    { title: palette.actions, rows: actions.filter(matches) },
    {
      title: palette.places,
      rows: [...places.filter(({ label }) => isTyped || !label.includes("›")), ...(isTyped ? types : [])].filter(matches),
    },
  ].filter(({ rows }) => rows.length > 0);
  return { sections, isSearching };
}

/** What the person opened before, without the place where they are. */
function useRecentRows(to: (path: string) => () => void): Row[] {
  const site = useSite();
  const { admin } = useSession();
  const [recents] = useState(() => recentsOf(admin.id, site.slug).filter(({ path }) => !location.pathname.endsWith(path)));
  const readable = recents.filter(({ path }) => site.may(kindOfPath(path)?.permission ?? ""));
  const isCustomer = (path: string) => path.startsWith("/customers/");
  const customers = useQueries({
    queries: readable.filter(({ path }) => isCustomer(path)).map(({ path }) => customerQuery(site, path.slice("/customers/".length))),
    combine: (found) => new Map(found.flatMap(({ data }) => (data ? [[`/customers/${data.id}`, nameOf(data)]] : []))),
  });
  return readable.flatMap(({ path, title }) => {
    const label = isCustomer(path) ? customers.get(path) : title;
    const type = kindOfPath(path)?.type ?? "";
    return label === undefined ? [] : [{ id: `at:${path}`, label, detail: texts.palette.types[type] ?? type, go: to(path) }];
  });
}

/** Where a label has the words. */
function rangesOf(label: string, words: string): NonNullable<Row["match"]> {
  const start = label.toLowerCase().indexOf(words.toLowerCase());
  return start < 0 ? [] : [{ start, end: start + words.length }];
}

/** The detail of a page or an entry ends with the locale in which it was found. */
const localeOf = (detail: string) => detail.split(" · ").at(-1) ?? "";
