import { expect, test } from "vitest";
import { lastDays } from "./days.ts";

const hourMs = 60 * 60_000;
const describeDays = (timeZone: string, now: string, count: number) =>
  lastDays(timeZone, new Date(now), count).map(({ day, beginsAt, endsAt }) => {
    return [day, beginsAt.toISOString(), (endsAt.getTime() - beginsAt.getTime()) / hourMs];
  });

test("days follow one another, and the last one has the instant", () => {
  for (const timeZone of ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe"]) {
    const now = new Date("2026-11-20T09:30:00.000Z");
    const days = lastDays(timeZone, now, 400);
    days.forEach(({ beginsAt }, index) => {
      if (index > 0) expect(beginsAt).toEqual(days[index - 1]?.endsAt);
    });
    const last = days.at(-1);
    expect(last && last.beginsAt <= now && now < last.endsAt).toBe(true);
    expect(new Set(days.map(({ day }) => day)).size).toBe(400);
  }
});

test("a day is shorter or longer where clocks change", () => {
  expect(describeDays("Europe/Berlin", "2026-03-30T10:00:00Z", 3)).toEqual([
    ["2026-03-28", "2026-03-27T23:00:00.000Z", 24],
    ["2026-03-29", "2026-03-28T23:00:00.000Z", 23],
    ["2026-03-30", "2026-03-29T22:00:00.000Z", 24],
  ]);
  expect(describeDays("Europe/Berlin", "2026-10-25T23:00:00Z", 2)).toEqual([
    ["2026-10-25", "2026-10-24T22:00:00.000Z", 25],
    ["2026-10-26", "2026-10-25T23:00:00.000Z", 24],
  ]);
});

test("a day begins later than midnight where clocks skip midnight, or not at all where they skip the day", () => {
  expect(describeDays("America/Sao_Paulo", "2018-11-05T10:00:00Z", 2)).toEqual([
    ["2018-11-04", "2018-11-04T03:00:00.000Z", 23],
    ["2018-11-05", "2018-11-05T02:00:00.000Z", 24],
  ]);
  expect(describeDays("America/Sao_Paulo", "2018-02-18T10:00:00Z", 2)).toEqual([
    ["2018-02-17", "2018-02-17T02:00:00.000Z", 25],
    ["2018-02-18", "2018-02-18T03:00:00.000Z", 24],
  ]);
  expect(describeDays("Pacific/Apia", "2011-12-31T20:00:00Z", 3)).toEqual([
    ["2011-12-30", "2011-12-30T10:00:00.000Z", 0],
    ["2011-12-31", "2011-12-30T10:00:00.000Z", 24],
    ["2012-01-01", "2011-12-31T10:00:00.000Z", 24],
  ]);
});
