import { request } from "node:http";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startAttackedLibrary, type AttackedLibrary } from "./attacked-library.ts";
import { recordAttack } from "./record.ts";

const mebibyte = 2 ** 20;
const mostMiB = 400;
let library: AttackedLibrary;
beforeAll(async () => void (library = await startAttackedLibrary({ people: 20 })));
afterAll(() => library.remove());

/** A film of so many bytes, made as it is sent: this process needs no memory for it. */
function sendFilm(person: number, bytes: number, mark: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { ...library.people[person], "content-type": "video/mp4", "content-length": String(bytes) };
    const sending = request(library.server.url + library.path, { method: "POST", headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    sending.on("error", reject);
    const head = Buffer.alloc(64);
    head.writeUInt32BE(24, 0);
    head.write("ftypisom\0\0\0\0isommp42", 4, "latin1");
    head.writeUInt32BE(8, 24);
    head.write("moov", 28, "latin1");
    head.writeUInt32BE(bytes - 32, 32);
    head.write("mdat", 36, "latin1");
    head.writeUInt32BE(mark, 60);
    sending.write(head);
    const piece = Buffer.alloc(64 * 1024, mark & 255);
    let left = bytes - head.length;
    const more = () => {
      while (left > 0) {
        const next = piece.subarray(0, Math.min(left, piece.length));
        left -= next.length;
        if (!sending.write(next)) return void sending.once("drain", more);
      }
      sending.end();
    };
    more();
  });
}

test("memory does not grow with files, one of 500 MiB or twenty of 50 MiB at once", { timeout: 600_000 }, async (context) => {
  const before = library.memory();
  expect(await sendFilm(0, 500 * mebibyte, 1)).toBe(201);
  const large = library.memory();
  const statuses = await Promise.all(Array.from({ length: 20 }, (_, person) => sendFilm(person, 50 * mebibyte, 2 + person)));
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(await sendFilm(0, 500 * mebibyte + 1, 99)).toBe(413);
  const many = library.memory();
  console.log(`Large uploads on ${inject("database")}, MiB: ${JSON.stringify({ before, large, many })}`);
  expect(many.together).toBeLessThan(mostMiB);
  const { uploads, errors } = await library.sweepUp();
  expect({ uploads, errors }).toEqual({ uploads: [], errors: [] });
  recordAttack(context, {
    attack: "One upload of 500 MiB, then twenty of 50 MiB at once",
    unit: "uploads",
    tried: 22,
    promise: `the server and its picture process stayed below ${mostMiB} MiB together`,
  });
});
