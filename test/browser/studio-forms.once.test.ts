import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Submission {
  id: string;
  read: boolean;
  spam: boolean;
}

// needs: Chromium.
describe.runIf(canShowStudio)("forms in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const evil = "<b>bold</b><img src=x onerror=alert(1)>";
  const cv = Buffer.from(
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
  );
  const heading = (page: Page, name: string, level = 1) => page.getByRole("heading", { level, name, exact: true }).waitFor();
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const listed = (page: Page, query = "") => desk.call<Submission[]>(page, `/forms/apply/submissions${query}`);
  const rows = (page: Page) => page.getByRole("grid", { name: "Submissions" }).getByRole("row");
  const addressOf = (form: string) => new URL(`/api/public/v1/plugins/svc.forms/forms/${form}/submit`, demo.addresses.site);

  /** Sends a form as the page of a visitor does. */
  async function send(form: string, data: Record<string, string>, file?: string, field = "cv"): Promise<void> {
    const body = new FormData();
    for (const [name, value] of Object.entries(data)) body.append(name, value);
    if (file !== undefined) body.append(field, new Blob([cv], { type: "application/pdf" }), file);
    const answer = await fetch(addressOf(form), { method: "POST", headers: { "x-api-key": demoApiKey }, body });
    if (answer.status !== 202) throw new Error(await answer.text());
  }

  beforeAll(async () => {
    const page = await desk.open("/forms");
    const schema = {
      type: "object",
      additionalProperties: false,
      required: ["name", "email"],
      properties: {
        name: { type: "string", title: "Your name", minLength: 1, maxLength: 120 },
        email: { type: "string", title: "Your e-mail address", format: "email" },
        topic: { type: "string", title: "What it is about", enum: ["job", "other"] },
        message: { type: "string", title: "Message", maxLength: 5_000 },
        cv: { $ref: "vitrine:upload", title: "CV", "x-accept": ["application/pdf"] },
      },
    };
    const uiSchema = { topic: { labels: { job: "A job at the workshop" } }, message: { widget: "textarea" } };
    await desk.call(page, "/forms", "POST", { slug: "apply", name: "Apply", schema, uiSchema });
    await send("apply", { name: "Eve", email: "eve@example.com", message: "Cheap pills", _hp: "x" });
    await send("apply", { name: "Ada", email: "ada@example.com", topic: "job", message: `Two lines\n${evil}` }, "My CV.pdf");
    await send("apply", { name: "Bob", email: "bob@example.com" });
    await send("apply", { name: "Cleo", email: "cleo@example.com" });
  });

  test("a submission with a file is read, saved and answered, and what a stranger wrote is text", async () => {
    const page = await desk.open();
    await page.getByRole("link", { name: /3\s+new in Apply/ }).waitFor();
    await page.getByRole("link", { name: "Forms", exact: true }).click();
    await heading(page, "Forms");
    await page.getByRole("row", { name: /Apply/ }).getByText("3 new", { exact: true }).waitFor();
    await desk.isAccessible(page);
    await page.getByRole("row", { name: /Apply/ }).getByRole("link").click();
    await heading(page, "Apply");
    await page.getByText("3 submissions", { exact: true }).waitFor();
    await desk.isAccessible(page);
    await rows(page).filter({ hasText: "Ada" }).click();
    await heading(page, "Ada", 2);
    for (const text of ["Your e-mail address", "A job at the workshop", `Two lines\n${evil}`, "My CV.pdf"]) {
      await page.getByRole("article").getByText(text, { exact: true }).waitFor();
    }
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download My CV.pdf" }).click();
    const download = await downloading;
    expect([download.suggestedFilename(), (await readFile(await download.path())).toString().startsWith("%PDF")]).toEqual([
      "My CV.pdf",
      true,
    ]);
    const answer = page.getByRole("link", { name: "Answer by e-mail" });
    expect(await answer.getAttribute("href")).toBe("mailto:ada@example.com?subject=Re%3A%20Apply");
    await page.getByRole("button", { name: "Mark as new" }).waitFor();
    expect((await listed(page, "?read=true")).length).toBe(1);
    await desk.isAccessible(page);
    await page.goBack();
    await page.getByText("Choose a submission to read it.").waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("every screen has no barriers in the dark, either", async () => {
    const [first] = await listed(await desk.open("/forms"), "?q=ada@");
    for (const path of ["", "/apply", `/apply?submission=${first?.id ?? ""}`, "/apply/edit"]) {
      const page = await desk.open(`/forms${path}`, { colorScheme: "dark" });
      if (path.includes("?")) await heading(page, "Ada", 2);
      else await heading(page, path === "" ? "Forms" : "Apply");
      if (path.endsWith("edit")) await page.getByRole("row", { name: "CV" }).click();
      await desk.isAccessible(page);
    }
  });

  test("a search and a view stand in the address, and the table of the same submissions is saved", async () => {
    const page = await desk.open("/forms/apply");
    await page.getByRole("searchbox").fill("bob@");
    await page.getByText("1 submission", { exact: true }).waitFor();
    await page.waitForURL(/q=bob/);
    await page.reload();
    await page.getByText("1 submission", { exact: true }).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("bob@");
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export as CSV" }).click();
    const csv = (await readFile(await (await downloading).path())).toString();
    expect(csv).toContain("bob@example.com");
    expect(csv).not.toContain("cleo@example.com");
    await page.getByRole("searchbox").fill("nobody@");
    await page.getByText("No submission is like this.").waitFor();
    await press(page, "Clear the filter");
    await page.getByText("3 submissions", { exact: true }).waitFor();
    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/forms/apply?view=spam`);
    await rows(page).filter({ hasText: "Eve" }).click();
    await press(page, "Not spam");
    await page.getByText("It is no longer marked as spam.").waitFor();
    await page.getByText("No submission is like this.").waitFor();
    expect((await listed(page, "?spam=true")).length).toBe(0);
    await press(page, "Undo");
    await page.getByText("1 submission", { exact: true }).waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("the inbox is worked through with the keyboard alone", async () => {
    const page = await desk.open("/forms/apply?view=new");
    const isFocused = (name: string) => page.locator("h2:focus", { hasText: name }).waitFor();
    await rows(page).first().waitFor();
    await page.getByRole("searchbox").focus();
    for (let presses = 0; presses < 8 && (await page.locator("[role=row]:focus").count()) === 0; presses += 1)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await isFocused("Cleo");
    await page.getByRole("button", { name: "Mark as new" }).waitFor();
    await page.keyboard.press("j");
    await isFocused("Bob");
    await page.getByRole("button", { name: "Mark as new" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Choose a submission to read it.").waitFor();
    await page.getByText("No submission is like this.").waitFor();
    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/forms/apply`);
    await rows(page).first().waitFor();
    await rows(page).first().focus();
    await page.keyboard.press("Enter");
    await isFocused("Cleo");
    await page.keyboard.press("j");
    await isFocused("Bob");
    await page.keyboard.press("k");
    await isFocused("Cleo");
    await page.getByRole("button", { name: "Delete", exact: true }).focus();
    await page.keyboard.press("Enter");
    const question = page.getByRole("alertdialog");
    await question.getByText("The entries and the files are lost.").waitFor();
    await desk.isAccessible(page);
    await question.getByRole("button", { name: "Delete" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("The submission is deleted.").waitFor();
    await isFocused("Bob");
    await page.keyboard.press("Escape");
    await page.locator("[role=row]:focus", { hasText: "Bob" }).waitFor();
    expect((await listed(page)).length).toBe(3);
    expect(demo.errors).toEqual([]);
  });

  test("a form is built with the keyboard alone, sent by a visitor with a file, read and answered", async () => {
    const page = await desk.open("/forms");
    await heading(page, "Forms");
    const keys = page.keyboard;
    await page.getByRole("button", { name: "New form" }).focus();
    await keys.press("Enter");
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).waitFor();
    await keys.type("Workshop <b>visit</b>");
    await page.getByRole("dialog").getByLabel("Short name").focus();
    await keys.press("Control+A");
    await keys.type("apply");
    await keys.press("Enter");
    await page.getByText("“apply” is taken. Choose another name.").waitFor();
    await keys.press("Control+A");
    await keys.type("visit");
    await keys.press("Enter");
    await heading(page, "Workshop <b>visit</b>");
    await desk.isAccessible(page);
    const add = async (kind: string, label: string) => {
      await page.getByRole("button", { name: "Add a field" }).focus();
      await keys.press("Enter");
      await page
        .getByRole("dialog")
        .getByRole("button", { name: new RegExp(`^${kind}`) })
        .focus();
      await keys.press("Enter");
      await page.getByRole("textbox", { name: "Label", exact: true }).and(page.locator(":focus")).waitFor();
      await keys.type(label);
      await keys.press("Tab");
    };
    await add("Short text", "Your name");
    await page.getByRole("switch", { name: "Required" }).focus();
    await keys.press("Space");
    await add("E-mail address", "Your e-mail");
    await add("File", "Drawing");
    await add("Consent", "I have read the rules");
    const fields = page.getByRole("grid", { name: "Fields of the form" });
    await fields.getByRole("row", { name: "I have read the rules" }).focus();
    await keys.press("ArrowUp");
    await fields.locator("[role=row][aria-selected=true]", { hasText: "Drawing" }).waitFor();
    await keys.press("Alt+ArrowUp");
    await page
      .getByRole("status")
      .filter({ hasText: /Drawing.*2.*4/ })
      .waitFor({ state: "attached" });
    await desk.isAccessible(page);
    await keys.press("Control+S");
    await page.getByText("The form is saved.").waitFor();
    const { schema } = await desk.call<{ schema: { properties: object; required: string[] } }>(page, "/forms/visit");
    expect([Object.keys(schema.properties), schema.required]).toEqual([
      ["yourName", "drawing", "yourEMail", "iHaveReadTheRules"],
      ["yourName", "iHaveReadTheRules"],
    ]);
    const visitor = { yourName: "Dora", yourEMail: "dora@example.com", iHaveReadTheRules: "true" };
    await expect.poll(() => send("visit", visitor, "plan.pdf", "drawing").then(() => "sent", String), { timeout: 10_000 }).toBe("sent");
    await page.getByRole("link", { name: "Submissions" }).focus();
    await keys.press("Enter");
    await rows(page).filter({ hasText: "Dora" }).focus();
    await keys.press("Enter");
    await page.getByRole("link", { name: "Download plan.pdf" }).waitFor();
    const answer = page.getByRole("link", { name: "Answer by e-mail" });
    expect(await answer.getAttribute("href")).toBe("mailto:dora@example.com?subject=Re%3A%20Workshop%20%3Cb%3Evisit%3C%2Fb%3E");
    expect(demo.errors).toEqual([]);
  });

  test("fields are removed with undo, tried beside the builder, and what the builder does not understand stays", async () => {
    const page = await desk.open("/forms/apply/edit");
    await heading(page, "Apply");
    const fields = page.getByRole("grid", { name: "Fields of the form" });
    const preview = page.getByRole("form", { name: "The form" });
    await preview.getByRole("button", { name: "Send" }).click();
    await preview.getByText("Fill this in.").or(preview.locator("[aria-invalid=true]")).first().waitFor();
    await preview.getByLabel("Your name").fill("Ada");
    await preview.getByLabel("Your e-mail address").fill("ada@example.com");
    await preview.getByRole("button", { name: "Send" }).click();
    await page.getByRole("button", { name: "Try again" }).click();
    await fields.getByRole("button", { name: "More actions for Message" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByText("“Message” is removed from the form.").waitFor();
    await preview.getByLabel("Message").waitFor({ state: "detached" });
    await press(page, "Undo");
    await preview.getByLabel("Message").waitFor();
    await page.getByRole("radio", { name: "Code" }).click();
    const code = page.getByLabel("Schema of the form");
    const { schema, uiSchema } = JSON.parse(await code.inputValue()) as { schema: { properties: object }; uiSchema: object };
    const group = { type: "object", title: "Address", properties: { city: { type: "string" } }, "x-odd": undefined };
    await code.fill(JSON.stringify({ schema: { ...schema, properties: { ...schema.properties, address: group } }, uiSchema }));
    await page.getByRole("radio", { name: "Fields" }).click();
    await fields.getByRole("row", { name: "Address", exact: true }).click();
    await page.getByText("This field says more than the kinds can.").waitFor();
    await desk.isAccessible(page);
    await fields.getByRole("row", { name: "Your name", exact: true }).click();
    await page.getByRole("textbox", { name: "Label", exact: true }).fill("Name");
    await press(page, "Save");
    await page.getByText("The form is saved.").waitFor();
    const saved = await desk.call<{ schema: { properties: Record<string, object> } }>(page, "/forms/apply");
    expect([saved.schema.properties.address, saved.schema.properties.name]).toEqual([
      { type: "object", title: "Address", properties: { city: { type: "string" } } },
      { type: "string", title: "Name", minLength: 1, maxLength: 120 },
    ]);
    expect(demo.errors).toEqual([]);
  });

  test("two people change one form: who did is told, and only what both changed is asked about; a refusal names its field", async () => {
    const page = await desk.open("/forms");
    // No event tells of the other change: the save meets it.
    await page.route("**/events**", (route) => route.abort());
    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/forms/newsletter/edit`);
    await page.getByRole("textbox", { name: "Text of the button" }).fill("Join");
    const { revision, ...form } = await desk.call<{
      revision: number;
      name: string;
      schema: object;
      uiSchema: object;
      successMessage: string;
    }>(page, "/forms/newsletter");
    const { name, schema, uiSchema, successMessage } = form;
    const theirs = { name, schema, uiSchema, successMessage, submitLabel: "Subscribe" };
    await desk.call(page, "/forms/newsletter", "PUT", theirs, { "if-match": `"${revision}"` });
    await press(page, "Save");
    await page.getByRole("alert").getByText("Subscribe").waitFor();
    await desk.isAccessible(page);
    await press(page, "Keep mine");
    await press(page, "Save");
    await page.getByText("The form is saved.").waitFor();
    expect(await desk.call(page, "/forms/newsletter")).toMatchObject({ submitLabel: "Join" });
    await page.getByRole("radio", { name: "Code" }).click();
    await page
      .getByLabel("Schema of the form")
      .fill('{ "schema": { "type": "object", "properties": { "a": { "type": "string", "title": "Odd", "if": {} } } } }');
    await press(page, "Save");
    await page.getByRole("alert").getByRole("button", { name: "Odd" }).waitFor();
    await desk.isAccessible(page);
    await press(page, "Discard");
  });

  test("a form is deleted with what is lost by that", async () => {
    const page = await desk.open("/forms/visit/edit");
    await heading(page, "Workshop <b>visit</b>");
    await press(page, "Delete form");
    const question = page.getByRole("alertdialog");
    await question.getByText("This also deletes 1 submission, with all files, spam included.").waitFor();
    expect(await question.getByRole("button", { name: "Delete" }).isDisabled()).toBe(true);
    await desk.isAccessible(page);
    await question.getByRole("textbox").fill("visit");
    await question.getByRole("button", { name: "Delete" }).click();
    await heading(page, "Forms");
    await page.getByText("“Workshop <b>visit</b>” is deleted.").waitFor();
    expect((await desk.call<{ slug: string }[]>(page, "/forms")).map(({ slug }) => slug)).toEqual(["apply", "contact", "newsletter"]);
    expect(demo.errors).toEqual([]);
  });

  test("a seller reads and does not delete, and an author does not see forms at all", async () => {
    const page = await desk.openFor(await desk.person("seller@example.com", "SALES"), "/forms/apply");
    await rows(page).first().click();
    await page.getByRole("link", { name: "Answer by e-mail" }).waitFor();
    expect(await page.getByRole("button", { name: "Delete", exact: true }).count()).toBe(0);
    const author = await desk.person("author@example.com", "AUTHOR");
    const other = await desk.openFor(author, "/forms/apply");
    await heading(other, "Page not found");
    expect(await other.getByRole("link", { name: "Forms", exact: true }).count()).toBe(0);
  });

  if (process.env.SCREENSHOTS)
    test("is looked at in three widths", async () => {
      const first = (await listed(await desk.open("/forms"))).find(() => true)?.id ?? "";
      await desk.takePictures(
        { forms: "/forms", inbox: "/forms/apply", submission: `/forms/apply?submission=${first}`, builder: "/forms/contact/edit" },
        async (page, name) => name === "builder" && page.getByRole("row", { name: "What it is about" }).click(),
      );
    });
});
