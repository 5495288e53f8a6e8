import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { scratchFolder, serveProcess, vitrine, type ServingProcess } from "../kit/vitrine-process.ts";

const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
// Without these Chromium contacts its vendor's hosts.
const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update"];
const starter = new URL("../../server/starter/site.yaml", import.meta.url);

// A site of an attacker, or of an author who quotes one.
const evil = `<img src=x onerror="window.evil=1"><script>window.evil=1</script>`;
const nasty = {
  bundle: 1,
  site: { slug: "nasty", name: "Nasty", defaultLocale: "en", locales: ["en"], currency: "eur" },
  apiKeys: [{ name: "web", key: "pk_NastySiteForTests00000000000000x" }],
  blockTypes: ["hero", "rich-text", "call-to-action", "quote", "form"].map((type) => ({ type, title: type, schema: { type: "object" } })),
  forms: [
    {
      slug: "all",
      name: evil,
      submitLabel: evil,
      successMessage: evil,
      schema: {
        type: "object",
        required: ["agree", "colour", "size"],
        properties: {
          colour: { type: "string", title: evil, enum: [evil, "blue"] },
          size: { type: "integer", title: "Size", minimum: 3 },
          half: { type: "number", title: "Half" },
          notes: { type: "string", title: "Notes", maxLength: 2000, description: evil },
          odd_name: { type: "string", title: "Odd name", pattern: "^x+$" },
          agree: { type: "boolean", title: "I agree", const: true },
          letters: { type: "boolean", title: "Letters" },
        },
      },
    },
  ],
  pages: [
    {
      slug: "home",
      locale: "en",
      title: evil,
      composition: [
        { type: "hero", props: { title: evil, text: { deep: evil }, buttonLabel: evil, buttonHref: "javascript:window.evil=1" } },
        {
          type: "rich-text",
          props: {
            body: [
              `# ${evil}`,
              `**${evil}** [a](javascript:window.evil=1) [b](data:text/html,x) [c](//evil.example/x) [d](/\\evil.example) ![${evil}](http://evil.example/x)`,
              `[Fine](https://good.example/?a=1&b=2), <https://bare.example/>, \`${evil}\`, *so*, 2*3*4 and snake_case_name`,
              "- one\n  - inner\n- two\n  goes on",
              "3. third\n4. fourth",
              `> ${evil}`,
              "| a | b |\n|---|--:|\n| 1 | <b>2</b> |",
              `\`\`\`html\n${evil}\n\`\`\``,
            ].join("\n\n"),
          },
        },
        { type: "call-to-action", props: { title: "T", label: "Elsewhere", href: "/checkout" } },
        { type: "quote", props: { text: evil, author: "A", sourceUrl: "javascript:window.evil=1" } },
        { type: "form", props: { form: "all" } },
      ],
    },
  ],
};

// needs: embedded. The page belongs to a server on a laptop.
describe.runIf(existsSync(executablePath) && inject("database") === "embedded")("the viewer of pages", { timeout: 180_000 }, () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let env: Record<string, string>;
  let server: ServingProcess | undefined;
  let viewer: string;
  let browser: Browser | undefined;
  let page: Page;
  let faults: string[];
  let foreign: string[];

  beforeAll(async () => {
    folder = await scratchFolder();
    env = { DATA_DIR: join(folder.path, "data"), SANDBOX_PORT: "0" };
    const started = (server = await serveProcess(["--demo"], env));
    await vi.waitUntil(() => started.output().includes("demo:purchase"), { timeout: 10_000 });
    viewer = /Site pages +(\S+)/.exec(started.output())?.[1] ?? "";
    browser = await chromium.launch({ executablePath, args });
  });
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
    await server?.end("SIGTERM");
    await folder.remove();
  });

  const open = async (fragment = "", { refusals = false } = {}) => {
    page = await browser!.newPage();
    faults = [];
    foreign = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      // The browser logs every error response as an error.
      const isRefusal = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !(refusals && isRefusal)) faults.push(message.text());
    });
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== new URL(viewer).origin) foreign.push(request.url());
    });
    await page.goto(viewer + fragment);
    await page.locator("#loading").waitFor({ state: "hidden" });
  };
  const blocks = () => page.locator(".block").evaluateAll((all) => all.map(({ className }) => className.split(" ").at(-1)));
  const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
  const focused = () => page.evaluate("document.activeElement.textContent || document.activeElement.id");

  test("shows every page of the demo site, with all its blocks, and connects only to the server", async () => {
    await open();
    await heading("Furniture that moves house with you").waitFor();
    expect(await page.title()).toBe("Fjord & Form, furniture from the Flensburg fjord");
    await page.getByLabel("Your e-mail address").waitFor();
    const seen = new Set(await blocks());
    for (const name of ["About us", "Care", "Contact", "Delivery and returns", "Materials", "Visit us", "Journal"]) {
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }).click();
      await page.locator(`#pages [aria-current=page]:text-is("${name}")`).waitFor();
      for (const block of await blocks()) seen.add(block);
    }
    const known = [
      "hero",
      "rich-text",
      "feature-list",
      "quote",
      "split",
      "call-to-action",
      "form",
      "faq",
      "post-teaser",
      "stats",
      "columns",
    ];
    expect([...seen].sort()).toEqual(known.sort());
    expect(await page.locator("main, header, footer").getByText("undefined").count()).toBe(0);
    expect(faults).toEqual([]);
    expect(foreign).toEqual([]);
  });

  test("goes from page to page to post and back, and moves the focus to the heading", async () => {
    await open();
    await page.getByRole("link", { name: "What a table costs, line by line" }).click();
    await heading("What a table costs, line by line").waitFor();
    expect(await focused()).toBe("What a table costs, line by line");
    expect(await page.title()).toContain("What a table costs");
    expect(await page.getByRole("cell", { name: "496" }).count()).toBe(1);
    await page.goBack();
    await heading("Furniture that moves house with you").waitFor();
    expect(await page.getByRole("link", { name: "See the chairs" }).getAttribute("href")).toBe("shop");
    await page.getByRole("link", { name: "paper cord" }).click();
    await heading("How to weave a paper cord seat").waitFor();
    expect(await page.locator(".steps > li").count()).toBeGreaterThan(2);
    expect(faults).toEqual([]);
  });

  test("changes the language, and reports a page that does not exist in it", async () => {
    await open("#page=about");
    await page.getByRole("link", { name: "Deutsch" }).click();
    await heading("Neun Leute und ein schiefer Boden").waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    expect(new URL(page.url()).hash).toBe("#page=ueber-uns&locale=de");
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Kontakt" }).waitFor();
    await page.goto(`${viewer}#page=workshop&locale=pt-BR`);
    await page.getByText("Not translated. Shown in English.").waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    // The next page is in the chosen language, if it exists there.
    await page.getByRole("link", { name: "Contato" }).click();
    await page.locator("html[lang=pt-BR]").waitFor();
    expect(await page.getByText("Not translated.").isVisible()).toBe(false);
  });

  test("submits a form, and shows each error at its field", async () => {
    await open("#page=contact", { refusals: true });
    const email = page.getByLabel("Your e-mail address");
    await email.fill("ada");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("This must be an e-mail address.").waitFor();
    expect(await email.getAttribute("aria-invalid")).toBe("true");
    const described = await email.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe("This must be an e-mail address.");
    expect(await page.locator("input:focus").getAttribute("name")).toBe("name");
    expect(await page.locator(".error:visible").count()).toBe(3);

    await page.getByLabel("Your name").fill("Ada");
    await email.fill("ada@example.com");
    await page.getByRole("radio", { name: "A repair" }).check();
    await page.getByLabel("Message").fill("It creaks.");
    await page.getByRole("button", { name: "Send" }).click();
    const thanks = page.getByText("Thank you. Somebody will answer, usually before the glue is dry.");
    await thanks.waitFor();
    expect(await focused()).toBe(await thanks.textContent());
    const { stdout } = await vitrine(["form", "submissions", demoSlug, "contact", "--json"], env);
    expect(stdout).toContain("It creaks.");
    expect(JSON.parse(stdout)).toMatchObject([{ data: { topic: "repair" } }]);
    expect(stdout).not.toContain("_hp");
    expect(faults).toEqual([]);
  });

  test("keeps the input when the server is down or limits the rate", async () => {
    await open("#page=contact", { refusals: true });
    const send = page.getByRole("button", { name: "Send" });
    await page.getByLabel("Message").fill("Long thoughts.");
    await page.route("**/submit", (route) => route.abort());
    await send.click();
    await page.getByText("The server does not answer.").waitFor();
    await page.unroute("**/submit");
    const problem = JSON.stringify({ title: "Too many requests", status: 429, code: "rate_limited", retryAfter: 600 });
    await page.route("**/submit", (route) => route.fulfill({ status: 429, contentType: "application/problem+json", body: problem }));
    await send.click();
    await page.getByText("Try again in 10 minutes").waitFor();
    expect(await page.getByLabel("Message").inputValue()).toBe("Long thoughts.");
  });

  test("shows a new site by its key, asks for a missing key, and lets its form be submitted", async () => {
    const { stdout } = await vitrine(["site", "import", await copyOfStarter()], env);
    const key = /pk_\S+/.exec(stdout)?.[0] ?? "";
    await open("#key=pk_nobody", { refusals: true });
    await page.getByText("No site has this key, or it was revoked.").waitFor();
    await page.getByLabel("Public API key").fill(` ${key} `);
    await page.getByRole("button", { name: "Show it" }).click();
    await heading("Corner Books").waitFor();
    expect(await page.locator("#wordmark").textContent()).toBe("Corner Books");
    expect(await blocks()).toEqual(["hero", "feature-list", "columns", "post-teaser", "post-teaser", "call-to-action"]);
    expect(await page.locator(".unknown, main .no-link").count()).toBe(0);
    await page.getByRole("link", { name: "Three things to change first" }).click();
    await page.getByRole("listitem").filter({ hasText: "Its work is done." }).waitFor();
    await page.getByRole("link", { name: "Contact" }).click();
    await page.getByLabel("Your name").fill("Grace");
    await page.getByLabel("Your e-mail address").fill("grace@example.com");
    await page.getByLabel("Your message").fill("Hello.");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Thank you. We have your message").waitFor();
    await page.goto(`${viewer}#key=${key}&page=nowhere`);
    await heading("Nothing here").waitFor();
    await page.getByRole("link", { name: "To the first page" }).click();
    await heading("Corner Books").waitFor();
    expect(faults).toEqual([]);
    expect(foreign).toEqual([]);
  });

  test("shows content as text, and follows plain links only", async () => {
    const file = join(folder.path, "nasty.json");
    await writeFile(file, JSON.stringify(nasty));
    const imported = await vitrine(["site", "import", file], env);
    expect(imported.stderr).toBe("");
    await open(`#key=${nasty.apiKeys[0]?.key ?? ""}`, { refusals: true });
    await page.getByLabel("Notes").waitFor();
    await heading(evil).waitFor();
    expect(await page.locator("main").evaluate((main) => main.querySelectorAll("img, script, b, iframe").length)).toBe(0);
    const links = await page.locator("main a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(links).toEqual(["https://good.example/?a=1&b=2", "https://bare.example/"]);
    const text = page.locator(".rich-text");
    expect(await text.locator("ul ul li").textContent()).toBe("inner");
    expect(await text.locator("ol").getAttribute("start")).toBe("3");
    expect(await text.locator("em").allTextContents()).toEqual([evil, "so", "3"]);
    expect(await text.locator("td").allTextContents()).toEqual(["1", "<b>2</b>"]);
    expect(await text.locator("pre").textContent()).toBe(evil);

    // Each kind of field, and each as JSON has it.
    await page.getByLabel("Size").fill("two");
    await page.getByLabel("Odd name").fill("y");
    await page.getByRole("button").click();
    await page.getByText("This must be a whole number.").waitFor();
    expect(await page.locator(".field:has(.error:visible) :is(label)").allTextContents()).toEqual([
      `${evil} *`,
      "Size *",
      "Odd name",
      "I agree *",
    ]);
    await page.getByRole("combobox").selectOption({ label: evil });
    await page.getByLabel("Size").fill("42");
    await page.getByLabel("Half").fill("0.5");
    await page.getByLabel("Odd name").fill("xx");
    await page.getByLabel("I agree").check();
    await page.getByRole("button").click();
    await page.getByRole("status").filter({ hasText: evil }).waitFor();
    const { stdout } = await vitrine(["form", "submissions", "nasty", "all", "--json"], env);
    const data = { colour: evil, size: 42, half: 0.5, odd_name: "xx", agree: true, letters: false };
    expect(JSON.parse(stdout)).toMatchObject([{ data }]);
    expect(await page.evaluate("window.evil")).toBeUndefined();
    expect(faults).toEqual([]);
    expect(foreign).toEqual([]);
  });

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
    await open("#preview=pv_over", { refusals: true });
    await heading("No such draft").waitFor();
    await page.route("**/preview/pv_good*", (route) => {
      headers.push(route.request().headers());
      return route.fulfill({ json: { data } });
    });
    await page.goto(`${viewer}#preview=pv_good`);
    await heading("Not yet").waitFor();
    await page.getByText("Draft, not published.").waitFor();
    await page.getByText("A block of the type carousel").waitFor();
    await page.getByText("Here stands the form “contact”.").waitFor();
    expect(await page.locator("main a").count()).toBe(0);
    expect(headers.map((each) => each["x-api-key"])).toEqual([undefined]);
    expect(faults).toEqual([]);
  });

  test("shows a draft to anyone who has its link, and explains when the link has ended", async () => {
    const created = await vitrine(["preview", "create", demoSlug, "home", "--json"], env);
    const { token } = JSON.parse(created.stdout) as { token: string };
    await open(`#preview=${token}`);
    await heading("It is dark at four. Sit well.").waitFor();
    await page.getByText("Draft, not published.").waitFor();
    expect(faults).toEqual([]);
    await page.close();
    await vitrine(["preview", "cancel", demoSlug, token], env);
    await open(`#preview=${token}`, { refusals: true });
    await heading("No such draft").waitFor();
  });

  async function copyOfStarter(): Promise<string> {
    const file = join(folder.path, "starter.yaml");
    const text = await readFile(starter, "utf8");
    await writeFile(file, text.replace(/^ {2}slug: .*$/m, "  slug: corner-books").replace(/^ {2}name: .*$/m, "  name: Corner Books"));
    return file;
  }
});
