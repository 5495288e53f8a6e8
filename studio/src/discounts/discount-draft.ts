import type { CreateDiscountInput, Discount } from "@vitrine/client/admin";
import { instantIn, timeInZone } from "../app/zoned-time.ts";
import { amountOf, priceError, textOfAmount } from "../parts/amount.ts";

/** How buyers get a discount. */
export type Way = "code" | "auto" | "single";
export type Kind = Discount["kind"];
/** The items that a discount is for, by the names that the API takes. */
export type Items = Required<NonNullable<Discount["appliesTo"]>>;

/** A discount as a form has it: numbers, amounts and times are texts, as people write them. */
export interface DiscountDraft {
  title: Readonly<Record<string, string>>;
  way: Way;
  code: string;
  kind: Kind;
  percent: string;
  amount: string;
  buy: string;
  get: string;
  getPercent: string;
  /** In further currencies of the site. */
  amounts: NonNullable<Discount["amounts"]>;
  scope: "all" | "some";
  items: Items;
  minimumSubtotal: string;
  minimumQuantity: string;
  /** On the clock of the site. */
  startsAt: string;
  endsAt: string;
  usageLimit: string;
  perCustomerLimit: string;
  firstOrderOnly: boolean;
  combines: boolean;
  isActive: boolean;
}

export const draftMembers = [
  "title",
  "way",
  "code",
  "kind",
  "percent",
  "amount",
  "buy",
  "get",
  "getPercent",
  "amounts",
  "scope",
  "items",
  "minimumSubtotal",
  "minimumQuantity",
  "startsAt",
  "endsAt",
  "usageLimit",
  "perCustomerLimit",
  "firstOrderOnly",
  "combines",
  "isActive",
] as const satisfies readonly (keyof DiscountDraft)[];

/** What the form must know of a site. */
export interface DraftSite {
  currency: string;
  timeZone: string;
  defaultLocale: string;
}

const noItems: Items = { categories: [], products: [], skus: [] };

const emptyDraft: DiscountDraft = {
  title: {},
  way: "code",
  code: "",
  kind: "PERCENT",
  percent: "",
  amount: "",
  buy: "2",
  get: "1",
  getPercent: "100",
  amounts: {},
  scope: "all",
  items: noItems,
  minimumSubtotal: "",
  minimumQuantity: "",
  startsAt: "",
  endsAt: "",
  usageLimit: "",
  perCustomerLimit: "",
  firstOrderOnly: false,
  combines: false,
  isActive: true,
};

/** The form of a discount; undefined: of a new one. */
export function draftOf(discount: Discount | undefined, { currency, timeZone }: DraftSite): DiscountDraft {
  if (!discount) return emptyDraft;
  const { value, appliesTo, startsAt, endsAt } = discount;
  const count = (number: number | undefined) => (number === undefined ? "" : String(number));
  const time = (iso: string | undefined) => (iso === undefined ? "" : timeInZone(iso, timeZone));
  return {
    ...emptyDraft,
    title: discount.title,
    way: discount.isAutomatic ? "auto" : discount.code === null ? "single" : "code",
    code: discount.code ?? "",
    kind: discount.kind,
    ...(typeof value === "string" && { percent: value }),
    ...(typeof value === "number" && { amount: textOfAmount(value, currency) }),
    ...(typeof value === "object" && { buy: count(value.buy), get: count(value.get), getPercent: value.percent ?? "100" }),
    amounts: discount.amounts ?? {},
    scope: appliesTo ? "some" : "all",
    items: { ...noItems, ...appliesTo },
    minimumSubtotal: textOfAmount(discount.minimumSubtotal, currency),
    minimumQuantity: count(discount.minimumQuantity),
    startsAt: time(startsAt),
    endsAt: time(endsAt),
    usageLimit: count(discount.usageLimit),
    perCustomerLimit: count(discount.perCustomerLimit),
    firstOrderOnly: discount.firstOrderOnly ?? false,
    combines: discount.combinesWith === "ALL",
    isActive: discount.isActive,
  };
}

/** The form of a copy, with everything but the code. */
export const copyOf = (discount: Discount, site: DraftSite): DiscountDraft => ({ ...draftOf(discount, site), code: "" });

/** The members of the form that may be wrong. */
export type DiscountGap =
  | "title"
  | "code"
  | "percent"
  | "amount"
  | "buy"
  | "get"
  | "getPercent"
  | "items"
  | "minimumSubtotal"
  | "minimumQuantity"
  | "startsAt"
  | "endsAt"
  | "usageLimit"
  | "perCustomerLimit";

const percentOf = (text: string) => text.trim().replace(",", ".");
const isPercent = (text: string) => /^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)$/.test(text) && Number(text) > 0;
const isCount = (text: string, least: number, most: number) =>
  /^\d{1,8}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
const isAmount = (text: string, currency: string) =>
  priceError(text, currency) === undefined && (amountOf(text, currency) ?? 0) > 0 && (amountOf(text, currency) ?? 0) <= 99_999_999;

/** What is missing or wrong in a form, in the order of its fields. */
export function gapsOf(draft: DiscountDraft, { currency, timeZone, defaultLocale }: DraftSite): DiscountGap[] {
  const { way, kind, startsAt, endsAt } = draft;
  const start = instantIn(startsAt, timeZone);
  const end = instantIn(endsAt, timeZone);
  const isWrong: Readonly<Record<DiscountGap, boolean>> = {
    title: (draft.title[defaultLocale] ?? "").trim() === "",
    code: way === "code" && !/^[A-Za-z0-9][A-Za-z0-9_-]{1,39}$/.test(draft.code.trim()),
    percent: kind === "PERCENT" && !isPercent(percentOf(draft.percent)),
    amount: kind === "AMOUNT" && !isAmount(draft.amount, currency),
    buy: kind === "BUY_GET" && !isCount(draft.buy, 1, 999),
    get: kind === "BUY_GET" && !isCount(draft.get, 1, 999),
    getPercent: kind === "BUY_GET" && !isPercent(percentOf(draft.getPercent)),
    items: draft.scope === "some" && Object.values(draft.items).every((names) => names.length === 0),
    minimumSubtotal: draft.minimumSubtotal.trim() !== "" && !isAmount(draft.minimumSubtotal, currency),
    minimumQuantity: draft.minimumQuantity.trim() !== "" && !isCount(draft.minimumQuantity, 2, 99_999),
    startsAt: startsAt !== "" && start === undefined,
    endsAt: endsAt !== "" && (end === undefined || (start !== undefined && end <= start)),
    usageLimit: draft.usageLimit.trim() !== "" && !isCount(draft.usageLimit, 1, 10_000_000),
    perCustomerLimit:
      draft.perCustomerLimit.trim() !== "" &&
      !isCount(draft.perCustomerLimit, 1, Math.min(1_000, draft.usageLimit.trim() === "" ? 1_000 : Number(draft.usageLimit))),
  };
  return (Object.keys(isWrong) as DiscountGap[]).filter((member) => isWrong[member]);
}

/** The discount that a form without gaps describes. `stored`: its times stay as they are to the second, unless somebody changed them. */
export function bodyOf(draft: DiscountDraft, site: DraftSite, stored?: Discount): CreateDiscountInput {
  const { way, kind } = draft;
  const count = (text: string) => (text.trim() === "" ? undefined : Number(text));
  const time = (text: string, before: string | undefined) =>
    before !== undefined && timeInZone(before, site.timeZone) === text ? before : instantIn(text, site.timeZone);
  const members = {
    code: way === "code" ? draft.code.trim() : undefined,
    title: Object.fromEntries(Object.entries(draft.title).flatMap(([locale, text]) => (text.trim() === "" ? [] : [[locale, text.trim()]]))),
    kind,
    value: valueOf(draft, site.currency),
    amounts: amountsOf(draft),
    appliesTo: draft.scope === "all" ? undefined : Object.fromEntries(Object.entries(draft.items).filter(([, names]) => names.length > 0)),
    minimumSubtotal: amountOf(draft.minimumSubtotal, site.currency) ?? undefined,
    minimumQuantity: count(draft.minimumQuantity),
    startsAt: time(draft.startsAt, stored?.startsAt),
    endsAt: time(draft.endsAt, stored?.endsAt),
    usageLimit: count(draft.usageLimit),
    perCustomerLimit: count(draft.perCustomerLimit),
    firstOrderOnly: draft.firstOrderOnly || undefined,
    combinesWith: draft.combines ? ("ALL" as const) : ("NONE" as const),
    isActive: draft.isActive,
  };
  const written = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  return { ...(written as unknown as CreateDiscountInput), isAutomatic: way === "auto" };
}

/** The amounts in further currencies that the kind and the conditions of the discount use. */
function amountsOf({ kind, minimumSubtotal, amounts }: DiscountDraft): CreateDiscountInput["amounts"] | undefined {
  const entries = Object.entries(amounts).flatMap(([currency, amount]) => {
    const used = {
      ...(kind === "AMOUNT" && amount.value !== undefined && { value: amount.value }),
      ...(minimumSubtotal.trim() !== "" && amount.minimumSubtotal !== undefined && { minimumSubtotal: amount.minimumSubtotal }),
    };
    return Object.keys(used).length === 0 ? [] : [[currency, used] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function valueOf(draft: DiscountDraft, currency: string): CreateDiscountInput["value"] {
  if (draft.kind === "PERCENT") return percentOf(draft.percent);
  if (draft.kind === "AMOUNT") return amountOf(draft.amount, currency) ?? 0;
  if (draft.kind === "BUY_GET") return { buy: Number(draft.buy), get: Number(draft.get), percent: percentOf(draft.getPercent) };
  return undefined;
}

/** What people write of a stored discount. */
export function writtenOf(discount: Discount): CreateDiscountInput {
  const {
    id: _id,
    state: _state,
    uses: _uses,
    codes: _codes,
    revision: _revision,
    createdAt: _at,
    updatedAt: _changed,
    ...written
  } = discount;
  return written;
}

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A code that people can read out: the first word of the name, with the percentage or some letters. `pick`: a random integer below a limit. */
export function suggestCode(draft: DiscountDraft, { defaultLocale }: DraftSite, pick: (limit: number) => number): string {
  const plain = (draft.title[defaultLocale] ?? "").normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
  const word = /[A-Za-z]{2,}/.exec(plain)?.[0].toUpperCase().slice(0, 20) ?? "";
  const percent = draft.kind === "PERCENT" && isPercent(percentOf(draft.percent)) ? percentOf(draft.percent).split(".")[0] : undefined;
  const readable = word + (percent ?? "");
  if (word !== "" && percent !== undefined && readable !== draft.code) return readable;
  const random = Array.from({ length: word === "" ? 8 : 4 }, () => letters[pick(letters.length)]).join("");
  return word === "" ? random : `${word}-${random}`;
}
