import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServer, type Answer, type TestServer } from "../../../../../test/kit/harness.ts";
import { parseRaw, sendRaw } from "../../../../../test/kit/raw.ts";
import type { CaughtMail } from "../../../ports/mailer.ts";
import { mailCatcherOperations } from "./index.ts";
import { linksIn, withLinks } from "./links.ts";
import { html } from "../../../lib/text/html.ts";

let mails: CaughtMail[] = [];
const caughtMails = { list: () => [...mails], find: (id: string) => mails.find((mail) => mail.id === id) };
const mail = (id: string, changes: Partial<CaughtMail> = {}): CaughtMail => ({
  id,
  caughtAt: "2026-11-20T09:30:00.000Z",
  to: "ana@customer.example",
  from: { name: "Fjord & Form", address: "no-reply@shop.example" },
  subject: `Subject ${id}`,
  text: `Hello,\n\nhttps://shop.example/verify?a=1&token=${id}\n`,
  html: `<p>Hello <a href="https://shop.example/verify?token=${id}">verify</a></p>`,
  ...changes,
});
const serve = (publicUrl: string) =>
  startServer({
    publicUrl,
    moreOperations: mailCatcherOperations.map((operation) => ({
      ...operation,
      behaviour: () => operation.behaviour({ caughtMails, publicUrl }),
    })),
  });

let server: TestServer;
beforeAll(async () => {
  server = await serve("http://dev.example:3000/base");
});
afterAll(() => server.stop());
beforeEach(() => {
  mails = [];
});

const asBrowser = { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };
const policyOf = ({ headers }: Answer) => headers.get("content-security-policy") ?? "";
const code = ({ json }: Answer) => (json as { code?: string } | undefined)?.code;

describe("the list of caught mails", () => {
  test("says what it is for while it is empty", async () => {
    const answer = await server.ask("/dev/mail", asBrowser);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(answer.text).toContain("No mail yet");
    expect(answer.text).toContain("not sent");
  });

  test("is an accessible table of the mails in order, with links below the public path", async () => {
    mails = [mail("b"), mail("a", { subject: "" })];
    const { text } = await server.ask("/dev/mail", asBrowser);
    expect([...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      "/base/dev/mail/b",
      "/base/dev/mail/a",
      "/base/dev/mail.json",
    ]);
    expect(text).toContain("Subject b");
    expect(text).toContain("(no subject)");
    expect(text.match(/scope="col"/g)).toHaveLength(4);
    expect(text.match(/scope="row"/g)).toHaveLength(2);
    expect(text).toMatch(/<html lang="en">[^]*<main>[^]*<h1>Caught mails<\/h1>[^]*<caption>/);
    expect(text).toContain("Fjord &amp; Form");
    expect(text).toContain('<time datetime="2026-11-20T09:30:00.000Z">2026-11-20 09:30:00</time>');
  });

  test("runs no script, and uses only its own style", async () => {
    const answer = await server.ask("/dev/mail", asBrowser);
    const hash = createHash("sha256")
      .update(/<style>([^]*)<\/style>/.exec(answer.text)?.[1] ?? "")
      .digest("base64");
    expect(policyOf(answer)).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
    );
  });
});

describe("the list for programs", () => {
  const data = [{ ...mail("b"), links: ["https://shop.example/verify?a=1&token=b"] }];
  const expected = { data, page: 1, pageSize: 1, total: 1 };

  test.each(["application/json", "application/json, text/html;q=0.9", "text/html;q=0.1, application/*", "text/html;q=0, */*"])(
    "is JSON if the client prefers it: %s",
    async (accept) => {
      mails = [mail("b")];
      const answer = await server.ask("/dev/mail", { headers: { accept } });
      expect(answer.json).toEqual(expected);
      expect(answer.headers.get("vary")).toContain("accept");
    },
  );

  test.each(["*/*", "text/html", "text/html, application/json", "text/*, application/json;q=0.5", "", "image/png"])(
    "is a page if the client does not prefer JSON: %j",
    async (accept) => {
      expect((await server.ask("/dev/mail", { headers: { accept } })).text).toContain("<!doctype html>");
    },
  );

  test("has an address of its own for JSON", async () => {
    mails = [mail("b")];
    const answer = await server.ask("/dev/mail.json", asBrowser);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.json).toEqual(expected);
    mails = [];
    expect((await server.ask("/dev/mail.json")).json).toEqual({ data: [], page: 1, pageSize: 1, total: 0 });
  });

  test("is not in the description of the API", async () => {
    expect((await server.ask("/openapi.json")).text).not.toMatch(/dev\/mail/);
  });
});

describe("a caught mail", () => {
  test("is shown with its headers, its text with links, and its HTML in a frame", async () => {
    mails = [mail("a")];
    const { status, text, headers } = await server.ask("/dev/mail/a");
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    for (const part of ["ana@customer.example", "no-reply@shop.example", "Subject a", '<a href="/base/dev/mail">'])
      expect(text).toContain(part);
    const url = "https://shop.example/verify?a=1&amp;token=a";
    expect(text).toContain(`<pre>Hello,\n\n<a href="${url}" rel="noreferrer">${url}</a>\n</pre>`);
    expect(text).toMatch(/<iframe[^>]*title="[^"]+"/);
    expect(text).toContain("&lt;base target=&quot;_top&quot;&gt;&lt;p&gt;Hello");
  });

  test("shows where its replies go, if not to its sender", async () => {
    mails = [mail("a", { replyTo: "ada@customer.example" }), mail("b")];
    expect((await server.ask("/dev/mail/a")).text).toMatch(/<dt>Reply to<\/dt>\s*<dd>ada@customer\.example<\/dd>/);
    expect((await server.ask("/dev/mail/b")).text).not.toContain("Reply to");
    expect((await server.ask("/dev/mail.json")).json).toMatchObject({ data: [{ replyTo: "ada@customer.example" }, {}] });
  });

  test("shows all of its recipients", async () => {
    mails = [mail("a", { alsoTo: ["bea@customer.example", "<b>@customer.example"] })];
    for (const path of ["/dev/mail", "/dev/mail/a"]) {
      const { text } = await server.ask(path, asBrowser);
      expect(text).toContain("ana@customer.example, bea@customer.example, &lt;b&gt;@customer.example");
    }
    expect((await server.ask("/dev/mail.json")).json).toMatchObject({ data: [{ to: "ana@customer.example", alsoTo: mails[0]?.alsoTo }] });
  });

  test("that does not exist is not found", async () => {
    for (const id of ["nothing", "..%2f..%2fetc%2fpasswd", "__proto__", "%00"]) {
      const answer = await server.ask(`/dev/mail/${id}`);
      expect([answer.status, code(answer)]).toEqual([404, "mail_not_found"]);
    }
  });

  test("can run no script: its HTML is text, or in a frame without rights", async () => {
    const hostile = `"></iframe><script>parent.alert(1)</script><img src=x onerror=alert(1)>`;
    mails = [mail("a", { html: hostile, text: hostile, subject: hostile, to: hostile, from: { name: hostile, address: hostile } })];
    for (const path of ["/dev/mail", "/dev/mail/a"]) {
      const answer = await server.ask(path, asBrowser);
      expect(answer.text).not.toMatch(/<script|<img/);
      expect(answer.text).toContain("&lt;script&gt;");
      expect(policyOf(answer)).not.toContain("script-src");
      expect(policyOf(answer)).toContain("default-src 'none'");
    }
    const { text } = await server.ask("/dev/mail/a");
    expect(text.match(/<iframe/g)).toHaveLength(1);
    expect(/sandbox="([^"]*)"/.exec(text)?.[1]).toBe("allow-top-navigation-by-user-activation");
    expect(policyOf(await server.ask("/dev/mail/a"))).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    );
  });
});

describe("the mail catcher responds only under the server's own host names", () => {
  const ask = async (path: string, host: string) => {
    const { status, body } = parseRaw(await sendRaw(server.port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`));
    return status === 200 ? 200 : [status, (JSON.parse(body) as { code: string }).code];
  };

  test.each(["localhost", "localhost:3000", "LocalHost:1", "127.0.0.1:3000", "127.8.9.1", "[::1]:3000", "dev.example", "DEV.example:9"])(
    "to %s",
    async (host) => {
      mails = [mail("a")];
      for (const path of ["/dev/mail", "/dev/mail.json", "/dev/mail/a"]) expect(await ask(path, host)).toBe(200);
    },
  );

  test.each([
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil.example:3000",
    "localhost@evil.example",
    "evil.example#localhost",
    "dev.example.evil.example",
    "[::2]",
    "10.0.0.1",
    "0.0.0.0:3000",
  ])("not to %s", async (host) => {
    mails = [mail("a")];
    for (const path of ["/dev/mail", "/dev/mail.json", "/dev/mail/a", "/dev/mail/none"])
      expect(await ask(path, host)).toEqual([404, "route_not_found"]);
  });
});

test("links in a text leave out the punctuation around them", () => {
  const text =
    "See https://a.example/x?y=1&z=2#f, (http://b.example/). ftp://c.example javascript:x <https://d.example> https://e.example/é…";
  expect(linksIn(text)).toEqual(["https://a.example/x?y=1&z=2#f", "http://b.example/", "https://d.example", "https://e.example/é…"]);
  expect(html`${withLinks("a <b> https://c.example/?d&e.")}`.toString()).toBe(
    'a &lt;b&gt; <a href="https://c.example/?d&amp;e" rel="noreferrer">https://c.example/?d&amp;e</a>.',
  );
});
