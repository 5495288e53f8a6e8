import axe from "axe-core";
import { type Page } from "playwright-core";

/** The barriers that axe-core finds on a page: each rule with the elements that break it. */
export async function violationsOn(page: Page): Promise<unknown> {
  await page.evaluate(axe.source);
  const violations = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join())]))`;
  // A page that does not answer would only read as a test that took too long.
  const tooLong = `new Promise((_, fail) => setTimeout(fail, 60_000, new Error("axe did not end within a minute.")))`;
  return page.evaluate(`Promise.race([${violations}, ${tooLong}])`);
}
