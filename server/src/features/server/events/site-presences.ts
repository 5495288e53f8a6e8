import type { Presence } from "../../../lib/events/site-events.ts";

/** Those who are at a document. */
export interface PeopleAt {
  document: string;
  locale: string;
  adminIds: string[];
}

/** Where the people of one site are. */
export class SitePresences {
  /** By document and locale: each person, and until when they are there. */
  readonly #places = new Map<string, { document: string; locale: string; untilMs: Map<string, number> }>();

  /** Adds what people have said. Resolves to the places that look different. */
  add(presences: readonly Presence[]): string[] {
    return presences.flatMap(({ document, locale, adminId, expiresAt }) => {
      const place = `${document} ${locale}`;
      let placeState = this.#places.get(place);
      if (!placeState) this.#places.set(place, (placeState = { document, locale, untilMs: new Map() }));
      const isNew = !placeState.untilMs.has(adminId);
      placeState.untilMs.set(adminId, Math.max(placeState.untilMs.get(adminId) ?? 0, expiresAt.getTime()));
      return isNew ? [place] : [];
    });
  }

  /** Forgets the people whose time is over. Resolves to the places that look different. */
  expire(now: Date): string[] {
    const changed: string[] = [];
    for (const [place, { untilMs }] of this.#places) {
      const gone = [...untilMs].filter(([, until]) => until <= now.getTime());
      for (const [adminId] of gone) untilMs.delete(adminId);
      if (gone.length > 0) changed.push(place);
    }
    return changed;
  }

  /** Those who are there, by their ids, and forgets places with nobody. */
  at(place: string): PeopleAt | undefined {
    const placeState = this.#places.get(place);
    if (placeState?.untilMs.size === 0) this.#places.delete(place);
    return placeState && { document: placeState.document, locale: placeState.locale, adminIds: [...placeState.untilMs.keys()].sort() };
  }

  get places(): string[] {
    return [...this.#places.keys()];
  }
}
