import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { cachePurges } from "../../server/src/adapters/cache-purges.ts";
import { argon2Passwords } from "../../server/src/adapters/argon2-passwords.ts";
import { stripeProcessor } from "../../server/src/adapters/stripe-processor.ts";
import { systemIds } from "../../server/src/adapters/system.ts";
import { buildApp } from "../../server/src/app.ts";
import { assemble } from "../../server/src/bootstrap/assemble.ts";
import { importBundle } from "../../server/src/features/content/bundle/index.ts";
import { publishScheduled } from "../../server/src/features/content/documents/tasks/publish-scheduled.ts";
import { checkPayments, refundOrder, type OrderEnd } from "../../server/src/features/shop/payments/index.ts";
import { cancelHere } from "../../server/src/features/shop/payments/open-payment.ts";
import { publishReleases } from "../../server/src/features/content/releases/tasks/publish-releases.ts";
import { taskHandlers, taskKinds } from "../../server/src/jobs.ts";
import { clientsBehind } from "../../server/src/lib/http/client-address.ts";
import { migrate } from "../../server/src/lib/sql/migrate.ts";
import { Outbox } from "../../server/src/lib/tasks/outbox.ts";
import { KeyRing } from "../../server/src/lib/secrets/secret.ts";
import type { Database, Sql } from "../../server/src/ports/database.ts";
import type { Processor } from "../../server/src/ports/processor.ts";
import { addMember, type TestAdmin } from "../kit/admins.ts";
import { byStaff } from "../kit/by-staff.ts";
import { compareLedgers, type Shop } from "../kit/ledgers.ts";
import { fillRelease } from "../kit/release-tenants.ts";
import type { Ledger } from "../kit/sandbox-client.ts";
import { openTestMedia } from "../kit/media.ts";
import { testConfig } from "../kit/test-config.ts";
import { localWebhooks } from "../kit/webhook-sender.ts";

/**
 * A server in a process of its own that kills itself before a given step: a statement that writes or locks, a
 * commit, a call to the processor. What happens between two steps leaves nothing behind, so that dying before the next one is
 * dying after the last. Started by test/processes/crashing-process.ts, which commands it over the process's channel.
 */
export interface Actions {
  start(options: StartOptions): Promise<{ url: string }>;
  /** Counts steps from here, and dies before the one with this number; 0: before none. */
  dieBefore(step: number): Promise<void>;
  /** Counted since then. */
  steps(): Promise<number>;
  importSite(bundle: object): Promise<{ siteId: string }>;
  setClock(nowMs: number): Promise<void>;
  checkPayments(): Promise<void>;
  runTasks(): Promise<void>;
  publishScheduled(): Promise<void>;
  /** An owner of the site, with a session. */
  addOwner(siteId: string): Promise<TestAdmin>;
  refund(siteId: string, number: number, amount: number | null): Promise<OrderEnd>;
  /** Cancels an order's payment here, without telling the processor. */
  cancelHere(siteId: string, orderId: string): Promise<void>;
  /** As time would: requests and tasks of a dead process can be taken over. */
  endLeases(): Promise<void>;
  orders(siteId: string): Promise<{ id: string; number: number; status: string; paymentStatus: string }[]>;
  stock(siteId: string): Promise<Record<string, number | null>>;
  compare(shop: Shop, ledger: Ledger): Promise<string[]>;
  /** The recipients of sent mails. */
  mails(): Promise<string[]>;
  /** The text of the latest mail to the address. */
  mailTo(email: string): Promise<string | undefined>;
  /** Plans a release of all drafts of a site for this moment, with a new title of each product. */
  planRelease(siteId: string): Promise<void>;
  publishReleases(): Promise<void>;
  /** What a site has of its release. */
  madeByRelease(siteId: string): Promise<MadeByRelease>;
  /** The number of rows that a signup created. */
  madeBySignup(slug: string, email: string): Promise<MadeBySignup>;
}

interface MadeByRelease {
  state: string;
  pages: number;
  publications: number;
  products: number;
  entries: number;
}

interface MadeBySignup {
  verified: number;
  sites: number;
  admins: number;
  members: number;
  keys: number;
  pages: number;
  /** Rows of any table without an existing site. */
  strays: number;
}

export interface StartOptions {
  /** Absent: the embedded database in the folder. */
  databaseUrl: string | undefined;
  folder: string;
  processorUrl: string;
  nowMs: number;
}

let dyingBefore = 0;
let counted = 0;
const step = async (): Promise<void> => {
  counted += 1;
  if (counted !== dyingBefore) return;
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => undefined);
};

const isRead = (strings: TemplateStringsArray) => /^\s*select\b(?![^]*\bfor (no key )?update)/.test(strings.join(""));

function steppingSql(sql: Database): Database {
  const over =
    (inner: Sql): Sql =>
    async <Row extends object>(strings: TemplateStringsArray, ...values: Parameters<Sql> extends [unknown, ...infer V] ? V : never) => {
      if (!isRead(strings)) await step();
      return inner<Row>(strings, ...values);
    };
  const { listen, close, isHeldExclusively, description } = sql;
  const begin: Database["begin"] = (work, options) =>
    sql.begin(async (tx) => {
      const result = await work(Object.assign(over(tx), { script: tx.script }));
      await step();
      return result;
    }, options);
  return Object.assign(over(sql), { begin, listen, close, isHeldExclusively, description });
}

function steppingProcessor({ open, read, end, refund, findRefund, close, ...events }: Processor): Processor {
  return {
    ...events,
    open: (...args) => step().then(() => open(...args)),
    read: (...args) => step().then(() => read(...args)),
    end: (...args) => step().then(() => end(...args)),
    refund: (...args) => step().then(() => refund(...args)),
    findRefund: (...args) => step().then(() => findRefund(...args)),
    close,
  };
}

async function openDatabase(url: string | undefined, folder: string): Promise<Database> {
  if (url === undefined) return (await import("../../server/src/adapters/embedded-database.ts")).openEmbeddedDatabase({ folder });
  const { connectPostgres } = await import("../../server/src/adapters/postgres.ts");
  return connectPostgres({ url, poolSize: 10, preparedStatements: true, onIdleError: () => undefined });
}

async function start({
  databaseUrl,
  folder,
  processorUrl,
  ...time
}: StartOptions): Promise<{ url: string; actions: Omit<Actions, "start"> }> {
  let { nowMs } = time;
  const database = await openDatabase(databaseUrl, folder);
  await migrate(database);
  const sql = steppingSql(database);
  const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs };
  const secrets = new KeyRing([{ id: "test", bytes: Buffer.alloc(32, 7) }]);
  const log = pino({ level: "error" }, pino.destination(2));
  const mails: { to: string; text: string }[] = [];
  const { store, pictures, media } = await openTestMedia("http://localhost:3000");
  const { deps, directory } = assemble(testConfig({ cacheBytes: 0 }), {
    store,
    pictures,
    media,
    sql,
    clock,
    ids: systemIds,
    secrets,
    log,
    hashing: argon2Passwords(),
    processor: steppingProcessor(stripeProcessor({ apiUrl: processorUrl })),
    webhookSender: localWebhooks(),
    cachePurger: cachePurges({ kind: "none" }),
    mailer: { send: async ({ to, text }) => void mails.push({ to, text }), close: async () => undefined },
  });
  const outbox = new Outbox({ sql, clock, log, kinds: taskKinds, handlers: taskHandlers(deps) });
  const { app, server } = await buildApp({
    deps,
    directory,
    limits: undefined,
    clients: clientsBehind([]),
    hotReads: false,
    operating: undefined,
    local: undefined,
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    actions: {
      dieBefore: async (number) => void ([dyingBefore, counted] = [number, 0]),
      steps: async () => counted,
      importSite: async (bundle) => {
        const importing = { publicUrl: "http://localhost:3000", sql: database, clock, secrets, ids: systemIds };
        return importBundle(importing, JSON.stringify(bundle), { dryRun: false, setStock: false, onProgress: () => undefined });
      },
      setClock: async (toMs) => void (nowMs = toMs),
      checkPayments: () => checkPayments.run(deps),
      runTasks: () => outbox.runDue(),
      publishScheduled: () => publishScheduled.run(deps),
      addOwner: (siteId) => {
        const ask = () => Promise.reject(new Error("No request is needed."));
        return addMember({ deps: { ...deps, sql: database }, ask }, { id: siteId }, "OWNER");
      },
      refund: (siteId, number, amount) => refundOrder(deps, siteId, number, { amount: amount, key: null, by: byStaff }),
      cancelHere: async (siteId, orderId) => {
        const [payment] = await database<{ id: string }>`select id from payments where site_id = ${siteId} and order_id = ${orderId}`;
        await cancelHere(deps, siteId, payment?.id ?? "", { mayExist: false });
      },
      endLeases: async () => {
        await database`update idempotent_requests set leased_until = statement_timestamp() - interval '1 second'`;
        await database`update outbox set leased_until = statement_timestamp() - interval '1 second' where leased_until is not null`;
      },
      orders: (siteId) => database<{ id: string; number: number; status: string; paymentStatus: string }>`
        select orders.id, orders.number, orders.status, payments.status as "paymentStatus"
        from orders left join payments on payments.site_id = orders.site_id and payments.order_id = orders.id
        where orders.site_id = ${siteId} order by orders.number`,
      stock: async (siteId) => {
        const rows = await database<{ sku: string; stock: number | null }>`select sku, stock from variants where site_id = ${siteId}`;
        return Object.fromEntries(rows.map(({ sku, stock }) => [sku, stock]));
      },
      compare: (shop, ledger) => compareLedgers(database, shop, ledger),
      mails: async () => mails.map(({ to }) => to),
      mailTo: async (email) => mails.filter(({ to }) => to === email).at(-1)?.text,
      planRelease: async (siteId) => {
        const [id, now] = [systemIds.next(), clock.now()];
        await database`
          insert into releases (site_id, id, name, state, publish_at, created_at, updated_at)
          values (${siteId}, ${id}, 'Release', 'SCHEDULED', ${now}, ${now}, ${now})`;
        await database`
          insert into release_changes (site_id, id, release_id, kind, target_id, patch, added_at)
          select ${siteId}, gen_random_uuid(), ${id}, 'product', id, '{"title":"Released"}', ${now} from products where site_id = ${siteId}`;
        await fillRelease({ deps: { ...deps, sql: database } }, { id: siteId }, id);
      },
      publishReleases: () => publishReleases.run(deps),
      madeByRelease: async (siteId) => {
        const [madeByRelease] = await database<MadeByRelease>`
          select
            releases.state,
            (select count(*)::int from published_places where published_places.site_id = releases.site_id) as pages,
            (select count(*)::int from versions where versions.site_id = releases.site_id and versions.release_id = releases.id) as publications,
            (select count(*)::int from products where products.site_id = releases.site_id and products.title = 'Released') as products,
            (select count(*)::int from audit_entries where audit_entries.site_id = releases.site_id) as entries
          from releases where releases.site_id = ${siteId}`;
        if (!madeByRelease) throw new Error("The release is gone.");
        return madeByRelease;
      },
      madeBySignup: async (slug, email) => {
        const [madeBySignup] = await database<MadeBySignup>`
          select
            (select count(*)::int from signup_challenges where site_slug = ${slug} and verified_at is not null) as verified,
            (select count(*)::int from sites where sites.slug = ${slug}) as sites,
            (select count(*)::int from admins where admins.email = ${email}) as admins,
            (select count(*)::int from sites join members on members.site_id = sites.id where sites.slug = ${slug}) as members,
            (select count(*)::int from sites join api_keys on api_keys.site_id = sites.id where sites.slug = ${slug}) as keys,
            (
              select count(*)::int from sites join published_places on published_places.site_id = sites.id
              where sites.slug = ${slug} and published_places.slug = 'home'
            ) as pages,
            (select count(*)::int from documents where not exists (select from sites where sites.id = documents.site_id)) as strays`;
        if (!madeBySignup) throw new Error("Counts are always there.");
        return madeBySignup;
      },
    },
  };
}

let actions: Omit<Actions, "start"> | undefined;

process.on("message", ({ id, action, args }: { id: number; action: keyof Actions; args: unknown[] }) => {
  const work = async (): Promise<unknown> => {
    if (action === "start") {
      const started = await start(args[0] as StartOptions);
      actions = started.actions;
      return { url: started.url };
    }
    if (!actions) throw new Error("The server was not started.");
    return (actions[action] as (...values: unknown[]) => Promise<unknown>)(...args);
  };
  work().then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: String((error as Error).stack) }),
  );
});
// The parent process is gone.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
