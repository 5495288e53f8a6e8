import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import { catalogItems } from "../kit/checkout-client.ts";
import { restartedServer } from "./restarted-server.ts";

// Opening a folder that was left behind takes the embedded database a second or two.
const isEmbedded = inject("database") === "embedded";
const stride = isEmbedded ? 11 : 5;

const running = restartedServer();

const page = (slug: string) => ({ slug, locale: "en", title: slug, status: "DRAFT" });
const nothing = { state: "SCHEDULED", pages: 0, publications: 0, products: 0, entries: 0 };
const all = { state: "PUBLISHED", pages: 3, publications: 3, products: 1, entries: 5 };

test("a process that is killed at any step of a release has published nothing of it, or all; another one does it", async () => {
  const steps = await running.killAtSteps(stride, {
    begin: async () => {
      const site = { slug: `site-${randomUUID().slice(0, 12)}`, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
      const pages = ["one", "two", "three"].map(page);
      const { siteId } = await running.server.importSite({
        bundle: 1,
        site,
        pages,
        products: catalogItems({ CHAIR: { price: 100, stock: 1 } }),
      });
      await running.server.planRelease(siteId);
      expect(await running.server.madeByRelease(siteId)).toEqual(nothing);
      return siteId;
    },
    act: () => running.server.publishReleases(),
    recover: async (siteId) => {
      expect([nothing, all]).toContainEqual(await running.server.madeByRelease(siteId));
      await running.server.publishReleases();
      expect(await running.server.madeByRelease(siteId)).toEqual(all);
    },
  });
  expect(steps).toBeGreaterThan(10);
});
