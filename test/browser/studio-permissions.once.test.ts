import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Member {
  id: string;
  email: string;
  revision: number;
}

// needs: embedded. The link that signs in belongs to a server on a laptop.
describe.runIf(canShowDemo)("permissions that are taken away while a screen of the studio is open", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const find = async (owner: Page, email: string) => {
    const member = (await desk.call<Member[]>(owner, "/members?pageSize=100")).find((each) => each.email === email);
    if (!member) throw new Error(`${email} is no member.`);
    return member;
  };
  const setRole = async (owner: Page, email: string, role: string) => {
    const { id, revision } = await find(owner, email);
    await desk.call(owner, `/members/${id}`, "PATCH", { role }, { "if-match": `"${revision}"` });
  };
  const remove = async (owner: Page, email: string) => {
    const { id, revision } = await find(owner, email);
    const address = `${desk.origin()}/api/admin/v1/sites/fjord-and-form/members/${id}`;
    const sent = { method: "DELETE", headers: { "if-match": `"${revision}"` } };
    const asked = `fetch(${JSON.stringify(address)}, ${JSON.stringify(sent)}).then(({ status }) => status)`;
    expect(await owner.evaluate<number>(asked)).toBe(204);
  };
  const title = (page: Page) =>
    page
      .getByRole("region", { name: "Fields" })
      .getByRole("textbox", { name: /^Title\b/ })
      .first();
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const publish = (page: Page) => page.getByRole("button", { name: /^Publish( \d+ changes?)?$/ });

  test("the page editor turns into one to read, says so, and keeps what was typed until the right is back, or the person is", async () => {
    const email = "ema@example.com";
    const session = await desk.person(email, "EDITOR");
    const owner = await desk.open("/pages");
    const path = await desk.pathOf(owner, "about");
    const page = await desk.openFor(session, path);
    await page.getByRole("treegrid", { name: "Outline" }).waitFor();
    await button(page, "Page").click();
    // Nothing gets through before the role is another one.
    await page.route("**/draft", (route) => route.abort());
    await title(page).fill("Words of somebody who was an editor");
    await page.getByText("Offline, kept here").waitFor();
    await setRole(owner, email, "VIEWER");
    await publish(page).waitFor({ state: "detached" });
    await page.unroute("**/draft");
    await page.getByText("Not saved: Your role does not allow this.").waitFor();
    expect(await publish(page).count()).toBe(0);
    expect(await button(page, "Add block").count()).toBe(0);
    expect(await title(page).inputValue()).toBe("Words of somebody who was an editor");
    expect(await title(page).getAttribute("readonly")).not.toBeNull();

    await setRole(owner, email, "EDITOR");
    await publish(page).waitFor();
    await desk.saved(page);
    const id = path.split("/")[2] ?? "";
    const read = async () =>
      (await desk.call<{ translations: { locale: string; draft: { title: string } }[] }>(owner, `/pages/${id}`)).translations.find(
        ({ locale }) => locale === "en",
      )?.draft.title;
    expect(await read()).toBe("Words of somebody who was an editor");

    await page.route("**/draft", (route) => route.abort());
    await title(page).fill("The last words before the removal");
    await page.getByText("Offline, kept here").waitFor();
    await remove(owner, email);
    await page.getByRole("heading", { level: 1, name: "You are no longer a member of this site" }).waitFor();
    expect(await page.locator("body").innerText()).not.toMatch(/The last words|Words of somebody|About us|Fjord/);
    await page.unroute("**/draft");

    await demo.vitrine("admin", "create", email, "--site", "fjord-and-form", "--role", "EDITOR");
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "The last words before the removal" }).waitFor();
    await desk.saved(page);
    expect(await read()).toBe("The last words before the removal");
  });

  test("the team and the keys show what the new role may see, and then nothing", async () => {
    const email = "adam@example.com";
    const session = await desk.person(email, "ADMIN");
    const owner = await desk.open("/pages");
    const team = await desk.openFor(session, "/settings/team");
    const keys = await desk.openFor(session, "/settings/keys");
    await team.getByRole("heading", { name: "Invitations" }).waitFor();
    await team.getByLabel("E-mail address").fill("half@writ");
    await button(keys, "New key").waitFor();
    const last = await keys.getByRole("listitem").allInnerTexts();
    expect(last.length).toBeGreaterThan(0);
    await setRole(owner, email, "VIEWER");
    await team.getByRole("heading", { name: "Invitations" }).waitFor({ state: "detached" });
    expect(await team.getByLabel("E-mail address").count()).toBe(0);
    expect(await team.getByRole("button", { name: /^Role of/ }).count()).toBe(0);
    await keys.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
    expect(await keys.locator("main").innerText()).not.toContain("pk_");
    for (const page of [team, keys]) expect(await page.getByRole("link", { name: "API keys" }).count()).toBe(0);
    await desk.isAccessible(keys);
    await remove(owner, email);
    for (const page of [team, keys]) {
      await page.getByRole("heading", { level: 1, name: "You are no longer a member of this site" }).waitFor();
      expect(await page.locator("body").innerText()).not.toContain("@example.com");
    }
    await desk.isAccessible(team);
  });

  test("a viewer sees the page and its preview, and fields that look as they are: to be read", async () => {
    const session = await desk.person("vera@example.com", "VIEWER");
    const owner = await desk.open(await desk.pathOf(await desk.open("/pages"), "about"));
    const page = await desk.openFor(session, new URL(owner.url()).pathname.replace("/studio/sites/fjord-and-form", ""));
    const backgrounds: string[] = [];
    for (const each of [owner, page]) {
      await each.getByRole("treegrid", { name: "Outline" }).getByRole("row").first().waitFor();
      await each.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
      expect(await each.frameLocator("iframe").locator("body").innerText()).not.toMatch(/^\s*…\s*$/);
      await each.getByRole("treegrid", { name: "Outline" }).getByRole("row", { name: "Hero" }).first().click();
      const field = each
        .getByRole("region", { name: "Fields" })
        .getByRole("textbox", { name: /^Title\b/ })
        .first();
      await field.waitFor();
      expect(await field.getAttribute("readonly")).toBe(each === page ? "" : null);
      await field.focus();
      backgrounds.push(await each.evaluate<string>("getComputedStyle(document.activeElement).backgroundColor"));
    }
    expect(backgrounds[0]).not.toBe(backgrounds[1]);
    const fields = page.getByRole("region", { name: "Fields" });
    expect(await fields.locator("input:not([readonly], [disabled]), textarea:not([readonly], [disabled])").count()).toBe(0);
  });
});
