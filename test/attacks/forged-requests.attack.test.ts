import { readdir } from "node:fs/promises";
import { Agent, request as httpRequest, type OutgoingHttpHeaders } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSandbox, type Sandbox } from "../../sandbox/src/index.ts";
import { contactForm } from "../kit/form-site.ts";
import { shop } from "../kit/harness.ts";
import { sendRaw } from "../kit/raw.ts";
import { sampleCatalog } from "../kit/sample-catalog.ts";
import { sampleSite } from "../kit/sample-site.ts";
import { paymentPlugin } from "../kit/checkout-client.ts";
import { vitrine } from "../kit/vitrine-process.ts";
import { startAttackedServer, type AttackedServer } from "./attacked-server.ts";
import { startCanary, type Canary } from "./canary.ts";
import { spellings, startJudge } from "./forged-addresses.ts";
import { recordAttack } from "./record.ts";
import { addressOf, bodies, decisive, harmless, operations, password, slug, texts, type Json } from "./valid-requests.ts";

let canary: Canary;
let sandbox: Sandbox;
let server: AttackedServer;
const key = `pk_${"f".repeat(32)}`;
const bundle = {
  bundle: 1,
  ...sampleCatalog(),
  ...sampleSite(),
  forms: [contactForm()],
  apiKeys: [{ name: "web", key }],
  plugins: { ...paymentPlugin(), "svc.forms": { enabled: true, config: { notify: ["owner@shop.example"] } } },
  site: { slug, name: "Forged", defaultLocale: "en", locales: ["en", "de", "pt-BR"], currency: "eur" },
};
beforeAll(async () => {
  canary = await startCanary();
  sandbox = await startSandbox({ port: 0, host: "127.0.0.1", endpointsOf: async () => [] });
  server = await startAttackedServer({
    PROCESSOR_API_URL: `http://127.0.0.1:${sandbox.port}`,
    RATE_LIMITS: "off",
    TRUST_PROXY: "127.0.0.1",
  });
  const imported = await vitrine(["site", "import", "-"], server.env, JSON.stringify(bundle));
  if (imported.code !== 0) throw new Error(imported.stderr);
}, 180_000);
afterAll(async () => {
  await server.remove();
  await sandbox.close();
  await canary.close();
});

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

test("no text of a request makes the server call another host", { timeout: 300_000 }, async (context) => {
  const { judge, errors } = await startJudge(server.env.SECRET_KEY ?? "");
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
    const address = (changed?: Record<string, string>) => addressOf({ path, operationId }, changed);
    const sentBody = operationId === "createCheckoutSession" && body !== undefined ? { ...(body as Record<string, Json>) } : body;
    // A signed-in customer is asked for their own account only.
    if (sentBody !== undefined && operationId === "createCheckoutSession") Reflect.deleteProperty(sentBody as object, "customerId");
    const right = { method, path: address({}), headers, body: sentBody };
    for (const [number, spelling] of spellings(canary.port).entries()) {
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
        const forged =
          place === "header"
            ? { headers: { ...headers, [name]: inHeader } }
            : { path: place === "path" ? address({ [name]: changed }) : `${address({})}?${name}=${changed}` };
        plan(`${operationId} ${name}`, { ...right, ...forged });
      }
      plan(`${operationId} any parameter`, {
        ...right,
        path: `${address({})}?url=${encodeURIComponent(spelling)}&callback=${encodeURIComponent(spelling)}`,
      });
      if (sentBody === undefined) continue;
      texts(sentBody).forEach((put, at) => plan(`${operationId} body ${at}`, { ...right, body: put(spelling) }));
    }
  }
  const one = async () => {
    for (let next = all.pop(); next !== undefined; next = all.pop()) await next();
  };
  await Promise.all(Array.from({ length: 8 }, one));

  // Targets that no library sends.
  for (const spelling of spellings(canary.port)) {
    for (const line of [`GET ${spelling} HTTP/1.1`, `CONNECT ${spelling} HTTP/1.1`, `OPTIONS ${spelling} HTTP/1.1`]) {
      const answer = await sendRaw(server.port, `${line}\r\nHost: 127.0.0.1:${canary.port}\r\nConnection: close\r\n\r\n`, 100);
      sent += 1;
      if (/^HTTP\/1.1 5/m.test(answer) && !/^HTTP\/1.1 50[15]/m.test(answer)) errors.add(`${line}: ${answer.slice(0, 100)}`);
    }
  }
  // The jobs run by themselves: they send all requested mails.
  const mailed = async () => (await readdir(join(server.env.DATA_DIR ?? "", "mail"))).length;
  await expect.poll(mailed, { timeout: 30_000 }).toBeGreaterThan(20);
  agent.destroy();
  console.log(`${sent} requests, ${fields.size} fields, ${await mailed()} mails: ${JSON.stringify([...statuses].sort())}`);
  expect([...errors].slice(0, 20)).toEqual([]);
  expect(canary.heard().slice(1)).toEqual([]);
  // Many of them were accepted unchanged: a field that refuses all was not tested.
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0) + (statuses.get(202) ?? 0)).toBeGreaterThan(2_000);
  recordAttack(context, {
    attack: "Addresses of a listener, in every parameter, header and text of every operation",
    unit: `requests, to ${fields.size} fields`,
    tried: sent,
    promise: "the listener had no connection, no response contained a file, none was 5xx but 501 and 505 for impossible targets",
  });
});
