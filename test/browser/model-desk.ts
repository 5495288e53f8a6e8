import type { Page } from "playwright-core";
import { demoSlug } from "../../server/src/demo.ts";
import type { studio } from "./studio-kit.ts";

export interface StoredType {
  title: string;
  revision: number;
  schema: Record<string, unknown>;
  uiSchema: Record<string, unknown>;
  slots: unknown;
  [member: string]: unknown;
}

/** The actions of a person in the studio's place for the model, in words. */
export function modelDesk(desk: ReturnType<typeof studio>) {
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  /** A field of a settings panel or a dialog, and not of the example. */
  const field = (page: Page, name: string) =>
    page.locator("[role=dialog], section[aria-label]").getByRole("textbox", { name, exact: true }).first();
  const choose = (page: Page, name: string) => page.getByRole("row", { name, exact: true }).click();
  return {
    button,
    field,
    choose,
    async openType(page: Page, path: string, title: string): Promise<Page> {
      await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/model/${path}`);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      return page;
    },
    /** Adds a field as its kind is called, and writes its title over the one that it gets. */
    async addField(page: Page, kind: string, title: string): Promise<void> {
      await button(page, "Add a field").click();
      await page.getByRole("dialog").getByText(kind, { exact: true }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.type(title);
      await page.keyboard.press("Tab");
      await page.getByRole("row", { name: title, exact: true }).waitFor();
    },
    async save(page: Page): Promise<void> {
      await button(page, "Save").click();
      await page.getByText("Type saved").waitFor();
      await button(page, "Save").waitFor({ state: "detached" });
    },
    /** The number of contents that a save would break, once the server has told. */
    async breaks(page: Page): Promise<number> {
      const words = await page.getByText(/^No longer fitting: \d+ /).innerText();
      return Number(/\d+/.exec(words)?.[0]);
    },
    /** Somebody else's change, with another schema. */
    async put(page: Page, path: string, { revision, ...type }: StoredType, schema: string): Promise<void> {
      const { title, description, category, icon, uiSchema, defaults, slots } = type;
      const body = { title, description, category, icon, uiSchema, defaults, slots, schema: JSON.parse(schema) as unknown };
      const request = {
        method: "PUT",
        headers: { "content-type": "application/json", "if-match": `"${revision}"` },
        body: JSON.stringify(body),
      };
      const address = `${desk.origin()}/api/admin/v1/sites/${demoSlug}${path}`;
      await page.evaluate(`fetch(${JSON.stringify(address)}, ${JSON.stringify(request)}).then(({ status }) => {
        if (status !== 200) throw new Error("The change was refused: " + status);
      })`);
    },
  };
}
