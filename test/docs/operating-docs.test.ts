import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { parse } from "yaml";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";

const text = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");
const namesIn = (of: string) => new Set(of.match(/\bvitrine_[a-z][a-z_]*[a-z]\b/g));

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let database: TestDatabase | undefined;
let server: ServingProcess;
/** The metrics of a server in production, by name: type and help. */
const exported = new Map<string, { type: string; help: string }>();
let guide: string;

beforeAll(async () => {
  folder = await scratchFolder();
  if (inject("database") === "postgres") database = await openTestDatabase();
  const env = database?.url
    ? { DATABASE_URL: database.url, SECRET_KEY: Buffer.alloc(32, 7).toString("base64"), MAIL_CATCHER: "on", METRICS: "on" }
    : {};
  server = await serveProcess([], { DATA_DIR: join(folder.path, "data"), ...env });
  const scrape = await (await fetch(`${server.url}/metrics`)).text();
  for (const [, name = "", help = ""] of scrape.matchAll(/^# HELP (\S+) (.+)$/gm)) {
    exported.set(name, { help, type: new RegExp(`^# TYPE ${name} (\\w+)$`, "m").exec(scrape)?.[1] ?? "" });
  }
  guide = await text("docs/run/operating.md");
}, 120_000);
afterAll(async () => {
  await server.end("SIGKILL");
  await folder.remove();
  await database?.drop();
});

/** Prometheus names the series of a histogram by its name and these. */
const metricOf = (series: string) => (exported.has(series) ? series : series.replace(/_(bucket|sum|count)$/, ""));

describe("the guide for operators", () => {
  test.each(["docs/run/operating.md", "docs/run/running.md", "deploy/prometheus/alerts.yaml"])(
    "%s names no metric that does not exist",
    async (path) => {
      const unknown = [...namesIn(await text(path))].filter((name) => exported.get(metricOf(name)) === undefined);
      expect(unknown).toEqual([]);
    },
  );

  test("has every metric, in a table", () => {
    expect(exported.size).toBeGreaterThan(40);
    for (const name of exported.keys()) expect(guide).toMatch(new RegExp(`^\\| \`${name}\` +\\|`, "m"));
  });

  test("finds names that follow Prometheus's rules", () => {
    for (const [name, { type, help }] of exported) {
      expect([name, name.startsWith("vitrine_"), help.endsWith(".")]).toEqual([name, true, true]);
      expect([name, name.endsWith("_total")]).toEqual([name, type === "counter"]);
      expect(name).not.toMatch(/_(ms|milliseconds|kb|mb|percent)\b/);
    }
  });

  test("has a section for each alarm, and each alarm in its table", async () => {
    const rules = parse(await text("deploy/prometheus/alerts.yaml")) as {
      groups: { rules: { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> }[] }[];
    };
    const alarms = rules.groups.flatMap((group) => group.rules);
    expect(alarms.length).toBeGreaterThan(10);
    const anchors = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title.toLowerCase().replaceAll(" ", "-"));
    for (const { alert, labels, annotations } of alarms) {
      const [page, anchor] = (annotations.runbook ?? "").split("#");
      expect([alert, page, anchors.includes(anchor ?? "")]).toEqual([alert, "docs/run/operating.md", true]);
      expect(["page", "ticket"]).toContain(labels.severity);
      expect(guide).toContain(`\`${alert}\``);
    }
    expect(namesIn(alarms.map(({ expr }) => expr).join(" ")).size).toBeGreaterThan(10);
  });

  test("names no tracing setting that is not read", async () => {
    const source = await text("server/src/lib/observing/tracing-settings.ts");
    const named = new Set(guide.match(/\bOTEL_[A-Z_]+[A-Z]\b/g));
    expect(named.size).toBeGreaterThan(8);
    for (const name of named) {
      const rest = name.replace(/^OTEL_EXPORTER_OTLP_(?=HEADERS|TIMEOUT|COMPRESSION|PROTOCOL)/, "");
      expect(source).toContain(`"${rest}"`);
    }
  });
});
