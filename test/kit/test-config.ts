import { readConfig, type Config } from "../../server/src/config.ts";

/** Settings of a server on PostgreSQL without rate limits, with the defaults in all else. */
export function testConfig(changes: Partial<Config> = {}): Config {
  const secretKey = `test:${Buffer.alloc(32, 7).toString("base64")}`;
  const env = {
    DATABASE_URL: "postgres://127.0.0.1/none",
    SECRET_KEY: secretKey,
    RATE_LIMITS: "off",
    MAIL_FROM: "Vitrine <no-reply@vitrine.example>",
  };
  return { ...readConfig({ ...env, MAIL_CATCHER: "on" }), ...changes };
}
