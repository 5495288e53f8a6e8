import fc from "fast-check";
import { expect, test } from "vitest";
import { cspHash, escapeHtml, html, styleElement, type Html } from "./html.ts";

test("values in a template are escaped, between tags and in attributes", () => {
  const hostile = `<img src=x onerror='a()'> & "b"`;
  expect(html`<p title="${hostile}">${hostile}</p>`.toString()).toBe(
    `<p title="&lt;img src=x onerror=&#39;a()&#39;&gt; &amp; &quot;b&quot;">&lt;img src=x onerror=&#39;a()&#39;&gt; &amp; &quot;b&quot;</p>`,
  );
});

test("markup made by a template is kept, alone and in lists", () => {
  const items = ["<1>", "2"].map((text) => html`<li>${text}</li>`);
  // prettier-ignore
  expect(html`<ul>${items}</ul>`.toString()).toBe("<ul><li>&lt;1&gt;</li><li>2</li></ul>");
});

test("an object that only looks like markup is text", () => {
  const forged = { toString: () => "<b>" } as unknown as Html;
  expect(() => html`${forged}`).toThrow();
  expect(html`${["<b>", html`<i></i>`, ["<u>"]]}`.toString()).toBe("&lt;b&gt;<i></i>&lt;u&gt;");
});

test("an absent value leaves nothing, and a number is a number", () => {
  expect(html`[${null}${undefined}${false}${0}]`.toString()).toBe("[0]");
});

test("no text can leave its place in the markup", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const escaped = escapeHtml(text);
      expect(escaped).not.toMatch(/[<>"'\0]/);
      expect(escaped.isWellFormed()).toBe(true);
      expect(escaped.replace(/&(amp|lt|gt|quot|#39);/g, "")).not.toContain("&");
    }),
  );
});

test("a style sheet is allowed by the hash of its text, and cannot close its own tag", () => {
  const css = `a::before { content: "<>"; }`;
  expect(styleElement(css).toString()).toBe(`<style>${css}</style>`);
  // printf 'p{}' | openssl dgst -sha256 -binary | base64
  expect(cspHash("p{}")).toBe("'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='");
  expect(() => styleElement("</STYLE><script>")).toThrow("its own end");
});
