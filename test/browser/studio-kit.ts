import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, expect } from "vitest";
import type { Role } from "../../server/src/lib/admin/roles.ts";
import { demoSlug } from "../../server/src/demo.ts";
import { adminBase } from "../../server/src/lib/http/operation.ts";
import { violationsOn } from "../kit/axe.ts";
import { busyMs, type demoBrowser } from "./demo-browser.ts";

type Session = Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;

/** Only the cookies: `storageState()` also asks each document for its storage, and waits for ever for one that just goes. */
const sessionOf = async (page: Page): Promise<Session> => ({ cookies: await page.context().cookies(), origins: [] });

/** Of every account that a test makes. */
export const password = "a long and quiet password";

const owner = "owner@fjord-and-form.example";

/** The studio in a browser, signed in: what a person does there, in words. */
export function studio(demo: ReturnType<typeof demoBrowser>) {
  let session: Session | undefined;
  const beside: Page[] = [];
  afterEach(async () => {
    for (const page of beside.splice(0)) await page.context().close();
  });
  const origin = () => new URL(demo.addresses.site).origin;

  /** Makes an account on the command line, and gives it the password over the link that is printed there. */
  async function addAccount(email: string, ...rights: string[]): Promise<void> {
    const { stdout, stderr } = await demo.vitrine("admin", "create", email, ...rights);
    const [, token] = /[?#]token=([\w-]+)/.exec(stdout) ?? [];
    const answer = await fetch(`${origin()}${adminBase}/password-reset/confirm`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token, password }),
    });
    if (!answer.ok) throw new Error(`The password is not taken: ${await answer.text()} ${stderr}`);
  }

  /** Signs in with the password, on the page that asks for it. */
  async function signIn(email: string): Promise<Page> {
    const page = await demo.open(`${origin()}/studio/sign-in`, { refusals: true });
    const step = page.locator("main > section:not([hidden])");
    await step.getByLabel("E-mail address", { exact: true }).fill(email);
    await step.getByLabel("Password", { exact: true }).fill(password);
    await step.getByRole("button", { name: "Sign in", exact: true }).click();
    return page;
  }

  /** Signs the owner of the demo site in: by the link that the server printed, or where it prints none, with a password. */
  async function signInOwner(): Promise<Page> {
    if (demo.addresses.signIn !== "") return demo.open(demo.addresses.signIn, { refusals: true });
    await addAccount(owner, "--site", demoSlug, "--role", "OWNER");
    return signIn(owner);
  }

  /** Opens a place of the demo site's studio. */
  async function open(path = "", options: Parameters<typeof demo.open>[1] = {}): Promise<Page> {
    if (!session) {
      const page = await signInOwner();
      await page.waitForURL("**/studio/sites/**");
      session = await sessionOf(page);
    }
    return demo.open(`${origin()}/studio/sites/${demoSlug}${path}`, { storageState: session, refusals: true, ...options });
  }

  /** Calls the admin API as the page would, with its session. */
  async function call<Data>(page: Page, path: string, method = "GET", body?: object, more: Record<string, string> = {}): Promise<Data> {
    const address = `${origin()}/api/admin/v1/sites/${demoSlug}${path}`;
    const headers = { ...(body && { "content-type": "application/json" }), ...more };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    // Without a limit a lost answer would only read as a test that took too long.
    const asked = `fetch(${JSON.stringify(address)}, { ...${JSON.stringify(sent)}, signal: AbortSignal.timeout(60_000) })`;
    return page.evaluate<Data>(`${asked}.then((answer) => answer.json()).then(({ data }) => data)`);
  }

  /** Makes somebody a member of the demo site, and signs them in. */
  async function person(email: string, role: Role): Promise<Session> {
    await addAccount(email, "--site", demoSlug, "--role", role);
    const page = await signIn(email);
    await page.getByRole("heading", { level: 1, name: "Overview", exact: true }).waitFor();
    return sessionOf(page);
  }

  return {
    open,
    origin,
    call,
    person,
    /** Opens a place for somebody else, in a browser of theirs, until the end of the test. */
    async openFor(storageState: Session, path: string): Promise<Page> {
      const context = await demo.browser.newContext({ storageState, viewport: { width: 1280, height: 1400 } });
      const page = await context.newPage();
      page.setDefaultTimeout(busyMs);
      beside.push(page);
      await page.goto(`${origin()}/studio/sites/${demoSlug}${path}`);
      return page;
    },
    addAccount,
    signIn,
    /** The path of a page's editor. */
    async pathOf(page: Page, slug: string, locale = "en"): Promise<string> {
      const pages = await call<{ id: string; slug: string }[]>(page, `/pages?q=${encodeURIComponent(slug)}`);
      return `/pages/${pages.find((each) => each.slug === slug)?.id ?? ""}/${locale}`;
    },
    /** Waits until the server has everything. */
    saved: (page: Page) => page.locator("[data-status=saved]").filter({ hasText: "Saved" }).waitFor(),
    /** Opens the dialog of a publication: its button counts the changes. */
    askToPublish: (page: Page) => page.getByRole("button", { name: /^Publish( \d+ changes?)?$/ }).click(),
    async isAccessible(page: Page): Promise<void> {
      expect(await violationsOn(page)).toEqual([]);
    },
    /**
     * Writes pictures of places into the folder of `SCREENSHOTS`, for the author to look at: in three widths, the middle one in the dark. `places`: the
     * path by the name of the picture. `prepare` brings a page into the state of its picture.
     */
    async takePictures(
      places: Readonly<Record<string, string>>,
      prepare: (page: Page, name: string) => Promise<unknown> = () => Promise.resolve(),
    ): Promise<void> {
      for (const width of [1280, 768, 390]) {
        for (const [name, path] of Object.entries(places)) {
          const page = await open(path, { viewport: { width, height: 1400 }, colorScheme: width === 768 ? "dark" : "light" });
          await page.getByRole("heading", { level: 1 }).waitFor();
          await prepare(page, name);
          // Until what is read later is there, and nothing moves.
          await page.waitForTimeout(1_000);
          await page.screenshot({ path: join(process.env.SCREENSHOTS ?? "", `${name}-${width}.png`) });
        }
      }
    },
  };
}
