import type { Discount } from "@vitrine/client/admin";
import { describe, expect, test } from "vitest";
import { bodyOf, copyOf, draftOf, gapsOf, suggestCode, type DiscountDraft } from "./discount-draft.ts";

const site = { currency: "eur", timeZone: "Europe/Berlin", defaultLocale: "en" };
const stored: Discount = {
  id: "1",
  code: "AUTUMN10",
  isAutomatic: false,
  title: { en: "Autumn" },
  kind: "PERCENT",
  value: "10",
  appliesTo: { products: ["chair"], skus: ["LAMP-1"] },
  minimumSubtotal: 5_000,
  minimumQuantity: 2,
  startsAt: "2026-12-03T23:00:17.000Z",
  endsAt: "2026-12-31T23:00:00.000Z",
  usageLimit: 100,
  perCustomerLimit: 1,
  firstOrderOnly: true,
  combinesWith: "ALL",
  isActive: false,
  state: "INACTIVE",
  uses: 3,
  codes: 0,
  revision: 4,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};
const { id: _id, state: _state, uses: _uses, codes: _codes, revision: _revision, createdAt: _at, updatedAt: _changed, ...written } = stored;
const draft = (more: Partial<DiscountDraft> = {}): DiscountDraft => ({
  ...draftOf(undefined, site),
  title: { en: "Autumn" },
  code: "AUTUMN10",
  percent: "10",
  ...more,
});

test("a form that nobody changed is the discount that it was read from", () => {
  expect(draftOf(stored, site)).toMatchObject({ startsAt: "2026-12-04T00:00", endsAt: "2027-01-01T00:00", scope: "some", way: "code" });
  expect(bodyOf(draftOf(stored, site), site, stored)).toEqual(written);
  expect(gapsOf(draftOf(stored, site), site)).toEqual([]);
});

test("a copy has everything but the code", () => {
  expect(bodyOf(copyOf(stored, site), site)).toMatchObject({ code: "", value: "10", startsAt: "2026-12-03T23:00:00.000Z" });
  expect(gapsOf(copyOf(stored, site), site)).toEqual(["code"]);
});

test.each<[string, Partial<DiscountDraft>, object]>([
  ["a share with a comma", { percent: " 33,3 " }, { value: "33.3" }],
  ["an amount", { kind: "AMOUNT", amount: "5,5" }, { kind: "AMOUNT", value: 550 }],
  ["buy and get", { kind: "BUY_GET", getPercent: "50" }, { kind: "BUY_GET", value: { buy: 2, get: 1, percent: "50" } }],
  ["no code", { way: "auto" }, { isAutomatic: true }],
  ["an end by the clock of the site", { endsAt: "2026-07-01T12:00" }, { endsAt: "2026-07-01T10:00:00.000Z" }],
])("%s", (_, more, body) => {
  expect(gapsOf(draft(more), site)).toEqual([]);
  expect(bodyOf(draft(more), site)).toMatchObject(body);
});

test("members of other kinds and ways are left out", () => {
  expect(bodyOf(draft({ way: "single", kind: "FREE_SHIPPING", amount: "5" }), site)).toEqual({
    title: { en: "Autumn" },
    kind: "FREE_SHIPPING",
    combinesWith: "NONE",
    isActive: true,
    isAutomatic: false,
  });
});

describe("what is missing or wrong is named", () => {
  test.each<[Partial<DiscountDraft>, string]>([
    [{ title: { de: "Herbst" } }, "title"],
    [{ code: "A" }, "code"],
    [{ code: "AUTUMN 10" }, "code"],
    [{ percent: "0" }, "percent"],
    [{ percent: "100.1" }, "percent"],
    [{ kind: "AMOUNT", amount: "" }, "amount"],
    [{ kind: "AMOUNT", amount: "0" }, "amount"],
    [{ kind: "BUY_GET", buy: "1.5" }, "buy"],
    [{ kind: "BUY_GET", get: "" }, "get"],
    [{ kind: "BUY_GET", getPercent: "x" }, "getPercent"],
    [{ scope: "some" }, "items"],
    [{ minimumSubtotal: "4,2," }, "minimumSubtotal"],
    [{ minimumQuantity: "1" }, "minimumQuantity"],
    [{ startsAt: "2026-07-01T12:00", endsAt: "2026-07-01T12:00" }, "endsAt"],
    [{ usageLimit: "0" }, "usageLimit"],
    [{ usageLimit: "2", perCustomerLimit: "3" }, "perCustomerLimit"],
  ])("%j", (more, gap) => {
    expect(gapsOf(draft(more), site)).toEqual([gap]);
  });
});

test("a suggested code can be read out", () => {
  const suggest = (more: Partial<DiscountDraft>) => suggestCode(draft({ code: "", ...more }), site, () => 0);
  expect(suggest({ title: { en: "Été à Paris" } })).toBe("ETE10");
  expect(suggest({ percent: "33.3" })).toBe("AUTUMN33");
  expect(suggest({ code: "AUTUMN10" })).toBe("AUTUMN-AAAA");
  expect(suggest({ kind: "AMOUNT" })).toBe("AUTUMN-AAAA");
  expect(suggest({ title: { en: "秋" } })).toBe("AAAAAAAA");
});
