import type { Fault } from "./validate.ts";
import { messageOf } from "./check-message.ts";

export interface Problem {
  /** JSON Pointer into the value. */
  path: string;
  message: string;
  code?: string;
}

/** What the fields of a form show beside their values. Fields follow the part that they show, so that the others rest. */
export interface FormState {
  subscribe(listen: () => void): () => void;
  /** What is wrong at a place. */
  errorAt(path: string): string | undefined;
  /** How many things are wrong at such places. */
  errorsWithin(contains: (path: string) => boolean): number;
  setErrors(errors: readonly Fault[]): void;
  /** The server's, about what it has: they count where the form itself finds nothing and the value was not changed since. */
  setProblems(problems: readonly Problem[]): void;
  /** Somebody has been at the field: from now on it may say that something is missing. */
  touch(path: string): void;
  /** Somebody has changed the value. */
  changed(path: string): void;
  /** Opens the way to a field and puts the focus there. */
  reveal(path: string): void;
  readonly revealed: string | undefined;
  /** The field has been found. */
  reached(): void;
}

const isMissing = ({ code }: Fault | Problem) => code === "required";

export function createFormState(): FormState {
  const listeners = new Set<() => void>();
  const touched = new Set<string>();
  const changedSince = new Set<string>();
  let errors: readonly Fault[] = [];
  let problems: readonly Problem[] = [];
  let shownMessages = new Map<string, string>();
  let revealed: string | undefined;

  const tell = () => {
    for (const listen of listeners) listen();
  };
  const update = () => {
    const next = new Map<string, string>();
    // What the form finds at a place, or within it, is told more closely and in the person's language.
    const isFound = (path: string) => errors.some((error) => error.path === path || error.path.startsWith(`${path}/`));
    for (const { path, message } of problems) if (!isFound(path) && !isChanged(path)) next.set(path, message);
    for (const error of errors) if (!isMissing(error) || touched.has(error.path)) next.set(error.path, messageOf(error));
    shownMessages = next;
    tell();
  };
  const isChanged = (path: string) => [...changedSince].some((each) => path === each || path.startsWith(`${each}/`));
  return {
    subscribe(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    errorAt: (path) => shownMessages.get(path),
    errorsWithin: (contains) => [...shownMessages.keys()].filter(contains).length,
    setErrors(next) {
      errors = next;
      update();
    },
    setProblems(next) {
      problems = next;
      changedSince.clear();
      update();
    },
    touch(path) {
      if (touched.has(path)) return;
      touched.add(path);
      update();
    },
    changed(path) {
      touched.add(path);
      changedSince.add(path);
    },
    reveal(path) {
      revealed = path;
      touched.add(path);
      update();
    },
    get revealed() {
      return revealed;
    },
    reached() {
      revealed = undefined;
    },
  };
}
