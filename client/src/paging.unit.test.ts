import { expect, test } from "vitest";
import { clientOf } from "../test/fake-server.ts";

const page = (data: number[], number: number, pageSize = 2, total = 5) => ({ body: { data, page: number, pageSize, total } });

async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test("every item of every page is returned once, and nothing is requested after the last one", async () => {
  const { client, seen } = clientOf({}, page([1, 2], 1), page([3, 4], 2), page([5], 3));
  expect(await gather(client.catalog.listProducts.all({ q: "oak" }))).toEqual([1, 2, 3, 4, 5]);
  expect(seen.map(({ url }) => url.search)).toEqual([1, 2, 3].map((number) => `?pageSize=100&q=oak&page=${number}`));
});

test("paging begins at the given page, with pages of the given size", async () => {
  const { client, seen } = clientOf({}, page([3, 4], 2, 2, 4));
  expect(await gather(client.content.listEntries.all({ contentTypeSlug: "note", page: 2, pageSize: 2 }))).toEqual([3, 4]);
  expect(seen.map(({ url }) => url.search)).toEqual(["?pageSize=2&page=2"]);
});

test("pages are requested as they are needed", async () => {
  const { client, seen } = clientOf({}, page([1, 2], 1));
  for await (const first of client.content.listPages.all()) {
    expect(first).toBe(1);
    break;
  }
  expect(seen.length).toBe(1);
});

test("a list that becomes shorter in the meantime ends", async () => {
  const { client } = clientOf({}, page([1, 2], 1), page([], 2, 2, 9));
  expect(await gather(client.account.listOwnOrders.all())).toEqual([1, 2]);
});
