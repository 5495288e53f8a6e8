import { describe, expect, test } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";

// needs: embedded. The page belongs to a server on a laptop.
describe.runIf(canShowDemo)("the drafts in the viewer of pages", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const open = (fragment = "", options = {}) => demo.open(demo.addresses.site + fragment, options);
  const heading = (name: string) => demo.page.getByRole("heading", { level: 1, name, exact: true });

  test("shows a draft by its token, marked as one, and nothing that would need a key", async () => {
    const composition = [
      { id: "a", type: "hero", props: { title: "Not yet", buttonLabel: "Elsewhere", buttonHref: "/pages/contact" } },
      { id: "b", type: "form", props: { form: "contact" } },
      { id: "c", type: "carousel", props: {} },
    ];
    const data = {
      id: "1",
      slug: "home",
      locale: "en",
      title: "T",
      seo: { title: "T" },
      composition,
      updatedAt: "2026-11-21T09:30:00.000Z",
    };
    const headers: Record<string, string>[] = [];
    const page = await open("#preview=pv_over", { refusals: true });
    await heading("No such draft").waitFor();
    await page.route("**/preview/pv_good*", (route) => {
      headers.push(route.request().headers());
      return route.fulfill({ json: { data } });
    });
    await page.goto(`${demo.addresses.site}#preview=pv_good`);
    await heading("Not yet").waitFor();
    await page.getByText("Draft, not published.").waitFor();
    await page.getByText("A block of the type carousel").waitFor();
    await page.getByText("Here stands the form “contact”.").waitFor();
    expect(await page.locator("#content a").count()).toBe(0);
    expect(headers.map((each) => each["x-api-key"])).toEqual([undefined]);
    expect(demo.errors).toEqual([]);
  });

  test("shows a draft to anyone who has its link, and explains when the link has ended", async () => {
    const created = await demo.vitrine("preview", "create", demoSlug, "home", "--json");
    const { token } = JSON.parse(created.stdout) as { token: string };
    const page = await open(`#preview=${token}`);
    await heading("It is dark at four. Sit well.").waitFor();
    await page.getByText("Draft, not published.").waitFor();
    expect(demo.errors).toEqual([]);
    await demo.vitrine("preview", "cancel", demoSlug, token);
    await open(`#preview=${token}`, { refusals: true });
    await heading("No such draft").waitFor();
  });
});
