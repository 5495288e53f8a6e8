import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember, type TestAdmin } from "../../../../../test/kit/admins.ts";
import { anyPicture, upload } from "../../../../../test/kit/assets.ts";
import { startServer, TestClock, type Answer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { parseRaw, sendRaw } from "../../../../../test/kit/raw.ts";
import { keysOf } from "../../../../../test/kit/stored-file.ts";
import { adminBase } from "../../../lib/http/operation.ts";
import { objectPrefix } from "./object-key.ts";
import { longTest } from "../../../../../test/kit/sampled.ts";

const clock = new TestClock();
let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
beforeAll(async () => {
  server = await startServer({ clock });
});
beforeEach(async () => {
  site = await server.addSite({});
  owner = await addMember(server, site, "OWNER");
});
afterAll(() => server.stop());

// Each attack ends without a file: on this machine, in the store, and in the tables.
afterEach(async () => {
  await expect.poll(() => readdir(server.deps.media.uploads).catch(() => [])).toEqual([]);
  expect(await keysOf(server.deps.store, objectPrefix(site.id))).toEqual([]);
  expect(await server.deps.sql`select id from asset_files where site_id = ${site.id}`).toEqual([]);
});

const path = () => `${adminBase}/sites/${site.slug}/assets`;
const codeOf = ({ status, json }: Answer) => `${status} ${(json as { code?: string } | undefined)?.code}`;

interface Part {
  name: string;
  file?: string;
  body: Buffer | string;
}
/** A form as no browser would send it. */
function formOf(parts: readonly Part[], { end = true } = {}): Buffer {
  const pieces = parts.flatMap(({ name, file, body }) => [
    Buffer.from(`--limit\r\ncontent-disposition: form-data; name="${name}"${file === undefined ? "" : `; filename="${file}"`}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...pieces, Buffer.from(end ? "--limit--\r\n" : "")]);
}
const form = "multipart/form-data; boundary=limit";
const sendForm = (parts: readonly Part[], formOptions: { end?: boolean; type?: string } = {}) =>
  server.ask(path(), {
    method: "POST",
    headers: { ...owner.headers, "content-type": formOptions.type ?? form },
    body: formOf(parts, formOptions),
  });
const head = (headers: Record<string, string | number>) =>
  [
    `POST ${path()} HTTP/1.1`,
    "host: localhost",
    ...Object.entries({ ...owner.headers, ...headers }).map(([name, value]) => `${name}: ${value}`),
  ]
    .join("\r\n")
    .concat("\r\n\r\n");

longTest("a body that ends too early is no file", async () => {
  const half = (await anyPicture()).subarray(0, 40);
  const inForm = formOf([{ name: "file", file: "a.png", body: half }], { end: false });
  for (const [type, body] of [
    ["image/png", half] as const,
    ["text/plain", Buffer.from("The beginning")] as const,
    [form, inForm] as const,
  ]) {
    await new Promise<void>((resolve, reject) => {
      const socket = connect(server.port, "127.0.0.1", () => {
        socket.write(head({ "content-type": type, "content-length": 5_000 }));
        socket.write(body, () => setTimeout(() => socket.destroy(), 100));
      });
      socket.on("close", () => resolve()).on("error", reject);
    });
  }
  expect((await sendForm([{ name: "file", file: "a.png", body: await anyPicture() }], { end: false })).status).toBe(400);
  expect(codeOf(await upload(server, site, owner, half))).toBe("400 file_damaged");
});

test("announced gigabytes are refused before a byte is sent", async () => {
  for (const type of ["image/png", form]) {
    const { status, body } = parseRaw(await sendRaw(server.port, head({ "content-type": type, "content-length": 10 * 2 ** 30 })));
    expect([status, body.includes("file_too_large")]).toEqual([413, true]);
  }
});

test("a file that grows past the limit on the way is refused", async () => {
  const { maxVideoBytes } = server.deps.media;
  expect(codeOf(await sendForm([{ name: "file", file: "a.txt", body: Buffer.alloc(maxVideoBytes + 1, "a") }]))).toBe("413 file_too_large");
  expect(codeOf(await upload(server, site, owner, Buffer.alloc(maxVideoBytes + 1, "a")))).toBe("413 file_too_large");
});

test("a form has one file, in its field, and few other fields", async () => {
  const body = await anyPicture();
  const file = { name: "file", file: "a.png", body };
  const fields = Array.from({ length: 1_000 }, (_, index) => ({ name: `field${index}`, body: "x" }));
  const refused: [string, Part[]][] = [
    ["two files", [file, file]],
    ["another field", [{ ...file, name: "picture" }]],
    ["a thousand fields", [...fields, file]],
    ["a thousand fields after it", [file, ...fields]],
    ["no file", [{ name: "title", body: "A title" }]],
    ["nothing", []],
    ["an empty file", [{ ...file, body: "" }]],
    ["an unknown field", [file, { name: "owner", body: "me" }]],
    ["a field of a megabyte", [file, { name: "title", body: "x".repeat(2 ** 20) }]],
    ["words that are too long", [file, { name: "title", body: "x".repeat(301) }]],
    ["a locale of no site", [file, { name: "alt", body: '{"xx":"y"}' }]],
    ["a field twice", [file, { name: "title", body: "a" }, { name: "title", body: "b" }]],
  ];
  for (const [what, parts] of refused) expect([what, (await sendForm(parts)).status]).toEqual([what, 400]);
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=other"])
    expect([type, (await sendForm([file], { type })).status]).toEqual([type, 400]);
});

longTest("an upload that trickles is ended", async () => {
  for (const type of ["image/png", form]) {
    const text = await new Promise<string>((resolve, reject) => {
      let answer = "";
      const socket = connect(server.port, "127.0.0.1", () => {
        socket.write(head({ "content-type": type, "content-length": 5_000 }));
        socket.write(type === form ? formOf([{ name: "file", file: "a", body: "slow" }], { end: false }) : "slow");
      });
      const move = setInterval(() => clock.advance(60_000), 200);
      socket.on("data", (chunk) => (answer += chunk.toString("latin1")) && socket.end());
      socket.on("close", () => (clearInterval(move), resolve(answer))).on("error", reject);
    });
    expect(parseRaw(text).status).toBe(408);
    owner = await addMember(server, site, "OWNER");
  }
});
