import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

/** By default where Debian has it. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
export const hasChromium = existsSync(chromiumPath);
if (process.env.CI === "true" && !hasChromium) throw new Error("Chromium is not installed, or CHROMIUM_PATH does not lead to it.");

const args = [
  ...["--no-sandbox", "--disable-gpu", "--no-first-run"],
  // Without these Chromium contacts its vendor's hosts.
  ...["--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

/** A browser without a window, which contacts nobody by itself. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args });
}
