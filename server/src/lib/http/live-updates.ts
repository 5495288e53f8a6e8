import type { ValidationError } from "./problem.ts";

/** A mistake in a file, with its place. */
export interface PlacedError extends ValidationError {
  line?: number;
  column?: number;
}

/** An event for pages that show a site while it is written. */
export type LiveUpdate =
  /** The site has new content. `key` is its viewer's key. */
  | { kind: "imported"; key: string }
  /** A file was not imported: nothing changed. Only the pages of its site show that. */
  | { kind: "refused"; file: string; key: string; errors: readonly PlacedError[] };

const shownErrors = 20;

/** Tells the pages of the viewers what became of an import. Keeps nothing but the last refusal of each site, for pages that open later. */
export class LiveUpdates {
  readonly #listeners = new Set<(update: LiveUpdate) => void>();
  readonly #refused = new Map<string, LiveUpdate>();
  readonly #keyOfFile = new Map<string, string>();

  imported(file: string | undefined, key: string): void {
    this.#refused.delete(key);
    if (file !== undefined) this.#keyOfFile.set(file, key);
    this.#tell({ kind: "imported", key });
  }

  /** `key` is the one of the site that the file names. Undefined: the file cannot be read that far, and was last imported into the same site. */
  refused(file: string, key: string | undefined, errors: readonly PlacedError[]): void {
    const siteKey = key ?? this.#keyOfFile.get(file);
    // A site that is not there yet has no pages.
    if (siteKey === undefined) return;
    const update: LiveUpdate = { kind: "refused", file, key: siteKey, errors: errors.slice(0, shownErrors) };
    this.#refused.set(siteKey, update);
    this.#tell(update);
  }

  /** Calls `listener` with the refusals that still stand, and with all that follows, until the returned function is called. */
  follow(listener: (update: LiveUpdate) => void): () => void {
    for (const update of this.#refused.values()) listener(update);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get followers(): number {
    return this.#listeners.size;
  }

  #tell(update: LiveUpdate): void {
    for (const listener of this.#listeners) listener(update);
  }
}
