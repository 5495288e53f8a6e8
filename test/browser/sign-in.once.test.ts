import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { adminBase } from "../../server/src/lib/http/operation.ts";
import { violationsOn } from "../kit/axe.ts";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";

// needs: embedded. The link that signs in belongs to a server on a laptop.
describe.runIf(canShowDemo)("the pages before the studio", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const password = "a long and quiet password";
  let origin = "";
  beforeAll(() => {
    origin = new URL(demo.addresses.site).origin;
  });

  const open = (address: string, more: Parameters<typeof demo.open>[1] = {}) =>
    demo.open(new URL(address, origin).href, { refusals: true, ...more });
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
  const error = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text }).waitFor();
  /** In the studio: of a site, or of nobody's. */
  const entered = (page: Page) => page.getByRole("heading", { level: 1, name: /^(Overview|Your sites)$/ }).waitFor();
  const signOut = async (page: Page) => {
    const menu = page.getByRole("button", { name: "Fjord & Form", exact: true });
    if (await menu.isVisible()) await menu.click();
    await page.locator("[role=menuitem], button").filter({ hasText: "Sign out" }).click();
    await heading(page, "Sign in");
  };
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const field = (page: Page, name: string) => page.locator("main > section:not([hidden])").getByLabel(name, { exact: true });
  const signIn = async (page: Page, email: string, enteredPassword = password) => {
    await field(page, "E-mail address").fill(email);
    await field(page, "Password").fill(enteredPassword);
    await press(page, "Sign in");
  };
  /** Calls the admin API as the page would, with its session. */
  const call = <Data = unknown>(page: Page, method: string, path: string, body?: object) => {
    const sent = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const asked = `fetch(${JSON.stringify(adminBase + path)}, ${JSON.stringify({ method, ...sent })})`;
    const read = `async (response) => ({ status: response.status, data: (await response.json()).data })`;
    return page.evaluate<{ status: number; data: Data }>(`${asked}.then(${read})`);
  };
  /** Makes an account with a password, over its printed link. */
  const addAccount = async (email: string, ...options: string[]) => {
    const { stdout } = await demo.vitrine("admin", "create", email, ...options);
    const page = await open(/http\S+/.exec(stdout)?.[0] ?? "");
    await field(page, "New password").fill(password);
    await press(page, "Save password");
    await heading(page, "Your new password is saved");
    return page;
  };

  test("the printed link signs in once and leads into the studio, which signs out", async () => {
    expect(demo.addresses.signIn).toMatch(/\/studio\/sign-in#token=[\w-]{43}$/);
    const page = await open(demo.addresses.signIn);
    await entered(page);
    expect(page.url()).toBe(`${origin}/studio/sites/${demoSlug}`);
    await page.reload();
    await entered(page);
    await signOut(page);
    await page.getByRole("status").filter({ hasText: "You are signed out." }).waitFor();
    // The fragment of the open page changes, and nothing else.
    await page.evaluate(`location.href = ${JSON.stringify(demo.addresses.signIn)}`);
    await error(page, "The link was used already");
    expect(page.url()).toBe(`${origin}/studio/sign-in`);
    expect([demo.errors, demo.foreign]).toEqual([[], []]);
  });

  test("the printed link of an account sets its password once, and the address does not keep it", async () => {
    const { stdout } = await demo.vitrine("admin", "create", "ada@example.com", "--site", demoSlug, "--role", "EDITOR");
    const link = /http\S+/.exec(stdout)?.[0] ?? "";
    expect(link).toMatch(/\/studio\/password\?token=/);
    const page = await open(link);
    await heading(page, "Choose a new password");
    expect(page.url()).toBe(`${origin}/studio/password`);
    await field(page, "New password").fill("password1");
    await press(page, "Save password");
    await error(page, "Many people use this password");
    await field(page, "New password").fill(password);
    await field(page, "Show the password").check();
    expect(await field(page, "New password").getAttribute("type")).toBe("text");
    await press(page, "Save password");
    await heading(page, "Your new password is saved");
    await page.getByRole("link", { name: "Sign in" }).click();
    await signIn(page, "ada@example.com", "a wrong password");
    await error(page, "The address or the password is wrong");
    await signIn(page, "ada@example.com");
    await entered(page);
    await page.goto(link.replace("?", "#"));
    await field(page, "New password").fill(password);
    await press(page, "Save password");
    await heading(page, "This link no longer works");
    await page.getByRole("link", { name: "Ask for a new link" }).click();
    await heading(page, "Forgot your password?");
    await field(page, "E-mail address").fill("ada@example.com");
    await press(page, "Send the link");
    await heading(page, "Look into your mails");
    await page.goto(await demo.server.mailed("ada@example.com", "/studio/password"));
    await field(page, "New password").fill("another long password");
    await press(page, "Save password");
    await heading(page, "Your new password is saved");
    expect([demo.errors, demo.foreign]).toEqual([[], []]);
  });

  test("a second factor is asked for: a code, a recovery code, or a passkey, which is also enough alone", async () => {
    const page = await addAccount("bea@example.com");
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    const options = {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    } as const;
    await devtools.send("WebAuthn.addVirtualAuthenticator", { options });
    await page.goto(`${origin}/studio/sign-in`);
    await signIn(page, "bea@example.com");
    await entered(page);
    const { secret } = (await call<{ secret: string }>(page, "POST", "/me/totp")).data;
    const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
    const confirmed = await call<{ recoveryCodes: string[] }>(page, "POST", "/me/totp/confirm", { code: code(-1) });

    await signOut(page);
    await signIn(page, "bea@example.com");
    await heading(page, "One more step");
    expect(await page.getByRole("button", { name: "Use a passkey instead" }).count()).toBe(0);
    await field(page, "Code").fill("12");
    await press(page, "Continue");
    await error(page, "A code has 6 digits");
    await field(page, "Code").fill(code() === "000000" ? "000001" : "000000");
    await press(page, "Continue");
    await error(page, "The code is wrong");
    await field(page, "Code").fill(code());
    await press(page, "Continue");
    await entered(page);

    await signOut(page);
    await signIn(page, "bea@example.com");
    await field(page, "Code").fill(confirmed.data.recoveryCodes[0] ?? "");
    await press(page, "Continue");
    await entered(page);
    await page.evaluate(addPasskey(adminBase));

    await signOut(page);
    await press(page, "Sign in with a passkey");
    await entered(page);
    await signOut(page);
    await signIn(page, "bea@example.com");
    await press(page, "Use a passkey instead");
    await entered(page);
    expect([demo.errors, demo.foreign]).toEqual([[], []]);
  });

  test("an invitation is accepted with a new account, or by the account that has its address", async () => {
    const page = await addAccount("olga@example.com", "--site", demoSlug, "--role", "OWNER");
    await page.goto(`${origin}/studio/sign-in`);
    await signIn(page, "olga@example.com");
    await entered(page);
    for (const email of ["new@example.com", "dan@example.com"])
      expect((await call(page, "POST", `/sites/${demoSlug}/invitations`, { email, role: "AUTHOR" })).status).toBe(201);

    await page.goto(await demo.server.mailed("new@example.com", "/studio/invitation"));
    await page.getByText("olga invites you to work on Fjord & Form. Your role: author.").waitFor();
    expect(page.url()).toBe(`${origin}/studio/invitation`);
    await field(page, "Your name").fill("Nina New");
    await field(page, "Password").fill(password);
    await press(page, "Accept the invitation");
    await page.getByText("You are a member of Fjord & Form now.").waitFor();
    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Nina New" }).waitFor();

    const link = await demo.server.mailed("dan@example.com", "/studio/invitation");
    const other = await addAccount("dan@example.com");
    await other.goto(link);
    await other.getByText("The invitation is for dan@example.com.").waitFor();
    await other.getByRole("link", { name: "Sign in" }).click();
    expect(await field(other, "E-mail address").inputValue()).toBe("dan@example.com");
    await signIn(other, "dan@example.com");
    await press(other, "Accept as dan");
    await other.getByText("You are a member of Fjord & Form now.").waitFor();
    await other.goto(link);
    await heading(other, "This invitation no longer works");
    expect([demo.errors, demo.foreign]).toEqual([[], []]);
  });

  test.each([
    ["light", 360],
    ["dark", 1280],
  ] as const)("is for everybody: %s, %i pixels wide", async (scheme, width) => {
    const look = { bypassCSP: true, colorScheme: scheme, viewport: { width, height: 800 } };
    const check = async (page: Page, name: string) => {
      expect(await violationsOn(page), name).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name).toBe(true);
    };
    for (const [locale, names] of [
      ["en-GB", ["Sign in", "Choose a new password", "This invitation no longer works"]],
      ["de-DE", ["Anmelden", "Neues Passwort festlegen", "Diese Einladung funktioniert nicht mehr"]],
      ["pt-BR", ["Entrar", "Crie uma nova senha", "Este convite não funciona mais"]],
    ] as const) {
      for (const [index, address] of ["sign-in", "password#token=none", "invitation#token=none"].entries()) {
        const page = await open(`/studio/${address}`, { ...look, locale });
        await heading(page, names[index] ?? "");
        await check(page, `${locale} ${address}`);
      }
    }
    // Every step of every page, as if it were the one that is shown.
    for (const address of ["sign-in", "password", "invitation"]) {
      const page = await open(`/studio/${address}`, look);
      await page.locator("main > section:not([hidden])").waitFor();
      const ids = await page.evaluate<string[]>(`[...document.querySelectorAll("main > section")].map(({ id }) => id)`);
      for (const id of ids) {
        await page.evaluate(`for (const one of document.querySelectorAll("main > section")) one.hidden = one.id !== ${JSON.stringify(id)};
          for (const one of document.querySelectorAll("main [data-case]")) one.hidden = false;
          for (const one of document.querySelectorAll(".fault")) { one.hidden = false; one.textContent = "Something went wrong."; }
          for (const one of document.querySelectorAll("[data-slot]")) one.textContent = one.dataset.slot;`);
        await check(page, `${address} ${id}`);
      }
    }
  });
});

/** Adds a passkey to the account of the session, in the page. */
function addPasskey(api: string): string {
  return `(async () => {
    const post = async (path, body) => {
      const sent = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      const response = await fetch("${api}" + path, { method: "POST", ...sent });
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()).data;
    };
    const { challengeId, options } = await post("/me/passkeys/options");
    const credential = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
    const { id, rawId, type, response } = credential.toJSON();
    const { clientDataJSON, attestationObject, transports } = response;
    await post("/me/passkeys", { name: "Test", challengeId, credential: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject, transports } } });
  })()`;
}
