import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { badRequest, ProblemError, requestTimeout } from "../../../../lib/http/problem.ts";
import { watchPace } from "../pace.ts";

/** Bytes that arrived, in a file of this machine. */
export interface ReceivedPart {
  path: string;
  bytes: number;
  sha256: string;
}

/**
 * Passes a body on in parts, one after the other, while it arrives. If it breaks off, its last bytes are a part as well, and then it throws
 * `bad_request`, or `request_timeout` for a sender who is too slow. No file stays.
 */
export async function receiveParts(
  source: Readable,
  { folder, partBytes, atMost, now }: { folder: string; partBytes: number; atMost: number; now: () => number },
  keep: (part: ReceivedPart) => Promise<void>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  let received = 0;
  let part: OpenPart | undefined;
  const pace = watchPace(source, () => received, now);
  let broken: unknown;
  async function* untilBroken(): AsyncGenerator<Buffer> {
    try {
      // To destroy the request would lose the response.
      yield* source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    } catch (error) {
      broken = error;
    }
  }
  const pass = async () => {
    if (!part) return;
    const passed = part;
    part = undefined;
    try {
      await keep(await passed.end());
    } finally {
      await rm(passed.path, { force: true });
    }
  };
  try {
    for await (const chunk of untilBroken()) {
      received += chunk.length;
      if (received > atMost) throw new ProblemError(badRequest, { detail: "The body has more bytes than Upload-Length has room for." });
      for (let rest = chunk; rest.length > 0;) {
        part ??= await openPart(folder);
        const taken = rest.subarray(0, partBytes - part.bytes());
        await part.write(taken);
        rest = rest.subarray(taken.length);
        if (part.bytes() === partBytes) await pass();
      }
    }
    await pass();
  } finally {
    pace.end();
    await part?.drop();
  }
  if (pace.isTooSlow()) throw new ProblemError(requestTimeout, { detail: "The file arrives too slowly. Send at least 1 KiB a second." });
  if (broken !== undefined) throw new ProblemError(badRequest, { detail: "The body does not have the announced length." });
}

type OpenPart = Awaited<ReturnType<typeof openPart>>;

async function openPart(folder: string) {
  const path = join(folder, randomUUID());
  const file = await open(path, "wx", 0o600);
  const hash = createHash("sha256");
  let bytes = 0;
  return {
    path,
    bytes: () => bytes,
    write: async (chunk: Buffer) => {
      await file.writeFile(chunk);
      hash.update(chunk);
      bytes += chunk.length;
    },
    end: async (): Promise<ReceivedPart> => {
      await file.close();
      return { path, bytes, sha256: hash.digest("hex") };
    },
    drop: async () => {
      await file.close();
      await rm(path, { force: true });
    },
  };
}
