import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openStore } from "../../../bootstrap/open-object-store.ts";
import { addMember, asAdmin } from "../../../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { startReceiver } from "../../../../../test/kit/webhook-receiver.ts";
import { runCommand } from "../../../../../test/kit/erasing.ts";
import { Compile } from "typebox/compile";
import { webhookBodies, webhookEventTypes } from "./event-types.ts";
import { webhookListen } from "./cli/webhook-listen.ts";

let server: TestServer;
let site: TestSite;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite();
});
afterAll(() => server.stop());

const trigger = (type: string, slug: string | null = null) => runCommand(server, "webhook trigger", { type, slug });

test("nobody can make up an event for webhooks: somebody must listen", async () => {
  await expect(trigger("order.paid")).rejects.toThrow("Nobody listens");
  await expect(trigger("order.paid", site.slug)).rejects.toThrow("Nobody listens");
});

test("listening forwards what happens and what is made up, signed, until it is stopped, and leaves nothing", async () => {
  const receiver = await startReceiver();
  const owner = await addMember(server, site, "OWNER");
  const context = { ...server.deps, files: () => Promise.resolve(server.deps), openStore, progress: () => undefined };
  const lines = webhookListen.write?.((input) => webhookListen.run(context, input), { slug: site.slug, forward: receiver.url });
  const output = lines?.[Symbol.asyncIterator]();
  const next = async () => ((await output?.next())?.value ?? "") as string;
  const secret = /whsec_\S+/.exec(await next())?.[0] ?? "";
  await asAdmin(server, owner).post(`/sites/${site.slug}/keys`, { name: "App" });
  await server.runTasks();
  expect(await next()).toMatch(/"type":"key.created".*\n {2}→ 204\n$/s);
  for (const type of webhookEventTypes) {
    await trigger(type);
    expect(await next()).toContain(`"type":"${type}"`);
    const { text, headers, body } = receiver.received.at(-1) ?? {};
    const schema = webhookBodies.find((each) => each.type === type)?.schema;
    expect([body, schema && Compile(schema).Check(body)]).toEqual([body, true]);
    vi.useFakeTimers({ toFake: ["Date"], now: server.clock.now() });
    expect(new Verifier(secret).verify(text ?? "", headers ?? {})).toEqual(body);
    vi.useRealTimers();
  }
  await output?.return?.();
  expect(await server.deps.sql<{ id: string }>`select id from webhooks where site_id = ${site.id}`).toEqual([]);
  expect((await asAdmin(server, owner).get(`/sites/${site.slug}/webhooks`)).json).toMatchObject({ total: 0 });
  await receiver.close();
});
