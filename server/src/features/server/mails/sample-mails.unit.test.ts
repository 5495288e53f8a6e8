import { describe, expect, test } from "vitest";
import { mailKinds, mailKindNames, type MailKind, type Placeholder } from "../../../lib/mails/mail-kinds.ts";
import { mailTextErrors, mailTextsErrors } from "../../../lib/mails/mail-text.ts";
import { MailTextUnusable, renderMailText } from "../../../lib/mails/render-mail-text.ts";
import { siteMail } from "../../../lib/mails/site-mail.ts";
import { formSiteMail } from "../../shop/forms/form-mail.ts";
import { customerSiteMail } from "../../shop/customers/customer-mail.ts";
import { orderSiteMail, sampleOrder } from "../../shop/orders/order-mail.ts";
import type { MailSite } from "./mail-site.ts";
import { samplePlaceholders, showSampleMail } from "./sample-mails.ts";

const site: MailSite = {
  name: "Fjord",
  slug: "fjord",
  defaultLocale: "de",
  locales: ["de", "en", "pt-BR", "fr"],
  storefrontUrl: "https://fjord.example",
  currency: "eur",
  settings: {},
};
const publicUrl = "https://cms.example";
const placeholdersOf = (kind: MailKind): [string, Placeholder][] => Object.entries(mailKinds[kind].placeholders);
const inBraces = (name: string) => `{${name}}`;
/** A text with every placeholder of its kind, each in a line of its own. */
const wholeText = (kind: MailKind) => ({
  subject: placeholdersOf(kind)
    .filter(([, { form }]) => form === "line")
    .map(([name]) => inBraces(name))
    .join(" / "),
  body: placeholdersOf(kind)
    .map(([name]) => `${name}: ${inBraces(name)}`)
    .join("\n"),
});
const sampleSite = { siteName: "Fjord", storefrontUrl: null, hostedUrl: "https://cms.example/sites/fjord", currency: "eur", locale: "en" };
const silent = { log: { warn: () => undefined } as never };

describe.each(mailKindNames)("a mail of the kind %s", (kind) => {
  test.each(site.locales)("is shown in our words and in the site's, in %s", (locale) => {
    const ours = showSampleMail(site, publicUrl, kind, locale);
    expect(ours).toMatchObject({ own: false, problem: null });
    const text = wholeText(kind);
    expect(mailTextErrors(kind, text)).toEqual([]);
    const own = showSampleMail({ ...site, settings: { mails: { [kind]: { [locale]: text } } } }, publicUrl, kind, locale);
    expect(own).toMatchObject({ own: true, problem: null });
    expect(own.subject).toContain("Fjord");
    for (const [name] of placeholdersOf(kind)) expect(own.text).toContain(`${name}: `);
    expect(own.text + own.subject + own.html).not.toMatch(/\{\w+\}|undefined|null|\[object/);
    expect(own.html).toContain(`<html lang="${locale}">`);
    expect(own.html).toMatch(/^<!doctype html>/);
  });

  test("has a sample of each placeholder, and renders it", () => {
    const links = placeholdersOf(kind).flatMap(([name, { isRequired }]) => (isRequired ? [inBraces(name)] : []));
    for (const { name, sample, inSubject } of samplePlaceholders(site, publicUrl, kind)) {
      expect(sample, name).not.toBe("");
      const { text } = showSampleMail(site, publicUrl, kind, "de", { subject: "S", body: [`{${name}}`, ...links].join("\n\n") });
      expect(text, name).toContain(sample);
      const errors = mailTextErrors(kind, { subject: `S {${name}}`, body: ["B", ...links].join("\n") });
      expect(errors.map(({ code }) => code)).toEqual(inSubject ? [] : ["placeholder_in_subject"]);
    }
  });

  test("needs the links that it lives by", () => {
    for (const [name, { isRequired }] of placeholdersOf(kind)) {
      const { subject, body } = wholeText(kind);
      const without = { subject, body: body.replace(inBraces(name), "") };
      expect(mailTextErrors(kind, without).map(({ path, code }) => [path, code])).toEqual(
        isRequired ? [["/body", "placeholder_missing"]] : [],
      );
    }
  });
});

test("a text that breaks a rule is refused with its place", () => {
  const codes = (subject: string, body: string) =>
    mailTextErrors("order-paid", { subject, body }).map(({ path, code }) => `${path} ${code}`);
  expect(codes("Order {number}", "Thank you")).toEqual([]);
  for (const text of ["{", "}", "{}", "{number", "number}", "{{number}}", "{ number }", "{number.x}", "{número}"])
    expect(codes(text, text), text).toEqual(["/subject brace", "/body brace"]);
  expect(codes("{constructor}", "{toString}")).toEqual(["/subject placeholder_unknown", "/body placeholder_unknown"]);
  expect(mailTextErrors("order-paid", { subject: "S", body: "{nubmer}" })[0]?.message).toContain("did you mean number?");
  for (const line of ["a\nBcc: x@example.com", "a\r\nb", "a\tb", "a\u2028b"]) expect(codes(line, "B"), line).toEqual(["/subject one_line"]);
  expect(codes("S", "a\0b")).toEqual(["/body control_character"]);
  expect(codes(" ", "\n ")).toEqual(["/subject blank", "/body blank"]);
  expect(codes("\ud800", "B")).toEqual(["/subject encoding"]);
});

test("texts of a site are in its locales and have a limit, and a text from before hinders no other change", () => {
  const text = { subject: "S", body: "B" };
  const of = (...given: Parameters<typeof mailTextsErrors>) => mailTextsErrors(...given).map(({ path, code }) => `${path} ${code}`);
  expect(of({ "order-paid": { de: text } }, ["de"])).toEqual([]);
  expect(of({ "order-paid": { de: text } }, ["en"])).toEqual(["/order-paid/de locale"]);
  const old = { "order-paid": { de: { subject: "S", body: "{gone}" } } };
  expect(of(old, ["de"])).toEqual(["/order-paid/de/body placeholder_unknown"]);
  expect(of(old, ["de"], old)).toEqual([]);
  const many = Object.fromEntries(
    Array.from({ length: 26 }, (_, index) => [`${String.fromCharCode(97 + index)}a`, { subject: "S", body: "B".repeat(5_000) }]),
  );
  expect(of({ "order-paid": many }, Object.keys(many))).toEqual([" too_large"]);
});

test("a value never breaks out: braces, markup and line breaks in it stay text", () => {
  const hostile = "{link} <img src=x onerror=alert(1)>\r\nBcc: eve@example.com\u202e & \"'";
  const about = { ...sampleOrder({ ...sampleSite, siteName: hostile }), lines: [{ title: hostile, quantity: 1, total: 1 }] };
  const text = { subject: "{number} {site}", body: "Hi {site}\n\n{order}\n\nin a line: {order}" };
  const mail = siteMail(silent, "s", { en: text }, orderSiteMail(about));
  expect(mail.subject).toBe(`1001 {link} <img src=x onerror=alert(1)> Bcc: eve@example.com & "'`);
  expect(mail.subject + mail.text).not.toMatch(/\r|\u202e/);
  expect(mail.text).not.toMatch(/^Bcc/m);
  expect(mail.html).not.toContain("<img");
  expect(mail.html).not.toContain("<a ");
  expect(mail.text).toContain("{link}");

  const link = "https://fjord.example/confirm?token=t";
  const customer = {
    locale: "en",
    siteName: "Fjord",
    firstName: "{disownLink}<b>\n{site}",
    link,
    disownLink: "https://fjord.example/not-me",
  };
  const body = "Hello {name}\n{link}\n{disownLink}";
  const confirm = siteMail(silent, "s", { en: { subject: "{name}", body } }, customerSiteMail("verify-email", customer));
  expect([confirm.subject, confirm.text]).toEqual([
    "{disownLink}<b> {site}",
    `Hello {disownLink}<b> {site}\n${link}\nhttps://fjord.example/not-me\n`,
  ]);
  expect(confirm.html).toContain('Hello <span dir="auto">{disownLink}&lt;b&gt; {site}</span>');

  const schema = { properties: { a: { type: "string", title: "{site}" } } };
  const form = {
    locale: "en",
    siteName: "Fjord",
    formName: "{fields}",
    schema,
    data: { a: hostile },
    submittedAt: new Date(0),
    fileUrl: () => "",
    replyTo: undefined,
  };
  const notice = siteMail(silent, "s", { en: { subject: "{form}", body: "{fields}" } }, formSiteMail(form));
  expect([notice.subject, notice.html.includes("<img"), notice.text.startsWith("{site}:")]).toEqual(["{fields}", false, true]);
});

test("a name that looks like a message is left out with its line, and a line with a needed link stays", () => {
  const about = {
    locale: "en",
    siteName: "Fjord",
    firstName: "Win at evil.example",
    link: "https://a.example/",
    disownLink: "https://b.example/",
  };
  const text = { subject: "Hello {name}", body: "Dear {name},\n\n{name}: {link}\n{disownLink}" };
  const mail = siteMail(silent, "s", { en: text }, customerSiteMail("verify-email", about));
  expect([mail.subject, mail.text]).toEqual(["Hello", ": https://a.example/\nhttps://b.example/\n"]);
});

test("our own page for a link follows a text that does not name it", () => {
  const links = { link: "https://shop.example/v", disownLink: "https://cms.example/n", spareLink: "https://cms.example/v" };
  const about = { locale: "en", siteName: "Fjord", firstName: null, ...links };
  const textOf = (body: string) => siteMail(silent, "s", { en: { subject: "S", body } }, customerSiteMail("verify-email", about)).text;
  expect(textOf("{link} {disownLink}")).toMatch(/\n\nIf the page .*:\nhttps:\/\/cms\.example\/v\n$/);
  expect(textOf("{link} {disownLink} {hostedLink}")).toBe("https://shop.example/v https://cms.example/n https://cms.example/v\n");
});

test("a recipient gets the text of their locale, then of their language, then ours", () => {
  const own = (subject: string) => ({ subject, body: "B" });
  const texts = { de: own("Deutsch"), "pt-BR": own("Brasil") };
  const subject = (locale: string) => siteMail(silent, "s", texts, orderSiteMail(sampleOrder({ ...sampleSite, locale }))).subject;
  expect(["de", "de-AT", "pt-BR"].map(subject)).toEqual(["Deutsch", "Deutsch", "Brasil"]);
  for (const locale of ["pt", "en", "fr"]) expect(subject(locale), locale).toMatch(/1001 – Fjord$/);
});

test("a text that cannot be rendered is replaced by ours, and logged without a value", () => {
  const lines: unknown[] = [];
  const log = { log: { warn: (...line: unknown[]) => void lines.push(line) } as never };
  const mail = orderSiteMail(sampleOrder(sampleSite));
  for (const text of [
    { subject: "S", body: "{gone}" },
    { subject: "S" },
    null,
    { subject: "S", body: "{shopLink}" },
    { subject: "S\nBcc: x", body: "B" },
  ])
    expect(siteMail(log, "s", { en: text }, mail)).toEqual(mail.ours);
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatchObject([{ site: "s", kind: "order-paid", locale: "en" }, expect.any(String)]);
  expect(siteMail(log, "s", "no object", mail)).toEqual(mail.ours);
  const hostile = () => renderMailText("verify-email", { subject: "S", body: "{link} {disownLink}" }, { link: null }, { language: "en" });
  expect(hostile).toThrow(MailTextUnusable);
});
