import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../../../test/kit/erasing.ts";
import { newBundle, errorsIn } from "../../../../../test/kit/new-bundle.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import type { ImportReport } from "./index.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let count = 0;
/** Imports of one product with two variants, as the command does them. */
function importedSite() {
  const slug = `warned-${(count += 1)}`;
  return async (
    [price, compareAtPrice]: readonly [number, number | null],
    { currency = "eur", dryRun = false }: { currency?: string; dryRun?: boolean } = {},
  ) => {
    server.clock.advance(86_400_000);
    const text = `bundle: 1
site: { slug: ${slug}, name: A site, defaultLocale: en, locales: [en], currency: eur }
products:
  - slug: chair
    title: Chair
    currency: ${currency}
    options: [{ name: Wood, values: [Oak, Ash] }]
    variants:
      - { sku: OAK, price: 9999, options: { Wood: Oak } }
      - { sku: ASH, price: ${price}, options: { Wood: Ash }, compareAtPrice: ${compareAtPrice} }
`;
    const { output, text: printed } = await runCommand<ImportReport>(server, "site import", { text, dryRun, setStock: false });
    return { warnings: output.warnings, printed };
  };
}

const path = "/products/0/variants/1/compareAtPrice";

test("an import warns of a price to cross out that is higher than any that the variant had, and takes place", async () => {
  const save = importedSite();
  const first = await save([100, 120], { dryRun: true });
  const message = "is higher than any price of this variant so far: lower it to 100, or remove it";
  expect(first.warnings).toEqual([{ path, code: "never_charged", message, line: 10, column: 73 }]);
  expect(first.printed).toContain(`A warning:\n  ${path} (line 10, column 73) ${message}`);
  // The same in an import, and in each one after it that changes nothing.
  expect(await save([100, 120])).toMatchObject({ warnings: first.warnings, printed: expect.stringMatching(/^Imported/) as string });
  expect((await save([100, 120])).warnings).toEqual(first.warnings);
});

test("an import does not warn of a price that the variant had, at any time", async () => {
  const save = importedSite();
  expect(await save([100, 100])).toMatchObject({ warnings: [], printed: expect.not.stringContaining("warning") as string });
  expect((await save([80, 100])).warnings).toEqual([]);
  expect((await save([60, 100])).warnings).toEqual([]);
  expect((await save([60, null])).warnings).toEqual([]);
  expect((await save([60, 101])).warnings).toMatchObject([{ message: expect.stringContaining("lower it to 100,") as string }]);
});

test("prices in another currency do not count, not even those of the same import", async () => {
  const save = importedSite();
  await save([100, null], { currency: "eur" });
  expect((await save([90, 100], { currency: "sek", dryRun: true })).warnings).toHaveLength(1);
  await save([90, 90], { currency: "sek" });
  expect((await save([90, 100], { currency: "sek" })).warnings).toMatchObject([{ message: expect.stringContaining("to 90,") as string }]);
  expect((await save([50, 100], { currency: "eur" })).warnings).toEqual([]);
});

test.each<[string, number, string | undefined]>([
  ["kwd", 1_234, "is never paid: the payment processor takes only multiples of 10 (0.010 KWD): write 1230 or 1240"],
  ["isk", 150_050, "is never paid: the payment processor takes only multiples of 100 (1.00 ISK): write 150000 or 150100"],
  ["kwd", 4, "is never paid: the payment processor takes only multiples of 10 (0.010 KWD): write 10"],
  ...[0, 1_230].map((price): [string, number, undefined] => ["kwd", price, undefined]),
  ["eur", 1_234, undefined],
  ["jpy", 1_234, undefined],
])("an import in %s warns of a price that is never paid, and takes place: %d", async (currency, price, message) => {
  const product = { slug: "chair", title: "Chair", currency: currency.toUpperCase(), variants: [{ sku: "OAK", price }] };
  const plan = { slug: "oil", name: "Oil", price, interval: "year" };
  const { warnings, sections } = await server.import(newBundle({ site: { currency }, products: [product], plans: [plan] }));
  const paths = ["/products/0/variants/0/price", "/plans/0/price"];
  expect(warnings.map(({ path, code, message }) => [path, code, message])).toEqual(
    message === undefined ? [] : paths.map((path) => [path, "not_payable", message]),
  );
  expect([sections.products.created, sections.plans.created]).toEqual([1, 1]);
});

test.each<[string, unknown, string]>([
  ["eur", "320", "must be a number: write 320 without quotes"],
  ["eur", "3,20", "must be a whole number of minor units, such as cents: 320 for 3.20"],
  ["jpy", 320.5, "must be a whole number of minor units, such as cents: 321 for 321"],
  ["kwd", "1.25", "must be a whole number of minor units, such as cents: 1250 for 1.250"],
])("a price in %s that is no whole number has a hint at the right one: %j", async (currency, price, message) => {
  const product = { slug: "chair", title: "Chair", currency, variants: [{ sku: "OAK", price }] };
  expect(await errorsIn(server.import(newBundle({ products: [product] })))).toMatchObject([{ message }]);
});
