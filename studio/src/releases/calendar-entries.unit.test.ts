import type { ListedDocument, ListedRelease } from "@vitrine/client/admin";
import { expect, test } from "vitest";
import { byDay, entriesOf, lookOf } from "./calendar-entries.ts";

const release = (id: string, members: Partial<ListedRelease>) =>
  ({ id, name: id, state: "OPEN", publishAt: null, publishedAt: null, ...members }) as ListedRelease;
const document = (id: string, scheduled: ListedDocument["translations"][number]["scheduled"]) =>
  ({
    id,
    contentType: "page",
    translations: [
      { id: `${id}-en`, locale: "en", title: id, slug: id, scheduled },
      { id: `${id}-de`, locale: "de", title: "", slug: `${id}-auf-deutsch`, scheduled: null },
    ],
  }) as unknown as ListedDocument;
const pathOf = ({ id }: ListedDocument, locale: string) => `/pages/${id}/${locale}`;

test("all that has a time is in its order, and nothing else", () => {
  const entries = entriesOf(
    [
      release("later", { state: "SCHEDULED", publishAt: "2026-03-09T10:00:00.000Z" }),
      release("some day", {}),
      release("wished", { publishAt: "2026-03-02T10:00:00.000Z" }),
      release("live", { state: "PUBLISHED", publishAt: "2026-03-08T00:00:00.000Z", publishedAt: "2026-03-01T10:00:00.000Z" }),
    ],
    [
      document("sale", { publishAt: "2026-03-03T10:00:00.000Z", unpublishAt: "2026-03-30T10:00:00.000Z" }),
      document("imprint", null),
      document("old", { publishAt: null, unpublishAt: "2026-03-04T10:00:00.000Z" }),
    ],
    pathOf,
  );
  expect(entries.map(({ title, kind, path }) => `${title}: ${kind} ${path}`)).toEqual([
    "live: release /releases/live",
    "wished: release /releases/wished",
    "sale: publish /pages/sale/en",
    "old: unpublish /pages/old/en",
    "later: release /releases/later",
    "sale: unpublish /pages/sale/en",
  ]);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
});

test("a release that is open is planned once it has a day", () => {
  expect(lookOf({ state: "OPEN", publishAt: null })).toBe("OPEN");
  expect(lookOf({ state: "OPEN", publishAt: "2026-03-02T10:00:00.000Z" })).toBe("PLANNED");
  expect(lookOf({ state: "FAILED", publishAt: "2026-03-02T10:00:00.000Z" })).toBe("FAILED");
});

test("entries stand at the day of the person's clock", () => {
  const lateAtNight = new Date(2026, 2, 9, 23, 59).toISOString();
  const atMidnight = new Date(2026, 2, 10).toISOString();
  const days = byDay(entriesOf([release("a", { publishAt: lateAtNight }), release("b", { publishAt: atMidnight })], [], pathOf));
  expect([...days].map(([day, entries]) => [day, entries.map(({ title }) => title)])).toEqual([
    ["2026-03-09", ["a"]],
    ["2026-03-10", ["b"]],
  ]);
});
