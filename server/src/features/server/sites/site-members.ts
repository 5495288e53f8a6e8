import { Type, type Static, type TObject, type TObjectOptions, type TProperties } from "typebox";
import { anyOrigin, canonicalOrigin } from "../../../lib/http/origin.ts";
import { MailTexts, mailTextsErrors } from "../../../lib/mails/mail-text.ts";
import { largestQuotaMb } from "../../../lib/media/largest-quota.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import { ShippingRules, shippingErrors } from "../../../lib/totals/shipping-rules.ts";
import { TaxRules, taxErrors } from "../../../lib/totals/tax-rules.ts";
import { canonicalEmail } from "../../../lib/text/email-address.ts";
import { canonicalCountry, isShippable } from "../../../lib/text/country.ts";
import { LocaleTag } from "../../../lib/text/locale.ts";
import { currenciesOf } from "../../../lib/text/currency.ts";
import { canonicalCurrency } from "../../../lib/text/money.ts";
import { isTimeZone } from "../../../lib/text/time-zone.ts";
import type { SiteInput } from "./create-site.ts";

// An unknown member is a typing error, and is reported as one.
const object = <T extends TProperties>(properties: T, options: TObjectOptions = {}): TObject<T> =>
  Type.Object(properties, { ...options, additionalProperties: false });

/** The settings of a site, all optional. */
export const SiteSettings = object({
  timeZone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: "An IANA time zone, such as Europe/Berlin, which decides when the days of reports begin. UTC if absent.",
    }),
  ),
  currencies: Type.Optional(
    Type.Array(Type.String({ pattern: "^[a-z]{3}$" }), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description:
        "The currencies in which the shop sells (ISO 4217, lower case), the site's own first. Absent: its own alone. A product is sold in those in which it has a price.",
      examples: [["eur", "usd"]],
    }),
  ),
  customers: Type.Optional(
    object({
      requireVerifiedEmail: Type.Optional(Type.Boolean()),
      unconfirmedRetentionDays: Type.Optional(
        Type.Integer({
          minimum: 8,
          maximum: 3_650,
          description: "Accounts that nobody confirmed or ordered with are removed after so many days. Absent: they are kept.",
        }),
      ),
    }),
  ),
  catalog: Type.Optional(
    object({
      translatedAttributes: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
          maxItems: 200,
          description: "Attributes of products that translations may replace. All others are the same in every locale.",
        }),
      ),
    }),
  ),
  checkout: Type.Optional(
    object({
      totals: Type.Optional(
        Type.Enum(["request", "rules"], {
          description:
            "Who decides about shipping and tax: `request`, the caller of the checkout (if absent), or `rules`, `shipping` and `tax` of these settings.",
        }),
      ),
      expiryMinutes: Type.Optional(Type.Integer({ minimum: 30, maximum: 1_440 })),
      collectAddress: Type.Optional(
        object(
          {
            countries: Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), {
              minItems: 1,
              maxItems: 250,
              uniqueItems: true,
              description: "The shop sends to these countries (ISO 3166-1).",
              examples: [["DE", "NO"]],
            }),
          },
          { description: "The payment processor's page asks for the addresses, unless the order has a shipping address." },
        ),
      ),
    }),
  ),
  forms: Type.Optional(
    object({
      notify: Type.Optional(
        Type.Array(Type.String({ format: "email" }), { maxItems: 20, description: "Who gets a mail about each submission." }),
      ),
      retentionDays: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 3_650, description: "Submissions that are older are removed. Absent: they are kept." }),
      ),
    }),
  ),
  mail: Type.Optional(object({ senderName: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) })),
  mails: Type.Optional(MailTexts),
  media: Type.Optional(
    object({
      quotaMb: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: largestQuotaMb,
          description: "The limit for all files together. It cannot exceed the server's limit for the site, which applies if it is absent.",
        }),
      ),
      keepMetadata: Type.Optional(
        Type.Boolean({ description: "Pictures keep what cameras wrote into them, the place among it. Absent: it is cut out." }),
      ),
      private: Type.Optional(
        Type.Boolean({ description: "Addresses of files are signed, and expire within a day. Absent: they are for everybody, for good." }),
      ),
      ratios: Type.Optional(
        Type.Array(Type.String({ pattern: "^[1-9][0-9]{0,2}:[1-9][0-9]{0,2}$" }), {
          maxItems: 8,
          description: "Width to height, to which pictures can be cropped. Absent: 1:1, 4:3 and 16:9.",
          examples: [["1:1", "3:2"]],
        }),
      ),
    }),
  ),
  orders: Type.Optional(
    object({
      confirmationMail: Type.Optional(
        Type.Boolean({ description: "Buyers get a mail when their order is paid, refunded, or cancelled by the shop." }),
      ),
      notify: Type.Optional(
        Type.Array(Type.String({ format: "email" }), { maxItems: 20, description: "The addresses that get a mail about each paid order." }),
      ),
    }),
  ),
  shipping: Type.Optional(ShippingRules),
  tax: Type.Optional(TaxRules),
  team: Type.Optional(
    object({
      requireSecondFactor: Type.Optional(Type.Boolean({ description: "Members without a second factor may do nothing in the site." })),
      auditRetentionDays: Type.Optional(
        Type.Integer({ minimum: 30, maximum: 3_650, description: "Entries of the audit log are removed after so many days; absent: 400." }),
      ),
    }),
  ),
  payments: Type.Optional(
    object({
      minAmount: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999_999 })),
      maxAmount: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999_999 })),
    }),
  ),
});

/** The members of a site that its people set, as a bundle writes them. */
export const siteMembers = {
  name: Type.String({ minLength: 2, maxLength: 80 }),
  defaultLocale: LocaleTag,
  locales: Type.Array(LocaleTag, { minItems: 1, maxItems: 100, description: "The default locale among them." }),
  currency: Type.String({ minLength: 3, maxLength: 3, description: "ISO 4217." }),
  allowedOrigins: Type.Optional(
    Type.Array(Type.String({ maxLength: 300 }), {
      maxItems: 100,
      description: "Such as https://shop.example or https://*.example.com. `*`: pages of every origin.",
    }),
  ),
  storefrontUrl: Type.Optional(Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()])),
  settings: Type.Optional(SiteSettings),
};
export const SiteMembers = object(siteMembers);
export type SiteMembers = Static<typeof SiteMembers>;

export const ApiHosts = Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
  maxItems: 5,
  description:
    "Hosts at which published reads need no key, so that a CDN in front may answer everybody alike, such as api.shop.example. They lead to this server.",
  examples: [["api.shop.example"]],
});

/** The same with what belongs to this server, and is in no bundle. */
export const HostedSiteMembers = object({ ...siteMembers, apiHosts: Type.Optional(ApiHosts) });
export type HostedSiteMembers = Static<typeof HostedSiteMembers>;

/** The errors of a site of the right form, by JSON Pointer into the site. `before`: the settings that it has had, if it is there. Pure. */
export function siteMemberErrors(site: SiteMembers, before: SiteMembers["settings"] = {}): ValidationError[] {
  const errors: ValidationError[] = [];
  const add = (path: string, message: string) => errors.push({ path, code: "value", message });
  if (!site.locales.includes(site.defaultLocale)) add("/defaultLocale", "is not one of the site's locales");
  if (new Set(site.locales).size < site.locales.length) add("/locales", "names a locale twice");
  if (!canonicalCurrency(site.currency)) add("/currency", "is not an ISO 4217 currency");
  site.allowedOrigins?.forEach((origin, index) => {
    if (origin !== anyOrigin && !canonicalOrigin(origin))
      add(`/allowedOrigins/${index}`, "is not an origin: use scheme, host and port, such as https://shop.example");
  });
  if (site.storefrontUrl && !isStorefrontUrl(site.storefrontUrl))
    add("/storefrontUrl", "must be an http(s) URL without a query, fragment or user name");
  const { timeZone, forms, orders, checkout, currencies: listedCurrencies } = site.settings ?? {};
  const currency = canonicalCurrency(site.currency) ?? site.currency;
  listedCurrencies?.forEach((each, index) => {
    if (!canonicalCurrency(each)) add(`/settings/currencies/${index}`, "is not an ISO 4217 currency");
  });
  if (listedCurrencies && listedCurrencies[0] !== currency)
    add("/settings/currencies/0", `must be the site's own currency, ${currency}: put it first`);
  if (timeZone !== undefined && !isTimeZone(timeZone)) add("/settings/timeZone", "is not an IANA time zone, such as Europe/Berlin");
  for (const [name, addresses] of Object.entries({ forms: forms?.notify, orders: orders?.notify })) {
    addresses?.forEach((address, index) => {
      if (canonicalEmail(address) === undefined) add(`/settings/${name}/notify/${index}`, "is not a valid e-mail address");
    });
  }
  checkout?.collectAddress?.countries.forEach((country, index) => {
    const path = `/settings/checkout/collectAddress/countries/${index}`;
    if (canonicalCountry(country) !== country) add(path, "must be a country of ISO 3166-1, such as DE");
    else if (!isShippable(country)) add(path, "is a country for which the payment processor's page takes no address: remove it");
  });
  const { mails = {}, shipping, tax } = site.settings ?? {};
  const currencies = { currency, currencies: currenciesOf(currency, listedCurrencies) };
  return [
    ...errors,
    ...(shipping ? shippingErrors(shipping, { ...site, ...currencies }) : []).map((error) => ({
      ...error,
      path: `/settings/shipping${error.path}`,
    })),
    ...(tax ? taxErrors(tax, site) : []).map((error) => ({ ...error, path: `/settings/tax${error.path}` })),
    ...mailTextsErrors(mails, site.locales, before.mails).map((error) => ({ ...error, path: `/settings/mails${error.path}` })),
  ];
}

/** Links in emails lead to pages below it. */
function isStorefrontUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/.test(text) || !URL.canParse(text)) return false;
  const { search, hash, username, password } = new URL(text);
  return !search && !hash && !username && !password;
}

/** The site in its stored form. */
export function siteInputOf(slug: string, site: SiteMembers): SiteInput {
  return {
    slug,
    name: site.name,
    defaultLocale: site.defaultLocale,
    locales: site.locales,
    currency: canonicalCurrency(site.currency) ?? site.currency.toLowerCase(),
    storefrontUrl: site.storefrontUrl ?? null,
    allowedOrigins: (site.allowedOrigins ?? []).map((origin) => canonicalOrigin(origin) ?? origin),
    settings: site.settings ?? {},
  };
}
