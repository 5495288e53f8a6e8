import { describe, expect, test } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { cms } from "../kit/harness.ts";
import { paymentPlugin } from "../kit/checkout-client.ts";
import { carelessPage, payloads, type Payload } from "./payloads.ts";
import { canPlant, plantedBrowser } from "./planted-browser.ts";
import { chunksOf, importWithoutRefused, joined, locales, plantedBundle, Planting, previewToken } from "./planted-site.ts";
import { recordAttack } from "./record.ts";
import { waitFor, type WatchedPages } from "./watched-pages.ts";

// needs: embedded.
describe.runIf(canPlant)("planted markup", { timeout: 300_000 }, () => {
  const planted = plantedBrowser();

  test("on pages without any escaping every planted payload is noticed", async () => {
    const watched = await planted.watch({ bypassCSP: true });
    const unnoticed: Payload[] = [];
    const kinds = new Set<string>();
    for (const payload of payloads) {
      await watched.show(carelessPage(payload));
      const notices = watched.noticed();
      for (const { kind } of notices) kinds.add(kind);
      if (notices.length === 0) unnoticed.push(payload);
    }
    // Some need a library to run them as code, or an older browser.
    expect(unnoticed.length).toBeLessThan(payloads.length * 0.15);
    const contexts = new Set(payloads.map(({ context }) => context));
    for (const { context, number } of payloads) if (!unnoticed.some((payload) => payload.number === number)) contexts.delete(context);
    expect([...contexts]).toEqual([]);
    await watched.show(`<iframe sandbox srcdoc="<p data-planted=0>"></iframe>`);
    await watched.show(`<div id="x"></div><script>x.attachShadow({ mode: "open" }).innerHTML = "<p data-planted=0>"</script>`);
    expect(watched.noticed().map(({ kind, what }) => [kind, what.includes('data-planted="0"')])).toEqual([
      ["element", true],
      ["element", true],
    ]);
    const policed = await planted.watch({ bypassCSP: false });
    const strict = `<meta http-equiv="content-security-policy" content="script-src 'none'"><b onclick="planted(0)">`;
    await policed.show(strict);
    for (const { kind } of policed.noticed()) kinds.add(kind);
    expect([...kinds].sort()).toEqual(["address", "call", "dialog", "element", "handler", "policy", "request"]);
  });

  test("no payload is more than text, in any field and wherever it is shown", async (context) => {
    const planting = new Planting();
    const storedPayloads = await storable(planting);
    await plantSite(storedPayloads, planting);
    const watched = await planted.watch({ bypassCSP: true });
    await visitSite(watched, storedPayloads);

    expect(watched.noticed()).toEqual([]);
    const pages = watched.inspected;
    console.info(`${planting.storedCount} payloads in fields, ${planting.refused} refused; ${pages} pages opened.`);
    expect(planting.storedCount).toBeGreaterThan(storedPayloads.length * 20);
    expect(pages).toBeGreaterThan(200);
    recordAttack(context, {
      attack: "Markup in every stored field of a site, shown by the viewer of pages, posts, drafts and forms in Chromium",
      unit: `payloads in fields, on ${pages.toLocaleString("en")} pages`,
      tried: planting.storedCount,
      promise: `no script ran, no element was made of it, no request left; ${planting.refused.toLocaleString("en")} were refused`,
    });
  });

  /** Payloads that a text may contain. */
  async function storable(planting: Planting): Promise<Payload[]> {
    const unfit = payloads.filter(({ text }) => text.includes("\0") || !text.isWellFormed());
    for (const payload of unfit) {
      await expect(planted.server.addSite({ site: { name: payload.text } })).rejects.toThrow("nothing was changed");
      planting.count("any text", payload, false);
    }
    return payloads.filter((payload) => !unfit.includes(payload));
  }

  async function plantSite(storedPayloads: readonly Payload[], planting: Planting): Promise<void> {
    const [slug, key] = ["planted", demoApiKey];
    const forms = { "svc.forms": { enabled: true, config: { notify: ["staff@example.com"] } } };
    const bundle = { ...plantedBundle(storedPayloads, slug, key), plugins: { ...paymentPlugin(), ...forms } };
    await importWithoutRefused(planted.server, bundle, planting);
    for (const chunk of chunksOf(storedPayloads, 20)) {
      const others = Object.fromEntries(chunk.map(({ text }) => [text, { [text]: [text] }]));
      const data = { choice: "other", needed: joined(chunk), ...others };
      const { status } = await planted.post(`${cms}/plugins/svc.forms/forms/form-1/submit`, key, { data });
      planting.countAll("submission", data, status === 202);
    }
  }

  /** Every page, entry, draft and form of the demo page's site; forms are submitted wrongly, then rightly. */
  async function visitSite(watched: WatchedPages, storedPayloads: readonly Payload[]): Promise<void> {
    let visit = 0;
    const open = (fragment: string, script = "true") =>
      watched.open(`${planted.server.url}/demo/site?${(visit += 1)}#${fragment}`, async (page) => {
        await waitFor(page, `document.getElementById("loading").hidden && !document.querySelector("main[aria-busy]")`);
        await waitFor(page, `[...document.querySelectorAll(".form-place")].every((place) => place.firstChild)`);
        await page.evaluate(script);
      });
    const texts = JSON.stringify(Object.fromEntries(payloads.map(({ number, text }) => [`form-${number}`, text])));
    const submitEmpty = `Promise.all([...document.forms].filter((form) => form.dataset.form).map(async (form) => {
      form.requestSubmit();
      for (let looks = 0; looks < 1000 && !form.querySelector(".error:not([hidden])"); looks += 1) await new Promise((resolve) => setTimeout(resolve, 10));
      if (!form.querySelector(".error:not([hidden])")) throw new Error("A form says nothing: " + form.innerText);
    }))`;
    const submit = `Promise.all([...document.forms].filter((form) => form.dataset.form).map(async (form) => {
      form.querySelector("input[type=radio]").click();
      form.elements.needed.value = ${texts}[form.dataset.form];
      form.requestSubmit();
      for (let looks = 0; looks < 1000 && form.isConnected; looks += 1) await new Promise((resolve) => setTimeout(resolve, 10));
      if (form.isConnected) throw new Error("A form is not submitted: " + form.innerText);
    }))`;
    const pages = chunksOf(storedPayloads, 5).flatMap((_, at) => [
      ...[locales[0], locales[1 + (at % 2)]].map((locale) => open(`page=page-${at}&locale=${locale}`)),
      ...[open(`page=page-${at}`, submitEmpty), open(`page=page-${at}`, submit)],
    ]);
    const entries = chunksOf(storedPayloads, 10).flatMap((_, at) =>
      locales.flatMap((locale) => [open(`post=entry-${at}&locale=${locale}`), open(`guide=entry-${at}&locale=${locale}`)]),
    );
    const drafts = chunksOf(storedPayloads, 25).map((_, at) => open(`preview=${previewToken(at)}`));
    const asked = chunksOf(storedPayloads, 5).map((chunk, at) => {
      const name = ["page", "locale", "key", "preview", "post"][at % 5] ?? "";
      return open(new URLSearchParams({ [name]: joined(chunk) }).toString());
    });
    await Promise.all([...pages, ...entries, ...drafts, ...asked]);
  }
});
