import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { TestServer } from "./harness.ts";

/** One block type and one content type, which accept anything. */
export const anyTypes = {
  blockTypes: [{ type: "any", title: "Any", schema: { type: "object" } }],
  contentTypes: [{ slug: "post", title: "Post", schema: { type: "object" } }],
};

/** Data of exactly so many bytes of JSON, mostly of the letter. */
export function sized(bytes: number, letter = "x"): { text: string } {
  const room = bytes - Buffer.byteLength('{"text":""}');
  const letters = Math.floor(room / Buffer.byteLength(letter));
  return { text: letter.repeat(letters) + "x".repeat(room - letters * Buffer.byteLength(letter)) };
}

/** The errors in a bundle of a new site, by path and code: the same with and without --dry-run. */
export async function errorsOf(server: Pick<TestServer, "import">, bundle: Record<string, unknown>): Promise<string[]> {
  const site = { slug: `none-${randomUUID().slice(0, 12)}`, name: "None", defaultLocale: "en", locales: ["en"], currency: "eur" };
  const errorsWith = (dryRun: boolean) =>
    server.import({ bundle: 1, site, ...bundle }, { dryRun }).then(
      () => [],
      ({ errors }: { errors: { path: string; code: string }[] }) => errors.map(({ path, code }) => `${path} ${code}`),
    );
  const errors = await errorsWith(true);
  expect(await errorsWith(false)).toEqual(errors);
  return errors;
}
