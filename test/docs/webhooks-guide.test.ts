import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { addMember, asAdmin } from "../kit/admins.ts";
import { freePort } from "../kit/free-port.ts";
import { startServer } from "../kit/harness.ts";
import { scratchFolder } from "../kit/vitrine-process.ts";
import { addWebhook, deliverAll } from "../kit/webhook-receiver.ts";
import { compileErrors, samplesOf } from "./samples.ts";

test("the receiver of the guide takes deliveries, each once, and refuses what is not signed", { timeout: 60_000 }, async () => {
  const [program = ""] = samplesOf(await readFile(new URL("../../docs/build/webhooks.md", import.meta.url), "utf8"));
  expect(compileErrors(program)).toEqual([]);
  const [server, folder, port] = [await startServer(), await scratchFolder(), await freePort()];
  server.clock.advance(Date.now() - server.clock.now().getTime());
  const site = await server.addSite();
  const owner = await addMember(server, site, "OWNER");
  const url = `http://127.0.0.1:${port}/hook`;
  const { id, secret } = await addWebhook(server, site, owner, { url });
  const file = join(folder.path, "receiver.mjs");
  await writeFile(file, (await transform(program, { loader: "ts" })).code);
  const receiver = spawn(process.execPath, [file], { env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret } });
  let output = "";
  receiver.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  try {
    await expect
      .poll(() =>
        fetch(url, { method: "POST", body: "{}" })
          .then(({ status }) => status)
          .catch(() => 0),
      )
      .toBe(400);
    const api = asAdmin(server, owner);
    const sent = (await api.post(`/sites/${site.slug}/webhooks/${id}/test`)).json as { data: { id: string } };
    await deliverAll(server);
    await api.post(`/sites/${site.slug}/webhooks/${id}/deliveries/${sent.data.id}/redeliver`);
    await deliverAll(server);
    const { data } = (await api.get(`/sites/${site.slug}/webhooks/${id}/deliveries`)).json as { data: object[] };
    expect(data).toMatchObject([{ state: "DELIVERED", attempts: [{ status: 204 }, { status: 204 }] }]);
    expect(output).toBe(`webhook.test: rebuild, then read http://localhost:3000/api/admin/v1/sites/${site.slug}/webhooks/${id}\n`);
  } finally {
    receiver.kill();
    await server.stop();
    await folder.remove();
  }
});
