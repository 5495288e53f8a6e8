import axe from "axe-core";
import { type Page } from "playwright-core";

/** The barriers that axe-core finds on a page: each rule with the elements that break it. */
export async function violationsOn(page: Page): Promise<unknown> {
  await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join())]))`,
  );
}
