import { Agent, get as httpGet } from "node:http";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, test } from "vitest";
import { systemClock, systemIds } from "../../server/src/adapters/system.ts";
import { importBundle } from "../../server/src/features/content/bundle/index.ts";
import { KeyRing, parseSecretKeys } from "../../server/src/lib/secrets/secret.ts";
import { addMember } from "../kit/admins.ts";
import { openTestDatabase } from "../kit/database.ts";
import { editor } from "../kit/documents.ts";
import { freePort } from "../kit/free-port.ts";
import type { Answer, TestServer } from "../kit/harness.ts";
import { startPurgePath, startVarnish, type PurgeFate } from "../kit/varnish.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";
import { findProgram } from "../machines/programs.ts";

const minute = 60_000;
/** The whole proof: VARNISH_DOCUMENTS=20000 VARNISH_SECONDS=600. */
const documents = Number(process.env.VARNISH_DOCUMENTS ?? 1_000);
const seconds = Number(process.env.VARNISH_SECONDS ?? 40);
const visitors = 24;
const secretKey = Buffer.alloc(32, 7).toString("base64");
const host = "api.varnish.example";
const slugOf = (index: number) => `note-${index}`;
const entryPath = (index: number) => `/api/public/v1/content/note/${slugOf(index)}`;
const listPath = "/api/public/v1/content/note?pageSize=20";
/** One request in so many is for the list. */
const listEvery = 50;
/** A document rests for so long after an edit, so that a purge tells which edit it is of. */
const restMs = 20_000;
/** Twice per edit: what a process that did not know of it yet has put into the cache goes with the second one. */
const passesUntilFresh = 2;

interface Edit {
  version: number;
  /** After the transaction: purges that were sent earlier may be of another edit. */
  committedAt: number;
}

const documentsIn = (json: unknown): { slug: string; version: number }[] => {
  const { data } = json as { data: object | object[] };
  return [data].flat().map((entry) => {
    const { slug, data: fields } = entry as { slug: string; data: { text: string } };
    return { slug, version: Number(fields.text.slice(1)) };
  });
};

// needs: server-postgres. Several processes on one database.
const testHere = test.skipIf(inject("database") === "embedded" || findProgram("varnishd") === undefined);

testHere(
  "a cache in front shows no document older than its purge, whatever becomes of purges and servers, and asks the servers rarely",
  { timeout: seconds * 1_000 + 20 * minute },
  async () => {
    const [folder, database] = [await scratchFolder(), await openTestDatabase()];
    const { sql } = database;
    const secrets = new KeyRing(parseSecretKeys(secretKey) ?? [{ id: "", bytes: new Uint8Array() }]);
    const deps = { publicUrl: "http://localhost:3000", sql, clock: systemClock, ids: systemIds, secrets };
    const schema = { type: "object", properties: { text: { type: "string" } } };
    const { siteId } = await importBundle(
      deps,
      JSON.stringify({
        bundle: 1,
        site: { slug: "varnished", name: "Varnished", defaultLocale: "en", locales: ["en"], currency: "eur", allowedOrigins: ["*"] },
        contentTypes: [{ slug: "note", title: "Note", schema }],
        entries: Array.from({ length: documents }, (_, index) => ({
          contentType: "note",
          slug: slugOf(index),
          locale: "en",
          data: { text: "v0" },
        })),
      }),
      { dryRun: false, setStock: false, onProgress: () => undefined },
    );
    await sql`insert into site_hosts (host, site_id, created_at) values (${host}, ${siteId}, ${systemClock.now()})`;
    const owner = await addMember({ deps } as unknown as TestServer, { id: siteId }, "OWNER");

    const ports = [await freePort(), await freePort()];
    const varnish = await startVarnish(ports);
    let fateOf = (): PurgeFate => "passed";
    const path = await startPurgePath(varnish.url, () => fateOf());
    const start = (index: number) =>
      serveProcess([], {
        DATABASE_URL: database.url ?? "",
        SECRET_KEY: secretKey,
        MAIL_CATCHER: "on",
        PROCESSOR_API_URL: "http://127.0.0.1:9",
        RATE_LIMITS: "off",
        TRUST_PROXY: "127.0.0.1",
        CACHE_PURGE: "varnish",
        CACHE_PURGE_URLS: path.url,
        PORT: String(ports[index]),
        DATA_DIR: join(folder.path, `data-${index}`),
      });
    const servers: ServingProcess[] = [await start(0), await start(1)];
    const agent = new Agent({ keepAlive: true, maxSockets: visitors });
    const ask = (asked: string, at = varnish.url) =>
      new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
        httpGet(`${at}${asked}`, { agent, headers: { host } }, (answer) => {
          textOf(answer).then((text) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }), reject);
        }).on("error", reject);
      });

    /** By document. */
    const edits: Edit[][] = Array.from({ length: documents }, () => [{ version: 0, committedAt: 0 }]);
    const tagsOf = new Map<number, string[]>();
    /** The version that the cache must show by now: that of the latest edit of which so many purges are acknowledged. */
    const owed = (index: number, at: number, passes: number, afterMs: number): number => {
      const tags = tagsOf.get(index) ?? [];
      const due = edits[index]?.findLast(({ version, committedAt }) => {
        if (version === 0) return true;
        const acknowledged = path.purges.filter(
          (purge) => purge.sentAt >= committedAt && purge.acknowledgedAt !== undefined && tags.some((tag) => purge.tags.has(tag)),
        );
        return (acknowledged[passes - 1]?.acknowledgedAt ?? Infinity) + afterMs <= at;
      });
      return due?.version ?? 0;
    };

    const found = { answers: 0, lists: 0, failures: [] as string[], stale: [] as string[], slow: 0 };
    const check = async (asked: string) => {
      const beganAt = Date.now();
      const answer = await ask(asked).catch((error: unknown) => ({ status: 0, text: String(error) }));
      found.answers += 1;
      if (answer.status !== 200) return void found.failures.push(`${asked}: ${answer.status} ${answer.text.slice(0, 200)}`);
      for (const { slug, version } of documentsIn(JSON.parse(answer.text))) {
        const index = Number(slug.slice("note-".length));
        if ((edits[index]?.length ?? 0) < 2) continue;
        const fresh = owed(index, beganAt, passesUntilFresh, 0);
        if (version < fresh) found.stale.push(`${asked}: ${slug} at ${version}, owed ${fresh}`);
        if (version < owed(index, beganAt, 1, 2_000)) found.slow += 1;
      }
    };
    let goesOn = true;
    const visit = async (number: number) => {
      for (let turn = number; goesOn; turn += 1) {
        const isList = turn % listEvery === 0;
        if (isList) found.lists += 1;
        await check(isList ? listPath : entryPath(Math.floor(Math.random() * documents)));
      }
    };

    const write = async (number: number) => {
      const server = {
        ask: async (asked: string, init: RequestInit = {}): Promise<Answer> => {
          const at = servers[number % servers.length]?.url ?? "";
          const answer = await fetch(at + asked, init);
          const text = await answer.text();
          return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) as unknown };
        },
      };
      const content = editor(server, { slug: "varnished" }, owner);
      const rows = await sql<{ id: string; slug: string }>`
        select document_id as id, slug from translations where site_id = ${siteId} order by slug`;
      const ids = new Map(rows.map(({ id, slug }) => [slug, id]));
      for (let version = 1; goesOn; version += 1) {
        const began = Date.now();
        // Each writer has documents of its own.
        const index = Math.floor((Math.random() * documents) / 2) * 2 + number;
        const latest = edits[index]?.at(-1);
        const id = ids.get(slugOf(index));
        if (!id || !latest || Date.now() - latest.committedAt < restMs) continue;
        if (!tagsOf.has(index)) {
          const { headers } = await ask(entryPath(index), servers[number]?.url);
          tagsOf.set(index, String(headers["surrogate-key"]).split(" ").slice(2));
        }
        const { revision } = await content.inLocale("entries", id);
        await content.save("entries", id, { slug: slugOf(index), data: { text: `v${latest.version + 1}` } }, revision);
        expect((await content.publish("entries", id)).status).toBe(200);
        edits[index]?.push({ version: latest.version + 1, committedAt: Date.now() });
        await sleep(Math.max(0, 2_000 - (Date.now() - began)));
      }
    };

    try {
      // The cache looks once a second whether a server is ready.
      await expect.poll(async () => (await ask(listPath)).status, { timeout: minute }).toBe(200);
      for (let index = 0; index < documents; index += visitors) {
        await Promise.all(Array.from({ length: Math.min(visitors, documents - index) }, (_, more) => check(entryPath(index + more))));
      }
      expect(found.failures).toEqual([]);
      found.answers = 0;
      const before = await varnish.counts();
      const visiting = Promise.all(Array.from({ length: visitors }, (_, number) => visit(number)));
      const writing = Promise.all([write(0), write(1)]);
      await sleep(seconds * 600);
      const counted = await varnish.counts();
      // From here on, purges are lost, unheard, late and doubled.
      let purged = 0;
      const fates: PurgeFate[] = ["lost", "late", "passed", "unheard", "doubled"];
      fateOf = () => fates[(purged += 1) % fates.length] ?? "passed";
      await sleep(seconds * 400);
      goesOn = false;
      await Promise.all([visiting, writing]);
      expect(found.failures).toEqual([]);
      expect(found.stale).toEqual([]);

      // Nothing stays old: every purge arrives in the end, though most are lost.
      await expect
        .poll(async () => (await sql<{ open: number }>`select count(*)::int as open from cache_purges`)[0]?.open, {
          timeout: 5 * minute,
          interval: 1_000,
        })
        .toBe(0);
      const edited = edits.flatMap((all, index) => (all.length > 1 ? [index] : []));
      for (const index of edited) {
        const [entry] = documentsIn(JSON.parse((await ask(entryPath(index))).text));
        expect(entry).toEqual({ slug: slugOf(index), version: edits[index]?.at(-1)?.version });
      }
      expect(documentsIn(JSON.parse((await ask(listPath)).text))).toEqual(
        documentsIn(JSON.parse((await ask(listPath, servers[0]?.url)).text)),
      );

      // Without servers, visitors go on.
      for (const server of servers) await server.end("SIGKILL");
      await sleep(4_000);
      for (const index of edited) expect((await ask(entryPath(index))).status).toBe(200);

      const perThousand = (1_000 * (counted.origin - before.origin)) / (counted.visitors - before.visitors);
      console.log(
        `Varnish: ${documents} documents, ${found.answers} answers (${found.lists} lists), ${edited.length} edits, ${path.purges.length} purges; ` +
          `${perThousand.toFixed(1)} requests to servers per 1,000; ${found.slow} documents older than 2 s after the first acknowledgement`,
      );
      expect(edited.length).toBeGreaterThan(5);
    } finally {
      goesOn = false;
      for (const server of servers) await server.end("SIGKILL");
      agent.destroy();
      path.close();
      await varnish.end();
      await database.drop();
      await folder.remove();
    }
  },
);
