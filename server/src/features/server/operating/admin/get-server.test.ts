import { afterAll, beforeAll, expect, test } from "vitest";
import { addAdmin, addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { jobs } from "../../../../jobs.ts";
import { measuredServer } from "../server-state.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

test("operators see how the server does, and others do not", async () => {
  const site = await server.addSite();
  const { get } = asAdmin(server, await addAdmin(server, { isOperator: true }));
  const { data } = (await get("/server")).json as {
    data: { version: string; processes: object[]; jobs: { name: string }[]; findings: { check: string; ok: boolean }[] };
  };
  expect(data).toMatchObject({ nodeVersion: process.versions.node, queues: expect.any(Array) as object[], payments: { late: 0 } });
  expect(data.processes).toHaveLength(1);
  expect(data.jobs.map(({ name }) => name)).toEqual(jobs.map(({ name }) => name).sort());
  expect(data.findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(["database", "migrations", "outbox", "secrets", "processor"]),
  );
  expect(codeOf(await asAdmin(server, await addMember(server, site, "OWNER")).get("/server"))).toBe("permission_missing");
});

test("the metrics of several processes are told apart, and their jobs are added up", () => {
  const text = [
    "# HELP vitrine_job_runs_total Finished runs",
    'vitrine_job_runs_total{name="check payments",outcome="succeeded",worker="1"} 3',
    'vitrine_job_runs_total{name="check payments",outcome="succeeded",worker="2"} 4',
    'vitrine_job_runs_total{name="check payments",outcome="failed",worker="2"} 1',
    'vitrine_job_runs_total{name="a job",outcome="succeeded",worker="1"} 0',
    'vitrine_job_last_success_timestamp_seconds{name="check payments",worker="1"} 1764064800',
    'vitrine_job_last_success_timestamp_seconds{name="check payments",worker="2"} 1764064815.5',
    'vitrine_process_start_time_seconds{worker="1"} 1764000000',
    'vitrine_process_start_time_seconds{worker="2"} 1764000001',
    'vitrine_process_resident_memory_bytes{worker="1"} 100',
    'vitrine_process_resident_memory_bytes{worker="2"} 2.5e+8',
  ].join("\n");
  expect(measuredServer(text)).toEqual({
    processes: [
      { worker: "1", startedAt: "2025-11-24T16:00:00.000Z", residentBytes: 100 },
      { worker: "2", startedAt: "2025-11-24T16:00:01.000Z", residentBytes: 250_000_000 },
    ],
    jobs: [
      { name: "a job", succeeded: 0, failed: 0, lastSuccessAt: null },
      { name: "check payments", succeeded: 7, failed: 1, lastSuccessAt: "2025-11-25T10:00:15.500Z" },
    ],
  });
});
