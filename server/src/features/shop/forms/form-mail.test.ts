import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { contactForm, formOf, formsPlugin, submitter } from "../../../../../test/kit/form-site.ts";
import { fieldsOf } from "./form-fields.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.mails.length = 0;
});

const good = { name: "Ada Lovelace", email: "ada@example.com", message: "Hello,\n\nwhere is my chair?" };
const sent = async () => {
  await server.runTasks();
  return server.mails.splice(0);
};
const open = { type: "object", additionalProperties: true };
const naming = (data: object) => ({
  ...open,
  properties: Object.fromEntries(
    Object.keys(data)
      .filter((name) => /^\w+$/.test(name))
      .map((name) => [name, {}]),
  ),
});
/** The one mail about data that a form with this schema takes; without one, that a form takes which names all of it. */
async function mailAbout(data: object, schema: object = naming(data), site: object = {}) {
  const added = await server.addSite({ site, forms: [formOf({ schema })], ...formsPlugin("ops@shop.example") });
  expect((await submitter(server, added, "form")(data)).status).toBe(202);
  const [mail, ...more] = await sent();
  expect(more).toEqual([]);
  if (!mail) throw new Error("No mail was sent.");
  return mail;
}

describe("the mail", () => {
  test.each([
    ["en", "New submission: Contact – Fjord & Form", "Somebody submitted the form “Contact” on 2026-11-20 09:30 UTC:", "Yes"],
    ["de", "Neue Einsendung: Contact – Fjord & Form", "das Formular „Contact“ wurde am 2026-11-20 09:30 UTC ausgefüllt:", "Ja"],
    ["pt-BR", "Novo envio: Contact – Fjord & Form", "O formulário “Contact” foi enviado em 2026-11-20 09:30 UTC:", "Sim"],
    ["fr", "New submission: Contact – Fjord & Form", "Somebody submitted the form “Contact” on 2026-11-20 09:30 UTC:", "Yes"],
  ])("in %s names the form, and each field by its title", async (locale, subject, opening, yes) => {
    const other = await startServer();
    const { schema } = contactForm();
    const form = { ...contactForm(), schema: { ...schema, properties: { ...schema.properties, agreed: { type: "boolean" } } } };
    const site = await other.addSite({
      site: { name: "Fjord & Form", defaultLocale: locale, locales: [locale], settings: { mail: { senderName: "Fjord" } } },
      forms: [form],
      ...formsPlugin("ops@shop.example"),
    });
    await submitter(other, site)({ message: good.message, agreed: true, email: good.email, topic: "order", name: good.name });
    await other.runTasks();
    const [mail] = other.mails;
    expect(mail).toMatchObject({
      to: "ops@shop.example",
      from: { name: "Fjord", address: "no-reply@vitrine.example" },
      replyTo: good.email,
      subject,
    });
    expect(mail?.text).toContain(
      [
        opening,
        ...["Your name: Ada Lovelace", "Your e-mail address: ada@example.com", "topic: order"],
        ...["Message:\n  Hello,\n\n  where is my chair?", `agreed: ${yes}`],
      ].join("\n\n"),
    );
    expect(mail?.text).not.toMatch(/Replies are not read|nicht gelesen|não são lidas/);
    expect(mail?.html).toContain('<strong dir="auto">Message</strong>');
    expect(mail?.html).toContain("Hello,<br /><br />where is my chair?");
    await other.stop();
  });

  test("says that replies are not read if the form has no address", async () => {
    const { replyTo, text } = await mailAbout({ a: "x" });
    expect(replyTo).toBeUndefined();
    expect(text).toContain("Replies are not read.");
  });

  test("has replies go to the first field whose schema makes it an address, and that contains one", async () => {
    const email = { type: "string", format: "email" };
    const schema = (properties: object, more: object = {}) => ({ type: "object", additionalProperties: true, properties, ...more });
    const replyTo = async (data: object, formSchema: object) => (await mailAbout(data, formSchema)).replyTo;
    expect(await replyTo({ b: "B@Example.com", a: "a@example.com" }, schema({ x: { type: "string" }, a: email, b: email }))).toBe(
      "a@example.com",
    );
    expect(await replyTo({ b: "B@Bücher.example" }, schema({ a: email, b: email }))).toBe("b@xn--bcher-kva.example");
    expect(await replyTo({ b: "B@xn--bcher-kva.example" }, schema({ a: email, b: email }))).toBe("b@xn--bcher-kva.example");
    expect(await replyTo({ email: "a@example.com" }, schema({ email: { type: "string" } }))).toBe(undefined);
    expect(await replyTo({ from: { email: "a@example.com" } }, schema({ from: schema({ email }) }))).toBe(undefined);
    expect(await replyTo({ a: ["a@example.com"] }, schema({ a: { items: email } }))).toBe(undefined);
    expect(await replyTo({ a: 5 }, schema({ a: { format: "email" } }))).toBe(undefined);
  });

  test("shows nested values on indented lines", async () => {
    const { text, html } = await mailAbout({
      tags: ["red", "oak"],
      address: { street: "Kai 1", lines: ["a", ["b", "c"]], nothing: null, open: {}, none: [], yes: false, n: -2.5 },
    });
    expect(text).toContain("tags:\n  - red\n  - oak\n\n");
    expect(text).toContain(
      "address:\n  street: Kai 1\n  lines:\n    - a\n    -\n      - b\n      - c\n  nothing: –\n  open: –\n  none: –\n  yes: No\n  n: -2.5",
    );
    expect(html).toContain("<br />\u00a0\u00a0- a<br />");
  });

  test("shows no text of a value as if it were another field", async () => {
    const forged = "nothing\r\n\r\nname: Grace\u2028name: Grace\u0085name: Grace\vname: Grace\n-- \nname: Grace";
    const { text, subject } = await mailAbout({ message: forged, "x\nname: Grace": "y" });
    expect(text.split("\n").filter((line) => line.startsWith("name:"))).toEqual([]);
    expect(text.match(/^-- $/gm)).toHaveLength(1);
    expect(subject).toBe("New submission: A form – A site");
  });

  test.each([
    ["en", "Not asked for by the form:"],
    ["de", "Vom Formular nicht gefragt:"],
    ["pt-BR", "Não solicitado pelo formulário:"],
  ])("in %s shows unnamed members last, with their names in quotes", async (locale, notAsked) => {
    const reply = "A reply to this mail goes to boss@shop.example, as entered in the form. Somebody has checked it.";
    const { text, html } = await mailAbout(
      {
        "Your e-mail address": "evil@else.example",
        [reply]: "x",
        'a": "b': "c",
        "two\nlines": "1\n2",
        "": 0,
        [notAsked]: "here",
        mail: "ada@example.com",
        tick: "only required",
      },
      { ...open, required: ["tick"], properties: { mail: { type: "string", title: "Your e-mail address", format: "email" } } },
      { defaultLocale: locale, locales: [locale] },
    );
    expect(text).toContain(
      [
        ...["", "Your e-mail address: ada@example.com", "tick: only required", notAsked],
        ...['"Your e-mail address": evil@else.example', `"${reply}": x`, '"a\\": \\"b": c', '"two lines":\n  1\n  2', '"": 0'],
        ...[`"${notAsked}": here`, ""],
      ].join("\n\n"),
    );
    expect(html.match(/<strong dir="auto">Your e-mail address</g)).toHaveLength(1);
    expect(html).toContain('<strong dir="auto">&quot;Your e-mail address&quot;</strong>');
    expect(html.indexOf('<strong dir="auto">tick<')).toBeLessThan(html.indexOf(`<p>${notAsked}</p>`));
    expect(html.indexOf(`<p>${notAsked}</p>`)).toBeLessThan(html.indexOf("&quot;Your e-mail address&quot;"));
  });

  test("has no heading for unnamed members if there are none", async () => {
    const { text, html } = await mailAbout({ a: "x" });
    expect(text + html).not.toContain("Not asked");
  });

  test("shows everything as text, without characters that hide or reverse it", async () => {
    const evil = `<script>alert(1)</script><img src=x onerror=alert(1)>"'&</td></table>\u202egnp.exe\u2066\u200b\u00ad\u115f\u1160\u180e\u3164\uffa0\u0007\u001b[31mred`;
    const { text, html } = await mailAbout({ [evil]: evil, ok: "שלום עולם – مرحبا" }, open);
    expect(html).not.toMatch(/<script|<img|[\u202e\u2066\u200b\u00ad\u115f\u1160\u180e\u3164\uffa0\u0007\u001b]/);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;&lt;/td&gt;");
    expect(text).not.toMatch(/[\u202e\u2066\u200b\u00ad\u115f\u1160\u180e\u3164\uffa0\u0007\u001b]/);
    for (const part of [text, html]) expect(part).toContain("שלום עולם – مرحبا");
    expect(html.match(/<table/g)).toHaveLength(1);
    expect(html.match(/<\/table>/g)).toHaveLength(1);
  });

  test("shows deeply nested values as JSON, cut off", async () => {
    const deep = (levels: number, inner: unknown): unknown => (levels === 0 ? inner : [deep(levels - 1, inner), 1]);
    const { text } = await mailAbout({ a: deep(8, "x"), b: deep(6, "y".repeat(500)), c: deep(5, "z") });
    expect(text).toContain(`${"  ".repeat(6)}- [["x",1],1]\n`);
    expect(text).toContain(`${"  ".repeat(6)}- ${"y".repeat(500)}\n`);
    expect(text).toContain(`${"  ".repeat(5)}- z\n`);
    const long = await mailAbout({ a: deep(7, "y".repeat(500)) });
    expect(long.text).toContain(`${"  ".repeat(6)}- ["${"y".repeat(198)}…\n`);
  });

  test("takes no more work for deeper values", () => {
    let reads = 0;
    const items = 120_000;
    const list = new Proxy(
      Array.from({ length: items }, () => 1),
      {
        get: (target, name) => {
          reads += 1;
          return Reflect.get(target, name) as unknown;
        },
      },
    );
    for (const levels of [0, 3, 27]) {
      let value: unknown = list;
      for (let level = 0; level < levels; level += 1) value = [value, 1];
      reads = 0;
      const { fields } = fieldsOf(naming({ value }), { value }, { yes: "", no: "", cut: (length) => `cut ${length}` });
      expect(fields[0]?.lines.length).toBeLessThan(210);
      expect(fields[0]?.lines.join().length).toBeLessThan(5_000);
      // Once for its length as JSON, and once where it is shown as JSON.
      expect(reads).toBeLessThan(2.1 * items);
    }
  });

  test("is never too large for mail programs to show", async () => {
    const long = await mailAbout({
      text: `x${"🦭".repeat(4_999)}`,
      many: Array.from({ length: 4_900 }, (_, index) => index),
      last: "seen",
    });
    expect(long.text).toContain("… (cut off: 5000 characters in all)");
    expect(long.text).toContain("last: seen");
    expect(long.text.isWellFormed()).toBe(true);
    const wide = await mailAbout(Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`field${index}`, "x".repeat(140)])), open);
    expect(wide.text).toMatch(/… and \d+ more fields, which are kept with the submission\./);
    for (const { text, html } of [long, wide]) expect(Buffer.byteLength(text) + Buffer.byteLength(html)).toBeLessThan(102_000);
  });
});
