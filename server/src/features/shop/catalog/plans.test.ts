import { afterAll, beforeAll, expect, test } from "vitest";
import { shop, startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { sampleCatalog } from "../../../../../test/kit/sample-catalog.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test("the active plans are listed by price, with public fields only", async () => {
  const site = await server.addSite(sampleCatalog());
  const { json } = await server.ask(`${shop}/subscriptions/plans`, { key: site.key });
  const common = {
    id: expect.any(String) as string,
    currency: "eur",
    intervalCount: 1,
    createdAt: "2026-11-20T09:30:00.000Z",
    updatedAt: "2026-11-20T09:30:00.000Z",
  };
  expect(json).toEqual({
    data: [
      {
        ...common,
        slug: "care-month",
        name: "sample Care",
        description: "Oil and cloth",
        price: 900,
        interval: "month",
        trialDays: 0,
        features: [],
      },
      {
        ...common,
        slug: "care-year",
        name: "sample Care, a year",
        description: null,
        price: 9_000,
        interval: "year",
        trialDays: 14,
        features: ["Oil", "A visit"],
      },
    ],
    page: 1,
    pageSize: 2,
    total: 2,
  });
});

test("a site without plans has an empty list", async () => {
  const site = await server.addSite();
  expect((await server.ask(`${shop}/subscriptions/plans`, { key: site.key })).json).toEqual({ data: [], page: 1, pageSize: 1, total: 0 });
});
