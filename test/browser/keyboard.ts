import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";

/** An element as assistive technology is told of it. */
export interface Heard {
  role: string;
  name: string;
}

interface AccessibleNode {
  role?: { value: string };
  name?: { value: string };
}

// A composite such as a menu may keep the focus and name the item that the keys act on.
const active = `(() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return document.getElementById(at?.getAttribute("aria-activedescendant")) ?? at;
})()`;

/** A person at the keyboard, without a pointer: presses keys, and hears what has the focus by its accessible role and name. */
export async function atKeyboard(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  async function hear(): Promise<Heard> {
    const { result } = await devtools.send("Runtime.evaluate", { expression: active });
    if (result.objectId === undefined) return { role: "nothing", name: "" };
    const { nodes } = await devtools.send("Accessibility.getPartialAXTree", { objectId: result.objectId, fetchRelatives: false });
    await devtools.send("Runtime.releaseObject", { objectId: result.objectId });
    const [node] = nodes as AccessibleNode[];
    return { role: node?.role?.value ?? "", name: (node?.name?.value ?? "").replaceAll(/\s+/g, " ").trim() };
  }

  /** Presses a key until the focus is on the element; fails with the way that it went. */
  async function seek(key: string, role: string, name: string | RegExp, most: number): Promise<void> {
    const met: string[] = [];
    for (let presses = 0; presses <= most; presses += 1) {
      const heard = await hear();
      if (heard.role === role && (typeof name === "string" ? heard.name === name : name.test(heard.name))) return;
      met.push(`${heard.role} “${heard.name}”`);
      // A list under a search field tells its first result half a second after the last letter.
      if (met.at(-1) === met.at(-2)) await setTimeout(50);
      await page.keyboard.press(key);
    }
    throw new Error(`${most} times ${key} do not lead to ${role} ${String(name)}, but to:\n  ${[...new Set(met)].join("\n  ")}`);
  }

  const tabTo = (role: string, name: string | RegExp) => seek("Tab", role, name, 80);
  const hands = {
    press,
    hear,
    tabTo,
    backTo: (role: string, name: string | RegExp) => seek("Shift+Tab", role, name, 80),
    arrowTo: (role: string, name: string | RegExp, key = "ArrowDown") => seek(key, role, name, 60),
    type: (text: string) => page.keyboard.type(text),
    /** Goes to a button, a link or the like, and presses it. */
    async use(role: string, name: string | RegExp, key = "Enter"): Promise<void> {
      await tabTo(role, name);
      await press(key);
    },
    /** Goes to a field and replaces its text. */
    async write(name: string | RegExp, text: string, role = "textbox"): Promise<void> {
      await tabTo(role, name);
      await press("Control+a");
      await page.keyboard.type(text);
    },
    /** Goes to a row of a list or of the outline. */
    async toRow(name: string | RegExp): Promise<void> {
      await tabTo("row", /./);
      await press("Home");
      await hands.arrowTo("row", name);
    },
    /** Chooses an action of a menu that a button opens. */
    async choose(button: string | RegExp, item: string | RegExp): Promise<void> {
      await hands.use("button", button);
      await page.getByRole("menu").waitFor();
      await hands.arrowTo("menuitem", item);
      await press("Enter");
    },
    /** Chooses of the list that a button opens. */
    async pick(button: string | RegExp, option: string | RegExp): Promise<void> {
      await hands.use("button", button);
      await page.getByRole("listbox").waitFor();
      // The list begins at what is chosen now.
      await press("Home");
      await hands.arrowTo("option", option);
      await press("Enter");
    },
  };
  return hands;
}
