import { asAdmin, type TestAdmin } from "../kit/admins.ts";
import type { Answer, TestServer } from "../kit/harness.ts";
import { aheadVersion } from "./tenant-states.ts";
import type { Sql } from "../../server/src/ports/database.ts";

/** What a site has answered, and what it was in the end, in words that two sites with the same history share. */
export class Transcript {
  readonly lines: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #slug: string;
  readonly #startedAt: number;

  constructor(site: { slug: string }, startedAt: Date) {
    this.#slug = site.slug;
    this.#startedAt = startedAt.getTime();
  }

  add(line: string): void {
    this.lines.push(this.#inOwnWords(line, true));
  }

  /** Adds lines whose order means nothing: rows, in which an id that no answer has shown is like any other. */
  addRows(rows: readonly string[]): void {
    this.lines.push(...rows.map((row) => this.#inOwnWords(row, false)).sort());
  }

  /** Ids are numbered as they appear, instants count from the start, and secrets are alike. */
  #inOwnWords(line: string, knowsIds: boolean): string {
    return (
      line
        .replaceAll(this.#slug, "SITE")
        .replaceAll(signedMark, "$1-SIGNED")
        .replaceAll(/\b(?:pv|vt|pk)_[\w-]+/g, "SECRET")
        .replaceAll(/"last_?four": ?"[^"]*"/gi, "LAST FOUR")
        .replaceAll(/\\\\x[0-9a-f]{20,}/g, "BYTES")
        // An instant, as queries compare it.
        .replaceAll(/\bic27[0-9a-f]+/g, "INSTANT")
        .replaceAll(/admin-[0-9a-f-]{36}@/g, "admin@")
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g, (instant) => {
          const ms = Date.parse(instant) - this.#startedAt;
          return Math.abs(ms) < 400 * dayMs ? `@${ms}` : "@other";
        })
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
          if (id.startsWith("01900000-0000-7000-8000-")) return `ID ${Number(id.slice(-12))}`;
          const number = this.#numbers.get(id) ?? (knowsIds ? this.#numbers.size + 1 : undefined);
          if (number !== undefined) this.#numbers.set(id, number);
          return number === undefined ? "ANY" : `NEW ${number}`;
        })
    );
  }
}

/** The mark of a private file's address: the signature covers the site. */
const signedMark = /(?<=\/media\/[^/]+\/[0-9a-f-]{36}\/)([0-9a-f]{8})-[1-9a-z][0-9a-z]{0,7}-[A-Za-z0-9_-]{22}(?=\/)/g;
const dayMs = 24 * 60 * 60_000;

/** Acts through the admin API, and keeps what is answered. */
export function recorder(by: Pick<TestServer, "ask">, who: Pick<TestAdmin, "headers">, transcript: Transcript) {
  const api = asAdmin(by, who);
  const record = async (what: string, asked: Promise<Answer>): Promise<Answer> => {
    const answer = await asked;
    const { status, headers, text } = answer;
    transcript.add([what, status, revisionIn(headers), text.replace(/"requestId":"[^"]+"/, "")].join(" "));
    return answer;
  };
  return {
    get: (path: string) => record(`GET ${path}`, api.get(path)),
    post: (path: string, body: unknown = {}) => record(`POST ${path}`, api.post(path, body)),
    put: (path: string, body: unknown, revision?: number) => record(`PUT ${path}`, api.put(path, body, revision ? { revision } : {})),
    create: (path: string, body: unknown) => record(`PUT ${path}`, api.put(path, body, { headers: { "if-none-match": "*" } })),
    patch: (path: string, body: unknown, revision?: number) => record(`PATCH ${path}`, api.patch(path, body, revision ? { revision } : {})),
    delete: (path: string, revision?: number) => record(`DELETE ${path}`, api.delete(path, revision ? { revision } : {})),
    record,
    /** Keeps what was seen elsewhere. */
    note: (line: string) => transcript.add(line),
  };
}

/** Of an answer that has one. The ETag of a published answer is made of addresses too, which name the site. */
function revisionIn(headers: Headers): string {
  return /^"\d+"$/.exec(headers.get("etag") ?? "")?.[0] ?? "";
}

/** Tables of a site whose rows say nothing of what a person did, or say it in values that no two runs share. */
const unread = ["api_keys", "site_events", "site_changes", "idempotent_requests", "order_numbers", "site_versions", "stock_versions"];

/** Every row of a site, as JSON. */
export async function rowsOf(sql: Sql, siteId: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select columns.table_name as name
    from information_schema.columns as columns join information_schema.tables as tables using (table_schema, table_name)
    where columns.table_schema = 'public' and columns.column_name = 'site_id' and tables.table_type = 'BASE TABLE'
      and table_name <> all (${unread}::text[])
    order by name`;
  const selects = tables.map(
    ({ name }) => `select '${name} ' || (to_jsonb(${name}) - 'token_hash')::text as row from ${name} where site_id = site`,
  );
  selects.push(`
    select 'sites ' || to_jsonb(sites)::text || (content_version < ${aheadVersion}) || (catalog_version < ${aheadVersion})
    from sites join site_versions on site_versions.site_id = sites.id where sites.id = site`);
  const parts = ["select found.row from (select ", `::uuid) as given (site) cross join lateral (${selects.join(" union all ")}) as found`];
  const rows = await sql<{ row: string }>(Object.assign(parts, { raw: parts }), siteId);
  return rows.map(({ row }) => row);
}
