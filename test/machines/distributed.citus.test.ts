import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SqlValue } from "../../server/src/ports/database.ts";
import { addMember } from "../kit/admins.ts";
import { openTestDatabase, watchStatements, type TestDatabase } from "../kit/database.ts";
import { editor, pageDraft } from "../kit/documents.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { addProofSite, type ProofSite } from "../kit/proof-site.ts";
import { sendEveryProof } from "../kit/send-every-proof.ts";
import { sampleSite } from "../kit/sample-site.ts";
import { fansOut } from "../schema/fans-out.ts";

// Runs in the project "long, citus", where TEST_CITUS_URL names a coordinator with two workers. So do the tests of all features.

let database: TestDatabase;
let server: TestServer;
let site: ProofSite;
/** Each statement of the server, with the values that it had last. */
const statements = new Map<string, readonly SqlValue[]>();
/** Tables that are on all nodes, so that each write goes to all of them: people change them, now and then. */
let everywhere: string[];
let watcher: pg.Client;

beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({
    database,
    takesPayments: true,
    mailsPerClient: 1_000_000,
    submissionsPerClient: 1_000_000,
    throughSql: (sql) => watchStatements(sql, (text, values) => statements.set(text, values)),
  });
  site = await addProofSite(server, "mark-alpha");
  await addProofSite(server, "mark-beta");
  watcher = new pg.Client(database.url);
  await watcher.connect();
  const tables = await database.sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition where partmethod = 'n' and repmodel = 't'`;
  everywhere = tables.map(({ name }) => name);
});
afterAll(async () => {
  await watcher.end();
  await server.stop();
  await database.drop();
});

test("the sites are on both workers", async () => {
  const nodes = await database.sql<{ node: number }>`
    select distinct nodeport as node from citus_shards where table_name = 'site_versions'::regclass`;
  expect(nodes).toHaveLength(2);
  expect(everywhere).toContain("sites");
  expect(everywhere).not.toContain("site_versions");
});

test("each operation succeeds", async () => {
  await sendEveryProof(server, site);
});

test("each statement of these goes to one node, but for reads of all sites and writes of what is on all nodes", async () => {
  expect(statements.size).toBeGreaterThan(400);
  await watcher.query("set citus.log_remote_commands = on; set client_min_messages = notice; set statement_timeout = '60s'");
  const wrong: string[] = [];
  for (const [text, values] of statements) {
    const plain = text.replaceAll(/--.*$/gm, "").replaceAll(/\s+/g, " ").trim();
    if (fansOut.some((beginning) => plain.startsWith(beginning))) continue;
    if (everywhere.some((table) => new RegExp(`\\b(insert into|update|delete from) ${table}\\b`).test(plain))) continue;
    const { nodes, error } = await nodesOf(text, values);
    if (error !== undefined || nodes > 1) wrong.push(`${error ?? `${nodes} nodes`}: ${plain.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
});

test("a publication and a draft of a site go to its node and to the coordinator alone", async () => {
  const own = await server.addSite(sampleSite());
  const edit = editor(server, own, await addMember(server, own, "OWNER"));
  const { id } = await edit.create("pages", pageDraft("one-node"));
  statements.clear();
  expect((await edit.publish("pages", id)).status).toBe(200);
  const written = [...statements.keys()].filter((text) => /\b(insert into|update|delete from|for (no key )?(update|share))\b/.test(text));
  expect(written.length).toBeGreaterThan(5);
  const lock = "for (no key update|key share|update|share)";
  const isShared = (text: string) =>
    everywhere.some((table) => new RegExp(`\\b((insert into|update|delete from) ${table}|from ${table}\\b[^]*${lock})\\b`).test(text));
  expect(written.filter(isShared)).toEqual([]);
});

/** Executes the statement in a transaction that is rolled back, and counts the workers that it was sent to. Its rows may be there already. */
async function nodesOf(text: string, values: readonly SqlValue[]): Promise<{ nodes: number; error: string | undefined }> {
  const servers = new Set<string>();
  const hear = ({ message, detail }: { message?: string | undefined; detail?: string | undefined }) => {
    if (message?.startsWith("issuing") && !/^issuing (BEGIN|ROLLBACK|SET|SELECT pg_catalog|WITH placement)/i.test(message))
      servers.add(/on server (\S+)/.exec(detail ?? "")?.[1] ?? "");
  };
  watcher.on("notice", hear);
  let error: string | undefined;
  await watcher.query("begin");
  try {
    await watcher.query({ text, values: values as unknown[] });
  } catch (failure) {
    const { code = "", message } = failure as { code?: string; message: string };
    // A violated constraint: the operation has added the row.
    if (!code.startsWith("23") && !message.startsWith("duplicate key")) error = `${code} ${message}`;
  }
  await watcher.query("rollback");
  watcher.off("notice", hear);
  return { nodes: servers.size, error };
}
