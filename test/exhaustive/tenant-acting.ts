import type { TestAdmin } from "../kit/admins.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import type { State } from "./tenant-states.ts";
import type { Mark } from "./tenant-sites.ts";
import type { recorder } from "./tenant-transcript.ts";

/** A translation, as somebody knows it who has read it. */
export interface Known {
  kind: "pages" | "entries";
  document: string;
  translation: string;
  locale: string;
  revision: number;
  documentRevision: number;
  slug: string;
}

export interface Acting {
  by: TestServer;
  ownSite: TestSite;
  mark: Mark;
  owner: TestAdmin;
  api: ReturnType<typeof recorder>;
  /** The address of something in the site. */
  at(path: string): string;
  /** Reads the translations of the site, by their slugs, past what is tested. */
  readTranslations(): Promise<Map<string, Known>>;
  /** The id of a product, category, plan or form. */
  itemId(slug: string): Promise<string>;
}

export interface Action {
  run(acting: Acting): Promise<unknown>;
  /** It tells apart what it shares with other actions, and statements that it alone causes are not asked about. */
  isWitness?: true;
  /** It lets a job work, on the other site too: this keeps the job from it. */
  leave?: State;
}

export const inMs = ({ clock }: TestServer, ms: number) => new Date(clock.now().getTime() + ms).toISOString();
export const address = ({ kind, document }: Known) => `/${kind}/${document}`;
export const place = (translation: Known) => `${address(translation)}/${translation.locale}`;

/** What somebody does with one translation that a slug names. */
export const withKnown =
  (slug: string, act: (acting: Acting, translation: Known) => Promise<unknown>): Action["run"] =>
  async (acting) => {
    const translation = (await acting.readTranslations()).get(slug);
    if (!translation) throw new Error(`There is no ${slug}.`);
    await act(acting, translation);
  };

export const draftOf = ({ kind, slug }: Known, { name }: Mark, more: object = {}) =>
  kind === "pages"
    ? { slug, title: `${name} saved`, composition: [{ id: "words", type: "text", props: { text: name, own: name, ...more } }] }
    : { slug, data: { text: `${name} saved`, own: name, ...more } };
