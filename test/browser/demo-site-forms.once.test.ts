import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";

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
describe.runIf(canShowDemo)("the forms and texts of the viewer of pages", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const open = (fragment = "", options = {}) => demo.open(demo.addresses.site + fragment, options);
  const heading = (name: string) => demo.page.getByRole("heading", { level: 1, name, exact: true });
  const focused = () => demo.page.evaluate("document.activeElement.textContent || document.activeElement.id");

  test("submits a form, and shows each error at its field", async () => {
    const page = await open("#page=contact", { refusals: true });
    const email = page.getByLabel("Your e-mail address");
    await email.fill("ada");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("This is not a complete e-mail address. It looks like name@example.com.").waitFor();
    expect(await email.getAttribute("aria-invalid")).toBe("true");
    const described = await email.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(
      "This is not a complete e-mail address. It looks like name@example.com.",
    );
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
    const { stdout } = await demo.vitrine("form", "submissions", demoSlug, "contact", "--json");
    expect(stdout).toContain("It creaks.");
    expect(JSON.parse(stdout)).toMatchObject([{ data: { topic: "repair" } }]);
    expect(stdout).not.toContain("_hp");
    expect(demo.errors).toEqual([]);
  });

  test("keeps the input when the server is down or limits the rate", async () => {
    const page = await open("#page=contact", { refusals: true });
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

  test.each([
    ["de", "Das wird gebraucht.", "Das ist keine vollständige E-Mail-Adresse.", "* wird gebraucht"],
    ["pt-BR", "Este campo é necessário.", "Este endereço de e-mail não está completo.", "* necessário"],
  ])("says what is wrong with a form in the page's language: %s", async (locale, needed, wrong, star) => {
    const page = await open(`#page=contact&locale=${locale}`, { refusals: true });
    await page.getByLabel("Your e-mail address").fill("ada");
    await page.locator("form[data-form] button").click();
    await page.getByText(wrong).waitFor();
    expect(await page.getByText(needed, { exact: true }).count()).toBeGreaterThan(0);
    expect(await page.getByText(star, { exact: true }).count()).toBe(1);
    expect(await page.locator("main").innerText()).not.toMatch(/This |must be|is required/);
    await page.route("**/submit", (route) => route.abort());
    await page.locator("form[data-form] button").click();
    await page
      .getByRole("alert")
      .filter({ hasText: /antwortet nicht|não responde/ })
      .waitFor();
  });

  test("shows content as text, and follows plain links only", async () => {
    const file = join(demo.server.folder, "nasty.json");
    await writeFile(file, JSON.stringify(nasty));
    const imported = await demo.vitrine("site", "import", file);
    expect(imported.stderr).toBe("");
    const page = await open(`#key=${nasty.apiKeys[0]?.key ?? ""}`, { refusals: true });
    await page.getByLabel("Notes").waitFor();
    await heading(evil).waitFor();
    // A picture is a picture, from wherever it comes; there is one, and what it is called stays text.
    expect(await page.locator("#content").evaluate((main) => main.querySelectorAll("script, b, iframe, [onerror]").length)).toBe(0);
    expect(demo.foreign).toEqual(["http://evil.example/x"]);
    const links = await page.locator("#content a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
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
    await page.locator("main").getByRole("button").click();
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
    await page.locator("main").getByRole("button").click();
    await page.getByRole("status").filter({ hasText: evil }).waitFor();
    const { stdout } = await demo.vitrine("form", "submissions", "nasty", "all", "--json");
    const data = { colour: evil, size: 42, half: 0.5, odd_name: "xx", agree: true, letters: false };
    expect(JSON.parse(stdout)).toMatchObject([{ data }]);
    expect(await page.evaluate("window.evil")).toBeUndefined();
    expect(demo.errors).toEqual([]);
    expect(demo.foreign).toEqual(["http://evil.example/x"]);
  });
});
