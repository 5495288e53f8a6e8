import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { parseRaw, sendRaw } from "../../../../../test/kit/raw.ts";
import { processorEvents } from "../../../../../test/kit/processor-events.ts";
import { paymentPlugin, checkoutClient } from "../../../../../test/kit/checkout-client.ts";
import { raiseContent } from "../../../../../test/kit/raise-content.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
  // What is told is told by the tests alone.
  await server.sandbox.webhooks({ mode: "drop" });
});
afterAll(() => server.stop());

const { newShop, signed } = processorEvents(() => server);
const handled = (isHandled: boolean) => ({ status: 200, json: { data: { handled: isHandled } } });

describe("the webhook checks, in this order", () => {
  const event = { id: "evt_1", type: "payment_intent.succeeded", data: { object: {} } };
  const body = JSON.stringify(event);

  test.each<[string, () => Promise<{ slug: string; secret: string }>]>([
    ["an unknown site", async () => ({ slug: "nobodys-shop", secret: "whsec_x" })],
    ["no slug at all", async () => ({ slug: "%00", secret: "whsec_x" })],
    [
      "a site whose plugin is off",
      async () => {
        const { config } = paymentPlugin()["svc.payments"];
        const { slug } = await server.addSite({ plugins: { "svc.payments": { enabled: false, config } } });
        return { slug, secret: config.webhookSecrets[0] ?? "" };
      },
    ],
    ["a site without the plugin", async () => ({ slug: (await server.addSite()).slug, secret: "whsec_x" })],
    [
      "a suspended site",
      async () => {
        const { site, secret } = await newShop();
        await server.deps.sql`update sites set suspended_at = now() where id = ${site.id}`;
        await raiseContent(server.deps.sql, site.id);
        await server.directory.poll();
        return { slug: site.slug, secret };
      },
    ],
  ])("the site: %s gets 404", async (_name, where) => {
    const { slug, secret } = await where();
    const { webhook } = await newShop();
    expect(await webhook(body, signed(body, secret), slug)).toMatchObject({ status: 404, json: { code: "site_not_found" } });
    expect(await webhook("not json", {}, slug)).toMatchObject({ status: 404, json: { code: "site_not_found" } });
  });

  test("the plugin: a site without a secret gets 400, before the signature is checked", async () => {
    const { slug } = await server.addSite({
      plugins: { "svc.payments": { enabled: true, config: { secretKey: "sk_test_x", publishableKey: "pk_test_x" } } },
    });
    const { webhook } = await newShop();
    for (const secret of ["", "undefined", "sk_test_x"]) {
      expect(await webhook(body, signed(body, secret), slug)).toMatchObject({ status: 400, json: { code: "payments_not_configured" } });
    }
  });

  test("the signature: a wrong one gets 400, before the body is parsed", async () => {
    const shop = await newShop();
    const other = await newShop();
    const headers: Record<string, string>[] = [
      {},
      signed(body, other.secret),
      signed(`${body} `, shop.secret),
      signed(body, shop.secret, 301),
      signed(body, shop.secret, -301),
      { "processor-signature": "" },
      { "x-processor-signature": signed(body, shop.secret)["processor-signature"] },
      // The one name goes before the other.
      { ...signed(body, other.secret), "stripe-signature": signed(body, shop.secret)["processor-signature"] },
    ];
    for (const sent of headers) {
      expect(await shop.webhook(body, sent)).toMatchObject({ status: 400, json: { code: "signature_invalid" } });
      expect(await shop.webhook("{", sent)).toMatchObject({ status: 400, json: { code: "signature_invalid" } });
    }
  });

  test.each([
    "",
    "{",
    "[]",
    "null",
    '"text"',
    '{"id":"evt_1"}',
    '{"id":1,"type":"x","data":{"object":{}}}',
    '{"id":"a","id":"b","type":"x","data":{"object":{}}}',
  ])("the body: one that is no event gets 400: %s", async (text) => {
    const { webhook, secret } = await newShop();
    expect(await webhook(text, signed(text, secret))).toMatchObject({ status: 400, json: { code: "invalid_json" } });
  });

  test("the signature of the exact bytes, under either name of the header, for any media type", async () => {
    const shop = await newShop();
    const spaced = Buffer.from('{ "id" : "evt_\u00fc",\r\n"type":"unknown.\\u00e9", "data": {"object": {} } }\n');
    const { "processor-signature": signature } = signed(spaced, shop.secret);
    const answer = { status: 200, json: { data: { handled: false, eventId: "evt_ü", eventType: "unknown.é" } } };
    expect(await shop.webhook(spaced, { "processor-signature": signature })).toMatchObject(answer);
    expect(await shop.webhook(spaced, { "stripe-signature": signature, "content-type": "text/plain" })).toMatchObject(answer);
    expect(await shop.webhook(spaced, { "stripe-signature": signature, origin: "https://evil.example" })).toMatchObject(answer);
    expect(
      (await shop.webhook(spaced, { "stripe-signature": signature, origin: "https://evil.example" })).headers.get(
        "access-control-allow-origin",
      ),
    ).toBeNull();
  });

  test("the headers: a signature that comes twice gets 400", async () => {
    const { site, secret } = await newShop();
    const { "processor-signature": signature } = signed(body, secret);
    const lines = [`processor-signature: ${signature}`, `Processor-Signature: ${signature}`, `content-length: ${body.length}`, "host: x"];
    const raw = [`POST /api/public/v1/webhooks/svc.payments/${site.slug} HTTP/1.1`, ...lines, "connection: close", "", body].join("\r\n");
    expect(parseRaw(await sendRaw(server.port, raw)).status).toBe(400);
  });

  test("the size: a body of more than a mebibyte gets 413", async () => {
    const { webhook, secret } = await newShop();
    const large = JSON.stringify({ ...event, type: "unknown", text: "x".repeat(1_000_000) });
    expect(await webhook(large, signed(large, secret))).toMatchObject(handled(false));
    const tooLarge = large + " ".repeat(100_000);
    expect((await webhook(tooLarge, signed(tooLarge, secret))).status).toBe(413);
  });

  test("all but the signature's value without waiting for the body", async () => {
    const { site, secret } = await newShop();
    const { slug } = await server.addSite();
    const post = async (to: string, headers: Record<string, string>) => {
      const lines = Object.entries({ host: "x", "content-length": "1000000", ...headers }).map(([name, value]) => `${name}: ${value}`);
      const sent = [`POST /api/public/v1/webhooks/svc.payments/${to} HTTP/1.1`, ...lines, "", "{"].join("\r\n");
      const answer = parseRaw(await sendRaw(server.port, sent));
      return [answer.status, (JSON.parse(answer.body) as { code: string }).code];
    };
    expect(await post("nobodys-shop", signed(body, secret))).toEqual([404, "site_not_found"]);
    expect(await post(slug, signed(body, secret))).toEqual([404, "site_not_found"]);
    expect(await post(site.slug, {})).toEqual([400, "signature_invalid"]);
    expect(await post(site.slug, { "processor-signature": "t=1,v1=x" })).toEqual([400, "signature_invalid"]);
    expect(await post(site.slug, signed(body, secret, 301))).toEqual([400, "signature_invalid"]);
  });

  test("the client's limit, which counts events for sites that do not exist", async () => {
    const strict = await startServer({ limits: { writes: { perSecond: 1, burst: 5 } } });
    const statuses = [];
    for (let tries = 0; tries < 8; tries += 1) {
      statuses.push((await strict.ask(`/api/public/v1/webhooks/svc.payments/nobody-${tries}`, { method: "POST", body: "{}" })).status);
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
    await strict.stop();
  });

  test("the client's limit for failures only", async () => {
    const strict = await startServer({ takesPayments: true, limits: { writes: { perSecond: 1, burst: 5 } } });
    const plugins = paymentPlugin();
    const site = await strict.addSite({ plugins });
    const { webhook } = checkoutClient(strict, site);
    const right = signed(body, plugins["svc.payments"].config.webhookSecrets[0] ?? "");
    for (let call = 0; call < 20; call += 1) expect((await webhook(body, right)).status).toBe(200);
    const statuses: number[] = [];
    for (let call = 0; call < 7; call += 1) statuses.push((await webhook(body, {})).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expect((await webhook(body, right)).status).toBe(200);
    await strict.stop();
  });
});
