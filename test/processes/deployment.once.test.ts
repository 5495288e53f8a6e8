import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../../server/src/config.ts";
import { configOf, envFile, imageEnv, secretKey, text, type Env } from "./deployed-settings.ts";
import { buildImage, contextFilter, type BuiltImage } from "./dockerfile.ts";
import { where } from "../kit/tools.ts";
import { scratchFolder, serveProcess, vitrine, type Program } from "../kit/vitrine-process.ts";

const run = promisify(execFile);
const repository = fileURLToPath(new URL("../../", import.meta.url));

describe("the systemd unit", () => {
  test("starts servers with valid settings", async () => {
    const unit = (await text("deploy/systemd/vitrine@.service")).replaceAll("%i", "3001");
    const inUnit = envFile([...unit.matchAll(/^Environment=(.*)$/gm)].map(([, pair]) => pair).join("\n"));
    const sample = envFile(await text("deploy/systemd/vitrine.env.example"));
    expect(() => readConfig({ ...sample, ...inUnit })).toThrow("SECRET_KEY is needed");
    const config = configOf({ ...sample, ...inUnit, SECRET_KEY: secretKey() });
    expect(config).toMatchObject({
      port: 3001,
      operationsPort: 13001,
      host: "127.0.0.1",
      dataDir: "/var/lib/vitrine/3001",
      media: { kind: "folder", folder: "/var/lib/vitrine/media" },
      trustedProxies: ["127.0.0.1"],
    });
    expect(unit).toContain("StateDirectory=vitrine/3001 vitrine/media");
    // Processes with users of their own could not share a folder.
    expect(unit).toContain("User=vitrine\n");
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10);
    expect(await text("deploy/nginx/vitrine.conf")).toContain("server 127.0.0.1:3001 ");
  });

  where("/usr/bin/systemd-analyze")("is one that systemd understands", async () => {
    const folder = await scratchFolder();
    const file = join(folder.path, "vitrine@3000.service");
    await writeFile(file, (await text("deploy/systemd/vitrine@.service")).replaceAll("/usr/bin/node", process.execPath));
    const { stderr } = await run("systemd-analyze", ["verify", file]);
    await folder.remove();
    expect(stderr.split("\n").filter((line) => line.includes("vitrine"))).toEqual([]);
  });
});

describe("the Kubernetes manifests", () => {
  interface Probe {
    httpGet: { path: string; port: string };
  }
  interface Container {
    args: string[];
    ports: { name: string; containerPort: number }[];
    envFrom: object[];
    env?: { name: string }[];
    startupProbe: Probe;
    livenessProbe: Probe;
    readinessProbe: Probe;
    securityContext: object;
  }
  interface Manifest {
    kind: string;
    metadata: { name: string };
    stringData: Env;
    spec: { template: { spec: { containers: [Container]; terminationGracePeriodSeconds: number } }; ports: { targetPort: string }[] };
  }
  const manifest = async (path: string) => {
    const documents = parseAllDocuments(await text(`deploy/kubernetes/${path}`));
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    return documents[0]!.toJS() as Manifest;
  };

  test("name every file, and no secret", async () => {
    const { resources } = parse(await text("deploy/kubernetes/kustomization.yaml")) as { resources: string[] };
    const files = await readdir(join(repository, "deploy/kubernetes"));
    const apart = ["kustomization.yaml", "secret.example.yaml"];
    expect([...resources].sort()).toEqual(files.filter((file) => file.endsWith(".yaml") && !apart.includes(file)).sort());
    const kinds = await Promise.all(resources.map(async (path) => (await manifest(path)).kind));
    expect(kinds).not.toContain("Secret");
  });

  test("start servers with valid settings", async () => {
    const { stringData } = await manifest("secret.example.yaml");
    const settings = envFile(await text("deploy/kubernetes/settings.env"));
    const image = await imageEnv();
    const config = configOf({ ...image, ...settings, ...stringData, SECRET_KEY: secretKey() });
    expect(config.media).toMatchObject({ kind: "bucket", endpoint: settings.S3_ENDPOINT, bucket: settings.S3_BUCKET });
    const { template } = (await manifest("deployment.yaml")).spec;
    const [server] = template.spec.containers;
    expect(server.args).toEqual(["serve"]);
    expect(server.ports).toEqual([
      { name: "http", containerPort: config.port },
      { name: "operations", containerPort: config.operationsPort },
    ]);
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(15);
    expect(server.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    expect((await manifest("service.yaml")).spec.ports[0]?.targetPort).toBe("http");

    const [migrate] = (await manifest("migrate/job.yaml")).spec.template.spec.containers;
    const envNames = new Set(migrate.env?.map(({ name }) => name));
    const env = Object.entries({ ...stringData, SECRET_KEY: secretKey() }).filter(([name]) => envNames.has(name));
    expect(readConfig({ ...image, ...Object.fromEntries(env) }, { serves: false }).database.kind).toBe("postgres");
  });

  test("probe existing endpoints", async () => {
    const [server] = (await manifest("deployment.yaml")).spec.template.spec.containers;
    const { paths } = JSON.parse(await text("openapi.json")) as { paths: object };
    for (const { httpGet } of [server.startupProbe, server.livenessProbe, server.readinessProbe]) {
      expect(Object.keys(paths)).toContain(httpGet.path);
      expect(httpGet.port).toBe("operations");
    }
    expect(server.livenessProbe.httpGet.path).toBe("/healthz");
    expect(server.readinessProbe.httpGet.path).toBe("/readyz");
  });

  where("/usr/bin/kubectl")("are put together by kubectl", async () => {
    for (const folder of ["deploy/kubernetes", "deploy/kubernetes/migrate"]) {
      const { stdout } = await run("kubectl", ["kustomize", folder], { cwd: repository });
      expect(stdout).toMatch(/image: registry\.example\/vitrine:\d/);
    }
  });
});

describe("the image", () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let image: BuiltImage;
  let program: Program;
  beforeAll(async () => {
    folder = await scratchFolder();
    image = await buildImage(folder.path);
    const app = join(image.root, image.workdir);
    await run("chmod", ["-R", "a-w,a+rX", app]);
    await chmod(folder.path, 0o755);
    const [uid = 0, gid = 0] = image.user.split(":").map(Number);
    // As the image's user if the tests may change users; the folder is read-only in any case.
    program = { cli: join(app, image.entrypoint[1]!), cwd: app, ...(process.getuid?.() === 0 ? { uid, gid } : {}) };
  }, 300_000);
  afterAll(async () => {
    await run("chmod", ["-R", "u+w", folder.path]);
    await folder.remove();
  });

  test("is complete: it starts as an unprivileged user, on a read-only folder, and stops on a signal", async () => {
    expect(image).toMatchObject({ user: "1000:1000", entrypoint: ["node", "server/dist/cli.js"], cmd: ["serve"], stopSignal: "SIGTERM" });
    const data = join(image.root, image.env.DATA_DIR!);
    expect(await readdir(data)).toEqual(["media"]);
    const server = await serveProcess(["--demo"], { ...image.env, PORT: "0", DATA_DIR: data }, program);
    const key = { headers: { "x-api-key": "pk_FjordAndFormDemoKey0000000000000" } };
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${server.url}/api/public/v1/pages/home`, key)).status).toBe(200);
    for (const path of ["/demo/base.css", "/demo/start.css", "/demo/start.js", "/demo/live.js", "/demo/shop", "/demo/site", "/docs"])
      expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
    const passwords = { email: "ada@example.com", password: "a long password" };
    const json = { ...key.headers, "content-type": "application/json" };
    const registered = await fetch(`${server.url}/api/v1/shop/auth/register`, {
      method: "POST",
      headers: json,
      body: JSON.stringify(passwords),
    });
    expect(registered.status).toBe(201);

    const [node = "", ...args] = image.healthcheck;
    expect(node).toBe("node");
    const health = { env: { PORT: new URL(server.url).port } };
    await run(process.execPath, args, health);
    // The server ends itself with 1 when it takes more than ten seconds.
    expect(await server.end(image.stopSignal as NodeJS.Signals)).toBe(0);
    await expect(run(process.execPath, args, health)).rejects.toMatchObject({ code: 1 });
  }, 120_000);

  test("accepts commands by name", async () => {
    const data = join(folder.path, "other-data");
    await mkdir(data, { mode: 0o777 });
    await chmod(data, 0o777);
    const cli = join(image.root, image.workdir, "server/bin/vitrine.js");
    const { code, stdout } = await vitrine(["migrate"], { DATA_DIR: data }, "", { ...program, cli });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^(Applied|Nothing)/)]);
  }, 60_000);

  test("contains neither sources nor tests nor build tools", async () => {
    const app = join(image.root, image.workdir);
    expect(await readdir(app)).not.toContain("sandbox");
    expect(await readdir(join(app, "server"))).not.toContain("src");
    expect(await readdir(app)).not.toContain(".npmrc");
    const packages = await readdir(join(app, "node_modules"));
    for (const name of ["typescript", "vitest", "eslint", "tsx", "esbuild"]) expect(packages).not.toContain(name);
    expect(image.labels).toContain(`version="${(JSON.parse(await text("server/package.json")) as { version: string }).version}"`);
  });

  test("is built without files that do not belong into it", async () => {
    const isKept = contextFilter(await text(".dockerignore"));
    expect(["server/src/cli.ts", "server/package.json", "LICENSE"].filter((path) => !isKept(path))).toEqual([]);
    const strangers = [".env", "server/.env", "data/secret-key", ".git/config", "node_modules/pg/index.js"];
    strangers.push(
      "server/src/config.unit.test.ts",
      "server/src/features/server/operating/get-health.proof.ts",
      "sandbox/src/api.unit.test.ts",
    );
    expect(strangers.filter(isKept)).toEqual([]);
  });
});
