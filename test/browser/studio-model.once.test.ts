import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { modelDesk, type StoredType } from "./model-desk.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("the model in the studio", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const { openType, button, field, choose, addField, save, breaks, put } = modelDesk(desk);
  const typeAt = (page: Page, path: string) => desk.call<StoredType>(page, path);

  test.each(["light", "dark"] as const)("has no barriers, and nothing that the page's policy refuses (%s)", async (colorScheme) => {
    const page = await desk.open("/model", { colorScheme });
    await page.getByRole("heading", { level: 1, name: "Model" }).waitFor();
    await page.getByRole("link", { name: "8 entries" }).waitFor();
    await desk.isAccessible(page);
    await page.getByRole("link", { name: "Guide", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Guide" }).waitFor();
    for (const name of ["Difficulty", "Steps", "Each item of Steps", "From our shop", "Search engines"]) {
      await choose(page, name);
      await desk.isAccessible(page);
    }
    await button(page, "Add a field").click();
    await desk.isAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("radio", { name: "Code" }).click();
    await page.getByLabel("Definition of the type").waitFor();
    await desk.isAccessible(page);
    const other = await openType(page, "blocks/columns", "Columns");
    await desk.isAccessible(other);
    expect(demo.errors).toEqual([]);
  });

  test("a field is added, placed with the keyboard and grouped; entries have it then", async () => {
    const page = await desk.open("/model/entries/guide");
    await addField(page, "Number", "Budget");
    expect(await field(page, "Name").inputValue()).toBe("budget");
    await page.getByRole("combobox", { name: "Group" }).fill("Money");
    await field(page, "Unit").fill("€");
    await page.getByRole("row", { name: "Budget" }).focus();
    for (let step = 0; step < 7; step += 1) await page.keyboard.press("Alt+ArrowUp");
    await page.getByText("All content still fits.").waitFor();
    await save(page);
    const { schema, uiSchema } = await typeAt(page, "/content-types/guide");
    expect(Object.keys(schema.properties as object).slice(0, 3)).toEqual(["title", "budget", "excerpt"]);
    expect(uiSchema).toMatchObject({ budget: { unit: "€", group: "Money" } });
    await page.getByRole("link", { name: "8 entries" }).click();
    // The page of the type has rows, too.
    await page.waitForURL(/\/entries\/guide$/);
    await page.getByRole("grid").getByRole("row").nth(1).click();
    await page.waitForURL(/\/entries\/guide\/[^/]+\/en$/);
    await page.getByRole("button", { name: "Money" }).waitFor();
    await page.getByLabel("Budget").fill("120");
    await desk.saved(page);
  });

  test("a field that becomes needed first shows the entries that lack it, and the save is undone", async () => {
    const page = await desk.open("/model/entries/designer");
    await addField(page, "Text", "Motto");
    await page.getByText("All content still fits.").waitFor();
    await page.getByText("Required", { exact: true }).click();
    await page.getByText(/^No longer fitting: \d+ versions of documents\.$/).waitFor();
    const link = page.getByRole("group", { name: "Effects of the change" }).getByRole("link").first();
    expect(await link.getAttribute("href")).toMatch(/\/entries\/designer\/[\w-]+\/en$/);
    await button(page, "Save").click();
    const asked = page.getByRole("alertdialog", { name: "Some content would no longer fit" });
    await asked.getByRole("link", { name: "Ingrid Solheim" }).first().waitFor();
    await desk.isAccessible(page);
    await button(page, "Cancel").click();
    expect((await typeAt(page, "/content-types/designer")).revision).toBe(1);
    await button(page, "Save").click();
    await button(page, "Save anyway").click();
    await page.getByText("Type saved").waitFor();
    expect((await typeAt(page, "/content-types/designer")).schema.required).toContain("motto");
    await page.getByRole("alertdialog").filter({ hasText: "Type saved" }).getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await typeAt(page, "/content-types/designer")).schema.required).toEqual(["name", "role", "bio"]);
    await page.getByRole("row", { name: "Motto" }).waitFor({ state: "detached" });
  });

  test("a new content type with a choice and a reference is made, and an entry of it written", async () => {
    const page = await desk.open("/model");
    await button(page, "New content type").click();
    await field(page, "Title").fill("Open workshop");
    expect(await field(page, "Name").inputValue()).toBe("open-workshop");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Open workshop" }).waitFor();
    await addField(page, "Text", "Name of it");
    await addField(page, "Choice", "Level");
    await field(page, "Value 1").fill("easy");
    await field(page, "Value 2").fill("hard");
    await page.keyboard.press("Tab");
    await field(page, "Words for hard").fill("For the brave");
    await addField(page, "Reference", "Led by");
    await page.getByText("Designer", { exact: true }).click();
    await save(page);
    expect((await typeAt(page, "/content-types/open-workshop")).schema.properties).toMatchObject({
      nameOfIt: { type: "string", title: "Name of it" },
      level: { enum: ["easy", "hard"] },
      ledBy: { $ref: "vitrine:entry", "x-contentType": ["designer"] },
    });
    await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/entries/open-workshop`);
    await button(page, "New entry").first().click();
    await page.getByLabel("Name of it").fill("Chairs");
    await page.getByText("For the brave").click();
    await button(page, "Choose an entry").click();
    await page.getByRole("option", { name: /Ingrid Solheim/ }).click();
    await desk.saved(page);
    const [entry] = await desk.call<{ id: string }[]>(page, "/entries?contentType=open-workshop");
    const { translations } = await desk.call<{ translations: { draft: { data: object } }[] }>(page, `/entries/${entry?.id}`);
    expect(translations[0]?.draft.data).toMatchObject({
      nameOfIt: "Chairs",
      level: "hard",
      ledBy: { entry: expect.any(String) as string },
    });
  });

  test("a block type gets slots: the pages that they do not fit are shown first", async () => {
    const page = await openType(await desk.open("/model"), "blocks/columns", "Columns");
    await button(page, "Add a slot").click();
    const slot = page.getByRole("group", { name: "Content" });
    await slot.getByLabel("Name").fill("left");
    await slot.getByLabel("Title").fill("On the left");
    expect(await breaks(page)).toBeGreaterThan(1);
    await button(page, "Add a slot").click();
    await page.getByRole("group", { name: "Content" }).getByLabel("Name").fill("right");
    await page.keyboard.press("Tab");
    await page.getByText("All content still fits.").waitFor();
    await page.getByRole("group", { name: "On the left" }).getByLabel("At most (blocks)").fill("1");
    await save(page);
    expect((await typeAt(page, "/block-types/columns")).slots).toEqual({
      left: { title: "On the left", max: 1 },
      right: { title: "Content" },
    });
  });

  test("the code and the fields are one state; what is no type is told and not taken", async () => {
    const page = await openType(await desk.open("/model"), "entries/blog-post", "Blog post");
    await page.getByRole("radio", { name: "Code" }).click();
    const code = page.getByLabel("Definition of the type");
    const before = await code.inputValue();
    await code.fill(before.replace('"Excerpt"', '"Excerpt'));
    await page.getByText(/^This is not valid JSON/).waitFor();
    await code.fill(before.replace('"title": "Excerpt"', '"title": "Lead", "examples": ["A"], "nullable": true'));
    await button(page, "/schema/properties/excerpt/nullable").first().waitFor();
    expect(await button(page, "Save").isDisabled()).toBe(true);
    await code.fill(before.replace('"title": "Excerpt"', '"title": "Lead", "examples": ["A"]'));
    await page.getByText("All content still fits.").waitFor();
    await page.getByRole("radio", { name: "Fields" }).click();
    await choose(page, "Lead");
    await page.getByText("Kept as it is, and changed as code: examples.").waitFor();
    await field(page, "Description").fill("Two sentences");
    await page.keyboard.press("Control+s");
    await page.getByText("Type saved").waitFor();
    const { schema } = await typeAt(page, "/content-types/blog-post");
    const expected = JSON.parse(before) as StoredType;
    Object.assign((expected.schema.properties as { excerpt: object }).excerpt, {
      title: "Lead",
      examples: ["A"],
      description: "Two sentences",
    });
    expect(schema).toEqual(expected.schema);
  });

  test("two people who change the same see both, and lose nothing", async () => {
    const page = await openType(await desk.open("/model"), "blocks/quote", "Quote");
    await choose(page, "Role");
    await field(page, "Title").fill("Their role");
    await field(page, "At most (characters)").fill("90");
    const type = await typeAt(page, "/block-types/quote");
    const text = JSON.stringify(type.schema);
    await put(page, "/block-types/quote", type, text.replace('"title":"Role"', '"title":"Position"').replace('"Quotation"', '"Words"'));
    await page.getByText(/changed the same meanwhile/).waitFor();
    await page.getByText('"Position"').waitFor();
    await desk.isAccessible(page);
    await button(page, "Keep mine").click();
    await save(page);
    expect((await typeAt(page, "/block-types/quote")).schema.properties).toMatchObject({
      role: { title: "Their role", maxLength: 90 },
      text: { title: "Words" },
    });
  });

  test("the studio asks before somebody leaves with changes; a type is found by its name, copied, removed and brought back", async () => {
    const page = await openType(await desk.open("/model"), "entries/designer", "Designer");
    await choose(page, "About");
    await field(page, "Description").fill("Not saved");
    await page.getByRole("link", { name: "Pages", exact: true }).click();
    await page.getByRole("alertdialog", { name: "Leave without saving?" }).getByRole("button", { name: "Cancel" }).click();
    expect(await field(page, "Description").inputValue()).toBe("Not saved");
    await button(page, "Discard").click();
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Find anything" }).fill("feature list");
    await page.getByRole("menuitem", { name: /Feature list/ }).click();
    await page.getByRole("heading", { level: 1, name: "Feature list" }).waitFor();
    await button(page, "More actions for Feature list").click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.getByRole("dialog").getByLabel("Title").fill("Spare list");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Spare list" }).waitFor();
    await page.getByRole("link", { name: "Model", exact: true }).first().click();
    const remove = async (name: string) => {
      await button(page, `More actions for ${name}`).click();
      await page.getByRole("menuitem", { name: "Remove" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click();
    };
    await remove("Spare list");
    await page.getByRole("link", { name: "Spare list" }).waitFor({ state: "detached" });
    await button(page, "Undo").click();
    await page.getByRole("link", { name: "Spare list" }).waitFor();
    await remove("Guide");
    const places = page.getByRole("dialog", { name: "“Guide” is in use" });
    await places.getByRole("link").first().waitFor();
    await desk.isAccessible(page);
  });

  test("fields inside of lists and groups are added, dragged and taken away again", async () => {
    const page = await openType(await desk.open("/model"), "entries/guide", "Guide");
    const names = async (path: RegExp) => {
      const { schema } = JSON.parse(await code()) as StoredType;
      const objectSchema = path.test("steps") ? (schema.$defs as { step: { properties: object } }).step : schema;
      return Object.keys(objectSchema.properties as object);
    };
    const code = async () => {
      await page.getByRole("radio", { name: "Code" }).click();
      const text = await page.getByLabel("Definition of the type").inputValue();
      await page.getByRole("radio", { name: "Fields" }).click();
      return text;
    };
    const before = await code();
    await button(page, "More actions for Each item of Steps").click();
    await page.getByRole("menuitem", { name: "Add a field to Each item of Steps" }).click();
    await page.getByRole("dialog").getByText("File", { exact: true }).click();
    await page.keyboard.type("Photo");
    await page.keyboard.press("Tab");
    expect(await names(/steps/)).toEqual(["title", "text", "photo"]);
    await page.getByRole("row", { name: "Difficulty", exact: true }).dragTo(page.getByRole("row", { name: "Title", exact: true }).first(), {
      targetPosition: { x: 120, y: 3 },
    });
    await expect.poll(async () => (await names(/top/))[0]).toBe("difficulty");
    await page.getByRole("row", { name: "Photo", exact: true }).click();
    await button(page, "More actions for Photo").click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    expect(await names(/steps/)).toEqual(["title", "text"]);
    for (let step = 0; step < 8; step += 1) await page.keyboard.press("Control+z");
    expect(await code()).toBe(before);
  });

  test("somebody who may only look sees the model, and no button that changes it", async () => {
    const { stdout } = await demo.vitrine("admin", "create", "vera@example.com", "--site", demoSlug, "--role", "VIEWER");
    const page = await demo.open(/http\S+/.exec(stdout)?.[0] ?? "", { refusals: true });
    await page.getByLabel("New password", { exact: true }).fill("a long and quiet password");
    await button(page, "Save password").click();
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.locator("main > section:not([hidden])").getByLabel("E-mail address").fill("vera@example.com");
    await page.locator("main > section:not([hidden])").getByLabel("Password", { exact: true }).fill("a long and quiet password");
    await button(page, "Sign in").click();
    await page.getByRole("link", { name: "Model", exact: true }).click();
    await page.getByText("Only administrators may change the model.").waitFor();
    const forbidden = page.getByRole("button", { name: /^(New|Add|More actions for|Move|Undo|Redo|Save|Remove)/ });
    expect(await forbidden.count()).toBe(0);
    await page.getByRole("link", { name: "Columns" }).click();
    await page.getByRole("heading", { level: 1, name: "Columns" }).waitFor();
    await choose(page, "Widths");
    expect(
      await page
        .getByRole("region", { name: "Settings of the field" })
        .getByRole("button", { name: /^(Add|Move|Remove)/ })
        .count(),
    ).toBe(0);
    expect(await field(page, "Title").isEditable()).toBe(false);
    await page.getByRole("radio", { name: "Code" }).click();
    expect(await page.getByLabel("Definition of the type").isEditable()).toBe(false);
    expect(await forbidden.count()).toBe(0);
    await desk.isAccessible(page);
    expect(demo.errors).toEqual([]);
  });
});
