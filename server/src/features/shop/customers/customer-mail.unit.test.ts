import { describe, expect, test } from "vitest";
import { plainLine } from "../../../lib/text/mail-layout.ts";
import { customerMail, customerMailKinds, type AboutCustomerMail, type CustomerMailKind } from "./customer-mail.ts";

const kinds: CustomerMailKind[] = [...customerMailKinds];
const link = "https://shop.example/verify?lang=en&token=abc_DEF-123";
const disownLink = "https://shop.example/not-me?token=xyz";
const about: AboutCustomerMail = { locale: "en", siteName: "Fjord & Form", firstName: "Ana", link, disownLink };
const lines = (text: string) => text.split("\n");

describe.each(["en", "de", "pt-BR"])("in %s", (locale) => {
  test.each(kinds)("%s has a subject with the site, a greeting, and its links on lines of their own", (kind) => {
    const { subject, text, html } = customerMail(kind, { ...about, locale });
    expect(subject).toContain("Fjord & Form");
    expect(subject).not.toContain("Ana");
    expect(lines(text)[0]).toMatch(/\bAna[,!]$/);
    expect(lines(text)).toContain(link);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html).toContain("Fjord &amp; Form");
    expect(html.split(`href="${link.replace("&", "&amp;")}"`)).toHaveLength(3);
    expect(html).not.toMatch(/<(table|img|style|script|link|iframe|form)\b|url\(/i);
    expect(html.includes(disownLink)).toBe(kind === "verify-email");
    expect(lines(text).includes(disownLink)).toBe(kind === "verify-email");
  });
});

test("every language has its own words", () => {
  for (const kind of kinds) {
    const mails = ["en", "de", "pt-BR"].map((locale) => customerMail(kind, { ...about, locale }));
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(3);
    expect(new Set(mails.map(({ text }) => text.split("\n\n").length)).size).toBe(1);
  }
});

test.each([
  ["de-AT", "Guten Tag"],
  ["DE", "Guten Tag"],
  ["pt", "Olá"],
  ["pt-PT", "Olá"],
  ["en-GB", "Hello"],
  ["fr", "Hello"],
  ["dev", "Hello"],
  ["", "Hello"],
])("the locale %j greets with %s", (locale, greeting) => {
  expect(customerMail("verify-email", { ...about, locale }).text).toMatch(new RegExp(`^${greeting}`));
});

test.each([
  ["en", "7 days", "1 hour", "2 days"],
  ["de", "7 Tage", "1 Stunde", "2 Tage"],
  ["pt-BR", "7 dias", "1 hora", "2 dias"],
])("a mail in %s says how long its link works", (locale, week, hour, other) => {
  expect(customerMail("verify-email", { ...about, locale }).text).toContain(week);
  expect(customerMail("reset-password", { ...about, locale }).text).toContain(hour);
  expect(customerMail("verify-email", { ...about, locale, validFor: { days: 2 } }).text).toContain(other);
});

test("the mail is complete without a name, a link or a way to disown the account", () => {
  const { text, html } = customerMail("password-changed", { ...about, firstName: null, link: null, disownLink: null });
  expect(lines(text)[0]).toBe("Hello,");
  expect(html).not.toContain("<a ");
  expect(text + html).not.toMatch(/null|undefined/);
  expect(customerMail("verify-email", { ...about, disownLink: null }).text).not.toContain("remove");
  expect(customerMail("verify-email", { ...about, firstName: " \t" }).text).toMatch(/^Hello,\n/);
});

test("a mail without its link, or with one that is not of the web, is an error", () => {
  expect(() => customerMail("reset-password", { ...about, link: null })).toThrow("needs a link");
  for (const hostile of ["javascript:alert(1)", "data:text/html,x", "mailto:x@y.example", "/relative"]) {
    expect(() => customerMail("verify-email", { ...about, link: hostile })).toThrow();
    expect(() => customerMail("verify-email", { ...about, disownLink: hostile })).toThrow();
  }
  expect(customerMail("verify-email", { ...about, link: "https://shop.example/\nBcc:x" }).text).toContain("https://shop.example/Bcc:x\n");
});

describe("a first name in a mail", () => {
  const withName = (firstName: string) => customerMail("verify-email", { ...about, firstName });

  test("shows markup as text", () => {
    const { html, text } = withName(`<img src=x onerror="x()">&`);
    expect(html).toContain("Hello &lt;img src=x onerror=&quot;x()&quot;&gt;&amp;,");
    expect(html).not.toContain("<img");
    expect(lines(text)[0]).toBe(`Hello <img src=x onerror="x()">&,`);
  });

  test.each([
    ["a line break", "Ana\r\nBcc: x", null],
    ["line breaks without an address", "Ana\r\n\r\nYou have won", "Ana You have won"],
    ["separators of Unicode", "Ana\u2028You\u2029have\u0085won", "Ana You have won"],
    ["an override of direction", "Ana\u202egnp\u2066x\u2069\u200f", "Anagnpx"],
    ["characters that nobody sees", "A\u200bn\ufeffa\u{e0041}", "Ana"],
    ["control characters", "A\0n\u001b[ma\u007f", "A n [ma"],
    ["half a character", "Ana\ud83d", "Ana\ufffd"],
    ["a name that is joined", "Marie-José d’Été 李", "Marie-José d’Été 李"],
    ["initials", "J. R. R.", "J. R. R."],
    ["an emoji of several parts", "👩‍👩‍👧", "👩‍👩‍👧"],
  ])("is cleaned: %s", (_what, firstName, expected) => {
    const { text, html, subject } = withName(firstName);
    expect(lines(text).slice(0, 2)).toEqual([expected === null ? "Hello," : `Hello ${expected},`, ""]);
    expect(lines(text)).toHaveLength(lines(withName("Ana").text).length);
    expect(html).toContain(expected === null ? "Hello," : `Hello ${expected},`);
    expect(subject).toBe(withName("Ana").subject);
  });

  test.each([
    "visit https://evil.example",
    "evil.example",
    "WWW evil",
    "call me@evil.example",
    "evil。com",
    "evil．com",
    "a/b",
    "win. Com",
  ])("is left out if a mail program could make it a link: %s", (firstName) => {
    const { text, html } = withName(firstName);
    expect(lines(text)[0]).toBe("Hello,");
    expect(text + html).not.toContain(firstName);
  });

  test("is left out if it is very long or a message", () => {
    for (const name of ["ä".repeat(10_000), "ä".repeat(41), "WINNER – you won 500 €", "call 0900 now", "Really?", "Now!"]) {
      expect(lines(withName(name).text)[0]).toBe("Hello,");
    }
    expect(lines(withName("ä".repeat(40)).text)[0]).toBe(`Hello ${"ä".repeat(40)},`);
    expect(lines(withName("🌿".repeat(40)).text)[0]).toBe(`Hello ${"🌿".repeat(40)},`);
  });
});

test("the name of a site cannot break the subject", () => {
  const { subject } = customerMail("verify-email", { ...about, siteName: "Shop\r\nBcc: x\u202e\0 <b>" });
  expect(subject).toBe("Please confirm your email address – Shop Bcc: x <b>");
  expect(plainLine("x".repeat(300), 100)).toHaveLength(100);
});
