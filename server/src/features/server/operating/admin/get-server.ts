import { Type } from "typebox";
import type { RouteDeps } from "../../../../deps.ts";
import { Instant, Nullable, Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { readBacklog } from "../backlog.ts";
import { KeptFindings } from "../kept-findings.ts";
import { measuredServer } from "../server-state.ts";

const Count = Type.Integer({ minimum: 0 });
const object = <T extends Parameters<typeof Type.Object>[0]>(properties: T) => Type.Object(properties, { additionalProperties: false });

const Server = Type.Object(
  {
    version: Type.String(),
    nodeVersion: Type.String(),
    database: object({ version: Type.String(), description: Type.String() }),
    processes: Type.Array(
      object({
        worker: Nullable(Type.String({ description: "Its number, where there are several." })),
        startedAt: Instant,
        residentBytes: Count,
      }),
      { description: "The values of the server that responds. Other servers behind the same load balancer have their own." },
    ),
    jobs: Type.Array(
      object({
        name: Type.String(),
        succeeded: Count,
        failed: Count,
        lastSuccessAt: Nullable(Instant),
      }),
      { description: "Runs of background jobs in these processes." },
    ),
    queues: Type.Array(
      object({
        kind: Type.String(),
        waiting: Count,
        late: Type.Integer({ minimum: 0, description: "Waiting for more than ten minutes." }),
        failed: Type.Integer({ minimum: 0, description: "Given up." }),
        skipped: Type.Integer({ minimum: 0, description: "Not added, since too many of one site waited." }),
        oldestSeconds: Type.Number({ minimum: 0 }),
      }),
      { description: "The outbox, by kind." },
    ),
    payments: object({
      open: Count,
      late: Type.Integer({ minimum: 0, description: "Overdue for a look at the payment processor." }),
      pendingOrders: Count,
    }),
    findings: Nullable(
      Type.Array(object({ check: Type.String(), ok: Type.Boolean(), detail: Type.String() }), {
        description: "What `vitrine doctor` reports, a minute old at most. Null while that takes longer than ten seconds: ask again.",
      }),
    ),
  },
  { $id: "Server", additionalProperties: false },
);

type Needs = Pick<RouteDeps, "sql" | "clock" | "ids" | "secrets" | "processor" | "publicUrl" | "scrape" | "version"> &
  Pick<RouteDeps, "store" | "pictures" | "media">;

/** Answers how the server does. */
export const getServer = operation(
  {
    id: "getServer",
    method: "GET",
    path: `${adminBase}/server`,
    access: "operator",
    cors: "closed",
    problems: [],
    tags: ["Server"],
    summary: "Read how the server does",
    response: { 200: Single(Server) },
  },
  ({ sql, clock, ids, secrets, processor, publicUrl, scrape, version, store, pictures, media }: Needs) => {
    const files = () => Promise.resolve({ store, pictures, media });
    const keptFindings = new KeptFindings({ sql, clock, ids, secrets, processor, publicUrl, files });

    return async () => {
      const [database] = await sql<{ version: string }>`select current_setting('server_version') as version`;
      const { tasks, payments } = await readBacklog(sql, clock.now());
      const { findings = null } = await keptFindings.read();
      return {
        data: {
          version,
          nodeVersion: process.versions.node,
          database: { version: database?.version ?? "", description: sql.description },
          ...measuredServer(await scrape()),
          queues: tasks.map(({ overdueSeconds: _, ...queue }) => queue),
          payments: { open: payments.open, late: payments.late, pendingOrders: payments.pendingOrders },
          findings,
        },
      };
    };
  },
);
