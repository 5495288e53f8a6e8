import { createHmac } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { systemClock } from "../../server/src/adapters/system.ts";
import { startSandbox, type Sandbox } from "../../sandbox/src/index.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { cms, shop as shopApi } from "../kit/harness.ts";
import { catalogItems, paymentPlugin, returnUrls } from "../kit/checkout-client.ts";
import { scratchFolder, serveProcess, vitrine, type ServingProcess } from "../kit/vitrine-process.ts";

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const [oldKey, newKey] = [keyOf(1), keyOf(2)];
const account = { email: "ada@example.com", password: "a long password" };
const json = { "content-type": "application/json" };

// needs: server-postgres. Several processes on one database.
describe.skipIf(inject("database") === "embedded")("under load, without a failed request", { timeout: 240_000 }, () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let database: TestDatabase;
  let sandbox: Sandbox;
  /** The servers to which the proxy sends requests. */
  let serving: ServingProcess[] = [];
  const started: ServingProcess[] = [];
  const plugins = paymentPlugin();
  const payments = plugins["svc.payments"];
  let load: ReturnType<typeof startLoad> | undefined;

  const environment = (ring: string) => ({
    DATABASE_URL: database.url ?? "",
    SECRET_KEY: ring,
    MAIL_CATCHER: "on",
    RATE_LIMITS: "off",
    SIGNUP: "off",
    PUBLIC_URL: "http://shop.example",
    PROCESSOR_API_URL: `http://127.0.0.1:${sandbox.port}`,
    DATA_DIR: join(folder.path, "mails"),
    DATABASE_POOL: "4",
  });
  const start = async (ring: string) => {
    const server = await serveProcess([], environment(ring));
    started.push(server);
    return server;
  };
  /** One after the other, as behind a proxy: the new process starts before the old one gets no more requests. */
  const restartAll = async (ring: string) => {
    for (const [index, old] of [...serving.entries()]) {
      serving = serving.with(index, await start(ring));
      expect(await old.end("SIGTERM")).toBe(0);
    }
  };
  const run = async (ring: string, args: string[], stdin = "") => {
    const { code, stdout, stderr } = await vitrine([...args, "--json"], environment(ring), stdin);
    expect([args, code === 0 ? "" : stderr]).toEqual([args, ""]);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const bundle = (webhookSecrets: string[]) =>
    JSON.stringify({
      bundle: 1,
      site: { slug: "bakery", name: "Bakery", defaultLocale: "en", locales: ["en"], currency: "eur" },
      pages: [{ slug: "home", locale: "en", title: "Home" }],
      products: catalogItems({ BREAD: { price: 400 } }),
      plugins: { "svc.payments": { ...payments, config: { ...payments.config, webhookSecrets } } },
    });
  const post = (at: ServingProcess, path: string, body: object, headers: Record<string, string>) =>
    fetch(at.url + path, { method: "POST", body: JSON.stringify(body), headers: { ...json, ...headers } });
  const logIn = async (at: ServingProcess, key: string) =>
    ((await (await post(at, `${shopApi}/auth/login`, account, { "x-api-key": key })).json()) as { data: { token: string } }).data.token;
  const signed = (at: ServingProcess, secret: string) => {
    const body = JSON.stringify({ id: "evt_steady", object: "event", type: "customer.created", data: { object: {} } });
    const time = Math.floor(systemClock.now().getTime() / 1_000);
    const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
    return fetch(`${at.url}${cms}/webhooks/svc.payments/bakery`, {
      method: "POST",
      body,
      headers: { ...json, "processor-signature": `t=${time},v1=${signature}` },
    });
  };

  /** Reads, logins and requests with their tokens, orders, events: one after the other, each at the next process. */
  function startLoad(first: { key: string; secret: string; token: string; variantId: string }) {
    const state = { ...first };
    const failures: string[] = [];
    let [count, next, isOver] = [0, 0, false];
    const at = () => serving[(next += 1) % serving.length] as ServingProcess;
    const acts: Record<string, () => Promise<Response>> = {
      page: () => fetch(at().url + `${cms}/pages/home`, { headers: { "x-api-key": state.key } }),
      account: () => fetch(at().url + `${shopApi}/account`, { headers: { authorization: `Bearer ${state.token}` } }),
      checkout: () =>
        post(
          at(),
          `${shopApi}/checkout/session`,
          { items: [{ variantId: state.variantId, quantity: 1 }], ...returnUrls },
          {
            "x-api-key": state.key,
            authorization: `Bearer ${state.token}`,
            "idempotency-key": `order ${count % 5}`,
          },
        ),
      event: () => signed(at(), state.secret),
      // Signed by one process, and shown to the next at once.
      login: async () => {
        const token = await logIn(at(), state.key);
        return fetch(at().url + `${shopApi}/account`, { headers: { authorization: `Bearer ${token}` } });
      },
    };
    const worker = async (name: string, act: () => Promise<Response>) => {
      while (!isOver) {
        const outcome = await act().then(
          async (answer) => (answer.ok ? undefined : `${name} ${answer.status} ${await answer.text()}`),
          (error: unknown) => `${name} ${String((error as Error).cause ?? error)}`,
        );
        if (outcome !== undefined) failures.push(outcome);
        count += 1;
      }
    };
    const workers = Object.entries(acts).map(([name, act]) => worker(name, act));
    return {
      state,
      failures,
      /** More requests of every kind have been sent. */
      goOn: async () => {
        const before = count;
        await expect.poll(() => count, { timeout: 20_000 }).toBeGreaterThan(before + 50);
        expect(failures).toEqual([]);
      },
      stop: async () => {
        isOver = true;
        await Promise.all(workers);
      },
    };
  }

  beforeAll(async () => {
    folder = await scratchFolder();
    database = await openTestDatabase();
    sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
    serving = [await start(oldKey), await start(oldKey)];
    const [first] = serving as [ServingProcess];
    await run(oldKey, ["site", "import", "-"], bundle(payments.config.webhookSecrets));
    const { key } = (await run(oldKey, ["key", "create", "bakery", "--name", "web"])) as { key: string };
    expect((await post(first, `${shopApi}/auth/register`, account, { "x-api-key": key })).status).toBe(201);
    const [variant] = await database.sql<{ id: string }>`select id from variants`;
    const token = await logIn(first, key);
    load = startLoad({ key, secret: payments.config.webhookSecrets[0] ?? "", token, variantId: variant?.id ?? "" });
  });
  afterAll(async () => {
    await load?.stop();
    for (const server of started) await server.end("SIGKILL");
    await sandbox.close();
    await database.drop();
    await folder.remove();
  });
  const steady = () => load as ReturnType<typeof startLoad>;

  test("SECRET_KEY is replaced: all processes know the new one, then use it, then the old one goes", async () => {
    const { state, goOn } = steady();
    const oldToken = state.token;
    await goOn();
    for (const ring of [`0:${oldKey},2027:${newKey}`, `2027:${newKey},0:${oldKey}`]) {
      await restartAll(ring);
      await goOn();
    }
    const ring = `2027:${newKey},0:${oldKey}`;
    expect(Number((await run(ring, ["secrets", "rotate"])).resealed)).toBeGreaterThan(0);
    await goOn();
    // A week later: customers who signed in before do so again.
    state.token = await logIn(serving[0] as ServingProcess, state.key);
    await goOn();
    await restartAll(`2027:${newKey}`);
    await goOn();
    const read = (token: string) => fetch(`${serving[0]?.url}${shopApi}/account`, { headers: { authorization: `Bearer ${token}` } });
    expect([(await read(oldToken)).status, (await read(state.token)).status]).toEqual([401, 200]);
    expect((await vitrine(["doctor"], environment(`2027:${newKey}`))).stdout).toMatch(/ok +secrets/);
  });

  test("a webhook's secret is replaced: both are good, the processor changes, the old one goes", async () => {
    const { state, goOn } = steady();
    const [before, after] = [state.secret, "whsec_the_next_one"];
    const ring = `2027:${newKey}`;
    const answers = (secret: string) => Promise.all(serving.map(async (at) => (await signed(at, secret)).status));
    await run(ring, ["site", "import", "-"], bundle([before, after]));
    await expect.poll(() => answers(after), { timeout: 10_000 }).toEqual([200, 200]);
    await goOn();
    state.secret = after;
    await goOn();
    await run(ring, ["site", "import", "-"], bundle([after]));
    await expect.poll(() => answers(before), { timeout: 10_000 }).toEqual([400, 400]);
    await goOn();
  });

  test("an API key is replaced: a second one is created, the storefront changes, the first one goes", async () => {
    const { state, goOn } = steady();
    const ring = `2027:${newKey}`;
    const before = state.key;
    state.key = ((await run(ring, ["key", "create", "bakery", "--name", "web-2"])) as { key: string }).key;
    await goOn();
    await run(ring, ["key", "revoke", "bakery", "web"]);
    const answers = () =>
      Promise.all(serving.map(async (at) => (await fetch(at.url + `${cms}/pages/home`, { headers: { "x-api-key": before } })).status));
    await expect.poll(answers, { timeout: 10_000 }).toEqual([401, 401]);
    await goOn();
  });
});
