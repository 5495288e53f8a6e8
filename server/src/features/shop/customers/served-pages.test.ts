import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { linkIn, storefront, tokenIn } from "../../../../../test/kit/shopper.ts";
import { raiseContent } from "../../../../../test/kit/raise-content.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

describe("the hosted pages", () => {
  const post = (path: string, form: Record<string, string>) =>
    server.ask(path, {
      method: "POST",
      body: new URLSearchParams(form).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });

  test("confirm an address when the visitor presses the button, and not before", async () => {
    const plain = await server.addSite({ site: { name: "Laden <b>", defaultLocale: "de", locales: ["de"] } });
    const here = storefront(server, plain);
    await here.register("page@example.com");
    const [mail] = await here.mailsTo("page@example.com");
    const link = linkIn(mail as { text: string });
    const path = link.pathname + link.search;
    const isVerified = async () =>
      ((await here.account((await here.logIn("page@example.com")) ?? "")).json as { data: { emailVerified: boolean } }).data.emailVerified;
    const pageAnswer = await server.ask(path);
    expect(pageAnswer).toMatchObject({ status: 200 });
    expect(pageAnswer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(pageAnswer.headers.get("cache-control")).toBe("no-store");
    expect(pageAnswer.headers.get("content-security-policy")).toContain("form-action 'self'");
    expect(pageAnswer.text).toContain('lang="de"');
    expect(pageAnswer.text).not.toContain("Laden <b>");
    expect(await isVerified()).toBe(false);
    expect((await post(link.pathname, { token: tokenIn(mail) })).status).toBe(200);
    expect(await isVerified()).toBe(true);
    expect((await post(link.pathname, { token: tokenIn(mail) })).text).not.toBe(pageAnswer.text);
  });

  test("accept a new password, and say what is wrong with one", async () => {
    const plain = await server.addSite();
    const here = storefront(server, plain);
    await here.register("choose@example.com");
    await here.post("/auth/request-password-reset", { email: "choose@example.com", resetUrlBase: "https://evil.example" });
    const mail = (await here.mailsTo("choose@example.com")).find(({ text }) => text.includes("/reset-password"));
    const link = linkIn(mail as { text: string });
    expect(link.pathname).toBe(`/sites/${plain.slug}/reset-password`);
    const token = tokenIn(mail);
    // What no JSON could say later.
    for (const body of [`token=${token}&password=abc%00defgh`, `token=${token}&password=%ffabcdefgh`, "token=%", "%zz"]) {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      expect((await server.ask(link.pathname, { method: "POST", body, headers })).status).toBe(400);
    }
    for (const badPassword of ["shrt-7", "passwort99", "x".repeat(201), "choose@example.com"]) {
      const { text } = await post(link.pathname, { token, password: badPassword });
      expect(text).toContain('role="alert"');
      expect(text).not.toContain(badPassword);
    }
    expect(await here.logIn("choose@example.com")).toBeDefined();
    expect((await post(link.pathname, { token, password: "a good new password" })).text).not.toContain("<form");
    expect(await here.logIn("choose@example.com", "a good new password")).toBeDefined();
    const again = await post(link.pathname, { token, password: "yet another password" });
    expect(again.text).not.toContain('type="password"');
    expect(await here.logIn("choose@example.com", "yet another password")).toBeUndefined();
  });

  test("do not accept another site's token, and exist only for active sites", async () => {
    const [one, two] = [await server.addSite(), await server.addSite()];
    await storefront(server, one).register("mine@example.com");
    const [mail] = await storefront(server, one).mailsTo("mine@example.com");
    await post(`/sites/${two.slug}/verify-email`, { token: tokenIn(mail) });
    expect(await storefront(server, one).post("/auth/verify-email", { token: tokenIn(mail) })).toMatchObject({ status: 200 });
    const dashed = await server.addSite({ site: { slug: `my--shop-${one.slug.slice(-6)}` } });
    expect((await server.ask(`/sites/${dashed.slug}/verify-email?token=x`)).status).toBe(200);
    for (const slug of ["nowhere", "a..b", "%00", "A"]) {
      expect(await server.ask(`/sites/${slug}/verify-email?token=x`)).toMatchObject({ status: 404, json: { code: "route_not_found" } });
      expect(await post(`/sites/${slug}/reset-password`, { token: "x", password: "long enough" })).toMatchObject({ status: 404 });
    }
    await server.deps.sql`update sites set suspended_at = now() where id = ${one.id}`;
    await raiseContent(server.deps.sql, one.id);
    await server.directory.poll();
    expect((await server.ask(`/sites/${one.slug}/verify-email?token=x`)).status).toBe(404);
  });
});
