import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { anyPicture, upload } from "../../../../../../test/kit/assets.ts";
import { startServer, type Answer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { adminBase } from "../../../../lib/http/operation.ts";
import { objectPrefix } from "../object-key.ts";

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({});
  owner = await addMember(server, site, "OWNER");
});
afterAll(() => server.stop());

const path = () => `${adminBase}/sites/${site.slug}/assets`;
const codeOf = ({ status, json }: Answer) => [status, (json as { code?: string }).code];
const post = (type: string, body: Buffer | string) => upload(server, site, owner, Buffer.from(body), { type });

/** What an upload may leave behind: files of this machine, objects of the store, rows without an asset. */
async function remains() {
  const objects: string[] = [];
  for await (const { key } of server.deps.store.list(objectPrefix(site.id))) objects.push(key);
  const rows = await server.deps.sql<{ sha256: string }>`
    select sha256 from asset_files where site_id = ${site.id} and id not in (select file_id from assets where site_id = ${site.id})`;
  const named = await server.deps.sql<{ sha256: string }>`select sha256 from asset_files where site_id = ${site.id}`;
  const unnamed = objects.filter((key) => !named.some(({ sha256 }) => key.includes(sha256)));
  return { files: await readdir(server.deps.media.uploads).catch(() => []), unnamed, rows: rows.map(({ sha256 }) => sha256) };
}
const nothing = { files: [], unnamed: [], rows: [] };

const boundary = "b0undary";
const formType = `multipart/form-data; boundary=${boundary}`;

test("a name is a name: no folder, nothing unseen, not without end, and with the ending of what it is", async () => {
  const names = [
    ["../../../etc/passwd", "passwd.png"],
    ["..\\..\\boot.ini", "boot.ini.png"],
    ["photo\u202egpj.exe", "photogpj.exe.png"],
    ["a\u0000b\u0007c.png", "abc.png"],
    ["\u200b\u200b.png", "file.png"],
    ["....", "file.png"],
    [`${"x".repeat(5_000)}.png`, `${"x".repeat(196)}.png`],
    ["<script>alert(1)</script>.svg", "script>.svg.png"],
  ];
  for (const [sent = "", storedName] of names) {
    const form = Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${sent.replaceAll("\\", "\\\\")}"\r\n\r\n`),
      await anyPicture(),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const { status, json } = await post(formType, form);
    const { data } = json as { data: { name: string; url: string } };
    expect([status, data.name]).toEqual([201, storedName]);
    expect(new URL(data.url).pathname).toMatch(/^\/media\/[a-z0-9-]+\/[0-9a-f-]{36}\/[0-9a-f]{8}\/[a-z0-9-]+\.png$/);
  }
  expect(await remains()).toEqual(nothing);
});

test("a program is no picture, whatever it is called", async () => {
  const answer = await upload(server, site, owner, Buffer.from("MZ\u0090\0 a program", "latin1"), {
    name: "photo.jpg",
    type: "image/jpeg",
  });
  expect(codeOf(answer)).toEqual([415, "file_type_refused"]);
});

test("a sender who goes away leaves nothing", async () => {
  const before = await remains();
  for (let time = 0; time < 5; time += 1) {
    const socket = connect(server.port, "127.0.0.1");
    const head = [`POST ${path()} HTTP/1.1`, "Host: localhost", `Cookie: ${owner.headers.cookie}`, "Content-Type: text/plain"];
    socket.write([...head, "Content-Length: 100000", "", "x".repeat(50_000)].join("\r\n"));
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.destroy();
  }
  await expect.poll(async () => (await remains()).files, { timeout: 10_000 }).toEqual([]);
  expect(await remains()).toEqual(before);
});
