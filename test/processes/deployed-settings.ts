import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { readConfig } from "../../server/src/config.ts";
import { instructionsOf } from "./dockerfile.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

export function text(path: string): Promise<string> {
  return readFile(`${repository}${path}`, "utf8");
}

export type Env = Record<string, string>;

/** Lines `NAME=value` of a file that systemd, Docker or kubectl reads. */
export function envFile(lines: string): Env {
  const pairs = [...lines.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value.replace(/^"(.*)"$/, "$1")]);
  return Object.fromEntries(pairs) as Env;
}

/** Every name of a setting, whatever is set. */
const settingNames = new Set<string>();
for (const env of [{}, { DATABASE_URL: "postgres://a@b/c", SECRET_KEY: secretKey(), SMTP_URL: "smtp://a", MAIL_FROM: "a@b.example" }]) {
  readConfig(new Proxy<Env>(env, { get: (from, name: string) => (settingNames.add(name), from[name]) }));
}

export function secretKey(): string {
  return Buffer.alloc(32, 7).toString("base64");
}

/** The settings of a file, as a server reads them: each name exists, none is wrong. */
export function configOf(env: Env) {
  expect(Object.keys(env).filter((name) => !settingNames.has(name))).toEqual([]);
  return readConfig(env);
}

/** The settings of the image. */
export async function imageEnv(): Promise<Env> {
  const lines = instructionsOf(await text("Dockerfile")).filter(({ name }) => name === "ENV");
  return envFile(lines.flatMap(({ rest }) => rest.split(" ")).join("\n"));
}
