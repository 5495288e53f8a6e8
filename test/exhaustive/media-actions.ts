import { sweepMedia } from "../../server/src/features/content/media/tasks/sweep-media.ts";
import { addressHash } from "../../server/src/features/content/media/asset-address.ts";
import { upload } from "../kit/assets.ts";
import { busyAsset, files, keepFiles, mediaIds, storedOf } from "./media-tenants.ts";
import type { Acting, Action } from "./tenant-acting.ts";

const hourMs = 60 * 60_000;
const lists = [
  ...[
    "",
    "?sort=name",
    "?sort=bytes",
    "?sort=-createdAt",
    "?sort=updatedAt",
    "?type=image",
    "?type=document",
    "?type=video",
    "?unused=true",
    "?missingAlt=en",
  ],
  ...[
    "?missingAlt=de",
    "?folder=a",
    "?folder=c",
    "?tag=both",
    "?tag=alpha",
    "?tag=beta",
    "?q=alpha",
    "?q=beta",
    "?q=both",
    "?pageSize=1",
    "?unused=true&type=document",
  ],
];
const asset = (id: string) => `/assets/${id}`;
const everyAsset = [mediaIds.asset, mediaIds.notes, mediaIds.old];
const notes = { name: "notes.txt", type: "text/plain" };

async function send({ by, ownSite, owner, api }: Acting, bytes: Uint8Array, more: Parameters<typeof upload>[4] = {}) {
  return api.record("upload", upload(by, ownSite, owner, bytes, more));
}

/** Reads every address that an asset has, had, or might have: an original, or a variant. */
async function readAll({ api, by, ownSite, mark }: Acting): Promise<void> {
  const { pictures, texts } = await files;
  const read = async (id: string, { sha256 }: { sha256: string }, x: number, name: string) => {
    const path = `/media/${ownSite.slug}/${id}/${addressHash(sha256, [x, 0.5])}/${name}`;
    const response = await fetch(by.url + path);
    const { length } = new Uint8Array(await response.arrayBuffer());
    if (response.status !== 404) api.note(`media ${path} ${response.status} ${response.headers.get("etag")} ${length}`);
  };
  for (const x of [0.25, 0.75, 0.5])
    for (const picture of pictures.slice(0, 2))
      for (const name of [`${mark.name}.png`, `${mark.name}-before.png`, "64x1-1.webp", "64xauto.webp"])
        await read(mediaIds.asset, picture, x, name);
  for (const text of texts.slice(0, 2)) for (const x of [0.25, 0.75]) await read(mediaIds.notes, text, x, `${mark.name}-notes.txt`);
}

/** Reads the files and a variant of each at the addresses that the list shows. */
async function readListed({ api, by, at }: Acting): Promise<string[]> {
  const { text } = await api.get(at("/assets"));
  const urls = (JSON.parse(text) as { data: { url: string }[] }).data.map(({ url }) => new URL(url).pathname);
  const paths = urls.flatMap((path) => [path, path.replace(/[^/]+$/, "64x1-1.webp")]);
  for (const path of paths) await readFile({ api, by }, path);
  return paths;
}

async function readFile({ api, by }: Pick<Acting, "api" | "by">, path: string): Promise<void> {
  const response = await fetch(by.url + path);
  const { length } = new Uint8Array(await response.arrayBuffer());
  api.note(`media ${path} ${response.status} ${response.status === 404 ? "" : `${response.headers.get("etag")} ${length}`}`);
}

async function setPrivate({ api, at, by }: Acting, isPrivate: boolean): Promise<void> {
  const { data } = JSON.parse((await api.get(at(""))).text) as { data: { revision: number } };
  await api.patch(at(""), { settings: { media: { private: isPrivate } } }, data.revision);
  await by.directory.poll();
}

async function listStore({ by, ownSite, api }: Acting): Promise<void> {
  for (const key of await storedOf(by, ownSite)) api.note(`stored ${key}`);
}

/** What people do with files. */
export const mediaActions: Record<string, Action> = {
  "list assets": {
    run: async ({ api, at }) => {
      for (const query of lists) await api.get(at(`/assets${query}`));
    },
  },
  "read assets": {
    run: async (acting) => {
      const { api, at } = acting;
      for (const id of everyAsset) {
        await api.get(at(asset(id)));
        await api.get(at(`${asset(id)}/usages`));
      }
      await api.get(at(`/references?to=${mediaIds.asset}`));
      for (const q of ["alpha", "beta", "notes"]) await api.get(at(`/search?q=${q}`));
    },
  },
  "the bundle": { run: ({ api, at }) => api.get(at("/bundle")) },
  "read media": { run: readAll },
  "private files": {
    run: async (acting) => {
      const plain = await readListed(acting);
      await setPrivate(acting, true);
      const signed = await readListed(acting);
      for (const path of plain) await readFile(acting, path);
      await acting.api.patch(acting.at(asset(mediaIds.asset)), { focus: [0.5, 0.5] }, 1);
      await readListed(acting);
      await setPrivate(acting, false);
      for (const path of [...signed, ...plain]) await readFile(acting, path);
    },
  },
  "change an asset": {
    run: async (acting) => {
      const { api, at, mark } = acting;
      await api.patch(
        at(asset(mediaIds.asset)),
        { title: "New", alt: { en: "new", [mark.locale]: "neu" }, tags: ["new"], folder: "new" },
        1,
      );
      await api.patch(at(asset(mediaIds.asset)), { focus: [0.5, 0.5] }, 2);
      await api.patch(at(asset(mediaIds.asset)), { focus: [mark.name === "alpha" ? 0.25 : 0.75, 0.5] }, 3);
      await api.get(at("/assets?q=new"));
      await readAll(acting);
    },
  },
  upload: {
    run: async (acting) => {
      const { pictures, texts } = await files;
      for (const { bytes } of texts) await send(acting, bytes, notes);
      for (const { bytes } of pictures) await send(acting, bytes);
      await acting.api.get(acting.at("/assets"));
      await listStore(acting);
    },
  },
  "upload too much": {
    run: async (acting) => {
      for (const letter of ["a", "b", "c"]) await send(acting, Buffer.from(letter.repeat(400_000)), notes);
      await acting.api.get(acting.at("/assets"));
    },
  },
  replace: {
    run: async (acting) => {
      const { pictures } = await files;
      for (const [index, { bytes }] of pictures.entries()) {
        await send(acting, bytes, { path: `assets/${mediaIds.asset}/replace`, headers: { "if-match": `"${index + 1}"` } });
      }
      await readAll(acting);
    },
  },
  "delete assets": {
    run: async (acting) => {
      const { api, at } = acting;
      await api.delete(at(asset(mediaIds.notes)), 1);
      await api.delete(at(asset(mediaIds.asset)), 1);
      await api.delete(at(`${asset(mediaIds.asset)}?force=true`), 1);
      await api.get(at("/assets"));
    },
  },
  "several assets": {
    run: async ({ api, at }) => {
      const items = everyAsset.map((id) => ({ id, revision: 1 }));
      await api.post(at("/assets/bulk"), { action: "tag", tags: ["many"], items });
      await api.post(at("/assets/bulk"), { action: "move", folder: "many", items: items.map((item) => ({ ...item, revision: 2 })) });
      const last = items.map((item) => ({ ...item, revision: 3 }));
      await api.post(at("/assets/bulk"), { action: "delete", items: last });
      await api.post(at("/assets/bulk"), { action: "delete", items: last.slice(1) });
    },
  },
  "show an asset": {
    run: async ({ api, at, readTranslations, by, ownSite }) => {
      for (const slug of ["one", "two"]) {
        const each = (await readTranslations()).get(slug);
        const data = { text: "x", picture: { asset: mediaIds.asset } };
        await api.put(at(`/entries/${each?.document}/en/draft`), { slug, data }, each?.revision);
        await api.post(at(`/entries/${each?.document}/en/publish`), { revision: (each?.revision ?? 0) + 1 });
      }
      await by.directory.poll();
      for (const slug of ["one", "two"]) await api.record("public", by.ask(`/api/public/v1/content/note/${slug}`, { key: ownSite.key }));
      await api.get(at(`${asset(mediaIds.asset)}/usages`));
      const one = (await readTranslations()).get("one");
      await api.put(at(`/entries/${one?.document}/en/draft`), { slug: "one", data: { picture: { asset: busyAsset } } }, one?.revision);
    },
  },
  sweep: {
    leave: keepFiles,
    run: async (acting) => {
      const { by, api, at } = acting;
      await readAll(acting);
      await api.delete(at(asset(mediaIds.notes)), 1);
      for (const hours of [0, 23, 25]) {
        by.clock.advance(hours * hourMs);
        await sweepMedia.run(by.deps);
        await listStore(acting);
      }
      // A store has the time of the machine.
      const clock = { now: () => new Date(Date.now() + 25 * hourMs), monotonicMs: () => by.clock.monotonicMs() };
      await sweepMedia.run({ ...by.deps, clock });
      await listStore(acting);
    },
  },
};
