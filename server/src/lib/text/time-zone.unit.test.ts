import { expect, test } from "vitest";
import { isTimeZone } from "./time-zone.ts";

test("a time zone is a name of the IANA", () => {
  for (const zone of ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "Asia/Kolkata"])
    expect([zone, isTimeZone(zone)]).toEqual([zone, true]);
  for (const zone of ["", "+01:00", "Europe/Atlantis", "Europe/", "/Berlin", "Europe/Berlin ", "CET+1; drop table sites", "__proto__"])
    expect([zone, isTimeZone(zone)]).toEqual([zone, false]);
});
