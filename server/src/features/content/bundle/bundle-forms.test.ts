import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { contactForm, formOf } from "../../../../../test/kit/form-site.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { BundleError } from "./bundle-error.ts";
import { exportBundle } from "./export-bundle.ts";

let server: TestServer;
let count = 0;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

function bundle({ site, ...more }: { site?: object } & Record<string, unknown> = {}) {
  const slug = `forms-${(count += 1)}`;
  return { bundle: 1, site: { slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur", ...site }, ...more };
}
const tally = (created: number, updated: number, unchanged: number) => ({ created, updated, unchanged });
const errorsOf = async (siteBundle: object) => {
  const error: unknown = await server.import(siteBundle).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof BundleError)) throw new Error(`expected a BundleError, got ${String(error)}`);
  return error.errors.map(({ path, code }) => `${code} ${path}`);
};
const schema = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

describe("forms in a bundle", () => {
  test("are created, left alone, changed as a new version, and kept if a bundle does not mention them", async () => {
    const siteBundle = bundle({ forms: [contactForm(), formOf({ schema: schema({}) })] });
    const { slug } = siteBundle.site;
    const versions = () => server.deps.sql<{ slug: string; version: number }>`
      select forms.slug, forms.version from forms join sites on sites.id = forms.site_id where sites.slug = ${slug} order by forms.slug`;
    expect((await server.import(siteBundle, { dryRun: true })).sections.forms).toEqual(tally(2, 0, 0));
    expect((await server.import(siteBundle)).sections.forms).toEqual(tally(2, 0, 0));
    expect((await server.import(siteBundle)).sections.forms).toEqual(tally(0, 0, 2));
    const changed = { ...siteBundle, forms: [{ ...contactForm(), successMessage: "Other" }] };
    expect((await server.import(changed, { dryRun: true })).sections.forms).toEqual(tally(0, 1, 0));
    expect(await versions()).toEqual([
      { slug: "contact", version: 1 },
      { slug: "form", version: 1 },
    ]);
    expect((await server.import(changed)).sections.forms).toEqual(tally(0, 1, 0));
    expect((await server.import({ bundle: 1, site: siteBundle.site })).sections.forms).toEqual(tally(0, 0, 0));
    expect(await versions()).toEqual([
      { slug: "contact", version: 2 },
      { slug: "form", version: 1 },
    ]);
  });

  test("are exported as they were imported", async () => {
    const settings = { forms: { notify: ["ops@shop.example"], retentionDays: 90 } };
    const forms = [contactForm(), formOf({ schema: schema({ b: { type: "string" }, a: {} }) })];
    const siteBundle = bundle({ forms, site: { settings } });
    await server.import(siteBundle);
    const text = (await exportBundle(server.deps, siteBundle.site.slug, { format: "yaml", withSecrets: false })) ?? "";
    const exported = parse(text) as { forms: object[]; site: { settings: object } };
    expect(exported.forms).toEqual([contactForm(), { ...forms[1], uiSchema: {}, submitLabel: "Send", successMessage: "Thank you." }]);
    expect(exported.site.settings).toEqual(settings);
    const { sections } = await server.import(text);
    expect(Object.values(sections).every(({ created, updated }) => created + updated === 0)).toBe(true);
  });

  test.each<[string, object, string[]]>([
    ["no object", { schema: { type: "string" } }, ["value /forms/0/schema/type"]],
    ["no type", { schema: { properties: {} } }, ["value /forms/0/schema/type"]],
    ["an unknown keyword", { schema: schema({ a: { $async: true } }) }, ["keyword /forms/0/schema/properties/a/$async"]],
    [
      "a catastrophic reference",
      { schema: schema({ a: { $ref: "https://else.example/x" } }) },
      ["value /forms/0/schema/properties/a/$ref"],
    ],
    ["the honeypot as a field", { schema: schema({ _hp: {} }) }, ["reserved /forms/0/schema/properties/_hp"]],
    ["the honeypot required", { schema: schema({}, { required: ["a", "_hp"] }) }, ["reserved /forms/0/schema/required/1"]],
    [
      "the honeypot in a branch",
      { schema: schema({}, { anyOf: [{}, { properties: { _hp: {} } }] }) },
      ["reserved /forms/0/schema/anyOf/1/properties/_hp"],
    ],
    [
      "the honeypot in a definition",
      { schema: schema({}, { $ref: "#/$defs/d", $defs: { d: { required: ["_hp"] } } }) },
      ["reserved /forms/0/schema/$defs/d/required/0"],
    ],
    ["a schema that is too large", { schema: schema({ a: { description: "x".repeat(70_000) } }) }, ["too_large /forms/0/schema"]],
    ["a uiSchema that is too large", { schema: schema({}), uiSchema: { a: "x".repeat(70_000) } }, ["too_large /forms/0/uiSchema"]],
    ["a blank name", { schema: schema({}), name: " " }, ["pattern /forms/0/name"]],
    ["no message", { schema: schema({}), successMessage: "" }, ["minLength /forms/0/successMessage"]],
    ["a long label", { schema: schema({}), submitLabel: "x".repeat(101) }, ["maxLength /forms/0/submitLabel"]],
    ["another slug", { schema: schema({}), slug: "Contact us" }, ["pattern /forms/0/slug"]],
    ["a member too many", { schema: schema({}), notify: [] }, ["additionalProperties /forms/0/notify"]],
  ])("with %s are a mistake, with its place", async (_name, form, errors) => {
    expect(await errorsOf(bundle({ forms: [formOf(form)] }))).toEqual(errors);
  });

  test("may not share a slug, and may name a nested field like the honeypot", async () => {
    expect(await errorsOf(bundle({ forms: [contactForm(), contactForm()] }))).toEqual(["duplicate /forms/1/slug"]);
    await server.import(bundle({ forms: [formOf({ schema: schema({ a: schema({ _hp: {} }) }) })] }));
  });

  test("need recipients with valid addresses, and a retention of whole days", async () => {
    const notify = (addresses: string[]) => bundle({ site: { settings: { forms: { notify: addresses } } } });
    expect(await errorsOf(notify(["ops@shop.example", '"quoted"@shop.example']))).toEqual([
      expect.stringContaining("/site/settings/forms/notify/1"),
    ]);
    const plugins = { "svc.forms": { enabled: true, config: { notify: ["ops@127.0.0.1"] } } };
    expect(await errorsOf(bundle({ plugins }))).toEqual([expect.stringContaining("/plugins/svc.forms/config/notify/0")]);
    for (const retentionDays of [0, 3_651, 1.5, "30"]) {
      expect(await errorsOf(bundle({ site: { settings: { forms: { retentionDays } } } }))).toEqual([
        expect.stringContaining("/site/settings/forms/retentionDays"),
      ]);
    }
  });
});
