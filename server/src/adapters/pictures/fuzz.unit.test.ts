import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenFiles, validFiles } from "../../../../test/kit/broken-files.ts";
import { chance } from "../../../../test/kit/chance.ts";
import { pictureFolder, prepareBytes, type PictureFolder } from "../../../../test/kit/picture-files.ts";
import type { Pictures } from "../../ports/pictures.ts";
import { startPictures } from "../picture-pool.ts";
import { rounds } from "../../../../test/kit/sampled.ts";

let folder: PictureFolder;
let pictures: Pictures;
const warned: string[] = [];
beforeAll(async () => {
  folder = await pictureFolder();
  const log = {
    warn: (about: object) => void warned.push(JSON.stringify(about)),
    error: (about: object) => void warned.push(JSON.stringify(about)),
  };
  pictures = startPictures({ workers: 1, log: log as never });
});
afterAll(async () => {
  await pictures.close();
  await folder.remove();
});

const files = rounds(300, 60);
const accepted =
  /^(?:image\/(?:jpeg|png|webp|avif|gif|svg\+xml)|(?:video|audio)\/(?:mp4|webm|mpeg|wav|ogg)|text\/(?:plain|csv)|application\/(?:pdf|zip|vnd\.[a-z.-]+))$/;
const refusals = ["file_type_refused", "image_too_large", "file_damaged", "file_too_costly"];

test("broken files are kept clean or refused with a sentence, and nothing else happens", async () => {
  const broken = brokenFiles(await validFiles(), chance(20_261_125));
  const outcomes = new Map<string, number>();
  const expectedNames = new Set<string>();
  for (let sent = 1; sent <= files; sent += 1) {
    const { told, bytes } = broken.next().value;
    const prepared = await prepareBytes(pictures, folder, bytes).catch((error: unknown) =>
      Promise.reject(new Error(told, { cause: error })),
    );
    expectedNames.add(`file-${sent}`);
    if ("refused" in prepared) {
      expect([told, refusals.includes(prepared.refused), prepared.detail]).toEqual([told, true, expect.stringMatching(/^\S.{10,}\.$/)]);
      outcomes.set(prepared.refused, (outcomes.get(prepared.refused) ?? 0) + 1);
      continue;
    }
    expect([told, prepared.contentType]).toEqual([told, expect.stringMatching(accepted)]);
    expectedNames.add(basename(prepared.path));
    const keptBytes = await readFile(prepared.path);
    expect([told, keptBytes.length, createHash("sha256").update(keptBytes).digest("hex")]).toEqual([told, prepared.bytes, prepared.sha256]);
    outcomes.set("kept", (outcomes.get("kept") ?? 0) + 1);
  }
  // Nothing lies beside the files that were sent, but the cleaned ones that were kept.
  expect((await folder.names()).sort()).toEqual([...expectedNames].sort());
  // Some are good enough, and others are not: the files are broken neither too little nor too much.
  expect(outcomes.get("kept")).toBeGreaterThan(files / 20);
  expect(outcomes.get("file_damaged")).toBeGreaterThan(files / 20);
  expect(outcomes.get("file_type_refused")).toBeGreaterThan(files / 20);
  // None of them takes the process that works on it along.
  expect(warned).toEqual([]);
});
