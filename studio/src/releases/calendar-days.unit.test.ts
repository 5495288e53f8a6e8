import { describe, expect, test } from "vitest";
import { daysOf, firstDayOfWeek, monthAfter, monthOf, weeksOf } from "./calendar-days.ts";

describe("the weeks of a month", () => {
  test("begin with the day that weeks begin with, and hold the whole month", () => {
    const weeks = weeksOf("2026-03", 1);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    expect([weeks[0]?.[0]?.day, weeks.at(-1)?.[6]?.day]).toEqual(["2026-02-23", "2026-04-05"]);
    expect(weeksOf("2026-03", 0)[0]?.[0]).toEqual({ day: "2026-03-01", isOutside: false });
  });

  test("are as few as the month needs", () => {
    expect(weeksOf("2026-02", 0)).toHaveLength(4);
    expect(weeksOf("2026-05", 1)).toHaveLength(5);
    expect(weeksOf("2026-08", 1)).toHaveLength(6);
  });

  test.each(Array.from({ length: 36 }, (_, index) => monthAfter("2025-01", index)))("have each day of %s once, in order", (month) => {
    for (const firstDay of [0, 1, 6]) {
      const all = weeksOf(month, firstDay).flat();
      const days = all.map(({ day }) => day);
      expect(days).toEqual([...new Set(days)].sort());
      const monthDays = all.filter(({ isOutside }) => !isOutside);
      expect(daysOf(month)).toEqual(monthDays.map(({ day }) => day));
      const [year = 0, number = 0] = month.split("-").map(Number);
      expect(monthDays.map(({ day }) => Number(day.slice(8)))).toEqual(
        Array.from({ length: new Date(year, number, 0).getDate() }, (_, index) => index + 1),
      );
    }
  });
});

test("months follow each other over the end of a year", () => {
  expect([monthAfter("2026-12", 1), monthAfter("2026-01", -1), monthAfter("2026-05", 0)]).toEqual(["2027-01", "2025-12", "2026-05"]);
});

test("a month is read from an address, and nothing else is", () => {
  expect([monthOf("2026-03"), monthOf("2026-03-09")]).toEqual(["2026-03", "2026-03"]);
  expect(["", "2026", "2026-13", "2026-00", "x"].map(monthOf)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test("weeks begin as people are used to", () => {
  expect([firstDayOfWeek("de-DE"), firstDayOfWeek("pt-BR"), firstDayOfWeek("en-US")]).toEqual([1, 0, 0]);
});
