import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { anyPicture } from "../kit/assets.ts";
import { brokenFiles, validFiles, type BrokenFile } from "../kit/broken-files.ts";
import { chance } from "../kit/chance.ts";
import { startAttackedLibrary, type AttackedLibrary } from "./attacked-library.ts";
import { recordAttack } from "./record.ts";

let library: AttackedLibrary;
beforeEach(async () => void (library = await startAttackedLibrary({ people: senders + 1 })));
afterEach(() => library.remove());

const senders = 4;
const most = 4_000;
/** On a busy machine there are fewer files, and the attack ends all the same. */
const longestMs = 12 * 60_000;

const problems = ["400 image_too_large", "400 file_damaged", "400 file_too_costly", "415 file_type_refused", "400 file_missing"];
const variants = ["64xauto.avif", "64xauto.webp", "128x1-1.jpeg", "256xauto.png", "64x16-9.auto"];

interface Answered {
  told: string;
  status: number;
  code: string | undefined;
  retryAfter: string | null;
  asset: { url: string; sha256: string; contentType: string; width: number | null } | undefined;
}

async function send({ told, bytes }: BrokenFile, person: number): Promise<Answered> {
  const headers = {
    ...library.people[person],
    "content-type": "application/octet-stream",
    "content-disposition": 'attachment; filename="f"',
  };
  const answer = await fetch(library.server.url + library.path, { method: "POST", headers, body: bytes as Uint8Array<ArrayBuffer> });
  const { code, data } = (await answer.json()) as { code?: string; data?: Answered["asset"] };
  return { told, status: answer.status, code, retryAfter: answer.headers.get("retry-after"), asset: data };
}

const read = (address: string) => fetch(library.server.url + new URL(address).pathname);

/** The faults of an upload's answer; those of the file and its variants too, if it was kept. */
async function errorsOf({ told, status, code, retryAfter, asset }: Answered): Promise<string[]> {
  if (status === 503) return retryAfter === null ? [`${told}: 503 without Retry-After`] : [];
  if (!asset) return problems.includes(`${status} ${code}`) ? [] : [`${told}: ${status} ${code}`];
  if (![200, 201].includes(status)) return [`${told}: ${status} with an asset`];
  const errors: string[] = [];
  const answer = await read(asset.url);
  const sha256 = createHash("sha256")
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest("hex");
  if (answer.status !== 200 || sha256 !== asset.sha256) errors.push(`${told}: ${asset.url} is ${answer.status}, or has other bytes`);
  if (status === 200) return errors;
  for (const variant of variants) {
    const response = await read(asset.url.replace(/[^/]*$/, variant));
    const type = response.headers.get("content-type") ?? "";
    const body = Buffer.from(await response.arrayBuffer());
    const isPicture = response.status === 200 && type.startsWith("image/") && body.length > 0;
    const isRefused = response.status === 404 && (JSON.parse(body.toString()) as { code: string }).code === "media_not_found";
    const isBusy = response.status === 503 && response.headers.has("retry-after");
    if (!isPicture && !isRefused && !isBusy) errors.push(`${told}: ${variant} is ${response.status} ${type}`);
  }
  return errors;
}

test(
  "broken files of each type are kept or refused, and nothing is left of those that are refused",
  { timeout: 1_800_000 },
  async (context) => {
    const broken = brokenFiles(await validFiles(), chance(20_261_125));
    const ends = Date.now() + longestMs;
    const [errors, answers] = [[] as string[], new Map<string, number>()];
    let tried = 0;
    const sender = async (person: number) => {
      while (tried < most && Date.now() < ends) {
        tried += 1;
        const answered = await send(broken.next().value, person);
        const told = `${answered.status} ${answered.code ?? ""}`.trim();
        answers.set(told, (answers.get(told) ?? 0) + 1);
        errors.push(...(await errorsOf(answered)));
      }
    };
    await Promise.all(Array.from({ length: senders }, (_, person) => sender(person)));
    console.log(`Broken files: ${JSON.stringify(Object.fromEntries(answers))}`);
    expect(errors).toEqual([]);
    // They are broken neither too little nor too much.
    for (const answer of ["201", "400 file_damaged", "415 file_type_refused"])
      expect([answer, answers.get(answer) ?? 0]).not.toEqual([answer, 0]);
    // The server goes on as before.
    expect((await fetch(`${library.server.url}/readyz`)).status).toBe(200);
    expect((await library.upload(await anyPicture(), { person: senders })).status).toBe(201);
    const { uploads, errors: storeErrors } = await library.sweepUp();
    expect({ uploads, stored: storeErrors }).toEqual({ uploads: [], stored: [] });
    recordAttack(context, {
      attack: "Files of each type with bytes that are changed, cut, repeated, or of another file",
      unit: "files",
      tried,
      promise:
        "each was kept or refused by a problem of its own, none was 5xx but 503 with Retry-After; what was kept reads back byte for byte, its variants are pictures or 404, and no file was left",
    });
  },
);
