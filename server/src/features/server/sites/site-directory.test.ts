import { afterAll, beforeAll, expect, test } from "vitest";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { sampleSite } from "../../../../../test/kit/sample-site.ts";
import { DatabaseUnavailable, type Database, type SqlValue } from "../../../ports/database.ts";

let server: TestServer;
let sites: TestSite[];
/** Statements with this id fail, as they do on Citus while the node of the site is down. */
let unreachableId: string | undefined;
/** They fail once this is done. */
let silence: Promise<unknown> = Promise.resolve();
let statements = 0;

const throughSql = (sql: Database): Database => {
  const ask = async (strings: TemplateStringsArray, ...values: SqlValue[]) => {
    statements += 1;
    if (!unreachableId || !values.flat().includes(unreachableId)) return sql(strings, ...values);
    await silence;
    throw new DatabaseUnavailable("The node is down.");
  };
  return Object.assign(ask as Database, sql);
};

beforeAll(async () => {
  server = await startServer({ throughSql });
  sites = [];
  for (let count = 0; count < 4; count += 1) sites.push(await server.addSite(sampleSite()));
});
afterAll(() => server.stop());

const statusesOf = (asked: readonly TestSite[]) =>
  Promise.all(asked.map(async ({ key }) => (await server.ask(`${cms}/pages`, { key })).status));
const fromMemory = (asked: readonly TestSite[]) => asked.map(({ key }) => server.directory.peek(key) !== undefined);
const statementsOf = async (work: () => Promise<unknown>) => {
  statements = 0;
  await work();
  return statements;
};

test("a site whose node fails is read anew, and the others answer from memory", async () => {
  const [down, ...others] = sites as [TestSite, ...TestSite[]];
  const unused = others.pop() as TestSite;
  await statusesOf(sites);
  const generations = others.map(({ key }) => server.directory.peek(key)?.site.generation);

  unreachableId = down.id;
  server.clock.advance(500);
  // However many sites there are: the poll, and whether the database itself responds.
  expect(await statementsOf(() => server.directory.poll())).toBe(2);
  expect(server.directory.counts().failedPolls).toBe(1);
  expect(fromMemory(others)).toEqual([true, true]);

  server.clock.advance(500);
  expect(await statusesOf([down, ...others])).toEqual([503, 200, 200]);
  for (let polls = 0; polls < 3; polls += 1) {
    server.clock.advance(500);
    expect(await statementsOf(() => server.directory.poll())).toBe(1);
    expect(await statementsOf(() => statusesOf(others))).toBe(0);
    expect(fromMemory([down, unused])).toEqual([false, false]);
  }
  expect(server.directory.counts().failedPolls).toBe(1);
  // Their cached responses stay.
  expect(others.map(({ key }) => server.directory.peek(key)?.site.generation)).toEqual(generations);
  expect(await statusesOf([down])).toEqual([503]);

  unreachableId = undefined;
  expect(await statusesOf([down, unused])).toEqual([200, 200]);
  server.clock.advance(500);
  await server.directory.poll();
  server.clock.advance(500);
  expect(fromMemory(sites)).toEqual([true, true, true, true]);
});

test("while a node is silent, the others' sites are read anew, and stay in the polls", async () => {
  await statusesOf(sites);
  server.clock.advance(1_000);
  unreachableId = sites[0]?.id;
  let endSilence: () => void = () => undefined;
  silence = new Promise<void>((resolve) => (endSilence = resolve));
  const poll = server.directory.poll();
  server.clock.advance(1);
  const others = sites.slice(1, 3);
  expect(await statusesOf(others)).toEqual([200, 200]);
  endSilence();
  await poll;
  unreachableId = undefined;
  server.clock.advance(500);
  await server.directory.poll();
  server.clock.advance(999);
  expect(fromMemory(sites)).toEqual([false, true, true, false]);
});
