import { Type, type Static } from "typebox";
import type { ValidationError } from "../http/problem.ts";
import type { SiteLocales } from "../text/locale.ts";
import type { SiteCurrencies } from "../text/currency.ts";
import { currencyStep } from "../text/money.ts";
import { byCurrency, currencyErrors } from "./by-currency.ts";
import { TextsByLocale, textErrors } from "./texts-by-locale.ts";

const Amount = Type.Integer({ minimum: 1, maximum: 99_999_999, description: "In minor units of the site's currency." });
/** Checked beside the kind, so that an error names the cause alone. */
const Percent = Type.String({ maxLength: 10, description: "A decimal number up to 100, as text.", examples: ["10", "33.3"] });
const percentPattern = /^(100(\.0{1,4})?|[0-9]{1,2}(\.[0-9]{1,4})?)$/;
const Names = (what: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 100, uniqueItems: true, description: what }),
  );

/** A code as people type it. */
const DiscountCode = Type.String({
  pattern: "^[A-Za-z0-9][A-Za-z0-9_-]{1,39}$",
  description: "2 to 40 letters without accents, digits, hyphens and underscores. Buyers may write it in capitals or not.",
  examples: ["AUTUMN10"],
});

/** Codes are compared without case, and without the spaces that come along when somebody copies one. */
export const codeKey = (code: string): string => code.trim().toUpperCase();

const discountKinds = ["PERCENT", "AMOUNT", "FREE_SHIPPING", "BUY_GET"] as const;

const BuyGet = Type.Object(
  {
    buy: Type.Integer({ minimum: 1, maximum: 999 }),
    get: Type.Integer({ minimum: 1, maximum: 999 }),
    percent: Type.Optional(Percent),
  },
  { additionalProperties: false },
);
type BuyGet = Static<typeof BuyGet>;

/** What a discount is, and for which orders, in the members that people write. */
export const discountMembers = {
  code: Type.Optional(
    Type.Union([DiscountCode, Type.Null()], {
      description: "The code that buyers enter. Null or absent: the discount has none.",
    }),
  ),
  isAutomatic: Type.Optional(
    Type.Boolean({
      description:
        "Whether the discount applies without a code. Absent: it does if it has no `code`. `false` without a `code`: single-use codes alone.",
    }),
  ),
  title: TextsByLocale,
  kind: Type.Enum([...discountKinds], {
    description:
      "`PERCENT`: a share of the price. `AMOUNT`: an amount, distributed over the items. `FREE_SHIPPING`: the chosen way of shipping costs nothing. " +
      "`BUY_GET`: the cheapest of so many items cost less.",
  }),
  value: Type.Optional(
    Type.Union([Percent, Amount, BuyGet], {
      description:
        '`PERCENT`: a decimal number as text, such as `"10"`. `AMOUNT`: an integer in minor units. `BUY_GET`: `{ "buy": 2, "get": 1, "percent": "100" }`, in which ' +
        "`percent` is 100 if it is absent. `FREE_SHIPPING`: absent.",
    }),
  ),
  appliesTo: Type.Optional(
    Type.Object(
      {
        categories: Names("Slugs of categories. Their subcategories are included."),
        products: Names("Slugs of products."),
        skus: Names("SKUs of variants."),
      },
      { additionalProperties: false, description: "The items that the discount is for. Absent: all." },
    ),
  ),
  minimumSubtotal: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 99_999_999,
      description: "The items that the discount is for must cost at least this much together.",
    }),
  ),
  amounts: Type.Optional(
    byCurrency(
      Type.Object(
        {
          value: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 99_999_999, description: "`AMOUNT`: what it takes off, in the currency's minor units." }),
          ),
          minimumSubtotal: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 99_999_999, description: "In the currency's minor units, in the place of that beside." }),
          ),
        },
        { additionalProperties: false },
      ),
      "The amounts in further currencies of the site. A discount with an amount or a `minimumSubtotal` does not apply to orders in a currency without them: " +
        "nothing is converted.",
    ),
  ),
  minimumQuantity: Type.Optional(
    Type.Integer({
      minimum: 2,
      maximum: 99_999,
      description: "The order must have at least so many units of the items that the discount is for.",
    }),
  ),
  startsAt: Type.Optional(Type.String({ format: "date-time" })),
  endsAt: Type.Optional(Type.String({ format: "date-time", description: "The first moment at which the discount is over." })),
  usageLimit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000, description: "So many orders may use it in all." })),
  perCustomerLimit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: "So many orders of a customer, or of a guest's e-mail address, may use it. Cancelled orders do not count.",
    }),
  ),
  firstOrderOnly: Type.Optional(
    Type.Boolean({ description: "Only for a customer, or a guest's e-mail address, without an earlier order." }),
  ),
  combinesWith: Type.Optional(
    Type.Enum(["NONE", "ALL"], {
      description:
        "`ALL`: the discount applies together with all others that combine. `NONE` (if absent): it applies alone. The order gets the cheapest of all choices.",
    }),
  ),
  isActive: Type.Optional(Type.Boolean({ description: "`false`: the discount applies to no order. Absent: `true`." })),
};

/** A discount as people write it. */
export const DiscountBody = Type.Object(discountMembers, { additionalProperties: false });
export type DiscountBody = Static<typeof DiscountBody>;

/** The discount with the amounts of a currency; undefined if it needs an amount, and has none in it. Pure. */
export function discountIn<Discount extends { kind: string; minimumSubtotal?: number | undefined; amounts?: DiscountBody["amounts"] }>(
  discount: Discount,
  currency: string,
  site: { currency: string },
): Discount | undefined {
  const { kind, minimumSubtotal, amounts = {} } = discount;
  const hasAmount = kind === "AMOUNT" || minimumSubtotal !== undefined;
  if (currency === site.currency || !hasAmount) return discount;
  const own = amounts[currency];
  const lacksAmount =
    (kind === "AMOUNT" && own?.value === undefined) || (minimumSubtotal !== undefined && own?.minimumSubtotal === undefined);
  return lacksAmount ? undefined : { ...discount, ...own };
}

/** The errors of a discount of the right form, by JSON Pointer. Pure. */
export function discountErrors(discount: DiscountBody, site: SiteLocales & SiteCurrencies): ValidationError[] {
  const {
    code,
    amounts = {},
    isActive,
    isAutomatic,
    title,
    kind,
    value,
    startsAt,
    endsAt,
    perCustomerLimit,
    usageLimit,
    appliesTo,
  } = discount;
  const errors = textErrors(title, "/title", site);
  const add = (path: string, message: string) => errors.push({ path, code: "value", message });
  if (isAutomatic === true && (code ?? null) !== null) add("/isAutomatic", "contradicts the code: remove one of both");
  if (kind === "FREE_SHIPPING" && value !== undefined) add("/value", "has no meaning for free shipping: remove it");
  if (kind === "PERCENT" && !isPercent(value)) add("/value", 'must be a percentage above 0 and up to 100 as text, such as "10"');
  if (kind === "AMOUNT" && typeof value !== "number") add("/value", "must be an integer in minor units");
  if (kind === "BUY_GET" && !isBuyGet(value)) add("/value", 'must be an object such as { "buy": 2, "get": 1 }');
  if (kind === "BUY_GET" && isBuyGet(value) && value.percent !== undefined && !isPercent(value.percent))
    add("/value/percent", 'must be a percentage above 0 and up to 100 as text, such as "50"');
  const checkStep = (amount: unknown, currency: string, path: string) => {
    const step = currencyStep(currency);
    if (kind === "AMOUNT" && typeof amount === "number" && amount % step !== 0)
      add(path, `must be a multiple of ${step}: the payment processor takes no other amount`);
  };
  checkStep(value, site.currency, "/value");
  errors.push(...currencyErrors(amounts, "/amounts", site));
  for (const [currency, own] of Object.entries(amounts)) {
    const path = `/amounts/${currency}`;
    checkStep(own.value, currency, `${path}/value`);
    if (kind === "AMOUNT" && own.value === undefined) add(`${path}/value`, "is required beside a value in the site's currency");
    if (kind !== "AMOUNT" && own.value !== undefined) add(`${path}/value`, "has no meaning for this kind: remove it");
    if ((own.minimumSubtotal === undefined) !== (discount.minimumSubtotal === undefined))
      add(
        `${path}/minimumSubtotal`,
        own.minimumSubtotal === undefined
          ? "is required beside that in the site's currency"
          : "needs one in the site's currency beside it: add it, or remove this",
      );
  }
  if (startsAt !== undefined && endsAt !== undefined && Date.parse(startsAt) >= Date.parse(endsAt))
    add("/endsAt", "must be later than startsAt");
  if (usageLimit !== undefined && perCustomerLimit !== undefined && perCustomerLimit > usageLimit)
    add("/perCustomerLimit", "must be at most usageLimit");
  // A discount whose items were all deleted can still be switched off.
  if (appliesTo && isActive !== false && Object.values(appliesTo).every((names) => names === undefined))
    add("/appliesTo", "names no items: name some, remove it, or set isActive to false");
  return errors;
}

const isPercent = (value: unknown): boolean => typeof value === "string" && percentPattern.test(value) && !/^[0.]+$/.test(value);
const isBuyGet = (value: DiscountBody["value"]): value is BuyGet => typeof value === "object";
