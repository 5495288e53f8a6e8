import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { password, storefront, tokenIn } from "../../../../../test/kit/shopper.ts";

let server: TestServer;
let site: TestSite;
let store: ReturnType<typeof storefront>;

beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({ site: { allowedOrigins: ["https://shop.example", "https://*.wild.example", "http://dev.example:8080"] } });
  store = storefront(server, site);
});
afterAll(() => server.stop());

describe("an attacker who registered with another's address (A6)", () => {
  const attacker = "the attacker's password";
  // What happens between the attacker's registration and the victim's reset, in every order.
  const steps = ["attacker signs in", "attacker asks for a mail", "victim opens the confirmation"] as const;
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];

  test.each(orders.map((order) => [order.map((step) => steps[step]).join(", then "), order]))(
    "loses the account once its owner chooses a password: %s",
    async (_name, order) => {
      const email = `victim${order.join("")}@example.com`;
      await store.register(email, { password: attacker });
      const sessions: string[] = [];
      for (const step of order) {
        if (step === 0) sessions.push((await store.logIn(email, attacker)) ?? "");
        if (step === 1) await store.post("/auth/request-email-verification", { email, verifyUrlBase: "https://shop.example/" });
        if (step === 2) await store.post("/auth/verify-email", { token: tokenIn((await store.mailsTo(email)).at(-1)) });
      }
      await server.runTasks();
      const mailed = (await store.mailsTo(email)).map(tokenIn);
      await store.post("/auth/request-password-reset", { email, resetUrlBase: "https://shop.example/reset" });
      const reset = (await store.mailsTo(email)).find(({ text }) => text.includes("https://shop.example/reset"));
      expect(await store.post("/auth/reset-password", { token: tokenIn(reset), password: "the victim's own" })).toMatchObject({
        status: 200,
        json: { data: { emailVerified: true } },
      });
      expect(await store.logIn(email, attacker)).toBeUndefined();
      for (const session of sessions) expect((await store.account(session)).status).toBe(401);
      for (const token of mailed) {
        expect((await store.post("/auth/verify-email", { token })).status).toBe(400);
        expect((await store.post("/auth/reset-password", { token, password: attacker })).status).toBe(400);
      }
      expect(await store.logIn(email, "the victim's own")).toBeDefined();
    },
  );
});

describe("an address (A7)", () => {
  test.each([
    ...[
      "kelvin@example.com",
      "\u212aelvin@example.com",
      "ſam@example.com",
      "ıgor@example.com",
      "İgor@example.com",
      "аda@example.com",
      "ada＠example.com",
    ],
    ...[
      "ada@еxample.com".replace("е", "\u0435") + "\u0000",
      "ﬁ@example.com",
      "Ａda@example.com",
      "ada\u200b@example.com",
      "ada\u00ad@example.com",
      "\u202eada@example.com",
    ],
    ...[
      "ada@@example.com",
      "ada",
      "@example.com",
      "ada@",
      "ada@localhost",
      "ada@example",
      "ada@.example.com",
      "ada@example..com",
      "ada@-example.com",
      "ada@example-.com",
    ],
    ...[
      '"ada"@example.com',
      '"a b"@example.com',
      "a b@example.com",
      "ada,bob@example.com",
      "ada;bob@example.com",
      "ada@example.com,bob@example.com",
      "<ada@example.com>",
    ],
    ...[
      "Ada <ada@example.com>",
      "ada@example.com\nBcc: bob@example.com",
      "ada\r\n@example.com",
      "ada%0a@example.com ",
      "ada(comment)@example.com",
      "ada@[127.0.0.1]",
      "ada@127.0.0.1",
    ],
    ...[
      ".ada@example.com",
      "ada.@example.com",
      "a..da@example.com",
      `${"a".repeat(65)}@example.com`,
      `a@${"b".repeat(250)}.com`,
      "ada@exa_mple.com",
      "ada@exam ple.com",
      "ada@example.com/",
    ],
    ...[
      "ada:pw@example.com\u2028",
      "åda@example.com",
      "ada@example.c\u0301om",
      "mailto:ada@example.com",
      "ada@example.com/evil",
      "ada@example.com#x",
      "ada@example.com\\x",
      "ada@exa%6dple.com",
      "ada@exam\tple.com",
      "ada@exam\nple.com",
      "ada\\@example.com",
      "ada@example.com?cc=bob@example.com",
      "ad\ta@example.com",
    ],
  ])("%j is stored in one spelling or refused, and mail goes nowhere else", async (email) => {
    await server.runTasks();
    server.mails.length = 0;
    const fresh = storefront(server, await server.addSite());
    const { status, json } = await fresh.post("/auth/register", { email, password });
    await fresh.post("/auth/request-password-reset", { email, resetUrlBase: "https://shop.example/" });
    await server.runTasks();
    expect([201, 400]).toContain(status);
    for (const { to } of server.mails) expect(to).toBe((json as { data: { email: string } }).data.email);
    if (status === 201) expect((json as { data: { email: string } }).data.email).toMatch(/^[\x21-\x7e]+$/);
    else expect(server.mails).toEqual([]);
    // What a reader of URLs would take for a host is not a domain.
    if (/[/?#%\\\s]/.test(email.trim().split("@").at(-1) ?? "")) expect(status).toBe(400);
  });

  test("with an international domain is the same in every spelling", async () => {
    await store.register("ada@bücher.example");
    expect(await store.post("/auth/register", { email: "ADA@BÜCHER.example", password })).toMatchObject({ status: 409 });
    expect(await store.post("/auth/register", { email: "ada@xn--bcher-kva.example", password })).toMatchObject({ status: 409 });
    expect(await store.logIn("ada@Bu\u0308cher.example")).toBeDefined();
    expect(await store.mailsTo("ada@xn--bcher-kva.example")).toHaveLength(1);
  });
});

describe("names in mails (A13)", () => {
  test.each([
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{7*7}}${7*7}",
    "Ada https://evil.example/",
    "a".repeat(100),
    "\u202eadA",
    "Ada & Bob",
    "http://evil.example",
  ])("%s is plain text, or left out", async (firstName) => {
    const fresh = storefront(server, await server.addSite());
    await fresh.register("named@example.com", { firstName });
    // Of all sites, whose links are made of chance: they may hold any two digits.
    const mail = (await fresh.mailsTo("named@example.com")).at(-1);
    const said = `${mail?.text}${mail?.html}`.replace(/http:\/\/localhost:3000\/sites\/[^\s"<]+/g, "");
    expect(said).toContain("A site");
    for (const planted of ["<script>", "<img", "evil.example", "49"]) expect(said).not.toContain(planted);
    expect(mail?.subject).not.toContain(firstName);
  });

  test.each(["Ada\r\nBcc: x@y.z", "Ada\n", "A\u0000da", "\u001b[31m", "a".repeat(101), "Ada\u2028"])("%j is refused", async (firstName) => {
    expect(await store.post("/auth/register", { email: "control@example.com", password, firstName })).toMatchObject({ status: 400 });
  });
});
