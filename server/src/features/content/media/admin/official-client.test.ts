import { randomBytes } from "node:crypto";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMember, asAdmin, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { beginUpload, tusHeaders } from "../../../../../../test/kit/tus.ts";
import { adminBase } from "../../../../lib/http/operation.ts";
import { StoreUnavailable } from "../../../../ports/object-store.ts";
import { objectPrefix } from "../object-key.ts";

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
/** Of the store: whether it takes anything. */
let isAway = false;
beforeAll(async () => {
  server = await startServer({
    throughStore: (store) => ({
      ...store,
      put: (key, file) => (isAway ? Promise.reject(new StoreUnavailable("away")) : store.put(key, file)),
    }),
  });
  site = await server.addSite();
  owner = await addMember(server, site, "OWNER");
});
afterAll(() => server.stop());

const base = () => `${adminBase}/sites/${site.slug}/uploads`;
const text = (bytes: number) => Buffer.from(randomBytes(bytes / 2).toString("hex"));
const assetOf = async (id: string) =>
  ((await asAdmin(server, owner).get(`/sites/${site.slug}/assets/${id}`)).json as { data: Record<string, unknown> & { url: string } }).data;
const bytesOf = async (id: string) =>
  Buffer.from(await (await fetch(server.url + new URL((await assetOf(id)).url).pathname)).arrayBuffer());
const parts = async () => {
  const keys = [];
  for await (const { key } of server.deps.store.list(`${objectPrefix(site.id)}uploads/`)) keys.push(key);
  return keys;
};

describe("the official client", () => {
  const send = (bytes: Buffer, more: object = {}) =>
    new Promise<{ id: string | undefined; sent: string[] }>((resolve, reject) => {
      const sent: string[] = [];
      const upload: Upload = new Upload(bytes, {
        endpoint: server.url + base(),
        headers: owner.headers,
        retryDelays: [0, 10, 20],
        metadata: { filename: "notes.txt", filetype: "text/plain", alt: '{"en":"Notes"}', tags: "one,two" },
        onAfterResponse: (asked, answer) => void sent.push(`${asked.getMethod()} ${answer.getStatus()}`),
        onSuccess: ({ lastResponse }) => resolve({ id: lastResponse.getHeader("Upload-Asset"), sent }),
        onError: reject,
        ...more,
      });
      upload.start();
    });

  test("sends a file in one go and in chunks, and learns of its asset", async () => {
    for (const chunkSize of [Infinity, 70_000]) {
      const bytes = text(200_000);
      const { id = "", sent } = await send(bytes, { chunkSize });
      expect(sent).toEqual(chunkSize === Infinity ? ["POST 201", "PATCH 204"] : ["POST 201", "PATCH 204", "PATCH 204", "PATCH 204"]);
      expect(await assetOf(id)).toMatchObject({ name: "notes.txt", alt: { en: "Notes" }, tags: ["one", "two"], contentType: "text/plain" });
      expect(bytes.equals(await bytesOf(id))).toBe(true);
    }
    expect(await parts()).toEqual([]);
  });

  test("sends the first bytes while it begins", async () => {
    const bytes = text(1_000);
    const { id = "", sent } = await send(bytes, { uploadDataDuringCreation: true });
    expect([sent, bytes.equals(await bytesOf(id))]).toEqual([["POST 201"], true]);
  });

  test("goes on where the server is after the store was away, and ends what it aborts", async () => {
    const bytes = text(100_000);
    let refused = 0;
    const { id = "" } = await send(bytes, {
      chunkSize: 60_000,
      onBeforeRequest: (asked: { getMethod(): string }) => void (isAway = asked.getMethod() === "PATCH" && (refused += 1) <= 2),
    });
    expect([refused, bytes.equals(await bytesOf(id))]).toEqual([4, true]);
    const address = (await beginUpload({ server, site, sender: owner }, 10)).headers.get("location") ?? "";
    await Upload.terminate(server.url + address, { headers: owner.headers });
    const ended = await server.ask(address, { method: "HEAD", headers: { ...tusHeaders, ...owner.headers } });
    expect(ended.status).toBe(404);
  });
});
