import { contentFaults, pageContentType, pageFaults, queryFaults, type AuthoredPage, type PropsCheck } from "../content/index.ts";
import { formFaults } from "../forms/index.ts";
import { canonicalEmail } from "../../lib/text/email-address.ts";
import { declaredReferences } from "../../lib/json-schema/json-schema-references.ts";
import { marksOf } from "../../lib/json-schema/json-schema-marks.ts";
import { compileSchema, schemaFaults } from "../../lib/json-schema/json-schema.ts";
import { canonicalCurrency } from "../../lib/text/money.ts";
import { canonicalOrigin } from "../../lib/http/origin.ts";
import type { Fault } from "../../lib/http/problem.ts";
import type { Bundle, BundleEntry, BundlePage } from "./schema.ts";

/** The schemas of the site's types by name: those of the bundle, and those that the site has already. */
export interface TypeSchemas {
  blockTypes: ReadonlyMap<string, object>;
  contentTypes: ReadonlyMap<string, object>;
}

const maxFaults = 1_000;
// The clock of the publishing machine may be a little ahead; scheduling is a different feature.
const aheadMs = 5 * 60_000;

/** The faults of a bundle of the right form, given the types that the site will have. Pure. */
export function bundleFaults(bundle: Bundle, { blockTypes, contentTypes }: TypeSchemas, now: Date): Fault[] {
  const { site, pages = [], entries = [] } = bundle;
  const faults: Fault[] = typeFaults(bundle);

  const propsCheck = checksByName(blockTypes);
  const dataCheck = checksByName(contentTypes);
  const seen = new Map<string, string>();
  const documentFaults = (item: BundlePage | BundleEntry, kind: string, name: string, path: string): Fault[] => [
    ...(site.locales.includes(item.locale)
      ? []
      : [{ path: `${path}/locale`, code: "locale", message: `is none of the site's locales: ${item.locale}` }]),
    ...repeated(seen, `${kind} ${item.locale} slug ${item.slug}`, `${path}/slug`),
    ...(name === item.slug ? [] : repeated(seen, `${kind} ${item.locale} name ${name}`, `${path}/page`)),
    ...instantFaults(item, path, now),
  ];

  for (const [index, page] of pages.entries()) {
    if (faults.length >= maxFaults) break;
    const path = `/pages/${index}`;
    faults.push(
      ...documentFaults(page, pageContentType, page.page ?? page.slug, path),
      ...pageFaults(page as AuthoredPage, propsCheck).map((fault) => ({ ...fault, path: path + fault.path })),
      ...(page.draft ? pageFaults(page.draft, propsCheck) : []).map((fault) => ({
        ...fault,
        path: `${path}/draft${fault.path}`,
      })),
      ...draftFaults(page, path),
    );
  }
  for (const [index, entry] of entries.entries()) {
    if (faults.length >= maxFaults) break;
    const path = `/entries/${index}`;
    const check = dataCheck(entry.contentType);
    const known = check !== undefined && entry.contentType !== pageContentType;
    faults.push(
      ...(known
        ? []
        : [{ path: `${path}/contentType`, code: "unknown_type", message: `is no content type of the site: ${entry.contentType}` }]),
      ...documentFaults(entry, entry.contentType, entry.slug, path),
      ...contentFaults(JSON.stringify(entry.data), `${path}/data`),
      ...(entry.draft ? contentFaults(JSON.stringify(entry.draft.data), `${path}/draft/data`) : []),
      ...(check?.(entry.data) ?? []).map((fault) => ({ ...fault, path: `${path}/data${fault.path}` })),
      ...(entry.draft ? (check?.(entry.draft.data) ?? []) : []).map((fault) => ({ ...fault, path: `${path}/draft/data${fault.path}` })),
      ...draftFaults(entry, path),
    );
  }
  return faults.slice(0, maxFaults);
}

/** The faults of a bundle's site, keys and plugins, independent of the site's stored state. Pure. */
export function siteFaults({ site, apiKeys = [], plugins = {} }: Bundle): Fault[] {
  const faults: Fault[] = [];
  const add = (path: string, message: string) => faults.push({ path, code: "value", message });
  if (!site.locales.includes(site.defaultLocale)) add("/site/defaultLocale", "is none of the site's locales");
  if (new Set(site.locales).size < site.locales.length) add("/site/locales", "names a locale twice");
  if (!canonicalCurrency(site.currency)) add("/site/currency", "is no ISO 4217 currency");
  site.allowedOrigins?.forEach((origin, index) => {
    if (!canonicalOrigin(origin)) add(`/site/allowedOrigins/${index}`, "is no origin: scheme, host and port, such as https://shop.example");
  });
  if (site.storefrontUrl && !isStorefrontUrl(site.storefrontUrl))
    add("/site/storefrontUrl", "is no http(s) URL, or has a query, a fragment or a user in it");
  for (const [path, addresses = []] of [
    ["/site/settings/forms/notify", site.settings?.forms?.notify],
    ["/plugins/svc.forms/config/notify", plugins["svc.forms"]?.config?.notify],
  ] as const) {
    addresses.forEach((address, index) => {
      if (canonicalEmail(address) === undefined) add(`${path}/${index}`, "is no address that mails can be sent to");
    });
  }
  const paymentsCurrency = plugins["svc.payments"]?.config?.currency;
  if (paymentsCurrency && !canonicalCurrency(paymentsCurrency)) add("/plugins/svc.payments/config/currency", "is no ISO 4217 currency");
  const names = new Map<string, string>();
  apiKeys.forEach(({ name, key }, index) => {
    faults.push(...repeated(names, `name ${name}`, `/apiKeys/${index}/name`));
    if (key) faults.push(...repeated(names, `key ${key}`, `/apiKeys/${index}/key`));
  });
  return faults;
}

/** Links in emails lead to pages below it. */
function isStorefrontUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/.test(text) || !URL.canParse(text)) return false;
  const { search, hash, username, password } = new URL(text);
  return !search && !hash && !username && !password;
}

/** The faults of a bundle's types and forms. Pure. */
export function typeFaults({ blockTypes = [], contentTypes = [], forms = [] }: Bundle): Fault[] {
  const seen = new Map<string, string>();
  return [
    ...blockTypes.flatMap(({ type, schema, defaults }, index) => {
      const path = `/blockTypes/${index}`;
      const faults = schemaFaults(schema, { references: true }).map((fault) => ({ ...fault, path: `${path}/schema${fault.path}` }));
      const defaultFaults = faults.length === 0 && defaults ? compileSchema(schema)(defaults) : [];
      return [
        ...repeated(seen, `block ${type}`, `${path}/type`),
        ...faults,
        ...rootFaults(schema, path),
        ...(faults.length === 0 ? fieldFaults(schema, `${path}/schema`) : []),
        // Defaults are where an editor starts, not a finished block: the editor still fills in the missing props.
        ...defaultFaults.filter(({ code }) => code !== "required").map((fault) => ({ ...fault, path: `${path}/defaults${fault.path}` })),
      ];
    }),
    ...contentTypes.flatMap(({ slug, schema }, index) => {
      const path = `/contentTypes/${index}`;
      const faults = schemaFaults(schema, { references: true });
      // Marks are read from good schemas alone.
      const all = faults.length > 0 ? faults : queryFaults(schema);
      return [
        ...repeated(seen, `content ${slug}`, `${path}/slug`),
        ...(slug === pageContentType ? [{ path: `${path}/slug`, code: "reserved", message: "is the built-in type of pages" }] : []),
        ...all.map((fault) => ({ ...fault, path: `${path}/schema${fault.path}` })),
        ...rootFaults(schema, path),
      ];
    }),
    ...forms.flatMap((form, index) => [
      ...repeated(seen, `form ${form.slug}`, `/forms/${index}/slug`),
      ...formFaults(form).map((fault) => ({ ...fault, path: `/forms/${index}${fault.path}` })),
    ]),
  ];
}

/** Pages have no fields of their own. */
function fieldFaults(schema: Record<string, unknown>, path: string): Fault[] {
  return marksOf(schema).queryable.map((field) => ({
    path,
    code: "mark",
    message: `has x-queryable at ${field.path.join(".")}, which belongs in the schema of a content type`,
  }));
}

/** Data and props are objects of their own, which cannot be a reference. */
function rootFaults(schema: Record<string, unknown>, path: string): Fault[] {
  const isReference =
    schemaFaults(schema, { references: true }).length === 0 && declaredReferences(schema).some((each) => each.path.length === 0);
  return isReference
    ? [{ path: `${path}/schema`, code: "reference", message: "must not be a reference itself: put it into a property" }]
    : [];
}

/** Checks by type, compiled when first needed. A type with an invalid schema is not used to find more faults. */
function checksByName(schemas: ReadonlyMap<string, object>): PropsCheck {
  const checks = new Map<string, (value: unknown) => Fault[]>();
  return (name) => {
    const schema = schemas.get(name);
    if (!schema) return undefined;
    let check = checks.get(name);
    if (!check) {
      check = schemaFaults(schema, { references: true }).length === 0 ? compileSchema(schema) : () => [];
      checks.set(name, check);
    }
    return check;
  };
}

/** A fault for a name that was there before. */
export function repeated(seen: Map<string, string>, key: string, path: string): Fault[] {
  const first = seen.get(key);
  if (first === undefined) seen.set(key, path);
  return first === undefined ? [] : [{ path, code: "duplicate", message: `is the same as ${first}` }];
}

function instantFaults(item: { publishedAt?: string; firstPublishedAt?: string }, path: string, now: Date): Fault[] {
  return (["publishedAt", "firstPublishedAt"] as const).flatMap((member) => {
    const text = item[member];
    if (text === undefined) return [];
    const time = Date.parse(text);
    if (Number.isNaN(time)) return [{ path: `${path}/${member}`, code: "instant", message: "is no instant" }];
    return time > now.getTime() + aheadMs ? [{ path: `${path}/${member}`, code: "instant", message: "lies in the future" }] : [];
  });
}

function draftFaults({ status, draft }: { status?: string; draft?: unknown }, path: string): Fault[] {
  return status === "DRAFT" && draft
    ? [{ path: `${path}/draft`, code: "draft", message: "belongs to what is published: of a DRAFT the members themselves are the draft" }]
    : [];
}
