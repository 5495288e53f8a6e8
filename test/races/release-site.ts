import { addDocuments, type DocumentInput, saveDocuments } from "../../server/src/features/content/documents/index.ts";
import { saveContentTypes } from "../../server/src/features/content/types/index.ts";
import { raiseVersions } from "../../server/src/features/server/sites/index.ts";
import type { Sql } from "../../server/src/ports/database.ts";
import type { PublicWriteContext } from "../../server/src/lib/published/write-context.ts";
import { chance } from "../kit/chance.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { readModel } from "../queries/queried-site.ts";
import type { ModelField, QueryModel } from "../queries/query-model.ts";

export const contentType = "thing";
export const locales = ["en", "de"];
const batch = 500;

/** The marks of a schema: the members that queries compare, by kind, and those that are searched. */
export interface Plan {
  fields: Readonly<Record<string, "text" | "number">>;
  list?: readonly string[];
  searchable: readonly string[];
}

function schemaOf({ fields, list = [], searchable }: Plan): Record<string, unknown> {
  const names = ["title", "rank", "size", "color", "late", "tags", "a", "b"];
  const member = (name: string) => ({
    type: fields[name] === "number" ? "number" : "string",
    ...(fields[name] ? { "x-queryable": true } : {}),
    ...(searchable.includes(name) ? { "x-searchable": true } : {}),
  });
  const properties = names.map((name) => [name, list.includes(name) ? { type: "array", items: member(name) } : member(name)]);
  return { type: "object", properties: Object.fromEntries(properties) as object };
}

export function modelUnder({ site }: QueryModel, { fields, list = [], searchable }: Plan): QueryModel["site"] {
  const modelFields = Object.entries(fields).map(([name, kind]): ModelField => ({ name, kind, isList: list.includes(name) }));
  return { ...site, fields: { [contentType]: modelFields, page: [] }, searchable: { [contentType]: searchable } };
}

/** Documents of one type, published in two locales, whose schema is changed. Nothing but the job rewrites their values. */
export class ReleaseSite {
  readonly #server: TestServer;
  readonly #next: () => number;
  readonly site: TestSite;

  private constructor(server: TestServer, site: TestSite, seed: number) {
    this.#server = server;
    this.#next = chance(seed);
    this.site = site;
  }

  static async begin(server: TestServer, plan: Plan, { seed, documents }: { seed: number; documents: number }): Promise<ReleaseSite> {
    const releaseSite = new ReleaseSite(server, await server.addSite({ site: { defaultLocale: "en", locales } }), seed);
    await releaseSite.release(plan);
    const places = Array.from({ length: documents }, (_, at) => at);
    await releaseSite.#save(places.flatMap((at) => locales.map((locale) => releaseSite.#document(at, locale))));
    return releaseSite;
  }

  below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** Changes the schema. */
  async release(plan: Plan): Promise<void> {
    await this.#change(async (tx, ctx) => {
      await saveContentTypes(tx, ctx, this.site.id, [{ slug: contentType, title: "Thing", schema: schemaOf(plan), uiSchema: {} }]);
    });
  }

  /** Publishes some documents anew, and unpublishes others. */
  async publish(count: number, documents: number): Promise<void> {
    const places = new Set(Array.from({ length: count }, () => this.below(documents)));
    const inputs = [...places].map((at) => this.#document(at, this.pick(locales)));
    await this.#save(inputs.map((input) => (this.below(4) === 0 ? { ...input, published: null, draft: input.published } : input)));
  }

  read(): Promise<QueryModel> {
    return readModel(this.#server, this.site);
  }

  /** A site with the same published content that never had another schema. */
  async copy(plan: Plan): Promise<ReleaseSite> {
    const { site } = await this.read();
    const copied = await ReleaseSite.begin(this.#server, plan, { seed: 1, documents: 0 });
    await copied.#save(
      site.documents.map(({ slug, locale, title, content, publishedAt, firstPublishedAt }) => {
        const times = { publishedAt: new Date(publishedAt), firstPublishedAt: new Date(firstPublishedAt) };
        return inputOf({ slug, locale, title, content, ...times });
      }),
    );
    return copied;
  }

  /** All that is stored for queries, without what differs between two sites of the same content. */
  async readStored(): Promise<{ values: string[]; words: string[]; vocabulary: string[]; types: object[] }> {
    const { sql } = this.#server.deps;
    const rows = async (query: Promise<{ row: string }[]>) => (await query).map(({ row }) => row).sort();
    const values = sql<{ row: string }>`
      select concat_ws(' ', documents.name, to_jsonb(stored) - '{site_id,id,document_id,created_at,updated_at}'::text[]) as row
      from published_rows as stored
      join documents on documents.site_id = ${this.site.id} and documents.id = stored.document_id
      where stored.site_id = ${this.site.id}`;
    const words = sql<{ row: string }>`
      select concat_ws(' ', documents.name, stored.locale, stored.words_id, stored.title_length, stored.search::text) as row
      from published_words as stored
      join documents on documents.site_id = ${this.site.id} and documents.id = stored.document_id
      where stored.site_id = ${this.site.id}`;
    const vocabulary = sql<{ row: string }>`
      select concat_ws(' ', vocabulary, word) as row from search_words where site_id = ${this.site.id}`;
    const types = await sql<object>`
      select slug, query_plan::text as plan, next_query_plan::text as next, rewritten_to as rewritten, obsolete_values as obsolete
      from content_types where site_id = ${this.site.id} order by slug`;
    return { values: await rows(values), words: await rows(words), vocabulary: await rows(vocabulary), types };
  }

  #document(at: number, locale: string): DocumentInput {
    const word = () => this.pick(["kestrel", "lighthouse", "marmalade", at % 40 === 7 ? "zeppelin" : "plain"]);
    // Values of both kinds: one part of them has none before the kind changes, and the other has none after.
    const size = this.below(12) - 3;
    const content = {
      title: `Thing ${word()}`,
      rank: this.below(200),
      size: this.below(2) === 0 ? size : String(size),
      ...(this.below(5) > 0 ? { color: this.pick(["red", "Red", "green", "blue"]), late: this.pick(["x", "y", "Z"]) } : {}),
      tags: [this.pick(["t", "u"]), this.pick(["t", "v"])],
      a: `${word()} here`,
      b: `${word()} there`,
    };
    return inputOf({ slug: `thing-${at}`, locale, title: content.title, content, publishedAt: undefined, firstPublishedAt: undefined });
  }

  async #save(inputs: readonly DocumentInput[]): Promise<void> {
    for (let start = 0; start < inputs.length; start += batch) {
      const slice = inputs.slice(start, start + batch);
      await this.#change(async (tx, ctx) => {
        await addDocuments(tx, ctx, this.site.id, slice);
        await saveDocuments(tx, ctx, this.site.id, slice);
      });
    }
  }

  async #change(save: (tx: Sql, ctx: PublicWriteContext) => Promise<void>): Promise<void> {
    const { sql, clock, ids } = this.#server.deps;
    await sql.begin(async (tx) => {
      await tx`select from sites where id = ${this.site.id} for no key update`;
      const ctx = { now: clock.now(), ids, touched: new Set<string>() };
      await save(tx, ctx);
      await raiseVersions(tx, ctx, this.site.id, { content: true }, ctx.touched);
    });
  }
}

interface Given {
  slug: string;
  locale: string;
  title: string;
  content: object;
  publishedAt: Date | undefined;
  firstPublishedAt: Date | undefined;
}

function inputOf({ slug, locale, title, content, ...times }: Given): DocumentInput {
  const published = { content: JSON.stringify(content), title, references: [], hasBindings: false, ...times };
  return { contentType, name: slug, locale, slug, published, draft: null };
}
