import type { ListedDocument, ListedRelease } from "@vitrine/client/admin";
import { localDay } from "../app/local-time.ts";

/** Something with a time. */
export interface CalendarEntry {
  id: string;
  at: string;
  title: string;
  /** Below the site's address. */
  path: string;
  /** `release` with the state of it; else a document by itself. */
  kind: "release" | "publish" | "unpublish";
  state?: ReleaseLook;
  /** Of a document. */
  locale?: string;
}

/** The state of a release as people see it: one that is open may have a day in mind. */
export type ReleaseLook = ListedRelease["state"] | "PLANNED";

export const lookOf = ({ state, publishAt }: Pick<ListedRelease, "state" | "publishAt">): ReleaseLook =>
  state === "OPEN" && publishAt !== null ? "PLANNED" : state;

/** When a release goes live, went live, or should have. */
export const timeOf = ({ publishAt, publishedAt }: Pick<ListedRelease, "publishAt" | "publishedAt">): string | null =>
  publishedAt ?? publishAt;

/** Everything with a time, in its order. */
export function entriesOf(
  releases: readonly ListedRelease[],
  documents: readonly ListedDocument[],
  pathOf: (document: ListedDocument, locale: string) => string,
): CalendarEntry[] {
  const ofReleases = releases.flatMap((release): CalendarEntry[] => {
    const at = timeOf(release);
    const { id, name } = release;
    return at === null ? [] : [{ id, at, title: name, path: `/releases/${id}`, kind: "release", state: lookOf(release) }];
  });
  const ofDocuments = documents.flatMap((document) =>
    document.translations.flatMap(({ id, locale, title, slug, scheduled }): CalendarEntry[] => {
      const about = { title: title || slug, path: pathOf(document, locale), locale };
      return [
        ...(scheduled?.publishAt ? [{ ...about, id: `${id} publish`, at: scheduled.publishAt, kind: "publish" as const }] : []),
        ...(scheduled?.unpublishAt ? [{ ...about, id: `${id} unpublish`, at: scheduled.unpublishAt, kind: "unpublish" as const }] : []),
      ];
    }),
  );
  return [...ofReleases, ...ofDocuments].sort((a, b) => a.at.localeCompare(b.at) || a.title.localeCompare(b.title));
}

/** The entries by the day of the person's clock. */
export function byDay(entries: readonly CalendarEntry[]): ReadonlyMap<string, readonly CalendarEntry[]> {
  const days = new Map<string, CalendarEntry[]>();
  for (const entry of entries) {
    const day = localDay(new Date(entry.at));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return days;
}
