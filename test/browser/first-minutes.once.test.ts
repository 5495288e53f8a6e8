import { expect, inject, test } from "vitest";
import { hasChromium } from "../kit/chromium.ts";
import { walkFirstMinutes } from "../../bench/first-minutes.ts";

// needs: embedded, Chromium. Installs a clone of the last commit: it needs the packages' registry, too.
test.runIf(hasChromium && inject("database") === "embedded")(
  "a newcomer gets from a clone to a site of their own that shows each change",
  { timeout: 900_000 },
  async () => {
    const steps = await walkFirstMinutes();
    expect(steps.map(({ name }) => name)).toEqual([
      ...["git clone", "npm ci", "npm start", "open the start page", "buy something in the demo shop", "vitrine new", "vitrine dev"],
      ...["a change of a page shows on save", "a change of the shop shows on save", "a mistake shows with its place"],
    ]);
  },
);
