import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test, type TestContext } from "vitest";
import { anyPicture } from "../kit/assets.ts";
import { officeFiles, pdfOf, zipOf } from "../kit/made-files.ts";
import { drawnPicture } from "../kit/pictures.ts";
import { parseRaw, sendRaw } from "../kit/raw.ts";
import { startAttackedLibrary, type AttackedLibrary } from "./attacked-library.ts";
import { bombs } from "../kit/hostile-pictures.ts";
import { recordAttack } from "./record.ts";

let library: AttackedLibrary;
beforeEach(async () => void (library = await startAttackedLibrary({ people: 20 })));
afterEach(() => library.remove());

/** Of the server, and of its picture process, which ends itself at 512 MiB; a look a moment later sees somewhat more. */
const mostMiB = { server: 400, pictures: 540 };
const promise = `each response was a success or a problem that says why, none was 5xx; the server stayed below ${mostMiB.server} MiB, and its picture process within its limit; after the sweep the store had what assets name, and nothing else`;
/** What may be wrong with a file, and with a request that carries one. */
const problems = [
  ...["400 image_too_large", "400 file_damaged", "400 file_too_costly", "415 file_type_refused", "413 file_too_large"],
  ...["400 file_missing", "400 invalid_request", "400 bad_request", "408 request_timeout"],
];

async function endsClean(context: TestContext, attack: string, unit: string, tried: number, memory = library.memory()): Promise<void> {
  const { uploads, errors, assets, objects } = await library.sweepUp();
  console.log(`${attack}: ${JSON.stringify({ ...memory, assets, objects })}`);
  expect({ uploads, errors }).toEqual({ uploads: [], errors: [] });
  expect(memory.server).toBeLessThan(mostMiB.server);
  expect(memory.pictures).toBeLessThan(mostMiB.pictures);
  recordAttack(context, { attack, unit, tried, promise });
}

test("files that are small and want much get a problem, or are within the limits", { timeout: 600_000 }, async (context) => {
  const all = await bombs();
  const taken: string[] = [];
  for (const [outcome, name, file] of all) {
    const { status, code, asset } = await library.upload(Buffer.from(file), { name: "bomb" });
    const told = `${status} ${code ?? ""}`;
    if (outcome === "any" && asset) expect([name, status]).toEqual([name, 201]);
    else if (outcome === "any") expect([name, problems.includes(told), told]).toEqual([name, true, told]);
    else expect([name, code]).toEqual([name, outcome]);
    if (asset?.contentType.startsWith("image/")) taken.push(asset.url);
  }
  const memory = library.memory();
  // What was taken can be shown, or is refused for good; to render it takes no more than the limit of its own.
  for (const url of taken) {
    const variant = new URL(url).pathname.replace(/[^/]*$/, "1200xauto.webp");
    expect([url, [200, 404]]).toEqual([url, expect.arrayContaining([(await fetch(library.server.url + variant)).status])]);
  }
  expect(library.memory().pictures).toBeLessThan(mostMiB.pictures);
  await endsClean(
    context,
    "Decompression bombs: pictures, animations, drawings, films and documents that want much",
    "files",
    all.length,
    memory,
  );
});

test(
  "hostile pictures that many people send at once are each answered, and others upload in turn",
  { timeout: 900_000 },
  async (context) => {
    const wanted = /interlaced PNG|billion shapes|blurred shapes|large matrix|megapixels$/;
    const hostile = (await bombs()).filter(([, name]) => wanted.test(name));
    let tried = 0;
    const told = new Map<string, number>();
    const sender = async (person: number) => {
      for (let time = 0; time < 3; time += 1) {
        const [, , file] = hostile[(tried += 1) % hostile.length] ?? [];
        const { status, code } = await library.upload(Buffer.from(file ?? ""), { person });
        const answer = `${status} ${code ?? ""}`.trim();
        told.set(answer, (told.get(answer) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 10 }, (_, person) => sender(person)));
    console.log(`Hostile pictures at once: ${JSON.stringify(Object.fromEntries(told))}`);
    expect([...told.keys()].filter((answer) => ![...problems, "200", "201", "503 unavailable"].includes(answer))).toEqual([]);
    expect((await library.upload(await anyPicture(), { person: 15 })).status).toBe(201);
    // What was taken is rendered in the background, within the limit of its own.
    const { uploads, errors } = await library.sweepUp();
    expect({ uploads, errors }).toEqual({ uploads: [], errors: [] });
    recordAttack(context, {
      attack: "The most costly pictures, ten at once",
      unit: "uploads",
      tried,
      promise: "each was answered, none with 5xx but 503",
    });
  },
);

test("files of two kinds, of no kind, and with names that lead elsewhere", { timeout: 600_000 }, async (context) => {
  const jpeg = await drawnPicture(20, 20).jpeg().toBuffer();
  const gif = await drawnPicture(20, 20).gif().toBuffer();
  const png = await drawnPicture(20, 20).png().toBuffer();
  const script = "<script>alert(1)</script>";
  const latin = (text: string) => Buffer.from(text, "latin1");
  const mixed: Buffer[] = [jpeg, gif, png, latin(pdfOf(1)), officeFiles.docx ?? png].flatMap((file) => [
    ...[
      script,
      `<?php system($_GET[0]) ?>`,
      "#!/bin/sh\nid",
      pdfOf(1),
      "\u007fELF\u0002\u0001\u0001",
      `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`,
    ].flatMap((text) => [Buffer.concat([file, latin(text)]), Buffer.concat([latin(text), file])]),
    Buffer.concat([file, zipOf({ "META-INF/MANIFEST.MF": "Main-Class: A" })]),
    Buffer.concat([zipOf({ "a.html": script }), file]),
  ]);
  const programs = [
    "MZ\u0090\0",
    "\u007fELF",
    "#!/bin/sh\n",
    "<!doctype html><script>",
    "<?php ",
    "\u00ca\u00fe\u00ba\u00be",
    "%!PS",
    "{\\rtf1",
    "\u00d0\u00cf\u0011\u00e0",
    "Rar!\u001a\u0007",
    "BZh9",
    "\u001f\u008b\b",
    "7z\u00bc\u00af'\u001c",
    "\0\0\0 ftypheic",
    "II*\0",
    "BM",
  ];
  const urls: string[] = [];
  for (const file of [...mixed, ...programs.map((head) => Buffer.concat([latin(head), randomBytes(300)]))]) {
    for (const type of ["image/png", "text/html", "application/x-httpd-php"]) {
      const { status, code, asset } = await library.upload(file, { type, name: "photo.html" });
      expect([asset ? [200, 201].includes(status) : problems.includes(`${status} ${code}`), status, code]).toEqual([true, status, code]);
      if (asset && type === "text/html") urls.push(asset.url);
    }
  }
  // What is served is served as what it is, runs nothing, and is not a page.
  for (const url of urls) {
    const { headers } = await fetch(library.server.url + new URL(url).pathname);
    expect(headers.get("content-type")).toMatch(/^(image\/(jpeg|png|gif|webp)|text\/plain|text\/csv|application\/(pdf|zip|vnd\.))/);
    expect([headers.get("x-content-type-options"), headers.get("content-security-policy")]).toEqual([
      "nosniff",
      expect.stringContaining("sandbox"),
    ]);
    const isShown = /^(image|text\/plain)/.test(headers.get("content-type") ?? "");
    expect(headers.get("content-disposition")).toMatch(isShown ? /^inline/ : /^attachment/);
  }
  const names = [
    "../../../etc/passwd",
    "..\\..\\boot.ini",
    "%2e%2e%2f%2e%2e%2fx",
    "a%00.png",
    "\u202egnp.exe",
    "x".repeat(5_000),
    ".",
    "..",
    "",
    "CON",
    "a/b/c.png",
    "C:\\x",
    "\u0000",
    "'; drop table assets; --",
    '"><script>',
    "a\r\nset-cookie: b",
    "🪑".repeat(500),
    "é".repeat(300),
    ".htaccess",
    "index.html",
  ];
  for (const name of names) {
    const encoded = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
    const body = (await anyPicture()) as Uint8Array<ArrayBuffer>;
    const answer = await fetch(library.server.url + library.path, {
      method: "POST",
      headers: { ...library.people[0], "content-type": "image/png", "content-disposition": encoded },
      body,
    });
    const text = await answer.text();
    expect([name, [201, 400].includes(answer.status) || text]).toEqual([name, true]);
    if (answer.status !== 201) continue;
    const { data } = JSON.parse(text) as { data: { name: string; url: string } };
    expect(data.name).not.toMatch(/[/\\\u0000-\u001f\u202e]|^\./);
    expect(new URL(data.url).pathname).toMatch(/^\/media\/[a-z0-9-]+\/[0-9a-f-]{36}\/[0-9a-f]{8}\/[a-z0-9-]{1,90}\.png$/);
    expect((await fetch(library.server.url + new URL(data.url).pathname)).status).toBe(200);
  }
  await endsClean(
    context,
    "Files of two kinds and of refused kinds, under false types and names",
    "uploads",
    (mixed.length + programs.length) * 3 + names.length,
  );
});

test("requests that break off, lie about their length, or come slowly", { timeout: 600_000 }, async (context) => {
  const { server, people, path } = library;
  const picture = await drawnPicture(900, 900).jpeg().toBuffer();
  const form = (file: Buffer) =>
    Buffer.concat([Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'), file]);
  const head = (person: number, type: string, length: number | string) =>
    [
      `POST ${path} HTTP/1.1`,
      "host: localhost",
      `cookie: ${people[person]?.cookie ?? ""}`,
      `content-type: ${type}`,
      `content-length: ${length}`,
      "",
      "",
    ].join("\r\n");
  const types = ["image/jpeg", "multipart/form-data; boundary=b"];
  let tried = 0;

  // 400 that break off after some bytes of their body.
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        tried += 1;
        const type = types[at % 2] ?? "";
        const body = type.startsWith("image") ? picture : form(picture);
        const cut = Math.floor((body.length * (round + at / 20)) / 20);
        await new Promise<void>((resolve) => {
          const socket = connect(server.port, "127.0.0.1", () => {
            socket.write(head(at, type, body.length + 6));
            socket.write(body.subarray(0, cut), () => setTimeout(() => (at % 3 === 0 ? socket.resetAndDestroy() : socket.end()), 5));
          });
          socket.on("close", () => resolve()).on("error", () => undefined);
          socket.resume();
        });
      }),
    );
  }

  // Ten gigabytes are announced, in several ways: refused before a byte of them, and a length that is none is not a request.
  for (const type of types) {
    for (const length of [10 * 2 ** 30, 2 ** 53, "99999999999999999999"]) {
      tried += 1;
      const { status } = parseRaw(await sendRaw(server.port, head(0, type, length)));
      expect([length, [400, 413].includes(status), status]).toEqual([length, true, status]);
    }
  }

  // Senders that trickle: four of each of ten people. They are told so, and in the meantime others upload and read.
  const trickling = Array.from({ length: 40 }, (_, at) => {
    tried += 1;
    return new Promise<number>((resolve, reject) => {
      let answer = "";
      const socket = connect(server.port, "127.0.0.1", () => socket.write(head(at % 10, types[at % 2] ?? "", picture.length)));
      const drop = setInterval(() => socket.write("x"), 500);
      socket.on("data", (chunk) => (answer += chunk.toString("latin1")) && socket.end());
      socket.on("close", () => (clearInterval(drop), resolve(parseRaw(answer).status))).on("error", reject);
    });
  });
  for (let time = 0; time < 20; time += 1) {
    expect((await library.upload(await anyPicture(), { person: 15 })).status).toBe(201);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  }
  expect(new Set(await Promise.all(trickling))).toEqual(new Set([408]));
  // Nothing is left of any of them, and everybody may upload again.
  for (const person of [0, 5, 19]) expect((await library.upload(await anyPicture(), { person })).status).toBe(201);
  await endsClean(context, "Uploads that break off, announce gigabytes, or trickle", "requests", tried);
});
