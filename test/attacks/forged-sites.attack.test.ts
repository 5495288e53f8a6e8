import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BundleError } from "../../server/src/features/content/bundle/bundle-error.ts";
import { KeyRing } from "../../server/src/lib/secrets/secret.ts";
import { contactForm, submitter } from "../kit/form-site.ts";
import { cms, shop, startServer, type TestServer, type TestSite } from "../kit/harness.ts";
import { sampleSite } from "../kit/sample-site.ts";
import { startCanary, type Canary } from "./canary.ts";
import { spellings, startJudge } from "./forged-addresses.ts";
import type { Payload } from "./payloads.ts";
import { importWithoutRefused, plantedBundle, Planting, previewToken } from "./planted-site.ts";
import { recordAttack } from "./record.ts";
import { password } from "./valid-requests.ts";

let canary: Canary;
let server: TestServer;
const secretKey = randomBytes(32);
beforeAll(async () => {
  canary = await startCanary();
  const secrets = new KeyRing([{ id: "test", bytes: secretKey }]);
  server = await startServer({ secrets, mailsPerClient: 1_000_000, submissionsPerClient: 1_000_000 });
});
afterAll(async () => {
  await server.stop();
  await canary.close();
});

test("no text of a stored site makes the server call another host", { timeout: 300_000 }, async (context) => {
  const { judge, errors } = await startJudge(secretKey.toString("base64"));
  const list: Payload[] = spellings(canary.port).map((text, at) => ({ number: at + 1, context: text, text: text.slice(0, 300) }));
  const plantedKey = `pk_${"p".repeat(32)}`;
  await importWithoutRefused(server, plantedBundle(list, "planted", plantedKey), new Planting());
  let reads = 0;
  const read = async (path: string, site: Pick<TestSite, "key"> = { key: plantedKey }) => {
    reads += 1;
    const answer = await server.ask(path, { key: site.key });
    judge(path, answer);
    return answer;
  };
  for (const locale of ["en", "de", "pt-BR"]) {
    const pages = (await read(`${cms}/pages?pageSize=100&locale=${locale}`)).json as { data: { slug: string }[] };
    expect(pages.data.length).toBeGreaterThan(5);
    for (const { slug } of pages.data) await read(`${cms}/pages/${slug}?locale=${locale}`);
    for (const type of ["blog-post", "guide"]) await read(`${cms}/content/${type}?locale=${locale}`);
  }
  const products = (await read(`${shop}/products?pageSize=100`)).json as { data: { id: string; slug: string }[] };
  expect(products.data.length).toBeGreaterThan(5);
  for (const { id } of products.data) await read(`${shop}/products/${id}`);
  for (const path of [`${shop}/categories?tree=true`, `${shop}/subscriptions/plans`, `${cms}/block-types`]) await read(path);
  for (const { number } of list) await read(`${cms}/plugins/svc.forms/forms/form-${number}`);
  for (const at of [0, 1]) await read(`${cms}/preview/${previewToken(at)}`);

  // Settings, one at a time: most are refused, and the others are mailed, shown and linked to.
  let storedCount = 0;
  let refused = 0;
  for (const { text } of list) {
    const sites = [
      ...[
        { storefrontUrl: text },
        { allowedOrigins: [text] },
        { name: text.slice(0, 80) },
        { settings: { mail: { senderName: text.slice(0, 100) } } },
      ],
      ...[{ settings: { forms: { notify: [text] } } }],
    ].map((site) => ({ site, plugins: {} }));
    const plugins = [{ "svc.forms": { enabled: true, config: { notify: [text] } } }].map((plugin) => ({ site: {}, plugins: plugin }));
    for (const { site, plugins: more } of [...sites, ...plugins]) {
      const addedSite = await server
        .addSite({ ...sampleSite(), site: { ...(sampleSite().site as object), ...site }, forms: [contactForm()], plugins: more })
        .catch((error: unknown) => {
          if (!(error instanceof BundleError)) throw error;
          refused += 1;
        });
      if (!addedSite) continue;
      storedCount += 1;
      await read(`${cms}/pages/home`, addedSite);
      await submitter(server, addedSite)({ name: "Ana", email: "ana@customer.example", message: text });
      const body = JSON.stringify({ email: `ana-${storedCount}@customer.example`, password, verifyUrlBase: text.slice(0, 2_000) });
      const headers = { "content-type": "application/json" };
      judge("register", await server.ask(`${shop}/auth/register`, { method: "POST", key: addedSite.key, headers, body }));
      for (const page of ["verify-email", "reset-password", "not-me"])
        judge(page, await server.ask(`/sites/${addedSite.slug}/${page}?token=${encodeURIComponent(text)}`));
    }
  }
  await server.runTasks();
  expect(server.mails.length).toBeGreaterThan(30);
  expect([...errors]).toEqual([]);
  expect(canary.heard().slice(1)).toEqual([]);
  console.log(`${reads} reads, ${storedCount} sites stored, ${refused} refused, ${server.mails.length} mails`);
  recordAttack(context, {
    attack: "Addresses of a listener, in every text of a stored site and its settings",
    unit: "reads, mails and sites",
    tried: reads + server.mails.length + storedCount + refused,
    promise: "the listener had no connection, no response contained a file, none was 5xx",
  });
});
