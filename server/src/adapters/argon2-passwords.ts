import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import type { PasswordHashing } from "../ports/password-hashing.ts";

/** OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB, 2 passes, 1 lane. */
const strong = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id, each on a thread of the pool. The caller decides how many run at once. */
export function argon2Passwords(cost: { memoryCost: number; timeCost: number; parallelism: number } = strong): PasswordHashing {
  // A hash of the same cost as every other, of a password that nobody has.
  const nobody = hash(randomBytes(32).toString("hex"), cost);
  return {
    hash: (password) => hash(password, cost),
    verify: async (storedHash, password) => {
      const matches = await verify(storedHash ?? (await nobody), password);
      return storedHash !== null && matches;
    },
  };
}
