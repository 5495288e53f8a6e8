import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../server/src/config.ts";
import { configOf, envFile, imageEnv, secretKey, text, type Env } from "./deployed-settings.ts";

interface Service {
  image: string;
  environment: Env;
  command?: string[];
  entrypoint?: string[];
  ports?: string[];
  depends_on?: object;
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  stop_grace_period?: string;
  networks: Record<string, { ipv4_address: string }>;
}

/** The services of the Compose file with the values of an environment file in place. */
async function compose(values: Env, file = "compose.yaml"): Promise<Record<string, Service>> {
  const filled = (await text(`deploy/compose/${file}`)).replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, mark, rest) => {
    const value = values[name] ?? "";
    if (value === "" && mark === "?") throw new Error(`${name} ${rest}`);
    return value === "" ? String(rest ?? "") : value;
  });
  return (parse(filled, { merge: true }) as { services: Record<string, Service> }).services;
}

const secrets = { POSTGRES_PASSWORD: "0123456789abcdef", SECRET_KEY: secretKey() };

describe("the Compose file", () => {
  test("runs a trial with the sample settings once the secrets exist", async () => {
    const sample = envFile(await text("deploy/compose/.env.example"));
    await expect(compose(sample)).rejects.toThrow("is missing in .env");
    const services = await compose({ ...sample, ...secrets });
    for (const name of ["server-1", "server-2"]) {
      const config = configOf({ ...(await imageEnv()), ...services[name]!.environment });
      expect(config).toMatchObject({ database: { kind: "postgres" }, mail: { kind: "catcher", page: false }, signup: "off" });
      expect([config.media, services[name]!.volumes]).toEqual([
        { kind: "folder", folder: "/data/media" },
        [`${name}:/data`, "media:/data/media"],
      ]);
      expect(config.trustedProxies).toEqual([services.proxy!.networks.front!.ipv4_address]);
    }
    expect(services.proxy!.ports).toEqual(["127.0.0.1:8080:80", "127.0.0.1:8443:443"]);
    expect(readConfig(services.migrate!.environment, { serves: false }).database.kind).toBe("postgres");
    expect(services.migrate!.command).toEqual(["migrate"]);
  });

  test("is ready for https with the changes that its sample names", async () => {
    const sample = envFile(await text("deploy/compose/.env.example"));
    const mail = { SMTP_URL: "smtps://user:password@mail.example", MAIL_FROM: "Corner Bakery <no-reply@shop.example>" };
    const values = { ...sample, ...secrets, ...mail, PUBLIC_URL: "https://api.shop.example", MAIL_CATCHER: "off" };
    expect(configOf((await compose(values))["server-1"]!.environment).mail.kind).toBe("smtp");
    const forgotten = (await compose({ ...values, MAIL_CATCHER: "on", SMTP_URL: "" }))["server-1"]!.environment;
    expect(() => readConfig(forgotten)).toThrow("the mail-catcher is for development");
  });

  test("keeps files in a bucket: of another machine, or of the store that the second file adds", async () => {
    const sample = { ...envFile(await text("deploy/compose/.env.example")), ...secrets };
    await expect(compose(sample, "compose.s3.yaml")).rejects.toThrow("is missing in .env");
    const key = { S3_ACCESS_KEY_ID: "AKID", S3_SECRET_ACCESS_KEY: "a-secret" };
    const elsewhere = { ...sample, ...key, S3_ENDPOINT: "https://s3.example", S3_BUCKET: "shop-media", S3_PATH_STYLE: "off" };
    const bucket = { kind: "bucket", endpoint: "https://s3.example", bucket: "shop-media", pathStyle: false };
    expect(configOf((await compose(elsewhere))["server-1"]!.environment).media).toMatchObject(bucket);

    const added = await compose({ ...sample, ...key }, "compose.s3.yaml");
    const [base, { store }] = [await compose({ ...sample, ...key }), added];
    for (const name of ["server-1", "server-2"]) {
      const config = configOf({ ...base[name]!.environment, ...added[name]!.environment });
      expect(config.media).toMatchObject({ kind: "bucket", endpoint: "http://store:7070", bucket: "media", accessKeyId: "AKID" });
      expect(added[name]!.depends_on).toEqual({ store: { condition: "service_healthy" } });
    }
    expect(store!.environment).toMatchObject({ ROOT_ACCESS_KEY_ID: "AKID", ROOT_SECRET_ACCESS_KEY: "a-secret", VGW_PORT: ":7070" });
    expect(String(added.bucket!.entrypoint)).toContain("/store/media");
    for (const service of [store, added.bucket]) expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], networks: ["back"] });
  });

  test("opens only the proxy's port, and hardens every container", async () => {
    const services = await compose({ ...envFile(await text("deploy/compose/.env.example")), ...secrets });
    expect(Object.keys(services).filter((name) => services[name]!.ports)).toEqual(["proxy"]);
    for (const service of Object.values(services)) expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    expect(parseInt(services["server-1"]!.stop_grace_period ?? "0")).toBeGreaterThan(10);
    const proxied = await text("deploy/compose/Caddyfile");
    for (const name of ["server-1", "server-2"]) expect(proxied).toContain(`${name}:3000`);
    expect(proxied).toContain("health_uri /readyz");
    expect(proxied).toContain(`health_port ${services["server-1"]!.environment.OPERATIONS_PORT}`);
  });
});
