import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { beginUpload, metadata, partHeaders, tusHeaders } from "../../../../../../test/kit/tus.ts";
import { adminBase } from "../../../../lib/http/operation.ts";

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite();
  owner = await addMember(server, site, "OWNER");
});
afterAll(() => server.stop());

const base = () => `${adminBase}/sites/${site.slug}/uploads`;
const addressOf = async (bytes: number) => (await beginUpload({ server, site, sender: owner }, bytes)).headers.get("location") ?? "";
const patch = (address: string, offset: number, body: Uint8Array) =>
  server.ask(address, { method: "PATCH", headers: { ...partHeaders(offset), ...owner.headers }, body: Buffer.from(body) });
const head = async (address: string) => {
  const answer = await server.ask(address, { method: "HEAD", headers: { ...tusHeaders, ...owner.headers } });
  return { status: answer.status, offset: answer.headers.get("upload-offset"), answer };
};
const assetOf = async (id: string | null) =>
  ((await asAdmin(server, owner).get(`/sites/${site.slug}/assets/${id}`)).json as { data: Record<string, unknown> }).data;

test("metadata is answered by HEAD as it was sent, with a client's own keys, which mean nothing here", async () => {
  const sent = `${metadata({ filename: "a.txt", title: "Notes", photographer: "Grüße", constructor: "x" })},is_confidential, __proto__ YQ==`;
  const begun = await server.ask(base(), {
    method: "POST",
    headers: { ...tusHeaders, "upload-length": "4", ...owner.headers, "upload-metadata": sent },
  });
  expect(begun.status).toBe(201);
  const address = begun.headers.get("location") ?? "";
  const repeated = async () => (await head(address)).answer.headers.get("upload-metadata");
  expect(await repeated()).toBe(sent);
  const asset = (await patch(address, 0, Buffer.from(randomBytes(2).toString("hex")))).headers.get("upload-asset");
  expect([await repeated(), await assetOf(asset)]).toMatchObject([sent, { name: "a.txt", title: "Notes" }]);
  expect((await head(await addressOf(10))).answer.headers.get("upload-metadata")).toBe("");
});

describe("X-HTTP-Method-Override", () => {
  const post = (address: string, method: string, headers: Record<string, string> = owner.headers, body?: string) =>
    server.ask(address, {
      method: "POST",
      headers: { ...tusHeaders, ...headers, "x-http-method-override": method },
      ...(body && { body }),
    });

  test("has a POST at an upload do what the named method does", async () => {
    const address = await addressOf(10);
    const bytes = randomBytes(5).toString("hex");
    const half = await post(address, "PATCH", { ...partHeaders(0), ...owner.headers }, bytes.slice(0, 4));
    expect([half.status, half.headers.get("upload-offset")]).toEqual([204, "4"]);
    const at = await post(address, "HEAD");
    expect([at.status, at.headers.get("upload-offset"), at.headers.get("tus-resumable")]).toEqual([200, "4", "1.0.0"]);
    expect((await post(address, "HEAD", { ...owner.headers, "tus-resumable": "0.2.2" })).status).toBe(412);
    expect((await post(address, "DELETE")).status).toBe(204);
    expect((await head(address)).status).toBe(404);
    expect((await post(base(), "POST", { ...owner.headers, "upload-length": "10" })).status).toBe(201);
  });

  test("is checked as the named method is, and changes no other address or method", async () => {
    const address = await addressOf(10);
    const refused = await post(
      address,
      "PATCH",
      { ...partHeaders(0), origin: "https://evil.example", cookie: owner.headers.cookie ?? "" },
      "ab",
    );
    expect([refused.status, codeOf(refused)]).toEqual([403, "cross_site_request"]);
    expect((await post(address, "DELETE", {})).status).toBe(401);
    const viewer = await addMember(server, site, "VIEWER");
    expect((await post(address, "DELETE", viewer.headers)).status).toBe(403);
    const stranger = await addMember(server, site, "AUTHOR");
    expect((await post(address, "DELETE", stranger.headers)).status).toBe(404);
    expect((await post(address, "PUT")).status).toBe(400);
    expect((await post(address, "delete")).status).toBe(400);
    expect((await post(base(), "PATCH", { ...partHeaders(0), ...owner.headers }, "ab")).status).toBe(405);
    const asset = `${adminBase}/sites/${site.slug}/assets/${server.deps.ids.next()}`;
    expect((await post(asset, "DELETE")).status).toBe(405);
    const read = await server.ask(address, { headers: { ...owner.headers, "x-http-method-override": "DELETE", "tus-resumable": "1.0.0" } });
    expect([read.status, (await head(address)).offset]).toEqual([200, "0"]);
  });
});
