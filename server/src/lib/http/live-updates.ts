import type { Fault } from "./problem.ts";

/** A mistake in a file, with its place. */
export interface PlacedFault extends Fault {
  line?: number;
  column?: number;
}

/** An event for pages that show a site while it is written. */
export type LiveUpdate =
  /** The site has new content. `key` is its viewer's key. */
  | { kind: "imported"; key: string }
  /** A file was not imported: nothing changed. `key` is absent if no site was ever imported from it. */
  | { kind: "refused"; file: string; key?: string | undefined; faults: readonly PlacedFault[] };

const shownFaults = 20;

/** Tells the pages of the viewers what became of an import. Keeps nothing but the last refusal of each file, for pages that open later. */
export class LiveUpdates {
  readonly #listeners = new Set<(update: LiveUpdate) => void>();
  readonly #refused = new Map<string, LiveUpdate>();
  readonly #keyOfFile = new Map<string, string>();

  imported(file: string | undefined, key: string): void {
    if (file !== undefined) {
      this.#refused.delete(file);
      this.#keyOfFile.set(file, key);
    }
    this.#tell({ kind: "imported", key });
  }

  refused(file: string, faults: readonly PlacedFault[]): void {
    const update: LiveUpdate = { kind: "refused", file, key: this.#keyOfFile.get(file), faults: faults.slice(0, shownFaults) };
    this.#refused.set(file, update);
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
