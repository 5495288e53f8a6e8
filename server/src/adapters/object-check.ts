import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { StoreUnavailable, type ObjectStore } from "../ports/object-store.ts";

/** Stores, reads, lists and removes an object of its own. Rejects with StoreUnavailable if any of these does not work. */
export async function checkObjectStore(store: Omit<ObjectStore, "check">): Promise<void> {
  const key = `checks/${randomUUID()}`;
  const bytes = Buffer.from(`A check of the store: ${key}\n`);
  const folder = await mkdtemp(join(tmpdir(), "vitrine-check-"));
  try {
    const path = join(folder, "object");
    await writeFile(path, bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await store.put(key, { path, bytes: bytes.length, sha256, contentType: "text/plain" });
    try {
      const storedObject = await store.get(key);
      if (!storedObject || !(await buffer(storedObject.stream)).equals(bytes)) {
        throw new StoreUnavailable("The store for files does not return what was stored. Check its address.");
      }
      if (!(await isListed(store, key))) throw new StoreUnavailable("The store for files does not list what was stored. Check its rights.");
    } finally {
      await store.delete(key);
    }
    if (await store.head(key)) throw new StoreUnavailable("The store for files does not remove objects. Check its rights.");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isListed(store: Pick<ObjectStore, "list">, key: string): Promise<boolean> {
  for await (const object of store.list(key)) if (object.key === key) return true;
  return false;
}
