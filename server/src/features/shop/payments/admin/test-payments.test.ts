import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { paymentPlugin } from "../../../../../../test/kit/checkout-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

interface Tried {
  ok: boolean;
  findings: { check: string; ok: boolean; detail: string }[];
}

const full = paymentPlugin()["svc.payments"].config;

async function tried(config: object | undefined, enabled = true): Promise<Tried> {
  const site = await server.addSite(config ? { plugins: { "svc.payments": { enabled, config } } } : {});
  const { post } = asAdmin(server, await addMember(server, site, "ADMIN"));
  return ((await post(`/sites/${site.slug}/plugins/svc.payments/test`)).json as { data: Tried }).data;
}

const failed = ({ findings }: Tried) => findings.filter(({ ok }) => !ok).map(({ check, detail }) => `${check}: ${detail}`);

test("settings that work are found to work, also before they are switched on", async () => {
  for (const enabled of [true, false]) {
    const { ok, findings } = await tried(full, enabled);
    expect([ok, findings.map(({ check }) => check)]).toEqual([true, ["settings", "keys", "processor"]]);
  }
});

test("it says what is missing, what does not belong together, and what the processor does not know", async () => {
  expect(failed(await tried(undefined))).toEqual(["settings: secretKey, publishableKey, webhookSecrets are missing. Add what is missing."]);
  expect(failed(await tried({ ...full, webhookSecrets: [] }))).toEqual(["settings: webhookSecrets is missing. Add what is missing."]);
  expect(failed(await tried({ ...full, publishableKey: "pk_live_1" }))).toEqual([
    "keys: One key is for tests, and the other for live payments. Take both of one kind.",
  ]);
  expect(failed(await tried({ ...full, publishableKey: "sk_test_1" }))).toEqual([
    "keys: publishableKey is a secret key, which everybody can read there. Replace it, and revoke that key.",
  ]);
  expect(failed(await tried({ ...full, secretKey: "sk_live_unknown", publishableKey: "pk_live_1" }))).toEqual([
    "processor: The payment processor does not know the secret key. Copy it again from its dashboard.",
  ]);
  expect(failed(await tried({ ...full, secretKey: "sk_test_ä" }))).toEqual([
    "keys: The secret key has a character that no key has. Copy it again.",
  ]);
});

test("no answer shows a key, and a site has twenty tries", async () => {
  const plugins = paymentPlugin();
  const site = await server.addSite({ plugins });
  const { post } = asAdmin(server, await addMember(server, site, "ADMIN"));
  const answers = await Promise.all(Array.from({ length: 21 }, () => post(`/sites/${site.slug}/plugins/svc.payments/test`)));
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(20);
  expect(answers.map(codeOf).filter((code) => code !== undefined)).toEqual(["rate_limited"]);
  for (const { text } of answers) expect(text).not.toContain(plugins["svc.payments"].config.secretKey);
});
