import { randomUUID } from "node:crypto";
import { TOTP } from "otpauth";
import { newTotpSecret, sealTotpSecret } from "../../server/src/features/people/team/second-factors/totp.ts";
import { sha256 } from "../../server/src/lib/secrets/secret.ts";
import type { TestServer } from "./harness.ts";

type FactorServer = Pick<TestServer, "deps">;

/** An authenticator app of an account. */
export interface TestApp {
  secret: string;
  /** The code that it shows, so many steps of 30 seconds from now. */
  code(steps?: number): string;
  /** A code that is not good at any step near now. */
  wrong(): string;
}

/** An app with the secret, whose clock is the server's. */
export function appWith({ deps: { clock } }: FactorServer, secret: string): TestApp {
  const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + steps * 30_000 });
  const wrong = () => {
    const near = new Set([-2, -1, 0, 1, 2].map((steps) => code(steps)));
    const wrongCode = ["000000", "000001", "000002", "000003", "000004", "000005"].find((one) => !near.has(one));
    if (wrongCode === undefined) throw new Error("There is always a wrong code.");
    return wrongCode;
  };
  return { secret, code, wrong };
}

/** Stores a secret that waits for its first code. */
export async function startOwnTotp(server: FactorServer, adminId: string): Promise<TestApp> {
  const { sql, secrets } = server.deps;
  const secret = newTotpSecret();
  await sql`
    update admins set totp_secret = ${sealTotpSecret(secrets, adminId, secret)}, totp_confirmed_at = null, totp_last_step = null
    where id = ${adminId}`;
  return appWith(server, secret);
}

/** Adds an authenticator app to an account, as if it had been confirmed long ago. */
export async function addTotp(server: FactorServer, adminId: string): Promise<TestApp> {
  const app = await startOwnTotp(server, adminId);
  await server.deps.sql`update admins set totp_confirmed_at = created_at where id = ${adminId}`;
  return app;
}

/** Gives an account one more recovery code. */
export async function addRecoveryCode({ deps: { sql, ids, clock } }: FactorServer, adminId: string): Promise<string> {
  const code = randomUUID().replaceAll("-", "").slice(0, 16);
  await sql`
    insert into recovery_codes (id, admin_id, code_hash, created_at) values (${ids.next()}, ${adminId}, ${sha256(code)}, ${clock.now()})`;
  return code;
}
