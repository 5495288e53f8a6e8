import { digestId } from "../../server/src/lib/text/digest-id.ts";
import type { TestServer, TestSite } from "./harness.ts";

type PluginServer = Pick<TestServer, "deps">;
type SiteRef = Pick<TestSite, "id">;

/** The condition of a change of a plugin, as a header. */
export async function revisionOfPlugin({ deps: { sql } }: PluginServer, site: SiteRef, plugin: string): Promise<{ "if-match": string }> {
  const [row] = await sql<{ revision: number }>`select revision from plugins where site_id = ${site.id} and plugin = ${plugin}`;
  return { "if-match": `"${row?.revision ?? 0}"` };
}

/** Makes room for more tests of a site's payments: a matrix sends hundreds. */
export async function forgetPaymentTests({ deps: { sql } }: PluginServer, site: SiteRef): Promise<void> {
  await sql`delete from attempts where site_id = ${site.id} and id = ${digestId("tests of payments")}`;
}
