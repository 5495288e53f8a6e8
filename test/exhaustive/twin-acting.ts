import type { TestAdmin } from "../kit/admins.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import type { Mood } from "./twin-moods.ts";
import type { Mark } from "./twin-sites.ts";
import type { recorder } from "./twin-transcript.ts";

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
  own: TestSite;
  mark: Mark;
  owner: TestAdmin;
  api: ReturnType<typeof recorder>;
  /** The address of something in the site. */
  at(path: string): string;
  /** Reads the translations of the site, by their slugs, past what is tested. */
  known(): Promise<Map<string, Known>>;
  /** The id of a product, category, plan or form. */
  goods(slug: string): Promise<string>;
}

export interface Deed {
  run(acting: Acting): Promise<unknown>;
  /** It tells apart what it shares with other deeds, and statements that it alone causes are not asked about. */
  isWitness?: true;
  /** It lets a job work, on the other site too: this keeps the job from it. */
  leave?: Mood;
}

export const inMs = ({ clock }: TestServer, ms: number) => new Date(clock.now().getTime() + ms).toISOString();
export const address = ({ kind, document }: Known) => `/${kind}/${document}`;
export const place = (known: Known) => `${address(known)}/${known.locale}`;

/** What somebody does with one translation that a slug names. */
export const withKnown =
  (slug: string, act: (acting: Acting, known: Known) => Promise<unknown>): Deed["run"] =>
  async (acting) => {
    const found = (await acting.known()).get(slug);
    if (!found) throw new Error(`There is no ${slug}.`);
    await act(acting, found);
  };

export const draftOf = ({ kind, slug }: Known, { name }: Mark, more: object = {}) =>
  kind === "pages"
    ? { slug, title: `${name} saved`, composition: [{ id: "words", type: "text", props: { text: name, own: name, ...more } }] }
    : { slug, data: { text: `${name} saved`, own: name, ...more } };
