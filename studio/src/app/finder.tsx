import { useQuery } from "@tanstack/react-query";
import type { Found } from "@vitrine/client/admin";
import { FilePlus, Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Autocomplete, Header, Input, Menu, MenuItem, MenuSection, SearchField } from "react-aria-components";
import { Dialog } from "../parts/dialog.tsx";
import { createDocument } from "../content/create-document.ts";
import { blockTypesQuery, contentTypesQuery } from "../content/types.ts";
import { addressOfFound } from "./found-address.ts";
import { Marked } from "../parts/marked.tsx";
import styles from "./palette.module.css";
import { useGo } from "./place.ts";
import { useSite } from "./site.tsx";
import { texts } from "./texts.ts";

interface Row {
  id: string;
  label: string;
  detail?: string;
  match?: Found["match"];
  go(): void;
}

/** The field of ⌘K, and what is found: loaded when the rest is there. */
export function Finder({ base, onClose }: { base: string; onClose(): void }) {
  return (
    <Dialog title={texts.palette.title} isOpen onClose={onClose}>
      <Results base={base} onDone={onClose} />
    </Dialog>
  );
}

function Results({ base, onDone }: { base: string; onDone(): void }) {
  const [words, setWords] = useState("");
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
          go: () =>
            void createDocument(site, { documents: "pages" }).then((path) => {
              if (path !== undefined) go(base + path);
            }),
        },
      ]
    : [];
  if (site.may("content:publish")) actions.push({ id: "new:release", label: palette.newRelease, go: to("/releases?new=yes") });
  if (site.may("forms:write")) actions.push({ id: "new:form", label: palette.newForm, go: to("/forms?new=yes") });
  if (site.may("catalog:write")) actions.push({ id: "new:discount", label: palette.newDiscount, go: to("/discounts/new") });
  const matches = ({ label }: Row) => label.toLowerCase().includes(words.trim().toLowerCase());
  const results: Row[] = foundItems.flatMap(({ type, id, label, detail, match }) => {
    const address = addressOfFound({ type, id, detail }, localeOf(detail));
    return address === undefined
      ? []
      : [{ id: `${type}:${id}`, label, detail: `${palette.types[type] ?? type} · ${detail}`, match, go: to(address) }];
  });
  for (const { id, name, state } of releases?.data ?? []) {
    const detail = `${palette.types.release} · ${texts.releases.states[state]}`;
    results.push({ id: `release:${id}`, label: name, detail, match: rangesOf(name, q), go: to(`/releases/${id}`) });
  }
  const sections = [
    { title: palette.found, rows: results },
    { title: palette.actions, rows: actions.filter(matches) },
    {
      title: palette.places,
      rows: [...places.filter(({ label }) => isTyped || !label.includes("›")), ...(isTyped ? types : [])].filter(matches),
    },
  ].filter(({ rows }) => rows.length > 0);
  const all = sections.flatMap(({ rows }) => rows);
  return (
    <Autocomplete inputValue={words} onInputChange={setWords}>
      <SearchField aria-label={palette.title} autoFocus className={styles.field ?? ""}>
        <Search className="icon" aria-hidden />
        <Input placeholder={palette.hint} className={styles.input ?? ""} />
      </SearchField>
      {/* The results of earlier words stay until those of the present ones are there. */}
      <div className={styles.results} aria-busy={isSearching}>
        <Menu
          aria-label={palette.title}
          className={styles.list ?? ""}
          renderEmptyState={() => <p className={styles.none}>{isSearching ? texts.app.loading : palette.none(words)}</p>}
          onAction={(key) => {
            onDone();
            all.find(({ id }) => id === key)?.go();
          }}
        >
          {sections.map(({ title, rows }) => (
            <MenuSection key={title}>
              <Header className={styles.title ?? ""}>{title}</Header>
              {rows.map(({ id, label, detail, match }) => (
                <MenuItem key={id} id={id} textValue={label} className={styles.row ?? ""}>
                  {id.startsWith("new:") && <FilePlus className="icon" aria-hidden />}
                  <span>
                    <Marked text={label} ranges={match ?? []} />
                  </span>
                  {detail !== undefined && <span className={styles.detail}>{detail}</span>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </div>
    </Autocomplete>
  );
}

/** Where a label has the words. */
function rangesOf(label: string, words: string): NonNullable<Row["match"]> {
  const start = label.toLowerCase().indexOf(words.toLowerCase());
  return start < 0 ? [] : [{ start, end: start + words.length }];
}

/** The detail of a page or an entry ends with the locale in which it was found. */
const localeOf = (detail: string) => detail.split(" · ").at(-1) ?? "";
