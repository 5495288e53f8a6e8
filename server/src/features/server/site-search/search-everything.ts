import type { Permission } from "../../../lib/admin/roles.ts";
import type { Language } from "../../../lib/text/language.ts";
import type { Site } from "../../../lib/site.ts";
import type { Sql } from "../../../ports/database.ts";
import { findByContent } from "../../content/search/index.ts";
import { foundTypes, mostOfType, type Candidate, type Found, type FoundType } from "./found.ts";
import {
  findAssets,
  findCategories,
  findCustomers,
  findDocuments,
  findOrders,
  findProducts,
  findSkus,
  readForms,
  type Looking,
} from "./read-candidates.ts";
import { fits, matchesIn, searchWordsOf, type SearchWords } from "./search-words.ts";
import { screensFor } from "./settings-screens.ts";

export interface Searcher {
  sql: Sql;
  site: Pick<Site, "id" | "locales">;
  language: Language;
  may(permission: Permission): boolean;
}

const largestNumber = 2_147_483_647;

/** Finds what the caller may know of, by type; what has exactly the number, SKU or address that was typed comes first of all. */
export async function searchEverything(searcher: Searcher, q: string): Promise<Found[]> {
  const words = searchWordsOf(q);
  if (!words) return [];
  const foundItems: (Found & { isExact: boolean })[] = [];
  for (const type of Object.keys(foundTypes) as FoundType[]) {
    if (!searcher.may(foundTypes[type])) continue;
    const best = bestOf(await candidatesOf(type, searcher, words, q.trim()));
    foundItems.push(
      ...best.map(({ id, label, detail, isExact }) => ({ type, id, label, detail, match: matchesIn(label, words), isExact })),
    );
  }
  return [...foundItems.filter(({ isExact }) => isExact), ...foundItems.filter(({ isExact }) => !isExact)].map(
    ({ isExact: _, ...rest }) => rest,
  );
}

async function candidatesOf(type: FoundType, searcher: Searcher, words: SearchWords, query: string): Promise<Candidate[]> {
  const { sql, site } = searcher;
  const siteId = site.id;
  const { whole } = words;
  const number = /^#?(\d{1,10})$/.exec(query)?.[1];
  const orderNumber = number === undefined || Number(number) > largestNumber ? null : Number(number);
  const address = /^[^\s#]+$/.test(whole) ? whole : null;
  switch (type) {
    case "page":
    case "entry":
      return withContent(searcher, type === "page", words, (keys) => findDocuments({ sql, siteId, keys, whole }, type === "page"));
    case "product":
      return [
        ...(/\s/.test(query) ? [] : await findSkus({ sql, siteId, typedSku: query })),
        ...(await inTurn(words, (keys) => findProducts({ sql, siteId, keys, whole }))),
      ];
    case "category":
      return inTurn(words, (keys) => findCategories({ sql, siteId, keys, whole }));
    case "order":
      return orderNumber === null && address === null ? [] : findOrders({ sql, siteId }, orderNumber, address);
    case "customer":
      return inTurn(words, (keys) => findCustomers({ sql, siteId, keys, whole }, address), address);
    case "asset":
      return inTurn(words, (keys) => findAssets({ sql, siteId, keys, whole }));
    case "form":
      return inOrder(words, await readForms({ sql, siteId }));
    case "setting":
      return inOrder(words, screensFor(searcher.language, searcher.may));
  }
}

/** Words as typed; and, if they are in too few things to fill the list, words with a typing error behind them. */
async function inTurn(
  words: SearchWords,
  find: (keys: Looking["keys"]) => Promise<Candidate[]>,
  address: string | null = null,
): Promise<Candidate[]> {
  const begun = await find(words.begun);
  if (words.slipped === undefined || bestOf(begun).length >= mostOfType) return begun;
  const slipped = (await find(words.slipped)).filter(({ label, detail, also = "" }) => {
    return fits(words, [label, detail, also]) || (address !== null && also.startsWith(address));
  });
  return [...begun, ...slipped];
}

/** Documents by their names; and, if these are too few to fill the list, those whose published texts have the words. */
async function withContent(
  { sql, site }: Searcher,
  arePages: boolean,
  words: SearchWords,
  find: (keys: Looking["keys"]) => Promise<Candidate[]>,
): Promise<Candidate[]> {
  const named = await inTurn(words, find);
  if (bestOf(named).length >= mostOfType) return named;
  const inside = await findByContent(sql, site, { keys: words.inText, arePages, limit: mostOfType * site.locales.length });
  return [
    ...named,
    ...inside.map(({ id, contentType, locale, slug, title }) => ({
      id,
      label: title,
      isExact: false,
      detail: `${arePages ? `/${slug}` : `${contentType} · ${slug}`} · ${locale}`,
    })),
  ];
}

/** Of a short list: things that begin with the words as typed, and then the others that fit. */
function inOrder(words: SearchWords, candidates: readonly Candidate[]): Candidate[] {
  const fitting = candidates.filter(({ label, detail }) => fits(words, [label, detail]));
  const isNamed = ({ label }: Candidate) => matchesIn(label, words).length > 0;
  return [...fitting.filter(isNamed), ...fitting.filter((each) => !isNamed(each))];
}

/** The first of each thing, as many as are shown. */
function bestOf(candidates: readonly Candidate[]): Candidate[] {
  const byId = new Map<string, Candidate>();
  for (const candidate of candidates) if (!byId.has(candidate.id)) byId.set(candidate.id, candidate);
  return [...byId.values()].slice(0, mostOfType);
}
