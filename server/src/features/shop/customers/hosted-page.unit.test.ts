import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  choosePasswordPage,
  confirmEmailPage,
  disownedPage,
  disownPage,
  emailConfirmedPage,
  linkUnusablePage,
  passwordChosenPage,
  type AboutForm,
  type HostedPage,
} from "./hosted-page.ts";

const about: AboutForm = {
  locale: "en",
  siteName: "Fjord & Form",
  action: "/hosted/verify-email",
  token: "abc_DEF-123",
  homeUrl: "https://shop.example/?a=1&b=2",
};
const views = {
  confirmEmailPage,
  emailConfirmedPage,
  choosePasswordPage,
  passwordChosenPage,
  disownPage,
  disownedPage,
  linkUnusablePage,
} satisfies Record<string, (about: AboutForm) => HostedPage>;
const forms = ["confirmEmailPage", "choosePasswordPage", "disownPage"];

describe.each(Object.entries(views))("%s", (name, view) => {
  test.each(["en", "de", "pt-BR"])("is a complete page in %s, with one heading and a link to the shop", (locale) => {
    const { html, headers } = view({ ...about, locale });
    expect(unclosed(html)).toEqual([]);
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(headers["content-language"]).toBe(locale);
    expect(count(html, /<h1>[^<]+<\/h1>/g)).toBe(1);
    expect(count(html, /<main>/g)).toBe(1);
    expect(html).toMatch(/<title>[^<]+ – Fjord &amp; Form<\/title>/);
    expect(html).toContain('<a href="https://shop.example/?a=1&amp;b=2">');
    expect(html).not.toMatch(/undefined|null|\[object|<script|<img|<link|\son\w+=|\sstyle=|https?:\/\/(?!shop\.example)/);
  });

  test("has its own words in each language", () => {
    const pages = ["en", "de", "pt-BR"].map((locale) => view({ ...about, locale }).html.replace(/lang="[^"]+"/, ""));
    expect(new Set(pages).size).toBe(3);
    expect(view({ ...about, locale: "fr" }).html).toBe(view(about).html);
    expect(view({ ...about, locale: "de-CH" }).html).toBe(view({ ...about, locale: "de" }).html);
  });

  test("has headers against caching, embedding and scripts", () => {
    const { html, headers } = view(about);
    const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(headers).toEqual({
      "content-type": "text/html; charset=utf-8",
      "content-language": "en",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
  });

  test("shows all input as text", () => {
    const hostile = `</title></style><script>alert(1)</script><a href='x' onclick="y">&`;
    const { html } = view({ ...about, siteName: hostile, token: hostile, action: `/x"><script>` });
    expect(unclosed(html)).toEqual([]);
    expect(html).not.toMatch(/<script|<a href='x'/);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(count(html, /<a /g)).toBe(1);
  });

  test("links only to a web address", () => {
    for (const homeUrl of [undefined, null, "", "javascript:alert(1)", "data:text/html,x", "/relative", "https://"]) {
      expect(view({ ...about, homeUrl }).html).not.toContain("<a ");
    }
  });

  test(forms.includes(name) ? "posts its token only when the visitor presses the button" : "has no form", () => {
    const { html } = view(about);
    if (!forms.includes(name)) return expect(html).not.toMatch(/<form|<input|<button|abc_DEF/);
    expect(html).toContain('<form method="post" action="/hosted/verify-email">');
    expect(html).toContain('<input type="hidden" name="token" value="abc_DEF-123" />');
    expect(count(html, /<button type="submit">[^<]+<\/button>/g)).toBe(1);
    expect(count(html, /abc_DEF/g)).toBe(1);
    expect(html).not.toMatch(/http-equiv|autofocus/);
  });
});

describe("the field for a password", () => {
  const input = (html: string) => (/<input\s+id="password"[^>]*>/.exec(html)?.[0] ?? "").replace(/\s+/g, " ");

  test("has a label, the rule and the attributes for password managers", () => {
    const { html } = choosePasswordPage(about);
    expect(html).toContain('<label for="password">New password</label>');
    for (const attribute of ['type="password"', 'autocomplete="new-password"', 'minlength="8"', 'maxlength="200"', "required"])
      expect(input(html)).toContain(attribute);
    expect(input(html)).toContain('aria-describedby="hint"');
    expect(input(html)).toContain('aria-invalid="false"');
    expect(html).toContain('id="hint"');
    expect(html).not.toContain('role="alert"');
    expect(input(html)).not.toContain("value=");
  });

  test.each(["too-short", "too-long", "too-common"] as const)("announces the mistake to screen readers: %s", (error) => {
    for (const locale of ["en", "de", "pt-BR"]) {
      const { html } = choosePasswordPage({ ...about, locale, fault: error });
      expect(html).toMatch(/<p class="fault" id="fault" role="alert">[^<]{20,}<\/p>/);
      expect(input(html)).toContain('aria-describedby="fault hint"');
      expect(input(html)).toContain('aria-invalid="true"');
    }
  });
});

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

/** What is open at the end, or closed in the wrong order. Void elements must say that they are. */
function unclosed(html: string): string[] {
  const open: string[] = [];
  const markup = html.replace(/<style>[^]*?<\/style>/, "").matchAll(/<(\/?)([a-z][a-z0-9]*)((?:[^<>"]|"[^"]*")*?)(\/?)>/g);
  for (const [tag, closes, name = "", , isVoid] of markup) {
    if (isVoid) continue;
    if (!closes) open.push(name);
    else if (open.pop() !== name) return [tag];
  }
  return open;
}
