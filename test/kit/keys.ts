import { randomUUID } from "node:crypto";
import { addKey } from "../../server/src/features/server/sites/index.ts";
import type { TestServer, TestSite } from "./harness.ts";

type KeyServer = Pick<TestServer, "deps">;
type SiteRef = Pick<TestSite, "id">;

const issued = "issued by a test";

/** A further key of the site, without a request. */
export async function issuedKey(
  { deps: { sql, clock, ids } }: KeyServer,
  site: SiteRef,
  name = `${issued} ${randomUUID()}`,
): Promise<{ id: string; key: string }> {
  const added = await addKey(sql, { now: clock.now(), ids }, site.id, { name });
  if (!added) throw new Error("A new key exists already.");
  return added;
}

/** Makes room for more keys of a site: a matrix makes hundreds. */
export async function revokeIssuedKeys({ deps: { sql, clock } }: KeyServer, site: SiteRef): Promise<void> {
  await sql`update api_keys set revoked_at = ${clock.now()} where site_id = ${site.id} and name <> 'test' and revoked_at is null`;
}
