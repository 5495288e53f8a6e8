import { expect } from "vitest";
import type { TestServer } from "../kit/harness.ts";
import { isReference, type ModelAnswer, type ModelQuery, type Value } from "./query-model.ts";
import type { QueriedSite } from "./queried-site.ts";
import { RandomQueries, urlOf } from "./random-query.ts";

interface ListBody {
  data: { id: string; data?: object }[];
  total: number;
  facets?: Record<string, { value: unknown; count: number }[]>;
}

/** The answer of a server in the form of the model's. */
function answerOf({ site, model }: QueriedSite, query: ModelQuery, body: ListBody): ModelAnswer & { site: string } {
  const fields = model.fieldsOf(query.contentType);
  const valueOf = (name: string, value: unknown): Value => {
    const field = fields.find((each) => each.name === name);
    if (field?.kind === "instant") return Date.parse(value as string);
    if (!field || !isReference(field)) return value as Value;
    const target = (value as Record<string, unknown>)[field.kind];
    return typeof target === "string" ? target : (target as { id: string }).id;
  };
  const facets = Object.entries(body.facets ?? {}).map(([name, counts]) => [
    name,
    counts.map(({ value, count }) => ({ value: valueOf(name, value), count })),
  ]);
  const ids = query.q !== undefined && query.sort.length === 0 ? undefined : body.data.map(({ id }) => id);
  return { site: site.slug, ids, total: body.total, facets: Object.fromEntries(facets) as ModelAnswer["facets"] };
}

/** Sends random queries, and expects of each the model's answer. A failure shows the seed and the query. */
export async function runQueries(server: TestServer, queried: QueriedSite, seed: number, count: number): Promise<void> {
  const { site, model } = queried;
  const random = new RandomQueries(model, seed);
  for (let done = 0; done < count; done += 1) {
    const query = random.query();
    const url = urlOf(query);
    const { status, json, text } = await server.ask(url, { key: site.key });
    const said = `seed ${seed}, query ${done}: ${decodeURIComponent(url)}\n${JSON.stringify(query)}`;
    expect(status, `${said}\n${text}`).toBe(200);
    expect(answerOf(queried, query, json as ListBody), said).toEqual({ site: site.slug, ...model.answer(query) });
    if (!query.fields) continue;
    const wanted = new Set(query.fields);
    const others = (json as ListBody).data.flatMap(({ data = {} }) => Object.keys(data)).filter((name) => !wanted.has(name));
    expect(others, said).toEqual([]);
  }
}

/** Reads all pages of some lists, which together are the model's order. */
export async function readWholeLists(server: TestServer, { site, model }: QueriedSite, seed: number, count: number): Promise<void> {
  const random = new RandomQueries(model, seed);
  for (let done = 0; done < count; done += 1) {
    const { q: _, ...query } = { ...random.query(), page: 1, facets: [], pageSize: random.pick([3, 7, 40]) };
    const ids: string[] = [];
    const whole = model.matching(query);
    for (let page = 1; page <= Math.ceil(whole.length / query.pageSize) + 1; page += 1) {
      const { json } = await server.ask(urlOf({ ...query, page }), { key: site.key });
      ids.push(...(json as ListBody).data.map(({ id }) => id));
    }
    expect(ids, `seed ${seed}, list ${done}: ${urlOf(query)}`).toEqual(whole.map(({ id }) => id));
  }
}
