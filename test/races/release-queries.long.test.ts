import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rewriteQueryValues } from "../../server/src/features/server/operating/tasks/rewrite-query-values.ts";
import { replaceSql } from "../kit/database.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { QueryModel, type ModelQuery } from "../queries/query-model.ts";
import { urlOf } from "../queries/random-query.ts";
import { contentType, locales, modelUnder, ReleaseSite, type Plan } from "./release-site.ts";

const documents = 1_600;
const readers = 4;
const always = { title: "text", rank: "number" } as const;
const first: Plan = { fields: { ...always, size: "text", color: "text" }, searchable: ["a"] };
// A field comes, another goes, one becomes a number, and other texts are searched.
const second: Plan = { fields: { ...always, size: "number", late: "text" }, searchable: ["b"] };
const third: Plan = { fields: { ...always, size: "text", late: "text", tags: "text" }, list: ["tags"], searchable: ["a", "b"] };

let server: TestServer;
let site: ReleaseSite;
beforeAll(async () => {
  server = await startServer({ fromMemory: false });
  site = await ReleaseSite.begin(server, first, { seed: 11, documents });
});
afterAll(() => server.stop());

/** What the readers may see: the plans of the release, and the content after each publication. */
class Watched {
  readonly plans: Plan[];
  readonly states: QueryModel[] = [];
  #changing: Promise<void> = Promise.resolve();
  readonly answered = { right: 0, refused: 0, notReady: 0 };

  constructor(plans: readonly Plan[]) {
    this.plans = [...plans];
  }

  change(make: () => Promise<void>): Promise<void> {
    this.#changing = this.#changing.then(async () => {
      await make();
      this.states.push(await site.read());
    });
    return this.#changing;
  }

  /** On the embedded database, reads wait for each other and for the job. */
  async someAnswers(): Promise<void> {
    const count = () => Object.values(this.answered).reduce((sum, each) => sum + each, 0);
    const before = count();
    for (let waits = 0; waits < 300 && count() < before + readers; waits += 1) await setTimeout(10);
  }

  /** The reads that wait for their responses: by address, the numbers of the states that they began in. */
  readonly #asking = new Map<string, number[]>();

  /** Sends a query. Resolves with the first state that the response may be of: the server may share a run that began before this one. */
  async #ask(url: string) {
    const asking = this.#asking.get(url) ?? [];
    this.#asking.set(url, asking);
    const newestState = this.states.length - 1;
    const from = Math.min(newestState, ...asking);
    asking.push(newestState);
    // A connection that is idle while the database is busy may be closed.
    const response = await server.ask(url, { key: site.site.key }).catch((error: unknown) => {
      if ((error as { cause?: { code?: string } }).cause?.code !== "ECONNRESET") throw error;
    });
    asking.splice(asking.indexOf(newestState), 1);
    return response && { ...response, from };
  }

  /** Sends one query, and expects what one of the states is under one of the plans. */
  async read(): Promise<void> {
    const query = randomQuery();
    const response = await this.#ask(urlOf(query));
    if (!response) return;
    const { from } = response;
    const { status, json, text } = response;
    await this.#changing;
    const named = [...query.where, ...query.sort, ...query.facets.map((field) => ({ field }))].map(({ field }) => field);
    const able = this.plans.filter(({ fields }) => named.every((name) => name === "slug" || Object.hasOwn(fields, name)));
    const isPossible = able.filter(({ fields }) =>
      query.where.every(({ field, operator }) => operator !== "prefix" || fields[field] === "text"),
    );
    const said = `${decodeURIComponent(urlOf(query))}\n${text.slice(0, 600)}`;
    if (status === 200) {
      const { data, total, facets = {} } = json as { data: { id: string }[]; total: number; facets?: object };
      const got = JSON.stringify({ ids: data.map(({ id }) => id), total, facets });
      const states = this.states.slice(from);
      const isRight = isPossible.some((plan) => states.some((state) => JSON.stringify(answerUnder(state, plan, query)) === got));
      expect(isRight, said).toBe(true);
      this.answered.right += 1;
    } else if (status === 400) {
      expect(isPossible.length, said).toBeLessThan(this.plans.length);
      this.answered.refused += 1;
    } else {
      expect([status, (json as { code: string }).code], said).toEqual([503, "query_not_ready"]);
      // Of the fields of a plan that is still being written. A read that publications overtake five times is refused as well.
      if (able.length === this.plans.length) this.overtaken += 1;
      this.answered.notReady += 1;
    }
  }

  overtaken = 0;
}

function answerUnder(state: QueryModel, plan: Plan, query: ModelQuery) {
  return new QueryModel(modelUnder(state, plan)).answer(query);
}

function randomQuery(): ModelQuery {
  const shapes: Pick<ModelQuery, "where" | "sort" | "facets" | "q">[] = [
    { where: [{ field: "late", operator: "in", value: "x,Z" }], sort: [{ field: "rank", isDescending: false }], facets: ["late"] },
    { where: [], sort: [{ field: "late", isDescending: true }], facets: [] },
    { where: [{ field: "color", operator: "eq", value: "red" }], sort: [], facets: ["color"] },
    {
      where: [{ field: "size", operator: "gte", value: String(site.below(7)) }],
      sort: [{ field: "size", isDescending: true }],
      facets: [],
    },
    { where: [{ field: "size", operator: "prefix", value: "-" }], sort: [{ field: "slug", isDescending: false }], facets: [] },
    { where: [{ field: "rank", operator: "lt", value: "50" }], sort: [{ field: "rank", isDescending: true }], facets: ["size", "title"] },
    { where: [{ field: "size", operator: "exists", value: "false" }], sort: [], facets: ["rank"] },
    { where: [{ field: "tags", operator: "contains", value: "v" }], sort: [], facets: ["tags"] },
    { where: [], sort: [{ field: "slug", isDescending: false }], facets: [], q: site.pick(["kestrel", "marmalade", "zeppelin"]) },
    {
      where: [],
      sort: [
        { field: "size", isDescending: false },
        { field: "title", isDescending: true },
      ],
      facets: ["size"],
    },
  ];
  return { contentType, locale: site.pick(locales), ...site.pick(shapes), page: 1 + site.below(3), pageSize: 20 };
}

/** Runs the job, with a publication after each of its transactions, and ends it before one of them if that is wanted. */
async function runJob(watched: Watched, steps: (transaction: number) => Promise<"stop" | undefined>): Promise<void> {
  const { sql, clock, ids } = server.deps;
  let transactions = 0;
  const stopped = new Error("The process stops.");
  const watching = replaceSql(
    {
      ...sql,
      begin: (async (...args: Parameters<typeof sql.begin>) => {
        if ((await steps((transactions += 1))) === "stop") throw stopped;
        const result = await sql.begin(...args);
        await watched.change(() => site.publish(5, documents));
        await watched.someAnswers();
        return result;
      }) as typeof sql.begin,
    } as typeof sql,
    (...args: Parameters<typeof sql>) => sql(...args),
  );
  await rewriteQueryValues.run({ sql: watching, clock, ids }).catch((error: unknown) => {
    if (error !== stopped) throw error;
  });
}

async function whileReading(plans: readonly Plan[], work: (watched: Watched) => Promise<void>): Promise<Watched> {
  const watched = new Watched(plans);
  await watched.change(async () => undefined);
  let isOver = false;
  const reading = Array.from({ length: readers }, async () => {
    while (!isOver) await watched.read();
  });
  const working = work(watched).finally(() => (isOver = true));
  await Promise.all([working, ...reading]);
  return watched;
}

const none = () => Promise.resolve(undefined);

/** Stored is what a site would hold that had the schema from the beginning. */
async function expectStored(plan: Plan): Promise<void> {
  const copied = await site.copy(plan);
  const [ownRows, fresh] = [await site.readStored(), await copied.readStored()];
  expect(ownRows.types).toEqual(fresh.types);
  const differing = (["values", "words", "vocabulary"] as const).map((name) => {
    const [all, wanted] = [new Set(ownRows[name]), new Set(fresh[name])];
    return { extra: ownRows[name].filter((row) => !wanted.has(row)), missing: fresh[name].filter((row) => !all.has(row)) };
  });
  expect(differing).toEqual(Array(3).fill({ extra: [], missing: [] }));
  expect(ownRows.values.length).toBe(fresh.values.length);
}

test("a release answers every query as before or as after", async () => {
  const { answered, overtaken } = await whileReading([first, second], async (watched) => {
    await watched.change(() => site.release(second));
    await runJob(watched, none);
  });
  expect(answered.right).toBeGreaterThan(5);
  expect(overtaken).toBeLessThan(answered.right / 10);
  await expectStored(second);
});

test("a release whose job stops goes on, and another release in the middle takes its place", async () => {
  await whileReading([second, third, first], async (watched) => {
    await watched.change(() => site.release(third));
    await runJob(watched, async (transaction) => (transaction > 4 ? "stop" : undefined));
    await runJob(watched, async (transaction) => {
      if (transaction === 4) await watched.change(() => site.release(first));
      return transaction === 7 ? "stop" : undefined;
    });
    await runJob(watched, none);
  });
  await expectStored(first);
});

test("a release that is taken back in the middle leaves nothing", async () => {
  await whileReading([first, third], async (watched) => {
    await watched.change(() => site.release(third));
    await runJob(watched, async (transaction) => (transaction > 5 ? "stop" : undefined));
    await watched.change(() => site.release(first));
    await runJob(watched, none);
  });
  await expectStored(first);
});
