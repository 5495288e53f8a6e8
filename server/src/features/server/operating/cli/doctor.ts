import { command, filesOf, type CommandContext } from "../../../../lib/cli/command.ts";
import { pendingMigrations } from "../../../../lib/sql/migrate.ts";
import { mailTextFinding } from "../mail-text-finding.ts";
import { workFindings, type Finding } from "../work-findings.ts";
import type { Database } from "../../../../ports/database.ts";
import { StoreUnavailable } from "../../../../ports/object-store.ts";
import { boundAtMost, findTooLargePages } from "../../../content/rendering/index.ts";
import { plural } from "../../../../lib/text/plural.ts";
import { checkPaymentKeys } from "../../../shop/payments/index.ts";
import { sealContext } from "../../sites/index.ts";

/** Checks everything that keeps a server from working, and says how to fix it. */
export const doctor = command(
  {
    name: "doctor",
    description: "check the settings, the database, the store for files and the secrets",
    input: () => ({}),
  },
  {
    run: async (context) => {
      const { sql, secrets, clock, publicUrl, processor } = context;
      const findings: Finding[] = [];
      const [server] = await sql<{ version: string; number: number; skewSeconds: number }>`
        select
          current_setting('server_version') as version,
          current_setting('server_version_num')::int as number,
          extract(epoch from clock_timestamp() - ${clock.now()}::timestamptz)::int as "skewSeconds"`;
      const { version = "", number = 0, skewSeconds = 0 } = server ?? {};
      findings.push({
        check: "database",
        ok: number >= 150_000,
        detail: `PostgreSQL ${version}, ${sql.description}${number >= 150_000 ? "" : ": 15 or newer is needed"}`,
      });
      findings.push({
        check: "clock",
        ok: Math.abs(skewSeconds) <= 5,
        detail: `${Math.abs(skewSeconds)} s between this machine and the database`,
      });
      findings.push(...(await connectionLimits(sql)));
      findings.push(await storeFinding(context));
      const pending = await pendingMigrations(sql);
      findings.push({
        check: "migrations",
        ok: pending.length === 0,
        detail: pending.length === 0 ? "all applied" : `${pending.length} to apply: run \`vitrine migrate\``,
      });
      if (pending.length > 0) return findings;
      const [counts] = await sql<{ sites: number; keys: number }>`
        select (select count(*)::int from sites) as sites, (select count(*)::int from api_keys where revoked_at is null) as keys`;
      findings.push({
        check: "sites",
        ok: true,
        detail: `${plural(counts?.sites ?? 0, "site")} with ${plural(counts?.keys ?? 0, "active API key")}`,
      });
      findings.push(...(await workFindings(sql, clock.now())));
      findings.push(await mailTextFinding(sql));
      findings.push(await storedSecrets({ sql, secrets }));
      findings.push(await paymentKeys({ sql, secrets, processor }));
      findings.push(await boundPages({ sql, publicUrl }));
      return findings;
    },
    isSuccess: (findings) => findings.every(({ ok }) => ok),
    print: (findings) => findings.map(({ check, ok, detail }) => `${ok ? "ok  " : "BAD "} ${check.padEnd(11)} ${detail}`).join("\n"),
  },
);

/**
 * Behind a pooler Vitrine cannot set the limits of a connection, so single statements have the limits of the role. The embedded database,
 * which has no connections, has no limits either.
 */
async function connectionLimits(sql: Database): Promise<Finding[]> {
  const [row] = await sql<{ isServer: boolean; unlimited: boolean }>`
    select
      current_setting('application_name') = 'vitrine' as "isServer",
      current_setting('statement_timeout') = '0' or current_setting('lock_timeout') = '0' as unlimited`;
  if (!row?.isServer) return [];
  const detail = row.unlimited
    ? "a single statement may run or wait for ever behind this pooler: alter role … set statement_timeout = '2s', and lock_timeout = '1s'"
    : "statements end in time";
  return [{ check: "limits", ok: !row.unlimited, detail }];
}

/** Writes an object of its own to the store for files, reads it and removes it. */
async function storeFinding(context: Pick<CommandContext, "files">): Promise<Finding> {
  try {
    const { store } = await filesOf(context);
    await store.check();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return { check: "store", ok: false, detail: error.message };
  }
  return { check: "store", ok: true, detail: "files can be written, read and removed" };
}

async function storedSecrets({ sql, secrets }: Pick<CommandContext, "sql" | "secrets">): Promise<Finding> {
  const sealed = await sql<{ siteId: string; plugin: string; secrets: Uint8Array }>`
    select site_id as "siteId", plugin, secrets from plugins where secrets is not null`;
  const unreadable = sealed.filter(({ siteId, plugin, secrets: bytes }) => !opens(() => secrets.open(bytes, sealContext(siteId, plugin))));
  const detail =
    unreadable.length > 0
      ? `${unreadable.length} stored secrets do not open: is a key missing from SECRET_KEY?`
      : sealed.length === 1
        ? "the stored secret opens with SECRET_KEY"
        : `${sealed.length} stored secrets open with SECRET_KEY`;
  return { check: "secrets", ok: unreadable.length === 0, detail };
}

/** Asks the payment processor whether it knows the sites' keys: otherwise each checkout ends in a 502 that says nothing. */
async function paymentKeys(context: Pick<CommandContext, "sql" | "secrets" | "processor">): Promise<Finding> {
  const { asked, refused } = await checkPaymentKeys(context);
  const detail =
    refused.length > 0
      ? refused.map(({ site, because }) => `${site}: ${because}`).join("; ")
      : asked === 0
        ? "no site takes payments"
        : `the payment processor knows the keys of ${plural(asked, "site")}`;
  return { check: "processor", ok: refused.length === 0, detail };
}

const pagesNamed = 20;

async function boundPages(deps: { sql: Database; publicUrl: string }): Promise<Finding> {
  const pages = await findTooLargePages(deps);
  const named = pages.slice(0, pagesNamed).map(({ site, slug, locale }) => `${slug} (${locale}) of ${site}`);
  const more = pages.length > pagesNamed ? [`${pages.length - pagesNamed} more`] : [];
  const detail = `bound to more than ${boundAtMost}, so answered as written: ${[...named, ...more].join(", ")}. Bind them to less, or to what is smaller`;
  return { check: "bindings", ok: pages.length === 0, detail: pages.length === 0 ? "every page shows what it is bound to" : detail };
}

function opens(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}
